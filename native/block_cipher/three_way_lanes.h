/* SPDX-License-Identifier: MIT */
/* three_way_lanes.h - the kernels of 3-WAY; included by each_width.h. */

#if LANE_BITS == 0
#define COUNT 1
#else
#define COUNT VECTORS
#endif
#define ROTL(x, n) ((x) << (n) | (x) >> (32 - (n)))

static ALWAYS_INLINE LANE_TARGET void LANE(theta)(V32 a[3])
{
    V32 c = a[0] ^ a[1] ^ a[2];
    c = ROTL(c, 16) ^ ROTL(c, 8);
    V32 b0 = a[0] << 24 ^ a[2] >> 8 ^ a[1] << 8 ^ a[0] >> 24;
    V32 b1 = a[1] << 24 ^ a[0] >> 8 ^ a[2] << 8 ^ a[1] >> 24;
    a[0] ^= c ^ b0;
    a[1] ^= c ^ b1;
    a[2] ^= c ^ b0 >> 16 ^ b1 << 16;
}

static ALWAYS_INLINE LANE_TARGET void LANE(pi_gamma_pi)(V32 a[3])
{
    V32 b0 = ROTL(a[0], 22), b1 = a[1], b2 = ROTL(a[2], 1);
    V32 c0 = b0 ^ (b1 | ~b2), c2 = b2 ^ (b0 | ~b1);
    a[0] = ROTL(c0, 1);
    a[1] = b1 ^ (b2 | ~b0);
    a[2] = ROTL(c2, 22);
}

/* Rounds with the key words K, of which the first and the last are different in every round. */
static ALWAYS_INLINE LANE_TARGET void LANE(rounds)(V32 a[COUNT][3], const uint32_t k[ROUNDS + 1][3])
{
    for (unsigned r = 0; r <= ROUNDS; r++)
        for (unsigned v = 0; v < COUNT; v++) {
            for (unsigned i = 0; i < 3; i++)
                a[v][i] ^= k[r][i];
            LANE(theta)(a[v]);
            if (r != ROUNDS)
                LANE(pi_gamma_pi)(a[v]);
        }
}

/* The bits of every byte in the other order. */
static ALWAYS_INLINE LANE_TARGET V32 LANE(mirror_bytes)(V32 x)
{
    x = (x & 0x55555555) << 1 | (x >> 1 & 0x55555555);
    x = (x & 0x33333333) << 2 | (x >> 2 & 0x33333333);
    return (x & 0x0f0f0f0f) << 4 | (x >> 4 & 0x0f0f0f0f);
}

static LANE_TARGET void LANE(encrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    const struct three_way *cipher = context;
    const size_t step = COUNT * 3 * sizeof(V32);
    for (; steps != 0; steps--, in += step, out += step) {
        V32 a[COUNT][3];
        LANE(load_triples_be)(in, a, COUNT);
        LANE(rounds)(a, cipher->encryption_key);
        LANE(store_triples_be)(out, a, COUNT);
    }
}

/* All 96 bits in the other order: the words in the other order, read little-endian, with their bytes mirrored. */
static ALWAYS_INLINE LANE_TARGET void LANE(mirror)(V32 a[3])
{
    V32 first = LANE(mirror_bytes)(a[0]);
    a[0] = LANE(mirror_bytes)(a[2]);
    a[1] = LANE(mirror_bytes)(a[1]);
    a[2] = first;
}

static LANE_TARGET void LANE(decrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    const struct three_way *cipher = context;
    const size_t step = COUNT * 3 * sizeof(V32);
    for (; steps != 0; steps--, in += step, out += step) {
        V32 a[COUNT][3];
        LANE(load_triples_le)(in, a, COUNT);
        for (unsigned v = 0; v < COUNT; v++)
            LANE(mirror)(a[v]);
        LANE(rounds)(a, cipher->decryption_key);
        for (unsigned v = 0; v < COUNT; v++)
            LANE(mirror)(a[v]);
        LANE(store_triples_le)(out, a, COUNT);
    }
}

#undef COUNT
#undef ROTL

/* SPDX-License-Identifier: MIT */
/* rc2_lanes.h - the kernels of RC2; included by each_width.h. */

#if LANE_BITS == 0
#define COUNT 1
#define LANES_A_VECTOR 1
#define HALF(v, lane) (v)
#else
#define COUNT VECTORS
#define LANES_A_VECTOR (sizeof(V16) / 2)
#define HALF(v, lane) (v)[lane]
#endif
#define ROTL(x, n) (V16)((x) << (n) | (x) >> (16 - (n)))

/* A mixing round with four words of key, and its inverse. */
static ALWAYS_INLINE LANE_TARGET void LANE(mix)(V16 r[COUNT][4], const uint16_t *k)
{
    for (unsigned j = 0; j < 4; j++)
        for (unsigned v = 0; v < COUNT; v++) {
            V16 x1 = r[v][(j + 3) % 4], x2 = r[v][(j + 2) % 4], x3 = r[v][(j + 1) % 4];
            V16 sum = (V16)(r[v][j] + k[j] + (x1 & x2) + (~x1 & x3));
            r[v][j] = ROTL(sum, j + 1 + (j == 3));
        }
}

static ALWAYS_INLINE LANE_TARGET void LANE(inverse_mix)(V16 r[COUNT][4], const uint16_t *k)
{
    for (unsigned j = 4; j-- != 0;)
        for (unsigned v = 0; v < COUNT; v++) {
            V16 x1 = r[v][(j + 3) % 4], x2 = r[v][(j + 2) % 4], x3 = r[v][(j + 1) % 4];
            V16 sum = ROTL(r[v][j], 16 - (j + 1 + (j == 3)));
            r[v][j] = (V16)(sum - k[j] - (x1 & x2) - (~x1 & x3));
        }
}

/* The word of key that the low six bits of every lane name. */
static ALWAYS_INLINE LANE_TARGET V16 LANE(look_up)(V16 index, const uint16_t *k)
{
    V16 words;
    for (unsigned lane = 0; lane < LANES_A_VECTOR; lane++)
        HALF(words, lane) = k[HALF(index, lane) & 63];
    return words;
}

static ALWAYS_INLINE LANE_TARGET void LANE(mash)(V16 r[COUNT][4], const uint16_t *k)
{
    for (unsigned j = 0; j < 4; j++)
        for (unsigned v = 0; v < COUNT; v++)
            r[v][j] += LANE(look_up)(r[v][(j + 3) % 4], k);
}

static ALWAYS_INLINE LANE_TARGET void LANE(inverse_mash)(V16 r[COUNT][4], const uint16_t *k)
{
    for (unsigned j = 4; j-- != 0;)
        for (unsigned v = 0; v < COUNT; v++)
            r[v][j] -= LANE(look_up)(r[v][(j + 3) % 4], k);
}

static LANE_TARGET void LANE(encrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    const uint16_t *k = ((const struct rc2 *)context)->key;
    const size_t step = COUNT * 4 * sizeof(V16);
    for (; steps != 0; steps--, in += step, out += step) {
        V16 r[COUNT][4];
        LANE(load_halves_le)(in, r, COUNT);
        for (unsigned i = 0; i < 16; i++) {
            LANE(mix)(r, k + 4 * i);
            if (i == 4 || i == 10)
                LANE(mash)(r, k);
        }
        LANE(store_halves_le)(out, r, COUNT);
    }
}

static LANE_TARGET void LANE(decrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    const uint16_t *k = ((const struct rc2 *)context)->key;
    const size_t step = COUNT * 4 * sizeof(V16);
    for (; steps != 0; steps--, in += step, out += step) {
        V16 r[COUNT][4];
        LANE(load_halves_le)(in, r, COUNT);
        for (unsigned i = 16; i-- != 0;) {
            if (i == 4 || i == 10)
                LANE(inverse_mash)(r, k);
            LANE(inverse_mix)(r, k + 4 * i);
        }
        LANE(store_halves_le)(out, r, COUNT);
    }
}

#undef COUNT
#undef LANES_A_VECTOR
#undef HALF
#undef ROTL

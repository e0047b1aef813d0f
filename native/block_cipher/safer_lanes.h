/* SPDX-License-Identifier: MIT */
/* safer_lanes.h - the kernels of SAFER; included by each_width.h. */

/* Bytes 0, 3, 4, 7 of a block are exclusive-ored with the first key of a round, the others added. */
#define IS_XORED(i) ((i) % 4 == 0 || (i) % 4 == 3)

static ALWAYS_INLINE LANE_TARGET V8 LANE(look_up)(const uint8_t table[256], V8 x)
{
#if LANE_BITS == 0
    return table[x];
#else
    uint8_t bytes[sizeof x];
    memcpy(bytes, &x, sizeof x);
    for (unsigned lane = 0; lane < sizeof x; lane++)
        bytes[lane] = table[bytes[lane]];
    memcpy(&x, bytes, sizeof x);
    return x;
#endif
}

/* Byte i of the block, or of all blocks, to S[i]. */
static ALWAYS_INLINE LANE_TARGET void LANE(load_bytes)(const uint8_t *in, V8 s[8])
{
#if LANE_BITS == 0
    memcpy(s, in, 8);
#else
    V64 w[8];
    for (unsigned i = 0; i < 8; i++)
        w[i] = LANE(load)(in + i * sizeof w[i]);
    LANE(exchange_bytes)(w);
    for (unsigned i = 0; i < 8; i++)
        s[i] = (V8)w[i];
#endif
}

static ALWAYS_INLINE LANE_TARGET void LANE(store_bytes)(uint8_t *out, const V8 s[8])
{
#if LANE_BITS == 0
    memcpy(out, s, 8);
#else
    V64 w[8];
    for (unsigned i = 0; i < 8; i++)
        w[i] = (V64)s[i];
    LANE(exchange_bytes)(w);
    for (unsigned i = 0; i < 8; i++)
        LANE(store)(out + i * sizeof w[i], w[i]);
#endif
}

/* Three layers of (a, b) -> (2 a + b, a + b) on pairs, the bytes reordered after the first and the second. */
static ALWAYS_INLINE LANE_TARGET void LANE(transform)(V8 s[8])
{
    static const unsigned order[8] = {0, 2, 4, 6, 1, 3, 5, 7};
    for (unsigned layer = 0; layer < 3; layer++) {
        V8 t[8];
        for (unsigned i = 0; i < 8; i += 2) {
            t[i + 1] = s[i] + s[i + 1];
            t[i] = s[i] + t[i + 1];
        }
        for (unsigned i = 0; i < 8; i++)
            s[i] = t[layer == 2 ? i : order[i]];
    }
}

static ALWAYS_INLINE LANE_TARGET void LANE(inverse_transform)(V8 s[8])
{
    static const unsigned order[8] = {0, 4, 1, 5, 2, 6, 3, 7};
    for (unsigned layer = 0; layer < 3; layer++) {
        V8 t[8];
        for (unsigned i = 0; i < 8; i++)
            t[i] = s[layer == 0 ? i : order[i]];
        for (unsigned i = 0; i < 8; i += 2) {
            s[i] = t[i] - t[i + 1];
            s[i + 1] = t[i + 1] - s[i];
        }
    }
}

static LANE_TARGET void LANE(encrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    const struct safer *safer = context;
    const uint8_t (*const last)[8] = safer->key + 2 * safer->rounds;
    for (; steps != 0; steps--, in += 8 * sizeof(V8), out += 8 * sizeof(V8)) {
        V8 s[8];
        LANE(load_bytes)(in, s);
        for (const uint8_t (*k)[8] = safer->key; k != last; k += 2) {
            for (unsigned i = 0; i < 8; i++)
                if (IS_XORED(i))
                    s[i] = LANE(look_up)(exponential, s[i] ^ k[0][i]) + k[1][i];
                else
                    s[i] = LANE(look_up)(logarithm, s[i] + k[0][i]) ^ k[1][i];
            LANE(transform)(s);
        }
        for (unsigned i = 0; i < 8; i++)
            s[i] = IS_XORED(i) ? s[i] ^ (*last)[i] : s[i] + (*last)[i];
        LANE(store_bytes)(out, s);
    }
}

static LANE_TARGET void LANE(decrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    const struct safer *safer = context;
    const uint8_t (*const last)[8] = safer->key + 2 * safer->rounds;
    for (; steps != 0; steps--, in += 8 * sizeof(V8), out += 8 * sizeof(V8)) {
        V8 s[8];
        LANE(load_bytes)(in, s);
        for (unsigned i = 0; i < 8; i++)
            s[i] = IS_XORED(i) ? s[i] ^ (*last)[i] : s[i] - (*last)[i];
        for (const uint8_t (*k)[8] = last; k != safer->key;) {
            k -= 2;
            LANE(inverse_transform)(s);
            for (unsigned i = 0; i < 8; i++)
                if (IS_XORED(i))
                    s[i] = LANE(look_up)(logarithm, s[i] - k[1][i]) ^ k[0][i];
                else
                    s[i] = LANE(look_up)(exponential, s[i] ^ k[1][i]) - k[0][i];
        }
        LANE(store_bytes)(out, s);
    }
}

#undef IS_XORED

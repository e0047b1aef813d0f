/* SPDX-License-Identifier: MIT */
/* idea_lanes.h - the kernels of IDEA; included by each_width.h. */

#if LANE_BITS == 0
#define COUNT 1

static inline V16 LANE(multiply)(V16 a, V16 b)
{
    uint32_t product = (uint32_t)a * b;
    V16 low = (V16)product, high = (V16)(product >> 16);
    return (V16)(product != 0 ? low - high + (low < high) : 1 - a - b);
}
#else
#define COUNT VECTORS

/*
 * The loop over lanes is known to compilers as one instruction, if it runs over arrays and B is not seen to be the
 * same in all lanes (below, B comes out of an array for this reason).
 *
 * With the product as 2^16 high + low, and 2^16 = -1 modulo 2^16 + 1: low - high, and 1 more where that is negative.
 * The halves are equal only where a factor is 0, i.e. stands for 2^16 = -1: there the result is 1 - a - b.
 */
static ALWAYS_INLINE LANE_TARGET V16 LANE(multiply)(V16 a, V16 b)
{
    uint16_t x[sizeof a / 2], y[sizeof a / 2], z[sizeof a / 2];
    V16 low = a * b, high;
    memcpy(x, &a, sizeof a);
    memcpy(y, &b, sizeof b);
    for (unsigned lane = 0; lane < sizeof a / 2; lane++)
        z[lane] = (uint16_t)((uint32_t)x[lane] * y[lane] >> 16);
    memcpy(&high, z, sizeof high);
    return low - high - (V16)(low <= high) - ((V16)(low == high) & (a + b));
}
#endif

static LANE_TARGET void LANE(crypt)(const uint16_t *k, const uint8_t *in, uint8_t *out, size_t steps)
{
    const size_t step = COUNT * 4 * sizeof(V16);
    for (; steps != 0; steps--, in += step, out += step) {
        V16 x[COUNT][4];
        LANE(load_halves_be)(in, x, COUNT);
        for (unsigned r = 0; r < 8; r++) {
            V16 z[6];
            for (unsigned i = 0; i < 6; i++)
                z[i] = k[6 * r + i] + (V16){0};
            for (unsigned v = 0; v < COUNT; v++) {
                V16 a = LANE(multiply)(x[v][0], z[0]), b = x[v][1] + z[1];
                V16 c = x[v][2] + z[2], d = LANE(multiply)(x[v][3], z[3]);
                V16 t = LANE(multiply)(a ^ c, z[4]);
                V16 u = LANE(multiply)(t + (b ^ d), z[5]);
                t += u;
                x[v][0] = a ^ u;
                x[v][1] = c ^ u;
                x[v][2] = b ^ t;
                x[v][3] = d ^ t;
            }
        }
        V16 z[4];
        for (unsigned i = 0; i < 4; i++)
            z[i] = k[48 + i] + (V16){0};
        for (unsigned v = 0; v < COUNT; v++) {
            V16 b = x[v][2] + z[1];
            x[v][0] = LANE(multiply)(x[v][0], z[0]);
            x[v][2] = x[v][1] + z[2];
            x[v][1] = b;
            x[v][3] = LANE(multiply)(x[v][3], z[3]);
        }
        LANE(store_halves_be)(out, x, COUNT);
    }
}

static LANE_TARGET void LANE(encrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    LANE(crypt)(((const struct idea *)context)->encryption_key, in, out, steps);
}

static LANE_TARGET void LANE(decrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    LANE(crypt)(((const struct idea *)context)->decryption_key, in, out, steps);
}

#undef COUNT

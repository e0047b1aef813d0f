/* SPDX-License-Identifier: MIT */
/* rc6_lanes.h - the kernels of RC6-32; included by each_width.h. */

#if LANE_BITS == 0
#define COUNT 1
#else
#define COUNT VECTORS
#endif

/* B (2 B + 1) <<< 5, or the same of D. */
static ALWAYS_INLINE LANE_TARGET V32 LANE(mix)(V32 b)
{
    b *= 2 * b + 1;
    return b << 5 | b >> 27;
}

static LANE_TARGET void LANE(encrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    const struct rc6 *rc6 = context;
    const size_t step = COUNT * 4 * sizeof(V32);
    const unsigned rounds = rc6->rounds;
    for (; steps != 0; steps--, in += step, out += step) {
        V32 x[COUNT][4];
        LANE(load_words_le)(in, x, COUNT);
        const uint32_t *s = rc6->s;
        for (unsigned v = 0; v < COUNT; v++) {
            x[v][1] += s[0];
            x[v][3] += s[1];
        }
        for (unsigned i = 0; i < rounds; i++) {
            s += 2;
            for (unsigned v = 0; v < COUNT; v++) {
                V32 t = LANE(mix)(x[v][1]), u = LANE(mix)(x[v][3]);
                V32 a = ROTATE_LEFT_BY(x[v][0] ^ t, u) + s[0];
                V32 c = ROTATE_LEFT_BY(x[v][2] ^ u, t) + s[1];
                x[v][0] = x[v][1];
                x[v][1] = c;
                x[v][2] = x[v][3];
                x[v][3] = a;
            }
        }
        for (unsigned v = 0; v < COUNT; v++) {
            x[v][0] += s[2];
            x[v][2] += s[3];
        }
        LANE(store_words_le)(out, x, COUNT);
    }
}

static LANE_TARGET void LANE(decrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    const struct rc6 *rc6 = context;
    const size_t step = COUNT * 4 * sizeof(V32);
    const unsigned rounds = rc6->rounds;
    for (; steps != 0; steps--, in += step, out += step) {
        V32 x[COUNT][4];
        LANE(load_words_le)(in, x, COUNT);
        const uint32_t *s = rc6->s + 2 * rounds;
        for (unsigned v = 0; v < COUNT; v++) {
            x[v][2] -= s[3];
            x[v][0] -= s[2];
        }
        for (unsigned i = 0; i < rounds; i++) {
            for (unsigned v = 0; v < COUNT; v++) {
                V32 t = LANE(mix)(x[v][0]), u = LANE(mix)(x[v][2]);
                V32 a = ROTATE_RIGHT_BY(x[v][3] - s[0], u) ^ t;
                V32 c = ROTATE_RIGHT_BY(x[v][1] - s[1], t) ^ u;
                x[v][1] = x[v][0];
                x[v][0] = a;
                x[v][3] = x[v][2];
                x[v][2] = c;
            }
            s -= 2;
        }
        for (unsigned v = 0; v < COUNT; v++) {
            x[v][3] -= s[1];
            x[v][1] -= s[0];
        }
        LANE(store_words_le)(out, x, COUNT);
    }
}

#undef COUNT

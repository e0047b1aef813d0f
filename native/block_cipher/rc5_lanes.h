/* SPDX-License-Identifier: MIT */
/* rc5_lanes.h - the kernels of RC5-32; included by each_width.h. */

#if LANE_BITS == 0
#define COUNT 1
#else
#define COUNT VECTORS
#endif

static LANE_TARGET void LANE(encrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    const struct rc5 *rc5 = context;
    const size_t step = COUNT * 2 * sizeof(V32);
    const uint32_t *s = rc5->s;
    for (; steps != 0; steps--, in += step, out += step) {
        V32 y[COUNT], z[COUNT];
        LANE(load_pairs_le)(in, y, z, COUNT);
        for (unsigned v = 0; v < COUNT; v++) {
            y[v] += s[0];
            z[v] += s[1];
        }
        for (unsigned i = 1; i <= rc5->rounds; i++) {
            for (unsigned v = 0; v < COUNT; v++)
                y[v] = ROTATE_LEFT_BY(y[v] ^ z[v], z[v]) + s[2 * i];
            for (unsigned v = 0; v < COUNT; v++)
                z[v] = ROTATE_LEFT_BY(z[v] ^ y[v], y[v]) + s[2 * i + 1];
        }
        LANE(store_pairs_le)(out, y, z, COUNT);
    }
}

static LANE_TARGET void LANE(decrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    const struct rc5 *rc5 = context;
    const size_t step = COUNT * 2 * sizeof(V32);
    const uint32_t *s = rc5->s;
    for (; steps != 0; steps--, in += step, out += step) {
        V32 y[COUNT], z[COUNT];
        LANE(load_pairs_le)(in, y, z, COUNT);
        for (unsigned i = rc5->rounds; i != 0; i--) {
            for (unsigned v = 0; v < COUNT; v++)
                z[v] = ROTATE_RIGHT_BY(z[v] - s[2 * i + 1], y[v]) ^ y[v];
            for (unsigned v = 0; v < COUNT; v++)
                y[v] = ROTATE_RIGHT_BY(y[v] - s[2 * i], z[v]) ^ z[v];
        }
        for (unsigned v = 0; v < COUNT; v++) {
            z[v] -= s[1];
            y[v] -= s[0];
        }
        LANE(store_pairs_le)(out, y, z, COUNT);
    }
}

#undef COUNT

/* SPDX-License-Identifier: MIT */
/* xtea_lanes.h - the kernels of XTEA; included by each_width.h. */

#if LANE_BITS == 0
#define COUNT 1
#else
#define COUNT VECTORS
#endif

static LANE_TARGET void LANE(encrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    const struct xtea *xtea = context;
    const size_t step = COUNT * 2 * sizeof(V32);
    for (; steps != 0; steps--, in += step, out += step) {
        V32 y[COUNT], z[COUNT];
        LANE(load_pairs_be)(in, y, z, COUNT);
        for (unsigned i = 0; i < xtea->cycles; i++) {
            const uint32_t k0 = xtea->round_key[i][0], k1 = xtea->round_key[i][1];
            for (unsigned v = 0; v < COUNT; v++)
                y[v] += ((z[v] << 4 ^ z[v] >> 5) + z[v]) ^ k0;
            for (unsigned v = 0; v < COUNT; v++)
                z[v] += ((y[v] << 4 ^ y[v] >> 5) + y[v]) ^ k1;
        }
        LANE(store_pairs_be)(out, y, z, COUNT);
    }
}

static LANE_TARGET void LANE(decrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    const struct xtea *xtea = context;
    const size_t step = COUNT * 2 * sizeof(V32);
    for (; steps != 0; steps--, in += step, out += step) {
        V32 y[COUNT], z[COUNT];
        LANE(load_pairs_be)(in, y, z, COUNT);
        for (unsigned i = xtea->cycles; i-- != 0;) {
            const uint32_t k0 = xtea->round_key[i][0], k1 = xtea->round_key[i][1];
            for (unsigned v = 0; v < COUNT; v++)
                z[v] -= ((y[v] << 4 ^ y[v] >> 5) + y[v]) ^ k1;
            for (unsigned v = 0; v < COUNT; v++)
                y[v] -= ((z[v] << 4 ^ z[v] >> 5) + z[v]) ^ k0;
        }
        LANE(store_pairs_be)(out, y, z, COUNT);
    }
}

#undef COUNT

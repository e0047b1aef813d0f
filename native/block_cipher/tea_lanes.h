/* SPDX-License-Identifier: MIT */
/* tea_lanes.h - the kernels of TEA; included by each_width.h. */

#if LANE_BITS == 0
#define COUNT 1
#else
#define COUNT VECTORS
#endif

static LANE_TARGET void LANE(encrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    const struct tea *tea = context;
    const size_t step = COUNT * 2 * sizeof(V32);
    const uint32_t k0 = tea->key[0], k1 = tea->key[1], k2 = tea->key[2], k3 = tea->key[3];
    for (; steps != 0; steps--, in += step, out += step) {
        V32 y[COUNT], z[COUNT];
        LANE(load_pairs_be)(in, y, z, COUNT);
        uint32_t sum = 0;
        for (unsigned i = 0; i < tea->cycles; i++) {
            sum += DELTA;
            for (unsigned v = 0; v < COUNT; v++)
                y[v] += ((z[v] << 4) + k0) ^ (z[v] + sum) ^ ((z[v] >> 5) + k1);
            for (unsigned v = 0; v < COUNT; v++)
                z[v] += ((y[v] << 4) + k2) ^ (y[v] + sum) ^ ((y[v] >> 5) + k3);
        }
        LANE(store_pairs_be)(out, y, z, COUNT);
    }
}

static LANE_TARGET void LANE(decrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    const struct tea *tea = context;
    const size_t step = COUNT * 2 * sizeof(V32);
    const uint32_t k0 = tea->key[0], k1 = tea->key[1], k2 = tea->key[2], k3 = tea->key[3];
    for (; steps != 0; steps--, in += step, out += step) {
        V32 y[COUNT], z[COUNT];
        LANE(load_pairs_be)(in, y, z, COUNT);
        uint32_t sum = DELTA * tea->cycles;
        for (unsigned i = 0; i < tea->cycles; i++) {
            for (unsigned v = 0; v < COUNT; v++)
                z[v] -= ((y[v] << 4) + k2) ^ (y[v] + sum) ^ ((y[v] >> 5) + k3);
            for (unsigned v = 0; v < COUNT; v++)
                y[v] -= ((z[v] << 4) + k0) ^ (z[v] + sum) ^ ((z[v] >> 5) + k1);
            sum -= DELTA;
        }
        LANE(store_pairs_be)(out, y, z, COUNT);
    }
}

#undef COUNT

/* SPDX-License-Identifier: MIT */
/* mdc_md5_lanes.h - the kernels of MDC/MD5; included by each_width.h. */
#if LANE_BITS == 0

static void LANE(encrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    const struct mdc_md5 *mdc = context;
    for (; steps != 0; steps--, in += BLOCK_SIZE, out += BLOCK_SIZE) {
        uint32_t chain[4];
        for (unsigned i = 0; i < 4; i++)
            chain[i] = load32_le(in + 4 * i);
        md5_compress(chain, mdc->key);
        for (unsigned i = 0; i < 4; i++)
            store32_le(out + 4 * i, chain[i]);
    }
}

#else

#define COUNT VECTORS
#include "native/block_cipher/md5_lanes.h"

static LANE_TARGET void LANE(encrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    const struct mdc_md5 *mdc = context;
    const size_t step = COUNT * 4 * sizeof(V32);
    V32 message[16], x[COUNT][4];
    const V32 *m[COUNT];
    for (unsigned i = 0; i < 16; i++)
        message[i] = (V32){0} + load32_le(mdc->key + 4 * i);
    for (unsigned v = 0; v < COUNT; v++)
        m[v] = message;
    for (; steps != 0; steps--, in += step, out += step) {
        LANE(load_words_le)(in, x, COUNT);
        LANE(md5_compress)(x, m);
        LANE(store_words_le)(out, x, COUNT);
    }
}

#undef COUNT

#endif

/* SPDX-License-Identifier: MIT */
/* luby_rackoff_md5_lanes.h - the kernel of Luby-Rackoff/MD5; included by each_width.h. */
#if LANE_BITS == 0
#define COUNT 1
#else
#define COUNT VECTORS
#endif
#include "native/block_cipher/md5_lanes.h"

/* Puts the words X into the message M behind OFFSET bytes; PADDED is what M holds around them. */
static ALWAYS_INLINE LANE_TARGET void LANE(insert)(V32 *m, const uint32_t *padded, unsigned offset, const V32 x[4])
{
    const unsigned shift = offset % 4 * 8;
    m += offset / 4;
    padded += offset / 4;
    if (shift == 0) {
        for (unsigned i = 0; i < 4; i++)
            m[i] = x[i];
        return;
    }
    m[0] = x[0] << shift | padded[0];
    for (unsigned i = 1; i < 4; i++)
        m[i] = x[i] << shift | x[i - 1] >> (32 - shift);
    m[4] = x[3] >> (32 - shift) | padded[4];
}

/* Four rounds, of which the first one hashes half FIRST of the block: left (0) to encrypt, right (1) to decrypt. */
static LANE_TARGET void LANE(crypt)(const struct luby_rackoff_md5 *cipher, const uint8_t *in, uint8_t *out,
                                    size_t steps, unsigned first)
{
    enum { BLOCKS = COUNT * sizeof(V32) / sizeof(uint32_t) };
    uint8_t halves[2][16 * BLOCKS];
    V32 x[2][COUNT][4], message[2][COUNT][MESSAGE_WORDS], h[COUNT][4];
    for (unsigned side = 0; side < 2; side++)
        for (unsigned v = 0; v < COUNT; v++)
            for (unsigned i = 0; i < MESSAGE_WORDS; i++)
                message[side][v][i] = (V32){0} + cipher->sides[side].padded[i];
    for (; steps != 0; steps--, in += 32 * BLOCKS, out += 32 * BLOCKS) {
        for (unsigned i = 0; i < 2 * BLOCKS; i++)
            memcpy(halves[i % 2] + i / 2 * 16, in + 16 * i, 16);
        LANE(load_words_le)(halves[0], x[0], COUNT);
        LANE(load_words_le)(halves[1], x[1], COUNT);
        for (unsigned round = 0; round < 4; round++) {
            const unsigned from = (round + first) % 2;
            const struct side *side = &cipher->sides[from];
            for (unsigned v = 0; v < COUNT; v++) {
                LANE(insert)(message[from][v], side->padded, side->offset, x[from][v]);
                for (unsigned i = 0; i < 4; i++)
                    h[v][i] = (V32){0} + side->state[i];
            }
            for (unsigned block = 0; block < side->blocks; block++) {
                const V32 *m[COUNT];
                for (unsigned v = 0; v < COUNT; v++)
                    m[v] = message[from][v] + 16 * block;
                LANE(md5_compress)(h, m);
            }
            for (unsigned v = 0; v < COUNT; v++)
                for (unsigned i = 0; i < 4; i++)
                    x[1 - from][v][i] ^= h[v][i];
        }
        LANE(store_words_le)(halves[0], x[0], COUNT);
        LANE(store_words_le)(halves[1], x[1], COUNT);
        for (unsigned i = 0; i < 2 * BLOCKS; i++)
            memcpy(out + 16 * i, halves[i % 2] + i / 2 * 16, 16);
    }
}

static void LANE(encrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    LANE(crypt)(context, in, out, steps, 0);
}

static void LANE(decrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    LANE(crypt)(context, in, out, steps, 1);
}

#undef COUNT

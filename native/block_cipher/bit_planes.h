/* SPDX-License-Identifier: MIT */
/*
 * bit_planes.h - blocks of 64 bits as 64 vectors, one for each bit; included by the kernels of ciphers that are
 * computed as circuits over all blocks at once (after lane_blocks.h, at the same width; no include guard).
 *
 * A step takes as many blocks as a vector has bits.
 */

/* Exchanges the high halves of A's fields of 2 N bits with the low halves of B's; MASK has the low halves. */
static ALWAYS_INLINE LANE_TARGET void LANE(exchange_fields)(V64 *a, V64 *b, unsigned n, uint64_t mask)
{
    V64 difference = (*a >> n ^ *b) & mask;
    *b ^= difference;
    *a ^= difference << n;
}

/*
 * Within each lane of 64 bits, bit j of vector i becomes bit i of vector j; its own inverse.  In two passes of three
 * levels, over eight vectors that registers can hold.
 */
static ALWAYS_INLINE LANE_TARGET void LANE(transpose)(V64 p[64])
{
    for (unsigned i = 0; i < 8; i++) {
        V64 w[8];
        for (unsigned j = 0; j < 8; j++)
            w[j] = p[i + 8 * j];
        for (unsigned j = 0; j < 4; j++)
            LANE(exchange_fields)(&w[j], &w[j + 4], 32, 0x00000000ffffffff);
        for (unsigned j = 0; j < 4; j++)
            LANE(exchange_fields)(&w[j + (j & 2)], &w[j + (j & 2) + 2], 16, 0x0000ffff0000ffff);
        for (unsigned j = 0; j < 4; j++)
            LANE(exchange_fields)(&w[2 * j], &w[2 * j + 1], 8, 0x00ff00ff00ff00ff);
        for (unsigned j = 0; j < 8; j++)
            p[i + 8 * j] = w[j];
    }
    for (unsigned i = 0; i < 64; i += 8) {
        V64 w[8];
        for (unsigned j = 0; j < 8; j++)
            w[j] = p[i + j];
        for (unsigned j = 0; j < 4; j++)
            LANE(exchange_fields)(&w[j], &w[j + 4], 4, 0x0f0f0f0f0f0f0f0f);
        for (unsigned j = 0; j < 4; j++)
            LANE(exchange_fields)(&w[j + (j & 2)], &w[j + (j & 2) + 2], 2, 0x3333333333333333);
        for (unsigned j = 0; j < 4; j++)
            LANE(exchange_fields)(&w[2 * j], &w[2 * j + 1], 1, 0x5555555555555555);
        for (unsigned j = 0; j < 8; j++)
            p[i + j] = w[j];
    }
}

/* Which vector has bit BIT, the least significant being 0, of byte BYTE. */
static inline unsigned LANE(plane_of)(unsigned byte, unsigned bit)
{
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return 8 * (7 - byte) + bit;
#else
    return 8 * byte + bit;
#endif
}

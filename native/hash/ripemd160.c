/* SPDX-License-Identifier: MIT */
/*
 * RIPEMD-160 (Dobbertin, Bosselaers, Preneel, 1996; ISO/IEC 10118-3): digest of 20 bytes, 64-byte blocks, two lines of
 * 5 rounds of 16 steps.
 * Constant-time.  Reads variant->vector_bits: `many` uses vectors of at most that width.
 */
#include "native/hash/merkle_damgard.h"
#include "native/native.h"

static const struct md_hash ripemd160 = {
    .initial = {.w32 = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}},
    .block_size = 64,
    .length_size = 8,
    .digest_size = 20,
    .words = MD_LITTLE_32,
};

#define ROTL(x, n) ((x) << (n) | (x) >> (32 - (n)))

/* The five functions; where one is a sum of halves without a bit in common, STEP adds the half without x first. */
#define F1(x, y, z) 0, x ^ (y ^ z)
#define F2(x, y, z) z & ~x, x & y
#define F3(x, y, z) 0, z ^ (x | ~y)
#define F4(x, y, z) y & ~z, x & z
#define F5(x, y, z) 0, x ^ (y | ~z)

#define STEP(a, b, c, d, e, function, i, constant, s) STEP_(a, b, c, d, e, function(b, c, d), i, constant, s)
#define STEP_(...) STEP__(__VA_ARGS__)
#define STEP__(a, b, c, d, e, first, second, i, constant, s)                                                           \
    a += WORD(i) + (constant);                                                                                            \
    a += first;                                                                                                        \
    a += second;                                                                                                       \
    a = ROTL(a, s) + e;                                                                                              \
    c = ROTL(c, 10)

/* A step of the left line with word i rotated by s, and the one of the right line beside it. */
#define STEPS_1(a, b, c, d, e, i, s, j, t)                                                                             \
    STEP(a##l, b##l, c##l, d##l, e##l, F1, i, 0, s);                                                                   \
    STEP(a##r, b##r, c##r, d##r, e##r, F5, j, 0x50a28be6, t)
#define STEPS_2(a, b, c, d, e, i, s, j, t)                                                                             \
    STEP(a##l, b##l, c##l, d##l, e##l, F2, i, 0x5a827999, s);                                                          \
    STEP(a##r, b##r, c##r, d##r, e##r, F4, j, 0x5c4dd124, t)
#define STEPS_3(a, b, c, d, e, i, s, j, t)                                                                             \
    STEP(a##l, b##l, c##l, d##l, e##l, F3, i, 0x6ed9eba1, s);                                                          \
    STEP(a##r, b##r, c##r, d##r, e##r, F3, j, 0x6d703ef3, t)
#define STEPS_4(a, b, c, d, e, i, s, j, t)                                                                             \
    STEP(a##l, b##l, c##l, d##l, e##l, F4, i, 0x8f1bbcdc, s);                                                          \
    STEP(a##r, b##r, c##r, d##r, e##r, F2, j, 0x7a6d76e9, t)
#define STEPS_5(a, b, c, d, e, i, s, j, t)                                                                             \
    STEP(a##l, b##l, c##l, d##l, e##l, F5, i, 0xa953fd4e, s);                                                          \
    STEP(a##r, b##r, c##r, d##r, e##r, F1, j, 0, t)

/* Both lines, over words or over vectors of them; WORD(i) is word i of the message. */
#define EIGHTY_STEPS                                                                                                   \
    STEPS_1(a, b, c, d, e, 0, 11, 5, 8);                                                                               \
    STEPS_1(e, a, b, c, d, 1, 14, 14, 9);                                                                              \
    STEPS_1(d, e, a, b, c, 2, 15, 7, 9);                                                                               \
    STEPS_1(c, d, e, a, b, 3, 12, 0, 11);                                                                              \
    STEPS_1(b, c, d, e, a, 4, 5, 9, 13);                                                                               \
    STEPS_1(a, b, c, d, e, 5, 8, 2, 15);                                                                               \
    STEPS_1(e, a, b, c, d, 6, 7, 11, 15);                                                                              \
    STEPS_1(d, e, a, b, c, 7, 9, 4, 5);                                                                                \
    STEPS_1(c, d, e, a, b, 8, 11, 13, 7);                                                                              \
    STEPS_1(b, c, d, e, a, 9, 13, 6, 7);                                                                               \
    STEPS_1(a, b, c, d, e, 10, 14, 15, 8);                                                                             \
    STEPS_1(e, a, b, c, d, 11, 15, 8, 11);                                                                             \
    STEPS_1(d, e, a, b, c, 12, 6, 1, 14);                                                                              \
    STEPS_1(c, d, e, a, b, 13, 7, 10, 14);                                                                             \
    STEPS_1(b, c, d, e, a, 14, 9, 3, 12);                                                                              \
    STEPS_1(a, b, c, d, e, 15, 8, 12, 6);                                                                              \
    STEPS_2(e, a, b, c, d, 7, 7, 6, 9);                                                                                \
    STEPS_2(d, e, a, b, c, 4, 6, 11, 13);                                                                              \
    STEPS_2(c, d, e, a, b, 13, 8, 3, 15);                                                                              \
    STEPS_2(b, c, d, e, a, 1, 13, 7, 7);                                                                               \
    STEPS_2(a, b, c, d, e, 10, 11, 0, 12);                                                                             \
    STEPS_2(e, a, b, c, d, 6, 9, 13, 8);                                                                               \
    STEPS_2(d, e, a, b, c, 15, 7, 5, 9);                                                                               \
    STEPS_2(c, d, e, a, b, 3, 15, 10, 11);                                                                             \
    STEPS_2(b, c, d, e, a, 12, 7, 14, 7);                                                                              \
    STEPS_2(a, b, c, d, e, 0, 12, 15, 7);                                                                              \
    STEPS_2(e, a, b, c, d, 9, 15, 8, 12);                                                                              \
    STEPS_2(d, e, a, b, c, 5, 9, 12, 7);                                                                               \
    STEPS_2(c, d, e, a, b, 2, 11, 4, 6);                                                                               \
    STEPS_2(b, c, d, e, a, 14, 7, 9, 15);                                                                              \
    STEPS_2(a, b, c, d, e, 11, 13, 1, 13);                                                                             \
    STEPS_2(e, a, b, c, d, 8, 12, 2, 11);                                                                              \
    STEPS_3(d, e, a, b, c, 3, 11, 15, 9);                                                                              \
    STEPS_3(c, d, e, a, b, 10, 13, 5, 7);                                                                              \
    STEPS_3(b, c, d, e, a, 14, 6, 1, 15);                                                                              \
    STEPS_3(a, b, c, d, e, 4, 7, 3, 11);                                                                               \
    STEPS_3(e, a, b, c, d, 9, 14, 7, 8);                                                                               \
    STEPS_3(d, e, a, b, c, 15, 9, 14, 6);                                                                              \
    STEPS_3(c, d, e, a, b, 8, 13, 6, 6);                                                                               \
    STEPS_3(b, c, d, e, a, 1, 15, 9, 14);                                                                              \
    STEPS_3(a, b, c, d, e, 2, 14, 11, 12);                                                                             \
    STEPS_3(e, a, b, c, d, 7, 8, 8, 13);                                                                               \
    STEPS_3(d, e, a, b, c, 0, 13, 12, 5);                                                                              \
    STEPS_3(c, d, e, a, b, 6, 6, 2, 14);                                                                               \
    STEPS_3(b, c, d, e, a, 13, 5, 10, 13);                                                                             \
    STEPS_3(a, b, c, d, e, 11, 12, 0, 13);                                                                             \
    STEPS_3(e, a, b, c, d, 5, 7, 4, 7);                                                                                \
    STEPS_3(d, e, a, b, c, 12, 5, 13, 5);                                                                              \
    STEPS_4(c, d, e, a, b, 1, 11, 8, 15);                                                                              \
    STEPS_4(b, c, d, e, a, 9, 12, 6, 5);                                                                               \
    STEPS_4(a, b, c, d, e, 11, 14, 4, 8);                                                                              \
    STEPS_4(e, a, b, c, d, 10, 15, 1, 11);                                                                             \
    STEPS_4(d, e, a, b, c, 0, 14, 3, 14);                                                                              \
    STEPS_4(c, d, e, a, b, 8, 15, 11, 14);                                                                             \
    STEPS_4(b, c, d, e, a, 12, 9, 15, 6);                                                                              \
    STEPS_4(a, b, c, d, e, 4, 8, 0, 14);                                                                               \
    STEPS_4(e, a, b, c, d, 13, 9, 5, 6);                                                                               \
    STEPS_4(d, e, a, b, c, 3, 14, 12, 9);                                                                              \
    STEPS_4(c, d, e, a, b, 7, 5, 2, 12);                                                                               \
    STEPS_4(b, c, d, e, a, 15, 6, 13, 9);                                                                              \
    STEPS_4(a, b, c, d, e, 14, 8, 9, 12);                                                                              \
    STEPS_4(e, a, b, c, d, 5, 6, 7, 5);                                                                                \
    STEPS_4(d, e, a, b, c, 6, 5, 10, 15);                                                                              \
    STEPS_4(c, d, e, a, b, 2, 12, 14, 8);                                                                              \
    STEPS_5(b, c, d, e, a, 4, 9, 12, 8);                                                                               \
    STEPS_5(a, b, c, d, e, 0, 15, 15, 5);                                                                              \
    STEPS_5(e, a, b, c, d, 5, 5, 10, 12);                                                                              \
    STEPS_5(d, e, a, b, c, 9, 11, 4, 9);                                                                               \
    STEPS_5(c, d, e, a, b, 7, 6, 1, 12);                                                                               \
    STEPS_5(b, c, d, e, a, 12, 8, 5, 5);                                                                               \
    STEPS_5(a, b, c, d, e, 2, 13, 8, 14);                                                                              \
    STEPS_5(e, a, b, c, d, 10, 12, 7, 6);                                                                              \
    STEPS_5(d, e, a, b, c, 14, 5, 6, 8);                                                                               \
    STEPS_5(c, d, e, a, b, 1, 12, 2, 13);                                                                              \
    STEPS_5(b, c, d, e, a, 3, 13, 13, 6);                                                                              \
    STEPS_5(a, b, c, d, e, 8, 14, 14, 5);                                                                              \
    STEPS_5(e, a, b, c, d, 11, 11, 0, 15);                                                                             \
    STEPS_5(d, e, a, b, c, 6, 8, 3, 13);                                                                               \
    STEPS_5(c, d, e, a, b, 15, 5, 9, 11);                                                                              \
    STEPS_5(b, c, d, e, a, 13, 6, 11, 11)

#define COMBINE_LINES                                                                                                  \
    t = h[1] + cl + dr;                                                                                                \
    h[1] = h[2] + dl + er;                                                                                             \
    h[2] = h[3] + el + ar;                                                                                             \
    h[3] = h[4] + al + br;                                                                                             \
    h[4] = h[0] + bl + cr;                                                                                             \
    h[0] = t

#define WORD(i) x[i]

static void compress(union md_state *state, const uint8_t *blocks, size_t count)
{
    uint32_t *h = state->w32;
    for (; count != 0; count--, blocks += 64) {
        uint32_t al = h[0], bl = h[1], cl = h[2], dl = h[3], el = h[4];
        uint32_t ar = h[0], br = h[1], cr = h[2], dr = h[3], er = h[4], x[16], t;
        for (unsigned i = 0; i < 16; i++)
            x[i] = load32_le(blocks + 4 * i);

        EIGHTY_STEPS;
        COMBINE_LINES;
    }
}

#undef WORD

/* `many`: one message in each lane. */
#define LANE_FILE "native/hash/lanes/ripemd160.h"
#define LANE_WORD_BITS 32
#define LANE_STATE_WORDS 5
#define LANE_GROUPS 1
#define LANE_LOAD(p) load32_le(p)
#define LANE_STORE(p, w) store32_le(p, w)
#define LANE_LENGTH_HIGH 15
#define LANE_LENGTH_LOW 14
#include "native/hash/lanes/each_width.h"

static enum status setup(void *context, const struct variant *variant)
{
    return md_setup_many(context, compress, many_for(variant->vector_bits));
}

MD_FUNCTIONS(ripemd160)
MD_MANY(ripemd160)

const struct hash_ops native_ripemd160 = MD_TABLE_MANY(ripemd160, 20, 64);

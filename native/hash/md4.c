/* SPDX-License-Identifier: MIT */
/*
 * MD4, RFC 1320: digest of 16 bytes, 64-byte blocks, 3 rounds of 16 steps.
 * Constant-time.  Reads variant->vector_bits: `many` uses vectors of at most that width.
 */
#include "native/hash/merkle_damgard.h"
#include "native/native.h"

static const struct md_hash md4 = {
    .initial = {.w32 = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}},
    .block_size = 64,
    .length_size = 8,
    .digest_size = 16,
    .words = MD_LITTLE_32,
};

/*
 * One step of each round.  Message word, constant and oldest word are summed before b, the newest, is known; the
 * majority is added in two halves without a bit in common, of which one does not wait for b.
 */
#define STEP_F(a, b, c, d, i, s)                                                                                       \
    a += x[i];                                                                                                         \
    a += d ^ (b & (c ^ d));                                                                                            \
    a = rotl32(a, s)
#define STEP_G(a, b, c, d, i, s)                                                                                       \
    a += x[i] + 0x5a827999;                                                                                            \
    a += c & d;                                                                                                        \
    a += b & (c ^ d);                                                                                                  \
    a = rotl32(a, s)
#define STEP_H(a, b, c, d, i, s)                                                                                       \
    a += x[i] + 0x6ed9eba1;                                                                                            \
    a += b ^ (c ^ d);                                                                                                  \
    a = rotl32(a, s)

#define ROTL(x, n) ((x) << (n) | (x) >> (32 - (n)))

#define FOUR_STEPS(step, s0, s1, s2, s3, i0, i1, i2, i3)                                                               \
    step(a, b, c, d, i0, s0);                                                                                          \
    step(d, a, b, c, i1, s1);                                                                                          \
    step(c, d, a, b, i2, s2);                                                                                          \
    step(b, c, d, a, i3, s3)

/* All steps, with the macros F, G and H for those of the three rounds; over words, or over vectors of them. */
#define ALL_STEPS(F, G, H)                                                                                             \
    FOUR_STEPS(F, 3, 7, 11, 19, 0, 1, 2, 3);                                                                           \
    FOUR_STEPS(F, 3, 7, 11, 19, 4, 5, 6, 7);                                                                           \
    FOUR_STEPS(F, 3, 7, 11, 19, 8, 9, 10, 11);                                                                         \
    FOUR_STEPS(F, 3, 7, 11, 19, 12, 13, 14, 15);                                                                       \
    FOUR_STEPS(G, 3, 5, 9, 13, 0, 4, 8, 12);                                                                           \
    FOUR_STEPS(G, 3, 5, 9, 13, 1, 5, 9, 13);                                                                           \
    FOUR_STEPS(G, 3, 5, 9, 13, 2, 6, 10, 14);                                                                          \
    FOUR_STEPS(G, 3, 5, 9, 13, 3, 7, 11, 15);                                                                          \
    FOUR_STEPS(H, 3, 9, 11, 15, 0, 8, 4, 12);                                                                          \
    FOUR_STEPS(H, 3, 9, 11, 15, 2, 10, 6, 14);                                                                         \
    FOUR_STEPS(H, 3, 9, 11, 15, 1, 9, 5, 13);                                                                          \
    FOUR_STEPS(H, 3, 9, 11, 15, 3, 11, 7, 15)

static void compress(union md_state *state, const uint8_t *blocks, size_t count)
{
    for (; count != 0; count--, blocks += 64) {
        uint32_t a = state->w32[0], b = state->w32[1], c = state->w32[2], d = state->w32[3], x[16];
        for (unsigned i = 0; i < 16; i++)
            x[i] = load32_le(blocks + 4 * i);

        ALL_STEPS(STEP_F, STEP_G, STEP_H);

        state->w32[0] += a;
        state->w32[1] += b;
        state->w32[2] += c;
        state->w32[3] += d;
    }
}

/* `many`: one message in each lane. */
#define LANE_FILE "native/hash/lanes/md4.h"
#define LANE_WORD_BITS 32
#define LANE_STATE_WORDS 4
#define LANE_GROUPS 2
#define LANE_LOAD(p) load32_le(p)
#define LANE_STORE(p, w) store32_le(p, w)
#define LANE_LENGTH_HIGH 15
#define LANE_LENGTH_LOW 14
#include "native/hash/lanes/each_width.h"

static enum status setup(void *context, const struct variant *variant)
{
    return md_setup_many(context, compress, many_for(variant->vector_bits));
}

MD_FUNCTIONS(md4)
MD_MANY(md4)

const struct hash_ops native_md4 = MD_TABLE_MANY(md4, 16, 64);

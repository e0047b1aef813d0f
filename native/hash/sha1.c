/* SPDX-License-Identifier: MIT */
/*
 * SHA-1, FIPS 180-4 section 6.1: digest of 20 bytes, 64-byte blocks, 4 rounds of 20 steps.
 * Constant-time.  Reads variant->vector_bits: at 256 and above the version compiled for BMI2's rotations is used
 * where the CPU has them.
 */
#include "native/common/lanes.h"
#include "native/hash/merkle_damgard.h"
#include "native/native.h"

static const struct md_hash sha1 = {
    .initial = {.w32 = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}},
    .block_size = 64,
    .length_size = 8,
    .digest_size = 20,
    .words = MD_BIG_32,
    .big_endian_length = 1,
};

#define ROTL(x, n) ((x) << (n) | (x) >> (32 - (n)))

/* Word i of the schedule: as loaded, or in the place of the word 16 steps before. */
#define LOADED(i) w[i]
#define EXPANDED(i)                                                                                                    \
    (w[(i) % 16] = ROTL(w[(i) % 16] ^ w[((i) + 2) % 16] ^ w[((i) + 8) % 16] ^ w[((i) + 13) % 16], 1))

/*
 * One step of each kind.  Choice and majority are added in two halves that have no bit in common, so that the half
 * without b, the word from two steps before, is ready early; the rotated a, which is the last to be known, is added
 * last.
 */
#define CHOICE(a, b, c, d, e, word, i)                                                                                 \
    e += word(i) + 0x5a827999;                                                                                         \
    e += d ^ (b & (c ^ d));                                                                                            \
    e += ROTL(a, 5);                                                                                                 \
    b = ROTL(b, 30)
#define PARITY_1(a, b, c, d, e, word, i)                                                                               \
    e += word(i) + 0x6ed9eba1;                                                                                         \
    e += b ^ (c ^ d);                                                                                                  \
    e += ROTL(a, 5);                                                                                                 \
    b = ROTL(b, 30)
#define MAJORITY(a, b, c, d, e, word, i)                                                                               \
    e += word(i) + 0x8f1bbcdc;                                                                                         \
    e += c & d;                                                                                                        \
    e += b & (c ^ d);                                                                                                  \
    e += ROTL(a, 5);                                                                                                 \
    b = ROTL(b, 30)
#define PARITY_2(a, b, c, d, e, word, i)                                                                               \
    e += word(i) + 0xca62c1d6;                                                                                         \
    e += b ^ (c ^ d);                                                                                                  \
    e += ROTL(a, 5);                                                                                                 \
    b = ROTL(b, 30)

#define FIVE_STEPS(step, word, i)                                                                                      \
    step(a, b, c, d, e, word, (i) + 0);                                                                                \
    step(e, a, b, c, d, word, (i) + 1);                                                                                \
    step(d, e, a, b, c, word, (i) + 2);                                                                                \
    step(c, d, e, a, b, word, (i) + 3);                                                                                \
    step(b, c, d, e, a, word, (i) + 4)

/* Over words, or over vectors of them. */
#define EIGHTY_STEPS                                                                                                   \
    FIVE_STEPS(CHOICE, LOADED, 0);                                                                                     \
    FIVE_STEPS(CHOICE, LOADED, 5);                                                                                     \
    FIVE_STEPS(CHOICE, LOADED, 10);                                                                                    \
    CHOICE(a, b, c, d, e, LOADED, 15);                                                                                 \
    CHOICE(e, a, b, c, d, EXPANDED, 16);                                                                               \
    CHOICE(d, e, a, b, c, EXPANDED, 17);                                                                               \
    CHOICE(c, d, e, a, b, EXPANDED, 18);                                                                               \
    CHOICE(b, c, d, e, a, EXPANDED, 19);                                                                               \
    FIVE_STEPS(PARITY_1, EXPANDED, 20);                                                                                \
    FIVE_STEPS(PARITY_1, EXPANDED, 25);                                                                                \
    FIVE_STEPS(PARITY_1, EXPANDED, 30);                                                                                \
    FIVE_STEPS(PARITY_1, EXPANDED, 35);                                                                                \
    FIVE_STEPS(MAJORITY, EXPANDED, 40);                                                                                \
    FIVE_STEPS(MAJORITY, EXPANDED, 45);                                                                                \
    FIVE_STEPS(MAJORITY, EXPANDED, 50);                                                                                \
    FIVE_STEPS(MAJORITY, EXPANDED, 55);                                                                                \
    FIVE_STEPS(PARITY_2, EXPANDED, 60);                                                                                \
    FIVE_STEPS(PARITY_2, EXPANDED, 65);                                                                                \
    FIVE_STEPS(PARITY_2, EXPANDED, 70);                                                                                \
    FIVE_STEPS(PARITY_2, EXPANDED, 75)

static ALWAYS_INLINE void compress_blocks(uint32_t state[5], const uint8_t *blocks, size_t count)
{
    for (; count != 0; count--, blocks += 64) {
        uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], w[16];
        for (unsigned i = 0; i < 16; i++)
            w[i] = load32_be(blocks + 4 * i);

        EIGHTY_STEPS;

        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
    }
}

static void compress(union md_state *state, const uint8_t *blocks, size_t count)
{
    compress_blocks(state->w32, blocks, count);
}

#if ASSAY_TARGETS
TARGET_AVX2 static void compress_bmi2(union md_state *state, const uint8_t *blocks, size_t count)
{
    compress_blocks(state->w32, blocks, count);
}
#endif

/* `many`: one message in each lane. */
#define LANE_FILE "native/hash/lanes/sha1.h"
#define LANE_WORD_BITS 32
#define LANE_STATE_WORDS 5
#define LANE_GROUPS 1
#define LANE_LOAD(p) load32_be(p)
#define LANE_STORE(p, w) store32_be(p, w)
#define LANE_LENGTH_HIGH 14
#define LANE_LENGTH_LOW 15
#include "native/hash/lanes/each_width.h"

static enum status setup(void *context, const struct variant *variant)
{
#if ASSAY_TARGETS
    if (vector_bits_for(variant->vector_bits) >= 256)
        return md_setup_many(context, compress_bmi2, many_for(variant->vector_bits));
#endif
    return md_setup_many(context, compress, many_for(variant->vector_bits));
}

MD_FUNCTIONS(sha1)
MD_MANY(sha1)

const struct hash_ops native_sha1 = MD_TABLE_MANY(sha1, 20, 64);

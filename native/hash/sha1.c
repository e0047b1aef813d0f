/* SPDX-License-Identifier: MIT */
/*
 * SHA-1, FIPS 180-4 section 6.1: digest of 20 bytes, 64-byte blocks, 4 rounds of 20 steps.
 * Constant-time.  Reads variant->vector_bits: at 256 and above, where the CPU has AVX2 and BMI2, the message schedules
 * of eight blocks are computed in the lanes of vectors, before the steps of each run in scalar registers.
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

/* The constant of step i. */
#define K(i) ((i) < 20 ? 0x5a827999 : (i) < 40 ? 0x6ed9eba1 : (i) < 60 ? 0x8f1bbcdc : 0xca62c1d6)

/* Word i of the schedule, as loaded or put in the place of the word 16 steps before, plus its constant. */
#define EXPANDED(i) ROTL(w[(i) % 16] ^ w[((i) + 2) % 16] ^ w[((i) + 8) % 16] ^ w[((i) + 13) % 16], 1)
#define SUM(i) ((i) < 16 ? w[(i) % 16] : (w[(i) % 16] = EXPANDED(i))) + K(i)

/*
 * One step of each kind.  Choice and majority are sums of two halves that have no bit in common; the half of majority
 * without b, the word from two steps before, is added early, and the rotated a, which is the last to be known, last.
 */
#define CHOICE(a, b, c, d, e, sum)                                                                                     \
    e += sum;                                                                                                          \
    e += (d & ~b) + (b & c);                                                                                           \
    e += ROTL(a, 5);                                                                                                   \
    b = ROTL(b, 30)
#define PARITY(a, b, c, d, e, sum)                                                                                     \
    e += sum;                                                                                                          \
    e += b ^ (c ^ d);                                                                                                  \
    e += ROTL(a, 5);                                                                                                   \
    b = ROTL(b, 30)
#define MAJORITY(a, b, c, d, e, sum)                                                                                   \
    e += sum;                                                                                                          \
    e += c & d;                                                                                                        \
    e += b & (c ^ d);                                                                                                  \
    e += ROTL(a, 5);                                                                                                   \
    b = ROTL(b, 30)

#define FIVE_STEPS(step, sum, i)                                                                                       \
    step(a, b, c, d, e, sum((i) + 0));                                                                                 \
    step(e, a, b, c, d, sum((i) + 1));                                                                                 \
    step(d, e, a, b, c, sum((i) + 2));                                                                                 \
    step(c, d, e, a, b, sum((i) + 3));                                                                                 \
    step(b, c, d, e, a, sum((i) + 4))
#define TWENTY_STEPS(step, sum, i)                                                                                     \
    FIVE_STEPS(step, sum, (i) + 0);                                                                                    \
    FIVE_STEPS(step, sum, (i) + 5);                                                                                    \
    FIVE_STEPS(step, sum, (i) + 10);                                                                                   \
    FIVE_STEPS(step, sum, (i) + 15)

/* Over words, or over vectors of them. */
#define EIGHTY_STEPS(choice, majority, sum)                                                                            \
    TWENTY_STEPS(choice, sum, 0);                                                                                      \
    TWENTY_STEPS(PARITY, sum, 20);                                                                                     \
    TWENTY_STEPS(majority, sum, 40);                                                                                   \
    TWENTY_STEPS(PARITY, sum, 60)

#define WORKING_WORDS(state) uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4]

#define FEED_FORWARD(state)                                                                                            \
    state[0] += a;                                                                                                     \
    state[1] += b;                                                                                                     \
    state[2] += c;                                                                                                     \
    state[3] += d;                                                                                                     \
    state[4] += e

static ALWAYS_INLINE void compress_blocks(uint32_t state[5], const uint8_t *blocks, size_t count)
{
    for (; count != 0; count--, blocks += 64) {
        WORKING_WORDS(state);
        uint32_t w[16];
        for (unsigned i = 0; i < 16; i++)
            w[i] = load32_be(blocks + 4 * i);
        EIGHTY_STEPS(CHOICE, MAJORITY, SUM);
        FEED_FORWARD(state);
    }
}

static void compress(union md_state *state, const uint8_t *blocks, size_t count)
{
    compress_blocks(state->w32, blocks, count);
}

#if ASSAY_TARGETS
enum {
    LANES_COUNT = 8,
    LANES_LEAST = 3 /* fewer blocks than that are faster with a schedule of their own each */
};

/* Four words from P, and behind them four from Q. */
TARGET_AVX2 static ALWAYS_INLINE vec256_u32 load_fours(const uint8_t *p, const uint8_t *q)
{
    vec128_u64 low, high;
    memcpy(&low, p, sizeof low);
    memcpy(&high, q, sizeof high);
    vec256_u64 v = {low[0], low[1], high[0], high[1]};
    return (vec256_u32)VEC256_SHUFFLE(v, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
}

/* Words FROM to FROM + 3 of the blocks: lane n of a vector has that of block n. */
TARGET_AVX2 static ALWAYS_INLINE void load_four_words(vec256_u32 w[4], const uint8_t *const blocks[8], size_t from)
{
    const vec256_u32 a = load_fours(blocks[0] + 4 * from, blocks[4] + 4 * from);
    const vec256_u32 b = load_fours(blocks[1] + 4 * from, blocks[5] + 4 * from);
    const vec256_u32 c = load_fours(blocks[2] + 4 * from, blocks[6] + 4 * from);
    const vec256_u32 d = load_fours(blocks[3] + 4 * from, blocks[7] + 4 * from);
    const vec256_u32 ab_low = LANES(vec256_u32, a, b, 0, 8, 1, 9, 4, 12, 5, 13);
    const vec256_u32 ab_high = LANES(vec256_u32, a, b, 2, 10, 3, 11, 6, 14, 7, 15);
    const vec256_u32 cd_low = LANES(vec256_u32, c, d, 0, 8, 1, 9, 4, 12, 5, 13);
    const vec256_u32 cd_high = LANES(vec256_u32, c, d, 2, 10, 3, 11, 6, 14, 7, 15);
    w[0] = LANES(vec256_u32, ab_low, cd_low, 0, 1, 8, 9, 4, 5, 12, 13);
    w[1] = LANES(vec256_u32, ab_low, cd_low, 2, 3, 10, 11, 6, 7, 14, 15);
    w[2] = LANES(vec256_u32, ab_high, cd_high, 0, 1, 8, 9, 4, 5, 12, 13);
    w[3] = LANES(vec256_u32, ab_high, cd_high, 2, 3, 10, 11, 6, 7, 14, 15);
}

/* In place of a step. */
#define KEEP_SUM(a, b, c, d, e, sum)                                                                                   \
    v = sum;                                                                                                           \
    memcpy(out, &v, sizeof v);                                                                                         \
    out += LANES_COUNT

TARGET_AVX2 static void schedules(uint32_t *out, const uint8_t *const blocks[LANES_COUNT])
{
    vec256_u32 w[16], v;
    load_four_words(w, blocks, 0);
    load_four_words(w + 4, blocks, 4);
    load_four_words(w + 8, blocks, 8);
    load_four_words(w + 12, blocks, 12);
    TWENTY_STEPS(KEEP_SUM, SUM, 0);
    TWENTY_STEPS(KEEP_SUM, SUM, 20);
    TWENTY_STEPS(KEEP_SUM, SUM, 40);
    TWENTY_STEPS(KEEP_SUM, SUM, 60);
}

#define SUM_MADE(i) sums[LANES_COUNT * (i) + lane]

TARGET_AVX2 static void compress_avx2(union md_state *state, const uint8_t *blocks, size_t count)
{
    while (count >= LANES_LEAST) {
        const size_t used = count < LANES_COUNT ? count : LANES_COUNT;
        const uint8_t *lanes[LANES_COUNT];
        uint32_t sums[80 * LANES_COUNT];
        for (size_t lane = 0; lane < LANES_COUNT; lane++)
            lanes[lane] = blocks + 64 * (lane < used ? lane : 0);
        schedules(sums, lanes);
        for (size_t lane = 0; lane < used; lane++) {
            WORKING_WORDS(state->w32);
            EIGHTY_STEPS(CHOICE, MAJORITY, SUM_MADE);
            FEED_FORWARD(state->w32);
        }
        blocks += 64 * used;
        count -= used;
    }
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
        return md_setup_many(context, compress_avx2, many_for(variant->vector_bits));
#endif
    return md_setup_many(context, compress, many_for(variant->vector_bits));
}

MD_FUNCTIONS(sha1)
MD_MANY(sha1)

const struct hash_ops native_sha1 = MD_TABLE_MANY(sha1, 20, 64);

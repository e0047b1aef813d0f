/* SPDX-License-Identifier: MIT */
/*
 * SHA-224 and SHA-256, FIPS 180-4 sections 6.3 and 6.2: digests of 28 and 32 bytes, 64-byte blocks, 64 steps.
 * Constant-time.  Reads variant->vector_bits: at 256 and above, where the CPU has AVX2 and BMI2, the message schedules
 * of two blocks are computed side by side in vectors while the steps of the first run in scalar registers.
 */
#include "native/common/lanes.h"
#include "native/hash/merkle_damgard.h"
#include "native/native.h"

static const struct md_hash sha224 = {
    .initial = {.w32 = {0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939,
                        0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4}},
    .block_size = 64,
    .length_size = 8,
    .digest_size = 28,
    .words = MD_BIG_32,
    .big_endian_length = 1,
};

static const struct md_hash sha256 = {
    .initial = {.w32 = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}},
    .block_size = 64,
    .length_size = 8,
    .digest_size = 32,
    .words = MD_BIG_32,
    .big_endian_length = 1,
};

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes; four zeros for the last load. */
static const uint32_t K[68] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

#define ROTR(x, n) ((x) >> (n) | (x) << (32 - (n)))
#define SIGMA_0(x) (ROTR(x, 7) ^ ROTR(x, 18) ^ (x) >> 3)
#define SIGMA_1(x) (ROTR(x, 17) ^ ROTR(x, 19) ^ (x) >> 10)

/*
 * One step with the sum of schedule word and constant; the working words change names instead of places.  The majority
 * of a, b, c is b ^ ((a ^ b) & (b ^ c)), and b ^ c is the a ^ b of the step before.
 */
#define STEP(a, b, c, d, e, f, g, h, sum)                                                                              \
    h += sum;                                                                                                          \
    h += g ^ (e & (f ^ g));                                                                                            \
    h += ROTR(e, 6) ^ ROTR(e, 11) ^ ROTR(e, 25);                                                                       \
    d += h;                                                                                                            \
    a_xor_b = a ^ b;                                                                                                   \
    h += b ^ (a_xor_b & b_xor_c);                                                                                      \
    h += ROTR(a, 2) ^ ROTR(a, 13) ^ ROTR(a, 22);                                                                       \
    b_xor_c = a_xor_b

/* Steps i to i + 7, and EXPAND in front of every fourth one. */
#define EIGHT_STEPS(expand, sum, i)                                                                                    \
    expand((i) / 4 + 0);                                                                                               \
    STEP(a, b, c, d, e, f, g, h, sum((i) + 0));                                                                        \
    STEP(h, a, b, c, d, e, f, g, sum((i) + 1));                                                                        \
    STEP(g, h, a, b, c, d, e, f, sum((i) + 2));                                                                        \
    STEP(f, g, h, a, b, c, d, e, sum((i) + 3));                                                                        \
    expand((i) / 4 + 1);                                                                                               \
    STEP(e, f, g, h, a, b, c, d, sum((i) + 4));                                                                        \
    STEP(d, e, f, g, h, a, b, c, sum((i) + 5));                                                                        \
    STEP(c, d, e, f, g, h, a, b, sum((i) + 6));                                                                        \
    STEP(b, c, d, e, f, g, h, a, sum((i) + 7))
#define NOTHING(i) (void)0

#define WORKING_WORDS(word, state)                                                                                     \
    word a = state[0], b = state[1], c = state[2], d = state[3];                                                   \
    word e = state[4], f = state[5], g = state[6], h = state[7];                                                   \
    word a_xor_b, b_xor_c = b ^ c

#define FEED_FORWARD(state)                                                                                            \
    state[0] += a;                                                                                                     \
    state[1] += b;                                                                                                     \
    state[2] += c;                                                                                                     \
    state[3] += d;                                                                                                     \
    state[4] += e;                                                                                                     \
    state[5] += f;                                                                                                     \
    state[6] += g;                                                                                                     \
    state[7] += h

/* Word i of the schedule's window of 16, as loaded or replaced by the word 16 steps later, plus its constant. */
#define LOADED(i) w[i] + K[i]
#define EXPANDED(i)                                                                                                    \
    (w[i] += SIGMA_0(w[((i) + 1) % 16]) + w[((i) + 9) % 16] + SIGMA_1(w[((i) + 14) % 16])) + K[t + (i)]

static void compress(union md_state *state, const uint8_t *blocks, size_t count)
{
    for (; count != 0; count--, blocks += 64) {
        WORKING_WORDS(uint32_t, state->w32);
        uint32_t w[16];
        for (unsigned i = 0; i < 16; i++)
            w[i] = load32_be(blocks + 4 * i);
        EIGHT_STEPS(NOTHING, LOADED, 0);
        EIGHT_STEPS(NOTHING, LOADED, 8);
        for (size_t t = 16; t < 64; t += 16) {
            EIGHT_STEPS(NOTHING, EXPANDED, 0);
            EIGHT_STEPS(NOTHING, EXPANDED, 8);
        }
        FEED_FORWARD(state->w32);
    }
}

#if ASSAY_TARGETS
/*
 * The schedules of two blocks at once: a vector has four words of the first block and the same four of the second.
 * STRADDLE takes the last three of each four in v and the first of each in the vector behind it.
 */
#define STRADDLE(v, next) LANES(vec256_u32, v, next, 1, 2, 3, 8, 5, 6, 7, 12)

/* SIGMA_1 of lanes i and j of each four, left in lanes 0 and 2: a word that stands twice is rotated by a wide shift. */
#define SIGMA_1_OF(v, i, j) sigma_1_twice(LANES(vec256_u32, v, v, i, i, j, j, 4 + i, 4 + i, 4 + j, 4 + j))

TARGET_AVX2 static ALWAYS_INLINE vec256_u32 sigma_1_twice(vec256_u32 v)
{
    vec256_u64 both = (vec256_u64)v;
    return (vec256_u32)(both >> 17) ^ (vec256_u32)(both >> 19) ^ v >> 10;
}

/* Words t + 16 + 4i and the next three of both schedules: the last two need the first two. */
#define EXPAND(i)                                                                                                      \
    w[i] += SIGMA_0(STRADDLE(w[i], w[((i) + 1) % 4])) + STRADDLE(w[((i) + 2) % 4], w[((i) + 3) % 4]);                  \
    w[i] += LANES(vec256_u32, SIGMA_1_OF(w[((i) + 3) % 4], 2, 3), zero, 0, 2, 8, 8, 4, 6, 8, 8);                       \
    w[i] += LANES(vec256_u32, SIGMA_1_OF(w[i], 0, 1), zero, 8, 8, 0, 2, 8, 8, 4, 6);                                   \
    store_sums(sums + 2 * t + 32 + 8 * (i), w[i], K + t + 16 + 4 * (i))

#define LOAD(i)                                                                                                        \
    w[i] = load_fours(blocks + 16 * (i), second + 16 * (i));                                                           \
    store_sums(sums + 8 * (i), w[i], K + 4 * (i))

#define FIRST(i) sums[2 * t + (i) / 4 * 8 + (i) % 4]
#define SECOND(i) sums[2 * t + (i) / 4 * 8 + (i) % 4 + 4]

TARGET_AVX2 static ALWAYS_INLINE vec256_u32 load_fours(const uint8_t *p, const uint8_t *q)
{
    vec128_u64 low, high;
    memcpy(&low, p, sizeof low);
    memcpy(&high, q, sizeof high);
    vec256_u64 v = {low[0], low[1], high[0], high[1]};
    return (vec256_u32)VEC256_SHUFFLE(v, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
}

TARGET_AVX2 static ALWAYS_INLINE void store_sums(uint32_t sums[8], vec256_u32 words, const uint32_t constants[8])
{
    vec256_u32 v;
    memcpy(&v, constants, sizeof v);
    v = LANES(vec256_u32, v, v, 0, 1, 2, 3, 0, 1, 2, 3) + words;
    memcpy(sums, &v, sizeof v);
}

TARGET_AVX2 static void compress_avx2(union md_state *state, const uint8_t *blocks, size_t count)
{
    const vec256_u32 zero = {0};
    while (count != 0) {
        /* A last odd block is paired with itself. */
        const uint8_t *second = blocks + (count == 1 ? 0 : 64);
        vec256_u32 w[4];
        uint32_t sums[128];
        LOAD(0);
        LOAD(1);
        LOAD(2);
        LOAD(3);
        {
            WORKING_WORDS(uint32_t, state->w32);
            size_t t;
            for (t = 0; t < 48; t += 16) {
                EIGHT_STEPS(EXPAND, FIRST, 0);
                EIGHT_STEPS(EXPAND, FIRST, 8);
            }
            EIGHT_STEPS(NOTHING, FIRST, 0);
            EIGHT_STEPS(NOTHING, FIRST, 8);
            FEED_FORWARD(state->w32);
        }
        if (count == 1)
            return;
        WORKING_WORDS(uint32_t, state->w32);
        for (size_t t = 0; t < 64; t += 16) {
            EIGHT_STEPS(NOTHING, SECOND, 0);
            EIGHT_STEPS(NOTHING, SECOND, 8);
        }
        FEED_FORWARD(state->w32);
        blocks += 128;
        count -= 2;
    }
}
#endif

/* `many`: one message in each lane. */
#define LANE_FILE "native/hash/lanes/sha256.h"
#define LANE_WORD_BITS 32
#define LANE_STATE_WORDS 8
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

MD_FUNCTIONS(sha224)
MD_MANY(sha224)
MD_FUNCTIONS(sha256)
MD_MANY(sha256)

const struct hash_ops native_sha224 = MD_TABLE_MANY(sha224, 28, 64);
const struct hash_ops native_sha256 = MD_TABLE_MANY(sha256, 32, 64);

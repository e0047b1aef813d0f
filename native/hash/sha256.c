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

#define SHA2_WORD uint32_t
#define SHA2_STEPS 64
#define SHA2_STATE(state) (state)->w32
#define SHA2_LOAD(p) load32_be(p)

#define ROTR(x, n) ((x) >> (n) | (x) << (32 - (n)))
#define SIGMA_0(x) (ROTR(x, 7) ^ ROTR(x, 18) ^ (x) >> 3)
#define SIGMA_1(x) (ROTR(x, 17) ^ ROTR(x, 19) ^ (x) >> 10)
#define SUM_0(x) (ROTR(x, 2) ^ ROTR(x, 13) ^ ROTR(x, 22))
#define SUM_1(x) (ROTR(x, 6) ^ ROTR(x, 11) ^ ROTR(x, 25))

#if ASSAY_TARGETS
#define SHA2_VECTOR vec256_u32
#define SHA2_VECTORS 4

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

/* In front of every fourth step: words t + 16 + i and the next three of both schedules; the last two need the first two. */
#define EXPAND(i)                                                                                                      \
    do {                                                                                                               \
        if ((i) % 4 == 0)                                                                                              \
            expand_fours(w, (i) / 4, sums + 2 * (t + 16 + (i)), K + t + 16 + (i));                                     \
    } while (0)

#define LOAD_VECTOR(i)                                                                                                 \
    do {                                                                                                               \
        w[i] = load_fours(blocks + 16 * (i), second + 16 * (i));                                                       \
        store_sums(sums + 8 * (i), w[i], K + 4 * (i));                                                               \
    } while (0)

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

TARGET_AVX2 static ALWAYS_INLINE void expand_fours(vec256_u32 w[4], unsigned i, uint32_t *sums, const uint32_t *constants)
{
    const vec256_u32 zero = {0};
    vec256_u32 v = w[i] + SIGMA_0(STRADDLE(w[i], w[(i + 1) % 4])) + STRADDLE(w[(i + 2) % 4], w[(i + 3) % 4]);
    v += LANES(vec256_u32, SIGMA_1_OF(w[(i + 3) % 4], 2, 3), zero, 0, 2, 8, 8, 4, 6, 8, 8);
    v += LANES(vec256_u32, SIGMA_1_OF(v, 0, 1), zero, 8, 8, 0, 2, 8, 8, 4, 6);
    w[i] = v;
    store_sums(sums, v, constants);
}
#endif

#include "native/hash/sha2.h"

/* `many`: one message in each lane. */
#define LANE_FILE "native/hash/lanes/sha2.h"
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

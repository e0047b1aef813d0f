/* SPDX-License-Identifier: MIT */
/*
 * SHA-384, SHA-512 and SHA-512/256, FIPS 180-4 sections 6.5, 6.4 and 6.7: digests of 48, 64 and 32 bytes, 128-byte
 * blocks, 80 steps.
 * Constant-time.  Reads variant->vector_bits: at 256 and above, where the CPU has AVX2 and BMI2, the message schedules
 * of two blocks are computed side by side in vectors while the steps of the first run in scalar registers.
 */
#include "native/common/lanes.h"
#include "native/hash/merkle_damgard.h"
#include "native/native.h"

static const struct md_hash sha384 = {
    .initial = {.w64 = {0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
                        0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4}},
    .block_size = 128,
    .length_size = 16,
    .digest_size = 48,
    .words = MD_BIG_64,
    .big_endian_length = 1,
};

static const struct md_hash sha512 = {
    .initial = {.w64 = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
                        0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179}},
    .block_size = 128,
    .length_size = 16,
    .digest_size = 64,
    .words = MD_BIG_64,
    .big_endian_length = 1,
};

static const struct md_hash sha512_256 = {
    .initial = {.w64 = {0x22312194fc2bf72c, 0x9f555fa3c84c64c2, 0x2393b86b6f53b151, 0x963877195940eabd,
                        0x96283ee2a88effe3, 0xbe5e1e2553863992, 0x2b0199fc2c85b8aa, 0x0eb72ddc81c52ca2}},
    .block_size = 128,
    .length_size = 16,
    .digest_size = 32,
    .words = MD_BIG_64,
    .big_endian_length = 1,
};

/* The first 64 bits of the fractional parts of the cube roots of the first 80 primes; two zeros for the last load. */
static const uint64_t K[82] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc, 0x3956c25bf348b538,
    0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118, 0xd807aa98a3030242, 0x12835b0145706fbe,
    0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2, 0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235,
    0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5, 0x983e5152ee66dfab,
    0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725,
    0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed,
    0x53380d139d95b3df, 0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218,
    0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8, 0x19a4c116b8d2d0c8, 0x1e376c085141ab53,
    0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373,
    0x682e6ff3d6b2b8a3, 0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b, 0xca273eceea26619c,
    0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba, 0x0a637dc5a2c898a6,
    0x113f9804bef90dae, 0x1b710b35131c471b, 0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc,
    0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
};

#define SHA2_WORD uint64_t
#define SHA2_STEPS 80
#define SHA2_STATE(state) (state)->w64
#define SHA2_LOAD(p) load64_be(p)

#define ROTR(x, n) ((x) >> (n) | (x) << (64 - (n)))
#define SIGMA_0(x) (ROTR(x, 1) ^ ROTR(x, 8) ^ (x) >> 7)
#define SIGMA_1(x) (ROTR(x, 19) ^ ROTR(x, 61) ^ (x) >> 6)
#define SUM_0(x) (ROTR(x, 28) ^ ROTR(x, 34) ^ ROTR(x, 39))
#define SUM_1(x) (ROTR(x, 14) ^ ROTR(x, 18) ^ ROTR(x, 41))

#if ASSAY_TARGETS
#define SHA2_VECTOR vec256_u64
#define SHA2_VECTORS 8

/*
 * The schedules of two blocks at once: a vector has two words of the first block and the same two of the second.
 * STRADDLE takes the second of each pair in v and the first of each pair in the vector behind it.
 */
#define STRADDLE(v, next) LANES(vec256_u64, v, next, 1, 4, 3, 6)

#define LOAD_VECTOR(i)                                                                                                 \
    do {                                                                                                               \
        w[i] = load_pairs(blocks + 16 * (i), second + 16 * (i));                                                       \
        store_sums(sums + 4 * (i), w[i], K + 2 * (i));                                                               \
    } while (0)

/* Words t + 16 + i and the next one of both schedules, and their sums with the constants. */
#define EXPAND(i) expand_pairs(w, (i) / 2, sums + 2 * (t + 16 + (i)), K + t + 16 + (i))

#define FIRST(i) sums[2 * t + (i) / 2 * 4 + (i) % 2]
#define SECOND(i) sums[2 * t + (i) / 2 * 4 + (i) % 2 + 2]

TARGET_AVX2 static ALWAYS_INLINE vec256_u64 load_pairs(const uint8_t *p, const uint8_t *q)
{
    vec128_u64 low, high;
    memcpy(&low, p, sizeof low);
    memcpy(&high, q, sizeof high);
    vec256_u64 v = {low[0], low[1], high[0], high[1]};
    return (vec256_u64)VEC256_SHUFFLE(v, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
}

TARGET_AVX2 static ALWAYS_INLINE void store_sums(uint64_t sums[4], vec256_u64 words, const uint64_t constants[4])
{
    vec256_u64 v;
    memcpy(&v, constants, sizeof v);
    v = LANES(vec256_u64, v, v, 0, 1, 0, 1) + words;
    memcpy(sums, &v, sizeof v);
}

TARGET_AVX2 static ALWAYS_INLINE void expand_pairs(vec256_u64 w[8], unsigned i, uint64_t *sums, const uint64_t *constants)
{
    w[i] += SIGMA_0(STRADDLE(w[i], w[(i + 1) % 8])) + STRADDLE(w[(i + 4) % 8], w[(i + 5) % 8]) + SIGMA_1(w[(i + 7) % 8]);
    store_sums(sums, w[i], constants);
}
#endif

#include "native/hash/sha2.h"

/* `many`: one message in each lane. */
#define LANE_FILE "native/hash/lanes/sha2.h"
#define LANE_WORD_BITS 64
#define LANE_STATE_WORDS 8
#define LANE_GROUPS 1
#define LANE_LOAD(p) load64_be(p)
#define LANE_STORE(p, w) store64_be(p, w)
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

MD_FUNCTIONS(sha384)
MD_MANY(sha384)
MD_FUNCTIONS(sha512)
MD_MANY(sha512)
MD_FUNCTIONS(sha512_256)
MD_MANY(sha512_256)

const struct hash_ops native_sha384 = MD_TABLE_MANY(sha384, 48, 128);
const struct hash_ops native_sha512 = MD_TABLE_MANY(sha512, 64, 128);
const struct hash_ops native_sha512_256 = MD_TABLE_MANY(sha512_256, 32, 128);

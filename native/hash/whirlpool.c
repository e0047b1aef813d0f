/* SPDX-License-Identifier: MIT */
/*
 * Whirlpool, final version (Barreto, Rijmen; ISO/IEC 10118-3): digest of 64 bytes, 64-byte blocks, 10 rounds of an
 * AES-like cipher on the block, keyed by the chaining value, in Miyaguchi-Preneel mode.
 * The addresses of its table look-ups depend on the message: not constant-time.  Reads variant->vector_bits: at 256 and
 * above the rows are added up in vectors, where the CPU has AVX2 and BMI2.  The scalar units then only make addresses:
 * a seventh faster.
 */
#include "native/common/lanes.h"
#include "native/common/table.h"
#include "native/hash/merkle_damgard.h"
#include "native/native.h"

static const struct md_hash whirlpool = {
    .initial = {.w64 = {0}},
    .block_size = 64,
    .length_size = 32,
    .digest_size = 64,
    .words = MD_LITTLE_64,
    .big_endian_length = 1,
};

#define S_BOX_0_TO_79(F)                                                                                               \
    TABLE_ROW(F, 0x18, 0x23, 0xc6, 0xe8, 0x87, 0xb8, 0x01, 0x4f, 0x36, 0xa6, 0xd2, 0xf5, 0x79, 0x6f, 0x91, 0x52)       \
    TABLE_ROW(F, 0x60, 0xbc, 0x9b, 0x8e, 0xa3, 0x0c, 0x7b, 0x35, 0x1d, 0xe0, 0xd7, 0xc2, 0x2e, 0x4b, 0xfe, 0x57)       \
    TABLE_ROW(F, 0x15, 0x77, 0x37, 0xe5, 0x9f, 0xf0, 0x4a, 0xda, 0x58, 0xc9, 0x29, 0x0a, 0xb1, 0xa0, 0x6b, 0x85)       \
    TABLE_ROW(F, 0xbd, 0x5d, 0x10, 0xf4, 0xcb, 0x3e, 0x05, 0x67, 0xe4, 0x27, 0x41, 0x8b, 0xa7, 0x7d, 0x95, 0xd8)       \
    TABLE_ROW(F, 0xfb, 0xee, 0x7c, 0x66, 0xdd, 0x17, 0x47, 0x9e, 0xca, 0x2d, 0xbf, 0x07, 0xad, 0x5a, 0x83, 0x33)
#define S_BOX(F)                                                                                                       \
    S_BOX_0_TO_79(F)                                                                                                   \
    TABLE_ROW(F, 0x63, 0x02, 0xaa, 0x71, 0xc8, 0x19, 0x49, 0xd9, 0xf2, 0xe3, 0x5b, 0x88, 0x9a, 0x26, 0x32, 0xb0)       \
    TABLE_ROW(F, 0xe9, 0x0f, 0xd5, 0x80, 0xbe, 0xcd, 0x34, 0x48, 0xff, 0x7a, 0x90, 0x5f, 0x20, 0x68, 0x1a, 0xae)       \
    TABLE_ROW(F, 0xb4, 0x54, 0x93, 0x22, 0x64, 0xf1, 0x73, 0x12, 0x40, 0x08, 0xc3, 0xec, 0xdb, 0xa1, 0x8d, 0x3d)       \
    TABLE_ROW(F, 0x97, 0x00, 0xcf, 0x2b, 0x76, 0x82, 0xd6, 0x1b, 0xb5, 0xaf, 0x6a, 0x50, 0x45, 0xf3, 0x30, 0xef)       \
    TABLE_ROW(F, 0x3f, 0x55, 0xa2, 0xea, 0x65, 0xba, 0x2f, 0xc0, 0xde, 0x1c, 0xfd, 0x4d, 0x92, 0x75, 0x06, 0x8a)       \
    TABLE_ROW(F, 0xb2, 0xe6, 0x0e, 0x1f, 0x62, 0xd4, 0xa8, 0x96, 0xf9, 0xc5, 0x25, 0x59, 0x84, 0x72, 0x39, 0x4c)       \
    TABLE_ROW(F, 0x5e, 0x78, 0x38, 0x8c, 0xd1, 0xa5, 0xe2, 0x61, 0xb3, 0x21, 0x9c, 0x1e, 0x43, 0xc7, 0xfc, 0x04)       \
    TABLE_ROW(F, 0x51, 0x99, 0x6d, 0x0d, 0xfa, 0xdf, 0x7e, 0x24, 0x3b, 0xab, 0xce, 0x11, 0x8f, 0x4e, 0xb7, 0xeb)       \
    TABLE_ROW(F, 0x3c, 0x81, 0x94, 0xf7, 0xb9, 0x13, 0x2c, 0xd3, 0xe7, 0x6e, 0xc4, 0x03, 0x56, 0x44, 0x7f, 0xa9)       \
    TABLE_ROW(F, 0x2a, 0xbb, 0xc1, 0x53, 0xdc, 0x0b, 0x9d, 0x6c, 0x31, 0x74, 0xf6, 0x46, 0xac, 0x89, 0x14, 0xe1)       \
    TABLE_ROW(F, 0x16, 0x3a, 0x69, 0x09, 0x70, 0xb6, 0xd0, 0xed, 0xcc, 0x42, 0x98, 0xa4, 0x28, 0x5c, 0xf8, 0x86)

/* S(x) times the first row of the diffusion matrix, which is circulant, in GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1. */
#define TIMES_2(s) GF256_DOUBLE(s, 0x11d)
#define TIMES_4(s) TIMES_2(TIMES_2(s))
#define TIMES_8(s) TIMES_2(TIMES_4(s))
#define ROW(s) s, s, TIMES_4(s), s, TIMES_8(s), TIMES_4(s) ^ (s), TIMES_2(s), TIMES_8(s) ^ (s)

/*
 * The row as a word, first byte least significant, and turned by one to three bytes: 8 KiB serve all columns (all eight
 * turns in 16 KiB are no faster).  A load of two words may touch the last word.
 */
#define WORD(s) WORD_(ROW(s))
#define WORD_(...) WORD__(__VA_ARGS__)
#define WORD__(a, b, c, d, e, f, g, h)                                                                                 \
    ((uint64_t)(a) | (uint64_t)(b) << 8 | (uint64_t)(c) << 16 | (uint64_t)(d) << 24 | (uint64_t)(e) << 32 |            \
     (uint64_t)(f) << 40 | (uint64_t)(g) << 48 | (uint64_t)(h) << 56)
#define WORD_1(s) (WORD(s) << 8 | WORD(s) >> 56)
#define WORD_2(s) (WORD(s) << 16 | WORD(s) >> 48)
#define WORD_3(s) (WORD(s) << 24 | WORD(s) >> 40)
static const uint64_t rows[4 * 256 + 1] = {S_BOX(WORD) S_BOX(WORD_1) S_BOX(WORD_2) S_BOX(WORD_3)};

/* The constant of round r is S(8r) to S(8r + 7), added to the first row of the key. */
static const uint8_t round_constants[80] = {S_BOX_0_TO_79(TABLE_ENTRY)};

/*
 * SubBytes, ShiftColumns and MixRows: byte j of row i - j goes, through the S-box and the matrix, into row i.  The
 * upper four columns use the tables of the lower four and are turned by the four bytes that are missing.
 */
#define ROW_OF(i, j) (rows + (j) % 4 * 256 + (rotr64(x[((i) + 8 - (j)) % 8], 8 * (j)) & 0xff))
#define SUM_OF_FOUR(look_up, i, j)                                                                                     \
    (look_up(ROW_OF(i, j)) ^ look_up(ROW_OF(i, (j) + 1)) ^ look_up(ROW_OF(i, (j) + 2)) ^ look_up(ROW_OF(i, (j) + 3)))

/* Writes KEY plus the round of IN to OUT, which may be either. */
typedef void round_function(uint64_t out[8], const uint64_t in[8], const uint64_t key[8]);

#define WORD_AT(p) *(p)
#define ROUND_ROW(i) out[i] = key[i] ^ SUM_OF_FOUR(WORD_AT, i, 0) ^ rotl64(SUM_OF_FOUR(WORD_AT, i, 4), 32)

static ALWAYS_INLINE void cipher_round(uint64_t out[8], const uint64_t in[8], const uint64_t key[8])
{
    uint64_t x[8];
    memcpy(x, in, sizeof x);
    ROUND_ROW(0);
    ROUND_ROW(1);
    ROUND_ROW(2);
    ROUND_ROW(3);
    ROUND_ROW(4);
    ROUND_ROW(5);
    ROUND_ROW(6);
    ROUND_ROW(7);
}

static ALWAYS_INLINE void compress_blocks(uint64_t state[8], const uint8_t *blocks, size_t count, round_function *round)
{
    for (; count != 0; count--, blocks += 64) {
        uint64_t key[8], x[8];
        for (unsigned i = 0; i < 8; i++) {
            key[i] = state[i];
            x[i] = load64_le(blocks + 8 * i) ^ key[i];
            state[i] = x[i];
        }
        for (unsigned r = 0; r < 10; r++) {
            const uint64_t constant[8] = {load64_le(round_constants + 8 * r)};
            round(key, key, constant);
            round(x, x, key);
        }
        for (unsigned i = 0; i < 8; i++)
            state[i] ^= x[i];
    }
}

static void compress(union md_state *state, const uint8_t *blocks, size_t count)
{
    compress_blocks(state->w64, blocks, count, cipher_round);
}

#if ASSAY_TARGETS
/* Sums are those of the first words; the second ones come along because no instruction adds a word alone from memory. */
TARGET_AVX2 static ALWAYS_INLINE vec128_u64 words_at(const uint64_t *p)
{
    vec128_u64 v;
    memcpy(&v, p, sizeof v);
    return v;
}

#define ROUND_ROW_IN_VECTORS(i)                                                                                        \
    sum = (vec128_u32)SUM_OF_FOUR(words_at, i, 4);                                                                     \
    sum = LANES(vec128_u32, sum, sum, 1, 0, 3, 2);                                                                     \
    out[i] = key[i] ^ (SUM_OF_FOUR(words_at, i, 0) ^ (vec128_u64)sum)[0]

TARGET_AVX2 static ALWAYS_INLINE void cipher_round_in_vectors(uint64_t out[8], const uint64_t in[8],
                                                              const uint64_t key[8])
{
    uint64_t x[8];
    vec128_u32 sum;
    memcpy(x, in, sizeof x);
    ROUND_ROW_IN_VECTORS(0);
    ROUND_ROW_IN_VECTORS(1);
    ROUND_ROW_IN_VECTORS(2);
    ROUND_ROW_IN_VECTORS(3);
    ROUND_ROW_IN_VECTORS(4);
    ROUND_ROW_IN_VECTORS(5);
    ROUND_ROW_IN_VECTORS(6);
    ROUND_ROW_IN_VECTORS(7);
}

TARGET_AVX2 static void compress_avx2(union md_state *state, const uint8_t *blocks, size_t count)
{
    compress_blocks(state->w64, blocks, count, cipher_round_in_vectors);
}
#endif

static enum status setup(void *context, const struct variant *variant)
{
#if ASSAY_TARGETS
    if (vector_bits_for(variant->vector_bits) >= 256)
        return md_setup(context, compress_avx2, 0x80);
#else
    (void)variant;
#endif
    return md_setup(context, compress, 0x80);
}

MD_FUNCTIONS(whirlpool)

const struct hash_ops native_whirlpool = MD_TABLE(whirlpool, 64, 64);

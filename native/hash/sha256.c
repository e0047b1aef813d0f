/* SPDX-License-Identifier: MIT */
/*
 * SHA-224 and SHA-256, FIPS 180-4 sections 6.3 and 6.2: digests of 28 and 32 bytes, 64-byte blocks, 64 steps.
 * Constant-time.  Reads variant->vector_bits: at 256 and above the version compiled for BMI2's rotations is used
 * where the CPU has them.
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

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

/* Word i of the schedule's window of 16: as loaded, or replaced by the word 16 steps later. */
#define LOADED(i) w[i]
#define EXPANDED(i) (w[i] += SIGMA_0(w[((i) + 1) % 16]) + w[((i) + 9) % 16] + SIGMA_1(w[((i) + 14) % 16]))
#define SIGMA_0(x) (rotr32(x, 7) ^ rotr32(x, 18) ^ (x) >> 3)
#define SIGMA_1(x) (rotr32(x, 17) ^ rotr32(x, 19) ^ (x) >> 10)

/*
 * One step; the working words change names instead of places.  The majority of a, b, c is b ^ ((a ^ b) & (b ^ c)),
 * and b ^ c is the a ^ b of the step before.
 */
#define STEP(a, b, c, d, e, f, g, h, word, i)                                                                          \
    h += word(i) + K[t + (i)];                                                                                         \
    h += g ^ (e & (f ^ g));                                                                                            \
    h += rotr32(e, 6) ^ rotr32(e, 11) ^ rotr32(e, 25);                                                                 \
    d += h;                                                                                                            \
    a_xor_b = a ^ b;                                                                                                   \
    h += b ^ (a_xor_b & b_xor_c);                                                                                      \
    h += rotr32(a, 2) ^ rotr32(a, 13) ^ rotr32(a, 22);                                                                 \
    b_xor_c = a_xor_b

#define EIGHT_STEPS(word, i)                                                                                           \
    STEP(a, b, c, d, e, f, g, h, word, (i) + 0);                                                                       \
    STEP(h, a, b, c, d, e, f, g, word, (i) + 1);                                                                       \
    STEP(g, h, a, b, c, d, e, f, word, (i) + 2);                                                                       \
    STEP(f, g, h, a, b, c, d, e, word, (i) + 3);                                                                       \
    STEP(e, f, g, h, a, b, c, d, word, (i) + 4);                                                                       \
    STEP(d, e, f, g, h, a, b, c, word, (i) + 5);                                                                       \
    STEP(c, d, e, f, g, h, a, b, word, (i) + 6);                                                                       \
    STEP(b, c, d, e, f, g, h, a, word, (i) + 7)

static ALWAYS_INLINE void compress_blocks(uint32_t state[8], const uint8_t *blocks, size_t count)
{
    for (; count != 0; count--, blocks += 64) {
        uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
        uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
        uint32_t a_xor_b, b_xor_c = b ^ c, w[16];
        unsigned t = 0;
        for (unsigned i = 0; i < 16; i++)
            w[i] = load32_be(blocks + 4 * i);
        EIGHT_STEPS(LOADED, 0);
        EIGHT_STEPS(LOADED, 8);
        for (t = 16; t < 64; t += 16) {
            EIGHT_STEPS(EXPANDED, 0);
            EIGHT_STEPS(EXPANDED, 8);
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
        state[5] += f;
        state[6] += g;
        state[7] += h;
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

static enum status setup(void *context, const struct variant *variant)
{
#if ASSAY_TARGETS
    if (vector_bits_for(variant->vector_bits) >= 256)
        return md_setup(context, compress_bmi2, 0x80);
#else
    (void)variant;
#endif
    return md_setup(context, compress, 0x80);
}

MD_FUNCTIONS(sha224)
MD_FUNCTIONS(sha256)

const struct hash_ops native_sha224 = MD_TABLE(sha224, 28, 64);
const struct hash_ops native_sha256 = MD_TABLE(sha256, 32, 64);

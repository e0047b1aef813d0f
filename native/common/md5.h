/* SPDX-License-Identifier: MIT */
/*
 * md5.h - the compression function of MD5 (RFC 1321), for the hash and for what is built on it.
 *
 * The chain from one step's result to the next is what bounds MD5: it has 4 operations in rounds 2 and 3 and 5 in
 * rounds 1 and 4.  The steps are written so that everything else stays off that chain: message word, constant and
 * oldest chaining word are summed before the newest word is known; round 2's function is added in its two disjoint
 * halves, of which one does not depend on the newest word; round 3 keeps the xor of two words for the next step.
 */
#ifndef ASSAY_NATIVE_COMMON_MD5_H
#define ASSAY_NATIVE_COMMON_MD5_H

#include "native/common/bytes.h"

#define MD5_INITIAL 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476

#define MD5_STEP_F(a, b, c, d, i, s, k)                                                                                \
    a += x[i] + (k) + key[0];                                                                                          \
    a += d ^ (b & (c ^ d));                                                                                            \
    a = rotl32(a, s) + b
#define MD5_STEP_G(a, b, c, d, i, s, k)                                                                                \
    a += x[i] + (k) + key[1];                                                                                          \
    a += c & ~d;                                                                                                       \
    a += b & d;                                                                                                        \
    a = rotl32(a, s) + b
#define MD5_STEP_H(a, b, c, d, i, s, k)                                                                                \
    a += x[i] + (k) + key[2];                                                                                          \
    a += b ^ (c ^ d);                                                                                                  \
    a = rotl32(a, s) + b
#define MD5_STEP_I(a, b, c, d, i, s, k)                                                                                \
    a += x[i] + (k) + key[3];                                                                                          \
    a += c ^ (b | ~d);                                                                                                 \
    a = rotl32(a, s) + b

/* Four steps: message words i0 .. i3, constants k0 .. k3, the round's four rotations. */
#define MD5_FOUR(step, s0, s1, s2, s3, i0, k0, i1, k1, i2, k2, i3, k3)                                                 \
    step(a, b, c, d, i0, s0, k0);                                                                                      \
    step(d, a, b, c, i1, s1, k1);                                                                                      \
    step(c, d, a, b, i2, s2, k2);                                                                                      \
    step(b, c, d, a, i3, s3, k3)

/* All steps, with the macros F, G, H and I for those of the four rounds; over words, or over vectors of them. */
#define MD5_STEPS(F, G, H, I)                                                                                          \
    MD5_FOUR(F, 7, 12, 17, 22, 0, 0xd76aa478, 1, 0xe8c7b756, 2, 0x242070db, 3, 0xc1bdceee);                            \
    MD5_FOUR(F, 7, 12, 17, 22, 4, 0xf57c0faf, 5, 0x4787c62a, 6, 0xa8304613, 7, 0xfd469501);                            \
    MD5_FOUR(F, 7, 12, 17, 22, 8, 0x698098d8, 9, 0x8b44f7af, 10, 0xffff5bb1, 11, 0x895cd7be);                          \
    MD5_FOUR(F, 7, 12, 17, 22, 12, 0x6b901122, 13, 0xfd987193, 14, 0xa679438e, 15, 0x49b40821);                        \
    MD5_FOUR(G, 5, 9, 14, 20, 1, 0xf61e2562, 6, 0xc040b340, 11, 0x265e5a51, 0, 0xe9b6c7aa);                            \
    MD5_FOUR(G, 5, 9, 14, 20, 5, 0xd62f105d, 10, 0x02441453, 15, 0xd8a1e681, 4, 0xe7d3fbc8);                           \
    MD5_FOUR(G, 5, 9, 14, 20, 9, 0x21e1cde6, 14, 0xc33707d6, 3, 0xf4d50d87, 8, 0x455a14ed);                            \
    MD5_FOUR(G, 5, 9, 14, 20, 13, 0xa9e3e905, 2, 0xfcefa3f8, 7, 0x676f02d9, 12, 0x8d2a4c8a);                           \
    MD5_FOUR(H, 4, 11, 16, 23, 5, 0xfffa3942, 8, 0x8771f681, 11, 0x6d9d6122, 14, 0xfde5380c);                          \
    MD5_FOUR(H, 4, 11, 16, 23, 1, 0xa4beea44, 4, 0x4bdecfa9, 7, 0xf6bb4b60, 10, 0xbebfbc70);                           \
    MD5_FOUR(H, 4, 11, 16, 23, 13, 0x289b7ec6, 0, 0xeaa127fa, 3, 0xd4ef3085, 6, 0x04881d05);                           \
    MD5_FOUR(H, 4, 11, 16, 23, 9, 0xd9d4d039, 12, 0xe6db99e5, 15, 0x1fa27cf8, 2, 0xc4ac5665);                          \
    MD5_FOUR(I, 6, 10, 15, 21, 0, 0xf4292244, 7, 0x432aff97, 14, 0xab9423a7, 5, 0xfc93a039);                           \
    MD5_FOUR(I, 6, 10, 15, 21, 12, 0x655b59c3, 3, 0x8f0ccc92, 10, 0xffeff47d, 1, 0x85845dd1);                          \
    MD5_FOUR(I, 6, 10, 15, 21, 8, 0x6fa87e4f, 15, 0xfe2ce6e0, 6, 0xa3014314, 13, 0x4e0811a1);                          \
    MD5_FOUR(I, 6, 10, 15, 21, 4, 0xf7537e82, 11, 0xbd3af235, 2, 0x2ad7d2bb, 9, 0xeb86d391)

/*
 * Folds one block of 64 bytes into the chaining value.  key[j] is added in every step of round j, which only MD5-MAC
 * makes use of; MD5 itself passes four zeros, which vanish when the call is inlined.
 */
static inline void md5_compress_keyed(uint32_t state[4], const uint8_t *block, const uint32_t key[4])
{
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], x[16];
    for (unsigned i = 0; i < 16; i++)
        x[i] = load32_le(block + 4 * i);

    MD5_STEPS(MD5_STEP_F, MD5_STEP_G, MD5_STEP_H, MD5_STEP_I);

    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

static inline void md5_compress(uint32_t state[4], const uint8_t *block)
{
    static const uint32_t unkeyed[4] = {0, 0, 0, 0};
    md5_compress_keyed(state, block, unkeyed);
}

#endif

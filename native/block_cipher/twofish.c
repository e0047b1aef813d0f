/* SPDX-License-Identifier: MIT */
/*
 * twofish.c - Twofish (Schneier, Kelsey, Whiting, Wagner, Hall and Ferguson, "Twofish: A 128-Bit Block Cipher", 1998).
 *
 * Blocks of 16 bytes as little-endian words, keys of 0 to 32 bytes, filled up with zeros to 16, 24 or 32.  16 rounds.
 * Reads no field of the variant.  The S-boxes of the key, MDS matrix included, fill 4 KiB of the context; what they are
 * asked for depends on the key and the data: not constant-time.
 */
#include "native/block_cipher/blocks.h"
#include "native/common/bytes.h"
#include "native/common/lanes.h"
#include "native/common/table.h"
#include "native/native.h"

enum {
    BLOCK_SIZE = 16,
    ROUNDS = 16,
    TOGETHER = 2 /* blocks interleaved */
};

struct twofish {
    uint32_t s[4][256]; /* column I of the MDS matrix times the keyed permutation of byte I */
    uint32_t keys[8 + 2 * ROUNDS]; /* before, after, and two a round */
};

static const uint8_t q0[256] = {
    0xa9, 0x67, 0xb3, 0xe8, 0x04, 0xfd, 0xa3, 0x76, 0x9a, 0x92, 0x80, 0x78, 0xe4, 0xdd, 0xd1, 0x38,
    0x0d, 0xc6, 0x35, 0x98, 0x18, 0xf7, 0xec, 0x6c, 0x43, 0x75, 0x37, 0x26, 0xfa, 0x13, 0x94, 0x48,
    0xf2, 0xd0, 0x8b, 0x30, 0x84, 0x54, 0xdf, 0x23, 0x19, 0x5b, 0x3d, 0x59, 0xf3, 0xae, 0xa2, 0x82,
    0x63, 0x01, 0x83, 0x2e, 0xd9, 0x51, 0x9b, 0x7c, 0xa6, 0xeb, 0xa5, 0xbe, 0x16, 0x0c, 0xe3, 0x61,
    0xc0, 0x8c, 0x3a, 0xf5, 0x73, 0x2c, 0x25, 0x0b, 0xbb, 0x4e, 0x89, 0x6b, 0x53, 0x6a, 0xb4, 0xf1,
    0xe1, 0xe6, 0xbd, 0x45, 0xe2, 0xf4, 0xb6, 0x66, 0xcc, 0x95, 0x03, 0x56, 0xd4, 0x1c, 0x1e, 0xd7,
    0xfb, 0xc3, 0x8e, 0xb5, 0xe9, 0xcf, 0xbf, 0xba, 0xea, 0x77, 0x39, 0xaf, 0x33, 0xc9, 0x62, 0x71,
    0x81, 0x79, 0x09, 0xad, 0x24, 0xcd, 0xf9, 0xd8, 0xe5, 0xc5, 0xb9, 0x4d, 0x44, 0x08, 0x86, 0xe7,
    0xa1, 0x1d, 0xaa, 0xed, 0x06, 0x70, 0xb2, 0xd2, 0x41, 0x7b, 0xa0, 0x11, 0x31, 0xc2, 0x27, 0x90,
    0x20, 0xf6, 0x60, 0xff, 0x96, 0x5c, 0xb1, 0xab, 0x9e, 0x9c, 0x52, 0x1b, 0x5f, 0x93, 0x0a, 0xef,
    0x91, 0x85, 0x49, 0xee, 0x2d, 0x4f, 0x8f, 0x3b, 0x47, 0x87, 0x6d, 0x46, 0xd6, 0x3e, 0x69, 0x64,
    0x2a, 0xce, 0xcb, 0x2f, 0xfc, 0x97, 0x05, 0x7a, 0xac, 0x7f, 0xd5, 0x1a, 0x4b, 0x0e, 0xa7, 0x5a,
    0x28, 0x14, 0x3f, 0x29, 0x88, 0x3c, 0x4c, 0x02, 0xb8, 0xda, 0xb0, 0x17, 0x55, 0x1f, 0x8a, 0x7d,
    0x57, 0xc7, 0x8d, 0x74, 0xb7, 0xc4, 0x9f, 0x72, 0x7e, 0x15, 0x22, 0x12, 0x58, 0x07, 0x99, 0x34,
    0x6e, 0x50, 0xde, 0x68, 0x65, 0xbc, 0xdb, 0xf8, 0xc8, 0xa8, 0x2b, 0x40, 0xdc, 0xfe, 0x32, 0xa4,
    0xca, 0x10, 0x21, 0xf0, 0xd3, 0x5d, 0x0f, 0x00, 0x6f, 0x9d, 0x36, 0x42, 0x4a, 0x5e, 0xc1, 0xe0,
};

static const uint8_t q1[256] = {
    0x75, 0xf3, 0xc6, 0xf4, 0xdb, 0x7b, 0xfb, 0xc8, 0x4a, 0xd3, 0xe6, 0x6b, 0x45, 0x7d, 0xe8, 0x4b,
    0xd6, 0x32, 0xd8, 0xfd, 0x37, 0x71, 0xf1, 0xe1, 0x30, 0x0f, 0xf8, 0x1b, 0x87, 0xfa, 0x06, 0x3f,
    0x5e, 0xba, 0xae, 0x5b, 0x8a, 0x00, 0xbc, 0x9d, 0x6d, 0xc1, 0xb1, 0x0e, 0x80, 0x5d, 0xd2, 0xd5,
    0xa0, 0x84, 0x07, 0x14, 0xb5, 0x90, 0x2c, 0xa3, 0xb2, 0x73, 0x4c, 0x54, 0x92, 0x74, 0x36, 0x51,
    0x38, 0xb0, 0xbd, 0x5a, 0xfc, 0x60, 0x62, 0x96, 0x6c, 0x42, 0xf7, 0x10, 0x7c, 0x28, 0x27, 0x8c,
    0x13, 0x95, 0x9c, 0xc7, 0x24, 0x46, 0x3b, 0x70, 0xca, 0xe3, 0x85, 0xcb, 0x11, 0xd0, 0x93, 0xb8,
    0xa6, 0x83, 0x20, 0xff, 0x9f, 0x77, 0xc3, 0xcc, 0x03, 0x6f, 0x08, 0xbf, 0x40, 0xe7, 0x2b, 0xe2,
    0x79, 0x0c, 0xaa, 0x82, 0x41, 0x3a, 0xea, 0xb9, 0xe4, 0x9a, 0xa4, 0x97, 0x7e, 0xda, 0x7a, 0x17,
    0x66, 0x94, 0xa1, 0x1d, 0x3d, 0xf0, 0xde, 0xb3, 0x0b, 0x72, 0xa7, 0x1c, 0xef, 0xd1, 0x53, 0x3e,
    0x8f, 0x33, 0x26, 0x5f, 0xec, 0x76, 0x2a, 0x49, 0x81, 0x88, 0xee, 0x21, 0xc4, 0x1a, 0xeb, 0xd9,
    0xc5, 0x39, 0x99, 0xcd, 0xad, 0x31, 0x8b, 0x01, 0x18, 0x23, 0xdd, 0x1f, 0x4e, 0x2d, 0xf9, 0x48,
    0x4f, 0xf2, 0x65, 0x8e, 0x78, 0x5c, 0x58, 0x19, 0x8d, 0xe5, 0x98, 0x57, 0x67, 0x7f, 0x05, 0x64,
    0xaf, 0x63, 0xb6, 0xfe, 0xf5, 0xb7, 0x3c, 0xa5, 0xce, 0xe9, 0x68, 0x44, 0xe0, 0x4d, 0x43, 0x69,
    0x29, 0x2e, 0xac, 0x15, 0x59, 0xa8, 0x0a, 0x9e, 0x6e, 0x47, 0xdf, 0x34, 0x35, 0x6a, 0xcf, 0xdc,
    0x22, 0xc9, 0xc0, 0x9b, 0x89, 0xd4, 0xed, 0xab, 0x12, 0xa2, 0x0d, 0x52, 0xbb, 0x02, 0x2f, 0xa9,
    0xd7, 0x61, 0x1e, 0xb4, 0x50, 0x04, 0xf6, 0xc2, 0x16, 0x25, 0x86, 0x56, 0x55, 0x09, 0xbe, 0x91,
};

/* The matrix's elements 0x5b = 1 + 1/4 and 0xef = 1 + 1/2 + 1/4 in GF(2^8) modulo 0x169. */
static uint32_t half(uint32_t x)
{
    return x >> 1 ^ (x & 1) * (0x169 >> 1);
}

static uint32_t mds_column(unsigned column, uint32_t x)
{
    uint32_t x5b = x ^ half(half(x)), xef = x5b ^ half(x);
    switch (column) {
    case 0:
        return x | x5b << 8 | xef << 16 | xef << 24;
    case 1:
        return xef | xef << 8 | x5b << 16 | x << 24;
    case 2:
        return x5b | xef << 8 | x << 16 | xef << 24;
    default:
        return x5b | x << 8 | xef << 16 | x5b << 24;
    }
}

/* Byte BYTE of h before the matrix: X through the permutations and the COUNT words of L, the last word first. */
static uint8_t permute(unsigned byte, uint8_t x, const uint32_t *l, unsigned count)
{
    static const uint8_t *const q[5][4] = {{q1, q0, q1, q0}, {q0, q0, q1, q1}, {q0, q1, q0, q1}, {q1, q1, q0, q0},
                                           {q1, q0, q0, q1}};
    for (unsigned i = count; i != 0; i--)
        x = q[i][byte][x] ^ (uint8_t)(l[i - 1] >> 8 * byte);
    return q[0][byte][x];
}

/* h of the word whose four bytes are X. */
static uint32_t h(uint8_t x, const uint32_t *l, unsigned count)
{
    uint32_t result = 0;
    for (unsigned i = 0; i < 4; i++)
        result ^= mds_column(i, permute(i, x, l, count));
    return result;
}

/*
 * The Reed-Solomon code of eight key bytes: their polynomial times x^4, by Horner's rule, modulo
 * x^4 + (a + 1/a) x^3 + a x^2 + (a + 1/a) x + 1 over GF(2^8) modulo 0x14d, with a = 2.
 */
static uint32_t reed_solomon(uint32_t low, uint32_t high)
{
    uint32_t r = high;
    for (unsigned i = 0; i < 8; i++) {
        if (i == 4)
            r ^= low;
        uint32_t top = r >> 24;
        uint32_t doubled = GF256_DOUBLE(top, 0x14d), halved = top >> 1 ^ (top & 1) * (0x14d >> 1);
        r = r << 8 ^ (doubled ^ halved) << 24 ^ doubled << 16 ^ (doubled ^ halved) << 8 ^ top;
    }
    return r;
}

static enum status set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct twofish *twofish = context;
    uint8_t bytes[32] = {0};
    uint32_t m[8], even[4], odd[4], s[4];
    if (key_size > sizeof bytes)
        return STATUS_BAD_LENGTH;
    copy_bytes(bytes, key, key_size);
    unsigned count = key_size <= 16 ? 2 : key_size <= 24 ? 3 : 4;
    for (unsigned i = 0; i < 8; i++)
        m[i] = load32_le(bytes + 4 * i);
    for (unsigned i = 0; i < count; i++) {
        even[i] = m[2 * i];
        odd[i] = m[2 * i + 1];
        s[count - 1 - i] = reed_solomon(m[2 * i], m[2 * i + 1]);
    }
    for (unsigned i = 0; i < 4 + ROUNDS; i++) {
        uint32_t a = h((uint8_t)(2 * i), even, count), b = rotl32(h((uint8_t)(2 * i + 1), odd, count), 8);
        twofish->keys[2 * i] = a + b;
        twofish->keys[2 * i + 1] = rotl32(a + 2 * b, 9);
    }
    for (unsigned i = 0; i < 4; i++)
        for (unsigned x = 0; x < 256; x++)
            twofish->s[i][x] = mds_column(i, permute(i, (uint8_t)x, s, count));
    wipe(bytes, sizeof bytes);
    wipe(m, sizeof m);
    wipe(even, sizeof even);
    wipe(odd, sizeof odd);
    wipe(s, sizeof s);
    return STATUS_OK;
}

/* g, and g of the word rotated left by one byte. */
static ALWAYS_INLINE uint32_t g0(const struct twofish *twofish, uint32_t x)
{
    return twofish->s[0][x & 0xff] ^ twofish->s[1][x >> 8 & 0xff] ^ twofish->s[2][x >> 16 & 0xff] ^
           twofish->s[3][x >> 24];
}

static ALWAYS_INLINE uint32_t g1(const struct twofish *twofish, uint32_t x)
{
    return twofish->s[1][x & 0xff] ^ twofish->s[2][x >> 8 & 0xff] ^ twofish->s[3][x >> 16 & 0xff] ^
           twofish->s[0][x >> 24];
}

static ALWAYS_INLINE void encrypt_blocks(const void *context, const uint8_t *in, uint8_t *out, unsigned count)
{
    const struct twofish *twofish = context;
    uint32_t x[TOGETHER][4];
    for (unsigned b = 0; b < count; b++)
        for (unsigned i = 0; i < 4; i++)
            x[b][i] = load32_le(in + 16 * b + 4 * i) ^ twofish->keys[i];
    for (const uint32_t *k = twofish->keys + 8; k != twofish->keys + 8 + 2 * ROUNDS; k += 4) {
        for (unsigned b = 0; b < count; b++) {
            uint32_t t0 = g0(twofish, x[b][0]), t1 = g1(twofish, x[b][1]);
            x[b][2] = rotr32(x[b][2] ^ (t0 + t1 + k[0]), 1);
            x[b][3] = rotl32(x[b][3], 1) ^ (t0 + 2 * t1 + k[1]);
        }
        for (unsigned b = 0; b < count; b++) {
            uint32_t t0 = g0(twofish, x[b][2]), t1 = g1(twofish, x[b][3]);
            x[b][0] = rotr32(x[b][0] ^ (t0 + t1 + k[2]), 1);
            x[b][1] = rotl32(x[b][1], 1) ^ (t0 + 2 * t1 + k[3]);
        }
    }
    for (unsigned b = 0; b < count; b++)
        for (unsigned i = 0; i < 4; i++)
            store32_le(out + 16 * b + 4 * i, x[b][i ^ 2] ^ twofish->keys[4 + i]);
}

static ALWAYS_INLINE void decrypt_blocks(const void *context, const uint8_t *in, uint8_t *out, unsigned count)
{
    const struct twofish *twofish = context;
    uint32_t x[TOGETHER][4];
    for (unsigned b = 0; b < count; b++)
        for (unsigned i = 0; i < 4; i++)
            x[b][i ^ 2] = load32_le(in + 16 * b + 4 * i) ^ twofish->keys[4 + i];
    for (const uint32_t *k = twofish->keys + 8 + 2 * ROUNDS; k != twofish->keys + 8;) {
        k -= 4;
        for (unsigned b = 0; b < count; b++) {
            uint32_t t0 = g0(twofish, x[b][2]), t1 = g1(twofish, x[b][3]);
            x[b][0] = rotl32(x[b][0], 1) ^ (t0 + t1 + k[2]);
            x[b][1] = rotr32(x[b][1] ^ (t0 + 2 * t1 + k[3]), 1);
        }
        for (unsigned b = 0; b < count; b++) {
            uint32_t t0 = g0(twofish, x[b][0]), t1 = g1(twofish, x[b][1]);
            x[b][2] = rotl32(x[b][2], 1) ^ (t0 + t1 + k[0]);
            x[b][3] = rotr32(x[b][3] ^ (t0 + 2 * t1 + k[1]), 1);
        }
    }
    for (unsigned b = 0; b < count; b++)
        for (unsigned i = 0; i < 4; i++)
            store32_le(out + 16 * b + 4 * i, x[b][i] ^ twofish->keys[i]);
}

static enum status encrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    return in_groups(encrypt_blocks, TOGETHER, BLOCK_SIZE, context, in, out, blocks);
}

static enum status decrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    return in_groups(decrypt_blocks, TOGETHER, BLOCK_SIZE, context, in, out, blocks);
}

const struct block_cipher_ops native_twofish = {
    .ops = {.context_size = sizeof(struct twofish)},
    .block_size = BLOCK_SIZE,
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

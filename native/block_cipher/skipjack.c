/* SPDX-License-Identifier: MIT */
/*
 * skipjack.c - SKIPJACK (NIST, "SKIPJACK and KEA Algorithm Specifications", version 2.0, 1998).
 *
 * Blocks of 8 bytes, keys of 10; 32 rounds.  Reads tables at places that depend on key and data: not constant-time.
 *
 * Variant: option OPTION_BIG_ENDIAN for the order in which the specification prints bytes (words big-endian, key from
 * cv0 on); OPTION_LITTLE_ENDIAN for all bytes of block and key the other way round, as in NIST SP 800-17 and Crypto++.
 */
#include "native/block_cipher/blocks.h"
#include "native/common/bytes.h"
#include "native/native.h"

enum { GROUP = 8 /* blocks side by side: a round of one is a chain of four look-ups */, KEY_SIZE = 10 };

struct skipjack {
    uint8_t keyed[KEY_SIZE][256]; /* F of a byte added to each byte of the key */
    unsigned big_endian;
};

static const uint8_t f[256] = {
    0xa3, 0xd7, 0x09, 0x83, 0xf8, 0x48, 0xf6, 0xf4, 0xb3, 0x21, 0x15, 0x78, 0x99, 0xb1, 0xaf, 0xf9,
    0xe7, 0x2d, 0x4d, 0x8a, 0xce, 0x4c, 0xca, 0x2e, 0x52, 0x95, 0xd9, 0x1e, 0x4e, 0x38, 0x44, 0x28,
    0x0a, 0xdf, 0x02, 0xa0, 0x17, 0xf1, 0x60, 0x68, 0x12, 0xb7, 0x7a, 0xc3, 0xe9, 0xfa, 0x3d, 0x53,
    0x96, 0x84, 0x6b, 0xba, 0xf2, 0x63, 0x9a, 0x19, 0x7c, 0xae, 0xe5, 0xf5, 0xf7, 0x16, 0x6a, 0xa2,
    0x39, 0xb6, 0x7b, 0x0f, 0xc1, 0x93, 0x81, 0x1b, 0xee, 0xb4, 0x1a, 0xea, 0xd0, 0x91, 0x2f, 0xb8,
    0x55, 0xb9, 0xda, 0x85, 0x3f, 0x41, 0xbf, 0xe0, 0x5a, 0x58, 0x80, 0x5f, 0x66, 0x0b, 0xd8, 0x90,
    0x35, 0xd5, 0xc0, 0xa7, 0x33, 0x06, 0x65, 0x69, 0x45, 0x00, 0x94, 0x56, 0x6d, 0x98, 0x9b, 0x76,
    0x97, 0xfc, 0xb2, 0xc2, 0xb0, 0xfe, 0xdb, 0x20, 0xe1, 0xeb, 0xd6, 0xe4, 0xdd, 0x47, 0x4a, 0x1d,
    0x42, 0xed, 0x9e, 0x6e, 0x49, 0x3c, 0xcd, 0x43, 0x27, 0xd2, 0x07, 0xd4, 0xde, 0xc7, 0x67, 0x18,
    0x89, 0xcb, 0x30, 0x1f, 0x8d, 0xc6, 0x8f, 0xaa, 0xc8, 0x74, 0xdc, 0xc9, 0x5d, 0x5c, 0x31, 0xa4,
    0x70, 0x88, 0x61, 0x2c, 0x9f, 0x0d, 0x2b, 0x87, 0x50, 0x82, 0x54, 0x64, 0x26, 0x7d, 0x03, 0x40,
    0x34, 0x4b, 0x1c, 0x73, 0xd1, 0xc4, 0xfd, 0x3b, 0xcc, 0xfb, 0x7f, 0xab, 0xe6, 0x3e, 0x5b, 0xa5,
    0xad, 0x04, 0x23, 0x9c, 0x14, 0x51, 0x22, 0xf0, 0x29, 0x79, 0x71, 0x7e, 0xff, 0x8c, 0x0e, 0xe2,
    0x0c, 0xef, 0xbc, 0x72, 0x75, 0x6f, 0x37, 0xa1, 0xec, 0xd3, 0x8e, 0x62, 0x8b, 0x86, 0x10, 0xe8,
    0x08, 0x77, 0x11, 0xbe, 0x92, 0x4f, 0x24, 0xc5, 0x32, 0x36, 0x9d, 0xcf, 0xf3, 0xa6, 0xbb, 0xac,
    0x5e, 0x6c, 0xa9, 0x13, 0x57, 0x25, 0xb5, 0xe3, 0xbd, 0xa8, 0x3a, 0x01, 0x05, 0x59, 0x2a, 0x46,
};

/* The permutation G of round K, and its inverse. */
static inline uint32_t permute(const struct skipjack *skipjack, uint32_t word, unsigned k)
{
    uint32_t high = word >> 8, low = word & 255;
    high ^= skipjack->keyed[4 * k % KEY_SIZE][low];
    low ^= skipjack->keyed[(4 * k + 1) % KEY_SIZE][high];
    high ^= skipjack->keyed[(4 * k + 2) % KEY_SIZE][low];
    low ^= skipjack->keyed[(4 * k + 3) % KEY_SIZE][high];
    return high << 8 | low;
}

static inline uint32_t inverse_permute(const struct skipjack *skipjack, uint32_t word, unsigned k)
{
    uint32_t high = word >> 8, low = word & 255;
    low ^= skipjack->keyed[(4 * k + 3) % KEY_SIZE][high];
    high ^= skipjack->keyed[(4 * k + 2) % KEY_SIZE][low];
    low ^= skipjack->keyed[(4 * k + 1) % KEY_SIZE][high];
    high ^= skipjack->keyed[4 * k % KEY_SIZE][low];
    return high << 8 | low;
}

static inline void load_words(const struct skipjack *skipjack, const uint8_t *in, uint32_t w[4][GROUP], unsigned count)
{
    for (unsigned b = 0; b < count; b++)
        for (unsigned i = 0; i < 4; i++)
            w[i][b] = skipjack->big_endian ? load16_be(in + 8 * b + 2 * i) : load16_le(in + 8 * b + 6 - 2 * i);
}

static inline void store_words(const struct skipjack *skipjack, uint8_t *out, uint32_t w[4][GROUP], unsigned count)
{
    for (unsigned b = 0; b < count; b++)
        for (unsigned i = 0; i < 4; i++) {
            if (skipjack->big_endian)
                store16_be(out + 8 * b + 2 * i, (uint16_t)w[i][b]);
            else
                store16_le(out + 8 * b + 6 - 2 * i, (uint16_t)w[i][b]);
        }
}

/* Rules A and B keep every word in its place and change names: after round K, w1 is word 3 - K modulo 4. */
static ALWAYS_INLINE void encrypt_blocks(const void *context, const uint8_t *in, uint8_t *out, unsigned count)
{
    const struct skipjack *skipjack = context;
    uint32_t w[4][GROUP];
    load_words(skipjack, in, w, count);
    for (unsigned k = 0; k < 32; k++) {
        uint32_t *w1 = w[-k & 3], *w2 = w[(1 - k) & 3], *w4 = w[(3 - k) & 3];
        for (unsigned b = 0; b < count; b++) {
            uint32_t g = permute(skipjack, w1[b], k);
            if ((k & 8) == 0)
                w4[b] ^= g ^ (k + 1);
            else
                w2[b] ^= w1[b] ^ (k + 1);
            w1[b] = g;
        }
    }
    store_words(skipjack, out, w, count);
}

static ALWAYS_INLINE void decrypt_blocks(const void *context, const uint8_t *in, uint8_t *out, unsigned count)
{
    const struct skipjack *skipjack = context;
    uint32_t w[4][GROUP];
    load_words(skipjack, in, w, count);
    for (unsigned k = 32; k-- != 0;) {
        uint32_t *w1 = w[-k & 3], *w2 = w[(1 - k) & 3], *w4 = w[(3 - k) & 3];
        for (unsigned b = 0; b < count; b++) {
            uint32_t g = inverse_permute(skipjack, w1[b], k);
            if ((k & 8) == 0)
                w4[b] ^= w1[b] ^ (k + 1);
            else
                w2[b] ^= g ^ (k + 1);
            w1[b] = g;
        }
    }
    store_words(skipjack, out, w, count);
}

static enum status setup(void *context, const struct variant *variant)
{
    if (variant->option != OPTION_LITTLE_ENDIAN && variant->option != OPTION_BIG_ENDIAN)
        return STATUS_BAD_PARAMETER;
    ((struct skipjack *)context)->big_endian = variant->option == OPTION_BIG_ENDIAN;
    return STATUS_OK;
}

static enum status set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct skipjack *skipjack = context;
    if (key_size != KEY_SIZE)
        return STATUS_BAD_LENGTH;
    for (unsigned i = 0; i < KEY_SIZE; i++)
        for (unsigned x = 0; x < 256; x++)
            skipjack->keyed[i][x] = f[x ^ key[skipjack->big_endian ? i : KEY_SIZE - 1 - i]];
    return STATUS_OK;
}

static enum status encrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    return in_groups(encrypt_blocks, GROUP, 8, context, in, out, blocks);
}

static enum status decrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    return in_groups(decrypt_blocks, GROUP, 8, context, in, out, blocks);
}

const struct block_cipher_ops native_skipjack = {
    .ops = {.context_size = sizeof(struct skipjack), .setup = setup},
    .block_size = 8,
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

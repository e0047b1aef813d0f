/* SPDX-License-Identifier: MIT */
/*
 * shark.c - SHARK (Rijmen, Daemen, Preneel, Bosselaers and De Win, "The Cipher SHARK", FSE 1996), with round keys that
 * are added by exclusive or and the key schedule that follows from it.
 *
 * Blocks of 8 bytes, keys of 1 to 16 bytes, 6 rounds (all that variant.rounds may say).  `setup` fills one set of
 * tables a direction (16 KiB each, in the context): the diffusion matrix has no symmetry that would let its eight
 * columns share entries, and tables over half bytes (2 KiB), which take three loads a byte instead of one, were measured
 * at half the speed.  What they are asked for depends on the key and the data: not constant-time.
 */
#include "native/block_cipher/blocks.h"
#include "native/block_cipher/square_box.h"
#include "native/common/bytes.h"
#include "native/native.h"

enum {
    BLOCK_SIZE = 8,
    KEY_SIZE_MAX = 16,
    ROUNDS = 6,
    TOGETHER = 3 /* blocks interleaved */
};

struct transform {
    uint64_t columns[8][256]; /* column I of the matrix times the S-box of byte I, byte 0 the most significant */
    uint64_t keys[ROUNDS + 1];
};

struct shark {
    struct transform encryption;
    struct transform decryption;
};

static const uint8_t s_box[256] = {SQUARE_BOX(TABLE_ENTRY)};
static const uint8_t s_box_inverse[256] = {SQUARE_BOX_INVERSE(TABLE_ENTRY)};

static const uint8_t matrix[8][8] = {
    {0xce, 0x95, 0x57, 0x82, 0x8a, 0x19, 0xb0, 0x01},
    {0xe7, 0xfe, 0x05, 0xd2, 0x52, 0xc1, 0x88, 0xf1},
    {0xb9, 0xda, 0x4d, 0xd1, 0x9e, 0x17, 0x83, 0x86},
    {0xd0, 0x9d, 0x26, 0x2c, 0x5d, 0x9f, 0x6d, 0x75},
    {0x52, 0xa9, 0x07, 0x6c, 0xb9, 0x8f, 0x70, 0x17},
    {0x87, 0x28, 0x3a, 0x5a, 0xf4, 0x33, 0x0b, 0x6c},
    {0x74, 0x51, 0x15, 0xcf, 0x09, 0xa4, 0x62, 0x09},
    {0x0b, 0x31, 0x7f, 0x86, 0xbe, 0x05, 0x83, 0x34},
};
static const uint8_t matrix_inverse[8][8] = {
    {0xe7, 0x30, 0x90, 0x85, 0xd0, 0x4b, 0x91, 0x41},
    {0x53, 0x95, 0x9b, 0xa5, 0x96, 0xbc, 0xa1, 0x68},
    {0x02, 0x45, 0xf7, 0x65, 0x5c, 0x1f, 0xb6, 0x52},
    {0xa2, 0xca, 0x22, 0x94, 0x44, 0x63, 0x2a, 0xa2},
    {0xfc, 0x67, 0x8e, 0x10, 0x29, 0x75, 0x85, 0x71},
    {0x24, 0x45, 0xa2, 0xcf, 0x2f, 0x22, 0xc1, 0x0e},
    {0xa1, 0xf1, 0x71, 0x40, 0x91, 0x27, 0x18, 0xa5},
    {0x56, 0xf4, 0xaf, 0x32, 0xd2, 0xa4, 0xdc, 0x71},
};

static uint8_t multiply(uint8_t a, uint8_t b)
{
    unsigned product = 0;
    for (int i = 7; i >= 0; i--)
        product = GF256_DOUBLE(product, SQUARE_POLYNOMIAL) ^ (b >> i & 1) * a;
    return (uint8_t)product;
}

static void fill_columns(uint64_t columns[8][256], const uint8_t m[8][8], const uint8_t box[256])
{
    for (unsigned j = 0; j < 8; j++)
        for (unsigned x = 0; x < 256; x++) {
            uint64_t column = 0;
            for (unsigned i = 0; i < 8; i++)
                column = column << 8 | multiply(m[i][j], box[x]);
            columns[j][x] = column;
        }
}

static ALWAYS_INLINE void crypt_blocks(const struct transform *transform, const uint8_t last[256], const uint8_t *in,
                                       uint8_t *out, unsigned count)
{
    const uint64_t(*t)[256] = transform->columns, *k = transform->keys;
    uint64_t x[TOGETHER];
    for (unsigned b = 0; b < count; b++)
        x[b] = load64_be(in + 8 * b) ^ k[0];
    for (unsigned r = 1; r < ROUNDS; r++)
        for (unsigned b = 0; b < count; b++)
            x[b] = k[r] ^ t[0][x[b] >> 56] ^ t[1][x[b] >> 48 & 0xff] ^ t[2][x[b] >> 40 & 0xff] ^
                   t[3][x[b] >> 32 & 0xff] ^ t[4][x[b] >> 24 & 0xff] ^ t[5][x[b] >> 16 & 0xff] ^
                   t[6][x[b] >> 8 & 0xff] ^ t[7][x[b] & 0xff];
    for (unsigned b = 0; b < count; b++) {
        uint64_t y = 0;
        for (unsigned i = 0; i < 8; i++)
            y |= (uint64_t)last[x[b] >> 8 * i & 0xff] << 8 * i;
        store64_be(out + 8 * b, y ^ k[ROUNDS]);
    }
}

static ALWAYS_INLINE void encrypt_blocks(const void *context, const uint8_t *in, uint8_t *out, unsigned count)
{
    crypt_blocks(context, s_box, in, out, count);
}

static ALWAYS_INLINE void decrypt_blocks(const void *context, const uint8_t *in, uint8_t *out, unsigned count)
{
    crypt_blocks(context, s_box_inverse, in, out, count);
}

/* The inverse matrix times X: the tables of decryption hold it times the inverse S-box. */
static uint64_t unmix(const struct shark *shark, uint64_t x)
{
    uint64_t y = 0;
    for (unsigned i = 0; i < 8; i++)
        y ^= shark->decryption.columns[i][s_box[x >> (56 - 8 * i) & 0xff]];
    return y;
}

static enum status setup(void *context, const struct variant *variant)
{
    struct shark *shark = context;
    if (variant != NULL && variant->rounds != 0 && variant->rounds != ROUNDS)
        return STATUS_BAD_PARAMETER;
    fill_columns(shark->encryption.columns, matrix, s_box);
    fill_columns(shark->decryption.columns, matrix_inverse, s_box_inverse);
    return STATUS_OK;
}

/* The key, repeated, goes through CFB under SHARK itself with fixed round keys. */
static enum status set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct shark *shark = context;
    uint64_t *e = shark->encryption.keys, *d = shark->decryption.keys, schedule[ROUNDS + 1];
    uint8_t c[BLOCK_SIZE] = {0};
    if (key_size == 0 || key_size > KEY_SIZE_MAX)
        return STATUS_BAD_LENGTH;
    for (unsigned i = 0; i < ROUNDS; i++)
        e[i] = shark->encryption.columns[0][i];
    e[ROUNDS] = unmix(shark, shark->encryption.columns[0][ROUNDS]);
    for (unsigned i = 0; i <= ROUNDS; i++) {
        encrypt_blocks(&shark->encryption, c, c, 1);
        for (unsigned j = 0; j < BLOCK_SIZE; j++)
            c[j] ^= key[(BLOCK_SIZE * i + j) % key_size];
        schedule[i] = load64_be(c);
    }
    schedule[ROUNDS] = unmix(shark, schedule[ROUNDS]);
    for (unsigned i = 0; i <= ROUNDS; i++) {
        e[i] = schedule[i];
        d[ROUNDS - i] = i == 0 || i == ROUNDS ? schedule[i] : unmix(shark, schedule[i]);
    }
    wipe(schedule, sizeof schedule);
    wipe(c, sizeof c);
    return STATUS_OK;
}

static enum status encrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    const struct shark *shark = context;
    return in_groups(encrypt_blocks, TOGETHER, BLOCK_SIZE, &shark->encryption, in, out, blocks);
}

static enum status decrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    const struct shark *shark = context;
    return in_groups(decrypt_blocks, TOGETHER, BLOCK_SIZE, &shark->decryption, in, out, blocks);
}

const struct block_cipher_ops native_shark = {
    .ops = {.context_size = sizeof(struct shark), .setup = setup},
    .block_size = BLOCK_SIZE,
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

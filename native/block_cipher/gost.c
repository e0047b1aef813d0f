/* SPDX-License-Identifier: MIT */
/*
 * gost.c - GOST 28147-89 in the simple substitution mode, with the S-boxes that the standard GOST R 34.11-94 has as its
 * test parameters (object identifier 1.2.643.2.2.30.0).
 *
 * Blocks of 8 bytes and keys of 32, as little-endian words.  Many blocks are computed as circuits, each vector having
 * one bit of all of them: no loads at places that depend on data.  A few blocks go through tables, which is not
 * constant-time.  Variant: vector_bits.
 */
#include "native/native.h"

struct gost {
    uint64_t bits[8][32]; /* of the key words, as masks of all bits */
    uint32_t key[8];
    unsigned vector_bits;
};

/* The word of key that round ROUND takes: three times up and once down, or once up and three times down. */
static inline unsigned key_of_round(unsigned round, enum direction direction)
{
    unsigned up = direction == ENCRYPT ? 24 : 8;
    return round < up ? round % 8 : 7 - round % 8;
}

#define LANE_FILE "native/block_cipher/gost_lanes.h"
#include "native/block_cipher/each_width.h"

/* The S-boxes, for the nibbles from the least significant on, as a list of F(HIGH, entry). */
#define S_0(F, high) \
    F(high, 4) F(high, 10) F(high, 9) F(high, 2) F(high, 13) F(high, 8) F(high, 0) F(high, 14) \
    F(high, 6) F(high, 11) F(high, 1) F(high, 12) F(high, 7) F(high, 15) F(high, 5) F(high, 3)
#define S_1(F, high) \
    F(high, 14) F(high, 11) F(high, 4) F(high, 12) F(high, 6) F(high, 13) F(high, 15) F(high, 10) \
    F(high, 2) F(high, 3) F(high, 8) F(high, 1) F(high, 0) F(high, 7) F(high, 5) F(high, 9)
#define S_2(F, high) \
    F(high, 5) F(high, 8) F(high, 1) F(high, 13) F(high, 10) F(high, 3) F(high, 4) F(high, 2) \
    F(high, 14) F(high, 15) F(high, 12) F(high, 7) F(high, 6) F(high, 0) F(high, 9) F(high, 11)
#define S_3(F, high) \
    F(high, 7) F(high, 13) F(high, 10) F(high, 1) F(high, 0) F(high, 8) F(high, 9) F(high, 15) \
    F(high, 14) F(high, 4) F(high, 6) F(high, 12) F(high, 11) F(high, 2) F(high, 5) F(high, 3)
#define S_4(F, high) \
    F(high, 6) F(high, 12) F(high, 7) F(high, 1) F(high, 5) F(high, 15) F(high, 13) F(high, 8) \
    F(high, 4) F(high, 10) F(high, 9) F(high, 14) F(high, 0) F(high, 3) F(high, 11) F(high, 2)
#define S_5(F, high) \
    F(high, 4) F(high, 11) F(high, 10) F(high, 0) F(high, 7) F(high, 2) F(high, 1) F(high, 13) \
    F(high, 3) F(high, 6) F(high, 8) F(high, 5) F(high, 9) F(high, 12) F(high, 15) F(high, 14)
#define S_6(F, high) \
    F(high, 13) F(high, 11) F(high, 4) F(high, 1) F(high, 3) F(high, 15) F(high, 5) F(high, 9) \
    F(high, 0) F(high, 10) F(high, 14) F(high, 7) F(high, 6) F(high, 8) F(high, 2) F(high, 12)
#define S_7(F, high) \
    F(high, 1) F(high, 15) F(high, 13) F(high, 0) F(high, 5) F(high, 7) F(high, 10) F(high, 4) \
    F(high, 9) F(high, 2) F(high, 3) F(high, 14) F(high, 6) F(high, 11) F(high, 8) F(high, 12)

/* Two S-boxes and the rotation: entry for the byte LOW + 16 HIGH of the sum, number N from the least significant. */
#define ROTATED(v) ((uint32_t)(v) << 11 | (uint32_t)(v) >> 21)
#define ENTRY_0(high, low) ROTATED((uint32_t)((high) << 4 | (low))),
#define ENTRY_1(high, low) ROTATED((uint32_t)((high) << 4 | (low)) << 8),
#define ENTRY_2(high, low) ROTATED((uint32_t)((high) << 4 | (low)) << 16),
#define ENTRY_3(high, low) ROTATED((uint32_t)((high) << 4 | (low)) << 24),
#define ROW_0(unused, high) S_0(ENTRY_0, high)
#define ROW_1(unused, high) S_2(ENTRY_1, high)
#define ROW_2(unused, high) S_4(ENTRY_2, high)
#define ROW_3(unused, high) S_6(ENTRY_3, high)

static const uint32_t pairs[4][256] = {{S_1(ROW_0, 0)}, {S_3(ROW_1, 0)}, {S_5(ROW_2, 0)}, {S_7(ROW_3, 0)}};

static inline uint32_t round_function(uint32_t sum)
{
    return pairs[0][sum & 255] ^ pairs[1][sum >> 8 & 255] ^ pairs[2][sum >> 16 & 255] ^ pairs[3][sum >> 24];
}

/* COUNT blocks side by side, through tables. */
static ALWAYS_INLINE void crypt_few(const struct gost *gost, const uint8_t *in, uint8_t *out, size_t steps,
                                    enum direction direction, unsigned count)
{
    for (; steps != 0; steps--, in += 8 * count, out += 8 * count) {
        uint32_t x[4], y[4];
        for (unsigned b = 0; b < count; b++) {
            x[b] = load32_le(in + 8 * b);
            y[b] = load32_le(in + 8 * b + 4);
        }
        for (unsigned i = 0; i < 32; i += 2) {
            uint32_t k0 = gost->key[key_of_round(i, direction)], k1 = gost->key[key_of_round(i + 1, direction)];
            for (unsigned b = 0; b < count; b++)
                y[b] ^= round_function(x[b] + k0);
            for (unsigned b = 0; b < count; b++)
                x[b] ^= round_function(y[b] + k1);
        }
        for (unsigned b = 0; b < count; b++) {
            store32_le(out + 8 * b, y[b]);
            store32_le(out + 8 * b + 4, x[b]);
        }
    }
}

static void encrypt_four(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    crypt_few(context, in, out, steps, ENCRYPT, 4);
}

static void decrypt_four(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    crypt_few(context, in, out, steps, DECRYPT, 4);
}

static void encrypt_one(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    crypt_few(context, in, out, steps, ENCRYPT, 1);
}

static void decrypt_one(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    crypt_few(context, in, out, steps, DECRYPT, 1);
}

static enum status setup(void *context, const struct variant *variant)
{
    ((struct gost *)context)->vector_bits = vector_bits_for(variant->vector_bits);
    return STATUS_OK;
}

static enum status set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct gost *gost = context;
    if (key_size != 32)
        return STATUS_BAD_LENGTH;
    for (unsigned i = 0; i < 8; i++) {
        gost->key[i] = load32_le(key + 4 * i);
        for (unsigned j = 0; j < 32; j++)
            gost->bits[i][j] = -(uint64_t)(gost->key[i] >> j & 1);
    }
    return STATUS_OK;
}

static enum status encrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    static const struct kernel kernels[] = {
        LANE_KERNELS(encrypt, 32, 48){64, 48, 0, encrypt_plain}, {4, 0, 0, encrypt_four}, {1, 0, 0, encrypt_one}};
    return run_kernels(kernels, ((struct gost *)context)->vector_bits, context, 8, in, out, blocks);
}

static enum status decrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    static const struct kernel kernels[] = {
        LANE_KERNELS(decrypt, 32, 48){64, 48, 0, decrypt_plain}, {4, 0, 0, decrypt_four}, {1, 0, 0, decrypt_one}};
    return run_kernels(kernels, ((struct gost *)context)->vector_bits, context, 8, in, out, blocks);
}

const struct block_cipher_ops native_gost = {
    .ops = {.context_size = sizeof(struct gost), .setup = setup},
    .block_size = 8,
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

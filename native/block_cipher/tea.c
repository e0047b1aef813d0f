/* SPDX-License-Identifier: MIT */
/*
 * tea.c - TEA (Wheeler and Needham, "TEA, a Tiny Encryption Algorithm", FSE 1994).
 *
 * Blocks of 8 bytes, keys of 16, both as big-endian words (the paper leaves the byte order open).  32 cycles of two
 * rounds.  Constant time.  Variant: rounds (cycles, 1 to 255; 0: 32), vector_bits.
 */
#include "native/native.h"

enum { VECTORS = 4 /* worked on side by side */ };

static const uint32_t DELTA = 0x9e3779b9;

struct tea {
    uint32_t key[4];
    unsigned cycles;
    unsigned vector_bits;
};

#define LANE_FILE "native/block_cipher/tea_lanes.h"
#include "native/block_cipher/each_width.h"

static enum status setup(void *context, const struct variant *variant)
{
    struct tea *tea = context;
    if (variant->rounds > 255)
        return STATUS_BAD_PARAMETER;
    tea->cycles = variant->rounds != 0 ? variant->rounds : 32;
    tea->vector_bits = vector_bits_for(variant->vector_bits);
    return STATUS_OK;
}

static enum status set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct tea *tea = context;
    if (key_size != 16)
        return STATUS_BAD_LENGTH;
    for (unsigned i = 0; i < 4; i++)
        tea->key[i] = load32_be(key + 4 * i);
    return STATUS_OK;
}

static enum status encrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    static const struct kernel kernels[] = {LANE_KERNELS(encrypt, VECTORS, 3){1, 0, 0, encrypt_plain}};
    return run_kernels(kernels, ((struct tea *)context)->vector_bits, context, 8, in, out, blocks);
}

static enum status decrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    static const struct kernel kernels[] = {LANE_KERNELS(decrypt, VECTORS, 3){1, 0, 0, decrypt_plain}};
    return run_kernels(kernels, ((struct tea *)context)->vector_bits, context, 8, in, out, blocks);
}

const struct block_cipher_ops native_tea = {
    .ops = {.context_size = sizeof(struct tea), .setup = setup},
    .block_size = 8,
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

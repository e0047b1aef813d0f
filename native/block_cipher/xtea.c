/* SPDX-License-Identifier: MIT */
/*
 * xtea.c - XTEA (Needham and Wheeler, "Tea extensions", 1997).
 *
 * Blocks of 8 bytes, keys of 16, both as big-endian words (the paper leaves the byte order open).  32 cycles of two
 * rounds.  Constant time.  Variant: rounds (cycles, 1 to 255; 0: 32), vector_bits.
 */
#include "native/native.h"

enum { VECTORS = 4 /* worked on side by side */ };

enum { CYCLES_MAX = 255 };

struct xtea {
    uint32_t round_key[CYCLES_MAX][2];
    unsigned cycles;
    unsigned vector_bits;
};

#define LANE_FILE "native/block_cipher/xtea_lanes.h"
#include "native/block_cipher/each_width.h"

static enum status setup(void *context, const struct variant *variant)
{
    struct xtea *xtea = context;
    if (variant->rounds > CYCLES_MAX)
        return STATUS_BAD_PARAMETER;
    xtea->cycles = variant->rounds != 0 ? variant->rounds : 32;
    xtea->vector_bits = vector_bits_for(variant->vector_bits);
    return STATUS_OK;
}

static enum status set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct xtea *xtea = context;
    uint32_t word[4], sum = 0;
    if (key_size != 16)
        return STATUS_BAD_LENGTH;
    for (unsigned i = 0; i < 4; i++)
        word[i] = load32_be(key + 4 * i);
    for (unsigned i = 0; i < xtea->cycles; i++) {
        xtea->round_key[i][0] = sum + word[sum & 3];
        sum += 0x9e3779b9;
        xtea->round_key[i][1] = sum + word[sum >> 11 & 3];
    }
    wipe(word, sizeof word);
    return STATUS_OK;
}

static enum status encrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    static const struct kernel kernels[] = {LANE_KERNELS(encrypt, VECTORS, 3){1, 0, 0, encrypt_plain}};
    return run_kernels(kernels, ((struct xtea *)context)->vector_bits, context, 8, in, out, blocks);
}

static enum status decrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    static const struct kernel kernels[] = {LANE_KERNELS(decrypt, VECTORS, 3){1, 0, 0, decrypt_plain}};
    return run_kernels(kernels, ((struct xtea *)context)->vector_bits, context, 8, in, out, blocks);
}

const struct block_cipher_ops native_xtea = {
    .ops = {.context_size = sizeof(struct xtea), .setup = setup},
    .block_size = 8,
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

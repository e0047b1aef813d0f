/* SPDX-License-Identifier: MIT */
/*
 * rc5.c - RC5-32 (Rivest, "The RC5 Encryption Algorithm", FSE 1994).
 *
 * Blocks of 8 bytes as little-endian words, keys of 0 to 255 bytes, 1 to 255 rounds.  Constant time where rotations
 * by a variable count are.  Variant: rounds (0: 12), vector_bits.
 */
#include "native/native.h"
#include "native/block_cipher/rivest.h"

enum { VECTORS = 4 /* worked on side by side */ };

enum { ROUNDS_MAX = 255 };

struct rc5 {
    uint32_t s[2 * (ROUNDS_MAX + 1)];
    unsigned rounds;
    unsigned vector_bits;
};

#define LANE_FILE "native/block_cipher/rc5_lanes.h"
#define LANE_SHIFTS 1
#include "native/block_cipher/each_width.h"

static enum status setup(void *context, const struct variant *variant)
{
    struct rc5 *rc5 = context;
    if (variant->rounds > ROUNDS_MAX)
        return STATUS_BAD_PARAMETER;
    rc5->rounds = variant->rounds != 0 ? variant->rounds : 12;
    rc5->vector_bits = vector_bits_for(variant->vector_bits);
    return STATUS_OK;
}

static enum status set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct rc5 *rc5 = context;
    return expand_rivest_key(rc5->s, 2 * (rc5->rounds + 1), key, key_size);
}

static enum status encrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    static const struct kernel kernels[] = {LANE_KERNELS(encrypt, VECTORS, 3){1, 0, 0, encrypt_plain}};
    return run_kernels(kernels, ((struct rc5 *)context)->vector_bits, context, 8, in, out, blocks);
}

static enum status decrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    static const struct kernel kernels[] = {LANE_KERNELS(decrypt, VECTORS, 3){1, 0, 0, decrypt_plain}};
    return run_kernels(kernels, ((struct rc5 *)context)->vector_bits, context, 8, in, out, blocks);
}

const struct block_cipher_ops native_rc5 = {
    .ops = {.context_size = sizeof(struct rc5), .setup = setup},
    .block_size = 8,
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

/* SPDX-License-Identifier: MIT */
/*
 * rc6.c - RC6-32 (Rivest, Robshaw, Sidney and Yin, "The RC6 Block Cipher", version 1.1, 1998).
 *
 * Blocks of 16 bytes as little-endian words, keys of 0 to 255 bytes, 20 rounds.  Constant time where multiplications
 * and rotations by a variable count are.  Variant: rounds (1 to 255; 0: 20), vector_bits.
 */
#include "native/native.h"
#include "native/block_cipher/rivest.h"

enum { VECTORS = 4 /* worked on side by side */ };

enum { ROUNDS_MAX = 255 };

struct rc6 {
    uint32_t s[2 * (ROUNDS_MAX + 2)];
    unsigned rounds;
    unsigned vector_bits;
};

#define LANE_FILE "native/block_cipher/rc6_lanes.h"
#define LANE_SHIFTS 1
#include "native/block_cipher/each_width.h"

static enum status setup(void *context, const struct variant *variant)
{
    struct rc6 *rc6 = context;
    if (variant->rounds > ROUNDS_MAX)
        return STATUS_BAD_PARAMETER;
    rc6->rounds = variant->rounds != 0 ? variant->rounds : 20;
    rc6->vector_bits = vector_bits_for(variant->vector_bits);
    return STATUS_OK;
}

static enum status set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct rc6 *rc6 = context;
    return expand_rivest_key(rc6->s, 2 * (rc6->rounds + 2), key, key_size);
}

static enum status encrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    static const struct kernel kernels[] = {LANE_KERNELS(encrypt, VECTORS, 2){1, 0, 0, encrypt_plain}};
    return run_kernels(kernels, ((struct rc6 *)context)->vector_bits, context, 16, in, out, blocks);
}

static enum status decrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    static const struct kernel kernels[] = {LANE_KERNELS(decrypt, VECTORS, 2){1, 0, 0, decrypt_plain}};
    return run_kernels(kernels, ((struct rc6 *)context)->vector_bits, context, 16, in, out, blocks);
}

const struct block_cipher_ops native_rc6 = {
    .ops = {.context_size = sizeof(struct rc6), .setup = setup},
    .block_size = 16,
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

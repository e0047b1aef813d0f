/* SPDX-License-Identifier: MIT */
/*
 * three_way.c - 3-WAY (Daemen, Govaerts and Vandewalle, "A New Approach to Block Cipher Design", FSE 1993).
 *
 * Blocks and keys of 12 bytes as big-endian words a0, a1, a2 (the reference program prints them the other way round);
 * 11 rounds.  Decryption is encryption of the mirrored block under another key.  Constant time.  Variant: vector_bits.
 */
#include "native/native.h"

enum { VECTORS = 2 /* worked on side by side */, ROUNDS = 11 };

struct three_way {
    uint32_t encryption_key[ROUNDS + 1][3];
    uint32_t decryption_key[ROUNDS + 1][3];
    unsigned vector_bits;
};

#define LANE_FILE "native/block_cipher/three_way_lanes.h"
#include "native/block_cipher/each_width.h"

static enum status setup(void *context, const struct variant *variant)
{
    struct three_way *cipher = context;
    cipher->vector_bits = vector_bits_for(variant->vector_bits);
    return STATUS_OK;
}

/* The key with the round constants, which are the powers of 2 in GF(2^16) from CONSTANT on. */
static void add_constants(uint32_t k[ROUNDS + 1][3], const uint32_t key[3], uint32_t constant)
{
    for (unsigned r = 0; r <= ROUNDS; r++) {
        k[r][0] = key[0] ^ constant << 16;
        k[r][1] = key[1];
        k[r][2] = key[2] ^ constant;
        constant <<= 1;
        if (constant & 0x10000)
            constant ^= 0x11011;
    }
}

static enum status set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct three_way *cipher = context;
    uint8_t bytes[12];
    uint32_t word[1][3];
    if (key_size != 12)
        return STATUS_BAD_LENGTH;
    load_triples_be_plain(key, word, 1);
    add_constants(cipher->encryption_key, word[0], 0x0b0b);
    theta_plain(word[0]);
    for (unsigned i = 0; i < 3; i++)
        store32_be(bytes + 4 * i, word[0][i]);
    load_triples_le_plain(bytes, word, 1);
    mirror_plain(word[0]);
    add_constants(cipher->decryption_key, word[0], 0xb1b1);
    wipe(bytes, sizeof bytes);
    wipe(word, sizeof word);
    return STATUS_OK;
}

static enum status encrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    static const struct kernel kernels[] = {LANE_KERNELS(encrypt, VECTORS, 4){1, 0, 0, encrypt_plain}};
    return run_kernels(kernels, ((struct three_way *)context)->vector_bits, context, 12, in, out, blocks);
}

static enum status decrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    static const struct kernel kernels[] = {LANE_KERNELS(decrypt, VECTORS, 4){1, 0, 0, decrypt_plain}};
    return run_kernels(kernels, ((struct three_way *)context)->vector_bits, context, 12, in, out, blocks);
}

const struct block_cipher_ops native_three_way = {
    .ops = {.context_size = sizeof(struct three_way), .setup = setup},
    .block_size = 12,
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

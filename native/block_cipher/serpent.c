/* SPDX-License-Identifier: MIT */
/*
 * serpent.c - Serpent (Anderson, Biham and Knudsen, "Serpent: A Proposal for the Advanced Encryption Standard", 1998).
 *
 * Blocks of 16 bytes as four little-endian words, the order of the submission to NESSIE and of all libraries (that to
 * NIST prints everything reversed).  Keys of 0 to 32 bytes; those below 32 are filled up with one 1 bit and zeros.  32
 * rounds.  Constant-time: the S-boxes are formulas.  Reads variant.vector_bits.
 */
#include "native/native.h"

enum {
    ROUNDS = 32,
    VECTORS = 2 /* worked on side by side: eight words and the S-box's own just fit sixteen registers */
};

struct serpent {
    uint32_t keys[ROUNDS + 1][4];
    unsigned vector_bits;
};

#define ROTATE_LEFT(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define LANE_FILE "native/block_cipher/serpent_lanes.h"
#include "native/block_cipher/each_width.h"

static enum status setup(void *context, const struct variant *variant)
{
    struct serpent *serpent = context;
    serpent->vector_bits = vector_bits_for(variant == NULL ? 0 : variant->vector_bits);
    return STATUS_OK;
}

static enum status set_key(void *context, const uint8_t *key, size_t key_size)
{
    static void (*const s_boxes[8])(uint32_t x[4]) = {s0_plain, s1_plain, s2_plain, s3_plain,
                                                      s4_plain, s5_plain, s6_plain, s7_plain};
    struct serpent *serpent = context;
    uint8_t bytes[32] = {0};
    uint32_t w[8 + 4 * (ROUNDS + 1)];
    if (key_size > sizeof bytes)
        return STATUS_BAD_LENGTH;
    copy_bytes(bytes, key, key_size);
    if (key_size < sizeof bytes)
        bytes[key_size] = 1;
    for (unsigned i = 0; i < 8; i++)
        w[i] = load32_le(bytes + 4 * i);
    for (unsigned i = 8; i < 8 + 4 * (ROUNDS + 1); i++)
        w[i] = rotl32(w[i - 8] ^ w[i - 5] ^ w[i - 3] ^ w[i - 1] ^ 0x9e3779b9 ^ (i - 8), 11);
    for (unsigned r = 0; r <= ROUNDS; r++) {
        memcpy(serpent->keys[r], w + 8 + 4 * r, sizeof serpent->keys[r]);
        s_boxes[(ROUNDS + 3 - r) % 8](serpent->keys[r]);
    }
    wipe(bytes, sizeof bytes);
    wipe(w, sizeof w);
    return STATUS_OK;
}

static enum status encrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    static const struct kernel kernels[] = {LANE_KERNELS(encrypt, VECTORS, 3){1, 0, 0, encrypt_plain}};
    return run_kernels(kernels, ((struct serpent *)context)->vector_bits, context, 16, in, out, blocks);
}

static enum status decrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    static const struct kernel kernels[] = {LANE_KERNELS(decrypt, VECTORS, 3){1, 0, 0, decrypt_plain}};
    return run_kernels(kernels, ((struct serpent *)context)->vector_bits, context, 16, in, out, blocks);
}

const struct block_cipher_ops native_serpent = {
    .ops = {.context_size = sizeof(struct serpent), .setup = setup},
    .block_size = 16,
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

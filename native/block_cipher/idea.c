/* SPDX-License-Identifier: MIT */
/*
 * idea.c - IDEA (Lai, "On the Design and Security of Block Ciphers", 1992).
 *
 * Blocks of 8 bytes as big-endian words of 16 bits, keys of 16 bytes.  Multiplication is modulo 2^16 + 1, where the
 * word 0 stands for 2^16.  Constant time over vectors; single blocks branch on a product of zero.  Variant:
 * vector_bits.
 */
#include "native/native.h"

enum { VECTORS = 2 /* worked on side by side */, KEY_WORDS = 52 };

struct idea {
    uint16_t encryption_key[KEY_WORDS];
    uint16_t decryption_key[KEY_WORDS];
    unsigned vector_bits;
};

#define LANE_FILE "native/block_cipher/idea_lanes.h"
#include "native/block_cipher/each_width.h"

static enum status setup(void *context, const struct variant *variant)
{
    struct idea *idea = context;
    idea->vector_bits = vector_bits_for(variant->vector_bits);
    return STATUS_OK;
}

/* The inverse modulo the prime 2^16 + 1, as the power 2^16 - 1; 0 and 1 are their own. */
static uint16_t inverse(uint16_t x)
{
    uint16_t power = x;
    for (unsigned i = 1; i < 16; i++)
        power = multiply_plain(multiply_plain(power, power), x);
    return power;
}

static enum status set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct idea *idea = context;
    uint16_t *z = idea->encryption_key, *d = idea->decryption_key;
    if (key_size != 16)
        return STATUS_BAD_LENGTH;
    for (unsigned i = 0; i < 8; i++)
        z[i] = load16_be(key + 2 * i);
    for (unsigned i = 8; i < KEY_WORDS; i++) { /* each eight words are the ones before, rotated left by 25 bits */
        const uint16_t *before = z + (i / 8 - 1) * 8;
        z[i] = (uint16_t)(before[(i + 1) % 8] << 9 | before[(i + 2) % 8] >> 7);
    }
    for (unsigned r = 0; r <= 8; r++, d += 6) {
        const uint16_t *from = z + 6 * (8 - r);
        unsigned outer = r == 0 || r == 8; /* where the middle words keep their places */
        d[0] = inverse(from[0]);
        d[1] = (uint16_t)-from[outer ? 1 : 2];
        d[2] = (uint16_t)-from[outer ? 2 : 1];
        d[3] = inverse(from[3]);
        if (r != 8) {
            d[4] = from[4 - 6];
            d[5] = from[5 - 6];
        }
    }
    return STATUS_OK;
}

static enum status encrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    static const struct kernel kernels[] = {LANE_KERNELS(encrypt, 2 * VECTORS, 4){1, 0, 0, encrypt_plain}};
    return run_kernels(kernels, ((struct idea *)context)->vector_bits, context, 8, in, out, blocks);
}

static enum status decrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    static const struct kernel kernels[] = {LANE_KERNELS(decrypt, 2 * VECTORS, 4){1, 0, 0, decrypt_plain}};
    return run_kernels(kernels, ((struct idea *)context)->vector_bits, context, 8, in, out, blocks);
}

const struct block_cipher_ops native_idea = {
    .ops = {.context_size = sizeof(struct idea), .setup = setup},
    .block_size = 8,
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

/* SPDX-License-Identifier: MIT */
/*
 * blowfish.c - Blowfish (Schneier, "Description of a New Variable-Length Key, 64-Bit Block Cipher", FSE 1993).
 *
 * Blocks of 8 bytes as big-endian words, keys of 4 to 56 bytes and, as published vectors have them, of 1 to 3; 16
 * rounds.  Reads tables at places that depend on key and data: not constant-time.  Reads no field of the variant.
 */
#include "native/block_cipher/blocks.h"
#include "native/block_cipher/blowfish.h"
#include "native/common/bytes.h"
#include "native/native.h"

enum { GROUP = 4 /* blocks side by side: what the registers of common CPUs hold */ };

/* Decryption is encryption with the words of P in the other order. */
static ALWAYS_INLINE void crypt_blocks(const struct blowfish_state *state, const uint8_t *in, uint8_t *out,
                                       unsigned count, enum direction direction)
{
    uint32_t l[GROUP], r[GROUP];
    const uint32_t *p = direction == ENCRYPT ? state->p : state->p + BLOWFISH_ROUNDS + 1;
    const ptrdiff_t next = direction == ENCRYPT ? 1 : -1;
    for (unsigned b = 0; b < count; b++) {
        l[b] = load32_be(in + 8 * b) ^ p[0];
        r[b] = load32_be(in + 8 * b + 4);
    }
    for (unsigned i = 0; i < BLOWFISH_ROUNDS; i += 2, p += 2 * next) {
        for (unsigned b = 0; b < count; b++)
            r[b] ^= blowfish_f(state, l[b]) ^ p[next];
        for (unsigned b = 0; b < count; b++)
            l[b] ^= blowfish_f(state, r[b]) ^ p[2 * next];
    }
    for (unsigned b = 0; b < count; b++) {
        store32_be(out + 8 * b, r[b] ^ p[next]);
        store32_be(out + 8 * b + 4, l[b]);
    }
}

static ALWAYS_INLINE void encrypt_blocks(const void *context, const uint8_t *in, uint8_t *out, unsigned count)
{
    crypt_blocks(context, in, out, count, ENCRYPT);
}

static ALWAYS_INLINE void decrypt_blocks(const void *context, const uint8_t *in, uint8_t *out, unsigned count)
{
    crypt_blocks(context, in, out, count, DECRYPT);
}

static enum status set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct blowfish_state *state = context;
    uint32_t block[2] = {0, 0};
    if (key_size < 1 || key_size > 56)
        return STATUS_BAD_LENGTH;
    *state = blowfish_pi;
    for (size_t i = 0, at = 0; i < 4 * (BLOWFISH_ROUNDS + 2); i++) {
        state->p[i / 4] ^= (uint32_t)key[at] << (24 - 8 * (i % 4));
        at = at + 1 == key_size ? 0 : at + 1;
    }
    for (unsigned i = 0; i < BLOWFISH_ROUNDS + 2; i += 2) {
        blowfish_encrypt_block(state, block);
        memcpy(&state->p[i], block, sizeof block);
    }
    for (unsigned i = 0; i < 4; i++)
        for (unsigned j = 0; j < 256; j += 2) {
            blowfish_encrypt_block(state, block);
            memcpy(&state->s[i][j], block, sizeof block);
        }
    wipe(block, sizeof block);
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

const struct block_cipher_ops native_blowfish = {
    .ops = {.context_size = sizeof(struct blowfish_state)},
    .block_size = 8,
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

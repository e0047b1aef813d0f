/* SPDX-License-Identifier: MIT */
/*
 * cast256.c - CAST-256 (RFC 2612).
 *
 * Blocks of 16 bytes as big-endian words, keys of 16, 20, 24, 28 or 32 bytes; 48 rounds in 12 quad-rounds.  Reads
 * tables at places that depend on key and data: not constant-time.  Reads no field of the variant.
 */
#include "native/block_cipher/blocks.h"
#include "native/block_cipher/cast.h"
#include "native/native.h"

enum { GROUP = 3 /* blocks side by side, as far as registers go */, QUADS = 12 };

struct cast256 {
    struct cast_key key[QUADS][4];
};

#define ROUND(to, f, from, k)                                                                                          \
    for (unsigned b = 0; b < count; b++)                                                                               \
        x[b][to] ^= f(x[b][from], k);

/* Decryption takes the keys of the quad-rounds in the other order. */
static ALWAYS_INLINE void crypt_blocks(const struct cast256 *cast, const uint8_t *in, uint8_t *out, unsigned count,
                                       enum direction direction)
{
    const struct cast_key (*k)[4] = direction == ENCRYPT ? cast->key : cast->key + QUADS - 1;
    const ptrdiff_t next = direction == ENCRYPT ? 1 : -1;
    uint32_t x[GROUP][4];
    for (unsigned b = 0; b < count; b++)
        for (unsigned i = 0; i < 4; i++)
            x[b][i] = load32_be(in + 16 * b + 4 * i);
    for (unsigned i = 0; i < QUADS / 2; i++, k += next) {
        ROUND(2, cast_f1, 3, (*k)[0])
        ROUND(1, cast_f2, 2, (*k)[1])
        ROUND(0, cast_f3, 1, (*k)[2])
        ROUND(3, cast_f1, 0, (*k)[3])
    }
    for (unsigned i = 0; i < QUADS / 2; i++, k += next) {
        ROUND(3, cast_f1, 0, (*k)[3])
        ROUND(0, cast_f3, 1, (*k)[2])
        ROUND(1, cast_f2, 2, (*k)[1])
        ROUND(2, cast_f1, 3, (*k)[0])
    }
    for (unsigned b = 0; b < count; b++)
        for (unsigned i = 0; i < 4; i++)
            store32_be(out + 16 * b + 4 * i, x[b][i]);
}

static ALWAYS_INLINE void encrypt_blocks(const void *context, const uint8_t *in, uint8_t *out, unsigned count)
{
    crypt_blocks(context, in, out, count, ENCRYPT);
}

static ALWAYS_INLINE void decrypt_blocks(const void *context, const uint8_t *in, uint8_t *out, unsigned count)
{
    crypt_blocks(context, in, out, count, DECRYPT);
}

/* The constant keys of the schedule, one after the other. */
static inline struct cast_key next_constant(struct cast_key *constant)
{
    struct cast_key now = *constant;
    constant->mask += 0x6ed9eba1;
    constant->rotation = (constant->rotation + 17) % 32;
    return now;
}

static enum status set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct cast256 *cast = context;
    struct cast_key constant = {0x5a827999, 19};
    uint8_t padded[32] = {0};
    uint32_t w[8];
    if (key_size < 16 || key_size > 32 || key_size % 4 != 0)
        return STATUS_BAD_LENGTH;
    memcpy(padded, key, key_size);
    for (unsigned i = 0; i < 8; i++)
        w[i] = load32_be(padded + 4 * i);
    for (unsigned i = 0; i < 2 * QUADS; i++) {
        w[6] ^= cast_f1(w[7], next_constant(&constant));
        w[5] ^= cast_f2(w[6], next_constant(&constant));
        w[4] ^= cast_f3(w[5], next_constant(&constant));
        w[3] ^= cast_f1(w[4], next_constant(&constant));
        w[2] ^= cast_f2(w[3], next_constant(&constant));
        w[1] ^= cast_f3(w[2], next_constant(&constant));
        w[0] ^= cast_f1(w[1], next_constant(&constant));
        w[7] ^= cast_f2(w[0], next_constant(&constant));
        if (i % 2 == 1)
            for (unsigned j = 0; j < 4; j++)
                cast->key[i / 2][j] = (struct cast_key){w[7 - 2 * j], w[2 * j] & 31};
    }
    wipe(padded, sizeof padded);
    wipe(w, sizeof w);
    return STATUS_OK;
}

static enum status encrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    return in_groups(encrypt_blocks, GROUP, 16, context, in, out, blocks);
}

static enum status decrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    return in_groups(decrypt_blocks, GROUP, 16, context, in, out, blocks);
}

const struct block_cipher_ops native_cast256 = {
    .ops = {.context_size = sizeof(struct cast256)},
    .block_size = 16,
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

/* SPDX-License-Identifier: MIT */
/*
 * mode.h - what the modes of operation share: the context over any block cipher (variant.base, variant.base_variant),
 * its key and its IV.
 */
#ifndef ASSAY_NATIVE_MODE_MODE_H
#define ASSAY_NATIVE_MODE_MODE_H

#include "native/common/bytes.h"
#include "native/primitive.h"

/*
 * Blocks go to the cipher in batches of this many bytes: enough for the widest that a cipher does at once, and little
 * of the first-level cache.  A multiple of every block size that divides it; others leave a rest unused.
 */
enum { MODE_BATCH_SIZE = 2048 };

struct mode {
    const struct variant *variant;
    size_t block_size;
    enum direction direction;
    size_t used; /* bytes of `block` that the message has used up; CTR, CFB, OFB */
    uint8_t chain[BLOCK_SIZE_MAX]; /* chaining value, feedback register or counter */
    uint8_t block[BLOCK_SIZE_MAX]; /* keystream of a block begun */
};

/* Every mode's table starts with these. */
#define MODE_OPS                                                                                                       \
    {                                                                                                                  \
        .context_size = sizeof(struct mode), .base_contexts = 1, .setup = mode_setup, .teardown = mode_teardown        \
    }

static inline const struct block_cipher_ops *mode_cipher(const struct mode *mode)
{
    return (const struct block_cipher_ops *)mode->variant->base;
}

static inline void *mode_cipher_context(struct mode *mode)
{
    return (unsigned char *)mode + context_stride(sizeof *mode);
}

static inline enum status mode_encrypt_blocks(struct mode *mode, const uint8_t *in, uint8_t *out, size_t blocks)
{
    return mode_cipher(mode)->encrypt(mode_cipher_context(mode), in, out, blocks);
}

static inline enum status mode_decrypt_blocks(struct mode *mode, const uint8_t *in, uint8_t *out, size_t blocks)
{
    return mode_cipher(mode)->decrypt(mode_cipher_context(mode), in, out, blocks);
}

static inline size_t mode_batch_blocks(const struct mode *mode)
{
    return MODE_BATCH_SIZE / mode->block_size;
}

static inline enum status mode_setup(void *context, const struct variant *variant)
{
    struct mode *mode = context;
    if (variant->base == NULL)
        return STATUS_BAD_PARAMETER;
    mode->variant = variant;
    mode->block_size = mode_cipher(mode)->block_size;
    if (mode->block_size < sizeof(uint64_t) || mode->block_size > BLOCK_SIZE_MAX)
        return STATUS_BAD_PARAMETER;
    return variant->base->setup == NULL ? STATUS_OK
                                        : variant->base->setup(mode_cipher_context(mode), variant->base_variant);
}

static inline void mode_teardown(void *context)
{
    struct mode *mode = context;
    if (mode->variant != NULL && mode->variant->base->teardown != NULL)
        mode->variant->base->teardown(mode_cipher_context(mode));
    wipe(mode, sizeof *mode);
}

static inline enum status mode_set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct mode *mode = context;
    return mode_cipher(mode)->set_key(mode_cipher_context(mode), key, key_size);
}

static inline enum status mode_set_iv(void *context, enum direction direction, const uint8_t *iv, size_t iv_size,
                                      uint64_t counter)
{
    struct mode *mode = context;
    if (iv_size != mode->block_size)
        return STATUS_BAD_LENGTH;
    if (counter != 0)
        return STATUS_BAD_PARAMETER;
    memcpy(mode->chain, iv, iv_size);
    mode->direction = direction;
    mode->used = mode->block_size;
    return STATUS_OK;
}

#endif

/* SPDX-License-Identifier: MIT */
/*
 * HMAC, RFC 2104 and FIPS 198-1, over the hash in variant->base: keys of any length, tag as long as the digest.
 * As constant-time as the hash.  Reads variant->base and variant->base_variant.
 *
 * The states behind the first block, inner and outer, are made by `set_key` and cloned for each message.
 */
#include "native/common/bytes.h"
#include "native/native.h"

enum { INNER, OUTER, WORKING, HASH_CONTEXTS };

struct context {
    const struct hash_ops *hash;
    size_t hash_context_size;
    size_t digest_size;
};

static void *hash_context(struct context *c, unsigned index)
{
    return (uint8_t *)c + context_stride(sizeof *c) + index * c->hash_context_size;
}

static enum status setup(void *context, const struct variant *variant)
{
    struct context *c = context;
    if (variant->base == NULL || variant->base_variant == NULL)
        return STATUS_BAD_PARAMETER;
    c->hash = (const struct hash_ops *)variant->base;
    c->hash_context_size = context_size_of(variant->base, variant->base_variant);
    c->digest_size = variant->base_variant->output_size;
    if (c->digest_size == 0)
        c->digest_size = c->hash->digest_size;
    if (c->hash->block_size > BLOCK_SIZE_MAX || c->digest_size > c->hash->block_size)
        return STATUS_BAD_PARAMETER;
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < HASH_CONTEXTS && status == STATUS_OK && c->hash->ops.setup != NULL; i++)
        status = c->hash->ops.setup(hash_context(c, i), variant->base_variant);
    return status;
}

/* The state INDEX after its first block: the key, padded with zeros, xored with PAD. */
static enum status absorb_pad(struct context *c, unsigned index, const uint8_t *key, size_t key_size, uint8_t pad)
{
    uint8_t block[BLOCK_SIZE_MAX];
    memset(block, pad, c->hash->block_size);
    for (size_t i = 0; i < key_size; i++)
        block[i] ^= key[i];
    enum status status = c->hash->init(hash_context(c, index));
    if (status == STATUS_OK)
        status = c->hash->update(hash_context(c, index), block, c->hash->block_size);
    wipe(block, sizeof block);
    return status;
}

static enum status set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct context *c = context;
    uint8_t digest[DIGEST_SIZE_MAX];
    enum status status = STATUS_OK;
    if (key_size > c->hash->block_size) {
        void *working = hash_context(c, WORKING);
        status = c->hash->init(working);
        if (status == STATUS_OK)
            status = c->hash->update(working, key, key_size);
        if (status == STATUS_OK)
            status = c->hash->final(working, digest);
        key = digest;
        key_size = c->digest_size;
    }
    if (status == STATUS_OK)
        status = absorb_pad(c, INNER, key, key_size, 0x36);
    if (status == STATUS_OK)
        status = absorb_pad(c, OUTER, key, key_size, 0x5c);
    wipe(digest, sizeof digest);
    return status;
}

static enum status init(void *context, const uint8_t *nonce, size_t nonce_size)
{
    struct context *c = context;
    (void)nonce;
    if (nonce_size != 0)
        return STATUS_BAD_LENGTH;
    memcpy(hash_context(c, WORKING), hash_context(c, INNER), c->hash_context_size);
    return STATUS_OK;
}

static enum status update(void *context, const uint8_t *data, size_t size)
{
    struct context *c = context;
    return c->hash->update(hash_context(c, WORKING), data, size);
}

static enum status final(void *context, uint8_t *tag)
{
    struct context *c = context;
    void *working = hash_context(c, WORKING);
    uint8_t digest[DIGEST_SIZE_MAX];
    enum status status = c->hash->final(working, digest);
    if (status == STATUS_OK) {
        memcpy(working, hash_context(c, OUTER), c->hash_context_size);
        status = c->hash->update(working, digest, c->digest_size);
    }
    if (status == STATUS_OK)
        status = c->hash->final(working, tag);
    return status;
}

const struct mac_ops native_hmac = {
    .ops = {.context_size = sizeof(struct context), .base_contexts = HASH_CONTEXTS, .setup = setup},
    .tag_size = DIGEST_SIZE_MAX,
    .set_key = set_key,
    .init = init,
    .update = update,
    .final = final,
};

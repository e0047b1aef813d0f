/* SPDX-License-Identifier: MIT */
/*
 * The MAC that Crypto++ 5.0 builds on PANAMA: the hash in variant->base, PANAMA in either byte order, of the key
 * followed by the message; keys of any length, tag of 32 bytes.
 * Constant-time.  Reads variant->base and variant->base_variant.
 */
#include "native/common/bytes.h"
#include "native/native.h"

enum { KEYED, WORKING, HASH_CONTEXTS };

struct context {
    const struct hash_ops *hash;
    size_t hash_context_size;
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
    return c->hash->ops.setup != NULL ? c->hash->ops.setup(hash_context(c, KEYED), variant->base_variant) : STATUS_OK;
}

static enum status set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct context *c = context;
    enum status status = c->hash->init(hash_context(c, KEYED));
    return status == STATUS_OK ? c->hash->update(hash_context(c, KEYED), key, key_size) : status;
}

static enum status init(void *context, const uint8_t *nonce, size_t nonce_size)
{
    struct context *c = context;
    (void)nonce;
    if (nonce_size != 0)
        return STATUS_BAD_LENGTH;
    memcpy(hash_context(c, WORKING), hash_context(c, KEYED), c->hash_context_size);
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
    return c->hash->final(hash_context(c, WORKING), tag);
}

const struct mac_ops native_panama_mac = {
    .ops = {.context_size = sizeof(struct context), .base_contexts = HASH_CONTEXTS, .setup = setup},
    .tag_size = 32,
    .set_key = set_key,
    .init = init,
    .update = update,
    .final = final,
};

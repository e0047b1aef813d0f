/* SPDX-License-Identifier: MIT */
/*
 * CBC-MAC (FIPS 113, ISO/IEC 9797-1 algorithm 1) and DMAC (Petrank, Rackoff, "CBC MAC for Real-Time Data Sources",
 * 1997) over the block cipher in variant->base; tag of one block.
 * CBC-MAC: the cipher's keys; a last incomplete block is filled with zeros; the empty message has the tag zero.  Sound
 * for messages of one length only.
 * DMAC: the cipher's keys, from which two keys of one block are derived: E(0) for CBC-MAC over the message with p bytes
 * of value p appended (1 to a whole block), E(1) to encrypt its result.
 * As constant-time as the cipher.  Reads variant->base and variant->base_variant.
 */
#include "native/common/block_buffer.h"
#include "native/native.h"

enum { CHAINING, FINISHING }; /* the cipher's contexts; CBC-MAC has the first alone */

struct context {
    uint8_t chain[BLOCK_SIZE_MAX];
    uint8_t block[BLOCK_SIZE_MAX];
    const struct block_cipher_ops *cipher;
    size_t cipher_context_size;
    size_t waiting; /* bytes in `block` */
};

static void *cipher_context(struct context *c, unsigned index)
{
    return (uint8_t *)c + context_stride(sizeof *c) + index * c->cipher_context_size;
}

static enum status setup(struct context *c, const struct variant *variant, unsigned ciphers)
{
    if (variant->base == NULL)
        return STATUS_BAD_PARAMETER;
    c->cipher = (const struct block_cipher_ops *)variant->base;
    c->cipher_context_size = context_size_of(variant->base, variant->base_variant);
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < ciphers && status == STATUS_OK && c->cipher->ops.setup != NULL; i++)
        status = c->cipher->ops.setup(cipher_context(c, i), variant->base_variant);
    return status;
}

static enum status cbc_mac_setup(void *context, const struct variant *variant)
{
    return setup(context, variant, 1);
}

static enum status dmac_setup(void *context, const struct variant *variant)
{
    return setup(context, variant, 2);
}

static enum status cbc_mac_set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct context *c = context;
    return c->cipher->set_key(cipher_context(c, CHAINING), key, key_size);
}

static enum status dmac_set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct context *c = context;
    void *chaining = cipher_context(c, CHAINING), *finishing = cipher_context(c, FINISHING);
    size_t size = c->cipher->block_size;
    uint8_t keys[2 * BLOCK_SIZE_MAX] = {0};
    keys[2 * size - 1] = 1;
    enum status status = c->cipher->set_key(chaining, key, key_size);
    if (status == STATUS_OK)
        status = c->cipher->encrypt(chaining, keys, keys, 2);
    if (status == STATUS_OK)
        status = c->cipher->set_key(chaining, keys, size);
    if (status == STATUS_OK)
        status = c->cipher->set_key(finishing, keys + size, size);
    wipe(keys, sizeof keys);
    return status;
}

static enum status init(void *context, const uint8_t *nonce, size_t nonce_size)
{
    struct context *c = context;
    (void)nonce;
    if (nonce_size != 0)
        return STATUS_BAD_LENGTH;
    memset(c->chain, 0, c->cipher->block_size);
    memset(c->block, 0, c->cipher->block_size);
    c->waiting = 0;
    return STATUS_OK;
}

static void absorb(void *context, const uint8_t *blocks, size_t count)
{
    struct context *c = context;
    size_t size = c->cipher->block_size;
    void *cipher = cipher_context(c, CHAINING);
    for (; count != 0; count--, blocks += size) {
        xor_bytes(c->chain, c->chain, blocks, size);
        c->cipher->encrypt(cipher, c->chain, c->chain, 1);
    }
}

static enum status update(void *context, const uint8_t *data, size_t size)
{
    struct context *c = context;
    c->waiting = buffer_blocks(absorb, c, c->block, c->cipher->block_size, c->waiting, data, size);
    return STATUS_OK;
}

static enum status cbc_mac_final(void *context, uint8_t *tag)
{
    struct context *c = context;
    if (c->waiting != 0)
        absorb(c, c->block, 1);
    memcpy(tag, c->chain, c->cipher->block_size);
    return STATUS_OK;
}

static enum status dmac_final(void *context, uint8_t *tag)
{
    struct context *c = context;
    size_t missing = c->cipher->block_size - c->waiting;
    memset(c->block + c->waiting, (int)missing, missing);
    absorb(c, c->block, 1);
    return c->cipher->encrypt(cipher_context(c, FINISHING), c->chain, tag, 1);
}

const struct mac_ops native_cbc_mac = {
    .ops = {.context_size = sizeof(struct context), .base_contexts = 1, .setup = cbc_mac_setup},
    .tag_size = BLOCK_SIZE_MAX,
    .set_key = cbc_mac_set_key,
    .init = init,
    .update = update,
    .final = cbc_mac_final,
};

const struct mac_ops native_dmac = {
    .ops = {.context_size = sizeof(struct context), .base_contexts = 2, .setup = dmac_setup},
    .tag_size = BLOCK_SIZE_MAX,
    .set_key = dmac_set_key,
    .init = init,
    .update = update,
    .final = dmac_final,
};

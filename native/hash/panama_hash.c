/* SPDX-License-Identifier: MIT */
/*
 * PANAMA as a hash (Daemen, Clapp, "Fast Hashing and Stream Encryption with PANAMA", FSE 1998): digest of 32 bytes,
 * 32-byte blocks, messages of any length; the length is no part of the padding.
 * Constant-time.  Reads variant->option: OPTION_LITTLE_ENDIAN or OPTION_BIG_ENDIAN, the byte order of all words.
 */
#include "native/common/block_buffer.h"
#include "native/common/panama.h"
#include "native/native.h"

struct context {
    uint8_t block[PANAMA_BLOCK_SIZE];
    struct panama panama;
    size_t waiting; /* bytes in `block` */
    int big_endian;
};

static enum status setup(void *context, const struct variant *variant)
{
    struct context *c = context;
    if (variant->option != OPTION_LITTLE_ENDIAN && variant->option != OPTION_BIG_ENDIAN)
        return STATUS_BAD_PARAMETER;
    c->big_endian = variant->option == OPTION_BIG_ENDIAN;
    return STATUS_OK;
}

static enum status init(void *context)
{
    struct context *c = context;
    memset(c->block, 0, sizeof c->block);
    memset(&c->panama, 0, sizeof c->panama);
    c->waiting = 0;
    return STATUS_OK;
}

static void absorb(void *context, const uint8_t *blocks, size_t count)
{
    struct context *c = context;
    panama_push(&c->panama, blocks, count, c->big_endian);
}

static enum status update(void *context, const uint8_t *data, size_t size)
{
    struct context *c = context;
    c->waiting = buffer_blocks(absorb, c, c->block, PANAMA_BLOCK_SIZE, c->waiting, data, size);
    return STATUS_OK;
}

static enum status final(void *context, uint8_t *digest)
{
    struct context *c = context;
    c->block[c->waiting] = 0x01;
    absorb(c, c->block, 1);
    panama_pull(&c->panama, 32);
    for (unsigned i = 0; i < 8; i++) {
        if (c->big_endian)
            store32_be(digest + 4 * i, c->panama.state[9 + i]);
        else
            store32_le(digest + 4 * i, c->panama.state[9 + i]);
    }
    return STATUS_OK;
}

const struct hash_ops native_panama_hash = {
    .ops = {.context_size = sizeof(struct context), .setup = setup},
    .digest_size = 32,
    .block_size = PANAMA_BLOCK_SIZE,
    .init = init,
    .update = update,
    .final = final,
};

/* SPDX-License-Identifier: MIT */
/*
 * XMACC/MD5: the counter-based XOR MAC (Bellare, Guerin, Rogaway, "XOR MACs", CRYPTO '95) over MD5's compression
 * function, in the form of Crypto++ 5.0: key of 12 bytes; nonce of 4, the counter of the message before, big-endian;
 * tag of 20, the counter of this message and 16 bytes.
 * The last counter, 2^32 - 1, has no successor and is refused (STATUS_LIMIT); so are more than 2^31 - 1 blocks.
 * Constant-time.  No variant field is read.
 *
 * Every block is compressed by itself, under the key and its number, and the results are xored.
 */
#include "native/common/block_buffer.h"
#include "native/common/md5.h"
#include "native/native.h"

enum { KEY_SIZE = 12, NONCE_SIZE = 4, TAG_SIZE = 20, MD5_BLOCK_SIZE = 64 };

#define MESSAGE_BLOCK UINT32_C(0x80000000) /* added to the number of a block of the message; the counter has tag 0 */
#define BLOCKS_MAX UINT32_C(0x7fffffff)

struct context {
    uint8_t block[MD5_BLOCK_SIZE];
    uint32_t key[3];
    uint32_t counter;
    uint32_t blocks; /* of the message so far */
    uint32_t sum[4];
    uint64_t size;
};

static enum status set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct context *c = context;
    if (key_size != KEY_SIZE)
        return STATUS_BAD_LENGTH;
    for (unsigned i = 0; i < 3; i++)
        c->key[i] = load32_le(key + 4 * i);
    return STATUS_OK;
}

static enum status init(void *context, const uint8_t *nonce, size_t nonce_size)
{
    struct context *c = context;
    if (nonce_size != NONCE_SIZE)
        return STATUS_BAD_LENGTH;
    if (load32_be(nonce) == UINT32_MAX)
        return STATUS_LIMIT;
    memset(c->block, 0, sizeof c->block);
    memset(c->sum, 0, sizeof c->sum);
    c->counter = load32_be(nonce) + 1;
    c->blocks = 0;
    c->size = 0;
    return STATUS_OK;
}

/* Adds BLOCK under the key and TAG. */
static inline void add_block(struct context *c, uint32_t tag, const uint8_t *block)
{
    uint8_t tag_bytes[4];
    store32_be(tag_bytes, tag);
    uint32_t chain[4] = {c->key[0], c->key[1], c->key[2], load32_le(tag_bytes)};
    md5_compress(chain, block);
    for (unsigned i = 0; i < 4; i++)
        c->sum[i] ^= chain[i];
}

static void absorb(void *context, const uint8_t *blocks, size_t count)
{
    struct context *c = context;
    for (; count != 0; count--, blocks += MD5_BLOCK_SIZE)
        add_block(c, MESSAGE_BLOCK + ++c->blocks, blocks);
}

static enum status update(void *context, const uint8_t *data, size_t size)
{
    struct context *c = context;
    /* Two blocks may be needed to close the message. */
    if (size > (BLOCKS_MAX - 2) * UINT64_C(64) - c->size)
        return STATUS_LIMIT;
    buffer_blocks(absorb, c, c->block, MD5_BLOCK_SIZE, (size_t)(c->size % MD5_BLOCK_SIZE), data, size);
    c->size += size;
    return STATUS_OK;
}

static enum status final(void *context, uint8_t *tag)
{
    struct context *c = context;
    size_t position = (size_t)(c->size % MD5_BLOCK_SIZE);
    c->block[position] = 0x80;
    buffer_make_room(absorb, c, c->block, MD5_BLOCK_SIZE, position, 8);
    store64_be(c->block + MD5_BLOCK_SIZE - 8, c->size << 3);
    absorb(c, c->block, 1);
    memset(c->block, 0, sizeof c->block);
    store32_be(c->block + MD5_BLOCK_SIZE - 4, c->counter);
    add_block(c, 0, c->block);
    store32_be(tag, c->counter);
    for (unsigned i = 0; i < 4; i++)
        store32_le(tag + 4 + 4 * i, c->sum[i]);
    return STATUS_OK;
}

const struct mac_ops native_xmacc_md5 = {
    .ops = {.context_size = sizeof(struct context)},
    .tag_size = TAG_SIZE,
    .set_key = set_key,
    .init = init,
    .update = update,
    .final = final,
};

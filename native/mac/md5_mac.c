/* SPDX-License-Identifier: MIT */
/*
 * MD5-MAC (Preneel, van Oorschot, "MDx-MAC and Building Fast MACs from Hash Functions", CRYPTO '95): key and tag of 16
 * bytes.  MD5 whose initial value, step constants and last block depend on the key.
 * Constant-time.  No variant field is read.
 */
#include "native/common/block_buffer.h"
#include "native/common/md5.h"
#include "native/native.h"

enum { KEY_SIZE = 16, TAG_SIZE = 16, MD5_BLOCK_SIZE = 64 };

struct context {
    uint8_t block[MD5_BLOCK_SIZE];
    uint8_t last_block[MD5_BLOCK_SIZE]; /* K2 and what follows from it */
    uint32_t initial[4];                /* K0 */
    uint32_t round_keys[4];             /* K1: one word for all steps of each round */
    uint32_t chain[4];
    uint64_t size; /* of the message so far; what exceeds whole blocks waits in `block` */
};

static const uint8_t T[3][16] = {
    {0x97, 0xef, 0x45, 0xac, 0x29, 0x0f, 0x43, 0xcd, 0x45, 0x7e, 0x1b, 0x55, 0x1c, 0x80, 0x11, 0x34},
    {0xb1, 0x77, 0xce, 0x96, 0x2e, 0x72, 0x8e, 0x7c, 0x5f, 0x5a, 0xab, 0x0a, 0x36, 0x43, 0xbe, 0x18},
    {0x9d, 0x21, 0xb4, 0x21, 0xbc, 0x87, 0xb9, 0x4d, 0xa2, 0x9d, 0x27, 0xbd, 0xc7, 0x5b, 0xd7, 0xc3},
};

/* Subkey I: MD5 without padding of key, T[I], T[I + 1], T[I + 2], key, with the indices modulo 3. */
static void expand(uint32_t subkey[4], const uint8_t key[KEY_SIZE], unsigned i)
{
    static const uint32_t md5_initial[4] = {MD5_INITIAL};
    uint8_t blocks[2 * MD5_BLOCK_SIZE];
    memcpy(blocks, key, KEY_SIZE);
    for (unsigned j = 0; j < 3; j++) {
        memcpy(blocks + 16 + 16 * j, T[(i + j) % 3], 16);
        memcpy(blocks + 64 + 16 * j, T[(i + j) % 3], 16);
    }
    memcpy(blocks + 112, key, KEY_SIZE);
    memcpy(subkey, md5_initial, sizeof md5_initial);
    md5_compress(subkey, blocks);
    md5_compress(subkey, blocks + MD5_BLOCK_SIZE);
    wipe(blocks, sizeof blocks);
}

static enum status set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct context *c = context;
    uint32_t last_key[4];
    if (key_size != KEY_SIZE)
        return STATUS_BAD_LENGTH;
    expand(c->initial, key, 0);
    expand(c->round_keys, key, 1);
    expand(last_key, key, 2);
    for (unsigned i = 0; i < 4; i++) {
        store32_le(c->last_block + 4 * i, last_key[i]);
        for (unsigned j = 0; j < 3; j++)
            store32_le(c->last_block + 16 + 16 * j + 4 * i, last_key[i] ^ load32_le(T[j] + 4 * i));
    }
    wipe(last_key, sizeof last_key);
    return STATUS_OK;
}

static enum status init(void *context, const uint8_t *nonce, size_t nonce_size)
{
    struct context *c = context;
    (void)nonce;
    if (nonce_size != 0)
        return STATUS_BAD_LENGTH;
    memset(c->block, 0, sizeof c->block);
    memcpy(c->chain, c->initial, sizeof c->chain);
    c->size = 0;
    return STATUS_OK;
}

static void absorb(void *context, const uint8_t *blocks, size_t count)
{
    struct context *c = context;
    for (; count != 0; count--, blocks += MD5_BLOCK_SIZE)
        md5_compress_keyed(c->chain, blocks, c->round_keys);
}

static enum status update(void *context, const uint8_t *data, size_t size)
{
    struct context *c = context;
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
    store64_le(c->block + MD5_BLOCK_SIZE - 8, c->size << 3);
    absorb(c, c->block, 1);
    absorb(c, c->last_block, 1);
    for (unsigned i = 0; i < 4; i++)
        store32_le(tag + 4 * i, c->chain[i]);
    return STATUS_OK;
}

const struct mac_ops native_md5_mac = {
    .ops = {.context_size = sizeof(struct context)},
    .tag_size = TAG_SIZE,
    .set_key = set_key,
    .init = init,
    .update = update,
    .final = final,
};

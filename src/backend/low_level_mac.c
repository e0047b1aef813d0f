/* SPDX-License-Identifier: MIT */
/* low_level_mac.c - XMACC/MD5 on libcrypto's MD5_Transform: each block compressed under the key and its number. */
#include "backend/md5_transform.h"

#include "backend/openssl.h"
#include "native/common/block_buffer.h"

#include <string.h>

#if HAVE_MD5_TRANSFORM

enum { KEY_SIZE = 12, NONCE_SIZE = 4, BLOCK_SIZE = 64 };

struct xmacc {
    uint8_t block[BLOCK_SIZE];
    uint32_t key[3];
    uint32_t counter;
    uint32_t number; /* tag of the block before: the top bit and how many there were */
    uint32_t sum[4];
    uint64_t size;
};

static enum status set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct xmacc *xmacc = context;
    if (key_size != KEY_SIZE)
        return STATUS_BAD_LENGTH;
    for (int i = 0; i < 3; i++)
        xmacc->key[i] = load32_le(key + 4 * i);
    return STATUS_OK;
}

static enum status init(void *context, const uint8_t *nonce, size_t nonce_size)
{
    struct xmacc *xmacc = context;
    if (nonce_size != NONCE_SIZE)
        return STATUS_BAD_LENGTH;
    if (load32_be(nonce) == UINT32_MAX)
        return STATUS_LIMIT;
    xmacc->counter = load32_be(nonce) + 1;
    xmacc->number = UINT32_C(0x80000000);
    xmacc->size = 0;
    memset(xmacc->sum, 0, sizeof xmacc->sum);
    memset(xmacc->block, 0, sizeof xmacc->block);
    return STATUS_OK;
}

static void add_block(struct xmacc *xmacc, uint32_t number, const uint8_t *block)
{
    uint8_t last[4];
    store32_be(last, number);
    uint32_t chain[4] = {xmacc->key[0], xmacc->key[1], xmacc->key[2], load32_le(last)};
    md5_transform(chain, block);
    for (int i = 0; i < 4; i++)
        xmacc->sum[i] ^= chain[i];
}

static void absorb(void *context, const uint8_t *blocks, size_t count)
{
    struct xmacc *xmacc = context;
    for (; count != 0; count--, blocks += BLOCK_SIZE)
        add_block(xmacc, ++xmacc->number, blocks);
}

static enum status update(void *context, const uint8_t *data, size_t size)
{
    struct xmacc *xmacc = context;
    if (size > (UINT64_C(0x7fffffff) - 2) * BLOCK_SIZE - xmacc->size)
        return STATUS_LIMIT;
    buffer_blocks(absorb, xmacc, xmacc->block, BLOCK_SIZE, (size_t)(xmacc->size % BLOCK_SIZE), data, size);
    xmacc->size += size;
    return STATUS_OK;
}

static enum status final(void *context, uint8_t *tag)
{
    struct xmacc *xmacc = context;
    const size_t position = (size_t)(xmacc->size % BLOCK_SIZE);
    xmacc->block[position] = 0x80;
    buffer_make_room(absorb, xmacc, xmacc->block, BLOCK_SIZE, position, 8);
    store64_be(xmacc->block + BLOCK_SIZE - 8, 8 * xmacc->size);
    absorb(xmacc, xmacc->block, 1);
    memset(xmacc->block, 0, sizeof xmacc->block);
    store32_be(xmacc->block + BLOCK_SIZE - 4, xmacc->counter);
    add_block(xmacc, 0, xmacc->block);
    store32_be(tag, xmacc->counter);
    for (int i = 0; i < 4; i++)
        store32_le(tag + 4 + 4 * i, xmacc->sum[i]);
    return STATUS_OK;
}

static const struct mac_ops xmacc_md5 = {
    .ops = {.context_size = sizeof(struct xmacc)},
    .set_key = set_key,
    .init = init,
    .update = update,
    .final = final,
};

const struct mac_ops *low_level_mac(const char *unit)
{
    return strcmp(unit, "xmacc_md5") == 0 ? &xmacc_md5 : NULL;
}

#else

const struct mac_ops *low_level_mac(const char *unit)
{
    (void)unit;
    return NULL;
}

#endif

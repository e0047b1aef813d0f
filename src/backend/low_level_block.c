/* SPDX-License-Identifier: MIT */
/* low_level_block.c - MDC/MD5 on libcrypto's MD5_Transform: the block is the chaining value, the key the message. */
#include "backend/md5_transform.h"

#include "backend/openssl.h"
#include "native/common/bytes.h"

#include <string.h>

#if HAVE_MD5_TRANSFORM

enum { KEY_SIZE = 64, BLOCK_SIZE = 16 };

struct mdc {
    uint8_t key[KEY_SIZE];
};

static enum status set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct mdc *mdc = context;
    if (key_size != KEY_SIZE)
        return STATUS_BAD_LENGTH;
    memcpy(mdc->key, key, KEY_SIZE);
    return STATUS_OK;
}

static enum status encrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    const struct mdc *mdc = context;
    if (buffers_overlap_partly(in, out, blocks * BLOCK_SIZE))
        return STATUS_OVERLAP;
    for (; blocks != 0; blocks--, in += BLOCK_SIZE, out += BLOCK_SIZE) {
        uint32_t chain[4];
        for (int i = 0; i < 4; i++)
            chain[i] = load32_le(in + 4 * i);
        md5_transform(chain, mdc->key);
        for (int i = 0; i < 4; i++)
            store32_le(out + 4 * i, chain[i]);
    }
    return STATUS_OK;
}

static enum status decrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    (void)context;
    (void)in;
    (void)out;
    (void)blocks;
    return STATUS_UNSUPPORTED;
}

static const struct block_cipher_ops low_level_mdc_md5 = {
    .ops = {.context_size = sizeof(struct mdc)},
    .block_size = BLOCK_SIZE,
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

const struct block_cipher_ops *low_level_block_cipher(const char *unit)
{
    return strcmp(unit, "mdc_md5") == 0 ? &low_level_mdc_md5 : NULL;
}

#else

const struct block_cipher_ops *low_level_block_cipher(const char *unit)
{
    (void)unit;
    return NULL;
}

#endif

/* SPDX-License-Identifier: MIT */
/*
 * mdc_md5.c - MDC/MD5: Gutmann's Message Digest Cipher over the compression function of MD5 (RFC 1321), in the form of
 * Crypto++ 5.0.
 *
 * Blocks of 16 bytes, keys of 64 bytes.  The block is the chaining value and the key the message block, both as
 * little-endian words; the result is the next chaining value, addition of the old one included.  That is no
 * permutation: there is no decryption, and only modes that encrypt in both directions can use it.  Gutmann's original
 * hashes the key first; later versions of Crypto++ have big-endian words.  Constant-time.  Reads variant.vector_bits.
 */
#include "native/common/md5.h"
#include "native/native.h"

enum {
    BLOCK_SIZE = 16,
    KEY_SIZE = 64,
    VECTORS = 2 /* worked on side by side: the steps of MD5 are one chain */
};

struct mdc_md5 {
    uint8_t key[KEY_SIZE];
    unsigned vector_bits;
};

#define LANE_FILE "native/block_cipher/mdc_md5_lanes.h"
#include "native/block_cipher/each_width.h"

static enum status setup(void *context, const struct variant *variant)
{
    struct mdc_md5 *mdc = context;
    mdc->vector_bits = vector_bits_for(variant == NULL ? 0 : variant->vector_bits);
    return STATUS_OK;
}

static enum status set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct mdc_md5 *mdc = context;
    if (key_size != KEY_SIZE)
        return STATUS_BAD_LENGTH;
    memcpy(mdc->key, key, KEY_SIZE);
    return STATUS_OK;
}

static enum status encrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    static const struct kernel kernels[] = {LANE_KERNELS(encrypt, VECTORS, 3){1, 0, 0, encrypt_plain}};
    return run_kernels(kernels, ((struct mdc_md5 *)context)->vector_bits, context, BLOCK_SIZE, in, out, blocks);
}

static enum status decrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    (void)context;
    (void)in;
    (void)out;
    (void)blocks;
    return STATUS_UNSUPPORTED;
}

const struct block_cipher_ops native_mdc_md5 = {
    .ops = {.context_size = sizeof(struct mdc_md5), .setup = setup},
    .block_size = BLOCK_SIZE,
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

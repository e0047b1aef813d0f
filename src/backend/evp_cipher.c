/* SPDX-License-Identifier: MIT */
/*
 * evp_cipher.c - ciphers through EVP: bare block ciphers as ECB without padding, modes and stream ciphers, and counter
 * mode composed on ECB where libcrypto has the cipher but not the mode.
 *
 * One EVP context a direction is made and given its algorithm once.  EVP accepts more than the standards do (RC4 keys
 * above 256 bytes, Blowfish keys above 56, ChaCha20 beyond 2^32 blocks, buffers that overlap): what the contract
 * refuses is refused here, so that both sides accept the same inputs.
 */
#include "backend/openssl.h"
#include "native/common/bytes.h"

#include <limits.h>
#include <string.h>

enum { KEY_SIZE_MAX = 256, CHACHA20_BLOCK_SIZE = 64, COUNTER_BATCH_SIZE = 2048 };

struct evp_cipher {
    EVP_CIPHER *cipher;
    EVP_CIPHER_CTX *contexts[2]; /* by direction; the second is NULL where both directions are the same operation */
    enum direction direction;
    size_t block_size;
    size_t iv_size;
    bool whole_blocks;
    bool is_chacha20;
    bool keyed_anew; /* a message can only be started by giving the key again: a stream cipher without IV */
    bool is_rc2;
    unsigned effective_bits; /* RC2; 0: those of the key */
    uint64_t left; /* ChaCha20: bytes up to its last block */
    size_t key_size;
    uint8_t key[KEY_SIZE_MAX];
    uint8_t counter[EVP_MAX_BLOCK_LENGTH];   /* composed counter mode: the next block's */
    uint8_t keystream[EVP_MAX_BLOCK_LENGTH]; /* and the block begun, of which */
    size_t used;                             /* bytes are used up */
};

/* Key lengths of the standards where the provider takes others as well. */
static bool key_size_allowed(const struct evp_cipher *evp, size_t size)
{
    static const struct {
        const char *name;
        size_t min;
        size_t max;
    } limits[] = {
        {"RC4", 1, 256}, {"BF-", 1, 56}, {"CAST5-", 5, 16}, {"RC2-", 1, 128}, {"RC5-", 0, 255},
    };
    const char *name = EVP_CIPHER_get0_name(evp->cipher);
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        if (strncmp(name, limits[i].name, strlen(limits[i].name)) == 0)
            return size >= limits[i].min && size <= limits[i].max;
    return size == (size_t)EVP_CIPHER_get_key_length(evp->cipher);
}

static enum status setup(void *context, const struct variant *variant)
{
    struct evp_cipher *evp = context;
    evp->cipher = EVP_CIPHER_fetch(library_context(variant), variant->algorithm, NULL);
    if (evp->cipher == NULL)
        return STATUS_UNSUPPORTED;
    const int mode = EVP_CIPHER_get_mode(evp->cipher);
    evp->block_size = (size_t)EVP_CIPHER_get_block_size(evp->cipher);
    evp->iv_size = (size_t)EVP_CIPHER_get_iv_length(evp->cipher);
    evp->whole_blocks = mode == EVP_CIPH_ECB_MODE || mode == EVP_CIPH_CBC_MODE;
    evp->is_chacha20 = EVP_CIPHER_is_a(evp->cipher, "ChaCha20");
    evp->keyed_anew = mode == EVP_CIPH_STREAM_CIPHER && evp->iv_size == 0;
    /* Rounds and the like are the block cipher's: those of a mode stand in the variant underneath. */
    const struct variant *cipher = variant->base_variant != NULL ? variant->base_variant : variant;
    evp->is_rc2 = strncmp(variant->algorithm, "RC2-", 4) == 0;
    evp->effective_bits = cipher->option;
    const bool one_way = mode == EVP_CIPH_STREAM_CIPHER || mode == EVP_CIPH_OFB_MODE || mode == EVP_CIPH_CTR_MODE;
    for (int direction = ENCRYPT; direction <= (one_way ? ENCRYPT : DECRYPT); direction++) {
        EVP_CIPHER_CTX *ctx = evp->contexts[direction] = EVP_CIPHER_CTX_new();
        if (ctx == NULL)
            return STATUS_NO_MEMORY;
        if (!EVP_CipherInit_ex2(ctx, evp->cipher, NULL, NULL, direction == ENCRYPT, NULL) ||
            !EVP_CIPHER_CTX_set_padding(ctx, 0))
            return STATUS_FAILED;
        if (cipher->rounds != 0 && strncmp(variant->algorithm, "RC5-", 4) == 0 &&
            EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_SET_RC5_ROUNDS, (int)cipher->rounds, NULL) <= 0)
            return STATUS_UNSUPPORTED;
    }
    return STATUS_OK;
}

static void teardown(void *context)
{
    struct evp_cipher *evp = context;
    EVP_CIPHER_CTX_free(evp->contexts[ENCRYPT]);
    EVP_CIPHER_CTX_free(evp->contexts[DECRYPT]);
    EVP_CIPHER_free(evp->cipher);
    wipe(evp, sizeof *evp);
}

const char *evp_cipher_provider(const void *context)
{
    const struct evp_cipher *evp = context;
    return OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(evp->cipher));
}

static bool set_key_of(struct evp_cipher *evp, EVP_CIPHER_CTX *ctx, const uint8_t *key, size_t key_size)
{
    /* The length comes first: a context takes as many bytes of the key as it thinks the key has. */
    if ((size_t)EVP_CIPHER_CTX_get_key_length(ctx) != key_size && !EVP_CIPHER_CTX_set_key_length(ctx, (int)key_size))
        return false;
    const int bits = evp->effective_bits != 0 ? (int)evp->effective_bits : 8 * (int)key_size;
    if (evp->is_rc2 && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_SET_RC2_KEY_BITS, bits, NULL) <= 0)
        return false;
    return EVP_CipherInit_ex2(ctx, NULL, key, NULL, -1, NULL);
}

static enum status set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct evp_cipher *evp = context;
    if (!key_size_allowed(evp, key_size))
        return STATUS_BAD_LENGTH;
    for (int direction = ENCRYPT; direction <= DECRYPT; direction++)
        if (evp->contexts[direction] != NULL && !set_key_of(evp, evp->contexts[direction], key, key_size))
            return STATUS_FAILED;
    if (evp->keyed_anew) {
        memcpy(evp->key, key, key_size);
        evp->key_size = key_size;
    }
    evp->left = 0;
    return STATUS_OK;
}

/* EVP counts in int. */
static enum status run(EVP_CIPHER_CTX *ctx, size_t unit, const uint8_t *in, uint8_t *out, size_t size)
{
    const size_t piece_max = (size_t)INT_MAX / 2 / unit * unit;
    while (size != 0) {
        const size_t piece = size < piece_max ? size : piece_max;
        int written;
        if (!EVP_CipherUpdate(ctx, out, &written, in, (int)piece))
            return STATUS_FAILED;
        in += piece;
        out += piece;
        size -= piece;
    }
    return STATUS_OK;
}

/* -------------------------------------------------------------------------------------- bare block cipher */

static enum status block_run(void *context, enum direction direction, const uint8_t *in, uint8_t *out, size_t blocks)
{
    struct evp_cipher *evp = context;
    const size_t size = blocks * evp->block_size;
    if (buffers_overlap_partly(in, out, size))
        return STATUS_OVERLAP;
    return run(evp->contexts[direction], evp->block_size, in, out, size);
}

static enum status block_encrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    return block_run(context, ENCRYPT, in, out, blocks);
}

static enum status block_decrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    return block_run(context, DECRYPT, in, out, blocks);
}

const struct block_cipher_ops evp_block_cipher = {
    .ops = {sizeof(struct evp_cipher), 0, setup, teardown},
    .set_key = set_key,
    .encrypt = block_encrypt,
    .decrypt = block_decrypt,
};

/* ------------------------------------------------------------------------------- modes and stream ciphers */

static enum status set_iv(void *context, enum direction direction, const uint8_t *iv, size_t iv_size, uint64_t counter)
{
    struct evp_cipher *evp = context;
    uint8_t counter_and_nonce[16];
    if (evp->is_chacha20) {
        if (iv_size != sizeof counter_and_nonce - 4)
            return STATUS_BAD_LENGTH;
        if (counter > UINT32_MAX)
            return STATUS_BAD_PARAMETER;
        store32_le(counter_and_nonce, (uint32_t)counter);
        memcpy(counter_and_nonce + 4, iv, iv_size);
        iv = counter_and_nonce;
        evp->left = (((uint64_t)1 << 32) - counter) * CHACHA20_BLOCK_SIZE;
    } else {
        if (iv_size != evp->iv_size)
            return STATUS_BAD_LENGTH;
        if (counter != 0)
            return STATUS_BAD_PARAMETER;
    }
    evp->direction = evp->contexts[DECRYPT] == NULL ? ENCRYPT : direction;
    return EVP_CipherInit_ex2(evp->contexts[evp->direction], NULL, evp->keyed_anew ? evp->key : NULL,
                              evp->iv_size == 0 ? NULL : iv, -1, NULL)
               ? STATUS_OK
               : STATUS_FAILED;
}

static enum status update(void *context, const uint8_t *in, uint8_t *out, size_t size)
{
    struct evp_cipher *evp = context;
    if (buffers_overlap_partly(in, out, size))
        return STATUS_OVERLAP;
    if (evp->whole_blocks && size % evp->block_size != 0)
        return STATUS_BAD_LENGTH;
    if (evp->is_chacha20) {
        if (size > evp->left)
            return STATUS_LIMIT;
        evp->left -= size;
    }
    return run(evp->contexts[evp->direction], evp->block_size, in, out, size);
}

const struct cipher_ops evp_cipher = {
    .ops = {sizeof(struct evp_cipher), 0, setup, teardown},
    .set_key = set_key,
    .set_iv = set_iv,
    .update = update,
};

/* ------------------------------------------------------------------------------ counter mode, composed on ECB */

static enum status counter_set_iv(void *context, enum direction direction, const uint8_t *iv, size_t iv_size,
                                  uint64_t counter)
{
    struct evp_cipher *evp = context;
    (void)direction;
    if (iv_size != evp->block_size)
        return STATUS_BAD_LENGTH;
    if (counter != 0)
        return STATUS_BAD_PARAMETER;
    memcpy(evp->counter, iv, iv_size);
    evp->used = evp->block_size;
    return STATUS_OK;
}

/* Encrypts the next N counter blocks into OUT. */
static enum status count(struct evp_cipher *evp, uint8_t *out, size_t n)
{
    const size_t block_size = evp->block_size;
    for (size_t i = 0; i < n; i++) {
        memcpy(out + i * block_size, evp->counter, block_size);
        size_t at = block_size;
        while (at != 0 && ++evp->counter[at - 1] == 0)
            at--;
    }
    return run(evp->contexts[ENCRYPT], block_size, out, out, n * block_size);
}

static enum status counter_update(void *context, const uint8_t *in, uint8_t *out, size_t size)
{
    struct evp_cipher *evp = context;
    uint8_t batch[COUNTER_BATCH_SIZE];
    if (buffers_overlap_partly(in, out, size))
        return STATUS_OVERLAP;
    while (size != 0) {
        enum status status = STATUS_OK;
        size_t piece;
        if (evp->used != evp->block_size) {
            const size_t left = evp->block_size - evp->used;
            piece = size < left ? size : left;
            xor_bytes(out, in, evp->keystream + evp->used, piece);
            evp->used += piece;
        } else if (size >= evp->block_size) {
            const size_t most = size < sizeof batch ? size : sizeof batch, blocks = most / evp->block_size;
            piece = blocks * evp->block_size;
            status = count(evp, batch, blocks);
            xor_bytes(out, in, batch, piece);
        } else {
            piece = 0;
            status = count(evp, evp->keystream, 1);
            evp->used = 0;
        }
        if (status != STATUS_OK)
            return status;
        in += piece;
        out += piece;
        size -= piece;
    }
    return STATUS_OK;
}

const struct cipher_ops evp_counter_mode = {
    .ops = {sizeof(struct evp_cipher), 0, setup, teardown},
    .set_key = set_key,
    .set_iv = counter_set_iv,
    .update = counter_update,
};

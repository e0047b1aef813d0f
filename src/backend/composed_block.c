/* SPDX-License-Identifier: MIT */
/*
 * composed_block.c - block ciphers that libcrypto does not have, composed here from EVP.
 *
 * DES-XEX3: EVP's DES in ECB, with the first and the last third of the key added around it.  libcrypto's DESX is the
 * same function with another order of the key, but in CBC only.
 *
 * Luby-Rackoff/MD5: four digests a block by EVP's MD5, each from a copy of a context that has hashed half of the key.
 */
#include "backend/openssl.h"
#include "native/common/bytes.h"

#include <string.h>

enum { BLOCK_SIZE = 8, HALF_SIZE = 16, PIECE_SIZE = 2048 /* whitened at a time: a part of the first cache */ };

struct xex3 {
    EVP_CIPHER *cipher;
    EVP_CIPHER_CTX *contexts[2]; /* by direction */
    uint8_t before[BLOCK_SIZE];  /* added when encrypting, in this order */
    uint8_t after[BLOCK_SIZE];
};

static enum status xex3_setup(void *context, const struct variant *variant)
{
    struct xex3 *xex3 = context;
    xex3->cipher = EVP_CIPHER_fetch(library_context(variant), variant->algorithm, NULL);
    if (xex3->cipher == NULL)
        return STATUS_UNSUPPORTED;
    for (int direction = ENCRYPT; direction <= DECRYPT; direction++) {
        EVP_CIPHER_CTX *ctx = xex3->contexts[direction] = EVP_CIPHER_CTX_new();
        if (ctx == NULL)
            return STATUS_NO_MEMORY;
        if (!EVP_CipherInit_ex2(ctx, xex3->cipher, NULL, NULL, direction == ENCRYPT, NULL) ||
            !EVP_CIPHER_CTX_set_padding(ctx, 0))
            return STATUS_FAILED;
    }
    return STATUS_OK;
}

static void xex3_teardown(void *context)
{
    struct xex3 *xex3 = context;
    EVP_CIPHER_CTX_free(xex3->contexts[ENCRYPT]);
    EVP_CIPHER_CTX_free(xex3->contexts[DECRYPT]);
    EVP_CIPHER_free(xex3->cipher);
    wipe(xex3, sizeof *xex3);
}

static enum status xex3_set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct xex3 *xex3 = context;
    if (key_size != 3 * BLOCK_SIZE)
        return STATUS_BAD_LENGTH;
    memcpy(xex3->before, key, BLOCK_SIZE);
    memcpy(xex3->after, key + 2 * BLOCK_SIZE, BLOCK_SIZE);
    for (int direction = ENCRYPT; direction <= DECRYPT; direction++)
        if (!EVP_CipherInit_ex2(xex3->contexts[direction], NULL, key + BLOCK_SIZE, NULL, -1, NULL))
            return STATUS_FAILED;
    return STATUS_OK;
}

static void whiten(uint8_t *out, const uint8_t *in, const uint8_t key[BLOCK_SIZE], size_t size)
{
    uint64_t added, word;
    memcpy(&added, key, sizeof added);
    for (size_t i = 0; i < size; i += sizeof word) {
        memcpy(&word, in + i, sizeof word);
        word ^= added;
        memcpy(out + i, &word, sizeof word);
    }
}

static enum status xex3_run(struct xex3 *xex3, enum direction direction, const uint8_t *in, uint8_t *out, size_t blocks)
{
    size_t size = blocks * BLOCK_SIZE;
    if (buffers_overlap_partly(in, out, size))
        return STATUS_OVERLAP;
    while (size != 0) {
        const size_t piece = size < PIECE_SIZE ? size : PIECE_SIZE;
        int written;
        whiten(out, in, direction == ENCRYPT ? xex3->before : xex3->after, piece);
        if (!EVP_CipherUpdate(xex3->contexts[direction], out, &written, out, (int)piece))
            return STATUS_FAILED;
        whiten(out, out, direction == ENCRYPT ? xex3->after : xex3->before, piece);
        in += piece;
        out += piece;
        size -= piece;
    }
    return STATUS_OK;
}

static enum status xex3_encrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    return xex3_run(context, ENCRYPT, in, out, blocks);
}

static enum status xex3_decrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    return xex3_run(context, DECRYPT, in, out, blocks);
}

static const struct block_cipher_ops composed_des_xex3 = {
    .ops = {sizeof(struct xex3), 0, xex3_setup, xex3_teardown},
    .block_size = BLOCK_SIZE,
    .set_key = xex3_set_key,
    .encrypt = xex3_encrypt,
    .decrypt = xex3_decrypt,
};

/* ----------------------------------------------------------------------------------------- Luby-Rackoff/MD5 */

struct luby_rackoff {
    EVP_MD *md;
    EVP_MD_CTX *keyed[2]; /* the left half of the key, and the right one */
    EVP_MD_CTX *digest;
};

static enum status luby_rackoff_setup(void *context, const struct variant *variant)
{
    struct luby_rackoff *cipher = context;
    cipher->md = EVP_MD_fetch(library_context(variant), variant->algorithm, NULL);
    if (cipher->md == NULL)
        return STATUS_UNSUPPORTED;
    cipher->keyed[0] = EVP_MD_CTX_new();
    cipher->keyed[1] = EVP_MD_CTX_new();
    cipher->digest = EVP_MD_CTX_new();
    return cipher->keyed[0] != NULL && cipher->keyed[1] != NULL && cipher->digest != NULL ? STATUS_OK
                                                                                          : STATUS_NO_MEMORY;
}

static void luby_rackoff_teardown(void *context)
{
    struct luby_rackoff *cipher = context;
    EVP_MD_CTX_free(cipher->keyed[0]);
    EVP_MD_CTX_free(cipher->keyed[1]);
    EVP_MD_CTX_free(cipher->digest);
    EVP_MD_free(cipher->md);
    wipe(cipher, sizeof *cipher);
}

static enum status luby_rackoff_set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct luby_rackoff *cipher = context;
    if (key_size == 0 || key_size % 2 != 0)
        return STATUS_BAD_LENGTH;
    for (int side = 0; side < 2; side++, key += key_size / 2)
        if (!EVP_DigestInit_ex2(cipher->keyed[side], cipher->md, NULL) ||
            !EVP_DigestUpdate(cipher->keyed[side], key, key_size / 2))
            return STATUS_FAILED;
    return STATUS_OK;
}

/* Four rounds; the first one hashes the left half of the block (0) when encrypting, the right one when decrypting. */
static enum status luby_rackoff_run(struct luby_rackoff *cipher, int first, const uint8_t *in, uint8_t *out,
                                    size_t blocks)
{
    if (buffers_overlap_partly(in, out, blocks * 2 * HALF_SIZE))
        return STATUS_OVERLAP;
    for (; blocks != 0; blocks--, in += 2 * HALF_SIZE, out += 2 * HALF_SIZE) {
        uint8_t halves[2][HALF_SIZE], digest[HALF_SIZE];
        memcpy(halves, in, sizeof halves);
        for (int round = 0; round < 4; round++) {
            const int from = (first + round) % 2;
            if (!EVP_MD_CTX_copy_ex(cipher->digest, cipher->keyed[from]) ||
                !EVP_DigestUpdate(cipher->digest, halves[from], HALF_SIZE) ||
                !EVP_DigestFinal_ex(cipher->digest, digest, NULL))
                return STATUS_FAILED;
            xor_bytes(halves[1 - from], halves[1 - from], digest, HALF_SIZE);
        }
        memcpy(out, halves, sizeof halves);
    }
    return STATUS_OK;
}

static enum status luby_rackoff_encrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    return luby_rackoff_run(context, 0, in, out, blocks);
}

static enum status luby_rackoff_decrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    return luby_rackoff_run(context, 1, in, out, blocks);
}

static const struct block_cipher_ops composed_luby_rackoff = {
    .ops = {sizeof(struct luby_rackoff), 0, luby_rackoff_setup, luby_rackoff_teardown},
    .block_size = 2 * HALF_SIZE,
    .set_key = luby_rackoff_set_key,
    .encrypt = luby_rackoff_encrypt,
    .decrypt = luby_rackoff_decrypt,
};

const struct block_cipher_ops *composed_block_cipher(const char *unit)
{
    static const struct {
        const char *unit;
        const struct block_cipher_ops *ops;
    } table[] = {
        {"des_xex3", &composed_des_xex3},
        {"luby_rackoff_md5", &composed_luby_rackoff},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].unit, unit) == 0)
            return table[i].ops;
    return NULL;
}

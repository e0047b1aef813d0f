/* SPDX-License-Identifier: MIT */
/*
 * evp_mac.c - message authentication codes on libcrypto: HMAC, which EVP has, and CBC-MAC and DMAC, composed here on
 * its AES-CBC, whose last block of ciphertext is what they want.
 */
#include "backend/openssl.h"
#include "native/common/bytes.h"

#include <openssl/core_names.h>

#include <string.h>

/* ------------------------------------------------------------------------------------------------- HMAC */

struct evp_hmac {
    EVP_MAC *mac;
    EVP_MAC_CTX *context;
};

static enum status hmac_setup(void *context, const struct variant *variant)
{
    struct evp_hmac *hmac = context;
    /* A digest that the providers do not have would only be missed when the first key is set. */
    EVP_MD *md = EVP_MD_fetch(library_context(variant), variant->algorithm, NULL);
    if (md == NULL)
        return STATUS_UNSUPPORTED;
    EVP_MD_free(md);
    hmac->mac = EVP_MAC_fetch(library_context(variant), "HMAC", NULL);
    if (hmac->mac == NULL)
        return STATUS_UNSUPPORTED;
    hmac->context = EVP_MAC_CTX_new(hmac->mac);
    if (hmac->context == NULL)
        return STATUS_NO_MEMORY;
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)variant->algorithm, 0),
        OSSL_PARAM_END,
    };
    return EVP_MAC_CTX_set_params(hmac->context, params) ? STATUS_OK : STATUS_FAILED;
}

static void hmac_teardown(void *context)
{
    struct evp_hmac *hmac = context;
    EVP_MAC_CTX_free(hmac->context);
    EVP_MAC_free(hmac->mac);
    *hmac = (struct evp_hmac){0};
}

static enum status hmac_set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct evp_hmac *hmac = context;
    /* A null pointer would stand for the key before. */
    const uint8_t *bytes = key_size != 0 ? key : (const uint8_t *)"";
    return EVP_MAC_init(hmac->context, bytes, key_size, NULL) ? STATUS_OK : STATUS_FAILED;
}

static enum status hmac_init(void *context, const uint8_t *nonce, size_t nonce_size)
{
    struct evp_hmac *hmac = context;
    (void)nonce;
    if (nonce_size != 0)
        return STATUS_BAD_LENGTH;
    return EVP_MAC_init(hmac->context, NULL, 0, NULL) ? STATUS_OK : STATUS_FAILED;
}

static enum status hmac_update(void *context, const uint8_t *data, size_t size)
{
    struct evp_hmac *hmac = context;
    return EVP_MAC_update(hmac->context, data, size) ? STATUS_OK : STATUS_FAILED;
}

static enum status hmac_final(void *context, uint8_t *tag)
{
    struct evp_hmac *hmac = context;
    size_t size;
    return EVP_MAC_final(hmac->context, tag, &size, EVP_MAX_MD_SIZE) ? STATUS_OK : STATUS_FAILED;
}

const struct mac_ops evp_hmac = {
    .ops = {.context_size = sizeof(struct evp_hmac), .setup = hmac_setup, .teardown = hmac_teardown},
    .set_key = hmac_set_key,
    .init = hmac_init,
    .update = hmac_update,
    .final = hmac_final,
};

/* ------------------------------------------------------------------------------------ CBC-MAC and DMAC */

enum { BLOCK_SIZE = 16, SCRATCH_SIZE = 4096 };

struct composed_mac {
    EVP_CIPHER *keyed;         /* the cipher of the caller's key */
    EVP_CIPHER *derived;       /* DMAC: the cipher of the two derived keys, which are one block long */
    EVP_CIPHER_CTX *chaining;
    EVP_CIPHER_CTX *finishing; /* DMAC only */
    size_t pending;            /* bytes of an incomplete block that EVP holds */
    uint8_t chain[BLOCK_SIZE]; /* the last block of ciphertext */
    uint8_t scratch[SCRATCH_SIZE + BLOCK_SIZE];
};

static const uint8_t zero_iv[BLOCK_SIZE];

static bool begin(EVP_CIPHER_CTX *context, const EVP_CIPHER *cipher, const uint8_t *key)
{
    return EVP_EncryptInit_ex2(context, cipher, key, zero_iv, NULL) && EVP_CIPHER_CTX_set_padding(context, 0);
}

static enum status cbc_mac_setup(void *context, const struct variant *variant)
{
    struct composed_mac *mac = context;
    mac->keyed = EVP_CIPHER_fetch(library_context(variant), variant->algorithm, NULL);
    if (mac->keyed == NULL)
        return STATUS_UNSUPPORTED;
    mac->chaining = EVP_CIPHER_CTX_new();
    return mac->chaining != NULL ? STATUS_OK : STATUS_NO_MEMORY;
}

static enum status dmac_setup(void *context, const struct variant *variant)
{
    struct composed_mac *mac = context;
    enum status status = cbc_mac_setup(context, variant);
    if (status != STATUS_OK)
        return status;
    mac->derived = EVP_CIPHER_fetch(library_context(variant), "AES-128-CBC", NULL);
    if (mac->derived == NULL)
        return STATUS_UNSUPPORTED;
    mac->finishing = EVP_CIPHER_CTX_new();
    return mac->finishing != NULL ? STATUS_OK : STATUS_NO_MEMORY;
}

static void composed_teardown(void *context)
{
    struct composed_mac *mac = context;
    EVP_CIPHER_CTX_free(mac->chaining);
    EVP_CIPHER_CTX_free(mac->finishing);
    EVP_CIPHER_free(mac->keyed);
    EVP_CIPHER_free(mac->derived);
    wipe(mac, sizeof *mac);
}

static enum status cbc_mac_set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct composed_mac *mac = context;
    if (key_size != (size_t)EVP_CIPHER_get_key_length(mac->keyed))
        return STATUS_BAD_LENGTH;
    return begin(mac->chaining, mac->keyed, key) ? STATUS_OK : STATUS_FAILED;
}

/* One block through a context that holds a key, from the zero IV: the bare cipher. */
static bool encrypt_block(EVP_CIPHER_CTX *context, const uint8_t *in, uint8_t *out)
{
    int size;
    return EVP_EncryptInit_ex2(context, NULL, NULL, zero_iv, NULL) &&
           EVP_EncryptUpdate(context, out, &size, in, BLOCK_SIZE);
}

static enum status dmac_set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct composed_mac *mac = context;
    static const uint8_t one[BLOCK_SIZE] = {[BLOCK_SIZE - 1] = 1};
    uint8_t keys[2][BLOCK_SIZE];
    enum status status = cbc_mac_set_key(context, key, key_size);
    if (status == STATUS_OK &&
        (!encrypt_block(mac->chaining, zero_iv, keys[0]) || !encrypt_block(mac->chaining, one, keys[1]) ||
         !begin(mac->chaining, mac->derived, keys[0]) || !begin(mac->finishing, mac->derived, keys[1])))
        status = STATUS_FAILED;
    wipe(keys, sizeof keys);
    return status;
}

static enum status composed_init(void *context, const uint8_t *nonce, size_t nonce_size)
{
    struct composed_mac *mac = context;
    (void)nonce;
    if (nonce_size != 0)
        return STATUS_BAD_LENGTH;
    mac->pending = 0;
    memset(mac->chain, 0, sizeof mac->chain);
    return EVP_EncryptInit_ex2(mac->chaining, NULL, NULL, zero_iv, NULL) ? STATUS_OK : STATUS_FAILED;
}

static enum status composed_update(void *context, const uint8_t *data, size_t size)
{
    struct composed_mac *mac = context;
    while (size != 0) {
        int take = size < SCRATCH_SIZE ? (int)size : SCRATCH_SIZE, written;
        if (!EVP_EncryptUpdate(mac->chaining, mac->scratch, &written, data, take))
            return STATUS_FAILED;
        if (written != 0)
            memcpy(mac->chain, mac->scratch + written - BLOCK_SIZE, BLOCK_SIZE);
        mac->pending = (mac->pending + (size_t)take) % BLOCK_SIZE;
        data += take;
        size -= (size_t)take;
    }
    return STATUS_OK;
}

static enum status cbc_mac_final(void *context, uint8_t *tag)
{
    struct composed_mac *mac = context;
    enum status status = STATUS_OK;
    if (mac->pending != 0)
        status = composed_update(context, zero_iv, BLOCK_SIZE - mac->pending);
    memcpy(tag, mac->chain, BLOCK_SIZE);
    return status;
}

static enum status dmac_final(void *context, uint8_t *tag)
{
    struct composed_mac *mac = context;
    uint8_t padding[BLOCK_SIZE];
    const size_t missing = BLOCK_SIZE - mac->pending;
    memset(padding, (int)missing, missing);
    enum status status = composed_update(context, padding, missing);
    if (status == STATUS_OK && !encrypt_block(mac->finishing, mac->chain, tag))
        status = STATUS_FAILED;
    return status;
}

const struct mac_ops evp_cbc_mac = {
    .ops = {.context_size = sizeof(struct composed_mac), .setup = cbc_mac_setup, .teardown = composed_teardown},
    .set_key = cbc_mac_set_key,
    .init = composed_init,
    .update = composed_update,
    .final = cbc_mac_final,
};

const struct mac_ops evp_dmac = {
    .ops = {.context_size = sizeof(struct composed_mac), .setup = dmac_setup, .teardown = composed_teardown},
    .set_key = dmac_set_key,
    .init = composed_init,
    .update = composed_update,
    .final = dmac_final,
};

const char *evp_hmac_provider(const void *context)
{
    const struct evp_hmac *hmac = context;
    return OSSL_PROVIDER_get0_name(EVP_MAC_get0_provider(hmac->mac));
}

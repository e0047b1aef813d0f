/* SPDX-License-Identifier: MIT */
/*
 * evp_dsa.c - DSA through EVP, constant-time in the nonce, which is OpenSSL's own.
 *
 * OpenSSL's signatures are DER, assay's r || s: the conversion is inside what is timed, as every caller of EVP needs it or
 * carries it along.  A message of ENCODING_RAW is a digest to EVP, of at most as many bytes as q has.
 */
#include "backend/library.h"

#include "backend/evp_key.h"
#include "backend/evp_schemes.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>

#include <string.h>

struct evp_dsa {
    OSSL_LIB_CTX *library;
    unsigned option;
    EVP_MD *sha1;
    EVP_PKEY *key;
    EVP_PKEY_CTX *signer;
    EVP_PKEY_CTX *verifier;
    size_t half; /* bytes of q */
};

static const struct evp_field fields[] = {
    {"p", OSSL_PKEY_PARAM_FFC_P, true},     {"q", OSSL_PKEY_PARAM_FFC_Q, true},     {"g", OSSL_PKEY_PARAM_FFC_G, true},
    {"y", OSSL_PKEY_PARAM_PUB_KEY, true}, {"x", OSSL_PKEY_PARAM_PRIV_KEY, false}, {NULL, NULL, false},
};

static enum status setup(void *context, const struct variant *variant)
{
    struct evp_dsa *dsa = context;
    dsa->library = library_context(variant);
    dsa->option = variant->option;
    dsa->sha1 = EVP_MD_fetch(dsa->library, "SHA1", NULL);
    return dsa->sha1 != NULL ? STATUS_OK : STATUS_UNSUPPORTED;
}

static void drop_key(struct evp_dsa *dsa)
{
    EVP_PKEY_CTX_free(dsa->signer);
    EVP_PKEY_CTX_free(dsa->verifier);
    EVP_PKEY_free(dsa->key);
    dsa->signer = dsa->verifier = NULL;
    dsa->key = NULL;
}

static void teardown(void *context)
{
    struct evp_dsa *dsa = context;
    drop_key(dsa);
    EVP_MD_free(dsa->sha1);
    *dsa = (struct evp_dsa){0};
}

static enum status set_key(void *context, const struct key *key, const char **bad_field)
{
    struct evp_dsa *dsa = context;
    bool has_private = key_field(key, "x") != NULL;
    drop_key(dsa);
    enum status status = evp_key_import(&dsa->key, dsa->library, "DSA", key, fields,
                                        has_private ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, NULL, NULL, bad_field);
    if (status != STATUS_OK)
        return status;
    BIGNUM *q = NULL;
    if (!EVP_PKEY_get_bn_param(dsa->key, OSSL_PKEY_PARAM_FFC_Q, &q))
        return STATUS_FAILED;
    dsa->half = (size_t)BN_num_bytes(q);
    BN_free(q);
    dsa->verifier = evp_key_context(dsa->library, dsa->key, EVP_PKEY_verify_init);
    if (has_private)
        dsa->signer = evp_key_context(dsa->library, dsa->key, EVP_PKEY_sign_init);
    return dsa->verifier != NULL && (dsa->signer != NULL || !has_private) ? STATUS_OK : STATUS_FAILED;
}

/* The digest that EVP takes; false where MESSAGE does not fit one. */
static bool to_be_signed(const struct evp_dsa *dsa, const uint8_t **message, size_t *size, uint8_t *buffer)
{
    unsigned digest_size = 0;
    if (dsa->option == ENCODING_RAW)
        return *size <= dsa->half;
    if (!EVP_Digest(*message, *size, buffer, &digest_size, dsa->sha1, NULL))
        return false;
    *message = buffer;
    *size = digest_size;
    return true;
}

static enum status sign(void *context, const uint8_t *message, size_t message_size, struct rng *rng,
                        uint8_t *signature, size_t *signature_size)
{
    struct evp_dsa *dsa = context;
    uint8_t digest[EVP_MAX_MD_SIZE], der[EVP_DER_MAX];
    size_t der_size = sizeof der;
    (void)rng;
    if (dsa->signer == NULL)
        return STATUS_BAD_PARAMETER;
    bool enough = *signature_size >= 2 * dsa->half;
    *signature_size = 2 * dsa->half;
    if (!enough || !to_be_signed(dsa, &message, &message_size, digest))
        return STATUS_BAD_LENGTH;
    if (EVP_PKEY_sign(dsa->signer, der, &der_size, message, message_size) <= 0)
        return STATUS_FAILED;
    return evp_signature_from_der(signature, dsa->half, der, der_size);
}

static enum status verify(void *context, const uint8_t *message, size_t message_size, const uint8_t *signature,
                          size_t signature_size)
{
    struct evp_dsa *dsa = context;
    uint8_t digest[EVP_MAX_MD_SIZE], der[EVP_DER_MAX];
    size_t der_size;
    if (dsa->verifier == NULL)
        return STATUS_BAD_PARAMETER;
    if (!to_be_signed(dsa, &message, &message_size, digest))
        return STATUS_BAD_LENGTH;
    if (signature_size == 2 * dsa->half && evp_signature_to_der(der, &der_size, signature, dsa->half) == STATUS_OK &&
        EVP_PKEY_verify(dsa->verifier, der, der_size, message, message_size) > 0)
        return STATUS_OK;
    ERR_clear_error();
    return STATUS_REJECTED;
}

const struct signature_ops evp_dsa = {
    .ops = {sizeof(struct evp_dsa), 0, setup, teardown},
    .set_key = set_key,
    .sign = sign,
    .verify = verify,
};

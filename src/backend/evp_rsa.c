/* SPDX-License-Identifier: MIT */
/*
 * evp_rsa.c - RSA through EVP: blinded private operations on the constant-time path.
 *
 * Paddings and the padding's randomness are OpenSSL's own, so that results are exchanged rather than compared.  A context is
 * made and told its padding once; what is timed is EVP_PKEY_encrypt and the like, for a SHA-1 signature with EVP_Digest
 * before it.
 */
#include "backend/library.h"

#include "backend/evp_key.h"
#include "backend/evp_schemes.h"

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>

#include <string.h>

enum { SIZE_LIMIT = 2048 };

struct evp_rsa {
    OSSL_LIB_CTX *library;
    unsigned option;
    EVP_MD *sha1;
    EVP_PKEY *key;
    EVP_PKEY_CTX *public_context;  /* encrypts or verifies */
    EVP_PKEY_CTX *private_context; /* decrypts or signs; NULL without a private key */
    EVP_PKEY_CTX *recover_context; /* takes the message out of a signature; of ENCODING_PKCS1 */
    size_t size;                   /* of the modulus */
};

static const struct evp_field fields[] = {
    {"n", OSSL_PKEY_PARAM_RSA_N, true},
    {"e", OSSL_PKEY_PARAM_RSA_E, true},
    {"d", OSSL_PKEY_PARAM_RSA_D, false},
    {"p", OSSL_PKEY_PARAM_RSA_FACTOR1, false},
    {"q", OSSL_PKEY_PARAM_RSA_FACTOR2, false},
    {"dp", OSSL_PKEY_PARAM_RSA_EXPONENT1, false},
    {"dq", OSSL_PKEY_PARAM_RSA_EXPONENT2, false},
    {"qinv", OSSL_PKEY_PARAM_RSA_COEFFICIENT1, false},
    {NULL, NULL, false},
};

static enum status setup(void *context, const struct variant *variant)
{
    struct evp_rsa *rsa = context;
    rsa->library = library_context(variant);
    rsa->option = variant->option;
    rsa->sha1 = EVP_MD_fetch(rsa->library, "SHA1", NULL);
    return rsa->sha1 != NULL ? STATUS_OK : STATUS_UNSUPPORTED;
}

static void drop_key(struct evp_rsa *rsa)
{
    EVP_PKEY_CTX_free(rsa->public_context);
    EVP_PKEY_CTX_free(rsa->private_context);
    EVP_PKEY_CTX_free(rsa->recover_context);
    EVP_PKEY_free(rsa->key);
    rsa->public_context = rsa->private_context = rsa->recover_context = NULL;
    rsa->key = NULL;
}

static void teardown(void *context)
{
    struct evp_rsa *rsa = context;
    drop_key(rsa);
    EVP_MD_free(rsa->sha1);
    *rsa = (struct evp_rsa){0};
}

static enum status load(struct evp_rsa *rsa, const struct key *key, const char **bad_field)
{
    bool has_private = key_field(key, "d") != NULL;
    drop_key(rsa);
    enum status status = evp_key_import(&rsa->key, rsa->library, "RSA", key, fields,
                                        has_private ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, NULL, NULL, bad_field);
    if (status == STATUS_OK)
        rsa->size = (size_t)EVP_PKEY_get_size(rsa->key);
    return status == STATUS_OK && rsa->size > SIZE_LIMIT ? STATUS_BAD_PARAMETER : status;
}

/* Tells the contexts the PADDING and, where it is not NULL, the digest that SET takes. */
static enum status configure(struct evp_rsa *rsa, int padding, int (*set)(EVP_PKEY_CTX *, const EVP_MD *))
{
    EVP_PKEY_CTX *contexts[] = {rsa->public_context, rsa->private_context, rsa->recover_context};
    for (size_t i = 0; i < sizeof contexts / sizeof contexts[0]; i++)
        if (contexts[i] != NULL && (EVP_PKEY_CTX_set_rsa_padding(contexts[i], padding) <= 0 ||
                                    (set != NULL && set(contexts[i], rsa->sha1) <= 0)))
            return STATUS_FAILED;
    return STATUS_OK;
}

/* MESSAGE as a number of the modulus' length: what "no padding" takes. */
static bool pad_number(const struct evp_rsa *rsa, uint8_t *number, const uint8_t *message, size_t size)
{
    while (size > rsa->size && message[0] == 0) {
        message++;
        size--;
    }
    if (size > rsa->size)
        return false;
    memset(number, 0, rsa->size);
    if (size != 0)
        memcpy(number + rsa->size - size, message, size);
    return true;
}

static enum status take_capacity(const struct evp_rsa *rsa, size_t *size)
{
    bool enough = *size >= rsa->size;
    *size = rsa->size;
    return enough ? STATUS_OK : STATUS_BAD_LENGTH;
}

/* --------------------------------------------------------------------------------------------- encryption */

static int set_oaep(EVP_PKEY_CTX *context, const EVP_MD *md)
{
    return EVP_PKEY_CTX_set_rsa_oaep_md(context, md) > 0 ? EVP_PKEY_CTX_set_rsa_mgf1_md(context, md) : 0;
}

static enum status encryption_set_key(void *context, const struct key *key, const char **bad_field)
{
    struct evp_rsa *rsa = context;
    enum status status = load(rsa, key, bad_field);
    if (status != STATUS_OK)
        return status;
    rsa->public_context = evp_key_context(rsa->library, rsa->key, EVP_PKEY_encrypt_init);
    if (key_field(key, "d") != NULL) {
        rsa->private_context = evp_key_context(rsa->library, rsa->key, EVP_PKEY_decrypt_init);
        if (rsa->private_context == NULL)
            return STATUS_FAILED;
    }
    if (rsa->public_context == NULL)
        return STATUS_FAILED;
    switch (rsa->option) {
    case ENCODING_RAW:
        return configure(rsa, RSA_NO_PADDING, NULL);
    case ENCODING_PKCS1:
        return configure(rsa, RSA_PKCS1_PADDING, NULL);
    case ENCODING_OAEP_SHA1:
        return configure(rsa, RSA_PKCS1_OAEP_PADDING, set_oaep);
    default:
        return STATUS_UNSUPPORTED;
    }
}

static enum status encrypt(void *context, const uint8_t *plaintext, size_t plaintext_size, struct rng *rng,
                           uint8_t *ciphertext, size_t *ciphertext_size)
{
    struct evp_rsa *rsa = context;
    uint8_t number[SIZE_LIMIT];
    (void)rng;
    if (rsa->public_context == NULL)
        return STATUS_BAD_PARAMETER;
    enum status status = take_capacity(rsa, ciphertext_size);
    if (status != STATUS_OK)
        return status;
    if (rsa->option == ENCODING_RAW) {
        if (!pad_number(rsa, number, plaintext, plaintext_size))
            return STATUS_BAD_LENGTH;
        plaintext = number;
        plaintext_size = rsa->size;
    }
    if (EVP_PKEY_encrypt(rsa->public_context, ciphertext, ciphertext_size, plaintext, plaintext_size) > 0)
        return STATUS_OK;
    ERR_clear_error();
    return STATUS_BAD_LENGTH;
}

static enum status decrypt(void *context, const uint8_t *ciphertext, size_t ciphertext_size, uint8_t *plaintext,
                           size_t *plaintext_size)
{
    struct evp_rsa *rsa = context;
    uint8_t block[SIZE_LIMIT]; /* OpenSSL wants room for a whole block */
    size_t size = sizeof block;
    if (rsa->private_context == NULL)
        return STATUS_BAD_PARAMETER;
    if (ciphertext_size != rsa->size ||
        EVP_PKEY_decrypt(rsa->private_context, block, &size, ciphertext, ciphertext_size) <= 0) {
        ERR_clear_error();
        return STATUS_REJECTED;
    }
    bool enough = *plaintext_size >= size;
    *plaintext_size = size;
    if (!enough)
        return STATUS_BAD_LENGTH;
    if (size != 0)
        memcpy(plaintext, block, size);
    return STATUS_OK;
}

/* ---------------------------------------------------------------------------------------------- signature */

static enum status signature_set_key(void *context, const struct key *key, const char **bad_field)
{
    struct evp_rsa *rsa = context;
    enum status status = load(rsa, key, bad_field);
    if (status != STATUS_OK)
        return status;
    rsa->public_context = evp_key_context(rsa->library, rsa->key, EVP_PKEY_verify_init);
    if (key_field(key, "d") != NULL) {
        rsa->private_context = evp_key_context(rsa->library, rsa->key, EVP_PKEY_sign_init);
        if (rsa->private_context == NULL)
            return STATUS_FAILED;
    }
    if (rsa->public_context == NULL)
        return STATUS_FAILED;
    switch (rsa->option) {
    case ENCODING_RAW:
        return configure(rsa, RSA_NO_PADDING, NULL);
    case ENCODING_PKCS1:
        rsa->recover_context = evp_key_context(rsa->library, rsa->key, EVP_PKEY_verify_recover_init);
        return rsa->recover_context != NULL ? configure(rsa, RSA_PKCS1_PADDING, NULL) : STATUS_FAILED;
    case ENCODING_SHA1:
        return configure(rsa, RSA_PKCS1_PADDING, EVP_PKEY_CTX_set_signature_md);
    default:
        return STATUS_UNSUPPORTED;
    }
}

/* What EVP signs for MESSAGE: its digest, itself as a number, or itself.  BUFFER has SIZE_LIMIT bytes. */
static bool to_be_signed(const struct evp_rsa *rsa, const uint8_t **message, size_t *size, uint8_t *buffer)
{
    unsigned digest_size = 0;
    if (rsa->option == ENCODING_PKCS1)
        return true;
    if (rsa->option == ENCODING_RAW) {
        if (!pad_number(rsa, buffer, *message, *size))
            return false;
        *size = rsa->size;
    } else {
        if (!EVP_Digest(*message, *size, buffer, &digest_size, rsa->sha1, NULL))
            return false;
        *size = digest_size;
    }
    *message = buffer;
    return true;
}

static enum status sign(void *context, const uint8_t *message, size_t message_size, struct rng *rng,
                        uint8_t *signature, size_t *signature_size)
{
    struct evp_rsa *rsa = context;
    uint8_t buffer[SIZE_LIMIT];
    (void)rng;
    if (rsa->private_context == NULL)
        return STATUS_BAD_PARAMETER;
    enum status status = take_capacity(rsa, signature_size);
    if (status != STATUS_OK)
        return status;
    if (to_be_signed(rsa, &message, &message_size, buffer) &&
        EVP_PKEY_sign(rsa->private_context, signature, signature_size, message, message_size) > 0)
        return STATUS_OK;
    ERR_clear_error();
    return STATUS_BAD_LENGTH;
}

/* EVP_PKEY_verify takes no signature of an empty message, though EVP_PKEY_sign makes it. */
static bool is_empty_message(const struct evp_rsa *rsa, const uint8_t *signature, size_t signature_size)
{
    uint8_t message[SIZE_LIMIT];
    size_t size = sizeof message;
    return EVP_PKEY_verify_recover(rsa->recover_context, message, &size, signature, signature_size) > 0 && size == 0;
}

static enum status verify(void *context, const uint8_t *message, size_t message_size, const uint8_t *signature,
                          size_t signature_size)
{
    struct evp_rsa *rsa = context;
    uint8_t buffer[SIZE_LIMIT];
    if (rsa->public_context == NULL)
        return STATUS_BAD_PARAMETER;
    if (signature_size == rsa->size && to_be_signed(rsa, &message, &message_size, buffer) &&
        (message_size == 0 ? is_empty_message(rsa, signature, signature_size)
                           : EVP_PKEY_verify(rsa->public_context, signature, signature_size, message, message_size) > 0))
        return STATUS_OK;
    ERR_clear_error();
    return STATUS_REJECTED;
}

const struct encryption_ops evp_rsa_encryption = {
    .ops = {sizeof(struct evp_rsa), 0, setup, teardown},
    .set_key = encryption_set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

const struct signature_ops evp_rsa_signature = {
    .ops = {sizeof(struct evp_rsa), 0, setup, teardown},
    .set_key = signature_set_key,
    .sign = sign,
    .verify = verify,
};

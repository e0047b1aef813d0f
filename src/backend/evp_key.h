/* SPDX-License-Identifier: MIT */
/* evp_key.h - keys for EVP out of named fields; what the public-key wrappers over EVP share. */
#ifndef ASSAY_BACKEND_EVP_KEY_H
#define ASSAY_BACKEND_EVP_KEY_H

#include "native/primitive.h"

#include <openssl/evp.h>
#include <openssl/param_build.h>

#include <stdbool.h>

/* A field of the key and OpenSSL's name for it. */
struct evp_field {
    const char *field;
    const char *parameter;
    bool required;
};

/*
 * Imports the fields of KEY that TABLE (ended by a NULL field) names; SELECTION is EVP_PKEY_KEYPAIR, ...  ADD, or NULL,
 * adds parameters of its own.  STATUS_BAD_PARAMETER with *BAD_FIELD where a required one is missing, STATUS_FAILED where
 * OpenSSL refuses the key, its reason being in the queue.
 */
enum status evp_key_import(EVP_PKEY **result, OSSL_LIB_CTX *library, const char *algorithm, const struct key *key,
                           const struct evp_field *table, int selection, int (*add)(OSSL_PARAM_BLD *, void *), void *state,
                           const char **bad_field);

/* A context for KEY, initialised by INIT (EVP_PKEY_sign_init, ...); NULL where OpenSSL refuses. */
EVP_PKEY_CTX *evp_key_context(OSSL_LIB_CTX *library, EVP_PKEY *key, int (*init)(EVP_PKEY_CTX *));

/* r || s of HALF bytes each, from and to the DER that OpenSSL's DSA and ECDSA speak. */
enum status evp_signature_from_der(uint8_t *signature, size_t half, const uint8_t *der, size_t der_size);
enum status evp_signature_to_der(uint8_t *der, size_t *der_size, const uint8_t *signature, size_t half);
enum { EVP_DER_MAX = 160 };

#endif

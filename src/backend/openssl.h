/* SPDX-License-Identifier: MIT */
/* openssl.h - the wrappers of symmetric primitives; private to the backend folder. */
#ifndef ASSAY_BACKEND_OPENSSL_H
#define ASSAY_BACKEND_OPENSSL_H

#include "backend/library.h"

#include <openssl/evp.h>

/*
 * Wrappers over EVP, one a class, driven by variant->algorithm.  setup fetches and allocates: STATUS_UNSUPPORTED where the
 * providers do not have the algorithm, with libcrypto's errors still in its queue.
 */
extern const struct hash_ops evp_hash;             /* fetched once, context reused */
extern const struct hash_ops evp_hash_new_context; /* fetched once, a context made and freed per message */
extern const struct hash_ops evp_hash_implicit;    /* EVP_md5() and the like: fetched anew inside each init */
extern const struct hash_ops evp_hash_one_shot;    /* EVP_Q_digest with the name each time */

/* block_size and iv_size of these are 0: they are those of the variant's algorithm. */
extern const struct block_cipher_ops evp_block_cipher; /* the algorithm's ECB, without padding */
extern const struct cipher_ops evp_cipher;             /* modes and stream ciphers */
extern const struct cipher_ops evp_counter_mode;       /* CTR, composed on the algorithm's ECB */

/* The block cipher UNIT, composed from the algorithm underneath; NULL where there is no such composition. */
const struct block_cipher_ops *composed_block_cipher(const char *unit);

/* The deprecated direct calls for the hash UNIT, or NULL where these headers do not offer them. */
const struct hash_ops *low_level_hash(const char *unit);

extern const struct kdf_ops evp_argon2; /* algorithm: ARGON2ID and the like */
extern const struct kdf_ops evp_pbkdf2; /* algorithm: the digest */
extern const struct kdf_ops evp_scrypt;

extern const struct mac_ops evp_hmac;    /* algorithm: the digest */
extern const struct mac_ops evp_cbc_mac; /* algorithm: AES-128-CBC and the like */
extern const struct mac_ops evp_dmac;    /* likewise */

/* The MAC UNIT on the deprecated direct calls, or NULL where these headers do not offer them. */
const struct mac_ops *low_level_mac(const char *unit);

/* The block cipher UNIT on a deprecated direct call, or NULL where these headers do not offer it. */
const struct block_cipher_ops *low_level_block_cipher(const char *unit);

/* Name of the provider that answers for the digest, cipher, ... of an EVP context set up by one of the wrappers. */
const char *evp_hash_provider(const void *context);
const char *evp_hmac_provider(const void *context);
const char *evp_cipher_provider(const void *context);

#endif

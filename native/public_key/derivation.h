/* SPDX-License-Identifier: MIT */
/* derivation.h - KDF2 and HMAC over SHA-1, for the schemes that encrypt and authenticate with a shared secret. */
#ifndef ASSAY_NATIVE_PUBLIC_KEY_DERIVATION_H
#define ASSAY_NATIVE_PUBLIC_KEY_DERIVATION_H

#include "native/common/names.h"
#include "native/public_key/encoding.h"

/* KDF2's output: begins at byte POSITION, a multiple of SHA1_SIZE. */
struct kdf2 {
    const uint8_t *secret;
    size_t secret_size, position;
    uint8_t block[SHA1_SIZE];
};

/* The next SIZE bytes of it, xored with IN where that is not NULL. */
void kdf2_next(struct kdf2 *kdf, const uint8_t *in, uint8_t *out, size_t size);

/* A key of at most 64 bytes. */
void hmac_sha1(uint8_t tag[SHA1_SIZE], const uint8_t *key, size_t key_size, const uint8_t *message, size_t size);

#endif

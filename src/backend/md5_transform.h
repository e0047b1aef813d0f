/* SPDX-License-Identifier: MIT */
/*
 * md5_transform.h - MD5's compression function as libcrypto's deprecated MD5_Transform computes it; EVP has no way to
 * it.  Included in front of any other header of OpenSSL, which would declare it as deprecated.
 */
#ifndef ASSAY_BACKEND_MD5_TRANSFORM_H
#define ASSAY_BACKEND_MD5_TRANSFORM_H

#include <stdint.h>

#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/opensslconf.h>

#if !defined OPENSSL_NO_DEPRECATED_3_0 && !defined OPENSSL_NO_DEPRECATED && !defined OPENSSL_NO_MD5
#define HAVE_MD5_TRANSFORM 1
#include <openssl/md5.h>

/* Folds BLOCK, 64 bytes, into the chaining value. */
static inline void md5_transform(uint32_t chain[4], const uint8_t *block)
{
    MD5_CTX state = {.A = chain[0], .B = chain[1], .C = chain[2], .D = chain[3]};
    MD5_Transform(&state, block);
    chain[0] = state.A;
    chain[1] = state.B;
    chain[2] = state.C;
    chain[3] = state.D;
}
#else
#define HAVE_MD5_TRANSFORM 0
#endif

#endif

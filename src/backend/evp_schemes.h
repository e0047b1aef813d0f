/* SPDX-License-Identifier: MIT */
/* evp_schemes.h - the public-key schemes that EVP has, and which wrapper computes what. */
#ifndef ASSAY_BACKEND_EVP_SCHEMES_H
#define ASSAY_BACKEND_EVP_SCHEMES_H

#include "native/primitive.h"

extern const struct key_agreement_ops evp_dh;
extern const struct signature_ops evp_dsa;
extern const struct key_agreement_ops evp_ecdh;
extern const struct signature_ops evp_ecdsa;
extern const struct signature_ops evp_ed25519;
extern const struct encryption_ops evp_rsa_encryption;
extern const struct signature_ops evp_rsa_signature;
extern const struct key_agreement_ops evp_x25519;

/*
 * The wrapper of the native UNIT: over EVP, or on BIGNUM; NULL where there is none.
 */
const struct ops *evp_scheme(const char *unit);
const struct ops *bn_scheme(const char *unit);

#endif

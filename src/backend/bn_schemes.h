/* SPDX-License-Identifier: MIT */
/* bn_schemes.h - the schemes on BIGNUM, one table a native unit; fields, draws and layouts are those of the native ones. */
#ifndef ASSAY_BACKEND_BN_SCHEMES_H
#define ASSAY_BACKEND_BN_SCHEMES_H

#include "native/primitive.h"

extern const struct prng_ops bn_blum_blum_shub;
extern const struct encryption_ops bn_blum_goldwasser;
extern const struct key_agreement_ops bn_dh;
extern const struct signature_ops bn_dsa;
extern const struct encryption_ops bn_ec_encryption_1998;
extern const struct key_agreement_ops bn_ecdh;
extern const struct signature_ops bn_ecdsa;
extern const struct encryption_ops bn_ecies;
extern const struct key_agreement_ops bn_ecmqv;
extern const struct signature_ops bn_ecnr;
extern const struct encryption_ops bn_elgamal;
extern const struct signature_ops bn_esign;
extern const struct encryption_ops bn_luc_encryption;
extern const struct signature_ops bn_luc_signature;
extern const struct key_agreement_ops bn_lucdif;
extern const struct encryption_ops bn_lucelg_encryption;
extern const struct signature_ops bn_lucelg_signature;
extern const struct key_agreement_ops bn_mqv;
extern const struct signature_ops bn_nyberg_rueppel;
extern const struct encryption_ops bn_rabin_encryption;
extern const struct signature_ops bn_rabin_signature;
extern const struct encryption_ops bn_rsa_encryption;
extern const struct signature_ops bn_rsa_signature;
extern const struct signature_ops bn_rw_signature;
extern const struct key_agreement_ops bn_xtr_dh;

#endif

/* SPDX-License-Identifier: MIT */
/* id.h - names of the known curves. */
#ifndef ASSAY_NATIVE_CURVE_ID_H
#define ASSAY_NATIVE_CURVE_ID_H

/* variant.option of the curve schemes; ECDH with cofactor multiplication adds OPTION_COFACTOR. */
enum curve_id {
    CURVE_EXPLICIT = 0,   /* domain parameters come with the key */
    CURVE_GFP168,         /* the 168-bit curve of the old benchmark, base point of prime order */
    CURVE_GFP168_1998,    /* the same with the base point of 1998, of twice that order */
    CURVE_GF2N155,        /* the 155-bit curve of the old benchmark, base point of prime order */
    CURVE_GF2N155_1998,   /* the same with the base point of 1998, of four times that order */
    CURVE_SECP160R1,
    CURVE_P192,
    CURVE_P224,
    CURVE_P256,
    CURVE_P384,
    CURVE_P521,
    CURVE_SECP256K1,
    CURVE_BRAINPOOLP256R1,
    CURVE_SECT163K1,
    CURVE_SECT163R2,
    CURVE_SECT233K1,
    CURVE_SECT233R1,
    CURVE_SECT283K1,
    CURVE_SECT409R1,
    CURVE_SECT571R1,
    CURVE_COUNT
};
enum { OPTION_COFACTOR = 256 };

#endif

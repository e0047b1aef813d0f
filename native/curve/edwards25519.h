/* SPDX-License-Identifier: MIT */
/*
 * edwards25519.h - the group of RFC 8032, section 5.1: -x^2 + y^2 = 1 + d x^2 y^2 modulo 2^255 - 19.
 *
 * Points are (X : Y : Z : T), x = X / Z, y = Y / Z, x y = T / Z.
 */
#ifndef ASSAY_NATIVE_CURVE_EDWARDS25519_H
#define ASSAY_NATIVE_CURVE_EDWARDS25519_H

#include "native/common/names.h"
#include "native/curve/field25519.h"

struct edwards_point {
    struct f25519 x, y, z, t;
};

/* An affine point for additions: y + x, y - x, 2 d x y. */
struct edwards_affine {
    struct f25519 sum, difference, product;
};

enum { EDWARDS_ROWS = 16, EDWARDS_MULTIPLES = 8, EDWARDS_BASE_WIDTH = 7, EDWARDS_ODD = 1 << (EDWARDS_BASE_WIDTH - 2) };

/* Multiples of the base point B: comb[i][j] = (j + 1) 2^(16 i) B, and odd[i] = (2 i + 1) B. */
struct edwards_base {
    struct edwards_affine comb[EDWARDS_ROWS][EDWARDS_MULTIPLES], odd[EDWARDS_ODD];
};

void edwards_base_set(struct edwards_base *base);

/* r = k B for k below 2^255, 32 bytes little-endian.  Constant-time. */
void edwards_multiply_base(struct edwards_point *r, const uint8_t k[32], const struct edwards_base *base);

/* r = k A + s B.  Variable-time. */
void edwards_multiply_double(struct edwards_point *r, const uint8_t k[32], const struct edwards_point *a,
                             const uint8_t s[32], const struct edwards_base *base);

void edwards_negate(struct edwards_point *r, const struct edwards_point *a);

/* 0 where the bytes are no point: y of p or above, no x, or x = 0 with the sign set.  Variable-time. */
int edwards_decode(struct edwards_point *r, const uint8_t bytes[32]);
void edwards_encode(uint8_t bytes[32], const struct edwards_point *a);

#endif

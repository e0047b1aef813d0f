/* SPDX-License-Identifier: MIT */
/* quad.h - four products modulo a long number at once, in digits (fused.h), one in each lane of a vector. */
#ifndef ASSAY_NATIVE_BIGNUM_QUAD_H
#define ASSAY_NATIVE_BIGNUM_QUAD_H

#include "native/bignum/bignum.h"
#include "native/common/lanes.h"

enum { QUAD_LANES = 4 };

/*
 * Four residues of modulus->quad_digits digits; rows beyond them, up to a multiple of four, may hold anything.  Aligned
 * so that no row lies in two cache lines.
 */
struct quad {
    _Alignas(32) double digit[FUSED_DIGITS_MAX][QUAD_LANES];
};

/* Whether the functions below may be called. */
static inline int quad_has(const struct modulus *modulus)
{
    return ASSAY_VECTORS && modulus->quad_digits != 0;
}

/* From and to four residues in digits; from one in all lanes. */
void quad_gather(struct quad *r, const struct residue *const *a, const struct modulus *modulus);
void quad_scatter(struct residue *const *r, const struct quad *a, const struct modulus *modulus);
void quad_fill(struct quad *r, const struct residue *a, const struct modulus *modulus);

/* From four numbers in Montgomery form, in limbs; the first COUNT <= 4 of four back. */
void quad_enter(struct quad *r, const limb *const *a, const struct modulus *modulus);
void quad_leave(limb *const *r, const struct quad *a, size_t count, const struct modulus *modulus);

/* r = a * b / 2^(52 * digits) - c modulo m in every lane; c has products without subtrahend, or is NULL for 0. */
void quad_multiply(struct quad *r, const struct quad *a, const struct quad *b, const struct quad *c,
                   const struct modulus *modulus);

/*
 * A step of two Lucas ladders, modulo m: lanes 0 and 1, V_k(a) and V_(k+1)(a), become V_(2k+t)(a) and
 * V_(2k+t+1)(a) where t is bit 0 of BITS; lanes 2 and 3 do for b and bit 1.  less[t] has 2 in the lanes that t squares,
 * a or b elsewhere.
 */
void quad_lucas(struct quad *v, unsigned bits, const struct quad *less, const struct modulus *modulus);

#endif

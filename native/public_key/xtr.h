/* SPDX-License-Identifier: MIT */
/*
 * xtr.h - XTR (Lenstra and Verheul, "The XTR Public Key System", 2000): traces over GF(p^2) of powers in GF(p^6).
 *
 * GF(p^2), p = 2 mod 3, in the basis (w, w^2), w^2 + w + 1 = 0; the p-th power swaps the two coordinates.  Elements are
 * two residues in Montgomery form.
 */
#ifndef ASSAY_NATIVE_PUBLIC_KEY_XTR_H
#define ASSAY_NATIVE_PUBLIC_KEY_XTR_H

#include "native/common/names.h"
#include "native/bignum/bignum.h"

struct xtr_element {
    limb c1[BIG_LIMBS_MAX], c2[BIG_LIMBS_MAX];
};

void xtr_copy(struct xtr_element *r, const struct xtr_element *a, const struct modulus *p);
int xtr_equal(const struct xtr_element *a, const struct xtr_element *b, const struct modulus *p);

/* The integer 3, the trace of 1. */
void xtr_three(struct xtr_element *r, const struct modulus *p);

/* c_e, the trace of the e-th power of an element of trace c. */
void xtr_power(struct xtr_element *r, const struct xtr_element *c, const limb *e, size_t en, const struct modulus *p);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * fused.h - residues modulo long numbers as digits in doubles, multiplied by fused multiply-add; and residues in the
 * form that is quickest for their modulus, in which the powers compute.
 */
#ifndef ASSAY_NATIVE_BIGNUM_FUSED_H
#define ASSAY_NATIVE_BIGNUM_FUSED_H

#include "native/bignum/bignum.h"

/*
 * Sets modulus->digits, modulus->quad_digits and what goes with them where the CPU has the instruction and the modulus
 * is long enough to gain; else they are 0.  The rest of modulus is set.
 */
void fused_set(struct modulus *modulus);

/* The number a, below m, as quad_digits digits, and the number below m that is congruent to as many. */
void fused_from_limbs(struct residue *r, const limb *a, const struct modulus *modulus);
void fused_to_limbs(limb *r, const struct residue *a, const struct modulus *modulus);

/* r = a * b / 2^(52 * digits) - c modulo m; c is a product without subtrahend, or NULL for 0. */
void fused_multiply(struct residue *r, const struct residue *a, const struct residue *b, const struct residue *c,
                    const struct modulus *modulus);

/* Limbs of a residue in use. */
static inline size_t residue_words(const struct modulus *modulus)
{
    return modulus->digits == 0 ? modulus->limbs
                                : (modulus->digits + 2 * FUSED_MARGIN) * (sizeof(double) / sizeof(limb));
}

static inline void residue_copy(struct residue *r, const struct residue *a, const struct modulus *modulus)
{
    big_copy(r->words, a->words, residue_words(modulus));
}

static inline void residue_multiply(struct residue *r, const struct residue *a, const struct residue *b,
                                    const struct modulus *modulus)
{
    if (modulus->digits != 0)
        fused_multiply(r, a, b, NULL, modulus);
    else
        mont_multiply(r->words, a->words, b->words, modulus);
}

static inline void residue_square(struct residue *r, const struct residue *a, const struct modulus *modulus)
{
    if (modulus->digits != 0)
        fused_multiply(r, a, a, NULL, modulus);
    else
        mont_square(r->words, a->words, modulus);
}

/* r = a * b - c */
static inline void residue_multiply_less(struct residue *r, const struct residue *a, const struct residue *b,
                                         const struct residue *c, const struct modulus *modulus)
{
    if (modulus->digits != 0) {
        fused_multiply(r, a, b, c, modulus);
    } else {
        if (a == b)
            mont_square(r->words, a->words, modulus);
        else
            mont_multiply(r->words, a->words, b->words, modulus);
        mod_sub(r->words, r->words, c->words, modulus);
    }
}

/* A plain number as a factor: residue_multiply by it leaves Montgomery form. */
static inline void residue_factor(struct residue *r, const limb *a, const struct modulus *modulus)
{
    if (modulus->digits != 0)
        fused_from_limbs(r, a, modulus);
    else
        big_copy(r->words, a, modulus->limbs);
}

/* The number below m that r stands for after such a product. */
static inline void residue_number(limb *r, const struct residue *a, const struct modulus *modulus)
{
    if (modulus->digits != 0)
        fused_to_limbs(r, a, modulus);
    else
        big_copy(r, a->words, modulus->limbs);
}

/* From and to Montgomery form in limbs. */
static inline void residue_enter(struct residue *r, const limb *a, const struct modulus *modulus)
{
    residue_factor(r, a, modulus);
    if (modulus->digits != 0)
        fused_multiply(r, r, &modulus->from_limbs, NULL, modulus);
}

static inline void residue_leave(limb *r, const struct residue *a, const struct modulus *modulus)
{
    struct residue t;

    if (modulus->digits != 0) {
        fused_multiply(&t, a, &modulus->to_limbs, NULL, modulus);
        fused_to_limbs(r, &t, modulus);
    } else {
        big_copy(r, a->words, modulus->limbs);
    }
}

/* The same from a factor. */
static inline void residue_enter_factor(struct residue *r, const struct residue *a, const struct modulus *modulus)
{
    if (modulus->digits != 0)
        fused_multiply(r, a, &modulus->from_factor, NULL, modulus);
    else
        mont_enter(r->words, a->words, modulus);
}

static inline void residue_one(struct residue *r, const struct modulus *modulus)
{
    residue_enter(r, modulus->one, modulus);
}

#endif

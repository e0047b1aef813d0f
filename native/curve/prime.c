/* SPDX-License-Identifier: MIT */
/*
 * Point arithmetic over GF(p) for any odd prime p of up to 521 bits: Montgomery multiplication in five sizes, modified
 * Jacobian coordinates (H. Cohen, A. Miyaji, T. Ono, "Efficient elliptic curve exponentiation using mixed coordinates",
 * 1998), signed windows of PRIME_WIDTH bits on tables of affine odd multiples, and signed binary digits on the
 * sixteen points of a fixed base.  For primes of up to 168 bits the latter go in lanes where the CPU has AVX2 and fused
 * multiply-add (variant.vector_bits).  The headers beside this file have the formulas and their bounds.
 *
 * Variable-time.  Nothing is wiped: the callers wipe what is secret.
 */
#include <string.h>

#include "native/bignum/bignum.h"
#include "native/bignum/inverse.h"
#include "native/common/lanes.h"
#include "native/common/vector_fma.h"
#include "native/curve/curve.h"

enum { PRIME_WIDTH = 5, PRIME_ODD = 1 << (PRIME_WIDTH - 2) };

/* OUT = 1 / A mod p for a number A of 0 .. 2 p - 1 in COUNT settled digits of RADIX bits; 0 for 0 and p. */
static void prime_invert_digits(signed_limb *out, const signed_limb *a, size_t count, unsigned radix,
                                const struct curve *curve)
{
    limb number[CURVE_SCALAR_LIMBS], p[CURVE_SCALAR_LIMBS], digits[CURVE_LIMBS] = { 0 };
    size_t limbs = (curve->field_bits + WIDE_LIMB_BITS - 1) / WIDE_LIMB_BITS;
    for (size_t i = 0; i < count; i++)
        digits[i] = (limb)a[i];
    curve_join_below(number, digits, curve);
    curve_join(p, limbs, curve->modulus, count, radix);
    inverse_odd(number, number, p, limbs);
    curve_split(digits, count, radix, number, limbs);
    for (size_t i = 0; i < count; i++)
        out[i] = (signed_limb)digits[i];
}

#if WIDE_LIMB_BITS == 64
#define NAME(x) prime_3_##x
#define LIMBS 3
#define INLINE WIDE_INLINE
#define RADIX 59
#include "native/curve/prime_template.h"
#if ASSAY_TARGETS
#include "native/curve/prime_lanes.h"
#endif
#define NAME(x) prime_4_##x
#define LIMBS 4
#define INLINE WIDE_INLINE
#define RADIX 59
#include "native/curve/prime_template.h"
#define NAME(x) prime_5_##x
#define LIMBS 5
#define INLINE WIDE_INLINE
#define RADIX 56
#include "native/curve/prime_template.h"
#define NAME(x) prime_7_##x
#define LIMBS 7
#define INLINE static
#define RADIX 57
#include "native/curve/prime_template.h"
#define NAME(x) prime_9_##x
#define LIMBS 9
#define INLINE static
#define RADIX 59
#include "native/curve/prime_template.h"

static const struct curve_arithmetic *const sizes[] = { &prime_3_arithmetic, &prime_4_arithmetic, &prime_5_arithmetic,
                                                        &prime_7_arithmetic, &prime_9_arithmetic };
#else
#define NAME(x) prime_7_##x
#define LIMBS 7
#define INLINE static
#define RADIX 26
#include "native/curve/prime_template.h"
#define NAME(x) prime_9_##x
#define LIMBS 9
#define INLINE static
#define RADIX 26
#include "native/curve/prime_template.h"
#define NAME(x) prime_11_##x
#define LIMBS 11
#define INLINE static
#define RADIX 26
#include "native/curve/prime_template.h"
#define NAME(x) prime_16_##x
#define LIMBS 16
#define INLINE static
#define RADIX 26
#include "native/curve/prime_template.h"
#define NAME(x) prime_21_##x
#define LIMBS 21
#define INLINE static
#define RADIX 26
#include "native/curve/prime_template.h"

static const struct curve_arithmetic *const sizes[] = { &prime_7_arithmetic, &prime_9_arithmetic, &prime_11_arithmetic,
                                                        &prime_16_arithmetic, &prime_21_arithmetic };
#endif

const struct curve_arithmetic *curve_prime_arithmetic(unsigned field_bits, unsigned vector_bits)
{
    (void)vector_bits;
#if ASSAY_TARGETS && WIDE_LIMB_BITS == 64
    if (field_bits + 9 <= 3 * 59 && vector_bits_for(vector_bits) >= 256 && fma_of_cpu())
        return &lanes_arithmetic;
#endif
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (field_bits + 9 <= sizes[i]->limbs * sizes[i]->digit_bits)
            return sizes[i];
    }
    return NULL;
}

void curve_prime_set(struct curve *curve)
{
    (void)curve;
#if ASSAY_TARGETS && WIDE_LIMB_BITS == 64
    if (curve->arithmetic == &lanes_arithmetic)
        lanes_set(curve);
#endif
}

void curve_prime_table_set(const struct curve *curve, struct curve_table *table)
{
    (void)curve;
    (void)table;
#if ASSAY_TARGETS && WIDE_LIMB_BITS == 64
    if (curve->arithmetic == &lanes_arithmetic)
        lanes_table_set(curve, table);
#endif
}

/* SPDX-License-Identifier: MIT */
/*
 * Montgomery multiplication in floating point, as fused.c has it, of four pairs of factors at once: digit i of all four
 * is one vector, so that nothing crosses lanes and carries go from one vector to the next.  A product then takes half
 * the time of one by itself.  Constant-time in the residues.
 */
#include "native/bignum/quad.h"

#include <string.h>

#include "native/bignum/digits.h"
#include "native/common/lanes.h"
#include "native/common/vector_fma.h"

#if ASSAY_VECTORS

/* The sum of products of one column, in two parts, off by constants as in fused.c. */
struct column {
    vec256_u64 low, high;
};

/* What a column leaves for the next. */
struct carry {
    vec256_u64 value, high;
};

#define EACH(x) {x, x, x, x}

ALWAYS_INLINE TARGET_FMA static vec256_f64 load(const double *digits)
{
    vec256_f64 v;
    memcpy(&v, digits, sizeof v);
    return v;
}

ALWAYS_INLINE TARGET_FMA static vec256_f64 load_each(const double *digit)
{
    return (vec256_f64)EACH(*digit);
}

/* Four vectors of four lanes with rows and lanes exchanged. */
ALWAYS_INLINE TARGET_FMA static void transpose(double *const *r, const double *const *a)
{
    vec256_f64 a0 = load(a[0]), a1 = load(a[1]), a2 = load(a[2]), a3 = load(a[3]);
    vec256_f64 even = LANES(vec256_f64, a0, a1, 0, 4, 2, 6), odd = LANES(vec256_f64, a0, a1, 1, 5, 3, 7);
    vec256_f64 even2 = LANES(vec256_f64, a2, a3, 0, 4, 2, 6), odd2 = LANES(vec256_f64, a2, a3, 1, 5, 3, 7);
    vec256_f64 r0 = LANES(vec256_f64, even, even2, 0, 1, 4, 5), r1 = LANES(vec256_f64, odd, odd2, 0, 1, 4, 5);
    vec256_f64 r2 = LANES(vec256_f64, even, even2, 2, 3, 6, 7), r3 = LANES(vec256_f64, odd, odd2, 2, 3, 6, 7);

    memcpy(r[0], &r0, sizeof r0);
    memcpy(r[1], &r1, sizeof r1);
    memcpy(r[2], &r2, sizeof r2);
    memcpy(r[3], &r3, sizeof r3);
}

TARGET_FMA void quad_gather(struct quad *r, struct residue *const *a, const struct modulus *modulus)
{
    for (size_t i = 0, j = FUSED_MARGIN; i < modulus->quad_digits; i += 4, j += 4)
        transpose((double *[]){r->digit[i], r->digit[i + 1], r->digit[i + 2], r->digit[i + 3]},
                  (const double *[]){a[0]->digits + j, a[1]->digits + j, a[2]->digits + j, a[3]->digits + j});
}

TARGET_FMA void quad_scatter(struct residue *const *r, const struct quad *a, const struct modulus *modulus)
{
    for (size_t i = 0, j = FUSED_MARGIN; i < modulus->quad_digits; i += 4, j += 4)
        transpose((double *[]){r[0]->digits + j, r[1]->digits + j, r[2]->digits + j, r[3]->digits + j},
                  (const double *[]){a->digit[i], a->digit[i + 1], a->digit[i + 2], a->digit[i + 3]});
}

/* An empty column that COUNT products will meet. */
ALWAYS_INLINE TARGET_FMA static struct column start_column(size_t count)
{
    return (struct column){
        EACH((uint64_t)DIGIT_HALF - BIAS / 2 + (CARRY_BIAS << DIGIT_BITS) - CARRY_BIAS - count * LOW_BITS),
        EACH(BIAS - count * HIGH_BITS),
    };
}

ALWAYS_INLINE TARGET_FMA static struct column more_products(struct column sum, size_t count)
{
    sum.low -= count * LOW_BITS;
    sum.high -= count * HIGH_BITS;
    return sum;
}

ALWAYS_INLINE TARGET_FMA static void accumulate(struct column *sum, vec256_f64 a, vec256_f64 b)
{
    const vec256_f64 high = EACH(HIGH), both = EACH(HIGH + LOW);
    vec256_f64 h = vector_fma(a, b, high);

    sum->high += (vec256_u64)h;
    sum->low += (vec256_u64)vector_fma(a, b, both - h);
}

ALWAYS_INLINE TARGET_FMA static void subtract(struct column *sum, const double *c)
{
    const vec256_f64 low = EACH(LOW);
    sum->low -= (vec256_u64)(load(c) + low) - LOW_BITS;
}

/* The digit of a column and what it leaves for the next. */
ALWAYS_INLINE TARGET_FMA static void take_digit(double *r, struct column sum, struct carry *carry)
{
    const vec256_u64 mask = EACH(DIGIT_MASK), unit = EACH(UNIT_BITS);
    const vec256_f64 low = EACH(LOW);
    vec256_u64 v = sum.low + ((sum.high & 1) << (DIGIT_BITS - 1)) + (carry->high >> 1) + carry->value;
    vec256_f64 digit = (vec256_f64)((v & mask) | unit) - low;

    carry->high = sum.high;
    carry->value = v >> DIGIT_BITS;
    memcpy(r, &digit, sizeof digit);
}

#define QUAD(name) name##_10 /* 512 bits */
#define QUAD_UNROLL WIDE_UNROLL
#include "native/bignum/quad_kernel.h"
#define QUAD(name) name##_any
#define QUAD_UNROLL
#include "native/bignum/quad_kernel.h"

TARGET_FMA void quad_multiply(struct quad *r, const struct quad *a, const struct quad *b, const struct quad *c,
                              const struct modulus *modulus)
{
    if (modulus->quad_digits == 10)
        multiply_10(r, a, b, c, modulus, 10);
    else
        multiply_any(r, a, b, c, modulus, modulus->quad_digits);
}

TARGET_FMA void quad_lucas(struct quad *v, unsigned bits, const struct quad *less, const struct modulus *modulus)
{
    const uint64_t first = 0 - (uint64_t)(bits & 1), second = 0 - (uint64_t)(bits >> 1 & 1);
    const vec256_u64 odd = {first, first, second, second};
    struct quad factor, c;

    for (size_t i = 0; i < modulus->quad_digits; i++) {
        vec256_f64 digit = load(v->digit[i]);
        vec256_u64 low = (vec256_u64)LANES(vec256_f64, digit, digit, 0, 0, 2, 2);
        vec256_u64 high = (vec256_u64)LANES(vec256_f64, digit, digit, 1, 1, 3, 3);
        vec256_u64 chosen = (low & ~odd) | (high & odd);
        memcpy(factor.digit[i], &chosen, sizeof chosen);
        chosen = ((vec256_u64)load(less[0].digit[i]) & ~odd) | ((vec256_u64)load(less[1].digit[i]) & odd);
        memcpy(c.digit[i], &chosen, sizeof chosen);
    }
    quad_multiply(v, v, &factor, &c, modulus);
}

#else /* never called */

void quad_gather(struct quad *r, struct residue *const *a, const struct modulus *modulus)
{
    (void)r, (void)a, (void)modulus;
}

void quad_scatter(struct residue *const *r, const struct quad *a, const struct modulus *modulus)
{
    (void)r, (void)a, (void)modulus;
}

void quad_multiply(struct quad *r, const struct quad *a, const struct quad *b, const struct quad *c,
                   const struct modulus *modulus)
{
    (void)r, (void)a, (void)b, (void)c, (void)modulus;
}

void quad_lucas(struct quad *v, unsigned bits, const struct quad *less, const struct modulus *modulus)
{
    (void)v, (void)bits, (void)less, (void)modulus;
}

#endif

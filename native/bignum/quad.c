/* SPDX-License-Identifier: MIT */
/*
 * Montgomery multiplication in floating point, as fused.c has it, of four pairs of factors at once: digit i of all four
 * is one vector, so that nothing crosses lanes and carries go from one vector to the next.  A product then takes half
 * the time of one by itself.  Constant-time in the residues.
 */
#include "native/bignum/quad.h"

#include <string.h>

#include "native/bignum/digits.h"
#include "native/bignum/fused.h"
#include "native/common/lanes.h"
#include "native/common/vector_fma.h"

#if ASSAY_VECTORS

/* The sum of products of one column, in two parts, off by constants as in fused.c. */
struct column {
    vec256_u64 low, high;
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

TARGET_FMA void quad_gather(struct quad *r, const struct residue *const *a, const struct modulus *modulus)
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

TARGET_FMA void quad_fill(struct quad *r, const struct residue *a, const struct modulus *modulus)
{
    for (size_t i = 0; i < modulus->quad_digits; i++) {
        vec256_f64 digit = load_each(a->digits + FUSED_MARGIN + i);
        memcpy(r->digit[i], &digit, sizeof digit);
    }
}

/*
 * Sums and carries are kept above 0 by constants: LOW_BIAS and BIAS in the parts of a column, CARRY in what it leaves for
 * the next one, which therefore starts at as much less.
 */
#define LOW_BIAS ((uint64_t)1 << 60)
#define CARRY (BIAS / 2 + (LOW_BIAS >> DIGIT_BITS))

/* An empty column that COUNT products will meet. */
ALWAYS_INLINE TARGET_FMA static struct column start_column(size_t count)
{
    return (struct column){
        EACH((uint64_t)DIGIT_HALF + LOW_BIAS - CARRY - count * LOW_BITS),
        EACH(BIAS - count * HIGH_BITS),
    };
}

/* The same column if it will meet COUNT products more, or less. */
ALWAYS_INLINE TARGET_FMA static struct column more_products(struct column sum, uint64_t count)
{
    const vec256_u64 low = EACH(count * LOW_BITS), high = EACH(count * HIGH_BITS);
    return (struct column){sum.low - low, sum.high - high};
}

ALWAYS_INLINE TARGET_FMA static struct column fewer_products(struct column sum, uint64_t count)
{
    return more_products(sum, 0 - count);
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

/* The digit of a column, to which CARRY is added, and what it leaves for the next. */
ALWAYS_INLINE TARGET_FMA static void take_digit(double *r, struct column sum, vec256_u64 *carry)
{
    const vec256_u64 mask = EACH(DIGIT_MASK), unit = EACH(UNIT_BITS);
    const vec256_f64 low = EACH(LOW);
    vec256_u64 v = sum.low + *carry;
    vec256_f64 digit = (vec256_f64)(((v + (sum.high << (DIGIT_BITS - 1))) & mask) | unit) - low;

    *carry = ((v >> (DIGIT_BITS - 1)) + sum.high) >> 1;
    memcpy(r, &digit, sizeof digit);
}

/* Neighbouring columns: two, of digits i + j and i + j + 1 for even i and j, and what products of theirs give the third. */
struct columns {
    struct column even, odd, next;
};

/* A pair of b's digits, for each lane its own or, with SAME, one for all. */
ALWAYS_INLINE TARGET_FMA static vec256_f64 load_factor(const double *b, const int same, size_t i)
{
    return same ? load_each(b + i) : load(b + QUAD_LANES * i);
}

/*
 * Adds the products of the digits 2j, 2j + 1 of a and 2(i - j), 2(i - j) + 1 of b, j from FIRST to LAST.  By blocks of
 * four products, because every digit that is loaded then serves twice; in a loop, because unrolled it would not fit
 * where the CPU keeps decoded instructions.
 */
ALWAYS_INLINE TARGET_FMA static void accumulate_blocks(struct columns *sum, const double *a, const double *b,
                                                       const int same, size_t i, size_t first, size_t last)
{
    struct columns s = *sum;

    for (size_t j = first; j <= last; j++) {
        vec256_f64 a0 = load(a + QUAD_LANES * 2 * j), a1 = load(a + QUAD_LANES * (2 * j + 1));
        vec256_f64 b0 = load_factor(b, same, 2 * (i - j)), b1 = load_factor(b, same, 2 * (i - j) + 1);
        accumulate(&s.even, a0, b0);
        accumulate(&s.odd, a0, b1);
        accumulate(&s.odd, a1, b0);
        accumulate(&s.next, a1, b1);
    }
    *sum = s;
}

/* The lower half of the digits of a * b, an even number of them; the columns that end it and begin the upper half. */
ALWAYS_INLINE TARGET_FMA static struct columns multiply_low(struct quad *r, const double *a, const double *b,
                                                            const int same, size_t n)
{
    struct columns sum = {.next = start_column(1)};
    struct column empty = sum.next;
    vec256_u64 carry = EACH(CARRY);

    for (size_t i = 0; i < n / 2; i++) {
        sum.even = sum.next;
        sum.odd = more_products(empty, 1);
        sum.next = empty = more_products(empty, 2);
        accumulate_blocks(&sum, a, b, same, i, 0, i);
        take_digit(r->digit[2 * i], sum.even, &carry);
        take_digit(r->digit[2 * i + 1], sum.odd, &carry);
    }
    return sum;
}

TARGET_FMA void quad_multiply(struct quad *r, const struct quad *a, const struct quad *b, const struct quad *c,
                              const struct modulus *modulus)
{
    const size_t n = modulus->quad_digits, half = n / 2;
    const double *first = a->digit[0], *second = b->digit[0], *m = modulus->factor.digits + FUSED_MARGIN;
    struct quad low, quotient;
    vec256_u64 carry = EACH(CARRY);

    struct columns sum = multiply_low(&low, first, second, 0, n);
    (void)multiply_low(&quotient, low.digit[0], modulus->inverse.digits + FUSED_MARGIN, 1, n);

    /* What the lower half of a * b + quotient * m carries comes out of its two highest columns, rounded. */
    sum.even = more_products(sum.even, n - 1);
    sum.odd = more_products(sum.odd, n);
    sum.next = more_products(sum.next, n - 3);
    for (size_t j = 0; j + 1 < half; j++)
        accumulate(&sum.even, load(quotient.digit[2 * j + 1]), load_each(m + n - 3 - 2 * j));
    accumulate_blocks(&sum, quotient.digit[0], m, 1, half - 1, 0, half - 1);
    take_digit(low.digit[0], sum.even, &carry);
    take_digit(low.digit[1], sum.odd, &carry);

    struct column empty = start_column(2 * (n - 1));
    for (size_t i = half; i < n; i++) {
        sum.even = sum.next;
        sum.odd = fewer_products(empty, 2);
        sum.next = empty = fewer_products(empty, 4);
        if (c != NULL) {
            subtract(&sum.even, c->digit[2 * i - n]);
            subtract(&sum.odd, c->digit[2 * i - n + 1]);
        }
        accumulate_blocks(&sum, first, second, 0, i, i + 1 - half, half - 1);
        accumulate_blocks(&sum, quotient.digit[0], m, 1, i, i + 1 - half, half - 1);
        take_digit(r->digit[2 * i - n], sum.even, &carry);
        take_digit(r->digit[2 * i - n + 1], sum.odd, &carry);
    }
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

void quad_gather(struct quad *r, const struct residue *const *a, const struct modulus *modulus)
{
    (void)r, (void)a, (void)modulus;
}

void quad_scatter(struct residue *const *r, const struct quad *a, const struct modulus *modulus)
{
    (void)r, (void)a, (void)modulus;
}

void quad_fill(struct quad *r, const struct residue *a, const struct modulus *modulus)
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

void quad_enter(struct quad *r, const limb *const *a, const struct modulus *modulus)
{
    struct residue t[QUAD_LANES];
    struct quad factor;

    for (size_t i = 0; i < QUAD_LANES; i++)
        fused_from_limbs(&t[i], a[i], modulus);
    quad_gather(r, (const struct residue *[]){&t[0], &t[1], &t[2], &t[3]}, modulus);
    quad_fill(&factor, &modulus->from_limbs, modulus);
    quad_multiply(r, r, &factor, NULL, modulus);
}

void quad_leave(limb *const *r, const struct quad *a, size_t count, const struct modulus *modulus)
{
    struct residue t[QUAD_LANES];
    struct quad quad;

    quad_fill(&quad, &modulus->to_limbs, modulus);
    quad_multiply(&quad, a, &quad, NULL, modulus);
    quad_scatter((struct residue *[]){&t[0], &t[1], &t[2], &t[3]}, &quad, modulus);
    for (size_t i = 0; i < count; i++)
        fused_to_limbs(r[i], &t[i], modulus);
}

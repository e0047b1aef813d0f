/* SPDX-License-Identifier: MIT */
/*
 * prime_template.h - points over GF(p) with field elements of LIMBS digits of RADIX bits; included by prime.c once a
 * size, with LIMBS, RADIX and NAME(x) defined.
 *
 * An element is a signed number in Montgomery form, R = 2^(LIMBS RADIX), its digits signed and not settled: sums and
 * differences are taken digit by digit, and only products bring digits back below 2^RADIX.  With p below R / 2^9 and
 * |digit| <= s 2^RADIX, a product is right as long as s(a) s(b) <= 50 (the column sums stay below 2^127, or 2^63 for
 * 32-bit limbs) and either s <= 7 (so that twice a digit fits a limb).  A product lies strictly between -p / 2 and
 * 5 p / 2 and has s = 1.  Comments below give s where it is not 1.
 *
 * The unsettled digits are there for the compiler: C has no carry flag, a 128-bit sum of products needs none.
 */

struct NAME(fe) {
    signed_limb v[LIMBS];
};

#define FE struct NAME(fe)

/*
 * Montgomery reduction is woven into the columns of a product.  A digit m of the sum is cleared by adding m times a
 * multiple of p that is -1 modulo 2^RADIX: k p = Q 2^RADIX - 1, so that dropping the digit and adding m Q one digit up
 * does it, without a product to find the multiplier.  Only the last digit takes p itself, which brings the result down
 * to p's size.
 */
#define SUM_REDUCTION(k)                                                                      \
    do {                                                                                      \
        WIDE_UNROLL                                                                           \
        for (int i_ = (k) < LIMBS ? 0 : (k) - LIMBS; i_ < ((k) < LIMBS ? (k) : LIMBS - 1); i_++) \
            sum += (signed_wide)wide_mul((limb)m[i_], curve->quotient[(k) - i_ - 1]);         \
        if ((k) < LIMBS - 1) {                                                                \
            m[k] = (signed_limb)((limb)sum & mask);                                           \
        } else if ((k) == LIMBS - 1) {                                                        \
            m[k] = (signed_limb)((limb)sum * curve->modulus_inverse & mask);                  \
            sum += (signed_wide)wide_mul((limb)m[k], curve->modulus[0]);                      \
        } else {                                                                              \
            sum += (signed_wide)wide_mul((limb)m[LIMBS - 1], curve->modulus[(k) - LIMBS + 1]); \
            out[(k) - LIMBS] = (signed_limb)((limb)sum & mask);                               \
        }                                                                                     \
        sum >>= RADIX;                                                                        \
    } while (0)

/* r = (a b - c d) / R, or a b / R where SECOND is 0; s(a) s(b) + s(c) s(d) <= 50. */
INLINE void NAME(products)(FE *r, const FE *a, const FE *b, const FE *c, const FE *d, int second,
                           const struct curve *curve)
{
    const limb mask = ((limb)1 << RADIX) - 1;
    signed_limb m[LIMBS], out[LIMBS];
    signed_wide sum = 0;
    WIDE_UNROLL
    for (int k = 0; k < 2 * LIMBS - 1; k++) {
        WIDE_UNROLL
        for (int i = k < LIMBS ? 0 : k - LIMBS + 1; i < (k < LIMBS ? k + 1 : LIMBS); i++) {
            sum += (signed_wide)a->v[i] * b->v[k - i];
            if (second)
                sum -= (signed_wide)c->v[i] * d->v[k - i];
        }
        SUM_REDUCTION(k);
    }
    out[LIMBS - 1] = (signed_limb)sum;
    memcpy(r->v, out, sizeof out);
}

INLINE void NAME(mul)(FE *r, const FE *a, const FE *b, const struct curve *curve)
{
    NAME(products)(r, a, b, a, b, 0, curve);
}

/* r = a c, s = b c; r may be c */
static inline void NAME(mul_both)(FE *r, const FE *a, FE *s, const FE *b, const FE *c, const struct curve *curve)
{
    const FE factor = *c;
    NAME(mul)(r, a, &factor, curve);
    NAME(mul)(s, b, &factor, curve);
}

/* r = a b - c d */
INLINE void NAME(mul_sub)(FE *r, const FE *a, const FE *b, const FE *c, const FE *d, const struct curve *curve)
{
    NAME(products)(r, a, b, c, d, 1, curve);
}

INLINE void NAME(sqr)(FE *r, const FE *a, const struct curve *curve)
{
    const limb mask = ((limb)1 << RADIX) - 1;
    signed_limb twice[LIMBS], m[LIMBS], out[LIMBS];
    signed_wide sum = 0;
    WIDE_UNROLL
    for (int i = 0; i < LIMBS; i++)
        twice[i] = 2 * a->v[i];
    WIDE_UNROLL
    for (int k = 0; k < 2 * LIMBS - 1; k++) {
        WIDE_UNROLL
        for (int i = k < LIMBS ? 0 : k - LIMBS + 1; 2 * i < k; i++)
            sum += (signed_wide)twice[i] * a->v[k - i];
        if (k % 2 == 0)
            sum += (signed_wide)a->v[k / 2] * a->v[k / 2];
        SUM_REDUCTION(k);
    }
    out[LIMBS - 1] = (signed_limb)sum;
    memcpy(r->v, out, sizeof out);
}

static inline void NAME(add)(FE *r, const FE *a, const FE *b)
{
    WIDE_UNROLL
    for (int i = 0; i < LIMBS; i++)
        r->v[i] = a->v[i] + b->v[i];
}

static inline void NAME(sub)(FE *r, const FE *a, const FE *b)
{
    WIDE_UNROLL
    for (int i = 0; i < LIMBS; i++)
        r->v[i] = a->v[i] - b->v[i];
}

static inline void NAME(times)(FE *r, const FE *a, signed_limb factor)
{
    WIDE_UNROLL
    for (int i = 0; i < LIMBS; i++)
        r->v[i] = a->v[i] * factor;
}

/* The same number in digits of 0 .. 2^RADIX - 1 but for the last, which has the sign. */
static inline void NAME(settle)(FE *r, const FE *a)
{
    signed_limb carry = 0;
    WIDE_UNROLL
    for (int i = 0; i < LIMBS; i++) {
        carry += a->v[i];
        r->v[i] = i + 1 < LIMBS ? (signed_limb)((limb)carry & (((limb)1 << RADIX) - 1)) : carry;
        carry >>= RADIX;
    }
}

static inline void NAME(set_one)(FE *r, const struct curve *curve)
{
    memcpy(r->v, curve->one.v, sizeof r->v);
}

/* Whether a = 0 (mod p), for |a| < 16 p. */
static inline int NAME(is_zero)(const FE *a, const struct curve *curve)
{
    /* a = j p makes the lowest digit of a / p equal to j: rules out nearly every other a by one product */
    const limb mask = ((limb)1 << RADIX) - 1;
    limb j = ((limb)a->v[0] * curve->modulus_inverse + 16) & mask;
    if (j > 32)
        return 0;
    FE one = { { 1 } }, plain;
    NAME(mul)(&plain, a, &one, curve); /* 0 .. 2 p - 1 */
    limb zero = 0, modulus = 0;
    for (int i = 0; i < LIMBS; i++) {
        zero |= (limb)plain.v[i];
        modulus |= (limb)plain.v[i] ^ curve->modulus[i];
    }
    return zero == 0 || modulus == 0;
}

/* Jacobian coordinates: x = X / Z^2, y = Y / Z^3; T = a Z^4 where the curve's a is neither 0 nor -3. */
struct NAME(point) {
    FE x, y, z, t; /* s(x), s(y) <= 3 */
    int infinity;
};

#define POINT struct NAME(point)

struct NAME(affine) {
    FE x, y;
    int infinity;
};

#define AFFINE struct NAME(affine)

/* T of a point that will be doubled. */
static inline void NAME(prepare)(POINT *p, const struct curve *curve)
{
    if (curve->a_is != CURVE_A_ANY)
        return;
    FE a;
    memcpy(a.v, curve->a.v, sizeof a.v);
    NAME(sqr)(&p->t, &p->z, curve);
    NAME(sqr)(&p->t, &p->t, curve);
    NAME(mul)(&p->t, &p->t, &a, curve);
}

/* p = 2 p; needs T, and leaves it for another doubling only where AGAIN. */
static inline void NAME(double)(POINT *p, int again, const struct curve *curve)
{
    FE m, yy, yy2, yy4, s, u, w;
    if (p->infinity)
        return;
    if (NAME(is_zero)(&p->y, curve)) {
        p->infinity = 1;
        return;
    }
    if (curve->a_is == CURVE_A_MINUS_3) {
        NAME(sqr)(&w, &p->z, curve);
        NAME(sub)(&u, &p->x, &w);          /* 4 */
        NAME(add)(&w, &p->x, &w);          /* 4 */
        NAME(mul)(&m, &u, &w, curve);
        NAME(times)(&m, &m, 3);            /* 3 */
    } else {
        NAME(sqr)(&m, &p->x, curve);
        NAME(times)(&m, &m, 3);            /* 3 */
        if (curve->a_is == CURVE_A_ANY)
            NAME(add)(&m, &m, &p->t);      /* 4 */
    }
    NAME(sqr)(&yy, &p->y, curve);
    NAME(times)(&yy2, &yy, 2);             /* 2 */
    NAME(times)(&yy4, &yy, 4);             /* 4 */
    NAME(mul)(&s, &p->x, &yy4, curve);
    NAME(times)(&w, &p->y, 2);             /* 6 */
    NAME(mul)(&p->z, &w, &p->z, curve);
    NAME(times)(&w, &s, 2);                /* 2 */
    NAME(sqr)(&p->x, &m, curve);
    NAME(sub)(&p->x, &p->x, &w);           /* 2 */
    NAME(sub)(&s, &s, &p->x);              /* 3 */
    if (again && curve->a_is == CURVE_A_ANY) {
        NAME(mul)(&u, &yy2, &yy4, curve);  /* 8 y^4 */
        NAME(mul)(&p->y, &m, &s, curve);
        NAME(sub)(&p->y, &p->y, &u);
        NAME(times)(&u, &u, 2);            /* 2 */
        NAME(mul)(&p->t, &p->t, &u, curve);
    } else {
        NAME(mul_sub)(&p->y, &m, &s, &yy2, &yy4, curve); /* 4 * 3 + 2 * 4 */
    }
}

/* p = p + q, or p - q where NEGATIVE; T is not kept.  Returns 0 where the chord's own formula did not apply. */
static inline int NAME(add_affine)(POINT *p, const AFFINE *q, int negative, const struct curve *curve)
{
    FE zz, h, hh, hhh, v, r, qy = q->y;
    if (q->infinity)
        return 0;
    if (negative)
        NAME(times)(&qy, &qy, -1);
    if (p->infinity) {
        p->x = q->x;
        p->y = qy;
        NAME(set_one)(&p->z, curve);
        p->infinity = 0;
        return 0;
    }
    NAME(sqr)(&zz, &p->z, curve);
    NAME(mul)(&h, &q->x, &zz, curve);
    NAME(sub)(&h, &h, &p->x);              /* 4 */
    NAME(mul)(&r, &p->z, &zz, curve);
    NAME(mul)(&r, &r, &qy, curve);
    NAME(sub)(&r, &r, &p->y);              /* 4 */
    if (NAME(is_zero)(&h, curve)) {
        if (NAME(is_zero)(&r, curve)) {
            NAME(prepare)(p, curve);
            NAME(double)(p, 0, curve);
        } else {
            p->infinity = 1;
        }
        return 0;
    }
    NAME(sqr)(&hh, &h, curve);
    NAME(mul)(&hhh, &hh, &h, curve);
    NAME(mul)(&v, &p->x, &hh, curve);
    NAME(mul)(&p->z, &p->z, &h, curve);
    NAME(sqr)(&p->x, &r, curve);
    NAME(sub)(&p->x, &p->x, &hhh);
    NAME(sub)(&p->x, &p->x, &v);
    NAME(sub)(&p->x, &p->x, &v);           /* 3 */
    NAME(sub)(&v, &v, &p->x);              /* 4 */
    NAME(mul_sub)(&p->y, &r, &v, &p->y, &hhh, curve); /* 4 * 4 + 3 */
    return 1;
}

static inline void NAME(inverse)(FE *r, const FE *a, const struct curve *curve)
{
    FE one = { { 1 } }, plain, r_squared;
    signed_limb digits[LIMBS];
    NAME(mul)(&plain, a, &one, curve);
    prime_invert_digits(digits, plain.v, LIMBS, RADIX, curve);
    memcpy(plain.v, digits, sizeof digits);
    memcpy(r_squared.v, curve->r_squared.v, sizeof r_squared.v);
    NAME(mul)(r, &plain, &r_squared, curve);
}

/* Z_INVERSE = 1 / in->z */
static inline void NAME(project)(AFFINE *out, const POINT *in, const FE *z_inverse, const struct curve *curve)
{
    FE zz, zzz;
    NAME(sqr)(&zz, z_inverse, curve);
    NAME(mul)(&out->x, &in->x, &zz, curve);
    NAME(mul)(&zzz, z_inverse, &zz, curve);
    NAME(mul)(&out->y, &in->y, &zzz, curve);
}

/* Whether X is that of P, which is not infinity. */
static inline int NAME(has_x)(const POINT *p, const struct curve_element *x, const struct curve *curve)
{
    FE product, zz;
    memcpy(product.v, x->v, sizeof product.v);
    NAME(sqr)(&zz, &p->z, curve);
    NAME(mul)(&product, &product, &zz, curve);
    NAME(sub)(&product, &product, &p->x);
    return NAME(is_zero)(&product, curve);
}

static inline void NAME(load)(AFFINE *r, const struct curve_point *p)
{
    memcpy(r->x.v, p->x.v, sizeof r->x.v);
    memcpy(r->y.v, p->y.v, sizeof r->y.v);
    r->infinity = p->infinity;
}

static inline void NAME(negate)(AFFINE *r, const AFFINE *p)
{
    r->x = p->x;
    NAME(times)(&r->y, &p->y, -1);
    r->infinity = p->infinity;
}

static inline void NAME(store)(struct curve_point *r, const AFFINE *p)
{
    memcpy(r->x.v, p->x.v, sizeof p->x.v);
    memcpy(r->y.v, p->y.v, sizeof p->y.v);
}

/* Two points that are to be added. */
struct NAME(pair) {
    const AFFINE *p, *q;
};

/* Width and rise of the chord of a pair. */
static inline void NAME(chord_set)(FE *width, FE *rise, const struct NAME(pair) *pair)
{
    NAME(sub)(width, &pair->q->x, &pair->p->x);
    NAME(sub)(rise, &pair->q->y, &pair->p->y);
}

/*
 * The sums of COUNT pairs by the slopes of their chords.  |x| grows from 5/2 p to 11/2 p and, from two such sums, to
 * 27/2 p, |y| from 5/2 p to 5 p and 15/2 p with s = 2 and 3.  That is all that is_zero in add_affine takes:
 * PAIR_LEVELS is 2.
 */
static void NAME(chords)(AFFINE *r, const struct NAME(pair) *pairs, const FE *slopes, size_t count,
                         const struct curve *curve)
{
    for (size_t i = 0; i < count; i++) {
        const AFFINE *p = pairs[i].p, *q = pairs[i].q;
        FE x, y;
        NAME(sqr)(&x, &slopes[i], curve);
        NAME(sub)(&x, &x, &p->x);
        NAME(sub)(&x, &x, &q->x);
        NAME(sub)(&y, &p->x, &x);
        NAME(mul)(&y, &slopes[i], &y, curve);
        NAME(sub)(&r[i].y, &y, &p->y);
        NAME(settle)(&r[i].x, &x);
        r[i].infinity = 0;
    }
}

static void NAME(to_affine)(AFFINE *out, const POINT *in, size_t count, const struct curve *curve);

/* The odd multiples 1, 3, .. of POINT. */
static void NAME(odd_multiples)(POINT *out, const struct curve_point *point, const struct curve *curve)
{
    AFFINE p, twice;
    POINT d = { .infinity = 1 };
    NAME(load)(&p, point);
    NAME(add_affine)(&d, &p, 0, curve);
    out[0] = d;
    NAME(prepare)(&d, curve);
    NAME(double)(&d, 0, curve);
    if (!d.infinity) {
        /*
         * 2 p and the odd multiple before share their Z, so that what a sum needs of both anyway, on its own Z, is 2 p
         * there (N. Meloni, "New point addition formulae for ECC applications", 2007).
         */
        FE scale, width, height, square, x, y, qx, qy, z = d.z;
        NAME(sqr)(&scale, &d.z, curve);
        NAME(mul)(&qx, &p.x, &scale, curve);
        NAME(mul)(&scale, &scale, &d.z, curve);
        NAME(mul)(&qy, &p.y, &scale, curve);
        x = d.x;
        y = d.y;
        size_t i = 1;
        for (; i < PRIME_ODD; i++) {
            NAME(sub)(&width, &qx, &x);                  /* 3 */
            if (NAME(is_zero)(&width, curve))
                break;
            NAME(sub)(&height, &qy, &y);                 /* 2 */
            NAME(sqr)(&square, &width, curve);
            NAME(mul)(&x, &x, &square, curve);
            NAME(mul)(&square, &qx, &square, curve);
            NAME(sqr)(&qx, &height, curve);
            NAME(sub)(&qx, &qx, &x);
            NAME(sub)(&qx, &qx, &square);                /* 2 */
            NAME(sub)(&square, &square, &x);
            NAME(mul)(&y, &y, &square, curve);
            NAME(sub)(&square, &x, &qx);                 /* 3 */
            NAME(mul)(&qy, &height, &square, curve);
            NAME(sub)(&qy, &qy, &y);
            NAME(mul)(&z, &z, &width, curve);
            out[i] = (POINT){.x = qx, .y = qy, .z = z};
        }
        if (i == PRIME_ODD)
            return;
    }
    /* a point of small order, whose multiples meet */
    NAME(to_affine)(&twice, &d, 1, curve);
    for (size_t i = 1; i < PRIME_ODD; i++) {
        out[i] = out[i - 1];
        NAME(add_affine)(&out[i], &twice, 0, curve);
    }
}

static void NAME(multiply)(const struct curve *curve, struct curve_element *r, const struct curve_element *a,
                           const struct curve_element *b)
{
    FE x, y;
    memcpy(x.v, a->v, sizeof x.v);
    memcpy(y.v, b->v, sizeof y.v);
    NAME(mul)(&x, &x, &y, curve);
    memcpy(r->v, x.v, sizeof x.v);
}

#define DIGIT_BITS RADIX
#define TARGET
#define WIDTH PRIME_WIDTH
#define TABLE_WIDTH 2
#define PAIR_LEVELS 2
#define PAIRS_MIN 20
#include "native/curve/sum_template.h"
#undef RADIX
#undef SUM_REDUCTION

/* SPDX-License-Identifier: MIT */
/*
 * binary_points.h - points over GF(2^m); included by binary.c behind a field, binary_field.h or binary_lanes.h, whose
 * names it uses and undefines: FE, EXPONENT and NAME(load_element), store_element, set_one, add, is_zero, mul, mul_two,
 * mul_both, mul_add, mul_short, sqr, inverse.
 */

/* r = a b for the curve's b */
static inline TARGET void NAME(mul_b)(FE *r, const FE *a, const struct curve *curve)
{
    if (curve->b_bits > 20) {
        FE b;
        NAME(load_element)(&b, &curve->b);
        NAME(mul)(r, &b, a, curve);
    } else if (curve->b_bits > 1) {
        NAME(mul_short)(r, a, curve->b.v[0], curve);
    } else {
        *r = *a;
    }
}

/* Lopez-Dahab coordinates: x = X / Z, y = Y / Z^2. */
struct NAME(point) {
    FE x, y, z;
    int infinity;
};

#define POINT struct NAME(point)

struct NAME(affine) {
    FE x, y;
    int infinity;
};

#define AFFINE struct NAME(affine)

/* r += a b for the curve's coefficient a. */
static inline TARGET void NAME(add_times_a)(FE *r, const FE *b, const struct curve *curve)
{
    if (curve->a_is == CURVE_A_ONE) {
        NAME(add)(r, r, b);
    } else if (curve->a_is == CURVE_A_ANY) {
        FE a;
        NAME(load_element)(&a, &curve->a);
        NAME(mul)(&a, &a, b, curve);
        NAME(add)(r, r, &a);
    }
}

/* Nothing is kept between doublings, as it is over GF(p). */
static inline TARGET void NAME(prepare)(POINT *p, const struct curve *curve)
{
    (void)p;
    (void)curve;
}

/* p = 2 p */
static TARGET void NAME(double)(POINT *p, int again, const struct curve *curve)
{
    FE xx, zz, bzz, t;
    (void)again;
    if (p->infinity)
        return;
    NAME(sqr)(&xx, &p->x, curve);
    NAME(sqr)(&zz, &p->z, curve);
    NAME(mul)(&p->z, &xx, &zz, curve);
    if (NAME(is_zero)(&p->z, curve)) { /* x = 0 */
        p->infinity = 1;
        return;
    }
    NAME(sqr)(&bzz, &zz, curve);
    NAME(mul_b)(&bzz, &bzz, curve);
    NAME(sqr)(&xx, &xx, curve);
    NAME(add)(&p->x, &xx, &bzz);
    NAME(sqr)(&t, &p->y, curve);
    NAME(add)(&t, &t, &bzz);
    NAME(add_times_a)(&t, &p->z, curve);
    NAME(mul_add)(&p->y, &t, &p->x, &bzz, &p->z, curve);
}

/* p = p + q, or p - q where NEGATIVE (E. Al-Daoud et al., "A new addition formula for elliptic curves over GF(2^n)",
 * 2002). */
static TARGET void NAME(add_affine)(POINT *p, const AFFINE *q, int negative, const struct curve *curve)
{
    FE a, b, c, d, zz, qy = q->y;
    if (q->infinity)
        return;
    if (negative)
        NAME(add)(&qy, &qy, &q->x);
    if (p->infinity) {
        p->x = q->x;
        p->y = qy;
        NAME(set_one)(&p->z, curve);
        p->infinity = 0;
        return;
    }
    NAME(sqr)(&zz, &p->z, curve);
    NAME(mul_two)(&a, &qy, &zz, &b, &q->x, &p->z, curve);
    NAME(add)(&a, &a, &p->y);
    NAME(add)(&b, &b, &p->x);
    if (NAME(is_zero)(&b, curve)) {
        if (NAME(is_zero)(&a, curve))
            NAME(double)(p, 0, curve);
        else
            p->infinity = 1;
        return;
    }
    NAME(mul)(&c, &p->z, &b, curve);
    NAME(sqr)(&p->z, &c, curve);
    NAME(mul)(&d, &q->x, &p->z, curve);
    NAME(sqr)(&b, &b, curve);
    NAME(add)(&b, &b, &a);
    NAME(add_times_a)(&b, &c, curve);
    NAME(mul_two)(&b, &b, &c, &c, &a, &c, curve);
    NAME(sqr)(&a, &a, curve);
    NAME(add)(&p->x, &a, &b);
    NAME(add)(&d, &d, &p->x);
    NAME(add)(&c, &c, &p->z);
    NAME(sqr)(&zz, &p->z, curve);
    NAME(add)(&qy, &qy, &q->x);
    NAME(mul_add)(&p->y, &d, &c, &qy, &zz, curve);
}

/* Z_INVERSE = 1 / in->z */
static inline TARGET void NAME(project)(AFFINE *out, const POINT *in, const FE *z_inverse, const struct curve *curve)
{
    FE zz;
    NAME(sqr)(&zz, z_inverse, curve);
    NAME(mul_two)(&out->x, &in->x, z_inverse, &out->y, &in->y, &zz, curve);
}

/* Whether X is that of P, which is not infinity. */
static inline TARGET int NAME(has_x)(const POINT *p, const struct curve_element *x, const struct curve *curve)
{
    FE product;
    NAME(load_element)(&product, x);
    NAME(mul)(&product, &product, &p->z, curve);
    NAME(add)(&product, &product, &p->x);
    return NAME(is_zero)(&product, curve);
}

static inline TARGET void NAME(load)(AFFINE *r, const struct curve_point *p)
{
    NAME(load_element)(&r->x, &p->x);
    NAME(load_element)(&r->y, &p->y);
    r->infinity = p->infinity;
}

static inline TARGET void NAME(negate)(AFFINE *r, const AFFINE *p)
{
    r->x = p->x;
    NAME(add)(&r->y, &p->y, &p->x);
    r->infinity = p->infinity;
}

static inline TARGET void NAME(store)(struct curve_point *r, const AFFINE *p)
{
    NAME(store_element)(&r->x, &p->x);
    NAME(store_element)(&r->y, &p->y);
}

/* Two points that are to be added. */
struct NAME(pair) {
    const AFFINE *p, *q;
};

/* Width and rise of the chord of a pair. */
static inline TARGET void NAME(chord_set)(FE *width, FE *rise, const struct NAME(pair) *pair)
{
    NAME(add)(width, &pair->p->x, &pair->q->x);
    NAME(add)(rise, &pair->p->y, &pair->q->y);
}

/* The sums of COUNT pairs by the slopes of their chords; all x first, as y waits for its x. */
static TARGET void NAME(chords)(AFFINE *r, const struct NAME(pair) *pairs, const FE *slopes, size_t count,
                                const struct curve *curve)
{
    FE x, a;
    NAME(load_element)(&a, &curve->a);
    for (size_t i = 0; i < count; i++) {
        NAME(sqr)(&x, &slopes[i], curve);
        NAME(add)(&x, &x, &slopes[i]);
        NAME(add)(&x, &x, &pairs[i].q->x);
        NAME(add)(&x, &x, &a);
        NAME(add)(&r[i].x, &x, &pairs[i].p->x);
        r[i].y = x; /* x + p's x, which the rise to the sum's opposite is the slope times */
        r[i].infinity = 0;
    }
    for (size_t i = 0; i + 1 < count; i += 2)
        NAME(mul_two)(&r[i].y, &r[i].y, &slopes[i], &r[i + 1].y, &r[i + 1].y, &slopes[i + 1], curve);
    if (count % 2 != 0)
        NAME(mul)(&r[count - 1].y, &r[count - 1].y, &slopes[count - 1], curve);
    for (size_t i = 0; i < count; i++) {
        NAME(add)(&r[i].y, &r[i].y, &r[i].x);
        NAME(add)(&r[i].y, &r[i].y, &pairs[i].p->y);
    }
}

/* 1, 3, 5 and 7 times POINT, every step a doubling or an addition of the affine point itself. */
static TARGET void NAME(odd_multiples)(POINT *out, const struct curve_point *point, const struct curve *curve)
{
    AFFINE p;
    POINT even = {.infinity = 1};
    NAME(load)(&p, point);
    NAME(add_affine)(&even, &p, 0, curve);
    out[0] = even;
    NAME(double)(&even, 0, curve);
    out[1] = even;
    NAME(add_affine)(&out[1], &p, 0, curve);
    NAME(double)(&even, 0, curve);
    out[2] = even;
    NAME(add_affine)(&out[2], &p, 0, curve);
    NAME(double)(&even, 0, curve);
    out[3] = even;
    NAME(add_affine)(&out[3], &p, 1, curve);
}

static TARGET void NAME(multiply)(const struct curve *curve, struct curve_element *r, const struct curve_element *a,
                           const struct curve_element *b)
{
    FE x, y;
    NAME(load_element)(&x, a);
    NAME(load_element)(&y, b);
    NAME(mul)(&x, &x, &y, curve);
    NAME(store_element)(r, &x);
}

#define DIGIT_BITS WIDE_LIMB_BITS
#define WIDTH BINARY_WIDTH
#define TABLE_WIDTH 3
#define PAIR_LEVELS 6
#define PAIRS_MIN 4
#include "native/curve/sum_template.h"
#undef EXPONENT
#undef FIXED_POLYNOMIAL

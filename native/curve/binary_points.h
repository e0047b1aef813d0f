/* SPDX-License-Identifier: MIT */
/*
 * binary_points.h - points over GF(2^m); included by binary.c behind a field, binary_field.h or binary_lanes.h, whose
 * names (FE, EXPONENT and NAME(load), store, set_one, add, is_zero, mul, mul_two, mul_add, mul_short, sqr,
 * inverse) it uses and
 * undefines.
 */

/* r = a b for the curve's b */
static inline TARGET void NAME(mul_b)(FE *r, const FE *a, const struct curve *curve)
{
    if (curve->b_bits > 20) {
        FE b;
        NAME(load)(&b, &curve->b);
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
        NAME(load)(&a, &curve->a);
        NAME(mul)(&a, &a, b, curve);
        NAME(add)(r, r, &a);
    }
}

/* p = 2 p */
static TARGET void NAME(double)(POINT *p, const struct curve *curve)
{
    FE xx, zz, bzz, t;
    if (p->infinity)
        return;
    NAME(sqr)(&xx, &p->x, curve);
    NAME(sqr)(&zz, &p->z, curve);
    NAME(mul)(&p->z, &xx, &zz, curve);
    if (NAME(is_zero)(&p->z)) { /* x = 0 */
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
        NAME(set_one)(&p->z);
        p->infinity = 0;
        return;
    }
    NAME(sqr)(&zz, &p->z, curve);
    NAME(mul_two)(&a, &qy, &zz, &b, &q->x, &p->z, curve);
    NAME(add)(&a, &a, &p->y);
    NAME(add)(&b, &b, &p->x);
    if (NAME(is_zero)(&b)) {
        if (NAME(is_zero)(&a))
            NAME(double)(p, curve);
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

/* COUNT points to affine ones with a single inversion; COUNT <= BINARY_BATCH. */
static TARGET void NAME(to_affine)(AFFINE *out, const POINT *in, size_t count, const struct curve *curve)
{
    FE product[BINARY_BATCH + 1], inverse, z;
    NAME(set_one)(&product[0]);
    for (size_t i = 0; i < count; i++) {
        if (in[i].infinity)
            product[i + 1] = product[i];
        else
            NAME(mul)(&product[i + 1], &product[i], &in[i].z, curve);
    }
    NAME(inverse)(&inverse, &product[count], curve);
    for (size_t i = count; i-- > 0;) {
        out[i].infinity = in[i].infinity;
        if (in[i].infinity)
            continue;
        NAME(mul)(&z, &inverse, &product[i], curve);
        NAME(mul)(&inverse, &inverse, &in[i].z, curve);
        NAME(mul)(&out[i].x, &in[i].x, &z, curve);
        NAME(sqr)(&z, &z, curve);
        NAME(mul)(&out[i].y, &in[i].y, &z, curve);
    }
}

static inline TARGET void NAME(load_point)(AFFINE *r, const struct curve_point *p)
{
    NAME(load)(&r->x, &p->x);
    NAME(load)(&r->y, &p->y);
    r->infinity = p->infinity;
}

/* 1, 3, 5 and 7 times POINT, every step a doubling or an addition of the affine point itself. */
static TARGET void NAME(odd_multiples)(POINT *out, const struct curve_point *point, const struct curve *curve)
{
    AFFINE p;
    POINT even = {.infinity = 1};
    NAME(load_point)(&p, point);
    NAME(add_affine)(&even, &p, 0, curve);
    out[0] = even;
    NAME(double)(&even, curve);
    out[1] = even;
    NAME(add_affine)(&out[1], &p, 0, curve);
    NAME(double)(&even, curve);
    out[2] = even;
    NAME(add_affine)(&out[2], &p, 0, curve);
    NAME(double)(&even, curve);
    out[3] = even;
    NAME(add_affine)(&out[3], &p, 1, curve);
}

static TARGET void NAME(sum)(const struct curve *curve, struct curve_point *r, const struct curve_term *terms,
                             size_t count)
{
    struct curve_digits digits[CURVE_TERMS_MAX];
    POINT multiples[BINARY_BATCH], sum = {.infinity = 1};
    AFFINE odd[BINARY_BATCH], result;
    size_t points = 0, top = 0;

    for (size_t t = 0; t < count; t++) {
        const struct curve_table *table = terms[t].table;
        curve_recode(&digits[t], terms[t].scalar, table != NULL ? 2 : BINARY_WIDTH);
        size_t length = digits[t].length;
        if (table != NULL) {
            size_t last = (CURVE_TABLE_POINTS - 1) * table->window_bits;
            length = length > last + table->window_bits ? length - last : table->window_bits;
        } else {
            NAME(odd_multiples)(multiples + points, terms[t].point, curve);
            points += BINARY_ODD;
        }
        top = length > top ? length : top;
    }
    if (points != 0)
        NAME(to_affine)(odd, multiples, points, curve);

    for (size_t position = top; position-- > 0;) {
        const AFFINE *own = odd;
        NAME(double)(&sum, curve);
        for (size_t t = 0; t < count; t++) {
            const struct curve_table *table = terms[t].table;
            if (table != NULL) {
                size_t first = position < table->window_bits ? 0 : CURVE_TABLE_POINTS - 1;
                for (size_t i = first; i < CURVE_TABLE_POINTS; i++) {
                    size_t index = i * table->window_bits + position;
                    int digit = index < digits[t].length ? digits[t].digit[index] : 0;
                    if (digit != 0) {
                        AFFINE q;
                        NAME(load_point)(&q, &table->points[i]);
                        NAME(add_affine)(&sum, &q, digit < 0, curve);
                    }
                }
            } else {
                int digit = digits[t].digit[position];
                if (digit != 0)
                    NAME(add_affine)(&sum, &own[(digit < 0 ? -digit : digit) / 2], digit < 0, curve);
                own += BINARY_ODD;
            }
        }
    }
    NAME(to_affine)(&result, &sum, 1, curve);
    memset(r, 0, sizeof *r);
    r->infinity = result.infinity;
    if (!result.infinity) {
        NAME(store)(&r->x, &result.x);
        NAME(store)(&r->y, &result.y);
    }
}

static TARGET void NAME(multiply)(const struct curve *curve, struct curve_element *r, const struct curve_element *a,
                           const struct curve_element *b)
{
    FE x, y;
    NAME(load)(&x, a);
    NAME(load)(&y, b);
    NAME(mul)(&x, &x, &y, curve);
    NAME(store)(r, &x);
}

static const struct curve_arithmetic NAME(arithmetic) = {LIMBS, WIDE_LIMB_BITS, NAME(multiply), NAME(sum)};

#undef FE
#undef POINT
#undef AFFINE
#undef LIMBS
#undef INLINE
#undef TARGET
#undef NAME
#undef EXPONENT
#undef FIXED_POLYNOMIAL

/* SPDX-License-Identifier: MIT */
/*
 * binary_template.h - points over GF(2^m) with field elements of LIMBS limbs; included by binary.c once a size, with
 * LIMBS, INLINE, TARGET and NAME(x) defined, EXPONENT(i) where the polynomial is fixed, and LANE_PRODUCTS where products are to
 * be taken in vectors of four lanes (m <= 160).
 *
 * An element is a polynomial of degree below m, reduced; m + 3 <= LIMBS * WIDE_LIMB_BITS, so that its multiple by a
 * polynomial of degree 3 fits.
 */

#ifdef EXPONENT
#define FIXED_POLYNOMIAL 1
#else
#define FIXED_POLYNOMIAL 0
#define EXPONENT(i) (curve->exponents[i])
#endif

struct NAME(fe) {
    limb v[LIMBS];
};

#define FE struct NAME(fe)

static inline TARGET void NAME(add)(FE *r, const FE *a, const FE *b)
{
    WIDE_UNROLL
    for (int i = 0; i < LIMBS; i++)
        r->v[i] = a->v[i] ^ b->v[i];
}

static inline TARGET int NAME(is_zero)(const FE *a)
{
    limb any = 0;
    WIDE_UNROLL
    for (int i = 0; i < LIMBS; i++)
        any |= a->v[i];
    return any == 0;
}

/* t ^= w x^position */
INLINE TARGET void NAME(fold)(limb *t, limb w, unsigned position)
{
    t[position / WIDE_LIMB_BITS] ^= w << position % WIDE_LIMB_BITS;
    if (position % WIDE_LIMB_BITS != 0)
        t[position / WIDE_LIMB_BITS + 1] ^= w >> (WIDE_LIMB_BITS - position % WIDE_LIMB_BITS);
}

/* w x^position as the sum of the lower powers that x^m stands for. */
INLINE TARGET void NAME(fold_all)(limb *t, limb w, unsigned position, const struct curve *curve)
{
    (void)curve;
    WIDE_UNROLL
    for (int e = 1; e < 5; e++) {
        NAME(fold)(t, w, position - EXPONENT(0) + EXPONENT(e));
        if (EXPONENT(e) == 0)
            break;
    }
}

/* r = t mod the polynomial, for t of 2 LIMBS limbs; t is overwritten. */
INLINE TARGET void NAME(reduce)(FE *r, limb *t, const struct curve *curve)
{
    const unsigned top = EXPONENT(0) / WIDE_LIMB_BITS, bits = EXPONENT(0) % WIDE_LIMB_BITS;
    if (FIXED_POLYNOMIAL) { /* the second power is more than a limb below the first: one pass */
        WIDE_UNROLL
        for (unsigned i = 2 * LIMBS - 1; i > top; i--)
            NAME(fold_all)(t, t[i], i * WIDE_LIMB_BITS, curve);
        limb w = t[top] >> bits;
        NAME(fold_all)(t, w, EXPONENT(0), curve);
        t[top] &= ((limb)1 << bits) - 1;
    } else {
        for (unsigned i = 2 * LIMBS - 1; i > top; i--) {
            for (limb w = t[i]; w != 0; w = t[i]) {
                t[i] = 0;
                NAME(fold_all)(t, w, i * WIDE_LIMB_BITS, curve);
            }
        }
        for (limb w = t[top] >> bits; w != 0; w = t[top] >> bits) {
            t[top] ^= w << bits;
            NAME(fold_all)(t, w, EXPONENT(0), curve);
        }
    }
    memcpy(r->v, t, sizeof r->v);
}

#ifndef LANE_PRODUCTS

/* The multiples of an element by the polynomials of degree up to 3. */
struct NAME(comb) {
    limb v[16][LIMBS];
};

INLINE TARGET void NAME(comb_set)(struct NAME(comb) *comb, const FE *b)
{
    WIDE_UNROLL
    for (int l = 0; l < LIMBS; l++) {
        comb->v[0][l] = 0;
        comb->v[1][l] = b->v[l];
    }
    WIDE_UNROLL
    for (int i = 2; i < 16; i += 2) {
        WIDE_UNROLL
        for (int l = LIMBS - 1; l >= 0; l--) {
            comb->v[i][l] = comb->v[i / 2][l] << 1 | (l > 0 ? comb->v[i / 2][l - 1] >> (WIDE_LIMB_BITS - 1) : 0);
            comb->v[i + 1][l] = comb->v[i][l] ^ b->v[l];
        }
    }
}

/* t += the digits of a at SHIFT, times the comb's element */
INLINE TARGET void NAME(comb_add)(limb *t, const FE *a, int shift, const struct NAME(comb) *comb, const struct curve *curve)
{
    (void)curve;
    WIDE_UNROLL
    for (int i = 0; i < LIMBS; i++) {
        if (FIXED_POLYNOMIAL && (unsigned)(i * WIDE_LIMB_BITS + shift) >= EXPONENT(0))
            continue;
        const limb *multiple = comb->v[a->v[i] >> shift & 15];
        WIDE_UNROLL
        for (int l = 0; l < LIMBS; l++)
            t[i + l] ^= multiple[l];
    }
}

INLINE TARGET void NAME(shift_4)(limb *t, int limbs)
{
    WIDE_UNROLL
    for (int l = limbs - 1; l > 0; l--)
        t[l] = t[l] << 4 | t[l - 1] >> (WIDE_LIMB_BITS - 4);
    t[0] <<= 4;
}

/* Products by a comb of four-bit windows (J. Lopez, R. Dahab, "High-speed software multiplication in F_2^m", 2000). */
static TARGET void NAME(mul)(FE *r, const FE *a, const FE *b, const struct curve *curve)
{
    struct NAME(comb) comb;
    limb t[2 * LIMBS] = { 0 };
    NAME(comb_set)(&comb, b);
    WIDE_UNROLL
    for (int shift = WIDE_LIMB_BITS - 4; shift >= 0; shift -= 4) {
        NAME(comb_add)(t, a, shift, &comb, curve);
        if (shift != 0)
            NAME(shift_4)(t, 2 * LIMBS);
    }
    NAME(reduce)(r, t, curve);
}

/* r = a b + c d */
static TARGET void NAME(mul_add)(FE *r, const FE *a, const FE *b, const FE *c, const FE *d, const struct curve *curve)
{
    struct NAME(comb) comb_b, comb_d;
    limb t[2 * LIMBS] = { 0 };
    NAME(comb_set)(&comb_b, b);
    NAME(comb_set)(&comb_d, d);
    WIDE_UNROLL
    for (int shift = WIDE_LIMB_BITS - 4; shift >= 0; shift -= 4) {
        NAME(comb_add)(t, a, shift, &comb_b, curve);
        NAME(comb_add)(t, c, shift, &comb_d, curve);
        if (shift != 0)
            NAME(shift_4)(t, 2 * LIMBS);
    }
    NAME(reduce)(r, t, curve);
}

/* r = a b for a short b of up to 20 bits */
static TARGET void NAME(mul_short)(FE *r, const FE *a, limb b, const struct curve *curve)
{
    struct NAME(comb) comb;
    limb t[2 * LIMBS] = { 0 };
    NAME(comb_set)(&comb, a);
    WIDE_UNROLL
    for (int shift = 16; shift >= 0; shift -= 4) {
        const limb *multiple = comb.v[b >> shift & 15];
        NAME(shift_4)(t, LIMBS + 1);
        WIDE_UNROLL
        for (int l = 0; l < LIMBS; l++)
            t[l] ^= multiple[l];
    }
    NAME(reduce)(r, t, curve);
}

#else

/*
 * The same comb in lanes: an element is four lanes of LANE_BITS bits, so that its multiples by polynomials of degree up
 * to 3 stay within the lanes, and five of them, each four bits further up, do as well.  The ten digits of one group of
 * LANE_BITS bits of the other factor go to two sums, so that none overflows a lane.
 */
enum { NAME(LANE_BITS) = 40, NAME(GROUPS) = 4, NAME(SUMS) = 2 * NAME(GROUPS) };

struct NAME(comb) {
    vec256_u64 v[16];
};

struct NAME(sums) {
    vec256_u64 v[NAME(SUMS)];
};

INLINE TARGET void NAME(comb_set)(struct NAME(comb) *comb, const FE *b)
{
    const limb mask = ((limb)1 << NAME(LANE_BITS)) - 1;
    const vec256_u64 zero = { 0 };
    const vec256_u64 one = { b->v[0] & mask, (b->v[0] >> 40 | b->v[1] << 24) & mask, b->v[1] >> 16 & mask,
                             b->v[1] >> 56 | b->v[2] << 8 };
    comb->v[0] = zero;
    comb->v[1] = one;
    WIDE_UNROLL
    for (int i = 2; i < 16; i += 2) {
        comb->v[i] = comb->v[i / 2] << 1;
        comb->v[i + 1] = comb->v[i] ^ one;
    }
}

INLINE TARGET void NAME(comb_sum)(struct NAME(sums) *sums, const FE *a, const struct NAME(comb) *comb, int first)
{
    /* the digits times 16, which is half the distance of two multiples in bytes */
    const limb mask = 0xf0f0f0f0f0f0f0f0;
    uint8_t low[8 * LIMBS], high[8 * LIMBS];
    WIDE_UNROLL
    for (int i = 0; i < LIMBS; i++) {
        store64_le(low + 8 * i, a->v[i] << 4 & mask);
        store64_le(high + 8 * i, a->v[i] & mask);
    }
    WIDE_UNROLL
    for (int s = 0; s < NAME(SUMS); s++) {
        vec256_u64 sum = { 0 };
        WIDE_UNROLL
        for (int digit = 4; digit >= 0; digit--) {
            const int i = 5 * s + digit;
            if (4 * (unsigned)i >= EXPONENT(0))
                continue;
            const unsigned half = (i % 2 == 0 ? low : high)[i / 2];
            vec256_u64 multiple;
            memcpy(&multiple, (const uint8_t *)comb->v + 2 * half, sizeof multiple);
            sum = sum << 4 ^ multiple;
        }
        sums->v[s] = first ? sum : sums->v[s] ^ sum;
    }
}

INLINE TARGET void NAME(comb_finish)(FE *r, const struct NAME(sums) *sums, const struct curve *curve)
{
    limb lanes[NAME(SUMS)][4], t[2 * LIMBS + 1] = { 0 };
    memcpy(lanes, sums->v, sizeof lanes);
    WIDE_UNROLL
    for (int k = 0; k < 14; k++) { /* what belongs at x^(20 k): sum s, lane l with s + 2 l = k */
        limb w = 0;
        WIDE_UNROLL
        for (int l = 0; l < 4; l++) {
            if (k - 2 * l >= 0 && k - 2 * l < NAME(SUMS))
                w ^= lanes[k - 2 * l][l];
        }
        NAME(fold)(t, w, 20 * (unsigned)k);
    }
    NAME(reduce)(r, t, curve);
}

static TARGET void NAME(mul)(FE *r, const FE *a, const FE *b, const struct curve *curve)
{
    struct NAME(comb) comb;
    struct NAME(sums) sums;
    NAME(comb_set)(&comb, b);
    NAME(comb_sum)(&sums, a, &comb, 1);
    NAME(comb_finish)(r, &sums, curve);
}

/* r = a b + c d */
static TARGET void NAME(mul_add)(FE *r, const FE *a, const FE *b, const FE *c, const FE *d, const struct curve *curve)
{
    struct NAME(comb) comb;
    struct NAME(sums) sums;
    NAME(comb_set)(&comb, b);
    NAME(comb_sum)(&sums, a, &comb, 1);
    NAME(comb_set)(&comb, d);
    NAME(comb_sum)(&sums, c, &comb, 0);
    NAME(comb_finish)(r, &sums, curve);
}

/* r = a b for a short b of up to 20 bits */
static TARGET void NAME(mul_short)(FE *r, const FE *a, limb b, const struct curve *curve)
{
    struct NAME(comb) comb;
    vec256_u64 sum = { 0 };
    limb lanes[4], t[2 * LIMBS] = { 0 };
    NAME(comb_set)(&comb, a);
    WIDE_UNROLL
    for (int shift = 16; shift >= 0; shift -= 4)
        sum = sum << 4 ^ comb.v[b >> shift & 15];
    memcpy(lanes, &sum, sizeof lanes);
    WIDE_UNROLL
    for (unsigned l = 0; l < 4; l++)
        NAME(fold)(t, lanes[l], NAME(LANE_BITS) * l);
    NAME(reduce)(r, t, curve);
}

#endif

/* The bits of the lower half of A with a zero between every two. */
static inline TARGET limb NAME(spread)(limb a)
{
#if WIDE_LIMB_BITS == 64
    a &= 0xffffffff;
    a = (a | a << 16) & 0x0000ffff0000ffff;
    a = (a | a << 8) & 0x00ff00ff00ff00ff;
    a = (a | a << 4) & 0x0f0f0f0f0f0f0f0f;
    a = (a | a << 2) & 0x3333333333333333;
    return (a | a << 1) & 0x5555555555555555;
#else
    a &= 0xffff;
    a = (a | a << 8) & 0x00ff00ff;
    a = (a | a << 4) & 0x0f0f0f0f;
    a = (a | a << 2) & 0x33333333;
    return (a | a << 1) & 0x55555555;
#endif
}

static inline TARGET void NAME(sqr)(FE *r, const FE *a, const struct curve *curve)
{
    limb t[2 * LIMBS];
    WIDE_UNROLL
    for (int i = 0; i < LIMBS; i++) {
        t[2 * i] = NAME(spread)(a->v[i]);
        t[2 * i + 1] = NAME(spread)(a->v[i] >> WIDE_LIMB_BITS / 2);
    }
    NAME(reduce)(r, t, curve);
}

/* r = a b for the curve's b */
static inline TARGET void NAME(mul_b)(FE *r, const FE *a, const struct curve *curve)
{
    FE b;
    memcpy(b.v, curve->b.v, sizeof b.v);
    if (curve->b_bits > 20)
        NAME(mul)(r, &b, a, curve);
    else if (curve->b_bits > 1)
        NAME(mul_short)(r, a, b.v[0], curve);
    else
        *r = *a;
}

/* a^-1 = (a^(2^(m - 1) - 1))^2, the exponent by an addition chain (T. Itoh, S. Tsujii, 1988); 0 for 0. */
static TARGET void NAME(inverse)(FE *r, const FE *a, const struct curve *curve)
{
    const unsigned n = EXPONENT(0) - 1;
    FE power = *a, base = *a; /* power = a^(2^ones - 1) */
    unsigned ones = 1, bit = 0;
    while (n >> (bit + 1) != 0)
        bit++;
    while (bit-- > 0) {
        FE shifted = power;
        for (unsigned i = 0; i < ones; i++)
            NAME(sqr)(&shifted, &shifted, curve);
        NAME(mul)(&power, &shifted, &power, curve);
        ones *= 2;
        if (n >> bit & 1) {
            NAME(sqr)(&power, &power, curve);
            NAME(mul)(&power, &power, &base, curve);
            ones++;
        }
    }
    NAME(sqr)(r, &power, curve);
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
        memcpy(a.v, curve->a.v, sizeof a.v);
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
        p->z = (FE){ { 1 } };
        p->infinity = 0;
        return;
    }
    NAME(sqr)(&zz, &p->z, curve);
    NAME(mul)(&a, &qy, &zz, curve);
    NAME(add)(&a, &a, &p->y);
    NAME(mul)(&b, &q->x, &p->z, curve);
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
    NAME(mul)(&b, &b, &c, curve);
    NAME(mul)(&c, &a, &c, curve);
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
    FE product[BINARY_BATCH + 1] = { { { 1 } } }, inverse, z;
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

static inline TARGET void NAME(load)(AFFINE *r, const struct curve_point *p)
{
    memcpy(r->x.v, p->x.v, sizeof r->x.v);
    memcpy(r->y.v, p->y.v, sizeof r->y.v);
    r->infinity = p->infinity;
}

/* 1, 3, 5 and 7 times POINT, every step a doubling or an addition of the affine point itself. */
static TARGET void NAME(odd_multiples)(POINT *out, const struct curve_point *point, const struct curve *curve)
{
    AFFINE p;
    POINT even = { .infinity = 1 };
    NAME(load)(&p, point);
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

static TARGET void NAME(sum)(const struct curve *curve, struct curve_point *r, const struct curve_term *terms, size_t count)
{
    struct curve_digits digits[CURVE_TERMS_MAX];
    POINT multiples[BINARY_BATCH], sum = { .infinity = 1 };
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
                        NAME(load)(&q, &table->points[i]);
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
        memcpy(r->x.v, result.x.v, sizeof result.x.v);
        memcpy(r->y.v, result.y.v, sizeof result.y.v);
    }
}

static TARGET void NAME(multiply)(const struct curve *curve, struct curve_element *r, const struct curve_element *a,
                           const struct curve_element *b)
{
    FE x, y;
    memcpy(x.v, a->v, sizeof x.v);
    memcpy(y.v, b->v, sizeof y.v);
    NAME(mul)(&x, &x, &y, curve);
    memset(r, 0, sizeof *r);
    memcpy(r->v, x.v, sizeof x.v);
}

static const struct curve_arithmetic NAME(arithmetic) = { LIMBS, WIDE_LIMB_BITS, NAME(multiply), NAME(sum) };

#undef FE
#undef POINT
#undef AFFINE
#undef LIMBS
#undef INLINE
#undef TARGET
#undef LANE_PRODUCTS
#undef NAME
#undef EXPONENT
#undef FIXED_POLYNOMIAL

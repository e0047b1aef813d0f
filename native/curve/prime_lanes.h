/* SPDX-License-Identifier: MIT */
/*
 * prime_lanes.h - sums over the tables of fixed bases, four points at a time in the lanes of vectors of doubles;
 * included by prime.c behind the template for 3 limbs of 59 bits, whose points and functions it uses.  There the
 * integer multiplier is busy all the time; fused multiply-add takes four products in the time of two.
 *
 * Elements.  A number is the sum of digit[i] 2^(44 i), four whole doubles, in Montgomery form with R = 2^176.  For
 * digits whose product is below 2^95, h = fma(a, b, HIGH), which lies between 2^96 and 2^97, takes from a b a multiple
 * of 2^44, and fma(a, b, HIGH - h) is exactly what is missing, at most 2^43 in size.  Column k of a product sums up the
 * missing parts in low[k]; high[k], which starts from HIGH, takes the multiples one after the other and counts for
 * column k + 1.  To settle a digit is to add it to a high[k], which rounds it to a multiple of 2^44, and to keep the
 * rest.  All of this is exact; rounding must be to nearest, as programs start with.
 *
 * Reduction.  With k p = Q 2^88 - 1, dropping the lowest two digits m and adding m Q two digits up divides by 2^88, and
 * the digits need not be settled for that.  The third goes in the same way, alone; the last takes the multiple of p
 * that clears it, which brings the result down to p's size.
 *
 * Bounds.  Say |digit| <= s 2^43, and s = s(a) s(b) for a product, or the sum of both for a difference of two.  The
 * dropped digits are below (1 + s/4) 2^88 and (2 + s/2) 2^44, or for two products (2 + s/4) 2^88 and (7/2 + s/2) 2^44.
 * With Q at most p/2 in size, and p below R / 2^8,
 *     |r| < (2.01 + 3/8 s) p + |a b| / 2^8 p, or (3.26 + 3/8 s) p + (|a b| + |c d|) / 2^8 p.
 * Products have s = 1, their last digit is far below 2^43, and s is at most 5, so that columns stay below 5 4 2^86 +
 * 2^91 < 2^92.  Comments give |r| in p, and s where it is not 1.
 *
 * Points.  Each lane has one with x = X / ZZ, y = Y / ZZZ, ZZ^3 = ZZZ^2, |X| < 15 p, |Y| < 6 p, |ZZ| and |ZZZ| < 4 p.
 * Whether a chord or tangent exists is not asked: one that does not leaves ZZ = 0 in its lane for good, which makes
 * the Z of the whole sum 0; then all of it is computed once more by the template.
 *
 * Sums.  Position j of Horner's scheme belongs to lane j / LANES_STEPS.  First every position sums up what the tables
 * add there, four positions side by side that have about as many points; then every lane goes through its own ones;
 * in the end the template's arithmetic puts the four together.
 */

enum {
    LANES_DIGITS = 4,
    LANES_DIGIT_BITS = 44,
    LANES_COLUMNS = 2 * LANES_DIGITS - 1,
    LANES_STEPS = 3, /* positions of Horner's scheme that a lane has to itself */
    LANES_POSITIONS = 4 * LANES_STEPS,
    LANES_GROUPS = CURVE_TERMS_MAX * LANES_STEPS,
    LANES_PICKS = CURVE_TERMS_MAX * CURVE_TABLE_POINTS
};

#define HIGH 0x1.8p96
#define LOW 0x1.8p52 /* HIGH as part of the next column */
#define DIGIT_UNIT 0x1p-44
#define DIGIT_MASK (((limb)1 << LANES_DIGIT_BITS) - 1)

struct lanes_fe {
    vec256_f64 v[LANES_DIGITS];
};

/* struct curve_lanes, the same in all lanes */
struct lanes_field {
    struct lanes_fe modulus, quotient, quotient_2, leave, one, a;
    vec256_f64 inverse;
};

ALWAYS_INLINE TARGET_FMA static vec256_f64 lanes_all(double a)
{
    return (vec256_f64){a, a, a, a};
}

/* Column (low, high) takes a b. */
ALWAYS_INLINE TARGET_FMA static void lanes_take(vec256_f64 *low, vec256_f64 *high, vec256_f64 a, vec256_f64 b)
{
    vec256_f64 sum = vector_fma(a, b, *high);
    *low += vector_fma(a, b, *high - sum);
    *high = sum;
}

/* r = (a b - c d) / R - e; without SECOND no c d, without LESS no e.  SQUARE: b is a. */
ALWAYS_INLINE TARGET_FMA static void lanes_products(struct lanes_fe *r, const struct lanes_fe *a,
                                                    const struct lanes_fe *b, const struct lanes_fe *c,
                                                    const struct lanes_fe *d, const struct lanes_fe *e, int square,
                                                    int second, int less, const struct lanes_field *field)
{
    enum { N = LANES_DIGITS };
    const vec256_f64 unit = lanes_all(DIGIT_UNIT);
    const vec256_f64 *p = field->modulus.v, *q = field->quotient.v, *q2 = field->quotient_2.v;
    vec256_f64 low[LANES_COLUMNS + 1], high[LANES_COLUMNS], m0 = unit, m1 = unit, carry = unit;

    WIDE_UNROLL
    for (int k = 0; k < LANES_COLUMNS; k++) {
        low[k] = lanes_all(k == 0 ? 0 : -LOW);
        if (less && k >= N)
            low[k] -= e->v[k - N];
        high[k] = lanes_all(HIGH);
        WIDE_UNROLL
        for (int i = k < N ? 0 : k - N + 1; i < (k < N ? k + 1 : N); i++) {
            if (!square)
                lanes_take(&low[k], &high[k], a->v[i], b->v[k - i]);
            else if (2 * i <= k)
                lanes_take(&low[k], &high[k], 2 * i < k ? a->v[i] + a->v[i] : a->v[i], a->v[k - i]);
            if (second)
                lanes_take(&low[k], &high[k], -c->v[i], d->v[k - i]);
        }
        if (k == 1) { /* early, so that the rest waits less for them */
            m0 = low[0];
            m1 = vector_fma(high[0], unit, low[1]);
        } else if (k == 2) {
            lanes_take(&low[2], &high[2], m0, q2[0]);
        }
    }
    low[LANES_COLUMNS] = lanes_all(-LOW);
    if (less)
        low[LANES_COLUMNS] -= e->v[N - 1];

    lanes_take(&low[3], &high[3], m0, q2[1]);
    lanes_take(&low[3], &high[3], m1, q2[0]);
    const vec256_f64 m2 = vector_fma(high[1], unit, low[2]);
    lanes_take(&low[3], &high[3], m2, q[0]);
    const vec256_f64 last = vector_fma(high[2], unit, low[3]);
    WIDE_UNROLL
    for (int i = 2; i < N; i++) {
        lanes_take(&low[2 + i], &high[2 + i], m0, q2[i]);
        lanes_take(&low[2 + i], &high[2 + i], m1, q2[i - 1]);
        lanes_take(&low[2 + i], &high[2 + i], m2, q[i - 1]);
    }
    lanes_take(&low[6], &high[6], m1, q2[3]);
    lanes_take(&low[6], &high[6], m2, q[3]);

    /* -last / p modulo 2^44, times p; its lowest digit and last cancel but for a multiple of 2^44 */
    const vec256_f64 multiple = vector_fma(last, field->inverse, lanes_all(HIGH));
    const vec256_f64 m3 = vector_fma(last, field->inverse, lanes_all(HIGH) - multiple);
    const vec256_f64 sum = vector_fma(m3, p[0], high[3]);
    high[3] = sum + (last + vector_fma(m3, p[0], high[3] - sum));
    WIDE_UNROLL
    for (int i = 1; i < N; i++)
        lanes_take(&low[3 + i], &high[3 + i], m3, p[i]);

    WIDE_UNROLL
    for (int i = 0; i < N; i++) {
        vec256_f64 digit = vector_fma(high[N - 1 + i], unit, low[N + i]);
        if (i > 0)
            digit = vector_fma(carry, unit, digit);
        if (i < N - 1) {
            carry = digit + HIGH;
            carry -= HIGH;
            digit -= carry;
        }
        r->v[i] = digit;
    }
}

/* COUNT vectors of elements each; results may overwrite factors. */
static TARGET_FMA void lanes_mul(struct lanes_fe *r, const struct lanes_fe *a, const struct lanes_fe *b, size_t count,
                                 const struct lanes_field *field)
{
    for (size_t i = 0; i < count; i++)
        lanes_products(&r[i], &a[i], &b[i], NULL, NULL, NULL, 0, 0, 0, field);
}

static TARGET_FMA void lanes_sqr(struct lanes_fe *r, const struct lanes_fe *a, size_t count,
                                 const struct lanes_field *field)
{
    for (size_t i = 0; i < count; i++)
        lanes_products(&r[i], &a[i], &a[i], NULL, NULL, NULL, 1, 0, 0, field);
}

/* r = a b - e */
static TARGET_FMA void lanes_mul_less(struct lanes_fe *r, const struct lanes_fe *a, const struct lanes_fe *b,
                                      const struct lanes_fe *e, size_t count, const struct lanes_field *field)
{
    for (size_t i = 0; i < count; i++)
        lanes_products(&r[i], &a[i], &b[i], NULL, NULL, &e[i], 0, 0, 1, field);
}

/* r = a^2 - e */
static TARGET_FMA void lanes_sqr_less(struct lanes_fe *r, const struct lanes_fe *a, const struct lanes_fe *e,
                                      size_t count, const struct lanes_field *field)
{
    for (size_t i = 0; i < count; i++)
        lanes_products(&r[i], &a[i], &a[i], NULL, NULL, &e[i], 1, 0, 1, field);
}

/* r = a b - c d */
static TARGET_FMA void lanes_mul_sub(struct lanes_fe *r, const struct lanes_fe *a, const struct lanes_fe *b,
                                     const struct lanes_fe *c, const struct lanes_fe *d, size_t count,
                                     const struct lanes_field *field)
{
    for (size_t i = 0; i < count; i++)
        lanes_products(&r[i], &a[i], &b[i], &c[i], &d[i], NULL, 0, 1, 0, field);
}

/* r = a FACTOR + b */
ALWAYS_INLINE TARGET_FMA static void lanes_times_add(struct lanes_fe *r, const struct lanes_fe *a, double factor,
                                                     const struct lanes_fe *b)
{
    WIDE_UNROLL
    for (int i = 0; i < LANES_DIGITS; i++)
        r->v[i] = a->v[i] * factor + b->v[i];
}

/* r = a FACTOR */
ALWAYS_INLINE TARGET_FMA static void lanes_times(struct lanes_fe *r, const struct lanes_fe *a, double factor)
{
    WIDE_UNROLL
    for (int i = 0; i < LANES_DIGITS; i++)
        r->v[i] = a->v[i] * factor;
}

/* r = a in the lanes of MASK */
ALWAYS_INLINE TARGET_FMA static void lanes_select(struct lanes_fe *r, const struct lanes_fe *a, vec256_u64 mask)
{
    WIDE_UNROLL
    for (int i = 0; i < LANES_DIGITS; i++)
        r->v[i] = (vec256_f64)(((vec256_u64)a->v[i] & mask) | ((vec256_u64)r->v[i] & ~mask));
}

/* The element in LANE, which lanes_mul has multiplied by field->leave, in the template's form. */
static void lanes_join(struct prime_3_fe *r, const struct lanes_fe *a, int lane)
{
    signed_wide sum = 0;
    for (int i = 0, j = 0; j < 3; j++) {
        for (; i < LANES_DIGITS && LANES_DIGIT_BITS * i < 59 * (j + 1); i++)
            sum += (signed_wide)(signed_limb)a->v[i][lane] * ((signed_wide)1 << (LANES_DIGIT_BITS * i - 59 * j));
        r->v[j] = j < 2 ? (signed_limb)((limb)sum & (((limb)1 << 59) - 1)) : (signed_limb)sum;
        sum >>= 59;
    }
}

struct lanes_points {
    struct lanes_fe x[LANES_GROUPS], y[LANES_GROUPS], zz[LANES_GROUPS], zzz[LANES_GROUPS];
};

/* r = p in the lanes of MASK */
static TARGET_FMA void lanes_select_points(struct lanes_points *r, const struct lanes_points *p, const vec256_u64 *mask,
                                           size_t count)
{
    for (size_t i = 0; i < count; i++) {
        lanes_select(&r->x[i], &p->x[i], mask[i]);
        lanes_select(&r->y[i], &p->y[i], mask[i]);
        lanes_select(&r->zz[i], &p->zz[i], mask[i]);
        lanes_select(&r->zzz[i], &p->zzz[i], mask[i]);
    }
}

/*
 * X and Y of the sum of two points, one of them (x, y), on common denominators where their coordinates differ by H and
 * R: X = r^2 - h^3 - 2 x h^2, Y = r (x h^2 - X) - y h^3.  HH and HHH are what the denominators grow by.
 */
static TARGET_FMA void lanes_chord(struct lanes_fe *x3, struct lanes_fe *y3, struct lanes_fe *hh, struct lanes_fe *hhh,
                                   const struct lanes_fe *x, const struct lanes_fe *y, const struct lanes_fe *h,
                                   const struct lanes_fe *r, size_t count, const struct lanes_field *field)
{
    struct lanes_fe v[LANES_GROUPS];
    lanes_sqr(hh, h, count, field);                      /* 4 */
    lanes_mul(hhh, hh, h, count, field);                 /* 3 */
    lanes_mul(v, x, hh, count, field);                   /* 3 */
    for (size_t i = 0; i < count; i++)
        lanes_times_add(&x3[i], &v[i], 2, &hhh[i]);
    lanes_sqr_less(x3, r, x3, count, field);             /* 12 */
    for (size_t i = 0; i < count; i++)
        lanes_times_add(&v[i], &x3[i], -1, &v[i]);       /* 2 for s, 15 */
    lanes_mul_sub(y3, r, v, y, hhh, count, field);
}

/* p = p + (x, y) in the lanes of MASK, the coordinates at most p/2; where FIRST, p is such a point too. */
static TARGET_FMA void lanes_add_affine(struct lanes_points *p, const struct lanes_fe *x, const struct lanes_fe *y,
                                        const vec256_u64 *mask, int first, size_t count,
                                        const struct lanes_field *field)
{
    struct lanes_fe h[LANES_GROUPS], r[LANES_GROUPS];
    struct lanes_points sum;
    if (first) {
        for (size_t i = 0; i < count; i++) {
            lanes_times_add(&h[i], &p->x[i], -1, &x[i]); /* 2 for s, 1 */
            lanes_times_add(&r[i], &p->y[i], -1, &y[i]);
        }
        lanes_chord(sum.x, sum.y, sum.zz, sum.zzz, p->x, p->y, h, r, count, field);
    } else {
        lanes_mul_less(h, x, p->zz, p->x, count, field); /* 18, and 9 for r */
        lanes_mul_less(r, y, p->zzz, p->y, count, field);
        lanes_chord(sum.x, sum.y, sum.zz, sum.zzz, p->x, p->y, h, r, count, field);
        lanes_mul(sum.zz, sum.zz, p->zz, count, field);
        lanes_mul(sum.zzz, sum.zzz, p->zzz, count, field);
    }
    lanes_select_points(p, &sum, mask, count);
}

/* p = p + q in the lanes of MASK */
static TARGET_FMA void lanes_add(struct lanes_points *p, const struct lanes_points *q, const vec256_u64 *mask,
                                 size_t count, const struct lanes_field *field)
{
    struct lanes_fe x[LANES_GROUPS], y[LANES_GROUPS], h[LANES_GROUPS], r[LANES_GROUPS];
    struct lanes_points sum;
    lanes_mul(x, p->x, q->zz, count, field);
    lanes_mul(y, p->y, q->zzz, count, field);
    lanes_mul_less(h, q->x, p->zz, x, count, field);     /* 6 */
    lanes_mul_less(r, q->y, p->zzz, y, count, field);
    lanes_chord(sum.x, sum.y, sum.zz, sum.zzz, x, y, h, r, count, field);
    lanes_mul(sum.zz, sum.zz, p->zz, count, field);
    lanes_mul(sum.zz, sum.zz, q->zz, count, field);
    lanes_mul(sum.zzz, sum.zzz, p->zzz, count, field);
    lanes_mul(sum.zzz, sum.zzz, q->zzz, count, field);
    lanes_select_points(p, &sum, mask, count);
}

/* p = 2 p */
static TARGET_FMA void lanes_double(struct lanes_points *p, size_t count, const struct lanes_field *field)
{
    struct lanes_fe m[LANES_GROUPS], s[LANES_GROUPS], u[LANES_GROUPS], v[LANES_GROUPS];
    for (size_t i = 0; i < count; i++)
        lanes_times(&u[i], &p->y[i], 2);                 /* 2 for s, 12 */
    lanes_sqr(v, u, count, field);                       /* 5 */
    lanes_mul(u, u, v, count, field);                    /* 3 */
    lanes_mul(s, p->x, v, count, field);                 /* 3 */
    lanes_mul(p->zzz, p->zzz, u, count, field);
    lanes_sqr(m, p->zz, count, field);
    lanes_mul(p->zz, p->zz, v, count, field);
    lanes_sqr(v, p->x, count, field);                    /* 4 */
    for (size_t i = 0; i < count; i++) {
        lanes_times(&v[i], &v[i], -3);
        lanes_mul_less(&m[i], &m[i], &field->a, &v[i], 1, field); /* 15 */
        lanes_times(&v[i], &s[i], 2);
    }
    lanes_sqr_less(p->x, m, v, count, field);
    for (size_t i = 0; i < count; i++)
        lanes_times_add(&s[i], &p->x[i], -1, &s[i]);     /* 2 for s, 12 */
    lanes_mul_sub(p->y, m, s, u, p->y, count, field);
}

/* What the tables add, by slots: slot LANES_POSITIONS i + j is what sum i adds at position j of Horner's scheme. */
struct lanes_slots {
    uint8_t picks[LANES_GROUPS * 4][LANES_PICKS + 1]; /* the points of each slot, 2 i + 1 for minus point i */
    uint8_t count[LANES_GROUPS * 4];
    uint8_t slot[LANES_GROUPS * 4]; /* in order of falling count */
};

/*
 * Sets SLOTS by the scalars' signed binary digits: digit i is bit i + 1 of 3 k less that of k.  The last point of a
 * table has the positions beyond its window to itself.  0 where the positions are not enough.
 */
static int lanes_fill(struct lanes_slots *slots, const struct curve_term *terms, size_t count, size_t sums)
{
    enum { LIMBS = CURVE_SCALAR_LIMBS + 1, LAST = CURVE_TABLE_POINTS - 1 };
    const limb three = 3;
    uint8_t start[LANES_PICKS + 2] = {0};
    memset(slots->count, 0, sizeof slots->count);
    for (size_t t = 0; t < count; t++) {
        const size_t window_bits = terms[t].table->window_bits, first = sums > 1 ? t * LANES_POSITIONS : 0;
        const uint32_t reciprocal = (uint32_t)(65536 / window_bits + 1);
        limb triple[LIMBS], single[LIMBS];
        big_extend(single, LIMBS, terms[t].scalar->v, CURVE_SCALAR_LIMBS);
        big_multiply(triple, terms[t].scalar->v, CURVE_SCALAR_LIMBS, &three, 1);
        const size_t bits = big_bits(triple, LIMBS);
        if (bits > 1 + LAST * window_bits + LANES_POSITIONS)
            return 0;
        for (size_t word = 0; word * WIDE_LIMB_BITS < bits; word++) {
            for (limb both = triple[word] ^ single[word]; both != 0; both &= both - 1) {
                const unsigned bit = limb_trailing_zeros(both);
                const size_t i = word * WIDE_LIMB_BITS + bit - 1, window = (uint32_t)i * reciprocal >> 16;
                const size_t point = window < LAST ? window : LAST, slot = first + i - point * window_bits;
                slots->picks[slot][slots->count[slot]++] =
                    (uint8_t)(2 * (CURVE_TABLE_POINTS * t + point) + (single[word] >> bit & 1));
            }
        }
    }
    for (size_t i = 0; i < sums * LANES_POSITIONS; i++)
        start[LANES_PICKS - slots->count[i] + 1]++;
    for (size_t i = 1; i <= LANES_PICKS; i++)
        start[i] = (uint8_t)(start[i] + start[i - 1]);
    for (size_t i = 0; i < sums * LANES_POSITIONS; i++)
        slots->slot[start[LANES_PICKS - slots->count[i]]++] = (uint8_t)i;
    return 1;
}

/* r[i] = FROM's element AT[i], as they lie in vectors */
ALWAYS_INLINE TARGET_FMA static void lanes_gather(struct lanes_fe *r, const struct lanes_fe *from, const size_t at[4])
{
    WIDE_UNROLL
    for (int i = 0; i < LANES_DIGITS; i++)
        r->v[i] = (vec256_f64){from[at[0] / 4].v[i][at[0] % 4], from[at[1] / 4].v[i][at[1] % 4],
                               from[at[2] / 4].v[i][at[2] % 4], from[at[3] / 4].v[i][at[3] % 4]};
}

/* The elements with the digits A, B, C and D, one a lane. */
ALWAYS_INLINE TARGET_FMA static void lanes_transpose(struct lanes_fe *r, const double *a, const double *b,
                                                     const double *c, const double *d)
{
    vec256_u64 v[4];
    memcpy(&v[0], a, sizeof v[0]);
    memcpy(&v[1], b, sizeof v[1]);
    memcpy(&v[2], c, sizeof v[2]);
    memcpy(&v[3], d, sizeof v[3]);
    const vec256_u64 even = LANES(vec256_u64, v[0], v[1], 0, 4, 2, 6), odd = LANES(vec256_u64, v[0], v[1], 1, 5, 3, 7);
    const vec256_u64 even_2 = LANES(vec256_u64, v[2], v[3], 0, 4, 2, 6);
    const vec256_u64 odd_2 = LANES(vec256_u64, v[2], v[3], 1, 5, 3, 7);
    r->v[0] = (vec256_f64)LANES(vec256_u64, even, even_2, 0, 1, 4, 5);
    r->v[1] = (vec256_f64)LANES(vec256_u64, odd, odd_2, 0, 1, 4, 5);
    r->v[2] = (vec256_f64)LANES(vec256_u64, even, even_2, 2, 3, 6, 7);
    r->v[3] = (vec256_f64)LANES(vec256_u64, odd, odd_2, 2, 3, 6, 7);
}

static TARGET_FMA void lanes_field_set(struct lanes_field *field, const struct curve_lanes *lanes)
{
    for (int i = 0; i < LANES_DIGITS; i++) {
        field->modulus.v[i] = lanes_all(lanes->modulus[i]);
        field->quotient.v[i] = lanes_all(lanes->quotient[i]);
        field->quotient_2.v[i] = lanes_all(lanes->quotient_2[i]);
        field->leave.v[i] = lanes_all(lanes->leave[i]);
        field->one.v[i] = lanes_all(lanes->one[i]);
        field->a.v[i] = lanes_all(lanes->a[i]);
    }
    field->inverse = lanes_all(lanes->inverse);
}

/* The points of the slots, each in the place that it has in slots->slot; those without any are not defined. */
static TARGET_FMA void lanes_add_slots(struct lanes_points *sum, const struct lanes_slots *slots,
                                       const struct curve_term *terms, size_t groups, const struct lanes_field *field)
{
    struct lanes_fe x[LANES_GROUPS], y[LANES_GROUPS];
    for (size_t k = 0; groups > 0; k++) {
        vec256_u64 mask[LANES_GROUPS];
        while (groups > 0 && slots->count[slots->slot[4 * groups - 4]] <= k && k > 0)
            groups--;
        for (size_t g = 0; g < groups; g++) {
            const struct curve_lanes_point *points[4];
            limb minus[4], more[4];
            for (size_t i = 0; i < 4; i++) {
                const size_t slot = slots->slot[4 * g + i];
                more[i] = 0 - (limb)(k < slots->count[slot]);
                const size_t pick = slots->picks[slot][k] & (size_t)more[i], point = pick / 2;
                points[i] = &terms[point / CURVE_TABLE_POINTS].table->lanes[point % CURVE_TABLE_POINTS];
                minus[i] = (limb)(pick % 2) << 63;
            }
            const vec256_u64 sign = {minus[0], minus[1], minus[2], minus[3]};
            mask[g] = (vec256_u64){more[0], more[1], more[2], more[3]};
            lanes_transpose(&x[g], points[0]->x, points[1]->x, points[2]->x, points[3]->x);
            lanes_transpose(&y[g], points[0]->y, points[1]->y, points[2]->y, points[3]->y);
            for (int i = 0; i < LANES_DIGITS; i++)
                y[g].v[i] = (vec256_f64)((vec256_u64)y[g].v[i] ^ sign);
        }
        if (k > 0) {
            lanes_add_affine(sum, x, y, mask, k == 1, groups, field);
            continue;
        }
        for (size_t g = 0; g < groups; g++) {
            sum->x[g] = x[g];
            sum->y[g] = y[g];
            sum->zz[g] = sum->zzz[g] = field->one;
        }
    }
}

/* p = p + q; the chord exists, or Z is 0 in the end. */
static void lanes_add_scalar(struct prime_3_point *p, const struct prime_3_point *q, const struct curve *curve)
{
    struct prime_3_fe zz, h, hh, hhh, s, r, v;
    if (p->infinity) {
        *p = *q;
        return;
    }
    prime_3_sqr(&zz, &q->z, curve);
    prime_3_mul(&v, &p->x, &zz, curve);
    prime_3_mul(&zz, &zz, &q->z, curve);
    prime_3_mul(&s, &p->y, &zz, curve);
    prime_3_sqr(&zz, &p->z, curve);
    prime_3_mul(&h, &q->x, &zz, curve);
    prime_3_sub(&h, &h, &v);
    prime_3_mul(&zz, &zz, &p->z, curve);
    prime_3_mul(&r, &q->y, &zz, curve);
    prime_3_sub(&r, &r, &s);
    prime_3_mul(&p->z, &p->z, &q->z, curve);
    prime_3_mul(&p->z, &p->z, &h, curve);
    prime_3_sqr(&hh, &h, curve);
    prime_3_mul(&hhh, &hh, &h, curve);
    prime_3_mul(&v, &v, &hh, curve);
    prime_3_sqr(&p->x, &r, curve);
    prime_3_sub(&p->x, &p->x, &hhh);
    prime_3_sub(&p->x, &p->x, &v);
    prime_3_sub(&p->x, &p->x, &v);            /* 3 */
    prime_3_sub(&v, &v, &p->x);               /* 4 */
    prime_3_mul_sub(&p->y, &r, &v, &s, &hhh, curve);
}

/* The sums of all slots by Horner's scheme; 0 where a chord did not exist. */
static TARGET_FMA int lanes_horner(struct prime_3_point *sum, const struct lanes_points *points,
                                   const struct lanes_slots *slots, size_t sums, const struct lanes_field *field,
                                   const struct curve *curve)
{
    struct lanes_points acc, next;
    vec256_u64 infinity[CURVE_TERMS_MAX];
    uint8_t place[LANES_GROUPS * 4];
    for (size_t i = 0; i < sums * LANES_POSITIONS; i++)
        place[slots->slot[i]] = (uint8_t)i;

    for (size_t step = LANES_STEPS; step-- > 0;) {
        const int first = step == LANES_STEPS - 1;
        struct lanes_points *to = first ? &acc : &next;
        vec256_u64 set[CURVE_TERMS_MAX], add[CURVE_TERMS_MAX];
        if (!first)
            lanes_double(&acc, sums, field);
        for (size_t s = 0; s < sums; s++) {
            size_t at[4];
            limb no_point[4];
            for (size_t i = 0; i < 4; i++) {
                const size_t slot = LANES_POSITIONS * s + LANES_STEPS * i + step;
                at[i] = place[slot];
                no_point[i] = 0 - (limb)(slots->count[slot] == 0);
            }
            lanes_gather(&to->x[s], points->x, at);
            lanes_gather(&to->y[s], points->y, at);
            lanes_gather(&to->zz[s], points->zz, at);
            lanes_gather(&to->zzz[s], points->zzz, at);
            const vec256_u64 nothing = {no_point[0], no_point[1], no_point[2], no_point[3]};
            set[s] = first ? nothing : infinity[s];
            add[s] = ~nothing & ~set[s];
            infinity[s] = set[s] & nothing;
        }
        if (!first) {
            lanes_add(&acc, &next, add, sums, field);
            lanes_select_points(&acc, &next, set, sums);
        }
    }

    /* to Jacobian coordinates with Z = ZZZ */
    lanes_sqr(next.x, acc.zz, sums, field);
    lanes_sqr(next.y, acc.zzz, sums, field);
    for (size_t s = 0; s < sums; s++) {
        lanes_mul(&next.x[s], &next.x[s], &field->leave, 1, field);
        lanes_mul(&next.y[s], &next.y[s], &field->leave, 1, field);
        lanes_mul(&acc.zzz[s], &acc.zzz[s], &field->leave, 1, field);
    }
    lanes_mul(acc.x, acc.x, next.x, sums, field);
    lanes_mul(acc.y, acc.y, next.y, sums, field);

    for (size_t s = 0; s < sums; s++) {
        sum[s] = (struct prime_3_point){.infinity = 1};
        for (int lane = 3; lane >= 0; lane--) {
            struct prime_3_point own;
            own.infinity = 0;
            if (!sum[s].infinity)
                prime_3_prepare(&sum[s], curve);
            for (int step = LANES_STEPS; step > 0; step--)
                prime_3_double(&sum[s], step > 1, curve);
            if (infinity[s][lane] != 0)
                continue;
            lanes_join(&own.x, &acc.x[s], lane);
            lanes_join(&own.y, &acc.y[s], lane);
            lanes_join(&own.z, &acc.zzz[s], lane);
            lanes_add_scalar(&sum[s], &own, curve);
            if (prime_3_is_zero(&sum[s].z, curve))
                return 0;
        }
        if (sum[s].infinity)
            return 0;
    }
    return 1;
}

static TARGET_FMA void lanes_combine(const struct curve *curve, struct prime_3_point *sum,
                                     const struct curve_term *terms, size_t count, int each)
{
    const size_t sums = each ? count : 1;
    struct lanes_field field;
    struct lanes_slots slots;
    struct lanes_points points;
    int fits = count > 0;

    for (size_t t = 0; t < count; t++)
        fits = fits && terms[t].table != NULL && terms[t].table->has_lanes;
    if (fits)
        fits = lanes_fill(&slots, terms, count, sums);
    if (fits) {
        lanes_field_set(&field, &curve->lanes);
        lanes_add_slots(&points, &slots, terms, LANES_STEPS * sums, &field);
        fits = lanes_horner(sum, &points, &slots, sums, &field, curve);
    }
    if (!fits)
        prime_3_combine(curve, sum, terms, count, each);
}

static void lanes_sum(const struct curve *curve, struct curve_point *r, const struct curve_term *terms, size_t count,
                      int each)
{
    struct prime_3_point sum[CURVE_TERMS_MAX];
    lanes_combine(curve, sum, terms, count, each);
    prime_3_finish(curve, r, sum, each ? count : 1);
}

static int lanes_sum_has_x(const struct curve *curve, const struct curve_term *terms, size_t count,
                           const struct curve_element *x, size_t x_count)
{
    struct prime_3_point sum;
    lanes_combine(curve, &sum, terms, count, 0);
    return prime_3_has_one(&sum, x, x_count, curve);
}

static const struct curve_arithmetic lanes_arithmetic = {3, 59, prime_3_multiply, lanes_sum, lanes_sum_has_x};

/* DIGITS of NUMBER below p, or of NUMBER - p where that is smaller in size: |digit| <= 2^43 */
static void lanes_center(double digits[LANES_DIGITS], const limb number[3], const limb p[3])
{
    limb rest[3], split[LANES_DIGITS];
    big_sub(rest, p, number, 3);
    const int negative = big_compare(rest, number, 3) < 0;
    signed_limb carry = 0;
    curve_split(split, LANES_DIGITS, LANES_DIGIT_BITS, negative ? rest : number, 3);
    for (int i = 0; i < LANES_DIGITS; i++) {
        carry += (signed_limb)split[i];
        signed_limb digit = carry;
        if (i < LANES_DIGITS - 1)
            digit -= (signed_limb)((limb)(carry + ((signed_limb)1 << 43)) & ~DIGIT_MASK);
        carry = (carry - digit) >> LANES_DIGIT_BITS;
        digits[i] = (double)(negative ? -digit : digit);
    }
}

/* The digits of an element of the template's form. */
static void lanes_enter(double digits[LANES_DIGITS], const struct curve_element *a, const struct curve *curve)
{
    const struct curve_element one = {{1}};
    struct curve_element r = {{0}};
    limb number[CURVE_SCALAR_LIMBS], p[3];
    prime_3_multiply(curve, &r, a, &curve->lanes.enter);
    prime_3_multiply(curve, &r, &r, &one);
    curve_join_below(number, r.v, curve);
    curve_join(p, 3, curve->modulus, 3, 59);
    lanes_center(digits, number, p);
}

static void lanes_table_set(const struct curve *curve, struct curve_table *table)
{
    table->has_lanes = table->window_bits <= LANES_POSITIONS;
    for (size_t i = 0; i < CURVE_TABLE_POINTS; i++) {
        if (table->points[i].infinity) {
            table->has_lanes = 0;
            return;
        }
        lanes_enter(table->lanes[i].x, &table->points[i].x, curve);
        lanes_enter(table->lanes[i].y, &table->points[i].y, curve);
    }
}

/* The constants of a curve whose modulus and a are set. */
static void lanes_set(struct curve *curve)
{
    enum { R_BITS = LANES_DIGITS * LANES_DIGIT_BITS };
    struct curve_lanes *lanes = &curve->lanes;
    limb p[3], number[6], inverse[2], product[6] = {0}, digits[LANES_DIGITS];
    curve_join(p, 3, curve->modulus, 3, 59);
    curve_split(digits, LANES_DIGITS, LANES_DIGIT_BITS, p, 3);
    for (int i = 0; i < LANES_DIGITS; i++)
        lanes->modulus[i] = (double)digits[i];

    /* k = -1 / p modulo 2^128, and (k p + 1) / 2^e for its lowest e bits */
    wide low = (wide)p[1] << 64 | p[0], k = low; /* right in 3 bits, and twice as many after each line */
    for (unsigned bits = 3; bits < 128; bits *= 2)
        k *= 2 - low * k;
    k = 0 - k;
    for (unsigned e = LANES_DIGIT_BITS; e <= 2 * LANES_DIGIT_BITS; e += LANES_DIGIT_BITS) {
        inverse[0] = e < 64 ? (limb)k & DIGIT_MASK : (limb)k;
        inverse[1] = e < 64 ? 0 : (limb)(k >> 64) & (((limb)1 << (e - 64)) - 1);
        big_multiply(product, p, 3, inverse, 2);
        big_add_small(product, product, 5, 1);
        big_shift_right(product, product, 5, e);
        lanes_center(e == LANES_DIGIT_BITS ? lanes->quotient : lanes->quotient_2, product, p);
    }
    signed_limb digit = (signed_limb)((limb)k & DIGIT_MASK);
    lanes->inverse = (double)(digit >> 43 != 0 ? digit - ((signed_limb)1 << 44) : digit);

    /* leave takes from R to the template's 2^177; enter, and a product by 1, from there to R */
    const unsigned powers[] = {R_BITS, 3 * 59, R_BITS + 3 * 59};
    for (size_t i = 0; i < 3; i++) {
        big_set(number, 6, 0);
        number[powers[i] / 64] = (limb)1 << powers[i] % 64;
        big_divide(NULL, product, number, 6, p, 3);
        if (i < 2)
            lanes_center(i == 0 ? lanes->one : lanes->leave, product, p);
        else
            curve_split(lanes->enter.v, 3, 59, product, 3);
    }
    lanes_enter(lanes->a, &curve->a, curve);
}

#undef HIGH
#undef LOW
#undef DIGIT_UNIT
#undef DIGIT_MASK

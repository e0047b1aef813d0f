/* SPDX-License-Identifier: MIT */
/*
 * What all curves share: domain parameters and their checks, encodings (SEC 1), numbers modulo the order.  The points'
 * arithmetic is in prime.c and binary.c.  Variable-time; nothing is wiped: the callers wipe what is secret.
 */
#include "native/curve/curve.h"

#include <string.h>

#include "native/bignum/bignum.h"
#include "native/common/bytes.h"
#include "native/bignum/inverse.h"

/* ---------------------------------------------------------------------------------------- field elements */

static size_t field_limbs(const struct curve *curve)
{
    return BIG_LIMBS(curve->field_bits);
}

void curve_split(limb *digits, size_t count, unsigned digit_bits, const limb *number, size_t limbs)
{
    limb mask = digit_bits == WIDE_LIMB_BITS ? ~(limb)0 : ((limb)1 << digit_bits) - 1;
    for (size_t i = 0; i < count; i++) {
        size_t bit = i * digit_bits, word = bit / WIDE_LIMB_BITS, shift = bit % WIDE_LIMB_BITS;
        limb v = word < limbs ? number[word] >> shift : 0;
        if (shift != 0 && word + 1 < limbs)
            v |= number[word + 1] << (WIDE_LIMB_BITS - shift);
        digits[i] = v & mask;
    }
}

void curve_join(limb *number, size_t limbs, const limb *digits, size_t count, unsigned digit_bits)
{
    memset(number, 0, limbs * sizeof *number);
    for (size_t i = 0; i < count; i++) {
        size_t bit = i * digit_bits, word = bit / WIDE_LIMB_BITS, shift = bit % WIDE_LIMB_BITS;
        if (word < limbs)
            number[word] |= digits[i] << shift;
        if (shift != 0 && word + 1 < limbs)
            number[word + 1] |= digits[i] >> (WIDE_LIMB_BITS - shift);
    }
}

void curve_join_below(limb *number, const limb *digits, const struct curve *curve)
{
    const struct curve_arithmetic *arithmetic = curve->arithmetic;
    limb p[CURVE_SCALAR_LIMBS];
    curve_join(number, CURVE_SCALAR_LIMBS, digits, arithmetic->limbs, arithmetic->digit_bits);
    curve_join(p, CURVE_SCALAR_LIMBS, curve->modulus, arithmetic->limbs, arithmetic->digit_bits);
    if (big_compare(number, p, CURVE_SCALAR_LIMBS) >= 0)
        big_sub(number, number, p, CURVE_SCALAR_LIMBS);
}

/* The element that a number below the field's size stands for. */
static void element_enter(const struct curve *curve, struct curve_element *r, const limb *number)
{
    memset(r, 0, sizeof *r);
    curve_split(r->v, curve->arithmetic->limbs, curve->arithmetic->digit_bits, number, field_limbs(curve));
    if (!curve->binary)
        curve->arithmetic->multiply(curve, r, r, &curve->r_squared);
}

/* The number, of CURVE_SCALAR_LIMBS limbs, that an element stands for. */
static void element_leave(const struct curve *curve, limb *number, const struct curve_element *a)
{
    const struct curve_arithmetic *arithmetic = curve->arithmetic;
    if (curve->binary) {
        curve_join(number, CURVE_SCALAR_LIMBS, a->v, arithmetic->limbs, arithmetic->digit_bits);
        return;
    }
    struct curve_element one = { { 1 } }, plain = { { 0 } };
    arithmetic->multiply(curve, &plain, a, &one);
    curve_join_below(number, plain.v, curve);
}

static int element_is_zero(const struct curve *curve, const struct curve_element *a)
{
    limb number[CURVE_SCALAR_LIMBS];
    element_leave(curve, number, a);
    return big_is_zero(number, field_limbs(curve));
}

/* r = a + b or, over GF(p), a - b; digits are left unsettled there, so that only few may follow each other. */
static void element_add(const struct curve *curve, struct curve_element *r, const struct curve_element *a,
                        const struct curve_element *b)
{
    for (size_t i = 0; i < curve->arithmetic->limbs; i++)
        r->v[i] = curve->binary ? a->v[i] ^ b->v[i] : a->v[i] + b->v[i];
}

static void element_subtract(const struct curve *curve, struct curve_element *r, const struct curve_element *a,
                             const struct curve_element *b)
{
    for (size_t i = 0; i < curve->arithmetic->limbs; i++)
        r->v[i] = curve->binary ? a->v[i] ^ b->v[i] : a->v[i] - b->v[i];
}

static void element_multiply(const struct curve *curve, struct curve_element *r, const struct curve_element *a,
                             const struct curve_element *b)
{
    curve->arithmetic->multiply(curve, r, a, b);
}

static int element_equal(const struct curve *curve, const struct curve_element *a, const struct curve_element *b)
{
    struct curve_element difference = { { 0 } };
    element_subtract(curve, &difference, a, b);
    return element_is_zero(curve, &difference);
}

/* r = a^e for a number e of LIMBS limbs. */
static void element_power(const struct curve *curve, struct curve_element *r, const struct curve_element *a,
                          const limb *e, size_t limbs)
{
    struct curve_element base = *a;
    *r = curve->one;
    for (size_t i = big_bits(e, limbs); i-- > 0;) {
        element_multiply(curve, r, r, r);
        if (big_bit(e, limbs, i))
            element_multiply(curve, r, r, &base);
    }
}

int curve_decode(const struct curve *curve, struct curve_element *r, const uint8_t *bytes, size_t size)
{
    limb number[CURVE_SCALAR_LIMBS] = { 0 };
    if (big_load(number, CURVE_SCALAR_LIMBS, bytes, size) != STATUS_OK ||
        big_bits(number, CURVE_SCALAR_LIMBS) > curve->field_bits)
        return 0;
    if (!curve->binary) {
        limb p[CURVE_SCALAR_LIMBS];
        curve_join(p, CURVE_SCALAR_LIMBS, curve->modulus, curve->arithmetic->limbs, curve->arithmetic->digit_bits);
        if (big_compare(number, p, CURVE_SCALAR_LIMBS) >= 0)
            return 0;
    }
    element_enter(curve, r, number);
    return 1;
}

void curve_encode(const struct curve *curve, uint8_t *bytes, const struct curve_element *a)
{
    limb number[CURVE_SCALAR_LIMBS];
    element_leave(curve, number, a);
    big_store(bytes, curve->field_size, number, field_limbs(curve));
}

/* A square root over GF(p) by A. Tonelli and D. Shanks' method; 0 where there is none. */
static int root_prime(const struct curve *curve, struct curve_element *r, const struct curve_element *a)
{
    size_t limbs = field_limbs(curve);
    limb odd[CURVE_SCALAR_LIMBS], half[CURVE_SCALAR_LIMBS];
    struct curve_element minus_one = { { 0 } }, power, root, t, z = curve->one;
    element_subtract(curve, &minus_one, &minus_one, &curve->one);
    curve_join(odd, limbs, curve->modulus, curve->arithmetic->limbs, curve->arithmetic->digit_bits);
    big_sub_small(odd, odd, limbs, 1);
    big_shift_right(half, odd, limbs, 1);
    unsigned twos = 0;
    while (!big_bit(odd, limbs, twos))
        twos++;
    big_shift_right(odd, odd, limbs, twos); /* p - 1 = odd 2^twos */

    /* t = a^odd, root = a^((odd + 1) / 2), and z a generator of the group of order 2^twos */
    element_power(curve, &t, a, odd, limbs);
    do {
        element_add(curve, &z, &z, &curve->one);
        element_multiply(curve, &z, &z, &curve->one); /* settles the digits */
        element_power(curve, &power, &z, half, limbs);
    } while (!element_equal(curve, &power, &minus_one));
    element_power(curve, &z, &z, odd, limbs);
    big_add_small(odd, odd, limbs, 1);
    big_shift_right(odd, odd, limbs, 1);
    element_power(curve, &root, a, odd, limbs);

    /* root^2 = a t throughout; the order of t falls */
    while (!element_equal(curve, &t, &curve->one)) {
        unsigned order = 0;
        power = t;
        while (order < twos && !element_equal(curve, &power, &curve->one)) {
            element_multiply(curve, &power, &power, &power);
            order++;
        }
        if (order >= twos) /* a is no square, or 0 */
            break;
        for (unsigned i = order + 1; i < twos; i++)
            element_multiply(curve, &z, &z, &z);
        element_multiply(curve, &root, &root, &z);
        element_multiply(curve, &z, &z, &z);
        element_multiply(curve, &t, &t, &z);
        twos = order;
    }
    *r = root;
    element_multiply(curve, &root, &root, &root);
    return element_equal(curve, &root, a);
}

/* z with z^2 + z = c over GF(2^m) (IEEE Std 1363-2000, A.4.7), its t taken as 1, x, x^2, ..; 0 where none is. */
static int quadratic_binary(const struct curve *curve, struct curve_element *r, const struct curve_element *c)
{
    struct curve_element w, t, z = { { 0 } }, check;
    for (unsigned bit = 0; bit < curve->field_bits; bit++) {
        memset(&t, 0, sizeof t);
        t.v[bit / WIDE_LIMB_BITS] = (limb)1 << bit % WIDE_LIMB_BITS;
        memset(&z, 0, sizeof z);
        w = *c;
        for (unsigned i = 1; i < curve->field_bits; i++) {
            struct curve_element u;
            element_multiply(curve, &w, &w, &w);
            element_multiply(curve, &z, &z, &z);
            element_multiply(curve, &u, &w, &t);
            element_add(curve, &z, &z, &u);
            element_add(curve, &w, &w, c);
        }
        if (!element_is_zero(curve, &w))
            return 0; /* the trace of c */
        element_multiply(curve, &check, &z, &z);
        element_add(curve, &check, &check, &z);
        if (element_equal(curve, &check, c)) {
            *r = z;
            return 1;
        }
    }
    return 0;
}

/* a^-1 for a cold path: a^(p - 2) or a^(2^m - 2). */
static void element_inverse(const struct curve *curve, struct curve_element *r, const struct curve_element *a)
{
    limb e[CURVE_SCALAR_LIMBS] = { 0 };
    if (curve->binary) {
        for (unsigned i = 1; i < curve->field_bits; i++)
            e[i / WIDE_LIMB_BITS] |= (limb)1 << i % WIDE_LIMB_BITS;
    } else {
        curve_join(e, field_limbs(curve), curve->modulus, curve->arithmetic->limbs, curve->arithmetic->digit_bits);
        big_sub_small(e, e, field_limbs(curve), 2);
    }
    element_power(curve, r, a, e, field_limbs(curve));
}

/* ---------------------------------------------------------------------------------------------- points */

/* x^3 + a x + b, or x^3 + a x^2 + b */
static void right_side(const struct curve *curve, struct curve_element *r, const struct curve_element *x)
{
    struct curve_element square, term;
    element_multiply(curve, &square, x, x);
    element_multiply(curve, &term, curve->binary ? &square : x, &curve->a);
    element_multiply(curve, &square, &square, x);
    element_add(curve, r, &square, &term);
    element_add(curve, r, r, &curve->b);
}

int curve_contains(const struct curve *curve, const struct curve_point *p)
{
    struct curve_element left, right, xy;
    if (p->infinity)
        return 1;
    right_side(curve, &right, &p->x);
    element_multiply(curve, &left, &p->y, &p->y);
    if (curve->binary) {
        element_multiply(curve, &xy, &p->x, &p->y);
        element_add(curve, &left, &left, &xy);
    }
    return element_equal(curve, &left, &right);
}

int curve_equal(const struct curve *curve, const struct curve_point *a, const struct curve_point *b)
{
    if (a->infinity || b->infinity)
        return a->infinity && b->infinity;
    return element_equal(curve, &a->x, &b->x) && element_equal(curve, &a->y, &b->y);
}

void curve_negate(const struct curve *curve, struct curve_point *r, const struct curve_point *a)
{
    struct curve_element zero = { { 0 } };
    *r = *a;
    if (curve->binary)
        element_add(curve, &r->y, &a->y, &a->x);
    else
        element_subtract(curve, &r->y, &zero, &a->y);
}

int curve_lift_x(const struct curve *curve, struct curve_point *r, const struct curve_element *x, int odd)
{
    struct curve_element c, z;
    limb number[CURVE_SCALAR_LIMBS];
    memset(r, 0, sizeof *r);
    r->x = *x;
    right_side(curve, &c, x);
    if (!curve->binary) {
        if (!root_prime(curve, &r->y, &c))
            return 0;
        element_leave(curve, number, &r->y);
        if ((int)(number[0] & 1) != odd) {
            if (big_is_zero(number, field_limbs(curve)))
                return 0; /* y = 0 has no odd partner */
            curve_negate(curve, r, r);
        }
        return 1;
    }
    if (element_is_zero(curve, x)) { /* y = sqrt(b), y / x has no meaning */
        r->y = curve->b;
        for (unsigned i = 1; i < curve->field_bits; i++)
            element_multiply(curve, &r->y, &r->y, &r->y);
        return !odd;
    }
    /* y = x z turns the equation into z^2 + z = x + a + b / x^2 = (right side) / x^2 */
    element_inverse(curve, &z, x);
    element_multiply(curve, &c, &c, &z);
    element_multiply(curve, &c, &c, &z);
    if (!quadratic_binary(curve, &z, &c))
        return 0;
    element_leave(curve, number, &z);
    if ((int)(number[0] & 1) != odd)
        element_add(curve, &z, &z, &curve->one);
    element_multiply(curve, &r->y, &z, x);
    return 1;
}

int curve_decode_point(const struct curve *curve, struct curve_point *r, const uint8_t *bytes, size_t size)
{
    memset(r, 0, sizeof *r);
    if (size == 0)
        return 0;
    switch (bytes[0]) {
    case 0:
        for (size_t i = 1; i < size; i++) {
            if (bytes[i] != 0)
                return 0;
        }
        r->infinity = 1;
        return size == 1 || size == 1 + 2 * curve->field_size;
    case 2:
    case 3: {
        struct curve_element x;
        return size == 1 + curve->field_size && curve_decode(curve, &x, bytes + 1, curve->field_size) &&
               curve_lift_x(curve, r, &x, bytes[0] & 1);
    }
    case 4:
        return size == 1 + 2 * curve->field_size && curve_decode(curve, &r->x, bytes + 1, curve->field_size) &&
               curve_decode(curve, &r->y, bytes + 1 + curve->field_size, curve->field_size) &&
               curve_contains(curve, r);
    default:
        return 0;
    }
}

void curve_encode_point(const struct curve *curve, uint8_t *bytes, const struct curve_point *p)
{
    memset(bytes, 0, 1 + 2 * curve->field_size);
    if (p->infinity)
        return;
    bytes[0] = 4;
    curve_encode(curve, bytes + 1, &p->x);
    curve_encode(curve, bytes + 1 + curve->field_size, &p->y);
}

void curve_sum(const struct curve *curve, struct curve_point *r, const struct curve_term *terms, size_t count)
{
    curve->arithmetic->sum(curve, r, terms, count, 0);
}

void curve_multiply_each(const struct curve *curve, struct curve_point *r, const struct curve_term *terms, size_t count)
{
    curve->arithmetic->sum(curve, r, terms, count, 1);
}

void curve_multiply(const struct curve *curve, struct curve_point *r, const struct curve_scalar *k,
                    const struct curve_point *p)
{
    struct curve_term term = { k, p, NULL };
    curve_sum(curve, r, &term, 1);
}

void curve_table_set(const struct curve *curve, struct curve_table *table, const struct curve_point *base)
{
    const unsigned window_bits = (curve->order_bits + CURVE_TABLE_POINTS - 1) / CURVE_TABLE_POINTS;
    table->window_bits = window_bits < 2 ? 2 : window_bits;
    struct curve_scalar step = { { 0 } };
    step.v[table->window_bits / WIDE_LIMB_BITS] = (limb)1 << table->window_bits % WIDE_LIMB_BITS;
    table->points[0] = *base;
    for (size_t i = 1; i < CURVE_TABLE_POINTS; i++)
        curve_multiply(curve, &table->points[i], &step, &table->points[i - 1]);
    table->has_lanes = 0;
    if (!curve->binary)
        curve_prime_table_set(curve, table);
}

int curve_sum_has_x(const struct curve *curve, const struct curve_term *terms, size_t count,
                    const struct curve_scalar *x)
{
    enum { ELEMENTS_MAX = 16 }; /* as many products take no longer than an inversion */
    struct curve_element elements[ELEMENTS_MAX];
    limb number[CURVE_SCALAR_LIMBS], end[CURVE_SCALAR_LIMBS] = { 0 };
    size_t elements_count = 0;

    if (curve->binary)
        end[curve->field_bits / WIDE_LIMB_BITS] = (limb)1 << curve->field_bits % WIDE_LIMB_BITS;
    else
        curve_join(end, CURVE_SCALAR_LIMBS, curve->modulus, curve->arithmetic->limbs, curve->arithmetic->digit_bits);
    big_copy(number, x->v, CURVE_SCALAR_LIMBS);
    while (big_compare(number, end, CURVE_SCALAR_LIMBS) < 0) { /* 576 bits have room for the first one that is not */
        if (elements_count == ELEMENTS_MAX) {
            struct curve_point sum;
            struct curve_scalar own;
            curve_sum(curve, &sum, terms, count);
            curve_scalar_from_x(curve, &own, &sum);
            return !sum.infinity && big_compare(own.v, x->v, CURVE_SCALAR_LIMBS) == 0;
        }
        element_enter(curve, &elements[elements_count++], number);
        big_add(number, number, curve->order.v, CURVE_SCALAR_LIMBS);
    }
    return curve->arithmetic->sum_has_x(curve, terms, count, elements, elements_count);
}

/* ---------------------------------------------------------------------------------------------- scalars */

/* A limb of bits of a scalar, the lowest of them bit FROM. */
static limb bits_from(const limb scalar[CURVE_SCALAR_LIMBS], size_t from)
{
    const size_t word = from / WIDE_LIMB_BITS, shift = from % WIDE_LIMB_BITS;
    limb bits = word < CURVE_SCALAR_LIMBS ? scalar[word] >> shift : 0;
    if (word + 1 < CURVE_SCALAR_LIMBS)
        bits |= scalar[word + 1] << 1 << (WIDE_LIMB_BITS - 1 - shift);
    return bits;
}

void curve_recode(struct curve_digits *digits, const struct curve_scalar *scalar, unsigned width)
{
    enum { BITS = CURVE_SCALAR_LIMBS * WIDE_LIMB_BITS };
    size_t top = big_bits(scalar->v, CURVE_SCALAR_LIMBS);
    unsigned carry = 0;
    memset(digits, 0, sizeof *digits);
    for (size_t i = 0; i < top + 1;) {
        if (big_bit(scalar->v, CURVE_SCALAR_LIMBS, i) == carry) {
            i++;
            continue;
        }
        int value = (int)(bits_from(scalar->v, i) & (((limb)1 << width) - 1)) + (int)carry;
        carry = value >> (width - 1) != 0;
        digits->digit[i] = (signed char)(value - (int)(carry << width));
        digits->length = i + 1;
        i += width;
    }
    _Static_assert(sizeof digits->digit > BITS + 1, "a carry out of the top is one more digit");
}

void curve_table_picks(struct curve_picks *picks, const struct curve_scalar *scalar, unsigned window_bits,
                       unsigned width)
{
    enum { BITS = CURVE_SCALAR_LIMBS * WIDE_LIMB_BITS, LAST = CURVE_TABLE_POINTS - 1 };
    enum { THREE = 1 << 14, MINUS = 1 << 15 };
    /* i * reciprocal >> 16 = i / window_bits for i up to BITS */
    const uint16_t reciprocal = (uint16_t)(65536 / window_bits + 1);
    const size_t top = big_bits(scalar->v, CURVE_SCALAR_LIMBS);
    uint16_t digit[CURVE_PICKS_MAX]; /* its place in the scalar, THREE, MINUS */
    limb ends[CURVE_SCALAR_LIMBS] = { 0 }, minus = 0;
    size_t count = 0;

    /* a digit at the end of a window has a bit less, as 3 would reach beyond it */
    for (size_t i = window_bits - 1; width > 2 && i < LAST * window_bits && i < BITS; i += window_bits)
        ends[i / WIDE_LIMB_BITS] |= (limb)1 << i % WIDE_LIMB_BITS;
    for (size_t from = 0; from <= top;) { /* a limb's bits at a time, and from there on again where a digit leaves them */
        limb bits = bits_from(scalar->v, from), end = bits_from(ends, from);
        /* a digit begins where a bit is not as the one below, and leaves its highest bit to be added to the next one */
        limb turns = bits ^ (bits << 1 | minus);
        unsigned offset = 0;
        for (;;) {
            const unsigned zeros = turns != 0 ? limb_trailing_zeros(turns) : WIDE_LIMB_BITS;
            offset += zeros;
            if (offset > WIDE_LIMB_BITS - width)
                break;
            turns >>= zeros;
            end >>= zeros;
            const unsigned own = width - (unsigned)(end & 1);
            const limb three = turns >> 2 & (own - 2);
            minus = bits >> (offset + own - 1) & 1;
            turns >>= own;
            end >>= own;
            digit[count++] = (uint16_t)((from + offset) | three * THREE | minus * MINUS);
            offset += own;
        }
        from += offset < WIDE_LIMB_BITS ? offset : WIDE_LIMB_BITS;
    }
    for (size_t i = 0; i < count; i++) {
        /* beyond the windows' length only the last has digits: it takes whatever is left */
        const uint16_t place = digit[i] & (THREE - 1), window = (uint16_t)((uint32_t)place * reciprocal >> 16);
        const uint16_t point = window < LAST ? window : LAST;
        picks->position[i] = (uint16_t)(place - point * window_bits);
        picks->point[i] = (uint16_t)(2 * point + digit[i] / MINUS);
        picks->three[i] = digit[i] / THREE & 1;
    }
    picks->count = count;
    const size_t end = count == 0 ? 0 : (digit[count - 1] & (THREE - 1)) + 1u + picks->three[count - 1];
    picks->length = end < window_bits ? end : window_bits;
    if (end > picks->length + LAST * window_bits)
        picks->length = end - LAST * window_bits;
    _Static_assert(CURVE_PICKS_MAX > BITS / 2 + 1, "no two of width 2 are side by side");
}

int curve_scalar_load_exactly(struct curve_scalar *r, const uint8_t *bytes, size_t size)
{
    return big_load(r->v, CURVE_SCALAR_LIMBS, bytes, size) == STATUS_OK;
}

/* r = a mod order for a of up to twice a scalar's length */
static void scalar_reduce(const struct curve *curve, struct curve_scalar *r, const limb *a, size_t limbs)
{
    limb remainder[CURVE_SCALAR_LIMBS];
    big_divide(NULL, remainder, a, limbs, curve->order.v, curve->order_limbs);
    memset(r, 0, sizeof *r);
    big_copy(r->v, remainder, curve->order_limbs);
}

void curve_scalar_load(const struct curve *curve, struct curve_scalar *r, const uint8_t *bytes, size_t size)
{
    /* chunks of half a scalar's length, the remainder so far above them */
    enum { CHUNK_LIMBS = 128 / WIDE_LIMB_BITS * 2, CHUNK = CHUNK_LIMBS * WIDE_LIMB_BITS / 8 };
    limb number[CURVE_SCALAR_LIMBS + CHUNK_LIMBS];
    memset(r, 0, sizeof *r);
    if (8 * size < curve->order_bits) {
        big_load(r->v, CURVE_SCALAR_LIMBS, bytes, size);
        return;
    }
    while (size > 0) {
        size_t part = size % CHUNK != 0 ? size % CHUNK : CHUNK;
        big_copy(number + CHUNK_LIMBS, r->v, CURVE_SCALAR_LIMBS);
        big_load(number, CHUNK_LIMBS, bytes, part);
        scalar_reduce(curve, r, number, CHUNK_LIMBS + curve->order_limbs);
        bytes += part;
        size -= part;
    }
}

void curve_scalar_store(const struct curve *curve, uint8_t *bytes, const struct curve_scalar *a)
{
    big_store(bytes, curve->order_size, a->v, curve->order_limbs);
}

int curve_scalar_is_zero(const struct curve_scalar *a)
{
    return big_is_zero(a->v, CURVE_SCALAR_LIMBS);
}

int curve_scalar_below_order(const struct curve *curve, const struct curve_scalar *a)
{
    return big_compare(a->v, curve->order.v, CURVE_SCALAR_LIMBS) < 0;
}

enum status curve_scalar_draw(const struct curve *curve, struct curve_scalar *r, limb low, struct rng *rng)
{
    enum { TRIES = 256 };
    for (unsigned i = 0; i < TRIES; i++) {
        uint8_t bytes[CURVE_BYTES_MAX + 1];
        enum status status = rng->fill(rng, bytes, curve->order_size);
        if (status != STATUS_OK)
            return status;
        bytes[0] &= (uint8_t)(0xff >> (8 * curve->order_size - curve->order_bits));
        curve_scalar_load_exactly(r, bytes, curve->order_size);
        wipe(bytes, sizeof bytes);
        struct curve_scalar above = *r;
        limb carry = big_add_small(above.v, above.v, CURVE_SCALAR_LIMBS, low - 1);
        if (carry == 0 && curve_scalar_below_order(curve, &above) &&
            !(big_bits(r->v, CURVE_SCALAR_LIMBS) <= WIDE_LIMB_BITS && r->v[0] < low))
            return STATUS_OK;
    }
    return STATUS_FAILED;
}

void curve_scalar_from_x(const struct curve *curve, struct curve_scalar *r, const struct curve_point *p)
{
    limb number[CURVE_SCALAR_LIMBS];
    memset(r, 0, sizeof *r);
    if (p->infinity)
        return;
    element_leave(curve, number, &p->x);
    if (curve->field_bits > curve->order_bits + 1) {
        scalar_reduce(curve, r, number, field_limbs(curve));
        return;
    }
    big_copy(r->v, number, field_limbs(curve));
    while (!curve_scalar_below_order(curve, r)) /* below 4 times that; a division takes longer */
        big_sub(r->v, r->v, curve->order.v, CURVE_SCALAR_LIMBS);
}

void curve_scalar_add(const struct curve *curve, struct curve_scalar *r, const struct curve_scalar *a,
                      const struct curve_scalar *b)
{
    limb carry = big_add(r->v, a->v, b->v, CURVE_SCALAR_LIMBS); /* scalars below the order leave room for it */
    if (carry != 0 || !curve_scalar_below_order(curve, r))
        big_sub(r->v, r->v, curve->order.v, CURVE_SCALAR_LIMBS);
}

void curve_scalar_subtract(const struct curve *curve, struct curve_scalar *r, const struct curve_scalar *a,
                           const struct curve_scalar *b)
{
    if (big_sub(r->v, a->v, b->v, CURVE_SCALAR_LIMBS) != 0)
        big_add(r->v, r->v, curve->order.v, CURVE_SCALAR_LIMBS);
}

void curve_scalar_multiply(const struct curve *curve, struct curve_scalar *r, const struct curve_scalar *a,
                           const struct curve_scalar *b)
{
    limb product[2 * CURVE_SCALAR_LIMBS];
    big_multiply(product, a->v, curve->order_limbs, b->v, curve->order_limbs);
    scalar_reduce(curve, r, product, 2 * curve->order_limbs);
}

int curve_scalar_inverse(const struct curve *curve, struct curve_scalar *r, const struct curve_scalar *a)
{
    struct curve_scalar number = *a;
    memset(r, 0, sizeof *r);
    if ((curve->order.v[0] & 1) == 0)
        return big_inverse(r->v, number.v, curve->order.v, curve->order_limbs);
    return inverse_odd(r->v, number.v, curve->order.v, curve->order_limbs);
}

/* ----------------------------------------------------------------------------------- domain parameters */

/* The numbers of a curve before they are known to be one. */
struct numbers {
    limb p[CURVE_SCALAR_LIMBS], a[CURVE_SCALAR_LIMBS], b[CURVE_SCALAR_LIMBS], gx[CURVE_SCALAR_LIMBS],
        gy[CURVE_SCALAR_LIMBS], order[CURVE_SCALAR_LIMBS];
    unsigned exponents[5]; /* exponents[0] != 0: GF(2^m) */
    unsigned cofactor, vector_bits;
};

/* Bases for the primality test, from the number itself: a small generator (G. Steele, "SplitMix", 2014). */
static enum status fill_from_counter(struct rng *rng, uint8_t *out, size_t size)
{
    uint64_t *state = rng->state;
    for (size_t i = 0; i < size; i++) {
        *state += UINT64_C(0x9e3779b97f4a7c15);
        uint64_t z = *state;
        z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
        out[i] = (uint8_t)(z >> 56);
    }
    return STATUS_OK;
}

static int is_prime(const limb *p, size_t limbs)
{
    enum { ROUNDS = 32 };
    uint64_t state = 0;
    for (size_t i = 0; i < limbs; i++)
        state = (state ^ p[i]) * UINT64_C(0x100000001b3);
    struct rng rng = { fill_from_counter, &state };
    return big_is_prime(p, limbs, ROUNDS, &rng);
}

/* Degree of a polynomial over GF(2), -1 for 0. */
static int degree(const limb *a)
{
    return (int)big_bits(a, CURVE_SCALAR_LIMBS) - 1;
}

/* Whether gcd(A, B) = 1, for polynomials over GF(2). */
static int polynomials_coprime(const limb *a, const limb *b)
{
    limb x[CURVE_SCALAR_LIMBS], y[CURVE_SCALAR_LIMBS], shifted[CURVE_SCALAR_LIMBS];
    limb *high = x, *low = y;
    big_copy(x, a, CURVE_SCALAR_LIMBS);
    big_copy(y, b, CURVE_SCALAR_LIMBS);
    for (;;) {
        if (degree(high) < degree(low)) {
            limb *swap = high;
            high = low;
            low = swap;
        }
        if (degree(low) < 0)
            return degree(high) == 0;
        big_shift_left(shifted, low, CURVE_SCALAR_LIMBS, (size_t)(degree(high) - degree(low)));
        for (size_t i = 0; i < CURVE_SCALAR_LIMBS; i++)
            high[i] ^= shifted[i];
    }
}

/* M. Ben-Or's test: f of degree m is irreducible when x^(2^i) + x is coprime to f for every i up to m / 2. */
static int is_irreducible(const struct curve *curve)
{
    struct curve_element x = { { 2 } }, power = x;
    limb f[CURVE_SCALAR_LIMBS] = { 0 }, g[CURVE_SCALAR_LIMBS] = { 0 };
    for (size_t i = 0; i == 0 || curve->exponents[i - 1] != 0; i++)
        f[curve->exponents[i] / WIDE_LIMB_BITS] |= (limb)1 << curve->exponents[i] % WIDE_LIMB_BITS;
    for (unsigned i = 1; i <= curve->field_bits / 2; i++) {
        element_multiply(curve, &power, &power, &power);
        for (size_t j = 0; j < field_limbs(curve); j++)
            g[j] = power.v[j] ^ x.v[j];
        if (!polynomials_coprime(f, g))
            return 0;
    }
    return 1;
}

/* The field of CURVE; CHECKED: the modulus is not known to be prime or irreducible. */
static int set_field(struct curve *curve, const struct numbers *n, int checked)
{
    if (n->exponents[0] != 0) {
        curve->binary = 1;
        curve->field_bits = n->exponents[0];
        memcpy(curve->exponents, n->exponents, sizeof curve->exponents);
        curve->arithmetic = curve_binary_arithmetic(curve->exponents, n->vector_bits);
        curve->one.v[0] = 1;
        if (curve->arithmetic == NULL || (checked && !is_irreducible(curve)))
            return 0;
    } else {
        limb square[2 * CURVE_SCALAR_LIMBS + 4] = { 0 }, p[CURVE_SCALAR_LIMBS], residue[CURVE_SCALAR_LIMBS];
        curve->field_bits = (unsigned)big_bits(n->p, CURVE_SCALAR_LIMBS);
        curve->arithmetic = curve_prime_arithmetic(curve->field_bits, n->vector_bits);
        if (curve->arithmetic == NULL || curve->field_bits < 3 || (n->p[0] & 1) == 0 ||
            (checked && !is_prime(n->p, field_limbs(curve))))
            return 0;
        unsigned digit_bits = curve->arithmetic->digit_bits, r_bits = curve->arithmetic->limbs * digit_bits;
        size_t limbs = field_limbs(curve);
        big_copy(p, n->p, CURVE_SCALAR_LIMBS);
        curve_split(curve->modulus, curve->arithmetic->limbs, digit_bits, p, limbs);
        curve->modulus_inverse = (0 - limb_inverse(p[0])) & (((limb)1 << digit_bits) - 1);
        limb multiple[CURVE_SCALAR_LIMBS + 1];
        big_multiply(multiple, p, CURVE_SCALAR_LIMBS, &curve->modulus_inverse, 1);
        big_add_small(multiple, multiple, CURVE_SCALAR_LIMBS + 1, 1);
        big_shift_right(multiple, multiple, CURVE_SCALAR_LIMBS + 1, digit_bits);
        curve_split(curve->quotient, curve->arithmetic->limbs, digit_bits, multiple, limbs);
        square[2 * r_bits / WIDE_LIMB_BITS] = (limb)1 << 2 * r_bits % WIDE_LIMB_BITS;
        big_divide(NULL, residue, square, 2 * r_bits / WIDE_LIMB_BITS + 1, p, limbs);
        curve_split(curve->r_squared.v, curve->arithmetic->limbs, digit_bits, residue, limbs);
        struct curve_element plain_one = { { 1 } };
        element_multiply(curve, &curve->one, &plain_one, &curve->r_squared);
    }
    curve->field_size = (curve->field_bits + 7) / 8;
    return 1;
}

/* Whether NUMBER is an element of the field. */
static int in_field(const struct curve *curve, const struct numbers *n, const limb *number)
{
    return curve->binary ? big_bits(number, CURVE_SCALAR_LIMBS) <= curve->field_bits
                         : big_compare(number, n->p, CURVE_SCALAR_LIMBS) < 0;
}

/* 4 a^3 + 27 b^2 = 0, or b = 0: no elliptic curve. */
static int is_singular(const struct curve *curve)
{
    struct curve_element a = curve->a, b = curve->b, factor = { { 27 } };
    if (curve->binary)
        return element_is_zero(curve, &b);
    element_multiply(curve, &factor, &factor, &curve->r_squared);
    element_multiply(curve, &b, &b, &b);
    element_multiply(curve, &b, &b, &factor);
    element_multiply(curve, &a, &a, &a);
    element_multiply(curve, &a, &a, &curve->a);
    element_add(curve, &a, &a, &a);
    element_add(curve, &a, &a, &a);
    element_add(curve, &a, &a, &b);
    return element_is_zero(curve, &a);
}

/* H. Hasse's bound: |order cofactor - q - 1| <= 2 sqrt(q). */
static int cofactor_fits(const struct curve *curve, const struct numbers *n)
{
    enum { LIMBS = CURVE_SCALAR_LIMBS + 1 };
    limb points[LIMBS], q[LIMBS] = { 0 }, difference[LIMBS], square[2 * LIMBS], bound[2 * LIMBS] = { 0 };
    limb cofactor = n->cofactor;
    big_multiply(points, n->order, CURVE_SCALAR_LIMBS, &cofactor, 1);
    if (curve->binary)
        q[curve->field_bits / WIDE_LIMB_BITS] = (limb)1 << curve->field_bits % WIDE_LIMB_BITS;
    else
        big_copy(q, n->p, CURVE_SCALAR_LIMBS);
    big_copy(bound, q, LIMBS);
    big_shift_left(bound, bound, 2 * LIMBS, 2);
    big_add_small(q, q, LIMBS, 1);
    if (big_compare(points, q, LIMBS) > 0)
        big_sub(difference, points, q, LIMBS);
    else
        big_sub(difference, q, points, LIMBS);
    big_square(square, difference, LIMBS);
    return big_compare(square, bound, 2 * LIMBS) <= 0;
}

static enum status set_curve(struct curve *curve, const struct numbers *n, int checked, const char **bad_field)
{
    memset(curve, 0, sizeof *curve);
    *bad_field = n->exponents[0] != 0 ? "poly" : "p";
    if (!set_field(curve, n, checked))
        return STATUS_BAD_PARAMETER;
    *bad_field = "a";
    if (!in_field(curve, n, n->a))
        return STATUS_BAD_PARAMETER;
    *bad_field = "b";
    if (!in_field(curve, n, n->b))
        return STATUS_BAD_PARAMETER;
    element_enter(curve, &curve->a, n->a);
    element_enter(curve, &curve->b, n->b);
    if (!curve->binary)
        curve_prime_set(curve);
    if (is_singular(curve))
        return STATUS_BAD_PARAMETER;
    curve->b_bits = (unsigned)big_bits(n->b, CURVE_SCALAR_LIMBS);
    curve->a_is = CURVE_A_ANY;
    if (big_is_zero(n->a, CURVE_SCALAR_LIMBS)) {
        curve->a_is = CURVE_A_ZERO;
    } else if (curve->binary) {
        if (big_is_small(n->a, CURVE_SCALAR_LIMBS, 1))
            curve->a_is = CURVE_A_ONE;
    } else {
        limb sum[CURVE_SCALAR_LIMBS];
        big_add_small(sum, n->a, CURVE_SCALAR_LIMBS, 3);
        if (big_compare(sum, n->p, CURVE_SCALAR_LIMBS) == 0)
            curve->a_is = CURVE_A_MINUS_3;
    }
    *bad_field = "gx";
    if (!in_field(curve, n, n->gx))
        return STATUS_BAD_PARAMETER;
    *bad_field = "gy";
    if (!in_field(curve, n, n->gy))
        return STATUS_BAD_PARAMETER;
    element_enter(curve, &curve->base.x, n->gx);
    element_enter(curve, &curve->base.y, n->gy);
    if (!curve_contains(curve, &curve->base))
        return STATUS_BAD_PARAMETER;

    *bad_field = "order";
    big_copy(curve->order.v, n->order, CURVE_SCALAR_LIMBS);
    curve->order_bits = (unsigned)big_bits(n->order, CURVE_SCALAR_LIMBS);
    if (curve->order_bits < 2 || curve->order_bits > curve->field_bits + 1)
        return STATUS_BAD_PARAMETER;
    curve->order_limbs = BIG_LIMBS(curve->order_bits);
    curve->order_size = (curve->order_bits + 7) / 8;
    curve->cofactor = n->cofactor;
    curve->prime_order = checked ? is_prime(n->order, curve->order_limbs) : (int)(n->order[0] & 1);
    if (checked) {
        struct curve_point multiple;
        curve_multiply(curve, &multiple, &curve->order, &curve->base);
        if (!multiple.infinity)
            return STATUS_BAD_PARAMETER;
        *bad_field = "cofactor";
        if (!cofactor_fits(curve, n))
            return STATUS_BAD_PARAMETER;
    }
    *bad_field = NULL;
    return STATUS_OK;
}

static void load_hexadecimal(limb *r, const char *digits)
{
    big_set(r, CURVE_SCALAR_LIMBS, 0);
    for (; *digits != '\0'; digits++) {
        big_shift_left(r, r, CURVE_SCALAR_LIMBS, 4);
        r[0] |= (limb)(*digits <= '9' ? *digits - '0' : *digits - 'a' + 10);
    }
}

enum status curve_named(struct curve *curve, unsigned id, unsigned vector_bits)
{
    struct numbers n = { .vector_bits = vector_bits };
    const char *bad_field;
    if (id >= CURVE_COUNT || curve_descriptions[id].order == NULL)
        return STATUS_BAD_PARAMETER;
    const struct curve_description *description = &curve_descriptions[id];
    if (description->p != NULL)
        load_hexadecimal(n.p, description->p);
    load_hexadecimal(n.a, description->a);
    load_hexadecimal(n.b, description->b);
    load_hexadecimal(n.gx, description->gx);
    load_hexadecimal(n.gy, description->gy);
    load_hexadecimal(n.order, description->order);
    memcpy(n.exponents, description->exponents, sizeof n.exponents);
    n.cofactor = description->cofactor;
    return set_curve(curve, &n, 0, &bad_field);
}

/* The exponents of a trinomial or pentanomial with constant term; 0 for any other polynomial. */
static int exponents_of(unsigned exponents[5], const limb *polynomial)
{
    size_t count = 0;
    for (size_t i = big_bits(polynomial, CURVE_SCALAR_LIMBS); i-- > 0;) {
        if (big_bit(polynomial, CURVE_SCALAR_LIMBS, i)) {
            if (count == 5)
                return 0;
            exponents[count++] = (unsigned)i;
        }
    }
    return (count == 3 || count == 5) && exponents[count - 1] == 0;
}

enum status curve_from_key(struct curve *curve, const struct key *key, unsigned vector_bits, const char **bad_field)
{
    struct numbers n = { .vector_bits = vector_bits };
    limb polynomial[CURVE_SCALAR_LIMBS] = { 0 }, cofactor[CURVE_SCALAR_LIMBS];
    const struct {
        const char *name;
        limb *number;
    } wanted[] = { { "a", n.a }, { "b", n.b }, { "gx", n.gx }, { "gy", n.gy }, { "order", n.order },
                   { "cofactor", cofactor } };
    const struct field *field = key_field(key, "poly");
    int binary = field != NULL;
    *bad_field = binary ? "poly" : "p";
    if (!binary)
        field = key_field(key, "p");
    if (field == NULL ||
        big_load(binary ? polynomial : n.p, CURVE_SCALAR_LIMBS, field->value, field->size) != STATUS_OK)
        return STATUS_BAD_PARAMETER;
    if (binary && !exponents_of(n.exponents, polynomial))
        return STATUS_BAD_PARAMETER;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        *bad_field = wanted[i].name;
        field = key_field(key, wanted[i].name);
        if (field == NULL || big_load(wanted[i].number, CURVE_SCALAR_LIMBS, field->value, field->size) != STATUS_OK)
            return STATUS_BAD_PARAMETER;
    }
    if (big_bits(cofactor, CURVE_SCALAR_LIMBS) > 31)
        return STATUS_BAD_PARAMETER;
    n.cofactor = (unsigned)cofactor[0];
    return set_curve(curve, &n, 1, bad_field);
}

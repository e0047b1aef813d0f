/* SPDX-License-Identifier: MIT */
/*
 * curve.h - elliptic curves over GF(p), y^2 = x^3 + a x + b, and GF(2^m), y^2 + x y = x^3 + a x^2 + b.
 *
 * A `struct curve` holds a field, a curve, its base point and the base point's order; `curve_named` fills it from the
 * table of known curves, `curve_from_key` from explicit domain parameters.  Points are affine, with a flag for the
 * point at infinity; coordinates are in the field's own representation and pass through `curve_decode` and
 * `curve_encode`. Every function accepts every point of the curve: infinity, order 2, equal and opposite operands.
 *
 * All of it is variable-time: the time depends on scalars and points.
 */
#ifndef ASSAY_NATIVE_CURVE_CURVE_H
#define ASSAY_NATIVE_CURVE_CURVE_H

#include "native/common/names.h"

#include <stddef.h>
#include <stdint.h>

#include "native/common/wide.h"
#include "native/native.h"

enum {
    CURVE_BITS_MAX = 571,
    CURVE_BYTES_MAX = (CURVE_BITS_MAX + 7) / 8,              /* of a field element or of a number below the order */
    CURVE_POINT_BYTES_MAX = 1 + 2 * CURVE_BYTES_MAX,
    CURVE_LIMBS = WIDE_LIMB_BITS == 64 ? 9 : 21,             /* of a field element */
    CURVE_SCALAR_LIMBS = 576 / WIDE_LIMB_BITS,               /* of a scalar: any number below 2^576 */
    CURVE_TABLE_POINTS = 16,
    CURVE_PICKS_MAX = CURVE_SCALAR_LIMBS * WIDE_LIMB_BITS / 2 + 2,
    CURVE_TERMS_MAX = 2,
    CURVE_LOADED_POINTS = CURVE_TERMS_MAX * 2 * CURVE_TABLE_POINTS,
    /*
     * Of the sums of tables: positions at a time, shared by the tables; groups of points, +-1 and +-3 apart; points, where
     * one of three positions has a digit, which +-3 counts twice for, and the ends of each table some more; sums of pairs.
     */
    CURVE_BATCH_POSITIONS = 40,
    CURVE_BATCH_GROUPS = CURVE_BATCH_POSITIONS * 2,
    CURVE_BATCH_ITEMS = CURVE_TABLE_POINTS * 2 * (CURVE_BATCH_POSITIONS / 3 + 2 * CURVE_TERMS_MAX),
    CURVE_BATCH_POINTS = 128
};

struct curve_element {
    limb v[CURVE_LIMBS];
};

struct curve_point {
    struct curve_element x, y;
    int infinity;
};

struct curve_scalar {
    limb v[CURVE_SCALAR_LIMBS]; /* least significant limb first */
};

struct curve_lanes_point {
    double x[4], y[4];
};

/* Table of a fixed base b: points[i] = 2^(window_bits * i) b; and the same for prime_lanes.h, where that takes them. */
struct curve_table {
    struct curve_point points[CURVE_TABLE_POINTS];
    unsigned window_bits;
    int has_lanes;
    struct curve_lanes_point lanes[CURVE_TABLE_POINTS];
};

/* One summand of a linear combination: SCALAR times POINT, or times the base of TABLE where that is not NULL. */
struct curve_term {
    const struct curve_scalar *scalar;
    const struct curve_point *point;
    const struct curve_table *table;
};

struct curve;

/*
 * What a field offers to curve.c, per size of its elements.
 * multiply: a product of two elements in the field's representation.
 * sum: the linear combination of COUNT <= CURVE_TERMS_MAX terms; where EACH is set, r[i] is term i by itself instead.
 * sum_has_x: whether the linear combination's x is one of those of X; not so at infinity.  It takes no inversion.
 */
struct curve_arithmetic {
    unsigned limbs, digit_bits; /* of an element: limbs that are used, and how many bits each holds */
    void (*multiply)(const struct curve *curve, struct curve_element *r, const struct curve_element *a,
                     const struct curve_element *b);
    void (*sum)(const struct curve *curve, struct curve_point *r, const struct curve_term *terms, size_t count,
                int each);
    int (*sum_has_x)(const struct curve *curve, const struct curve_term *terms, size_t count,
                     const struct curve_element *x, size_t x_count);
};

/* Domain parameters in hexadecimal, as the table of named curves has them. */
struct curve_description {
    const char *p;         /* GF(p); NULL for GF(2^m) */
    unsigned exponents[5]; /* GF(2^m): of the polynomial, largest first, ending in 0 */
    const char *a, *b, *gx, *gy, *order;
    unsigned cofactor;
};

extern const struct curve_description curve_descriptions[CURVE_COUNT];

enum curve_a { CURVE_A_ANY, CURVE_A_ZERO, CURVE_A_ONE, CURVE_A_MINUS_3 };

/* What prime_lanes.h computes with, in its digits: p, (k p + 1) / 2^e for e = 44 and 88, -1 / p modulo 2^44, ... */
struct curve_lanes {
    double modulus[4], quotient[4], quotient_2[4], inverse, one[4], a[4], leave[4];
    struct curve_element enter;
};

struct curve {
    const struct curve_arithmetic *arithmetic;
    int binary;
    unsigned field_bits, order_bits, cofactor;
    size_t field_size, order_size;              /* in bytes, of an encoded element and of a number below the order */
    size_t order_limbs;
    unsigned exponents[5];                      /* GF(2^m) */
    limb modulus[CURVE_LIMBS], modulus_inverse; /* GF(p): p in digits, and k = -1 / p modulo 2^digit_bits */
    limb quotient[CURVE_LIMBS];                 /* GF(p): (k p + 1) / 2^digit_bits in digits */
    struct curve_element r_squared;             /* GF(p): takes a number into Montgomery form */
    struct curve_lanes lanes;
    struct curve_element one, a, b;
    enum curve_a a_is;
    unsigned b_bits;                            /* GF(2^m): length of b */
    struct curve_point base;
    struct curve_scalar order;
    int prime_order;                            /* not so the base points of 1998 */
};

/*
 * The curve that ID names; STATUS_BAD_PARAMETER where there is none (CURVE_EXPLICIT among them).  VECTOR_BITS: the
 * widest vectors to use, as `variant->vector_bits`.
 */
enum status curve_named(struct curve *curve, unsigned id, unsigned vector_bits);

/*
 * The curve that KEY's fields give: p or poly (GF(2^m), bit i the coefficient of x^i), a, b, gx, gy, order, cofactor.
 * Refuses, with *BAD_FIELD set, what is no such curve: a composite p, a polynomial that is no irreducible trinomial or
 * pentanomial, a zero discriminant, a base point off the curve or not of that order, a cofactor that does not fit.
 */
enum status curve_from_key(struct curve *curve, const struct key *key, unsigned vector_bits, const char **bad_field);

/* Field elements as big-endian bytes.  decode takes any SIZE and gives 0 for what is no element. */
int curve_decode(const struct curve *curve, struct curve_element *r, const uint8_t *bytes, size_t size);
void curve_encode(const struct curve *curve, uint8_t *bytes, const struct curve_element *a); /* field_size bytes */

/* 1 where the point is on the curve; infinity is. */
int curve_contains(const struct curve *curve, const struct curve_point *p);

int curve_equal(const struct curve *curve, const struct curve_point *a, const struct curve_point *b);
void curve_negate(const struct curve *curve, struct curve_point *r, const struct curve_point *a);

/*
 * Points as bytes (SEC 1, section 2.3): 04 x y, 02 or 03 and x, or 00 for infinity, alone or padded with zeros to the
 * uncompressed length.  decode gives 0 for every other string, hybrid forms and points off the curve among them.
 */
int curve_decode_point(const struct curve *curve, struct curve_point *r, const uint8_t *bytes, size_t size);
void curve_encode_point(const struct curve *curve, uint8_t *bytes, const struct curve_point *p); /* 1 + 2 field_size */

/* The point with this x whose y is odd (GF(p)) or has odd y / x (GF(2^m)) as ODD says; 0 where there is none. */
int curve_lift_x(const struct curve *curve, struct curve_point *r, const struct curve_element *x, int odd);

/* r = the sum of the terms.  r may be one of the points. */
void curve_sum(const struct curve *curve, struct curve_point *r, const struct curve_term *terms, size_t count);
void curve_multiply(const struct curve *curve, struct curve_point *r, const struct curve_scalar *k,
                    const struct curve_point *p);

/* 1 where the sum of the terms is no infinity and its x, as a number modulo the order, is X below the order. */
int curve_sum_has_x(const struct curve *curve, const struct curve_term *terms, size_t count,
                    const struct curve_scalar *x);

/* r[i] = the i-th of COUNT <= CURVE_TERMS_MAX terms: cheaper than one by one, as they share their inversions. */
void curve_multiply_each(const struct curve *curve, struct curve_point *r, const struct curve_term *terms,
                         size_t count);

/* The table of BASE for scalars of ORDER_BITS bits. */
void curve_table_set(const struct curve *curve, struct curve_table *table, const struct curve_point *base);

/*
 * Scalars.  load: a big-endian number, reduced modulo the order, of any length.  load_exactly: 0 unless the number is
 * below 2^576.  draw: order_size bytes from RNG until the number, bits above the order's cleared, is in LOW .. order -
 * LOW.  The arithmetic is modulo the order, on numbers below it; inverse gives 0 where there is none.
 */
void curve_scalar_load(const struct curve *curve, struct curve_scalar *r, const uint8_t *bytes, size_t size);
int curve_scalar_load_exactly(struct curve_scalar *r, const uint8_t *bytes, size_t size);
void curve_scalar_store(const struct curve *curve, uint8_t *bytes, const struct curve_scalar *a); /* order_size bytes */
enum status curve_scalar_draw(const struct curve *curve, struct curve_scalar *r, limb low, struct rng *rng);
void curve_scalar_from_x(const struct curve *curve, struct curve_scalar *r, const struct curve_point *p);
void curve_scalar_add(const struct curve *curve, struct curve_scalar *r, const struct curve_scalar *a,
                      const struct curve_scalar *b);
void curve_scalar_subtract(const struct curve *curve, struct curve_scalar *r, const struct curve_scalar *a,
                           const struct curve_scalar *b);
void curve_scalar_multiply(const struct curve *curve, struct curve_scalar *r, const struct curve_scalar *a,
                           const struct curve_scalar *b);
int curve_scalar_inverse(const struct curve *curve, struct curve_scalar *r, const struct curve_scalar *a);
int curve_scalar_is_zero(const struct curve_scalar *a);
int curve_scalar_below_order(const struct curve *curve, const struct curve_scalar *a);

/* ---------------------------------------------------------- between the files of this folder */

/* A scalar in signed digits of some width: zero or odd, below 2^(width - 1), no two nonzero ones within width. */
struct curve_digits {
    size_t length;
    signed char digit[CURVE_SCALAR_LIMBS * WIDE_LIMB_BITS + 64]; /* 0 from length on */
};

void curve_recode(struct curve_digits *digits, const struct curve_scalar *scalar, unsigned width);

/*
 * The nonzero digits of a scalar on a table.  Digit i is 1 or, where three[i] is 1, 3 times points[point[i] / 2],
 * negative where point[i] is odd, at position[i] of Horner's scheme.
 */
struct curve_picks {
    size_t count, length; /* LENGTH positions have all bits of all digits */
    uint16_t position[CURVE_PICKS_MAX], point[CURVE_PICKS_MAX], three[CURVE_PICKS_MAX];
};

/* The signed digits of SCALAR, of a width of 2 or 3, on a table of WINDOW_BITS from 2 to 96. */
void curve_table_picks(struct curve_picks *picks, const struct curve_scalar *scalar, unsigned window_bits,
                       unsigned width);

/* COUNT digits of DIGIT_BITS bits out of a number of LIMBS limbs, and back. */
void curve_split(limb *digits, size_t count, unsigned digit_bits, const limb *number, size_t limbs);
void curve_join(limb *number, size_t limbs, const limb *digits, size_t count, unsigned digit_bits);

/* The number below p of a number below 2 p in digits; CURVE_SCALAR_LIMBS limbs. */
void curve_join_below(limb *number, const limb *digits, const struct curve *curve);

/* The arithmetic that fits a field; NULL where the field is too large. */
const struct curve_arithmetic *curve_prime_arithmetic(unsigned field_bits, unsigned vector_bits);
const struct curve_arithmetic *curve_binary_arithmetic(const unsigned exponents[5], unsigned vector_bits);

/* What the arithmetic over GF(p) needs of a curve whose modulus and a are set, and of a table whose points are. */
void curve_prime_set(struct curve *curve);
void curve_prime_table_set(const struct curve *curve, struct curve_table *table);

#endif

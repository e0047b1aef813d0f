/* SPDX-License-Identifier: MIT */
/*
 * Montgomery multiplication in floating point: a vector of doubles takes the products of four 52-bit digits in two
 * fused multiply-adds, where the integer unit takes one of 64-bit limbs in five instructions (Emmart, Zheng, Weems,
 * "Faster Modular Exponentiation Using Double Precision Floating Point Arithmetic on the GPU", 2018).  Pays beyond
 * the unrolled kernels for 512 bits.
 *
 * A number is the sum of digit[i] * 2^(52 * i); digits are whole and lie in -2^51 .. 2^51.  For such digits a and b,
 * h = fma(a, b, HIGH) rounds a * b to a multiple of 2^51, which is how far doubles from 2^103 to 2^104 are apart, and
 * fma(a, b, HIGH + LOW - h) is what is missing, at most 2^50 in size, plus LOW.  The bits of both, read as integers,
 * are a constant plus the multiple and a constant plus the rest.  They are summed by columns, apart, in 64 bits; the
 * constants wrap around and are taken off by the initial value of the sums.
 *
 * With R = 2^(52 * digits), t = a * b and q = -t / m modulo R, the result is (t + q * m) / R.  Of the product that
 * gives q only the lower half is needed, of q * m the upper: what the lower half of t + q * m carries is a whole
 * number, hence its two highest columns, rounded.  Residues have a sign and are below 1.5 * m in size: R is at least
 * 64 * m and q at most R / 2 in size, so that a product is below m / 2 + (1.5 * m)^2 / R < 0.6 * m, and one less a
 * subtrahend, which must be such a product, below 1.2 * m.
 *
 * Rounding must be to nearest, as programs start with.  Constant-time: no branch and no address depends on the
 * residues.  The loops over products are plain C over arrays, made for the compiler's vectors.
 */
#include "native/bignum/fused.h"

#include <math.h>
#include <string.h>

#include "native/bignum/digits.h"
#include "native/common/bytes.h"
#include "native/common/lanes.h"

enum { BLOCK = 4, MARGIN = FUSED_MARGIN, SLACK_BITS = 6, FUSED_BITS_MIN = 513, QUAD_BITS_MIN = 385 };

/* Column i of a sum is low[i] + 2^51 * high[i], both off by constants; a block of margin comes before column 0. */
struct columns {
    uint64_t low[BLOCK + 2 * FUSED_DIGITS_MAX], high[BLOCK + 2 * FUSED_DIGITS_MAX];
};

static inline uint64_t bits_of(double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

static inline double double_of(uint64_t bits)
{
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

/* A block of empty columns, 2^51 in each, that COUNT accumulations will meet: their constants are taken off here. */
ALWAYS_INLINE static void start_block(struct columns *sum, size_t column, uint64_t count)
{
    for (size_t i = BLOCK + column; i < 2 * BLOCK + column; i++) {
        sum->low[i] = (uint64_t)DIGIT_HALF - BIAS / 2 - count * BLOCK * LOW_BITS;
        sum->high[i] = BIAS - count * BLOCK * HIGH_BITS;
    }
}

/* Adds to four columns a block the products of b[0..3] with the digits of a that belong there. */
ALWAYS_INLINE TARGET_FMA static void accumulate(struct columns *sum, size_t column, const double *b,
                                                const double *a, size_t blocks)
{
    const double b0 = b[0], b1 = b[1], b2 = b[2], b3 = b[3];
    uint64_t *restrict low = sum->low + BLOCK + column, *restrict high = sum->high + BLOCK + column;

    for (size_t i = 0; i < BLOCK * blocks; i++) {
        const double *at = a + i;
        double h0 = fma(b0, at[0], HIGH), h1 = fma(b1, at[-1], HIGH);
        double h2 = fma(b2, at[-2], HIGH), h3 = fma(b3, at[-3], HIGH);
        high[i] += (bits_of(h0) + bits_of(h1)) + (bits_of(h2) + bits_of(h3));
        low[i] += (bits_of(fma(b0, at[0], HIGH + LOW - h0)) + bits_of(fma(b1, at[-1], HIGH + LOW - h1))) +
                  (bits_of(fma(b2, at[-2], HIGH + LOW - h2)) + bits_of(fma(b3, at[-3], HIGH + LOW - h3)));
    }
}

ALWAYS_INLINE static int64_t column_value(const struct columns *sum, size_t column)
{
    const uint64_t *low = sum->low + BLOCK + column, *high = sum->high + BLOCK + column;
    return (int64_t)(low[0] + ((high[0] & 1) << (DIGIT_BITS - 1)) + (high[-1] >> 1));
}

/* VALUE, 2^51 added to it, as the digit that it leaves after its carry. */
ALWAYS_INLINE static double take_digit(int64_t value, int64_t *carry)
{
    value += *carry;
    *carry = value >> DIGIT_BITS;
    return double_of(((uint64_t)value & DIGIT_MASK) | UNIT_BITS) - LOW;
}

/*
 * The residue's digits from as many columns; CARRY is added to the first, what is carried out of the last is dropped.
 * In vectors every column carries at once: first what it has beyond a digit, made positive by CARRY_BIAS, which the
 * next column takes off again; then 0 or 1, whereby 2^51 may come out as a digit.
 */
#if ASSAY_VECTORS
ALWAYS_INLINE TARGET_FMA static void take_digits(struct residue *r, const struct columns *sum, size_t column,
                                                 size_t digits, int64_t carry)
{
    vec256_u64 high_before, first_before = {0, 0, 0, CARRY_BIAS + (uint64_t)carry}, second_before = {0, 0, 0, 0};

    memcpy(&high_before, sum->high + column, sizeof high_before);
    for (size_t i = 0; i < digits; i += BLOCK) {
        vec256_u64 value, high, first, second;
        memcpy(&value, sum->low + BLOCK + column + i, sizeof value);
        memcpy(&high, sum->high + BLOCK + column + i, sizeof high);
        value += ((high & 1) << (DIGIT_BITS - 1)) + (LANES(vec256_u64, high_before, high, 3, 4, 5, 6) >> 1);
        value += (CARRY_BIAS << DIGIT_BITS) - CARRY_BIAS;
        first = value >> DIGIT_BITS;
        value = (value & DIGIT_MASK) + LANES(vec256_u64, first_before, first, 3, 4, 5, 6);
        second = value >> DIGIT_BITS;
        value = (value & DIGIT_MASK) + LANES(vec256_u64, second_before, second, 3, 4, 5, 6);
        vec256_f64 digit = (vec256_f64)(value + UNIT_BITS) - LOW;
        memcpy(r->digits + MARGIN + i, &digit, sizeof digit);
        high_before = high;
        first_before = first;
        second_before = second;
    }
    for (size_t i = 0; i < MARGIN; i++)
        r->digits[i] = r->digits[MARGIN + digits + i] = 0;
}
#else
ALWAYS_INLINE static void take_digits(struct residue *r, const struct columns *sum, size_t column, size_t digits,
                                      int64_t carry)
{
    for (size_t i = 0; i < digits; i++)
        r->digits[MARGIN + i] = take_digit(column_value(sum, column + i), &carry);
    for (size_t i = 0; i < MARGIN; i++)
        r->digits[i] = r->digits[MARGIN + digits + i] = 0;
}
#endif

TARGET_FMA void fused_multiply(struct residue *r, const struct residue *a, const struct residue *b,
                               const struct residue *c, const struct modulus *modulus)
{
    const size_t blocks = modulus->digits / BLOCK, n = BLOCK * blocks; /* the compiler sees that n is a multiple */
    struct columns sum, quotient_sum;
    struct residue low, quotient;

    /* The product's block j meets the blocks i of b with i <= j <= i + blocks; q * m doubles that in the upper half. */
    sum.high[BLOCK - 1] = quotient_sum.high[BLOCK - 1] = BIAS;
    for (size_t j = 0; j < blocks; j++) {
        start_block(&sum, BLOCK * j, j + 1);
        start_block(&quotient_sum, BLOCK * j, j + 1);
        start_block(&sum, n + BLOCK * j, 2 * (blocks - j));
    }
    for (size_t i = 0; i < n; i += BLOCK)
        accumulate(&sum, i, b->digits + MARGIN + i, a->digits + MARGIN, blocks + 1);
    take_digits(&low, &sum, 0, n, 0);

    for (size_t i = 0; i < n; i += BLOCK)
        accumulate(&quotient_sum, i, low.digits + MARGIN + i, modulus->inverse.digits + MARGIN, blocks - i / BLOCK);
    take_digits(&quotient, &quotient_sum, 0, n, 0);

    /* The columns from the highest block of the lower half on. */
    for (size_t i = n - BLOCK; i < n; i++) {
        sum.low[BLOCK + i] -= blocks * BLOCK * LOW_BITS;
        sum.high[BLOCK + i] -= blocks * BLOCK * HIGH_BITS;
    }
    for (size_t i = 0; i < n; i += BLOCK)
        accumulate(&sum, n - BLOCK, quotient.digits + MARGIN + i, modulus->factor.digits + MARGIN + n - BLOCK - i,
                   i / BLOCK + 2);
    if (c != NULL)
        for (size_t i = 0; i < n; i++)
            sum.low[BLOCK + n + i] -= bits_of(c->digits[MARGIN + i] + LOW) - LOW_BITS;
    /* The lower half is a multiple of 2^(52 n), and all columns below its last give less than half a digit: rounded. */
    take_digits(r, &sum, n, n, column_value(&sum, n - 1) >> DIGIT_BITS);
}

/* The lowest digits of a, of n limbs. */
static void set_digits(struct residue *r, size_t digits, const limb *a, size_t n)
{
    int64_t carry = 0;

    for (size_t i = 0; i < MARGIN; i++)
        r->digits[i] = r->digits[MARGIN + digits + i] = 0;
    for (size_t i = 0; i < digits; i++) {
        uint64_t digit = 0;
        size_t from = DIGIT_BITS * i, to = from + DIGIT_BITS;
        for (size_t bit = from; bit < to && bit / WIDE_LIMB_BITS < n; bit += WIDE_LIMB_BITS - bit % WIDE_LIMB_BITS)
            digit |= (uint64_t)(a[bit / WIDE_LIMB_BITS] >> bit % WIDE_LIMB_BITS) << (bit - from);
        r->digits[MARGIN + i] = take_digit((int64_t)(digit & DIGIT_MASK) + DIGIT_HALF, &carry);
    }
}

void fused_from_limbs(struct residue *r, const limb *a, const struct modulus *modulus)
{
    set_digits(r, modulus->quad_digits, a, modulus->limbs);
}

void fused_to_limbs(limb *r, const struct residue *a, const struct modulus *modulus)
{
    limb t[BIG_LIMBS_MAX + 1];
    int64_t carry = 0;

    /* a + m, between 0 and 2 * m. */
    big_set(t, modulus->limbs + 1, 0);
    for (size_t i = 0; i < modulus->quad_digits; i++) {
        carry += (int64_t)(a->digits[MARGIN + i] + modulus->factor.digits[MARGIN + i]);
        uint64_t digit = (uint64_t)carry & DIGIT_MASK;
        carry >>= DIGIT_BITS;
        size_t end = DIGIT_BITS * (i + 1);
        for (size_t bit = end - DIGIT_BITS; bit < end && bit / WIDE_LIMB_BITS <= modulus->limbs;) {
            size_t room = WIDE_LIMB_BITS - bit % WIDE_LIMB_BITS;
            t[bit / WIDE_LIMB_BITS] |= (limb)(digit << bit % WIDE_LIMB_BITS);
            digit = room < DIGIT_BITS ? digit >> room : 0;
            bit += room;
        }
    }
    mod_subtract_once(r, t, modulus);
}

void fused_set(struct modulus *modulus)
{
    limb t[BIG_LIMBS_MAX + 2], quotient[BIG_LIMBS_MAX + 4], shift[BIG_LIMBS_MAX];
    size_t n = modulus->limbs, bits = modulus->bits + SLACK_BITS;

    modulus->digits = modulus->quad_digits = 0;
    if (modulus->bits < (ASSAY_VECTORS ? QUAD_BITS_MIN : FUSED_BITS_MIN) || !fma_of_cpu())
        return;
    if (bits < WIDE_LIMB_BITS * n)
        bits = WIDE_LIMB_BITS * n; /* so that R / S below is a whole number */
    size_t block = modulus->bits < FUSED_BITS_MIN ? 2 : BLOCK;
    size_t digits = (bits + block * DIGIT_BITS - 1) / (block * DIGIT_BITS) * block;
    modulus->quad_digits = digits;
    modulus->digits = block == BLOCK ? digits : 0;
    fused_from_limbs(&modulus->factor, modulus->m, modulus);

    /* -1 / m modulo R, limb by limb: what has to be added to 1, times m, until R divides it. */
    size_t quotient_limbs = BIG_LIMBS(DIGIT_BITS * digits);
    big_set(t, n + 1, 1);
    for (size_t i = 0; i < quotient_limbs; i++) {
        quotient[i] = t[0] * modulus->negative_inverse;
        limb carry = 0;
        for (size_t j = 0; j < n; j++) {
            wide sum = wide_mul(quotient[i], modulus->m[j]) + t[j] + carry;
            t[j == 0 ? 0 : j - 1] = (limb)sum;
            carry = wide_high(sum);
        }
        wide sum = (wide)t[n] + carry;
        t[n - 1] = (limb)sum;
        t[n] = wide_high(sum);
    }
    set_digits(&modulus->inverse, digits, quotient, quotient_limbs);

    /*
     * With S = 2^(bits of all limbs): S * (R / S)^2 takes from limbs to digits, S from digits to limbs, R^2 a plain
     * number to digits.
     */
    size_t excess = DIGIT_BITS * digits - WIDE_LIMB_BITS * n;
    big_set(shift, n, 0);
    shift[2 * excess / WIDE_LIMB_BITS] = (limb)1 << 2 * excess % WIDE_LIMB_BITS;
    mont_multiply(shift, shift, modulus->square, modulus);
    fused_from_limbs(&modulus->from_limbs, shift, modulus);
    mont_enter(shift, shift, modulus);
    fused_from_limbs(&modulus->from_factor, shift, modulus);
    fused_from_limbs(&modulus->to_limbs, modulus->one, modulus);
}

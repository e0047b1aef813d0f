/* SPDX-License-Identifier: MIT */
/*
 * bignum.h - unsigned integers of up to 4,096 bits and arithmetic modulo them, without a heap.
 *
 * An integer is an array of limbs, least significant first; its length is passed beside it or known from the
 * modulus.  Lengths are limbs; BIG_LIMBS(bits) is the length that holds so many bits.  Results may be the same array
 * as an operand unless a function says "apart"; they never overlap it partly.
 *
 * Montgomery form: with R = 2^(WIDE_LIMB_BITS * modulus->limbs), the residue a is kept as a * R mod m.  Functions
 * whose name starts with mont_ take and give residues in that form, below m; those with mod_ take and give plain
 * residues below m (mod_add, mod_sub and mod_negate work in both forms).
 *
 * Time: big_add, big_sub, big_multiply, big_square, mod_add, mod_sub, mont_multiply, mont_multiply_add, mont_square,
 * mont_power_secret do not depend on the values of their operands, only on lengths; everything else may.
 */
#ifndef ASSAY_NATIVE_BIGNUM_BIGNUM_H
#define ASSAY_NATIVE_BIGNUM_BIGNUM_H

#include "native/common/names.h"
#include "native/common/wide.h"
#include "native/primitive.h"

#define BIG_LIMBS(bits) (((size_t)(bits) + WIDE_LIMB_BITS - 1) / WIDE_LIMB_BITS)

enum {
    BIG_BITS_MAX = 4096,
    BIG_LIMBS_MAX = BIG_BITS_MAX / WIDE_LIMB_BITS,
    BIG_BYTES_MAX = BIG_BITS_MAX / 8
};

/* ------------------------------------------------------------------------------------------------ integers */

/* Length in bits without leading zeros; 0 for 0. */
size_t big_bits(const limb *a, size_t n);

/* Bit number INDEX, 0 beyond the end. */
static inline unsigned big_bit(const limb *a, size_t n, size_t index)
{
    return index / WIDE_LIMB_BITS < n ? (unsigned)(a[index / WIDE_LIMB_BITS] >> index % WIDE_LIMB_BITS & 1) : 0;
}

int big_is_zero(const limb *a, size_t n);
int big_is_small(const limb *a, size_t n, limb value); /* a == value */
int big_compare(const limb *a, const limb *b, size_t n); /* below 0, 0, above 0 as a < b, a = b, a > b */
void big_copy(limb *r, const limb *a, size_t n);
void big_set(limb *r, size_t n, limb value);
void big_extend(limb *r, size_t rn, const limb *a, size_t an); /* copies, with zeros on top; rn >= an */

/* Sum and difference; the result is the carry or borrow, 0 or 1. */
limb big_add(limb *r, const limb *a, const limb *b, size_t n);
limb big_sub(limb *r, const limb *a, const limb *b, size_t n);
limb big_add_small(limb *r, const limb *a, size_t n, limb value);
limb big_sub_small(limb *r, const limb *a, size_t n, limb value);

void big_shift_left(limb *r, const limb *a, size_t n, size_t bits);  /* what leaves the top is lost */
void big_shift_right(limb *r, const limb *a, size_t n, size_t bits);

/* Big-endian bytes.  load refuses (STATUS_BAD_LENGTH) a value of more than n limbs, store one of more than SIZE bytes. */
enum status big_load(limb *r, size_t n, const uint8_t *bytes, size_t size);
enum status big_store(uint8_t *bytes, size_t size, const limb *a, size_t n);

/* r, apart, has an + bn limbs; 2n for the square. */
void big_multiply(limb *r, const limb *a, size_t an, const limb *b, size_t bn);
void big_square(limb *r, const limb *a, size_t n);

/*
 * a = quotient * d + remainder.  quotient (an limbs; may be NULL) and remainder (dn limbs) may be a, not each other.
 * an up to 2 * BIG_LIMBS_MAX, dn up to BIG_LIMBS_MAX, d > 0 (else STATUS_BAD_PARAMETER).
 */
enum status big_divide(limb *quotient, limb *remainder, const limb *a, size_t an, const limb *d, size_t dn);

/* r = a^-1 mod m for any m > 1, a of n limbs; 0 where there is none (r is then undefined). */
int big_inverse(limb *r, const limb *a, const limb *m, size_t n);

/* Greatest common divisor. */
void big_gcd(limb *r, const limb *a, const limb *b, size_t n);

/* Jacobi symbol (a | m) for odd m: 1, -1, or 0. */
int big_jacobi(const limb *a, const limb *m, size_t n);

/*
 * Miller-Rabin with ROUNDS bases drawn from RNG: n limbs each, reduced; 0: composite.  At most n = BIG_LIMBS_MAX.
 * Small prime factors are found first, without a draw.
 */
int big_is_prime(const limb *a, size_t n, unsigned rounds, struct rng *rng);

/*
 * A prime of exactly BITS bits (at least 16), its two highest bits set, = RESIDUE mod STEP (STEP even, RESIDUE odd and
 * coprime to it), with 32 rounds.  Draws a candidate of BIG_LIMBS(bits) limbs as big-endian bytes, goes up from it,
 * draws again after 4,096 candidates.
 */
enum status big_generate_prime(limb *r, size_t bits, unsigned residue, unsigned step, struct rng *rng);

/*
 * A number drawn from RNG: as many bytes as BITS needs, big-endian, bits above BITS cleared, again until
 * 1 <= r < bound (bound NULL: until it is not 0).  STATUS_FAILED after 256 draws out of range.
 */
enum status big_draw(limb *r, size_t n, size_t bits, const limb *bound, struct rng *rng);

/* ------------------------------------------------------------------------------------------------- modulus */

/*
 * A residue as the powers keep it while they compute: limbs in Montgomery form or, modulo long numbers on CPUs with
 * fused multiply-add, digits of 52 bits in doubles between zeros (fused.c).
 */
enum { FUSED_DIGITS_MAX = 80, FUSED_MARGIN = 4, FUSED_DOUBLES = FUSED_DIGITS_MAX + 2 * FUSED_MARGIN };

struct residue {
    union {
        limb words[FUSED_DOUBLES * sizeof(double) / sizeof(limb)];
        double digits[FUSED_DOUBLES];
    };
};

/* An odd modulus.  No pointers: a copy is as good. */
struct modulus {
    size_t limbs;
    size_t bits;
    limb negative_inverse;       /* -m^-1 mod 2^WIDE_LIMB_BITS */
    limb m[BIG_LIMBS_MAX];
    limb one[BIG_LIMBS_MAX];     /* R mod m: 1 in Montgomery form */
    limb square[BIG_LIMBS_MAX];  /* R^2 mod m */
    size_t digits;               /* 0: residues stay in limbs */
    size_t quad_digits;          /* of four residues at once (quad.h); 0: neither, and what follows is unused */
    struct residue factor, inverse;                  /* m, -1 / m */
    struct residue from_limbs, from_factor, to_limbs; /* what to multiply by to get from one form to the other */
};

/* STATUS_BAD_PARAMETER for even m and m < 3, STATUS_BAD_LENGTH beyond BIG_BITS_MAX.  Leading zeros are dropped. */
enum status mod_set(struct modulus *modulus, const limb *m, size_t n);
enum status mod_set_bytes(struct modulus *modulus, const uint8_t *bytes, size_t size);

/* r = t - m where t >= m, else t; t has limbs + 1 limbs and is below 2 * m. */
void mod_subtract_once(limb *r, const limb *t, const struct modulus *modulus);

void mod_add(limb *r, const limb *a, const limb *b, const struct modulus *modulus);
void mod_sub(limb *r, const limb *a, const limb *b, const struct modulus *modulus);
void mod_negate(limb *r, const limb *a, const struct modulus *modulus);

/* a mod m, for a of any length up to 2 * BIG_LIMBS_MAX. */
void mod_reduce(limb *r, const limb *a, size_t an, const struct modulus *modulus);

/* The product of plain residues, and a plain residue to a small power: public exponents (exponent > 0). */
void mod_multiply(limb *r, const limb *a, const limb *b, const struct modulus *modulus);
void mod_power_small(limb *r, const limb *a, limb exponent, const struct modulus *modulus);

/* Into and out of Montgomery form.  enter takes any a below R. */
void mont_enter(limb *r, const limb *a, const struct modulus *modulus);
void mont_leave(limb *r, const limb *a, const struct modulus *modulus);

/* a mod m into Montgomery form, for a < m * R. */
void mont_enter_long(limb *r, const limb *a, size_t an, const struct modulus *modulus);

void mont_multiply(limb *r, const limb *a, const limb *b, const struct modulus *modulus);
void mont_square(limb *r, const limb *a, const struct modulus *modulus);

/* a * b + e / R: e, below m, is what is added times R, as mont_enter gives it. */
void mont_multiply_add(limb *r, const limb *a, const limb *b, const limb *e, const struct modulus *modulus);

/* a * b + c * d, reduced once. */
void mont_multiply_sum(limb *r, const limb *a, const limb *b, const limb *c, const limb *d,
                       const struct modulus *modulus);

/* The lowest limb of what mont_leave gives, at about half its cost; a is not 0. */
limb mont_leave_low(const limb *a, const struct modulus *modulus);

/* a * R^-1 mod m for a of 2 * limbs limbs below m * R.  a is overwritten. */
void mont_reduce(limb *r, limb *a, const struct modulus *modulus);

/* 1 where a has an inverse. */
int mont_inverse(limb *r, const limb *a, const struct modulus *modulus);

/* --------------------------------------------------------------------------------------------------- powers */

/* a^e by sliding window, in time that depends on e alone. */
void mont_power(limb *r, const limb *a, const limb *e, size_t en, const struct modulus *modulus);

/* a^e by fixed window over e's lowest BITS bits; the sequence of operations and addresses depends on BITS alone. */
void mont_power_secret(limb *r, const limb *a, const limb *e, size_t bits, const struct modulus *modulus);

/* a^e * b^f in one scan. */
void mont_power_double(limb *r, const limb *a, const limb *e, size_t en, const limb *b, const limb *f, size_t fn,
                       const struct modulus *modulus);

/* a^e and a^f, into r and s (apart), with the squarings shared. */
void mont_power_pair(limb *r, const limb *e, size_t en, limb *s, const limb *f, size_t fn, const limb *a,
                     const struct modulus *modulus);

/*
 * A fixed base's table: power[i] = base^(2^(window * i)), in the form that is quickest for them.  Exponents of more than
 * 16 * window bits are allowed: the last digit takes what is left.
 */
enum { FIXED_BASE_POWERS = 16 };

struct fixed_base {
    size_t window_bits;
    struct residue power[FIXED_BASE_POWERS];
};

/* For exponents of EXPONENT_BITS bits (more than 0): window = exponent_bits / 16, rounded up. */
void fixed_base_set(struct fixed_base *table, const limb *base, size_t exponent_bits, const struct modulus *modulus);

/* power[index] in Montgomery form. */
void fixed_base_entry(limb *r, const struct fixed_base *table, size_t index, const struct modulus *modulus);

/* base^e; and base^e * other^f with two tables of the same window. */
void fixed_base_power(limb *r, const struct fixed_base *table, const limb *e, size_t en,
                      const struct modulus *modulus);
void fixed_base_power_double(limb *r, const struct fixed_base *a, const limb *e, size_t en,
                             const struct fixed_base *b, const limb *f, size_t fn, const struct modulus *modulus);

/* V_e(a, 1), a in Montgomery form: V_0 = 2, V_1 = a, V_(i+1) = a * V_i - V_(i-1). */
void mont_lucas(limb *r, const limb *a, const limb *e, size_t en, const struct modulus *modulus);

/* V_e(a, 1) into r and V_f(b, 1) into s (apart from all else), e and f of n limbs. */
void mont_lucas_two(limb *r, const limb *a, const limb *e, limb *s, const limb *b, const limb *f, size_t n,
                    const struct modulus *modulus);

/* A square root for a prime modulus = 3 mod 4: a^((m+1)/4); 0 where a is no square (r is then a root of -a). */
int mont_sqrt(limb *r, const limb *a, const struct modulus *modulus);

#endif

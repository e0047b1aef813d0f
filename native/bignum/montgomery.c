/* SPDX-License-Identifier: MIT */
/*
 * Arithmetic modulo an odd number in Montgomery form (Montgomery, "Modular Multiplication Without Trial Division",
 * 1985).  The sizes of the schemes, 3, 4, 6, 8 and 16 limbs, have unrolled kernels; longer multiples of 8 multiply and
 * reduce by unrolled blocks of 16 or 8; any other length runs in loops.  Constant-time in the residues.  The powers of
 * long numbers have a quicker form of their own, fused.c.
 */
#include "native/bignum/bignum.h"
#include "native/bignum/blocks.h"
#include "native/bignum/columns.h"
#include "native/bignum/fused.h"
#include "native/bignum/inverse.h"
#include "native/common/bytes.h"

/* r = t - m where t >= m, else t; t has n + 1 limbs and is below 2 * m. */
static void subtract_once(limb *r, const limb *t, const limb *m, size_t n)
{
    limb difference[BIG_LIMBS_MAX], borrow = 0;

    for (size_t i = 0; i < n; i++) {
        wide d = (wide)t[i] - m[i] - borrow;
        difference[i] = (limb)d;
        borrow = wide_high(d) & 1;
    }
    limb keep = (limb)0 - (borrow & ~t[n] & 1);
    for (size_t i = 0; i < n; i++)
        r[i] = (t[i] & keep) | (difference[i] & ~keep);
}

#define KERNEL_LIMBS 3
#include "native/bignum/kernel.h"
#define KERNEL_LIMBS 4
#include "native/bignum/kernel.h"
#define KERNEL_LIMBS 6
#include "native/bignum/kernel.h"
#define KERNEL_LIMBS 8
#include "native/bignum/kernel.h"
#define KERNEL_LIMBS 16
#include "native/bignum/kernel.h"

/* The same for any number of limbs. */
static void multiply_any(limb *r, const limb *a, const limb *b, const limb *m, size_t n, limb negative_inverse)
{
    limb quotient[BIG_LIMBS_MAX], t[BIG_LIMBS_MAX + 1];
    wide carry = 0;

    for (size_t i = 0; i < 2 * n - 1; i++) {
        wide sum = 0;
        limb top = 0;
        size_t low = i < n ? 0 : i - n + 1;
        sum_column(&sum, &top, a + low, b + (i - low), i + 1 - 2 * low);
        sum_column(&sum, &top, quotient + low, m + (i - low), i < n ? i : i + 1 - 2 * low);
        wide_accumulate(&carry, &top, sum);
        if (i < n) {
            quotient[i] = (limb)carry * negative_inverse;
            wide_accumulate(&carry, &top, wide_mul(quotient[i], m[0]));
        } else {
            t[i - n] = (limb)carry;
        }
        carry = carry >> WIDE_LIMB_BITS | (wide)top << WIDE_LIMB_BITS;
    }
    t[n - 1] = (limb)carry;
    t[n] = wide_high(carry);
    subtract_once(r, t, m, n);
}

static void square_any(limb *r, const limb *a, const limb *m, size_t n, limb negative_inverse)
{
    limb quotient[BIG_LIMBS_MAX], t[BIG_LIMBS_MAX + 1];
    wide carry = 0;

    for (size_t i = 0; i < 2 * n - 1; i++) {
        wide sum = 0;
        limb top = 0;
        size_t low = i < n ? 0 : i - n + 1;
        sum_column(&sum, &top, a + low, a + (i - low), (i + 1) / 2 - low);
        top = top << 1 | wide_high(sum) >> (WIDE_LIMB_BITS - 1);
        sum <<= 1;
        if (i % 2 == 0)
            wide_accumulate(&sum, &top, wide_mul(a[i / 2], a[i / 2]));
        sum_column(&sum, &top, quotient + low, m + (i - low), i < n ? i : i + 1 - 2 * low);
        wide_accumulate(&carry, &top, sum);
        if (i < n) {
            quotient[i] = (limb)carry * negative_inverse;
            wide_accumulate(&carry, &top, wide_mul(quotient[i], m[0]));
        } else {
            t[i - n] = (limb)carry;
        }
        carry = carry >> WIDE_LIMB_BITS | (wide)top << WIDE_LIMB_BITS;
    }
    t[n - 1] = (limb)carry;
    t[n] = wide_high(carry);
    subtract_once(r, t, m, n);
}

/* Clears the lowest n limbs of t, of 2n limbs, one at a time; the sum's carry out of the top is the result. */
static limb reduce_any(limb *t, const limb *m, size_t n, limb negative_inverse)
{
    limb top = 0;

    for (size_t i = 0; i < n; i++) {
        limb quotient = t[i] * negative_inverse, carry = 0;
        for (size_t j = 0; j < n; j++) {
            wide sum = wide_mul(quotient, m[j]) + t[i + j] + carry;
            t[i + j] = (limb)sum;
            carry = wide_high(sum);
        }
        wide sum = (wide)t[i + n] + carry + top;
        t[i + n] = (limb)sum;
        top = wide_high(sum);
    }
    return top;
}

/* The same by blocks of 8 or 16 limbs, of which n is a multiple. */
static limb reduce_blocks(limb *t, const limb *m, size_t n, size_t block, limb negative_inverse)
{
    limb quotient[BLOCK_MAX], high[BLOCK_MAX], top = 0;

    for (size_t i = 0; i < n; i += block) {
        if (block == 16)
            reduce_16(high, quotient, t + i, m, negative_inverse);
        else
            reduce_8(high, quotient, t + i, m, negative_inverse);
        for (size_t j = block; j < n; j += block)
            block_accumulate(t + i + j, high, quotient, m + j, block);
        /* The carry of the last blocks waits in top for the next ones. */
        limb *end = t + i + n;
        top = big_add_small(end, end, block, top) + big_add(end, end, high, block);
    }
    return top;
}

void mont_reduce(limb *r, limb *a, const struct modulus *modulus)
{
    size_t n = modulus->limbs;
    const limb *m = modulus->m;
    limb quotient[BLOCK_MAX], high[BLOCK_MAX], t[BIG_LIMBS_MAX + 1];
    size_t block = block_for(n);

    switch (n) {
    case 3: reduce_3(high, quotient, a, m, modulus->negative_inverse); break;
    case 4: reduce_4(high, quotient, a, m, modulus->negative_inverse); break;
    case 6: reduce_6(high, quotient, a, m, modulus->negative_inverse); break;
    case 8: reduce_8(high, quotient, a, m, modulus->negative_inverse); break;
    case 16: reduce_16(high, quotient, a, m, modulus->negative_inverse); break;
    default:
        t[n] = block != 0 ? reduce_blocks(a, m, n, block, modulus->negative_inverse)
                          : reduce_any(a, m, n, modulus->negative_inverse);
        big_copy(t, a + n, n);
        subtract_once(r, t, m, n);
        return;
    }
    t[n] = big_add(t, a + n, high, n);
    subtract_once(r, t, m, n);
}

/*
 * The unrolled kernels by number of limbs.  Called through a table, each keeps a stack frame of its own, within reach of
 * short instructions; all of them in one function are 5 % slower.
 */
enum { KERNELS = 17 };

typedef void multiply_kernel(limb *r, const limb *a, const limb *b, const limb *m, limb negative_inverse);
typedef void square_kernel(limb *r, const limb *a, const limb *m, limb negative_inverse);
typedef void multiply_add_kernel(limb *r, const limb *a, const limb *b, const limb *e, const limb *m,
                                 limb negative_inverse);
typedef void square_add_kernel(limb *r, const limb *a, const limb *e, const limb *m, limb negative_inverse);

static multiply_kernel *const multiply_kernels[KERNELS] = {
    [3] = multiply_3, [4] = multiply_4, [6] = multiply_6, [8] = multiply_8, [16] = multiply_16,
};
static square_kernel *const square_kernels[KERNELS] = {
    [3] = square_3, [4] = square_4, [6] = square_6, [8] = square_8, [16] = square_16,
};
static multiply_add_kernel *const multiply_add_kernels[KERNELS] = {[4] = multiply_add_4, [8] = multiply_add_8};
static square_add_kernel *const square_add_kernels[KERNELS] = {[4] = square_add_4, [8] = square_add_8};

/* Any other number of limbs. */
static void multiply_long(limb *r, const limb *a, const limb *b, const struct modulus *modulus)
{
    size_t n = modulus->limbs;
    limb product[2 * BIG_LIMBS_MAX];

    if (block_for(n) != 0) {
        big_multiply(product, a, n, b, n);
        mont_reduce(r, product, modulus);
    } else {
        multiply_any(r, a, b, modulus->m, n, modulus->negative_inverse);
    }
}

static void square_long(limb *r, const limb *a, const struct modulus *modulus)
{
    size_t n = modulus->limbs;
    limb product[2 * BIG_LIMBS_MAX];

    if (block_for(n) != 0) {
        big_square(product, a, n);
        mont_reduce(r, product, modulus);
    } else {
        square_any(r, a, modulus->m, n, modulus->negative_inverse);
    }
}

void mont_multiply(limb *r, const limb *a, const limb *b, const struct modulus *modulus)
{
    size_t n = modulus->limbs;

    if (n < KERNELS && multiply_kernels[n] != NULL)
        multiply_kernels[n](r, a, b, modulus->m, modulus->negative_inverse);
    else
        multiply_long(r, a, b, modulus);
}

void mont_square(limb *r, const limb *a, const struct modulus *modulus)
{
    size_t n = modulus->limbs;

    if (n < KERNELS && square_kernels[n] != NULL)
        square_kernels[n](r, a, modulus->m, modulus->negative_inverse);
    else
        square_long(r, a, modulus);
}

static void multiply_add_long(limb *r, const limb *a, const limb *b, const limb *e, const struct modulus *modulus)
{
    size_t n = modulus->limbs;
    limb product[2 * BIG_LIMBS_MAX];

    if (a == b)
        big_square(product, a, n);
    else
        big_multiply(product, a, n, b, n);
    limb carry = big_add(product, product, e, n);
    (void)big_add_small(product + n, product + n, n, carry);
    mont_reduce(r, product, modulus);
}

void mont_multiply_add(limb *r, const limb *a, const limb *b, const limb *e, const struct modulus *modulus)
{
    size_t n = modulus->limbs;

    if (n >= KERNELS || multiply_add_kernels[n] == NULL)
        multiply_add_long(r, a, b, e, modulus);
    else if (a == b)
        square_add_kernels[n](r, a, e, modulus->m, modulus->negative_inverse);
    else
        multiply_add_kernels[n](r, a, b, e, modulus->m, modulus->negative_inverse);
}

void mont_multiply_sum(limb *r, const limb *a, const limb *b, const limb *c, const limb *d,
                       const struct modulus *modulus)
{
    const limb *m = modulus->m;
    limb t[BIG_LIMBS_MAX];

    switch (modulus->bits < modulus->limbs * WIDE_LIMB_BITS ? modulus->limbs : 0) {
    case 3: multiply_sum_3(r, a, b, c, d, m, modulus->negative_inverse); break;
    case 4: multiply_sum_4(r, a, b, c, d, m, modulus->negative_inverse); break;
    case 6: multiply_sum_6(r, a, b, c, d, m, modulus->negative_inverse); break;
    case 8: multiply_sum_8(r, a, b, c, d, m, modulus->negative_inverse); break;
    default:
        mont_multiply(t, a, b, modulus);
        mont_multiply(r, c, d, modulus);
        mod_add(r, r, t, modulus);
    }
}

/* reduce_low for any number of limbs. */
static limb reduce_low_any(const limb *a, const limb *m, size_t n, limb negative_inverse)
{
    limb quotient[BIG_LIMBS_MAX];
    wide carry = 0;

    for (size_t i = 0; i < n; i++) {
        wide sum = a[i];
        limb top = 0;
        sum_column(&sum, &top, quotient, m + i, i);
        wide_accumulate(&carry, &top, sum);
        quotient[i] = (limb)carry * negative_inverse;
        wide_accumulate(&carry, &top, wide_mul(quotient[i], m[0]));
        carry = carry >> WIDE_LIMB_BITS | (wide)top << WIDE_LIMB_BITS;
    }
    limb low = (limb)carry;
    for (size_t j = 1; j < n; j++)
        low += quotient[j] * m[n - j];
    return low;
}

limb mont_leave_low(const limb *a, const struct modulus *modulus)
{
    switch (modulus->limbs) {
    case 8: return reduce_low_8(a, modulus->m, modulus->negative_inverse);
    case 16: return reduce_low_16(a, modulus->m, modulus->negative_inverse);
    default: return reduce_low_any(a, modulus->m, modulus->limbs, modulus->negative_inverse);
    }
}

enum status mod_set(struct modulus *modulus, const limb *m, size_t n)
{
    size_t bits = big_bits(m, n);
    limb r[BIG_LIMBS_MAX + 1];

    if (bits > BIG_BITS_MAX)
        return STATUS_BAD_LENGTH;
    if (bits < 2 || (m[0] & 1) == 0)
        return STATUS_BAD_PARAMETER;
    n = BIG_LIMBS(bits);
    modulus->limbs = n;
    modulus->bits = bits;
    big_copy(modulus->m, m, n);

    modulus->negative_inverse = (limb)0 - limb_inverse(m[0]);

    big_set(r, n + 1, 0);
    r[n] = 1;
    (void)big_divide(NULL, modulus->one, r, n + 1, modulus->m, n);
    /* 2^k * R from 2^(k / 2) * R, up to k = the bits of R. */
    size_t exponent = n * WIDE_LIMB_BITS, top = 0;
    while (exponent >> top > 1)
        top++;
    mod_add(modulus->square, modulus->one, modulus->one, modulus);
    while (top-- > 0) {
        mont_square(modulus->square, modulus->square, modulus);
        if (exponent >> top & 1)
            mod_add(modulus->square, modulus->square, modulus->square, modulus);
    }
    fused_set(modulus);
    return STATUS_OK;
}

enum status mod_set_bytes(struct modulus *modulus, const uint8_t *bytes, size_t size)
{
    limb m[BIG_LIMBS_MAX];
    enum status status = big_load(m, BIG_LIMBS_MAX, bytes, size);
    return status != STATUS_OK ? status : mod_set(modulus, m, BIG_LIMBS_MAX);
}

void mod_subtract_once(limb *r, const limb *t, const struct modulus *modulus)
{
    subtract_once(r, t, modulus->m, modulus->limbs);
}

void mod_add(limb *r, const limb *a, const limb *b, const struct modulus *modulus)
{
    limb t[BIG_LIMBS_MAX + 1];
    t[modulus->limbs] = big_add(t, a, b, modulus->limbs);
    subtract_once(r, t, modulus->m, modulus->limbs);
}

WIDE_INLINE void subtract(limb *r, const limb *a, const limb *b, const limb *m, size_t n)
{
    limb t[BIG_LIMBS_MAX], borrow = 0, carry = 0;

    for (size_t i = 0; i < n; i++) {
        wide d = (wide)a[i] - b[i] - borrow;
        t[i] = (limb)d;
        borrow = wide_high(d) & 1;
    }
    limb mask = (limb)0 - borrow;
    for (size_t i = 0; i < n; i++) {
        wide sum = (wide)t[i] + (m[i] & mask) + carry;
        r[i] = (limb)sum;
        carry = wide_high(sum);
    }
}

void mod_sub(limb *r, const limb *a, const limb *b, const struct modulus *modulus)
{
    size_t n = modulus->limbs;

    if (n == 8) /* unrolled: one for each product of a short Lucas sequence of 512 bits */
        subtract(r, a, b, modulus->m, 8);
    else
        subtract(r, a, b, modulus->m, n);
}

void mod_negate(limb *r, const limb *a, const struct modulus *modulus)
{
    limb zero[BIG_LIMBS_MAX];
    big_set(zero, modulus->limbs, 0);
    mod_sub(r, zero, a, modulus);
}

void mod_reduce(limb *r, const limb *a, size_t an, const struct modulus *modulus)
{
    (void)big_divide(NULL, r, a, an, modulus->m, modulus->limbs);
}

void mont_enter(limb *r, const limb *a, const struct modulus *modulus)
{
    mont_multiply(r, a, modulus->square, modulus);
}

void mont_leave(limb *r, const limb *a, const struct modulus *modulus)
{
    limb t[2 * BIG_LIMBS_MAX];
    big_extend(t, 2 * modulus->limbs, a, modulus->limbs);
    mont_reduce(r, t, modulus);
}

void mont_enter_long(limb *r, const limb *a, size_t an, const struct modulus *modulus)
{
    limb t[2 * BIG_LIMBS_MAX];
    big_extend(t, 2 * modulus->limbs, a, an);
    mont_reduce(r, t, modulus);
    mont_multiply(r, r, modulus->square, modulus);
    mont_multiply(r, r, modulus->square, modulus);
}

int mont_inverse(limb *r, const limb *a, const struct modulus *modulus)
{
    limb t[BIG_LIMBS_MAX];
    mont_leave(t, a, modulus);
    int found = big_inverse(t, t, modulus->m, modulus->limbs);
    if (found)
        mont_enter(r, t, modulus);
    wipe(t, modulus->limbs * sizeof t[0]);
    return found;
}

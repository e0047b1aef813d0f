/* SPDX-License-Identifier: MIT */
/*
 * Products and squares of integers (Menezes, van Oorschot, Vanstone, "Handbook of Applied Cryptography", 14.2.3 and
 * 14.2.4, by columns).  16 limbs are one unrolled block; lengths of 16 times a power of two go down to it by
 * Karatsuba's identity, others run the same columns in loops.  Time depends on the lengths alone.
 */
#include "native/bignum/bignum.h"
#include "native/bignum/columns.h"
#include "native/common/bytes.h"

enum { BLOCK = 16 };

static void multiply_block(limb *r, const limb *a, const limb *b)
{
    wide carry = 0;

    WIDE_UNROLL
    for (int i = 0; i < 2 * BLOCK - 1; i++) {
        limb top = 0;
        WIDE_UNROLL
        for (int j = i < BLOCK ? 0 : i - BLOCK + 1; j <= (i < BLOCK ? i : BLOCK - 1); j++)
            wide_accumulate(&carry, &top, wide_mul(a[j], b[i - j]));
        r[i] = (limb)carry;
        carry = carry >> WIDE_LIMB_BITS | (wide)top << WIDE_LIMB_BITS;
    }
    r[2 * BLOCK - 1] = (limb)carry;
}

static void square_block(limb *r, const limb *a)
{
    wide carry = 0;

    WIDE_UNROLL
    for (int i = 0; i < 2 * BLOCK - 1; i++) {
        wide sum = 0;
        limb top = 0;
        WIDE_UNROLL
        for (int j = i < BLOCK ? 0 : i - BLOCK + 1; 2 * j < i; j++)
            wide_accumulate(&sum, &top, wide_mul(a[j], a[i - j]));
        top = top << 1 | wide_high(sum) >> (WIDE_LIMB_BITS - 1);
        sum <<= 1;
        if (i % 2 == 0)
            wide_accumulate(&sum, &top, wide_mul(a[i / 2], a[i / 2]));
        wide_accumulate(&carry, &top, sum);
        r[i] = (limb)carry;
        carry = carry >> WIDE_LIMB_BITS | (wide)top << WIDE_LIMB_BITS;
    }
    r[2 * BLOCK - 1] = (limb)carry;
}

static void multiply_loops(limb *r, const limb *a, size_t an, const limb *b, size_t bn)
{
    wide carry = 0;

    for (size_t i = 0; i + 1 < an + bn; i++) {
        limb top = 0;
        size_t low = i < bn ? 0 : i - bn + 1, high = i < an ? i + 1 : an;
        sum_column(&carry, &top, a + low, b + (i - low), high - low);
        r[i] = (limb)carry;
        carry = carry >> WIDE_LIMB_BITS | (wide)top << WIDE_LIMB_BITS;
    }
    r[an + bn - 1] = (limb)carry;
}

static void square_loops(limb *r, const limb *a, size_t n)
{
    wide carry = 0;

    for (size_t i = 0; i + 1 < 2 * n; i++) {
        wide sum = 0;
        limb top = 0;
        size_t low = i < n ? 0 : i - n + 1;
        sum_column(&sum, &top, a + low, a + (i - low), (i + 1) / 2 - low);
        top = top << 1 | wide_high(sum) >> (WIDE_LIMB_BITS - 1);
        sum <<= 1;
        if (i % 2 == 0)
            wide_accumulate(&sum, &top, wide_mul(a[i / 2], a[i / 2]));
        wide_accumulate(&carry, &top, sum);
        r[i] = (limb)carry;
        carry = carry >> WIDE_LIMB_BITS | (wide)top << WIDE_LIMB_BITS;
    }
    r[2 * n - 1] = (limb)carry;
}

/* r = |a - b|; all ones where a < b, else 0. */
static limb difference(limb *r, const limb *a, const limb *b, size_t n)
{
    limb mask = (limb)0 - big_sub(r, a, b, n), carry = mask & 1;

    for (size_t i = 0; i < n; i++) {
        limb v = (r[i] ^ mask) + carry;
        carry &= v == 0;
        r[i] = v;
    }
    return mask;
}

/*
 * r holds z0 and z2, the products of the low and of the high halves; adds z1 = z0 + z2 + d at the middle, or - d where
 * negate is all ones.  h is the length of a half, d has 2h limbs.
 */
static void add_middle(limb *r, limb *d, limb negate, size_t h)
{
    limb z1[BIG_LIMBS_MAX], carry, v = negate & 1;

    carry = big_add(z1, r, r + 2 * h, 2 * h);
    for (size_t i = 0; i < 2 * h; i++) {
        wide sum = (wide)z1[i] + (d[i] ^ negate) + v;
        z1[i] = (limb)sum;
        v = wide_high(sum);
    }
    carry += v - (negate & 1);
    carry += big_add(r + h, r + h, z1, 2 * h);
    big_add_small(r + 3 * h, r + 3 * h, h, carry);
}

static void multiply_equal(limb *r, const limb *a, const limb *b, size_t n)
{
    size_t h = n / 2;

    if (n == BLOCK) {
        multiply_block(r, a, b);
    } else if (n % (2 * BLOCK) == 0) {
        limb da[BIG_LIMBS_MAX / 2], db[BIG_LIMBS_MAX / 2], d[BIG_LIMBS_MAX];
        multiply_equal(r, a, b, h);
        multiply_equal(r + n, a + h, b + h, h);
        limb negative = difference(da, a, a + h, h) ^ difference(db, b, b + h, h);
        multiply_equal(d, da, db, h);
        add_middle(r, d, ~negative, h);
    } else {
        multiply_loops(r, a, n, b, n);
    }
}

void big_multiply(limb *r, const limb *a, size_t an, const limb *b, size_t bn)
{
    if (an == 0 || bn == 0)
        big_set(r, an + bn, 0);
    else if (an == bn)
        multiply_equal(r, a, b, an);
    else
        multiply_loops(r, a, an, b, bn);
}

void big_square(limb *r, const limb *a, size_t n)
{
    size_t h = n / 2;

    if (n == BLOCK) {
        square_block(r, a);
    } else if (n != 0 && n % (2 * BLOCK) == 0) {
        limb da[BIG_LIMBS_MAX / 2], d[BIG_LIMBS_MAX];
        big_square(r, a, h);
        big_square(r + n, a + h, h);
        difference(da, a, a + h, h);
        big_square(d, da, h);
        add_middle(r, d, ~(limb)0, h);
    } else if (n != 0) {
        square_loops(r, a, n);
    }
}

/* SPDX-License-Identifier: MIT */
/*
 * Products and squares of integers, by columns (Handbook of Applied Cryptography, 14.2.3 and 14.2.4).  Multiples of 8
 * or 16 limbs are made of unrolled blocks of that size, other lengths run the same columns in loops.  Time depends on
 * the lengths alone.
 */
#include "native/bignum/bignum.h"
#include "native/bignum/blocks.h"
#include "native/bignum/columns.h"

WIDE_INLINE void accumulate(limb *t, limb *high, const limb *a, const limb *b, const int n)
{
    wide carry = 0;

    WIDE_UNROLL
    for (int i = 0; i < n; i++) {
        limb top = 0;
        wide_accumulate(&carry, &top, (wide)t[i] + high[i]);
        WIDE_UNROLL
        for (int j = 0; j <= i; j++)
            wide_accumulate(&carry, &top, wide_mul(a[j], b[i - j]));
        t[i] = (limb)carry;
        carry = carry >> WIDE_LIMB_BITS | (wide)top << WIDE_LIMB_BITS;
    }
    WIDE_UNROLL
    for (int i = n; i < 2 * n - 1; i++) {
        limb top = 0;
        WIDE_UNROLL
        for (int j = i - n + 1; j < n; j++)
            wide_accumulate(&carry, &top, wide_mul(a[j], b[i - j]));
        high[i - n] = (limb)carry;
        carry = carry >> WIDE_LIMB_BITS | (wide)top << WIDE_LIMB_BITS;
    }
    high[n - 1] = (limb)carry;
}

WIDE_INLINE void square(limb *r, const limb *a, const int n)
{
    wide carry = 0;

    WIDE_UNROLL
    for (int i = 0; i < 2 * n - 1; i++) {
        wide sum = 0;
        limb top = 0;
        WIDE_UNROLL
        for (int j = i < n ? 0 : i - n + 1; 2 * j < i; j++)
            wide_accumulate(&sum, &top, wide_mul(a[j], a[i - j]));
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

void block_accumulate(limb *t, limb *high, const limb *a, const limb *b, size_t block)
{
    if (block == 16)
        accumulate(t, high, a, b, 16);
    else
        accumulate(t, high, a, b, 8);
}

void block_square(limb *r, const limb *a, size_t block)
{
    if (block == 16)
        square(r, a, 16);
    else
        square(r, a, 8);
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

void big_multiply(limb *r, const limb *a, size_t an, const limb *b, size_t bn)
{
    size_t block = block_for(an), other = block_for(bn);

    block = block < other ? block : other;
    if (an == 0 || bn == 0 || block == 0) {
        if (an == 0 || bn == 0)
            big_set(r, an + bn, 0);
        else
            multiply_loops(r, a, an, b, bn);
        return;
    }
    big_set(r, an + bn, 0);
    for (size_t i = 0; i < an; i += block)
        for (size_t j = 0; j < bn; j += block)
            block_accumulate(r + i + j, r + i + bn, a + i, b + j, block);
}

void big_square(limb *r, const limb *a, size_t n)
{
    size_t block = block_for(n);

    if (n == 0)
        return;
    if (block == 0) {
        square_loops(r, a, n);
        return;
    }
    if (block == n) {
        block_square(r, a, block);
        return;
    }
    /* The products of different blocks; then twice them and the blocks' squares, in one pass. */
    limb own[2 * BLOCK_MAX], carry = 0, bit = 0;
    big_set(r, 2 * n, 0);
    for (size_t i = 0; i < n; i += block)
        for (size_t j = i + block; j < n; j += block)
            block_accumulate(r + i + j, r + i + n, a + i, a + j, block);
    for (size_t i = 0; i < n; i += block) {
        block_square(own, a + i, block);
        for (size_t j = 0; j < 2 * block; j++) {
            limb v = r[2 * i + j];
            wide sum = (wide)(v << 1 | bit) + own[j] + carry;
            bit = v >> (WIDE_LIMB_BITS - 1);
            r[2 * i + j] = (limb)sum;
            carry = wide_high(sum);
        }
    }
}

/* SPDX-License-Identifier: MIT */
/* columns.h - one column of a product, for lengths that are known at run time only. */
#ifndef ASSAY_NATIVE_BIGNUM_COLUMNS_H
#define ASSAY_NATIVE_BIGNUM_COLUMNS_H

#include <stddef.h>

#include "native/common/wide.h"

/* (TOP, SUM) += a[0] * b[0] + a[1] * b[-1] + ... + a[n - 1] * b[1 - n]. */
WIDE_INLINE void sum_column(wide *sum, limb *top, const limb *a, const limb *b, size_t n)
{
    wide s = *sum;
    limb t = *top;

    for (; n >= 4; n -= 4, a += 4, b -= 4) {
        wide_accumulate(&s, &t, wide_mul(a[0], b[0]));
        wide_accumulate(&s, &t, wide_mul(a[1], b[-1]));
        wide_accumulate(&s, &t, wide_mul(a[2], b[-2]));
        wide_accumulate(&s, &t, wide_mul(a[3], b[-3]));
    }
    for (size_t i = 0; i < n; i++)
        wide_accumulate(&s, &t, wide_mul(a[i], *(b - i)));
    *sum = s;
    *top = t;
}

#endif

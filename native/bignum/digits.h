/* SPDX-License-Identifier: MIT */
/* digits.h - the constants of products in floating point: fused.c explains them. */
#ifndef ASSAY_NATIVE_BIGNUM_DIGITS_H
#define ASSAY_NATIVE_BIGNUM_DIGITS_H

#include <stdint.h>

enum { DIGIT_BITS = 52 };

#define HIGH 0x1.8p103
#define LOW 0x1.8p52
#define HIGH_BITS 0x4668000000000000U /* of HIGH and LOW as doubles */
#define LOW_BITS 0x4338000000000000U
#define UNIT_BITS 0x4330000000000000U /* of 2^52, which holds whole numbers below 2^52 in its lower bits */
#define DIGIT_MASK (((uint64_t)1 << DIGIT_BITS) - 1)
#define BIAS ((uint64_t)1 << 61) /* more than any sum of high parts */
#define CARRY_BIAS ((uint64_t)1 << 9) /* more than any carry of a column */
#define DIGIT_HALF ((int64_t)1 << (DIGIT_BITS - 1))

#endif

/* SPDX-License-Identifier: MIT */
/*
 * blocks.h - products of equal blocks of limbs, unrolled: what longer products and reductions are made of.
 */
#ifndef ASSAY_NATIVE_BIGNUM_BLOCKS_H
#define ASSAY_NATIVE_BIGNUM_BLOCKS_H

#include "native/common/names.h"

#include <stddef.h>

#include "native/common/wide.h"

enum { BLOCK_MAX = 16 };

/* The longest block that n limbs are a multiple of, 16 or 8; 0: neither. */
static inline size_t block_for(size_t n)
{
    return n == 0 || n % 8 != 0 ? 0 : n % 16 == 0 ? 16 : 8;
}

/* (HIGH, T) = A * B + T + HIGH; all four have BLOCK limbs. */
void block_accumulate(limb *t, limb *high, const limb *a, const limb *b, size_t block);

/* r, of 2 * BLOCK limbs, = A^2. */
void block_square(limb *r, const limb *a, size_t block);

#endif

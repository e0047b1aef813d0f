/* SPDX-License-Identifier: MIT */
/*
 * wide.h - products of two limbs.
 *
 * WIDE_LIMB_BITS is 64 where the compiler has a 128-bit integer, 32 elsewhere or where ASSAY_LIMB_BITS=32 is
 * defined (the tests build the 32-bit form too).  `limb` is one limb, `wide` holds a * b + c + d of any limbs.
 */
#ifndef ASSAY_NATIVE_COMMON_WIDE_H
#define ASSAY_NATIVE_COMMON_WIDE_H

#include <stdint.h>

#if defined __SIZEOF_INT128__ && !(defined ASSAY_LIMB_BITS && ASSAY_LIMB_BITS == 32)
#define WIDE_LIMB_BITS 64
typedef uint64_t limb;
__extension__ typedef unsigned __int128 wide;
#else
#define WIDE_LIMB_BITS 32
typedef uint32_t limb;
typedef uint64_t wide;
#endif

static inline wide wide_mul(limb a, limb b)
{
    return (wide)a * b;
}

static inline limb wide_high(wide w)
{
    return (limb)(w >> WIDE_LIMB_BITS);
}

#endif

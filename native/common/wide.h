/* SPDX-License-Identifier: MIT */
/*
 * wide.h - products of two limbs.
 *
 * WIDE_LIMB_BITS is 64 where the compiler has a 128-bit integer, 32 elsewhere or where ASSAY_LIMB_BITS=32 is
 * defined (the tests build the 32-bit form too).  `limb` is one limb, `wide` holds a * b + c + d of any limbs;
 * `signed_limb` and `signed_wide` are their signed partners.  Right shifts of negative values are arithmetic in every
 * compiler that this is built with.
 */
#ifndef ASSAY_NATIVE_COMMON_WIDE_H
#define ASSAY_NATIVE_COMMON_WIDE_H

#include <stdint.h>

#if defined __SIZEOF_INT128__ && !(defined ASSAY_LIMB_BITS && ASSAY_LIMB_BITS == 32)
#define WIDE_LIMB_BITS 64
typedef uint64_t limb;
typedef int64_t signed_limb;
__extension__ typedef unsigned __int128 wide;
__extension__ typedef __int128 signed_wide;
#else
#define WIDE_LIMB_BITS 32
typedef uint32_t limb;
typedef int32_t signed_limb;
typedef uint64_t wide;
typedef int64_t signed_wide;
#endif

static inline wide wide_mul(limb a, limb b)
{
    return (wide)a * b;
}

static inline limb wide_high(wide w)
{
    return (limb)(w >> WIDE_LIMB_BITS);
}

/*
 * WIDE_UNROLL before a loop of constant length (up to 32) unrolls it wholly; WIDE_INLINE inlines whatever its size.
 * Both only ask: without them the same code runs as loops and calls.
 */
#if defined __clang__ && !defined ASSAY_PLAIN_C
#define WIDE_UNROLL _Pragma("clang loop unroll(full)")
#define WIDE_INLINE static inline __attribute__((always_inline))
#elif defined __GNUC__ && !defined ASSAY_PLAIN_C
#define WIDE_UNROLL _Pragma("GCC unroll 32")
#define WIDE_INLINE static inline __attribute__((always_inline))
#else
#define WIDE_UNROLL
#define WIDE_INLINE static inline
#endif

/*
 * (TOP, SUM) += ADDEND, a sum of three limbs.  Compilers make add, adc, adc of it: gcc from the comparison, clang
 * from its own builtin alone.
 */
WIDE_INLINE void wide_accumulate(wide *sum, limb *top, wide addend)
{
#if defined __clang__ && WIDE_LIMB_BITS == 64 && !defined ASSAY_PLAIN_C
    unsigned long long carry;
    limb low = __builtin_addcll((limb)*sum, (limb)addend, 0, &carry);
    limb high = __builtin_addcll(wide_high(*sum), wide_high(addend), carry, &carry);
    *top += carry;
    *sum = (wide)high << WIDE_LIMB_BITS | low;
#else
    *sum += addend;
    *top += *sum < addend;
#endif
}

/* Number of zero bits below the lowest set bit; A is not 0. */
static inline unsigned limb_trailing_zeros(limb a)
{
#if defined __GNUC__
    return (unsigned)__builtin_ctzll(a);
#else
    unsigned zeros = 0;
    for (unsigned step = WIDE_LIMB_BITS / 2; step != 0; step /= 2) {
        if ((a & (((limb)1 << step) - 1)) == 0) {
            a >>= step;
            zeros += step;
        }
    }
    return zeros;
#endif
}

#endif

/* SPDX-License-Identifier: MIT */
/* inverse.h - the inverse of a number modulo an odd number, in limbs. */
#ifndef ASSAY_NATIVE_BIGNUM_INVERSE_H
#define ASSAY_NATIVE_BIGNUM_INVERSE_H

#include "native/common/names.h"

#include <stddef.h>

#include "native/common/wide.h"

/* The inverse of an odd limb modulo 2^WIDE_LIMB_BITS. */
static inline limb limb_inverse(limb m)
{
    limb inverse = m; /* right in 3 bits, and twice as many after each line */
    for (unsigned bits = 3; bits < WIDE_LIMB_BITS; bits *= 2)
        inverse *= 2 - m * inverse;
    return inverse;
}

/*
 * OUT = A^-1 mod MODULUS, all of COUNT limbs (least significant first, COUNT <= BIG_LIMBS_MAX), MODULUS odd and
 * above 1, A < MODULUS.  Returns 1, or 0 where A has no inverse, with OUT set to 0.  Variable-time.
 */
int inverse_odd(limb *out, const limb *a, const limb *modulus, size_t count);

/* The same in a time that depends on the modulus alone. */
int inverse_odd_secret(limb *out, const limb *a, const limb *modulus, size_t count);

#endif

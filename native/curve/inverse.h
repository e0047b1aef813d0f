/* SPDX-License-Identifier: MIT */
/* inverse.h - the inverse of a number modulo an odd number, in limbs. */
#ifndef ASSAY_NATIVE_CURVE_INVERSE_H
#define ASSAY_NATIVE_CURVE_INVERSE_H

#include "native/common/names.h"

#include <stddef.h>

#include "native/common/wide.h"

enum { INVERSE_LIMBS_MAX = 640 / WIDE_LIMB_BITS };

/*
 * OUT = A^-1 mod MODULUS, all of COUNT limbs (least significant first, COUNT <= INVERSE_LIMBS_MAX), MODULUS odd and
 * above 1, A < MODULUS.  Returns 1, or 0 where A has no inverse, with OUT set to 0.  Variable-time.
 */
int inverse_odd(limb *out, const limb *a, const limb *modulus, size_t count);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Point arithmetic over GF(2^m), m up to 571, in polynomial basis modulo a trinomial or pentanomial: comb
 * multiplication, squaring by spreading bits, almost inverses, Lopez-Dahab coordinates (J. Lopez, R. Dahab,
 * "Improved algorithms for elliptic curve arithmetic in GF(2^n)", 1998), signed windows of BINARY_WIDTH bits on
 * tables of affine odd multiples, and signed binary digits on the sixteen points of a fixed base.  One size is
 * compiled for x^155 + x^62 + 1, the same once more with products in lanes where the CPU has AVX2
 * (variant.vector_bits), the others for any polynomial.
 *
 * Variable-time.  Nothing is wiped: the callers wipe what is secret.
 */
#include <string.h>

#include "native/common/bytes.h"
#include "native/common/lanes.h"
#include "native/curve/curve.h"

enum { BINARY_WIDTH = 4 };

/* limbs of M bits and three more */
#define LIMBS_FOR(m) (((m) + 3 + WIDE_LIMB_BITS - 1) / WIDE_LIMB_BITS)

#define NAME(x) binary_155_##x
#define LIMBS LIMBS_FOR(155)
#define INLINE WIDE_INLINE
#define TARGET
#define EXPONENT(i) ((i) == 0 ? 155u : (i) == 1 ? 62u : 0u)
#include "native/curve/binary_field.h"
#include "native/curve/binary_points.h"
#if ASSAY_TARGETS && WIDE_LIMB_BITS == 64
#define NAME(x) binary_155_avx2_##x
#define LIMBS LIMBS_FOR(155)
#define INLINE WIDE_INLINE
#define TARGET TARGET_AVX2
#define EXPONENT(i) ((i) == 0 ? 155u : (i) == 1 ? 62u : 0u)
#define FIXED_POLYNOMIAL 1
#include "native/curve/binary_lanes.h"
#include "native/curve/binary_points.h"
#endif
#define NAME(x) binary_163_##x
#define LIMBS LIMBS_FOR(163)
#define INLINE WIDE_INLINE
#define TARGET
#include "native/curve/binary_field.h"
#include "native/curve/binary_points.h"
#define NAME(x) binary_233_##x
#define LIMBS LIMBS_FOR(233)
#define INLINE WIDE_INLINE
#define TARGET
#include "native/curve/binary_field.h"
#include "native/curve/binary_points.h"
#define NAME(x) binary_283_##x
#define LIMBS LIMBS_FOR(283)
#define INLINE static
#define TARGET
#include "native/curve/binary_field.h"
#include "native/curve/binary_points.h"
#define NAME(x) binary_409_##x
#define LIMBS LIMBS_FOR(409)
#define INLINE static
#define TARGET
#include "native/curve/binary_field.h"
#include "native/curve/binary_points.h"
#define NAME(x) binary_571_##x
#define LIMBS LIMBS_FOR(571)
#define INLINE static
#define TARGET
#include "native/curve/binary_field.h"
#include "native/curve/binary_points.h"

const struct curve_arithmetic *curve_binary_arithmetic(const unsigned exponents[5], unsigned vector_bits)
{
    (void)vector_bits;
    static const struct curve_arithmetic *const sizes[] = { &binary_163_arithmetic, &binary_233_arithmetic,
                                                            &binary_283_arithmetic, &binary_409_arithmetic,
                                                            &binary_571_arithmetic };
    if (exponents[0] == 155 && exponents[1] == 62 && exponents[2] == 0) {
#if ASSAY_TARGETS && WIDE_LIMB_BITS == 64
        if (vector_bits_for(vector_bits) >= 256)
            return &binary_155_avx2_arithmetic;
#endif
        return &binary_155_arithmetic;
    }
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (exponents[0] + 3 <= sizes[i]->limbs * WIDE_LIMB_BITS)
            return sizes[i];
    }
    return NULL;
}

/* SPDX-License-Identifier: MIT */
/* vector_fma.h - C's fma() in four lanes, an instruction where TARGET_FMA makes one of it. */
#ifndef ASSAY_NATIVE_COMMON_VECTOR_FMA_H
#define ASSAY_NATIVE_COMMON_VECTOR_FMA_H

#include <math.h>

#include "native/common/lanes.h"

#if ASSAY_VECTORS
ALWAYS_INLINE TARGET_FMA static vec256_f64 vector_fma(vec256_f64 a, vec256_f64 b, vec256_f64 c)
{
    return (vec256_f64){fma(a[0], b[0], c[0]), fma(a[1], b[1], c[1]), fma(a[2], b[2], c[2]), fma(a[3], b[3], c[3])};
}
#endif

#endif

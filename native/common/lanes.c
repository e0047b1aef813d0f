/* SPDX-License-Identifier: MIT */
#include "native/common/lanes.h"

unsigned vector_bits_of_cpu(void)
{
#if ASSAY_TARGETS
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq"))
        return 512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))
        return 256;
#endif
    return ASSAY_VECTORS ? 128 : 0;
}

int fma_of_cpu(void)
{
#if ASSAY_TARGETS
    __builtin_cpu_init();
    return __builtin_cpu_supports("fma") && vector_bits_of_cpu() >= 256;
#elif defined __FP_FAST_FMA && !defined ASSAY_PLAIN_C
    return 1;
#else
    return 0;
#endif
}

unsigned vector_bits_for(unsigned requested)
{
    unsigned available = vector_bits_of_cpu();
    return requested == 0 || requested > available ? available : requested;
}

/* SPDX-License-Identifier: MIT */
/*
 * lanes.h - vectors of 8-bit to 64-bit lanes, and functions compiled for several CPUs.
 *
 * Where the compiler has GNU C vector extensions (ASSAY_VECTORS is 1), `vec128_u32`, `vec256_u64`, ... are vector
 * types with the ordinary operators; they are values, never laid over other memory: loads and stores go through
 * memcpy.  Elsewhere, or with ASSAY_PLAIN_C defined, ASSAY_VECTORS is 0 and callers use their scalar code.
 *
 * TARGET_AVX2 and TARGET_AVX512 in front of a function compile it for that CPU; `vector_bits_of_cpu()` says at run
 * time which of them may be called: 512, 256 or 128 (0 without vector extensions).  TARGET_FMA makes an instruction of
 * C's fma(); `fma_of_cpu()` says whether it may be called.  Width-generic kernels are
 * written once in a header that is included per width.
 */
#ifndef ASSAY_NATIVE_COMMON_LANES_H
#define ASSAY_NATIVE_COMMON_LANES_H

#include "native/common/names.h"

#include <stdint.h>

#if defined __GNUC__ && !defined ASSAY_PLAIN_C
#define ASSAY_VECTORS 1
#else
#define ASSAY_VECTORS 0
#endif

/* For helpers that only pay when compiled into each caller: with its constants, or for its target. */
#if defined __GNUC__
#define ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE inline
#endif

/* For a branch that must stay one, because its condition arrives late and seldom holds. */
#if defined __GNUC__
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#else
#define UNLIKELY(condition) (condition)
#endif

/* Whether vectors can be shuffled by constant indices with __builtin_shufflevector (gcc 12, every clang). */
#if ASSAY_VECTORS && defined __has_builtin
#if __has_builtin(__builtin_shufflevector)
#define ASSAY_SHUFFLES 1
#endif
#endif
#ifndef ASSAY_SHUFFLES
#define ASSAY_SHUFFLES 0
#endif

#if ASSAY_VECTORS
typedef uint8_t vec128_u8 __attribute__((vector_size(16)));
typedef uint8_t vec256_u8 __attribute__((vector_size(32)));
typedef uint16_t vec128_u16 __attribute__((vector_size(16)));
typedef uint32_t vec128_u32 __attribute__((vector_size(16)));
typedef uint64_t vec128_u64 __attribute__((vector_size(16)));
typedef uint16_t vec256_u16 __attribute__((vector_size(32)));
typedef uint32_t vec256_u32 __attribute__((vector_size(32)));
typedef uint64_t vec256_u64 __attribute__((vector_size(32)));
typedef double vec256_f64 __attribute__((vector_size(32)));
typedef uint8_t vec512_u8 __attribute__((vector_size(64)));
typedef uint16_t vec512_u16 __attribute__((vector_size(64)));
typedef uint32_t vec512_u32 __attribute__((vector_size(64)));
typedef uint64_t vec512_u64 __attribute__((vector_size(64)));

/* Lanes picked from those of A, counted first, and B by constant indices; TYPE is the type of A and B. */
#if ASSAY_SHUFFLES
#define LANES(type, a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define LANES(type, a, b, ...) __builtin_shuffle(a, b, (type){__VA_ARGS__})
#endif
#endif

/*
 * VEC128_SHUFFLE: byte n of the result is the byte of V that the n-th number, a constant from 0 to 15, names.
 * VEC256_SHUFFLE does the same in both halves.  ASSAY_SHUFFLE128 is 1 where the baseline CPU has an instruction for
 * it; TARGET_AVX2 has one for both.
 */
#if ASSAY_VECTORS && defined __clang__
#define VEC128_SHUFFLE(v, ...) __builtin_shufflevector((vec128_u8)(v), (vec128_u8)(v), __VA_ARGS__)
#define VEC256_SHUFFLE(v, ...) VEC256_SHUFFLE_(v, __VA_ARGS__)
#define VEC256_SHUFFLE_(v, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                                             \
    __builtin_shufflevector((vec256_u8)(v), (vec256_u8)(v), a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p,            \
                            16 + a, 16 + b, 16 + c, 16 + d, 16 + e, 16 + f, 16 + g, 16 + h,                            \
                            16 + i, 16 + j, 16 + k, 16 + l, 16 + m, 16 + n, 16 + o, 16 + p)
#elif ASSAY_VECTORS
#define VEC128_SHUFFLE(v, ...) __builtin_shuffle((vec128_u8)(v), (vec128_u8){__VA_ARGS__})
#define VEC256_SHUFFLE(v, ...) VEC256_SHUFFLE_(v, __VA_ARGS__)
#define VEC256_SHUFFLE_(v, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                                             \
    __builtin_shuffle((vec256_u8)(v), (vec256_u8){a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p,                      \
                                                  16 + a, 16 + b, 16 + c, 16 + d, 16 + e, 16 + f, 16 + g, 16 + h,      \
                                                  16 + i, 16 + j, 16 + k, 16 + l, 16 + m, 16 + n, 16 + o, 16 + p})
#endif

/*
 * Names by width, for kernels written once and included per width: LANES_TYPE(256, u64) is vec256_u64,
 * LANES_SHUFFLE(256) is VEC256_SHUFFLE, LANES_NAME(rounds, 256) is rounds256; the arguments may be macros.
 */
#define LANES_TYPE(bits, lane) LANES_TYPE_(bits, lane)
#define LANES_TYPE_(bits, lane) vec##bits##_##lane
#define LANES_SHUFFLE(bits) LANES_SHUFFLE_(bits)
#define LANES_SHUFFLE_(bits) VEC##bits##_SHUFFLE
#define LANES_NAME(name, bits) LANES_NAME_(name, bits)
#define LANES_NAME_(name, bits) name##bits

#if ASSAY_VECTORS && (defined __SSSE3__ || defined __aarch64__ || defined __ALTIVEC__)
#define ASSAY_SHUFFLE128 1
#else
#define ASSAY_SHUFFLE128 0
#endif

#if ASSAY_VECTORS && defined __x86_64__
#define ASSAY_TARGETS 1
#define TARGET_AVX2 __attribute__((target("avx2,bmi,bmi2")))
#define TARGET_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi,bmi2")))
#define TARGET_FMA __attribute__((target("avx2,fma,bmi,bmi2")))
#else
#define ASSAY_TARGETS 0
#define TARGET_AVX2
#define TARGET_AVX512
#define TARGET_FMA
#endif

/* Widest vectors, in bits, that this CPU and build can use: 512, 256, 128, or 0. */
unsigned vector_bits_of_cpu(void);

/* Whether fma() of doubles is one instruction in functions with TARGET_FMA. */
int fma_of_cpu(void);

/* The width to use when at most REQUESTED bits are asked for (0: no limit). */
unsigned vector_bits_for(unsigned requested);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * each_width.h - compiles the kernels of one cipher for every width of vectors.
 *
 * The cipher's file defines LANE_FILE as the header that holds its kernels, written over these names, and includes
 * this file once:
 *
 *     LANE(name)       NAME with the width's suffix
 *     LANE_BITS        128, 256, 512, or 0 where the "vectors" are plain integers
 *     LANE_TARGET      attribute of every function that touches a vector
 *     V8, V16 to V64   vectors of lanes of that size (one lane, where LANE_BITS is 0)
 *
 * With LANE_SHIFTS defined too, the kernels shift every lane by a count of its own, for which x86 has instructions from
 * AVX2 on only: there the kernels of 128 bits are left out.
 *
 * lane_blocks.h adds loads and stores of blocks at the same width.
 */
#ifndef ASSAY_NATIVE_BLOCK_CIPHER_EACH_WIDTH_H
#define ASSAY_NATIVE_BLOCK_CIPHER_EACH_WIDTH_H

#include "native/block_cipher/kernels.h"
#include "native/common/bytes.h"
#include "native/common/lanes.h"

#define LANE_JOIN(name, suffix) LANE_JOIN_(name, suffix)
#define LANE_JOIN_(name, suffix) name##_##suffix
#define LANE(name) LANE_JOIN(name, LANE_SUFFIX)

#if ASSAY_VECTORS && !(defined LANE_SHIFTS && ASSAY_TARGETS)
#define LANES_OF_128 1
#else
#define LANES_OF_128 0
#endif

/* Lines of a kernel list for the vector widths; BLOCKS are those of a step per 32 bits of width. */
#if LANES_OF_128
#define LANE_KERNEL_128(f, blocks, filled_from) {4 * (blocks), filled_from, 128, f##_128},
#else
#define LANE_KERNEL_128(f, blocks, filled_from)
#endif
#if ASSAY_TARGETS
#define LANE_KERNELS(f, blocks, filled_from) \
    {16 * (blocks), filled_from, 512, f##_512}, {8 * (blocks), filled_from, 256, f##_256}, \
        LANE_KERNEL_128(f, blocks, filled_from)
#else
#define LANE_KERNELS(f, blocks, filled_from) LANE_KERNEL_128(f, blocks, filled_from)
#endif

#if ASSAY_TARGETS
#define LANE_SUFFIX 512
#define LANE_BITS 512
#define LANE_TARGET TARGET_AVX512
#define V8 vec512_u8
#define V16 vec512_u16
#define V32 vec512_u32
#define V64 vec512_u64
#include "native/block_cipher/lane_blocks.h"
#include LANE_FILE
#include "native/block_cipher/lane_end.h"

#define LANE_SUFFIX 256
#define LANE_BITS 256
#define LANE_TARGET TARGET_AVX2
#define V8 vec256_u8
#define V16 vec256_u16
#define V32 vec256_u32
#define V64 vec256_u64
#include "native/block_cipher/lane_blocks.h"
#include LANE_FILE
#include "native/block_cipher/lane_end.h"
#endif

#if LANES_OF_128
#define LANE_SUFFIX 128
#define LANE_BITS 128
#define LANE_TARGET
#define V8 vec128_u8
#define V16 vec128_u16
#define V32 vec128_u32
#define V64 vec128_u64
#include "native/block_cipher/lane_blocks.h"
#include LANE_FILE
#include "native/block_cipher/lane_end.h"
#endif

#define LANE_SUFFIX plain
#define LANE_BITS 0
#define LANE_TARGET
#define V8 uint8_t
#define V16 uint16_t
#define V32 uint32_t
#define V64 uint64_t
#include "native/block_cipher/lane_blocks.h"
#include LANE_FILE
#include "native/block_cipher/lane_end.h"

#endif

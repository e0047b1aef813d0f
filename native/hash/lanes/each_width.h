/* SPDX-License-Identifier: MIT */
/*
 * each_width.h - compiles `many` of one hash for every width of vectors: one message in each lane.
 *
 * No include guard: the hash's file defines the following and then includes this file once.
 *
 *     LANE_FILE          the header with the compression function over lanes, written over the names below
 *     LANE_WORD_BITS     32 or 64: words of the hash
 *     LANE_STATE_WORDS   words of the chaining value
 *     LANE_GROUPS        vectors side by side, where one alone would wait for its own results
 *     LANE_LOAD(p)       a word of the message
 *     LANE_STORE(p, w)   a word of the digest
 *     LANE_LENGTH_HIGH, LANE_LENGTH_LOW   which words of the last block hold the upper and lower half of the bit count
 *
 * It gets `many_for(vector_bits)`, the widest function that may be used, and writes its kernel with
 *
 *     LANE(name)         NAME with the width's suffix
 *     LANE_TARGET        attribute of every function that touches a vector
 *     LANE_VECTOR        a vector of words
 *     LANE_WORD          one word
 *     LANE_AT(array, i)  the vector at place i of an array of words
 *     LANE_PUT(array, i, v)   puts one there
 */
#include "native/common/lanes.h"
#include "native/hash/merkle_damgard.h"

#define LANE(name) LANES_NAME(name, LANE_BITS)
#if LANE_WORD_BITS == 32
#define LANE_WORD uint32_t
#define LANE_VECTOR LANES_TYPE(LANE_BITS, u32)
#define LANE_STATE(state, i) (state).w32[i]
#else
#define LANE_WORD uint64_t
#define LANE_VECTOR LANES_TYPE(LANE_BITS, u64)
#define LANE_STATE(state, i) (state).w64[i]
#endif
#define LANE_AT(array, i) LANE(vector_at_)((array) + (i) * (LANE_BITS / LANE_WORD_BITS))

#define LANE_PUT(array, i, v) LANE(store_)((array) + (i) * (LANE_BITS / LANE_WORD_BITS), v)

#if ASSAY_TARGETS
#define LANE_BITS 512
#define LANE_TARGET TARGET_AVX512
#include "native/hash/lanes/many.h"

#define LANE_BITS 256
#define LANE_TARGET TARGET_AVX2
#include "native/hash/lanes/many.h"
#endif

#if ASSAY_VECTORS
#define LANE_BITS 128
#define LANE_TARGET
#include "native/hash/lanes/many.h"
#endif

static inline md_many *many_for(unsigned vector_bits)
{
    unsigned bits = vector_bits_for(vector_bits);
#if ASSAY_TARGETS
    if (bits >= 512)
        return many_512;
    if (bits >= 256)
        return many_256;
#endif
#if ASSAY_VECTORS
    if (bits >= 128)
        return many_128;
#endif
    (void)bits;
    return md_one_by_one;
}

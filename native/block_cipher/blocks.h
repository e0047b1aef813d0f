/* SPDX-License-Identifier: MIT */
/*
 * blocks.h - how a call for many blocks is cut into groups that are worked on together.
 *
 * The rounds of one block wait for each other; those of another block fill the gaps.  A cipher whose blocks gain from
 * this writes its rounds once, over COUNT blocks with COUNT known at compile time, and `in_groups` runs them on whole
 * groups and then on what is left, block by block.
 */
#ifndef ASSAY_NATIVE_BLOCK_CIPHER_BLOCKS_H
#define ASSAY_NATIVE_BLOCK_CIPHER_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

#include "native/common/lanes.h"
#include "native/primitive.h"

/* Over COUNT blocks from IN to OUT; all of IN is read before any of OUT is written. */
typedef void block_function(const void *context, const uint8_t *in, uint8_t *out, unsigned count);

/* Runs F on groups of GROUP blocks, then on single blocks; inlined, so that F is compiled for both counts. */
static ALWAYS_INLINE enum status in_groups(block_function *f, unsigned group, size_t block_size, const void *context,
                                           const uint8_t *in, uint8_t *out, size_t blocks)
{
    if (buffers_overlap_partly(in, out, blocks * block_size))
        return STATUS_OVERLAP;
    for (; blocks >= group; blocks -= group, in += group * block_size, out += group * block_size)
        f(context, in, out, group);
    for (; blocks != 0; blocks--, in += block_size, out += block_size)
        f(context, in, out, 1);
    return STATUS_OK;
}

#endif

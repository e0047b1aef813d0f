/* SPDX-License-Identifier: MIT */
/*
 * block_buffer.h - cuts a message that arrives in pieces of any size into whole blocks.
 *
 * Whole blocks go straight from the message to the function that absorbs them, as many as there are in one call; what
 * is left waits in the caller's block for the next piece.  The bytes of that block behind those that wait are always
 * zero, so that padding at the end of the message has nothing to clear.
 */
#ifndef ASSAY_NATIVE_COMMON_BLOCK_BUFFER_H
#define ASSAY_NATIVE_COMMON_BLOCK_BUFFER_H

#include "native/common/bytes.h"
#include "native/common/lanes.h"

/* Takes COUNT whole blocks, in order; COUNT is at least 1. */
typedef void absorb_blocks(void *context, const uint8_t *blocks, size_t count);

/*
 * Takes the next SIZE bytes of the message while WAITING bytes, fewer than BLOCK_SIZE, wait in BLOCK; returns how many
 * wait then.  Inlined, so that BLOCK_SIZE and ABSORB are constants of the hash that calls.
 */
static ALWAYS_INLINE size_t buffer_blocks(absorb_blocks *absorb, void *context, uint8_t *block, size_t block_size,
                                          size_t waiting, const uint8_t *data, size_t size)
{
    if (size < block_size - waiting) {
        copy_bytes(block + waiting, data, size);
        return waiting + size;
    }
    if (waiting != 0) {
        memcpy(block + waiting, data, block_size - waiting);
        absorb(context, block, 1);
        memset(block, 0, block_size);
        data += block_size - waiting;
        size -= block_size - waiting;
    }
    if (size >= block_size)
        absorb(context, data, size / block_size);
    waiting = size % block_size;
    copy_bytes(block, data + (size - waiting), waiting);
    return waiting;
}

/*
 * Behind the padding byte at index POSITION of BLOCK: makes room for the message's length, LENGTH_SIZE bytes at the end
 * of the block, in a further block if it must.
 */
static ALWAYS_INLINE void buffer_make_room(absorb_blocks *absorb, void *context, uint8_t *block, size_t block_size,
                                           size_t position, size_t length_size)
{
    if (position >= block_size - length_size) {
        absorb(context, block, 1);
        memset(block, 0, block_size);
    }
}

#endif

/* SPDX-License-Identifier: MIT */
/*
 * kernels.h - how a call for many blocks is handed to the kernels of a cipher, the widest first.
 *
 * A kernel encrypts (or decrypts) a fixed number of blocks side by side: as lanes of vectors, or interleaved.  A
 * cipher lists its kernels from the widest to one that takes single blocks.  Blocks are independent of each other,
 * so that too few for a wide kernel may be filled up with zeros where that is faster than one after the other.
 */
#ifndef ASSAY_NATIVE_BLOCK_CIPHER_KERNELS_H
#define ASSAY_NATIVE_BLOCK_CIPHER_KERNELS_H

#include "native/common/bytes.h"
#include "native/primitive.h"

enum { KERNEL_STEP_MAX = 4096 /* bytes that one step of any kernel takes */ };

/*
 * blocks: what one step takes.
 * filled_from: so many blocks or more, but less than a whole step, are filled up; 0: never.
 * vector_bits: what the CPU must have; 0: nothing.
 * run: STEPS steps from IN to OUT, in place or disjoint; all input of a step is read before its output is written.
 */
struct kernel {
    size_t blocks;
    size_t filled_from;
    unsigned vector_bits;
    void (*run)(const void *context, const uint8_t *in, uint8_t *out, size_t steps);
};

/* Runs the kernels that need at most VECTOR_BITS over all blocks; the last of them must be one for single blocks. */
static inline enum status run_kernels(const struct kernel *kernel, unsigned vector_bits, const void *context,
                                      size_t block_size, const uint8_t *in, uint8_t *out, size_t blocks)
{
    if (buffers_overlap_partly(in, out, blocks * block_size))
        return STATUS_OVERLAP;
    for (; blocks != 0; kernel++) {
        if (kernel->vector_bits > vector_bits)
            continue;
        size_t steps = blocks / kernel->blocks, size = steps * kernel->blocks * block_size;
        if (steps != 0) {
            kernel->run(context, in, out, steps);
            in += size;
            out += size;
            blocks -= steps * kernel->blocks;
        }
        if (kernel->filled_from != 0 && blocks >= kernel->filled_from) {
            uint8_t step[KERNEL_STEP_MAX];
            size = blocks * block_size;
            memcpy(step, in, size);
            memset(step + size, 0, kernel->blocks * block_size - size);
            kernel->run(context, step, step, 1);
            memcpy(out, step, size);
            wipe(step, size);
            blocks = 0;
        }
    }
    return STATUS_OK;
}

#endif

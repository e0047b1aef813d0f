/* SPDX-License-Identifier: MIT */
/*
 * arx_stream.h - what Salsa20 and ChaCha20 share: 64-byte keystream blocks, numbered, made in groups by kernels of
 * several widths, and handed out in pieces of any size.
 */
#ifndef ASSAY_NATIVE_STREAM_CIPHER_ARX_STREAM_H
#define ASSAY_NATIVE_STREAM_CIPHER_ARX_STREAM_H

#include "native/common/lanes.h"
#include "native/primitive.h"
#include "native/stream_cipher/keystream.h"

enum { ARX_BLOCK_SIZE = 64, ARX_LANES_MAX = 16 };

/* Xors GROUPS groups of LANES blocks, from number COUNTER on, over IN. */
struct arx_kernel {
    size_t lanes;
    void (*run)(const uint32_t input[16], uint64_t counter, unsigned double_rounds, const uint8_t *in, uint8_t *out,
                size_t groups);
};

struct arx_stream {
    uint32_t input[16]; /* the matrix of block 0 */
    uint64_t next;      /* number of the next block to make; blocks of numbers below `limit` exist */
    uint64_t limit;
    unsigned kernels; /* how many of the cipher's kernels, from the narrowest on, this CPU and variant may use */
    unsigned double_rounds;
    int begun; /* whether the message has had bytes already */
    size_t buffered; /* keystream not yet handed out: the last bytes of the buffer */
    uint8_t buffer[ARX_LANES_MAX * ARX_BLOCK_SIZE];
};

/* Kernels stand in the order one block, 128, 256, 512 bits. */
static inline unsigned arx_kernels(const struct variant *variant)
{
#if ASSAY_SHUFFLES
    const unsigned bits = vector_bits_for(variant->vector_bits);
    return bits >= 512 ? 4 : bits >= 256 ? 3 : bits >= 128 ? 2 : 1;
#else
    (void)variant;
    return 1;
#endif
}

static inline enum status arx_update(struct arx_stream *stream, const struct arx_kernel *kernels, const uint8_t *in,
                                     uint8_t *out, size_t size)
{
    if (buffers_overlap_partly(in, out, size))
        return STATUS_OVERLAP;
    const size_t fresh = size < stream->buffered ? 0 : size - stream->buffered;
    if (fresh / ARX_BLOCK_SIZE + (fresh % ARX_BLOCK_SIZE != 0) > stream->limit - stream->next)
        return STATUS_LIMIT;
    const size_t old = keystream_use(stream->buffer + sizeof stream->buffer, &stream->buffered, in, out, size);
    if (fresh == 0)
        return STATUS_OK;
    in += old;
    out += old;
    size = fresh;
    while (size != 0) {
        /*
         * The narrowest kernel that does the rest in one group, or else the widest; of a message that goes on, more
         * is to be expected.
         */
        const struct arx_kernel *kernel = kernels, *widest = kernels + stream->kernels - 1;
        while (kernel < widest && (stream->begun || kernel->lanes * ARX_BLOCK_SIZE < size))
            kernel++;
        if (kernel->lanes > stream->limit - stream->next)
            kernel = kernels;
        const size_t group = kernel->lanes * ARX_BLOCK_SIZE;
        const size_t groups = size / group;
        if (groups != 0) {
            kernel->run(stream->input, stream->next, stream->double_rounds, in, out, groups);
            stream->next += groups * kernel->lanes;
            in += groups * group;
            out += groups * group;
            size -= groups * group;
        } else {
            uint8_t *keystream = stream->buffer + sizeof stream->buffer - group;
            memset(keystream, 0, group);
            kernel->run(stream->input, stream->next, stream->double_rounds, keystream, keystream, 1);
            stream->next += kernel->lanes;
            xor_bytes(out, in, keystream, size);
            stream->buffered = group - size;
            size = 0;
        }
    }
    stream->begun = 1;
    return STATUS_OK;
}

#endif

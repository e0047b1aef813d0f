/* SPDX-License-Identifier: MIT */
/*
 * CTR, NIST SP 800-38A section 6.5, over any block cipher: any number of bytes in any pieces.  The IV is the first
 * counter block, a big-endian number that is counted up over its whole width and wraps to 0.
 *
 * Hands batches to the cipher, or to its own way of counting.  Reads variant.base and base_variant.
 */
#include "native/common/lanes.h"
#include "native/mode/mode.h"
#include "native/native.h"

/*
 * Writes N counter blocks and counts on; inlined, so that it is compiled for the usual block sizes.  Blocks are written
 * in runs over which only the last byte changes: there a sum in the machine's own byte order does.
 */
static ALWAYS_INLINE void count_blocks_of(struct mode *mode, uint8_t *out, size_t n, size_t block_size)
{
    static const uint8_t last_byte[8] = {0, 0, 0, 0, 0, 0, 0, 1};
    const size_t head_size = block_size - sizeof last_byte;
    uint8_t head[BLOCK_SIZE_MAX], *last = mode->chain + block_size - 1;
    uint64_t one, word;
    memcpy(&one, last_byte, sizeof one);
    while (n != 0) {
        const size_t until_carry = (size_t)256 - *last, run = n < until_carry ? n : until_carry;
        memcpy(head, mode->chain, head_size);
        memcpy(&word, mode->chain + head_size, sizeof word);
        for (size_t i = 0; i < run; i++, out += block_size, word += one) {
            memcpy(out, head, head_size);
            memcpy(out + head_size, &word, sizeof word);
        }
        *last = (uint8_t)(*last + run);
        for (uint8_t *byte = last; *byte == 0 && byte != mode->chain;)
            ++*--byte;
        n -= run;
    }
}

static void count_blocks(struct mode *mode, uint8_t *out, size_t n)
{
    if (mode->block_size == 16)
        count_blocks_of(mode, out, n, 16);
    else if (mode->block_size == 8)
        count_blocks_of(mode, out, n, 8);
    else
        count_blocks_of(mode, out, n, mode->block_size);
}

static void add_to_counter(struct mode *mode, size_t n)
{
    for (uint8_t *byte = mode->chain + mode->block_size; n != 0 && byte != mode->chain; n >>= 8) {
        n += *--byte;
        *byte = (uint8_t)n;
    }
}

static enum status ctr_update(void *context, const uint8_t *in, uint8_t *out, size_t size)
{
    struct mode *mode = context;
    if (buffers_overlap_partly(in, out, size))
        return STATUS_OVERLAP;
    const size_t block_size = mode->block_size;
    const size_t left = block_size - mode->used, old = size < left ? size : left;
    xor_bytes(out, in, mode->block + mode->used, old);
    mode->used += old;
    size -= old;
    if (size == 0)
        return STATUS_OK;
    in += old;
    out += old;

    const struct block_cipher_ops *cipher = mode_cipher(mode);
    const size_t whole = size / block_size;
    if (cipher->count != NULL && cipher->count(mode_cipher_context(mode), mode->chain, in, out, whole) == STATUS_OK) {
        add_to_counter(mode, whole);
        in += whole * block_size;
        out += whole * block_size;
        size -= whole * block_size;
    }

    const size_t batch = mode_batch_blocks(mode);
    uint8_t keystream[MODE_BATCH_SIZE];
    size_t most = 0;
    enum status status = STATUS_OK;
    while (size != 0 && status == STATUS_OK) {
        const size_t wanted = (size - 1) / block_size + 1, n = wanted < batch ? wanted : batch;
        const size_t made = n * block_size, piece = size < made ? size : made;
        count_blocks(mode, keystream, n);
        status = mode_encrypt_blocks(mode, keystream, keystream, n);
        xor_bytes(out, in, keystream, piece);
        most = made > most ? made : most;
        if (piece != made) {
            memcpy(mode->block, keystream + made - block_size, block_size);
            mode->used = block_size - (made - piece);
        }
        in += piece;
        out += piece;
        size -= piece;
    }
    wipe(keystream, most);
    return status;
}

const struct cipher_ops native_ctr = {
    .ops = MODE_OPS,
    .set_key = mode_set_key,
    .set_iv = mode_set_iv,
    .update = ctr_update,
};

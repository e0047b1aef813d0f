/* SPDX-License-Identifier: MIT */
/*
 * CTR, NIST SP 800-38A section 6.5, over any block cipher: any number of bytes in any pieces.  The IV is the first
 * counter block, a big-endian number that is counted up over its whole width and wraps to 0.
 *
 * Hands batches to the cipher.  Reads variant.base and base_variant.
 */
#include "native/mode/mode.h"
#include "native/native.h"

/* Writes N counter blocks and counts on. */
static void count_blocks(struct mode *mode, uint8_t *out, size_t n)
{
    const size_t head = mode->block_size - sizeof(uint64_t);
    uint64_t low = load64_be(mode->chain + head);
    for (; n != 0; n--, out += mode->block_size) {
        memcpy(out, mode->chain, head);
        store64_be(out + head, low);
        low++;
        if (low == 0)
            for (size_t i = head; i != 0 && ++mode->chain[i - 1] == 0;)
                i--;
    }
    store64_be(mode->chain + head, low);
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

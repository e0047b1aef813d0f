/* SPDX-License-Identifier: MIT */
/*
 * OFB with feedback of whole blocks, NIST SP 800-38A section 6.4, over any block cipher: any number of bytes in any
 * pieces, IV of one block.
 *
 * Goes block by block: each keystream block is the encryption of the one before.
 * Reads variant.base and base_variant.
 */
#include "native/mode/mode.h"
#include "native/native.h"

static enum status ofb_update(void *context, const uint8_t *in, uint8_t *out, size_t size)
{
    struct mode *mode = context;
    if (buffers_overlap_partly(in, out, size))
        return STATUS_OVERLAP;
    enum status status = STATUS_OK;
    while (size != 0 && status == STATUS_OK) {
        if (mode->used == mode->block_size) {
            status = mode_encrypt_blocks(mode, mode->chain, mode->chain, 1);
            mode->used = 0;
        }
        const size_t left = mode->block_size - mode->used, n = size < left ? size : left;
        xor_bytes(out, in, mode->chain + mode->used, n);
        mode->used += n;
        in += n;
        out += n;
        size -= n;
    }
    return status;
}

const struct cipher_ops native_ofb = {
    .ops = MODE_OPS,
    .set_key = mode_set_key,
    .set_iv = mode_set_iv,
    .update = ofb_update,
};

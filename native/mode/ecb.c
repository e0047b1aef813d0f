/* SPDX-License-Identifier: MIT */
/*
 * ECB, NIST SP 800-38A section 6.1, over any block cipher: whole blocks, no IV.
 * Reads variant.base and base_variant.
 */
#include "native/mode/mode.h"
#include "native/native.h"

static enum status ecb_set_iv(void *context, enum direction direction, const uint8_t *iv, size_t iv_size,
                              uint64_t counter)
{
    struct mode *mode = context;
    (void)iv;
    if (iv_size != 0)
        return STATUS_BAD_LENGTH;
    if (counter != 0)
        return STATUS_BAD_PARAMETER;
    mode->direction = direction;
    return STATUS_OK;
}

static enum status ecb_update(void *context, const uint8_t *in, uint8_t *out, size_t size)
{
    struct mode *mode = context;
    if (buffers_overlap_partly(in, out, size))
        return STATUS_OVERLAP;
    if (size % mode->block_size != 0)
        return STATUS_BAD_LENGTH;
    const size_t blocks = size / mode->block_size;
    return mode->direction == ENCRYPT ? mode_encrypt_blocks(mode, in, out, blocks)
                                      : mode_decrypt_blocks(mode, in, out, blocks);
}

const struct cipher_ops native_ecb = {
    .ops = MODE_OPS,
    .set_key = mode_set_key,
    .set_iv = ecb_set_iv,
    .update = ecb_update,
};

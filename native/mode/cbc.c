/* SPDX-License-Identifier: MIT */
/*
 * CBC, NIST SP 800-38A section 6.2, over any block cipher: whole blocks, IV of one block, no padding.
 *
 * Encryption goes block by block, each waiting for the one before; decryption hands batches to the cipher.
 * Reads variant.base and base_variant.
 */
#include "native/mode/mode.h"
#include "native/native.h"

static enum status cbc_encrypt(struct mode *mode, const uint8_t *in, uint8_t *out, size_t blocks)
{
    const size_t block_size = mode->block_size;
    const uint8_t *chain = mode->chain;
    enum status status = STATUS_OK;
    for (; blocks != 0 && status == STATUS_OK; blocks--, in += block_size, out += block_size) {
        xor_bytes(out, in, chain, block_size);
        status = mode_encrypt_blocks(mode, out, out, 1);
        chain = out;
    }
    if (chain != mode->chain)
        memcpy(mode->chain, chain, block_size);
    return status;
}

static enum status cbc_decrypt(struct mode *mode, const uint8_t *in, uint8_t *out, size_t blocks)
{
    const size_t block_size = mode->block_size;
    const size_t batch = mode_batch_blocks(mode);
    /* The ciphertext one block late, which is what to xor: a copy, because OUT may be IN. */
    uint8_t late[MODE_BATCH_SIZE + BLOCK_SIZE_MAX];
    while (blocks != 0) {
        const size_t n = blocks < batch ? blocks : batch, size = n * block_size;
        if (in == out) {
            memcpy(late, mode->chain, block_size);
            memcpy(late + block_size, in, size);
        }
        const enum status status = mode_decrypt_blocks(mode, in, out, n);
        if (status != STATUS_OK)
            return status;
        if (in == out) {
            xor_bytes(out, out, late, size);
            memcpy(mode->chain, late + size, block_size);
        } else {
            xor_bytes(out, out, mode->chain, block_size);
            xor_bytes(out + block_size, out + block_size, in, size - block_size);
            memcpy(mode->chain, in + size - block_size, block_size);
        }
        blocks -= n;
        in += size;
        out += size;
    }
    return STATUS_OK;
}

static enum status cbc_update(void *context, const uint8_t *in, uint8_t *out, size_t size)
{
    struct mode *mode = context;
    if (buffers_overlap_partly(in, out, size))
        return STATUS_OVERLAP;
    if (size % mode->block_size != 0)
        return STATUS_BAD_LENGTH;
    const size_t blocks = size / mode->block_size;
    return mode->direction == ENCRYPT ? cbc_encrypt(mode, in, out, blocks) : cbc_decrypt(mode, in, out, blocks);
}

const struct cipher_ops native_cbc = {
    .ops = MODE_OPS,
    .set_key = mode_set_key,
    .set_iv = mode_set_iv,
    .update = cbc_update,
};

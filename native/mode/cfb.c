/* SPDX-License-Identifier: MIT */
/*
 * CFB with feedback of whole blocks, NIST SP 800-38A section 6.3 with s = block size, over any block cipher: any
 * number of bytes in any pieces, IV of one block.
 *
 * Encryption goes block by block; decryption, whose feedback is all known, hands batches to the cipher.
 * Reads variant.base and base_variant.
 */
#include "native/mode/mode.h"
#include "native/native.h"

/*
 * Bytes of a block begun: `chain` holds the keystream, and takes in the ciphertext in its place, so that a full
 * one is the next block's input.
 */
static void cfb_bytes(struct mode *mode, const uint8_t *in, uint8_t *out, size_t size)
{
    for (uint8_t *chain = mode->chain + mode->used; size != 0; size--, mode->used++, in++, out++, chain++) {
        const uint8_t byte = *in, result = byte ^ *chain;
        *chain = mode->direction == ENCRYPT ? result : byte;
        *out = result;
    }
}

static enum status cfb_encrypt(struct mode *mode, const uint8_t *in, uint8_t *out, size_t blocks)
{
    enum status status = STATUS_OK;
    const size_t block_size = mode->block_size;
    for (; blocks != 0 && status == STATUS_OK; blocks--, in += block_size, out += block_size) {
        status = mode_encrypt_blocks(mode, mode->chain, mode->chain, 1);
        xor_bytes(mode->chain, mode->chain, in, block_size);
        memcpy(out, mode->chain, block_size);
    }
    return status;
}

static enum status cfb_decrypt(struct mode *mode, const uint8_t *in, uint8_t *out, size_t blocks)
{
    const size_t block_size = mode->block_size;
    const size_t batch = mode_batch_blocks(mode);
    uint8_t keystream[MODE_BATCH_SIZE + BLOCK_SIZE_MAX];
    size_t most = 0;
    enum status status = STATUS_OK;
    while (blocks != 0 && status == STATUS_OK) {
        const size_t n = blocks < batch ? blocks : batch, size = n * block_size;
        memcpy(keystream, mode->chain, block_size);
        memcpy(keystream + block_size, in, size);
        memcpy(mode->chain, keystream + size, block_size);
        status = mode_encrypt_blocks(mode, keystream, keystream, n);
        xor_bytes(out, in, keystream, size);
        most = size > most ? size : most;
        blocks -= n;
        in += size;
        out += size;
    }
    wipe(keystream, most);
    return status;
}

static enum status cfb_update(void *context, const uint8_t *in, uint8_t *out, size_t size)
{
    struct mode *mode = context;
    if (buffers_overlap_partly(in, out, size))
        return STATUS_OVERLAP;
    const size_t left = mode->block_size - mode->used, old = size < left ? size : left;
    cfb_bytes(mode, in, out, old);
    size -= old;
    if (size == 0)
        return STATUS_OK;
    in += old;
    out += old;
    const size_t blocks = size / mode->block_size, whole = blocks * mode->block_size;
    enum status status =
        mode->direction == ENCRYPT ? cfb_encrypt(mode, in, out, blocks) : cfb_decrypt(mode, in, out, blocks);
    if (status == STATUS_OK && size != whole) {
        status = mode_encrypt_blocks(mode, mode->chain, mode->chain, 1);
        mode->used = 0;
        cfb_bytes(mode, in + whole, out + whole, size - whole);
    }
    return status;
}

const struct cipher_ops native_cfb = {
    .ops = MODE_OPS,
    .set_key = mode_set_key,
    .set_iv = mode_set_iv,
    .update = cfb_update,
};

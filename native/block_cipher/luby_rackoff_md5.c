/* SPDX-License-Identifier: MIT */
/*
 * luby_rackoff_md5.c - Luby and Rackoff's construction of a block cipher from a hash, here MD5 (RFC 1321), as in
 * Crypto++: the working half is hashed in all four steps (what Crypto++ 5.0 to 8.7 hash in the last one is the output
 * area, which makes a cipher only where that holds the result already).
 *
 * Blocks of 32 bytes, keys of any even number of bytes from 2.  A step is R ^= MD5(left key half || L) or the same with
 * left and right exchanged; whole message blocks of a long key half are hashed when the key is set.  Constant-time.
 * Reads variant.vector_bits.
 */
#include "native/common/md5.h"
#include "native/native.h"

enum {
    BLOCK_SIZE = 32,
    MESSAGE_WORDS = 32, /* rest of the key half, half of the block, padding: at most two blocks of MD5 */
    VECTORS = 2         /* worked on side by side */
};

/* What is hashed with one half of the block: a half of the key, and what pads the message. */
struct side {
    uint32_t state[4];              /* after the whole blocks of the key half */
    uint32_t padded[MESSAGE_WORDS]; /* the rest of the message, zeros for the half of the block */
    unsigned offset;                /* of that half, in bytes */
    unsigned blocks;                /* that the rest of the message fills */
};

struct luby_rackoff_md5 {
    struct side sides[2];
    unsigned vector_bits;
};

#define LANE_FILE "native/block_cipher/luby_rackoff_md5_lanes.h"
#include "native/block_cipher/each_width.h"

static enum status setup(void *context, const struct variant *variant)
{
    struct luby_rackoff_md5 *cipher = context;
    cipher->vector_bits = vector_bits_for(variant == NULL ? 0 : variant->vector_bits);
    return STATUS_OK;
}

static enum status set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct luby_rackoff_md5 *cipher = context;
    if (key_size == 0 || key_size % 2 != 0)
        return STATUS_BAD_LENGTH;
    for (unsigned s = 0; s < 2; s++) {
        struct side *side = &cipher->sides[s];
        uint8_t rest[4 * MESSAGE_WORDS] = {0};
        size_t left = key_size / 2;
        uint64_t message_bits = 8 * ((uint64_t)left + 16);
        memcpy(side->state, (const uint32_t[4]){MD5_INITIAL}, sizeof side->state);
        for (; left >= 64; left -= 64, key += 64)
            md5_compress(side->state, key);
        memcpy(rest, key, left);
        key += left;
        rest[left + 16] = 0x80;
        side->offset = (unsigned)left;
        side->blocks = left + 16 < 56 ? 1 : 2;
        store64_le(rest + 64 * side->blocks - 8, message_bits);
        for (unsigned i = 0; i < MESSAGE_WORDS; i++)
            side->padded[i] = load32_le(rest + 4 * i);
        wipe(rest, sizeof rest);
    }
    return STATUS_OK;
}

static enum status encrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    static const struct kernel kernels[] = {LANE_KERNELS(encrypt, VECTORS, 2){1, 0, 0, encrypt_plain}};
    const unsigned vector_bits = ((struct luby_rackoff_md5 *)context)->vector_bits;
    return run_kernels(kernels, vector_bits, context, BLOCK_SIZE, in, out, blocks);
}

static enum status decrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    static const struct kernel kernels[] = {LANE_KERNELS(decrypt, VECTORS, 2){1, 0, 0, decrypt_plain}};
    const unsigned vector_bits = ((struct luby_rackoff_md5 *)context)->vector_bits;
    return run_kernels(kernels, vector_bits, context, BLOCK_SIZE, in, out, blocks);
}

const struct block_cipher_ops native_luby_rackoff_md5 = {
    .ops = {.context_size = sizeof(struct luby_rackoff_md5), .setup = setup},
    .block_size = BLOCK_SIZE,
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

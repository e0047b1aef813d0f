/* SPDX-License-Identifier: MIT */
/*
 * MD5, RFC 1321: 128-bit digest, 64-byte blocks, 4 rounds of 16 steps.
 * Constant-time.  No variant field is read.
 */
#include "native/common/md5.h"
#include "native/hash/merkle_damgard.h"
#include "native/native.h"

static const struct md_hash md5 = {
    .initial = {.w32 = {MD5_INITIAL}},
    .block_size = 64,
    .length_size = 8,
    .digest_size = 16,
    .words = MD_LITTLE_32,
};

static void compress(union md_state *state, const uint8_t *blocks, size_t count)
{
    for (; count != 0; count--, blocks += 64)
        md5_compress(state->w32, blocks);
}

static enum status setup(void *context, const struct variant *variant)
{
    (void)variant;
    return md_setup(context, compress, 0x80);
}

MD_FUNCTIONS(md5)

const struct hash_ops native_md5 = MD_TABLE(md5, 16, 64);

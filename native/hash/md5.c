/* SPDX-License-Identifier: MIT */
/*
 * MD5, RFC 1321: 128-bit digest, 64-byte blocks, 4 rounds of 16 steps.
 * Constant-time.  Reads variant->vector_bits: `many` uses vectors of at most that width.
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

/* `many`: one message in each lane. */
#define LANE_FILE "native/hash/lanes/md5.h"
#define LANE_WORD_BITS 32
#define LANE_STATE_WORDS 4
#define LANE_GROUPS 3
#define LANE_LOAD(p) load32_le(p)
#define LANE_STORE(p, w) store32_le(p, w)
#define LANE_LENGTH_HIGH 15
#define LANE_LENGTH_LOW 14
#include "native/hash/lanes/each_width.h"

static enum status setup(void *context, const struct variant *variant)
{
    return md_setup_many(context, compress, many_for(variant->vector_bits));
}

MD_FUNCTIONS(md5)
MD_MANY(md5)

const struct hash_ops native_md5 = MD_TABLE_MANY(md5, 16, 64);

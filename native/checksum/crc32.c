/* SPDX-License-Identifier: MIT */
/*
 * CRC-32 (ITU-T V.42, IEEE 802.3): polynomial 0x04c11db7 with bits reflected, register preset to ones and complemented
 * at the end; value of 4 bytes, most significant first.  No variant field is read.
 *
 * A long message is cut into groups of BRAIDS words; word i of each group belongs to braid i, a checksum of its own
 * that skips the other words.  The braids do not wait for each other, and are joined in the last group.  8 KiB of
 * tables, made in `setup`: half of them move a register over one word, half over one group.
 */
#include "native/common/bytes.h"
#include "native/native.h"

enum { BRAIDS = 6, WORD_SIZE = 4, GROUP_SIZE = BRAIDS * WORD_SIZE };

struct context {
    uint32_t word[WORD_SIZE][256];  /* [j][n]: byte n with j zero bytes behind it */
    uint32_t group[WORD_SIZE][256]; /* the same with GROUP_SIZE - WORD_SIZE more */
    uint32_t value;
};

static enum status setup(void *context, const struct variant *variant)
{
    struct context *c = context;
    (void)variant;
    for (unsigned n = 0; n < 256; n++) {
        uint32_t r = n;
        for (unsigned bit = 0; bit < 8; bit++)
            r = r >> 1 ^ (0xedb88320 & (0 - (r & 1)));
        c->word[0][n] = r;
    }
    for (unsigned n = 0; n < 256; n++) {
        uint32_t r = c->word[0][n];
        for (unsigned zeros = 1; zeros < GROUP_SIZE; zeros++) {
            r = r >> 8 ^ c->word[0][r & 0xff];
            if (zeros < WORD_SIZE)
                c->word[zeros][n] = r;
            if (zeros >= GROUP_SIZE - WORD_SIZE)
                c->group[zeros - (GROUP_SIZE - WORD_SIZE)][n] = r;
        }
    }
    return STATUS_OK;
}

static enum status init(void *context)
{
    struct context *c = context;
    c->value = 0xffffffff;
    return STATUS_OK;
}

/* The register R behind four more zero bytes, or a group of them: linear, so that each byte counts by itself. */
static inline uint32_t advance(uint32_t table[WORD_SIZE][256], uint32_t r)
{
    return table[3][r & 0xff] ^ table[2][r >> 8 & 0xff] ^ table[1][r >> 16 & 0xff] ^ table[0][r >> 24];
}

static enum status update(void *context, const uint8_t *data, size_t size)
{
    struct context *c = context;
    uint32_t r = c->value;
    if (size >= 2 * GROUP_SIZE) {
        uint32_t r0 = r, r1 = 0, r2 = 0, r3 = 0, r4 = 0, r5 = 0;
        for (; size >= 2 * GROUP_SIZE; size -= GROUP_SIZE, data += GROUP_SIZE) {
            r0 = advance(c->group, r0 ^ load32_le(data));
            r1 = advance(c->group, r1 ^ load32_le(data + 4));
            r2 = advance(c->group, r2 ^ load32_le(data + 8));
            r3 = advance(c->group, r3 ^ load32_le(data + 12));
            r4 = advance(c->group, r4 ^ load32_le(data + 16));
            r5 = advance(c->group, r5 ^ load32_le(data + 20));
        }
        r = advance(c->word, r0 ^ load32_le(data));
        r = advance(c->word, r ^ r1 ^ load32_le(data + 4));
        r = advance(c->word, r ^ r2 ^ load32_le(data + 8));
        r = advance(c->word, r ^ r3 ^ load32_le(data + 12));
        r = advance(c->word, r ^ r4 ^ load32_le(data + 16));
        r = advance(c->word, r ^ r5 ^ load32_le(data + 20));
        size -= GROUP_SIZE;
        data += GROUP_SIZE;
    }
    for (; size >= WORD_SIZE; size -= WORD_SIZE, data += WORD_SIZE)
        r = advance(c->word, r ^ load32_le(data));
    for (; size != 0; size--, data++)
        r = r >> 8 ^ c->word[0][(r ^ *data) & 0xff];
    c->value = r;
    return STATUS_OK;
}

static enum status final(void *context, uint8_t *digest)
{
    struct context *c = context;
    store32_be(digest, ~c->value);
    return STATUS_OK;
}

const struct hash_ops native_crc32 = {
    .ops = {.context_size = sizeof(struct context), .setup = setup},
    .digest_size = 4,
    .block_size = 1,
    .init = init,
    .update = update,
    .final = final,
};

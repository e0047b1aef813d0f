/* SPDX-License-Identifier: MIT */
/*
 * HAVAL (Zheng, Pieprzyk, Seberry, "HAVAL - A One-Way Hashing Algorithm with Variable Length of Output", AUSCRYPT '92):
 * 3, 4 or 5 passes of 32 steps over blocks of 128 bytes; digests of 16, 20, 24, 28 and 32 bytes, which differ in more
 * than their length, because size and passes are part of the padding.
 * Constant-time.  Reads variant->rounds, the passes, which must be given; variant->output_size (0: 32); and
 * variant->option: OPTION_PADDING_01, as published, or OPTION_PADDING_80, as some early programs had it.
 */
#include "native/hash/merkle_damgard.h"
#include "native/native.h"

enum {
    VERSION = 1,
    TAIL_SIZE = 2 /* version, passes and digest size, in front of the bit count */
};

static const struct md_hash haval = {
    .initial = {.w32 = {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344,
                        0xa4093822, 0x299f31d0, 0x082efa98, 0xec4e6c89}},
    .block_size = 128,
    .length_size = TAIL_SIZE + 8,
    .digest_size = 32,
    .words = MD_LITTLE_32,
};

struct context {
    struct md_context md;
    unsigned passes;
    size_t output_size;
};

/* The order in which each pass takes the words of the block. */
static const uint8_t order[5][32] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
     16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31},
    {5, 14, 26, 18, 11, 28, 7, 16, 0, 23, 20, 22, 1, 10, 4, 8,
     30, 3, 21, 9, 17, 24, 29, 6, 19, 12, 15, 13, 2, 25, 31, 27},
    {19, 9, 4, 20, 28, 17, 8, 22, 29, 14, 25, 12, 24, 30, 16, 26,
     31, 15, 7, 3, 1, 0, 18, 27, 13, 6, 21, 10, 23, 11, 5, 2},
    {24, 4, 0, 14, 2, 7, 28, 23, 26, 6, 30, 20, 18, 25, 19, 3,
     22, 11, 31, 21, 8, 27, 12, 9, 1, 29, 5, 15, 17, 10, 16, 13},
    {27, 3, 21, 26, 17, 11, 20, 29, 19, 0, 12, 7, 13, 8, 31, 10,
     5, 9, 14, 30, 18, 6, 28, 24, 2, 23, 16, 22, 4, 1, 25, 15},
};

/* What each pass adds: the fraction of pi behind the initial value; nothing in the first pass. */
static const uint32_t constants[5][32] = {
    {0},
    {0x452821e6, 0x38d01377, 0xbe5466cf, 0x34e90c6c, 0xc0ac29b7, 0xc97c50dd, 0x3f84d5b5, 0xb5470917,
     0x9216d5d9, 0x8979fb1b, 0xd1310ba6, 0x98dfb5ac, 0x2ffd72db, 0xd01adfb7, 0xb8e1afed, 0x6a267e96,
     0xba7c9045, 0xf12c7f99, 0x24a19947, 0xb3916cf7, 0x0801f2e2, 0x858efc16, 0x636920d8, 0x71574e69,
     0xa458fea3, 0xf4933d7e, 0x0d95748f, 0x728eb658, 0x718bcd58, 0x82154aee, 0x7b54a41d, 0xc25a59b5},
    {0x9c30d539, 0x2af26013, 0xc5d1b023, 0x286085f0, 0xca417918, 0xb8db38ef, 0x8e79dcb0, 0x603a180e,
     0x6c9e0e8b, 0xb01e8a3e, 0xd71577c1, 0xbd314b27, 0x78af2fda, 0x55605c60, 0xe65525f3, 0xaa55ab94,
     0x57489862, 0x63e81440, 0x55ca396a, 0x2aab10b6, 0xb4cc5c34, 0x1141e8ce, 0xa15486af, 0x7c72e993,
     0xb3ee1411, 0x636fbc2a, 0x2ba9c55d, 0x741831f6, 0xce5c3e16, 0x9b87931e, 0xafd6ba33, 0x6c24cf5c},
    {0x7a325381, 0x28958677, 0x3b8f4898, 0x6b4bb9af, 0xc4bfe81b, 0x66282193, 0x61d809cc, 0xfb21a991,
     0x487cac60, 0x5dec8032, 0xef845d5d, 0xe98575b1, 0xdc262302, 0xeb651b88, 0x23893e81, 0xd396acc5,
     0x0f6d6ff3, 0x83f44239, 0x2e0b4482, 0xa4842004, 0x69c8f04a, 0x9e1f9b5e, 0x21c66842, 0xf6e96c9a,
     0x670c9c61, 0xabd388f0, 0x6a51a0d2, 0xd8542f68, 0x960fa728, 0xab5133a3, 0x6eef0b6c, 0x137a3be4},
    {0xba3bf050, 0x7efb2a98, 0xa1f1651d, 0x39af0176, 0x66ca593e, 0x82430e88, 0x8cee8619, 0x456f9fb4,
     0x7d84a5c3, 0x3b8b5ebe, 0xe06f75d8, 0x85c12073, 0x401a449f, 0x56c16aa6, 0x4ed3aa62, 0x363f7706,
     0x1bfedf72, 0x429b023d, 0x37d0d724, 0xd00a1248, 0xdb0fead3, 0x49f1c09b, 0x075372c9, 0x80991b7b,
     0x25d479d8, 0xf6e8def7, 0xe3fe501a, 0xb6794c3b, 0x976ce0bd, 0x04c006ba, 0xc1a94fb6, 0x409f60c4},
};

/* The functions of the five passes. */
#define F1(x6, x5, x4, x3, x2, x1, x0) ((x1 & (x0 ^ x4)) ^ (x2 & x5) ^ (x3 & x6) ^ x0)
#define F2(x6, x5, x4, x3, x2, x1, x0)                                                                                 \
    ((x2 & ((x1 & ~x3) ^ (x4 & x5) ^ x6 ^ x0)) ^ (x4 & (x1 ^ x5)) ^ (x3 & x5) ^ x0)
#define F3(x6, x5, x4, x3, x2, x1, x0) ((x3 & ((x1 & x2) ^ x6 ^ x0)) ^ (x1 & x4) ^ (x2 & x5) ^ x0)
#define F4(x6, x5, x4, x3, x2, x1, x0)                                                                                 \
    ((x4 & ((~x2 & x5) ^ (x3 | x6) ^ x1 ^ x0)) ^ (x3 & ((x1 & x2) ^ x5 ^ x6)) ^ (x2 & x6) ^ x0)
#define F5(x6, x5, x4, x3, x2, x1, x0) ((x1 & x4) ^ (x2 & x5) ^ (x3 & x6) ^ (x0 & ~((x1 & x2 & x3) ^ x5)))

/* PHI_n_r: the function of pass r with its arguments in the order that a HAVAL of n passes gives them. */
#define PHI_3_1(t6, t5, t4, t3, t2, t1, t0) F1(t1, t0, t3, t5, t6, t2, t4)
#define PHI_3_2(t6, t5, t4, t3, t2, t1, t0) F2(t4, t2, t1, t0, t5, t3, t6)
#define PHI_3_3(t6, t5, t4, t3, t2, t1, t0) F3(t6, t1, t2, t3, t4, t5, t0)
#define PHI_4_1(t6, t5, t4, t3, t2, t1, t0) F1(t2, t6, t1, t4, t5, t3, t0)
#define PHI_4_2(t6, t5, t4, t3, t2, t1, t0) F2(t3, t5, t2, t0, t1, t6, t4)
#define PHI_4_3(t6, t5, t4, t3, t2, t1, t0) F3(t1, t4, t3, t6, t0, t2, t5)
#define PHI_4_4(t6, t5, t4, t3, t2, t1, t0) F4(t6, t4, t0, t5, t2, t1, t3)
#define PHI_5_1(t6, t5, t4, t3, t2, t1, t0) F1(t3, t4, t1, t0, t5, t2, t6)
#define PHI_5_2(t6, t5, t4, t3, t2, t1, t0) F2(t6, t2, t1, t0, t3, t4, t5)
#define PHI_5_3(t6, t5, t4, t3, t2, t1, t0) F3(t2, t6, t0, t4, t3, t1, t5)
#define PHI_5_4(t6, t5, t4, t3, t2, t1, t0) F4(t1, t5, t3, t2, t0, t4, t6)
#define PHI_5_5(t6, t5, t4, t3, t2, t1, t0) F5(t2, t5, t0, t6, t4, t3, t1)

/* t0 is the newest word, t7 the oldest, which makes room for the next. */
#define STEP(phi, r, i, t7, t6, t5, t4, t3, t2, t1, t0)                                                                \
    t7 = rotr32(t7, 11) + load32_le(blocks + 4 * order[r][i]) + constants[r][i] +                                      \
         rotr32(phi(t6, t5, t4, t3, t2, t1, t0), 7)

#define PASS(phi, r)                                                                                                   \
    for (unsigned i = 0; i < 32; i += 8) {                                                                             \
        STEP(phi, r, i, t7, t6, t5, t4, t3, t2, t1, t0);                                                               \
        STEP(phi, r, i + 1, t6, t5, t4, t3, t2, t1, t0, t7);                                                           \
        STEP(phi, r, i + 2, t5, t4, t3, t2, t1, t0, t7, t6);                                                           \
        STEP(phi, r, i + 3, t4, t3, t2, t1, t0, t7, t6, t5);                                                           \
        STEP(phi, r, i + 4, t3, t2, t1, t0, t7, t6, t5, t4);                                                           \
        STEP(phi, r, i + 5, t2, t1, t0, t7, t6, t5, t4, t3);                                                           \
        STEP(phi, r, i + 6, t1, t0, t7, t6, t5, t4, t3, t2);                                                           \
        STEP(phi, r, i + 7, t0, t7, t6, t5, t4, t3, t2, t1);                                                           \
    }                                                                                                                  \
    (void)0

#define FEED_FORWARD                                                                                                   \
    h[0] += t0;                                                                                                        \
    h[1] += t1;                                                                                                        \
    h[2] += t2;                                                                                                        \
    h[3] += t3;                                                                                                        \
    h[4] += t4;                                                                                                        \
    h[5] += t5;                                                                                                        \
    h[6] += t6;                                                                                                        \
    h[7] += t7

static void compress_3(union md_state *state, const uint8_t *blocks, size_t count)
{
    uint32_t *h = state->w32;
    for (; count != 0; count--, blocks += 128) {
        uint32_t t0 = h[0], t1 = h[1], t2 = h[2], t3 = h[3], t4 = h[4], t5 = h[5], t6 = h[6], t7 = h[7];
        PASS(PHI_3_1, 0);
        PASS(PHI_3_2, 1);
        PASS(PHI_3_3, 2);
        FEED_FORWARD;
    }
}

static void compress_4(union md_state *state, const uint8_t *blocks, size_t count)
{
    uint32_t *h = state->w32;
    for (; count != 0; count--, blocks += 128) {
        uint32_t t0 = h[0], t1 = h[1], t2 = h[2], t3 = h[3], t4 = h[4], t5 = h[5], t6 = h[6], t7 = h[7];
        PASS(PHI_4_1, 0);
        PASS(PHI_4_2, 1);
        PASS(PHI_4_3, 2);
        PASS(PHI_4_4, 3);
        FEED_FORWARD;
    }
}

static void compress_5(union md_state *state, const uint8_t *blocks, size_t count)
{
    uint32_t *h = state->w32;
    for (; count != 0; count--, blocks += 128) {
        uint32_t t0 = h[0], t1 = h[1], t2 = h[2], t3 = h[3], t4 = h[4], t5 = h[5], t6 = h[6], t7 = h[7];
        PASS(PHI_5_1, 0);
        PASS(PHI_5_2, 1);
        PASS(PHI_5_3, 2);
        PASS(PHI_5_4, 3);
        PASS(PHI_5_5, 4);
        FEED_FORWARD;
    }
}

static enum status setup(void *context, const struct variant *variant)
{
    struct context *c = context;
    uint8_t padding = variant->option == OPTION_PADDING_80 ? 0x80 : 0x01;
    size_t size = variant->output_size != 0 ? variant->output_size : 32;
    if (variant->option != OPTION_PADDING_01 && variant->option != OPTION_PADDING_80)
        return STATUS_BAD_PARAMETER;
    if (size % 4 != 0 || size < 16 || size > 32)
        return STATUS_BAD_PARAMETER;
    c->passes = variant->rounds;
    c->output_size = size;
    switch (variant->rounds) {
    case 3: return md_setup(&c->md, compress_3, padding);
    case 4: return md_setup(&c->md, compress_4, padding);
    case 5: return md_setup(&c->md, compress_5, padding);
    default: return STATUS_BAD_PARAMETER;
    }
}

static enum status init(void *context)
{
    struct context *c = context;
    return md_init(&haval, &c->md);
}

static enum status update(void *context, const uint8_t *data, size_t size)
{
    struct context *c = context;
    return md_update(&haval, &c->md, data, size);
}

/* Bits LOW to HIGH - 1 of a word, where they stand. */
#define BITS(word, high, low) ((word) & (uint32_t)((UINT64_C(1) << (high)) - (UINT64_C(1) << (low))))

/* Folds the words that a shorter digest leaves out into those that it keeps. */
static void tailor(uint32_t e[8], size_t size)
{
    switch (size) {
    case 16:
        e[0] += rotr32(BITS(e[7], 8, 0) | BITS(e[6], 32, 24) | BITS(e[5], 24, 16) | BITS(e[4], 16, 8), 8);
        e[1] += rotr32(BITS(e[7], 16, 8) | BITS(e[6], 8, 0) | BITS(e[5], 32, 24) | BITS(e[4], 24, 16), 16);
        e[2] += rotr32(BITS(e[7], 24, 16) | BITS(e[6], 16, 8) | BITS(e[5], 8, 0) | BITS(e[4], 32, 24), 24);
        e[3] += BITS(e[7], 32, 24) | BITS(e[6], 24, 16) | BITS(e[5], 16, 8) | BITS(e[4], 8, 0);
        break;
    case 20:
        e[0] += rotr32(BITS(e[7], 6, 0) | BITS(e[6], 32, 25) | BITS(e[5], 25, 19), 19);
        e[1] += rotr32(BITS(e[7], 12, 6) | BITS(e[6], 6, 0) | BITS(e[5], 32, 25), 25);
        e[2] += BITS(e[7], 19, 12) | BITS(e[6], 12, 6) | BITS(e[5], 6, 0);
        e[3] += rotr32(BITS(e[7], 25, 19) | BITS(e[6], 19, 12) | BITS(e[5], 12, 6), 6);
        e[4] += rotr32(BITS(e[7], 32, 25) | BITS(e[6], 25, 19) | BITS(e[5], 19, 12), 12);
        break;
    case 24:
        e[0] += rotr32(BITS(e[7], 5, 0) | BITS(e[6], 32, 26), 26);
        e[1] += BITS(e[7], 10, 5) | BITS(e[6], 5, 0);
        e[2] += rotr32(BITS(e[7], 16, 10) | BITS(e[6], 10, 5), 5);
        e[3] += rotr32(BITS(e[7], 21, 16) | BITS(e[6], 16, 10), 10);
        e[4] += rotr32(BITS(e[7], 26, 21) | BITS(e[6], 21, 16), 16);
        e[5] += rotr32(BITS(e[7], 32, 26) | BITS(e[6], 26, 21), 21);
        break;
    case 28:
        e[0] += rotr32(BITS(e[7], 32, 27), 27);
        e[1] += rotr32(BITS(e[7], 27, 22), 22);
        e[2] += rotr32(BITS(e[7], 22, 18), 18);
        e[3] += rotr32(BITS(e[7], 18, 13), 13);
        e[4] += rotr32(BITS(e[7], 13, 9), 9);
        e[5] += rotr32(BITS(e[7], 9, 4), 4);
        e[6] += BITS(e[7], 4, 0);
        break;
    }
}

static enum status final(void *context, uint8_t *digest)
{
    struct context *c = context;
    size_t position = (size_t)(c->md.size % haval.block_size);
    uint8_t *tail = c->md.block + haval.block_size - haval.length_size;
    unsigned bits = (unsigned)(8 * c->output_size);
    c->md.block[position] = c->md.padding;
    md_make_room(&haval, &c->md, position);
    tail[0] = (uint8_t)(VERSION | c->passes << 3 | (bits & 3) << 6);
    tail[1] = (uint8_t)(bits >> 2);
    md_close(&haval, &c->md);
    tailor(c->md.state.w32, c->output_size);
    for (size_t i = 0; i < c->output_size / 4; i++)
        store32_le(digest + 4 * i, c->md.state.w32[i]);
    return STATUS_OK;
}

const struct hash_ops native_haval = {
    .ops = {.context_size = sizeof(struct context), .setup = setup},
    .digest_size = 32,
    .block_size = 128,
    .init = init,
    .update = update,
    .final = final,
};

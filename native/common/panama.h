/* SPDX-License-Identifier: MIT */
/*
 * panama.h - the step of PANAMA (Daemen, Clapp, "Fast Hashing and Stream Encryption with PANAMA", FSE 1998), for the
 * hash, the MAC and the stream cipher.
 *
 * The state has 17 words and is fed from a shift register of 32 stages of 8 words.  A push folds in a block of input; a
 * pull feeds state and register from each other.  Words are values here: their order of bytes is the caller's.
 */
#ifndef ASSAY_NATIVE_COMMON_PANAMA_H
#define ASSAY_NATIVE_COMMON_PANAMA_H

#include "native/common/bytes.h"
#include "native/common/lanes.h"

enum { PANAMA_BLOCK_WORDS = 8, PANAMA_BLOCK_SIZE = 32 };

/* Stage j is stages[(first + j) mod 32]: the register moves by one when `first` goes down by one.  All zero to start. */
struct panama {
    uint32_t stages[32][PANAMA_BLOCK_WORDS];
    uint32_t state[17];
    unsigned first;
};

static inline uint32_t *panama_stage(struct panama *p, unsigned j)
{
    return p->stages[(p->first + j) % 32];
}

/* gamma, pi, theta and sigma: IN goes to words 1 to 8, TAP, stage 16, to words 9 to 16. */
static ALWAYS_INLINE void panama_state(uint32_t a[17], const uint32_t in[8], const uint32_t tap[8])
{
    uint32_t q[17];
    q[0] = a[0] ^ (a[1] | ~a[2]);
    q[1] = rotl32(a[7] ^ (a[8] | ~a[9]), 1);
    q[2] = rotl32(a[14] ^ (a[15] | ~a[16]), 3);
    q[3] = rotl32(a[4] ^ (a[5] | ~a[6]), 6);
    q[4] = rotl32(a[11] ^ (a[12] | ~a[13]), 10);
    q[5] = rotl32(a[1] ^ (a[2] | ~a[3]), 15);
    q[6] = rotl32(a[8] ^ (a[9] | ~a[10]), 21);
    q[7] = rotl32(a[15] ^ (a[16] | ~a[0]), 28);
    q[8] = rotl32(a[5] ^ (a[6] | ~a[7]), 4);
    q[9] = rotl32(a[12] ^ (a[13] | ~a[14]), 13);
    q[10] = rotl32(a[2] ^ (a[3] | ~a[4]), 23);
    q[11] = rotl32(a[9] ^ (a[10] | ~a[11]), 2);
    q[12] = rotl32(a[16] ^ (a[0] | ~a[1]), 14);
    q[13] = rotl32(a[6] ^ (a[7] | ~a[8]), 27);
    q[14] = rotl32(a[13] ^ (a[14] | ~a[15]), 9);
    q[15] = rotl32(a[3] ^ (a[4] | ~a[5]), 24);
    q[16] = rotl32(a[10] ^ (a[11] | ~a[12]), 8);

    a[0] = q[0] ^ q[1] ^ q[4] ^ 1;
    a[1] = q[1] ^ q[2] ^ q[5] ^ in[0];
    a[2] = q[2] ^ q[3] ^ q[6] ^ in[1];
    a[3] = q[3] ^ q[4] ^ q[7] ^ in[2];
    a[4] = q[4] ^ q[5] ^ q[8] ^ in[3];
    a[5] = q[5] ^ q[6] ^ q[9] ^ in[4];
    a[6] = q[6] ^ q[7] ^ q[10] ^ in[5];
    a[7] = q[7] ^ q[8] ^ q[11] ^ in[6];
    a[8] = q[8] ^ q[9] ^ q[12] ^ in[7];
    a[9] = q[9] ^ q[10] ^ q[13] ^ tap[0];
    a[10] = q[10] ^ q[11] ^ q[14] ^ tap[1];
    a[11] = q[11] ^ q[12] ^ q[15] ^ tap[2];
    a[12] = q[12] ^ q[13] ^ q[16] ^ tap[3];
    a[13] = q[13] ^ q[14] ^ q[0] ^ tap[4];
    a[14] = q[14] ^ q[15] ^ q[1] ^ tap[5];
    a[15] = q[15] ^ q[16] ^ q[2] ^ tap[6];
    a[16] = q[16] ^ q[0] ^ q[3] ^ tap[7];
}

/* lambda: stage 31 comes round to stage 0 with IN added, and is added with its words turned by two to stage 25. */
static ALWAYS_INLINE void panama_register(struct panama *p, const uint32_t in[8])
{
    uint32_t *last = panama_stage(p, 31), *before_25 = panama_stage(p, 24);
    for (unsigned i = 0; i < 8; i++)
        before_25[i] ^= last[(i + 2) % 8];
    for (unsigned i = 0; i < 8; i++)
        last[i] ^= in[i];
    p->first = (p->first + 31) % 32;
}

static ALWAYS_INLINE void panama_load_be(uint32_t in[8], const uint8_t *data)
{
#if ASSAY_VECTORS && LITTLE_ENDIAN_MACHINE
    /* Swapped in vectors, as vectors also take them into the register. */
    for (unsigned i = 0; i < 8; i += 4) {
        vec128_u32 v;
        memcpy(&v, data + 4 * i, sizeof v);
        v = (v >> 8 & 0x00ff00ff) | (v & 0x00ff00ff) << 8;
        v = v >> 16 | v << 16;
        memcpy(in + i, &v, sizeof v);
    }
#else
    for (unsigned i = 0; i < 8; i++)
        in[i] = load32_be(data + 4 * i);
#endif
}

static ALWAYS_INLINE void panama_load_le(uint32_t in[8], const uint8_t *data)
{
    for (unsigned i = 0; i < 8; i++)
        in[i] = load32_le(data + 4 * i);
}

static ALWAYS_INLINE void panama_push_words(struct panama *p, const uint8_t *data, size_t count, int big_endian)
{
    for (; count != 0; count--, data += PANAMA_BLOCK_SIZE) {
        uint32_t in[8];
        if (big_endian)
            panama_load_be(in, data);
        else
            panama_load_le(in, data);
        panama_state(p->state, in, panama_stage(p, 16));
        panama_register(p, in);
    }
}

/* COUNT blocks of DATA.  The loop is compiled for either byte order. */
static inline void panama_push(struct panama *p, const uint8_t *data, size_t count, int big_endian)
{
    if (big_endian)
        panama_push_words(p, data, count, 1);
    else
        panama_push_words(p, data, count, 0);
}

/* COUNT pulls; the keystream, where it is wanted, is words 9 to 16 of the state in front of each. */
static inline void panama_pull(struct panama *p, size_t count)
{
    for (; count != 0; count--) {
        uint32_t old[8];
        memcpy(old, p->state + 1, sizeof old);
        panama_state(p->state, panama_stage(p, 4), panama_stage(p, 16));
        panama_register(p, old);
    }
}

#endif

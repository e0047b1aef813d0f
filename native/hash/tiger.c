/* SPDX-License-Identifier: MIT */
/*
 * Tiger (Anderson, Biham, "Tiger: A Fast New Hash Function", FSE 1996) and Tiger2: digest of 24 bytes, 64-byte blocks,
 * 3 passes of 8 rounds, 8 KiB of tables.
 * The addresses of its table look-ups depend on the message: not constant-time.  Reads variant->option:
 * OPTION_PADDING_01, the paper's padding byte, or OPTION_PADDING_80, which is Tiger2.
 */
#include "native/hash/merkle_damgard.h"
#include "native/hash/tiger_tables.h"
#include "native/native.h"

static const struct md_hash tiger = {
    .initial = {.w64 = {0x0123456789abcdef, 0xfedcba9876543210, 0xf096a5b4c3b2e187}},
    .block_size = 64,
    .length_size = 8,
    .digest_size = 24,
    .words = MD_LITTLE_64,
};

#define BYTE(word, i) ((word) >> 8 * (i) & 0xff)

#define ROUND(a, b, c, i, factor)                                                                                      \
    c ^= x[i];                                                                                                         \
    a -= T1[BYTE(c, 0)] ^ T2[BYTE(c, 2)] ^ T3[BYTE(c, 4)] ^ T4[BYTE(c, 6)];                                            \
    b += T4[BYTE(c, 1)] ^ T3[BYTE(c, 3)] ^ T2[BYTE(c, 5)] ^ T1[BYTE(c, 7)];                                            \
    b *= factor

#define PASS(a, b, c, factor)                                                                                          \
    ROUND(a, b, c, 0, factor);                                                                                         \
    ROUND(b, c, a, 1, factor);                                                                                         \
    ROUND(c, a, b, 2, factor);                                                                                         \
    ROUND(a, b, c, 3, factor);                                                                                         \
    ROUND(b, c, a, 4, factor);                                                                                         \
    ROUND(c, a, b, 5, factor);                                                                                         \
    ROUND(a, b, c, 6, factor);                                                                                         \
    ROUND(b, c, a, 7, factor)

static inline void schedule(uint64_t x[8])
{
    x[0] -= x[7] ^ 0xa5a5a5a5a5a5a5a5;
    x[1] ^= x[0];
    x[2] += x[1];
    x[3] -= x[2] ^ ~x[1] << 19;
    x[4] ^= x[3];
    x[5] += x[4];
    x[6] -= x[5] ^ ~x[4] >> 23;
    x[7] ^= x[6];
    x[0] += x[7];
    x[1] -= x[0] ^ ~x[7] << 19;
    x[2] ^= x[1];
    x[3] += x[2];
    x[4] -= x[3] ^ ~x[2] >> 23;
    x[5] ^= x[4];
    x[6] += x[5];
    x[7] -= x[6] ^ 0x0123456789abcdef;
}

static void compress(union md_state *state, const uint8_t *blocks, size_t count)
{
    const uint64_t *T1 = tiger_tables[0], *T2 = tiger_tables[1], *T3 = tiger_tables[2], *T4 = tiger_tables[3];
    for (; count != 0; count--, blocks += 64) {
        uint64_t a = state->w64[0], b = state->w64[1], c = state->w64[2], x[8];
        for (unsigned i = 0; i < 8; i++)
            x[i] = load64_le(blocks + 8 * i);
        PASS(a, b, c, 5);
        schedule(x);
        PASS(c, a, b, 7);
        schedule(x);
        PASS(b, c, a, 9);
        state->w64[0] ^= a;
        state->w64[1] = b - state->w64[1];
        state->w64[2] += c;
    }
}

static enum status setup(void *context, const struct variant *variant)
{
    if (variant->option != OPTION_PADDING_01 && variant->option != OPTION_PADDING_80)
        return STATUS_BAD_PARAMETER;
    return md_setup(context, compress, variant->option == OPTION_PADDING_80 ? 0x80 : 0x01);
}

MD_FUNCTIONS(tiger)

const struct hash_ops native_tiger = MD_TABLE(tiger, 24, 64);

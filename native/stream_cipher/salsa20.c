/* SPDX-License-Identifier: MIT */
/*
 * Salsa20/20, /12 and /8, Bernstein, "Salsa20 specification" (2005): key of 16 or 32 bytes, 8-byte nonce, 64-bit
 * block counter, which starts at any number (`counter` of set_iv).
 *
 * The very last of the 2^64 blocks is not offered: bytes from there on are refused with STATUS_LIMIT.
 *
 * Constant-time.  Reads variant.rounds (20 if 0; 12 or 8) and variant.vector_bits.
 */
#include "native/native.h"
#include "native/stream_cipher/arx_stream.h"

#define QUARTER_ROUND(x, a, b, c, d, rotl)                                                                             \
    do {                                                                                                               \
        x[b] ^= rotl((x[a] + x[d]), 7);                                                                                \
        x[c] ^= rotl((x[b] + x[a]), 9);                                                                                \
        x[d] ^= rotl((x[c] + x[b]), 13);                                                                               \
        x[a] ^= rotl((x[d] + x[c]), 18);                                                                               \
    } while (0)

#define LANES_DOUBLE_ROUND(x, rotl)                                                                                    \
    do {                                                                                                               \
        QUARTER_ROUND(x, 0, 4, 8, 12, rotl);                                                                           \
        QUARTER_ROUND(x, 5, 9, 13, 1, rotl);                                                                           \
        QUARTER_ROUND(x, 10, 14, 2, 6, rotl);                                                                          \
        QUARTER_ROUND(x, 15, 3, 7, 11, rotl);                                                                          \
        QUARTER_ROUND(x, 0, 1, 2, 3, rotl);                                                                            \
        QUARTER_ROUND(x, 5, 6, 7, 4, rotl);                                                                            \
        QUARTER_ROUND(x, 10, 11, 8, 9, rotl);                                                                          \
        QUARTER_ROUND(x, 15, 12, 13, 14, rotl);                                                                        \
    } while (0)

#define LANES_COUNTER 8
#define LANES_COUNTER_HIGH 9

static void salsa20_one(const uint32_t input[16], uint64_t counter, unsigned double_rounds, const uint8_t *in,
                        uint8_t *out, size_t blocks)
{
    for (; blocks != 0; blocks--, counter++, in += ARX_BLOCK_SIZE, out += ARX_BLOCK_SIZE) {
        uint32_t start[16], x[16];
        memcpy(start, input, sizeof start);
        start[LANES_COUNTER] = (uint32_t)counter;
        start[LANES_COUNTER_HIGH] = (uint32_t)(counter >> 32);
        memcpy(x, start, sizeof x);
        for (unsigned i = 0; i < double_rounds; i++)
            LANES_DOUBLE_ROUND(x, rotl32);
        for (int i = 0; i < 16; i++)
            store32_le(out + 4 * i, load32_le(in + 4 * i) ^ (x[i] + start[i]));
    }
}

#if ASSAY_SHUFFLES
#define LANES_FUNCTION salsa20_128
#define LANES_TARGET
#define LANES_BITS 128
#include "native/stream_cipher/arx_lanes.h"

#define LANES_FUNCTION salsa20_256
#define LANES_TARGET TARGET_AVX2
#define LANES_BITS 256
#include "native/stream_cipher/arx_lanes.h"

#define LANES_FUNCTION salsa20_512
#define LANES_TARGET TARGET_AVX512
#define LANES_BITS 512
#include "native/stream_cipher/arx_lanes.h"
#endif

static const struct arx_kernel kernels[] = {
    {1, salsa20_one},
#if ASSAY_SHUFFLES
    {4, salsa20_128},
    {8, salsa20_256},
    {16, salsa20_512},
#endif
};

static enum status salsa20_setup(void *context, const struct variant *variant)
{
    struct arx_stream *stream = context;
    const unsigned rounds = variant->rounds == 0 ? 20 : variant->rounds;
    if (rounds != 20 && rounds != 12 && rounds != 8)
        return STATUS_BAD_PARAMETER;
    stream->double_rounds = rounds / 2;
    stream->kernels = arx_kernels(variant);
    return STATUS_OK;
}

static enum status salsa20_set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct arx_stream *stream = context;
    if (key_size != 16 && key_size != 32)
        return STATUS_BAD_LENGTH;
    static const uint8_t constants[2][17] = {"expand 16-byte k", "expand 32-byte k"};
    const uint8_t *constant = constants[key_size == 32], *second_half = key + key_size - 16;
    for (int i = 0; i < 4; i++) {
        stream->input[5 * i] = load32_le(constant + 4 * i);
        stream->input[1 + i] = load32_le(key + 4 * i);
        stream->input[11 + i] = load32_le(second_half + 4 * i);
    }
    stream->next = stream->limit = 0;
    stream->buffered = 0;
    return STATUS_OK;
}

static enum status salsa20_set_iv(void *context, enum direction direction, const uint8_t *iv, size_t iv_size,
                                  uint64_t counter)
{
    struct arx_stream *stream = context;
    (void)direction;
    if (iv_size != 8)
        return STATUS_BAD_LENGTH;
    stream->input[6] = load32_le(iv);
    stream->input[7] = load32_le(iv + 4);
    stream->next = counter;
    stream->begun = 0;
    stream->limit = UINT64_MAX;
    stream->buffered = 0;
    return STATUS_OK;
}

static enum status salsa20_update(void *context, const uint8_t *in, uint8_t *out, size_t size)
{
    return arx_update(context, kernels, in, out, size);
}

const struct cipher_ops native_salsa20 = {
    .ops = {.context_size = sizeof(struct arx_stream), .setup = salsa20_setup},
    .iv_size = 8,
    .set_key = salsa20_set_key,
    .set_iv = salsa20_set_iv,
    .update = salsa20_update,
};

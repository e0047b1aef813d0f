/* SPDX-License-Identifier: MIT */
/*
 * ChaCha20, RFC 8439 section 2.4: 256-bit key, 96-bit nonce, 32-bit block counter, which starts at any number.
 *
 * There are 2^32 blocks of 64 bytes and no more: the standard has no block after number 2^32 - 1, and libraries that
 * go on disagree (some wrap, some carry into the nonce).  Bytes beyond it are refused with STATUS_LIMIT.
 *
 * Constant-time.  Reads variant.rounds (20 if 0; 8 or 12 give ChaCha8 and ChaCha12) and variant.vector_bits.
 */
#include "native/native.h"
#include "native/stream_cipher/arx_stream.h"

#define QUARTER_ROUND(x, a, b, c, d, rotl)                                                                             \
    do {                                                                                                               \
        x[a] += x[b], x[d] ^= x[a], x[d] = rotl(x[d], 16);                                                             \
        x[c] += x[d], x[b] ^= x[c], x[b] = rotl(x[b], 12);                                                             \
        x[a] += x[b], x[d] ^= x[a], x[d] = rotl(x[d], 8);                                                              \
        x[c] += x[d], x[b] ^= x[c], x[b] = rotl(x[b], 7);                                                              \
    } while (0)

#define LANES_DOUBLE_ROUND(x, rotl)                                                                                    \
    do {                                                                                                               \
        QUARTER_ROUND(x, 0, 4, 8, 12, rotl);                                                                           \
        QUARTER_ROUND(x, 1, 5, 9, 13, rotl);                                                                           \
        QUARTER_ROUND(x, 2, 6, 10, 14, rotl);                                                                          \
        QUARTER_ROUND(x, 3, 7, 11, 15, rotl);                                                                          \
        QUARTER_ROUND(x, 0, 5, 10, 15, rotl);                                                                          \
        QUARTER_ROUND(x, 1, 6, 11, 12, rotl);                                                                          \
        QUARTER_ROUND(x, 2, 7, 8, 13, rotl);                                                                           \
        QUARTER_ROUND(x, 3, 4, 9, 14, rotl);                                                                           \
    } while (0)

#define LANES_COUNTER 12
#define LANES_COUNTER_HIGH 12

static void chacha20_one(const uint32_t input[16], uint64_t counter, unsigned double_rounds, const uint8_t *in,
                         uint8_t *out, size_t blocks)
{
    for (; blocks != 0; blocks--, counter++, in += ARX_BLOCK_SIZE, out += ARX_BLOCK_SIZE) {
        uint32_t x[16];
        memcpy(x, input, sizeof x);
        x[LANES_COUNTER] = (uint32_t)counter;
        for (unsigned i = 0; i < double_rounds; i++)
            LANES_DOUBLE_ROUND(x, rotl32);
        for (int i = 0; i < 16; i++) {
            const uint32_t start = i == LANES_COUNTER ? (uint32_t)counter : input[i];
            store32_le(out + 4 * i, load32_le(in + 4 * i) ^ (x[i] + start));
        }
    }
}

#if ASSAY_SHUFFLES
#define LANES_FUNCTION chacha20_128
#define LANES_TARGET
#define LANES_BITS 128
#include "native/stream_cipher/arx_lanes.h"

#define LANES_FUNCTION chacha20_256
#define LANES_TARGET TARGET_AVX2
#define LANES_BITS 256
#include "native/stream_cipher/arx_lanes.h"

#define LANES_FUNCTION chacha20_512
#define LANES_TARGET TARGET_AVX512
#define LANES_BITS 512
#include "native/stream_cipher/arx_lanes.h"
#endif

static const struct arx_kernel kernels[] = {
    {1, chacha20_one},
#if ASSAY_SHUFFLES
    {4, chacha20_128},
    {8, chacha20_256},
    {16, chacha20_512},
#endif
};

static enum status chacha20_setup(void *context, const struct variant *variant)
{
    struct arx_stream *stream = context;
    const unsigned rounds = variant->rounds == 0 ? 20 : variant->rounds;
    if (rounds != 20 && rounds != 12 && rounds != 8)
        return STATUS_BAD_PARAMETER;
    stream->double_rounds = rounds / 2;
    stream->kernels = arx_kernels(variant);
    return STATUS_OK;
}

static enum status chacha20_set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct arx_stream *stream = context;
    if (key_size != 32)
        return STATUS_BAD_LENGTH;
    static const uint8_t constant[] = "expand 32-byte k";
    for (int i = 0; i < 4; i++)
        stream->input[i] = load32_le(constant + 4 * i);
    for (int i = 0; i < 8; i++)
        stream->input[4 + i] = load32_le(key + 4 * i);
    stream->next = stream->limit = 0;
    stream->buffered = 0;
    return STATUS_OK;
}

static enum status chacha20_set_iv(void *context, enum direction direction, const uint8_t *iv, size_t iv_size,
                                   uint64_t counter)
{
    struct arx_stream *stream = context;
    (void)direction;
    if (iv_size != 12)
        return STATUS_BAD_LENGTH;
    if (counter > UINT32_MAX)
        return STATUS_BAD_PARAMETER;
    for (int i = 0; i < 3; i++)
        stream->input[13 + i] = load32_le(iv + 4 * i);
    stream->next = counter;
    stream->begun = 0;
    stream->limit = (uint64_t)1 << 32;
    stream->buffered = 0;
    return STATUS_OK;
}

static enum status chacha20_update(void *context, const uint8_t *in, uint8_t *out, size_t size)
{
    return arx_update(context, kernels, in, out, size);
}

const struct cipher_ops native_chacha20 = {
    .ops = {.context_size = sizeof(struct arx_stream), .setup = chacha20_setup},
    .iv_size = 12,
    .set_key = chacha20_set_key,
    .set_iv = chacha20_set_iv,
    .update = chacha20_update,
};

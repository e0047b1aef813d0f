/* SPDX-License-Identifier: MIT */
/*
 * RC4, Rivest 1987, as posted in 1994 and tested by RFC 6229: keys of 1 to 256 bytes, no IV.
 *
 * set_iv starts the keystream of the key anew.  Not constant-time: the loads depend on the secret state.
 * Reads no variant field.
 */
#include "native/common/bytes.h"
#include "native/common/lanes.h"
#include "native/native.h"

/* Words, although they hold bytes: CPUs tell apart pending stores and loads of different words, but not of bytes. */
struct rc4 {
    uint32_t s[256];
    uint8_t i, j;
    uint8_t start[256];
};

static enum status rc4_set_iv(void *context, enum direction direction, const uint8_t *iv, size_t iv_size,
                              uint64_t counter)
{
    struct rc4 *rc4 = context;
    (void)direction;
    (void)iv;
    if (iv_size != 0)
        return STATUS_BAD_LENGTH;
    if (counter != 0)
        return STATUS_BAD_PARAMETER;
    for (int n = 0; n < 256; n++)
        rc4->s[n] = rc4->start[n];
    rc4->i = rc4->j = 0;
    return STATUS_OK;
}

static enum status rc4_set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct rc4 *rc4 = context;
    if (key_size < 1 || key_size > 256)
        return STATUS_BAD_LENGTH;
    uint8_t *s = rc4->start, j = 0;
    for (int i = 0; i < 256; i++)
        s[i] = (uint8_t)i;
    for (size_t i = 0, k = 0; i < 256; i++) {
        const uint8_t x = s[i];
        j = (uint8_t)(j + x + key[k]);
        k = k + 1 == key_size ? 0 : k + 1;
        s[i] = s[j];
        s[j] = x;
    }
    return rc4_set_iv(context, ENCRYPT, NULL, 0, 0);
}

static uint8_t next_byte(struct rc4 *rc4)
{
    uint32_t *s = rc4->s;
    const uint8_t i = ++rc4->i;
    const uint32_t x = s[i];
    const uint8_t j = rc4->j = (uint8_t)(rc4->j + x);
    const uint32_t y = s[j];
    s[j] = x;
    s[i] = y;
    return (uint8_t)s[(uint8_t)(x + y)];
}

/*
 * Eight bytes at once.  What the next byte needs first is s[i + 1], which is s[j] in one case of 256.  It is loaded
 * ahead of the stores, and again in that one case: otherwise every load waits until the store knows its address,
 * and the chain from byte to byte is a whole load longer.
 */
static enum status rc4_update(void *context, const uint8_t *in, uint8_t *out, size_t size)
{
    struct rc4 *rc4 = context;
    if (buffers_overlap_partly(in, out, size))
        return STATUS_OVERLAP;
    /* Groups start at multiples of 8, so that only their end wraps. */
    for (; size != 0 && (rc4->i + 1) % 8 != 0; size--)
        *out++ = *in++ ^ next_byte(rc4);
    uint32_t *s = rc4->s;
    size_t i = (uint8_t)(rc4->i + 1);
    uint8_t j = rc4->j;
    uint32_t x = s[i];
    for (; size >= 8; size -= 8, in += 8, out += 8) {
        uint64_t keystream = 0;
        uint32_t *const group = s + i;
        const size_t next_group = (i + 8) % 256;
#define RC4_BYTE(n)                                                                                                    \
    do {                                                                                                               \
        const size_t after = (n) == 7 ? next_group : i + (n) + 1;                                                      \
        const uint32_t ahead = (n) == 7 ? s[next_group] : group[(n) + 1];                                              \
        j = (uint8_t)(j + x);                                                                                          \
        const uint32_t y = s[j];                                                                                       \
        s[j] = x;                                                                                                      \
        group[n] = y;                                                                                                  \
        keystream |= (uint64_t)s[(uint8_t)(x + y)] << 8 * (n);                                                         \
        x = ahead;                                                                                                     \
        if (UNLIKELY(j == after))                                                                                      \
            x = s[after];                                                                                              \
    } while (0)
        RC4_BYTE(0);
        RC4_BYTE(1);
        RC4_BYTE(2);
        RC4_BYTE(3);
        RC4_BYTE(4);
        RC4_BYTE(5);
        RC4_BYTE(6);
        RC4_BYTE(7);
        i = next_group;
        store64_le(out, load64_le(in) ^ keystream);
    }
    rc4->i = (uint8_t)(i - 1);
    rc4->j = j;
    for (; size != 0; size--)
        *out++ = *in++ ^ next_byte(rc4);
    return STATUS_OK;
}

const struct cipher_ops native_rc4 = {
    .ops = {.context_size = sizeof(struct rc4)},
    .set_key = rc4_set_key,
    .set_iv = rc4_set_iv,
    .update = rc4_update,
};

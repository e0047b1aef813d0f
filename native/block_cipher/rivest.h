/* SPDX-License-Identifier: MIT */
/* rivest.h - what RC5 and RC6 share: rotations by a variable count, and the key expansion, for words of 32 bits. */
#ifndef ASSAY_NATIVE_BLOCK_CIPHER_RIVEST_H
#define ASSAY_NATIVE_BLOCK_CIPHER_RIVEST_H

#include "native/common/bytes.h"
#include "native/primitive.h"

/* Of words or of every lane, by the low five bits of COUNT. */
#define ROTATE_LEFT_BY(word, count) ((word) << ((count) & 31) | (word) >> (-(count) & 31))
#define ROTATE_RIGHT_BY(word, count) ((word) >> ((count) & 31) | (word) << (-(count) & 31))

/* The SIZE words of S from a key of 0 to 255 bytes; the key's copy is wiped. */
static inline enum status expand_rivest_key(uint32_t *s, unsigned size, const uint8_t *key, size_t key_size)
{
    uint8_t bytes[256] = {0};
    uint32_t l[64], a = 0, b = 0;
    if (key_size > 255)
        return STATUS_BAD_LENGTH;
    copy_bytes(bytes, key, key_size);
    unsigned words = key_size == 0 ? 1 : (unsigned)(key_size + 3) / 4;
    for (unsigned i = 0; i < words; i++)
        l[i] = load32_le(bytes + 4 * i);
    s[0] = 0xb7e15163;
    for (unsigned i = 1; i < size; i++)
        s[i] = s[i - 1] + 0x9e3779b9;
    unsigned steps = 3 * (size > words ? size : words);
    for (unsigned i = 0, j = 0; steps != 0; steps--) {
        a = s[i] = rotl32(s[i] + a + b, 3);
        b = l[j] = rotl32(l[j] + a + b, a + b);
        i = i + 1 == size ? 0 : i + 1;
        j = j + 1 == words ? 0 : j + 1;
    }
    wipe(bytes, sizeof bytes);
    wipe(l, sizeof l);
    return STATUS_OK;
}

#endif

/* SPDX-License-Identifier: MIT */
/* keystream.h - handing out keystream that was made ahead, in pieces of any size. */
#ifndef ASSAY_NATIVE_STREAM_CIPHER_KEYSTREAM_H
#define ASSAY_NATIVE_STREAM_CIPHER_KEYSTREAM_H

#include "native/common/bytes.h"

/* Xors up to SIZE of the *LEFT bytes in front of END over IN, takes them off, and returns how many they were. */
static inline size_t keystream_use(const uint8_t *end, size_t *left, const uint8_t *in, uint8_t *out, size_t size)
{
    const size_t n = size < *left ? size : *left;
    if (n != 0)
        xor_bytes(out, in, end - *left, n);
    *left -= n;
    return n;
}

#endif

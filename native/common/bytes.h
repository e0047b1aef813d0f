/* SPDX-License-Identifier: MIT */
/*
 * bytes.h - loads, stores and rotations.
 *
 * All access to messages goes through these: they work at any address and in either byte order of the machine, and
 * compilers turn each into one or two instructions.  Where the compiler says that the machine is little-endian,
 * little-endian words are copied whole: compilers miss that shifted bytes are a word when there are many of them.
 */
#ifndef ASSAY_NATIVE_COMMON_BYTES_H
#define ASSAY_NATIVE_COMMON_BYTES_H

#include "native/common/names.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined __BYTE_ORDER__ && defined __ORDER_LITTLE_ENDIAN__
#define LITTLE_ENDIAN_MACHINE (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
#else
#define LITTLE_ENDIAN_MACHINE 0
#endif

/* The word with its bytes in the other order. */
static inline uint32_t swap32(uint32_t v)
{
    return v >> 24 | (v >> 8 & 0xff00) | (v & 0xff00) << 8 | v << 24;
}

static inline uint16_t load16_le(const uint8_t *p)
{
    return (uint16_t)(p[0] | p[1] << 8);
}

static inline uint16_t load16_be(const uint8_t *p)
{
    return (uint16_t)(p[0] << 8 | p[1]);
}

static inline uint32_t load32_le(const uint8_t *p)
{
#if LITTLE_ENDIAN_MACHINE
    uint32_t v;
    memcpy(&v, p, sizeof v);
    return v;
#else
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
#endif
}

static inline uint32_t load32_be(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3];
}

static inline uint64_t load64_le(const uint8_t *p)
{
#if LITTLE_ENDIAN_MACHINE
    uint64_t v;
    memcpy(&v, p, sizeof v);
    return v;
#else
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 |
           (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
#endif
}

static inline uint64_t load64_be(const uint8_t *p)
{
    return (uint64_t)p[0] << 56 | (uint64_t)p[1] << 48 | (uint64_t)p[2] << 40 | (uint64_t)p[3] << 32 |
           (uint64_t)p[4] << 24 | (uint64_t)p[5] << 16 | (uint64_t)p[6] << 8 | (uint64_t)p[7];
}

static inline void store16_le(uint8_t *p, uint16_t v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
}

static inline void store16_be(uint8_t *p, uint16_t v)
{
    p[0] = (uint8_t)(v >> 8);
    p[1] = (uint8_t)v;
}

static inline void store32_le(uint8_t *p, uint32_t v)
{
#if LITTLE_ENDIAN_MACHINE
    memcpy(p, &v, sizeof v);
#else
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
    p[2] = (uint8_t)(v >> 16);
    p[3] = (uint8_t)(v >> 24);
#endif
}

static inline void store32_be(uint8_t *p, uint32_t v)
{
#if LITTLE_ENDIAN_MACHINE
    v = swap32(v);
    memcpy(p, &v, sizeof v);
#else
    p[0] = (uint8_t)(v >> 24);
    p[1] = (uint8_t)(v >> 16);
    p[2] = (uint8_t)(v >> 8);
    p[3] = (uint8_t)v;
#endif
}

static inline void store64_le(uint8_t *p, uint64_t v)
{
#if LITTLE_ENDIAN_MACHINE
    memcpy(p, &v, sizeof v);
#else
    store32_le(p, (uint32_t)v);
    store32_le(p + 4, (uint32_t)(v >> 32));
#endif
}

static inline void store64_be(uint8_t *p, uint64_t v)
{
#if LITTLE_ENDIAN_MACHINE
    v = (uint64_t)swap32((uint32_t)v) << 32 | swap32((uint32_t)(v >> 32));
    memcpy(p, &v, sizeof v);
#else
    store32_be(p, (uint32_t)(v >> 32));
    store32_be(p + 4, (uint32_t)v);
#endif
}

/* Rotations by 0 .. width - 1; a count of 0 is allowed. */
static inline uint32_t rotl32(uint32_t v, unsigned n)
{
    return v << (n & 31) | v >> (-n & 31);
}

static inline uint32_t rotr32(uint32_t v, unsigned n)
{
    return v >> (n & 31) | v << (-n & 31);
}

static inline uint64_t rotl64(uint64_t v, unsigned n)
{
    return v << (n & 63) | v >> (-n & 63);
}

static inline uint64_t rotr64(uint64_t v, unsigned n)
{
    return v >> (n & 63) | v << (-n & 63);
}

/* memcpy and memset with a length of 0 and a null pointer, which the standard's own forbid. */
static inline void copy_bytes(void *to, const void *from, size_t size)
{
    if (size != 0)
        memcpy(to, from, size);
}

/*
 * out = a ^ b over SIZE bytes.  OUT may be A or B itself, or start before the one it overlaps; the words are read
 * before they are written, so that the compiler needs no check for overlaps.
 */
static inline void xor_bytes(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t size)
{
    for (; size >= 32; size -= 32, out += 32, a += 32, b += 32) {
        uint64_t a0, a1, a2, a3, b0, b1, b2, b3;
        memcpy(&a0, a, 8), memcpy(&a1, a + 8, 8), memcpy(&a2, a + 16, 8), memcpy(&a3, a + 24, 8);
        memcpy(&b0, b, 8), memcpy(&b1, b + 8, 8), memcpy(&b2, b + 16, 8), memcpy(&b3, b + 24, 8);
        a0 ^= b0, a1 ^= b1, a2 ^= b2, a3 ^= b3;
        memcpy(out, &a0, 8), memcpy(out + 8, &a1, 8), memcpy(out + 16, &a2, 8), memcpy(out + 24, &a3, 8);
    }
    for (; size >= 8; size -= 8, out += 8, a += 8, b += 8) {
        uint64_t x, y;
        memcpy(&x, a, 8);
        memcpy(&y, b, 8);
        x ^= y;
        memcpy(out, &x, 8);
    }
    for (size_t i = 0; i < size; i++)
        out[i] = a[i] ^ b[i];
}

/* Clears SIZE bytes in a way that the compiler keeps. */
void wipe(void *memory, size_t size);

/* 1 where both hold the same SIZE bytes, else 0, in time that depends on SIZE alone. */
int equal_bytes(const uint8_t *a, const uint8_t *b, size_t size);

#endif

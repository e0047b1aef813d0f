/* SPDX-License-Identifier: MIT */
/* blake2b.h - unkeyed BLAKE2b, RFC 7693, with digests of 1 to 64 bytes: what Argon2 hashes with. */
#ifndef ASSAY_NATIVE_KDF_BLAKE2B_H
#define ASSAY_NATIVE_KDF_BLAKE2B_H

#include "native/common/bytes.h"

enum { BLAKE2B_BLOCK = 128, BLAKE2B_DIGEST_MAX = 64 };

/* The last whole block waits: only `blake2b_final` knows that it is the last. */
struct blake2b {
    uint64_t h[8];
    uint64_t compressed; /* bytes; messages end far below 2^64 */
    size_t waiting;
    size_t digest_size;
    uint8_t block[BLAKE2B_BLOCK];
};

static const uint64_t blake2b_iv[8] = {
    UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b), UINT64_C(0x3c6ef372fe94f82b),
    UINT64_C(0xa54ff53a5f1d36f1), UINT64_C(0x510e527fade682d1), UINT64_C(0x9b05688c2b3e6c1f),
    UINT64_C(0x1f83d9abfb41bd6b), UINT64_C(0x5be0cd19137e2179),
};

static inline void blake2b_mix(uint64_t v[16], unsigned a, unsigned b, unsigned c, unsigned d, uint64_t x, uint64_t y)
{
    v[a] += v[b] + x;
    v[d] = rotr64(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = rotr64(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = rotr64(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = rotr64(v[b] ^ v[c], 63);
}

/* Folds in the block, of which BYTES are the message's; LAST is all ones for the last block, else 0. */
static inline void blake2b_compress(struct blake2b *c, size_t bytes, uint64_t last)
{
    static const uint8_t sigma[10][16] = {
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
        {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
        {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
        {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
        {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
    };
    uint64_t v[16], m[16];
    c->compressed += bytes;
    for (unsigned i = 0; i < 16; i++)
        m[i] = load64_le(c->block + 8 * i);
    for (unsigned i = 0; i < 8; i++) {
        v[i] = c->h[i];
        v[8 + i] = blake2b_iv[i];
    }
    v[12] ^= c->compressed;
    v[14] ^= last;
    for (unsigned round = 0; round < 12; round++) {
        const uint8_t *s = sigma[round % 10];
        blake2b_mix(v, 0, 4, 8, 12, m[s[0]], m[s[1]]);
        blake2b_mix(v, 1, 5, 9, 13, m[s[2]], m[s[3]]);
        blake2b_mix(v, 2, 6, 10, 14, m[s[4]], m[s[5]]);
        blake2b_mix(v, 3, 7, 11, 15, m[s[6]], m[s[7]]);
        blake2b_mix(v, 0, 5, 10, 15, m[s[8]], m[s[9]]);
        blake2b_mix(v, 1, 6, 11, 12, m[s[10]], m[s[11]]);
        blake2b_mix(v, 2, 7, 8, 13, m[s[12]], m[s[13]]);
        blake2b_mix(v, 3, 4, 9, 14, m[s[14]], m[s[15]]);
    }
    for (unsigned i = 0; i < 8; i++)
        c->h[i] ^= v[i] ^ v[8 + i];
    wipe(v, sizeof v);
    wipe(m, sizeof m);
}

static inline void blake2b_init(struct blake2b *c, size_t digest_size)
{
    *c = (struct blake2b){.digest_size = digest_size};
    memcpy(c->h, blake2b_iv, sizeof c->h);
    c->h[0] ^= 0x01010000 ^ digest_size;
}

static inline void blake2b_update(struct blake2b *c, const uint8_t *data, size_t size)
{
    while (size != 0) {
        if (c->waiting == BLAKE2B_BLOCK) {
            blake2b_compress(c, BLAKE2B_BLOCK, 0);
            c->waiting = 0;
        }
        size_t room = BLAKE2B_BLOCK - c->waiting, take = size < room ? size : room;
        memcpy(c->block + c->waiting, data, take);
        c->waiting += take;
        data += take;
        size -= take;
    }
}

/* Writes the digest and wipes C. */
static inline void blake2b_final(struct blake2b *c, uint8_t *digest)
{
    uint8_t bytes[BLAKE2B_DIGEST_MAX];
    memset(c->block + c->waiting, 0, BLAKE2B_BLOCK - c->waiting);
    blake2b_compress(c, c->waiting, UINT64_MAX);
    for (unsigned i = 0; i < 8; i++)
        store64_le(bytes + 8 * i, c->h[i]);
    memcpy(digest, bytes, c->digest_size);
    wipe(bytes, sizeof bytes);
    wipe(c, sizeof *c);
}

#endif

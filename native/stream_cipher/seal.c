/* SPDX-License-Identifier: MIT */
/*
 * SEAL 3.0, Rogaway and Coppersmith, "A Software-Optimized Encryption Algorithm" (Journal of Cryptology, 1998): key of
 * 20 bytes, IV of 4 bytes, which is the first position n, most significant byte first.
 *
 * Each position gives L = 32768 bits of keystream, 4 blocks of 1024 bytes; then the next position follows, modulo 2^32.
 * Key and IV are big-endian always; the words of the keystream are as variant.option says, OPTION_BIG_ENDIAN as
 * published or OPTION_LITTLE_ENDIAN.
 *
 * Not constant-time: the loads depend on the key.
 */
#include "native/common/lanes.h"
#include "native/native.h"
#include "native/stream_cipher/keystream.h"

enum { T_SIZE = 512, S_SIZE = 256, BLOCKS = 4, R_SIZE = 4 * BLOCKS, BLOCK_SIZE = 1024, TOGETHER = 2 };

struct seal {
    uint32_t t[T_SIZE];
    uint32_t s[S_SIZE];
    uint32_t r[R_SIZE];
    uint32_t position;
    unsigned block; /* within the position: the next to make */
    int big_endian;
    int begun; /* whether the message has had a block yet */
    size_t left;
    uint8_t keystream[TOGETHER * BLOCK_SIZE];
};

/* SHA-1's compression of the block (FIRST_WORD, 0, ..., 0) on the chaining value H (FIPS 180-4, section 6.1.2). */
static void compress(const uint32_t h[5], uint32_t first_word, uint32_t out[5])
{
    uint32_t w[80] = {first_word};
    for (int i = 16; i < 80; i++)
        w[i] = rotl32(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
    for (int i = 0; i < 80; i++) {
        const uint32_t f = i < 20   ? ((b & c) | (~b & d)) + 0x5a827999
                           : i < 40 ? (b ^ c ^ d) + 0x6ed9eba1
                           : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
                                    : (b ^ c ^ d) + 0xca62c1d6;
        const uint32_t next = rotl32(a, 5) + f + e + w[i];
        e = d;
        d = c;
        c = rotl32(b, 30);
        b = a;
        a = next;
    }
    out[0] = h[0] + a;
    out[1] = h[1] + b;
    out[2] = h[2] + c;
    out[3] = h[3] + d;
    out[4] = h[4] + e;
}

/* table[i] = Gamma(start + i): word (start + i) mod 5 of the compression with first word (start + i) / 5. */
static void fill_table(const uint32_t h[5], uint32_t start, uint32_t *table, uint32_t size)
{
    uint32_t words[5];
    for (uint32_t i = 0; i < size; i++) {
        if (i == 0 || (start + i) % 5 == 0)
            compress(h, (start + i) / 5, words);
        table[i] = words[(start + i) % 5];
    }
}

static enum status seal_setup(void *context, const struct variant *variant)
{
    struct seal *seal = context;
    if (variant->option != OPTION_LITTLE_ENDIAN && variant->option != OPTION_BIG_ENDIAN)
        return STATUS_BAD_PARAMETER;
    seal->big_endian = variant->option == OPTION_BIG_ENDIAN;
    return STATUS_OK;
}

static enum status seal_set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct seal *seal = context;
    uint32_t h[5];
    if (key_size != sizeof h)
        return STATUS_BAD_LENGTH;
    for (int i = 0; i < 5; i++)
        h[i] = load32_be(key + 4 * i);
    fill_table(h, 0, seal->t, T_SIZE);
    fill_table(h, 0x1000, seal->s, S_SIZE);
    fill_table(h, 0x2000, seal->r, R_SIZE);
    wipe(h, sizeof h);
    seal->left = 0;
    return STATUS_OK;
}

static enum status seal_set_iv(void *context, enum direction direction, const uint8_t *iv, size_t iv_size,
                               uint64_t counter)
{
    struct seal *seal = context;
    (void)direction;
    if (iv_size != 4)
        return STATUS_BAD_LENGTH;
    if (counter != 0)
        return STATUS_BAD_PARAMETER;
    seal->position = load32_be(iv);
    seal->block = 0;
    seal->begun = 0;
    seal->left = 0;
    return STATUS_OK;
}

/* The registers of one block. */
struct lane {
    uint32_t a, b, c, d, p, q;
    uint32_t n1, n2, n3, n4;
};

/* T at the word that bits 2 to 10 of INDEX name. */
#define T(index) t[(index) >> 2 & (T_SIZE - 1)]

static ALWAYS_INLINE void mix(const uint32_t *t, struct lane *l)
{
    l->b += T(l->a);
    l->a = rotr32(l->a, 9);
    l->c += T(l->b);
    l->b = rotr32(l->b, 9);
    l->d += T(l->c);
    l->c = rotr32(l->c, 9);
    l->a += T(l->d);
    l->d = rotr32(l->d, 9);
}

static ALWAYS_INLINE void start_lane(const struct seal *seal, struct lane *l, uint32_t position, unsigned block)
{
    l->a = position ^ seal->r[4 * block];
    l->b = rotr32(position, 8) ^ seal->r[4 * block + 1];
    l->c = rotr32(position, 16) ^ seal->r[4 * block + 2];
    l->d = rotr32(position, 24) ^ seal->r[4 * block + 3];
    mix(seal->t, l);
    mix(seal->t, l);
    l->n1 = l->d;
    l->n2 = l->b;
    l->n3 = l->a;
    l->n4 = l->c;
    mix(seal->t, l);
}

static ALWAYS_INLINE void store_word(uint8_t *out, uint32_t word, int big_endian)
{
    if (big_endian)
        store32_be(out, word);
    else
        store32_le(out, word);
}

/*
 * The next COUNT blocks.  Within a block each of the eight steps waits for the one before; steps of another block fill
 * the gaps.
 */
static ALWAYS_INLINE void make_blocks(struct seal *seal, unsigned count, int big_endian)
{
    const uint32_t *t = seal->t;
    struct lane lanes[TOGETHER];
    for (unsigned k = 0; k < count; k++) {
        start_lane(seal, &lanes[k], seal->position, seal->block);
        seal->block = (seal->block + 1) % BLOCKS;
        seal->position += seal->block == 0;
    }
    uint8_t *out = seal->keystream + sizeof seal->keystream - count * BLOCK_SIZE;
#define EACH(statement)                                                                                                \
    for (unsigned k = 0; k < count; k++) {                                                                             \
        struct lane *l = &lanes[k];                                                                                    \
        statement;                                                                                                     \
    }
    for (int i = 0; i < S_SIZE / 4; i++, out += 16) {
        const uint32_t *s = seal->s + 4 * i;
        EACH(l->p = l->a; l->b += T(l->p); l->a = rotr32(l->a, 9); l->b ^= l->a)
        EACH(l->q = l->b; l->c ^= T(l->q); l->b = rotr32(l->b, 9); l->c += l->b)
        EACH(l->p = (l->p & 0x7fc) + l->c; l->d += T(l->p); l->c = rotr32(l->c, 9); l->d ^= l->c)
        EACH(l->q = (l->q & 0x7fc) + l->d; l->a ^= T(l->q); l->d = rotr32(l->d, 9); l->a += l->d)
        EACH(l->p = (l->p & 0x7fc) + l->a; l->b ^= T(l->p); l->a = rotr32(l->a, 9))
        EACH(l->q = (l->q & 0x7fc) + l->b; l->c += T(l->q); l->b = rotr32(l->b, 9))
        EACH(l->p = (l->p & 0x7fc) + l->c; l->d ^= T(l->p); l->c = rotr32(l->c, 9))
        EACH(l->q = (l->q & 0x7fc) + l->d; l->a += T(l->q); l->d = rotr32(l->d, 9))
        for (unsigned k = 0; k < count; k++) {
            struct lane *l = &lanes[k];
            uint8_t *words = out + k * BLOCK_SIZE;
            store_word(words, l->b + s[0], big_endian);
            store_word(words + 4, l->c ^ s[1], big_endian);
            store_word(words + 8, l->d + s[2], big_endian);
            store_word(words + 12, l->a ^ s[3], big_endian);
            l->a += i % 2 == 0 ? l->n1 : l->n3;
            l->b += i % 2 == 0 ? l->n2 : l->n4;
            l->c ^= i % 2 == 0 ? l->n1 : l->n3;
            l->d ^= i % 2 == 0 ? l->n2 : l->n4;
        }
    }
    seal->left = count * BLOCK_SIZE;
}

static enum status seal_update(void *context, const uint8_t *in, uint8_t *out, size_t size)
{
    struct seal *seal = context;
    if (buffers_overlap_partly(in, out, size))
        return STATUS_OVERLAP;
    while (size != 0) {
        if (seal->left == 0) {
            /* A message that may end with its first block does not pay for two. */
            const int two = seal->begun || size > BLOCK_SIZE;
            if (two && seal->big_endian)
                make_blocks(seal, TOGETHER, 1);
            else if (two)
                make_blocks(seal, TOGETHER, 0);
            else
                make_blocks(seal, 1, seal->big_endian);
            seal->begun = 1;
        }
        const size_t n = keystream_use(seal->keystream + sizeof seal->keystream, &seal->left, in, out, size);
        in += n;
        out += n;
        size -= n;
    }
    return STATUS_OK;
}

const struct cipher_ops native_seal = {
    .ops = {.context_size = sizeof(struct seal), .setup = seal_setup},
    .iv_size = 4,
    .set_key = seal_set_key,
    .set_iv = seal_set_iv,
    .update = seal_update,
};

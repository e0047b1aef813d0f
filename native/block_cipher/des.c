/* SPDX-License-Identifier: MIT */
/*
 * des.c - DES and its compositions: DES (FIPS 46-3), DES-EDE3 (the same, TDEA with three keys), DES-XEX3 (Kilian and
 * Rogaway, "How to Protect DES Against Exhaustive Key Search", 1996).
 *
 * Blocks of 8 bytes.  Keys of 8, 24 and 24 bytes: K; K1, K2, K3 of E_K3(D_K2(E_K1(x))); K1, K2, K3 of
 * K3 ^ E_K2(K1 ^ x).  Parity bits of DES keys are ignored, weak keys are taken.
 *
 * Many blocks are computed as circuits, each vector having one bit of all of them: no loads at places that depend on
 * data.  A few blocks go through tables, which is not constant-time.  Variant: vector_bits.
 */
#include "native/common/table.h"
#include "native/native.h"

struct des_key {
    uint64_t bits[112]; /* as masks of all bits: C twice, then D twice, in the order of PC-1 */
    uint32_t round[16][2]; /* six bits a byte: for S-boxes 1, 3, 5, 7 and for 2, 4, 6, 8 */
};

struct des {
    struct des_key key[3];
    unsigned stages;              /* 1, or 3 where the middle one runs the other way */
    uint8_t before[8], after[8];  /* added to the block around all of it, when encrypting */
    unsigned vector_bits;
};

/* Number, and where P puts the four bits. */
#define DES_BOXES(F) \
    F(1, 9, 17, 23, 31) \
    F(2, 13, 28, 2, 18) \
    F(3, 24, 16, 30, 6) \
    F(4, 26, 20, 10, 1) \
    F(5, 8, 14, 25, 3) \
    F(6, 4, 29, 11, 19) \
    F(7, 32, 12, 22, 7) \
    F(8, 5, 27, 15, 21)

static const uint8_t initial_permutation[64] = {
    58, 50, 42, 34, 26, 18, 10, 2, 60, 52, 44, 36, 28, 20, 12, 4,
    62, 54, 46, 38, 30, 22, 14, 6, 64, 56, 48, 40, 32, 24, 16, 8,
    57, 49, 41, 33, 25, 17, 9, 1, 59, 51, 43, 35, 27, 19, 11, 3,
    61, 53, 45, 37, 29, 21, 13, 5, 63, 55, 47, 39, 31, 23, 15, 7,
};

static const uint8_t permuted_choice_1[56] = {
    57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18,
    10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36,
    63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22,
    14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4,
};

/* PC-2, as places in des_key.bits before any rotation. */
static const uint8_t key_places[48] = {
    13, 16, 10, 23, 0, 4, 2, 27, 14, 5, 20, 9,
    22, 18, 11, 3, 25, 7, 15, 6, 26, 19, 12, 1,
    68, 79, 58, 64, 74, 82, 57, 67, 78, 72, 60, 75,
    71, 76, 66, 83, 61, 80, 73, 69, 77, 63, 56, 59,
};

/* Of C and D to the left, in all, up to each round. */
static const uint8_t rotations[16] = {1, 2, 4, 6, 8, 10, 12, 14, 15, 17, 19, 21, 23, 25, 27, 28};

#define LANE_FILE "native/block_cipher/des_lanes.h"
#include "native/block_cipher/each_width.h"

/* The S-boxes, in the order of the six input bits. */
#define S_1(F) \
    TABLE_ROW(F, 14, 0, 4, 15, 13, 7, 1, 4, 2, 14, 15, 2, 11, 13, 8, 1) \
    TABLE_ROW(F, 3, 10, 10, 6, 6, 12, 12, 11, 5, 9, 9, 5, 0, 3, 7, 8) \
    TABLE_ROW(F, 4, 15, 1, 12, 14, 8, 8, 2, 13, 4, 6, 9, 2, 1, 11, 7) \
    TABLE_ROW(F, 15, 5, 12, 11, 9, 3, 7, 14, 3, 10, 10, 0, 5, 6, 0, 13)
#define S_2(F) \
    TABLE_ROW(F, 15, 3, 1, 13, 8, 4, 14, 7, 6, 15, 11, 2, 3, 8, 4, 14) \
    TABLE_ROW(F, 9, 12, 7, 0, 2, 1, 13, 10, 12, 6, 0, 9, 5, 11, 10, 5) \
    TABLE_ROW(F, 0, 13, 14, 8, 7, 10, 11, 1, 10, 3, 4, 15, 13, 4, 1, 2) \
    TABLE_ROW(F, 5, 11, 8, 6, 12, 7, 6, 12, 9, 0, 3, 5, 2, 14, 15, 9)
#define S_3(F) \
    TABLE_ROW(F, 10, 13, 0, 7, 9, 0, 14, 9, 6, 3, 3, 4, 15, 6, 5, 10) \
    TABLE_ROW(F, 1, 2, 13, 8, 12, 5, 7, 14, 11, 12, 4, 11, 2, 15, 8, 1) \
    TABLE_ROW(F, 13, 1, 6, 10, 4, 13, 9, 0, 8, 6, 15, 9, 3, 8, 0, 7) \
    TABLE_ROW(F, 11, 4, 1, 15, 2, 14, 12, 3, 5, 11, 10, 5, 14, 2, 7, 12)
#define S_4(F) \
    TABLE_ROW(F, 7, 13, 13, 8, 14, 11, 3, 5, 0, 6, 6, 15, 9, 0, 10, 3) \
    TABLE_ROW(F, 1, 4, 2, 7, 8, 2, 5, 12, 11, 1, 12, 10, 4, 14, 15, 9) \
    TABLE_ROW(F, 10, 3, 6, 15, 9, 0, 0, 6, 12, 10, 11, 1, 7, 13, 13, 8) \
    TABLE_ROW(F, 15, 9, 1, 4, 3, 5, 14, 11, 5, 12, 2, 7, 8, 2, 4, 14)
#define S_5(F) \
    TABLE_ROW(F, 2, 14, 12, 11, 4, 2, 1, 12, 7, 4, 10, 7, 11, 13, 6, 1) \
    TABLE_ROW(F, 8, 5, 5, 0, 3, 15, 15, 10, 13, 3, 0, 9, 14, 8, 9, 6) \
    TABLE_ROW(F, 4, 11, 2, 8, 1, 12, 11, 7, 10, 1, 13, 14, 7, 2, 8, 13) \
    TABLE_ROW(F, 15, 6, 9, 15, 12, 0, 5, 9, 6, 10, 3, 4, 0, 5, 14, 3)
#define S_6(F) \
    TABLE_ROW(F, 12, 10, 1, 15, 10, 4, 15, 2, 9, 7, 2, 12, 6, 9, 8, 5) \
    TABLE_ROW(F, 0, 6, 13, 1, 3, 13, 4, 14, 14, 0, 7, 11, 5, 3, 11, 8) \
    TABLE_ROW(F, 9, 4, 14, 3, 15, 2, 5, 12, 2, 9, 8, 5, 12, 15, 3, 10) \
    TABLE_ROW(F, 7, 11, 0, 14, 4, 1, 10, 7, 1, 6, 13, 0, 11, 8, 6, 13)
#define S_7(F) \
    TABLE_ROW(F, 4, 13, 11, 0, 2, 11, 14, 7, 15, 4, 0, 9, 8, 1, 13, 10) \
    TABLE_ROW(F, 3, 14, 12, 3, 9, 5, 7, 12, 5, 2, 10, 15, 6, 8, 1, 6) \
    TABLE_ROW(F, 1, 6, 4, 11, 11, 13, 13, 8, 12, 1, 3, 4, 7, 10, 14, 7) \
    TABLE_ROW(F, 10, 9, 15, 5, 6, 0, 8, 15, 0, 14, 5, 2, 9, 3, 2, 12)
#define S_8(F) \
    TABLE_ROW(F, 13, 1, 2, 15, 8, 13, 4, 8, 6, 10, 15, 3, 11, 7, 1, 4) \
    TABLE_ROW(F, 10, 12, 9, 5, 3, 6, 14, 11, 5, 0, 0, 14, 12, 9, 7, 2) \
    TABLE_ROW(F, 7, 2, 11, 1, 4, 14, 1, 7, 9, 4, 12, 10, 14, 8, 2, 13) \
    TABLE_ROW(F, 0, 15, 6, 12, 10, 9, 13, 0, 15, 3, 3, 5, 5, 6, 8, 11)

/*
 * The halves are worked on rotated right by 3, so that the six input bits of S-boxes 1, 3, 5, 7 are the low bits of the
 * four bytes; another rotation left by 4 brings there those of 2, 4, 6, 8.  AT is the weight of a bit of a half.
 */
#define AT(place) ((29 - (place)) & 31)
#define SPREAD(x, a, b, c, d) \
    ((uint32_t)((x) >> 3) << AT(a) | (uint32_t)((x) >> 2 & 1) << AT(b) | (uint32_t)((x) >> 1 & 1) << AT(c) | \
     (uint32_t)((x) & 1) << AT(d))
#define SP_1(x) SPREAD(x, 9, 17, 23, 31)
#define SP_2(x) SPREAD(x, 13, 28, 2, 18)
#define SP_3(x) SPREAD(x, 24, 16, 30, 6)
#define SP_4(x) SPREAD(x, 26, 20, 10, 1)
#define SP_5(x) SPREAD(x, 8, 14, 25, 3)
#define SP_6(x) SPREAD(x, 4, 29, 11, 19)
#define SP_7(x) SPREAD(x, 32, 12, 22, 7)
#define SP_8(x) SPREAD(x, 5, 27, 15, 21)

static const uint32_t sp[8][64] = {
    {S_1(SP_1)}, {S_2(SP_2)}, {S_3(SP_3)}, {S_4(SP_4)}, {S_5(SP_5)}, {S_6(SP_6)}, {S_7(SP_7)}, {S_8(SP_8)},
};

static inline uint32_t round_function(uint32_t r, const uint32_t k[2])
{
    uint32_t u = r ^ k[0], v = rotl32(r, 4) ^ k[1];
    return (sp[0][u >> 24 & 63] ^ sp[2][u >> 16 & 63] ^ sp[4][u >> 8 & 63] ^ sp[6][u & 63]) ^
           (sp[1][v >> 24 & 63] ^ sp[3][v >> 16 & 63] ^ sp[5][v >> 8 & 63] ^ sp[7][v & 63]);
}

/* Exchanges the bits of A at MASK << N with those of B at MASK. */
static inline void exchange_bits(uint32_t *a, uint32_t *b, unsigned n, uint32_t mask)
{
    uint32_t difference = (*a >> n ^ *b) & mask;
    *b ^= difference;
    *a ^= difference << n;
}

/* COUNT blocks side by side, through tables. */
static ALWAYS_INLINE void crypt_few(const struct des *des, const uint8_t *in, uint8_t *out, size_t steps,
                                    enum direction direction, unsigned count)
{
    const uint64_t before = load64_be(direction == ENCRYPT ? des->before : des->after);
    const uint64_t after = load64_be(direction == ENCRYPT ? des->after : des->before);
    for (; steps != 0; steps--, in += 8 * count, out += 8 * count) {
        uint32_t l[2], r[2];
        for (unsigned b = 0; b < count; b++) {
            l[b] = load32_be(in + 8 * b) ^ (uint32_t)(before >> 32);
            r[b] = load32_be(in + 8 * b + 4) ^ (uint32_t)before;
            exchange_bits(&l[b], &r[b], 4, 0x0f0f0f0f);
            exchange_bits(&l[b], &r[b], 16, 0x0000ffff);
            exchange_bits(&r[b], &l[b], 2, 0x33333333);
            exchange_bits(&r[b], &l[b], 8, 0x00ff00ff);
            exchange_bits(&l[b], &r[b], 1, 0x55555555);
            l[b] = rotr32(l[b], 3);
            r[b] = rotr32(r[b], 3);
        }
        for (unsigned stage = 0; stage < des->stages; stage++) {
            int forward = (direction == ENCRYPT) == ((stage & 1) == 0);
            const uint32_t (*k)[2] = des->key[direction == ENCRYPT ? stage : des->stages - 1 - stage].round;
            ptrdiff_t next = forward ? 1 : -1;
            if (!forward)
                k += 15;
            for (unsigned i = 0; i < 8; i++, k += 2 * next) {
                for (unsigned b = 0; b < count; b++)
                    l[b] ^= round_function(r[b], k[0]);
                for (unsigned b = 0; b < count; b++)
                    r[b] ^= round_function(l[b], k[next]);
            }
            for (unsigned b = 0; b < count; b++) {
                uint32_t swap = l[b];
                l[b] = r[b];
                r[b] = swap;
            }
        }
        for (unsigned b = 0; b < count; b++) {
            l[b] = rotl32(l[b], 3);
            r[b] = rotl32(r[b], 3);
            exchange_bits(&l[b], &r[b], 1, 0x55555555);
            exchange_bits(&r[b], &l[b], 8, 0x00ff00ff);
            exchange_bits(&r[b], &l[b], 2, 0x33333333);
            exchange_bits(&l[b], &r[b], 16, 0x0000ffff);
            exchange_bits(&l[b], &r[b], 4, 0x0f0f0f0f);
            store32_be(out + 8 * b, l[b] ^ (uint32_t)(after >> 32));
            store32_be(out + 8 * b + 4, r[b] ^ (uint32_t)after);
        }
    }
}

static void encrypt_two(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    crypt_few(context, in, out, steps, ENCRYPT, 2);
}

static void decrypt_two(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    crypt_few(context, in, out, steps, DECRYPT, 2);
}

static void encrypt_one(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    crypt_few(context, in, out, steps, ENCRYPT, 1);
}

static void decrypt_one(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    crypt_few(context, in, out, steps, DECRYPT, 1);
}

static enum status setup(void *context, const struct variant *variant)
{
    ((struct des *)context)->vector_bits = vector_bits_for(variant->vector_bits);
    return STATUS_OK;
}

/* The six bits of a round's key for S-box N, counted from 0; written out, as all the places are constants. */
#define SIX_BITS(n) \
    (((uint32_t)bits[key_places[6 * (n)]] & 32) | ((uint32_t)bits[key_places[6 * (n) + 1]] & 16) | \
     ((uint32_t)bits[key_places[6 * (n) + 2]] & 8) | ((uint32_t)bits[key_places[6 * (n) + 3]] & 4) | \
     ((uint32_t)bits[key_places[6 * (n) + 4]] & 2) | ((uint32_t)bits[key_places[6 * (n) + 5]] & 1))

static void expand_key(struct des_key *expanded, const uint8_t key[8])
{
    for (unsigned i = 0; i < 56; i++) {
        unsigned place = permuted_choice_1[i] - 1, half = i / 28 * 28;
        uint64_t mask = -(uint64_t)(key[place / 8] >> (7 - place % 8) & 1);
        expanded->bits[half + i] = mask;
        expanded->bits[half + i + 28] = mask;
    }
    for (unsigned i = 0; i < 16; i++) {
        const uint64_t *bits = expanded->bits + rotations[i];
        expanded->round[i][0] = SIX_BITS(0) << 24 | SIX_BITS(2) << 16 | SIX_BITS(4) << 8 | SIX_BITS(6);
        expanded->round[i][1] = SIX_BITS(1) << 24 | SIX_BITS(3) << 16 | SIX_BITS(5) << 8 | SIX_BITS(7);
    }
}

static enum status set_key_des(void *context, const uint8_t *key, size_t key_size)
{
    struct des *des = context;
    if (key_size != 8)
        return STATUS_BAD_LENGTH;
    des->stages = 1;
    expand_key(&des->key[0], key);
    return STATUS_OK;
}

static enum status set_key_ede3(void *context, const uint8_t *key, size_t key_size)
{
    struct des *des = context;
    if (key_size != 24)
        return STATUS_BAD_LENGTH;
    des->stages = 3;
    for (unsigned i = 0; i < 3; i++)
        expand_key(&des->key[i], key + 8 * i);
    return STATUS_OK;
}

static enum status set_key_xex3(void *context, const uint8_t *key, size_t key_size)
{
    struct des *des = context;
    if (key_size != 24)
        return STATUS_BAD_LENGTH;
    des->stages = 1;
    memcpy(des->before, key, 8);
    expand_key(&des->key[0], key + 8);
    memcpy(des->after, key + 16, 8);
    return STATUS_OK;
}

static enum status encrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    static const struct kernel kernels[] = {
        LANE_KERNELS(encrypt, 32, 28){64, 28, 0, encrypt_plain}, {2, 0, 0, encrypt_two}, {1, 0, 0, encrypt_one}};
    return run_kernels(kernels, ((struct des *)context)->vector_bits, context, 8, in, out, blocks);
}

static enum status decrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    static const struct kernel kernels[] = {
        LANE_KERNELS(decrypt, 32, 28){64, 28, 0, decrypt_plain}, {2, 0, 0, decrypt_two}, {1, 0, 0, decrypt_one}};
    return run_kernels(kernels, ((struct des *)context)->vector_bits, context, 8, in, out, blocks);
}

#define DES_OPS(form) \
    { \
        .ops = {.context_size = sizeof(struct des), .setup = setup}, .block_size = 8, .set_key = set_key_##form, \
        .encrypt = encrypt, .decrypt = decrypt, \
    }

const struct block_cipher_ops native_des = DES_OPS(des);
const struct block_cipher_ops native_des_ede3 = DES_OPS(ede3);
const struct block_cipher_ops native_des_xex3 = DES_OPS(xex3);

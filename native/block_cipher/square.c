/* SPDX-License-Identifier: MIT */
/*
 * square.c - Square (Daemen, Knudsen and Rijmen, "The Block Cipher Square", FSE 1997).
 *
 * Blocks and keys of 16 bytes, 8 rounds.  Reads no field of the variant.  A round is four loads a row, from table rows
 * that hold theta's row twice, so that the load's offset makes the rotation (2 KiB a direction).  What they are asked
 * for depends on the key and the data: not constant-time.
 */
#include "native/block_cipher/square_box.h"
#include "native/common/bytes.h"
#include "native/common/lanes.h"
#include "native/native.h"

enum {
    BLOCK_SIZE = 16,
    ROUNDS = 8
};

struct schedule {
    uint32_t keys[ROUNDS + 1][4];
};

struct square {
    struct schedule encryption;
    struct schedule decryption;
};

#define DOUBLE(x) GF256_DOUBLE(x, SQUARE_POLYNOMIAL)
#define TIMES_4(x) DOUBLE(DOUBLE(x))
#define TIMES_8(x) DOUBLE(DOUBLE(DOUBLE(x)))
#define THETA_TWICE(s) {DOUBLE(s), s, s, DOUBLE(s) ^ (s), DOUBLE(s), s, s, DOUBLE(s) ^ (s)}
#define TIMES_9(s) (TIMES_8(s) ^ (s))
#define TIMES_B(s) (TIMES_8(s) ^ DOUBLE(s) ^ (s))
#define TIMES_D(s) (TIMES_8(s) ^ TIMES_4(s) ^ (s))
#define TIMES_E(s) (TIMES_8(s) ^ TIMES_4(s) ^ DOUBLE(s))
#define INVERSE_TWICE(s) \
    {TIMES_E(s), TIMES_9(s), TIMES_D(s), TIMES_B(s), TIMES_E(s), TIMES_9(s), TIMES_D(s), TIMES_B(s)}

static const uint8_t s_box[256] = {SQUARE_BOX(TABLE_ENTRY)};
static const uint8_t s_box_inverse[256] = {SQUARE_BOX_INVERSE(TABLE_ENTRY)};

/* What theta (its inverse) makes of the S-box (its inverse) in the first byte of a row, twice over. */
static const uint8_t mixed[256][8] = {SQUARE_BOX(THETA_TWICE)};
static const uint8_t unmixed[256][8] = {SQUARE_BOX_INVERSE(INVERSE_TWICE)};

/* What byte I of W adds to a row in place J. */
static ALWAYS_INLINE uint32_t term(const uint8_t table[256][8], uint32_t w, unsigned i, unsigned j)
{
    return load32_le(table[w >> 8 * i & 0xff] + (4 - j) % 4);
}

static ALWAYS_INLINE uint32_t byte_of(const uint8_t table[256], uint32_t w, unsigned i, unsigned j)
{
    return (uint32_t)table[w >> 8 * i & 0xff] << 8 * j;
}

/*
 * Blocks in either direction: row I of the next state comes from byte I of each row.  One block at a time: sixteen
 * loads a round leave no gaps that another block could fill.
 */
static ALWAYS_INLINE enum status crypt(const struct schedule *schedule, const uint8_t table[256][8],
                                       const uint8_t last[256], const uint8_t *in, uint8_t *out, size_t blocks)
{
    uint32_t x[4], y[4];
    if (buffers_overlap_partly(in, out, blocks * BLOCK_SIZE))
        return STATUS_OVERLAP;
    for (; blocks != 0; blocks--, in += BLOCK_SIZE, out += BLOCK_SIZE) {
        for (unsigned i = 0; i < 4; i++)
            x[i] = load32_le(in + 4 * i) ^ schedule->keys[0][i];
        for (unsigned r = 1; r < ROUNDS; r++) {
            for (unsigned i = 0; i < 4; i++)
                y[i] = schedule->keys[r][i] ^ term(table, x[0], i, 0) ^ term(table, x[1], i, 1) ^
                       term(table, x[2], i, 2) ^ term(table, x[3], i, 3);
            for (unsigned i = 0; i < 4; i++)
                x[i] = y[i];
        }
        for (unsigned i = 0; i < 4; i++)
            store32_le(out + 4 * i, schedule->keys[ROUNDS][i] ^ byte_of(last, x[0], i, 0) ^ byte_of(last, x[1], i, 1) ^
                                        byte_of(last, x[2], i, 2) ^ byte_of(last, x[3], i, 3));
    }
    return STATUS_OK;
}

/* theta of a row: out = 2 in ^ in moved by one ^ in moved by two ^ 3 in moved by three. */
static uint32_t theta(uint32_t w)
{
    uint32_t doubled = (w & 0x7f7f7f7f) << 1 ^ (w >> 7 & 0x01010101) * (SQUARE_POLYNOMIAL & 0xff);
    return doubled ^ rotl32(w, 8) ^ rotl32(w, 16) ^ rotl32(w ^ doubled, 24);
}

static enum status set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct square *square = context;
    uint32_t k[4];
    if (key_size != 16)
        return STATUS_BAD_LENGTH;
    for (unsigned i = 0; i < 4; i++)
        k[i] = load32_le(key + 4 * i);
    uint8_t constant = 1;
    for (unsigned r = 0; r <= ROUNDS; r++) {
        if (r != 0) {
            k[0] ^= rotr32(k[3], 8) ^ constant;
            constant = (uint8_t)DOUBLE(constant);
            for (unsigned i = 1; i < 4; i++)
                k[i] ^= k[i - 1];
        }
        for (unsigned i = 0; i < 4; i++) {
            square->encryption.keys[r][i] = r == ROUNDS ? k[i] : theta(k[i]);
            square->decryption.keys[ROUNDS - r][i] = r == 0 ? theta(k[i]) : k[i];
        }
    }
    wipe(k, sizeof k);
    return STATUS_OK;
}

static enum status encrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    const struct square *square = context;
    return crypt(&square->encryption, mixed, s_box, in, out, blocks);
}

static enum status decrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    const struct square *square = context;
    return crypt(&square->decryption, unmixed, s_box_inverse, in, out, blocks);
}

const struct block_cipher_ops native_square = {
    .ops = {.context_size = sizeof(struct square)},
    .block_size = BLOCK_SIZE,
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

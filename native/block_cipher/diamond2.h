/* SPDX-License-Identifier: MIT */
/*
 * diamond2.h - Diamond2 and Diamond2 Lite (Michael Paul Johnson, 1995), which differ in the length of the block alone.
 * Included once by the file of each, with BLOCK_WORDS (64-bit words of a block) and DEFAULT_ROUNDS defined.
 *
 * A round sends every byte through a permutation of its own; between two rounds bit B of byte I comes from byte I + B
 * of the block, cyclically.  The permutations follow from the key through a register of CRC-32.
 */
#include "native/block_cipher/blocks.h"
#include "native/common/bytes.h"
#include "native/native.h"

enum {
    BLOCK_SIZE = 8 * BLOCK_WORDS,
    KEY_SIZE_MAX = 256,
    ROUNDS_MAX = 255 / BLOCK_SIZE,
    TOGETHER = 4 / BLOCK_WORDS /* blocks interleaved */
};

struct diamond2 {
    uint8_t boxes[ROUNDS_MAX][BLOCK_SIZE][256];
    uint8_t inverse_boxes[ROUNDS_MAX][BLOCK_SIZE][256];
    unsigned rounds;
};

/* Draws numbers below a bound from the key. */
struct draw {
    const uint8_t *key;
    size_t key_size;
    size_t next;             /* index into the key */
    const uint8_t *previous; /* the box that key bytes go through: the one made before, none for the first */
    uint32_t crc;
    uint32_t table[256];
};

static void feed(struct draw *draw, uint8_t byte)
{
    draw->crc = draw->table[(draw->crc ^ byte) & 0xff] ^ draw->crc >> 8;
}

/* A number from 0 to BOUND. */
static unsigned draw_below(struct draw *draw, unsigned bound)
{
    unsigned mask = bound, u;
    if (bound == 0)
        return 0;
    mask |= mask >> 1;
    mask |= mask >> 2;
    mask |= mask >> 4;
    for (unsigned tries = 1;; tries++) {
        uint8_t byte = draw->key[draw->next++];
        feed(draw, draw->previous == NULL ? byte : draw->previous[byte]);
        if (draw->next == draw->key_size) {
            draw->next = 0;
            feed(draw, (uint8_t)draw->key_size);
            feed(draw, (uint8_t)(draw->key_size >> 8));
        }
        u = draw->crc & mask;
        if (tries > 97 && u > bound)
            u -= bound;
        if (u <= bound)
            return u;
    }
}

static enum status setup(void *context, const struct variant *variant)
{
    struct diamond2 *diamond2 = context;
    unsigned rounds = variant == NULL ? 0 : variant->rounds;
    if (rounds > ROUNDS_MAX)
        return STATUS_BAD_PARAMETER;
    diamond2->rounds = rounds == 0 ? DEFAULT_ROUNDS : rounds;
    return STATUS_OK;
}

static enum status set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct diamond2 *diamond2 = context;
    struct draw draw = {.key = key, .key_size = key_size, .crc = 0xffffffff};
    if (key_size == 0 || key_size > KEY_SIZE_MAX)
        return STATUS_BAD_LENGTH;
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (unsigned bit = 0; bit < 8; bit++)
            c = c >> 1 ^ (c & 1) * 0xedb88320;
        draw.table[i] = c;
    }
    for (unsigned r = 0; r < diamond2->rounds; r++)
        for (unsigned i = 0; i < BLOCK_SIZE; i++) {
            uint8_t *box = diamond2->boxes[r][i], *inverse = diamond2->inverse_boxes[r][i];
            uint8_t empty[256]; /* the places without a value, in order */
            for (unsigned v = 0; v < 256; v++)
                empty[v] = (uint8_t)v;
            for (unsigned v = 256; v-- != 0;) {
                unsigned q = draw_below(&draw, v);
                box[empty[q]] = (uint8_t)v;
                inverse[v] = empty[q];
                memmove(empty + q, empty + q + 1, v - q);
            }
            draw.previous = box;
        }
    wipe(&draw, sizeof draw);
    return STATUS_OK;
}

/* Byte I from byte I + DISTANCE, in the bits of MASK. */
static ALWAYS_INLINE void move_bits(uint64_t x[BLOCK_WORDS], unsigned distance, uint64_t mask)
{
    const uint64_t low = x[0], high = x[BLOCK_WORDS - 1];
    x[0] ^= (x[0] ^ (low >> 8 * distance | high << (64 - 8 * distance))) & mask;
    if (BLOCK_WORDS == 2)
        x[BLOCK_WORDS - 1] ^= (high ^ (high >> 8 * distance | low << (64 - 8 * distance))) & mask;
}

static ALWAYS_INLINE void move_bits_back(uint64_t x[BLOCK_WORDS], unsigned distance, uint64_t mask)
{
    const uint64_t low = x[0], high = x[BLOCK_WORDS - 1];
    x[0] ^= (x[0] ^ (low << 8 * distance | high >> (64 - 8 * distance))) & mask;
    if (BLOCK_WORDS == 2)
        x[BLOCK_WORDS - 1] ^= (high ^ (high << 8 * distance | low >> (64 - 8 * distance))) & mask;
}

/* Bit B moves by B bytes: by one, two and four where B has that bit. */
static ALWAYS_INLINE void mix(uint64_t x[BLOCK_WORDS])
{
    move_bits(x, 1, 0xaaaaaaaaaaaaaaaa);
    move_bits(x, 2, 0xcccccccccccccccc);
    move_bits(x, 4, 0xf0f0f0f0f0f0f0f0);
}

static ALWAYS_INLINE void unmix(uint64_t x[BLOCK_WORDS])
{
    move_bits_back(x, 1, 0xaaaaaaaaaaaaaaaa);
    move_bits_back(x, 2, 0xcccccccccccccccc);
    move_bits_back(x, 4, 0xf0f0f0f0f0f0f0f0);
}

static ALWAYS_INLINE void substitute(uint64_t x[BLOCK_WORDS], const uint8_t boxes[BLOCK_SIZE][256])
{
    for (unsigned w = 0; w < BLOCK_WORDS; w++) {
        uint64_t y = 0;
        for (unsigned i = 0; i < 8; i++)
            y |= (uint64_t)boxes[8 * w + i][x[w] >> 8 * i & 0xff] << 8 * i;
        x[w] = y;
    }
}

static ALWAYS_INLINE void encrypt_blocks(const void *context, const uint8_t *in, uint8_t *out, unsigned count)
{
    const struct diamond2 *diamond2 = context;
    uint64_t x[TOGETHER][BLOCK_WORDS];
    for (unsigned b = 0; b < count; b++)
        for (unsigned w = 0; w < BLOCK_WORDS; w++)
            x[b][w] = load64_le(in + BLOCK_SIZE * b + 8 * w);
    for (unsigned r = 0;;) {
        for (unsigned b = 0; b < count; b++)
            substitute(x[b], diamond2->boxes[r]);
        if (++r == diamond2->rounds)
            break;
        for (unsigned b = 0; b < count; b++)
            mix(x[b]);
    }
    for (unsigned b = 0; b < count; b++)
        for (unsigned w = 0; w < BLOCK_WORDS; w++)
            store64_le(out + BLOCK_SIZE * b + 8 * w, x[b][w]);
}

static ALWAYS_INLINE void decrypt_blocks(const void *context, const uint8_t *in, uint8_t *out, unsigned count)
{
    const struct diamond2 *diamond2 = context;
    uint64_t x[TOGETHER][BLOCK_WORDS];
    for (unsigned b = 0; b < count; b++)
        for (unsigned w = 0; w < BLOCK_WORDS; w++)
            x[b][w] = load64_le(in + BLOCK_SIZE * b + 8 * w);
    for (unsigned r = diamond2->rounds;;) {
        r--;
        for (unsigned b = 0; b < count; b++)
            substitute(x[b], diamond2->inverse_boxes[r]);
        if (r == 0)
            break;
        for (unsigned b = 0; b < count; b++)
            unmix(x[b]);
    }
    for (unsigned b = 0; b < count; b++)
        for (unsigned w = 0; w < BLOCK_WORDS; w++)
            store64_le(out + BLOCK_SIZE * b + 8 * w, x[b][w]);
}

static enum status encrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    return in_groups(encrypt_blocks, TOGETHER, BLOCK_SIZE, context, in, out, blocks);
}

static enum status decrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    return in_groups(decrypt_blocks, TOGETHER, BLOCK_SIZE, context, in, out, blocks);
}

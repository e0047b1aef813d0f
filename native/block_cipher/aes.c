/* SPDX-License-Identifier: MIT */
/*
 * aes.c - the Advanced Encryption Standard (FIPS 197), which is Rijndael with blocks of 16 bytes.
 *
 * Keys of 16, 24 and 32 bytes (10, 12, 14 rounds).  Reads variant.vector_bits.
 *
 * Two forms of the same rounds.  Short calls use tables: a round is four loads a column, from rows that hold the column
 * twice, so that the load's offset makes the rotation (2 KiB a direction; four tables of 1 KiB are no faster).  What
 * these loads touch depends on the key and the data: not constant-time.  Calls for BITSLICED_BLOCKS_MIN blocks or more
 * run, from the first block to the last, on bit planes in vectors where the CPU has byte shuffles (see
 * aes_bitsliced.h): no load and no branch depends on the data.  Long runs of counters leave out two rounds there.
 * Setting a key uses the S-box's table in any case.
 */
#include "native/block_cipher/blocks.h"
#include "native/common/bytes.h"
#include "native/common/lanes.h"
#include "native/common/table.h"
#include "native/native.h"

enum {
    BLOCK_SIZE = 16,
    ROUNDS_MAX = 14,
    PLANE_SIZE = 32,         /* of the widest vectors used */
    BITSLICED_BLOCKS_MIN = 4, /* whose time by the tables is that of a whole group in 256-bit vectors */
    GROUP_BLOCKS = 16,        /* in 256-bit vectors */
    COUNTED_BLOCKS_MIN = 512  /* for which making ready to count is worth its time */
};

struct aes {
    /* Bit J of every byte of a round key, as 0x00 or 0xff; first, where the context is aligned. */
    uint8_t key_planes[ROUNDS_MAX + 1][8][PLANE_SIZE];
    /* See `begin_counting`: planes after two rounds, for what was counted last. */
    uint8_t last_byte_planes[256 / GROUP_BLOCKS][8][PLANE_SIZE];
    uint8_t run_planes[8][PLANE_SIZE];
    uint8_t run[BLOCK_SIZE];
    int counted;          /* whether these hold anything */
    unsigned vector_bits; /* of the bitsliced kernel; 0: tables only */
    unsigned rounds;
    uint32_t encryption_keys[4 * (ROUNDS_MAX + 1)];
    uint32_t decryption_keys[4 * (ROUNDS_MAX + 1)]; /* in order of use, those of the middle through InvMixColumns */
};

#define S_BOX(F) \
    TABLE_ROW(F, 0x63, 0x7c, 0x77, 0x7b, 0xf2, 0x6b, 0x6f, 0xc5, 0x30, 0x01, 0x67, 0x2b, 0xfe, 0xd7, 0xab, 0x76) \
    TABLE_ROW(F, 0xca, 0x82, 0xc9, 0x7d, 0xfa, 0x59, 0x47, 0xf0, 0xad, 0xd4, 0xa2, 0xaf, 0x9c, 0xa4, 0x72, 0xc0) \
    TABLE_ROW(F, 0xb7, 0xfd, 0x93, 0x26, 0x36, 0x3f, 0xf7, 0xcc, 0x34, 0xa5, 0xe5, 0xf1, 0x71, 0xd8, 0x31, 0x15) \
    TABLE_ROW(F, 0x04, 0xc7, 0x23, 0xc3, 0x18, 0x96, 0x05, 0x9a, 0x07, 0x12, 0x80, 0xe2, 0xeb, 0x27, 0xb2, 0x75) \
    TABLE_ROW(F, 0x09, 0x83, 0x2c, 0x1a, 0x1b, 0x6e, 0x5a, 0xa0, 0x52, 0x3b, 0xd6, 0xb3, 0x29, 0xe3, 0x2f, 0x84) \
    TABLE_ROW(F, 0x53, 0xd1, 0x00, 0xed, 0x20, 0xfc, 0xb1, 0x5b, 0x6a, 0xcb, 0xbe, 0x39, 0x4a, 0x4c, 0x58, 0xcf) \
    TABLE_ROW(F, 0xd0, 0xef, 0xaa, 0xfb, 0x43, 0x4d, 0x33, 0x85, 0x45, 0xf9, 0x02, 0x7f, 0x50, 0x3c, 0x9f, 0xa8) \
    TABLE_ROW(F, 0x51, 0xa3, 0x40, 0x8f, 0x92, 0x9d, 0x38, 0xf5, 0xbc, 0xb6, 0xda, 0x21, 0x10, 0xff, 0xf3, 0xd2) \
    TABLE_ROW(F, 0xcd, 0x0c, 0x13, 0xec, 0x5f, 0x97, 0x44, 0x17, 0xc4, 0xa7, 0x7e, 0x3d, 0x64, 0x5d, 0x19, 0x73) \
    TABLE_ROW(F, 0x60, 0x81, 0x4f, 0xdc, 0x22, 0x2a, 0x90, 0x88, 0x46, 0xee, 0xb8, 0x14, 0xde, 0x5e, 0x0b, 0xdb) \
    TABLE_ROW(F, 0xe0, 0x32, 0x3a, 0x0a, 0x49, 0x06, 0x24, 0x5c, 0xc2, 0xd3, 0xac, 0x62, 0x91, 0x95, 0xe4, 0x79) \
    TABLE_ROW(F, 0xe7, 0xc8, 0x37, 0x6d, 0x8d, 0xd5, 0x4e, 0xa9, 0x6c, 0x56, 0xf4, 0xea, 0x65, 0x7a, 0xae, 0x08) \
    TABLE_ROW(F, 0xba, 0x78, 0x25, 0x2e, 0x1c, 0xa6, 0xb4, 0xc6, 0xe8, 0xdd, 0x74, 0x1f, 0x4b, 0xbd, 0x8b, 0x8a) \
    TABLE_ROW(F, 0x70, 0x3e, 0xb5, 0x66, 0x48, 0x03, 0xf6, 0x0e, 0x61, 0x35, 0x57, 0xb9, 0x86, 0xc1, 0x1d, 0x9e) \
    TABLE_ROW(F, 0xe1, 0xf8, 0x98, 0x11, 0x69, 0xd9, 0x8e, 0x94, 0x9b, 0x1e, 0x87, 0xe9, 0xce, 0x55, 0x28, 0xdf) \
    TABLE_ROW(F, 0x8c, 0xa1, 0x89, 0x0d, 0xbf, 0xe6, 0x42, 0x68, 0x41, 0x99, 0x2d, 0x0f, 0xb0, 0x54, 0xbb, 0x16)

#define S_BOX_INVERSE(F) \
    TABLE_ROW(F, 0x52, 0x09, 0x6a, 0xd5, 0x30, 0x36, 0xa5, 0x38, 0xbf, 0x40, 0xa3, 0x9e, 0x81, 0xf3, 0xd7, 0xfb) \
    TABLE_ROW(F, 0x7c, 0xe3, 0x39, 0x82, 0x9b, 0x2f, 0xff, 0x87, 0x34, 0x8e, 0x43, 0x44, 0xc4, 0xde, 0xe9, 0xcb) \
    TABLE_ROW(F, 0x54, 0x7b, 0x94, 0x32, 0xa6, 0xc2, 0x23, 0x3d, 0xee, 0x4c, 0x95, 0x0b, 0x42, 0xfa, 0xc3, 0x4e) \
    TABLE_ROW(F, 0x08, 0x2e, 0xa1, 0x66, 0x28, 0xd9, 0x24, 0xb2, 0x76, 0x5b, 0xa2, 0x49, 0x6d, 0x8b, 0xd1, 0x25) \
    TABLE_ROW(F, 0x72, 0xf8, 0xf6, 0x64, 0x86, 0x68, 0x98, 0x16, 0xd4, 0xa4, 0x5c, 0xcc, 0x5d, 0x65, 0xb6, 0x92) \
    TABLE_ROW(F, 0x6c, 0x70, 0x48, 0x50, 0xfd, 0xed, 0xb9, 0xda, 0x5e, 0x15, 0x46, 0x57, 0xa7, 0x8d, 0x9d, 0x84) \
    TABLE_ROW(F, 0x90, 0xd8, 0xab, 0x00, 0x8c, 0xbc, 0xd3, 0x0a, 0xf7, 0xe4, 0x58, 0x05, 0xb8, 0xb3, 0x45, 0x06) \
    TABLE_ROW(F, 0xd0, 0x2c, 0x1e, 0x8f, 0xca, 0x3f, 0x0f, 0x02, 0xc1, 0xaf, 0xbd, 0x03, 0x01, 0x13, 0x8a, 0x6b) \
    TABLE_ROW(F, 0x3a, 0x91, 0x11, 0x41, 0x4f, 0x67, 0xdc, 0xea, 0x97, 0xf2, 0xcf, 0xce, 0xf0, 0xb4, 0xe6, 0x73) \
    TABLE_ROW(F, 0x96, 0xac, 0x74, 0x22, 0xe7, 0xad, 0x35, 0x85, 0xe2, 0xf9, 0x37, 0xe8, 0x1c, 0x75, 0xdf, 0x6e) \
    TABLE_ROW(F, 0x47, 0xf1, 0x1a, 0x71, 0x1d, 0x29, 0xc5, 0x89, 0x6f, 0xb7, 0x62, 0x0e, 0xaa, 0x18, 0xbe, 0x1b) \
    TABLE_ROW(F, 0xfc, 0x56, 0x3e, 0x4b, 0xc6, 0xd2, 0x79, 0x20, 0x9a, 0xdb, 0xc0, 0xfe, 0x78, 0xcd, 0x5a, 0xf4) \
    TABLE_ROW(F, 0x1f, 0xdd, 0xa8, 0x33, 0x88, 0x07, 0xc7, 0x31, 0xb1, 0x12, 0x10, 0x59, 0x27, 0x80, 0xec, 0x5f) \
    TABLE_ROW(F, 0x60, 0x51, 0x7f, 0xa9, 0x19, 0xb5, 0x4a, 0x0d, 0x2d, 0xe5, 0x7a, 0x9f, 0x93, 0xc9, 0x9c, 0xef) \
    TABLE_ROW(F, 0xa0, 0xe0, 0x3b, 0x4d, 0xae, 0x2a, 0xf5, 0xb0, 0xc8, 0xeb, 0xbb, 0x3c, 0x83, 0x53, 0x99, 0x61) \
    TABLE_ROW(F, 0x17, 0x2b, 0x04, 0x7e, 0xba, 0x77, 0xd6, 0x26, 0xe1, 0x69, 0x14, 0x63, 0x55, 0x21, 0x0c, 0x7d)

#define DOUBLE(x) GF256_DOUBLE(x, 0x11b)
#define TIMES_4(x) DOUBLE(DOUBLE(x))
#define TIMES_8(x) DOUBLE(DOUBLE(DOUBLE(x)))
#define MIX_TWICE(s) {DOUBLE(s), s, s, DOUBLE(s) ^ (s), DOUBLE(s), s, s, DOUBLE(s) ^ (s)}
#define TIMES_9(s) (TIMES_8(s) ^ (s))
#define TIMES_B(s) (TIMES_8(s) ^ DOUBLE(s) ^ (s))
#define TIMES_D(s) (TIMES_8(s) ^ TIMES_4(s) ^ (s))
#define TIMES_E(s) (TIMES_8(s) ^ TIMES_4(s) ^ DOUBLE(s))
#define UNMIX_TWICE(s) {TIMES_E(s), TIMES_9(s), TIMES_D(s), TIMES_B(s), TIMES_E(s), TIMES_9(s), TIMES_D(s), TIMES_B(s)}

static const uint8_t s_box[256] = {S_BOX(TABLE_ENTRY)};
static const uint8_t s_box_inverse[256] = {S_BOX_INVERSE(TABLE_ENTRY)};

/* Column 0 of MixColumns (InvMixColumns) times the S-box (its inverse), twice over. */
static const uint8_t mixed[256][8] = {S_BOX(MIX_TWICE)};
static const uint8_t unmixed[256][8] = {S_BOX_INVERSE(UNMIX_TWICE)};

/* What byte ROW of W adds to a column: column ROW of the matrix is column 0 moved down by ROW. */
static ALWAYS_INLINE uint32_t term(const uint8_t table[256][8], uint32_t w, unsigned row)
{
    return load32_le(table[w >> 8 * row & 0xff] + (4 - row) % 4);
}

static ALWAYS_INLINE uint32_t byte_of(const uint8_t table[256], uint32_t w, unsigned row)
{
    return (uint32_t)table[w >> 8 * row & 0xff] << 8 * row;
}

/*
 * The rounds of either direction.  Row R of column C comes from column C + R * SHIFT: SHIFT is 1 for ShiftRows and 3
 * for its inverse.
 */
static ALWAYS_INLINE void table_rounds(const uint32_t *keys, unsigned rounds, const uint8_t table[256][8],
                                       const uint8_t last[256], unsigned shift, const uint8_t *in, uint8_t *out)
{
    uint32_t x[4], y[4];
    for (unsigned c = 0; c < 4; c++)
        x[c] = load32_le(in + 4 * c) ^ keys[c];
    for (unsigned r = 1; r < rounds; r++) {
        keys += 4;
        for (unsigned c = 0; c < 4; c++)
            y[c] = keys[c] ^ term(table, x[c], 0) ^ term(table, x[(c + shift) % 4], 1) ^
                   term(table, x[(c + 2 * shift) % 4], 2) ^ term(table, x[(c + 3 * shift) % 4], 3);
        for (unsigned c = 0; c < 4; c++)
            x[c] = y[c];
    }
    keys += 4;
    for (unsigned c = 0; c < 4; c++)
        store32_le(out + 4 * c, keys[c] ^ (byte_of(last, x[c], 0) | byte_of(last, x[(c + shift) % 4], 1) |
                                           byte_of(last, x[(c + 2 * shift) % 4], 2) |
                                           byte_of(last, x[(c + 3 * shift) % 4], 3)));
}

static void encrypt_by_table(const struct aes *aes, const uint8_t *in, uint8_t *out, size_t blocks)
{
    for (; blocks != 0; blocks--, in += BLOCK_SIZE, out += BLOCK_SIZE)
        table_rounds(aes->encryption_keys, aes->rounds, mixed, s_box, 1, in, out);
}

static void decrypt_by_table(const struct aes *aes, const uint8_t *in, uint8_t *out, size_t blocks)
{
    for (; blocks != 0; blocks--, in += BLOCK_SIZE, out += BLOCK_SIZE)
        table_rounds(aes->decryption_keys, aes->rounds, unmixed, s_box_inverse, 3, in, out);
}

#if ASSAY_TARGETS
#define BITS 256
#define TARGET TARGET_AVX2
#include "native/block_cipher/aes_bitsliced.h"
#endif
#if ASSAY_SHUFFLE128
#define BITS 128
#define TARGET
#include "native/block_cipher/aes_bitsliced.h"
#endif

static unsigned bitsliced_bits(unsigned requested)
{
    unsigned bits = vector_bits_for(requested);
    if (ASSAY_TARGETS && bits >= 256)
        return 256;
    return ASSAY_SHUFFLE128 && bits >= 128 ? 128 : 0;
}

static enum status setup(void *context, const struct variant *variant)
{
    struct aes *aes = context;
    aes->vector_bits = bitsliced_bits(variant == NULL ? 0 : variant->vector_bits);
    return STATUS_OK;
}

static uint32_t substitute_word(uint32_t w)
{
    return byte_of(s_box, w, 0) | byte_of(s_box, w, 1) | byte_of(s_box, w, 2) | byte_of(s_box, w, 3);
}

static uint32_t unmix_column(uint32_t w)
{
    w = substitute_word(w);
    return term(unmixed, w, 0) ^ term(unmixed, w, 1) ^ term(unmixed, w, 2) ^ term(unmixed, w, 3);
}

/*
 * The bitsliced S-box leaves out the constant 0x63, before the inverse and after the S-box itself; ShiftRows and
 * MixColumns keep it as it is, so that every round key but the first takes it along, in both directions.
 */
static void slice_key(struct aes *aes)
{
    for (unsigned r = 0; r <= aes->rounds; r++) {
        const uint32_t constant = r == 0 ? 0 : 0x63;
        uint8_t key[16];
        uint8_t(*planes)[PLANE_SIZE] = aes->key_planes[r];
        for (unsigned i = 0; i < 16; i++) /* rows 0, 2, 1, 3, as the planes have them */
            key[i] = (uint8_t)(aes->encryption_keys[4 * r + i % 4] >> 8 * (i / 8 + i / 4 % 2 * 2) ^ constant);
        for (unsigned bit = 0; bit < 8; bit++)
            for (unsigned i = 0; i < 16; i++)
                planes[bit][i] = planes[bit][16 + i] = (uint8_t)-(key[i] >> bit & 1);
        wipe(key, sizeof key);
    }
}

static enum status set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct aes *aes = context;
    if (key_size != 16 && key_size != 24 && key_size != 32)
        return STATUS_BAD_LENGTH;
    unsigned words = (unsigned)key_size / 4;
    aes->rounds = words + 6;
    aes->counted = 0;
    uint32_t *w = aes->encryption_keys;
    uint8_t constant = 1;
    for (unsigned i = 0; i < words; i++)
        w[i] = load32_le(key + 4 * i);
    for (unsigned i = words; i < 4 * (aes->rounds + 1); i++) {
        uint32_t t = w[i - 1];
        if (i % words == 0) {
            t = substitute_word(rotr32(t, 8)) ^ constant;
            constant = (uint8_t)DOUBLE(constant);
        } else if (words == 8 && i % 8 == 4) {
            t = substitute_word(t);
        }
        w[i] = w[i - words] ^ t;
    }
    for (unsigned r = 0; r <= aes->rounds; r++)
        for (unsigned c = 0; c < 4; c++) {
            uint32_t v = w[4 * (aes->rounds - r) + c];
            aes->decryption_keys[4 * r + c] = r == 0 || r == aes->rounds ? v : unmix_column(v);
        }
    if (aes->vector_bits != 0)
        slice_key(aes);
    return STATUS_OK;
}

static enum status encrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    const struct aes *aes = context;
    if (buffers_overlap_partly(in, out, blocks * BLOCK_SIZE))
        return STATUS_OVERLAP;
#if ASSAY_TARGETS
    if (aes->vector_bits == 256 && blocks >= BITSLICED_BLOCKS_MIN) {
        encrypt_bitsliced256(aes, in, out, blocks);
        return STATUS_OK;
    }
#endif
#if ASSAY_SHUFFLE128
    if (aes->vector_bits == 128 && blocks >= BITSLICED_BLOCKS_MIN) {
        encrypt_bitsliced128(aes, in, out, blocks);
        return STATUS_OK;
    }
#endif
    encrypt_by_table(aes, in, out, blocks);
    return STATUS_OK;
}

static enum status decrypt(void *context, const uint8_t *in, uint8_t *out, size_t blocks)
{
    const struct aes *aes = context;
    if (buffers_overlap_partly(in, out, blocks * BLOCK_SIZE))
        return STATUS_OVERLAP;
#if ASSAY_TARGETS
    if (aes->vector_bits == 256 && blocks >= BITSLICED_BLOCKS_MIN) {
        decrypt_bitsliced256(aes, in, out, blocks);
        return STATUS_OK;
    }
#endif
#if ASSAY_SHUFFLE128
    if (aes->vector_bits == 128 && blocks >= BITSLICED_BLOCKS_MIN) {
        decrypt_bitsliced128(aes, in, out, blocks);
        return STATUS_OK;
    }
#endif
    decrypt_by_table(aes, in, out, blocks);
    return STATUS_OK;
}

#if ASSAY_TARGETS
/* Planes after two rounds of a group of BLOCK with last bytes FIRST, FIRST + STEP, ... */
static void begin_counters(const struct aes *aes, const uint8_t block[BLOCK_SIZE], unsigned first, unsigned step,
                           uint8_t planes[8][PLANE_SIZE])
{
    uint8_t group[GROUP_BLOCKS][BLOCK_SIZE];
    for (unsigned i = 0; i < GROUP_BLOCKS; i++) {
        memcpy(group[i], block, BLOCK_SIZE);
        group[i][BLOCK_SIZE - 1] = (uint8_t)(first + step * i);
    }
    begin_group256(aes, group[0], planes);
}

/*
 * Counters differ in few bytes.  The last byte of a block reaches column 0 alone in the first round, together with
 * bytes 0, 5 and 10; in the second round each byte of that column is one of four that a column of the result is a sum
 * over.  After two rounds, then, a block is the sum of what bytes 0, 5, 10 and 15 make and of what the others make: the
 * first is kept for all last bytes, as the difference to last byte 0, and the second for the last run of 256 blocks.
 * What is loaded depends on the counter, never on the key.
 */
static void begin_counting(struct aes *aes, const uint8_t block[BLOCK_SIZE])
{
    uint8_t(*differences)[8][PLANE_SIZE] = aes->last_byte_planes;
    begin_counters(aes, block, 0, 0, aes->run_planes);
    for (unsigned i = 0; i < 256 / GROUP_BLOCKS; i++) {
        begin_counters(aes, block, GROUP_BLOCKS * i, 1, differences[i]);
        xor_bytes(differences[i][0], differences[i][0], aes->run_planes[0], sizeof differences[i]);
    }
    memcpy(aes->run, block, BLOCK_SIZE);
    aes->counted = 1;
}

/* Whether A and B agree in the bytes that meet the last one in round 1. */
static int same_column(const uint8_t a[BLOCK_SIZE], const uint8_t b[BLOCK_SIZE])
{
    return a[0] == b[0] && a[5] == b[5] && a[10] == b[10];
}

static enum status count(void *context, const uint8_t *counter, const uint8_t *in, uint8_t *out, size_t blocks)
{
    struct aes *aes = context;
    uint8_t block[BLOCK_SIZE], group[GROUP_BLOCKS][BLOCK_SIZE];
    if (aes->vector_bits != 256 || blocks < BITSLICED_BLOCKS_MIN)
        return STATUS_UNSUPPORTED;
    if (buffers_overlap_partly(in, out, blocks * BLOCK_SIZE))
        return STATUS_OVERLAP;
    if (!aes->counted || !same_column(counter, aes->run)) {
        if (blocks < COUNTED_BLOCKS_MIN)
            return STATUS_UNSUPPORTED;
        begin_counting(aes, counter);
    }
    memcpy(block, counter, sizeof block);
    while (blocks != 0) {
        uint8_t *last = block + BLOCK_SIZE - 1;
        const size_t first = *last % GROUP_BLOCKS, left = GROUP_BLOCKS - first, n = blocks < left ? blocks : left;
        if (!same_column(block, aes->run)) {
            begin_counting(aes, block);
        } else if (memcmp(block, aes->run, BLOCK_SIZE - 1) != 0) {
            begin_counters(aes, block, 0, 0, aes->run_planes);
            memcpy(aes->run, block, BLOCK_SIZE);
        }
        const unsigned sixteenth = *last / GROUP_BLOCKS;
        if (n == GROUP_BLOCKS) {
            finish_group256(aes, sixteenth, in, out);
        } else {
            memset(group, 0, sizeof group);
            finish_group256(aes, sixteenth, group[0], group[0]);
            xor_bytes(out, in, group[first], n * BLOCK_SIZE);
        }
        in += n * BLOCK_SIZE;
        out += n * BLOCK_SIZE;
        blocks -= n;
        *last = (uint8_t)(*last + n);
        for (uint8_t *byte = last; *byte == 0 && byte != block;)
            ++*--byte;
    }
    wipe(group, sizeof group);
    return STATUS_OK;
}
#endif

const struct block_cipher_ops native_aes = {
    .ops = {.context_size = sizeof(struct aes), .setup = setup},
    .block_size = BLOCK_SIZE,
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
#if ASSAY_TARGETS
    .count = count,
#endif
};

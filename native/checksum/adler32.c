/* SPDX-License-Identifier: MIT */
/*
 * Adler-32, RFC 1950: two sums modulo 65521, of the bytes and of the first sum after each byte; value of 4 bytes, most
 * significant first.  Reads variant->vector_bits: at 256 and above the version compiled for AVX2 is used where the CPU
 * has it.
 *
 * The message is laid out in rows of COLUMNS bytes.  The sums of the columns, and the sums of those sums row by row,
 * are all that the two sums need, and compilers add them in vectors.
 */
#include "native/common/bytes.h"
#include "native/common/lanes.h"
#include "native/native.h"

enum {
    MODULUS = 65521,
    COLUMNS = 64,
    ROWS = 23 /* sums of sums stay below 2^16: 255 * (0 + 1 + ... + 22) = 64515 */
};

struct context {
    void (*add_rows)(uint32_t sums[2], const uint8_t *data, size_t rows);
    uint32_t sums[2];
};

/* ROWS rows at most. */
static ALWAYS_INLINE void add_rows_body(uint32_t sums[2], const uint8_t *data, size_t rows)
{
    uint16_t column[COLUMNS] = {0}, above[COLUMNS] = {0}; /* sums of the column; of those sums before each row */
    uint32_t bytes = (uint32_t)rows * COLUMNS, plain = 0, weighted = 0;
    for (; rows != 0; rows--, data += COLUMNS) {
        for (unsigned j = 0; j < COLUMNS; j++) {
            above[j] = (uint16_t)(above[j] + column[j]);
            column[j] = (uint16_t)(column[j] + data[j]);
        }
    }
    /* In the second sum a byte counts once for itself and once for each byte behind it, in its row and below. */
    for (unsigned j = 0; j < COLUMNS; j++) {
        plain += column[j];
        weighted += COLUMNS * above[j] + (COLUMNS - j) * column[j];
    }
    sums[1] = (sums[1] + bytes * sums[0] + weighted) % MODULUS;
    sums[0] = (sums[0] + plain) % MODULUS;
}

static void add_rows(uint32_t sums[2], const uint8_t *data, size_t rows)
{
    add_rows_body(sums, data, rows);
}

#if ASSAY_TARGETS
TARGET_AVX2 static void add_rows_avx2(uint32_t sums[2], const uint8_t *data, size_t rows)
{
    add_rows_body(sums, data, rows);
}
#endif

static enum status setup(void *context, const struct variant *variant)
{
    struct context *c = context;
    c->add_rows = add_rows;
#if ASSAY_TARGETS
    if (vector_bits_for(variant->vector_bits) >= 256)
        c->add_rows = add_rows_avx2;
#else
    (void)variant;
#endif
    return STATUS_OK;
}

static enum status init(void *context)
{
    struct context *c = context;
    c->sums[0] = 1;
    c->sums[1] = 0;
    return STATUS_OK;
}

static enum status update(void *context, const uint8_t *data, size_t size)
{
    struct context *c = context;
    while (size >= COLUMNS) {
        size_t rows = size / COLUMNS < ROWS ? size / COLUMNS : ROWS;
        c->add_rows(c->sums, data, rows);
        data += rows * COLUMNS;
        size -= rows * COLUMNS;
    }
    for (; size != 0; size--, data++) {
        c->sums[0] += *data;
        c->sums[1] += c->sums[0];
    }
    c->sums[0] %= MODULUS;
    c->sums[1] %= MODULUS;
    return STATUS_OK;
}

static enum status final(void *context, uint8_t *digest)
{
    struct context *c = context;
    store32_be(digest, c->sums[1] << 16 | c->sums[0]);
    return STATUS_OK;
}

const struct hash_ops native_adler32 = {
    .ops = {.context_size = sizeof(struct context), .setup = setup},
    .digest_size = 4,
    .block_size = 1,
    .init = init,
    .update = update,
    .final = final,
};

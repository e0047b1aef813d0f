/* SPDX-License-Identifier: MIT */
/*
 * WAKE, Wheeler, "A Bulk Data Encryption Algorithm" (FSE 1993): key of 32 bytes, big-endian words, no IV.
 *
 * variant.option is one of OPTION_WAKE_OFB (the register itself is the keystream and is fed back), OPTION_WAKE_CFB (as
 * published: the ciphertext is fed back) and OPTION_WAKE_CFB_CPP5 (the form in Crypto++ 5.0, where the ciphertext also
 * replaces a register), plus the byte order of the data words, OPTION_BIG_ENDIAN or OPTION_LITTLE_ENDIAN.
 *
 * set_iv starts the keystream of the key anew.  Not constant-time: the loads depend on the secret state.
 */
#include "native/common/bytes.h"
#include "native/common/lanes.h"
#include "native/native.h"

enum { TABLE_SIZE = 256 };

struct wake {
    uint32_t t[TABLE_SIZE + 1];
    uint32_t r[4]; /* r3, r4, r5, r6 of the paper */
    uint32_t start[4];
    unsigned form;
    int big_endian;
    enum direction direction;
    unsigned used;   /* bytes of the word in work that have gone through */
    uint8_t word[4]; /* and what they leave to be fed back; behind them, keystream */
};

static ALWAYS_INLINE uint32_t load_word(const uint8_t *in, int big_endian)
{
    return big_endian ? load32_be(in) : load32_le(in);
}

static ALWAYS_INLINE void store_word(uint8_t *out, uint32_t word, int big_endian)
{
    if (big_endian)
        store32_be(out, word);
    else
        store32_le(out, word);
}

/* X / 8 with the sign kept, as WAKE's tables are made. */
static uint32_t arithmetic_shift_3(uint32_t x)
{
    return x >> 3 | (0 - (x >> 31)) << 29;
}

static enum status wake_setup(void *context, const struct variant *variant)
{
    struct wake *wake = context;
    wake->big_endian = (variant->option & OPTION_BIG_ENDIAN) != 0;
    wake->form = variant->option - (wake->big_endian ? OPTION_BIG_ENDIAN : OPTION_LITTLE_ENDIAN);
    if (wake->form != OPTION_WAKE_OFB && wake->form != OPTION_WAKE_CFB && wake->form != OPTION_WAKE_CFB_CPP5)
        return STATUS_BAD_PARAMETER;
    return STATUS_OK;
}

static enum status wake_set_iv(void *context, enum direction direction, const uint8_t *iv, size_t iv_size,
                               uint64_t counter)
{
    struct wake *wake = context;
    (void)iv;
    if (iv_size != 0)
        return STATUS_BAD_LENGTH;
    if (counter != 0)
        return STATUS_BAD_PARAMETER;
    memcpy(wake->r, wake->start, sizeof wake->r);
    /* Crypto++ 5.0 reads its very first keystream word little-endian, whatever the data are. */
    if (wake->form == OPTION_WAKE_CFB_CPP5 && wake->big_endian)
        wake->r[3] = swap32(wake->r[3]);
    wake->direction = direction;
    wake->used = 0;
    return STATUS_OK;
}

static enum status wake_set_key(void *context, const uint8_t *key, size_t key_size)
{
    static const uint32_t tt[8] = {
        0x726a8f3b, 0xe69a3b5c, 0xd3c71fe5, 0xab3c73d2, 0x4d3a8eb3, 0x0396d6e8, 0x3d4c2f7a, 0x9ee27cf3,
    };
    struct wake *wake = context;
    uint32_t *t = wake->t;
    if (key_size != 32)
        return STATUS_BAD_LENGTH;
    for (int i = 0; i < 4; i++) {
        wake->start[i] = load32_be(key + 4 * i);
        t[i] = load32_be(key + 16 + 4 * i);
    }
    for (int p = 4; p < TABLE_SIZE; p++) {
        const uint32_t x = t[p - 4] + t[p - 1];
        t[p] = arithmetic_shift_3(x) ^ tt[x & 7];
    }
    for (int p = 0; p < 23; p++)
        t[p] += t[p + 89];
    /* The top bytes become a permutation of 0 .. 255. */
    uint32_t x = t[33];
    const uint32_t z = (t[59] | 0x01000001) & 0xff7fffff;
    for (int p = 0; p < TABLE_SIZE; p++) {
        x = (x & 0xff7fffff) + z;
        t[p] = (t[p] & 0x00ffffff) ^ x;
    }
    t[TABLE_SIZE] = t[0];
    uint32_t y = x & 255;
    for (uint32_t p = 0; p < TABLE_SIZE; p++) {
        y = (t[p ^ y] ^ y) & 255;
        t[p] = t[y];
        t[y] = t[p + 1];
    }
    return wake_set_iv(context, ENCRYPT, NULL, 0, 0);
}

static ALWAYS_INLINE uint32_t m(const uint32_t *t, uint32_t x, uint32_t y)
{
    const uint32_t w = x + y;
    return w >> 8 ^ t[w & 255];
}

/* Feeds back WORD; REPLACED is what r6 was, or what took its place. */
static ALWAYS_INLINE void feed_back(const uint32_t *t, uint32_t r[4], uint32_t word, uint32_t replaced)
{
    r[0] = m(t, r[0], word);
    r[1] = m(t, r[1], r[0]);
    r[2] = m(t, r[2], r[1]);
    r[3] = m(t, replaced, r[2]);
}

/* Whole words; compiled for each form. */
static ALWAYS_INLINE void whole_words(struct wake *wake, const uint8_t *in, uint8_t *out, size_t words, unsigned form,
                                      int big_endian, enum direction direction)
{
    const uint32_t *t = wake->t;
    uint32_t r[4];
    memcpy(r, wake->r, sizeof r);
    for (; words != 0; words--, in += 4, out += 4) {
        const uint32_t from = load_word(in, big_endian), to = from ^ r[3];
        store_word(out, to, big_endian);
        const uint32_t ciphertext = direction == ENCRYPT ? to : from;
        if (form == OPTION_WAKE_OFB)
            feed_back(t, r, r[3], r[3]);
        else if (form == OPTION_WAKE_CFB)
            feed_back(t, r, ciphertext, r[3]);
        else
            feed_back(t, r, ciphertext, big_endian ? swap32(ciphertext) : ciphertext);
    }
    memcpy(wake->r, r, sizeof r);
}

static void words_of_form(struct wake *wake, const uint8_t *in, uint8_t *out, size_t words)
{
#define FORM(form, order, direction) whole_words(wake, in, out, words, form, order, direction)
    if (wake->form == OPTION_WAKE_OFB)
        wake->big_endian ? FORM(OPTION_WAKE_OFB, 1, ENCRYPT) : FORM(OPTION_WAKE_OFB, 0, ENCRYPT);
    else if (wake->form == OPTION_WAKE_CFB && wake->direction == ENCRYPT)
        wake->big_endian ? FORM(OPTION_WAKE_CFB, 1, ENCRYPT) : FORM(OPTION_WAKE_CFB, 0, ENCRYPT);
    else if (wake->form == OPTION_WAKE_CFB)
        wake->big_endian ? FORM(OPTION_WAKE_CFB, 1, DECRYPT) : FORM(OPTION_WAKE_CFB, 0, DECRYPT);
    else
        FORM(OPTION_WAKE_CFB_CPP5, wake->big_endian, wake->direction);
}

/* One byte of a word in work. */
static uint8_t next_byte(struct wake *wake, uint8_t in)
{
    if (wake->used == 0)
        store_word(wake->word, wake->r[3], wake->big_endian);
    uint8_t *byte = &wake->word[wake->used++];
    const uint8_t out = in ^ *byte;
    if (wake->form != OPTION_WAKE_OFB)
        *byte = wake->direction == ENCRYPT ? out : in;
    if (wake->used == sizeof wake->word) {
        wake->used = 0;
        feed_back(wake->t, wake->r, load_word(wake->word, wake->big_endian),
                  wake->form == OPTION_WAKE_CFB_CPP5 ? load32_le(wake->word) : wake->r[3]);
    }
    return out;
}

static enum status wake_update(void *context, const uint8_t *in, uint8_t *out, size_t size)
{
    struct wake *wake = context;
    if (buffers_overlap_partly(in, out, size))
        return STATUS_OVERLAP;
    for (; size != 0 && wake->used != 0; size--)
        *out++ = next_byte(wake, *in++);
    const size_t words = size / sizeof wake->word, whole = words * sizeof wake->word;
    words_of_form(wake, in, out, words);
    for (size_t i = whole; i < size; i++)
        out[i] = next_byte(wake, in[i]);
    return STATUS_OK;
}

const struct cipher_ops native_wake = {
    .ops = {.context_size = sizeof(struct wake), .setup = wake_setup},
    .set_key = wake_set_key,
    .set_iv = wake_set_iv,
    .update = wake_update,
};

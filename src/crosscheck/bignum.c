/* SPDX-License-Identifier: MIT */
#include "crosscheck/bignum.h"

#include "backend/arithmetic.h"
#include "util/hex.h"
#include "util/units.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 8, WORDS_MAX = ARITHMETIC_BYTES_MAX / WORD };

struct work {
    struct number in[ARITHMETIC_OPERANDS_MAX];
    struct number native[2], bn[2];
    struct number modulus;
};

/* Mostly short, as most of what is interesting happens there; sometimes as long as it gets. */
static size_t random_words(struct random *random, size_t max)
{
    static const size_t kernels[] = {4, 8, 16, 32};
    size_t words;
    switch (random_below(random, 4)) {
    case 0:
        words = 1 + (size_t)random_below(random, 4);
        break;
    case 1:
        words = kernels[random_below(random, 4)];
        break;
    default:
        words = 1 + (size_t)random_below(random, random_below(random, 8) == 0 ? WORDS_MAX : 17);
        break;
    }
    return words < max ? words : max;
}

static void fill_words(struct number *r, size_t words, int byte)
{
    r->size = words * WORD;
    memset(r->bytes, byte, r->size);
}

/* MODULUS may be NULL. */
static void random_operand(struct random *random, struct number *r, size_t words, const struct number *modulus)
{
    size_t bit;
    switch (random_below(random, 12)) {
    case 0:
        fill_words(r, words, 0);
        return;
    case 1:
        fill_words(r, words, 0);
        r->bytes[r->size - 1] = 1;
        return;
    case 2:
        fill_words(r, words, 0xff);
        return;
    case 3: /* one bit */
        fill_words(r, words, 0);
        bit = (size_t)random_below(random, 8 * r->size);
        r->bytes[bit / 8] = (uint8_t)(1 << bit % 8);
        return;
    case 4: /* words of zeros and of ones */
        fill_words(r, words, 0);
        for (size_t i = 0; i < words; i++)
            if (random_below(random, 2) == 0)
                memset(r->bytes + i * WORD, 0xff, WORD);
        return;
    case 5: /* m - 1, m being odd */
        if (modulus != NULL) {
            *r = *modulus;
            r->bytes[r->size - 1] ^= 1;
            return;
        }
        break;
    case 6:
        if (modulus != NULL) {
            *r = *modulus;
            return;
        }
        break;
    default:
        break;
    }
    r->size = words * WORD - (size_t)random_below(random, WORD);
    random_fill(random, r->bytes, r->size);
}

/* An odd number above 1. */
static void random_modulus(struct random *random, struct number *m, size_t words)
{
    random_operand(random, m, words, NULL);
    m->bytes[m->size - 1] |= 1;
    bool is_one = m->bytes[m->size - 1] == 1;
    for (size_t i = 0; i + 1 < m->size; i++)
        is_one = is_one && m->bytes[i] == 0;
    if (is_one)
        m->bytes[m->size - 1] = 3;
}

/* An exponent that keeps one case below about a millisecond. */
static void random_exponent(struct random *random, struct number *e, size_t modulus_words)
{
    size_t words = modulus_words <= 8 ? modulus_words : modulus_words <= 16 ? 2 : 1;
    if (random_below(random, 1000) == 0)
        words = modulus_words;
    random_operand(random, e, words, NULL);
}

static bool is_less(const struct number *a, const struct number *b)
{
    size_t size = a->size > b->size ? a->size : b->size;
    for (size_t i = size; i-- > 0;) {
        uint8_t x = i < a->size ? a->bytes[a->size - 1 - i] : 0, y = i < b->size ? b->bytes[b->size - 1 - i] : 0;
        if (x != y)
            return x < y;
    }
    return false;
}

static void make_case(struct random *random, struct work *work, enum arithmetic_operation operation)
{
    size_t words = random_words(random, WORDS_MAX);
    struct number *in = work->in, *m = &work->modulus;
    switch (operation) {
    case ARITHMETIC_ADD:
    case ARITHMETIC_MULTIPLY:
    case ARITHMETIC_SQUARE:
    case ARITHMETIC_GCD:
        random_operand(random, &in[0], words, NULL);
        random_operand(random, &in[1], random_words(random, WORDS_MAX), NULL);
        if (operation == ARITHMETIC_GCD)
            in[1].bytes[in[1].size - 1] |= (uint8_t)(1 << random_below(random, 8));
        break;
    case ARITHMETIC_SUBTRACT:
        random_operand(random, &in[0], words, NULL);
        random_operand(random, &in[1], random_words(random, WORDS_MAX), NULL);
        if (is_less(&in[0], &in[1])) {
            *m = in[0];
            in[0] = in[1];
            in[1] = *m;
        }
        break;
    case ARITHMETIC_DIVIDE:
        random_operand(random, &in[1], random_words(random, WORDS_MAX), NULL);
        in[1].bytes[in[1].size - 1] |= (uint8_t)(1 << random_below(random, 8));
        random_operand(random, &in[0], words, &in[1]);
        break;
    default:
        if (words > 16 && operation != ARITHMETIC_MOD_MULTIPLY && operation != ARITHMETIC_JACOBI &&
            random_below(random, 8) != 0)
            words = 1 + words % 16;
        random_modulus(random, m, words);
        random_operand(random, &in[0], words, m);
        random_exponent(random, &in[1], words);
        in[arithmetic_operands(operation) - 1] = *m;
        if (operation == ARITHMETIC_MOD_MULTIPLY)
            random_operand(random, &in[1], words, m);
        if (operation == ARITHMETIC_DOUBLE_POWER) {
            random_operand(random, &in[2], words, m);
            random_exponent(random, &in[3], words);
        }
        if (operation == ARITHMETIC_INVERSE && random_below(random, 4) == 0)
            in[1].bytes[in[1].size - 1] ^= 1; /* an even modulus */
        if (operation == ARITHMETIC_INVERSE)
            in[1].bytes[0] |= 2; /* above 1 */
        if (operation == ARITHMETIC_TABLE) {
            in[1] = (struct number){1, {(uint8_t)(1 + random_below(random, 255))}};
            in[2] = (struct number){1, {(uint8_t)random_below(random, 16)}};
        }
        if (operation == ARITHMETIC_XTR) {
            in[2] = in[1];
            random_operand(random, &in[1], words, m);
        }
        if (operation == ARITHMETIC_SQUARE_ROOT)
            in[1].bytes[in[1].size - 1] |= 3;
        break;
    }
}

/* Leading zeros dropped. */
static struct number *trim(struct number *a)
{
    size_t zeros = 0;
    while (zeros < a->size && a->bytes[zeros] == 0)
        zeros++;
    a->size -= zeros;
    memmove(a->bytes, a->bytes + zeros, a->size);
    return a;
}

static void tell_operands(const struct work *work, enum arithmetic_operation operation, struct message *message)
{
    static const char *const letters[] = {"a", "b", "c", "d", "m"};
    char hex[2 * 2 * ARITHMETIC_BYTES_MAX + 1];
    for (size_t i = 0; i < arithmetic_operands(operation); i++) {
        size_t used = strlen(message->text);
        hex_encode(hex, work->in[i].bytes, work->in[i].size);
        snprintf(message->text + used, sizeof message->text - used, "\n  %s = %s", letters[i], hex);
    }
}

static enum verdict run_case(struct work *work, enum arithmetic_operation operation, void *native, void *bn,
                             struct message *message)
{
    size_t native_count = 0, bn_count = 0;
    enum status native_status = native_arithmetic.compute(native, operation, work->in, work->native, &native_count);
    enum status bn_status = bn_arithmetic.compute(bn, operation, work->in, work->bn, &bn_count);
    if (native_status != STATUS_OK || bn_status != STATUS_OK || native_count != bn_count) {
        fail(message, STATUS_FAILED, "%s: native: %s, openssl: %s", arithmetic_name(operation), status_text(native_status),
             status_text(bn_status));
        return VERDICT_WRONG;
    }
    for (size_t i = 0; i < native_count; i++) {
        struct number *got = trim(&work->native[i]), *expected = trim(&work->bn[i]);
        if (got->size != expected->size) {
            fail(message, STATUS_FAILED, "%s: native has %zu byte%s, openssl %zu", arithmetic_name(operation), got->size, plural(got->size),
                 expected->size);
            return VERDICT_WRONG;
        }
        enum verdict verdict =
            compare_bytes(arithmetic_name(operation), expected->bytes, got->bytes, expected->size, message);
        if (verdict != VERDICT_RIGHT)
            return verdict;
    }
    return VERDICT_RIGHT;
}

enum verdict bignum_crosscheck(uint64_t count, uint64_t seed, struct message *message)
{
    struct work *work = calloc(1, sizeof *work);
    void *native = native_arithmetic.open(), *bn = bn_arithmetic.open();
    enum verdict verdict = VERDICT_RIGHT;
    if (work == NULL || native == NULL || bn == NULL) {
        fail(message, STATUS_NO_MEMORY, "bignum: not enough memory");
        verdict = VERDICT_WRONG;
    }
    for (uint64_t i = 0; i < count && verdict == VERDICT_RIGHT; i++) {
        char label[64];
        enum arithmetic_operation operation = (enum arithmetic_operation)(i % ARITHMETIC_OPERATIONS);
        snprintf(label, sizeof label, "bignum:%" PRIu64, i);
        struct random random = random_from(seed, label);
        make_case(&random, work, operation);
        struct message detail = {.text = ""};
        verdict = run_case(work, operation, native, bn, &detail);
        if (verdict != VERDICT_RIGHT) {
            fail(message, STATUS_FAILED, "bignum: case %" PRIu64 " of seed %" PRIu64 ": %.600s", i, seed, detail.text);
            tell_operands(work, operation, message);
        }
    }
    native_arithmetic.close(native);
    if (bn != NULL)
        bn_arithmetic.close(bn);
    free(work);
    return verdict;
}

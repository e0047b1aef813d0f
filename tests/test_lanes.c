/* SPDX-License-Identifier: MIT */
/*
 * Many messages at once against one at a time: every number of messages, mixtures of all lengths, at any address, at
 * every width of vectors that this CPU has.
 */
#include "native/common/lanes.h"
#include "native/native.h"
#include "tests/tap.h"
#include "util/random.h"

#include <stdio.h>
#include <string.h>

enum { COUNT_MAX = 70, LENGTH_MAX = 300, CONTEXT_SIZE = 1024, GUARD = 0xc3, DATA_SIZE = 4096 };

static const struct {
    const char *name;
    const struct hash_ops *ops;
} hashes[] = {
    {"md4", &native_md4},       {"md5", &native_md5},       {"ripemd160", &native_ripemd160},
    {"sha1", &native_sha1},     {"sha224", &native_sha224}, {"sha256", &native_sha256},
    {"sha384", &native_sha384}, {"sha512", &native_sha512}, {"sha512_256", &native_sha512_256},
};

enum { HASH_COUNT = sizeof hashes / sizeof hashes[0] };

static const unsigned widths[] = {1, 128, 256, 512}; /* 1: plain C */

static uint8_t data[DATA_SIZE];

/* The messages of one case, each with its digest computed alone. */
struct messages {
    const uint8_t *at[LENGTH_MAX + 1];
    size_t sizes[LENGTH_MAX + 1];
    uint8_t digests[(LENGTH_MAX + 1) * DIGEST_SIZE_MAX];
};

static void check(size_t hash, unsigned bits, const struct messages *messages, size_t count, const char *what)
{
    static uint8_t got[1 + (LENGTH_MAX + 1) * DIGEST_SIZE_MAX + 1];
    static _Alignas(CONTEXT_ALIGNMENT) uint8_t context[CONTEXT_SIZE];
    const struct hash_ops *ops = hashes[hash].ops;
    const struct variant variant = {.vector_bits = bits};
    size_t size = count * ops->digest_size;
    assert_true(context_size_of(&ops->ops, &variant) <= sizeof context);
    memset(context, 0, sizeof context);
    assert_int_equal(ops->ops.setup(context, &variant), STATUS_OK);
    memset(got, GUARD, sizeof got);
    /* Digests at an odd address. */
    assert_int_equal(ops->many(context, messages->at, messages->sizes, count, got + 1), STATUS_OK);
    if (count != 0 && memcmp(got + 1, messages->digests, size) != 0)
        fail_msg("%s, %u bits, %zu messages, %s: digests differ", hashes[hash].name, bits, count, what);
    assert_int_equal(got[0], GUARD);
    if (got[1 + size] != GUARD || memcmp(got + 1 + size, got + 2 + size, sizeof got - size - 2) != 0)
        fail_msg("%s, %u bits, %zu messages, %s: written behind the digests", hashes[hash].name, bits, count, what);
    /* The context is as good as before. */
    uint8_t alone[DIGEST_SIZE_MAX];
    assert_int_equal(ops->digest(context, messages->at[0], messages->sizes[0], alone), STATUS_OK);
    if (count != 0)
        assert_memory_equal(alone, messages->digests, ops->digest_size);
}

static void digest_alone(size_t hash, struct messages *messages, size_t count)
{
    static _Alignas(CONTEXT_ALIGNMENT) uint8_t context[CONTEXT_SIZE];
    const struct hash_ops *ops = hashes[hash].ops;
    const struct variant variant = {.vector_bits = 128};
    memset(context, 0, sizeof context);
    assert_int_equal(ops->ops.setup(context, &variant), STATUS_OK);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(ops->init(context), STATUS_OK);
        assert_int_equal(ops->update(context, messages->at[i], messages->sizes[i]), STATUS_OK);
        assert_int_equal(ops->final(context, messages->digests + i * ops->digest_size), STATUS_OK);
    }
}

static void check_widths(size_t hash, const struct messages *messages, size_t count, const char *what)
{
    for (size_t w = 0; w < sizeof widths / sizeof widths[0]; w++)
        if (widths[w] <= (vector_bits_of_cpu() == 0 ? 1 : vector_bits_of_cpu()))
            check(hash, widths[w], messages, count, what);
}

static void check_messages(size_t hash, struct messages *messages, size_t count, const char *what)
{
    digest_alone(hash, messages, count);
    check_widths(hash, messages, count, what);
}

/* Every number of messages, of one length, around the edges of the padding. */
static void test_counts(void **state)
{
    static const size_t lengths[] = {0, 1, 8, 55, 56, 64, 111, 112, 128};
    static struct messages messages;
    (void)state;
    for (size_t hash = 0; hash < HASH_COUNT; hash++)
        for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; l++) {
            for (size_t i = 0; i < COUNT_MAX; i++) {
                messages.at[i] = lengths[l] == 0 ? NULL : data + 7 * i;
                messages.sizes[i] = lengths[l];
            }
            digest_alone(hash, &messages, COUNT_MAX);
            for (size_t count = 0; count <= COUNT_MAX; count++)
                check_widths(hash, &messages, count, "one length");
        }
}

/* Every length from 0 to 300 in one call: up, down, and each between two others. */
static void test_lengths(void **state)
{
    static struct messages messages;
    (void)state;
    for (size_t hash = 0; hash < HASH_COUNT; hash++)
        for (unsigned order = 0; order < 3; order++) {
            for (size_t i = 0; i <= LENGTH_MAX; i++) {
                size_t length = order == 0 ? i : order == 1 ? LENGTH_MAX - i : i * 150 % (LENGTH_MAX + 1);
                messages.at[i] = data + 3 * i % 64;
                messages.sizes[i] = length;
            }
            check_messages(hash, &messages, LENGTH_MAX + 1, "all lengths");
        }
}

/* Random mixtures at random addresses: mostly short, some long, one much longer than the others. */
static void test_mixtures(void **state)
{
    static struct messages messages;
    struct random random = random_from(20, "lanes");
    (void)state;
    for (size_t hash = 0; hash < HASH_COUNT; hash++)
        for (unsigned repetition = 0; repetition < 60; repetition++) {
            size_t count = (size_t)random_below(&random, COUNT_MAX + 1), longest = repetition % 3 == 0 ? 60 : LENGTH_MAX;
            for (size_t i = 0; i <= COUNT_MAX; i++) {
                messages.sizes[i] = (size_t)random_below(&random, longest + 1);
                messages.at[i] = data + random_below(&random, 64);
            }
            if (repetition % 4 == 0)
                messages.sizes[random_below(&random, COUNT_MAX)] = DATA_SIZE - 64 - (size_t)random_below(&random, 200);
            check_messages(hash, &messages, count, "mixture");
        }
}

/* Runs of short messages of every length up to 15, and of longer ones between them, at every place in the lanes. */
static void test_runs(void **state)
{
    static struct messages messages;
    struct random random = random_from(21, "lanes");
    (void)state;
    for (size_t hash = 0; hash < HASH_COUNT; hash++)
        for (unsigned repetition = 0; repetition < 40; repetition++) {
            size_t i = 0;
            while (i <= LENGTH_MAX) {
                size_t run = i + 1 + (size_t)random_below(&random, 120);
                size_t least = repetition % 2 == 0 && random_below(&random, 3) == 0 ? 16 : 0;
                for (; i < run && i <= LENGTH_MAX; i++) {
                    messages.sizes[i] = least + (size_t)random_below(&random, least == 0 ? 16 : 40);
                    messages.at[i] = messages.sizes[i] == 0 ? NULL : data + random_below(&random, 64);
                }
            }
            check_messages(hash, &messages, LENGTH_MAX + 1, "runs");
        }
}

/* Pairs of lengths side by side, in the first and the last lanes: one of all, the other of many (few under sanitizers). */
static void test_pairs(void **state)
{
    static struct messages messages;
    (void)state;
    for (size_t hash = 0; hash < HASH_COUNT; hash++)
        for (size_t a = 0; a <= LENGTH_MAX; a += (SANITIZED ? 11 : 1) + a % 5) {
            for (size_t i = 0; i <= LENGTH_MAX; i++) {
                messages.at[i] = data + i % 29;
                messages.sizes[i] = i % 2 == 0 ? a : i;
            }
            check_messages(hash, &messages, LENGTH_MAX + 1, "pairs of lengths");
        }
}

int main(void)
{
    const struct CMUnitTest lanes[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_mixtures),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_runs),
    };
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(i * 167 + (i >> 8));
    return RUN_TAP(lanes);
}

/* SPDX-License-Identifier: MIT */
/*
 * Every known answer of tests/vectors on every contender of the primitives it names, fed in every way.  One test a file;
 * a vector that nobody can run, and a primitive without any vector, are failures.
 */
#include "crosscheck/embedded.h"
#include "crosscheck/vectors.h"
#include "tests/tap.h"

#include <stdlib.h>
#include <string.h>

static struct backend *backend;

struct tally {
    const char *file;
    size_t right;
    size_t wrong;
    size_t set_aside;
};

static void on_wrong(void *state, const struct vector_set *set, size_t index, const json_t *vector, const char *detail)
{
    struct tally *tally = state;
    (void)vector;
    print_error("%s: vector %zu (%s) on %s: %s\n", tally->file, index, set->algorithm, set->contender, detail);
}

static void on_set_aside(void *state, const struct vector_set *set, size_t index, bool refused)
{
    struct tally *tally = state;
    print_error("%s: vector %zu (%s): %s: %s\n", tally->file, index, set->algorithm, refused ? "refused" : "unknown", set->note);
}

static void on_set_done(void *state, const struct vector_set *set)
{
    struct tally *tally = state;
    tally->right += set->right;
    tally->wrong += set->wrong;
    tally->set_aside += set->unknown + set->refused;
}

static void test_file(void **state)
{
    static const char *const contenders[] = {"native", "openssl", "openssl/low-level", "openssl/new-context",
                                             "openssl/implicit", "openssl/one-shot", "openssl/bignum",
                                             "openssl/variable-time"};
    const struct embedded *file = *state;
    struct message message = {.text = ""};
    struct tally tally = {.file = file->name};
    struct vector_listener listener = {on_wrong, on_set_aside, on_set_done, &tally};
    json_t *vectors = vectors_parse(file->name, file->text, file->size, &message);
    assert_non_null(vectors);
    enum status status = vectors_run(backend, file->name, vectors, contenders,
                                     sizeof contenders / sizeof contenders[0], EVERY_WAY, &listener, &message);
    size_t count = json_array_size(vectors);
    json_decref(vectors);
    if (status != STATUS_OK)
        fail_msg("%s", message.text);
    assert_int_equal(tally.wrong, 0);
    assert_int_equal(tally.set_aside, 0);
    assert_true(tally.right >= count);
}

/* Every line of the registry has at least one vector of its own. */
static void test_every_primitive_has_vectors(void **state)
{
    (void)state;
    bool *covered = calloc(registry_count, sizeof *covered);
    assert_non_null(covered);
    for (const struct embedded *file = embedded_vectors; file->name != NULL; file++) {
        struct message message;
        json_t *vectors = vectors_parse(file->name, file->text, file->size, &message);
        assert_non_null(vectors);
        size_t index;
        json_t *vector;
        json_array_foreach(vectors, index, vector)
        {
            const struct primitive *primitive = vector_primitive(vector);
            if (primitive != NULL)
                covered[primitive - registry] = true;
        }
        json_decref(vectors);
    }
    size_t missing = 0;
    for (size_t i = 0; i < registry_count; i++) {
        /* A construction over another primitive (HMAC, a mode) is verified against EVP and through its parts. */
        bool construction = registry[i].base != NULL && registry[i].class != CLASS_SIGNATURE;
        if (covered[i] || construction)
            continue;
        print_error("no vector for %s\n", registry[i].id);
        missing++;
    }
    free(covered);
    assert_int_equal(missing, 0);
}

int main(void)
{
    enum { TESTS_MAX = 256 };
    static struct CMUnitTest tests[TESTS_MAX];
    size_t count = 0;
    struct message message;
    if (backend_open(&backend, &message) != STATUS_OK) {
        print_error("%s\n", message.text);
        return 1;
    }
    for (const struct embedded *file = embedded_vectors; file->name != NULL && count + 1 < TESTS_MAX; file++)
        tests[count++] = (struct CMUnitTest){file->name, test_file, NULL, NULL, (void *)(uintptr_t)file};
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(test_every_primitive_has_vectors);
    tap_begin();
    int failed = _cmocka_run_group_tests("vectors", tests, count, NULL, NULL);
    backend_close(backend);
    return failed;
}

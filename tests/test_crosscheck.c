/* SPDX-License-Identifier: MIT */
/*
 * Random cases of every primitive, native against OpenSSL where there is an OpenSSL side, else native against itself fed
 * in another way; and the checker itself: a contender that computes something else must be found out.
 */
#include "crosscheck/crosscheck.h"
#include "tests/tap.h"

#include <string.h>

static struct backend *backend;

static void test_primitive(void **state)
{
    enum { CASES = 200, SEED = 20140101 };
    const struct primitive *primitive = *state;
    struct contender native, openssl;
    struct message message = {.text = ""};
    contender_open(backend, primitive, "native", &native);
    contender_open(backend, primitive, "openssl", &openssl);
    /* Debian's libcrypto leaves some algorithms out; which is told by `assay list`, not decided here. */
    const struct contender *other = openssl.ops != NULL ? &openssl : NULL;
    enum verdict verdict = crosscheck_random(primitive, &native, other, crosscheck_share(primitive, CASES), SEED, NULL,
                                             &message);
    if (verdict != VERDICT_RIGHT)
        fail_msg("%s", message.text);
}

static enum status one_bit_off(void *context, uint8_t *digest)
{
    const struct hash_ops *md5 = (const struct hash_ops *)registry_find("md5")->native;
    enum status status = md5->final(context, digest);
    digest[15] ^= 1;
    return status;
}

static void test_mismatch_is_found(void **state)
{
    (void)state;
    const struct primitive *md5 = registry_find("md5");
    struct hash_ops wrong = *(const struct hash_ops *)md5->native;
    wrong.final = one_bit_off;
    wrong.digest = NULL;
    struct contender native, broken;
    struct message message = {.text = ""};
    contender_open(backend, md5, "native", &native);
    broken = native;
    broken.name = "broken";
    broken.ops = &wrong.ops;
    assert_int_equal(crosscheck_random(md5, &native, &broken, 10, 7, NULL, &message), VERDICT_WRONG);
    assert_non_null(strstr(message.text, "differ from byte 15 of 16"));
    assert_non_null(strstr(message.text, "repeat with: assay check md5 --count 1 --seed 7"));
}

/* Every length from 0 to 300, native against OpenSSL. */
static void test_every_length(void **state)
{
    enum { LENGTH_MAX = 300 };
    (void)state;
    for (size_t i = 0; i < registry_count; i++) {
        const struct primitive *primitive = &registry[i];
        struct contender native, openssl;
        struct message message = {.text = ""};
        uint8_t data[LENGTH_MAX], ours[DIGEST_SIZE_MAX], theirs[DIGEST_SIZE_MAX];
        if (primitive->class != CLASS_HASH)
            continue;
        contender_open(backend, primitive, "native", &native);
        contender_open(backend, primitive, "openssl", &openssl);
        if (openssl.ops == NULL)
            continue;
        const struct hash_ops *a = (const struct hash_ops *)native.ops, *b = (const struct hash_ops *)openssl.ops;
        void *context_a = contender_context(&native, &message), *context_b = contender_context(&openssl, &message);
        assert_non_null(context_a);
        assert_non_null(context_b);
        for (size_t length = 0; length <= LENGTH_MAX; length++) {
            for (size_t k = 0; k < length; k++)
                data[k] = (uint8_t)(k * 37 + length);
            assert_int_equal(a->init(context_a), STATUS_OK);
            assert_int_equal(a->update(context_a, data, length), STATUS_OK);
            assert_int_equal(a->final(context_a, ours), STATUS_OK);
            assert_int_equal(b->init(context_b), STATUS_OK);
            assert_int_equal(b->update(context_b, data, length), STATUS_OK);
            assert_int_equal(b->final(context_b, theirs), STATUS_OK);
            if (memcmp(ours, theirs, primitive_output_size(primitive)) != 0)
                fail_msg("%s differs for %zu bytes", primitive->id, length);
        }
        contender_context_free(&native, context_a);
        contender_context_free(&openssl, context_b);
    }
}

int main(void)
{
    enum { TESTS_MAX = 1024 };
    static struct CMUnitTest tests[TESTS_MAX];
    size_t count = 0;
    struct message message;
    if (backend_open(&backend, &message) != STATUS_OK) {
        print_error("%s\n", message.text);
        return 1;
    }
    for (size_t i = 0; i < registry_count && count + 2 < TESTS_MAX; i++)
        tests[count++] = (struct CMUnitTest){registry[i].id, test_primitive, NULL, NULL, (void *)(uintptr_t)&registry[i]};
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(test_mismatch_is_found);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(test_every_length);
    tap_begin();
    int failed = _cmocka_run_group_tests("crosscheck", tests, count, NULL, NULL);
    backend_close(backend);
    return failed;
}

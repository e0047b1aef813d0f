/* SPDX-License-Identifier: MIT */
/*
 * Every length from 0 to 300 of every hash in one value: with m[i] = i mod 256, the SHA-256 of the digests of m[0 .. n)
 * for n = 0 .. 300, one after the other.  The values were computed with other libraries, so that a slip in the padding
 * shows without them.  And the plain form of each native hash against the one that this CPU uses.
 */
#include "crosscheck/crosscheck.h"
#include "native/native.h"
#include "tests/tap.h"
#include "util/hex.h"

#include <string.h>

enum { LENGTH_MAX = 300, SHA256_SIZE = 32, PLAIN_VECTOR_BITS = 128 };

static struct backend *backend;

struct sweep {
    const char *id;
    const char *value;
};

static const struct sweep sweeps[] = {
    {"haval_128_3", "44a28c7d3f6e8c550c4b129783a23ec7a833e1e29ef74336ae8d055a880ab9ba"},
    {"haval_256_3", "45a3f8bc43c5c69689a26a88f539083e12aba79a738d007740b5eca6409c8a53"},
    {"haval_256_5", "25e8e36918f85814aca3275672bdbe427429c30bd62334b4dbd50397059f658e"},
    {"md2", "de7eff2b351fb6e202e5cbb6d4fb3d43f10ce0ae2141b3bf2b513f2c32be2829"},
    {"md5", "91b3752a60121f97b3c1d08d80dc55f4a605078845bf3fa307487876707c54f0"},
    {"ripemd160", "fe885429eab7d1ce7e208ac978073aaac26837ba78c32202a37b5fd146983be0"},
    {"sha1", "b93bd520be0c42eb50085f4e8ca54c8ec5cf9c83a5097492ed143b2205d8b05a"},
    {"sha256", "ddbdb189f5834c274dbe603d6d2874adf7234fd8a075c3d1bfbadc2107a75676"},
    {"sha512", "04c8f8dbf4202f12910ac99d378a5564a9cf7d683a950b23a6d0045e32a55042"},
    {"tiger", "3b366de44b92c76ee3d669ac77267a10a3b9927b3d138daf34a3c7daacd77aef"},
    {"whirlpool", "a436063c4bbf5abb5ec10bf41160452b36b657fe834d411ed0a36ecbb173a989"},
};

enum { SWEEP_COUNT = sizeof sweeps / sizeof sweeps[0] };

static void digest_of(const struct hash_ops *ops, void *context, const uint8_t *data, size_t size, uint8_t *digest)
{
    assert_int_equal(ops->init(context), STATUS_OK);
    assert_int_equal(ops->update(context, data, size), STATUS_OK);
    assert_int_equal(ops->final(context, digest), STATUS_OK);
}

/* The sweep of PRIMITIVE as CONTENDER computes it; false where it cannot. */
static bool sweep_with(const struct primitive *primitive, const char *contender_name, char text[2 * SHA256_SIZE + 1])
{
    struct contender contender, collector;
    struct message message = {.text = ""};
    uint8_t data[LENGTH_MAX], digest[DIGEST_SIZE_MAX], value[SHA256_SIZE];
    contender_open(backend, primitive, contender_name, &contender);
    contender_open(backend, registry_find("sha256"), "native", &collector);
    if (contender.ops == NULL)
        return false;
    void *context = contender_context(&contender, &message), *collected = contender_context(&collector, &message);
    assert_non_null(context);
    assert_non_null(collected);
    for (size_t i = 0; i < LENGTH_MAX; i++)
        data[i] = (uint8_t)i;
    assert_int_equal(native_sha256.init(collected), STATUS_OK);
    for (size_t n = 0; n <= LENGTH_MAX; n++) {
        digest_of((const struct hash_ops *)contender.ops, context, data, n, digest);
        assert_int_equal(native_sha256.update(collected, digest, primitive_output_size(primitive)), STATUS_OK);
    }
    assert_int_equal(native_sha256.final(collected, value), STATUS_OK);
    hex_encode(text, value, sizeof value);
    contender_context_free(&contender, context);
    contender_context_free(&collector, collected);
    return true;
}

static void test_sweep(void **state)
{
    const struct sweep *sweep = *state;
    const struct primitive *primitive = registry_find(sweep->id);
    char text[2 * SHA256_SIZE + 1];
    assert_non_null(primitive);
    assert_true(sweep_with(primitive, "native", text));
    assert_string_equal(text, sweep->value);
    if (sweep_with(primitive, "openssl", text))
        assert_string_equal(text, sweep->value);
}

/* What a native hash or checksum computes does not depend on the vectors that it may use. */
static void test_plain_forms(void **state)
{
    enum { SIZE_MAX_TRIED = 2000 };
    (void)state;
    static uint8_t data[SIZE_MAX_TRIED];
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(i * i + 255 - i / 3);
    for (size_t i = 0; i < registry_count; i++) {
        struct contender widest, plain;
        struct message message = {.text = ""};
        uint8_t expected[DIGEST_SIZE_MAX], got[DIGEST_SIZE_MAX];
        const struct primitive *primitive = &registry[i];
        if (primitive->class != CLASS_HASH && primitive->class != CLASS_CHECKSUM)
            continue;
        contender_open(backend, primitive, "native", &widest);
        plain = widest;
        plain.variant.vector_bits = PLAIN_VECTOR_BITS;
        void *a = contender_context(&widest, &message), *b = contender_context(&plain, &message);
        assert_non_null(a);
        assert_non_null(b);
        for (size_t size = 0; size <= sizeof data; size += size < 300 ? 1 : 61) {
            const struct hash_ops *ops = (const struct hash_ops *)widest.ops;
            digest_of(ops, a, data + sizeof data - size, size, expected);
            digest_of(ops, b, data + sizeof data - size, size, got);
            if (memcmp(expected, got, primitive_output_size(primitive)) != 0)
                fail_msg("%s: the plain form differs for %zu bytes", primitive->id, size);
        }
        contender_context_free(&widest, a);
        contender_context_free(&plain, b);
    }
}

int main(void)
{
    static struct CMUnitTest tests[SWEEP_COUNT + 1];
    struct message message;
    if (backend_open(&backend, &message) != STATUS_OK) {
        print_error("%s\n", message.text);
        return 1;
    }
    for (size_t i = 0; i < SWEEP_COUNT; i++)
        tests[i] = (struct CMUnitTest){sweeps[i].id, test_sweep, NULL, NULL, (void *)(uintptr_t)&sweeps[i]};
    tests[SWEEP_COUNT] = (struct CMUnitTest)cmocka_unit_test(test_plain_forms);
    int failed = RUN_TAP(tests);
    backend_close(backend);
    return failed;
}

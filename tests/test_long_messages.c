/* SPDX-License-Identifier: MIT */
/*
 * Messages whose length passes 2^32 bits and 2^32 bytes: where counters of 32 bits, and lengths in them, go wrong.  All
 * zero bytes, which the system maps without using memory.
 */
#include "crosscheck/crosscheck.h"
#include "tests/tap.h"
#include "util/hex.h"

#include <string.h>
#include <sys/mman.h>

#define MIB ((size_t)1 << 20)

static struct backend *backend;
static const uint8_t *zeros; /* ZEROS_SIZE of them */
static const size_t zeros_size = 16 * MIB;

struct long_message {
    const char *name;
    const char *id;
    uint64_t size;
    const char *digest; /* computed with another library; NULL: native against OpenSSL alone */
};

#define TWO_29 (UINT64_C(1) << 29)
#define TWO_32 (UINT64_C(1) << 32)

static const struct long_message messages[] = {
    {"md4 2^29", "md4", TWO_29, NULL},
    {"md5 2^29", "md5", TWO_29, "aa559b4e3523a6c931f08f4df52d58f2"},
    {"md5 2^32", "md5", TWO_32, "c9a5a6878d97b48cc965c1e41859f034"},
    {"md5 2^32 + 1", "md5", TWO_32 + 1, "f18c798ff5d450dfe4d3acdc12b621ff"},
    {"ripemd160 2^29", "ripemd160", TWO_29, NULL},
    {"sha1 2^32", "sha1", TWO_32, "1bf99ee9f374e58e201e4dda4f474e570eb77229"},
    {"sha1 2^32 + 1", "sha1", TWO_32 + 1, "e7d747b75f76e0e41e83b75bce4642816136304f"},
    {"sha256 2^29", "sha256", TWO_29, "9acca8e8c22201155389f65abbf6bc9723edc7384ead80503839f49dcc56d767"},
    {"sha256 2^32 + 1", "sha256", TWO_32 + 1, "fbb82f7b353676bb562eb82157fcf0ea42c36492ca13ee56dbf82c08b6802c5c"},
    {"sha512 2^29", "sha512", TWO_29, NULL},
    {"tiger 2^29", "tiger", TWO_29, "5c791cea9cdef867df30f6fee6a2765193feb2de2ee9cb3a"},
    {"whirlpool 2^29", "whirlpool", TWO_29, NULL},
};

enum { MESSAGE_COUNT = sizeof messages / sizeof messages[0] };

/* The digest, in hex, of SIZE bytes of which DATA holds the first PIECE and all others are the same. */
static void digest_in_pieces(const struct primitive *primitive, const struct contender *contender, const uint8_t *data,
                             uint64_t size, size_t piece, char text[2 * DIGEST_SIZE_MAX + 1])
{
    const struct hash_ops *ops = (const struct hash_ops *)contender->ops;
    struct message message = {.text = ""};
    uint8_t digest[DIGEST_SIZE_MAX];
    void *context = contender_context(contender, &message);
    assert_non_null(context);
    assert_int_equal(ops->init(context), STATUS_OK);
    while (size != 0) {
        const size_t take = size < piece ? (size_t)size : piece;
        assert_int_equal(ops->update(context, data, take), STATUS_OK);
        size -= take;
    }
    assert_int_equal(ops->final(context, digest), STATUS_OK);
    hex_encode(text, digest, primitive_output_size(primitive));
    contender_context_free(contender, context);
}

static void test_message(void **state)
{
    const struct long_message *message = *state;
    const struct primitive *primitive = registry_find(message->id);
    struct contender native, openssl;
    char ours[2 * DIGEST_SIZE_MAX + 1], theirs[2 * DIGEST_SIZE_MAX + 1];
    assert_non_null(primitive);
    contender_open(backend, primitive, "native", &native);
    digest_in_pieces(primitive, &native, zeros, message->size, zeros_size, ours);
    if (message->digest != NULL) {
        assert_string_equal(ours, message->digest);
        return;
    }
    contender_open(backend, primitive, "openssl", &openssl);
    if (openssl.ops == NULL)
        return;
    digest_in_pieces(primitive, &openssl, zeros, message->size, zeros_size, theirs);
    assert_string_equal(ours, theirs);
}

/* More than 2^32 bytes in one call of update. */
static void test_one_call(void **state)
{
    (void)state;
#if SIZE_MAX > UINT32_MAX
    const struct primitive *sha256 = registry_find("sha256");
    struct contender native;
    char text[2 * DIGEST_SIZE_MAX + 1];
    const size_t size = (size_t)TWO_32 + 1;
    void *memory = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        skip();
    contender_open(backend, sha256, "native", &native);
    digest_in_pieces(sha256, &native, memory, size, size, text);
    assert_string_equal(text, "fbb82f7b353676bb562eb82157fcf0ea42c36492ca13ee56dbf82c08b6802c5c");
    munmap(memory, size);
#else
    skip();
#endif
}

int main(void)
{
    static struct CMUnitTest tests[MESSAGE_COUNT + 1];
    struct message message;
    if (backend_open(&backend, &message) != STATUS_OK) {
        print_error("%s\n", message.text);
        return 1;
    }
    void *memory = aligned_zeroed(zeros_size);
    zeros = memory;
    for (size_t i = 0; i < MESSAGE_COUNT; i++)
        tests[i] = (struct CMUnitTest){messages[i].name, test_message, NULL, NULL, (void *)(uintptr_t)&messages[i]};
    tests[MESSAGE_COUNT] = (struct CMUnitTest)cmocka_unit_test(test_one_call);
    int failed = memory == NULL ? 1 : RUN_TAP(tests);
    aligned_free(memory);
    backend_close(backend);
    return failed;
}

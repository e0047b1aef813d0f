/* SPDX-License-Identifier: MIT */
/*
 * Messages whose length passes 2^32 bits and 2^32 bytes: where counters of 32 bits, and lengths in them, go wrong.  All
 * zero bytes, which the system maps without using memory; a longer message goes on where a shorter one ended.
 */
#include "crosscheck/crosscheck.h"
#include "tests/tap.h"
#include "util/hex.h"

#include <string.h>
#include <sys/mman.h>

#define TWO_29 (UINT64_C(1) << 29)
#define TWO_32 (UINT64_C(1) << 32)

enum { SIZES_MAX = 3, PIECE = 16 << 20 };

static struct backend *backend;
static const uint8_t *zeros; /* PIECE of them */

struct long_messages {
    const char *name, *id;
    bool at_once; /* up to each size in one call of update, else in pieces */
    struct {
        uint64_t size;
        const char *digest; /* computed with other libraries */
    } up_to[SIZES_MAX];
};

static const struct long_messages messages[] = {
    {"md4 2^29", "md4", false, {{TWO_29, "1ddb4210749e8db79d0240b66f7a2168"}}},
    {"md5 2^29, 2^32, 2^32 + 1", "md5", false,
     {{TWO_29, "aa559b4e3523a6c931f08f4df52d58f2"},
      {TWO_32, "c9a5a6878d97b48cc965c1e41859f034"},
      {TWO_32 + 1, "f18c798ff5d450dfe4d3acdc12b621ff"}}},
    {"ripemd160 2^29", "ripemd160", false, {{TWO_29, "a9d34a6e516f2aa5723f5c3b829180dce1da3fbb"}}},
    {"sha1 2^32 in one call, 2^32 + 1", "sha1", true,
     {{TWO_32, "1bf99ee9f374e58e201e4dda4f474e570eb77229"}, {TWO_32 + 1, "e7d747b75f76e0e41e83b75bce4642816136304f"}}},
    {"sha256 2^29, 2^32 + 1", "sha256", false,
     {{TWO_29, "9acca8e8c22201155389f65abbf6bc9723edc7384ead80503839f49dcc56d767"},
      {TWO_32 + 1, "fbb82f7b353676bb562eb82157fcf0ea42c36492ca13ee56dbf82c08b6802c5c"}}},
    {"sha512 2^29", "sha512", false,
     {{TWO_29, "df68d060d2adafc2c4794407118f8116d000715233b2550302115556380d1d5b"
               "018ebce1c7fa412a8bc5e01e097b33db64d1e9117b3f7bdd8925f09b6594590a"}}},
    {"tiger 2^29", "tiger", false, {{TWO_29, "5c791cea9cdef867df30f6fee6a2765193feb2de2ee9cb3a"}}},
    {"whirlpool 2^29", "whirlpool", false,
     {{TWO_29, "906ff6b1e323f1d674c1ee11f437ef3768eb9d254de9b7b35866678c86375ca8"
               "cd6bb297dabe3afb93f3ccbd13d0693e282b153180f766bfd88d9a7bbf9372f8"}}},
};

enum { MESSAGE_COUNT = sizeof messages / sizeof messages[0] };

static void test_message(void **state)
{
    const struct long_messages *message = *state;
    const struct primitive *primitive = registry_find(message->id);
    struct contender native;
    struct message error = {.text = ""};
    const uint8_t *data = zeros;
    size_t most = PIECE;
    uint64_t done = 0;
    void *mapped = MAP_FAILED;
#if SIZE_MAX > UINT32_MAX
    if (message->at_once)
        mapped = mmap(NULL, (size_t)TWO_32, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped != MAP_FAILED) {
        data = mapped;
        most = (size_t)TWO_32;
    }
#endif
    assert_non_null(primitive);
    contender_open(backend, primitive, "native", &native);
    const struct hash_ops *ops = (const struct hash_ops *)native.ops;
    const size_t context_size = context_size_of(native.ops, &native.variant);
    void *context = contender_context(&native, &error), *clone = aligned_zeroed(context_size);
    assert_non_null(context);
    assert_non_null(clone);
    assert_int_equal(ops->init(context), STATUS_OK);
    for (size_t i = 0; i < SIZES_MAX && message->up_to[i].digest != NULL; i++) {
        char text[2 * DIGEST_SIZE_MAX + 1];
        uint8_t digest[DIGEST_SIZE_MAX];
        while (done < message->up_to[i].size) {
            const uint64_t left = message->up_to[i].size - done;
            const size_t take = left < most ? (size_t)left : most;
            assert_int_equal(ops->update(context, data, take), STATUS_OK);
            done += take;
        }
        memcpy(clone, context, context_size);
        assert_int_equal(ops->final(clone, digest), STATUS_OK);
        hex_encode(text, digest, primitive_output_size(primitive));
        assert_string_equal(text, message->up_to[i].digest);
    }
    aligned_free(clone);
    contender_context_free(&native, context);
    if (mapped != MAP_FAILED)
        munmap(mapped, most);
}

int main(void)
{
    static struct CMUnitTest tests[MESSAGE_COUNT];
    struct message message;
    if (backend_open(&backend, &message) != STATUS_OK) {
        print_error("%s\n", message.text);
        return 1;
    }
    void *memory = aligned_zeroed(PIECE);
    zeros = memory;
    for (size_t i = 0; i < MESSAGE_COUNT; i++)
        tests[i] = (struct CMUnitTest){messages[i].name, test_message, NULL, NULL, (void *)(uintptr_t)&messages[i]};
    int failed = memory == NULL ? 1 : RUN_TAP(tests);
    aligned_free(memory);
    backend_close(backend);
    return failed;
}

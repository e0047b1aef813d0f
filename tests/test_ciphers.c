/* SPDX-License-Identifier: MIT */
/*
 * Ciphers beyond single answers: a thousand round trips of every cipher, mode and key size (a hundred under sanitizers),
 * contexts that are copied in mid-message, and the places where libraries are known to differ, on both sides.
 */
#include "backend/backend.h"
#include "native/block_cipher/kernels.h"
#include "tests/tap.h"
#include "util/hex.h"
#include "util/random.h"

#include <stdlib.h>
#include <string.h>

enum { TRIPS = SANITIZED ? 100 : 1000, BLOCKS_MAX = 5, KEY_SIZE_MAX = 257, BYTES_MAX = BLOCKS_MAX * BLOCK_SIZE_MAX };

static struct backend *backend;

static const struct cipher_ops *cipher_of(const struct contender *contender)
{
    return (const struct cipher_ops *)contender->ops;
}

static const struct block_cipher_ops *block_of(const struct contender *contender)
{
    return (const struct block_cipher_ops *)contender->ops;
}

static void open_contender(const char *id, const char *name, struct contender *contender, void **context)
{
    struct message message = {.text = ""};
    contender_open(backend, registry_find(id), name, contender);
    *context = NULL;
    if (contender->ops == NULL)
        return;
    *context = contender_context(contender, &message);
    if (*context == NULL)
        fail_msg("%s", message.text);
}

/* ---------------------------------------------------------------------------------------------- round trips */

/* TRIPS round trips of messages of at most BLOCKS_MAX blocks, PER_KEY with each key. */
struct trips {
    size_t blocks_max;
    int per_key;
};

static void block_trips(const struct contender *contender, void *context, const struct primitive *primitive,
                        size_t key_size, struct trips trips, struct random *random)
{
    const size_t block_size = primitive_block_size(primitive);
    const struct block_cipher_ops *ops = block_of(contender);
    uint8_t key[KEY_SIZE_MAX], plaintext[BYTES_MAX], ciphertext[BYTES_MAX], back[BYTES_MAX];
    for (int i = 0; i < TRIPS; i++) {
        if (i % trips.per_key == 0) {
            random_fill(random, key, key_size);
            assert_int_equal(ops->set_key(context, key, key_size), STATUS_OK);
        }
        const size_t blocks = (size_t)random_below(random, trips.blocks_max + 1), size = blocks * block_size;
        random_fill(random, plaintext, size);
        assert_int_equal(ops->encrypt(context, plaintext, ciphertext, blocks), STATUS_OK);
        if (primitive->one_way) {
            assert_int_equal(ops->decrypt(context, ciphertext, back, blocks), STATUS_UNSUPPORTED);
            continue;
        }
        assert_int_equal(ops->decrypt(context, ciphertext, back, blocks), STATUS_OK);
        assert_memory_equal(back, plaintext, size);
        /* Decryption undoes encryption, and encryption decryption. */
        assert_int_equal(ops->decrypt(context, plaintext, ciphertext, blocks), STATUS_OK);
        assert_int_equal(ops->encrypt(context, ciphertext, ciphertext, blocks), STATUS_OK);
        assert_memory_equal(ciphertext, plaintext, size);
    }
}

static void cipher_trips(const struct contender *contender, void *context, const struct primitive *primitive,
                         size_t key_size, struct trips trips, struct random *random)
{
    const struct cipher_ops *ops = cipher_of(contender);
    const size_t unit = primitive_whole_blocks(primitive) ? primitive_block_size(primitive) : 1;
    const size_t iv_size = primitive_iv_size(primitive);
    const size_t most = unit == 1 ? 40 * trips.blocks_max : trips.blocks_max * unit;
    uint8_t key[KEY_SIZE_MAX], iv[BLOCK_SIZE_MAX], plaintext[BYTES_MAX], ciphertext[BYTES_MAX];
    for (int i = 0; i < TRIPS; i++) {
        if (i % trips.per_key == 0) {
            random_fill(random, key, key_size);
            assert_int_equal(ops->set_key(context, key, key_size), STATUS_OK);
        }
        const size_t size = (size_t)random_below(random, most + 1) / unit * unit;
        const size_t split = (size_t)random_below(random, size + 1) / unit * unit;
        random_fill(random, iv, iv_size);
        random_fill(random, plaintext, size);
        assert_int_equal(ops->set_iv(context, ENCRYPT, iv, iv_size, 0), STATUS_OK);
        assert_int_equal(ops->update(context, plaintext, ciphertext, split), STATUS_OK);
        assert_int_equal(ops->update(context, plaintext + split, ciphertext + split, size - split), STATUS_OK);
        if (size >= 16 && memcmp(plaintext, ciphertext, size) == 0)
            fail_msg("the ciphertext of %zu bytes is the plaintext", size);
        assert_int_equal(ops->set_iv(context, DECRYPT, iv, iv_size, 0), STATUS_OK);
        assert_int_equal(ops->update(context, ciphertext, ciphertext, size), STATUS_OK);
        assert_memory_equal(ciphertext, plaintext, size);
    }
}

/* A copy of a native context is a clone: it goes on where the original is, wherever the copy lies. */
static void clone_context(const struct contender *contender, void *context, const struct primitive *primitive,
                          struct random *random)
{
    const struct cipher_ops *ops = cipher_of(contender);
    const size_t unit = primitive_whole_blocks(primitive) ? primitive_block_size(primitive) : 1;
    const size_t iv_size = primitive_iv_size(primitive), half = unit == 1 ? 77 : 2 * unit;
    const size_t size = context_size_of(contender->ops, &contender->variant);
    uint8_t key[KEY_SIZE_MAX], iv[BLOCK_SIZE_MAX], data[BYTES_MAX] = {0}, from_original[BYTES_MAX], from_clone[BYTES_MAX];
    random_fill(random, key, primitive->key_size);
    random_fill(random, iv, iv_size);
    assert_int_equal(ops->set_key(context, key, primitive->key_size), STATUS_OK);
    assert_int_equal(ops->set_iv(context, ENCRYPT, iv, iv_size, 0), STATUS_OK);
    assert_int_equal(ops->update(context, data, from_original, half), STATUS_OK);
    void *clone = aligned_zeroed(size);
    assert_non_null(clone);
    memcpy(clone, context, size);
    assert_int_equal(ops->update(context, data, from_original, half), STATUS_OK);
    assert_int_equal(ops->update(clone, data, from_clone, half), STATUS_OK);
    assert_memory_equal(from_clone, from_original, half);
    aligned_free(clone);
}

/* Nothing was written between the end of a native context and the next alignment. */
static void assert_inside(const struct ops *ops, const struct variant *variant, const uint8_t *context)
{
    for (size_t i = ops->context_size; i < context_stride(ops->context_size); i++)
        if (context[i] != 0)
            fail_msg("byte %zu of a context of %zu bytes was written to", i, ops->context_size);
    for (unsigned i = 0; variant->base != NULL && i < ops->base_contexts; i++)
        assert_inside(variant->base, variant->base_variant, base_context((void *)(uintptr_t)context, ops, variant, i));
}

static void test_round_trips(void **state)
{
    const struct primitive *primitive = *state;
    struct contender contender;
    void *context;
    open_contender(primitive->id, "native", &contender, &context);
    struct random random = random_from(1, primitive->id);
    const struct key_sizes *sizes = &primitive->key_sizes;
    const size_t step = sizes->step == 0 ? 1 : sizes->step, count = (sizes->max - sizes->min) / step + 1;
    for (size_t i = 0; i < count; i++) {
        const size_t key_size = sizes->min + i * step;
        /* Where there are many sizes those between the ends have short messages and few keys; none under sanitizers. */
        const bool brief = count > 8 && i > 1 && i + 2 < count && i % 23 != 0 && key_size != primitive->key_size;
        if (brief && SANITIZED)
            continue;
        const struct trips trips = brief ? (struct trips){2, 500} : (struct trips){BLOCKS_MAX, 50};
        if (primitive->class == CLASS_BLOCK_CIPHER)
            block_trips(&contender, context, primitive, key_size, trips, &random);
        else
            cipher_trips(&contender, context, primitive, key_size, trips, &random);
    }
    if (primitive->class != CLASS_BLOCK_CIPHER)
        clone_context(&contender, context, primitive, &random);
    assert_inside(contender.ops, &contender.variant, context);
    contender_context_free(&contender, context);
}

/* ------------------------------------------------------------------------------------------------- overlaps */

static enum status process(const struct contender *contender, void *context, const struct primitive *primitive,
                           const uint8_t *in, uint8_t *out, size_t size)
{
    static const uint8_t iv[BLOCK_SIZE_MAX] = {0x80, 1};
    if (primitive->class == CLASS_BLOCK_CIPHER)
        return block_of(contender)->encrypt(context, in, out, size / primitive_block_size(primitive));
    enum status status = cipher_of(contender)->set_iv(context, ENCRYPT, iv, primitive_iv_size(primitive), 0);
    return status == STATUS_OK ? cipher_of(contender)->update(context, in, out, size) : status;
}

/* In place is as good as apart; any other overlap is refused and writes nothing: short, and longer than all vectors. */
static void test_overlaps(void **state)
{
    enum { LONG = 2560, ROOM = 2 * LONG };
    static const char *const names[] = {"native", "openssl"};
    static const uint8_t key[KEY_SIZE_MAX] = {0x13, 0xff};
    const struct primitive *primitive = *state;
    const size_t unit = primitive_whole_blocks(primitive) || primitive->class == CLASS_BLOCK_CIPHER
                            ? primitive_block_size(primitive)
                            : 1;
    for (size_t i = 0; i < 2; i++) {
        static uint8_t data[ROOM], apart[LONG], memory[ROOM];
        const size_t sizes[] = {unit == 1 ? 2 : 2 * unit, LONG / unit * unit};
        struct contender contender;
        void *context;
        open_contender(primitive->id, names[i], &contender, &context);
        if (context == NULL)
            continue;
        for (size_t k = 0; k < ROOM; k++)
            data[k] = (uint8_t)(31 * k + k / 256);
        assert_int_equal(primitive->class == CLASS_BLOCK_CIPHER
                             ? block_of(&contender)->set_key(context, key, primitive->key_size)
                             : cipher_of(&contender)->set_key(context, key, primitive->key_size),
                         STATUS_OK);
        for (size_t s = 0; s < 2; s++) {
            const size_t size = sizes[s], shifts[] = {1, unit, size - 1};
            assert_int_equal(process(&contender, context, primitive, data, apart, size), STATUS_OK);
            memcpy(memory, data, ROOM);
            assert_int_equal(process(&contender, context, primitive, memory, memory, size), STATUS_OK);
            assert_memory_equal(memory, apart, size);
            assert_memory_equal(memory + size, data + size, ROOM - size);
            memcpy(memory, data, ROOM);
            for (size_t k = 0; k < 3; k++) {
                assert_int_equal(process(&contender, context, primitive, memory, memory + shifts[k], size), STATUS_OVERLAP);
                assert_int_equal(process(&contender, context, primitive, memory + shifts[k], memory, size), STATUS_OVERLAP);
                assert_memory_equal(memory, data, ROOM);
            }
            /* One behind the other is no overlap. */
            assert_int_equal(process(&contender, context, primitive, memory, memory + size, size), STATUS_OK);
            assert_memory_equal(memory + size, apart, size);
            assert_memory_equal(memory, data, size);
        }
        contender_context_free(&contender, context);
    }
}

/* ----------------------------------------------------------------------------------------------- key lengths */

/* Whether another line of the same native unit has keys of SIZE bytes, as AES-256 has beside AES-128. */
static bool sibling_takes(const struct primitive *primitive, size_t size)
{
    for (size_t i = 0; i < registry_count; i++)
        if (registry[i].native == primitive->native && registry[i].variant.base == primitive->variant.base &&
            primitive_takes_key_size(&registry[i], size))
            return true;
    return false;
}

/*
 * Both sides take the lengths that the registry states, and no other.  A mode hands its key on to its cipher, whose own
 * line has all of them: under sanitizers a mode has the first and the last of many.
 */
static void test_key_lengths(void **state)
{
    static const char *const names[] = {"native", "openssl"};
    static const uint8_t key[KEY_SIZE_MAX] = {0x13, 0xff};
    const struct primitive *primitive = *state;
    for (size_t i = 0; i < 2; i++) {
        struct contender contender;
        void *context;
        open_contender(primitive->id, names[i], &contender, &context);
        for (size_t size = 0; context != NULL && size <= KEY_SIZE_MAX; size++) {
            const bool allowed = primitive_takes_key_size(primitive, size);
            if (!allowed && sibling_takes(primitive, size))
                continue;
            if (SANITIZED && primitive->class == CLASS_MODE && allowed && size != primitive->key_sizes.min &&
                size != primitive->key_sizes.max)
                continue;
            const enum status status = primitive->class == CLASS_BLOCK_CIPHER
                                           ? block_of(&contender)->set_key(context, key, size)
                                           : cipher_of(&contender)->set_key(context, key, size);
            if (status != (allowed ? STATUS_OK : STATUS_BAD_LENGTH))
                fail_msg("%s: a key of %zu bytes: %s", names[i], size, status_text(status));
        }
        contender_context_free(&contender, context);
    }
}

/* ------------------------------------------------------------------------------------------ known differences */

static void assert_hex(const uint8_t *got, const char *expected)
{
    char text[2 * 64 + 1];
    hex_encode(text, got, strlen(expected) / 2);
    assert_string_equal(text, expected);
}

/* RFC 8439 has 2^32 blocks; some libraries go on with a carry into the nonce, others wrap. */
static void test_chacha20_ends_with_its_counter(void **state)
{
    static const char *const names[] = {"native", "openssl"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        static const uint8_t key[32], nonce[12], zeros[192];
        struct contender contender;
        void *context;
        uint8_t out[192];
        open_contender("chacha20", names[i], &contender, &context);
        if (context == NULL)
            continue;
        const struct cipher_ops *ops = cipher_of(&contender);
        assert_int_equal(ops->set_key(context, key, sizeof key), STATUS_OK);

        memset(out, 0xa5, sizeof out);
        assert_int_equal(ops->set_iv(context, ENCRYPT, nonce, sizeof nonce, 0xffffffff), STATUS_OK);
        assert_int_equal(ops->update(context, zeros, out, 128), STATUS_LIMIT);
        for (size_t k = 0; k < sizeof out; k++)
            assert_int_equal(out[k], 0xa5);

        assert_int_equal(ops->set_iv(context, ENCRYPT, nonce, sizeof nonce, 0xffffffff), STATUS_OK);
        assert_int_equal(ops->update(context, zeros, out, 64), STATUS_OK);
        assert_hex(out, "ace4cd09e294d1912d4ad205d06f95d9");
        assert_int_equal(ops->update(context, zeros, out, 1), STATUS_LIMIT);

        assert_int_equal(ops->set_iv(context, ENCRYPT, nonce, sizeof nonce, 0xfffffffe), STATUS_OK);
        assert_int_equal(ops->update(context, zeros, out, 192), STATUS_LIMIT);
        assert_int_equal(ops->set_iv(context, ENCRYPT, nonce, sizeof nonce, 0xfffffffe), STATUS_OK);
        assert_int_equal(ops->update(context, zeros, out, 64), STATUS_OK);
        assert_int_equal(ops->update(context, zeros, out, 128), STATUS_LIMIT);
        assert_int_equal(ops->set_iv(context, ENCRYPT, nonce, sizeof nonce, 0xfffffffe), STATUS_OK);
        assert_int_equal(ops->update(context, zeros, out, 63), STATUS_OK);
        assert_int_equal(ops->update(context, zeros, out, 65), STATUS_OK);

        assert_int_equal(ops->set_iv(context, ENCRYPT, nonce, sizeof nonce, 0x100000000), STATUS_BAD_PARAMETER);
        assert_int_equal(ops->set_iv(context, ENCRYPT, nonce, 8, 0), STATUS_BAD_LENGTH);
        contender_context_free(&contender, context);
    }
}

/* EVP takes sixteen bytes of a key unless it is told the length first, and takes more than the algorithm has. */
static void test_rc4_keys_of_any_length(void **state)
{
    static const struct {
        size_t size;
        const char *expected;
    } cases[] = {
        {256, "8f3bebde09eed0616004023ceae4ba46"},
        {1, "06080e0e182029293933495766768783"},
        {16, "45c0f2872cc3dcec251df9c97df3b4b4"},
        {256, "8f3bebde09eed0616004023ceae4ba46"},
    };
    static const char *const names[] = {"native", "openssl"};
    (void)state;
    uint8_t key[257], out[16];
    for (size_t i = 0; i < sizeof key; i++)
        key[i] = (uint8_t)(7 * i + 1);
    for (size_t i = 0; i < 2; i++) {
        struct contender contender;
        void *context;
        open_contender("rc4", names[i], &contender, &context);
        if (context == NULL)
            continue;
        const struct cipher_ops *ops = cipher_of(&contender);
        for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
            memset(out, 0, sizeof out);
            assert_int_equal(ops->set_key(context, key, cases[k].size), STATUS_OK);
            assert_int_equal(ops->set_iv(context, ENCRYPT, NULL, 0, 0), STATUS_OK);
            assert_int_equal(ops->update(context, out, out, sizeof out), STATUS_OK);
            assert_hex(out, cases[k].expected);
        }
        assert_int_equal(ops->set_key(context, key, 257), STATUS_BAD_LENGTH);
        assert_int_equal(ops->set_key(context, key, 0), STATUS_BAD_LENGTH);
        contender_context_free(&contender, context);
    }
}

/* Long runs of counters, which AES shortens, against single blocks: carries into any byte, keys and IVs that stay. */
static void test_aes_counts(void **state)
{
    enum { SIZE = 20000, CASES = 60 };
    static uint8_t expected[SIZE], got[SIZE];
    static const size_t key_sizes[] = {16, 24, 32};
    static const char *const ids[][2] = {
        {"aes_128", "aes_128_ctr"}, {"aes_192", "aes_192_ctr"}, {"aes_256", "aes_256_ctr"}};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct contender block, mode;
        void *block_context, *mode_context;
        struct random random = random_from(1, ids[i][1]);
        open_contender(ids[i][0], "native", &block, &block_context);
        open_contender(ids[i][1], "native", &mode, &mode_context);
        for (unsigned k = 0; k < CASES; k++) {
            uint8_t key[32], counter[16];
            if (k % 3 == 0) {
                random_fill(&random, key, sizeof key);
                assert_int_equal(block_of(&block)->set_key(block_context, key, key_sizes[i]), STATUS_OK);
                assert_int_equal(cipher_of(&mode)->set_key(mode_context, key, key_sizes[i]), STATUS_OK);
            }
            random_fill(&random, counter, sizeof counter);
            memset(counter + k % 16, 0xff, 15 - k % 16);
            assert_int_equal(cipher_of(&mode)->set_iv(mode_context, ENCRYPT, counter, sizeof counter, 0), STATUS_OK);
            for (size_t at = 0; at < SIZE; at += 16) {
                assert_int_equal(block_of(&block)->encrypt(block_context, counter, expected + at, 1), STATUS_OK);
                for (size_t n = sizeof counter; n-- != 0 && ++counter[n] == 0;)
                    continue;
            }
            const size_t first = (size_t)random_below(&random, SIZE);
            memset(got, 0, SIZE);
            assert_int_equal(cipher_of(&mode)->update(mode_context, got, got, first), STATUS_OK);
            assert_int_equal(cipher_of(&mode)->update(mode_context, got + first, got + first, SIZE - first), STATUS_OK);
            assert_memory_equal(got, expected, SIZE);
        }
        contender_context_free(&block, block_context);
        contender_context_free(&mode, mode_context);
    }
}

/* Every width of vectors gives the same keystream, over lengths that end in each of them. */
static void test_widths_agree(void **state)
{
    static const char *const ids[] = {"chacha20", "salsa20"};
    enum { SIZE = 4096 + 77 };
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        static uint8_t expected[SIZE], got[SIZE];
        for (unsigned bits = 1; bits <= 512; bits = bits == 1 ? 128 : 2 * bits) {
            static const uint8_t key[32] = {1}, nonce[12] = {2};
            struct contender contender;
            struct message message = {.text = ""};
            contender_open(backend, registry_find(ids[i]), "native", &contender);
            contender.variant.vector_bits = bits;
            void *context = contender_context(&contender, &message);
            assert_non_null(context);
            const struct cipher_ops *ops = cipher_of(&contender);
            /* Salsa20's counter crosses its low word here. */
            const uint64_t counter = i == 0 ? 1000 : 0xfffffff9;
            assert_int_equal(ops->set_key(context, key, sizeof key), STATUS_OK);
            for (size_t first = 0; first < SIZE; first += 331) {
                memset(got, 0, sizeof got);
                assert_int_equal(ops->set_iv(context, ENCRYPT, nonce, ops->iv_size, counter), STATUS_OK);
                assert_int_equal(ops->update(context, got, got, first), STATUS_OK);
                assert_int_equal(ops->update(context, got + first, got + first, SIZE - first), STATUS_OK);
                if (bits == 1 && first == 0)
                    memcpy(expected, got, sizeof got);
                assert_memory_equal(got, expected, sizeof got);
            }
            contender_context_free(&contender, context);
        }
    }
}

/*
 * Every width of vectors, and plain C, encrypts and decrypts a cipher's blocks alike: up to two steps of the widest kernel
 * and part of a third.
 */
static void test_block_widths(void **state)
{
    enum { SIZE = 2 * KERNEL_STEP_MAX + 1536 };
    const struct primitive *primitive = *state;
    static const uint8_t key[KEY_SIZE_MAX] = {0x77, 0x01};
    static uint8_t data[SIZE], encrypted[SIZE], decrypted[SIZE], got[SIZE];
    const size_t block_size = primitive_block_size(primitive), most = SIZE / block_size;
    for (size_t i = 0; i < SIZE; i++)
        data[i] = (uint8_t)(i * 59 + i / 256);
    for (unsigned bits = 1; bits <= 512; bits = bits == 1 ? 128 : 2 * bits) {
        struct contender contender;
        struct message message = {.text = ""};
        contender_open(backend, primitive, "native", &contender);
        contender.variant.vector_bits = bits;
        void *context = contender_context(&contender, &message);
        assert_non_null(context);
        const struct block_cipher_ops *ops = block_of(&contender);
        assert_int_equal(ops->set_key(context, key, primitive->key_size), STATUS_OK);
        for (size_t blocks = most; blocks != 0; blocks = blocks > 70 ? blocks - 37 : blocks - 1) {
            const size_t size = blocks * block_size;
            assert_int_equal(ops->encrypt(context, data, got, blocks), STATUS_OK);
            if (bits == 1 && blocks == most)
                memcpy(encrypted, got, size);
            assert_memory_equal(got, encrypted, size);
            if (primitive->one_way)
                continue;
            assert_int_equal(ops->decrypt(context, data, got, blocks), STATUS_OK);
            if (bits == 1 && blocks == most)
                memcpy(decrypted, got, size);
            assert_memory_equal(got, decrypted, size);
        }
        contender_context_free(&contender, context);
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
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(test_chacha20_ends_with_its_counter);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(test_rc4_keys_of_any_length);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(test_aes_counts);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(test_widths_agree);
    for (size_t i = 0; i < registry_count && count + 4 <= TESTS_MAX; i++) {
        void *line = (void *)(uintptr_t)&registry[i];
        if (registry[i].class != CLASS_BLOCK_CIPHER && registry[i].class != CLASS_MODE &&
            registry[i].class != CLASS_STREAM_CIPHER)
            continue;
        tests[count++] = (struct CMUnitTest){registry[i].id, test_key_lengths, NULL, NULL, line};
        tests[count++] = (struct CMUnitTest){registry[i].id, test_overlaps, NULL, NULL, line};
        if (registry[i].class == CLASS_BLOCK_CIPHER)
            tests[count++] = (struct CMUnitTest){registry[i].id, test_block_widths, NULL, NULL, line};
        tests[count++] = (struct CMUnitTest){registry[i].id, test_round_trips, NULL, NULL, line};
    }
    tap_begin();
    int failed = _cmocka_run_group_tests("ciphers", tests, count, NULL, NULL);
    backend_close(backend);
    return failed;
}

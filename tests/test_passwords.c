/* SPDX-License-Identifier: MIT */
/* The password loop's own work: counting in bulk, hex in bulk, and threads that lose nothing. */
#include "operation/passwords.h"
#include "tests/tap.h"
#include "util/hex.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { COUNT = 1500 };

static struct backend *backend;

static void test_count_up(void **state)
{
    static const uint64_t firsts[] = {0, 1, 8, 9, 95, 99, 100, 950, 9990, 99999995, UINT64_C(9999999999999999000)};
    static uint8_t text[COUNT][PASSWORD_STRIDE];
    static size_t sizes[COUNT];
    (void)state;
    for (size_t f = 0; f < sizeof firsts / sizeof firsts[0]; f++)
        for (unsigned width = 0; width <= PASSWORD_SIZE_MAX; width++) {
            passwords_count_up(text, sizes, firsts[f], COUNT, width);
            for (size_t i = 0; i < COUNT; i++) {
                char expected[PASSWORD_STRIDE];
                snprintf(expected, sizeof expected, "%0*" PRIu64, (int)width, firsts[f] + i);
                assert_string_equal((const char *)text[i], expected);
                assert_int_equal(sizes[i], strlen(expected));
            }
        }
}

static void test_hex(void **state)
{
    uint8_t bytes[256];
    char one[514], bulk[514];
    (void)state;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 167);
    for (size_t size = 0; size <= sizeof bytes; size++) {
        memset(one, '!', sizeof one);
        memset(bulk, '!', sizeof bulk);
        hex_digits(one, bytes, size);
        hex_digits_in_bulk(bulk, bytes, size);
        assert_memory_equal(one, bulk, sizeof one);
    }
}

static uint64_t tick(void *state)
{
    return ++*(uint64_t *)state;
}

/* One to eight threads, one at a time and in lanes: the same digests and hex, of every password. */
static void test_threads(void **state)
{
    static const char *const names[] = {"native", CONTENDER_LANES, "openssl"};
    static const enum password_shape shapes[] = {PASSWORDS_2014, PASSWORDS_HASH};
    const struct primitive *primitive = registry_find("sha1");
    size_t size = primitive_output_size(primitive);
    struct message message = {.text = ""};
    struct password_chunk chunk;
    uint8_t expected[COUNT * DIGEST_SIZE_MAX];
    (void)state;
    assert_int_equal(password_chunk_open(&chunk, COUNT, &message), STATUS_OK);
    password_chunk_fill(&chunk, 0, COUNT, 0);
    memset(expected, 0, sizeof expected);
    for (size_t s = 0; s < 2; s++)
        for (size_t n = 0; n < 3; n++)
            for (size_t threads = 1; threads <= 8; threads++) {
                struct contender contender;
                struct password_loop loop;
                contender_open(backend, primitive, names[n], &contender);
                assert_non_null(contender.ops);
                assert_int_equal(password_loop_open(&loop, &contender, shapes[s], false, &chunk, size, threads, &message),
                                 STATUS_OK);
                uint64_t now = 0;
                loop.now_ns = tick;
                loop.clock_state = &now;
                for (size_t count = COUNT; count != 0; count = count == COUNT ? 5 : count - 1) {
                    memset(loop.digests, 0, COUNT * size);
                    assert_int_equal(password_loop_run(&loop, count), STATUS_OK);
                    assert_int_equal(loop.elapsed_ns, threads > 1); /* read at the common start and at the end */
                    if (s + n == 0 && threads == 1 && count == COUNT)
                        memcpy(expected, loop.digests, COUNT * size);
                    assert_memory_equal(loop.digests, expected, count * size);
                    for (size_t i = count * size; i < COUNT * size; i++)
                        assert_int_equal(loop.digests[i], 0);
                    char text[2 * DIGEST_SIZE_MAX + 1];
                    hex_encode(text, expected + (count - 1) * size, size);
                    if (shapes[s] == PASSWORDS_2014)
                        assert_memory_equal(text, loop.hex + 2 * (count - 1) * size, 2 * size);
                }
                password_loop_close(&loop);
            }
    password_chunk_close(&chunk);
}

#ifdef TEST_WRAPS
static size_t threads_left = SIZE_MAX; /* so many can still be started */

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *state);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *state);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *state)
{
    if (threads_left == 0)
        return EAGAIN;
    threads_left--;
    return __real_pthread_create(thread, attributes, start, state);
}

/* Each thread of eight in turn cannot be started: it is named, nothing is left running, and the next loop is as good. */
static void test_threads_that_cannot_be_started(void **state)
{
    enum { THREADS = 8 };
    const struct primitive *primitive = registry_find("sha1");
    size_t size = primitive_output_size(primitive);
    struct message message = {.text = ""};
    struct password_chunk chunk;
    struct contender contender;
    uint8_t expected[COUNT * DIGEST_SIZE_MAX];
    (void)state;
    contender_open(backend, primitive, "native", &contender);
    assert_int_equal(password_chunk_open(&chunk, COUNT, &message), STATUS_OK);
    password_chunk_fill(&chunk, 0, COUNT, 0);
    for (size_t good = 0; good <= THREADS; good++) {
        static const struct password_loop closed;
        struct password_loop loop;
        char expected_text[64];
        threads_left = good;
        enum status status = password_loop_open(&loop, &contender, PASSWORDS_HASH, false, &chunk, size, THREADS, &message);
        threads_left = SIZE_MAX;
        if (good < THREADS - 1) {
            assert_int_equal(status, STATUS_FAILED);
            snprintf(expected_text, sizeof expected_text, "thread %zu of %d cannot be started", good + 2, THREADS);
            assert_non_null(strstr(message.text, expected_text));
            assert_memory_equal(&loop, &closed, sizeof loop);
        } else {
            assert_int_equal(status, STATUS_OK);
        }
        /* One thread needs none to be started. */
        if (status != STATUS_OK)
            assert_int_equal(password_loop_open(&loop, &contender, PASSWORDS_HASH, false, &chunk, size, 1, &message), STATUS_OK);
        assert_int_equal(password_loop_run(&loop, COUNT), STATUS_OK);
        if (good == 0)
            memcpy(expected, loop.digests, COUNT * size);
        assert_memory_equal(loop.digests, expected, COUNT * size);
        password_loop_close(&loop);
    }
    password_chunk_close(&chunk);
}
#endif

static int set_up(void **state)
{
    struct message message;
    (void)state;
    return backend_open(&backend, &message) == STATUS_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    backend_close(backend);
    return 0;
}

int main(void)
{
    const struct CMUnitTest passwords[] = {
        cmocka_unit_test(test_count_up),
        cmocka_unit_test(test_hex),
        cmocka_unit_test(test_threads),
#ifdef TEST_WRAPS
        cmocka_unit_test(test_threads_that_cannot_be_started),
#endif
    };
    return RUN_TAP_WITH(passwords, set_up, tear_down);
}

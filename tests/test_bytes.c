/* SPDX-License-Identifier: MIT */
/* native/common/bytes.h by its words: every address, every count of a rotation, every place of a difference. */
#include "native/common/bytes.h"
#include "tests/tap.h"

#include <stdlib.h>

static void test_loads_and_stores(void **state)
{
    static const uint8_t bytes[] = {0, 0, 0, 0, 0, 0, 0, 0x81, 0x92, 0xa3, 0xb4, 0xc5, 0xd6, 0xe7, 0xf8, 0, 0, 0, 0, 0, 0, 0, 0};
    (void)state;
    for (size_t at = 0; at < 8; at++) {
        uint8_t in[16], out[16];
        memcpy(in, bytes + 7 - at, sizeof in);
        const uint8_t *p = in + at;
        assert_int_equal(load16_le(p), 0x9281);
        assert_int_equal(load16_be(p), 0x8192);
        assert_true(load32_le(p) == 0xb4a39281);
        assert_true(load32_be(p) == 0x8192a3b4);
        assert_true(load64_le(p) == UINT64_C(0xf8e7d6c5b4a39281));
        assert_true(load64_be(p) == UINT64_C(0x8192a3b4c5d6e7f8));
        memset(out, 0, sizeof out);
        store64_le(out + at, load64_le(p));
        assert_memory_equal(out, in, sizeof out);
        memset(out, 0, sizeof out);
        store64_be(out + at, load64_be(p));
        assert_memory_equal(out, in, sizeof out);
        memset(out, 0, sizeof out);
        store16_le(out + at, load16_le(p));
        store16_be(out + at + 2, load16_be(p + 2));
        store32_le(out + at + 4, load32_le(p + 4));
        assert_memory_equal(out, in, sizeof out);
        store32_be(out + at, load32_be(p));
        assert_memory_equal(out, in, sizeof out);
    }
    assert_true(swap32(0x01020384) == 0x84030201);
}

static void test_rotations(void **state)
{
    const uint32_t word = 0x80000001 ^ 0x00f10000;
    const uint64_t wide = UINT64_C(0x8000000000000001) ^ UINT64_C(0x00f1000000000000);
    uint32_t left = word, right = word;
    uint64_t wide_left = wide, wide_right = wide;
    (void)state;
    for (unsigned n = 0; n < 64; n++) {
        assert_true(rotl32(word, n % 32) == left && rotr32(word, n % 32) == right);
        assert_true(rotl64(wide, n) == wide_left && rotr64(wide, n) == wide_right);
        left = left * 2 + left / 0x80000000;
        right = right / 2 + right % 2 * 0x80000000;
        wide_left = wide_left * 2 + wide_left / UINT64_C(0x8000000000000000);
        wide_right = wide_right / 2 + wide_right % 2 * UINT64_C(0x8000000000000000);
    }
}

static void test_copies_and_xors(void **state)
{
    enum { SIZE = 100, GUARD = 0xc3 };
    uint8_t a[SIZE], b[SIZE], expected[SIZE], out[SIZE + 2];
    (void)state;
    copy_bytes(NULL, NULL, 0);
    wipe(NULL, 0);
    for (size_t i = 0; i < SIZE; i++) {
        a[i] = (uint8_t)(i * 151 + 7);
        b[i] = (uint8_t)(i * 29 + 211);
        expected[i] = (uint8_t)((a[i] | b[i]) - (a[i] & b[i]));
    }
    for (size_t size = 0; size <= SIZE; size++) {
        memset(out, GUARD, sizeof out);
        xor_bytes(out + 1, a, b, size);
        assert_memory_equal(out + 1, expected, size);
        assert_true(out[0] == GUARD && out[1 + size] == GUARD);
        memcpy(out + 1, a, size);
        xor_bytes(out + 1, out + 1, b, size);
        assert_memory_equal(out + 1, expected, size);
        memcpy(out + 1, b, size);
        xor_bytes(out + 1, a, out + 1, size);
        assert_memory_equal(out + 1, expected, size);
        copy_bytes(out + 1, a, size);
        assert_memory_equal(out + 1, a, size);
        assert_true(out[0] == GUARD && out[1 + size] == GUARD);
        wipe(out + 1, size);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(out[1 + i], 0);
        assert_true(out[0] == GUARD && out[1 + size] == GUARD);
    }
}

static void test_equality(void **state)
{
    enum { SIZE = 70 };
    uint8_t a[SIZE], b[SIZE];
    (void)state;
    for (size_t i = 0; i < SIZE; i++)
        a[i] = b[i] = (uint8_t)(i * 151 + 7);
    assert_int_equal(equal_bytes(NULL, NULL, 0), 1);
    for (size_t size = 0; size <= SIZE; size++) {
        assert_int_equal(equal_bytes(a, b, size), 1);
        for (size_t i = 0; i < SIZE; i++)
            for (unsigned bit = 0; bit < 8; bit++) {
                b[i] ^= (uint8_t)(1 << bit);
                assert_int_equal(equal_bytes(a, b, size), i >= size);
                b[i] ^= (uint8_t)(1 << bit);
            }
    }
    for (unsigned difference = 1; difference < 256; difference++) {
        b[0] = (uint8_t)(a[0] ^ difference);
        assert_int_equal(equal_bytes(a, b, 1), 0);
    }
}

int main(void)
{
    const struct CMUnitTest bytes[] = {
        cmocka_unit_test(test_loads_and_stores),
        cmocka_unit_test(test_rotations),
        cmocka_unit_test(test_copies_and_xors),
        cmocka_unit_test(test_equality),
    };
    return RUN_TAP(bytes);
}

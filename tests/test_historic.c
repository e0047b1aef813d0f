/* SPDX-License-Identifier: MIT */
/* The published tables, and the one figure that the page of 1998 draws from its own. */
#include "results/historic.h"
#include "tests/tap.h"

#include <math.h>
#include <string.h>

static void test_rows(void **state)
{
    (void)state;
    size_t bulk = 0, operations = 0, passwords = 0;
    for (size_t i = 0; i < historic_row_count; i++) {
        bulk += strcmp(historic_rows[i].workload, "bulk") == 0;
        operations += strcmp(historic_rows[i].workload, "operations") == 0;
        passwords += strcmp(historic_rows[i].workload, "passwords") == 0;
        assert_ptr_equal(historic_find(historic_rows[i].suite, historic_rows[i].name), &historic_rows[i]);
    }
    assert_int_equal(bulk, 31);
    assert_int_equal(operations, 93);
    assert_int_equal(passwords, 3);
    assert_null(historic_find("crypto++-1998", "MD6"));
    assert_float_equal(historic_find("passwords-2014", "SHA-256")->seconds, 35, 0);
    assert_float_equal(historic_find("crypto++-1998", "MD5")->rate, 32411914, 0);
    assert_float_equal(historic_find("crypto++-1998", "RSA 512 Decryption")->rate, 3662.0 / 30, 1e-9);
}

static void test_geometric_mean(void **state)
{
    (void)state;
    const double values[] = {1, 10, 100}, none[] = {1, 0};
    double rates[124];
    size_t count = 0;
    assert_float_equal(geometric_mean(values, 3), 10, 1e-12);
    assert_true(isnan(geometric_mean(values, 0)));
    assert_true(isnan(geometric_mean(none, 2)));
    for (size_t i = 0; i < historic_row_count; i++)
        if (strcmp(historic_rows[i].suite, "crypto++-1998") == 0 && count < 124)
            rates[count++] = historic_rows[i].rate;
    assert_int_equal(count, 124);
    assert_float_equal(geometric_mean(rates, count), 912.36, 0.005);
    assert_float_equal(historic_mean("crypto++-1998"), 912.36, 0.005);
    assert_float_equal(historic_mean("crypto++-3.1"), 1451.428, 0);
    assert_true(isnan(historic_mean("openssl")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_geometric_mean),
    };
    return RUN_TAP(tests);
}

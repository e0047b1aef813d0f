/* SPDX-License-Identifier: MIT */
/* The suite crypto++-1998 is the published table: its 124 rows, in its order, under its names. */
#include "registry/suites.h"
#include "results/historic.h"
#include "tests/tap.h"

#include <string.h>

static void test_rows_of_1998(void **state)
{
    static const char name[] = "crypto++-1998";
    size_t at = 0, rows = 0;
    (void)state;
    for (size_t i = 0; i < historic_row_count; i++) {
        if (strcmp(historic_rows[i].suite, name) != 0)
            continue;
        while (at < suite_row_count && (suite_rows[at].beside || strcmp(suite_rows[at].suite, name) != 0))
            at++;
        assert_true(at < suite_row_count);
        assert_string_equal(suite_rows[at].name, historic_rows[i].name);
        at++;
        rows++;
    }
    assert_int_equal(rows, 124);
    for (; at < suite_row_count; at++)
        assert_string_not_equal(suite_rows[at].suite, name);
}

/* What was timed in decryption is offered in encryption, too, beside it. */
static void test_both_directions(void **state)
{
    (void)state;
    for (size_t i = 0; i < suite_row_count; i++) {
        if (strcmp(suite_rows[i].id, "three_way") != 0 || suite_rows[i].beside)
            continue;
        assert_string_equal(suite_rows[i].operation, "decrypt");
        assert_true(i + 1 < suite_row_count && suite_rows[i + 1].beside);
        assert_string_equal(suite_rows[i + 1].suite, suite_rows[i].suite);
        assert_string_equal(suite_rows[i + 1].id, suite_rows[i].id);
        assert_string_equal(suite_rows[i + 1].operation, "encrypt");
        assert_null(historic_find(suite_rows[i + 1].suite, suite_rows[i + 1].name));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows_of_1998), cmocka_unit_test(test_both_directions)};
    return RUN_TAP(tests);
}

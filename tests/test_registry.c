/* SPDX-License-Identifier: MIT */
/* The list itself: names that can be told apart, selectors, and the message for a name that means nothing. */
#include "registry/registry.h"
#include "registry/suites.h"
#include "tests/tap.h"

#include <stdlib.h>
#include <string.h>

static void test_lines_are_complete(void **state)
{
    (void)state;
    for (size_t i = 0; i < registry_count; i++) {
        const struct primitive *line = &registry[i];
        assert_non_null(line->id);
        assert_non_null(line->native);
        assert_true(line->name[0] != '\0' && line->source[0] != '\0');
        assert_true((line->openssl.via == VIA_NONE) == (line->openssl.reason != NULL));
        assert_true(strspn(line->id, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(line->id));
        if (line->class == CLASS_HASH || line->class == CLASS_CHECKSUM || line->class == CLASS_MAC)
            assert_in_range(primitive_output_size(line), 1, DIGEST_SIZE_MAX);
    }
}

static void test_ids_are_unique(void **state)
{
    (void)state;
    for (size_t i = 0; i < registry_count; i++)
        for (size_t j = i + 1; j < registry_count; j++)
            if (same_name(registry[i].id, registry[j].id))
                fail_msg("%s and %s are one name", registry[i].id, registry[j].id);
}

static void test_names_of_any_spelling(void **state)
{
    (void)state;
    assert_string_equal(registry_find("SHA-256")->id, "sha256");
    assert_string_equal(registry_find("sha_256")->id, "sha256");
    assert_string_equal(registry_find("SHA-512/256")->id, "sha512_256");
    assert_null(registry_find("sha257"));
}

static void test_selectors(void **state)
{
    (void)state;
    const struct primitive **list = calloc(registry_count, sizeof *list);
    size_t count = 0;
    struct message message = {.text = ""};
    assert_non_null(list);
    assert_int_equal(registry_select("sha512", list, &count, &message), STATUS_OK);
    assert_int_equal(registry_select("md5", list, &count, &message), STATUS_OK);
    assert_int_equal(registry_select("sha512", list, &count, &message), STATUS_OK);
    assert_int_equal(count, 2);
    assert_string_equal(list[0]->id, "sha512");
    assert_string_equal(list[1]->id, "md5");
    count = 0;
    assert_int_equal(registry_select("sha51*", list, &count, &message), STATUS_OK);
    assert_int_equal(count, 2);
    count = 0;
    assert_int_equal(registry_select("hash", list, &count, &message), STATUS_OK);
    assert_true(count >= 7);
    count = 0;
    assert_int_equal(registry_select("all", list, &count, &message), STATUS_OK);
    assert_int_equal(count, registry_count);
    count = 0;
    assert_int_equal(registry_select("sha257", list, &count, &message), STATUS_BAD_PARAMETER);
    assert_int_equal(count, 0);
    assert_non_null(strstr(message.text, "'sha257'"));
    assert_non_null(strstr(message.text, "sha256"));
    assert_int_equal(registry_select("zz*", list, &count, &message), STATUS_BAD_PARAMETER);
    free(list);
}

static void test_suites_name_lines(void **state)
{
    (void)state;
    for (size_t i = 0; i < suite_row_count; i++) {
        assert_non_null(suite_find(suite_rows[i].suite));
        if (registry_find(suite_rows[i].id) == NULL)
            fail_msg("%s: row '%s' stands for %s, which is no line", suite_rows[i].suite, suite_rows[i].name,
                     suite_rows[i].id);
        for (size_t k = 0; k < i; k++)
            assert_false(strcmp(suite_rows[i].suite, suite_rows[k].suite) == 0 &&
                         strcmp(suite_rows[i].name, suite_rows[k].name) == 0);
    }
    assert_null(suite_find("crypto++-1999"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_are_complete),
        cmocka_unit_test(test_ids_are_unique),
        cmocka_unit_test(test_names_of_any_spelling),
        cmocka_unit_test(test_selectors),
        cmocka_unit_test(test_suites_name_lines),
    };
    return RUN_TAP(tests);
}

/* SPDX-License-Identifier: MIT */
/* Figures, texts and tables as people and other programs are shown them. */
#include "util/lines.h"
#include "util/output.h"
#include "util/table.h"
#include "util/text.h"
#include "util/units.h"
#include "tests/tap.h" /* after those that declare `fail` */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *figure(double value)
{
    static char text[FIGURE_SIZE];
    format_figure(text, value);
    return text;
}

static const char *ratio(double value)
{
    static char text[FIGURE_SIZE];
    format_ratio(text, value);
    return text;
}

static void test_figures(void **state)
{
    (void)state;
    char text[FIGURE_SIZE];
    assert_string_equal(figure(12034.4), "12034");
    assert_string_equal(figure(851.23), "851.2");
    assert_string_equal(figure(9.99996), "10.00");
    assert_string_equal(figure(1), "1.000");
    assert_string_equal(figure(0.0149), "0.01490");
    assert_string_equal(figure(0), "0");
    assert_string_equal(figure(NAN), "-");
    assert_string_equal(figure(INFINITY), "-");
    assert_string_equal(figure(1e300), "1.000e+300");
    assert_string_equal(figure(1e-300), "0.000000000000");
    assert_string_equal(ratio(1.3), "1.30");
    assert_string_equal(ratio(0.99961), "1.00");
    assert_string_equal(ratio(0.4312), "0.431");
    assert_string_equal(ratio(34.14), "34.1");
    format_interval(text, 1.3, 1.28, 1.3249);
    assert_string_equal(text, "1.30 (1.28 .. 1.32)");
    format_interval(text, 1.3, NAN, NAN);
    assert_string_equal(text, "1.30 (no interval)");
    format_interval(text, NAN, 1, 2);
    assert_string_equal(text, "-");
    format_change(text, 1.031);
    assert_string_equal(text, "+3.1 %");
    format_change(text, 0.5);
    assert_string_equal(text, "-50.0 %");
    format_count(text, 10000000);
    assert_string_equal(text, "10,000,000");
    format_count(text, 999);
    assert_string_equal(text, "999");
    format_size(text, UINT64_MAX);
    assert_string_equal(text, "-");
    format_duration(text, 0.85);
    assert_string_equal(text, "850 ms");
    format_duration(text, 250);
    assert_string_equal(text, "4 min 10 s");
    format_duration(text, 7500);
    assert_string_equal(text, "2 h 5 min");
    assert_float_equal(mib_of(1048576), 1, 0);
}

static void test_plurals(void **state)
{
    (void)state;
    assert_string_equal(plural(0), "s");
    assert_string_equal(plural(1), "");
    assert_string_equal(plural(2), "s");
    assert_string_equal(plural(UINT64_MAX), "s");
}

static void test_printable(void **state)
{
    (void)state;
    char text[64];
    text_printable(text, sizeof text, "a\033[31mb\n\xc2\x9b" "c\xff" "d\xc2\xb5", true);
    assert_string_equal(text, "a?[31mb??c?d\xc2\xb5");
    text_printable(text, sizeof text, "\xc2\xb5s", false);
    assert_string_equal(text, "?s");
    text_printable(text, sizeof text, "\xe2\x80\xae\xed\xa0\x80", true); /* direction override, surrogate */
    assert_string_equal(text, "????");
    text_copy(text, 3, "a\xc2\xb5");
    assert_string_equal(text, "a");
    assert_int_equal(text_columns("\xc2\xb5s"), 2);
}

typedef void escape(FILE *out, const char *text);

static void assert_escaped(escape *function, const char *text, const char *expected)
{
    char *result = NULL;
    size_t size;
    FILE *file = open_memstream(&result, &size);
    assert_non_null(file);
    function(file, text);
    fclose(file);
    assert_string_equal(result, expected);
    free(result);
}

static void test_escapes(void **state)
{
    (void)state;
    assert_escaped(text_html, "<script>alert('a\"b')</script>&", "&lt;script&gt;alert(&#39;a&quot;b&#39;)&lt;/script&gt;&amp;");
    assert_escaped(text_html, "a\001b\xff", "a b&#65533;");
    assert_escaped(text_csv, "plain", "plain");
    assert_escaped(text_csv, "a,\"b\"\n", "\"a,\"\"b\"\"\n\"");
    assert_escaped(text_csv, "=1+1", "\"'=1+1\"");
    assert_escaped(text_markdown, "a|b*c_<img>", "a\\|b\\*c\\_&lt;img>");
    assert_escaped(text_markdown, "[x](http://y)\n", "\\[x\\](http://y) ");
}

/* Prints a table of three columns and two rows at a width of COLUMNS. */
static char *table_text(size_t columns)
{
    char *result = NULL;
    size_t size;
    FILE *file = open_memstream(&result, &size);
    assert_non_null(file);
    struct table_style style = {file, columns, false, false};
    struct table *table = table_create(&style);
    table_column(table, "name", "", ALIGN_LEFT, 0);
    table_column(table, "rate", "MiB/s", ALIGN_RIGHT, 0);
    table_column(table, "check", "", ALIGN_LEFT, 0);
    const char *const cells[] = {"MD5", "1234567", "equal", "SHA-256", "1.2", ""};
    for (size_t i = 0; i < 6; i++)
        table_cell(table, cells[i]);
    assert_int_equal(table_flush(table), STATUS_OK);
    table_free(table);
    fclose(file);
    return result;
}

static void test_tables(void **state)
{
    (void)state;
    char *text = table_text(0);
    assert_string_equal(text, "name        rate  check\n"
                              "           MiB/s\n"
                              "-------  -------  -----\n"
                              "MD5      1234567  equal\n"
                              "SHA-256      1.2\n");
    free(text);
    text = table_text(20);
    assert_string_equal(text, "MD5\n"
                              "  rate   1234567 MiB/s\n"
                              "  check  equal\n"
                              "SHA-256\n"
                              "  rate   1.2 MiB/s\n");
    free(text);
    assert_int_equal(table_flush(NULL), STATUS_NO_MEMORY);
}

/* A row that comes after the head was printed may be too wide: what follows it moves back into its place. */
static void test_late_rows(void **state)
{
    (void)state;
    char *result = NULL;
    size_t size;
    FILE *file = open_memstream(&result, &size);
    assert_non_null(file);
    struct table_style style = {file, 80, false, false};
    struct table *table = table_create(&style);
    table_column(table, "name", "", ALIGN_LEFT, 0);
    table_column(table, "rate", "", ALIGN_RIGHT, 10);
    table_column(table, "check", "", ALIGN_LEFT, 0);
    const char *const cells[] = {"MD5", "1", "equal", "much too long", "2", "equal", "\xc2\xb5", "3", "equal"};
    for (size_t i = 0; i < 9; i++) {
        table_cell(table, cells[i]);
        if (i % 3 == 2)
            assert_int_equal(table_flush(table), STATUS_OK);
    }
    table_free(table);
    fclose(file);
    assert_string_equal(result, "name        rate  check\n"
                                "----  ----------  -----\n"
                                "MD5            1  equal\n"
                                "much too long  2  equal\n"
                                "?              3  equal\n");
    free(result);
}

static void test_output_whole_or_not_at_all(void **state)
{
    (void)state;
    char folder[] = "/tmp/assay-output-XXXXXX", path[64], line[32] = "";
    struct output output;
    struct message message;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/report.txt", folder);
    assert_int_equal(output_open(&output, path, false, &message), STATUS_OK);
    fputs("first", output.file);
    assert_int_not_equal(access(path, F_OK), 0);
    output_abandon(&output);
    assert_int_not_equal(access(path, F_OK), 0);
    for (int force = 0; force < 2; force++) {
        assert_int_equal(output_open(&output, path, force != 0, &message), STATUS_OK);
        fputs(force ? "third" : "second", output.file);
        assert_int_equal(output_commit(&output, &message), STATUS_OK);
        assert_int_equal(output_open(&output, path, false, &message), STATUS_FAILED);
        assert_non_null(strstr(message.text, "exists already"));
    }
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    fclose(file);
    assert_string_equal(line, "third");
    if (access("/dev/full", W_OK) == 0) {
        assert_int_equal(output_open(&output, "/dev/full", false, &message), STATUS_OK);
        fputs("lost", output.file);
        assert_int_equal(output_commit(&output, &message), STATUS_FAILED);
    }
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0); /* nothing else was left in it */
}

static void test_lines(void **state)
{
    (void)state;
    struct lines lines = {NULL, 0, 0, false};
    for (int i = 0; i < 100; i++)
        lines_add(&lines, "%d", i % 50);
    assert_int_equal(lines.count, 100);
    assert_int_equal(lines_index(&lines, "7"), 7);
    assert_int_equal(lines_index(&lines, "new"), 100);
    assert_false(lines.failed);
    lines_free(&lines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_figures),
        cmocka_unit_test(test_plurals),
        cmocka_unit_test(test_printable),
        cmocka_unit_test(test_escapes),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_late_rows),
        cmocka_unit_test(test_output_whole_or_not_at_all),
        cmocka_unit_test(test_lines),
    };
    return RUN_TAP(tests);
}

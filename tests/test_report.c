/* SPDX-License-Identifier: MIT */
/*
 * Each report format over one fixed record, compared with tests/golden/report.<extension>.
 *
 * After a change that is meant, ASSAY_GOLDEN=update in the environment writes the files anew; read their diff.
 */
#include "report/page.h"
#include "report/plot.h"
#include "report/reporter.h"
#include "results/record.h"
#include "tests/tap.h" /* after those that declare `fail` */

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct record record;
static char golden[1024];

static int set_up(void **state)
{
    (void)state;
    struct message message;
    const char *root = getenv("ASSAY_SOURCE_ROOT");
    char path[1200];
    snprintf(golden, sizeof golden, "%s/tests/golden", root == NULL ? "." : root);
    snprintf(path, sizeof path, "%s/record.jsonl", golden);
    if (record_read(&record, path, &message) == STATUS_OK)
        return 0;
    fprintf(stderr, "%s\n", message.text);
    return -1;
}

static int tear_down(void **state)
{
    (void)state;
    record_free(&record);
    return 0;
}

static char *report_text(const struct reporter *reporter, size_t columns)
{
    char *text = NULL;
    size_t size;
    struct report report;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    report_setup(&report, file, &record.environment, "assay report");
    report.utf8 = false;
    report.columns = columns;
    assert_int_equal(reporter->begin(&report), STATUS_OK);
    for (size_t i = 0; i < record.count; i++)
        assert_int_equal(reporter->row(&report, &record.rows[i]), STATUS_OK);
    assert_int_equal(reporter->end(&report), STATUS_OK);
    assert_int_equal(fclose(file), 0);
    return text;
}

static char *file_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        fail_msg("%s is missing: run with ASSAY_GOLDEN=update", path);
    static const size_t limit = (size_t)4 << 20;
    char *text = calloc(1, limit);
    assert_non_null(text);
    assert_true(fread(text, 1, limit - 1, file) < limit - 1);
    fclose(file);
    return text;
}

static char *page_text(const struct record *records, size_t count, const struct plots *plots, const char *why_not)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    assert_int_equal(page_write(file, records, count, plots, why_not), STATUS_OK);
    assert_int_equal(fclose(file), 0);
    return text;
}

static void compare(const char *name, const char *text)
{
    char path[1200];
    const char *golden_wish = getenv("ASSAY_GOLDEN");
    snprintf(path, sizeof path, "%s/%s", golden, name);
    if (golden_wish != NULL && strcmp(golden_wish, "update") == 0) {
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        fputs(text, file);
        assert_int_equal(fclose(file), 0);
        return;
    }
    char *expected = file_text(path);
    size_t at = 0, line = 1;
    while (text[at] == expected[at] && text[at] != '\0')
        line += text[at++] == '\n';
    if (text[at] != expected[at])
        fail_msg("%s:%zu: expected \"%.60s\", got \"%.60s\" (ASSAY_GOLDEN=update if that is meant)", path, line,
                 expected + at, text + at);
    free(expected);
}

static void test_golden(void **state)
{
    (void)state;
    for (size_t i = 0; reporters[i] != NULL; i++) {
        char name[64];
        char *text = report_text(reporters[i], 0);
        snprintf(name, sizeof name, "report.%s", reporters[i]->extension);
        compare(name, text);
        free(text);
    }
    char *text = report_text(reporter_find("text"), 80);
    compare("report-80.txt", text);
    free(text);
    text = page_text(&record, 1, NULL, "gnuplot is not installed");
    compare("report.html", text);
    free(text);
}

/* Whatever the width, no line of a figure is cut, and at 80 columns the tables of two contenders fit. */
static void test_narrow(void **state)
{
    (void)state;
    for (size_t columns = 20; columns <= 200; columns += 20) {
        char *text = report_text(reporter_find("text"), columns);
        assert_non_null(strstr(text, "119.2"));
        assert_non_null(strstr(text, "1.49 (1.47 .. 1.51)"));
        assert_non_null(strstr(text, "25 rows: 21 ok, 1 failed, 3 unavailable"));
        for (const char *p = text; *p != '\0'; p++)
            assert_true((unsigned char)*p < 0x80);
        free(text);
    }
}

static void test_json_is_the_record(void **state)
{
    (void)state;
    json_error_t error;
    char *text = report_text(reporter_find("json"), 0);
    json_t *document = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    assert_non_null(document);
    assert_int_equal(json_object_size(document), 2);
    assert_int_equal(json_array_size(json_object_get(document, "rows")), record.count);
    for (size_t i = 0; i < record.count; i++) {
        json_t *row = json_of_row(&record.rows[i]);
        const size_t flags = JSON_COMPACT | JSON_REAL_PRECISION(RECORD_DIGITS);
        char *expected = json_dumps(row, flags);
        char *got = json_dumps(json_array_get(json_object_get(document, "rows"), i), flags);
        assert_string_equal(got, expected);
        free(expected);
        free(got);
        json_decref(row);
    }
    json_decref(document);
    free(text);
}

/* Every line of the CSV has as many fields as its head. */
static void test_csv_is_rectangular(void **state)
{
    (void)state;
    char *text = report_text(reporter_find("csv"), 0);
    size_t expected = 0, fields = 1, lines = 0;
    bool quoted = false;
    for (const char *p = text; *p != '\0'; p++) {
        quoted = quoted != (*p == '"');
        if (quoted)
            continue;
        fields += *p == ',';
        if (*p == '\n') {
            if (lines++ == 0)
                expected = fields;
            assert_int_equal(fields, expected);
            fields = 1;
        }
    }
    assert_true(lines > record.count);
    free(text);
}

/* A record whose every text is an attack on somebody who shows it. */
static void spoil(struct record *spoilt)
{
    static const char attack[] = "<script>alert(1)</script>\"'`$(id)`|*_[x](y)\033[31m\n=1+1";
    memset(spoilt, 0, sizeof *spoilt);
    strcpy(spoilt->path, "a/<script>alert(0)</script>.jsonl");
    spoilt->rows = calloc(2, sizeof *spoilt->rows);
    assert_non_null(spoilt->rows);
    spoilt->count = 2;
    strcpy(spoilt->environment.cpu, attack);
    strcpy(spoilt->environment.compiler, attack);
    for (size_t i = 0; i < spoilt->count; i++) {
        struct row *row = &spoilt->rows[i];
        strcpy(row->workload, "bulk");
        snprintf(row->primitive, sizeof row->primitive, "%.40s", attack);
        snprintf(row->name, sizeof row->name, "%s", attack);
        snprintf(row->operation, sizeof row->operation, "%.30s", attack);
        snprintf(row->check, sizeof row->check, "%.15s", attack);
        snprintf(row->warnings[0], sizeof row->warnings[0], "%s", attack);
        row->warning_count = 1;
        row->size = i == 0 ? 16 : 1024;
        row->count = UINT64_MAX;
        row->contender_count = 1;
        snprintf(row->contenders[0].name, sizeof row->contenders[0].name, "%s", attack);
        snprintf(row->contenders[0].reason, sizeof row->contenders[0].reason, "%s", attack);
        row->contenders[0].median_ns = 100;
        row->contenders[0].bytes_per_second = i == 0 ? 5e-324 : 1e8;
        row->contenders[0].operations_per_second = 1e308;
        row->published = 5e-324;
        snprintf(row->ratios[0].contender, sizeof row->ratios[0].contender, "%s", attack);
        row->ratios[0].ratio = (struct ratio){1e308, 5e-324, 1e308};
        row->ratios[0].busy = row->ratios[0].all = (struct ratio){NAN, NAN, NAN};
        row->ratio_count = 1;
        row->contenders[0].mad_ns = row->contenders[0].total_ns = NAN;
    }
}

static void test_texts_are_escaped(void **state)
{
    (void)state;
    struct record spoilt[2];
    struct plots plots;
    struct message message;
    spoil(&spoilt[0]);
    spoil(&spoilt[1]);
    char *text = page_text(spoilt, 2, NULL, "<script>alert(2)</script>");
    assert_null(strstr(text, "<script>alert"));
    assert_non_null(strstr(text, "&lt;script&gt;alert(1)"));
    assert_null(strchr(text, '\033'));
    free(text);
    enum status status = plots_draw(&plots, spoilt, 2, PLOT_SVG, PLOT_ALL, &message);
    if (status == STATUS_OK) {
        assert_true(plots.count >= 1);
        text = page_text(spoilt, 2, &plots, NULL);
        assert_null(strstr(text, "<script>alert"));
        assert_non_null(strstr(text, "<svg role=img"));
        assert_null(strstr(text, "<title>Gnuplot"));
        free(text);
        plots_free(&plots);
    } else {
        assert_int_equal(status, STATUS_UNSUPPORTED);
    }
    struct record good = record;
    record = spoilt[0];
    text = report_text(reporter_find("text"), 80);
    assert_null(strchr(text, '\033'));
    free(text);
    text = report_text(reporter_find("markdown"), 0);
    assert_null(strstr(text, "<script>"));
    free(text);
    record = good;
    record_free(&spoilt[0]);
    record_free(&spoilt[1]);
}

static void test_no_rows(void **state)
{
    (void)state;
    for (size_t i = 0; reporters[i] != NULL; i++) {
        char *text = NULL;
        size_t size;
        struct report report;
        FILE *file = open_memstream(&text, &size);
        assert_non_null(file);
        report_setup(&report, file, &record.environment, "assay report");
        assert_int_equal(reporters[i]->begin(&report), STATUS_OK);
        assert_int_equal(reporters[i]->end(&report), STATUS_OK);
        fclose(file);
        assert_true(size > 0);
        free(text);
    }
    assert_null(reporter_find("xml"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),
        cmocka_unit_test(test_narrow),
        cmocka_unit_test(test_json_is_the_record),
        cmocka_unit_test(test_csv_is_rectangular),
        cmocka_unit_test(test_texts_are_escaped),
        cmocka_unit_test(test_no_rows),
    };
    return RUN_TAP_WITH(tests, set_up, tear_down);
}

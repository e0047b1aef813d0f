/* SPDX-License-Identifier: MIT */
#include "report/changes.h"

#include "util/table.h"
#include "util/text.h"
#include "util/units.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

enum { COLUMNS = 6, CELL_SIZE = 256 };

static const char *const titles[COLUMNS] = {"what", "old", "new", "change", "against", "verdict"};

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* ------------------------------------------------------------------------------------------------------ cells */

/* The unit in which rows of WORKLOAD are shown. */
static const char *unit_of(const char *workload)
{
    return is(workload, "bulk") ? "MiB/s" : is(workload, "passwords") ? "ns" : "op/s";
}

static double figure_in_unit(const struct row *row, double time_ns)
{
    return is(row->workload, "bulk")        ? mib_of((double)row->size * 1e9 / time_ns)
           : is(row->workload, "passwords") ? time_ns
                                            : 1e9 / time_ns;
}

/* "+3.1 % (+2.0 .. +4.2)" */
static void format_change_interval(char *text, struct ratio ratio)
{
    char change[FIGURE_SIZE];
    format_change(change, ratio.speed_ratio);
    if (!isfinite(ratio.low) || !isfinite(ratio.high) || !isfinite(ratio.speed_ratio))
        strcpy(text, change);
    else
        snprintf(text, FIGURE_SIZE, "%.20s (%+.1f .. %+.1f)", change, fmin((ratio.low - 1) * 100, 1e9),
                 fmin((ratio.high - 1) * 100, 1e9));
}

static void fill_cells(const struct comparison_row *row, char cells[COLUMNS][CELL_SIZE])
{
    char figure[FIGURE_SIZE];
    comparison_name(row->old_row, row->old_contender, cells[0], CELL_SIZE);
    format_figure(cells[1], figure_in_unit(row->old_row, row->old_ns));
    format_figure(cells[2], figure_in_unit(row->new_row, row->new_ns));
    format_change_interval(cells[3], row->change);
    cells[4][0] = '\0';
    if (row->control != NULL) {
        format_change(figure, row->relative.speed_ratio);
        snprintf(cells[4], CELL_SIZE, "%s by %s", figure, row->control);
    }
    text_copy(cells[5], CELL_SIZE, verdict_text(row->verdict));
}

/* The workloads in the order in which they are shown; whatever else a record names comes last. */
static const char *const workloads[] = {"bulk", "passwords", "operations", NULL};

static bool in_workload(const struct row *row, size_t index)
{
    if (workloads[index] != NULL)
        return is(row->workload, workloads[index]);
    for (size_t i = 0; i < index; i++)
        if (is(row->workload, workloads[i]))
            return false;
    return true;
}

/* -------------------------------------------------------------------------------------------------- sentences */

static void summarise_changes(const struct changes *changes, struct lines *lines)
{
    const struct comparison *comparison = changes->comparison;
    lines_add(lines, "Changes are of speed, new over old; their intervals hold together with %.0f %%.  A verdict needs the "
              "whole interval beyond %g %%, and where another contender of the same rounds is the same thing in both "
              "records (\"by\"), against that one too.", COMPARE_CONFIDENCE * 100, changes->threshold * 100);
    lines_add(lines, "Between runs a speed that did not change strays by %.1f %% (standard deviation; %zu contender%s the "
              "same thing in both records%s).", comparison->between_runs * 100, comparison->controls,
              comparison->controls == 1 ? " is" : "s are",
              comparison->estimated ? "" : ", too few to tell, so this is the recorded noise floor");
}

static void format_counts(const struct comparison *comparison, char *text, size_t size)
{
    snprintf(text, size, "%zu judged: %zu faster, %zu slower, %zu no difference, %zu with too few samples, "
             "%zu with the machine busy in one record; %zu only in "
             "the old record, %zu only in the new", comparison->count - comparison->counts[VERDICT_NOT_JUDGED], comparison->counts[VERDICT_FASTER],
             comparison->counts[VERDICT_SLOWER], comparison->counts[VERDICT_SAME], comparison->counts[VERDICT_UNKNOWN],
             comparison->counts[VERDICT_BUSY],
             comparison->only_old.count, comparison->only_new.count);
}

/* ------------------------------------------------------------------------------------------------------- text */

static bool put_wrapped(struct report *report, const char *first, const char *text)
{
    struct lines clean = {NULL, 0, 0, false};
    lines_add(&clean, "%s", text);
    if (clean.count != 0) {
        text_printable(clean.items[0], strlen(text) + 1, text, report->utf8);
        text_wrap(report->out, first, text_columns(first), clean.items[0], report->columns);
    }
    bool failed = clean.failed;
    lines_free(&clean);
    return failed;
}

static enum status changes_text(struct report *report, const struct changes *changes)
{
    const struct comparison *comparison = changes->comparison;
    struct table_style style = {report->out, report->columns, report->utf8, report->color};
    struct lines summary = {NULL, 0, 0, false};
    char cells[COLUMNS][CELL_SIZE], counts[256];
    enum status status = STATUS_OK;
    bool failed = put_wrapped(report, "old: ", changes->old_path);
    failed = put_wrapped(report, "new: ", changes->new_path) || failed;
    for (size_t i = 0; i < comparison->differences.count; i++)
        failed = put_wrapped(report, "warning: ", comparison->differences.items[i]) || failed;
    for (size_t w = 0; w < sizeof workloads / sizeof workloads[0]; w++) {
        struct table *table = NULL;
        for (size_t i = 0; i < comparison->count; i++) {
            const struct comparison_row *row = &comparison->rows[i];
            if (!in_workload(row->old_row, w))
                continue;
            if (table == NULL) {
                table = table_create(&style);
                for (size_t j = 0; j < COLUMNS; j++)
                    table_column(table, titles[j], j == 1 || j == 2 ? unit_of(row->old_row->workload) : "",
                                 j >= 1 && j <= 3 ? ALIGN_RIGHT : ALIGN_LEFT, 0);
                putc('\n', report->out);
            }
            fill_cells(row, cells);
            for (size_t j = 0; j < COLUMNS; j++)
                table_cell(table, cells[j]);
            if (row->verdict == VERDICT_SLOWER)
                table_mark(table);
            if (table == NULL)
                status = STATUS_NO_MEMORY;
        }
        if (table != NULL && table_flush(table) != STATUS_OK)
            status = STATUS_NO_MEMORY;
        table_free(table);
    }
    putc('\n', report->out);
    for (size_t i = 0; i < comparison->only_old.count; i++)
        failed = put_wrapped(report, "only in the old record: ", comparison->only_old.items[i]) || failed;
    for (size_t i = 0; i < comparison->only_new.count; i++)
        failed = put_wrapped(report, "only in the new record: ", comparison->only_new.items[i]) || failed;
    summarise_changes(changes, &summary);
    for (size_t i = 0; i < summary.count; i++)
        failed = put_wrapped(report, "- ", summary.items[i]) || failed;
    format_counts(comparison, counts, sizeof counts);
    putc('\n', report->out);
    failed = put_wrapped(report, "", counts) || failed;
    failed = failed || summary.failed;
    lines_free(&summary);
    return status != STATUS_OK || failed ? STATUS_NO_MEMORY : ferror(report->out) ? STATUS_FAILED : STATUS_OK;
}

/* --------------------------------------------------------------------------------------------------- Markdown */

static void put_list(FILE *out, const char *head, const struct lines *lines)
{
    if (lines->count != 0)
        fprintf(out, "\n%s:\n\n", head);
    for (size_t i = 0; i < lines->count; i++) {
        fputs("- ", out);
        text_markdown(out, lines->items[i]);
        putc('\n', out);
    }
}

static enum status changes_markdown(struct report *report, const struct changes *changes)
{
    const struct comparison *comparison = changes->comparison;
    FILE *out = report->out;
    struct lines summary = {NULL, 0, 0, false};
    char cells[COLUMNS][CELL_SIZE], counts[256];
    fputs("# assay compare\n\nOld: ", out);
    text_markdown(out, changes->old_path);
    fputs("  \nNew: ", out);
    text_markdown(out, changes->new_path);
    putc('\n', out);
    put_list(out, "The records differ in more than the figures", &comparison->differences);
    for (size_t w = 0; w < sizeof workloads / sizeof workloads[0]; w++) {
        bool begun = false;
        for (size_t i = 0; i < comparison->count; i++) {
            const struct comparison_row *row = &comparison->rows[i];
            if (!in_workload(row->old_row, w))
                continue;
            const char *unit = unit_of(row->old_row->workload);
            if (!begun)
                fprintf(out, "\n| what | old, %s | new, %s | change | against | verdict |\n"
                             "| --- | ---: | ---: | ---: | --- | --- |\n", unit, unit);
            begun = true;
            fill_cells(row, cells);
            putc('|', out);
            for (size_t j = 0; j < COLUMNS; j++) {
                putc(' ', out);
                text_markdown(out, cells[j]);
                fputs(" |", out);
            }
            putc('\n', out);
        }
    }
    put_list(out, "Only in the old record", &comparison->only_old);
    put_list(out, "Only in the new record", &comparison->only_new);
    summarise_changes(changes, &summary);
    put_list(out, "How to read this", &summary);
    format_counts(comparison, counts, sizeof counts);
    fprintf(out, "\n%s\n", counts);
    bool failed = summary.failed;
    lines_free(&summary);
    return failed ? STATUS_NO_MEMORY : ferror(out) ? STATUS_FAILED : STATUS_OK;
}

/* -------------------------------------------------------------------------------------------------------- CSV */

static void put_field(FILE *out, const char *text)
{
    text_csv(out, text);
    putc(',', out);
}

static void put_real(FILE *out, double value)
{
    if (isfinite(value))
        fprintf(out, "%.12g", value);
    putc(',', out);
}

static enum status changes_csv(struct report *report, const struct changes *changes)
{
    FILE *out = report->out;
    fputs("workload,primitive,name,operation,shape,size,misalignment,contender,old_ns,new_ns,speed_ratio,low,high,control,"
          "relative_speed_ratio,relative_low,relative_high,verdict\r\n", out);
    for (size_t i = 0; i < changes->comparison->count; i++) {
        const struct comparison_row *row = &changes->comparison->rows[i];
        put_field(out, row->old_row->workload);
        put_field(out, row->old_row->primitive);
        put_field(out, row->old_row->name);
        put_field(out, row->old_row->operation);
        put_field(out, row->old_row->shape);
        if (row->old_row->size != UINT64_MAX)
            fprintf(out, "%" PRIu64, row->old_row->size);
        fprintf(out, ",%u,", row->old_row->misalignment);
        put_field(out, row->old_contender->name);
        put_real(out, row->old_ns);
        put_real(out, row->new_ns);
        put_real(out, row->change.speed_ratio);
        put_real(out, row->change.low);
        put_real(out, row->change.high);
        put_field(out, row->control == NULL ? "" : row->control);
        put_real(out, row->relative.speed_ratio);
        put_real(out, row->relative.low);
        put_real(out, row->relative.high);
        fprintf(out, "%s\r\n", verdict_text(row->verdict));
    }
    return ferror(out) ? STATUS_FAILED : STATUS_OK;
}

/* ------------------------------------------------------------------------------------------------------- JSON */

static json_t *json_of_real(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *json_of_lines(const struct lines *lines)
{
    json_t *array = json_array();
    for (size_t i = 0; i < lines->count; i++)
        json_array_append_new(array, json_string(lines->items[i]));
    return array;
}

static json_t *json_of_change(const struct ratio *ratio)
{
    return json_pack("{s:o,s:o,s:o}", "speed_ratio", json_of_real(ratio->speed_ratio), "low", json_of_real(ratio->low),
                     "high", json_of_real(ratio->high));
}

static json_t *json_of_size(uint64_t size)
{
    return size <= INT64_MAX ? json_integer((json_int_t)size) : json_null();
}

static json_t *json_of_pair(const struct comparison_row *row)
{
    return json_pack("{s:s,s:s,s:s,s:s,s:s,s:o,s:i,s:s,s:o,s:o,s:o,s:s?,s:o,s:s}", "workload", row->old_row->workload,
                     "primitive", row->old_row->primitive, "name", row->old_row->name, "operation",
                     row->old_row->operation, "shape", row->old_row->shape, "size", json_of_size(row->old_row->size),
                     "misalignment", (int)row->old_row->misalignment, "contender", row->old_contender->name, "old_ns",
                     json_of_real(row->old_ns), "new_ns", json_of_real(row->new_ns), "change",
                     json_of_change(&row->change), "control", row->control, "relative",
                     json_of_change(&row->relative), "verdict", verdict_text(row->verdict));
}

static enum status changes_json(struct report *report, const struct changes *changes)
{
    const struct comparison *comparison = changes->comparison;
    json_t *rows = json_array();
    for (size_t i = 0; i < comparison->count; i++)
        json_array_append_new(rows, json_of_pair(&comparison->rows[i]));
    json_t *document = json_pack("{s:i,s:s,s:s,s:f,s:f,s:f,s:o,s:o,s:o,s:o}", "schema", RECORD_SCHEMA, "old",
                                 changes->old_path, "new", changes->new_path, "threshold", changes->threshold,
                                 "confidence", COMPARE_CONFIDENCE, "between_runs", comparison->between_runs,
                                 "differences", json_of_lines(&comparison->differences), "only_old",
                                 json_of_lines(&comparison->only_old), "only_new",
                                 json_of_lines(&comparison->only_new), "rows", rows);
    bool whole = document != NULL && json_array_size(json_object_get(document, "rows")) == comparison->count;
    int failed = whole ? json_dumpf(document, report->out, JSON_INDENT(1) | JSON_REAL_PRECISION(RECORD_DIGITS)) : -1;
    json_decref(document);
    putc('\n', report->out);
    return failed != 0 || ferror(report->out) ? STATUS_FAILED : STATUS_OK;
}

changes_format *changes_format_find(const char *name)
{
    return is(name, "text")       ? changes_text
           : is(name, "json")     ? changes_json
           : is(name, "csv")      ? changes_csv
           : is(name, "markdown") ? changes_markdown
                                  : NULL;
}

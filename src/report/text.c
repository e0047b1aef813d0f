/* SPDX-License-Identifier: MIT */
/*
 * text.c - the report for people at a terminal.
 *
 * On a terminal a line is printed as soon as its row is there; elsewhere a table waits for its last row, so that its
 * columns are just wide enough.
 */
#include "report/formats.h"
#include "report/view.h"
#include "util/text.h"
#include "util/units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct state {
    struct table_style style;
    struct table *table;         /* the open one, or NULL */
    const struct row *open;      /* the row that opened it, whose columns it has */
    struct view_line line;       /* the line that opened it, with its heads */
    unsigned priority;           /* columns beyond it are left out of the open table */
    struct lines notes;
    size_t *note_counts;
    const struct row *memcpy_rows[64];
    size_t memcpy_count;
    bool failed;
};

static void put_bold(struct report *report, const char *text)
{
    char clean[512];
    text_printable(clean, sizeof clean, text, report->utf8);
    fprintf(report->out, report->color ? "\033[1m%s\033[0m\n" : "%s\n", clean);
}

/* TEXT behind FIRST, wrapped to the terminal. */
static void put_wrapped(struct report *report, const char *first, const char *text)
{
    size_t size = strlen(text) + 1;
    char *clean = malloc(size);
    if (clean == NULL) {
        ((struct state *)report->state)->failed = true;
        return;
    }
    text_printable(clean, size, text, report->utf8);
    text_wrap(report->out, first, text_columns(first), clean, report->columns);
    free(clean);
}

static void put_fact(void *opaque, const char *label, const char *text)
{
    char first[32];
    snprintf(first, sizeof first, "%-13s", label);
    put_wrapped(opaque, first, text);
}

static void put_warning(struct report *report, const char *text)
{
    if (report->color)
        fputs("\033[33m", report->out);
    put_wrapped(report, "warning: ", text);
    if (report->color)
        fputs("\033[0m", report->out);
}

static enum status text_begin(struct report *report)
{
    struct state *state = calloc(1, sizeof *state);
    report->state = state;
    if (state == NULL)
        return STATUS_NO_MEMORY;
    state->style = (struct table_style){report->out, report->columns, report->utf8, report->color};
    put_bold(report, report->title);
    view_machine(report->environment, put_fact, report);
    if (!report->environment->optimised)
        put_warning(report, "not an optimised build: these figures say nothing about the implementations "
                            "(build with meson setup --buildtype=release)");
    return STATUS_OK;
}

/* Width of LINE's table with the columns up to PRIORITY. */
static size_t width_of(const struct view_line *line, unsigned priority)
{
    size_t width = 0;
    for (size_t i = 0; i < line->count; i++) {
        const struct view_cell *cell = &line->cells[i];
        size_t widest = cell->least;
        if (cell->priority > priority)
            continue;
        widest = text_columns(cell->title) > widest ? text_columns(cell->title) : widest;
        widest = text_columns(cell->unit) > widest ? text_columns(cell->unit) : widest;
        width += widest + (width != 0 ? 2 : 0);
    }
    return width;
}

static void close_table(struct report *report)
{
    struct state *state = report->state;
    if (state->table == NULL)
        return;
    if (table_flush(state->table) != STATUS_OK)
        state->failed = true;
    table_free(state->table);
    state->table = NULL;
}

static void open_table(struct report *report, const struct view_line *line)
{
    struct state *state = report->state;
    close_table(report);
    unsigned priority = 9;
    while (priority > 0 && report->columns != 0 && width_of(line, priority) > report->columns)
        priority--;
    size_t width = width_of(line, priority);
    size_t spare = report->columns > width ? report->columns - width : 0;
    state->priority = priority;
    state->table = table_create(&state->style);
    putc('\n', report->out);
    put_wrapped(report, "", line->caption);
    for (size_t i = 0; i < line->count; i++) {
        const struct view_cell *cell = &line->cells[i];
        /* Streamed rows cannot widen a column later: the name gets what is left of the terminal. */
        size_t least = i == 0 && report->columns != 0 ? cell->least + (spare > 14 ? 14 : spare) : cell->least;
        if (report->columns == 0)
            least = 0;
        if (cell->priority <= priority)
            table_column(state->table, cell->title, cell->unit, cell->align, least);
    }
    table_column(state->table, "", "", ALIGN_LEFT, 0); /* the marks of notes */
}

/* The marks "[1][3]" of ROW's notes, which are remembered. */
static void mark_notes(struct state *state, const struct row *row, char *marks, size_t size)
{
    struct lines notes = {NULL, 0, 0, false};
    marks[0] = '\0';
    view_notes(row, &notes);
    for (size_t i = 0; i < notes.count; i++) {
        size_t before = state->notes.count, index = lines_index(&state->notes, notes.items[i]);
        size_t *counts = index < before ? state->note_counts
                                        : realloc(state->note_counts, (state->notes.count + 1) * sizeof *counts);
        if (counts == NULL || index == SIZE_MAX) {
            state->failed = true;
            break;
        }
        state->note_counts = counts;
        if (index == before)
            counts[index] = 0;
        counts[index]++;
        size_t used = strlen(marks);
        snprintf(marks + used, size - used, "[%zu]", index + 1);
    }
    state->failed = state->failed || notes.failed;
    lines_free(&notes);
}

/* Adds LINE to its table, which is opened where LINE has other heads than the last. */
static void put_line(struct report *report, const struct view_line *line, const char *marks)
{
    struct state *state = report->state;
    if (state->table == NULL || !view_same_table(line, &state->line)) {
        open_table(report, line);
        state->line = *line;
    }
    for (size_t i = 0; i < line->count; i++)
        if (line->cells[i].priority <= state->priority)
            table_cell(state->table, line->cells[i].text);
    table_cell(state->table, marks);
    if (line->failed)
        table_mark(state->table);
    if (report->columns != 0 && table_flush(state->table) != STATUS_OK)
        state->failed = true;
}

static void put_row(struct report *report, const struct row *row)
{
    struct view_rows rows = {report->rows, report->row_count};
    struct state *state = report->state;
    struct view_line line;
    char marks[64];
    mark_notes(report->state, row, marks, sizeof marks);
    state->open = view_columns_of(&rows, row, state->open);
    for (size_t i = 0; i < view_line_count(row); i++) {
        view_line(&line, &rows, row, state->open, i);
        put_line(report, &line, i == 0 ? marks : "");
    }
}

static void put_memcpy(struct report *report)
{
    struct state *state = report->state;
    for (size_t i = 0; i < state->memcpy_count; i++)
        put_row(report, state->memcpy_rows[i]);
    state->memcpy_count = 0;
}

static enum status text_row(struct report *report, const struct row *row)
{
    struct state *state = report->state;
    enum status status = report_keep(report, row);
    if (status != STATUS_OK || view_is_gathered(row))
        return status;
    if (view_is_memcpy(row) && state->memcpy_count < sizeof state->memcpy_rows / sizeof state->memcpy_rows[0]) {
        state->memcpy_rows[state->memcpy_count++] = row;
        return STATUS_OK;
    }
    put_memcpy(report);
    put_row(report, row);
    if (report->columns != 0)
        fflush(report->out);
    return state->failed ? STATUS_NO_MEMORY : STATUS_OK;
}

/* Rows that are gathered, and the tables behind them. */
static void put_gathered(struct report *report)
{
    struct view_rows rows = {report->rows, report->row_count};
    struct view_order order = {.gathered = true};
    struct view_line line;
    for (const struct row *row; (row = view_next(&rows, &order)) != NULL;)
        put_row(report, row);
    for (enum view_annex annex = 0; annex < VIEW_ANNEXES; annex++)
        for (size_t i = 0; i < rows.count; i++)
            for (size_t j = 0; j < view_annex_count(annex, rows.rows[i]); j++) {
                view_annex_line(&line, &rows, rows.rows[i], annex, j);
                put_line(report, &line, "");
            }
}

static void put_notes(struct report *report)
{
    struct state *state = report->state;
    if (state->notes.count != 0)
        putc('\n', report->out);
    for (size_t i = 0; i < state->notes.count; i++) {
        char first[32], *text;
        snprintf(first, sizeof first, "[%zu] ", i + 1);
        struct lines whole = {NULL, 0, 0, false};
        if (state->note_counts[i] > 1)
            lines_add(&whole, "%s (%zu rows)", state->notes.items[i], state->note_counts[i]);
        text = whole.count != 0 ? whole.items[0] : state->notes.items[i];
        put_wrapped(report, first, text);
        lines_free(&whole);
    }
}

static enum status text_end(struct report *report)
{
    struct state *state = report->state;
    struct view_rows rows = {report->rows, report->row_count};
    struct lines findings = {NULL, 0, 0, false};
    struct advice advice[ENVIRONMENT_ADVICE_MAX];
    char count[128];
    if (state == NULL)
        return STATUS_NO_MEMORY;
    put_memcpy(report);
    close_table(report);
    put_gathered(report);
    close_table(report);
    put_notes(report);
    view_findings(&rows, &findings);
    if (findings.count != 0)
        putc('\n', report->out);
    for (size_t i = 0; i < findings.count; i++)
        put_wrapped(report, "- ", findings.items[i]);
    size_t advices = environment_advice(report->environment, advice, ENVIRONMENT_ADVICE_MAX);
    if (advices != 0)
        putc('\n', report->out);
    for (size_t i = 0; i < advices; i++)
        put_wrapped(report, "advice: ", advice[i].text);
    view_count(&rows, count, sizeof count);
    if (rows.count != 0)
        fprintf(report->out, "\n%s\n", count);
    enum status status = state->failed || findings.failed ? STATUS_NO_MEMORY : STATUS_OK;
    lines_free(&findings);
    lines_free(&state->notes);
    free(state->note_counts);
    free(state);
    free(report->rows);
    report->state = NULL;
    report->rows = NULL;
    return status != STATUS_OK ? status : ferror(report->out) ? STATUS_FAILED : STATUS_OK;
}

const struct reporter text_reporter = {"text", "txt", text_begin, text_row, text_end};

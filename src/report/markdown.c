/* SPDX-License-Identifier: MIT */
/* markdown.c - the tables of the text report in Markdown, all columns, notes and findings below. */
#include "report/formats.h"
#include "report/view.h"
#include "util/text.h"

#include <stdlib.h>
#include <string.h>

struct state {
    const struct row *open; /* the row whose columns the open table has */
    struct view_line line;  /* the line that opened it, with its heads */
    bool begun;
    struct lines notes;
};

static void put_fact(void *opaque, const char *label, const char *text)
{
    struct report *report = opaque;
    fprintf(report->out, "| %s | ", label);
    text_markdown(report->out, text);
    fputs(" |\n", report->out);
}

static enum status markdown_begin(struct report *report)
{
    report->state = calloc(1, sizeof(struct state));
    if (report->state == NULL)
        return STATUS_NO_MEMORY;
    fputs("# ", report->out);
    text_markdown(report->out, report->title);
    fputs("\n\n| machine | |\n| --- | --- |\n", report->out);
    view_machine(report->environment, put_fact, report);
    if (!report->environment->optimised)
        fputs("\n**Not an optimised build: these figures say nothing about the implementations.**\n", report->out);
    return STATUS_OK;
}

static enum status markdown_row(struct report *report, const struct row *row)
{
    return report_keep(report, row);
}

static void put_line(struct report *report, const struct view_line *line, const char *marks)
{
    struct state *state = report->state;
    FILE *out = report->out;
    if (!state->begun || !view_same_table(line, &state->line)) {
        fputs("\n## ", out);
        text_markdown(out, line->caption);
        fputs("\n\n|", out);
        for (size_t i = 0; i < line->count; i++) {
            putc(' ', out);
            text_markdown(out, line->cells[i].title);
            if (line->cells[i].unit[0] != '\0') {
                fputs(", ", out);
                text_markdown(out, line->cells[i].unit);
            }
            fputs(" |", out);
        }
        fputs("\n|", out);
        for (size_t i = 0; i < line->count; i++)
            fputs(line->cells[i].align == ALIGN_RIGHT ? " ---: |" : " --- |", out);
        putc('\n', out);
        state->line = *line;
        state->begun = true;
    }
    putc('|', out);
    for (size_t i = 0; i < line->count; i++) {
        putc(' ', out);
        text_markdown(out, line->cells[i].text);
        if (i + 1 == line->count)
            text_markdown(out, marks);
        fputs(" |", out);
    }
    putc('\n', out);
}

static void put_row(struct report *report, const struct view_rows *rows, const struct row *row)
{
    struct state *state = report->state;
    struct lines notes = {NULL, 0, 0, false};
    struct view_line line;
    char marks[64] = "";
    view_notes(row, &notes);
    for (size_t i = 0; i < notes.count; i++) {
        size_t used = strlen(marks);
        snprintf(marks + used, sizeof marks - used, "%s[%zu]", used == 0 ? " " : "",
                 lines_index(&state->notes, notes.items[i]) + 1);
    }
    state->notes.failed = state->notes.failed || notes.failed;
    lines_free(&notes);
    state->open = view_columns_of(rows, row, state->open);
    for (size_t i = 0; i < view_line_count(row); i++) {
        view_line(&line, rows, row, state->open, i);
        put_line(report, &line, i == 0 ? marks : "");
    }
}

static void put_list(FILE *out, const char *head, const struct lines *lines, bool numbered)
{
    if (lines->count == 0)
        return;
    fprintf(out, "\n## %s\n\n", head);
    for (size_t i = 0; i < lines->count; i++) {
        if (numbered)
            fprintf(out, "- \\[%zu\\] ", i + 1);
        else
            fputs("- ", out);
        text_markdown(out, lines->items[i]);
        putc('\n', out);
    }
}

static enum status markdown_end(struct report *report)
{
    struct state *state = report->state;
    struct view_rows rows = {report->rows, report->row_count};
    struct lines findings = {NULL, 0, 0, false};
    struct view_order order = {0};
    char count[128];
    if (state == NULL)
        return STATUS_NO_MEMORY;
    for (const struct row *row; (row = view_next(&rows, &order)) != NULL;)
        put_row(report, &rows, row);
    for (enum view_annex annex = 0; annex < VIEW_ANNEXES; annex++)
        for (size_t i = 0; i < rows.count; i++)
            for (size_t j = 0; j < view_annex_count(annex, rows.rows[i]); j++) {
                struct view_line line;
                view_annex_line(&line, &rows, rows.rows[i], annex, j);
                put_line(report, &line, "");
            }
    put_list(report->out, "Notes", &state->notes, true);
    view_findings(&rows, &findings);
    put_list(report->out, "Findings", &findings, false);
    view_count(&rows, count, sizeof count);
    if (rows.count != 0)
        fprintf(report->out, "\n%s\n", count);
    bool failed = state->notes.failed || findings.failed;
    lines_free(&findings);
    lines_free(&state->notes);
    free(state);
    free(report->rows);
    report->state = NULL;
    report->rows = NULL;
    return failed ? STATUS_NO_MEMORY : ferror(report->out) ? STATUS_FAILED : STATUS_OK;
}

const struct reporter markdown_reporter = {"markdown", "md", markdown_begin, markdown_row, markdown_end};

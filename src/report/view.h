/* SPDX-License-Identifier: MIT */
/*
 * view.h - what a reader is shown of rows, before any format: lines of tables with their heads, notes, and sentences.
 *
 * The texts made here hold what records hold, unescaped; each format escapes all of it.
 */
#ifndef ASSAY_REPORT_VIEW_H
#define ASSAY_REPORT_VIEW_H

#include "results/row.h"
#include "util/lines.h"
#include "util/table.h"

/* A name, a size, published, via, check; per contender two rates, a time, a speed-up; the ratios. */
enum { VIEW_COLUMNS_MAX = 5 + 6 * ROW_CONTENDERS_MAX, VIEW_CELL_SIZE = 192 };

/* A column's head and one line's cell in it. */
struct view_cell {
    char title[64];
    char unit[48];
    enum align align;
    size_t least;      /* columns of a terminal to reserve */
    unsigned priority; /* 0: always shown; the highest is left out first where the terminal is narrow */
    char text[VIEW_CELL_SIZE];
    double value;      /* to sort by; NAN: sort by text */
};

struct view_line {
    char caption[256]; /* of the table that the line belongs to */
    struct view_cell cells[VIEW_COLUMNS_MAX];
    size_t count;
    bool failed;       /* the row's outputs differ, or a contender failed */
};

/* Rows in the order of a report. */
struct view_rows {
    const struct row *const *rows;
    size_t count;
};

/* Whether two lines belong to the same table: same caption, same heads. */
bool view_same_table(const struct view_line *a, const struct view_line *b);

/* Whether ROW only says how fast memory is copied, which opens the table of the row that follows. */
bool view_is_memcpy(const struct row *row);

/* Whether the lines of ROW are gathered with others of its kind at the end, whatever comes between. */
bool view_is_gathered(const struct row *row);

/*
 * Walks through ROWS as a report shows them: in order, but gathered rows at the end, together with their kind.  ORDER
 * is zeroed at first; with `gathered` set only the gathered rows come.  NULL behind the last.
 */
struct view_order {
    bool gathered;
    size_t leader; /* the first of the kind that is being gathered */
    size_t next;
};

const struct row *view_next(const struct view_rows *rows, struct view_order *order);

/* Whether ROW can be shown in the columns of LIKE: the same kind of table, and nothing that has no column there. */
bool view_fits(const struct row *row, const struct row *like);

/*
 * The row whose columns ROW, which is shown next, has: OPEN, the last row that opened a table (or NULL), as long as ROW
 * fits; else ROW itself, or for memcpy the next other row of ROWS.
 */
const struct row *view_columns_of(const struct view_rows *rows, const struct row *row, const struct row *open);

/* How many lines ROW has: one, or one for each contender in the password loop. */
size_t view_line_count(const struct row *row);

/*
 * Line INDEX of ROW, one of ROWS, in the columns of LIKE (see view_columns_of).
 */
void view_line(struct view_line *line, const struct view_rows *rows, const struct row *row, const struct row *like,
               size_t index);

/* What a row without a hash shows in the place of CONTENDER. */
const char *view_formatting(const struct row *row, const char *contender);

/* Tables behind all rows: how threads scale, and the password loop of 2014 beside today's. */
enum view_annex { VIEW_THREADS, VIEW_THEN, VIEW_ANNEXES };

/* How many lines ROW has in ANNEX, and each of them. */
size_t view_annex_count(enum view_annex annex, const struct row *row);
void view_annex_line(struct view_line *line, const struct view_rows *rows, const struct row *row, enum view_annex annex,
                     size_t index);

/* What is to be said about ROW: why figures are missing, how the OpenSSL side works where it is not plain EVP, warnings. */
void view_notes(const struct row *row, struct lines *notes);

/* What ROWS show, in words, drawn from the figures. */
void view_findings(const struct view_rows *rows, struct lines *findings);

/* "24 rows: 22 ok, 0 failed, 2 unavailable" */
void view_count(const struct view_rows *rows, char *text, size_t size);

/* The machine as LABEL and TEXT, one pair a call of EMIT; the advice for better figures as sentences. */
void view_machine(const struct environment *environment, void (*emit)(void *state, const char *label, const char *text),
                  void *state);

#endif

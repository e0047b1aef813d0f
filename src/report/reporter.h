/* SPDX-License-Identifier: MIT */
/* reporter.h - a report format: a pure function of environment and rows. */
#ifndef ASSAY_REPORT_REPORTER_H
#define ASSAY_REPORT_REPORTER_H

#include "results/row.h"

#include <stdio.h>

/* Zeroed, then filled by `report_setup`; freed by the reporter's `end`. */
struct report {
    FILE *out;
    const struct environment *environment;
    const char *title;       /* "assay run", "assay passwords", ... */
    size_t columns;          /* width of the terminal; 0: not a terminal */
    bool utf8;               /* the reader's locale is UTF-8; else text is ASCII */
    bool color;
    bool continued;          /* another record was reported to `out` before, in the same format */
    const struct row **rows; /* so far */
    size_t row_count;
    size_t row_capacity;
    void *state;             /* the reporter's own */
};

/*
 * begin, row for each row in order, end.  Rows stay valid until `end`: a table that needs all widths may wait.
 * A format whose rows can be printed at once prints them at once; on a terminal text does too.
 * After a failed begin or row, `end` is still called, so that what is there is printed and memory is freed.
 */
struct reporter {
    const char *name;      /* "text", "json", ... as --format takes it */
    const char *extension;
    enum status (*begin)(struct report *report);
    enum status (*row)(struct report *report, const struct row *row);
    enum status (*end)(struct report *report);
};

/* The formats, in the order that help lists them; a NULL ends. */
extern const struct reporter *const reporters[];

const struct reporter *reporter_find(const char *name);

/* The format that the name of a file asks for: that with its extension, or NULL. */
const struct reporter *reporter_of_path(const char *path);

/*
 * Prepares REPORT for OUT: width, locale and colour as OUT is a terminal or not, and as COLUMNS, TERM and NO_COLOR say.
 * The program has called setlocale for LC_CTYPE, and for nothing else.
 */
void report_setup(struct report *report, FILE *out, const struct environment *environment, const char *title);

/* Remembers ROW in report->rows. */
enum status report_keep(struct report *report, const struct row *row);

#endif

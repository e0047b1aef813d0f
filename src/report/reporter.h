/* SPDX-License-Identifier: MIT */
/* reporter.h - a report format: a pure function of environment and rows. */
#ifndef ASSAY_REPORT_REPORTER_H
#define ASSAY_REPORT_REPORTER_H

#include "results/row.h"

#include <stdio.h>

struct report {
    FILE *out;
    const struct environment *environment;
    const char *title;     /* "assay run", "assay passwords", ... */
    bool color;
    void *state;           /* the reporter's own */
};

/*
 * begin, row for each row in order, end.  Rows stay valid until `end`: a table that needs all widths may wait.
 * A format whose rows can be printed at once prints them at once.
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

#endif

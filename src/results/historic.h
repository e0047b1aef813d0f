/* SPDX-License-Identifier: MIT */
/* historic.h - the published tables of results/historic, compiled in: old figures to stand beside today's. */
#ifndef ASSAY_RESULTS_HISTORIC_H
#define ASSAY_RESULTS_HISTORIC_H

#include <stddef.h>
#include <stdint.h>

struct historic_row {
    const char *suite;    /* "crypto++-1998", "passwords-2014" */
    const char *workload; /* "bulk", "operations", "passwords" */
    const char *name;     /* as published */
    uint64_t count;       /* bytes, operations or passwords in all */
    double seconds;
    double rate;          /* bytes, operations or passwords a second */
};

/* In the order of publication. */
extern const struct historic_row historic_rows[];
extern const size_t historic_row_count;

/* The row called NAME of SUITE, or NULL. */
const struct historic_row *historic_find(const char *suite, const char *name);

/* What a suite's figures were measured on, and when: a phrase; NULL where SUITE is not an old table. */
const char *historic_source(const char *suite);

/* The geometric mean that SUITE's own table states or gives over all its rows; NAN where there is none. */
double historic_mean(const char *suite);

/* NAN where COUNT is 0 or a value is not above 0. */
double geometric_mean(const double *values, size_t count);

#endif

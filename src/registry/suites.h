/* SPDX-License-Identifier: MIT */
/* suites.h - named lists of jobs that reproduce a published table, row by row, under its names. */
#ifndef ASSAY_REGISTRY_SUITES_H
#define ASSAY_REGISTRY_SUITES_H

#include "registry/registry.h"

struct suite_row {
    const char *suite;
    const char *name;      /* as the table writes it */
    const char *id;        /* the registry's line */
    const char *operation;
    bool beside;           /* the table does not have it */
};

extern const struct suite_row suite_rows[];
extern const size_t suite_row_count;

struct suite {
    const char *name;
    const char *source; /* what was measured, on what, when */
};

/* Ended by a NULL name. */
extern const struct suite suites[];

/* The suite called NAME, or NULL. */
const struct suite *suite_find(const char *name);

/* Whether SUITE has rows of its own in suite_rows (an old table), rather than being a choice of registry lines. */
int suite_is_table(const struct suite *suite);

/* Whether PRIMITIVE belongs to SUITE. */
int suite_has(const struct suite *suite, const struct primitive *primitive);

#endif

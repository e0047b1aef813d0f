/* SPDX-License-Identifier: MIT */
/* changes.h - a comparison of two records as text, Markdown, CSV or JSON. */
#ifndef ASSAY_REPORT_CHANGES_H
#define ASSAY_REPORT_CHANGES_H

#include "report/reporter.h"
#include "results/compare.h"

/* What the reports name beside the comparison itself. */
struct changes {
    const struct comparison *comparison;
    const char *old_path;
    const char *new_path;
    double threshold;
};

/* A format of comparisons by name ("text", "markdown", "csv", "json"), or NULL. */
typedef enum status changes_format(struct report *report, const struct changes *changes);
changes_format *changes_format_find(const char *name);

#endif

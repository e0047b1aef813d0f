/* SPDX-License-Identifier: MIT */
/* page.h - records as one HTML page that needs nothing else: no network, no other file. */
#ifndef ASSAY_REPORT_PAGE_H
#define ASSAY_REPORT_PAGE_H

#include "report/plot.h"
#include "results/record.h"

#include <stdio.h>

/* PLOTS may be NULL: the page then says WHY_NOT (why there are none), which may be NULL too. */
enum status page_write(FILE *out, const struct record *records, size_t count, const struct plots *plots,
                       const char *why_not);

#endif

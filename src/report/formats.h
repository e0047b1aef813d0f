/* SPDX-License-Identifier: MIT */
/* formats.h - the reporters, one a file. */
#ifndef ASSAY_REPORT_FORMATS_H
#define ASSAY_REPORT_FORMATS_H

#include "report/reporter.h"

extern const struct reporter csv_reporter;
extern const struct reporter json_reporter;
extern const struct reporter markdown_reporter;
extern const struct reporter text_reporter;

#endif

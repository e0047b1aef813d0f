/* SPDX-License-Identifier: MIT */
/* assets.h - the page's style and script, line by line; a NULL ends. */
#ifndef ASSAY_REPORT_ASSETS_H
#define ASSAY_REPORT_ASSETS_H

extern const char *const page_css[];
extern const char *const page_js[];

#endif

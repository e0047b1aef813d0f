/* SPDX-License-Identifier: MIT */
/* lines.h - a growing list of texts. */
#ifndef ASSAY_UTIL_LINES_H
#define ASSAY_UTIL_LINES_H

#include "util/status.h"

#include <stdbool.h>

/* Zeroed before first use. */
struct lines {
    char **items;
    size_t count;
    size_t capacity;
    bool failed; /* a text was lost for want of memory */
};

void lines_add(struct lines *lines, const char *format, ...) PRINTF_LIKE(2, 3);

/* The index of the item that equals TEXT, which is added where there is none; SIZE_MAX where it could not be. */
size_t lines_index(struct lines *lines, const char *text);

void lines_free(struct lines *lines);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * table.h - aligned tables for terminals and files.
 *
 * Rows wait until `table_flush`, so that a column is as wide as its widest cell; flushed after each row, a table
 * keeps the widths of its first flush.  A table wider than the terminal is printed row by row, one cell a line.
 */
#ifndef ASSAY_UTIL_TABLE_H
#define ASSAY_UTIL_TABLE_H

#include "native/primitive.h"

#include <stdbool.h>
#include <stdio.h>

enum { TABLE_COLUMNS_MAX = 80 };

enum align { ALIGN_LEFT, ALIGN_RIGHT };

struct table;

/* Where and how a table is printed. */
struct table_style {
    FILE *out;
    size_t columns; /* of the terminal; 0: no limit */
    bool utf8;      /* else everything beyond ASCII becomes '?' */
    bool color;
};

/* NULL where there is no memory; the functions below accept that and the flush reports it. */
struct table *table_create(const struct table_style *style);

/* Adds a column of at least LEAST columns' width; UNIT (in the second line of the head) may be "". */
void table_column(struct table *table, const char *title, const char *unit, enum align align, size_t least);

/* The next cell; a row is complete with its last. */
void table_cell(struct table *table, const char *text);

/* The row that the last cell was added to stands out (a failure). */
void table_mark(struct table *table);

/* Prints the head, once, and the rows that wait.  STATUS_NO_MEMORY where a cell was lost. */
enum status table_flush(struct table *table);

void table_free(struct table *table);

#endif

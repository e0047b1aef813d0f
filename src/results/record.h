/* SPDX-License-Identifier: MIT */
/*
 * record.h - saved rows: JSON Lines, one object a line, schema 1.
 *
 * The first line of a run is the machine, then one line a row, each flushed when it is written, so that a run that
 * ends early keeps its finished rows.  Fields are always the same; an absent figure is null.  A record is untrusted
 * input to the reader.
 */
#ifndef ASSAY_RESULTS_RECORD_H
#define ASSAY_RESULTS_RECORD_H

#include "results/row.h"

#include <jansson.h>
#include <stdio.h>

enum { RECORD_SCHEMA = 1 };

json_t *json_of_environment(const struct environment *environment);
json_t *json_of_row(const struct row *row);

struct record_writer;

/*
 * Opens PATH for a new record ("-": standard output).  STATUS_FAILED with MESSAGE where it exists (unless FORCE),
 * cannot be written, or the machine line cannot be saved.
 */
enum status record_create(struct record_writer **writer, const char *path, bool force,
                          const struct environment *environment, char *message, size_t message_size);
enum status record_write(struct record_writer *writer, const struct row *row, char *message, size_t message_size);
enum status record_close(struct record_writer *writer, char *message, size_t message_size);

struct record {
    char path[1024];
    struct environment environment;
    struct row *rows;
    size_t count;
};

/* Reads PATH whole; on failure MESSAGE says file, line and what is wrong, and RECORD is empty. */
enum status record_read(struct record *record, const char *path, char *message, size_t message_size);
void record_free(struct record *record);

#endif

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
#include "util/status.h"

#include <jansson.h>

enum { RECORD_SCHEMA = 1 };

/* Numbers in JSON carry so many significant digits. */
enum { RECORD_DIGITS = 12 };

/* The objects of a record's lines; NULL where there is no memory. */
json_t *json_of_environment(const struct environment *environment);
json_t *json_of_row(const struct row *row);

struct record_writer;

/*
 * Opens PATH for a new record ("-": standard output) and saves the machine's line.  STATUS_FAILED where it exists (unless
 * FORCE; devices and pipes are never in the way), another process has it open for a record, it cannot be written, or the
 * line cannot be saved.
 */
enum status record_create(struct record_writer **writer, const char *path, bool force,
                          const struct environment *environment, struct message *message);

/* Saves ROW and flushes it; what a full disk left of a line is taken off again. */
enum status record_write(struct record_writer *writer, const struct row *row, struct message *message);

/* Closes and frees WRITER, which may be NULL; reports what the system found out only now. */
enum status record_close(struct record_writer *writer, struct message *message);

struct record {
    char path[1024];
    struct environment environment;
    struct row *rows;
    size_t count;
};

/* Reads PATH ("-": standard input) whole; on failure MESSAGE says file, line and what is wrong, and RECORD is empty. */
enum status record_read(struct record *record, const char *path, struct message *message);

/*
 * Reads PATHS[0 .. COUNT) into RECORDS, all at the same time.  On failure MESSAGE is about the first of them that could
 * not be read, and all records are empty.
 */
enum status records_read(struct record *records, const char *const *paths, size_t count, struct message *message);

/*
 * Opens PATH, the record of an interrupted run, and reads its finished rows into RECORD; the file stays as it is.  Row I
 * stands on line I + 2.
 */
enum status record_resume(struct record_writer **writer, struct record *record, const char *path,
                          struct message *message);

/* Takes off the line that was cut in the middle, if any; rows are appended from here. */
enum status record_continue(struct record_writer *writer, struct message *message);

void record_free(struct record *record);

#endif

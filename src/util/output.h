/* SPDX-License-Identifier: MIT */
/*
 * output.h - a file that is there whole or not at all.
 *
 * What is written goes to a file of another name in the same folder, which takes the real name when all is well.
 * Standard output, devices and pipes are written directly.
 */
#ifndef ASSAY_UTIL_OUTPUT_H
#define ASSAY_UTIL_OUTPUT_H

#include "util/status.h"

#include <stdbool.h>
#include <stdio.h>

struct output {
    FILE *file;
    char path[1024];
    char temporary[1024 + 16]; /* "": written directly */
    bool force;
};

/* STATUS_FAILED where writing to PATH ("-": standard output) would destroy one of the files INPUTS ("-": standard input). */
enum status output_spares(const char *path, const char *const *inputs, size_t count, struct message *message);

/* Opens PATH ("-": standard output); STATUS_FAILED where it exists already (unless FORCE) or cannot be written. */
enum status output_open(struct output *output, const char *path, bool force, struct message *message);

/* Closes OUTPUT, and gives it its name unless something could not be written. */
enum status output_commit(struct output *output, struct message *message);

/* Closes OUTPUT and leaves nothing behind. */
void output_abandon(struct output *output);

#endif

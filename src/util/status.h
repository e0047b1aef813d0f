/* SPDX-License-Identifier: MIT */
/* status.h - statuses in words, and messages that keep the first thing that went wrong. */
#ifndef ASSAY_UTIL_STATUS_H
#define ASSAY_UTIL_STATUS_H

#include "native/primitive.h"

/* What STATUS means, as the end of a sentence: "length not allowed". */
const char *status_text(enum status status);

/* Exit statuses of the program. */
enum exit_status {
    EXIT_OK = 0,
    EXIT_USAGE = 1,
    EXIT_MISMATCH = 2,
    EXIT_BACKEND = 3,
    EXIT_CHANGED = 3, /* of `assay compare`: --fail-on met what it asks for */
    EXIT_INTERRUPTED = 130
};

/* A message for the user, filled where an error is found and printed where the program ends. */
struct message {
    char text[1024];
    enum status status; /* that `fail` returned with it */
};

#if defined __GNUC__
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#else
#define PRINTF_LIKE(text, first)
#endif

/*
 * Writes the message, with '?' for control characters but line ends (of what users and files gave: it goes to a terminal),
 * and returns STATUS, so that an error is reported and returned in one line.
 */
enum status fail(struct message *message, enum status status, const char *format, ...) PRINTF_LIKE(3, 4);

#endif

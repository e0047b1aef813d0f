/* SPDX-License-Identifier: MIT */
/*
 * lift.h - takes the samples out of a record's line before it is parsed.
 *
 * Nearly all of a line are series, [[iterations,elapsed_ns],...], and a tree of two objects a number costs ten times as
 * much as the numbers.  Each "samples" and "canary" that is written as this program writes it, whole numbers of up to 18
 * digits without blanks, is replaced by the string "#0", "#1", ...; whatever is written otherwise stays for the parser.
 */
#ifndef ASSAY_RESULTS_LIFT_H
#define ASSAY_RESULTS_LIFT_H

#include "measure/sampler.h"

/* Zeroed before first use; used for line after line. */
struct lift {
    char *text; /* the line without its series */
    size_t size;
    size_t capacity;
    struct series *series;
    size_t count;
};

/* From a line of SIZE characters; false: no memory. */
bool lift_samples(struct lift *lift, const char *line, size_t size);

/* Moves the series that REFERENCE ("#0", ...) stands for into SERIES; false where it stands for none, or for the second time. */
bool lift_take(struct lift *lift, const char *reference, struct series *series);

void lift_free(struct lift *lift);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * compare.h - what changed from one record to another, and how surely.
 *
 * Contenders are paired by primitive, operation, workload, size, shape, misalignment and name; repeated rows of a record
 * are taken together.  Two runs are separate in time, so a change of speed has three sources of error, and its interval
 * allows for all of them:
 *
 * - within a run: the order-statistic interval of the median over the rounds (the quiet ones, where the canary told them
 *   apart), as in stats.h;
 * - between runs: what those contenders show that are the same thing in both records (memcpy, and libcrypto where it and
 *   the CPU are the same; where these are too few, native code of the same clean commit and compiler), since whatever they
 *   seem to have changed by is the machine; where they are too few, the recorded noise floor;
 * - that many rows are compared: the level is divided by their number (Bonferroni), so that all intervals of a table hold
 *   together with COMPARE_CONFIDENCE.
 *
 * A busy neighbour is not such an error: it may halve one speed and leave another.  Where one record has figures of the
 * quiet rounds and the other had hardly any, there is no verdict.
 *
 * Where another contender of the same rounds is the same thing in both records, a change also has to show against that
 * one, which takes out whatever fell on both.
 */
#ifndef ASSAY_RESULTS_COMPARE_H
#define ASSAY_RESULTS_COMPARE_H

#include "results/record.h"
#include "util/lines.h"

#define COMPARE_CONFIDENCE 0.99
#define COMPARE_THRESHOLD 0.02 /* by default: smaller changes are not worth a verdict */

enum verdict {
    VERDICT_SAME,   /* no difference of more than the threshold that these samples can show */
    VERDICT_FASTER, /* the whole interval lies beyond the threshold */
    VERDICT_SLOWER,
    VERDICT_UNKNOWN, /* too few samples for an interval, or no figures */
    VERDICT_BUSY,    /* hardly a quiet round in one record, quiet ones in the other: figures of two modes of the machine */
    VERDICT_NOT_JUDGED /* memcpy: the machine, not an implementation */
};

enum { VERDICT_COUNT = VERDICT_NOT_JUDGED + 1 };

struct comparison_row {
    const struct row *old_row; /* the first of those that were taken together */
    const struct row *new_row;
    const struct row_contender *old_contender;
    const struct row_contender *new_contender;
    size_t old_repeats;
    size_t new_repeats;
    double old_ns; /* median of one iteration */
    double new_ns;
    struct ratio change;   /* new speed / old speed: above 1 is faster */
    const char *control;   /* the contender that is the same in both records, or NULL */
    struct ratio relative; /* the change against the control */
    enum verdict verdict;
};

struct comparison {
    struct comparison_row *rows; /* in the order of the old record */
    size_t count;
    size_t counts[VERDICT_COUNT];            /* of each verdict */
    double between_runs;         /* standard deviation, as a fraction, that a change of nothing shows */
    size_t controls;             /* contenders that are the same thing in both records */
    bool estimated;              /* between_runs comes from them, else from the recorded noise floor */
    struct lines differences;    /* of the machine, the libraries or the build that figures depend on */
    struct lines only_old;       /* what has no partner */
    struct lines only_new;
};

/* STATUS_NO_MEMORY is the only failure.  OLD and NEW must outlive COMPARISON. */
enum status compare_records(struct comparison *comparison, const struct record *old, const struct record *new,
                            double threshold);
void comparison_free(struct comparison *comparison);

/* "SHA-256 encrypt, 16 bytes, native": what a line of a comparison is about. */
void comparison_name(const struct row *row, const struct row_contender *contender, char *text, size_t size);

const char *verdict_text(enum verdict verdict);

#endif

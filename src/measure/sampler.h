/* SPDX-License-Identifier: MIT */
/*
 * sampler.h - times contenders against each other in interleaved rounds.
 *
 * A round times every contender once, back to back, in an order that rotates (ABBA for two), so that whatever the
 * machine does meanwhile falls on all of them alike.  Every sample is kept.
 */
#ifndef ASSAY_MEASURE_SAMPLER_H
#define ASSAY_MEASURE_SAMPLER_H

#include "measure/clock.h"

#include <signal.h>
#include <stdbool.h>

struct sample {
    uint64_t iterations;
    uint64_t elapsed_ns;
};

/* One contender of a job, ready to run: ITERATIONS operations, nothing else. */
struct slice {
    enum status (*run)(void *state, uint64_t iterations);
    void *state;
};

/* The samples of one contender, one a round, in the order of the rounds. */
struct series {
    struct sample *samples;
    size_t count;
};

struct sampler_options {
    struct clock clock;
    uint64_t resolution_ns;                     /* of the clock, from clock_resolution */
    double seconds;                             /* time to spend on the job, all contenders and warm-up included */
    size_t rounds;                              /* exactly so many rounds; 0: at least 20, more up to `seconds` */
    bool warm_up;                               /* one full slice of each first, discarded */
    const volatile sig_atomic_t *interrupted;   /* stops between rounds once set; may be NULL */
    void (*progress)(void *state, double done); /* 0 .. 1, outside timed regions; may be NULL */
    void *progress_state;
    /*
     * For a workload that walks through its inputs once (the password loop): the number of iterations of round ROUND
     * (0: no more rounds; at most 2^32), the work to be done before it outside the timed region, and after it (compare
     * the outputs).  When set, `seconds` and `rounds` are not used.  Both may fail, which ends the sampling.
     */
    enum status (*before_round)(void *state, size_t round, uint64_t *iterations);
    enum status (*after_round)(void *state, size_t round);
    void *round_state;
};

/*
 * Samples SLICES[0 .. COUNT) into SERIES[0 .. COUNT); each series is allocated here and freed by `series_free`.
 * Returns STATUS_OK also when interrupted (the finished rounds are there); the status of a slice that failed, with
 * *CULPRIT its index; STATUS_FAILED with *CULPRIT == COUNT where the clock went back or stood still.
 */
enum status sample_interleaved(const struct sampler_options *options, const struct slice *slices, size_t count,
                               struct series *series, size_t *culprit);

void series_free(struct series *series, size_t count);

#endif

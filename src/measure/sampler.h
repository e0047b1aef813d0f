/* SPDX-License-Identifier: MIT */
/*
 * sampler.h - times contenders against each other in interleaved rounds.
 *
 * A round times every contender once, back to back, in an order that rotates (ABBA for two), so that whatever the
 * machine does meanwhile falls on all of them alike.  Every sample is kept.
 *
 * Before the first round each contender is run alone until one slice of it takes long enough twice in a row, which
 * gives its number of iterations, and then once more in full; this is discarded, and its time reported.  A slice is
 * long enough when it takes 1,000 steps of the clock, at least 1 ms, and as much of `seconds` as leaves room for 100
 * rounds (up to 10 ms).  From round to round all contenders' iterations are stretched together by up to a quarter, so
 * that slices do not fall into step with whatever the machine does periodically.
 *
 * Where inputs are walked through (`before_round`), a slice is as long as its inputs; what takes fewer than ten steps of
 * the clock, the last few inputs say, is run over until it takes as many, and its iterations count each time.
 */
#ifndef ASSAY_MEASURE_SAMPLER_H
#define ASSAY_MEASURE_SAMPLER_H

#include "measure/clock.h"

#include <signal.h>

enum { SAMPLER_ROUNDS_MIN = 20, QUIET_ROUNDS_MIN = 25 };

/* The canary is fast up to so many times what it takes when quiet: alone it varies by some 4 %, disturbed by more. */
#define CANARY_FAST 1.06

struct sample {
    uint64_t iterations;
    uint64_t elapsed_ns;
    bool interrupted; /* the system took the processor away meanwhile, as far as the clock can tell */
};

/* One contender of a job, ready to run: ITERATIONS operations, nothing else. */
struct slice {
    enum status (*run)(void *state, uint64_t iterations);
    void *state;
    const uint64_t *elapsed_ns; /* NULL; for work that does not begin and end with `run` (in another process, on
                                   several threads): where that leaves its own time */
};

/* The samples of one contender, one a round, in the order of the rounds. */
struct series {
    struct sample *samples;
    size_t count;
    uint64_t warm_up_ns; /* what ran before the first round and was discarded: calibration and warm-up */
};

struct sampler_options {
    struct clock clock;
    uint64_t resolution_ns;                     /* of the clock, from clock_resolution */
    double seconds;                             /* time to spend on the job, all contenders and warm-up included */
    /*
     * Exactly so many rounds.  0: as many as `seconds` allows, at least 20; fewer (but one) only where 20 would take
     * more than twice `seconds` and more than a quarter of a second.
     */
    size_t rounds;
    bool warm_up;                               /* one full slice of each after the calibration, discarded */
    /*
     * What an iteration of the canary takes on this machine when quiet (0 or NAN: unknown).  Where it is known, and
     * there is a canary, sampling goes on beyond `seconds`, up to 2.5 times as long, while less than QUIET_ROUNDS_MIN are quiet.
     */
    double canary_quiet_ns;
    const volatile sig_atomic_t *interrupted;   /* ends the sampling once set, without the unfinished round; or NULL */
    void (*progress)(void *state, double done); /* 0 .. 1, outside timed regions, some 20 times a second; or NULL */
    void *progress_state;
    /*
     * For a workload that walks through its inputs once (the password loop): the number of iterations of round ROUND
     * (0: no more rounds; at most 2^32), the work to be done before it outside the timed region, and after it (compare
     * the outputs).  When set, `seconds`, `rounds`, `warm_up` and `progress` are not used, and there is no calibration:
     * the hooks do all of that.  Both may fail, which ends the sampling.  `after_round` may be NULL.
     */
    enum status (*before_round)(void *state, size_t round, uint64_t *iterations);
    enum status (*after_round)(void *state, size_t round);
    void *round_state;
};

/*
 * Samples SLICES[0 .. COUNT) into SERIES[0 .. COUNT), which are allocated here and freed by `series_free`, whatever is
 * returned.  CANARY, where not NULL, becomes the series of the canary: one short slice before each round and one after
 * the last, hence one sample more than there are rounds.
 *
 * Returns STATUS_OK also when interrupted (the finished rounds are there); the status of a slice that failed, with
 * *CULPRIT its index; STATUS_FAILED with *CULPRIT == COUNT where the clock went back or stood still; the status of a
 * hook that failed, or STATUS_NO_MEMORY, with *CULPRIT == COUNT + 1.
 */
enum status sample_interleaved(const struct sampler_options *options, const struct slice *slices, size_t count,
                               struct series *series, struct series *canary, size_t *culprit);

/* What a job of COUNT contenders takes at least, where `seconds` is as good as none and an operation takes no time. */
double sampler_least_seconds(const struct sampler_options *options, size_t count);

void series_free(struct series *series, size_t count);

/* The same samples in memory of their own; none where there are none, or no memory. */
struct series series_copy(const struct series *series);

#endif

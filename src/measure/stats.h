/* SPDX-License-Identifier: MIT */
/*
 * stats.h - what a set of samples can tell, and how surely.  Absent figures are NAN.
 *
 * Nothing is removed as an outlier: medians do not need it.  Where the canary shows that the rounds fall into two
 * modes, figures are given for each, by a rule that looks at the canary alone and never at the contenders.
 */
#ifndef ASSAY_MEASURE_STATS_H
#define ASSAY_MEASURE_STATS_H

#include "measure/sampler.h"

/*
 * The rounds of a job told apart by the canary, which ran before each round and after the last.
 *
 * Of all ways to cut the canary's times, in order, into a fast and a slow group, take the one with the least sum of
 * absolute deviations (of logarithms, from the group's median).  The groups are two modes when each has at least a
 * tenth of the times and MODES_ROUNDS_MIN, and their medians are at least MODES_RATIO_MIN apart and further than
 * MODES_SEPARATION times the mean of the two median absolute deviations.  A round is quiet when the canary was fast
 * both before and after it, busy otherwise.  The modes are used only where there are at least MODES_ROUNDS_MIN rounds
 * of each kind.
 */
#define MODES_RATIO_MIN 1.08
#define MODES_SEPARATION 6.0
enum { MODES_ROUNDS_MIN = 6 };

enum rounds { ROUNDS_ALL, ROUNDS_QUIET, ROUNDS_BUSY };

struct modes {
    size_t rounds;
    size_t quiet_rounds; /* the rest is busy; 0: the rounds are not told apart */
    double quiet_ns;     /* median of the canary's iteration in the fast mode, or of all where there is one mode */
    double busy_ns;      /* in the slow mode, NAN where there is one */
    bool *quiet;         /* of each round; NULL where the rounds are not told apart */
};

/* Median and median absolute deviation of the time of one iteration. */
struct summary {
    double median_ns;
    double mad_ns;
    double first_ns; /* the first round's, to tell a slow start */
    double total_ns; /* all timed windows together */
    uint64_t iterations;
};

/* How many times as fast one contender is as another: median of the per-round ratios and its interval. */
struct ratio {
    double speed_ratio; /* above 1: the contender is faster than the reference */
    double low;
    double high;
};

/* Tells the rounds apart by CANARY (from sample_interleaved); without samples, or memory, there is one mode. */
struct modes modes_find(const struct series *canary);
void modes_free(struct modes *modes);

/* Of the rounds that WHICH names; MODES may be NULL for ROUNDS_ALL. */
struct summary summarise(const struct series *series, const struct modes *modes, enum rounds which);

/*
 * Median over the rounds of log(reference's time / contender's time), with an order-statistic interval of at least
 * CONFIDENCE (0.95).  Rounds in a row are not independent where the machine drifts: the interval is as wide as that of
 * the number of independent rounds that the autocorrelation of "above or below the median" leaves.  Fewer rounds than
 * such an interval needs give low and high NAN.
 */
struct ratio ratio_of(const struct series *contender, const struct series *reference, const struct modes *modes,
                      enum rounds which, double confidence);

/*
 * RATIO with an interval that also allows for an error of FLOOR (a fraction; NAN or 0: none) that no number of rounds
 * shows or averages away: the machine's noise floor.
 */
struct ratio ratio_widened(struct ratio ratio, double floor);

/* Median of VALUES[0 .. COUNT), which are sorted in place; NAN where COUNT is 0. */
double median_of(double *values, size_t count);

#endif

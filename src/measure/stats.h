/* SPDX-License-Identifier: MIT */
/*
 * stats.h - what a set of samples can tell, and how surely.  Absent figures are NAN.
 *
 * Nothing is removed as an outlier: medians do not need it.  Where the machine was busy with something else in some of
 * the rounds, figures are given for the quiet rounds and for the busy ones, by a rule that never looks at the times of
 * the contenders.
 */
#ifndef ASSAY_MEASURE_STATS_H
#define ASSAY_MEASURE_STATS_H

#include "measure/sampler.h"

/*
 * The rule.  A round is quiet when the system did not interrupt any of its slices, and the canary was fast both before
 * and after it; else it is busy.
 *
 * The canary is fast when it takes at most CANARY_FAST times its quiet time: the third smallest of its times in this
 * job, or what is known from earlier jobs of this run where that is less.  Even a busy machine has quiet moments as
 * short as a canary, so that the smallest times are quiet ones though most are not; the third, lest one that was read
 * wrongly decide.  (Times with an interruption do not count.)  Where the medians of its fast and its slow times are less
 * than MODES_RATIO apart, these are no two modes but jitter, and every time passes for fast.
 *
 * The rounds are told apart when at least QUIET_ROUNDS_MIN of them are quiet, and MODES_BUSY_MIN and a tenth are busy.
 * Where the busy ones are that many, but less are quiet, all are called busy if the canary says so; interruptions alone
 * do not, since operations that take long are always interrupted.  (A few quiet rounds are not enough: a neighbour that
 * rests during two canaries may work between them.)
 */
enum { MODES_BUSY_MIN = 6 };
#define MODES_RATIO 1.1

enum rounds { ROUNDS_ALL, ROUNDS_QUIET, ROUNDS_BUSY };

enum modes_kind {
    MODES_ALIKE,      /* nothing worth telling apart */
    MODES_TOLD_APART, /* report the quiet rounds, and the busy ones beside them */
    MODES_ALL_BUSY    /* hardly a quiet round, as the canary shows */
};

struct modes {
    enum modes_kind kind;
    size_t rounds;
    size_t quiet_rounds; /* by the rule, whatever the kind */
    double quiet_ns;     /* median of the canary's iteration when fast; NAN where it never was, or did not run */
    double busy_ns;      /* when slow, likewise */
    double known_ns;     /* the canary's quiet time, for the jobs that follow; NAN: unknown */
    bool *quiet;         /* of each round; NULL only without memory or rounds */
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

/*
 * Tells the rounds of SERIES[0 .. COUNT) apart.  CANARY is theirs from sample_interleaved, or NULL; KNOWN_NS the quiet
 * time of its iteration that is known from earlier jobs (0 or NAN: unknown).
 */
struct modes modes_find(const struct series *series, size_t count, const struct series *canary, double known_ns);
void modes_free(struct modes *modes);

/* The rounds whose figures stand for the job: the quiet ones where they were told apart, else all. */
enum rounds rounds_to_report(const struct modes *modes);

/* Of the rounds that WHICH names; MODES may be NULL for ROUNDS_ALL.  No such rounds: absent figures. */
struct summary summarise(const struct series *series, const struct modes *modes, enum rounds which);

/*
 * Median over the rounds of log(reference's time / contender's time), with an order-statistic interval of at least
 * CONFIDENCE (0.95).  Rounds in a row are not independent where the machine drifts: the interval is as wide as that of
 * the number of independent rounds that the autocorrelation of "above or below the median" leaves.  Fewer rounds than
 * such an interval needs give low and high NAN; where all that can be said is the range of the rounds, it is cut at eight
 * median absolute deviations from the median.
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

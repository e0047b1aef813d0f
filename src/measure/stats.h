/* SPDX-License-Identifier: MIT */
/* stats.h - what a set of samples can tell, and how surely. Absent figures are NAN. */
#ifndef ASSAY_MEASURE_STATS_H
#define ASSAY_MEASURE_STATS_H

#include "measure/sampler.h"

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

struct summary summarise(const struct series *series);

/*
 * Median over the rounds of log(reference's time / contender's time), with the order-statistic interval of at least
 * CONFIDENCE (0.95); fewer rounds than such an interval needs give low and high NAN.
 */
struct ratio ratio_of(const struct series *contender, const struct series *reference, double confidence);

/* Median of VALUES[0 .. COUNT), which are sorted in place; NAN where COUNT is 0. */
double median_of(double *values, size_t count);

#endif

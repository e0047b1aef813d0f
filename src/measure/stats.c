/* SPDX-License-Identifier: MIT */
#include "measure/stats.h"

#include <math.h>
#include <stdlib.h>

enum { LAGS_MAX = 1000 }; /* of autocorrelations, so that long series stay cheap */

/* Where the range of all rounds is the interval: its bounds from the median, in median absolute deviations. */
static const double RANGE_DEVIATIONS = 8;

/* ln 2, since <math.h> has it only as an extension. */
static const double LN2 = 0.69314718055994530942;

static int compare_doubles(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double median_of_sorted(const double *sorted, size_t count)
{
    if (count == 0)
        return NAN;
    return count % 2 != 0 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

double median_of(double *values, size_t count)
{
    if (count > 1)
        qsort(values, count, sizeof *values, compare_doubles);
    return median_of_sorted(values, count);
}

/* Median absolute deviation from CENTRE; VALUES are overwritten. */
static double mad_of(double *values, size_t count, double centre)
{
    for (size_t i = 0; i < count; i++)
        values[i] = fabs(values[i] - centre);
    return median_of(values, count);
}

/* Nanoseconds of one iteration; a window too short for the clock counts as 1 ns, so that every figure is finite. */
static double iteration_ns(const struct sample *sample)
{
    double elapsed_ns = sample->elapsed_ns > 0 ? (double)sample->elapsed_ns : 1;
    return elapsed_ns / (double)(sample->iterations > 0 ? sample->iterations : 1);
}

/* ------------------------------------------------------------------------------------------------- modes */

/*
 * The uninterrupted times of CANARY's iteration, sorted, into TIMES; returns how many there are.
 */
static size_t canary_times(const struct series *canary, double *times)
{
    size_t count = 0;
    for (size_t i = 0; i < canary->count; i++)
        if (!canary->samples[i].interrupted)
            times[count++] = iteration_ns(&canary->samples[i]);
    if (count > 1)
        qsort(times, count, sizeof *times, compare_doubles);
    return count;
}

/* Finds what the canary says, in MODES; returns the bound of its fast times. */
static double canary_bound(struct modes *modes, const double *sorted, size_t count, double known_ns)
{
    modes->known_ns = known_ns > 0 ? known_ns : NAN;
    if (count == 0)
        return INFINITY;
    double third = sorted[count < 3 ? count - 1 : 2];
    if (!(modes->known_ns <= third))
        modes->known_ns = third;

    double bound = CANARY_FAST * modes->known_ns;
    size_t fast = 0;
    while (fast < count && sorted[fast] <= bound)
        fast++;
    modes->quiet_ns = median_of_sorted(sorted, fast);
    modes->busy_ns = median_of_sorted(sorted + fast, count - fast);
    if (fast == count || modes->busy_ns < MODES_RATIO * modes->quiet_ns) {
        modes->quiet_ns = median_of_sorted(sorted, count);
        modes->busy_ns = NAN;
        return INFINITY;
    }
    return bound;
}

struct modes modes_find(const struct series *series, size_t count, const struct series *canary, double known_ns)
{
    static const struct series none = {.count = 0};
    struct modes modes = {.rounds = count > 0 ? series[0].count : 0, .quiet_ns = NAN, .busy_ns = NAN, .known_ns = NAN};

    if (canary == NULL || canary->count != modes.rounds + 1)
        canary = &none;
    double *times = calloc(canary->count + 1, sizeof *times);
    bool *quiet = modes.rounds > 0 ? calloc(modes.rounds, sizeof *quiet) : NULL;
    if (times == NULL || quiet == NULL) {
        free(quiet);
        free(times);
        return modes;
    }
    double bound = canary_bound(&modes, times, canary_times(canary, times), known_ns);
    free(times);

    for (size_t round = 0; round < modes.rounds; round++) {
        quiet[round] = true;
        for (size_t which = 0; which < count; which++)
            quiet[round] = quiet[round] && !series[which].samples[round].interrupted;
        for (size_t i = round; canary->count > 0 && i < round + 2; i++)
            quiet[round] = quiet[round] && iteration_ns(&canary->samples[i]) <= bound;
        modes.quiet_rounds += quiet[round];
    }
    size_t busy_rounds = modes.rounds - modes.quiet_rounds;
    if (busy_rounds >= MODES_BUSY_MIN && 10 * busy_rounds >= modes.rounds)
        modes.kind = modes.quiet_rounds >= QUIET_ROUNDS_MIN ? MODES_TOLD_APART
                                                            : isfinite(bound) ? MODES_ALL_BUSY : MODES_ALIKE;
    modes.quiet = quiet;
    return modes;
}

void modes_free(struct modes *modes)
{
    free(modes->quiet);
    modes->quiet = NULL;
}

enum rounds rounds_to_report(const struct modes *modes)
{
    return modes->kind == MODES_TOLD_APART ? ROUNDS_QUIET : ROUNDS_ALL;
}

static bool chosen(const struct modes *modes, enum rounds which, size_t round)
{
    if (which == ROUNDS_ALL)
        return true;
    return modes != NULL && modes->quiet != NULL && round < modes->rounds &&
           modes->quiet[round] == (which == ROUNDS_QUIET);
}

/* ---------------------------------------------------------------------------------------------- summaries */

struct summary summarise(const struct series *series, const struct modes *modes, enum rounds which)
{
    struct summary summary = {.median_ns = NAN, .mad_ns = NAN, .first_ns = NAN, .total_ns = NAN};
    double *times = calloc(series->count + 1, sizeof *times);
    size_t count = 0;

    if (times == NULL)
        return summary;
    for (size_t round = 0; round < series->count; round++) {
        if (!chosen(modes, which, round))
            continue;
        const struct sample *sample = &series->samples[round];
        times[count] = iteration_ns(sample);
        if (count == 0) {
            summary.first_ns = times[0];
            summary.total_ns = 0;
        }
        summary.total_ns += (double)sample->elapsed_ns;
        summary.iterations += sample->iterations;
        count++;
    }
    summary.median_ns = median_of(times, count);
    summary.mad_ns = mad_of(times, count, summary.median_ns);
    free(times);
    return summary;
}

/* ------------------------------------------------------------------------------------------------- ratios */

/*
 * The largest k for which the k-th smallest and the k-th largest of COUNT independent values enclose the median of
 * their distribution with at least CONFIDENCE; 0 where none does.  The number of values below the median is binomial.
 */
static size_t interval_rank(size_t count, double confidence)
{
    double n = (double)count, outside = 0;
    size_t rank = 0;

    while (2 * rank < count) {
        double i = (double)rank;
        outside += 2 * exp(lgamma(n + 1) - lgamma(i + 1) - lgamma(n - i + 1) - n * LN2);
        if (outside > 1 - confidence)
            break;
        rank++;
    }
    return rank;
}

/*
 * How many rounds count as one independent round: the sum of the autocorrelations, over both directions of time, of
 * the signs of VALUES about CENTRE, which is what the variance of a sample median grows by.  The sum ends with the
 * first pair of neighbouring lags that is not positive (initial positive sequence); never below 1.
 */
static double rounds_per_independent(const double *values, size_t count, double centre)
{
    double variance = 0, sum = 0;

    for (size_t i = 0; i < count; i++)
        variance += values[i] != centre;
    if (variance == 0)
        return 1;
    for (size_t lag = 0; lag + 1 < count && lag < LAGS_MAX; lag += 2) {
        double pair = 0;
        for (size_t l = lag; l < lag + 2; l++) {
            for (size_t i = l; i < count; i++) {
                int now = (values[i] > centre) - (values[i] < centre);
                int before = (values[i - l] > centre) - (values[i - l] < centre);
                pair += now * before;
            }
        }
        if (pair <= 0)
            break;
        sum += pair / variance;
    }
    return 2 * sum - 1 > 1 ? 2 * sum - 1 : 1;
}

/*
 * As interval_rank, for COUNT values in the order of time that depend on their neighbours: as many places from the
 * middle, in proportion, as among so many independent values; at least 1.  Two of those are spent on the estimate,
 * which is on the small side for a short series of strongly dependent values.
 */
static size_t rank_among_dependent(const double *values, size_t count, double centre, double confidence)
{
    double each = rounds_per_independent(values, count, centre);
    double independent = (double)count / each - 2 * (1 - 1 / each);
    size_t rank = independent >= 1 ? interval_rank((size_t)independent, confidence) : 0;
    if (rank == 0)
        return 1;
    double places = (floor(independent) + 1) / 2 - (double)rank;
    double stretched = (double)(count + 1) / 2 - places * (double)count / floor(independent);
    return stretched > 1 ? (size_t)stretched : 1;
}

struct ratio ratio_of(const struct series *contender, const struct series *reference, const struct modes *modes,
                      enum rounds which, double confidence)
{
    struct ratio ratio = {.speed_ratio = NAN, .low = NAN, .high = NAN};
    size_t rounds = contender->count < reference->count ? contender->count : reference->count, count = 0;
    double *logs = calloc(rounds + 1, sizeof *logs);
    double *sorted = calloc(rounds + 1, sizeof *sorted);

    if (logs == NULL || sorted == NULL)
        goto done;
    for (size_t round = 0; round < rounds; round++) {
        if (chosen(modes, which, round)) {
            logs[count] = log(iteration_ns(&reference->samples[round]) / iteration_ns(&contender->samples[round]));
            sorted[count] = logs[count];
            count++;
        }
    }
    if (count == 0)
        goto done;
    double median = median_of(sorted, count);
    ratio.speed_ratio = exp(median);

    if (interval_rank(count, confidence) > 0) {
        size_t rank = rank_among_dependent(logs, count, median, confidence);
        double low = sorted[rank - 1], high = sorted[count - rank];
        if (rank == 1) {
            /* Single rounds that were interrupted lie anywhere: no further than so many deviations from the others. */
            double reach = RANGE_DEVIATIONS * mad_of(sorted, count, median);
            low = reach > 0 ? fmax(low, median - reach) : low;
            high = reach > 0 ? fmin(high, median + reach) : high;
        }
        ratio.low = exp(low);
        ratio.high = exp(high);
    }
done:
    free(sorted);
    free(logs);
    return ratio;
}

struct ratio ratio_widened(struct ratio ratio, double floor)
{
    if (floor > 0) {
        ratio.low /= 1 + floor;
        ratio.high *= 1 + floor;
    }
    return ratio;
}

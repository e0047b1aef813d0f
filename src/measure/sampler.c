/* SPDX-License-Identifier: MIT */
#include "measure/sampler.h"

#include "measure/canary.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t SLICE_SHORTEST_NS = 1000000;
static const uint64_t SLICE_LONGEST_NS = 2000000;
static const uint64_t SLICE_CANARY_NS = 100000;
static const uint64_t SLICE_RESOLUTIONS = 1000;
static const uint64_t SAMPLE_RESOLUTIONS = 10;        /* the shortest that is kept: of inputs that are soon walked through */
static const uint64_t HUGE_OPERATION_NS = 100000000;  /* one operation is a slice and a warm-up by itself */
static const uint64_t OVERTIME_NS = 250000000;        /* never too long for the least number of rounds */
static const uint64_t PROGRESS_NS = 50000000;
static const uint64_t ITERATIONS_MAX = UINT64_C(1) << 40; /* a slice that is still too short does not do its work */

static const double PATIENCE = 2.5; /* times `seconds`, for quiet rounds */

enum { ROUNDS_WANTED = 500, GROWTH_MAX = 10 };

struct sampler {
    const struct sampler_options *options;
    const struct slice *slices;
    size_t count;
    struct series *series;
    struct series *canary;
    struct slice canary_slice;
    uint64_t *iterations; /* of each contender, then of the canary */
    size_t capacity;      /* of every series, in rounds */
    uint64_t now_ns;      /* the latest reading */
    size_t quiet_rounds;  /* so far, as far as the canary's known quiet time tells */
    size_t culprit;
};

static bool interrupted(const struct sampler *sampler)
{
    return sampler->options->interrupted != NULL && *sampler->options->interrupted != 0;
}

/* Slice WHICH of the sampler: a contender, or the canary at `count`. */
static const struct slice *slice_of(const struct sampler *sampler, size_t which)
{
    return which == sampler->count ? &sampler->canary_slice : &sampler->slices[which];
}

static struct series *series_of(const struct sampler *sampler, size_t which)
{
    return which == sampler->count ? sampler->canary : &sampler->series[which];
}

/* The only place where something is timed: fills in SAMPLE, whose iterations are those of each of REPEATS runs. */
static enum status run_timed(struct sampler *sampler, size_t which, uint64_t repeats, struct sample *sample)
{
    const struct clock *clock = &sampler->options->clock;
    const struct slice *slice = slice_of(sampler, which);
    uint64_t own_ns = 0;

    uint64_t interruptions = clock->interruptions != NULL ? clock->interruptions(clock->state) : 0;
    uint64_t begin_ns = clock->now_ns(clock->state);
    enum status status = STATUS_OK;
    for (uint64_t i = 0; i < repeats && status == STATUS_OK; i++) {
        status = slice->run(slice->state, sample->iterations);
        own_ns += slice->elapsed_ns != NULL ? *slice->elapsed_ns : 0;
    }
    uint64_t end_ns = clock->now_ns(clock->state);
    sample->interrupted = clock->interruptions != NULL && clock->interruptions(clock->state) != interruptions;

    if (status != STATUS_OK) {
        sampler->culprit = which;
        return status;
    }
    if (end_ns < begin_ns || begin_ns < sampler->now_ns || (end_ns == begin_ns && !clock_passes(clock, end_ns))) {
        sampler->culprit = sampler->count;
        return STATUS_FAILED;
    }
    sampler->now_ns = end_ns;
    sample->elapsed_ns = slice->elapsed_ns != NULL ? own_ns : end_ns - begin_ns;
    return STATUS_OK;
}

/* Finds how many iterations of slice WHICH take TARGET_NS, and runs it in full once more where that is asked for. */
static enum status prepare(struct sampler *sampler, size_t which, uint64_t target_ns)
{
    uint64_t *discarded_ns = &series_of(sampler, which)->warm_up_ns;
    struct sample sample = {.iterations = 1};
    int crossed = 0;
    bool huge = false;

    while (crossed < 2 && !huge && !interrupted(sampler)) {
        enum status status = run_timed(sampler, which, 1, &sample);
        if (status != STATUS_OK)
            return status;
        *discarded_ns += sample.elapsed_ns;
        huge = sample.iterations == 1 && sample.elapsed_ns >= target_ns && sample.elapsed_ns >= HUGE_OPERATION_NS;
        if (sample.elapsed_ns >= target_ns) {
            crossed++;
            continue;
        }
        crossed = 0;
        if (sample.iterations >= ITERATIONS_MAX) {
            sampler->culprit = which;
            return STATUS_FAILED;
        }
        /* A little above what is missing: two crossings in a row should not hang on chance. */
        double growth = 1.1 * (double)target_ns / (double)(sample.elapsed_ns > 0 ? sample.elapsed_ns : 1);
        if (growth > GROWTH_MAX)
            growth = GROWTH_MAX;
        sample.iterations += (uint64_t)((growth - 1) * (double)sample.iterations) + 1;
    }
    sampler->iterations[which] = sample.iterations;

    if (sampler->options->warm_up && !huge && !interrupted(sampler)) {
        enum status status = run_timed(sampler, which, 1, &sample);
        if (status != STATUS_OK)
            return status;
        *discarded_ns += sample.elapsed_ns;
    }
    return STATUS_OK;
}

static enum status prepare_all(struct sampler *sampler)
{
    const struct sampler_options *options = sampler->options;
    uint64_t shortest_ns = SLICE_RESOLUTIONS * options->resolution_ns;
    uint64_t canary_ns = shortest_ns > SLICE_CANARY_NS ? shortest_ns : SLICE_CANARY_NS;
    double target_ns = options->seconds * 1e9 / (double)(options->rounds > 0 ? options->rounds : ROUNDS_WANTED) /
                       (double)sampler->count;

    if (!(target_ns > (double)SLICE_SHORTEST_NS))
        target_ns = (double)SLICE_SHORTEST_NS;
    if (target_ns > (double)SLICE_LONGEST_NS)
        target_ns = (double)SLICE_LONGEST_NS;
    if (target_ns < (double)shortest_ns)
        target_ns = (double)shortest_ns;

    for (size_t which = 0; which < sampler->count && options->before_round == NULL; which++) {
        enum status status = prepare(sampler, which, (uint64_t)target_ns);
        if (status != STATUS_OK)
            return status;
    }
    return sampler->canary != NULL ? prepare(sampler, sampler->count, canary_ns) : STATUS_OK;
}

/* Room for round ROUND in every series, and one more sample in the canary's. */
static enum status reserve(struct sampler *sampler, size_t round)
{
    if (round < sampler->capacity)
        return STATUS_OK;

    size_t capacity = sampler->capacity == 0 ? 128 : 2 * sampler->capacity;
    for (size_t which = 0; which < sampler->count + (sampler->canary != NULL); which++) {
        struct series *series = series_of(sampler, which);
        struct sample *samples = realloc(series->samples, (capacity + 1) * sizeof *samples);
        if (samples == NULL)
            return STATUS_NO_MEMORY;
        series->samples = samples;
    }
    sampler->capacity = capacity;
    return STATUS_OK;
}

/*
 * Slices are long enough by themselves, but for the last inputs of a walk: those are run over twice, four times, ... until
 * the clock sees them.  No sample has taken no time.
 */
static enum status run_sample(struct sampler *sampler, size_t which, size_t round, uint64_t iterations)
{
    struct sample *sample = &series_of(sampler, which)->samples[round];
    const uint64_t shortest_ns = SAMPLE_RESOLUTIONS * sampler->options->resolution_ns;
    uint64_t repeats = 1;
    *sample = (struct sample){.iterations = iterations};
    enum status status = run_timed(sampler, which, repeats, sample);
    while (status == STATUS_OK &&
           (sample->elapsed_ns == 0 || (sample->elapsed_ns < shortest_ns && !interrupted(sampler)))) {
        if (repeats > ITERATIONS_MAX / iterations) {
            sampler->culprit = which;
            return STATUS_FAILED;
        }
        repeats *= 2;
        status = run_timed(sampler, which, repeats, sample);
    }
    sample->iterations *= repeats;
    return status;
}

/* Iterations are stretched by 0 to a quarter, evenly spread over the rounds: multiples of the golden ratio. */
static uint64_t stretched(uint64_t iterations, size_t round)
{
    uint64_t quarter_256ths = (uint32_t)((uint32_t)round * UINT32_C(2654435769)) >> 26;
    return iterations + iterations * quarter_256ths / 256;
}

/* Which contender runs at PLACE of ROUND: every one takes every place, with either neighbour before it. */
static size_t contender_at(size_t round, size_t place, size_t count)
{
    size_t first = round % count;
    return round / count % 2 == 0 ? (first + place) % count : (first + count - place) % count;
}

/* Counts round ROUND - 1 where it was quiet, once the canary has run before ROUND. */
static void count_quiet(struct sampler *sampler, size_t round)
{
    if (round == 0 || sampler->canary == NULL || !(sampler->options->canary_quiet_ns > 0))
        return;
    bool quiet = true;
    for (size_t i = round - 1; i <= round; i++) {
        const struct sample *sample = &sampler->canary->samples[i];
        double bound_ns = CANARY_FAST * sampler->options->canary_quiet_ns * (double)sample->iterations;
        quiet = quiet && (double)sample->elapsed_ns <= bound_ns;
    }
    for (size_t which = 0; which < sampler->count; which++)
        quiet = quiet && !sampler->series[which].samples[round - 1].interrupted;
    sampler->quiet_rounds += quiet;
}

/* Whether enough has been done after ROUNDS rounds and ELAPSED_NS. */
static bool finished(const struct sampler *sampler, size_t rounds, uint64_t elapsed_ns)
{
    const struct sampler_options *options = sampler->options;

    if (options->before_round != NULL || rounds == 0)
        return false;
    if (options->rounds > 0)
        return rounds >= options->rounds;

    double budget_ns = options->seconds > 0 ? options->seconds * 1e9 : 0;
    double elapsed = (double)elapsed_ns, round_ns = elapsed / (double)rounds;
    if (rounds >= SAMPLER_ROUNDS_MIN) {
        bool wait = sampler->canary != NULL && options->canary_quiet_ns > 0 && sampler->quiet_rounds < QUIET_ROUNDS_MIN;
        return elapsed + round_ns / 2 >= (wait ? PATIENCE : 1) * budget_ns;
    }
    return elapsed > (double)OVERTIME_NS && elapsed + round_ns > 2 * budget_ns;
}

static double share_done(const struct sampler_options *options, size_t rounds, uint64_t elapsed_ns)
{
    double of_rounds = (double)rounds / (double)(options->rounds > 0 ? options->rounds : SAMPLER_ROUNDS_MIN);
    double of_time = options->rounds == 0 && options->seconds > 0 ? (double)elapsed_ns / (options->seconds * 1e9) : 1;
    double done = of_rounds < of_time ? of_rounds : of_time;
    return done < 1 ? done : 1;
}

static enum status run_rounds(struct sampler *sampler, uint64_t start_ns)
{
    const struct sampler_options *options = sampler->options;
    uint64_t progress_ns = start_ns;
    size_t round = 0;
    enum status status = STATUS_OK;

    for (; !interrupted(sampler) && !finished(sampler, round, sampler->now_ns - start_ns); round++) {
        uint64_t walked = 0;

        sampler->culprit = sampler->count + 1;
        status = reserve(sampler, round);
        if (status == STATUS_OK && options->before_round != NULL)
            status = options->before_round(options->round_state, round, &walked);
        if (status != STATUS_OK || (options->before_round != NULL && walked == 0))
            break;

        if (sampler->canary != NULL)
            status = run_sample(sampler, sampler->count, round, sampler->iterations[sampler->count]);
        if (status == STATUS_OK)
            count_quiet(sampler, round);
        for (size_t place = 0; place < sampler->count && status == STATUS_OK; place++) {
            size_t which = contender_at(round, place, sampler->count);
            if (interrupted(sampler))
                goto done;
            uint64_t iterations = options->before_round != NULL ? walked : stretched(sampler->iterations[which], round);
            status = run_sample(sampler, which, round, iterations);
        }
        if (status != STATUS_OK)
            break;

        for (size_t which = 0; which < sampler->count; which++)
            sampler->series[which].count = round + 1;
        sampler->culprit = sampler->count + 1;
        if (options->after_round != NULL)
            status = options->after_round(options->round_state, round);
        if (status != STATUS_OK)
            break;

        if (options->progress != NULL && options->before_round == NULL && sampler->now_ns - progress_ns > PROGRESS_NS) {
            options->progress(options->progress_state, share_done(options, round + 1, sampler->now_ns - start_ns));
            progress_ns = sampler->now_ns;
        }
    }

done:
    if (sampler->canary != NULL && status == STATUS_OK && sampler->series[0].count > 0) {
        size_t rounds = sampler->series[0].count;
        status = run_sample(sampler, sampler->count, rounds, sampler->iterations[sampler->count]);
        if (status == STATUS_OK)
            sampler->canary->count = rounds + 1;
    }
    return status;
}

enum status sample_interleaved(const struct sampler_options *options, const struct slice *slices, size_t count,
                               struct series *series, struct series *canary, size_t *culprit)
{
    struct canary canary_state = {{0}};
    struct sampler sampler = {
        .options = options,
        .slices = slices,
        .count = count,
        .series = series,
        .canary = canary,
        .canary_slice = canary_slice(&canary_state),
        .culprit = count + 1,
    };

    if (canary != NULL)
        *canary = (struct series){0};
    if (count == 0)
        return STATUS_OK;
    memset(series, 0, count * sizeof *series);

    enum status status = STATUS_NO_MEMORY;
    sampler.iterations = calloc(count + 1, sizeof *sampler.iterations);
    if (sampler.iterations != NULL) {
        uint64_t start_ns = options->clock.now_ns(options->clock.state);
        sampler.now_ns = start_ns;
        status = prepare_all(&sampler);
        if (status == STATUS_OK)
            status = run_rounds(&sampler, start_ns);
    }
    free(sampler.iterations);
    *culprit = sampler.culprit;
    return status;
}

double sampler_least_seconds(const struct sampler_options *options, size_t count)
{
    enum { PREPARATION = 4 }; /* slices: calibration and warm-up */
    const uint64_t shortest_ns = SLICE_RESOLUTIONS * options->resolution_ns;
    const uint64_t slice_ns = shortest_ns > SLICE_SHORTEST_NS ? shortest_ns : SLICE_SHORTEST_NS;
    const uint64_t canary_ns = shortest_ns > SLICE_CANARY_NS ? shortest_ns : SLICE_CANARY_NS;
    return 1e-9 * (SAMPLER_ROUNDS_MIN + PREPARATION) * ((double)count * (double)slice_ns + (double)canary_ns);
}

struct series series_copy(const struct series *series)
{
    struct series copy = *series;
    copy.samples = series->count != 0 ? malloc(series->count * sizeof *copy.samples) : NULL;
    if (copy.samples == NULL)
        return (struct series){0};
    memcpy(copy.samples, series->samples, series->count * sizeof *copy.samples);
    return copy;
}

void series_free(struct series *series, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(series[i].samples);
        series[i] = (struct series){0};
    }
}

/* SPDX-License-Identifier: MIT */
#include "fake_clock.h"
#include "measure/stats.h"
#include "tap.h"

#include <math.h>
#include <stdlib.h>

static void assert_close(double value, double expected)
{
    if (!(fabs(value - expected) <= 1e-9 * (1 + fabs(expected))))
        fail_msg("%.17g, expected %.17g", value, expected);
}

/* A series of rounds whose one iteration takes TIMES_NS. */
static struct series series_of(const double *times_ns, size_t count)
{
    struct series series = {.samples = calloc(count + 1, sizeof *series.samples), .count = count};
    assert_non_null(series.samples);
    for (size_t i = 0; i < count; i++)
        series.samples[i] = (struct sample){.iterations = 1000, .elapsed_ns = (uint64_t)llround(1000 * times_ns[i])};
    return series;
}

/* ------------------------------------------------------------------------------------------- cases by hand */

static void medians(void **state)
{
    (void)state;
    double one[] = {4}, two[] = {5, 3}, odd[] = {9, 1, 5}, even[] = {8, 2, 6, 4};
    assert_true(isnan(median_of(NULL, 0)));
    assert_close(median_of(one, 1), 4);
    assert_close(median_of(two, 2), 4);
    assert_close(median_of(odd, 3), 5);
    assert_close(median_of(even, 4), 5);
}

static void summaries(void **state)
{
    (void)state;
    /* Sorted 2 3 5 7 11: median 5, deviations 3 2 0 2 6, their median 2. */
    static const double times_ns[] = {7, 2, 11, 3, 5};
    struct series series = series_of(times_ns, 5);
    struct summary summary = summarise(&series, NULL, ROUNDS_ALL);
    assert_close(summary.median_ns, 5);
    assert_close(summary.mad_ns, 2);
    assert_close(summary.first_ns, 7);
    assert_close(summary.total_ns, 28000);
    assert_int_equal(summary.iterations, 5000);
    series_free(&series, 1);

    struct series empty = {.count = 0};
    summary = summarise(&empty, NULL, ROUNDS_ALL);
    assert_true(isnan(summary.median_ns) && isnan(summary.mad_ns) && isnan(summary.first_ns) && isnan(summary.total_ns));
    assert_int_equal(summary.iterations, 0);
}

static void figures_are_finite_whatever_the_samples(void **state)
{
    (void)state;
    struct sample samples[] = {{1, 0, false}, {0, 5, false}, {UINT64_MAX, UINT64_MAX, false},
                               {1, UINT64_MAX, false}, {UINT64_C(1) << 40, 1, false}, {0, 0, false}};
    struct series series = {.samples = samples, .count = 6};
    struct summary summary = summarise(&series, NULL, ROUNDS_ALL);
    assert_true(isfinite(summary.median_ns) && summary.median_ns > 0 && isfinite(summary.mad_ns));
    struct ratio ratio = ratio_of(&series, &series, NULL, ROUNDS_ALL, 0.95);
    assert_close(ratio.speed_ratio, 1);
    assert_close(ratio.low, 1);
    assert_close(ratio.high, 1);
}

static void ratios_are_medians_of_the_rounds(void **state)
{
    (void)state;
    /* Reference over contender, by round: 2, 1/2, 3, 4, 8: the median is 3 although the ratio of medians is 2. */
    static const double contender_ns[] = {10, 20, 10, 5, 1}, reference_ns[] = {20, 10, 30, 20, 8};
    struct series contender = series_of(contender_ns, 5), reference = series_of(reference_ns, 5);
    struct ratio ratio = ratio_of(&contender, &reference, NULL, ROUNDS_ALL, 0.95);
    assert_close(ratio.speed_ratio, 3);
    /* Five rounds lie on one side of the median once in 16 times: no interval of 95 %. */
    assert_true(isnan(ratio.low) && isnan(ratio.high));
    /* One of 90 % there is: 1 - 2/32, from the least to the greatest. */
    ratio = ratio_of(&contender, &reference, NULL, ROUNDS_ALL, 0.90);
    assert_close(ratio.low, 0.5);
    assert_close(ratio.high, 8);
    series_free(&contender, 1);
    series_free(&reference, 1);

    struct series empty = {.count = 0};
    ratio = ratio_of(&empty, &empty, NULL, ROUNDS_ALL, 0.95);
    assert_true(isnan(ratio.speed_ratio) && isnan(ratio.low) && isnan(ratio.high));
}

static void intervals_have_the_tabulated_ranks(void **state)
{
    (void)state;
    /* Ranks of the sign test's confidence interval for the median, 95 %. */
    static const struct {
        size_t count, low;
    } cases[] = {{6, 1}, {8, 1}, {9, 2}, {10, 2}, {12, 3}, {15, 4}, {20, 6}, {25, 8}, {30, 10}, {50, 18}, {100, 40}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        /* Per-round ratios 1001, 1002, ..., in an order that alternates about the median: not taken for a drift. */
        double contender_ns[100], reference_ns[100];
        size_t count = cases[i].count;
        for (size_t round = 0; round < count; round++) {
            size_t rank = round % 2 == 0 ? round / 2 : count - 1 - round / 2;
            contender_ns[round] = 1;
            reference_ns[round] = 1001 + (double)rank;
        }
        struct series contender = series_of(contender_ns, count), reference = series_of(reference_ns, count);
        struct ratio ratio = ratio_of(&contender, &reference, NULL, ROUNDS_ALL, 0.95);
        assert_close(ratio.low, 1000 + (double)cases[i].low);
        assert_close(ratio.high, 1000 + (double)(count + 1 - cases[i].low));
        series_free(&contender, 1);
        series_free(&reference, 1);
    }
}

static void the_noise_floor_widens(void **state)
{
    (void)state;
    struct ratio ratio = {.speed_ratio = 2, .low = 1.9, .high = 2.1};
    struct ratio wide = ratio_widened(ratio, 0.01);
    assert_close(wide.speed_ratio, 2);
    assert_close(wide.low, 1.9 / 1.01);
    assert_close(wide.high, 2.1 * 1.01);
    wide = ratio_widened(ratio, NAN);
    assert_close(wide.low, 1.9);
    assert_close(wide.high, 2.1);
}

/* ---------------------------------------------------------------------------------------- a simulated machine */

struct machine {
    uint64_t seed;
    double jitter;         /* deviation of a slice's logarithm */
    double drift;          /* that the machine slows down by, from the first round to the last */
    double drift_between;  /* and the contender alone */
    double dependence;     /* of a round's disturbance, which the contender alone feels, on the round before */
    double outliers;       /* share of slices that are interrupted: up to ten times as long */
    double switching;      /* chance that the neighbour comes or goes before a slice; 0: there is none */
    double neighbour_a, neighbour_b, neighbour_canary; /* what it slows each down by */
};

/* Runs COUNT rounds of two contenders, ABBA, with the canary between; A_NS, B_NS and 100 when undisturbed. */
static void simulate(struct machine *machine, size_t count, double a_ns, double b_ns, struct series *series,
                     struct series *canary)
{
    double *times_ns[3];
    bool neighbour = machine->switching > 0 && next_uniform(&machine->seed) < 0.5;
    double disturbance = next_normal(&machine->seed);

    for (size_t i = 0; i < 3; i++)
        assert_non_null(times_ns[i] = calloc(count + 1, sizeof(double)));
    for (size_t round = 0; round <= count; round++) {
        double along = (double)round / (double)count - 0.5;
        double phi = machine->dependence;
        disturbance = phi * disturbance + sqrt(1 - phi * phi) * next_normal(&machine->seed);
        for (size_t place = 0; place < 3; place++) {
            size_t which = place == 0 ? 2 : (place - 1 + round) % 2; /* the canary first */
            double base = which == 0 ? a_ns : which == 1 ? b_ns : 100;
            double slow = which == 0 ? machine->neighbour_a
                                     : which == 1 ? machine->neighbour_b : machine->neighbour_canary;
            if (next_uniform(&machine->seed) < machine->switching)
                neighbour = !neighbour;
            double logarithm = log(base) + machine->drift * along + machine->jitter * next_normal(&machine->seed);
            if (which == 0)
                logarithm += machine->drift_between * along + (phi > 0 ? machine->jitter * disturbance : 0);
            if (neighbour)
                logarithm += log(slow);
            if (next_uniform(&machine->seed) < machine->outliers)
                logarithm += log(10) * next_uniform(&machine->seed);
            times_ns[which][round] = exp(logarithm);
        }
    }
    series[0] = series_of(times_ns[0], count);
    series[1] = series_of(times_ns[1], count);
    if (canary != NULL)
        *canary = series_of(times_ns[2], count + 1);
    for (size_t i = 0; i < 3; i++)
        free(times_ns[i]);
}

/* Of RUNS runs of a contender against itself, how many intervals contain 1. */
static int runs_that_contain_one(struct machine machine, size_t rounds, int runs)
{
    int contained = 0;
    for (int run = 0; run < runs; run++) {
        struct series series[2];
        simulate(&machine, rounds, 130, 130, series, NULL);
        struct ratio ratio = ratio_of(&series[0], &series[1], NULL, ROUNDS_ALL, 0.95);
        contained += ratio.low <= 1 && ratio.high >= 1;
        series_free(series, 2);
    }
    return contained;
}

static const struct machine machines[] = {
    {.jitter = 0.01},
    {.jitter = 0.05, .outliers = 0.2},
    {.jitter = 0.01, .drift = 1},
    {.jitter = 0.01, .drift_between = 0.02},
    {.jitter = 0.02, .dependence = 0.5},
    {.jitter = 0.01, .switching = 0.05, .neighbour_a = 1.8, .neighbour_b = 1.8, .neighbour_canary = 2},
    {.jitter = 0.02, .switching = 0.3, .neighbour_a = 1.5, .neighbour_b = 1.5, .neighbour_canary = 2, .outliers = 0.05},
};

static void a_against_a_contains_one(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        struct machine machine = machines[i];
        machine.seed = 20 + i;
        int contained = runs_that_contain_one(machine, 100, 20);
        if (contained < 19)
            fail_msg("machine %zu: %d of 20", i, contained);
    }
}

static void intervals_are_as_sure_as_they_say(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        for (size_t rounds = 20; rounds <= 180; rounds *= 3) {
            struct machine machine = machines[i];
            machine.seed = 7000 * i + rounds;
            int contained = runs_that_contain_one(machine, rounds, 400);
            /* 95 % of 400 is 380, with a deviation of 4.4. */
            if (contained < 371)
                fail_msg("machine %zu, %zu rounds: %d of 400", i, rounds, contained);
        }
    }
}

static void intervals_stay_useful(void **state)
{
    (void)state;
    /* 5 % apart, with noise of 1 % a slice and a machine that slows down to a third meanwhile. */
    struct machine machine = {.seed = 99, .jitter = 0.01, .drift = 1.1};
    for (int run = 0; run < 50; run++) {
        struct series series[2];
        simulate(&machine, 100, 100, 105, series, NULL);
        struct ratio ratio = ratio_of(&series[0], &series[1], NULL, ROUNDS_ALL, 0.95);
        assert_true(ratio.speed_ratio > 1.04 && ratio.speed_ratio < 1.06);
        assert_true(ratio.low > 1.03 && ratio.high < 1.07 && ratio.low <= ratio.speed_ratio &&
                    ratio.speed_ratio <= ratio.high);
        series_free(series, 2);
    }
}

static void one_interrupted_round_is_no_bound(void **state)
{
    (void)state;
    /* Six rounds, the least that an interval needs: it is their range, but for what lies far outside. */
    double a_ns[6] = {100, 101, 99, 102, 98, 1600}, b_ns[6] = {100, 100, 100, 100, 100, 100};
    struct series a = series_of(a_ns, 6), b = series_of(b_ns, 6);
    struct ratio ratio = ratio_of(&a, &b, NULL, ROUNDS_ALL, 0.95);
    assert_true(ratio.low > 0.7 && ratio.low < 0.99);
    assert_close(ratio.high, 100.0 / 98);
    a.samples[5].elapsed_ns = a.samples[0].elapsed_ns;
    ratio = ratio_of(&a, &b, NULL, ROUNDS_ALL, 0.95);
    assert_close(ratio.low, 100.0 / 102);
    series_free(&a, 1);
    series_free(&b, 1);
}

static void dependent_rounds_widen_the_interval(void **state)
{
    (void)state;
    double width[2] = {0, 0};
    for (int dependent = 0; dependent < 2; dependent++) {
        struct machine machine = {.seed = 5, .jitter = 0.02, .dependence = dependent ? 0.9 : 0.001};
        for (int run = 0; run < 50; run++) {
            struct series series[2];
            simulate(&machine, 200, 100, 100, series, NULL);
            struct ratio ratio = ratio_of(&series[0], &series[1], NULL, ROUNDS_ALL, 0.95);
            width[dependent] += log(ratio.high / ratio.low);
            series_free(series, 2);
        }
    }
    assert_true(width[1] > 1.6 * width[0]);
}

/* --------------------------------------------------------------------------------------------------- two modes */

static void quiet_rounds_need_a_quiet_canary_on_both_sides(void **state)
{
    (void)state;
    /* Before and after each of 40 rounds; the canary is slow in the samples 5 .. 10, hence the rounds 4 .. 10 busy. */
    double canary_ns[41], a_ns[40], b_ns[40];
    for (size_t i = 0; i < 41; i++)
        canary_ns[i] = i >= 5 && i <= 10 ? 150 + (double)(i % 3) : 100 + (double)(i % 3);
    for (size_t i = 0; i < 40; i++) {
        a_ns[i] = i >= 4 && i <= 10 ? 40 : 20;
        b_ns[i] = i >= 4 && i <= 10 ? 50 : 30;
    }
    struct series canary = series_of(canary_ns, 41), a = series_of(a_ns, 40), b = series_of(b_ns, 40);
    struct series both[2] = {a, b};
    struct modes modes = modes_find(both, 2, &canary, 0);
    assert_int_equal(modes.kind, MODES_TOLD_APART);
    assert_int_equal(rounds_to_report(&modes), ROUNDS_QUIET);
    assert_int_equal(modes.rounds, 40);
    assert_int_equal(modes.quiet_rounds, 33);
    for (size_t round = 0; round < 40; round++)
        assert_int_equal(modes.quiet[round], round < 4 || round > 10);
    assert_close(modes.quiet_ns, 101);
    assert_close(modes.busy_ns, 151);

    assert_close(ratio_of(&a, &b, &modes, ROUNDS_QUIET, 0.95).speed_ratio, 1.5);
    assert_close(ratio_of(&a, &b, &modes, ROUNDS_BUSY, 0.95).speed_ratio, 1.25);
    assert_close(ratio_of(&a, &b, &modes, ROUNDS_ALL, 0.95).speed_ratio, 1.5);
    assert_close(summarise(&a, &modes, ROUNDS_QUIET).median_ns, 20);
    assert_close(summarise(&a, &modes, ROUNDS_BUSY).median_ns, 40);
    assert_int_equal(summarise(&a, &modes, ROUNDS_QUIET).iterations + summarise(&a, &modes, ROUNDS_BUSY).iterations,
                     summarise(&a, &modes, ROUNDS_ALL).iterations);
    modes_free(&modes);
    assert_null(modes.quiet);
    series_free(&canary, 1);
    series_free(&a, 1);
    series_free(&b, 1);
}

static void one_mode_is_one_mode(void **state)
{
    (void)state;
    /* Steady, noisy, interrupted now and then: two modes are not seen where there are none. */
    static const struct machine single[] = {
        {.jitter = 0.002}, {.jitter = 0.04}, {.jitter = 0.02, .drift = 0.05}, {.jitter = 0.01, .outliers = 0.01}};
    static const size_t rounds[] = {20, 50, 200};
    for (size_t i = 0; i < sizeof single / sizeof *single; i++) {
        for (size_t k = 0; k < sizeof rounds / sizeof *rounds; k++) {
            struct machine machine = single[i];
            machine.seed = 31 * i + rounds[k];
            int seen = 0;
            for (int run = 0; run < 200; run++) {
                struct series series[2], canary;
                simulate(&machine, rounds[k], 100, 100, series, &canary);
                struct modes modes = modes_find(series, 2, &canary, 0);
                seen += modes.kind != MODES_ALIKE;
                modes_free(&modes);
                series_free(series, 2);
                series_free(&canary, 1);
            }
            if (seen > 10)
                fail_msg("machine %zu, %zu rounds: two modes in %d of 200 runs", i, rounds[k], seen);
        }
    }
    struct series none = {.count = 0};
    struct modes modes = modes_find(&none, 1, &none, 0);
    assert_int_equal(modes.rounds, 0);
    assert_int_equal(modes.kind, MODES_ALIKE);
    assert_int_equal(rounds_to_report(&modes), ROUNDS_ALL);
    assert_true(isnan(modes.quiet_ns) && isnan(modes.busy_ns));
    modes_free(&modes);
    assert_true(isnan(ratio_of(&none, &none, NULL, ROUNDS_QUIET, 0.95).speed_ratio));
}

static void the_quiet_ratio_is_the_same_however_busy_the_neighbour(void **state)
{
    (void)state;
    /* A neighbour that comes and goes, and slows one contender down more: 1.30 when quiet, 1.00 when busy. */
    struct machine machine = {.seed = 3, .jitter = 0.01, .switching = 0.02, .outliers = 0.02,
                              .neighbour_a = 1.95, .neighbour_b = 1.5, .neighbour_canary = 1.9};
    int told_apart = 0;
    double all_low = 9, all_high = 0;
    for (int run = 0; run < 50; run++) {
        struct series series[2], canary;
        simulate(&machine, 150, 100, 130, series, &canary);
        struct modes modes = modes_find(series, 2, &canary, 0);
        double all = ratio_of(&series[0], &series[1], &modes, ROUNDS_ALL, 0.95).speed_ratio;
        all_low = all < all_low ? all : all_low;
        all_high = all > all_high ? all : all_high;
        if (modes.kind == MODES_TOLD_APART && modes.quiet_rounds >= 20 && modes.rounds - modes.quiet_rounds >= 20) {
            struct ratio quiet = ratio_of(&series[0], &series[1], &modes, ROUNDS_QUIET, 0.95);
            struct ratio busy = ratio_of(&series[0], &series[1], &modes, ROUNDS_BUSY, 0.95);
            told_apart++;
            assert_true(quiet.speed_ratio > 1.27 && quiet.speed_ratio < 1.33);
            assert_true(busy.speed_ratio > 0.96 && busy.speed_ratio < 1.08);
        }
        modes_free(&modes);
        series_free(series, 2);
        series_free(&canary, 1);
    }
    assert_true(told_apart > 40);
    assert_true(all_high - all_low > 0.15);
}

static void rare_quiet_moments_tell_what_quiet_is(void **state)
{
    (void)state;
    /* The neighbour rests during four canaries of a hundred, one of which was read far too short. */
    double a_ns[100], b_ns[100], canary_ns[101];
    for (size_t i = 0; i < 101; i++) {
        canary_ns[i] = 130 + (double)(i % 7);
        if (i < 100)
            a_ns[i] = b_ns[i] = 20;
    }
    canary_ns[20] = 100, canary_ns[40] = 101, canary_ns[60] = 102, canary_ns[80] = 3;
    struct series series[2] = {series_of(a_ns, 100), series_of(b_ns, 100)}, canary = series_of(canary_ns, 101);
    struct modes modes = modes_find(series, 2, &canary, 0);
    assert_int_equal(modes.kind, MODES_ALL_BUSY);
    assert_int_equal(modes.quiet_rounds, 0);
    assert_close(modes.known_ns, 101);
    modes_free(&modes);
    series_free(series, 2);
    series_free(&canary, 1);
}

static void interrupted_rounds_are_busy(void **state)
{
    (void)state;
    /* Of 40 rounds, those whose number is in three fives were interrupted, in one contender or the other. */
    double a_ns[40], b_ns[40], canary_ns[41];
    for (size_t i = 0; i < 41; i++) {
        canary_ns[i] = 100;
        if (i < 40) {
            a_ns[i] = i % 5 == 0 ? 500 : 20;
            b_ns[i] = 30;
        }
    }
    struct series series[2] = {series_of(a_ns, 40), series_of(b_ns, 40)}, canary = series_of(canary_ns, 41);
    for (size_t i = 0; i < 40; i += 5)
        series[i % 2].samples[i].interrupted = true;
    /* An interrupted canary tells nothing of the rounds. */
    canary.samples[12] = (struct sample){1000, 99999999, true};

    struct modes modes = modes_find(series, 2, &canary, 0);
    assert_int_equal(modes.kind, MODES_TOLD_APART);
    assert_int_equal(modes.quiet_rounds, 32);
    for (size_t i = 0; i < 40; i++)
        assert_int_equal(modes.quiet[i], i % 5 != 0);
    assert_close(ratio_of(&series[0], &series[1], &modes, ROUNDS_QUIET, 0.95).high, 1.5);
    assert_close(ratio_of(&series[0], &series[1], &modes, ROUNDS_BUSY, 0.95).speed_ratio, 0.06);
    modes_free(&modes);

    /* Where every long operation is interrupted, that says nothing against them. */
    for (size_t i = 0; i < 40; i++)
        series[0].samples[i].interrupted = true;
    modes = modes_find(series, 2, NULL, 0);
    assert_int_equal(modes.kind, MODES_ALIKE);
    assert_int_equal(modes.quiet_rounds, 0);
    modes_free(&modes);

    /* A few interruptions are no matter: medians are there for that. */
    for (size_t i = 2; i < 40; i++)
        series[0].samples[i].interrupted = false;
    for (size_t i = 0; i < 40; i++)
        series[1].samples[i].interrupted = false;
    modes = modes_find(series, 2, &canary, 0);
    assert_int_equal(modes.kind, MODES_ALIKE);
    assert_int_equal(modes.quiet_rounds, 38);
    modes_free(&modes);
    series_free(series, 2);
    series_free(&canary, 1);
}

static void a_known_quiet_time_shows_that_all_is_busy(void **state)
{
    (void)state;
    struct machine machine = {.seed = 8, .jitter = 0.01};
    struct series series[2], canary;
    simulate(&machine, 50, 100, 100, series, &canary);
    static const struct {
        double known_ns;
        enum modes_kind kind;
    } cases[] = {{0, MODES_ALIKE}, {NAN, MODES_ALIKE}, {100, MODES_ALIKE}, {95, MODES_ALIKE}, {120, MODES_ALIKE},
                 {60, MODES_ALL_BUSY}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct modes modes = modes_find(series, 2, &canary, cases[i].known_ns);
        assert_int_equal(modes.kind, cases[i].kind);
        assert_int_equal(rounds_to_report(&modes), ROUNDS_ALL);
        assert_true(isnan(modes.quiet_ns) == (cases[i].kind == MODES_ALL_BUSY));
        assert_true(isnan(modes.busy_ns) == (cases[i].kind != MODES_ALL_BUSY));
        modes_free(&modes);
    }
    /* Just enough quiet rounds among slow ones that come in every degree; and one less, which is too few. */
    for (size_t quiet = QUIET_ROUNDS_MIN; quiet >= QUIET_ROUNDS_MIN - 1; quiet--) {
        for (size_t i = 0; i < 51; i++)
            canary.samples[i].elapsed_ns = i < quiet + 1 ? 60500 : 70000 + 1000 * i;
        struct modes modes = modes_find(series, 2, &canary, 60);
        assert_int_equal(modes.kind, quiet == QUIET_ROUNDS_MIN ? MODES_TOLD_APART : MODES_ALL_BUSY);
        assert_int_equal(modes.quiet_rounds, quiet);
        assert_close(modes.quiet_ns, 60.5);
        modes_free(&modes);
    }
    series_free(series, 2);
    series_free(&canary, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(medians),
        cmocka_unit_test(summaries),
        cmocka_unit_test(figures_are_finite_whatever_the_samples),
        cmocka_unit_test(ratios_are_medians_of_the_rounds),
        cmocka_unit_test(intervals_have_the_tabulated_ranks),
        cmocka_unit_test(the_noise_floor_widens),
        cmocka_unit_test(a_against_a_contains_one),
        cmocka_unit_test(intervals_are_as_sure_as_they_say),
        cmocka_unit_test(intervals_stay_useful),
        cmocka_unit_test(dependent_rounds_widen_the_interval),
        cmocka_unit_test(one_interrupted_round_is_no_bound),
        cmocka_unit_test(quiet_rounds_need_a_quiet_canary_on_both_sides),
        cmocka_unit_test(rare_quiet_moments_tell_what_quiet_is),
        cmocka_unit_test(one_mode_is_one_mode),
        cmocka_unit_test(interrupted_rounds_are_busy),
        cmocka_unit_test(a_known_quiet_time_shows_that_all_is_busy),
        cmocka_unit_test(the_quiet_ratio_is_the_same_however_busy_the_neighbour),
    };
    return RUN_TAP(tests);
}

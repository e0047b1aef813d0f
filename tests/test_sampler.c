/* SPDX-License-Identifier: MIT */
#include "fake_clock.h"
#include "measure/canary.h"
#include "measure/sampler.h"
#include "tap.h"

#include <math.h>
#include <string.h>

enum { LOG_MAX = 8192 };

/* Contenders that do nothing but move the clock, and write down who ran. */
struct stage {
    struct fake_clock fake;
    char order[LOG_MAX + 1]; /* 'A', 'B', ... a slice each; '(' and ')' the hooks */
    size_t logged;
    volatile sig_atomic_t interrupted;
    size_t interrupt_at; /* slice that sets it; 0: none */
    double last_progress;
    size_t progress_calls;
};

struct actor {
    struct stage *stage;
    char name;
    uint64_t operation_ns;
    uint64_t first_ns;   /* the first operation of all takes as much longer */
    size_t fails_at;     /* slice at which it fails; 0: never */
    size_t interrupted_at; /* slice in which the system takes the processor away; 0: never */
    size_t runs;
    uint64_t operations;
};

static void write_down(struct stage *stage, char what)
{
    if (stage->logged < LOG_MAX)
        stage->order[stage->logged++] = what;
}

static enum status act(void *state, uint64_t iterations)
{
    struct actor *actor = state;
    struct stage *stage = actor->stage;
    write_down(stage, actor->name);
    stage->fake.time_ns += actor->operation_ns * iterations + (actor->runs == 0 ? actor->first_ns : 0);
    actor->operations += iterations;
    actor->runs++;
    stage->fake.interruptions += actor->runs == actor->interrupted_at;
    if (stage->logged == stage->interrupt_at)
        stage->interrupted = 1;
    return actor->runs == actor->fails_at ? STATUS_BAD_PARAMETER : STATUS_OK;
}

static void on_progress(void *state, double done)
{
    struct stage *stage = state;
    assert_true(done >= stage->last_progress && done <= 1);
    stage->last_progress = done;
    stage->progress_calls++;
}

static struct sampler_options options_on(struct stage *stage)
{
    stage->fake.reading_ns = 25;
    stage->fake.time_ns = 1000;
    return (struct sampler_options){
        .clock = clock_of(&stage->fake),
        .resolution_ns = 25,
        .seconds = 0.2,
        .warm_up = true,
        .interrupted = &stage->interrupted,
        .progress = on_progress,
        .progress_state = stage,
    };
}

static struct slice slice_of(struct actor *actor)
{
    return (struct slice){.run = act, .state = actor};
}

static void check_rounds(const struct series *series, size_t count, uint64_t shortest_ns)
{
    for (size_t which = 0; which < count; which++) {
        assert_int_equal(series[which].count, series[0].count);
        for (size_t round = 0; round < series[which].count; round++) {
            assert_true(series[which].samples[round].iterations >= 1);
            assert_true(series[which].samples[round].elapsed_ns >= shortest_ns);
        }
    }
}

/* ------------------------------------------------------------------------------------------------- rounds */

static void slices_are_long_enough_and_fill_the_time(void **state)
{
    (void)state;
    static const uint64_t operation_ns[][2] = {{1, 1}, {100, 173}, {100, 999983}, {30000, 7}, {1000001, 3000000}};
    for (size_t i = 0; i < sizeof operation_ns / sizeof *operation_ns; i++) {
        struct stage stage = {.logged = 0};
        struct actor actors[2] = {{.stage = &stage, .name = 'A', .operation_ns = operation_ns[i][0]},
                                  {.stage = &stage, .name = 'B', .operation_ns = operation_ns[i][1]}};
        struct slice slices[2] = {slice_of(&actors[0]), slice_of(&actors[1])};
        struct sampler_options options = options_on(&stage);
        struct series series[2];
        size_t culprit;
        uint64_t begin_ns = stage.fake.time_ns;

        assert_int_equal(sample_interleaved(&options, slices, 2, series, NULL, &culprit), STATUS_OK);
        check_rounds(series, 2, 1000000);
        assert_true(series[0].count >= SAMPLER_ROUNDS_MIN);
        assert_in_range(stage.fake.time_ns - begin_ns, 190000000, 210000000);
        for (size_t which = 0; which < 2; which++) {
            uint64_t operations = 0, elapsed_ns = 0;
            for (size_t round = 0; round < series[which].count; round++) {
                operations += series[which].samples[round].iterations;
                elapsed_ns += series[which].samples[round].elapsed_ns;
                /* The clock's own cost is in the window once, and that is all. */
                assert_int_equal(series[which].samples[round].elapsed_ns,
                                 series[which].samples[round].iterations * operation_ns[i][which] + 25);
            }
            assert_true(operations < actors[which].operations);
            assert_true(series[which].warm_up_ns >= 3 * UINT64_C(1000000));
            assert_true(series[which].warm_up_ns < elapsed_ns / 2);
        }
        series_free(series, 2);
    }
}

static void two_contenders_go_abba_and_more_take_every_place(void **state)
{
    (void)state;
    struct stage stage = {.logged = 0};
    struct actor actors[5];
    struct slice slices[5];
    for (size_t i = 0; i < 5; i++) {
        actors[i] = (struct actor){.stage = &stage, .name = (char)('A' + i), .operation_ns = 500000};
        slices[i] = slice_of(&actors[i]);
    }
    for (size_t count = 1; count <= 5; count++) {
        struct series series[5];
        size_t culprit, places[5][5] = {{0}};
        stage = (struct stage){.logged = 0};
        struct sampler_options options = options_on(&stage);
        options.rounds = 2 * count * 3;

        assert_int_equal(sample_interleaved(&options, slices, count, series, NULL, &culprit), STATUS_OK);
        assert_int_equal(series[0].count, options.rounds);
        const char *rounds = stage.order + stage.logged - options.rounds * count;
        if (count == 2)
            assert_memory_equal(rounds, "ABBAABBAABBAABBAABBAABBA", 24);
        for (size_t i = 0; i < options.rounds * count; i++)
            places[rounds[i] - 'A'][i % count]++;
        for (size_t i = 0; i < count; i++) {
            for (size_t place = 0; place < count; place++)
                assert_int_equal(places[i][place], 6);
        }
        series_free(series, count);
    }
}

static void a_copied_series_has_samples_of_its_own(void **state)
{
    (void)state;
    struct sample samples[2] = {{.iterations = 3, .elapsed_ns = 5}, {.iterations = 7, .elapsed_ns = 11}};
    struct series series = {.samples = samples, .count = 2, .warm_up_ns = 13}, empty = {0};
    struct series copy = series_copy(&series);
    assert_int_equal(copy.count, 2);
    assert_int_equal(copy.warm_up_ns, 13);
    assert_memory_equal(copy.samples, samples, sizeof samples);
    samples[1].elapsed_ns = 12;
    assert_int_equal(copy.samples[1].elapsed_ns, 11);
    series_free(&copy, 1);
    copy = series_copy(&empty);
    assert_int_equal(copy.count, 0);
    assert_null(copy.samples);
}

static void iterations_are_stretched_alike(void **state)
{
    (void)state;
    struct stage stage = {.logged = 0};
    struct actor actors[2] = {{.stage = &stage, .name = 'A', .operation_ns = 10},
                              {.stage = &stage, .name = 'B', .operation_ns = 20}};
    struct slice slices[2] = {slice_of(&actors[0]), slice_of(&actors[1])};
    struct sampler_options options = options_on(&stage);
    struct series series[2];
    size_t culprit, different = 0;
    options.rounds = 64;

    assert_int_equal(sample_interleaved(&options, slices, 2, series, NULL, &culprit), STATUS_OK);
    for (size_t round = 1; round < 64; round++) {
        double a = (double)series[0].samples[round].iterations / (double)series[0].samples[0].iterations;
        double b = (double)series[1].samples[round].iterations / (double)series[1].samples[0].iterations;
        assert_true(a >= 1 && a <= 1.25 && b - a < 1e-4 && a - b < 1e-4);
        different += series[0].samples[round].iterations != series[0].samples[round - 1].iterations;
    }
    assert_true(different > 60);
    series_free(series, 2);
}

static void a_slow_first_call_does_not_shorten_the_slices(void **state)
{
    (void)state;
    struct stage stage = {.logged = 0};
    struct actor actor = {.stage = &stage, .name = 'A', .operation_ns = 50, .first_ns = 60000000};
    struct slice slice = slice_of(&actor);
    struct sampler_options options = options_on(&stage);
    struct series series;
    size_t culprit;

    assert_int_equal(sample_interleaved(&options, &slice, 1, &series, NULL, &culprit), STATUS_OK);
    check_rounds(&series, 1, 1000000);
    assert_true(series.warm_up_ns > 60000000);
    series_free(&series, 1);
}

static void coarse_clocks_get_long_slices(void **state)
{
    (void)state;
    struct stage stage = {.logged = 0};
    struct actor actor = {.stage = &stage, .name = 'A', .operation_ns = 70};
    struct slice slice = slice_of(&actor);
    struct sampler_options options = options_on(&stage);
    struct series series;
    size_t culprit;
    stage.fake.tick_ns = 10000;
    options.resolution_ns = 10000;

    assert_int_equal(sample_interleaved(&options, &slice, 1, &series, NULL, &culprit), STATUS_OK);
    check_rounds(&series, 1, 10000000);
    series_free(&series, 1);
}

static void huge_operations_run_at_least_once(void **state)
{
    (void)state;
    /* Two seconds an operation: one for warm-up, one for the round, however small the time given. */
    static const double seconds[] = {0, 0.001, 1, -1, 20};
    for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++) {
        struct stage stage = {.logged = 0};
        struct actor actors[2] = {{.stage = &stage, .name = 'A', .operation_ns = 2000000000},
                                  {.stage = &stage, .name = 'B', .operation_ns = 2000000000}};
        struct slice slices[2] = {slice_of(&actors[0]), slice_of(&actors[1])};
        struct sampler_options options = options_on(&stage);
        struct series series[2];
        size_t culprit;
        options.seconds = seconds[i];

        assert_int_equal(sample_interleaved(&options, slices, 2, series, NULL, &culprit), STATUS_OK);
        assert_in_range(series[0].count, 1, 10);
        assert_int_equal(series[0].samples[0].iterations, 1);
        assert_int_equal(series[0].warm_up_ns, 2000000025);
        if (seconds[i] < 2)
            assert_string_equal(stage.order, "ABAB");
        series_free(series, 2);
    }
}

static void tiny_times_still_give_twenty_rounds_of_small_operations(void **state)
{
    (void)state;
    struct stage stage = {.logged = 0};
    struct actor actor = {.stage = &stage, .name = 'A', .operation_ns = 100};
    struct slice slice = slice_of(&actor);
    struct sampler_options options = options_on(&stage);
    struct series series;
    size_t culprit;
    uint64_t begin_ns = stage.fake.time_ns;
    options.seconds = 0.001;

    assert_int_equal(sample_interleaved(&options, &slice, 1, &series, NULL, &culprit), STATUS_OK);
    assert_int_equal(series.count, SAMPLER_ROUNDS_MIN);
    assert_true(stage.fake.time_ns - begin_ns < 50000000);
    series_free(&series, 1);
}

static void work_that_takes_no_time_ends_in_an_error(void **state)
{
    (void)state;
    struct stage stage = {.logged = 0};
    struct actor actor = {.stage = &stage, .name = 'A', .operation_ns = 0};
    struct slice slice = slice_of(&actor);
    struct sampler_options options = options_on(&stage);
    struct series series;
    size_t culprit;

    assert_int_equal(sample_interleaved(&options, &slice, 1, &series, NULL, &culprit), STATUS_FAILED);
    assert_int_equal(culprit, 0);
    assert_true(stage.logged < 100);
    series_free(&series, 1);
}

/* ------------------------------------------------------------------------------------------- things go wrong */

static void a_bad_clock_ends_in_an_error(void **state)
{
    (void)state;
    for (uint64_t at = 2; at < 200; at += 19) {
        for (int back = 0; back < 2; back++) {
            struct stage stage = {.logged = 0};
            struct actor actor = {.stage = &stage, .name = 'A', .operation_ns = 100};
            struct slice slice = slice_of(&actor);
            struct sampler_options options = options_on(&stage);
            struct series series;
            size_t culprit;
            stage.fake.time_ns = 3000000000;
            options.rounds = 200;
            if (back)
                stage.fake.goes_back_at = at;
            else
                stage.fake.stops_at = at;

            assert_int_equal(sample_interleaved(&options, &slice, 1, &series, NULL, &culprit), STATUS_FAILED);
            assert_int_equal(culprit, 1);
            assert_true(stage.logged < 200);
            series_free(&series, 1);
        }
    }
}

static void a_failing_contender_is_named(void **state)
{
    (void)state;
    for (size_t at = 1; at < 30; at++) {
        struct stage stage = {.logged = 0};
        struct actor actors[3] = {{.stage = &stage, .name = 'A', .operation_ns = 100},
                                  {.stage = &stage, .name = 'B', .operation_ns = 200, .fails_at = at},
                                  {.stage = &stage, .name = 'C', .operation_ns = 300}};
        struct slice slices[3] = {slice_of(&actors[0]), slice_of(&actors[1]), slice_of(&actors[2])};
        struct sampler_options options = options_on(&stage);
        struct series series[3];
        size_t culprit;

        assert_int_equal(sample_interleaved(&options, slices, 3, series, NULL, &culprit), STATUS_BAD_PARAMETER);
        assert_int_equal(culprit, 1);
        assert_int_equal(actors[1].runs, at);
        check_rounds(series, 3, 1000000);
        series_free(series, 3);
    }
}

static void an_interruption_keeps_the_finished_rounds(void **state)
{
    (void)state;
    for (size_t at = 1; at < 120; at++) {
        struct stage stage = {.interrupt_at = at};
        struct actor actors[2] = {{.stage = &stage, .name = 'A', .operation_ns = 300},
                                  {.stage = &stage, .name = 'B', .operation_ns = 200}};
        struct slice slices[2] = {slice_of(&actors[0]), slice_of(&actors[1])};
        struct sampler_options options = options_on(&stage);
        struct series series[2];
        size_t culprit;
        options.rounds = 30;
        options.progress = NULL;

        assert_int_equal(sample_interleaved(&options, slices, 2, series, NULL, &culprit), STATUS_OK);
        assert_true(stage.logged == at || series[0].count == 30);
        check_rounds(series, 2, 1000000);
        series_free(series, 2);
    }
}

static void the_sample_that_was_interrupted_says_so(void **state)
{
    (void)state;
    struct stage stage = {.logged = 0};
    struct actor actors[2] = {{.stage = &stage, .name = 'A', .operation_ns = 300},
                              {.stage = &stage, .name = 'B', .operation_ns = 200, .interrupted_at = 30}};
    struct slice slices[2] = {slice_of(&actors[0]), slice_of(&actors[1])};
    struct sampler_options options = options_on(&stage);
    struct series series[2];
    size_t culprit, marked = 0;
    options.rounds = 40;

    assert_int_equal(sample_interleaved(&options, slices, 2, series, NULL, &culprit), STATUS_OK);
    for (size_t round = 0; round < 40; round++) {
        assert_false(series[0].samples[round].interrupted);
        /* What ran before the first round counts as runs, too. */
        if (series[1].samples[round].interrupted) {
            assert_int_equal(round, 30 - 1 - (actors[1].runs - 40));
            marked++;
        }
    }
    assert_int_equal(marked, 1);
    series_free(series, 2);
}

static void progress_is_told_outside_of_slices(void **state)
{
    (void)state;
    struct stage stage = {.logged = 0};
    struct actor actor = {.stage = &stage, .name = 'A', .operation_ns = 300};
    struct slice slice = slice_of(&actor);
    struct sampler_options options = options_on(&stage);
    struct series series;
    size_t culprit;
    options.seconds = 2;

    assert_int_equal(sample_interleaved(&options, &slice, 1, &series, NULL, &culprit), STATUS_OK);
    assert_in_range(stage.progress_calls, 20, 41);
    assert_true(stage.last_progress > 0.9);
    series_free(&series, 1);
}

/* --------------------------------------------------------------------------------------------- walking through */

struct walk {
    struct stage *stage;
    uint64_t left;
    uint64_t chunk;
    size_t next_round;
    size_t fail_before, fail_after; /* rounds, 0: never */
};

static enum status before(void *state, size_t round, uint64_t *iterations)
{
    struct walk *walk = state;
    assert_int_equal(round, walk->next_round++);
    *iterations = walk->left < walk->chunk ? walk->left : walk->chunk;
    walk->left -= *iterations;
    if (*iterations > 0)
        write_down(walk->stage, '(');
    walk->stage->fake.time_ns += 12345;
    return walk->fail_before != 0 && round == walk->fail_before ? STATUS_NO_MEMORY : STATUS_OK;
}

static enum status after(void *state, size_t round)
{
    struct walk *walk = state;
    assert_int_equal(round + 1, walk->next_round);
    write_down(walk->stage, ')');
    return walk->fail_after != 0 && round == walk->fail_after ? STATUS_REJECTED : STATUS_OK;
}

static void walking_through_takes_every_input_once(void **state)
{
    (void)state;
    struct stage stage = {.logged = 0};
    struct actor actors[2] = {{.stage = &stage, .name = 'A', .operation_ns = 130},
                              {.stage = &stage, .name = 'B', .operation_ns = 180}};
    struct slice slices[2] = {slice_of(&actors[0]), slice_of(&actors[1])};
    struct walk walk = {.stage = &stage, .left = 10000, .chunk = 4096};
    struct sampler_options options = options_on(&stage);
    struct series series[2];
    size_t culprit;
    options.before_round = before;
    options.after_round = after;
    options.round_state = &walk;

    assert_int_equal(sample_interleaved(&options, slices, 2, series, NULL, &culprit), STATUS_OK);
    assert_string_equal(stage.order, "(AB)(BA)(AB)");
    assert_int_equal(series[1].count, 3);
    assert_int_equal(series[1].samples[2].iterations, 10000 - 2 * 4096);
    assert_int_equal(series[1].samples[2].elapsed_ns, (10000 - 2 * 4096) * 180 + 25);
    assert_int_equal(actors[0].operations, 10000);
    assert_int_equal(series[0].warm_up_ns, 0);
    assert_int_equal(stage.progress_calls, 0);
    series_free(series, 2);
}

/* However coarse the clock is, and however few the inputs, each sample has taken some of its steps. */
static void few_inputs_are_walked_through_again(void **state)
{
    static const uint64_t ticks_ns[] = {1, 20, 1000, 4000000};
    (void)state;
    for (size_t i = 0; i < sizeof ticks_ns / sizeof *ticks_ns; i++) {
        struct stage stage = {.logged = 0};
        struct actor actors[2] = {{.stage = &stage, .name = 'A', .operation_ns = 7},
                                  {.stage = &stage, .name = 'B', .operation_ns = 1}};
        struct slice slices[2] = {slice_of(&actors[0]), slice_of(&actors[1])};
        struct walk walk = {.stage = &stage, .left = 4097, .chunk = 4096};
        struct sampler_options options = options_on(&stage);
        struct series series[2];
        size_t culprit;
        stage.fake.tick_ns = ticks_ns[i];
        stage.fake.reading_ns = 1;
        options.resolution_ns = ticks_ns[i];
        options.before_round = before;
        options.after_round = after;
        options.round_state = &walk;

        assert_int_equal(sample_interleaved(&options, slices, 2, series, NULL, &culprit), STATUS_OK);
        assert_int_equal(series[0].count, 2);
        check_rounds(series, 2, 10 * ticks_ns[i]);
        for (size_t which = 0; which < 2; which++)
            for (size_t round = 0; round < 2; round++) {
                const struct sample *sample = &series[which].samples[round];
                double exact_ns = (double)(sample->iterations * actors[which].operation_ns);
                assert_int_equal(sample->iterations % (round == 0 ? 4096 : 1), 0);
                /* one tick of ten, and a reading */
                assert_true(fabs((double)sample->elapsed_ns - exact_ns) <= 0.1 * (double)sample->elapsed_ns + 1);
            }
        series_free(series, 2);
    }
}

/* Work that takes no time at all is not run over for ever. */
static void a_walk_that_takes_no_time_ends_in_an_error(void **state)
{
    (void)state;
    struct stage stage = {.logged = 0};
    struct actor actor = {.stage = &stage, .name = 'A', .operation_ns = 0};
    struct slice slice = slice_of(&actor);
    struct walk walk = {.stage = &stage, .left = 1 << 30, .chunk = 1 << 30};
    struct sampler_options options = options_on(&stage);
    struct series series;
    size_t culprit;
    stage.fake.reading_ns = 1;
    options.before_round = before;
    options.after_round = after;
    options.round_state = &walk;
    assert_int_equal(sample_interleaved(&options, &slice, 1, &series, NULL, &culprit), STATUS_FAILED);
    assert_int_equal(culprit, 0);
    series_free(&series, 1);
}

static void failing_hooks_end_the_walk(void **state)
{
    (void)state;
    for (int late = 0; late < 2; late++) {
        struct stage stage = {.logged = 0};
        struct actor actor = {.stage = &stage, .name = 'A', .operation_ns = 130};
        struct slice slice = slice_of(&actor);
        struct walk walk = {.stage = &stage, .left = 100000, .chunk = 4096};
        struct sampler_options options = options_on(&stage);
        struct series series;
        size_t culprit;
        options.before_round = before;
        options.after_round = after;
        options.round_state = &walk;
        *(late ? &walk.fail_after : &walk.fail_before) = 2;

        enum status expected = late ? STATUS_REJECTED : STATUS_NO_MEMORY;
        assert_int_equal(sample_interleaved(&options, &slice, 1, &series, NULL, &culprit), expected);
        assert_int_equal(culprit, 2);
        assert_int_equal(series.count, late ? 3 : 2);
        series_free(&series, 1);
    }
}

/* ------------------------------------------------------------------------------------------------- for real */

static enum status spin(void *state, uint64_t iterations)
{
    volatile uint64_t *word = state;
    for (uint64_t i = 0; i < iterations; i++)
        *word = *word * 6364136223846793005 + 1442695040888963407;
    return STATUS_OK;
}

static void the_real_clock_and_the_canary(void **state)
{
    (void)state;
    uint64_t words[2] = {1, 1};
    struct slice slices[2] = {{.run = spin, .state = &words[0]}, {.run = spin, .state = &words[1]}};
    struct sampler_options options = {.clock = monotonic_clock(), .rounds = 25, .warm_up = true};
    struct series series[2], canary;
    size_t culprit;

    assert_int_equal(clock_resolution(&options.clock, &options.resolution_ns), STATUS_OK);
    assert_int_equal(sample_interleaved(&options, slices, 2, series, &canary, &culprit), STATUS_OK);
    assert_int_equal(series[0].count, 25);
    assert_int_equal(series[1].count, 25);
    assert_int_equal(canary.count, 26);
    for (size_t i = 0; i < canary.count; i++) {
        assert_int_equal(canary.samples[i].iterations, canary.samples[0].iterations);
        assert_true(canary.samples[i].elapsed_ns > 0);
    }
    series_free(series, 2);
    series_free(&canary, 1);
    assert_null(canary.samples);
}

static void the_canary_is_the_same_work_however_it_is_cut(void **state)
{
    (void)state;
    struct canary whole = {{1, 2, 3, 4, 5, 6, 7, 8}}, pieces = whole;
    struct slice a = canary_slice(&whole), b = canary_slice(&pieces);
    assert_int_equal(a.run(a.state, 100), STATUS_OK);
    for (int i = 0; i < 4; i++)
        assert_int_equal(b.run(b.state, 25), STATUS_OK);
    assert_memory_equal(&whole, &pieces, sizeof whole);
}

static void nothing_to_sample_is_fine(void **state)
{
    (void)state;
    struct stage stage = {.logged = 0};
    struct sampler_options options = options_on(&stage);
    struct series canary;
    size_t culprit;
    assert_int_equal(sample_interleaved(&options, NULL, 0, NULL, &canary, &culprit), STATUS_OK);
    assert_int_equal(canary.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slices_are_long_enough_and_fill_the_time),
        cmocka_unit_test(two_contenders_go_abba_and_more_take_every_place),
        cmocka_unit_test(a_copied_series_has_samples_of_its_own),
        cmocka_unit_test(iterations_are_stretched_alike),
        cmocka_unit_test(a_slow_first_call_does_not_shorten_the_slices),
        cmocka_unit_test(coarse_clocks_get_long_slices),
        cmocka_unit_test(huge_operations_run_at_least_once),
        cmocka_unit_test(tiny_times_still_give_twenty_rounds_of_small_operations),
        cmocka_unit_test(work_that_takes_no_time_ends_in_an_error),
        cmocka_unit_test(a_bad_clock_ends_in_an_error),
        cmocka_unit_test(a_failing_contender_is_named),
        cmocka_unit_test(an_interruption_keeps_the_finished_rounds),
        cmocka_unit_test(the_sample_that_was_interrupted_says_so),
        cmocka_unit_test(progress_is_told_outside_of_slices),
        cmocka_unit_test(walking_through_takes_every_input_once),
        cmocka_unit_test(few_inputs_are_walked_through_again),
        cmocka_unit_test(a_walk_that_takes_no_time_ends_in_an_error),
        cmocka_unit_test(failing_hooks_end_the_walk),
        cmocka_unit_test(the_real_clock_and_the_canary),
        cmocka_unit_test(the_canary_is_the_same_work_however_it_is_cut),
        cmocka_unit_test(nothing_to_sample_is_fine),
    };
    return RUN_TAP(tests);
}

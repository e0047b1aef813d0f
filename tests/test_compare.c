/* SPDX-License-Identifier: MIT */
/* Comparison of records: hand-made ones with known verdicts, and two runs of one build on a noisy machine. */
#include "results/compare.h"
#include "util/random.h"
#include "tests/tap.h" /* after those that declare `fail` */

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------- made-up records */

static struct random noise_source;

static double uniform(void)
{
    return ((double)(random_u64(&noise_source) >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(void)
{
    return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform());
}

static void record_new(struct record *record, size_t rows)
{
    memset(record, 0, sizeof *record);
    record->rows = calloc(rows, sizeof *record->rows);
    assert_non_null(record->rows);
    strcpy(record->environment.cpu, "A CPU");
    strcpy(record->environment.libcrypto_running, "OpenSSL 3.0.17");
    strcpy(record->environment.compiler, "gcc 12.2.0");
    strcpy(record->environment.commit, "0123456789ab");
    strcpy(record->environment.build_type, "release");
    record->environment.optimised = true;
    record->environment.noise_floor = 0.004;
    record->environment.noise_floor_spread = 0.01;
}

static struct row *add_row(struct record *record, const char *primitive, uint64_t size)
{
    struct row *row = &record->rows[record->count++];
    memset(row, 0, sizeof *row);
    strcpy(row->workload, "bulk");
    snprintf(row->primitive, sizeof row->primitive, "%s", primitive);
    strcpy(row->operation, "hash");
    strcpy(row->shape, "message");
    row->size = size;
    row->count = UINT64_MAX;
    return row;
}

/* ROUNDS samples of about TIME_NS an iteration, each off by its own error of SPREAD. */
static void add_contender(struct row *row, const char *name, double time_ns, double spread, size_t rounds)
{
    struct row_contender *contender = &row->contenders[row->contender_count++];
    snprintf(contender->name, sizeof contender->name, "%s", name);
    snprintf(contender->via, sizeof contender->via, "%s", strcmp(name, "native") == 0 ? "native" : "evp");
    contender->median_ns = time_ns;
    contender->series.samples = calloc(rounds + 1, sizeof(struct sample));
    assert_non_null(contender->series.samples);
    contender->series.count = rounds;
    for (size_t i = 0; i < rounds; i++)
        contender->series.samples[i] = (struct sample){.iterations = 10000,
                                                            .elapsed_ns = (uint64_t)(1e4 * time_ns * exp(spread * normal()))};
}

/* What becomes of one contender alone whose time goes from OLD_NS to NEW_NS. */
static enum verdict verdict_of(double old_ns, double new_ns, double spread, size_t rounds, double threshold)
{
    struct record old, new;
    struct comparison comparison;
    record_new(&old, 1);
    record_new(&new, 1);
    add_contender(add_row(&old, "md5", 16), "native", old_ns, spread, rounds);
    add_contender(add_row(&new, "md5", 16), "native", new_ns, spread, rounds);
    assert_int_equal(compare_records(&comparison, &old, &new, threshold), STATUS_OK);
    assert_int_equal(comparison.count, 1);
    enum verdict verdict = comparison.rows[0].verdict;
    comparison_free(&comparison);
    record_free(&old);
    record_free(&new);
    return verdict;
}

/* -------------------------------------------------------------------------------------------- known verdicts */

static void test_known_verdicts(void **state)
{
    (void)state;
    noise_source = random_from(1, "verdicts");
    for (int i = 0; i < 100; i++) {
        assert_int_equal(verdict_of(100, 103, 0.10, 20, COMPARE_THRESHOLD), VERDICT_SAME);
        assert_int_equal(verdict_of(100, 108, 0.01, 20, COMPARE_THRESHOLD), VERDICT_SLOWER);
        assert_int_equal(verdict_of(108, 100, 0.01, 20, COMPARE_THRESHOLD), VERDICT_FASTER);
        assert_int_equal(verdict_of(100, 108, 0.01, 20, 0.10), VERDICT_SAME);
        assert_int_equal(verdict_of(100, 150, 0.01, 20, 0.05), VERDICT_SLOWER);
        assert_int_equal(verdict_of(100, 101, 0.001, 20, COMPARE_THRESHOLD), VERDICT_SAME);
        assert_int_equal(verdict_of(100, 150, 0.01, 3, COMPARE_THRESHOLD), VERDICT_UNKNOWN);
        assert_int_equal(verdict_of(100, 150, 0, 0, COMPARE_THRESHOLD), VERDICT_UNKNOWN);
    }
}

static void test_interval_is_of_the_change(void **state)
{
    (void)state;
    struct record old, new;
    struct comparison comparison;
    noise_source = random_from(2, "interval");
    record_new(&old, 1);
    record_new(&new, 1);
    add_contender(add_row(&old, "md5", 16), "native", 100, 0.01, 40);
    add_contender(add_row(&new, "md5", 16), "native", 80, 0.01, 40);
    assert_int_equal(compare_records(&comparison, &old, &new, 0.05), STATUS_OK);
    const struct comparison_row *row = &comparison.rows[0];
    assert_float_equal(row->old_ns, 100, 1);
    assert_float_equal(row->new_ns, 80, 1);
    assert_float_equal(row->change.speed_ratio, 1.25, 0.02);
    assert_true(row->change.low < 1.25 && row->change.low > 1.20);
    assert_true(row->change.high > 1.25 && row->change.high < 1.30);
    assert_null(row->control);
    comparison_free(&comparison);
    record_free(&old);
    record_free(&new);
}

/* The machine slows everything down, and one native function slowed down besides. */
static void test_control_takes_out_the_machine(void **state)
{
    (void)state;
    static const char *const names[] = {"a", "b", "c", "d", "e", "f"};
    struct record old, new;
    struct comparison comparison;
    noise_source = random_from(3, "control");
    record_new(&old, 6);
    record_new(&new, 6);
    strcpy(new.environment.commit, "ba9876543210");
    for (size_t i = 0; i < 6; i++) {
        struct row *row = add_row(&old, names[i], 16);
        add_contender(row, "native", 100, 0.01, 30);
        add_contender(row, "openssl", 200, 0.01, 30);
        row = add_row(&new, names[i], 16);
        add_contender(row, "native", i == 2 ? 250 : 106, 0.01, 30);
        add_contender(row, "openssl", 212, 0.01, 30);
    }
    assert_int_equal(compare_records(&comparison, &old, &new, COMPARE_THRESHOLD), STATUS_OK);
    assert_int_equal(comparison.count, 12);
    assert_int_equal(comparison.controls, 6);
    for (size_t i = 0; i < comparison.count; i++) {
        const struct comparison_row *row = &comparison.rows[i];
        bool native = strcmp(row->old_contender->name, "native") == 0;
        assert_int_equal(row->verdict, native && i / 2 == 2 ? VERDICT_SLOWER : VERDICT_SAME);
        assert_true((row->control != NULL) == native);
    }
    assert_int_equal(comparison.counts[VERDICT_SLOWER], 1);
    comparison_free(&comparison);
    record_free(&old);
    record_free(&new);
}

/* Every native function slowed down, whatever the record says of the commit; libcrypto and memcpy did not. */
static void test_all_of_native(void **state)
{
    (void)state;
    static const char *const names[] = {"a", "b", "c", "d", "e", "memcpy"};
    struct record old, new;
    struct comparison comparison;
    noise_source = random_from(8, "all of native");
    record_new(&old, 6);
    record_new(&new, 6);
    for (size_t i = 0; i < 6; i++) {
        struct row *row = add_row(&old, names[i], 16), *now = add_row(&new, names[i], 16);
        if (i < 5) {
            add_contender(row, "native", 100, 0.01, 20);
            add_contender(now, "native", 110, 0.01, 20);
        }
        add_contender(row, i < 5 ? "openssl" : "libc", 200, 0.01, 20);
        add_contender(now, i < 5 ? "openssl" : "libc", i < 5 ? 200 : 300, 0.01, 20);
    }
    assert_int_equal(compare_records(&comparison, &old, &new, COMPARE_THRESHOLD), STATUS_OK);
    assert_int_equal(comparison.counts[VERDICT_SLOWER], 5);
    assert_int_equal(comparison.counts[VERDICT_SAME], 5);
    assert_int_equal(comparison.counts[VERDICT_NOT_JUDGED], 1);
    comparison_free(&comparison);
    record_free(&old);
    record_free(&new);
}

/* A busy neighbour halves a speed, in the whole of one run: nothing is said of the code. */
static void test_modes_of_the_machine(void **state)
{
    (void)state;
    for (int busy = 0; busy < 4; busy++) {
        struct record old, new;
        struct comparison comparison;
        noise_source = random_from(11, "modes");
        record_new(&old, 1);
        record_new(&new, 1);
        struct row *row = add_row(&old, "md5", 16), *now = add_row(&new, "md5", 16);
        row->all_busy = (busy & 1) != 0;
        now->all_busy = (busy & 2) != 0;
        add_contender(row, "native", 100, 0.01, 30);
        add_contender(now, "native", 200, 0.01, 30);
        assert_int_equal(compare_records(&comparison, &old, &new, COMPARE_THRESHOLD), STATUS_OK);
        assert_int_equal(comparison.rows[0].verdict, busy == 1 || busy == 2 ? VERDICT_BUSY : VERDICT_SLOWER);
        comparison_free(&comparison);
        record_free(&old);
        record_free(&new);
    }
}

static void test_pairing(void **state)
{
    (void)state;
    struct record old, new;
    struct comparison comparison;
    noise_source = random_from(4, "pairing");
    record_new(&old, 4);
    record_new(&new, 5);
    add_contender(add_row(&old, "md5", 16), "native", 100, 0.001, 20);
    add_contender(add_row(&old, "md5", 64), "native", 200, 0.001, 20);
    add_contender(add_row(&old, "sha1", 16), "native", 300, 0.001, 20);
    add_contender(add_row(&old, "only_old", 16), "native", 300, 0.001, 20);
    /* In another order, one row three times: once far off. */
    add_contender(add_row(&new, "only_new", 16), "native", 300, 0.001, 20);
    add_contender(add_row(&new, "md5", 64), "native", 200, 0.001, 20);
    add_contender(add_row(&new, "md5", 16), "native", 101, 0.001, 20);
    add_contender(add_row(&new, "md5", 16), "native", 99, 0.001, 20);
    add_contender(add_row(&new, "md5", 16), "native", 400, 0.001, 20);
    assert_int_equal(compare_records(&comparison, &old, &new, COMPARE_THRESHOLD), STATUS_OK);
    assert_int_equal(comparison.count, 2);
    assert_string_equal(comparison.rows[0].old_row->primitive, "md5");
    assert_int_equal(comparison.rows[0].old_row->size, 16);
    assert_int_equal(comparison.rows[0].old_repeats, 1);
    assert_int_equal(comparison.rows[0].new_repeats, 3);
    assert_float_equal(comparison.rows[0].new_ns, 101, 0.5);
    assert_int_equal(comparison.rows[0].verdict, VERDICT_SAME);
    assert_int_equal(comparison.rows[1].old_row->size, 64);
    assert_int_equal(comparison.only_old.count, 2);
    assert_int_equal(comparison.only_new.count, 1);
    assert_non_null(strstr(comparison.only_new.items[0], "only_new"));
    comparison_free(&comparison);
    record_free(&old);
    record_free(&new);
}

static void test_differences(void **state)
{
    (void)state;
    struct record old, new;
    struct comparison comparison;
    record_new(&old, 1);
    record_new(&new, 1);
    assert_int_equal(compare_records(&comparison, &old, &new, COMPARE_THRESHOLD), STATUS_OK);
    assert_int_equal(comparison.count, 0);
    assert_int_equal(comparison.differences.count, 0);
    comparison_free(&comparison);
    strcpy(new.environment.cpu, "Another CPU");
    strcpy(new.environment.libcrypto_running, "OpenSSL 3.4.0");
    strcpy(new.environment.compiler, "clang 14");
    strcpy(new.environment.compiler_flags, "-O0");
    strcpy(new.environment.build_type, "debug");
    new.environment.optimised = false;
    assert_int_equal(compare_records(&comparison, &old, &new, COMPARE_THRESHOLD), STATUS_OK);
    assert_int_equal(comparison.differences.count, 6);
    assert_string_equal(comparison.differences.items[0], "different CPU: A CPU, now Another CPU");
    comparison_free(&comparison);
    record_free(&old);
    record_free(&new);
}

/* ------------------------------------------------------------------------------------------------ false alarms */

enum { ROWS = 25, ROUNDS = 20, COMPARISONS = 100 };

/*
 * One run on a machine that is never quiet: the whole run faster or slower by 5 %, each row by another 3 %, a contender's
 * share of a row by 0.7 %, and within it rounds that drift (autocorrelation 0.7) with one in eight of two to ten
 * times the time, as when another program has the core.
 */
static void noisy_run(struct record *record, const char *commit)
{
    record_new(record, ROWS);
    strcpy(record->environment.commit, commit);
    double run = 0.05 * normal();
    for (size_t i = 0; i < ROWS; i++) {
        char name[16];
        snprintf(name, sizeof name, "p%zu", i);
        struct row *row = add_row(record, name, 16);
        double both = run + 0.03 * normal();
        add_contender(row, "native", 100, 0, ROUNDS);
        add_contender(row, "openssl", 130, 0, ROUNDS);
        double own[2] = {0.007 * normal(), 0.007 * normal()}, drift = 0.02 * normal();
        for (size_t round = 0; round < ROUNDS; round++) {
            drift = 0.7 * drift + 0.014 * normal();
            for (size_t c = 0; c < 2; c++) {
                double factor = exp(both + own[c] + drift + 0.01 * normal()) * (uniform() < 0.125 ? 2 + 8 * uniform() : 1);
                struct sample *sample = &row->contenders[c].series.samples[round];
                sample->elapsed_ns = (uint64_t)((double)sample->elapsed_ns * factor);
            }
        }
    }
}

static void false_alarms(const char *commit)
{
    size_t verdicts = 0;
    for (size_t i = 0; i < COMPARISONS; i++) {
        struct record old, new;
        struct comparison comparison;
        noisy_run(&old, commit);
        noisy_run(&new, commit);
        assert_int_equal(compare_records(&comparison, &old, &new, COMPARE_THRESHOLD), STATUS_OK);
        assert_int_equal(comparison.count, 2 * ROWS);
        verdicts += comparison.counts[VERDICT_FASTER] + comparison.counts[VERDICT_SLOWER];
        comparison_free(&comparison);
        record_free(&old);
        record_free(&new);
    }
    print_message("# %zu verdicts in %d comparisons of %d figures\n", verdicts, COMPARISONS, 2 * ROWS);
    assert_true(verdicts <= 1);
}

static void test_false_alarms(void **state)
{
    (void)state;
    noise_source = random_from(5, "same build");
    false_alarms("0123456789ab");
}

/* Here only libcrypto is known to be the same. */
static void test_false_alarms_of_an_unknown_commit(void **state)
{
    (void)state;
    noise_source = random_from(6, "unknown commit");
    false_alarms("unknown");
}

static void test_against_itself(void **state)
{
    (void)state;
    struct record record;
    struct comparison comparison;
    noise_source = random_from(7, "itself");
    noisy_run(&record, "0123456789ab");
    assert_int_equal(compare_records(&comparison, &record, &record, 0), STATUS_OK);
    assert_int_equal(comparison.counts[VERDICT_SAME], 2 * ROWS);
    comparison_free(&comparison);
    record_free(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_verdicts),
        cmocka_unit_test(test_interval_is_of_the_change),
        cmocka_unit_test(test_control_takes_out_the_machine),
        cmocka_unit_test(test_all_of_native),
        cmocka_unit_test(test_modes_of_the_machine),
        cmocka_unit_test(test_pairing),
        cmocka_unit_test(test_differences),
        cmocka_unit_test(test_false_alarms),
        cmocka_unit_test(test_false_alarms_of_an_unknown_commit),
        cmocka_unit_test(test_against_itself),
    };
    return RUN_TAP(tests);
}

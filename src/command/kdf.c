/* SPDX-License-Identifier: MIT */
/*
 * kdf.c - `assay passwords --kdf`: what a guess costs where passwords are kept as they should be, and how long all
 * passwords of a kind would take; with --target-ms, which cost takes that long here.
 */
#include "command/bench.h"
#include "crosscheck/known.h"
#include "operation/kdf.h"
#include "operation/passwords.h"
#include "util/hex.h"
#include "util/random.h"
#include "util/table.h"
#include "util/text.h"
#include "util/units.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
    LOOPS_MAX = CONTENDER_NAMES_MAX,
    ROUND_GUESSES_MAX = 256, /* of one contender */
    ROUNDS_MIN = 3,
    SALT_SIZE = 16,
    SCRYPT_N_MAX = 1 << 20   /* 1 GiB with r = 8: more is not tried for --target-ms */
};

#define ROW_SECONDS 2.0
#define ROUND_SECONDS 0.05

/* The rows, in their order. */
static const struct {
    const char *id;
    struct kdf_cost cost;
} costs[] = {
    {"pbkdf2_hmac_sha256", {1000, 0, 0, 0}},
    {"pbkdf2_hmac_sha256", {100000, 0, 0, 0}},
    {"pbkdf2_hmac_sha256", {600000, 0, 0, 0}},
    {"scrypt", {1 << 14, 0, 8, 1}},
    {"scrypt", {1 << 17, 0, 8, 1}},
    {"bcrypt", {10, 0, 0, 0}},
    {"bcrypt", {12, 0, 0, 0}},
    {"argon2id", {3, 64 << 10, 0, 4}},
};

enum { COSTS = sizeof costs / sizeof costs[0] };

/* One contender's guesses of a round: passwords FIRST, FIRST + 1, ... */
struct guesses {
    const struct contender *contender;
    struct kdf_input input;
    void *context;
    void *workspace;
    uint64_t first;
    unsigned width;
    size_t key_size;
    uint8_t keys[ROUND_GUESSES_MAX * DIGEST_SIZE_MAX];
    uint8_t all_xored[DIGEST_SIZE_MAX];
};

/* What the tables behind the rows say: one contender at one cost. */
struct finding {
    char name[80];
    char contender[32];
    double per_second;
    double took_ms; /* --target-ms */
};

struct run {
    struct bench bench;
    struct known_answers *known;
    const struct primitive *verified;
    struct message native_wrong; /* of the primitive verified last; empty: nothing */
    uint8_t salt[SALT_SIZE];
    struct finding rates[COSTS * LOOPS_MAX];
    size_t rate_count;
    struct finding targets[COSTS * LOOPS_MAX];
    size_t target_count;
};

/* One row in the making. */
struct trial {
    struct run *run;
    const struct primitive *primitive;
    const struct kdf_cost *cost;
    struct contender contenders[LOOPS_MAX];
    struct guesses *loops[LOOPS_MAX]; /* of the contenders that can */
    size_t owner[LOOPS_MAX];          /* which contender a loop belongs to */
    size_t loop_count;
    uint64_t count;                   /* guesses in all */
    uint64_t per_round;
    struct message mismatch;          /* empty: none */
};

static void guesses_close(struct guesses *guesses)
{
    if (guesses == NULL)
        return;
    contender_context_free(guesses->contender, guesses->context);
    aligned_free(guesses->workspace);
    free(guesses);
}

static struct guesses *guesses_open(const struct run *run, const struct primitive *primitive,
                                    const struct contender *contender, const struct kdf_cost *cost,
                                    struct message *message)
{
    const struct kdf_ops *ops = (const struct kdf_ops *)contender->ops;
    struct guesses *guesses = calloc(1, sizeof *guesses);
    if (guesses == NULL) {
        fail(message, STATUS_NO_MEMORY, "%s: not enough memory", primitive->id);
        return NULL;
    }
    guesses->contender = contender;
    guesses->input = kdf_input_of(cost);
    guesses->input.salt = run->salt;
    guesses->input.salt_size = SALT_SIZE;
    guesses->width = run->bench.session->options->width;
    guesses->key_size = primitive_output_size(primitive);
    guesses->context = contender_context(contender, message);
    if (guesses->context == NULL) {
        free(guesses);
        return NULL;
    }
    const size_t size = ops->workspace_size(guesses->context, &guesses->input);
    guesses->workspace = size != SIZE_MAX ? aligned_zeroed(size) : NULL;
    if (guesses->workspace == NULL) {
        fail(message, STATUS_NO_MEMORY, "%s: %s: not enough memory for its workspace", primitive->id, contender->name);
        guesses_close(guesses);
        return NULL;
    }
    return guesses;
}

/* What is timed. */
static enum status guess(void *state, uint64_t iterations)
{
    struct guesses *guesses = state;
    const struct kdf_ops *ops = (const struct kdf_ops *)guesses->contender->ops;
    for (uint64_t i = 0; i < iterations; i++) {
        char password[PASSWORD_SIZE_MAX + 4];
        struct kdf_input input = guesses->input;
        input.password = (const uint8_t *)password;
        input.password_size =
            (size_t)snprintf(password, sizeof password, "%0*" PRIu64, (int)guesses->width, guesses->first + i);
        const enum status status = ops->derive(guesses->context, &input, guesses->workspace,
                                               guesses->keys + i * guesses->key_size, guesses->key_size);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

/* Seconds of one guess; NAN where it fails. */
static double time_of_one(const struct run *run, struct guesses *guesses)
{
    const struct clock *clock = &run->bench.sampler.clock;
    const uint64_t start = clock->now_ns(clock->state);
    if (guess(guesses, 1) != STATUS_OK)
        return NAN;
    const uint64_t end = clock->now_ns(clock->state);
    return end > start ? (double)(end - start) * 1e-9 : NAN;
}

/* ---------------------------------------------------------------------------------------------------- rounds */

static enum status before_round(void *state, size_t round, uint64_t *iterations)
{
    struct trial *trial = state;
    const uint64_t first = round * trial->per_round;
    const uint64_t left = first < trial->count ? trial->count - first : 0;
    *iterations = left < trial->per_round ? left : trial->per_round;
    for (size_t k = 0; k < trial->loop_count; k++) {
        trial->loops[k]->first = first;
        /* What a round does not write must not pass for its keys. */
        memset(trial->loops[k]->keys, 0xa5 + (int)k, sizeof trial->loops[k]->keys);
    }
    bench_progress(&trial->run->bench, (double)first / (double)trial->count);
    return STATUS_OK;
}

/* Every key of every contender against the first one's. */
static enum status after_round(void *state, size_t round)
{
    struct trial *trial = state;
    const size_t size = trial->loops[0]->key_size;
    const uint64_t first = round * trial->per_round, left = trial->count - first;
    const size_t count = (size_t)(left < trial->per_round ? left : trial->per_round);
    for (size_t k = 0; k < trial->loop_count; k++)
        for (size_t i = 0; i < count; i++) {
            const uint8_t *expected = trial->loops[0]->keys + i * size, *got = trial->loops[k]->keys + i * size;
            char expected_hex[2 * DIGEST_SIZE_MAX + 1], got_hex[2 * DIGEST_SIZE_MAX + 1];
            for (size_t b = 0; b < size; b++)
                trial->loops[k]->all_xored[b] ^= got[b];
            if (memcmp(expected, got, size) == 0)
                continue;
            hex_encode(expected_hex, expected, size);
            hex_encode(got_hex, got, size);
            fail(&trial->mismatch, STATUS_FAILED, "%s: key of password '%0*" PRIu64 "': %s gives %s\n  %s gives %s",
                 trial->primitive->id, (int)trial->loops[0]->width, first + i, trial->loops[0]->contender->name,
                 expected_hex, trial->loops[k]->contender->name, got_hex);
            return STATUS_REJECTED;
        }
    return STATUS_OK;
}

/* Guesses of a round, and in all: what --count asks for, or what fills the time of a row. */
static enum status choose_counts(struct trial *trial, struct message *message)
{
    const struct options *options = trial->run->bench.session->options;
    double slowest = 0, together = 0;
    for (size_t k = 0; k < trial->loop_count; k++) {
        const double seconds = time_of_one(trial->run, trial->loops[k]); /* which warms up, too */
        if (!(seconds > 0))
            return fail(message, STATUS_FAILED, "%s: %s failed", trial->primitive->id, trial->loops[k]->contender->name);
        slowest = fmax(slowest, seconds);
        together += seconds;
    }
    trial->per_round = (uint64_t)fmin(fmax(ROUND_SECONDS / slowest, 1), ROUND_GUESSES_MAX);
    trial->count = options->count;
    if (!options->count_given)
        trial->count = trial->per_round * (uint64_t)fmax(ROW_SECONDS / (together * (double)trial->per_round), ROUNDS_MIN);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------------------ rows */

static bool native_is_right(struct run *run, const struct primitive *primitive, const struct contender *native)
{
    if (run->verified != primitive) {
        struct known_result result = known_answers_run(run->known, primitive, native, WHOLE);
        run->verified = primitive;
        run->native_wrong = result.wrong != 0 ? result.first_wrong : (struct message){.text = ""};
    }
    return run->native_wrong.text[0] == '\0';
}

static struct row *new_row(struct trial *trial, size_t contender_count)
{
    struct row *row = bench_row(&trial->run->bench);
    if (row == NULL)
        return NULL;
    snprintf(row->workload, sizeof row->workload, "operations");
    snprintf(row->primitive, sizeof row->primitive, "%s", trial->primitive->id);
    kdf_describe(row->name, sizeof row->name, trial->primitive, trial->cost);
    snprintf(row->class_name, sizeof row->class_name, "%s", class_name(trial->primitive->class));
    snprintf(row->operation, sizeof row->operation, "derive");
    snprintf(row->check, sizeof row->check, "%s",
             trial->mismatch.text[0] != '\0' ? "mismatch"
             : trial->loop_count > 1         ? "equal"
             : trial->loop_count == 1        ? "vectors-only"
                                             : "none");
    for (size_t i = 0; i < contender_count; i++)
        row_add_contender(row, &trial->contenders[i], "operation");
    if (trial->mismatch.text[0] != '\0')
        snprintf(row->skip, sizeof row->skip, "%.*s", (int)strcspn(trial->mismatch.text, "\n"), trial->mismatch.text);
    else if (trial->loop_count == 0)
        row_nobody(row, row->skip, sizeof row->skip);
    return row;
}

static void note_rates(struct run *run, const struct row *row)
{
    for (size_t i = 0; i < row->contender_count; i++) {
        if (!(row->contenders[i].operations_per_second > 0))
            continue;
        struct finding *rate = &run->rates[run->rate_count++];
        *rate = (struct finding){.per_second = row->contenders[i].operations_per_second};
        snprintf(rate->name, sizeof rate->name, "%s", row->name);
        snprintf(rate->contender, sizeof rate->contender, "%.*s", (int)sizeof rate->contender - 1, row->contenders[i].name);
    }
}

/* Opens the contenders of TRIAL that --contender asks for; *COUNT of them. */
static enum status open_contenders(struct trial *trial, size_t *count, struct message *message)
{
    struct run *run = trial->run;
    const char *names[CONTENDER_NAMES_MAX];
    *count = bench_contenders(run->bench.session->options, trial->primitive, names);
    for (size_t i = 0; i < *count; i++) {
        struct contender *contender = &trial->contenders[i];
        contender_open(run->bench.backend, trial->primitive, names[i], contender);
        if (contender->ops == NULL)
            continue;
        if (strcmp(contender->via, "native") == 0 && !native_is_right(run, trial->primitive, contender)) {
            trial->mismatch = run->native_wrong;
            continue;
        }
        trial->loops[trial->loop_count] = guesses_open(run, trial->primitive, contender, trial->cost, message);
        if (trial->loops[trial->loop_count] == NULL)
            return STATUS_FAILED;
        trial->owner[trial->loop_count++] = i;
    }
    return STATUS_OK;
}

static enum exit_status run_trial(struct trial *trial)
{
    struct bench *bench = &trial->run->bench;
    struct message *message = &bench->session->message;
    struct slice slices[LOOPS_MAX];
    struct series series[LOOPS_MAX] = {{0}}, canary = {0};
    size_t contender_count = 0, culprit = 0;
    enum exit_status result = EXIT_BACKEND;
    enum status status = open_contenders(trial, &contender_count, message);
    if (status != STATUS_OK)
        goto done;
    if (trial->mismatch.text[0] == '\0' && trial->loop_count != 0) {
        for (size_t k = 0; k < trial->loop_count; k++)
            slices[k] = (struct slice){.run = guess, .state = trial->loops[k]};
        status = choose_counts(trial, message);
        if (status != STATUS_OK)
            goto done;
        struct sampler_options options = bench->sampler;
        options.before_round = before_round;
        options.after_round = after_round;
        options.round_state = trial;
        status = sample_interleaved(&options, slices, trial->loop_count, series, &canary, &culprit);
        if (status != STATUS_OK && trial->mismatch.text[0] == '\0') {
            fail(message, status, "%s: %s: %s", trial->primitive->id,
                 culprit < trial->loop_count ? trial->loops[culprit]->contender->name : "clock",
                 culprit < trial->loop_count ? status_text(status) : "it stood still or went back");
            goto done;
        }
        if (bench_interrupted(bench)) { /* guesses that were not all made are no row */
            result = EXIT_INTERRUPTED;
            goto done;
        }
    }
    if (trial->mismatch.text[0] != '\0') {
        bench_progress_clear(bench);
        fprintf(stderr, "assay: mismatch: %s\n", trial->mismatch.text);
    }
    struct row *row = new_row(trial, contender_count);
    if (row == NULL) {
        fail(message, STATUS_NO_MEMORY, "not enough memory for a row");
        goto done;
    }
    const bool measured = row->skip[0] == '\0';
    for (size_t k = 0; k < trial->loop_count && measured; k++) {
        struct row_contender *contender = &row->contenders[trial->owner[k]];
        row_take_series(contender, &series[k]);
        hex_encode(contender->digest, trial->loops[k]->all_xored, trial->loops[k]->key_size);
    }
    if (measured)
        row_set_figures(bench, row, &canary, 0);
    note_rates(trial->run, row);
    result = bench_emit(bench, row);

done:
    series_free(series, LOOPS_MAX);
    series_free(&canary, 1);
    for (size_t k = 0; k < trial->loop_count; k++)
        guesses_close(trial->loops[k]);
    return result;
}

/* ------------------------------------------------------------------------------------------------ --target-ms */

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Milliseconds of one guess at COST, the median of three; NAN where that cost cannot be had. */
static double measure_ms(const struct run *run, const struct primitive *primitive, const struct contender *contender,
                         const struct kdf_cost *cost)
{
    struct message ignored;
    double seconds[3];
    struct guesses *guesses = guesses_open(run, primitive, contender, cost, &ignored);
    if (guesses == NULL)
        return NAN;
    for (size_t i = 0; i < 3; i++)
        seconds[i] = time_of_one(run, guesses);
    guesses_close(guesses);
    qsort(seconds, 3, sizeof seconds[0], compare_doubles);
    return 1e3 * seconds[1];
}

/* Finds the cost of one primitive for one contender: *COST starts with a small one. */
static double reach_target(const struct run *run, const struct primitive *primitive, const struct contender *contender,
                           double target_ms, struct kdf_cost *cost)
{
    enum { TRIES = 8 };
    const bool scrypt = strcmp(primitive->unit, "scrypt") == 0, bcrypt = strcmp(primitive->unit, "bcrypt") == 0;
    double ms = measure_ms(run, primitive, contender, cost);
    if (scrypt || bcrypt) {
        /* Each step takes twice as long: the first that takes long enough. */
        while (ms < target_ms && cost->cost < (scrypt ? SCRYPT_N_MAX : 31) && !bench_interrupted(&run->bench)) {
            cost->cost = scrypt ? 2 * cost->cost : cost->cost + 1;
            ms = measure_ms(run, primitive, contender, cost);
        }
        return ms;
    }
    /* Passes of Argon2 over less memory where one pass over all of it takes too long. */
    while (ms > 1.05 * target_ms && cost->cost == 1 && cost->memory_kib > 1024 && !bench_interrupted(&run->bench)) {
        cost->memory_kib /= 2;
        ms = measure_ms(run, primitive, contender, cost);
    }
    for (int i = 0; i < TRIES && fabs(ms / target_ms - 1) > 0.05 && !bench_interrupted(&run->bench); i++) {
        const double wanted = (double)cost->cost * fmin(target_ms / ms, 64);
        const uint64_t next = wanted < 1 ? 1 : wanted > UINT32_MAX ? UINT32_MAX : (uint64_t)(wanted + 0.5);
        if (next == cost->cost)
            break;
        cost->cost = next;
        ms = measure_ms(run, primitive, contender, cost);
    }
    return ms;
}

static void find_targets(struct run *run, const struct primitive *primitive)
{
    static const struct {
        const char *unit;
        struct kdf_cost cost;
    } starts[] = {{"pbkdf2", {1000, 0, 0, 0}}, {"scrypt", {1 << 10, 0, 8, 1}}, {"bcrypt", {4, 0, 0, 0}},
                  {"argon2", {1, 64 << 10, 0, 4}}};
    const char *chosen[CONTENDER_NAMES_MAX];
    const size_t count = bench_contenders(run->bench.session->options, primitive, chosen);
    struct kdf_cost start = {0};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (strcmp(starts[i].unit, primitive->unit) == 0)
            start = starts[i].cost;
    for (size_t i = 0; i < count && !bench_interrupted(&run->bench); i++) {
        struct contender contender;
        struct kdf_cost cost = start;
        contender_open(run->bench.backend, primitive, chosen[i], &contender);
        if (contender.ops == NULL)
            continue;
        const double ms = reach_target(run, primitive, &contender, run->bench.session->options->target_ms, &cost);
        if (bench_interrupted(&run->bench))
            return;
        struct finding *target = &run->targets[run->target_count++];
        *target = (struct finding){.took_ms = ms, .per_second = 1e3 / ms};
        kdf_describe(target->name, sizeof target->name, primitive, &cost);
        snprintf(target->contender, sizeof target->contender, "%s", chosen[i]);
    }
}

/* ----------------------------------------------------------------------------------------- tables behind the rows */

enum { CELLS_MAX = 9, CELL_SIZE = 96 };

/* A table of COLUMNS columns, in text or as Markdown; the first two are words. */
struct sheet {
    struct table *table; /* NULL: Markdown */
    size_t columns;
};

static void sheet_cells(struct sheet *sheet, char cells[CELLS_MAX][CELL_SIZE])
{
    for (size_t i = 0; i < sheet->columns; i++)
        if (sheet->table != NULL)
            table_cell(sheet->table, cells[i]);
        else
            printf("| %s%s", cells[i], i + 1 == sheet->columns ? " |\n" : " ");
}

static void sheet_open(struct sheet *sheet, const struct options *options, const char *const (*heads)[2], size_t columns)
{
    *sheet = (struct sheet){.columns = columns};
    if (strcmp(options->format, "markdown") == 0) {
        for (size_t i = 0; i < columns; i++)
            printf("| %s%s%s%s", heads[i][0], heads[i][0][0] != '\0' && heads[i][1][0] != '\0' ? ", " : "",
                   heads[i][1], i + 1 == columns ? " |\n" : " ");
        for (size_t i = 0; i < columns; i++)
            printf("|%s%s", i < 2 ? "---" : "---:", i + 1 == columns ? "|\n" : "");
        return;
    }
    struct winsize window = {0};
    const bool terminal = ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0;
    const struct table_style style = {
        .out = stdout, .columns = terminal ? window.ws_col : 0, .utf8 = text_locale_is_utf8()};
    sheet->table = table_create(&style);
    for (size_t i = 0; i < columns; i++)
        table_column(sheet->table, heads[i][0], heads[i][1], i < 2 ? ALIGN_LEFT : ALIGN_RIGHT, 0);
}

static void sheet_close(struct sheet *sheet)
{
    if (sheet->table != NULL)
        table_flush(sheet->table);
    table_free(sheet->table);
}

/* "12.3 s", "252.7 days", "21.0 years", "1,230,000 years" */
static void describe_time(char *text, double seconds)
{
    const double day = 86400, year = 365.25 * day;
    char number[FIGURE_SIZE];
    if (seconds < 2 * day) {
        format_duration(text, seconds);
    } else if (seconds < 2 * year) {
        snprintf(text, FIGURE_SIZE, "%.1f days", seconds / day);
    } else if (seconds < 1000 * year) {
        snprintf(text, FIGURE_SIZE, "%.1f years", seconds / year);
    } else {
        /* Three digits are all that such a rate is good for. */
        const double years = fmin(seconds / year, 1e18), unit = pow(10, floor(log10(years)) - 2);
        format_count(number, (uint64_t)(round(years / unit) * unit));
        snprintf(text, FIGURE_SIZE, "%.40s years", number);
    }
}

static void print_estimates(const struct run *run, const struct options *options)
{
    static const char *const heads[CELLS_MAX][2] = {
        {"password hash", ""}, {"contender", ""}, {"rate", "guesses/s"}, {"10^8 (8 digits)", "worst"}, {"", "average"},
        {"62^8 (letters, digits)", "worst"}, {"", "average"}, {"95^8 (printable)", "worst"}, {"", "average"}};
    static const double spaces[3] = {1e8, 218340105584896.0, 6634204312890625.0};
    struct sheet sheet;
    printf("\nTime to try every password of 8 characters at these rates (worst case), or half of them (average)\n\n");
    sheet_open(&sheet, options, heads, CELLS_MAX);
    for (size_t i = 0; i < run->rate_count; i++) {
        char cells[CELLS_MAX][CELL_SIZE];
        snprintf(cells[0], CELL_SIZE, "%s", run->rates[i].name);
        snprintf(cells[1], CELL_SIZE, "%s", run->rates[i].contender);
        format_figure(cells[2], run->rates[i].per_second);
        for (size_t k = 0; k < 3; k++) {
            describe_time(cells[3 + 2 * k], spaces[k] / run->rates[i].per_second);
            describe_time(cells[4 + 2 * k], spaces[k] / run->rates[i].per_second / 2);
        }
        sheet_cells(&sheet, cells);
    }
    sheet_close(&sheet);
    printf("\nThese are rates of one core of this CPU, one guess at a time.  Whoever has stolen hashes has more: dedicated\n"
           "hardware (GPUs, FPGAs) tries fast hashes thousands of times faster, and all cores work at once.\n");
}

static void print_targets(const struct run *run, const struct options *options)
{
    static const char *const heads[4][2] = {
        {"password hash", ""}, {"contender", ""}, {"one guess", "ms"}, {"rate", "guesses/s"}};
    struct sheet sheet;
    char target[FIGURE_SIZE];
    format_figure(target, options->target_ms);
    printf("\nCosts that take about %s ms here (one core, median of 3)\n\n", target);
    sheet_open(&sheet, options, heads, 4);
    for (size_t i = 0; i < run->target_count; i++) {
        char cells[CELLS_MAX][CELL_SIZE];
        snprintf(cells[0], CELL_SIZE, "%s", run->targets[i].name);
        snprintf(cells[1], CELL_SIZE, "%s", run->targets[i].contender);
        format_figure(cells[2], run->targets[i].took_ms);
        format_figure(cells[3], run->targets[i].per_second);
        sheet_cells(&sheet, cells);
    }
    sheet_close(&sheet);
    printf("\nscrypt and bcrypt double with each step: theirs is the first that takes as long.  PBKDF2 is given iterations,\n"
           "Argon2 passes, over less memory than 64 MiB where one pass takes longer; scrypt at most 1 GiB.\n");
}

/* --------------------------------------------------------------------------------------------------------- */

/* Whether --hash, where it is given, has the password hash ID. */
static bool chosen(const struct options *options, const char *id)
{
    for (size_t i = 0; i < options->hashes.count; i++)
        if (registry_find(options->hashes.items[i]) == registry_find(id))
            return true;
    return options->hashes.count == 0;
}

static enum exit_status check_options(const struct options *options, struct message *message)
{
    for (size_t i = 0; i < options->hashes.count; i++) {
        const struct primitive *primitive = registry_find(options->hashes.items[i]);
        bool known = false;
        for (size_t k = 0; k < COSTS; k++)
            known = known || (primitive != NULL && strcmp(costs[k].id, primitive->id) == 0);
        if (!known) {
            fail(message, STATUS_BAD_PARAMETER,
                 "--hash: '%.100s' is none of the password hashes of --kdf, expected pbkdf2_hmac_sha256, scrypt, bcrypt or "
                 "argon2id",
                 options->hashes.items[i]);
            return EXIT_USAGE;
        }
    }
    if (options->threads != 1) {
        fail(message, STATUS_BAD_PARAMETER, "--threads: --kdf makes one guess at a time on one core, expected 1");
        return EXIT_USAGE;
    }
    if (options->shapes_given) {
        fail(message, STATUS_BAD_PARAMETER, "--shape: has no meaning with --kdf");
        return EXIT_USAGE;
    }
    return EXIT_OK;
}

enum exit_status command_kdf(struct session *session)
{
    const struct options *options = session->options;
    if (check_options(options, &session->message) != EXIT_OK)
        return EXIT_USAGE;
    struct run *run = calloc(1, sizeof *run);
    if (run == NULL) {
        fail(&session->message, STATUS_NO_MEMORY, "not enough memory");
        return EXIT_BACKEND;
    }
    enum exit_status result = EXIT_BACKEND;
    run->known = known_answers_load(&session->message);
    if (run->known == NULL)
        goto done;
    result = bench_open(&run->bench, session, "assay passwords --kdf", NULL, NULL);
    if (result != EXIT_OK)
        goto done;
    struct random random = random_from(options->seed, "salt");
    random_fill(&random, run->salt, sizeof run->salt);
    for (size_t i = 0; i < COSTS; i++)
        run->bench.planned += chosen(options, costs[i].id);
    for (size_t i = 0; i < COSTS && result == EXIT_OK && !bench_interrupted(&run->bench); i++) {
        if (!chosen(options, costs[i].id))
            continue;
        struct trial trial = {.run = run, .primitive = registry_find(costs[i].id), .cost = &costs[i].cost};
        kdf_describe(run->bench.doing, sizeof run->bench.doing, trial.primitive, trial.cost);
        bench_progress(&run->bench, 0);
        result = run_trial(&trial);
        run->bench.done++;
    }
    for (size_t i = 0; i < COSTS && result == EXIT_OK && options->target_ms > 0 && !bench_interrupted(&run->bench); i++)
        if (chosen(options, costs[i].id) && (i == 0 || strcmp(costs[i].id, costs[i - 1].id) != 0))
            find_targets(run, registry_find(costs[i].id));
    result = bench_close(&run->bench, result);
    /* The other formats are for programs, which find the rates in the rows. */
    if (strcmp(options->format, "text") == 0 || strcmp(options->format, "markdown") == 0) {
        if (run->rate_count != 0)
            print_estimates(run, options);
        if (run->target_count != 0)
            print_targets(run, options);
    }

done:
    known_answers_free(run->known);
    free(run);
    return result;
}

/* SPDX-License-Identifier: MIT */
#include "command/bench.h"

#include "native/common/lanes.h"
#include "command/worker.h"

#include "native/native.h"
#include "operation/operation.h"
#include "util/units.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The noise floor: SHA-256 of 64 bytes against itself, in two contexts. */
static enum status measure_floor(struct bench *bench, struct message *message)
{
    const struct primitive *primitive = registry_find("sha256");
    struct job job = {.primitive = primitive, .operation = "hash", .size = 64, .sized = true, .seed = 1};
    struct contender contender;
    struct task a, b;
    contender_open(bench->backend, primitive, "native", &contender);
    enum status status = task_open(&a, &job, &contender, message);
    if (status != STATUS_OK)
        return status;
    status = task_open(&b, &job, &contender, message);
    if (status == STATUS_OK) {
        struct sampler_options options = bench->sampler;
        options.seconds = 0.5;
        options.rounds = 0;
        status = noise_floor_measure(&bench->environment, &options, (struct slice){.run = a.operation->run, .state = &a},
                                     (struct slice){.run = b.operation->run, .state = &b});
        bench->sampler.canary_quiet_ns = bench->environment.canary_quiet_ns;
        if (status != STATUS_OK)
            fail(message, status, "clock: it stood still or went back while the noise floor was measured");
        task_close(&b);
    }
    task_close(&a);
    return status;
}

static void warn(const struct environment *environment)
{
    if (!environment->optimised)
        fprintf(stderr, "assay: warning: not an optimized build (%s, %s): its figures say nothing of a release build\n",
                environment->build_type, environment->compiler_flags);
}

/* Refuses the record of a command line that asked for other work. */
static enum status same_work(const struct bench *bench, const char *path, struct message *message)
{
    const char *line = bench->earlier.environment.command;
    struct options old;
    struct message detail;
    enum status status = STATUS_OK;
    if (strlen(line) + 1 == sizeof bench->earlier.environment.command)
        status = fail(message, STATUS_BAD_PARAMETER, "--resume: %s: its command line was too long to be recorded whole", path);
    else if (options_parse_line(&old, line, &detail) != STATUS_OK)
        status = fail(message, STATUS_BAD_PARAMETER, "--resume: %s: its command line '%.200s' cannot be read: %.300s", path, line,
                      detail.text);
    else if (old.seed != bench->earlier.environment.seed)
        status = fail(message, STATUS_BAD_PARAMETER, "--resume: %s: its machine's line has seed %" PRIu64 ", its command line %" PRIu64,
                      path, bench->earlier.environment.seed, old.seed);
    else if (!options_ask_for_same(&old, bench->session->options, &detail))
        status = fail(message, STATUS_BAD_PARAMETER, "--resume: %s: recorded with another command line: %.600s", path, detail.text);
    options_free(&old);
    return status;
}

/* Opens the record to continue; refuses one of another machine, build, library, seed or list of jobs. */
static enum status resume_record(struct bench *bench, const char *path, bench_row_rule *rule, void *state,
                                 struct message *message)
{
    enum status status = record_resume(&bench->record, &bench->earlier, path, message);
    if (status != STATUS_OK)
        return status;
    const struct environment *old = &bench->earlier.environment, *now = &bench->environment;
    const struct {
        const char *what;
        const char *old;
        const char *now;
    } same[] = {
        {"CPU", old->cpu, now->cpu},
        {"libcrypto", old->libcrypto_running, now->libcrypto_running},
        {"libcrypto at the build", old->libcrypto_built, now->libcrypto_built},
        {"CPU extensions of libcrypto", old->libcrypto_cpu, now->libcrypto_cpu},
        {"providers", old->providers, now->providers},
        {"version", old->assay_version, now->assay_version},
        {"commit", old->commit, now->commit},
        {"compiler", old->compiler, now->compiler},
        {"compiler flags", old->compiler_flags, now->compiler_flags},
    };
    for (size_t i = 0; i < sizeof same / sizeof same[0] && status == STATUS_OK; i++)
        if (strcmp(same[i].old, same[i].now) != 0)
            status = fail(message, STATUS_BAD_PARAMETER, "--resume: %s: recorded with different %s: '%.200s', here '%.200s'",
                          path, same[i].what, same[i].old, same[i].now);
    if (status == STATUS_OK && old->vector_bits != now->vector_bits)
        status = fail(message, STATUS_BAD_PARAMETER, "--resume: %s: recorded with vectors of %u bits, here they have %u", path,
                      old->vector_bits, now->vector_bits);
    if (status == STATUS_OK)
        status = same_work(bench, path, message);
    for (size_t i = 0; i < bench->earlier.count && status == STATUS_OK; i++)
        status = rule(state, &bench->earlier, i, message);
    if (status == STATUS_OK)
        status = record_continue(bench->record, message);
    if (status != STATUS_OK) {
        struct message ignored;
        record_close(bench->record, &ignored);
        record_free(&bench->earlier);
        bench->record = NULL;
    }
    return status;
}

bool bench_has_row(const struct bench *bench, const struct row *row)
{
    for (size_t i = 0; i < bench->earlier.count; i++)
        if (row_job_difference(&bench->earlier.rows[i], row) == NULL)
            return true;
    return false;
}

/* What ROW, of this run or of the one that it continues, means for the exit status. */
static void take_outcome(struct bench *bench, const struct row *row)
{
    for (size_t i = 0; i < row->contender_count; i++)
        bench->measured = bench->measured ||
                          (row->contenders[i].series.count != 0 && strcmp(row->primitive, "memcpy") != 0);
    if (strcmp(row->check, "mismatch") == 0)
        bench->mismatch = true;
    else if (row_outcome(row) == ROW_FAILED)
        bench->backend_failed = true;
}

enum exit_status bench_open(struct bench *bench, struct session *session, const char *title, bench_row_rule *rule,
                            void *state)
{
    const struct options *options = session->options;
    struct message *message = &session->message;
    *bench = (struct bench){.session = session, .progress = isatty(STDERR_FILENO) != 0, .started_s = now_s()};
    bench->reporter = reporter_find(options->format);
    if (bench->reporter == NULL) {
        char known[128] = "";
        for (size_t i = 0; reporters[i] != NULL; i++)
            snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", i == 0 ? "" : ", ", reporters[i]->name);
        fail(message, STATUS_BAD_PARAMETER, "--format: unknown format '%.100s', expected one of %s", options->format, known);
        return EXIT_USAGE;
    }
    if (bench_check_contenders(options, message) != EXIT_OK)
        return EXIT_USAGE;
    if (backend_open(&bench->backend, message) != STATUS_OK)
        return EXIT_BACKEND;

    bench->sampler = (struct sampler_options){.clock = monotonic_clock(),
                                              .seconds = options->seconds,
                                              .rounds = (size_t)options->rounds,
                                              .warm_up = true,
                                              .interrupted = session->interrupted};
    if (clock_resolution(&bench->sampler.clock, &bench->sampler.resolution_ns) != STATUS_OK) {
        fail(message, STATUS_FAILED, "clock: %s does not advance, expected a clock that runs forward",
             bench->sampler.clock.name);
        backend_close(bench->backend);
        return EXIT_BACKEND;
    }
    struct environment *environment = &bench->environment;
    environment_read(environment, &bench->sampler.clock, "");
    environment->vector_bits = vector_bits_for(session->options->vector_bits);
    options_line(environment->command, sizeof environment->command, session->argc, session->argv);
    snprintf(environment->libcrypto_built, sizeof environment->libcrypto_built, "%s", backend_version_built());
    snprintf(environment->libcrypto_running, sizeof environment->libcrypto_running, "%s", backend_version());
    snprintf(environment->libcrypto_cpu, sizeof environment->libcrypto_cpu, "%s", backend_cpu());
    snprintf(environment->providers, sizeof environment->providers, "%s", backend_providers(bench->backend));
    environment->seed = options->seed;
    warn(environment);
    if ((options->output != NULL || options->resume != NULL) && !environment->optimised && !options->force) {
        fail(message, STATUS_BAD_PARAMETER,
             "--output: this build is not optimised, expected a release build (or --force to record its figures anyway)");
        backend_close(bench->backend);
        return EXIT_USAGE;
    }
    if (measure_floor(bench, message) != STATUS_OK) {
        backend_close(bench->backend);
        return EXIT_BACKEND;
    }
    if (options->openssl_features.count != 0) {
        enum status status = worker_start(&bench->worker, &options->openssl_features, environment->libcrypto_masked,
                                          sizeof environment->libcrypto_masked, message);
        if (status != STATUS_OK) {
            backend_close(bench->backend);
            return status == STATUS_BAD_PARAMETER ? EXIT_USAGE : EXIT_BACKEND;
        }
    }
    if (options->output != NULL &&
        record_create(&bench->record, options->output, options->force, environment, message) != STATUS_OK) {
        worker_stop(bench->worker);
        backend_close(bench->backend);
        return EXIT_USAGE;
    }
    if (options->resume != NULL && resume_record(bench, options->resume, rule, state, message) != STATUS_OK) {
        worker_stop(bench->worker);
        backend_close(bench->backend);
        return EXIT_USAGE;
    }
    bool record_first = options->output != NULL && strcmp(options->output, "-") == 0;
    report_setup(&bench->report, record_first ? stderr : stdout, environment, title);
    if (bench->reporter->begin(&bench->report) != STATUS_OK) {
        fail(message, STATUS_FAILED, "standard output: cannot be written");
        return bench_close(bench, EXIT_USAGE);
    }
    for (size_t i = 0; i < bench->earlier.count; i++) {
        take_outcome(bench, &bench->earlier.rows[i]);
        if (bench->reporter->row(&bench->report, &bench->earlier.rows[i]) != STATUS_OK) {
            fail(message, STATUS_FAILED, "standard output: cannot be written");
            return bench_close(bench, EXIT_USAGE);
        }
    }
    return EXIT_OK;
}

struct row *bench_row(struct bench *bench)
{
    if (bench->row_count == bench->row_capacity) {
        size_t capacity = bench->row_capacity == 0 ? 64 : 2 * bench->row_capacity;
        struct row **rows = realloc(bench->rows, capacity * sizeof *rows);
        if (rows == NULL)
            return NULL;
        bench->rows = rows;
        bench->row_capacity = capacity;
    }
    struct row *row = calloc(1, sizeof *row);
    if (row == NULL)
        return NULL;
    row->size = UINT64_MAX;
    row->count = UINT64_MAX;
    row->published = NAN;
    row->canary_quiet_ns = row->canary_busy_ns = NAN;
    bench->rows[bench->row_count++] = row;
    return row;
}

void bench_drop_row(struct bench *bench)
{
    struct row *row = bench->rows[--bench->row_count];
    row_free(row);
    free(row);
}

enum exit_status bench_emit(struct bench *bench, const struct row *row)
{
    struct message *message = &bench->session->message;
    bench_progress_clear(bench);
    take_outcome(bench, row);
    if (bench->record != NULL && record_write(bench->record, row, message) != STATUS_OK)
        return EXIT_USAGE;
    if (bench->reporter->row(&bench->report, row) != STATUS_OK) {
        fail(message, STATUS_FAILED, "standard output: cannot be written");
        return EXIT_USAGE;
    }
    fflush(stdout); /* what is done is kept, however the program ends; errors show at its end */
    return EXIT_OK;
}

enum exit_status bench_close(struct bench *bench, enum exit_status status)
{
    struct message *message = &bench->session->message, last;
    bench_progress_clear(bench);
    if (bench->reporter->end(&bench->report) != STATUS_OK && status == EXIT_OK) {
        fail(message, STATUS_FAILED, "standard output: cannot be written");
        status = EXIT_USAGE;
    }
    if (record_close(bench->record, &last) != STATUS_OK && status == EXIT_OK) {
        *message = last;
        status = EXIT_USAGE;
    }
    for (size_t i = 0; i < bench->row_count; i++) {
        row_free(bench->rows[i]);
        free(bench->rows[i]);
    }
    free(bench->rows);
    record_free(&bench->earlier);
    worker_stop(bench->worker);
    backend_close(bench->backend);
    alarm(0); /* nothing is waited for any more */
    if (status != EXIT_OK)
        return status;
    if (bench_interrupted(bench))
        return EXIT_INTERRUPTED;
    if (bench->mismatch)
        return EXIT_MISMATCH;
    if (bench->backend_failed)
        return EXIT_BACKEND;
    if (!bench->measured && bench->incomplete.text[0] == '\0')
        fail(&bench->incomplete, STATUS_UNSUPPORTED, "nothing was measured: no contender can do what was asked, as the rows say");
    *message = bench->incomplete;
    return message->text[0] != '\0' ? EXIT_USAGE : EXIT_OK;
}

/* ------------------------------------------------------------------------------------------------ progress */

void bench_progress(struct bench *bench, double fraction)
{
    if (!bench->progress || bench->planned <= 0)
        return;
    double done = (bench->done + fraction) / bench->planned;
    double elapsed = bench_elapsed(bench);
    char left[FIGURE_SIZE] = "";
    if (done > 0.02 && elapsed > 1)
        format_duration(left, elapsed / done - elapsed);
    fprintf(stderr, "\r\033[K%3.0f %%  %s%s%s", 100 * done, bench->doing, left[0] != '\0' ? ", left: " : "", left);
    fflush(stderr);
}

void bench_progress_clear(struct bench *bench)
{
    if (bench->progress && bench->planned > 0)
        fprintf(stderr, "\r\033[K");
}

double bench_elapsed(const struct bench *bench)
{
    return now_s() - bench->started_s;
}

bool bench_interrupted(const struct bench *bench)
{
    return *bench->session->interrupted != 0;
}

/* ---------------------------------------------------------------------------------------------- contenders */

static bool has_word(const char *const *words, size_t count, const char *word)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0)
            return true;
    return false;
}

bool bench_names(const struct options *options, const char *name)
{
    return options->contenders_given && has_word(options->contenders.items, options->contenders.count, name);
}

size_t bench_contenders(const struct options *options, const struct primitive *primitive,
                        const char *names[CONTENDER_NAMES_MAX])
{
    const struct words *asked = &options->contenders;
    const char *there[CONTENDER_NAMES_MAX];
    const size_t there_count = contender_names(primitive, there);
    const bool all = has_word(asked->items, asked->count, "all");
    size_t count = 0;
    for (size_t i = 0; i < there_count; i++)
        if (all || has_word(asked->items, asked->count, there[i]))
            names[count++] = there[i];
    for (size_t i = 0; options->contenders_given && i < asked->count; i++)
        if (strcmp(asked->items[i], "all") != 0 && !has_word(there, there_count, asked->items[i]))
            names[count++] = asked->items[i];
    return count;
}

enum exit_status bench_check_contenders(const struct options *options, struct message *message)
{
    for (size_t i = 0; i < options->contenders.count; i++) {
        const char *name = options->contenders.items[i];
        const char *known[CONTENDER_NAMES_MAX * 4];
        size_t known_count = 0;
        bool found = strcmp(name, "all") == 0;
        for (size_t k = 0; k < registry_count && !found; k++) {
            const char *names[CONTENDER_NAMES_MAX];
            size_t count = contender_names(&registry[k], names);
            for (size_t n = 0; n < count; n++) {
                size_t seen = 0;
                while (seen < known_count && strcmp(known[seen], names[n]) != 0)
                    seen++;
                if (seen == known_count && known_count < sizeof known / sizeof known[0])
                    known[known_count++] = names[n];
                found = found || strcmp(names[n], name) == 0;
            }
        }
        if (!found) {
            char list[512] = "";
            for (size_t n = 0; n < known_count; n++)
                snprintf(list + strlen(list), sizeof list - strlen(list), "%s, ", known[n]);
            fail(message, STATUS_BAD_PARAMETER, "--contender: unknown contender '%.100s', expected %sor all", name, list);
            return EXIT_USAGE;
        }
    }
    return EXIT_OK;
}

/* -------------------------------------------------------------------------------------------------- rows */

struct row_contender *row_add_contender(struct row *row, const struct contender *contender, const char *unit)
{
    struct row_contender *entry = &row->contenders[row->contender_count++];
    *entry = (struct row_contender){.median_ns = NAN,
                                    .mad_ns = NAN,
                                    .busy_median_ns = NAN,
                                    .total_ns = NAN,
                                    .bytes_per_second = NAN,
                                    .operations_per_second = NAN,
                                    .warm_up_ns = NAN,
                                    .single_thread_median_ns = NAN};
    snprintf(entry->name, sizeof entry->name, "%s", contender->name);
    bool refused = contender->ops == NULL && contender->reason[0] != '\0';
    snprintf(entry->via, sizeof entry->via, "%s", refused ? "none" : contender->via);
    snprintf(entry->provider, sizeof entry->provider, "%s", contender->provider);
    snprintf(entry->unit, sizeof entry->unit, "%s", unit);
    snprintf(entry->reason, sizeof entry->reason, "%s", contender->reason);
    return entry;
}

void row_take_series(struct row_contender *contender, struct series *series)
{
    struct summary all = summarise(series, NULL, ROUNDS_ALL);
    contender->series = *series;
    *series = (struct series){0};
    contender->total_ns = all.total_ns;
    contender->iterations = all.iterations;
    contender->warm_up_ns = (double)contender->series.warm_up_ns;
}

static void set_speed(struct row_contender *contender, const struct modes *modes, double bytes)
{
    struct summary summary = summarise(&contender->series, modes, rounds_to_report(modes));
    contender->median_ns = summary.median_ns;
    contender->mad_ns = summary.mad_ns;
    if (modes->kind == MODES_TOLD_APART)
        contender->busy_median_ns = summarise(&contender->series, modes, ROUNDS_BUSY).median_ns;
    if (summary.median_ns > 0) {
        contender->operations_per_second = 1e9 / summary.median_ns;
        if (bytes > 0)
            contender->bytes_per_second = bytes * 1e9 / summary.median_ns;
    }
}

/* Ratios of all measured contenders of ROW to `openssl`, or to the first one where that is missing. */
static void set_ratios(struct row *row, const struct modes *modes)
{
    static const double confidence = 0.95;
    /*
     * What no number of rounds within a run shows: ratios of ten whole runs of md5 at 16 KiB lay up to 1.6 % from their
     * median on a shared virtual machine, and three of ten intervals of one run alone missed that median, by up to 0.5 %.
     */
    static const double between_runs = 0.01;
    size_t reference = SIZE_MAX;
    for (size_t i = 0; i < row->contender_count; i++)
        if (row->contenders[i].series.count != 0 &&
            (reference == SIZE_MAX || strcmp(row->contenders[i].name, "openssl") == 0))
            reference = i;
    for (size_t i = 0; i < row->contender_count; i++) {
        const struct series *contender = &row->contenders[i].series;
        if (i == reference || contender->count == 0)
            continue;
        const struct series *other = &row->contenders[reference].series;
        struct row_ratio *ratio = &row->ratios[row->ratio_count++];
        memcpy(ratio->contender, row->contenders[i].name, sizeof ratio->contender);
        memcpy(ratio->reference, row->contenders[reference].name, sizeof ratio->reference);
        ratio->ratio = ratio_widened(ratio_of(contender, other, modes, rounds_to_report(modes), confidence), between_runs);
        ratio->busy = ratio_of(contender, other, modes->kind == MODES_TOLD_APART ? modes : NULL, ROUNDS_BUSY, confidence);
        ratio->all = ratio_of(contender, other, modes, ROUNDS_ALL, confidence);
    }
}

static void add_warning(struct row *row, const char *format, ...)
{
    if (row->warning_count == ROW_WARNINGS_MAX)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(row->warnings[row->warning_count++], sizeof row->warnings[0], format, arguments);
    va_end(arguments);
}

/* SHARE in percent, rounded down to a few steps, so that rows with the same trouble share a note. */
static double at_least(double share)
{
    static const double steps[] = {5, 10, 25, 50, 100, 1000};
    size_t i = 0;
    while (i + 1 < sizeof steps / sizeof steps[0] && steps[i + 1] <= 100 * share)
        i++;
    return steps[i];
}

static const char *join(char *text, size_t size, const char *const *names, size_t count)
{
    text[0] = '\0';
    for (size_t i = 0, used = 0; i < count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i == 0 ? "" : ", ", names[i]);
    return text;
}

static void set_warnings(struct row *row, const struct modes *modes)
{
    if (modes->kind == MODES_ALL_BUSY)
        add_warning(row, "the machine was busy (or slowed down) in %s rounds, as the canary shows: repeat when it is quiet",
                    modes->quiet_rounds == 0 ? "all" : "nearly all");
    const char *unstable[ROW_CONTENDERS_MAX], *slow[ROW_CONTENDERS_MAX];
    size_t unstable_count = 0, slow_count = 0;
    double worst_spread = 0, worst_start = 0;
    for (size_t i = 0; i < row->contender_count; i++) {
        const struct row_contender *contender = &row->contenders[i];
        if (contender->series.count < 2)
            continue;
        struct summary summary = summarise(&contender->series, modes, rounds_to_report(modes));
        double spread = summary.mad_ns / summary.median_ns, start = summary.first_ns / summary.median_ns - 1;
        if (spread >= 0.05) {
            unstable[unstable_count++] = contender->name;
            worst_spread = fmax(worst_spread, spread);
        } else if (start > 0.25) {
            slow[slow_count++] = contender->name;
            worst_start = fmax(worst_start, start);
        }
    }
    char names[sizeof row->warnings[0]];
    if (unstable_count != 0)
        add_warning(row, "unstable: rounds lie %.0f %% or more from their median: %s; stop other work or raise %s",
                    at_least(worst_spread), join(names, sizeof names, unstable, unstable_count),
                    strcmp(row->workload, "passwords") == 0 ? "--count" : "--seconds");
    if (slow_count != 0)
        add_warning(row, "the first round was slower than the median by %.0f %% or more: %s", at_least(worst_start),
                    join(names, sizeof names, slow, slow_count));
}

void row_set_figures(struct bench *bench, struct row *row, struct series *canary, double bytes)
{
    struct series series[ROW_CONTENDERS_MAX];
    size_t count = 0;
    for (size_t i = 0; i < row->contender_count; i++)
        if (row->contenders[i].series.count != 0)
            series[count++] = row->contenders[i].series;
    struct modes modes = modes_find(series, count, canary, bench->sampler.canary_quiet_ns);
    for (size_t i = 0; i < row->contender_count; i++)
        if (row->contenders[i].series.count != 0)
            set_speed(&row->contenders[i], &modes, bytes);
    set_ratios(row, &modes);
    set_warnings(row, &modes);
    if (canary != NULL)
        bench->sampler.canary_quiet_ns = modes.known_ns;
    if (canary != NULL) {
        row->canary = *canary;
        *canary = (struct series){0};
    }
    row_take_modes(row, &modes);
}

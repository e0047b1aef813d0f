/* SPDX-License-Identifier: MIT */
/* run.c - `assay run`: each job checked on all its contenders, then timed in interleaved rounds, then checked again. */
#include "command/bench.h"
#include "command/worker.h"
#include "crosscheck/known.h"
#include "operation/kdf.h"
#include "plan/plan.h"
#include "results/historic.h"
#include "util/hex.h"
#include "util/text.h"
#include "util/units.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A run in progress. */
struct run {
    struct bench bench;
    struct plan plan;
    struct known_answers *known;
    const struct primitive *verified; /* the primitive whose known answers were run last */
    bool native_right;                /* and whether its native side gave all of them */
    size_t native_answers;            /* how many it gave */
    struct message native_wrong;
    struct row asked; /* --resume: the job that a recorded row is compared with */
};

static const char portable[] = "openssl/portable"; /* libcrypto in the worker, its CPU features masked */

static void on_progress(void *state, double done)
{
    bench_progress(state, done);
}

/* The fields of ROW, which has no others, that tell which job it is of. */
static void name_job(struct row *row, const struct job *job)
{
    const struct primitive *primitive = job->primitive;
    snprintf(row->workload, sizeof row->workload, "%s", job->sized ? "bulk" : "operations");
    snprintf(row->suite, sizeof row->suite, "%s", job->suite != NULL ? job->suite : "");
    snprintf(row->primitive, sizeof row->primitive, "%s", primitive->id);
    snprintf(row->name, sizeof row->name, "%s", job->name != NULL ? job->name : primitive->name);
    if (primitive->class == CLASS_KDF && job->name == NULL)
        kdf_describe(row->name, sizeof row->name, primitive, &primitive->kdf);
    snprintf(row->class_name, sizeof row->class_name, "%s", class_name(primitive->class));
    snprintf(row->operation, sizeof row->operation, "%s", job->operation);
    if (job->sized) {
        snprintf(row->shape, sizeof row->shape, "%s", job->shape == SHAPE_UPDATE ? "update" : "message");
        row->size = job->size;
    }
    row->misalignment = job->misalignment;
}

/* The same of the copying of SIZE bytes. */
static void name_memcpy(struct row *row, size_t size)
{
    snprintf(row->workload, sizeof row->workload, "bulk");
    snprintf(row->primitive, sizeof row->primitive, "memcpy");
    snprintf(row->name, sizeof row->name, "memcpy");
    snprintf(row->class_name, sizeof row->class_name, "memory");
    snprintf(row->operation, sizeof row->operation, "copy");
    snprintf(row->shape, sizeof row->shape, "message");
    row->size = size;
}

static struct row *new_row(struct run *run, const struct job *job)
{
    struct row *row = bench_row(&run->bench);
    if (row == NULL) {
        fail(&run->bench.session->message, STATUS_NO_MEMORY, "not enough memory for a row");
        return NULL;
    }
    name_job(row, job);
    row->beside_table = job->beside_table;
    const struct historic_row *old = job->suite != NULL ? historic_find(job->suite, row->name) : NULL;
    row->published = old != NULL ? old->rate : NAN;
    snprintf(row->check, sizeof row->check, "none");
    return row;
}

/* The contenders of JOB that this process runs, in the order of its rows. */
static size_t job_contenders(const struct run *run, const struct job *job, const char *names[CONTENDER_NAMES_MAX])
{
    const struct options *options = run->bench.session->options;
    size_t count = 0, all = bench_contenders(options, job->primitive, names);
    for (size_t i = 0; i < all; i++)
        if (strcmp(names[i], CONTENDER_LANES) != 0 || bench_names(options, CONTENDER_LANES))
            names[count++] = names[i];
    return count;
}

/* Whether copying JOB's size is measured, too. */
static bool copied(const struct job *job)
{
    return job->sized && job->skip[0] == '\0' && job->size > 0 && job->size <= SIZE_MAX / 4;
}

/*
 * Opens the contender NAME for JOB.  EVP keeps no tables of fixed bases: there "openssl" is the scheme on BIGNUM, as its
 * `via` then says.  Messages come one at a time here: nothing for lanes.
 */
static void open_for(const struct backend *backend, const struct job *job, const char *name, struct contender *contender)
{
    bool tables = strstr(job->operation, "_precomputed") != NULL && strcmp(name, "openssl") == 0 &&
                  job->primitive->openssl.via == VIA_EVP;
    contender_open(backend, job->primitive, tables ? "openssl/bignum" : name, contender);
    contender->name = name;
    if (contender->many) {
        contender->ops = NULL;
        snprintf(contender->reason, sizeof contender->reason, "it takes many messages at once, as in 'assay passwords'");
    }
}

/* -------------------------------------------------------------------------------------------------- continuing */

/* FORMAT goes on behind the row's place in the file and the words for its job. */
static enum status refuse_row(const struct record *record, size_t index, struct message *message,
                              const char *format, ...) PRINTF_LIKE(4, 5);

static enum status refuse_row(const struct record *record, size_t index, struct message *message,
                              const char *format, ...)
{
    const struct row *row = &record->rows[index];
    char text[384], clean[sizeof text];
    snprintf(text, sizeof text, "%s %s", row->primitive, row->operation);
    if (row->size != UINT64_MAX)
        snprintf(text + strlen(text), sizeof text - strlen(text), ", %" PRIu64 " byte%s", row->size, plural(row->size));
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + strlen(text), sizeof text - strlen(text), format, arguments);
    va_end(arguments);
    text_printable(clean, sizeof clean, text, text_locale_is_utf8());
    return fail(message, STATUS_BAD_PARAMETER, "%s:%zu: %s", record->path, index + 2, clean);
}

/*
 * A row that was measured has figures of every contender but for those that say why not.  One that was not lists them as
 * well, up to the one whose known answers were wrong.
 */
static enum status has_figures(const struct record *record, size_t index, const char *const *names, size_t count,
                               struct message *message)
{
    const struct row *row = &record->rows[index];
    bool skipped = row->skip[0] != '\0', some = skipped && strcmp(row->check, "mismatch") == 0;
    if (row->contender_count > count || (row->contender_count < count && !(some && row->contender_count > 0)))
        return refuse_row(record, index, message, ": contenders: there are %zu, this command line has %zu",
                          row->contender_count, count);
    size_t measured = 0;
    for (size_t i = 0; i < row->contender_count; i++) {
        const struct row_contender *contender = &row->contenders[i];
        if (strcmp(contender->name, names[i]) != 0)
            return refuse_row(record, index, message, ": contenders[%zu].name: '%s', expected '%s'", i, contender->name,
                              names[i]);
        if (skipped || strcmp(contender->via, "none") == 0 || contender->reason[0] != '\0')
            continue;
        if (!(contender->median_ns > 0))
            return refuse_row(record, index, message, ": contenders[%zu].median_ns: absent", i);
        if (contender->series.count == 0)
            return refuse_row(record, index, message, ": contenders[%zu].samples: there are none", i);
        measured++;
    }
    if (measured == 0 && !skipped)
        return refuse_row(record, index, message, ": contenders: none has figures, and no \"skip\" says why");
    return STATUS_OK;
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Whether a contender NAME of JOB that is offered can have failed for REASON. */
static bool is_failure(const char *reason, const struct job *job, const char *name)
{
    static const char *const others[] = {"refused by ", "EVP keeps no tables of fixed bases: ", "a damaged signature was taken",
                                         "randomised operations are not exchanged "};
    const char *const named[] = {job->primitive->id, name};
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++)
        if (begins(reason, named[i]) && begins(reason + strlen(named[i]), ": "))
            return true;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (begins(reason, others[i]))
            return true;
    return false;
}

/*
 * Whether what says that a row of JOB, or a contender of it, has no figures would be said here, too: the machine and its
 * libraries are the same, so what is not offered has the same reason.
 */
static enum status same_reasons(const struct run *run, const struct record *record, size_t index, const struct job *job,
                                const char *const *names, struct message *message)
{
    const struct row *row = &record->rows[index];
    for (size_t i = 0; i < row->contender_count; i++) {
        const struct row_contender *contender = &row->contenders[i];
        struct contender here;
        if (names[i] == portable)
            contender_open(run->bench.backend, job->primitive, "openssl", &here);
        else
            open_for(run->bench.backend, job, names[i], &here);
        const bool offered = here.ops != NULL;
        if (strcmp(contender->via, offered ? here.via : "none") != 0)
            return refuse_row(record, index, message, ": contenders[%zu].via: '%s', expected '%s'", i, contender->via,
                              offered ? here.via : "none");
        if (!offered && strcmp(contender->reason, here.reason) != 0)
            return refuse_row(record, index, message, ": contenders[%zu].reason: '%.100s', expected '%.100s'", i,
                              contender->reason, here.reason);
        if (offered && contender->reason[0] != '\0' && !is_failure(contender->reason, job, names[i]))
            return refuse_row(record, index, message, ": contenders[%zu].reason: '%.100s', expected null or what failed", i,
                              contender->reason);
    }
    char expected[sizeof row->skip];
    size_t able = 0;
    row_nobody(row, expected, sizeof expected);
    for (size_t i = 0; i < row->contender_count; i++)
        able += row->contenders[i].reason[0] == '\0';
    const enum row_skip kind = row_skip(row);
    if (row->skip[0] == '\0' || kind == ROW_SKIP_FAILED ||
        (kind == ROW_SKIP_NOBODY && able == 0 && strcmp(row->skip, expected) == 0))
        return STATUS_OK;
    return refuse_row(record, index, message, ": skip: '%.100s', expected %s", row->skip,
                      able == 0 ? expected : "null or what failed");
}

/* A row of the record to continue must be of a job of the plan, once, and be as this run would have left it. */
static enum status row_belongs(void *state, const struct record *record, size_t index, struct message *message)
{
    struct run *run = state;
    const struct row *row = &record->rows[index];
    const struct job *job = NULL;
    const char *odd = NULL;
    bool copy = strcmp(row->primitive, "memcpy") == 0;
    size_t asked = 0, there = 0;
    for (size_t i = 0; i < run->plan.count && !(copy && asked != 0); i++) {
        const struct job *candidate = &run->plan.jobs[i];
        bool near = copy ? copied(candidate)
                         : strcmp(candidate->primitive->id, row->primitive) == 0 &&
                               strcmp(candidate->operation, row->operation) == 0;
        if (!near || (candidate->sized ? candidate->size : UINT64_MAX) != row->size)
            continue;
        run->asked = (struct row){.size = UINT64_MAX, .count = UINT64_MAX};
        if (copy)
            name_memcpy(&run->asked, candidate->size);
        else
            name_job(&run->asked, candidate);
        const char *difference = row_job_difference(row, &run->asked);
        if (difference != NULL) {
            odd = difference;
        } else {
            job = candidate;
            asked++;
        }
    }
    if (job == NULL && odd != NULL)
        return refuse_row(record, index, message, ": %s: not that of any row of this command line", odd);
    if (job == NULL)
        return refuse_row(record, index, message, ", is no row of this command line");
    for (size_t i = 0; i < index; i++) {
        there += row_job_difference(row, &record->rows[i]) == NULL;
        if (there == asked)
            return refuse_row(record, index, message, ", is on line %zu already", i + 2);
    }
    const char *names[CONTENDER_NAMES_MAX + 1] = {"libc"};
    size_t count = copy ? 1 : job_contenders(run, job, names);
    if (!copy && run->bench.worker != NULL)
        names[count++] = portable;
    if (!copy && job->skip[0] != '\0') {
        if (strcmp(row->skip, job->skip) != 0)
            return refuse_row(record, index, message, ": skip: '%s', expected '%s'", row->skip, job->skip);
        count = 0;
    }
    if (copy && row->skip[0] != '\0' && row_skip(row) != ROW_SKIP_FAILED)
        return refuse_row(record, index, message, ": skip: '%.100s', expected null or what failed", row->skip);
    if (copy && row->contender_count != 0 && row->contenders[0].reason[0] != '\0')
        return refuse_row(record, index, message, ": contenders[0].reason: '%.100s', expected null", row->contenders[0].reason);
    enum status status = has_figures(record, index, names, count, message);
    return status == STATUS_OK && !copy && count != 0 ? same_reasons(run, record, index, job, names, message) : status;
}

/* -------------------------------------------------------------------------------------------------- checks */

/*
 * Runs every task once, compares and exchanges: what the row's check says.  NULL where one failed, or where the run was
 * interrupted between two of them.
 */
static const char *check_tasks(const struct bench *bench, struct task *tasks, size_t count, struct message *message)
{
    for (size_t i = 0; i < count; i++) {
        if (bench_interrupted(bench))
            return NULL;
        enum status status = task_run_once(&tasks[i]);
        if (status != STATUS_OK) {
            fail(message, status, "%s %s: %s: %s", tasks[i].job->primitive->id, tasks[i].job->operation,
                 tasks[i].contender->name, status_text(status));
            return NULL;
        }
    }
    bool exchange = count > 0 && tasks[0].operation->accept != NULL, equal = true;
    for (size_t i = 0; exchange && i < count; i++)
        for (size_t k = 0; k < count; k++) {
            enum status status = tasks[i].operation->accept(&tasks[i], &tasks[k]);
            if (status != STATUS_OK) {
                fail(message, status, "%s %s: %s does not accept what %s made: %s", tasks[i].job->primitive->id,
                     tasks[i].job->operation, tasks[i].contender->name, tasks[k].contender->name, status_text(status));
                return "mismatch";
            }
        }
    for (size_t i = 1; i < count; i++) {
        char what[192];
        snprintf(what, sizeof what, "%s %s of %zu byte%s, seed %llu: %s against %s", tasks[0].job->primitive->id,
                 tasks[0].job->operation, tasks[0].input_size, plural(tasks[0].input_size), (unsigned long long)tasks[0].job->seed,
                 tasks[0].contender->name, tasks[i].contender->name);
        if (compare_bytes(what, tasks[0].output, tasks[i].output, tasks[0].output_size, message) == VERDICT_RIGHT)
            continue;
        equal = false;
        if (!exchange)
            return "mismatch";
    }
    return equal ? "equal" : "exchanged";
}

/* Whether the native side gives the primitive's known answers; run once for all jobs of a primitive. */
static bool native_is_right(struct run *run, const struct job *job, const struct contender *native)
{
    if (run->verified != job->primitive) {
        struct known_result result = known_answers_run(run->known, job->primitive, native, WHOLE);
        run->verified = job->primitive;
        run->native_right = result.wrong == 0;
        run->native_answers = result.right;
        run->native_wrong = result.first_wrong;
    }
    return run->native_right;
}

/* What a task left behind, as something short that can be compared by eye: SHA-256 of its output. */
static void note_digest(struct row_contender *contender, const struct task *task)
{
    const struct hash_ops *sha256 = (const struct hash_ops *)registry_find("sha256")->native;
    const struct variant only_form = {0};
    uint8_t digest[DIGEST_SIZE_MAX];
    void *context = aligned_zeroed(sha256->ops.context_size);
    if (context != NULL && (sha256->ops.setup == NULL || sha256->ops.setup(context, &only_form) == STATUS_OK) &&
        sha256->init(context) == STATUS_OK && sha256->update(context, task->output, task->output_size) == STATUS_OK &&
        sha256->final(context, digest) == STATUS_OK)
        hex_encode(contender->digest, digest, sha256->digest_size);
    aligned_free(context);
}

/* -------------------------------------------------------------------------------------------------- timing */

/* --show-digest: what the timed calls computed, on standard error beside the report. */
static void show_digests(struct bench *bench, const struct row *row)
{
    char message[96] = "";
    if (row->size != UINT64_MAX)
        snprintf(message, sizeof message, ", %" PRIu64 " byte%s, shape %s, misaligned by %u", row->size, plural(row->size), row->shape,
                 row->misalignment);
    bench_progress_clear(bench);
    for (size_t i = 0; i < row->contender_count; i++)
        if (row->contenders[i].digest[0] != '\0')
            fprintf(stderr, "assay: digest: %s %s%s, %s: %s\n", row->primitive, row->operation, message,
                    row->contenders[i].name, row->contenders[i].digest);
}

static enum exit_status fail_row(struct run *run, struct row *row, const char *check, const struct message *message)
{
    bench_progress_clear(&run->bench);
    fprintf(stderr, "assay: %s: %s\n", strcmp(check, "mismatch") == 0 ? "mismatch" : "not measured", message->text);
    snprintf(row->check, sizeof row->check, "%s", check);
    snprintf(row->skip, sizeof row->skip, "%.*s", (int)strcspn(message->text, "\n"), message->text);
    return bench_emit(&run->bench, row);
}

/* Times TASKS, whose contenders are those of ROW with the indices OWNERS. */
static enum exit_status time_tasks(struct run *run, struct row *row, struct task *tasks, const struct slice *slices,
                                   const size_t *owners, size_t count)
{
    struct bench *bench = &run->bench;
    struct series series[ROW_CONTENDERS_MAX] = {{0}}, canary = {0};
    struct message message = {.text = ""};
    size_t culprit = 0;
    struct sampler_options options = bench->sampler;
    options.progress = bench->progress ? on_progress : NULL;
    options.progress_state = bench;
    enum status status = sample_interleaved(&options, slices, count, series, &canary, &culprit);
    if (status != STATUS_OK) {
        series_free(series, count);
        series_free(&canary, 1);
        if (culprit == count) {
            fail(&bench->session->message, status, "clock: it stood still or went back during %s", row->primitive);
            return EXIT_BACKEND;
        }
        if (culprit > count) {
            fail(&bench->session->message, status, "%s: %s", row->primitive, status_text(status));
            return EXIT_BACKEND;
        }
        fail(&message, status, "%s: %s failed while it was timed: %s", row->primitive, tasks[culprit].contender->name,
             status_text(status));
        snprintf(row->contenders[owners[culprit]].reason, sizeof row->contenders[0].reason, "%s", message.text);
        return fail_row(run, row, "none", &message);
    }
    if (bench_interrupted(bench)) { /* a job that was not timed to its end is no row */
        series_free(series, count);
        series_free(&canary, 1);
        return EXIT_INTERRUPTED;
    }
    const char *check = check_tasks(bench, tasks, count, &message);
    if (check == NULL || strcmp(check, "mismatch") == 0) {
        series_free(series, count);
        series_free(&canary, 1);
        if (check == NULL && bench_interrupted(bench))
            return EXIT_INTERRUPTED;
        return fail_row(run, row, check == NULL ? "none" : check, &message);
    }
    for (size_t i = 0; i < count; i++) {
        struct row_contender *contender = &row->contenders[owners[i]];
        row_take_series(contender, &series[i]);
        note_digest(contender, &tasks[i]);
    }
    if (bench->session->options->show_digest)
        show_digests(bench, row);
    row_set_figures(bench, row, &canary, tasks[0].operation->sized ? (double)tasks[0].input_size : 0);
    return bench_emit(bench, row);
}

/* Adds openssl/portable, which runs in the worker, to ROW and TASKS where it can do JOB. */
static void add_portable(struct run *run, const struct job *job, struct row *row, struct contender *contender,
                         struct task *task, struct slice *slice, size_t *owners, size_t *count)
{
    const struct operation *operation = operation_find(job->primitive->class, job->operation);
    struct message message = {.text = ""};
    contender_open(run->bench.backend, job->primitive, "openssl", contender);
    contender->name = portable;
    struct row_contender *entry = row_add_contender(row, contender, operation->unit);
    if (contender->ops == NULL)
        return;
    if (operation->accept != NULL) {
        snprintf(entry->reason, sizeof entry->reason, "randomised operations are not exchanged with another process");
        return;
    }
    if (worker_task_open(run->bench.worker, task, job, contender, slice, &message) != STATUS_OK)
        snprintf(entry->reason, sizeof entry->reason, "%s", message.text);
    else
        owners[(*count)++] = row->contender_count - 1;
}

static enum exit_status run_job(struct run *run, const struct job *job)
{
    struct bench *bench = &run->bench;
    const char *names[CONTENDER_NAMES_MAX];
    size_t name_count = job_contenders(run, job, names);
    struct contender contenders[CONTENDER_NAMES_MAX + 1];
    struct task tasks[ROW_CONTENDERS_MAX];
    struct slice slices[ROW_CONTENDERS_MAX];
    size_t owners[ROW_CONTENDERS_MAX], count = 0;
    enum exit_status result = EXIT_OK;
    struct message message = {.text = ""};
    struct row *row = new_row(run, job);
    if (row == NULL)
        return EXIT_BACKEND;
    if (bench_has_row(bench, row)) {
        bench_drop_row(bench);
        return EXIT_OK;
    }
    if (job->skip[0] != '\0') {
        snprintf(row->skip, sizeof row->skip, "%s", job->skip);
        result = bench_emit(bench, row);
        return result;
    }
    const struct operation *operation = operation_find(job->primitive->class, job->operation);
    for (size_t i = 0; i < name_count; i++) {
        if (bench_interrupted(bench)) { /* inputs of some GiB take a while */
            result = EXIT_INTERRUPTED;
            goto done;
        }
        open_for(bench->backend, job, names[i], &contenders[i]);
        struct row_contender *entry = row_add_contender(row, &contenders[i], operation->unit);
        if (contenders[i].ops == NULL)
            continue;
        if (strcmp(contenders[i].via, "native") == 0 && !native_is_right(run, job, &contenders[i])) {
            result = fail_row(run, row, "mismatch", &run->native_wrong);
            goto done;
        }
        if (task_open(&tasks[count], job, &contenders[i], &message) != STATUS_OK) {
            snprintf(entry->reason, sizeof entry->reason, "%s", message.text);
            continue;
        }
        slices[count] = (struct slice){.run = tasks[count].operation->run, .state = &tasks[count]};
        owners[count++] = i;
    }
    if (bench->worker != NULL)
        add_portable(run, job, row, &contenders[name_count], &tasks[count], &slices[count], owners, &count);
    if (count == 0) {
        row_nobody(row, row->skip, sizeof row->skip);
        result = bench_emit(bench, row);
        goto done;
    }
    const char *check = check_tasks(bench, tasks, count, &message);
    if (check == NULL && bench_interrupted(bench)) {
        result = EXIT_INTERRUPTED;
        goto done;
    }
    if (check == NULL || strcmp(check, "mismatch") == 0) {
        result = fail_row(run, row, check == NULL ? "none" : check, &message);
        goto done;
    }
    bool answered = count == 1 && strcmp(tasks[0].contender->via, "native") == 0 && run->native_answers != 0;
    snprintf(row->check, sizeof row->check, "%s", count > 1 ? check : answered ? "vectors-only" : "not compared");
    result = time_tasks(run, row, tasks, slices, owners, count);

done:
    for (size_t i = 0; i < count; i++)
        task_close(&tasks[i]);
    return result;
}

/* -------------------------------------------------------------------------------------------------- memcpy */

struct copy {
    uint8_t *to;
    const uint8_t *from;
    size_t size;
};

static enum status run_copy(void *state, uint64_t iterations)
{
    struct copy *copy = state;
    for (uint64_t i = 0; i < iterations; i++) {
        memcpy(copy->to, copy->from, copy->size);
        /* The destination is read, so that no copy can be left out. */
        *(volatile uint8_t *)copy->to;
    }
    return STATUS_OK;
}

/* The ceiling that everybody understands: copying SIZE bytes. */
static enum exit_status run_memcpy(struct run *run, size_t size)
{
    struct bench *bench = &run->bench;
    struct row *row = bench_row(bench);
    uint8_t *memory = aligned_zeroed(2 * context_stride(size + 1));
    enum exit_status result = EXIT_BACKEND;
    struct series series = {0};
    size_t culprit;
    if (row == NULL) {
        fail(&bench->session->message, STATUS_NO_MEMORY, "not enough memory for a row");
        goto done;
    }
    name_memcpy(row, size);
    snprintf(row->check, sizeof row->check, "none");
    if (bench_has_row(bench, row)) {
        bench_drop_row(bench);
        result = EXIT_OK;
        goto done;
    }
    const struct contender libc = {.name = "libc", .via = "libc"};
    struct row_contender *entry = row_add_contender(row, &libc, "message");
    if (memory == NULL) {
        struct message message;
        fail(&message, STATUS_NO_MEMORY, "%s: not enough memory for two times %zu bytes", row->primitive, size);
        result = fail_row(run, row, "none", &message);
        goto done;
    }
    struct copy copy = {memory + context_stride(size + 1), memory, size};
    struct slice slice = {.run = run_copy, .state = &copy};
    struct sampler_options options = bench->sampler;
    options.seconds = options.seconds / 4;
    if (sample_interleaved(&options, &slice, 1, &series, NULL, &culprit) != STATUS_OK) {
        fail(&bench->session->message, STATUS_FAILED, "clock: it stood still or went back during memcpy");
        goto done;
    }
    result = EXIT_INTERRUPTED;
    if (bench_interrupted(bench))
        goto done;
    row_take_series(entry, &series);
    row_set_figures(bench, row, NULL, (double)size);
    result = bench_emit(bench, row);

done:
    series_free(&series, 1);
    aligned_free(memory);
    return result;
}

/* Whether job INDEX of the plan is the first of a size that is copied as well. */
static bool copied_first(const struct run *run, size_t index)
{
    const struct job *job = &run->plan.jobs[index];
    bool first = copied(job);
    for (size_t k = 0; k < index && first; k++)
        first = !run->plan.jobs[k].sized || run->plan.jobs[k].size != job->size;
    return first;
}

static enum exit_status run_memcpy_rows(struct run *run)
{
    enum exit_status result = EXIT_OK;
    for (size_t i = 0; i < run->plan.count && result == EXIT_OK; i++)
        if (copied_first(run, i))
            result = run_memcpy(run, run->plan.jobs[i].size);
    return result;
}

/* --budget: the same time for every row that is still to be measured; it is said where that cannot be enough. */
static void divide_budget(struct run *run)
{
    const double budget = run->bench.session->options->budget_seconds, spent = bench_elapsed(&run->bench);
    const char *names[CONTENDER_NAMES_MAX];
    size_t rows = run->plan.count;
    double least = 0;
    for (size_t i = 0; i < run->plan.count; i++) {
        rows += copied_first(run, i);
        least += sampler_least_seconds(&run->bench.sampler, job_contenders(run, &run->plan.jobs[i], names));
        least += copied_first(run, i) ? sampler_least_seconds(&run->bench.sampler, 1) : 0;
    }
    const size_t left = rows > run->bench.earlier.count ? rows - run->bench.earlier.count : 1;
    least *= (double)left / (double)rows;
    run->bench.sampler.seconds = fmax(budget - spent, 0) / (double)left;
    if (budget < spent + least)
        fprintf(stderr, "assay: budget: %.1f s is less than this run takes at least: %.1f s, of them %.1f s for the noise floor and "
                "%.1f s for %zu row%s\n", budget, spent + least, spent, least, left, plural(left));
}

/* And what precision that could afford. */
static void tell_precision(struct run *run)
{
    double *widths = calloc(run->bench.row_count + 1, sizeof *widths);
    size_t count = 0;
    for (size_t i = 0; widths != NULL && i < run->bench.row_count; i++) {
        const struct row *row = run->bench.rows[i];
        if (row->ratio_count != 0 && !isnan(row->ratios[0].ratio.low))
            widths[count++] = (row->ratios[0].ratio.high / row->ratios[0].ratio.low - 1) / 2;
    }
    bench_progress_clear(&run->bench);
    if (count != 0) {
        double median = median_of(widths, count); /* which sorts them */
        fprintf(stderr, "assay: budget: %.2f s a row; the ratios' intervals are +-%.1f %% in the median, +-%.1f %% at worst\n",
                run->bench.sampler.seconds, 100 * median, 100 * widths[count - 1]);
    }
    free(widths);
}

enum exit_status command_run(struct session *session)
{
    struct run *run = calloc(1, sizeof *run);
    enum exit_status result = EXIT_BACKEND;
    if (run == NULL) {
        fail(&session->message, STATUS_NO_MEMORY, "not enough memory");
        return result;
    }
    result = EXIT_USAGE;
    if (session->options->suite != NULL && strcmp(session->options->suite, "passwords-2014") == 0) {
        fail(&session->message, STATUS_BAD_PARAMETER, "--suite: passwords-2014 is a loop over passwords, expected 'assay passwords'");
        goto done;
    }
    if (session->options->resume != NULL && session->options->output != NULL) {
        fail(&session->message, STATUS_BAD_PARAMETER, "--resume: continues %s, expected no --output beside it", session->options->resume);
        goto done;
    }
    if (session->options->budget_seconds > 0 && (session->options->seconds_given || session->options->rounds != 0)) {
        fail(&session->message, STATUS_BAD_PARAMETER, "--budget: divides its time among the rows, expected no --%s beside it",
             session->options->seconds_given ? "seconds" : "rounds");
        goto done;
    }
    if (plan_run(&run->plan, session->options, &session->message) != STATUS_OK)
        goto done;
    result = EXIT_BACKEND;
    run->known = known_answers_load(&session->message);
    if (run->known == NULL)
        goto done;
    result = bench_open(&run->bench, session, "assay run", row_belongs, run);
    if (result != EXIT_OK)
        goto done;
    run->bench.planned = (double)run->plan.count;
    if (session->options->budget_seconds > 0)
        divide_budget(run);
    result = run_memcpy_rows(run);
    for (size_t i = 0; i < run->plan.count && result == EXIT_OK && !bench_interrupted(&run->bench); i++) {
        const struct job *job = &run->plan.jobs[i];
        snprintf(run->bench.doing, sizeof run->bench.doing, "%s %s", job->primitive->id, job->operation);
        if (job->sized)
            snprintf(run->bench.doing + strlen(run->bench.doing), sizeof run->bench.doing - strlen(run->bench.doing),
                     " %zu byte%s", job->size, plural(job->size));
        bench_progress(&run->bench, 0);
        /* Nobody asked for the default sizes. */
        if (job->skip[0] != '\0' && session->options->sizes_given && run->bench.incomplete.text[0] == '\0')
            fail(&run->bench.incomplete, STATUS_BAD_LENGTH, "--size: not every row was measured: %s %s: %s", job->primitive->id,
                 job->operation, job->skip);
        result = run_job(run, job);
        run->bench.done++;
    }
    if (session->options->budget_seconds > 0)
        tell_precision(run);
    result = bench_close(&run->bench, result);

done:
    known_answers_free(run->known);
    plan_free(&run->plan);
    free(run);
    return result;
}

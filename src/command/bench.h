/* SPDX-License-Identifier: MIT */
/* bench.h - what the measuring commands share: the opened machine, where rows go, and from samples to rows. */
#ifndef ASSAY_COMMAND_BENCH_H
#define ASSAY_COMMAND_BENCH_H

#include "backend/backend.h"
#include "command/command.h"
#include "measure/environment.h"
#include "report/reporter.h"
#include "results/record.h"

/* A measuring run. */
struct bench {
    struct session *session;
    struct backend *backend;
    struct environment environment;
    struct sampler_options sampler; /* the clock, its resolution, the time for a job */
    const struct reporter *reporter;
    struct report report;
    struct worker *worker;   /* --openssl-features: the process of openssl/portable; NULL without */
    struct record_writer *record;
    struct record earlier;   /* --resume: the rows that the record already had */
    struct row **rows; /* all so far: reporters may look back until the end */
    size_t row_count;
    size_t row_capacity;
    bool progress;     /* standard error is a terminal */
    double started_s;
    double planned;    /* jobs in all, for the progress line */
    double done;       /* jobs finished */
    char doing[96];    /* what the progress line says is running */
    bool mismatch;
    bool backend_failed;
    bool measured;             /* something that was asked for */
    struct message incomplete; /* why something was not, though nothing failed; empty: it was */
};

/* Refuses row INDEX of the record EARLIER where the run that is STATE could not have written it. */
typedef enum status bench_row_rule(void *state, const struct record *earlier, size_t index, struct message *message);

/*
 * Opens libcrypto, reads the environment, measures clock and noise floor, checks --format and --output, and starts report
 * and record; one that is continued where RULE, with STATE, lets all its rows pass (NULL: a command without --resume).
 * On failure everything is closed again and the session's message says why.
 */
enum exit_status bench_open(struct bench *bench, struct session *session, const char *title, bench_row_rule *rule,
                            void *state);

/* Whether the record that is continued has the row that ROW would be. */
bool bench_has_row(const struct bench *bench, const struct row *row);

/* A new row in `bench->rows`, zeroed but for its absent figures; NULL where there is no memory. */
struct row *bench_row(struct bench *bench);

/* Takes back the row that bench_row gave last. */
void bench_drop_row(struct bench *bench);

/* Reports and records ROW. */
enum exit_status bench_emit(struct bench *bench, const struct row *row);

/* Ends the report and the record, frees everything, and turns STATUS and what happened meanwhile into the exit status. */
enum exit_status bench_close(struct bench *bench, enum exit_status status);

/* The progress line on a terminal: WHAT runs now, FRACTION of this job done. */
void bench_progress(struct bench *bench, double fraction);
void bench_progress_clear(struct bench *bench);

/* Seconds since the run began, the noise floor's included. */
double bench_elapsed(const struct bench *bench);

bool bench_interrupted(const struct bench *bench);

/*
 * The contenders for PRIMITIVE: those that --contender names, then those it names that the primitive does not have, so that
 * a row says so; of the usual ones, where it is not given, those that there are.
 */
size_t bench_contenders(const struct options *options, const struct primitive *primitive,
                        const char *names[CONTENDER_NAMES_MAX]);

/* Whether --contender has NAME itself, not only among all. */
bool bench_names(const struct options *options, const char *name);

/* Refuses a --contender that no primitive of the registry has. */
enum exit_status bench_check_contenders(const struct options *options, struct message *message);

/* Adds CONTENDER to ROW, with its reason where it has no ops; figures are absent. */
struct row_contender *row_add_contender(struct row *row, const struct contender *contender, const char *unit);

/* Gives CONTENDER its SERIES, which its row then owns. */
void row_take_series(struct row_contender *contender, struct series *series);

/*
 * Fills in all figures of ROW, whose contenders have their series: which rounds were quiet, medians, rates, ratios,
 * warnings.  CANARY, or NULL, is theirs, and is the row's then; a message has BYTES, or 0.
 */
void row_set_figures(struct bench *bench, struct row *row, struct series *canary, double bytes);

#endif

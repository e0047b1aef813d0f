/* SPDX-License-Identifier: MIT */
/* row.h - the result of one job: what is written to records, read from them, compared and reported. */
#ifndef ASSAY_RESULTS_ROW_H
#define ASSAY_RESULTS_ROW_H

#include "measure/environment.h"

enum { ROW_CONTENDERS_MAX = 12, ROW_WARNINGS_MAX = 6, ROW_NAME_MAX = 64 };

/*
 * Figures of one contender of a row; absent figures are NAN, absent strings empty.  Where quiet rounds were told
 * from busy ones (the row's `quiet_rounds` is not 0; the rule is in measure/stats.h), medians, deviations, rates and
 * ratios are those of the quiet rounds, and the `busy_` fields those of the others; sums and samples are of all rounds.
 */
struct row_contender {
    char name[ROW_NAME_MAX];     /* "native", "openssl/low-level", ... */
    char via[24];                /* "native", "evp", "evp-composed", "low-level", "bignum", "none" */
    char provider[32];           /* OpenSSL's provider: "default", "legacy" */
    char unit[24];               /* of one iteration: "message", "operation", "password" */
    char reason[512];            /* why there are no figures (via "none" or a failure) */
    char digest[2 * DIGEST_SIZE_MAX + 1]; /* hex: XOR of all digests (passwords), last output's SHA-256 elsewhere */
    double median_ns;            /* of one iteration */
    double mad_ns;
    double busy_median_ns;
    double total_ns;             /* sum of the timed windows */
    uint64_t iterations;         /* sum over the samples */
    double bytes_per_second;
    double operations_per_second;
    double single_thread_median_ns; /* of an iteration on one thread beside, where the row's figures are of several */
    double warm_up_ns;           /* what ran before the first round and was discarded */
    struct series series;        /* owned by the row */
};

struct row_ratio {
    char contender[ROW_NAME_MAX];
    char reference[ROW_NAME_MAX];
    struct ratio ratio;
    struct ratio busy;           /* of the busy rounds; NAN where the rounds were not told apart */
    struct ratio all;            /* of all rounds */
};

struct row {
    char workload[24];           /* "bulk", "passwords", "operations" */
    char suite[32];              /* the suite that asked for it, or empty */
    char primitive[48];          /* id */
    char name[64];               /* as the standard, or the suite's table, writes it */
    char class_name[24];
    char operation[40];          /* "hash", "encrypt", "set_key", ... */
    char shape[24];              /* passwords: "2014", "hash", "format" (2014 without the hash), "hex"; bulk: "message", "update" */
    uint64_t size;               /* bytes of a message; passwords: the width they are padded to; UINT64_MAX: none */
    uint64_t count;              /* passwords of the whole loop; UINT64_MAX: not applicable */
    unsigned threads;            /* of each contender; 0: one */
    unsigned misalignment;       /* bytes that inputs and outputs are off a 64-byte boundary */
    char check[16];              /* "equal", "exchanged", "vectors-only", "not compared", "mismatch", "none" */
    char skip[256];              /* why the whole row was not measured; empty: it was */
    char warnings[ROW_WARNINGS_MAX][320];
    size_t warning_count;
    struct row_contender contenders[ROW_CONTENDERS_MAX];
    size_t contender_count;
    struct row_ratio ratios[2 * ROW_CONTENDERS_MAX];
    size_t ratio_count;
    uint64_t rounds;
    uint64_t quiet_rounds;       /* 0: the rounds were not told apart */
    bool *quiet;                 /* of each round; NULL where they were not told apart; owned by the row */
    bool all_busy;               /* hardly a round was quiet: the figures are those of a busy machine */
    double canary_quiet_ns;      /* one iteration of the canary when fast; NAN: it did not run, or never was */
    double canary_busy_ns;       /* when slow; NAN: it never was */
    struct series canary;        /* owned by the row; one sample more than there are rounds, or none */
    bool beside_table;           /* the suite's table does not have the row: no part of its means */
    double published;            /* the old table's figure in bytes/second or operations/second; NAN: none */
};

/* The contender called NAME, or NULL. */
const struct row_contender *row_contender(const struct row *row, const char *name);

/* The first field, as records call it, that tells A's job from B's; NULL: both are of one. */
const char *row_job_difference(const struct row *a, const struct row *b);

/* Which rounds were quiet, for the functions of stats.h; the row still owns what this points to. */
struct modes row_modes(const struct row *row);

/* Takes over what MODES (from modes_find) say: the fields of ROW about rounds and canary. */
void row_take_modes(struct row *row, struct modes *modes);

/* The ratio of CONTENDER to REFERENCE, or NULL. */
const struct row_ratio *row_ratio(const struct row *row, const char *contender, const char *reference);

enum row_outcome {
    ROW_OK,          /* every contender was measured and checked */
    ROW_FAILED,      /* outputs differ, or a contender that is offered failed and ended the job */
    ROW_UNAVAILABLE  /* a contender, or the whole row, is not offered here */
};

enum row_outcome row_outcome(const struct row *row);

/* What the `skip` of a row that nobody could do begins with; the first contender's reason follows. */
#define ROW_NOBODY "no contender can do it: "

/* What the `skip` of ROW says where none of its contenders can do it. */
void row_nobody(const struct row *row, char *text, size_t size);

/* What kind of reason a row's `skip` is. */
enum row_skip {
    ROW_SKIP_UNKNOWN,    /* none that a run writes */
    ROW_SKIP_IMPOSSIBLE, /* the primitive does not have that size or operation */
    ROW_SKIP_NOBODY,     /* see ROW_NOBODY */
    ROW_SKIP_FAILED      /* what failed or differed: it begins with the primitive's id, or names a known answer */
};

enum row_skip row_skip(const struct row *row);

/* Frees what ROW owns. */
void row_free(struct row *row);

#endif

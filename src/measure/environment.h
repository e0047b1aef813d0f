/* SPDX-License-Identifier: MIT */
/* environment.h - the machine, the build and the libraries that a figure belongs to.  Unknown strings are "unknown". */
#ifndef ASSAY_MEASURE_ENVIRONMENT_H
#define ASSAY_MEASURE_ENVIRONMENT_H

#include "measure/clock.h"
#include "measure/stats.h"

#include <stdbool.h>

struct environment {
    char assay_version[64];
    char commit[64];              /* of the source tree, "-dirty" appended where it had changes */
    char command[4096];           /* the command line, as a shell would take it; may be cut off */
    char date[32];                /* UTC, ISO 8601 */
    char system[128];             /* kernel, release, machine */
    char distribution[128];
    char cpu[128];
    char cpu_features[2048];      /* space separated, as the system names them */
    unsigned cores_online;        /* 0: unknown */
    unsigned vector_bits;         /* that native code uses */
    bool virtualised;
    char hypervisor[64];          /* "none" on bare metal */
    char governor[64];            /* several where the cores differ: "performance, powersave" */
    char turbo[32];               /* "on", "off", "unknown" */
    double load_1min;             /* NAN where unknown */
    char compiler[256];
    char compiler_flags[512];
    char build_type[32];
    bool optimised;               /* by the compiler, and without sanitizers */
    char libcrypto_built[128];    /* version at build time */
    char libcrypto_running[128];  /* version at run time */
    char libcrypto_cpu[256];      /* what libcrypto reports of OPENSSL_ia32cap */
    char libcrypto_masked[256];   /* openssl/portable: the mask and what libcrypto reports under it; "" without it */
    char providers[256];          /* loaded, with versions */
    char clock[64];
    uint64_t clock_resolution_ns; /* 0: the clock could not be measured */
    double noise_floor;           /* half width of an A/A interval, as a fraction; NAN where not measured */
    double noise_floor_usual;     /* deviation from 1 of repeated A/A ratios, all but the worst; NAN where not measured */
    double noise_floor_spread;    /* that of the worst */
    double canary_quiet_ns;       /* an iteration of the canary; NAN where not measured */
    uint64_t seed;
};

/* A sentence on what would make the figures better, with what to do. */
struct advice {
    char text[256];
};

/*
 * Fills everything but the command, the seed, the noise floor and what the OpenSSL side knows (libcrypto_*, providers),
 * which become "unknown", 0 or NAN.  Files of the system are read below SYSTEM_ROOT ("" for the machine itself).
 */
void environment_read(struct environment *environment, const struct clock *clock, const char *system_root);

/*
 * Measures one contender against itself, SLICE_A and SLICE_B being two instances of the same work, several times over
 * within the time that OPTIONS gives to one job, with the canary beside them.
 */
enum status noise_floor_measure(struct environment *environment, const struct sampler_options *options,
                                struct slice slice_a, struct slice slice_b);

enum { NOISE_REPEATS = 5 };

/*
 * The same from what was measured: half the widths of the intervals of the ratios' logarithms, of which the median counts,
 * and how far the logarithms lay from 0.  Both are put into another order.
 */
void noise_floor_set(struct environment *environment, double widths[NOISE_REPEATS], double deviations[NOISE_REPEATS]);

/*
 * What is worth telling the user about ENVIRONMENT, most important first; returns how many of ADVICE[0 .. CAPACITY)
 * were filled.  Nothing is said of what is unknown.
 */
size_t environment_advice(const struct environment *environment, struct advice *advice, size_t capacity);

/* How many sentences environment_advice has at most. */
enum { ENVIRONMENT_ADVICE_MAX = 8 };

#endif

/* SPDX-License-Identifier: MIT */
/* clock.h - the one source of time, replaceable by a simulated one. */
#ifndef ASSAY_MEASURE_CLOCK_H
#define ASSAY_MEASURE_CLOCK_H

#include "native/primitive.h"

#include <stdbool.h>

struct clock {
    const char *name; /* "CLOCK_MONOTONIC_RAW", ... */
    uint64_t (*now_ns)(void *state);
    /* How often the system has taken the processor away from this process so far; NULL: unknown. */
    uint64_t (*interruptions)(void *state);
    void *state;
};

/*
 * The steadiest clock of the system that no setting of the date moves.  It is wall time, not the CPU time of the
 * process: work that is done elsewhere is not free.
 */
struct clock monotonic_clock(void);

/*
 * Measures the smallest step of CLOCK that two readings in a row can show, in *RESOLUTION_NS (the cost of a reading
 * included).  STATUS_FAILED, in bounded time, where the clock stands still or goes back.
 */
enum status clock_resolution(const struct clock *clock, uint64_t *resolution_ns);

/* Whether CLOCK passes SINCE_NS; gives up after a bounded number of readings, or when it goes back. */
bool clock_passes(const struct clock *clock, uint64_t since_ns);

#endif

/* SPDX-License-Identifier: MIT */
/* clock.h - the one source of time, replaceable by a simulated one. */
#ifndef ASSAY_MEASURE_CLOCK_H
#define ASSAY_MEASURE_CLOCK_H

#include "native/primitive.h"

struct clock {
    const char *name; /* "CLOCK_MONOTONIC_RAW", ... */
    uint64_t (*now_ns)(void *state);
    void *state;
};

/* The steadiest clock of the system that no setting of the date moves. */
struct clock monotonic_clock(void);

/*
 * Measures the smallest step of CLOCK in *RESOLUTION_NS.  STATUS_FAILED, in bounded time, where the clock stands still
 * or goes back.
 */
enum status clock_resolution(const struct clock *clock, uint64_t *resolution_ns);

#endif

/* SPDX-License-Identifier: MIT */
/* CLOCK_MONOTONIC_RAW (never slewed), else CLOCK_MONOTONIC. */
#define _POSIX_C_SOURCE 200809L
#define _DARWIN_C_SOURCE 1

#include "measure/clock.h"

#include <sys/resource.h>
#include <time.h>

enum {
    /* Readings without a change after which a clock is held to stand still: 0.1 s at 25 ns each, above any tick in use. */
    STANDING_READINGS = 1 << 22,
    STEPS = 64
};

static uint64_t now_of(clockid_t id)
{
    struct timespec now;
    if (clock_gettime(id, &now) != 0)
        return 0; /* a clock that fails stands still */
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

#ifdef CLOCK_MONOTONIC_RAW
static uint64_t monotonic_raw_ns(void *state)
{
    (void)state;
    return now_of(CLOCK_MONOTONIC_RAW);
}
#endif

static uint64_t monotonic_ns(void *state)
{
    (void)state;
    return now_of(CLOCK_MONOTONIC);
}

static uint64_t process_interruptions(void *state)
{
    (void)state;
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (uint64_t)usage.ru_nivcsw : 0;
}

struct clock monotonic_clock(void)
{
    struct clock clock = {
        .name = "CLOCK_MONOTONIC",
        .now_ns = monotonic_ns,
        .interruptions = process_interruptions,
    };
#ifdef CLOCK_MONOTONIC_RAW
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC_RAW, &now) == 0) {
        clock.name = "CLOCK_MONOTONIC_RAW";
        clock.now_ns = monotonic_raw_ns;
    }
#endif
    return clock;
}

bool clock_passes(const struct clock *clock, uint64_t since_ns)
{
    for (long reading = 0; reading < STANDING_READINGS; reading++) {
        uint64_t now_ns = clock->now_ns(clock->state);
        if (now_ns != since_ns)
            return now_ns > since_ns;
    }
    return false;
}

enum status clock_resolution(const struct clock *clock, uint64_t *resolution_ns)
{
    uint64_t smallest_ns = UINT64_MAX;
    uint64_t last_ns = clock->now_ns(clock->state);
    long readings = 0;

    for (int steps = 0; steps < STEPS && readings < STANDING_READINGS; readings++) {
        uint64_t now_ns = clock->now_ns(clock->state);
        if (now_ns < last_ns)
            return STATUS_FAILED;
        if (now_ns == last_ns)
            continue;
        /* The first step began somewhere inside a tick. */
        if (steps++ > 0 && now_ns - last_ns < smallest_ns)
            smallest_ns = now_ns - last_ns;
        last_ns = now_ns;
    }
    if (smallest_ns == UINT64_MAX)
        return STATUS_FAILED;
    *resolution_ns = smallest_ns;
    return STATUS_OK;
}

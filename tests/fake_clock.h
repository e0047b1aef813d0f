/* SPDX-License-Identifier: MIT */
/* fake_clock.h - a clock that tests move by hand, and random numbers of some distributions. */
#ifndef ASSAY_TESTS_FAKE_CLOCK_H
#define ASSAY_TESTS_FAKE_CLOCK_H

#include "measure/clock.h"
#include "tests/random.h"

struct fake_clock {
    uint64_t time_ns;      /* exact; what a reading shows is this, rounded down to a tick */
    uint64_t tick_ns;      /* 0: 1 */
    uint64_t reading_ns;   /* what one reading costs */
    uint64_t readings;     /* so far */
    uint64_t stops_at;     /* reading from which on the clock stands still; 0: never */
    uint64_t goes_back_at; /* reading at which it goes back by a second; 0: never */
    uint64_t stopped_ns;
    uint64_t interruptions; /* so far */
};

static inline uint64_t fake_now_ns(void *state)
{
    struct fake_clock *fake = state;
    fake->readings++;
    fake->time_ns += fake->reading_ns;
    if (fake->readings == fake->goes_back_at)
        fake->time_ns -= 1000000000;
    uint64_t shown_ns = fake->time_ns - fake->time_ns % (fake->tick_ns > 0 ? fake->tick_ns : 1);
    if (fake->stops_at == 0 || fake->readings < fake->stops_at)
        fake->stopped_ns = shown_ns;
    return fake->stopped_ns;
}

static inline uint64_t fake_interruptions(void *state)
{
    return ((struct fake_clock *)state)->interruptions;
}

static inline struct clock clock_of(struct fake_clock *fake)
{
    return (struct clock){.name = "fake", .now_ns = fake_now_ns, .interruptions = fake_interruptions, .state = fake};
}

/* Uniform in [0, 1). */
static inline double next_uniform(uint64_t *state)
{
    return (double)(next_random(state) >> 11) * 0x1p-53;
}

/* About normal, mean 0, deviation 1: the sum of twelve. */
static inline double next_normal(uint64_t *state)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += next_uniform(state);
    return sum;
}

#endif

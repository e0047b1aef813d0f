/* SPDX-License-Identifier: MIT */
/*
 * canary.h - a fixed piece of work that shows what the machine is doing meanwhile.
 *
 * Eight independent chains of 64-bit integer operations keep every arithmetic unit of a core busy.  A neighbour on
 * the same core (the other hardware thread, perhaps another machine's) takes units away, and the canary slows down
 * more than almost any code that waits for its own results; by itself the canary always takes the same time.  What it
 * is used for: `modes_find` in stats.h.
 */
#ifndef ASSAY_MEASURE_CANARY_H
#define ASSAY_MEASURE_CANARY_H

#include "measure/sampler.h"

enum { CANARY_CHAINS = 8 };

/* Zeroed before first use. */
struct canary {
    uint64_t chains[CANARY_CHAINS];
};

struct slice canary_slice(struct canary *canary);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * random.h - reproducible inputs: the same seed gives the same bytes on every machine.
 *
 * The generator is xoshiro256** (Blackman and Vigna), seeded through splitmix64; it is for test inputs, not for secrets.
 */
#ifndef ASSAY_UTIL_RANDOM_H
#define ASSAY_UTIL_RANDOM_H

#include "native/primitive.h"

struct random {
    uint64_t state[4];
};

/* A stream of its own for each pair of SEED and LABEL. */
struct random random_from(uint64_t seed, const char *label);

uint64_t random_u64(struct random *random);

/* Uniform in 0 .. BOUND - 1; BOUND is at least 1. */
uint64_t random_below(struct random *random, uint64_t bound);

void random_fill(struct random *random, uint8_t *out, size_t size);

/* RANDOM as the argument of a randomised operation. */
struct rng random_rng(struct random *random);

#endif

/* SPDX-License-Identifier: MIT */
/* random.h - numbers that look random but are the same in every run (SplitMix64), from a state that is the test's. */
#ifndef ASSAY_TESTS_RANDOM_H
#define ASSAY_TESTS_RANDOM_H

#include "native/primitive.h"

static inline uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* As the `fill` of a struct rng whose state is such a number. */
static inline enum status fill_random(struct rng *rng, uint8_t *out, size_t size)
{
    for (size_t i = 0; i < size; i++)
        out[i] = (uint8_t)(next_random(rng->state) >> 56);
    return STATUS_OK;
}

#endif

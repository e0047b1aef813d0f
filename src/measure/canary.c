/* SPDX-License-Identifier: MIT */
#include "measure/canary.h"

enum { STEPS = 32 }; /* of each chain in one iteration */

static inline uint64_t rotate(uint64_t word, unsigned bits)
{
    return word << bits | word >> (64 - bits);
}

static enum status run_canary(void *state, uint64_t iterations)
{
    struct canary *canary = state;
    uint64_t a = canary->chains[0], b = canary->chains[1], c = canary->chains[2], d = canary->chains[3];
    uint64_t e = canary->chains[4], f = canary->chains[5], g = canary->chains[6], h = canary->chains[7];

    for (uint64_t iteration = 0; iteration < iterations; iteration++) {
        /* Each chain has rotations and constants of its own, so that no compiler joins them into vectors. */
        for (int step = 0; step < STEPS; step++) {
            a = rotate(a, 7) + 0x9e3779b97f4a7c15;
            b = rotate(b, 13) ^ 0xbf58476d1ce4e5b9;
            c = rotate(c, 19) + 0x94d049bb133111eb;
            d = rotate(d, 29) ^ 0xd6e8feb86659fd93;
            e = rotate(e, 37) + 0xa0761d6478bd642f;
            f = rotate(f, 43) ^ 0xe7037ed1a0b428db;
            g = rotate(g, 53) + 0x8ebc6af09c88c6e3;
            h = rotate(h, 59) ^ 0x589965cc75374cc3;
        }
    }

    canary->chains[0] = a, canary->chains[1] = b, canary->chains[2] = c, canary->chains[3] = d;
    canary->chains[4] = e, canary->chains[5] = f, canary->chains[6] = g, canary->chains[7] = h;
    return STATUS_OK;
}

struct slice canary_slice(struct canary *canary)
{
    return (struct slice){.run = run_canary, .state = canary};
}

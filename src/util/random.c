/* SPDX-License-Identifier: MIT */
#include "util/random.h"

static uint64_t splitmix64(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

struct random random_from(uint64_t seed, const char *label)
{
    /* FNV-1a of the label separates the streams of one seed. */
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *label != '\0'; label++)
        hash = (hash ^ (uint8_t)*label) * UINT64_C(0x100000001b3);
    uint64_t state = seed ^ hash;
    struct random random;
    for (size_t i = 0; i < 4; i++)
        random.state[i] = splitmix64(&state);
    return random;
}

static uint64_t rotate_left(uint64_t v, unsigned n)
{
    return v << n | v >> (64 - n);
}

uint64_t random_u64(struct random *random)
{
    uint64_t *s = random->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

uint64_t random_below(struct random *random, uint64_t bound)
{
    uint64_t excess = -bound % bound; /* 2^64 mod bound: values below it would favour small results */
    uint64_t value;
    do
        value = random_u64(random);
    while (value < excess);
    return value % bound;
}

void random_fill(struct random *random, uint8_t *out, size_t size)
{
    for (size_t i = 0; i < size;) {
        uint64_t value = random_u64(random);
        for (unsigned k = 0; k < 8 && i < size; k++, i++, value >>= 8)
            out[i] = (uint8_t)value;
    }
}

static enum status fill(struct rng *rng, uint8_t *out, size_t size)
{
    random_fill(rng->state, out, size);
    return STATUS_OK;
}

struct rng random_rng(struct random *random)
{
    return (struct rng){.fill = fill, .state = random};
}

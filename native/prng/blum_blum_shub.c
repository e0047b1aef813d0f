/* SPDX-License-Identifier: MIT */
/*
 * Blum Blum Shub (Blum, Blum, Shub, "A Simple Unpredictable Pseudo-Random Number Generator", 1986), as Crypto++ has it:
 * the first state is the seed's fourth power modulo n, each state gives its lowest floor(log2(bits of n)) bits.
 *
 * Key fields: n; p and q (both 3 mod 4) as well for seek, which takes the state at once from exponents modulo p - 1 and
 * q - 1.
 * A seed is a big-endian number, coprime to n, 0 < seed < n.
 * Not constant-time in the position; the squarings are.
 */
#include "native/common/bytes.h"
#include "native/native.h"
#include "native/public_key/blum.h"
#include "native/public_key/trapdoor.h"

struct bbs {
    struct trapdoor key;
    int is_seeded;
    limb seed[BIG_LIMBS_MAX];
    struct blum_stream stream;
};

static enum status bbs_set(struct trapdoor *key, const struct key *fields, const char **bad_field)
{
    (void)fields;
    if (key->has_private && (key->p.m[0] & 3) != 3)
        return key_refuse(bad_field, "p");
    return key->has_private && (key->q.m[0] & 3) != 3 ? key_refuse(bad_field, "q") : STATUS_OK;
}

static const struct trapdoor_function function = {.set = bbs_set};

static void teardown(void *context)
{
    wipe(context, sizeof(struct bbs));
}

static enum status set_key(void *context, const struct key *key, const char **bad_field)
{
    struct bbs *c = context;

    c->is_seeded = 0;
    c->key.function = &function;
    return trapdoor_set_key(&c->key, key, bad_field);
}

static enum status seed(void *context, const uint8_t *bytes, size_t size)
{
    struct bbs *c = context;
    const struct modulus *n = &c->key.n;
    limb divisor[BIG_LIMBS_MAX];

    c->is_seeded = 0;
    if (!c->key.has_key || residue_load(c->seed, bytes, size, n) != STATUS_OK)
        return STATUS_BAD_PARAMETER;
    big_gcd(divisor, n->m, c->seed, n->limbs);
    if (!big_is_small(divisor, n->limbs, 1))
        return STATUS_BAD_PARAMETER;
    blum_start(&c->stream, c->seed, n);
    c->is_seeded = 1;
    return STATUS_OK;
}

static enum status generate(void *context, uint8_t *out, size_t size)
{
    struct bbs *c = context;

    if (!c->is_seeded)
        return STATUS_BAD_PARAMETER;
    blum_xor(&c->stream, NULL, out, size, &c->key.n);
    return STATUS_OK;
}

/* r = seed^(2^exponent) mod the prime m = 3 mod 4, plain; 2^exponent mod m - 1 is twice 2^(exponent - 1) mod (m - 1) / 2. */
static void power_of_two_power(limb *r, const struct bbs *c, uint64_t exponent, const struct modulus *m)
{
    struct modulus half;
    limb e[BIG_LIMBS_MAX], two[BIG_LIMBS_MAX], times[2] = {0, 0};
    size_t n = m->limbs;

    big_shift_right(e, m->m, n, 1);
    if (mod_set(&half, e, n) != STATUS_OK) { /* m = 3: an even power of what is not 0 */
        big_set(r, n, 1);
        return;
    }
    times[0] = (limb)(exponent - 1);
    times[1] = (limb)((exponent - 1) >> 16 >> (WIDE_LIMB_BITS - 32) >> 16);
    mod_add(two, half.one, half.one, &half);
    mont_power(two, two, times, 2, &half);
    mont_leave(e, two, &half);
    big_extend(e, n, e, half.limbs);
    (void)big_add(e, e, e, n);
    mod_reduce(r, c->seed, c->key.n.limbs, m);
    mont_enter(r, r, m);
    mont_power(r, r, e, n, m);
    mont_leave(r, r, m);
}

static enum status seek(void *context, uint64_t offset)
{
    struct bbs *c = context;
    limb xp[BIG_LIMBS_MAX], xq[BIG_LIMBS_MAX], state[BIG_LIMBS_MAX];

    if (!c->is_seeded || !c->key.has_private)
        return STATUS_BAD_PARAMETER;
    if (offset > UINT64_MAX / 8)
        return STATUS_LIMIT;
    unsigned bits = blum_bits_per_square(&c->key.n);
    uint64_t steps = 8 * offset / bits + 2;
    power_of_two_power(xp, c, steps, &c->key.p);
    power_of_two_power(xq, c, steps, &c->key.q);
    trapdoor_join(&c->key, state, xp, xq);
    blum_resume(&c->stream, state, (unsigned)(8 * offset % bits), &c->key.n);
    return STATUS_OK;
}

const struct prng_ops native_blum_blum_shub = {
    .ops = {.context_size = sizeof(struct bbs), .teardown = teardown},
    .set_key = set_key,
    .seed = seed,
    .generate = generate,
    .seek = seek,
};

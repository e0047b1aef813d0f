/* SPDX-License-Identifier: MIT */
/*
 * Diffie-Hellman modulo p, PKCS #3 with leading zeros kept (as IEEE P1363 DLSVDP-DH).
 *
 * Private keys have as many bytes as q (as p without q); public keys and the shared secret as many as p.
 * Parameter fields: p, g; q (may be absent: then peers are checked for 1 < y < p - 1 alone); xbits.
 * A peer's value is refused unless it is in the subgroup and not 1: by its Jacobi symbol where p = 2q + 1, else by y^q = 1.
 * Draws: the private key, 1 <= x < 2^xbits (below q where q is that short), in as many bytes as xbits needs.
 * Constant-time in the private key, but for its length and, with `precompute`, the table.  Wiped: the private key.
 */
#include "native/common/bytes.h"
#include "native/native.h"
#include "native/public_key/group.h"

struct dh {
    struct group group;
    int has_key;
};

static void teardown(void *context)
{
    wipe(context, sizeof(struct dh));
}

static enum status set_key(void *context, const struct key *fields, const char **bad_field)
{
    struct dh *c = context;
    enum status status = group_load(&c->group, fields, 0, bad_field);

    c->has_key = status == STATUS_OK;
    return status;
}

static enum status precompute(void *context)
{
    struct dh *c = context;

    if (!c->has_key)
        return STATUS_BAD_PARAMETER;
    c->group.has_public = 0;
    group_precompute(&c->group);
    return STATUS_OK;
}

static size_t private_size(const struct dh *c)
{
    return modulus_bytes(c->group.has_q ? &c->group.q : &c->group.p);
}

static struct key_agreement_sizes sizes(const void *context)
{
    const struct dh *c = context;
    size_t size = modulus_bytes(&c->group.p);

    return (struct key_agreement_sizes){private_size(c), size, size};
}

/* 0 < x < q (p). */
static int load_private(const struct dh *c, limb *x, const uint8_t *private_key)
{
    const struct modulus *bound = c->group.has_q ? &c->group.q : &c->group.p;

    return residue_load(x, private_key, private_size(c), bound) == STATUS_OK && !big_is_zero(x, bound->limbs);
}

static enum status write_public(const struct dh *c, const limb *x, uint8_t *public_key)
{
    const struct modulus *p = &c->group.p;
    limb y[BIG_LIMBS_MAX];

    group_power_g_secret(&c->group, y, x, big_bits(x, group_exponent_limbs(&c->group)));
    mont_leave(y, y, p);
    return big_store(public_key, modulus_bytes(p), y, p->limbs);
}

static enum status generate_key(void *context, struct rng *rng, uint8_t *private_key, uint8_t *public_key)
{
    const struct dh *c = context;
    limb x[BIG_LIMBS_MAX];

    if (!c->has_key)
        return STATUS_BAD_PARAMETER;
    enum status status = group_draw(&c->group, x, rng);
    if (status == STATUS_OK)
        status = big_store(private_key, private_size(c), x, group_exponent_limbs(&c->group));
    if (status == STATUS_OK)
        status = write_public(c, x, public_key);
    wipe(x, sizeof x);
    return status;
}

static enum status public_key_of(void *context, const uint8_t *private_key, uint8_t *public_key)
{
    const struct dh *c = context;
    limb x[BIG_LIMBS_MAX];

    if (!c->has_key || !load_private(c, x, private_key))
        return STATUS_BAD_PARAMETER;
    enum status status = write_public(c, x, public_key);
    wipe(x, sizeof x);
    return status;
}

static enum status derive(void *context, const struct agreement *agreement, uint8_t *shared_secret)
{
    const struct dh *c = context;
    const struct modulus *p = &c->group.p;
    limb x[BIG_LIMBS_MAX], y[BIG_LIMBS_MAX];
    size_t size = modulus_bytes(p);

    if (!c->has_key || !load_private(c, x, agreement->private_key))
        return STATUS_BAD_PARAMETER;
    if (residue_load(y, agreement->peer_public_key, size, p) != STATUS_OK || !group_has(&c->group, y))
        return STATUS_REJECTED;
    mont_enter(y, y, p);
    mont_power_secret(y, y, x, big_bits(x, group_exponent_limbs(&c->group)), p);
    mont_leave(y, y, p);
    enum status status = big_store(shared_secret, size, y, p->limbs);
    wipe(x, sizeof x);
    wipe(y, sizeof y);
    return status;
}

const struct key_agreement_ops native_dh = {
    .ops = {.context_size = sizeof(struct dh), .teardown = teardown},
    .set_key = set_key,
    .precompute = precompute,
    .sizes = sizes,
    .generate_key = generate_key,
    .public_key = public_key_of,
    .derive = derive,
};

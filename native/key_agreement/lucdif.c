/* SPDX-License-Identifier: MIT */
/*
 * LUCDIF: Diffie-Hellman in Lucas sequences, in the form of Crypto++: y = V_x(g), z = V_x(y') mod p.
 *
 * Private keys have as many bytes as q; public keys and the shared secret as many as p.
 * Parameter fields: p, q, g; xbits.
 * A peer's value y' is refused unless y' < p and (y'^2 - 4 | p) = -1.
 * Draws: the private key, 1 <= x < 2^xbits (below q where q is that short), in as many bytes as xbits needs.
 * Not constant-time.  Wiped: the private key.
 */
#include "native/common/bytes.h"
#include "native/native.h"
#include "native/public_key/lucas_group.h"

static void teardown(void *context)
{
    wipe(context, sizeof(struct lucas_group));
}

static enum status set_key(void *context, const struct key *fields, const char **bad_field)
{
    return lucas_group_load(context, fields, bad_field);
}

static struct key_agreement_sizes sizes(const void *context)
{
    const struct lucas_group *group = context;
    size_t size = modulus_bytes(&group->p);

    return (struct key_agreement_sizes){modulus_bytes(&group->q), size, size};
}

static int load_private(const struct lucas_group *group, limb *x, const uint8_t *private_key)
{
    const struct modulus *q = &group->q;

    return residue_load(x, private_key, modulus_bytes(q), q) == STATUS_OK && !big_is_zero(x, q->limbs);
}

/* V_x(y), y in Montgomery form. */
static enum status write_power(const struct lucas_group *group, const limb *y, const limb *x, uint8_t *out)
{
    const struct modulus *p = &group->p;
    limb t[BIG_LIMBS_MAX];

    mont_lucas(t, y, x, group->q.limbs, p);
    mont_leave(t, t, p);
    enum status status = big_store(out, modulus_bytes(p), t, p->limbs);
    wipe(t, sizeof t);
    return status;
}

static enum status generate_key(void *context, struct rng *rng, uint8_t *private_key, uint8_t *public_key)
{
    const struct lucas_group *group = context;
    limb x[BIG_LIMBS_MAX];

    if (!group->has_key)
        return STATUS_BAD_PARAMETER;
    enum status status = lucas_group_draw(group, x, rng);
    if (status == STATUS_OK)
        status = big_store(private_key, modulus_bytes(&group->q), x, group->q.limbs);
    if (status == STATUS_OK)
        status = write_power(group, group->g, x, public_key);
    wipe(x, sizeof x);
    return status;
}

static enum status public_key_of(void *context, const uint8_t *private_key, uint8_t *public_key)
{
    const struct lucas_group *group = context;
    limb x[BIG_LIMBS_MAX];

    if (!group->has_key || !load_private(group, x, private_key))
        return STATUS_BAD_PARAMETER;
    enum status status = write_power(group, group->g, x, public_key);
    wipe(x, sizeof x);
    return status;
}

static enum status derive(void *context, const struct agreement *agreement, uint8_t *shared_secret)
{
    const struct lucas_group *group = context;
    const struct modulus *p = &group->p;
    limb x[BIG_LIMBS_MAX], y[BIG_LIMBS_MAX];

    if (!group->has_key || !load_private(group, x, agreement->private_key))
        return STATUS_BAD_PARAMETER;
    if (residue_load(y, agreement->peer_public_key, modulus_bytes(p), p) != STATUS_OK || !lucas_group_has(group, y))
        return STATUS_REJECTED;
    mont_enter(y, y, p);
    enum status status = write_power(group, y, x, shared_secret);
    wipe(x, sizeof x);
    return status;
}

const struct key_agreement_ops native_lucdif = {
    .ops = {.context_size = sizeof(struct lucas_group), .teardown = teardown},
    .set_key = set_key,
    .sizes = sizes,
    .generate_key = generate_key,
    .public_key = public_key_of,
    .derive = derive,
};

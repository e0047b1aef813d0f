/* SPDX-License-Identifier: MIT */
/*
 * Menezes-Qu-Vanstone key agreement modulo p, IEEE P1363 DLSVDP-MQV without cofactor multiplication.
 *
 * With h = 2^floor((bits of q + 1) / 2) and m(V) = h + V mod h: e = m(V) * s + u mod q, P = W'^m(V') * V', z = P^e.  Refused
 * where a peer's value is out of range, P^q is not 1, or z is 1.
 * Private keys (static s and ephemeral u) have as many bytes as q; public keys W and V and the secret z as many as p.
 * agreement->ephemeral_public_key, one's own V, is used as it is given.
 * Parameter fields: p, q, g; xbits.
 * Draws: a private key, 1 <= x < q (below 2^xbits where that is given), in as many bytes as q (xbits) needs.
 * Not constant-time.  Wiped: private keys, e.
 */
#include "native/common/bytes.h"
#include "native/native.h"
#include "native/public_key/group.h"

struct mqv {
    struct group group;
    int has_key;
};

static void teardown(void *context)
{
    wipe(context, sizeof(struct mqv));
}

static enum status set_key(void *context, const struct key *fields, const char **bad_field)
{
    struct mqv *c = context;
    enum status status = group_load(&c->group, fields, GROUP_NEEDS_Q, bad_field);

    c->has_key = status == STATUS_OK;
    return status;
}

static enum status precompute(void *context)
{
    struct mqv *c = context;

    if (!c->has_key)
        return STATUS_BAD_PARAMETER;
    c->group.has_public = 0;
    group_precompute(&c->group);
    return STATUS_OK;
}

static struct key_agreement_sizes sizes(const void *context)
{
    const struct mqv *c = context;
    size_t size = modulus_bytes(&c->group.p);

    return (struct key_agreement_sizes){modulus_bytes(&c->group.q), size, size};
}

static int load_private(const struct mqv *c, limb *x, const uint8_t *private_key)
{
    const struct modulus *q = &c->group.q;

    return private_key != NULL && residue_load(x, private_key, modulus_bytes(q), q) == STATUS_OK &&
           !big_is_zero(x, q->limbs);
}

static enum status write_public(const struct mqv *c, const limb *x, uint8_t *public_key)
{
    const struct modulus *p = &c->group.p;
    limb y[BIG_LIMBS_MAX];

    group_power_g(&c->group, y, x);
    mont_leave(y, y, p);
    return big_store(public_key, modulus_bytes(p), y, p->limbs);
}

static enum status generate_key(void *context, struct rng *rng, uint8_t *private_key, uint8_t *public_key)
{
    const struct mqv *c = context;
    const struct modulus *q = &c->group.q;
    limb x[BIG_LIMBS_MAX];

    if (!c->has_key)
        return STATUS_BAD_PARAMETER;
    enum status status = group_draw(&c->group, x, rng);
    if (status == STATUS_OK)
        status = big_store(private_key, modulus_bytes(q), x, q->limbs);
    if (status == STATUS_OK)
        status = write_public(c, x, public_key);
    wipe(x, sizeof x);
    return status;
}

static enum status public_key_of(void *context, const uint8_t *private_key, uint8_t *public_key)
{
    const struct mqv *c = context;
    limb x[BIG_LIMBS_MAX];

    if (!c->has_key || !load_private(c, x, private_key))
        return STATUS_BAD_PARAMETER;
    enum status status = write_public(c, x, public_key);
    wipe(x, sizeof x);
    return status;
}

/* m(V) = h + V mod h, of at most as many limbs as q. */
static void take_half(const struct mqv *c, limb *r, const limb *v)
{
    size_t half = (c->group.q.bits + 1) / 2, n = c->group.q.limbs;

    for (size_t i = 0; i < n; i++) {
        size_t low = i * WIDE_LIMB_BITS;
        r[i] = i < c->group.p.limbs ? v[i] : 0;
        if (low + WIDE_LIMB_BITS > half)
            r[i] = low < half ? r[i] & (((limb)1 << (half - low)) - 1) : 0;
    }
    r[half / WIDE_LIMB_BITS] |= (limb)1 << half % WIDE_LIMB_BITS;
}

static int load_peer(const struct mqv *c, limb *r, const uint8_t *public_key)
{
    const struct modulus *p = &c->group.p;

    return public_key != NULL && residue_load(r, public_key, modulus_bytes(p), p) == STATUS_OK &&
           !big_is_zero(r, p->limbs) && !big_is_small(r, p->limbs, 1);
}

static enum status derive(void *context, const struct agreement *agreement, uint8_t *shared_secret)
{
    const struct mqv *c = context;
    const struct modulus *p = &c->group.p, *q = &c->group.q;
    limb s[BIG_LIMBS_MAX], u[BIG_LIMBS_MAX], v[BIG_LIMBS_MAX], e[BIG_LIMBS_MAX], t[BIG_LIMBS_MAX];
    limb peer[BIG_LIMBS_MAX], peer_ephemeral[BIG_LIMBS_MAX], check[BIG_LIMBS_MAX], z[BIG_LIMBS_MAX];
    enum status status = STATUS_REJECTED;

    if (!c->has_key || !load_private(c, s, agreement->private_key) ||
        !load_private(c, u, agreement->ephemeral_private_key) || !load_peer(c, v, agreement->ephemeral_public_key)) {
        status = STATUS_BAD_PARAMETER;
        goto done;
    }
    if (!load_peer(c, peer, agreement->peer_public_key) ||
        !load_peer(c, peer_ephemeral, agreement->peer_ephemeral_public_key))
        goto done;

    take_half(c, e, v);
    mod_reduce(e, e, q->limbs, q);
    mod_multiply(e, e, s, q);
    mod_add(e, e, u, q);
    take_half(c, t, peer_ephemeral);
    mont_enter(peer, peer, p);
    mont_enter(peer_ephemeral, peer_ephemeral, p);
    mont_power(peer, peer, t, q->limbs, p);
    mont_multiply(peer, peer, peer_ephemeral, p);
    mont_power_pair(check, q->m, q->limbs, z, e, q->limbs, peer, p);
    if (big_compare(check, p->one, p->limbs) != 0 || big_compare(z, p->one, p->limbs) == 0)
        goto done;
    mont_leave(z, z, p);
    status = big_store(shared_secret, modulus_bytes(p), z, p->limbs);
done:
    wipe(s, sizeof s);
    wipe(u, sizeof u);
    wipe(e, sizeof e);
    wipe(z, sizeof z);
    return status;
}

const struct key_agreement_ops native_mqv = {
    .ops = {.context_size = sizeof(struct mqv), .teardown = teardown},
    .set_key = set_key,
    .precompute = precompute,
    .sizes = sizes,
    .generate_key = generate_key,
    .public_key = public_key_of,
    .derive = derive,
};

/* SPDX-License-Identifier: MIT */
/*
 * XTR Diffie-Hellman (Lenstra and Verheul, 2000), in the form of Crypto++.
 *
 * Private keys have as many bytes as q; public keys and the shared secret are the two coordinates, each as long as p.
 * Parameter fields: p = 2 mod 3; q, a divisor of p^2 - p + 1; g1, g2, the coordinates of the base's trace, of order q.
 * A peer's value is refused unless its coordinates are below p, it is not 3, and its q-th power's trace is 3.
 * Draws: the private key, 1 <= x < q, in as many bytes as q has.
 * Not constant-time.  Wiped: the private key.
 */
#include "native/common/bytes.h"
#include "native/native.h"
#include "native/public_key/key.h"
#include "native/public_key/xtr.h"

struct xtr_dh {
    int has_key;
    struct modulus p, q;
    struct xtr_element g;
};

static void teardown(void *context)
{
    wipe(context, sizeof(struct xtr_dh));
}

static int has_order_q(const struct xtr_dh *c, const struct xtr_element *y)
{
    struct xtr_element three, power;

    xtr_three(&three, &c->p);
    if (xtr_equal(y, &three, &c->p))
        return 0;
    xtr_power(&power, y, c->q.m, c->q.limbs, &c->p);
    return xtr_equal(&power, &three, &c->p);
}

static enum status set_key(void *context, const struct key *fields, const char **bad_field)
{
    struct xtr_dh *c = context;
    const struct modulus *p = &c->p;
    limb order[2 * BIG_LIMBS_MAX], rest[BIG_LIMBS_MAX], three = 3;

    c->has_key = 0;
    if (key_modulus(&c->p, fields, "p", bad_field) != STATUS_OK ||
        key_modulus(&c->q, fields, "q", bad_field) != STATUS_OK)
        return STATUS_BAD_PARAMETER;
    size_t n = p->limbs;
    (void)big_divide(NULL, rest, p->m, n, &three, 1);
    if (!big_is_small(rest, 1, 2))
        return key_refuse(bad_field, "p");
    (void)big_sub_small(rest, p->m, n, 1);
    big_multiply(order, p->m, n, rest, n); /* p * (p - 1) + 1 */
    (void)big_add_small(order, order, 2 * n, 1);
    mod_reduce(rest, order, 2 * n, &c->q);
    if (!big_is_zero(rest, c->q.limbs))
        return key_refuse(bad_field, "q");
    if (key_number(c->g.c1, n, fields, "g1") != 1 || big_compare(c->g.c1, p->m, n) >= 0)
        return key_refuse(bad_field, "g1");
    if (key_number(c->g.c2, n, fields, "g2") != 1 || big_compare(c->g.c2, p->m, n) >= 0)
        return key_refuse(bad_field, "g2");
    mont_enter(c->g.c1, c->g.c1, p);
    mont_enter(c->g.c2, c->g.c2, p);
    if (!has_order_q(c, &c->g))
        return key_refuse(bad_field, "g1");
    c->has_key = 1;
    return STATUS_OK;
}

static struct key_agreement_sizes sizes(const void *context)
{
    const struct xtr_dh *c = context;
    size_t size = 2 * modulus_bytes(&c->p);

    return (struct key_agreement_sizes){modulus_bytes(&c->q), size, size};
}

static int load_private(const struct xtr_dh *c, limb *x, const uint8_t *private_key)
{
    return residue_load(x, private_key, modulus_bytes(&c->q), &c->q) == STATUS_OK && !big_is_zero(x, c->q.limbs);
}

static enum status write_power(const struct xtr_dh *c, const struct xtr_element *y, const limb *x, uint8_t *out)
{
    struct xtr_element r;
    const struct modulus *p = &c->p;
    size_t size = modulus_bytes(p);

    xtr_power(&r, y, x, c->q.limbs, p);
    mont_leave(r.c1, r.c1, p);
    mont_leave(r.c2, r.c2, p);
    (void)big_store(out, size, r.c1, p->limbs);
    enum status status = big_store(out + size, size, r.c2, p->limbs);
    wipe(&r, sizeof r);
    return status;
}

static enum status generate_key(void *context, struct rng *rng, uint8_t *private_key, uint8_t *public_key)
{
    const struct xtr_dh *c = context;
    limb x[BIG_LIMBS_MAX];

    if (!c->has_key)
        return STATUS_BAD_PARAMETER;
    enum status status = big_draw(x, c->q.limbs, c->q.bits, c->q.m, rng);
    if (status == STATUS_OK)
        status = big_store(private_key, modulus_bytes(&c->q), x, c->q.limbs);
    if (status == STATUS_OK)
        status = write_power(c, &c->g, x, public_key);
    wipe(x, sizeof x);
    return status;
}

static enum status public_key_of(void *context, const uint8_t *private_key, uint8_t *public_key)
{
    const struct xtr_dh *c = context;
    limb x[BIG_LIMBS_MAX];

    if (!c->has_key || !load_private(c, x, private_key))
        return STATUS_BAD_PARAMETER;
    enum status status = write_power(c, &c->g, x, public_key);
    wipe(x, sizeof x);
    return status;
}

static enum status derive(void *context, const struct agreement *agreement, uint8_t *shared_secret)
{
    const struct xtr_dh *c = context;
    const struct modulus *p = &c->p;
    struct xtr_element y;
    limb x[BIG_LIMBS_MAX];
    size_t size = modulus_bytes(p);

    if (!c->has_key || !load_private(c, x, agreement->private_key))
        return STATUS_BAD_PARAMETER;
    enum status status = STATUS_REJECTED;
    if (residue_load(y.c1, agreement->peer_public_key, size, p) == STATUS_OK &&
        residue_load(y.c2, agreement->peer_public_key + size, size, p) == STATUS_OK) {
        mont_enter(y.c1, y.c1, p);
        mont_enter(y.c2, y.c2, p);
        if (has_order_q(c, &y))
            status = write_power(c, &y, x, shared_secret);
    }
    wipe(x, sizeof x);
    return status;
}

const struct key_agreement_ops native_xtr_dh = {
    .ops = {.context_size = sizeof(struct xtr_dh), .teardown = teardown},
    .set_key = set_key,
    .sizes = sizes,
    .generate_key = generate_key,
    .public_key = public_key_of,
    .derive = derive,
};

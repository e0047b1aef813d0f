/* SPDX-License-Identifier: MIT */
/*
 * DSA, FIPS 186-4 section 4, for any q.
 *
 * Reads variant->option: ENCODING_RAW (the message is the number h, of at most 4,096 bits), ENCODING_SHA1 (h is the leading
 * bits of the SHA-1 digest, as many as q has).  A signature is r || s, each as long as q.
 * Key fields: p, q, g; y or x or both.
 * Draws: the nonce k, 1 <= k < q, in as many bytes as q has; again where r or s comes out as 0.
 * Signing is constant-time in k and x; with `precompute` it is not.  Wiped: k, its inverse.
 */
#include "native/bignum/inverse.h"
#include "native/common/bytes.h"
#include "native/native.h"
#include "native/public_key/encoding.h"
#include "native/public_key/group.h"

struct dsa {
    struct group group;
    enum encoding encoding;
    limb x[BIG_LIMBS_MAX]; /* modulo q, in Montgomery form */
};

static enum status setup(void *context, const struct variant *variant)
{
    struct dsa *c = context;

    if (variant->option != ENCODING_RAW && variant->option != ENCODING_SHA1)
        return STATUS_BAD_PARAMETER;
    c->encoding = (enum encoding)variant->option;
    return STATUS_OK;
}

static void teardown(void *context)
{
    wipe(context, sizeof(struct dsa));
}

static enum status set_key(void *context, const struct key *fields, const char **bad_field)
{
    struct dsa *c = context;
    enum status status = group_load(&c->group, fields, GROUP_NEEDS_Q, bad_field);

    if (status != STATUS_OK) {
        c->group.has_public = c->group.has_private = 0;
        return status;
    }
    if (c->group.has_private)
        mont_enter(c->x, c->group.x, &c->group.q);
    return STATUS_OK;
}

static enum status precompute(void *context)
{
    struct dsa *c = context;

    if (!c->group.has_public)
        return STATUS_BAD_PARAMETER;
    group_precompute(&c->group);
    return STATUS_OK;
}

static enum status load_digest(const struct dsa *c, limb *h, const uint8_t *message, size_t message_size)
{
    const struct modulus *q = &c->group.q;
    uint8_t digest[SHA1_SIZE];
    limb wide_h[BIG_LIMBS_MAX];
    size_t n = BIG_LIMBS(8 * SHA1_SIZE) > q->limbs ? BIG_LIMBS(8 * SHA1_SIZE) : q->limbs;

    if (c->encoding == ENCODING_RAW)
        return group_load_message(&c->group, h, message, message_size);
    sha1_digest(digest, message, message_size);
    (void)big_load(wide_h, n, digest, SHA1_SIZE);
    if (q->bits < 8 * SHA1_SIZE)
        big_shift_right(wide_h, wide_h, n, 8 * SHA1_SIZE - q->bits);
    mod_reduce(h, wide_h, n, q);
    return STATUS_OK;
}

/* r = (power, in Montgomery form modulo p) mod q. */
static void reduce_power(const struct group *group, limb *r, const limb *power)
{
    limb t[BIG_LIMBS_MAX];

    mont_leave(t, power, &group->p);
    mod_reduce(r, t, group->p.limbs, &group->q);
}

static enum status sign(void *context, const uint8_t *message, size_t message_size, struct rng *rng,
                        uint8_t *signature, size_t *signature_size)
{
    const struct dsa *c = context;
    const struct modulus *q = &c->group.q;
    limb h[BIG_LIMBS_MAX], k[BIG_LIMBS_MAX], r[BIG_LIMBS_MAX], s[BIG_LIMBS_MAX], power[BIG_LIMBS_MAX];
    size_t size = modulus_bytes(q), n = q->limbs;

    if (!c->group.has_private)
        return STATUS_BAD_PARAMETER;
    enum status status = take_capacity(signature_size, 2 * size);
    if (status == STATUS_OK)
        status = load_digest(c, h, message, message_size);
    while (status == STATUS_OK) {
        status = group_draw(&c->group, k, rng);
        if (status != STATUS_OK)
            break;
        group_power_g_secret(&c->group, power, k, q->bits);
        reduce_power(&c->group, r, power);
        /* The walk over tables has its time from the nonce anyway: there the quicker way does. */
        (void)(c->group.has_tables ? inverse_odd : inverse_odd_secret)(k, k, q->m, n);
        mont_enter(k, k, q);
        mont_multiply(s, c->x, r, q);
        mod_add(s, s, h, q);
        mont_multiply(s, s, k, q); /* the plain sum by the inverse in Montgomery form: plain */
        if (!big_is_zero(r, n) && !big_is_zero(s, n))
            break;
    }
    wipe(k, n * sizeof k[0]);
    if (status != STATUS_OK)
        return status;
    (void)big_store(signature, size, r, n);
    return big_store(signature + size, size, s, n);
}

static enum status verify(void *context, const uint8_t *message, size_t message_size, const uint8_t *signature,
                          size_t signature_size)
{
    const struct dsa *c = context;
    const struct modulus *q = &c->group.q;
    limb h[BIG_LIMBS_MAX], r[BIG_LIMBS_MAX], s[BIG_LIMBS_MAX], w[BIG_LIMBS_MAX], power[BIG_LIMBS_MAX];
    size_t size = modulus_bytes(q), n = q->limbs;

    if (!c->group.has_public)
        return STATUS_BAD_PARAMETER;
    if (signature_size != 2 * size || residue_load(r, signature, size, q) != STATUS_OK ||
        residue_load(s, signature + size, size, q) != STATUS_OK || big_is_zero(r, n) || big_is_zero(s, n))
        return STATUS_REJECTED;
    enum status status = load_digest(c, h, message, message_size);
    if (status != STATUS_OK)
        return status;
    if (!inverse_odd(w, s, q->m, n))
        return STATUS_REJECTED;
    mont_enter(w, w, q);
    mont_multiply(h, h, w, q);
    mont_multiply(w, r, w, q);
    group_power_both(&c->group, power, h, w);
    reduce_power(&c->group, s, power);
    return big_compare(r, s, n) == 0 ? STATUS_OK : STATUS_REJECTED;
}

const struct signature_ops native_dsa = {
    .ops = {.context_size = sizeof(struct dsa), .setup = setup, .teardown = teardown},
    .set_key = set_key,
    .precompute = precompute,
    .sign = sign,
    .verify = verify,
};

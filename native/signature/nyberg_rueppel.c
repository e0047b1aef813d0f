/* SPDX-License-Identifier: MIT */
/*
 * Nyberg-Rueppel signatures with appendix (IEEE P1363 DLSP-NR), as Crypto++ has them; the ElGamal signature of its 1998
 * table is this scheme with ENCODING_RAW.
 *
 * r = (g^k mod p + e) mod q, s = k - x * r mod q; accepted when 0 < r and (g^s * y^r mod p + e) mod q = r.
 * Reads variant->option: ENCODING_RAW (e is the message as a number, of at most 4,096 bits), ENCODING_SHA1 (e is the SHA-1
 * digest; where q has b <= 160 bits its leading b - 1 bits).  A signature is r || s, each as long as q.
 * Key fields: p, q, g; y or x or both.
 * Draws: the nonce k, 1 <= k < q, in as many bytes as q has; again where r comes out as 0.
 * Not constant-time.  Wiped: k.
 */
#include "native/common/bytes.h"
#include "native/native.h"
#include "native/public_key/encoding.h"
#include "native/public_key/group.h"

struct nr {
    struct group group;
    enum encoding encoding;
    limb x[BIG_LIMBS_MAX]; /* modulo q, in Montgomery form */
};

static enum status setup(void *context, const struct variant *variant)
{
    struct nr *c = context;

    if (variant->option != ENCODING_RAW && variant->option != ENCODING_SHA1)
        return STATUS_BAD_PARAMETER;
    c->encoding = (enum encoding)variant->option;
    return STATUS_OK;
}

static void teardown(void *context)
{
    wipe(context, sizeof(struct nr));
}

static enum status set_key(void *context, const struct key *fields, const char **bad_field)
{
    struct nr *c = context;
    enum status status = group_load(&c->group, fields, GROUP_NEEDS_Q, bad_field);

    if (status != STATUS_OK)
        c->group.has_public = c->group.has_private = 0;
    else if (c->group.has_private)
        mont_enter(c->x, c->group.x, &c->group.q);
    return status;
}

static enum status precompute(void *context)
{
    struct nr *c = context;

    if (!c->group.has_public)
        return STATUS_BAD_PARAMETER;
    group_precompute(&c->group);
    return STATUS_OK;
}

static enum status load_digest(const struct nr *c, limb *e, const uint8_t *message, size_t message_size)
{
    const struct modulus *q = &c->group.q;
    uint8_t digest[SHA1_SIZE];
    size_t size = modulus_bytes(q), n = q->limbs;

    if (c->encoding == ENCODING_RAW)
        return group_load_message(&c->group, e, message, message_size);
    sha1_digest(digest, message, message_size);
    if (q->bits > 8 * SHA1_SIZE) {
        (void)big_load(e, n, digest, SHA1_SIZE); /* below q */
    } else {
        (void)big_load(e, n, digest, size);
        big_shift_right(e, e, n, 8 * size - q->bits + 1);
    }
    return STATUS_OK;
}

/* r = (power, in Montgomery form modulo p) + e mod q. */
static void add_power(const struct group *group, limb *r, const limb *power, const limb *e)
{
    limb t[BIG_LIMBS_MAX];

    mont_leave(t, power, &group->p);
    mod_reduce(r, t, group->p.limbs, &group->q);
    mod_add(r, r, e, &group->q);
}

static enum status sign(void *context, const uint8_t *message, size_t message_size, struct rng *rng,
                        uint8_t *signature, size_t *signature_size)
{
    const struct nr *c = context;
    const struct modulus *q = &c->group.q;
    limb e[BIG_LIMBS_MAX], k[BIG_LIMBS_MAX], r[BIG_LIMBS_MAX], s[BIG_LIMBS_MAX], power[BIG_LIMBS_MAX];
    size_t size = modulus_bytes(q), n = q->limbs;

    if (!c->group.has_private)
        return STATUS_BAD_PARAMETER;
    enum status status = take_capacity(signature_size, 2 * size);
    if (status == STATUS_OK)
        status = load_digest(c, e, message, message_size);
    while (status == STATUS_OK) {
        status = group_draw(&c->group, k, rng);
        if (status != STATUS_OK)
            break;
        group_power_g(&c->group, power, k);
        add_power(&c->group, r, power, e);
        if (!big_is_zero(r, n))
            break;
    }
    if (status == STATUS_OK) {
        mont_multiply(s, c->x, r, q);
        mod_sub(s, k, s, q);
        (void)big_store(signature, size, r, n);
        status = big_store(signature + size, size, s, n);
    }
    wipe(k, n * sizeof k[0]);
    return status;
}

static enum status verify(void *context, const uint8_t *message, size_t message_size, const uint8_t *signature,
                          size_t signature_size)
{
    const struct nr *c = context;
    const struct modulus *q = &c->group.q;
    limb e[BIG_LIMBS_MAX], r[BIG_LIMBS_MAX], s[BIG_LIMBS_MAX], power[BIG_LIMBS_MAX];
    size_t size = modulus_bytes(q), n = q->limbs;

    if (!c->group.has_public)
        return STATUS_BAD_PARAMETER;
    if (signature_size != 2 * size || residue_load(r, signature, size, q) != STATUS_OK || big_is_zero(r, n) ||
        residue_load(s, signature + size, size, q) != STATUS_OK)
        return STATUS_REJECTED;
    enum status status = load_digest(c, e, message, message_size);
    if (status != STATUS_OK)
        return status;
    group_power_both(&c->group, power, s, r);
    add_power(&c->group, s, power, e);
    return big_compare(r, s, n) == 0 ? STATUS_OK : STATUS_REJECTED;
}

const struct signature_ops native_nyberg_rueppel = {
    .ops = {.context_size = sizeof(struct nr), .setup = setup, .teardown = teardown},
    .set_key = set_key,
    .precompute = precompute,
    .sign = sign,
    .verify = verify,
};

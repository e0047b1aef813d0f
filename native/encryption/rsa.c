/* SPDX-License-Identifier: MIT */
/*
 * RSA, RFC 8017 (PKCS #1): encryption and signature for moduli of up to 4,096 bits.
 *
 * Reads variant->option: for encryption ENCODING_RAW, ENCODING_PKCS1 (messages of at most K - 11 bytes), ENCODING_OAEP_SHA1
 * (at most K - 42), K being the length of n in bytes; for signatures ENCODING_RAW, ENCODING_PKCS1 (the message itself
 * behind block type 1, at most K - 11 bytes), ENCODING_SHA1.  Ciphertexts and signatures have K bytes.
 * Key fields: n, e; private p, q; d, dp, dq, qinv are checked where given and not needed.
 * Draws: ENCODING_PKCS1 encryption the nonzero padding (K - 3 - message bytes at once, one more for each zero among
 * them), ENCODING_OAEP_SHA1 the seed (20 bytes); signatures none.
 * The private operation is two constant-time powers modulo p and q, unblinded; the decoding of paddings is not
 * constant-time.  Wiped: powers, plaintexts.
 */
#include "native/common/bytes.h"
#include "native/native.h"
#include "native/public_key/trapdoor.h"

/* r = e^-1 modulo m - 1. */
static int invert_exponent(limb *r, const struct trapdoor *key, const struct modulus *m)
{
    limb order[BIG_LIMBS_MAX], e[BIG_LIMBS_MAX];

    (void)big_sub_small(order, m->m, m->limbs, 1);
    (void)big_divide(NULL, e, key->e, key->e_limbs, order, m->limbs);
    return big_inverse(r, e, order, m->limbs);
}

/* Whether the field NAME, if it is there, is R modulo m - 1. */
static int exponent_agrees(const struct key *fields, const char *name, const limb *r, const struct modulus *m)
{
    limb d[BIG_LIMBS_MAX], order[BIG_LIMBS_MAX];
    int found = key_number(d, BIG_LIMBS_MAX, fields, name);

    if (found != 1)
        return found == 0;
    (void)big_sub_small(order, m->m, m->limbs, 1);
    (void)big_divide(NULL, d, d, BIG_LIMBS_MAX, order, m->limbs);
    return big_compare(d, r, m->limbs) == 0;
}

static enum status rsa_set(struct trapdoor *key, const struct key *fields, const char **bad_field)
{
    limb *dp = key->p_values[0], *dq = key->q_values[0];
    enum status status = trapdoor_load_exponent(key, fields, bad_field);

    if (status != STATUS_OK || !key->has_private)
        return status;
    if (!invert_exponent(dp, key, &key->p) || !invert_exponent(dq, key, &key->q))
        return key_refuse(bad_field, "e");
    if (!exponent_agrees(fields, "d", dp, &key->p) || !exponent_agrees(fields, "d", dq, &key->q))
        return key_refuse(bad_field, "d");
    if (!key_agrees(fields, "dp", dp, key->p.limbs))
        return key_refuse(bad_field, "dp");
    return key_agrees(fields, "dq", dq, key->q.limbs) ? STATUS_OK : key_refuse(bad_field, "dq");
}

static void rsa_apply(const struct trapdoor *key, limb *r, const limb *x)
{
    limb t[BIG_LIMBS_MAX];

    if (key->e_limbs == 1) {
        mod_power_small(r, x, key->e[0], &key->n);
    } else {
        mont_enter(t, x, &key->n);
        mont_power(t, t, key->e, key->e_limbs, &key->n);
        mont_leave(r, t, &key->n);
    }
}

static enum status rsa_invert(const struct trapdoor *key, limb *r, const limb *y)
{
    limb xp[BIG_LIMBS_MAX], xq[BIG_LIMBS_MAX];

    trapdoor_split(key, xp, xq, y);
    mont_enter(xp, xp, &key->p);
    mont_power_secret(xp, xp, key->p_values[0], key->p.bits, &key->p);
    mont_leave(xp, xp, &key->p);
    mont_enter(xq, xq, &key->q);
    mont_power_secret(xq, xq, key->q_values[0], key->q.bits, &key->q);
    mont_leave(xq, xq, &key->q);
    trapdoor_join(key, r, xp, xq);
    wipe(xp, key->p.limbs * sizeof xp[0]);
    wipe(xq, key->q.limbs * sizeof xq[0]);
    return STATUS_OK;
}

static const struct trapdoor_function rsa = {rsa_set, rsa_apply, rsa_invert};

static enum status encryption_setup(void *context, const struct variant *variant)
{
    return trapdoor_setup(context, variant, &rsa, encoding_is_pkcs_encryption);
}

static enum status signature_setup(void *context, const struct variant *variant)
{
    return trapdoor_setup(context, variant, &rsa, encoding_is_pkcs_signature);
}

const struct encryption_ops native_rsa_encryption = TRAPDOOR_ENCRYPTION(encryption_setup);
const struct signature_ops native_rsa_signature = TRAPDOOR_SIGNATURE(signature_setup);

/* SPDX-License-Identifier: MIT */
/*
 * LUC: encryption and signature with Lucas sequences (Smith and Lennon, "LUC: A New Public Key System", 1993), in the
 * forms of Crypto++.
 *
 * c = V_e(m) mod n with V_0 = 2, V_1 = m, V_(i+1) = m * V_i - V_(i-1).  The inverse is V_d for d = e^-1 modulo r - 1 or r + 1
 * at each prime r, as (c^2 - 4 | r) is 1 or -1; where it is 0, c = 2 or -2, any odd d does, and e^-1 mod r - 1 is odd.
 *
 * Reads variant->option, sizes, draws: as RSA (encryption/rsa.c).
 * Key fields: n, e; private p, q; qinv, dp_minus1, dp_plus1, dq_minus1, dq_plus1 (e^-1 modulo p - 1, p + 1, ...) are
 * checked where given and not needed.
 * Not constant-time.  Wiped: residues.
 */
#include "native/common/bytes.h"
#include "native/native.h"
#include "native/public_key/trapdoor.h"

/* e^-1 modulo m - 1 and m + 1; m + 1 may be one bit longer than m, its inverse is not. */
static int invert_exponents(limb *minus1, limb *plus1, const struct trapdoor *key, const struct modulus *m)
{
    limb order[BIG_LIMBS_MAX + 1], e[BIG_LIMBS_MAX + 1], inverse[BIG_LIMBS_MAX + 1];
    size_t n = m->limbs, wide_n = n < BIG_LIMBS_MAX ? n + 1 : n;

    (void)big_sub_small(order, m->m, n, 1);
    (void)big_divide(NULL, e, key->e, key->e_limbs, order, n);
    if (!big_inverse(minus1, e, order, n))
        return 0;
    big_extend(order, wide_n, m->m, n);
    if (big_add_small(order, order, wide_n, 1) != 0)
        return 0;
    (void)big_divide(NULL, e, key->e, key->e_limbs, order, wide_n);
    if (!big_inverse(inverse, e, order, wide_n))
        return 0;
    big_copy(plus1, inverse, n);
    return 1;
}

static enum status luc_set(struct trapdoor *key, const struct key *fields, const char **bad_field)
{
    const struct {
        const char *name;
        const limb *value;
        size_t limbs;
    } given[] = {
        {"dp_minus1", key->p_values[0], key->p.limbs},
        {"dp_plus1", key->p_values[1], key->p.limbs},
        {"dq_minus1", key->q_values[0], key->q.limbs},
        {"dq_plus1", key->q_values[1], key->q.limbs},
    };
    enum status status = trapdoor_load_exponent(key, fields, bad_field);

    if (status != STATUS_OK || !key->has_private)
        return status;
    if (!invert_exponents(key->p_values[0], key->p_values[1], key, &key->p) ||
        !invert_exponents(key->q_values[0], key->q_values[1], key, &key->q))
        return key_refuse(bad_field, "e");
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++)
        if (!key_agrees(fields, given[i].name, given[i].value, given[i].limbs))
            return key_refuse(bad_field, given[i].name);
    return STATUS_OK;
}

static void luc_apply(const struct trapdoor *key, limb *r, const limb *x)
{
    limb t[BIG_LIMBS_MAX];

    mont_enter(t, x, &key->n);
    mont_lucas(t, t, key->e, key->e_limbs, &key->n);
    mont_leave(r, t, &key->n);
}

/* x = V_d(x) modulo the prime m, both plain, d the inverse of e modulo m - 1 or m + 1. */
static void invert_at_prime(limb *x, const limb *d_minus1, const limb *d_plus1, const struct modulus *m)
{
    limb c[BIG_LIMBS_MAX], discriminant[BIG_LIMBS_MAX], four[BIG_LIMBS_MAX];

    mont_enter(c, x, m);
    mont_square(discriminant, c, m);
    mod_add(four, m->one, m->one, m);
    mod_add(four, four, four, m);
    mod_sub(discriminant, discriminant, four, m);
    mont_leave(discriminant, discriminant, m);
    int symbol = big_jacobi(discriminant, m->m, m->limbs);
    mont_lucas(c, c, symbol == -1 ? d_plus1 : d_minus1, m->limbs, m);
    mont_leave(x, c, m);
    wipe(c, m->limbs * sizeof c[0]);
    wipe(discriminant, m->limbs * sizeof discriminant[0]);
}

static enum status luc_invert(const struct trapdoor *key, limb *r, const limb *y)
{
    limb xp[BIG_LIMBS_MAX], xq[BIG_LIMBS_MAX];

    trapdoor_split(key, xp, xq, y);
    invert_at_prime(xp, key->p_values[0], key->p_values[1], &key->p);
    invert_at_prime(xq, key->q_values[0], key->q_values[1], &key->q);
    trapdoor_join(key, r, xp, xq);
    wipe(xp, key->p.limbs * sizeof xp[0]);
    wipe(xq, key->q.limbs * sizeof xq[0]);
    return STATUS_OK;
}

static const struct trapdoor_function luc = {luc_set, luc_apply, luc_invert};

static enum status encryption_setup(void *context, const struct variant *variant)
{
    return trapdoor_setup(context, variant, &luc, encoding_is_pkcs_encryption);
}

static enum status signature_setup(void *context, const struct variant *variant)
{
    return trapdoor_setup(context, variant, &luc, encoding_is_pkcs_signature);
}

const struct encryption_ops native_luc_encryption = TRAPDOOR_ENCRYPTION(encryption_setup);
const struct signature_ops native_luc_signature = TRAPDOOR_SIGNATURE(signature_setup);

/* SPDX-License-Identifier: MIT */
/*
 * Rabin-Williams signatures, IEEE P1363 IFSP-RW and IFVP-RW with exponent 2.
 *
 * p = 3 mod 8, q = 7 mod 8; a representative f is 12 mod 16.  The signature is the smaller of s and n - s, where s is the
 * root of f, or of f / 2 where (f | n) = -1, or of its negative, that is a square modulo p and q.
 *
 * Reads variant->option: ENCODING_RAW (the message is f), ENCODING_EMSA2_SHA1 (n of a multiple of 8 bits),
 * ENCODING_EMSA2_SHA1_V50.  Signatures have K bytes, the length of n.
 * Key fields: n; private p, q; qinv is checked where given.
 * Draws: none.
 * Not constant-time: what depends on whether f is a square is not; the roots are.  Wiped: residues.
 */
#include "native/common/bytes.h"
#include "native/native.h"
#include "native/public_key/trapdoor.h"

/* (1 / 2)^((m + 1) / 4) in Montgomery form: what takes from the power of f to that of f / 2. */
static void power_of_half(limb *r, const struct modulus *m)
{
    big_shift_right(r, m->m, m->limbs, 1);
    (void)big_add_small(r, r, m->limbs, 1);
    mont_enter(r, r, m);
    (void)mont_sqrt(r, r, m);
}

static enum status rw_set(struct trapdoor *key, const struct key *fields, const char **bad_field)
{
    (void)fields;
    if ((key->n.m[0] & 7) != 5)
        return key_refuse(bad_field, "n");
    if (key->encoding == ENCODING_EMSA2_SHA1 && key->n.bits % 8 != 0)
        return key_refuse(bad_field, "n");
    if (key->has_private && (key->p.m[0] & 7) != 3)
        return key_refuse(bad_field, "p");
    if (key->has_private && (key->q.m[0] & 7) != 7)
        return key_refuse(bad_field, "q");
    if (key->has_private) {
        power_of_half(key->p_values[0], &key->p);
        power_of_half(key->q_values[0], &key->q);
    }
    return STATUS_OK;
}

/* f from s, 0 where s is no signature. */
static void rw_apply(const struct trapdoor *key, limb *r, const limb *s)
{
    const struct modulus *n = &key->n;
    limb t[BIG_LIMBS_MAX];

    mod_multiply(t, s, s, n);
    unsigned low = (unsigned)(t[0] & 15);
    int negate = low == 1 || low == 9 || low == 7 || low == 15;
    int twice = low == 6 || low == 14 || low == 7 || low == 15;
    if (negate)
        (void)big_sub(t, n->m, t, n->limbs);
    /* 2 * t as an integer, not modulo n: it must be below n to be a representative. */
    if (twice && (big_add(t, t, t, n->limbs) != 0 || big_compare(t, n->m, n->limbs) >= 0))
        big_set(t, n->limbs, 0);
    if (low != 12 && !negate && !twice)
        big_set(t, n->limbs, 0);
    big_copy(r, t, n->limbs);
}

static enum status rw_invert(const struct trapdoor *key, limb *r, const limb *f)
{
    const struct modulus *p = &key->p, *q = &key->q, *n = &key->n;
    limb negative[BIG_LIMBS_MAX], a[BIG_LIMBS_MAX], b[BIG_LIMBS_MAX];

    if ((f[0] & 15) != 12)
        return STATUS_BAD_PARAMETER;
    /*
     * The powers f^((p + 1) / 4) and f^((q + 1) / 4) are the roots, and their squares tell whether f has them, which
     * takes the place of the symbols.  2 is a square modulo q alone; -1 is none, (p + 1) / 4 is odd, (q + 1) / 4 even.
     */
    trapdoor_split(key, a, b, f);
    mont_enter(a, a, p);
    mont_enter(b, b, q);
    int p_square = mont_sqrt(a, a, p), q_square = mont_sqrt(b, b, q);
    if (p_square != q_square) {
        mont_multiply(a, a, key->p_values[0], p);
        mont_multiply(b, b, key->q_values[0], q);
    }
    if (!q_square)
        mod_negate(a, a, p);
    mont_leave(a, a, p);
    mont_leave(b, b, q);
    trapdoor_join(key, r, a, b);
    mod_negate(negative, r, n);
    if (big_compare(negative, r, n->limbs) < 0)
        big_copy(r, negative, n->limbs);
    wipe(a, p->limbs * sizeof a[0]);
    wipe(b, q->limbs * sizeof b[0]);
    return STATUS_OK;
}

static const struct trapdoor_function rabin_williams = {rw_set, rw_apply, rw_invert};

static int has_encoding(enum encoding encoding)
{
    return encoding == ENCODING_RAW || encoding == ENCODING_EMSA2_SHA1 || encoding == ENCODING_EMSA2_SHA1_V50;
}

static enum status setup(void *context, const struct variant *variant)
{
    return trapdoor_setup(context, variant, &rabin_williams, has_encoding);
}

const struct signature_ops native_rabin_williams = TRAPDOOR_SIGNATURE(setup);

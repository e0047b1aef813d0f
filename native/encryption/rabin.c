/* SPDX-License-Identifier: MIT */
/*
 * Rabin's function in the form of Crypto++: encryption and signature.
 *
 * f(x) = x^2 mod n, times r where x is odd, times s where (x | n) = -1.  With (r | p) = 1, (r | q) = -1, (s | p) = -1,
 * (s | q) = 1 the quadratic characters of f(x) tell which of the four roots x was.  x must be coprime to n (0 and
 * multiples of p come back as well, odd multiples of q do not).
 *
 * Reads variant->option: for encryption ENCODING_RAW, ENCODING_OAEP_SHA1 (messages of at most K - 42 bytes, K being the
 * length of n in bytes), ENCODING_OAEP_1998 (at most K - 18); for signatures ENCODING_RAW, ENCODING_PSSR_1998 (at most
 * K - 35), ENCODING_PSSR_2002 (at most K - 42).  Ciphertexts and signatures have K bytes.
 * Key fields: n, r, s (one limb each); private p, q, both 3 mod 4; qinv is checked where given.
 * Draws: the OAEP or PSSR_2002 seed (20 bytes), the salt of the 1998 forms (16 bytes).
 * Not constant-time: the symbols are not; the roots are.  Wiped: residues, plaintexts.
 */
#include "native/common/bytes.h"
#include "native/native.h"
#include "native/public_key/trapdoor.h"

/* n_values: r and s modulo n; p_values, q_values: their inverses modulo p and q; all in Montgomery form. */
static enum status load_multiplier(struct trapdoor *key, const struct key *fields, const char *name, size_t index,
                                   int p_symbol, const char **bad_field)
{
    limb v[BIG_LIMBS_MAX], t[BIG_LIMBS_MAX];

    if (key_number(v, 1, fields, name) != 1 || v[0] < 2)
        return key_refuse(bad_field, name);
    big_extend(v, BIG_LIMBS_MAX, v, 1);
    mod_reduce(t, v, key->n.limbs, &key->n);
    mont_enter(key->n_values[index], t, &key->n);
    if (!key->has_private)
        return STATUS_OK;
    mod_reduce(t, v, key->n.limbs, &key->p);
    if (big_jacobi(t, key->p.m, key->p.limbs) != p_symbol || !big_inverse(t, t, key->p.m, key->p.limbs))
        return key_refuse(bad_field, name);
    mont_enter(key->p_values[index], t, &key->p);
    mod_reduce(t, v, key->n.limbs, &key->q);
    if (big_jacobi(t, key->q.m, key->q.limbs) != -p_symbol || !big_inverse(t, t, key->q.m, key->q.limbs))
        return key_refuse(bad_field, name);
    mont_enter(key->q_values[index], t, &key->q);
    return STATUS_OK;
}

static enum status rabin_set(struct trapdoor *key, const struct key *fields, const char **bad_field)
{
    if (key->has_private && (key->p.m[0] & 3) != 3)
        return key_refuse(bad_field, "p");
    if (key->has_private && (key->q.m[0] & 3) != 3)
        return key_refuse(bad_field, "q");
    enum status status = load_multiplier(key, fields, "r", 0, 1, bad_field);
    return status == STATUS_OK ? load_multiplier(key, fields, "s", 1, -1, bad_field) : status;
}

static void rabin_apply(const struct trapdoor *key, limb *r, const limb *x)
{
    limb t[BIG_LIMBS_MAX];
    unsigned odd = (unsigned)(x[0] & 1);
    int symbol = big_jacobi(x, key->n.m, key->n.limbs);

    mod_multiply(t, x, x, &key->n);
    if (odd)
        mont_multiply(t, t, key->n_values[0], &key->n);
    if (symbol == -1)
        mont_multiply(t, t, key->n_values[1], &key->n);
    big_copy(r, t, key->n.limbs);
}

static enum status rabin_invert(const struct trapdoor *key, limb *r, const limb *y)
{
    const struct modulus *p = &key->p, *q = &key->q, *n = &key->n;
    limb a[BIG_LIMBS_MAX], b[BIG_LIMBS_MAX];

    trapdoor_split(key, a, b, y);
    int p_symbol = big_jacobi(a, p->m, p->limbs), q_symbol = big_jacobi(b, q->m, q->limbs);
    mont_enter(a, a, p);
    mont_enter(b, b, q);
    if (q_symbol == -1) {
        mont_multiply(a, a, key->p_values[0], p);
        mont_multiply(b, b, key->q_values[0], q);
    }
    if (p_symbol == -1) {
        mont_multiply(a, a, key->p_values[1], p);
        mont_multiply(b, b, key->q_values[1], q);
    }
    (void)mont_sqrt(a, a, p);
    (void)mont_sqrt(b, b, q);
    mont_leave(a, a, p);
    mont_leave(b, b, q);
    if (p_symbol == -1)
        mod_negate(a, a, p);
    trapdoor_join(key, r, a, b);
    unsigned odd = (unsigned)(r[0] & 1);
    if ((q_symbol == -1 && !odd) || (q_symbol == 1 && odd))
        mod_negate(r, r, n);
    wipe(a, p->limbs * sizeof a[0]);
    wipe(b, q->limbs * sizeof b[0]);
    return STATUS_OK;
}

static const struct trapdoor_function rabin = {rabin_set, rabin_apply, rabin_invert};

static int encryption_has(enum encoding encoding)
{
    return encoding == ENCODING_RAW || encoding == ENCODING_OAEP_SHA1 || encoding == ENCODING_OAEP_1998;
}

static int signature_has(enum encoding encoding)
{
    return encoding == ENCODING_RAW || encoding == ENCODING_PSSR_1998 || encoding == ENCODING_PSSR_2002;
}

static enum status encryption_setup(void *context, const struct variant *variant)
{
    return trapdoor_setup(context, variant, &rabin, encryption_has);
}

static enum status signature_setup(void *context, const struct variant *variant)
{
    return trapdoor_setup(context, variant, &rabin, signature_has);
}

const struct encryption_ops native_rabin_encryption = TRAPDOOR_ENCRYPTION(encryption_setup);
const struct signature_ops native_rabin_signature = TRAPDOOR_SIGNATURE(signature_setup);

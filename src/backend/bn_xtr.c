/* SPDX-License-Identifier: MIT */
/*
 * bn_xtr.c - XTR Diffie-Hellman on BIGNUM.
 *
 * GF(p^2), p = 2 mod 3, in the basis (w, w^2), w^2 + w + 1 = 0; the p-th power swaps the coordinates, which are kept in
 * Montgomery form.
 */
#include "backend/bn_logarithm.h"
#include "backend/bn_schemes.h"

struct element {
    BIGNUM *c1, *c2;
};

static const enum bn_value needed[] = {BN_P, BN_Q, BN_G1, BN_G2, BN_FIELDS};

static bool take(struct element *e, BN_CTX *ctx)
{
    e->c1 = BN_CTX_get(ctx);
    e->c2 = BN_CTX_get(ctx);
    return e->c2 != NULL;
}

static int copy(struct element *r, const struct element *a)
{
    return BN_copy(r->c1, a->c1) != NULL && BN_copy(r->c2, a->c2) != NULL;
}

static bool equal(const struct element *a, const struct element *b)
{
    return BN_cmp(a->c1, b->c1) == 0 && BN_cmp(a->c2, b->c2) == 0;
}

/* The integer 3, the trace of 1: -3 in both coordinates. */
static int set_three(const struct bn_key *k, struct element *r)
{
    return BN_set_word(r->c1, 3) && BN_nnmod(r->c1, r->c1, k->value[BN_P], k->ctx) &&
           BN_mod_sub(r->c1, k->value[BN_P], r->c1, k->value[BN_P], k->ctx) &&
           BN_to_montgomery(r->c1, r->c1, k->mont[BN_P], k->ctx) && BN_copy(r->c2, r->c1) != NULL;
}

/* c_2n = c_n^2 - 2 * c_n^p: (u2 * (u2 - 2 * u1 - 2), u1 * (u1 - 2 * u2 - 2)).  r may be u. */
static int twice(const struct bn_key *k, struct element *r, const struct element *u, const BIGNUM *two)
{
    const BIGNUM *p = k->value[BN_P];
    BN_CTX_start(k->ctx);
    BIGNUM *a = BN_CTX_get(k->ctx), *b = BN_CTX_get(k->ctx);
    int done = b != NULL && BN_mod_sub_quick(a, u->c2, u->c1, p) && BN_mod_sub_quick(b, u->c1, u->c2, p) &&
               BN_mod_sub_quick(a, a, u->c1, p) && BN_mod_sub_quick(b, b, u->c2, p) && BN_mod_sub_quick(a, a, two, p) &&
               BN_mod_sub_quick(b, b, two, p) && BN_mod_mul_montgomery(a, u->c2, a, k->mont[BN_P], k->ctx) &&
               BN_mod_mul_montgomery(r->c2, u->c1, b, k->mont[BN_P], k->ctx) && BN_copy(r->c1, a) != NULL;
    BN_CTX_end(k->ctx);
    return done;
}

/* r = z1 * a + z2 * b. */
static int sum_of_products(const struct bn_key *k, BIGNUM *r, const struct element *z, const BIGNUM *a, BIGNUM *b)
{
    return BN_mod_mul_montgomery(r, z->c1, a, k->mont[BN_P], k->ctx) &&
           BN_mod_mul_montgomery(b, z->c2, b, k->mont[BN_P], k->ctx) && BN_mod_add_quick(r, r, b, k->value[BN_P]);
}

/* r = x * z - y * z^p + v^p; r is none of the operands. */
static int step(const struct bn_key *k, struct element *r, const struct element *x, const BIGNUM *y1, const BIGNUM *y2,
                const struct element *z, const struct element *v)
{
    const BIGNUM *p = k->value[BN_P];
    BN_CTX_start(k->ctx);
    BIGNUM *a = BN_CTX_get(k->ctx), *b = BN_CTX_get(k->ctx), *difference = BN_CTX_get(k->ctx);
    int done = difference != NULL && BN_mod_sub_quick(difference, x->c2, x->c1, p) && BN_mod_sub_quick(a, y1, y2, p) &&
               BN_mod_sub_quick(a, a, x->c2, p) && BN_mod_add_quick(b, difference, y2, p) &&
               sum_of_products(k, r->c1, z, a, b) && BN_mod_sub_quick(a, y1, difference, p) &&
               BN_mod_sub_quick(b, y2, y1, p) && BN_mod_sub_quick(b, b, x->c1, p) && sum_of_products(k, r->c2, z, a, b) &&
               BN_mod_add_quick(r->c1, r->c1, v->c2, p) && BN_mod_add_quick(r->c2, r->c2, v->c1, p);
    BN_CTX_end(k->ctx);
    return done;
}

/* c_e by the triples (c_2j, c_2j+1, c_2j+2) for the odd part 2j + 1 of e, then doublings. */
static int power(const struct bn_key *k, struct element *r, const struct element *c, const BIGNUM *e)
{
    if (BN_is_zero(e))
        return set_three(k, r);
    BN_CTX_start(k->ctx);
    struct element s[3], t, base;
    BIGNUM *two = BN_CTX_get(k->ctx);
    int twos = 0, bits = BN_num_bits(e);
    int done = take(&s[0], k->ctx) && take(&s[1], k->ctx) && take(&s[2], k->ctx) && take(&t, k->ctx) &&
               take(&base, k->ctx) && BN_set_word(two, 2) && BN_to_montgomery(two, two, k->mont[BN_P], k->ctx) &&
               copy(&base, c) && set_three(k, &s[0]) && copy(&s[1], &base) && twice(k, &s[2], &base, two);
    while (!BN_is_bit_set(e, twos))
        twos++;
    for (int i = bits - 1; done && i > twos; i--) {
        if (BN_is_bit_set(e, i))
            done = step(k, &t, &s[2], base.c1, base.c2, &s[1], &s[0]) && twice(k, &s[0], &s[1], two) &&
                   twice(k, &s[2], &s[2], two);
        else
            done = step(k, &t, &s[0], base.c2, base.c1, &s[1], &s[2]) && twice(k, &s[0], &s[0], two) &&
                   twice(k, &s[2], &s[1], two);
        struct element next = t;
        t = s[1];
        s[1] = next;
    }
    for (int i = 0; done && i < twos; i++)
        done = twice(k, &s[1], &s[1], two);
    done = done && copy(r, &s[1]);
    BN_CTX_end(k->ctx);
    return done;
}

int bn_xtr_power(BIGNUM *c1, BIGNUM *c2, const BIGNUM *e, BIGNUM *p, BN_MONT_CTX *mont, BN_CTX *ctx)
{
    struct bn_key field = {.ctx = ctx};
    struct element c = {c1, c2};
    field.value[BN_P] = p;
    field.mont[BN_P] = mont;
    return BN_to_montgomery(c1, c1, mont, ctx) && BN_to_montgomery(c2, c2, mont, ctx) && power(&field, &c, &c, e) &&
           BN_from_montgomery(c1, c1, mont, ctx) && BN_from_montgomery(c2, c2, mont, ctx);
}

static bool has_order_q(const struct bn_key *k, const struct element *y)
{
    struct element three, r;
    BN_CTX_start(k->ctx);
    bool right = take(&three, k->ctx) && take(&r, k->ctx) && set_three(k, &three) && !equal(y, &three) &&
                 power(k, &r, y, k->value[BN_Q]) && equal(&r, &three);
    BN_CTX_end(k->ctx);
    return right;
}

/* N_1 and N_2 are the base in Montgomery form. */
static enum status write_power(const struct bn_key *k, const struct element *y, const BIGNUM *x, uint8_t *out)
{
    size_t size = bn_bytes(k->value[BN_P]);
    struct element r;
    enum status status = STATUS_FAILED;
    BN_CTX_start(k->ctx);
    if (take(&r, k->ctx) && power(k, &r, y, x) && BN_from_montgomery(r.c1, r.c1, k->mont[BN_P], k->ctx) &&
        BN_from_montgomery(r.c2, r.c2, k->mont[BN_P], k->ctx) && bn_store(out, size, r.c1) == STATUS_OK)
        status = bn_store(out + size, size, r.c2);
    BN_CTX_end(k->ctx);
    return status;
}

static enum status write_public(const struct bn_key *k, const BIGNUM *x, uint8_t *out)
{
    const struct element base = {k->value[BN_N_1], k->value[BN_N_2]};
    return write_power(k, &base, x, out);
}

static enum status set_key(void *context, const struct key *fields, const char **bad_field)
{
    struct bn_key *k = context;
    enum status status = bn_key_load(k, fields, needed, bad_field);
    if (status != STATUS_OK)
        return status;
    if (BN_mod_word(k->value[BN_P], 3) != 2)
        return bn_key_refuse(bad_field, "p");
    struct element base = {k->value[BN_N_1], k->value[BN_N_2]};
    if (!BN_to_montgomery(base.c1, k->value[BN_G1], k->mont[BN_P], k->ctx) ||
        !BN_to_montgomery(base.c2, k->value[BN_G2], k->mont[BN_P], k->ctx) || !has_order_q(k, &base))
        return bn_key_refuse(bad_field, "g1");
    k->write_public = write_public;
    return STATUS_OK;
}

static struct key_agreement_sizes sizes(const void *context)
{
    const struct bn_key *k = context;
    size_t size = 2 * bn_bytes(k->value[BN_P]);
    return (struct key_agreement_sizes){bn_bytes(k->value[BN_Q]), size, size};
}

static enum status derive(void *context, const struct agreement *agreement, uint8_t *shared_secret)
{
    const struct bn_key *k = context;
    const BIGNUM *p = k->value[BN_P];
    struct element y;
    BN_CTX_start(k->ctx);
    BIGNUM *x = BN_CTX_get(k->ctx);
    enum status status = STATUS_REJECTED;
    if (x == NULL || !bn_logarithm_load_private(k, x, agreement->private_key))
        status = STATUS_BAD_PARAMETER;
    else if (take(&y, k->ctx) && bn_load(y.c1, agreement->peer_public_key, bn_bytes(p), p) &&
             bn_load(y.c2, agreement->peer_public_key + bn_bytes(p), bn_bytes(p), p) &&
             BN_to_montgomery(y.c1, y.c1, k->mont[BN_P], k->ctx) &&
             BN_to_montgomery(y.c2, y.c2, k->mont[BN_P], k->ctx) && has_order_q(k, &y))
        status = write_power(k, &y, x, shared_secret);
    BN_CTX_end(k->ctx);
    return status;
}

const struct key_agreement_ops bn_xtr_dh = {
    .ops = {sizeof(struct bn_key), 0, bn_key_setup, bn_key_teardown},
    .set_key = set_key,
    .sizes = sizes,
    .generate_key = bn_logarithm_generate_key,
    .public_key = bn_logarithm_public_key,
    .derive = derive,
};

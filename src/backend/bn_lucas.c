/* SPDX-License-Identifier: MIT */
/* bn_lucas.c - LUCELG and LUCDIF on BIGNUM: discrete logarithms in Lucas sequences. */
#include "backend/bn_logarithm.h"
#include "backend/bn_schemes.h"

static const enum bn_value needed[] = {BN_P, BN_Q, BN_G, BN_FIELDS};

static int lucas(const struct bn_key *k, BIGNUM *r, const BIGNUM *a, const BIGNUM *e)
{
    return bn_lucas(r, a, e, k->value[BN_P], k->mont[BN_P], k->ctx);
}

static enum status set_key(void *context, const struct key *fields, const char **bad_field)
{
    return bn_logarithm_load(context, fields, needed, lucas, bad_field);
}

/* ---------------------------------------------------------------------------------------------- signature */

/* r is as long as p + 1. */
static size_t r_size(const struct bn_key *k)
{
    BN_CTX_start(k->ctx);
    BIGNUM *t = BN_CTX_get(k->ctx);
    size_t size = t != NULL && BN_add(t, k->value[BN_P], BN_value_one()) ? bn_bytes(t) : 0;
    BN_CTX_end(k->ctx);
    return size;
}

static enum status sign(void *context, const uint8_t *message, size_t message_size, struct rng *rng,
                        uint8_t *signature, size_t *signature_size)
{
    const struct bn_key *k = context;
    const BIGNUM *q = k->value[BN_Q];
    if (!k->has_private)
        return STATUS_BAD_PARAMETER;
    size_t first = r_size(k), second = bn_bytes(q);
    BN_CTX_start(k->ctx);
    BIGNUM *e = BN_CTX_get(k->ctx), *nonce = BN_CTX_get(k->ctx), *r = BN_CTX_get(k->ctx), *s = BN_CTX_get(k->ctx);
    enum status status = s != NULL ? bn_capacity(signature_size, first + second) : STATUS_NO_MEMORY;
    if (status == STATUS_OK)
        status = bn_logarithm_load_digest(k, e, (unsigned)BN_num_bits(k->value[BN_Q]), message, message_size);
    if (status == STATUS_OK)
        status = bn_draw_exponent(k, nonce, rng);
    if (status == STATUS_OK &&
        (!lucas(k, r, k->value[BN_G], nonce) || !BN_mod_add(s, r, e, q, k->ctx) ||
         !BN_mod_mul(s, k->value[BN_X], s, q, k->ctx) || !BN_mod_add(s, s, nonce, q, k->ctx)))
        status = STATUS_FAILED;
    if (status == STATUS_OK)
        status = bn_store(signature, first, r);
    if (status == STATUS_OK)
        status = bn_store(signature + first, second, s);
    BN_CTX_end(k->ctx);
    return status;
}

/* Whether A^2 + B^2 + r^2 = A * B * r + 4. */
static int is_triple(const struct bn_key *k, const BIGNUM *a, const BIGNUM *b, const BIGNUM *r)
{
    const BIGNUM *p = k->value[BN_P];
    BN_CTX_start(k->ctx);
    BIGNUM *left = BN_CTX_get(k->ctx), *right = BN_CTX_get(k->ctx);
    int same = right != NULL && BN_mod_sqr(left, a, p, k->ctx) && BN_mod_sqr(right, b, p, k->ctx) &&
               BN_mod_add(left, left, right, p, k->ctx) && BN_mod_sqr(right, r, p, k->ctx) &&
               BN_mod_add(left, left, right, p, k->ctx) && BN_mod_mul(right, a, b, p, k->ctx) &&
               BN_mod_mul(right, right, r, p, k->ctx) && BN_add_word(right, 4) && BN_nnmod(right, right, p, k->ctx) &&
               BN_cmp(left, right) == 0;
    BN_CTX_end(k->ctx);
    return same;
}

static enum status verify(void *context, const uint8_t *message, size_t message_size, const uint8_t *signature,
                          size_t signature_size)
{
    const struct bn_key *k = context;
    const BIGNUM *p = k->value[BN_P], *q = k->value[BN_Q];
    if (!k->has_public)
        return STATUS_BAD_PARAMETER;
    size_t first = r_size(k), second = bn_bytes(q);
    BN_CTX_start(k->ctx);
    BIGNUM *e = BN_CTX_get(k->ctx), *r = BN_CTX_get(k->ctx), *s = BN_CTX_get(k->ctx);
    BIGNUM *a = BN_CTX_get(k->ctx), *b = BN_CTX_get(k->ctx);
    enum status status = STATUS_REJECTED;
    if (b != NULL && signature_size == first + second && bn_load(r, signature, first, p) && !BN_is_zero(r) &&
        bn_load(s, signature + first, second, q))
        status = bn_logarithm_load_digest(k, e, (unsigned)BN_num_bits(k->value[BN_Q]), message, message_size);
    if (status == STATUS_OK) {
        if (!BN_mod_add(e, r, e, q, k->ctx) || !lucas(k, a, k->value[BN_G], s) || !lucas(k, b, k->value[BN_Y], e))
            status = STATUS_FAILED;
        else
            status = is_triple(k, a, b, r) ? STATUS_OK : STATUS_REJECTED;
    }
    BN_CTX_end(k->ctx);
    return status;
}

/* ----------------------------------------------------------------------------------------- key agreement */

/* Whether (y^2 - 4 | p) = -1. */
static bool is_in_group(const struct bn_key *k, const BIGNUM *y)
{
    const BIGNUM *p = k->value[BN_P];
    BN_CTX_start(k->ctx);
    BIGNUM *t = BN_CTX_get(k->ctx);
    bool inside = t != NULL && BN_mod_sqr(t, y, p, k->ctx) && BN_sub_word(t, 4) && BN_nnmod(t, t, p, k->ctx) &&
                  BN_kronecker(t, p, k->ctx) == -1;
    BN_CTX_end(k->ctx);
    return inside;
}

static enum status derive(void *context, const struct agreement *agreement, uint8_t *shared_secret)
{
    const struct bn_key *k = context;
    const BIGNUM *p = k->value[BN_P];
    BN_CTX_start(k->ctx);
    BIGNUM *x = BN_CTX_get(k->ctx), *y = BN_CTX_get(k->ctx);
    enum status status = STATUS_REJECTED;
    if (y == NULL || !bn_logarithm_load_private(k, x, agreement->private_key))
        status = STATUS_BAD_PARAMETER;
    else if (bn_load(y, agreement->peer_public_key, bn_bytes(p), p) && is_in_group(k, y))
        status = bn_logarithm_write_power(k, y, x, shared_secret);
    BN_CTX_end(k->ctx);
    return status;
}

const struct encryption_ops bn_lucelg_encryption = {
    .ops = {sizeof(struct bn_key), 0, bn_key_setup, bn_key_teardown},
    .set_key = set_key,
    .encrypt = bn_logarithm_encrypt,
    .decrypt = bn_logarithm_decrypt,
};

const struct signature_ops bn_lucelg_signature = {
    .ops = {sizeof(struct bn_key), 0, bn_key_setup, bn_key_teardown},
    .set_key = set_key,
    .sign = sign,
    .verify = verify,
};

const struct key_agreement_ops bn_lucdif = {
    .ops = {sizeof(struct bn_key), 0, bn_key_setup, bn_key_teardown},
    .set_key = set_key,
    .sizes = bn_logarithm_sizes,
    .generate_key = bn_logarithm_generate_key,
    .public_key = bn_logarithm_public_key,
    .derive = derive,
};

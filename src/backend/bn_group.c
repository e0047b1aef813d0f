/* SPDX-License-Identifier: MIT */
/*
 * bn_group.c - ElGamal, Nyberg-Rueppel, DSA, Diffie-Hellman and MQV on BIGNUM: discrete logarithms modulo a prime.
 *
 * With `precompute` the fixed bases g and y go through the tables of 16 powers (bn.h).  DSA and DH here are the contenders
 * openssl/bignum: EVP has them as well, but no tables.
 */
#include "backend/bn_logarithm.h"
#include "backend/bn_schemes.h"
#include "native/public_key/encoding.h"

static const enum bn_value modulus_base[] = {BN_P, BN_G, BN_FIELDS};
static const enum bn_value modulus_order_base[] = {BN_P, BN_Q, BN_G, BN_FIELDS};

static int power(const struct bn_key *k, BIGNUM *r, const BIGNUM *a, const BIGNUM *e)
{
    return bn_power(r, a, e, k->value[BN_P], k->mont[BN_P], k->ctx);
}

static enum status set_key(void *context, const struct key *fields, const char **bad_field)
{
    return bn_logarithm_load(context, fields, modulus_base, power, bad_field);
}

static enum status set_key_with_order(void *context, const struct key *fields, const char **bad_field)
{
    return bn_logarithm_load(context, fields, modulus_order_base, power, bad_field);
}

static enum status precompute(void *context)
{
    struct bn_key *k = context;
    if (!k->given[BN_G] || !bn_table_set(&k->g_table, k->value[BN_G], k->exponent_bits, k->mont[BN_P], k->ctx) ||
        (k->has_public && !bn_table_set(&k->y_table, k->value[BN_Y], k->exponent_bits, k->mont[BN_P], k->ctx)))
        return STATUS_BAD_PARAMETER;
    return STATUS_OK;
}

/* g^e * y^f. */
static int power_of_both(const struct bn_key *k, BIGNUM *r, const BIGNUM *e, const BIGNUM *f)
{
    if (k->y_table.window_bits != 0)
        return bn_table_power(r, &k->g_table, e, &k->y_table, f, k->value[BN_P], k->mont[BN_P], k->ctx);
    return bn_power_double(r, k->value[BN_G], e, k->value[BN_Y], f, k->value[BN_P], k->mont[BN_P], k->ctx);
}

/* Loads r || s, both below q; r may not be 0, nor s where S_NOT_ZERO. */
static bool load_pair(const struct bn_key *k, BIGNUM *r, BIGNUM *s, bool s_not_zero, const uint8_t *signature, size_t size)
{
    const BIGNUM *q = k->value[BN_Q];
    size_t half = bn_bytes(q);
    return size == 2 * half && bn_load(r, signature, half, q) && bn_load(s, signature + half, half, q) && !BN_is_zero(r) &&
           !(s_not_zero && BN_is_zero(s));
}

/* ----------------------------------------------------------------------------------------- Nyberg-Rueppel */

/* With b <= 160 bits of q the leading b - 1 bits of the digest, else all. */
static unsigned nr_digest_bits(const struct bn_key *k)
{
    unsigned bits = (unsigned)BN_num_bits(k->value[BN_Q]);
    return bits > 8 * SHA1_SIZE ? 8 * SHA1_SIZE : bits - 1;
}

static enum status nr_sign(void *context, const uint8_t *message, size_t message_size, struct rng *rng,
                           uint8_t *signature, size_t *signature_size)
{
    const struct bn_key *k = context;
    const BIGNUM *q = k->value[BN_Q];
    if (!k->has_private)
        return STATUS_BAD_PARAMETER;
    size_t size = bn_bytes(q);
    BN_CTX_start(k->ctx);
    BIGNUM *e = BN_CTX_get(k->ctx), *nonce = BN_CTX_get(k->ctx), *r = BN_CTX_get(k->ctx), *s = BN_CTX_get(k->ctx);
    enum status status = s != NULL ? bn_capacity(signature_size, 2 * size) : STATUS_NO_MEMORY;
    if (status == STATUS_OK)
        status = bn_logarithm_load_digest(k, e, nr_digest_bits(k), message, message_size);
    do {
        if (status == STATUS_OK)
            status = bn_draw_exponent(k, nonce, rng);
        if (status == STATUS_OK && (!bn_logarithm_power_g(k, r, nonce) || !BN_mod_add(r, r, e, q, k->ctx)))
            status = STATUS_FAILED;
    } while (status == STATUS_OK && BN_is_zero(r));
    if (status == STATUS_OK &&
        (!BN_mod_mul(s, k->value[BN_X], r, q, k->ctx) || !BN_mod_sub(s, nonce, s, q, k->ctx)))
        status = STATUS_FAILED;
    if (status == STATUS_OK)
        status = bn_store(signature, size, r);
    if (status == STATUS_OK)
        status = bn_store(signature + size, size, s);
    BN_CTX_end(k->ctx);
    return status;
}

static enum status nr_verify(void *context, const uint8_t *message, size_t message_size, const uint8_t *signature,
                             size_t signature_size)
{
    const struct bn_key *k = context;
    const BIGNUM *q = k->value[BN_Q];
    if (!k->has_public)
        return STATUS_BAD_PARAMETER;
    BN_CTX_start(k->ctx);
    BIGNUM *e = BN_CTX_get(k->ctx), *r = BN_CTX_get(k->ctx), *s = BN_CTX_get(k->ctx), *v = BN_CTX_get(k->ctx);
    enum status status = STATUS_REJECTED;
    if (v != NULL && load_pair(k, r, s, false, signature, signature_size))
        status = bn_logarithm_load_digest(k, e, nr_digest_bits(k), message, message_size);
    if (status == STATUS_OK)
        status = !power_of_both(k, v, s, r) || !BN_mod_add(v, v, e, q, k->ctx) ? STATUS_FAILED
                 : BN_cmp(v, r) == 0                                           ? STATUS_OK
                                                                               : STATUS_REJECTED;
    BN_CTX_end(k->ctx);
    return status;
}

/* ---------------------------------------------------------------------------------------------------- DSA */

static enum status dsa_sign(void *context, const uint8_t *message, size_t message_size, struct rng *rng,
                            uint8_t *signature, size_t *signature_size)
{
    const struct bn_key *k = context;
    const BIGNUM *q = k->value[BN_Q];
    if (!k->has_private)
        return STATUS_BAD_PARAMETER;
    size_t size = bn_bytes(q);
    BN_CTX_start(k->ctx);
    BIGNUM *h = BN_CTX_get(k->ctx), *nonce = BN_CTX_get(k->ctx), *r = BN_CTX_get(k->ctx), *s = BN_CTX_get(k->ctx);
    enum status status = s != NULL ? bn_capacity(signature_size, 2 * size) : STATUS_NO_MEMORY;
    if (status == STATUS_OK)
        status = bn_logarithm_load_digest(k, h, (unsigned)BN_num_bits(q), message, message_size);
    do {
        if (status == STATUS_OK)
            status = bn_draw_exponent(k, nonce, rng);
        if (status == STATUS_OK &&
            (!bn_logarithm_power_g(k, r, nonce) || !BN_nnmod(r, r, q, k->ctx) ||
             BN_mod_inverse(nonce, nonce, q, k->ctx) == NULL || !BN_mod_mul(s, k->value[BN_X], r, q, k->ctx) ||
             !BN_mod_add(s, s, h, q, k->ctx) || !BN_mod_mul(s, s, nonce, q, k->ctx)))
            status = STATUS_FAILED;
    } while (status == STATUS_OK && (BN_is_zero(r) || BN_is_zero(s)));
    if (status == STATUS_OK)
        status = bn_store(signature, size, r);
    if (status == STATUS_OK)
        status = bn_store(signature + size, size, s);
    BN_CTX_end(k->ctx);
    return status;
}

static enum status dsa_verify(void *context, const uint8_t *message, size_t message_size, const uint8_t *signature,
                              size_t signature_size)
{
    const struct bn_key *k = context;
    const BIGNUM *q = k->value[BN_Q];
    if (!k->has_public)
        return STATUS_BAD_PARAMETER;
    BN_CTX_start(k->ctx);
    BIGNUM *h = BN_CTX_get(k->ctx), *r = BN_CTX_get(k->ctx), *s = BN_CTX_get(k->ctx), *v = BN_CTX_get(k->ctx);
    enum status status = STATUS_REJECTED;
    if (v != NULL && load_pair(k, r, s, true, signature, signature_size))
        status = bn_logarithm_load_digest(k, h, (unsigned)BN_num_bits(q), message, message_size);
    if (status == STATUS_OK &&
        (BN_mod_inverse(s, s, q, k->ctx) == NULL || !BN_mod_mul(h, h, s, q, k->ctx) || !BN_mod_mul(s, r, s, q, k->ctx) ||
         !power_of_both(k, v, h, s) || !BN_nnmod(v, v, q, k->ctx)))
        status = STATUS_FAILED;
    if (status == STATUS_OK && BN_cmp(v, r) != 0)
        status = STATUS_REJECTED;
    BN_CTX_end(k->ctx);
    return status;
}

/* ---------------------------------------------------------------------------------------- key agreement */

static enum status precompute_base(void *context)
{
    struct bn_key *k = context;
    k->has_public = false;
    return precompute(context);
}

static bool load_peer(const struct bn_key *k, BIGNUM *y, const uint8_t *public_key)
{
    const BIGNUM *p = k->value[BN_P];
    return bn_load(y, public_key, bn_bytes(p), p) && !BN_is_zero(y) && !BN_is_one(y);
}

/* Whether y, in 2 .. p - 1, is in the subgroup: by its symbol where p = 2q + 1, by its range alone without q. */
static bool is_in_group(const struct bn_key *k, const BIGNUM *y)
{
    const BIGNUM *p = k->value[BN_P], *q = k->value[BN_Q];
    BN_CTX_start(k->ctx);
    BIGNUM *t = BN_CTX_get(k->ctx);
    bool inside = false;
    if (t == NULL || BN_copy(t, p) == NULL || !BN_sub_word(t, 1))
        inside = false;
    else if (!k->given[BN_Q])
        inside = BN_cmp(y, t) < 0;
    else if (BN_rshift1(t, t) && BN_cmp(t, q) == 0)
        inside = BN_kronecker(y, p, k->ctx) == 1;
    else
        inside = bn_power(t, y, q, p, k->mont[BN_P], k->ctx) && BN_is_one(t);
    BN_CTX_end(k->ctx);
    return inside;
}

static enum status dh_derive(void *context, const struct agreement *agreement, uint8_t *shared_secret)
{
    const struct bn_key *k = context;
    BN_CTX_start(k->ctx);
    BIGNUM *x = BN_CTX_get(k->ctx), *y = BN_CTX_get(k->ctx);
    enum status status = STATUS_OK;
    if (y == NULL || !bn_logarithm_load_private(k, x, agreement->private_key))
        status = STATUS_BAD_PARAMETER;
    else if (!load_peer(k, y, agreement->peer_public_key) || !is_in_group(k, y))
        status = STATUS_REJECTED;
    else
        status = bn_logarithm_write_power(k, y, x, shared_secret);
    BN_CTX_end(k->ctx);
    return status;
}

/* m(V) = h + V mod h, h = 2^((bits of q + 1) / 2). */
static int take_half(const struct bn_key *k, BIGNUM *r, const BIGNUM *v)
{
    int half = (BN_num_bits(k->value[BN_Q]) + 1) / 2;
    if (BN_copy(r, v) == NULL)
        return 0;
    (void)BN_mask_bits(r, half); /* fails where V is that short */
    return BN_set_bit(r, half);
}

static enum status mqv_derive(void *context, const struct agreement *agreement, uint8_t *shared_secret)
{
    const struct bn_key *k = context;
    const BIGNUM *p = k->value[BN_P], *q = k->value[BN_Q];
    BN_MONT_CTX *mont = k->mont[BN_P];
    BN_CTX_start(k->ctx);
    BIGNUM *s = BN_CTX_get(k->ctx), *u = BN_CTX_get(k->ctx), *v = BN_CTX_get(k->ctx), *e = BN_CTX_get(k->ctx);
    BIGNUM *peer = BN_CTX_get(k->ctx), *peer_ephemeral = BN_CTX_get(k->ctx), *t = BN_CTX_get(k->ctx);
    enum status status = STATUS_FAILED;
    if (t == NULL || !bn_logarithm_load_private(k, s, agreement->private_key) ||
        !bn_logarithm_load_private(k, u, agreement->ephemeral_private_key) || !load_peer(k, v, agreement->ephemeral_public_key))
        status = STATUS_BAD_PARAMETER;
    else if (!load_peer(k, peer, agreement->peer_public_key) ||
             !load_peer(k, peer_ephemeral, agreement->peer_ephemeral_public_key))
        status = STATUS_REJECTED;
    else if (take_half(k, e, v) && BN_mod_mul(e, e, s, q, k->ctx) && BN_mod_add(e, e, u, q, k->ctx) &&
             take_half(k, t, peer_ephemeral) && bn_power(peer, peer, t, p, mont, k->ctx) &&
             BN_mod_mul(peer, peer, peer_ephemeral, p, k->ctx) && bn_power(t, peer, q, p, mont, k->ctx) &&
             bn_power(peer, peer, e, p, mont, k->ctx))
        status = BN_is_one(t) && !BN_is_one(peer) ? bn_store(shared_secret, bn_bytes(p), peer) : STATUS_REJECTED;
    BN_CTX_end(k->ctx);
    return status;
}

/* ------------------------------------------------------------------------------------------------- tables */

const struct encryption_ops bn_elgamal = {
    .ops = {sizeof(struct bn_key), 0, bn_key_setup, bn_key_teardown},
    .set_key = set_key,
    .precompute = precompute,
    .encrypt = bn_logarithm_encrypt,
    .decrypt = bn_logarithm_decrypt,
};

const struct signature_ops bn_nyberg_rueppel = {
    .ops = {sizeof(struct bn_key), 0, bn_key_setup, bn_key_teardown},
    .set_key = set_key_with_order,
    .precompute = precompute,
    .sign = nr_sign,
    .verify = nr_verify,
};

const struct signature_ops bn_dsa = {
    .ops = {sizeof(struct bn_key), 0, bn_key_setup, bn_key_teardown},
    .set_key = set_key_with_order,
    .precompute = precompute,
    .sign = dsa_sign,
    .verify = dsa_verify,
};

#define AGREEMENT(scheme, loader)                                                                                      \
    const struct key_agreement_ops bn_##scheme = {                                                                     \
        .ops = {sizeof(struct bn_key), 0, bn_key_setup, bn_key_teardown},                                              \
        .set_key = loader,                                                                                             \
        .precompute = precompute_base,                                                                                 \
        .sizes = bn_logarithm_sizes,                                                                                                \
        .generate_key = bn_logarithm_generate_key,                                                                                  \
        .public_key = bn_logarithm_public_key,                                                                                   \
        .derive = scheme##_derive,                                                                                     \
    };

AGREEMENT(dh, set_key)
AGREEMENT(mqv, set_key_with_order)

/* SPDX-License-Identifier: MIT */
/*
 * bn_group.c - ElGamal, Nyberg-Rueppel, DSA, Diffie-Hellman and MQV on BIGNUM: discrete logarithms modulo a prime.
 *
 * With `precompute` the fixed bases g and y go through the tables of 16 powers (bn.h).  DSA and DH here are the contenders
 * openssl/bignum: EVP has them as well, but no tables.
 */
#include "backend/bn.h"
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
    return bn_key_load_logarithm(context, fields, modulus_base, power, bad_field);
}

static enum status set_key_with_order(void *context, const struct key *fields, const char **bad_field)
{
    return bn_key_load_logarithm(context, fields, modulus_order_base, power, bad_field);
}

static enum status precompute(void *context)
{
    struct bn_key *k = context;
    if (!k->given[BN_G] || !bn_table_set(&k->g_table, k->value[BN_G], k->exponent_bits, k->mont[BN_P], k->ctx) ||
        (k->has_public && !bn_table_set(&k->y_table, k->value[BN_Y], k->exponent_bits, k->mont[BN_P], k->ctx)))
        return STATUS_BAD_PARAMETER;
    return STATUS_OK;
}

static int power_of(const struct bn_key *k, BIGNUM *r, enum bn_value base, const struct bn_table *table, const BIGNUM *e)
{
    if (table->window_bits != 0)
        return bn_table_power(r, table, e, NULL, NULL, k->value[BN_P], k->mont[BN_P], k->ctx);
    return power(k, r, k->value[base], e);
}

/* g^e * y^f. */
static int power_of_both(const struct bn_key *k, BIGNUM *r, const BIGNUM *e, const BIGNUM *f)
{
    if (k->y_table.window_bits != 0)
        return bn_table_power(r, &k->g_table, e, &k->y_table, f, k->value[BN_P], k->mont[BN_P], k->ctx);
    return bn_power_double(r, k->value[BN_G], e, k->value[BN_Y], f, k->value[BN_P], k->mont[BN_P], k->ctx);
}

/* ------------------------------------------------------------------------------------------------ ElGamal */

static enum status elgamal_encrypt(void *context, const uint8_t *plaintext, size_t plaintext_size, struct rng *rng,
                                   uint8_t *ciphertext, size_t *ciphertext_size)
{
    const struct bn_key *k = context;
    const BIGNUM *p = k->value[BN_P];
    if (!k->has_public)
        return STATUS_BAD_PARAMETER;
    size_t size = bn_bytes(p);
    BN_CTX_start(k->ctx);
    BIGNUM *m = BN_CTX_get(k->ctx), *nonce = BN_CTX_get(k->ctx), *a = BN_CTX_get(k->ctx);
    enum status status = a != NULL ? bn_capacity(ciphertext_size, 2 * size) : STATUS_NO_MEMORY;
    if (status == STATUS_OK)
        status = bn_draw_exponent(k, nonce, rng);
    if (status == STATUS_OK)
        status = bn_plaintext_load(k, m, plaintext, plaintext_size, rng);
    if (status == STATUS_OK)
        status = power_of(k, a, BN_G, &k->g_table, nonce) ? bn_store(ciphertext, size, a) : STATUS_FAILED;
    if (status == STATUS_OK)
        status = power_of(k, a, BN_Y, &k->y_table, nonce) && BN_mod_mul(m, m, a, p, k->ctx)
                     ? bn_store(ciphertext + size, size, m)
                     : STATUS_FAILED;
    BN_CTX_end(k->ctx);
    return status;
}

static enum status elgamal_decrypt(void *context, const uint8_t *ciphertext, size_t ciphertext_size, uint8_t *plaintext,
                                   size_t *plaintext_size)
{
    const struct bn_key *k = context;
    const BIGNUM *p = k->value[BN_P];
    if (!k->has_private)
        return STATUS_BAD_PARAMETER;
    size_t size = bn_bytes(p);
    BN_CTX_start(k->ctx);
    BIGNUM *a = BN_CTX_get(k->ctx), *m = BN_CTX_get(k->ctx);
    enum status status = STATUS_REJECTED;
    if (m != NULL && ciphertext_size == 2 * size && bn_load(a, ciphertext, size, p) && !BN_is_zero(a) &&
        bn_load(m, ciphertext + size, size, p)) {
        status = power(k, a, a, k->value[BN_X]) && BN_mod_inverse(a, a, p, k->ctx) != NULL &&
                         BN_mod_mul(m, m, a, p, k->ctx)
                     ? STATUS_OK
                     : STATUS_FAILED;
    }
    if (status == STATUS_OK)
        status = bn_plaintext_store(k, plaintext, plaintext_size, m);
    BN_CTX_end(k->ctx);
    return status;
}

/* --------------------------------------------------------------------------------- digests as numbers */

/*
 * The message's number: with ENCODING_RAW itself, modulo q; else the leading BITS bits of its SHA-1 digest.
 */
static enum status load_digest(const struct bn_key *k, BIGNUM *e, unsigned bits, const uint8_t *message, size_t size)
{
    uint8_t digest[SHA1_SIZE];
    if (k->option == ENCODING_RAW) {
        if (!bn_load(e, message, size, NULL))
            return STATUS_BAD_LENGTH;
    } else {
        sha1_digest(digest, message, size);
        if (!bn_load(e, digest, sizeof digest, NULL) ||
            (bits < 8 * SHA1_SIZE && !BN_rshift(e, e, (int)(8 * SHA1_SIZE - bits))))
            return STATUS_FAILED;
    }
    return BN_nnmod(e, e, k->value[BN_Q], k->ctx) ? STATUS_OK : STATUS_FAILED;
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
        status = load_digest(k, e, nr_digest_bits(k), message, message_size);
    do {
        if (status == STATUS_OK)
            status = bn_draw_exponent(k, nonce, rng);
        if (status == STATUS_OK && (!power_of(k, r, BN_G, &k->g_table, nonce) || !BN_mod_add(r, r, e, q, k->ctx)))
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
        status = load_digest(k, e, nr_digest_bits(k), message, message_size);
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
        status = load_digest(k, h, (unsigned)BN_num_bits(q), message, message_size);
    do {
        if (status == STATUS_OK)
            status = bn_draw_exponent(k, nonce, rng);
        if (status == STATUS_OK &&
            (!power_of(k, r, BN_G, &k->g_table, nonce) || !BN_nnmod(r, r, q, k->ctx) ||
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
        status = load_digest(k, h, (unsigned)BN_num_bits(q), message, message_size);
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

static const BIGNUM *private_bound(const struct bn_key *k)
{
    return k->value[k->given[BN_Q] ? BN_Q : BN_P];
}

static struct key_agreement_sizes sizes(const void *context)
{
    const struct bn_key *k = context;
    size_t size = bn_bytes(k->value[BN_P]);
    return (struct key_agreement_sizes){bn_bytes(private_bound(k)), size, size};
}

static enum status precompute_base(void *context)
{
    struct bn_key *k = context;
    k->has_public = false;
    return precompute(context);
}

static enum status write_public(const struct bn_key *k, const BIGNUM *x, uint8_t *public_key)
{
    BN_CTX_start(k->ctx);
    BIGNUM *y = BN_CTX_get(k->ctx);
    enum status status = y != NULL && power_of(k, y, BN_G, &k->g_table, x)
                             ? bn_store(public_key, bn_bytes(k->value[BN_P]), y)
                             : STATUS_FAILED;
    BN_CTX_end(k->ctx);
    return status;
}

static enum status generate_key(void *context, struct rng *rng, uint8_t *private_key, uint8_t *public_key)
{
    const struct bn_key *k = context;
    if (!k->given[BN_G])
        return STATUS_BAD_PARAMETER;
    BN_CTX_start(k->ctx);
    BIGNUM *x = BN_CTX_get(k->ctx);
    enum status status = x != NULL ? bn_draw_exponent(k, x, rng) : STATUS_NO_MEMORY;
    if (status == STATUS_OK)
        status = bn_store(private_key, bn_bytes(private_bound(k)), x);
    if (status == STATUS_OK)
        status = write_public(k, x, public_key);
    BN_CTX_end(k->ctx);
    return status;
}

static bool load_private(const struct bn_key *k, BIGNUM *x, const uint8_t *private_key)
{
    const BIGNUM *bound = private_bound(k);
    return k->given[BN_G] && bn_load(x, private_key, bn_bytes(bound), bound) && !BN_is_zero(x);
}

static enum status public_key_of(void *context, const uint8_t *private_key, uint8_t *public_key)
{
    const struct bn_key *k = context;
    BN_CTX_start(k->ctx);
    BIGNUM *x = BN_CTX_get(k->ctx);
    enum status status = x != NULL && load_private(k, x, private_key) ? write_public(k, x, public_key)
                                                                      : STATUS_BAD_PARAMETER;
    BN_CTX_end(k->ctx);
    return status;
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
    const BIGNUM *p = k->value[BN_P];
    BN_CTX_start(k->ctx);
    BIGNUM *x = BN_CTX_get(k->ctx), *y = BN_CTX_get(k->ctx);
    enum status status = STATUS_OK;
    if (y == NULL || !load_private(k, x, agreement->private_key))
        status = STATUS_BAD_PARAMETER;
    else if (!load_peer(k, y, agreement->peer_public_key) || !is_in_group(k, y))
        status = STATUS_REJECTED;
    else
        status = bn_power(y, y, x, p, k->mont[BN_P], k->ctx) ? bn_store(shared_secret, bn_bytes(p), y) : STATUS_FAILED;
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
    if (t == NULL || !load_private(k, s, agreement->private_key) ||
        !load_private(k, u, agreement->ephemeral_private_key) || !load_peer(k, v, agreement->ephemeral_public_key))
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
    .encrypt = elgamal_encrypt,
    .decrypt = elgamal_decrypt,
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
        .sizes = sizes,                                                                                                \
        .generate_key = generate_key,                                                                                  \
        .public_key = public_key_of,                                                                                   \
        .derive = scheme##_derive,                                                                                     \
    };

AGREEMENT(dh, set_key)
AGREEMENT(mqv, set_key_with_order)

/* SPDX-License-Identifier: MIT */
/* bn_lucas.c - LUCELG and LUCDIF on BIGNUM: discrete logarithms in Lucas sequences. */
#include "backend/bn.h"
#include "backend/bn_schemes.h"
#include "native/public_key/encoding.h"

static const enum bn_value needed[] = {BN_P, BN_Q, BN_G, BN_FIELDS};

static int lucas(const struct bn_key *k, BIGNUM *r, const BIGNUM *a, const BIGNUM *e)
{
    return bn_lucas(r, a, e, k->value[BN_P], k->mont[BN_P], k->ctx);
}

static enum status set_key(void *context, const struct key *fields, const char **bad_field)
{
    return bn_key_load_logarithm(context, fields, needed, lucas, bad_field);
}

/* --------------------------------------------------------------------------------------------- encryption */

static enum status encrypt(void *context, const uint8_t *plaintext, size_t plaintext_size, struct rng *rng,
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
        status = lucas(k, a, k->value[BN_G], nonce) ? bn_store(ciphertext, size, a) : STATUS_FAILED;
    if (status == STATUS_OK)
        status = lucas(k, a, k->value[BN_Y], nonce) && !BN_is_zero(a) && BN_mod_mul(m, m, a, p, k->ctx)
                     ? bn_store(ciphertext + size, size, m)
                     : STATUS_FAILED;
    BN_CTX_end(k->ctx);
    return status;
}

static enum status decrypt(void *context, const uint8_t *ciphertext, size_t ciphertext_size, uint8_t *plaintext,
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
    if (m != NULL && ciphertext_size == 2 * size && bn_load(a, ciphertext, size, p) &&
        bn_load(m, ciphertext + size, size, p)) {
        if (!lucas(k, a, a, k->value[BN_X]))
            status = STATUS_FAILED;
        else if (!BN_is_zero(a))
            status = BN_mod_inverse(a, a, p, k->ctx) != NULL && BN_mod_mul(m, m, a, p, k->ctx) ? STATUS_OK : STATUS_FAILED;
    }
    if (status == STATUS_OK)
        status = bn_plaintext_store(k, plaintext, plaintext_size, m);
    BN_CTX_end(k->ctx);
    return status;
}

/* ---------------------------------------------------------------------------------------------- signature */

static enum status load_digest(const struct bn_key *k, BIGNUM *e, const uint8_t *message, size_t size)
{
    uint8_t digest[SHA1_SIZE];
    int bits = BN_num_bits(k->value[BN_Q]);
    if (k->option == ENCODING_RAW) {
        if (!bn_load(e, message, size, NULL))
            return STATUS_BAD_LENGTH;
    } else {
        sha1_digest(digest, message, size);
        if (!bn_load(e, digest, sizeof digest, NULL) || (bits < 8 * SHA1_SIZE && !BN_rshift(e, e, 8 * SHA1_SIZE - bits)))
            return STATUS_FAILED;
    }
    return BN_nnmod(e, e, k->value[BN_Q], k->ctx) ? STATUS_OK : STATUS_FAILED;
}

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
        status = load_digest(k, e, message, message_size);
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
        status = load_digest(k, e, message, message_size);
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

static struct key_agreement_sizes sizes(const void *context)
{
    const struct bn_key *k = context;
    size_t size = bn_bytes(k->value[BN_P]);
    return (struct key_agreement_sizes){bn_bytes(k->value[BN_Q]), size, size};
}

/* V_x(y). */
static enum status write_power(const struct bn_key *k, const BIGNUM *y, const BIGNUM *x, uint8_t *out)
{
    BN_CTX_start(k->ctx);
    BIGNUM *r = BN_CTX_get(k->ctx);
    enum status status = r != NULL && lucas(k, r, y, x) ? bn_store(out, bn_bytes(k->value[BN_P]), r) : STATUS_FAILED;
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
        status = bn_store(private_key, bn_bytes(k->value[BN_Q]), x);
    if (status == STATUS_OK)
        status = write_power(k, k->value[BN_G], x, public_key);
    BN_CTX_end(k->ctx);
    return status;
}

static bool load_private(const struct bn_key *k, BIGNUM *x, const uint8_t *private_key)
{
    const BIGNUM *q = k->value[BN_Q];
    return k->given[BN_G] && bn_load(x, private_key, bn_bytes(q), q) && !BN_is_zero(x);
}

static enum status public_key_of(void *context, const uint8_t *private_key, uint8_t *public_key)
{
    const struct bn_key *k = context;
    BN_CTX_start(k->ctx);
    BIGNUM *x = BN_CTX_get(k->ctx);
    enum status status = x != NULL && load_private(k, x, private_key) ? write_power(k, k->value[BN_G], x, public_key)
                                                                      : STATUS_BAD_PARAMETER;
    BN_CTX_end(k->ctx);
    return status;
}

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
    if (y == NULL || !load_private(k, x, agreement->private_key))
        status = STATUS_BAD_PARAMETER;
    else if (bn_load(y, agreement->peer_public_key, bn_bytes(p), p) && is_in_group(k, y))
        status = write_power(k, y, x, shared_secret);
    BN_CTX_end(k->ctx);
    return status;
}

const struct encryption_ops bn_lucelg_encryption = {
    .ops = {sizeof(struct bn_key), 0, bn_key_setup, bn_key_teardown},
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
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
    .sizes = sizes,
    .generate_key = generate_key,
    .public_key = public_key_of,
    .derive = derive,
};

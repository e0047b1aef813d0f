/* SPDX-License-Identifier: MIT */
#include "backend/bn_logarithm.h"

#include "native/public_key/encoding.h"

/* g^x as long as p. */
static enum status write_public(const struct bn_key *key, const BIGNUM *x, uint8_t *public_key)
{
    BN_CTX_start(key->ctx);
    BIGNUM *y = BN_CTX_get(key->ctx);
    enum status status = y != NULL && bn_logarithm_power_g(key, y, x)
                             ? bn_store(public_key, bn_bytes(key->value[BN_P]), y)
                             : STATUS_FAILED;
    BN_CTX_end(key->ctx);
    return status;
}

enum status bn_logarithm_load(struct bn_key *key, const struct key *fields, const enum bn_value *needed,
                              int (*power)(const struct bn_key *key, BIGNUM *r, const BIGNUM *a, const BIGNUM *e),
                              const char **bad_field)
{
    enum status status = bn_key_load(key, fields, needed, bad_field);
    if (status != STATUS_OK)
        return status;
    if (key->given[BN_X] && !key->given[BN_Y] &&
        !power(key, key->value[BN_Y], key->value[BN_G], key->value[BN_X]))
        return STATUS_FAILED;
    key->has_private = key->given[BN_X];
    key->has_public = key->given[BN_X] || key->given[BN_Y];
    key->power = power;
    key->write_public = write_public;
    return STATUS_OK;
}

static int power_of(const struct bn_key *key, BIGNUM *r, enum bn_value base, const struct bn_table *table,
                    const BIGNUM *e)
{
    if (table->window_bits != 0)
        return bn_table_power(r, table, e, NULL, NULL, key->value[BN_P], key->mont[BN_P], key->ctx);
    return key->power(key, r, key->value[base], e);
}

int bn_logarithm_power_g(const struct bn_key *key, BIGNUM *r, const BIGNUM *e)
{
    return power_of(key, r, BN_G, &key->g_table, e);
}

int bn_logarithm_power_y(const struct bn_key *key, BIGNUM *r, const BIGNUM *e)
{
    return power_of(key, r, BN_Y, &key->y_table, e);
}

/* --------------------------------------------------------------------------------------------- encryption */

enum status bn_logarithm_encrypt(void *context, const uint8_t *plaintext, size_t plaintext_size, struct rng *rng,
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
        status = bn_logarithm_power_g(k, a, nonce) ? bn_store(ciphertext, size, a) : STATUS_FAILED;
    if (status == STATUS_OK)
        status = bn_logarithm_power_y(k, a, nonce) && !BN_is_zero(a) && BN_mod_mul(m, m, a, p, k->ctx)
                     ? bn_store(ciphertext + size, size, m)
                     : STATUS_FAILED;
    BN_CTX_end(k->ctx);
    return status;
}

enum status bn_logarithm_decrypt(void *context, const uint8_t *ciphertext, size_t ciphertext_size, uint8_t *plaintext,
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
        if (!k->power(k, a, a, k->value[BN_X]))
            status = STATUS_FAILED;
        else if (!BN_is_zero(a)) /* what has no inverse came from no encryption */
            status = BN_mod_inverse(a, a, p, k->ctx) != NULL && BN_mod_mul(m, m, a, p, k->ctx) ? STATUS_OK
                                                                                               : STATUS_FAILED;
    }
    if (status == STATUS_OK)
        status = bn_plaintext_store(k, plaintext, plaintext_size, m);
    BN_CTX_end(k->ctx);
    return status;
}

/* ---------------------------------------------------------------------------------------------- signature */

enum status bn_logarithm_load_digest(const struct bn_key *k, BIGNUM *e, unsigned bits, const uint8_t *message,
                                     size_t size)
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

/* ------------------------------------------------------------------------------------------ key agreement */

static const BIGNUM *private_bound(const struct bn_key *k)
{
    return k->value[k->given[BN_Q] ? BN_Q : BN_P];
}

struct key_agreement_sizes bn_logarithm_sizes(const void *context)
{
    const struct bn_key *k = context;
    size_t size = bn_bytes(k->value[BN_P]);
    return (struct key_agreement_sizes){bn_bytes(private_bound(k)), size, size};
}

enum status bn_logarithm_generate_key(void *context, struct rng *rng, uint8_t *private_key, uint8_t *public_key)
{
    const struct bn_key *k = context;
    if (k->write_public == NULL)
        return STATUS_BAD_PARAMETER;
    BN_CTX_start(k->ctx);
    BIGNUM *x = BN_CTX_get(k->ctx);
    enum status status = x != NULL ? bn_draw_exponent(k, x, rng) : STATUS_NO_MEMORY;
    if (status == STATUS_OK)
        status = bn_store(private_key, bn_bytes(private_bound(k)), x);
    if (status == STATUS_OK)
        status = k->write_public(k, x, public_key);
    BN_CTX_end(k->ctx);
    return status;
}

enum status bn_logarithm_write_power(const struct bn_key *k, const BIGNUM *y, const BIGNUM *x, uint8_t *out)
{
    BN_CTX_start(k->ctx);
    BIGNUM *r = BN_CTX_get(k->ctx);
    enum status status = r != NULL && k->power(k, r, y, x) ? bn_store(out, bn_bytes(k->value[BN_P]), r) : STATUS_FAILED;
    BN_CTX_end(k->ctx);
    return status;
}

bool bn_logarithm_load_private(const struct bn_key *k, BIGNUM *x, const uint8_t *private_key)
{
    const BIGNUM *bound = private_bound(k);
    return k->write_public != NULL && bn_load(x, private_key, bn_bytes(bound), bound) && !BN_is_zero(x);
}

enum status bn_logarithm_public_key(void *context, const uint8_t *private_key, uint8_t *public_key)
{
    const struct bn_key *k = context;
    BN_CTX_start(k->ctx);
    BIGNUM *x = BN_CTX_get(k->ctx);
    enum status status = x != NULL && bn_logarithm_load_private(k, x, private_key) ? k->write_public(k, x, public_key)
                                                                                   : STATUS_BAD_PARAMETER;
    BN_CTX_end(k->ctx);
    return status;
}

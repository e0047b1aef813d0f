/* SPDX-License-Identifier: MIT */
/* bn_blum.c - Blum-Goldwasser encryption and the generator of Blum, Blum and Shub on BIGNUM. */
#include "backend/bn.h"
#include "backend/bn_schemes.h"

struct blum {
    struct bn_key key;
    struct bn_blum stream;
    BIGNUM *seed;
    bool is_seeded;
};

static const enum bn_value needed[] = {BN_N, BN_FIELDS};

static enum status setup(void *context, const struct variant *variant)
{
    struct blum *c = context;
    enum status status = bn_key_setup(context, variant);
    c->stream.state = BN_new();
    c->stream.plain = BN_new();
    c->seed = BN_new();
    return c->stream.state != NULL && c->stream.plain != NULL && c->seed != NULL ? status : STATUS_NO_MEMORY;
}

static void teardown(void *context)
{
    struct blum *c = context;
    BN_clear_free(c->stream.state);
    BN_clear_free(c->stream.plain);
    BN_clear_free(c->seed);
    bn_key_teardown(context);
    *c = (struct blum){.is_seeded = false};
}

static enum status set_key(void *context, const struct key *fields, const char **bad_field)
{
    struct blum *c = context;
    struct bn_key *k = &c->key;
    c->is_seeded = false;
    enum status status = bn_key_load(k, fields, needed, bad_field);
    if (status != STATUS_OK)
        return status;
    k->has_public = true;
    if (!k->given[BN_P] || !k->given[BN_Q])
        return STATUS_OK;
    BIGNUM *inverse = k->value[BN_Q_INVERSE];
    if (BN_mod_word(k->value[BN_P], 4) != 3 || BN_mod_word(k->value[BN_Q], 4) != 3)
        return bn_key_refuse(bad_field, BN_mod_word(k->value[BN_P], 4) != 3 ? "p" : "q");
    if (!BN_mul(inverse, k->value[BN_P], k->value[BN_Q], k->ctx) || BN_cmp(inverse, k->value[BN_N]) != 0)
        return bn_key_refuse(bad_field, "n");
    if (BN_mod_inverse(inverse, k->value[BN_Q], k->value[BN_P], k->ctx) == NULL ||
        !BN_to_montgomery(inverse, inverse, k->mont[BN_P], k->ctx))
        return bn_key_refuse(bad_field, "q");
    k->has_private = true;
    return STATUS_OK;
}

/* The first state is the seed's fourth power. */
static int start(struct blum *c, const BIGNUM *seed)
{
    const BIGNUM *n = c->key.value[BN_N];
    BN_CTX_start(c->key.ctx);
    BIGNUM *x = BN_CTX_get(c->key.ctx);
    int done = x != NULL && BN_mod_sqr(x, seed, n, c->key.ctx) && BN_mod_sqr(x, x, n, c->key.ctx) &&
               bn_blum_resume(&c->stream, x, 0, &c->key);
    BN_CTX_end(c->key.ctx);
    return done;
}

/* x^(base^steps) modulo the prime, the exponent taken modulo prime - 1. */
static int power_tower(const struct bn_key *k, BIGNUM *r, const BIGNUM *x, const BIGNUM *base, uint64_t steps,
                       enum bn_value prime)
{
    uint8_t bytes[8];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(steps >> (56 - 8 * i));
    BN_CTX_start(k->ctx);
    BIGNUM *order = BN_CTX_get(k->ctx), *count = BN_CTX_get(k->ctx), *e = BN_CTX_get(k->ctx), *t = BN_CTX_get(k->ctx);
    /* The order is even, which BN_mod_exp takes as well. */
    int done = t != NULL && BN_bin2bn(bytes, sizeof bytes, count) != NULL &&
               BN_sub(order, k->value[prime], BN_value_one()) && BN_mod_exp(e, base, count, order, k->ctx) &&
               BN_nnmod(t, x, k->value[prime], k->ctx) &&
               bn_power(r, t, e, k->value[prime], k->mont[prime], k->ctx);
    BN_CTX_end(k->ctx);
    return done;
}

/* ----------------------------------------------------------------------------------------- Blum-Goldwasser */

static enum status encrypt(void *context, const uint8_t *plaintext, size_t plaintext_size, struct rng *rng,
                           uint8_t *ciphertext, size_t *ciphertext_size)
{
    struct blum *c = context;
    const struct bn_key *k = &c->key;
    const BIGNUM *n = k->value[BN_N];
    if (!k->has_public)
        return STATUS_BAD_PARAMETER;
    size_t size = bn_bytes(n);
    if (plaintext_size > SIZE_MAX / 8 - size)
        return STATUS_BAD_LENGTH;
    BN_CTX_start(k->ctx);
    BIGNUM *x = BN_CTX_get(k->ctx), *bound = BN_CTX_get(k->ctx);
    enum status status = bound != NULL && BN_sub(bound, n, BN_value_one()) ? STATUS_OK : STATUS_NO_MEMORY;
    if (status == STATUS_OK)
        status = bn_capacity(ciphertext_size, size + plaintext_size);
    do {
        if (status == STATUS_OK)
            status = bn_draw(x, (unsigned)BN_num_bits(n), bound, rng);
    } while (status == STATUS_OK && BN_is_one(x));
    if (status == STATUS_OK) {
        BIGNUM *state = c->stream.state;
        status = start(c, x) && bn_blum_xor(&c->stream, plaintext, ciphertext + size, plaintext_size, k) &&
                         (plaintext_size == 0 || BN_mod_mul_montgomery(state, state, state, k->mont[BN_N], k->ctx)) &&
                         BN_from_montgomery(x, state, k->mont[BN_N], k->ctx)
                     ? bn_store(ciphertext, size, x)
                     : STATUS_FAILED;
    }
    BN_CTX_end(k->ctx);
    return status;
}

static enum status decrypt(void *context, const uint8_t *ciphertext, size_t ciphertext_size, uint8_t *plaintext,
                           size_t *plaintext_size)
{
    struct blum *c = context;
    const struct bn_key *k = &c->key;
    const BIGNUM *n = k->value[BN_N];
    if (!k->has_private)
        return STATUS_BAD_PARAMETER;
    size_t size = bn_bytes(n);
    if (ciphertext_size <= size || ciphertext_size - size > SIZE_MAX / 8 - size)
        return STATUS_REJECTED;
    size_t message = ciphertext_size - size;
    enum status status = bn_capacity(plaintext_size, message);
    if (status != STATUS_OK)
        return status;
    BN_CTX_start(k->ctx);
    BIGNUM *x = BN_CTX_get(k->ctx), *e = BN_CTX_get(k->ctx), *xp = BN_CTX_get(k->ctx), *xq = BN_CTX_get(k->ctx);
    if (xq == NULL || !bn_load(x, ciphertext, size, n) || BN_is_zero(x)) {
        status = STATUS_REJECTED;
    } else {
        unsigned bits = bn_blum_bits(n);
        uint64_t steps = (8 * (uint64_t)message + bits - 1) / bits;
        status = bn_sqrt_exponent(e, k->value[BN_P]) && power_tower(k, xp, x, e, steps, BN_P) &&
                         bn_sqrt_exponent(e, k->value[BN_Q]) && power_tower(k, xq, x, e, steps, BN_Q) &&
                         bn_join(k, x, xp, xq) && bn_blum_resume(&c->stream, x, 0, k) &&
                         bn_blum_xor(&c->stream, ciphertext + size, plaintext, message, k)
                     ? STATUS_OK
                     : STATUS_FAILED;
    }
    BN_CTX_end(k->ctx);
    return status;
}

/* ------------------------------------------------------------------------------------------ Blum Blum Shub */

static enum status seed(void *context, const uint8_t *bytes, size_t size)
{
    struct blum *c = context;
    const struct bn_key *k = &c->key;
    c->is_seeded = false;
    if (!k->has_public || !bn_load(c->seed, bytes, size, k->value[BN_N]))
        return STATUS_BAD_PARAMETER;
    BN_CTX_start(k->ctx);
    BIGNUM *divisor = BN_CTX_get(k->ctx);
    bool coprime = divisor != NULL && BN_gcd(divisor, c->seed, k->value[BN_N], k->ctx) && BN_is_one(divisor);
    BN_CTX_end(k->ctx);
    if (!coprime)
        return STATUS_BAD_PARAMETER;
    c->is_seeded = start(c, c->seed);
    return c->is_seeded ? STATUS_OK : STATUS_FAILED;
}

static enum status generate(void *context, uint8_t *out, size_t size)
{
    struct blum *c = context;
    if (!c->is_seeded)
        return STATUS_BAD_PARAMETER;
    return bn_blum_xor(&c->stream, NULL, out, size, &c->key) ? STATUS_OK : STATUS_FAILED;
}

static enum status seek(void *context, uint64_t offset)
{
    struct blum *c = context;
    const struct bn_key *k = &c->key;
    if (!c->is_seeded || !k->has_private)
        return STATUS_BAD_PARAMETER;
    if (offset > UINT64_MAX / 8)
        return STATUS_LIMIT;
    unsigned bits = bn_blum_bits(k->value[BN_N]);
    uint64_t steps = 8 * offset / bits + 2;
    BN_CTX_start(k->ctx);
    BIGNUM *two = BN_CTX_get(k->ctx), *xp = BN_CTX_get(k->ctx), *xq = BN_CTX_get(k->ctx), *x = BN_CTX_get(k->ctx);
    int done = x != NULL && BN_set_word(two, 2) && power_tower(k, xp, c->seed, two, steps, BN_P) &&
               power_tower(k, xq, c->seed, two, steps, BN_Q) && bn_join(k, x, xp, xq) &&
               bn_blum_resume(&c->stream, x, (unsigned)(8 * offset % bits), k);
    BN_CTX_end(k->ctx);
    return done ? STATUS_OK : STATUS_FAILED;
}

const struct encryption_ops bn_blum_goldwasser = {
    .ops = {sizeof(struct blum), 0, setup, teardown},
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

const struct prng_ops bn_blum_blum_shub = {
    .ops = {sizeof(struct blum), 0, setup, teardown},
    .set_key = set_key,
    .seed = seed,
    .generate = generate,
    .seek = seek,
};

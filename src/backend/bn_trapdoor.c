/* SPDX-License-Identifier: MIT */
/*
 * bn_trapdoor.c - RSA, LUC, Rabin and Rabin-Williams on BIGNUM: the functions and their inverses by the Chinese remainder
 * theorem, under the paddings of native/public_key/encoding.h.
 *
 * RSA here is the contender openssl/variable-time: EVP blinds and takes the constant-time path, this one neither.
 */
#include "backend/bn.h"
#include "backend/bn_schemes.h"
#include "native/public_key/encoding.h"

struct trapdoor;

struct function {
    enum status (*set)(struct trapdoor *key, const char **bad_field);
    int (*apply)(const struct trapdoor *key, BIGNUM *r, const BIGNUM *x);
    int (*invert)(const struct trapdoor *key, BIGNUM *r, const BIGNUM *y);
    const enum bn_value *needed;
};

struct trapdoor {
    struct bn_key key;
    const struct function *function;
};

/* --------------------------------------------------------------------------------------------------- RSA */

static enum status rsa_set(struct trapdoor *t, const char **bad_field)
{
    struct bn_key *k = &t->key;
    BIGNUM *order = k->value[BN_P_2];
    if (!k->has_private)
        return STATUS_OK;
    if (!BN_sub(order, k->value[BN_P], BN_value_one()) ||
        BN_mod_inverse(k->value[BN_P_1], k->value[BN_E], order, k->ctx) == NULL ||
        !BN_sub(order, k->value[BN_Q], BN_value_one()) ||
        BN_mod_inverse(k->value[BN_Q_1], k->value[BN_E], order, k->ctx) == NULL)
        return bn_key_refuse(bad_field, "e");
    return STATUS_OK;
}

static int rsa_apply(const struct trapdoor *t, BIGNUM *r, const BIGNUM *x)
{
    const struct bn_key *k = &t->key;
    return bn_power(r, x, k->value[BN_E], k->value[BN_N], k->mont[BN_N], k->ctx);
}

static int rsa_invert(const struct trapdoor *t, BIGNUM *r, const BIGNUM *y)
{
    const struct bn_key *k = &t->key;
    BN_CTX_start(k->ctx);
    BIGNUM *a = BN_CTX_get(k->ctx), *b = BN_CTX_get(k->ctx);
    int done = b != NULL && BN_nnmod(a, y, k->value[BN_P], k->ctx) && BN_nnmod(b, y, k->value[BN_Q], k->ctx) &&
               bn_power(a, a, k->value[BN_P_1], k->value[BN_P], k->mont[BN_P], k->ctx) &&
               bn_power(b, b, k->value[BN_Q_1], k->value[BN_Q], k->mont[BN_Q], k->ctx) && bn_join(k, r, a, b);
    BN_CTX_end(k->ctx);
    return done;
}

/* --------------------------------------------------------------------------------------------------- LUC */

/* e^-1 modulo m - 1 and m + 1. */
static int invert_exponents(const struct bn_key *k, BIGNUM *minus, BIGNUM *plus, const BIGNUM *m)
{
    BN_CTX_start(k->ctx);
    BIGNUM *order = BN_CTX_get(k->ctx);
    int done = order != NULL && BN_sub(order, m, BN_value_one()) &&
               BN_mod_inverse(minus, k->value[BN_E], order, k->ctx) != NULL && BN_add(order, m, BN_value_one()) &&
               BN_mod_inverse(plus, k->value[BN_E], order, k->ctx) != NULL;
    BN_CTX_end(k->ctx);
    return done;
}

static enum status luc_set(struct trapdoor *t, const char **bad_field)
{
    struct bn_key *k = &t->key;
    if (k->has_private && (!invert_exponents(k, k->value[BN_P_1], k->value[BN_P_2], k->value[BN_P]) ||
                           !invert_exponents(k, k->value[BN_Q_1], k->value[BN_Q_2], k->value[BN_Q])))
        return bn_key_refuse(bad_field, "e");
    return STATUS_OK;
}

static int luc_apply(const struct trapdoor *t, BIGNUM *r, const BIGNUM *x)
{
    const struct bn_key *k = &t->key;
    return bn_lucas(r, x, k->value[BN_E], k->value[BN_N], k->mont[BN_N], k->ctx);
}

static int invert_at_prime(const struct bn_key *k, BIGNUM *x, enum bn_value prime, const BIGNUM *minus,
                           const BIGNUM *plus)
{
    const BIGNUM *m = k->value[prime];
    BN_CTX_start(k->ctx);
    BIGNUM *discriminant = BN_CTX_get(k->ctx);
    int symbol = -2;
    if (discriminant != NULL && BN_mod_sqr(discriminant, x, m, k->ctx) && BN_sub_word(discriminant, 4) &&
        BN_nnmod(discriminant, discriminant, m, k->ctx))
        symbol = BN_kronecker(discriminant, m, k->ctx);
    BN_CTX_end(k->ctx);
    return symbol != -2 && bn_lucas(x, x, symbol == -1 ? plus : minus, m, k->mont[prime], k->ctx);
}

static int luc_invert(const struct trapdoor *t, BIGNUM *r, const BIGNUM *y)
{
    const struct bn_key *k = &t->key;
    BN_CTX_start(k->ctx);
    BIGNUM *a = BN_CTX_get(k->ctx), *b = BN_CTX_get(k->ctx);
    int done = b != NULL && BN_nnmod(a, y, k->value[BN_P], k->ctx) && BN_nnmod(b, y, k->value[BN_Q], k->ctx) &&
               invert_at_prime(k, a, BN_P, k->value[BN_P_1], k->value[BN_P_2]) &&
               invert_at_prime(k, b, BN_Q, k->value[BN_Q_1], k->value[BN_Q_2]) && bn_join(k, r, a, b);
    BN_CTX_end(k->ctx);
    return done;
}

/* ------------------------------------------------------------------------------------------------- Rabin */

/* N_1, N_2: r and s modulo n; P_1, P_2, Q_1, Q_2: their inverses modulo p and q; all in Montgomery form. */
static int load_multiplier(struct bn_key *k, enum bn_value name, enum bn_value n, enum bn_value p, enum bn_value q)
{
    const BIGNUM *v = k->value[name];
    if (!BN_to_montgomery(k->value[n], v, k->mont[BN_N], k->ctx))
        return 0;
    return !k->has_private || (BN_mod_inverse(k->value[p], v, k->value[BN_P], k->ctx) != NULL &&
                               BN_mod_inverse(k->value[q], v, k->value[BN_Q], k->ctx) != NULL &&
                               BN_to_montgomery(k->value[p], k->value[p], k->mont[BN_P], k->ctx) &&
                               BN_to_montgomery(k->value[q], k->value[q], k->mont[BN_Q], k->ctx));
}

static enum status rabin_set(struct trapdoor *t, const char **bad_field)
{
    struct bn_key *k = &t->key;
    if (k->has_private && (BN_mod_word(k->value[BN_P], 4) != 3 || BN_mod_word(k->value[BN_Q], 4) != 3))
        return bn_key_refuse(bad_field, BN_mod_word(k->value[BN_P], 4) != 3 ? "p" : "q");
    if (!load_multiplier(k, BN_R, BN_N_1, BN_P_1, BN_Q_1))
        return bn_key_refuse(bad_field, "r");
    return load_multiplier(k, BN_S, BN_N_2, BN_P_2, BN_Q_2) ? STATUS_OK : bn_key_refuse(bad_field, "s");
}

static int rabin_apply(const struct trapdoor *t, BIGNUM *r, const BIGNUM *x)
{
    const struct bn_key *k = &t->key;
    BN_MONT_CTX *mont = k->mont[BN_N];
    BN_CTX_start(k->ctx);
    BIGNUM *y = BN_CTX_get(k->ctx);
    int odd = BN_is_odd(x), symbol = BN_kronecker(x, k->value[BN_N], k->ctx);
    int done = y != NULL && symbol != -2 && BN_to_montgomery(y, x, mont, k->ctx) &&
               BN_mod_mul_montgomery(y, y, x, mont, k->ctx) &&
               (!odd || BN_mod_mul_montgomery(y, y, k->value[BN_N_1], mont, k->ctx)) &&
               (symbol != -1 || BN_mod_mul_montgomery(y, y, k->value[BN_N_2], mont, k->ctx)) && BN_copy(r, y) != NULL;
    BN_CTX_end(k->ctx);
    return done;
}

/* x = x^((m + 1) / 4). */
static int take_root(const struct bn_key *k, BIGNUM *x, enum bn_value prime)
{
    BN_CTX_start(k->ctx);
    BIGNUM *e = BN_CTX_get(k->ctx);
    int done = e != NULL && bn_sqrt_exponent(e, k->value[prime]) &&
               bn_power(x, x, e, k->value[prime], k->mont[prime], k->ctx);
    BN_CTX_end(k->ctx);
    return done;
}

static int negate(BIGNUM *x, const BIGNUM *m)
{
    return BN_is_zero(x) || BN_sub(x, m, x);
}

static int rabin_invert(const struct trapdoor *t, BIGNUM *r, const BIGNUM *y)
{
    const struct bn_key *k = &t->key;
    const BIGNUM *p = k->value[BN_P], *q = k->value[BN_Q];
    BN_CTX_start(k->ctx);
    BIGNUM *a = BN_CTX_get(k->ctx), *b = BN_CTX_get(k->ctx);
    int done = 0;
    if (b == NULL || !BN_nnmod(a, y, p, k->ctx) || !BN_nnmod(b, y, q, k->ctx))
        goto done;
    int p_symbol = BN_kronecker(a, p, k->ctx), q_symbol = BN_kronecker(b, q, k->ctx);
    if (p_symbol == -2 || q_symbol == -2)
        goto done;
    /* A plain number by one in Montgomery form is plain. */
    if (q_symbol == -1 && (!BN_mod_mul_montgomery(a, a, k->value[BN_P_1], k->mont[BN_P], k->ctx) ||
                           !BN_mod_mul_montgomery(b, b, k->value[BN_Q_1], k->mont[BN_Q], k->ctx)))
        goto done;
    if (p_symbol == -1 && (!BN_mod_mul_montgomery(a, a, k->value[BN_P_2], k->mont[BN_P], k->ctx) ||
                           !BN_mod_mul_montgomery(b, b, k->value[BN_Q_2], k->mont[BN_Q], k->ctx)))
        goto done;
    if (!take_root(k, a, BN_P) || !take_root(k, b, BN_Q) || (p_symbol == -1 && !negate(a, p)) || !bn_join(k, r, a, b))
        goto done;
    done = !((q_symbol == -1 && !BN_is_odd(r)) || (q_symbol == 1 && BN_is_odd(r))) || negate(r, k->value[BN_N]);

done:
    BN_CTX_end(k->ctx);
    return done;
}

/* ---------------------------------------------------------------------------------------- Rabin-Williams */

static enum status rw_set(struct trapdoor *t, const char **bad_field)
{
    struct bn_key *k = &t->key;
    if (BN_mod_word(k->value[BN_N], 8) != 5)
        return bn_key_refuse(bad_field, "n");
    if (k->has_private && BN_mod_word(k->value[BN_P], 8) != 3)
        return bn_key_refuse(bad_field, "p");
    return k->has_private && BN_mod_word(k->value[BN_Q], 8) != 7 ? bn_key_refuse(bad_field, "q") : STATUS_OK;
}

/* f from s, 0 where s is no signature. */
static int rw_apply(const struct trapdoor *t, BIGNUM *r, const BIGNUM *s)
{
    const struct bn_key *k = &t->key;
    const BIGNUM *n = k->value[BN_N];
    if (!BN_mod_sqr(r, s, n, k->ctx))
        return 0;
    BN_ULONG low = BN_mod_word(r, 16);
    bool negated = low == 1 || low == 9 || low == 7 || low == 15;
    bool halved = low == 6 || low == 14 || low == 7 || low == 15;
    if ((negated && !BN_sub(r, n, r)) || (halved && !BN_lshift1(r, r)))
        return 0;
    if ((low != 12 && !negated && !halved) || BN_cmp(r, n) >= 0)
        BN_zero(r);
    return 1;
}

static int rw_invert(const struct trapdoor *t, BIGNUM *r, const BIGNUM *f)
{
    const struct bn_key *k = &t->key;
    const BIGNUM *p = k->value[BN_P], *q = k->value[BN_Q], *n = k->value[BN_N];
    BN_CTX_start(k->ctx);
    BIGNUM *u = BN_CTX_get(k->ctx), *a = BN_CTX_get(k->ctx), *b = BN_CTX_get(k->ctx);
    int done = b != NULL && BN_copy(u, f) != NULL;
    int symbol = done ? BN_kronecker(f, n, k->ctx) : -2;
    done = symbol != -2 && (symbol != -1 || BN_rshift1(u, u)) && BN_nnmod(a, u, p, k->ctx) && BN_nnmod(b, u, q, k->ctx);
    symbol = done ? BN_kronecker(a, p, k->ctx) : -2;
    done = symbol != -2 && (symbol != -1 || (negate(a, p) && negate(b, q))) && take_root(k, a, BN_P) &&
           take_root(k, b, BN_Q) && bn_join(k, r, a, b) && BN_sub(u, n, r) &&
           (BN_cmp(u, r) >= 0 || BN_copy(r, u) != NULL);
    BN_CTX_end(k->ctx);
    return done;
}

/* ------------------------------------------------------------------------------------ the tables' functions */

static enum status set_key(void *context, const struct key *fields, const char **bad_field)
{
    struct trapdoor *t = context;
    struct bn_key *k = &t->key;
    enum status status = bn_key_load(k, fields, t->function->needed, bad_field);
    if (status != STATUS_OK)
        return status;
    bool has_factors = k->given[BN_P] && k->given[BN_Q];
    if (has_factors) {
        BIGNUM *inverse = k->value[BN_Q_INVERSE];
        if (!BN_mul(inverse, k->value[BN_P], k->value[BN_Q], k->ctx) || BN_cmp(inverse, k->value[BN_N]) != 0)
            return bn_key_refuse(bad_field, "n");
        if (BN_mod_inverse(inverse, k->value[BN_Q], k->value[BN_P], k->ctx) == NULL ||
            !BN_to_montgomery(inverse, inverse, k->mont[BN_P], k->ctx))
            return bn_key_refuse(bad_field, "q");
    }
    k->has_private = has_factors;
    status = t->function->set(t, bad_field);
    k->has_public = status == STATUS_OK;
    k->has_private = has_factors && k->has_public;
    return status;
}

/* OUT, of K bytes, is the function (inverse: its inverse) of a number of SIZE bytes. */
static enum status evaluate(const struct trapdoor *t, bool inverse, const uint8_t *bytes, size_t size, uint8_t *out)
{
    const struct bn_key *k = &t->key;
    enum status status = STATUS_BAD_LENGTH;
    BN_CTX_start(k->ctx);
    BIGNUM *x = BN_CTX_get(k->ctx), *y = BN_CTX_get(k->ctx);
    if (y != NULL && bn_load(x, bytes, size, k->value[BN_N]))
        status = (inverse ? t->function->invert(t, y, x) : t->function->apply(t, y, x))
                     ? bn_store(out, bn_bytes(k->value[BN_N]), y)
                     : STATUS_FAILED;
    BN_CTX_end(k->ctx);
    return status;
}

static enum status encrypt(void *context, const uint8_t *plaintext, size_t plaintext_size, struct rng *rng,
                           uint8_t *ciphertext, size_t *ciphertext_size)
{
    const struct trapdoor *t = context;
    uint8_t encoded[ENCODED_SIZE_MAX];
    if (!t->key.has_public)
        return STATUS_BAD_PARAMETER;
    size_t size = bn_bytes(t->key.value[BN_N]);
    enum status status = bn_capacity(ciphertext_size, size);
    if (status != STATUS_OK)
        return status;
    if (t->key.option == ENCODING_RAW)
        return evaluate(t, false, plaintext, plaintext_size, ciphertext);
    status = encode_plaintext((enum encoding)t->key.option, encoded, size, plaintext, plaintext_size, rng);
    return status == STATUS_OK ? evaluate(t, false, encoded, size, ciphertext) : status;
}

static enum status decrypt(void *context, const uint8_t *ciphertext, size_t ciphertext_size, uint8_t *plaintext,
                           size_t *plaintext_size)
{
    const struct trapdoor *t = context;
    uint8_t encoded[ENCODED_SIZE_MAX];
    if (!t->key.has_private)
        return STATUS_BAD_PARAMETER;
    size_t size = bn_bytes(t->key.value[BN_N]);
    if (ciphertext_size != size)
        return STATUS_REJECTED;
    const bool is_raw = t->key.option == ENCODING_RAW;
    enum status status = is_raw ? bn_capacity(plaintext_size, size) : STATUS_OK;
    if (status != STATUS_OK)
        return status;
    status = evaluate(t, true, ciphertext, size, is_raw ? plaintext : encoded);
    if (status == STATUS_OK && !is_raw)
        return decode_plaintext((enum encoding)t->key.option, encoded, size, plaintext, plaintext_size);
    return status == STATUS_BAD_LENGTH ? STATUS_REJECTED : status;
}

static enum status sign(void *context, const uint8_t *message, size_t message_size, struct rng *rng,
                        uint8_t *signature, size_t *signature_size)
{
    const struct trapdoor *t = context;
    uint8_t encoded[ENCODED_SIZE_MAX];
    if (!t->key.has_private)
        return STATUS_BAD_PARAMETER;
    size_t size = bn_bytes(t->key.value[BN_N]);
    enum status status = bn_capacity(signature_size, size);
    if (status != STATUS_OK)
        return status;
    if (t->key.option == ENCODING_RAW)
        return evaluate(t, true, message, message_size, signature);
    status = encode_signed((enum encoding)t->key.option, encoded, size, message, message_size, rng);
    return status == STATUS_OK ? evaluate(t, true, encoded, size, signature) : status;
}

static enum status verify(void *context, const uint8_t *message, size_t message_size, const uint8_t *signature,
                          size_t signature_size)
{
    const struct trapdoor *t = context;
    uint8_t encoded[ENCODED_SIZE_MAX];
    if (!t->key.has_public)
        return STATUS_BAD_PARAMETER;
    size_t size = bn_bytes(t->key.value[BN_N]);
    if (signature_size != size)
        return STATUS_REJECTED;
    enum status status = evaluate(t, false, signature, size, encoded);
    if (status != STATUS_OK)
        return status == STATUS_BAD_LENGTH ? STATUS_REJECTED : status;
    if (t->key.option != ENCODING_RAW)
        return check_signed((enum encoding)t->key.option, encoded, size, message, message_size);
    BN_CTX_start(t->key.ctx);
    BIGNUM *expected = BN_CTX_get(t->key.ctx), *got = BN_CTX_get(t->key.ctx);
    bool same = got != NULL && bn_load(expected, message, message_size, t->key.value[BN_N]) &&
                bn_load(got, encoded, size, NULL) && BN_cmp(expected, got) == 0;
    BN_CTX_end(t->key.ctx);
    return same ? STATUS_OK : STATUS_REJECTED;
}

static const enum bn_value modulus_exponent[] = {BN_N, BN_E, BN_FIELDS};
static const enum bn_value modulus_multipliers[] = {BN_N, BN_R, BN_S, BN_FIELDS};
static const enum bn_value modulus_alone[] = {BN_N, BN_FIELDS};

#define TRAPDOOR(scheme, needs)                                                                                        \
    static const struct function scheme = {scheme##_set, scheme##_apply, scheme##_invert, needs};                      \
    static enum status scheme##_setup(void *context, const struct variant *variant)                                    \
    {                                                                                                                  \
        ((struct trapdoor *)context)->function = &scheme;                                                              \
        return bn_key_setup(context, variant);                                                                         \
    }
#define ENCRYPTION(scheme)                                                                                             \
    const struct encryption_ops bn_##scheme##_encryption = {                                                           \
        .ops = {sizeof(struct trapdoor), 0, scheme##_setup, bn_key_teardown},                                          \
        .set_key = set_key,                                                                                            \
        .encrypt = encrypt,                                                                                            \
        .decrypt = decrypt,                                                                                            \
    };
#define SIGNATURE(scheme)                                                                                              \
    const struct signature_ops bn_##scheme##_signature = {                                                             \
        .ops = {sizeof(struct trapdoor), 0, scheme##_setup, bn_key_teardown},                                          \
        .set_key = set_key,                                                                                            \
        .sign = sign,                                                                                                  \
        .verify = verify,                                                                                              \
    };

TRAPDOOR(rsa, modulus_exponent)
ENCRYPTION(rsa)
SIGNATURE(rsa)
TRAPDOOR(luc, modulus_exponent)
ENCRYPTION(luc)
SIGNATURE(luc)
TRAPDOOR(rabin, modulus_multipliers)
ENCRYPTION(rabin)
SIGNATURE(rabin)
TRAPDOOR(rw, modulus_alone)
SIGNATURE(rw)

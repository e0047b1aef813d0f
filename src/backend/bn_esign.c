/* SPDX-License-Identifier: MIT */
/* bn_esign.c - ESIGN on BIGNUM: n = p^2 * q, k = (bits of n) / 3 - 1. */
#include "backend/bn.h"
#include "backend/bn_schemes.h"
#include "native/public_key/encoding.h"

static const enum bn_value needed[] = {BN_N, BN_E, BN_FIELDS};

/* N_1 is p * q. */
static enum status set_key(void *context, const struct key *fields, const char **bad_field)
{
    struct bn_key *k = context;
    enum status status = bn_key_load(k, fields, needed, bad_field);
    if (status != STATUS_OK)
        return status;
    if (BN_num_bits(k->value[BN_N]) % 3 != 0)
        return bn_key_refuse(bad_field, "n");
    if (k->given[BN_P] && k->given[BN_Q]) {
        BIGNUM *pq = k->value[BN_N_1], *n = k->value[BN_N_2];
        if (!BN_mul(pq, k->value[BN_P], k->value[BN_Q], k->ctx) || !BN_mul(n, pq, k->value[BN_P], k->ctx) ||
            BN_cmp(n, k->value[BN_N]) != 0)
            return bn_key_refuse(bad_field, "n");
        k->has_private = true;
    }
    k->has_public = true;
    return STATUS_OK;
}

static int representative_bits(const struct bn_key *k)
{
    return BN_num_bits(k->value[BN_N]) / 3 - 1;
}

static enum status load_representative(const struct bn_key *k, BIGNUM *f, const uint8_t *message, size_t size)
{
    uint8_t encoded[ENCODED_SIZE_MAX];
    int bits = representative_bits(k);
    if (k->option == ENCODING_RAW)
        return bn_load(f, message, size, NULL) && BN_num_bits(f) <= bits ? STATUS_OK : STATUS_BAD_LENGTH;
    encode_emsa5(encoded, (size_t)bits, message, size);
    return bn_load(f, encoded, ((size_t)bits + 7) / 8, NULL) ? STATUS_OK : STATUS_FAILED;
}

/* One try: a = f * 2^(2k + 2) - r^e mod n, a = w0 * pq - w1, s = r + pq * (w0 * r / (e * r^e) mod p); 0 where r will not do. */
static int try_sign(const struct bn_key *k, BIGNUM *s, const BIGNUM *f, const BIGNUM *r)
{
    const BIGNUM *n = k->value[BN_N], *p = k->value[BN_P], *pq = k->value[BN_N_1];
    int bits = representative_bits(k), good = 0;
    BN_CTX_start(k->ctx);
    BIGNUM *power = BN_CTX_get(k->ctx), *a = BN_CTX_get(k->ctx), *w0 = BN_CTX_get(k->ctx), *w1 = BN_CTX_get(k->ctx);
    if (w1 == NULL || !bn_power(power, r, k->value[BN_E], n, k->mont[BN_N], k->ctx) || !BN_lshift(a, f, 2 * bits + 2) ||
        !BN_mod_sub(a, a, power, n, k->ctx) || !BN_div(w0, w1, a, pq, k->ctx))
        goto done;
    if (!BN_is_zero(w1) && (!BN_add_word(w0, 1) || !BN_sub(w1, pq, w1)))
        goto done;
    if (BN_num_bits(w1) > 2 * bits + 1 || !BN_mod_mul(a, power, k->value[BN_E], p, k->ctx) ||
        BN_mod_inverse(a, a, p, k->ctx) == NULL)
        goto done;
    good = BN_mod_mul(a, a, w0, p, k->ctx) && BN_mod_mul(a, a, r, p, k->ctx) && BN_mul(a, a, pq, k->ctx) && BN_add(s, a, r);

done:
    BN_CTX_end(k->ctx);
    return good;
}

static enum status sign(void *context, const uint8_t *message, size_t message_size, struct rng *rng,
                        uint8_t *signature, size_t *signature_size)
{
    const struct bn_key *k = context;
    const BIGNUM *n = k->value[BN_N], *pq = k->value[BN_N_1];
    if (!k->has_private)
        return STATUS_BAD_PARAMETER;
    size_t size = bn_bytes(n);
    BN_CTX_start(k->ctx);
    BIGNUM *f = BN_CTX_get(k->ctx), *r = BN_CTX_get(k->ctx), *s = BN_CTX_get(k->ctx);
    enum status status = s != NULL ? bn_capacity(signature_size, size) : STATUS_NO_MEMORY;
    if (status == STATUS_OK)
        status = load_representative(k, f, message, message_size);
    for (int tries = 0; status == STATUS_OK; tries++) {
        status = tries < 256 ? bn_draw(r, (unsigned)BN_num_bits(pq), pq, rng) : STATUS_FAILED;
        if (status == STATUS_OK && try_sign(k, s, f, r)) {
            status = bn_store(signature, size, s);
            break;
        }
    }
    BN_CTX_end(k->ctx);
    return status;
}

static enum status verify(void *context, const uint8_t *message, size_t message_size, const uint8_t *signature,
                          size_t signature_size)
{
    const struct bn_key *k = context;
    const BIGNUM *n = k->value[BN_N];
    if (!k->has_public)
        return STATUS_BAD_PARAMETER;
    int bits = representative_bits(k);
    BN_CTX_start(k->ctx);
    BIGNUM *f = BN_CTX_get(k->ctx), *s = BN_CTX_get(k->ctx);
    enum status status = STATUS_REJECTED;
    if (s != NULL && signature_size == bn_bytes(n) && bn_load(s, signature, signature_size, n) &&
        load_representative(k, f, message, message_size) == STATUS_OK) {
        if (!bn_power(s, s, k->value[BN_E], n, k->mont[BN_N], k->ctx) || !BN_rshift(s, s, 2 * bits + 2))
            status = STATUS_FAILED;
        else if (BN_num_bits(s) > bits) /* capped at 2^k - 1 */
            status = BN_set_word(s, 1) && BN_lshift(s, s, bits) && BN_sub_word(s, 1) && BN_cmp(s, f) == 0 ? STATUS_OK
                                                                                                        : STATUS_REJECTED;
        else
            status = BN_cmp(s, f) == 0 ? STATUS_OK : STATUS_REJECTED;
    }
    BN_CTX_end(k->ctx);
    return status;
}

const struct signature_ops bn_esign = {
    .ops = {sizeof(struct bn_key), 0, bn_key_setup, bn_key_teardown},
    .set_key = set_key,
    .sign = sign,
    .verify = verify,
};

/* SPDX-License-Identifier: MIT */
/*
 * ECDSA, FIPS 186-4 section 6 and ANSI X9.62.
 *
 * r = x(kG) mod n, s = k^-1 (e + d r) mod n, where e is the leftmost bits of the digest, as many as n has.  The
 * signature is r and s as bytes of n, one after the other, without DER.
 *
 * Reads variant->option: the curve, and variant->base: the hash; without one the message is the digest.  A curve whose
 * order is not prime is refused: s has no inverse there.
 * Key fields: native/curve/key.h.
 * Draws: k, as many bytes as n has, its excess high bits cleared, again while it is not in 1 .. n - 1; all again in the
 * improbable case that r or s is 0.
 * Variable-time, signing too: for measuring and for checking, not for keys that matter.  Wiped: k.
 */
#include "native/common/bytes.h"
#include "native/curve/key.h"
#include "native/native.h"
#include "native/public_key/key.h"

static enum status set_key(void *context, const struct key *fields, const char **bad_field)
{
    struct curve_key *key = context;
    enum status status = curve_key_set(context, fields, bad_field);

    if (status != STATUS_OK || key->curve.prime_order)
        return status;
    key->has_public = key->has_private = 0;
    return key_refuse(bad_field, "order");
}

static enum status sign(void *context, const uint8_t *message, size_t message_size, struct rng *rng,
                        uint8_t *signature, size_t *signature_size)
{
    const struct curve_key *key = context;
    const struct curve *curve = &key->curve;
    struct curve_scalar e, k, r, s, inverse;
    uint8_t buffer[DIGEST_SIZE_MAX];
    const uint8_t *digest;
    size_t digest_size;

    if (!key->has_private)
        return STATUS_BAD_PARAMETER;
    enum status status = take_capacity(signature_size, 2 * curve->order_size);
    if (status == STATUS_OK)
        status = curve_key_digest(key, message, message_size, buffer, &digest, &digest_size);
    if (status != STATUS_OK)
        return status;
    curve_scalar_leftmost(curve, &e, digest, digest_size, curve->order_bits);
    do {
        struct curve_point point;
        status = curve_scalar_draw(curve, &k, 1, rng);
        if (status != STATUS_OK)
            return status;
        struct curve_term term = curve_key_base_term(key, &k);
        curve_sum(curve, &point, &term, 1);
        curve_scalar_from_x(curve, &r, &point);
        curve_scalar_multiply(curve, &s, &key->d, &r);
        curve_scalar_add(curve, &s, &s, &e);
        curve_scalar_inverse(curve, &inverse, &k);
        curve_scalar_multiply(curve, &s, &s, &inverse);
    } while (curve_scalar_is_zero(&r) || curve_scalar_is_zero(&s));
    curve_scalar_store(curve, signature, &r);
    curve_scalar_store(curve, signature + curve->order_size, &s);
    wipe(&k, sizeof k);
    wipe(&inverse, sizeof inverse);
    return STATUS_OK;
}

static enum status verify(void *context, const uint8_t *message, size_t message_size, const uint8_t *signature,
                          size_t signature_size)
{
    const struct curve_key *key = context;
    const struct curve *curve = &key->curve;
    struct curve_scalar e, r, s, u1, u2;
    uint8_t buffer[DIGEST_SIZE_MAX];
    const uint8_t *digest;
    size_t digest_size;

    if (!key->has_public)
        return STATUS_BAD_PARAMETER;
    if (signature_size != 2 * curve->order_size)
        return STATUS_REJECTED;
    curve_scalar_load_exactly(&r, signature, curve->order_size);
    curve_scalar_load_exactly(&s, signature + curve->order_size, curve->order_size);
    if (curve_scalar_is_zero(&r) || !curve_scalar_below_order(curve, &r) || curve_scalar_is_zero(&s) ||
        !curve_scalar_below_order(curve, &s))
        return STATUS_REJECTED;
    enum status status = curve_key_digest(key, message, message_size, buffer, &digest, &digest_size);
    if (status != STATUS_OK)
        return status;
    curve_scalar_leftmost(curve, &e, digest, digest_size, curve->order_bits);
    curve_scalar_inverse(curve, &s, &s);
    curve_scalar_multiply(curve, &u1, &e, &s);
    curve_scalar_multiply(curve, &u2, &r, &s);
    const struct curve_term terms[2] = {curve_key_base_term(key, &u1), curve_key_public_term(key, &u2)};
    return curve_sum_has_x(curve, terms, 2, &r) ? STATUS_OK : STATUS_REJECTED;
}

const struct signature_ops native_ecdsa = {
    .ops = CURVE_KEY_OPS,
    .set_key = set_key,
    .precompute = curve_key_precompute,
    .sign = sign,
    .verify = verify,
};

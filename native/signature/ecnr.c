/* SPDX-License-Identifier: MIT */
/*
 * Nyberg-Rueppel signatures over curves: ECNR of IEEE P1363, and its raw form of 1998.
 *
 * r = (x(kG) + e) mod n, s = (k - d r) mod n.  With a hash, e is the whole digest where it is shorter than n, else its
 * leftmost bits, one fewer than n has.  Without one (1998) e is the message as a number, modulo n.  The signature is
 * r and s as bytes of n, one after the other.  One whose kG comes out at infinity is refused.
 *
 * Reads variant->option: the curve, and variant->base: the hash.  Key fields: native/curve/key.h.
 * Draws: k, as many bytes as n has, its excess high bits cleared, again while it is not in 1 .. n - 1 or r is 0.
 * Variable-time, signing too.  Wiped: k.
 */
#include "native/common/bytes.h"
#include "native/curve/key.h"
#include "native/native.h"
#include "native/public_key/key.h"

static enum status encode(const struct curve_key *key, struct curve_scalar *e, const uint8_t *message, size_t size)
{
    const struct curve *curve = &key->curve;
    uint8_t buffer[DIGEST_SIZE_MAX];
    const uint8_t *digest;
    size_t digest_size;

    enum status status = curve_key_digest(key, message, size, buffer, &digest, &digest_size);
    if (status != STATUS_OK)
        return status;
    if (key->variant->base == NULL || 8 * digest_size < curve->order_bits)
        curve_scalar_load(curve, e, digest, digest_size);
    else
        curve_scalar_leftmost(curve, e, digest, digest_size, curve->order_bits - 1);
    return STATUS_OK;
}

static enum status sign(void *context, const uint8_t *message, size_t message_size, struct rng *rng,
                        uint8_t *signature, size_t *signature_size)
{
    const struct curve_key *key = context;
    const struct curve *curve = &key->curve;
    struct curve_scalar e, k, r, s;

    if (!key->has_private)
        return STATUS_BAD_PARAMETER;
    enum status status = take_capacity(signature_size, 2 * curve->order_size);
    if (status == STATUS_OK)
        status = encode(key, &e, message, message_size);
    if (status != STATUS_OK)
        return status;
    do {
        struct curve_point point;
        status = curve_scalar_draw(curve, &k, 1, rng);
        if (status != STATUS_OK)
            return status;
        struct curve_term term = curve_key_base_term(key, &k);
        curve_sum(curve, &point, &term, 1);
        curve_scalar_from_x(curve, &r, &point);
        curve_scalar_add(curve, &r, &r, &e);
    } while (curve_scalar_is_zero(&r));
    curve_scalar_multiply(curve, &s, &key->d, &r);
    curve_scalar_subtract(curve, &s, &k, &s);
    curve_scalar_store(curve, signature, &r);
    curve_scalar_store(curve, signature + curve->order_size, &s);
    wipe(&k, sizeof k);
    return STATUS_OK;
}

static enum status verify(void *context, const uint8_t *message, size_t message_size, const uint8_t *signature,
                          size_t signature_size)
{
    const struct curve_key *key = context;
    const struct curve *curve = &key->curve;
    struct curve_scalar e, r, s, x;

    if (!key->has_public)
        return STATUS_BAD_PARAMETER;
    if (signature_size != 2 * curve->order_size)
        return STATUS_REJECTED;
    curve_scalar_load_exactly(&r, signature, curve->order_size);
    curve_scalar_load_exactly(&s, signature + curve->order_size, curve->order_size);
    if (curve_scalar_is_zero(&r) || !curve_scalar_below_order(curve, &r) || !curve_scalar_below_order(curve, &s))
        return STATUS_REJECTED;
    enum status status = encode(key, &e, message, message_size);
    if (status != STATUS_OK)
        return status;
    const struct curve_term terms[2] = {curve_key_base_term(key, &s), curve_key_public_term(key, &r)};
    curve_scalar_subtract(curve, &x, &r, &e);
    return curve_sum_has_x(curve, terms, 2, &x) ? STATUS_OK : STATUS_REJECTED;
}

const struct signature_ops native_ecnr = {
    .ops = CURVE_KEY_OPS,
    .set_key = curve_key_set,
    .precompute = curve_key_precompute,
    .sign = sign,
    .verify = verify,
};

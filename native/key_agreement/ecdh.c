/* SPDX-License-Identifier: MIT */
/*
 * Diffie-Hellman over curves, without and with cofactor multiplication: ECSVDP-DH and ECSVDP-DHC of IEEE P1363, NIST
 * SP 800-56A section 5.7.1.2.
 *
 * z = x(c a B), c the cofactor or 1, in the bytes of a field element.  Private keys: numbers in 1 .. n - 1, as bytes
 * of n. Public keys: 04 x y.  Refuses public keys that are no such points, and a shared point at infinity
 * (STATUS_REJECTED); points outside the base point's group are accepted, which is what the cofactor is for.
 *
 * Reads variant->option: the curve, plus OPTION_COFACTOR.  Parameters: none for a named curve, else native/curve/key.h.
 * Draws: the private key, as many bytes as n has, its excess high bits cleared, again while it is not in 1 .. n - 1.
 * Variable-time.  Wiped: scalars and the shared point.
 */
#include "native/common/bytes.h"
#include "native/bignum/bignum.h"
#include "native/curve/key.h"
#include "native/native.h"

static struct key_agreement_sizes sizes(const void *context)
{
    const struct curve *curve = &((const struct curve_key *)context)->curve;

    return (struct key_agreement_sizes){curve->order_size, 1 + 2 * curve->field_size, curve->field_size};
}

static enum status generate_key(void *context, struct rng *rng, uint8_t *private_key, uint8_t *public_key)
{
    const struct curve_key *key = context;
    struct curve_scalar k;
    struct curve_point point;

    if (!key->has_curve)
        return STATUS_BAD_PARAMETER;
    enum status status = curve_scalar_draw(&key->curve, &k, 1, rng);
    if (status != STATUS_OK)
        return status;
    struct curve_term term = curve_key_base_term(key, &k);
    curve_sum(&key->curve, &point, &term, 1);
    curve_scalar_store(&key->curve, private_key, &k);
    curve_encode_point(&key->curve, public_key, &point);
    wipe(&k, sizeof k);
    return STATUS_OK;
}

static enum status public_key(void *context, const uint8_t *private_key, uint8_t *out)
{
    const struct curve_key *key = context;
    struct curve_scalar k;
    struct curve_point point;

    if (!key->has_curve)
        return STATUS_BAD_PARAMETER;
    curve_scalar_load_exactly(&k, private_key, key->curve.order_size);
    if (curve_scalar_is_zero(&k) || !curve_scalar_below_order(&key->curve, &k))
        return STATUS_BAD_PARAMETER;
    struct curve_term term = curve_key_base_term(key, &k);
    curve_sum(&key->curve, &point, &term, 1);
    curve_encode_point(&key->curve, out, &point);
    wipe(&k, sizeof k);
    return STATUS_OK;
}

static enum status derive(void *context, const struct agreement *agreement, uint8_t *shared_secret)
{
    const struct curve_key *key = context;
    const struct curve *curve = &key->curve;
    struct curve_scalar k;
    struct curve_point peer, shared;

    if (!key->has_curve)
        return STATUS_BAD_PARAMETER;
    curve_scalar_load_exactly(&k, agreement->private_key, curve->order_size);
    if (curve_scalar_is_zero(&k) || !curve_scalar_below_order(curve, &k))
        return STATUS_BAD_PARAMETER;
    if (!curve_key_decode_point(key, &peer, agreement->peer_public_key))
        return STATUS_REJECTED;
    if (key->variant->option & OPTION_COFACTOR) {
        limb cofactor = curve->cofactor, product[CURVE_SCALAR_LIMBS + 1];
        big_multiply(product, k.v, CURVE_SCALAR_LIMBS, &cofactor, 1);
        big_copy(k.v, product, CURVE_SCALAR_LIMBS); /* cofactor * order is about the field's size */
    }
    curve_multiply(curve, &shared, &k, &peer);
    enum status status = shared.infinity ? STATUS_REJECTED : STATUS_OK;
    if (status == STATUS_OK)
        curve_encode(curve, shared_secret, &shared.x);
    wipe(&k, sizeof k);
    wipe(&shared, sizeof shared);
    return status;
}

const struct key_agreement_ops native_ecdh = {
    .ops = CURVE_KEY_OPS,
    .set_key = curve_key_set,
    .precompute = curve_key_precompute,
    .sizes = sizes,
    .generate_key = generate_key,
    .public_key = public_key,
    .derive = derive,
};

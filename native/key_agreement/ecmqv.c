/* SPDX-License-Identifier: MIT */
/*
 * Menezes-Qu-Vanstone over curves with cofactor multiplication, ECSVDP-MQVC of IEEE P1363.
 *
 * Static pair (s, W = sG), ephemeral pair (u, V = uG), the other side's W', V'.  m(V) = h + (x(V) mod h) with h =
 * 2^((bits(n) + 1) / 2); e = (m(V) s + u) mod n, t = m(V'); z = x((c e) V' + (c (e t mod n)) W'), c the cofactor: one
 * double multiplication.  Encodings and refusals as in ecdh.c.
 *
 * Reads variant->option: the curve.  Parameters: none for a named curve, else native/curve/key.h.
 * Draws (generate_key): the private key, as many bytes as n has, its excess high bits cleared, again while it is not in
 * 1 .. n - 1; the static and the ephemeral pair are two such keys.
 * Variable-time.  Wiped: scalars and the shared point.
 */
#include "native/bignum/bignum.h"
#include "native/common/bytes.h"
#include "native/curve/key.h"
#include "native/native.h"

/* m(V) */
static void half_of(const struct curve *curve, struct curve_scalar *r, const struct curve_point *v)
{
    uint8_t x[CURVE_BYTES_MAX];
    unsigned bits = (curve->order_bits + 1) / 2;

    curve_encode(curve, x, &v->x);
    curve_scalar_load_exactly(r, x, curve->field_size);
    for (unsigned i = 0; i < CURVE_SCALAR_LIMBS; i++) {
        unsigned low = i * WIDE_LIMB_BITS;
        if (bits <= low)
            r->v[i] = 0;
        else if (bits - low < WIDE_LIMB_BITS)
            r->v[i] &= ((limb)1 << (bits - low)) - 1;
    }
    r->v[bits / WIDE_LIMB_BITS] |= (limb)1 << bits % WIDE_LIMB_BITS;
}

/* r = c a, not reduced */
static void times_cofactor(const struct curve *curve, struct curve_scalar *r, const struct curve_scalar *a)
{
    limb cofactor = curve->cofactor, product[CURVE_SCALAR_LIMBS + 1];

    big_multiply(product, a->v, CURVE_SCALAR_LIMBS, &cofactor, 1);
    big_copy(r->v, product, CURVE_SCALAR_LIMBS);
}

static enum status derive(void *context, const struct agreement *agreement, uint8_t *shared_secret)
{
    const struct curve_key *key = context;
    const struct curve *curve = &key->curve;
    struct curve_scalar s, u, e, t;
    struct curve_point own, peer, peer_ephemeral, shared;

    if (!key->has_curve)
        return STATUS_BAD_PARAMETER;
    curve_scalar_load_exactly(&s, agreement->private_key, curve->order_size);
    curve_scalar_load_exactly(&u, agreement->ephemeral_private_key, curve->order_size);
    if (curve_scalar_is_zero(&s) || !curve_scalar_below_order(curve, &s) || curve_scalar_is_zero(&u) ||
        !curve_scalar_below_order(curve, &u) || !curve_key_decode_point(key, &own, agreement->ephemeral_public_key))
        return STATUS_BAD_PARAMETER;
    if (!curve_key_decode_point(key, &peer, agreement->peer_public_key) ||
        !curve_key_decode_point(key, &peer_ephemeral, agreement->peer_ephemeral_public_key))
        return STATUS_REJECTED;
    half_of(curve, &e, &own);
    half_of(curve, &t, &peer_ephemeral);
    curve_scalar_multiply(curve, &e, &e, &s);
    curve_scalar_add(curve, &e, &e, &u);
    curve_scalar_multiply(curve, &t, &t, &e);
    times_cofactor(curve, &e, &e);
    times_cofactor(curve, &t, &t);
    const struct curve_term terms[2] = {{&e, &peer_ephemeral, NULL}, {&t, &peer, NULL}};
    curve_sum(curve, &shared, terms, 2);
    enum status status = shared.infinity ? STATUS_REJECTED : STATUS_OK;
    if (status == STATUS_OK)
        curve_encode(curve, shared_secret, &shared.x);
    wipe(&s, sizeof s);
    wipe(&u, sizeof u);
    wipe(&e, sizeof e);
    wipe(&t, sizeof t);
    wipe(&shared, sizeof shared);
    return status;
}

static struct key_agreement_sizes sizes(const void *context)
{
    return native_ecdh.sizes(context);
}

static enum status generate_key(void *context, struct rng *rng, uint8_t *private_key, uint8_t *public_key)
{
    return native_ecdh.generate_key(context, rng, private_key, public_key);
}

static enum status public_key(void *context, const uint8_t *private_key, uint8_t *out)
{
    return native_ecdh.public_key(context, private_key, out);
}

const struct key_agreement_ops native_ecmqv = {
    .ops = CURVE_KEY_OPS,
    .set_key = curve_key_set,
    .precompute = curve_key_precompute,
    .sizes = sizes,
    .generate_key = generate_key,
    .public_key = public_key,
    .derive = derive,
};

/* SPDX-License-Identifier: MIT */
/*
 * Ed25519, RFC 8032 section 5.1: signatures of 64 bytes, R and S.
 *
 * Verification checks that the encoding of S B - k A is R, without the cofactor, and refuses S of the group's order or
 * above.  A public key that is no canonical encoding of a point is refused with the key.
 *
 * Reads no variant field.  Key fields, strings of 32 bytes: private, the seed, and public; either may be missing, and a
 * public key is computed or must agree.  Draws: none.
 * Signing is constant-time, verification is not.  Wiped: what depends on the seed.
 */
#include <string.h>

#include "native/bignum/bignum.h"
#include "native/common/bytes.h"
#include "native/curve/edwards25519.h"
#include "native/hash/merkle_damgard.h"
#include "native/native.h"
#include "native/public_key/key.h"

enum { HALF = 32, SIGNATURE_SIZE = 64, DIGEST_SIZE = 64, ORDER_LIMBS = 256 / WIDE_LIMB_BITS };

/* 2^252 + 27742317777372353535851937790883648493, big-endian */
static const uint8_t order_bytes[HALF] = {0x10, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
                                          0x00, 0x00, 0x00, 0x00, 0x00, 0x14, 0xde, 0xf9, 0xde, 0xa2, 0xf7,
                                          0x9c, 0xd6, 0x58, 0x12, 0x63, 0x1a, 0x5c, 0xf5, 0xd3, 0xed};

struct ed25519 {
    struct edwards_base base;
    struct modulus order;
    int has_public, has_private;
    uint8_t scalar[HALF], prefix[HALF], public_key[HALF];
    struct edwards_point minus_a;
};

static void sha512_3(uint8_t digest[DIGEST_SIZE], const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                     const uint8_t *c, size_t c_size)
{
    static const struct variant plain = {0};
    struct md_context context = {0};

    (void)native_sha512.ops.setup(&context, &plain);
    (void)native_sha512.init(&context);
    (void)native_sha512.update(&context, a, a_size);
    (void)native_sha512.update(&context, b, b_size);
    (void)native_sha512.update(&context, c, c_size);
    (void)native_sha512.final(&context, digest);
    wipe(&context, sizeof context);
}

static void load(limb r[ORDER_LIMBS], const uint8_t bytes[HALF])
{
    for (size_t i = 0; i < ORDER_LIMBS; i++) {
        r[i] = 0;
        for (size_t j = WIDE_LIMB_BITS / 8; j-- > 0;)
            r[i] = (limb)(r[i] << 7 << 1) | bytes[i * (WIDE_LIMB_BITS / 8) + j];
    }
}

static void store(uint8_t bytes[HALF], const limb a[ORDER_LIMBS])
{
    for (size_t i = 0; i < HALF; i++)
        bytes[i] = (uint8_t)(a[i / (WIDE_LIMB_BITS / 8)] >> 8 * (i % (WIDE_LIMB_BITS / 8)));
}

/* A digest modulo the order: high 2^256 + low, both brought below it by Montgomery multiplications. */
static void reduce(limb r[ORDER_LIMBS], const uint8_t digest[DIGEST_SIZE], const struct modulus *order)
{
    limb low[ORDER_LIMBS], high[ORDER_LIMBS];

    load(low, digest);
    load(high, digest + HALF);
    mont_enter(low, low, order);
    mont_leave(low, low, order);
    mont_enter(high, high, order); /* R = 2^256 */
    mod_add(r, low, high, order);
    wipe(low, sizeof low);
    wipe(high, sizeof high);
}

static enum status setup(void *context, const struct variant *variant)
{
    struct ed25519 *key = context;

    (void)variant;
    edwards_base_set(&key->base);
    return mod_set_bytes(&key->order, order_bytes, sizeof order_bytes);
}

static void teardown(void *context)
{
    wipe(context, sizeof(struct ed25519));
}

static enum status set_key(void *context, const struct key *fields, const char **bad_field)
{
    struct ed25519 *key = context;
    const struct field *seed = key_field(fields, "private"), *given = key_field(fields, "public");
    struct edwards_point a;

    key->has_public = key->has_private = 0;
    if (seed != NULL) {
        uint8_t digest[DIGEST_SIZE];
        if (seed->size != HALF)
            return key_refuse(bad_field, "private");
        sha512_3(digest, seed->value, HALF, NULL, 0, NULL, 0);
        digest[0] &= 248;
        digest[31] = (uint8_t)((digest[31] & 127) | 64);
        memcpy(key->scalar, digest, HALF);
        memcpy(key->prefix, digest + HALF, HALF);
        wipe(digest, sizeof digest);
        edwards_multiply_base(&a, key->scalar, &key->base);
        edwards_encode(key->public_key, &a);
        if (given != NULL && (given->size != HALF || memcmp(given->value, key->public_key, HALF) != 0))
            return key_refuse(bad_field, "public");
    } else if (given != NULL) {
        if (given->size != HALF)
            return key_refuse(bad_field, "public");
        memcpy(key->public_key, given->value, HALF);
    } else {
        return STATUS_OK;
    }
    if (!edwards_decode(&a, key->public_key))
        return key_refuse(bad_field, "public");
    edwards_negate(&key->minus_a, &a);
    key->has_public = 1;
    key->has_private = seed != NULL;
    return STATUS_OK;
}

static enum status sign(void *context, const uint8_t *message, size_t message_size, struct rng *rng,
                        uint8_t *signature, size_t *signature_size)
{
    const struct ed25519 *key = context;
    uint8_t digest[DIGEST_SIZE], nonce[HALF];
    limb r[ORDER_LIMBS], k[ORDER_LIMBS], s[ORDER_LIMBS];
    struct edwards_point point;

    (void)rng;
    if (!key->has_private)
        return STATUS_BAD_PARAMETER;
    enum status status = take_capacity(signature_size, SIGNATURE_SIZE);
    if (status != STATUS_OK)
        return status;
    sha512_3(digest, key->prefix, HALF, message, message_size, NULL, 0);
    reduce(r, digest, &key->order);
    store(nonce, r);
    edwards_multiply_base(&point, nonce, &key->base);
    edwards_encode(signature, &point);
    sha512_3(digest, signature, HALF, key->public_key, HALF, message, message_size);
    reduce(k, digest, &key->order);
    load(s, key->scalar);
    mont_enter(k, k, &key->order);
    mont_multiply(s, s, k, &key->order); /* the clamped scalar is below R, not below the order: k is */
    mod_add(s, s, r, &key->order);
    store(signature + HALF, s);
    wipe(digest, sizeof digest);
    wipe(nonce, sizeof nonce);
    wipe(r, sizeof r);
    wipe(s, sizeof s);
    wipe(&point, sizeof point);
    return STATUS_OK;
}

static enum status verify(void *context, const uint8_t *message, size_t message_size, const uint8_t *signature,
                          size_t signature_size)
{
    const struct ed25519 *key = context;
    uint8_t digest[DIGEST_SIZE], k_bytes[HALF], encoded[HALF];
    limb k[ORDER_LIMBS], s[ORDER_LIMBS];
    struct edwards_point point;

    if (!key->has_public)
        return STATUS_BAD_PARAMETER;
    if (signature_size != SIGNATURE_SIZE)
        return STATUS_REJECTED;
    load(s, signature + HALF);
    if (big_compare(s, key->order.m, ORDER_LIMBS) >= 0)
        return STATUS_REJECTED;
    sha512_3(digest, signature, HALF, key->public_key, HALF, message, message_size);
    reduce(k, digest, &key->order);
    store(k_bytes, k);
    edwards_multiply_double(&point, k_bytes, &key->minus_a, signature + HALF, &key->base);
    edwards_encode(encoded, &point);
    return memcmp(encoded, signature, HALF) == 0 ? STATUS_OK : STATUS_REJECTED;
}

const struct signature_ops native_ed25519 = {
    .ops = {.context_size = sizeof(struct ed25519), .setup = setup, .teardown = teardown},
    .set_key = set_key,
    .sign = sign,
    .verify = verify,
};

/* SPDX-License-Identifier: MIT */
/*
 * The native curve schemes by themselves: published vectors that need a fixed nonce or an iteration (RFC 6979, RFC 7748,
 * RFC 8032), signatures at the edges of their range, keys that must be refused, and points whose product is at infinity.
 * Built with 64-bit and with 32-bit limbs.
 */
#include "native/curve/key.h"
#include "tests/curve_cases.h"
#include "tests/random.h"
#include "tests/tap.h"

enum { CONTEXT_LIMIT = 64 * 1024 };

struct fixed {
    const uint8_t *bytes;
    size_t size;
};

static enum status fill_fixed(struct rng *rng, uint8_t *out, size_t size)
{
    struct fixed *fixed = rng->state;

    if (size > fixed->size)
        return STATUS_FAILED;
    memcpy(out, fixed->bytes, size);
    fixed->bytes += size;
    fixed->size -= size;
    return STATUS_OK;
}

static _Alignas(CONTEXT_ALIGNMENT) uint8_t contexts[2][CONTEXT_LIMIT];

static void *open_context(unsigned index, const struct ops *ops, const struct variant *variant)
{
    memset(contexts[index], 0, CONTEXT_LIMIT);
    assert_true(context_size_of(ops, variant) <= CONTEXT_LIMIT);
    assert_int_equal(ops->setup(contexts[index], variant), STATUS_OK);
    return contexts[index];
}

/* ---------------------------------------------------------------------------------------------- RFC 6979 */

static const struct variant plain = {0};

struct deterministic {
    unsigned curve;
    const struct hash_ops *hash;
    const char *d, *k, *r, *s;
};

/* Appendix A.2, message "sample". */
static const struct deterministic rfc6979[] = {
    {CURVE_P192, &native_sha256, "6fab034934e4c0fc9ae67f5b5659a9d7d1fefd187ee09fd4",
     "32b1b6d7d42a05cb449065727a84804fb1a3e34d8f261496", "4b0b8ce98a92866a2820e20aa6b75b56382e0f9bfd5ecb55",
     "ccdb006926ea9565cbadc840829d8c384e06de1f1e381b85"},
    {CURVE_P224, &native_sha256, "f220266e1105bfe3083e03ec7a3a654651f45e37167e88600bf257c1",
     "ad3029e0278f80643de33917ce6908c70a8ff50a411f06e41dedfcdc",
     "61aa3da010e8e8406c656bc477a7a7189895e7e840cdfe8ff42307ba",
     "bc814050dab5d23770879494f9e0a680dc1af7161991bde692b10101"},
    {CURVE_P256, &native_sha256, "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721",
     "a6e3c57dd01abe90086538398355dd4c3b17aa873382b0f24d6129493d8aad60",
     "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716",
     "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"},
    /* a hash longer than the order */
    {CURVE_P256, &native_sha512, "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721",
     "5fa81c63109badb88c1f367b47da606da28cad69aa22c4fe6ad7df73a7173aa5",
     "8496a60b5e9b47c825488827e0495b0e3fa109ec4568fd3f8d1097678eb97f00",
     "2362ab1adbe2b8adf9cb9edab740ea6049c028114f2460f96554f61fae3302fe"},
};

static void test_rfc6979(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rfc6979 / sizeof rfc6979[0]; i++) {
        const struct deterministic *t = &rfc6979[i];
        const struct variant variant = {.option = t->curve, .base = &t->hash->ops, .base_variant = &plain};
        uint8_t d[80], k[80], expected[160], signature[160];
        const struct field field = {"d", d, from_hex(d, t->d)};
        const struct key key = {&field, 1};
        struct fixed fixed = {k, from_hex(k, t->k)};
        struct rng rng = {fill_fixed, &fixed};
        size_t size = sizeof signature, half = from_hex(expected, t->r);
        void *context = open_context(0, &native_ecdsa.ops, &variant);

        from_hex(expected + half, t->s);
        for (int tables = 0; tables < 2; tables++) {
            assert_int_equal(native_ecdsa.set_key(context, &key, NULL), STATUS_OK);
            if (tables)
                assert_int_equal(native_ecdsa.precompute(context), STATUS_OK);
            fixed = (struct fixed){k, half};
            size = sizeof signature;
            assert_int_equal(native_ecdsa.sign(context, (const uint8_t *)"sample", 6, &rng, signature, &size), STATUS_OK);
            assert_int_equal(size, 2 * half);
            assert_memory_equal(signature, expected, size);
            assert_int_equal(native_ecdsa.verify(context, (const uint8_t *)"sample", 6, signature, size), STATUS_OK);
            assert_int_equal(native_ecdsa.verify(context, (const uint8_t *)"Sample", 6, signature, size),
                             STATUS_REJECTED);
        }
    }
}

/* ------------------------------------------------------------------------------------ RFC 7748, RFC 8032 */

static void test_x25519(void **state)
{
    static const char *const vectors[][3] = {
        {"a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
         "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
         "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"},
        {"4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d", /* the top bit of u is set */
         "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
         "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"},
    };
    (void)state;
    void *context = open_context(0, &native_x25519.ops, &plain);
    uint8_t k[32], u[32], out[32], expected[32];
    const struct agreement agreement = {.private_key = k, .peer_public_key = u};

    for (size_t i = 0; i < 2; i++) {
        from_hex(k, vectors[i][0]);
        from_hex(u, vectors[i][1]);
        from_hex(expected, vectors[i][2]);
        assert_int_equal(native_x25519.derive(context, &agreement, out), STATUS_OK);
        assert_memory_equal(out, expected, 32);
    }
    memset(k, 0, 32);
    k[0] = 9;
    memcpy(u, k, 32);
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(native_x25519.derive(context, &agreement, out), STATUS_OK);
        if (memcmp(u, (const uint8_t[32]){9}, 32) == 0) { /* the same by the tables of the base point */
            assert_int_equal(native_x25519.public_key(context, k, expected), STATUS_OK);
            assert_memory_equal(out, expected, 32);
        }
        memcpy(u, k, 32);
        memcpy(k, out, 32);
        if (i == 0) {
            from_hex(expected, "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079");
            assert_memory_equal(k, expected, 32);
        }
    }
    from_hex(expected, "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51");
    assert_memory_equal(k, expected, 32);

    /* points of small order: 0, 1 and those modulo p; -1; and a number above p that is none of them */
    static const char *const refused[] = {
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        from_hex(u, refused[i]);
        assert_int_equal(native_x25519.derive(context, &agreement, out), STATUS_REJECTED);
    }
    memset(u, 0, 32);
    u[0] = 9;
    assert_int_equal(native_x25519.derive(context, &agreement, expected), STATUS_OK);
    memset(u, 0xff, 32);
    u[0] = 0xf6; /* p + 9 */
    assert_int_equal(native_x25519.derive(context, &agreement, out), STATUS_OK);
    assert_memory_equal(out, expected, 32);
}

static void test_ed25519(void **state)
{
    static const char *const vectors[][4] = {
        {"9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
         "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
         "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24"
         "655141438e7a100b"},
        {"4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
         "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
         "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aee"
         "b00d291612bb0c00"},
        {"c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
         "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
         "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28d"
         "c027beceea1ec40a"},
    };
    static const uint8_t order[32] = {0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7,
                                      0xa2, 0xde, 0xf9, 0xde, 0x14, 0,    0,    0,    0,    0,    0,
                                      0,    0,    0,    0,    0,    0,    0,    0,    0,    0x10};
    (void)state;
    void *context = open_context(0, &native_ed25519.ops, &plain);
    uint8_t seed[32], public_key[32], message[8], expected[64], signature[64];
    const char *bad_field = NULL;

    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        const struct field fields[2] = {{"private", seed, from_hex(seed, vectors[i][0])},
                                        {"public", public_key, from_hex(public_key, vectors[i][1])}};
        const struct key both = {fields, 2}, public_alone = {fields + 1, 1};
        size_t message_size = from_hex(message, vectors[i][2]), size = sizeof signature;
        from_hex(expected, vectors[i][3]);
        assert_int_equal(native_ed25519.set_key(context, &both, NULL), STATUS_OK);
        assert_int_equal(native_ed25519.sign(context, message, message_size, NULL, signature, &size), STATUS_OK);
        assert_int_equal(size, 64);
        assert_memory_equal(signature, expected, 64);
        assert_int_equal(native_ed25519.set_key(context, &public_alone, NULL), STATUS_OK);
        assert_int_equal(native_ed25519.verify(context, message, message_size, signature, 64), STATUS_OK);
        assert_int_equal(native_ed25519.sign(context, message, message_size, NULL, signature, &size),
                         STATUS_BAD_PARAMETER);

        /* S + the order says the same equation, and is refused */
        unsigned carry = 0;
        for (size_t j = 0; j < 32; j++) {
            carry += signature[32 + j] + order[j];
            signature[32 + j] = (uint8_t)carry;
            carry >>= 8;
        }
        assert_int_equal(native_ed25519.verify(context, message, message_size, signature, 64), STATUS_REJECTED);
        for (size_t j = 0; j < 64; j++) {
            memcpy(signature, expected, 64);
            signature[j] ^= (uint8_t)(1 << j % 8);
            assert_int_equal(native_ed25519.verify(context, message, message_size, signature, 64), STATUS_REJECTED);
        }
        assert_int_equal(native_ed25519.verify(context, message, message_size, expected, 63), STATUS_REJECTED);
    }
    for (int i = 0; i < 16; i++) { /* points with an x of either sign */
        const struct field field = {"private", memset(seed, i, sizeof seed), sizeof seed};
        const struct key key = {&field, 1};
        size_t size = sizeof signature;
        assert_int_equal(native_ed25519.set_key(context, &key, NULL), STATUS_OK);
        assert_int_equal(native_ed25519.sign(context, NULL, 0, NULL, signature, &size), STATUS_OK);
        assert_int_equal(native_ed25519.verify(context, NULL, 0, signature, size), STATUS_OK);
    }
    static const char *const no_points[] = {
        "0200000000000000000000000000000000000000000000000000000000000000", /* no x */
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", /* y = p + 1 */
        "0100000000000000000000000000000000000000000000000000000000000080", /* x = 0 with its sign */
    };
    for (size_t i = 0; i < sizeof no_points / sizeof no_points[0]; i++) {
        const struct field field = {"public", public_key, from_hex(public_key, no_points[i])};
        const struct key key = {&field, 1};
        assert_int_equal(native_ed25519.set_key(context, &key, &bad_field), STATUS_BAD_PARAMETER);
        assert_string_equal(bad_field, "public");
    }
}

/* -------------------------------------------------------------------------------- edges of the signatures */

static void test_signature_edges(void **state)
{
    static const unsigned curves[] = {CURVE_GFP168, CURVE_GF2N155, CURVE_P256, CURVE_P521, CURVE_SECT163R2};
    uint64_t seed = 2;
    struct rng rng = {fill_random, &seed};
    (void)state;
    for (size_t i = 0; i < sizeof curves / sizeof curves[0]; i++) {
        for (int nr = 0; nr < 2; nr++) {
            const struct signature_ops *ops = nr ? &native_ecnr : &native_ecdsa;
            const struct variant variant = {.option = curves[i], .base = &native_sha1.ops, .base_variant = &plain};
            const uint8_t d = 123;
            const struct field field = {"d", &d, 1};
            const struct key key = {&field, 1};
            uint8_t signature[160], edge[160], order[80];
            size_t size = sizeof signature;
            void *context = open_context(0, &ops->ops, &variant);
            assert_int_equal(ops->set_key(context, &key, NULL), STATUS_OK);
            assert_int_equal(ops->sign(context, NULL, 0, &rng, signature, &size), STATUS_OK);
            assert_int_equal(ops->verify(context, NULL, 0, signature, size), STATUS_OK);
            const struct curve *curve = &((struct curve_key *)context)->curve;
            curve_scalar_store(curve, order, &curve->order);
            const size_t half = size / 2;
            for (size_t part = 0; part < 2; part++) {
                for (int delta = -1; delta <= 2; delta++) {
                    memcpy(edge, signature, size);
                    if (delta == 2) { /* 0 */
                        memset(edge + part * half, 0, half);
                    } else { /* order - 1, order, order + 1: the orders end in a byte that takes it */
                        memcpy(edge + part * half, order, half);
                        edge[part * half + half - 1] = (uint8_t)(edge[part * half + half - 1] + delta);
                    }
                    assert_int_equal(ops->verify(context, NULL, 0, edge, size), STATUS_REJECTED);
                }
            }
            memcpy(edge, signature, half);
            memcpy(edge + half, signature, half);
            assert_int_equal(ops->verify(context, NULL, 0, edge, size), STATUS_REJECTED);
            assert_int_equal(ops->verify(context, NULL, 0, signature, size - 1), STATUS_REJECTED);
            size = 2 * half - 1;
            assert_int_equal(ops->sign(context, NULL, 0, &rng, edge, &size), STATUS_BAD_LENGTH);
            assert_int_equal(size, 2 * half);

            /* without a hash: the message is the digest, of any length */
            const struct variant raw = {.option = curves[i]};
            uint8_t digest[200];
            memset(digest, 0xff, sizeof digest);
            context = open_context(0, &ops->ops, &raw);
            assert_int_equal(ops->set_key(context, &key, NULL), STATUS_OK);
            for (size_t length = 0; length <= sizeof digest; length += 20) {
                size = sizeof signature;
                assert_int_equal(ops->sign(context, digest, length, &rng, signature, &size), STATUS_OK);
                assert_int_equal(ops->verify(context, digest, length, signature, size), STATUS_OK);
            }
        }
    }
}

/* r = e = 1 and s = -d: s G + r Q is at infinity, where there is no x that e could be added to. */
static void test_signature_at_infinity(void **state)
{
    (void)state;
    for (unsigned id = CURVE_GFP168; id < CURVE_COUNT; id++) {
        const struct variant variant = {.option = id};
        const uint8_t d = 123, message = 1;
        const int is_1998 = id == CURVE_GFP168_1998 || id == CURVE_GF2N155_1998;
        const struct field field = {is_1998 ? "d_1998" : "d", &d, 1};
        const struct key key = {&field, 1};
        uint8_t signature[160] = {0};
        struct curve_scalar s;
        void *context = open_context(0, &native_ecnr.ops, &variant);
        assert_int_equal(native_ecnr.set_key(context, &key, NULL), STATUS_OK);
        const struct curve *curve = &((struct curve_key *)context)->curve;
        scalar_of(&s, d);
        curve_scalar_subtract(curve, &s, &curve->order, &s);
        signature[curve->order_size - 1] = 1;
        curve_scalar_store(curve, signature + curve->order_size, &s);
        assert_int_equal(native_ecnr.verify(context, &message, 1, signature, 2 * curve->order_size), STATUS_REJECTED);
    }
}

/* -------------------------------------------------------------------------------------------------- keys */

static void assert_key_refused(const struct signature_ops *ops, void *context, const struct field *fields, size_t count,
                               const char *name)
{
    const struct key key = {fields, count};
    const char *bad_field = NULL;
    uint8_t signature[160];
    size_t size = sizeof signature;
    assert_int_equal(ops->set_key(context, &key, &bad_field), STATUS_BAD_PARAMETER);
    assert_string_equal(bad_field, name);
    assert_int_equal(ops->sign(context, NULL, 0, NULL, signature, &size), STATUS_BAD_PARAMETER);
    assert_int_equal(ops->verify(context, NULL, 0, signature, size), STATUS_BAD_PARAMETER);
}

static void test_keys(void **state)
{
    (void)state;
    for (unsigned id = CURVE_GFP168; id < CURVE_COUNT; id++) {
        const struct signature_ops *ops = &native_ecnr;
        const struct variant variant = {.option = id};
        const int is_1998 = id == CURVE_GFP168_1998 || id == CURVE_GF2N155_1998;
        const char *names[3] = {is_1998 ? "d_1998" : "d", is_1998 ? "q_1998_x" : "qx", is_1998 ? "q_1998_y" : "qy"};
        uint8_t d[80] = {0}, point[CURVE_POINT_BYTES_MAX], big[80], signature[160];
        struct curve_scalar five;
        struct curve_point q;
        size_t size = sizeof signature;
        void *context = open_context(0, &ops->ops, &variant);
        const struct curve *curve = &((struct curve_key *)context)->curve;
        const size_t l = curve->field_size, n = curve->order_size;
        memset(big, 0xff, sizeof big);
        scalar_of(&five, 5);
        curve_multiply(curve, &q, &five, &curve->base);
        curve_encode_point(curve, point, &q);
        curve_scalar_store(curve, d, &five);

        const struct field right[3] = {{names[0], d, n}, {names[1], point + 1, l}, {names[2], point + 1 + l, l}};
        const struct key whole = {right, 3}, private_alone = {right, 1}, public_alone = {right + 1, 2}, none = {right, 0};
        assert_int_equal(ops->set_key(context, &private_alone, NULL), STATUS_OK);
        assert_int_equal(ops->set_key(context, &public_alone, NULL), STATUS_OK);
        assert_int_equal(ops->sign(context, NULL, 0, NULL, signature, &size), STATUS_BAD_PARAMETER);
        assert_int_equal(ops->set_key(context, &none, NULL), STATUS_OK);
        assert_int_equal(ops->verify(context, NULL, 0, signature, 2 * n), STATUS_BAD_PARAMETER);

        /* the private key: another one's, 0, the order, longer than any */
        assert_int_equal(ops->set_key(context, &whole, NULL), STATUS_OK);
        d[n - 1] = 6;
        assert_key_refused(ops, context, right, 3, names[0]);
        d[n - 1] = 0;
        assert_key_refused(ops, context, right, 1, names[0]);
        curve_scalar_store(curve, d, &curve->order);
        assert_key_refused(ops, context, right, 1, names[0]);
        d[n - 1]--; /* no order ends in a byte of 0 */
        assert_int_equal(ops->set_key(context, &private_alone, NULL), STATUS_OK);
        const struct field long_d = {names[0], big, sizeof big};
        assert_key_refused(ops, context, &long_d, 1, names[0]);

        /* the public key: half of it, out of the field, off the curve, outside the base point's group */
        assert_key_refused(ops, context, right + 1, 1, names[2]);
        assert_key_refused(ops, context, right + 2, 1, names[1]);
        const struct field wide_x[2] = {{names[1], big, l + 1}, right[2]}, wide_y[2] = {right[1], {names[2], big, l + 1}};
        assert_key_refused(ops, context, wide_x, 2, names[1]);
        assert_key_refused(ops, context, wide_y, 2, names[2]);
        point[2 * l] ^= 1;
        assert_key_refused(ops, context, right + 1, 2, names[2]);
        if (curve->binary && curve->prime_order) {
            struct curve_element zero = {{0}};
            assert_true(curve_lift_x(curve, &q, &zero, 0)); /* of order 2 */
            curve_encode_point(curve, point, &q);
            assert_key_refused(ops, context, right + 1, 2, names[2]);
        }
    }
}

/* ECDSA divides by numbers modulo the order: those of 1998 are even, and that of (2, 7) here is 15. */
static void test_composite_orders(void **state)
{
    static const unsigned ids[] = {CURVE_GFP168_1998, CURVE_GF2N155_1998, CURVE_EXPLICIT};
    static const uint8_t bytes[][1] = {{17}, {3}, {1}, {2}, {7}, {15}, {1}, {5}};
    static const char *const names[] = {"p", "a", "b", "gx", "gy", "order", "cofactor", "d"};
    struct field fields[8];
    (void)state;
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        const struct variant variant = {.option = ids[i]};
        const uint8_t one = 1;
        for (size_t j = 0; j < 8; j++)
            fields[j] = (struct field){names[j], bytes[j], 1};
        if (ids[i] != CURVE_EXPLICIT)
            fields[0] = (struct field){"d_1998", &one, 1};
        const struct key key = {fields, ids[i] != CURVE_EXPLICIT ? 1 : 8};
        assert_key_refused(&native_ecdsa, open_context(0, &native_ecdsa.ops, &variant), fields, key.count, "order");
        assert_int_equal(native_ecnr.set_key(open_context(0, &native_ecnr.ops, &variant), &key, NULL), STATUS_OK);
    }
}

/* A ciphertext whose point is of order 2: with an even private key the shared point is at infinity. */
static void test_ciphertext_at_infinity(void **state)
{
    const struct variant variant = {.option = CURVE_GF2N155_1998};
    const uint8_t d = 2;
    const struct field field = {"d_1998", &d, 1};
    const struct key key = {&field, 1};
    uint8_t ciphertext[3 * 20 + 1], message[20], encoded[CURVE_POINT_BYTES_MAX];
    size_t size = sizeof message;
    struct curve_element zero = {{0}};
    struct curve_point two;
    (void)state;
    void *context = open_context(0, &native_ec_encryption_1998.ops, &variant);
    assert_int_equal(native_ec_encryption_1998.set_key(context, &key, NULL), STATUS_OK);
    const struct curve *curve = &((struct curve_key *)context)->curve;
    assert_true(curve_lift_x(curve, &two, &zero, 0));
    curve_encode_point(curve, encoded, &two);
    memset(ciphertext, 0, sizeof ciphertext);
    memcpy(ciphertext + 1, encoded + 1, 40);
    assert_int_equal(native_ec_encryption_1998.decrypt(context, ciphertext, sizeof ciphertext, message, &size),
                     STATUS_REJECTED);
}

/* ------------------------------------------------------------------------------------------- key agreement */

static void test_agreement_edges(void **state)
{
    uint64_t seed = 3;
    struct rng rng = {fill_random, &seed};
    (void)state;
    for (unsigned id = CURVE_GFP168; id < CURVE_COUNT; id++) {
        const struct variant variant = {.option = id | OPTION_COFACTOR};
        const struct key none = {NULL, 0};
        uint8_t private_key[80], peer[CURVE_POINT_BYTES_MAX] = {0}, own[CURVE_POINT_BYTES_MAX], z[2][80];
        uint8_t other[80];
        void *context = open_context(0, &native_ecdh.ops, &variant);
        assert_int_equal(native_ecdh.set_key(context, &none, NULL), STATUS_OK);
        const struct curve *curve = &((struct curve_key *)context)->curve;
        struct agreement agreement = {.private_key = private_key, .peer_public_key = peer};
        assert_int_equal(native_ecdh.generate_key(context, &rng, private_key, own), STATUS_OK);
        assert_int_equal(native_ecdh.derive(context, &agreement, z[0]), STATUS_REJECTED); /* infinity */
        assert_int_equal(native_ecdh.generate_key(context, &rng, other, peer), STATUS_OK);
        assert_int_equal(native_ecdh.derive(context, &agreement, z[0]), STATUS_OK);
        agreement = (struct agreement){.private_key = other, .peer_public_key = own};
        assert_int_equal(native_ecdh.derive(context, &agreement, z[1]), STATUS_OK);
        assert_memory_equal(z[0], z[1], curve->field_size);
        own[2 * curve->field_size] ^= 1; /* off the curve */
        assert_int_equal(native_ecdh.derive(context, &agreement, z[1]), STATUS_REJECTED);
        memset(other, 0, sizeof other);
        assert_int_equal(native_ecdh.derive(context, &agreement, z[1]), STATUS_BAD_PARAMETER);
        curve_scalar_store(curve, other, &curve->order);
        assert_int_equal(native_ecdh.derive(context, &agreement, z[1]), STATUS_BAD_PARAMETER);
        if (curve->binary && curve->cofactor % 2 == 0) { /* (0, sqrt(b)) has order 2: the cofactor takes it to infinity */
            struct curve_element zero = {{0}};
            struct curve_point two;
            assert_true(curve_lift_x(curve, &two, &zero, 0));
            curve_encode_point(curve, peer, &two);
            agreement = (struct agreement){.private_key = private_key, .peer_public_key = peer};
            assert_int_equal(native_ecdh.derive(context, &agreement, z[0]), STATUS_REJECTED);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rfc6979),
        cmocka_unit_test(test_x25519),
        cmocka_unit_test(test_ed25519),
        cmocka_unit_test(test_signature_edges),
        cmocka_unit_test(test_signature_at_infinity),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_composite_orders),
        cmocka_unit_test(test_ciphertext_at_infinity),
        cmocka_unit_test(test_agreement_edges),
    };
    return RUN_TAP(tests);
}

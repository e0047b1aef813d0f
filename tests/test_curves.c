/* SPDX-License-Identifier: MIT */
/*
 * The native curve schemes by themselves: published vectors that need a fixed nonce or an iteration (RFC 6979, RFC 7748,
 * RFC 8032), the group law where formulas have exceptions, encodings that must be refused, signatures at the edges of
 * their range, and domain parameters that are no curve.  Built with 64-bit and with 32-bit limbs.
 */
#include "native/curve/curve.h"
#include "native/curve/key.h"
#include "tests/tap.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONTEXT_LIMIT = 64 * 1024 };

/* --------------------------------------------------------------------------------------------- utilities */

/* An odd number of digits has a zero in front of it. */
static size_t from_hex(uint8_t *out, const char *hex)
{
    size_t length = strlen(hex), odd = length % 2, size = (length + 1) / 2;

    for (size_t i = 0; i < size; i++) {
        char digits[3] = {'0', '0', '\0'};
        for (size_t j = 0; j < 2; j++) {
            if (2 * i + j >= odd)
                digits[j] = hex[2 * i + j - odd];
        }
        out[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
    return size;
}

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

/* A small generator (SplitMix64) for random cases. */
static enum status fill_random(struct rng *rng, uint8_t *out, size_t size)
{
    uint64_t *state = rng->state;

    for (size_t i = 0; i < size; i++) {
        *state += UINT64_C(0x9e3779b97f4a7c15);
        uint64_t z = *state;
        z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
        out[i] = (uint8_t)(z >> 56);
    }
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

static void scalar_of(struct curve_scalar *r, limb value)
{
    memset(r, 0, sizeof *r);
    r->v[0] = value;
}

static void add(const struct curve *curve, struct curve_point *r, const struct curve_point *a,
                const struct curve_point *b)
{
    struct curve_scalar one;
    scalar_of(&one, 1);
    const struct curve_term terms[2] = {{&one, a, NULL}, {&one, b, NULL}};
    curve_sum(curve, r, terms, 2);
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

/* ------------------------------------------------------------------------------------------ the group law */

static void test_group_law(void **state)
{
    uint64_t seed = 1;
    struct rng rng = {fill_random, &seed};
    (void)state;
    for (unsigned id = CURVE_GFP168; id < CURVE_COUNT; id++) {
        for (unsigned vector_bits = 0; vector_bits <= 128; vector_bits += 128) {
            struct curve curve;
            struct curve_scalar k, l, n, sum;
            struct curve_point p, q, r, minus, infinity = {.infinity = 1};
            struct curve_table table;
            assert_int_equal(curve_named(&curve, id, vector_bits), STATUS_OK);
            assert_true(curve_contains(&curve, &curve.base));
            n = curve.order;
            curve_multiply(&curve, &r, &n, &curve.base);
            assert_true(r.infinity);
            n.v[0] |= 1; /* order + 1 where the order is even, the order itself elsewhere */
            curve_multiply(&curve, &r, &n, &curve.base);
            assert_true(curve.order.v[0] & 1 ? r.infinity : curve_equal(&curve, &r, &curve.base));

            for (int i = 0; i < (SANITIZED ? 3 : 8); i++) {
                assert_int_equal(curve_scalar_draw(&curve, &k, 1, &rng), STATUS_OK);
                assert_int_equal(curve_scalar_draw(&curve, &l, 1, &rng), STATUS_OK);
                if (i == 0)
                    scalar_of(&k, 1);
                if (i == 1)
                    scalar_of(&l, 2);
                curve_multiply(&curve, &p, &k, &curve.base);
                curve_multiply(&curve, &q, &l, &curve.base);
                curve_scalar_add(&curve, &sum, &k, &l);
                curve_multiply(&curve, &r, &sum, &curve.base);
                add(&curve, &p, &p, &q);
                assert_true(curve_contains(&curve, &p));
                assert_true(curve_equal(&curve, &p, &r));
                curve_negate(&curve, &minus, &p);
                add(&curve, &r, &p, &minus);
                assert_true(r.infinity);
                add(&curve, &r, &p, &infinity);
                assert_true(curve_equal(&curve, &r, &p));
                add(&curve, &r, &infinity, &infinity);
                assert_true(r.infinity);
                add(&curve, &r, &p, &p);
                scalar_of(&sum, 2);
                curve_multiply(&curve, &q, &sum, &p);
                assert_true(curve_equal(&curve, &r, &q));

                /* by table, and mixed with a point */
                curve_table_set(&curve, &table, &p);
                const struct curve_term by_table[2] = {{&k, NULL, &table}, {&l, &curve.base, NULL}};
                const struct curve_term by_points[2] = {{&k, &p, NULL}, {&l, &curve.base, NULL}};
                curve_sum(&curve, &q, by_table, 2);
                curve_sum(&curve, &r, by_points, 2);
                assert_true(curve_equal(&curve, &r, &q));

                /* both by table, the sum and each by itself */
                const struct curve_term by_tables[2] = {{&k, NULL, &table}, {&l, NULL, &table}};
                const struct curve_term one_by_one[2] = {{&k, &p, NULL}, {&l, &p, NULL}};
                struct curve_point each[2][2];
                curve_sum(&curve, &q, by_tables, 2);
                curve_sum(&curve, &r, one_by_one, 2);
                assert_true(curve_equal(&curve, &r, &q));
                curve_multiply_each(&curve, each[0], by_tables, 2);
                curve_multiply_each(&curve, each[1], one_by_one, 2);
                for (int j = 0; j < 2; j++) {
                    curve_multiply(&curve, &r, j == 0 ? &k : &l, &p);
                    assert_true(curve_equal(&curve, &r, &each[0][j]));
                    assert_true(curve_equal(&curve, &r, &each[1][j]));
                }
            }
        }
    }
}

/* Whether a curve before ID has the same field, and with it the same code and the same bounds of all that is stored. */
static bool has_field_before(const struct curve *curve, unsigned id)
{
    for (unsigned i = CURVE_GFP168; i < id; i++) {
        struct curve before;
        assert_int_equal(curve_named(&before, i, 0), STATUS_OK);
        if (before.binary == curve->binary && before.field_bits == curve->field_bits)
            return true;
    }
    return false;
}

/*
 * Sums by tables at their edges: positions without a point, equal and opposite tables, sums at infinity, scalars that are
 * as long as the windows and longer.
 */
static void test_table_edges(void **state)
{
    uint64_t seed = 5;
    struct rng rng = {fill_random, &seed};
    (void)state;
    for (unsigned id = CURVE_GFP168; id < CURVE_COUNT; id++) {
        for (unsigned vector_bits = 0; vector_bits <= 128; vector_bits += 128) {
            enum { SCALARS = 12, TABLES = 3 };
            static struct curve_table tables[TABLES];
            struct curve curve;
            struct curve_scalar k[SCALARS] = {{{0}}};
            struct curve_point points[TABLES], products[TABLES][SCALARS], each[2], sum, expected;
            assert_int_equal(curve_named(&curve, id, vector_bits), STATUS_OK);
            if (curve.field_bits > 192) /* nothing new, and slow */
                continue;
            if (SANITIZED && has_field_before(&curve, id))
                continue;
            points[0] = curve.base;
            curve_negate(&curve, &points[1], &curve.base);
            assert_int_equal(curve_scalar_draw(&curve, &k[0], 1, &rng), STATUS_OK);
            curve_multiply(&curve, &points[2], &k[0], &curve.base);
            for (limb i = 0; i < 5; i++)
                scalar_of(&k[i], i);
            k[5] = curve.order;
            k[5].v[0] -= 1;
            k[6] = curve.order;
            k[7] = curve.order;
            k[7].v[0] += 1;
            for (unsigned i = 0; i < 2; i++) /* all bits of the windows, and of positions that no window has */
                memset(k[8 + i].v, 0xff, curve.order_limbs * sizeof(limb) + 8 * i);
            assert_int_equal(curve_scalar_draw(&curve, &k[10], 1, &rng), STATUS_OK);
            curve_scalar_subtract(&curve, &k[11], &k[0], &k[10]);
            for (size_t t = 0; t < TABLES; t++) {
                curve_table_set(&curve, &tables[t], &points[t]);
                for (size_t i = 0; i < SCALARS; i++) {
                    const struct curve_term term = {&k[i], NULL, &tables[t]};
                    curve_multiply(&curve, &products[t][i], &k[i], &points[t]);
                    curve_sum(&curve, &sum, &term, 1);
                    assert_true(curve_equal(&curve, &sum, &products[t][i]));
                }
            }
            for (size_t n = 0; n < TABLES * SCALARS * SCALARS; n++) {
                const size_t t = n % TABLES, i = n / TABLES % SCALARS, j = n / TABLES / SCALARS;
                const struct curve_term terms[2] = {{&k[i], NULL, &tables[0]}, {&k[j], NULL, &tables[t]}};
                add(&curve, &expected, &products[0][i], &products[t][j]);
                curve_sum(&curve, &sum, terms, 2);
                assert_true(curve_equal(&curve, &sum, &expected));
                curve_multiply_each(&curve, each, terms, 2);
                assert_true(curve_equal(&curve, &each[0], &products[0][i]));
                assert_true(curve_equal(&curve, &each[1], &products[t][j]));
            }
        }
    }
}

/* Points of order 2 and 4 under the composite orders of 1998. */
static void test_small_orders(void **state)
{
    static const struct {
        unsigned id, order;
    } points[] = {{CURVE_GFP168_1998, 2}, {CURVE_GF2N155_1998, 2}, {CURVE_GF2N155_1998, 4}};
    uint64_t seed = 4;
    struct rng rng = {fill_random, &seed};
    (void)state;
    for (size_t width = 0; width < 2 * sizeof points / sizeof points[0]; width++) {
        const size_t i = width / 2;
        struct curve curve;
        struct curve_scalar k, l, part = {{0}};
        struct curve_point p, q, r, multiple = {.infinity = 1};
        struct curve_table table;
        assert_int_equal(curve_named(&curve, points[i].id, width % 2 != 0 ? 128 : 0), STATUS_OK);
        unsigned shift = points[i].order / 2;
        for (size_t j = 0; j < curve.order_limbs; j++)
            part.v[j] = curve.order.v[j] >> shift |
                        (j + 1 < curve.order_limbs ? curve.order.v[j + 1] << (WIDE_LIMB_BITS - shift) : 0);
        curve_multiply(&curve, &p, &part, &curve.base);
        assert_false(p.infinity);
        curve_table_set(&curve, &table, &p);
        for (limb m = 0; m < 40; m++) {
            scalar_of(&k, m);
            curve_multiply(&curve, &q, &k, &p);
            assert_true(curve_equal(&curve, &q, &multiple));
            const struct curve_term term = {&k, NULL, &table};
            curve_sum(&curve, &r, &term, 1);
            assert_true(curve_equal(&curve, &r, &multiple));
            assert_true(m % points[i].order != 0 || q.infinity);
            add(&curve, &multiple, &multiple, &p);
        }
        /* long scalars bring enough points of the table together to be added in pairs: all equal, opposite, or infinity */
        for (int j = 0; j < 64; j++) {
            assert_int_equal(curve_scalar_draw(&curve, &k, 1, &rng), STATUS_OK);
            assert_int_equal(curve_scalar_draw(&curve, &l, 1, &rng), STATUS_OK);
            struct curve_scalar rest;
            const struct curve_term by_tables[2] = {{&k, NULL, &table}, {&l, NULL, &table}};
            curve_sum(&curve, &r, by_tables, 2);
            scalar_of(&rest, (k.v[0] + l.v[0]) % points[i].order);
            curve_multiply(&curve, &q, &rest, &p);
            assert_true(curve_equal(&curve, &r, &q));
            struct curve_point each[2];
            curve_multiply_each(&curve, each, by_tables, 2);
            add(&curve, &q, &each[0], &each[1]);
            assert_true(curve_equal(&curve, &r, &q));
        }
    }
}

/* The digits of a scalar on a table add up to it, for windows of every length and scalars of every shape. */
static void test_table_picks(void **state)
{
    enum { BITS = CURVE_SCALAR_LIMBS * WIDE_LIMB_BITS, SHAPES = 8, POSITIONS = BITS + 96 };
    uint64_t seed = 11;
    struct rng rng = {fill_random, &seed};
    (void)state;
    for (unsigned window = 2; window <= 96; window += window < 40 ? 1 : 8) {
        for (unsigned shape = 0; shape < 4 * SHAPES; shape++) {
            struct curve_scalar k = {{0}};
            uint8_t bytes[BITS / 8];
            assert_int_equal(rng.fill(&rng, bytes, sizeof bytes), STATUS_OK);
            const size_t size = 1 + bytes[0] % sizeof bytes;
            switch (shape % SHAPES) {
            case 0: memset(bytes, 0, sizeof bytes); break;
            case 1: memset(bytes, 0xff, sizeof bytes); break;
            case 2: memset(bytes, 0xaa, sizeof bytes); break;
            case 3: memset(bytes, 0xdb, sizeof bytes); break;
            case 4: memset(bytes, 0, sizeof bytes), bytes[size - 1] = 0x80; break;
            case 5: memset(bytes, 0xff, sizeof bytes), bytes[size - 1] = 0xfe; break;
            default: break;
            }
            assert_true(curve_scalar_load_exactly(&k, bytes, shape < SHAPES ? sizeof bytes : size));
            for (unsigned width = 2; width <= 3; width++) {
                struct curve_picks picks;
                int sum[POSITIONS] = {0}, carry = 0;
                curve_table_picks(&picks, &k, window, width);
                assert_true(picks.count <= sizeof picks.pick / sizeof picks.pick[0]);
                for (size_t i = 0; i < picks.count; i++) {
                    const struct curve_pick *pick = &picks.pick[i];
                    const size_t point = pick->point / 2;
                    assert_true(pick->value == 1 || (width == 3 && pick->value == 3));
                    assert_true(point < CURVE_TABLE_POINTS);
                    assert_true(pick->position < window || point == CURVE_TABLE_POINTS - 1);
                    assert_true((size_t)pick->position + (pick->value == 3) < picks.length);
                    sum[point * window + pick->position] += pick->point % 2 != 0 ? -pick->value : pick->value;
                }
                for (size_t i = 0; i < POSITIONS; i++) {
                    const int digit = sum[i] + carry, bit = digit & 1;
                    carry = (digit - bit) / 2;
                    const limb expected = i < BITS ? k.v[i / WIDE_LIMB_BITS] >> i % WIDE_LIMB_BITS & 1 : 0;
                    assert_int_equal(bit, expected);
                }
                assert_int_equal(carry, 0);
            }
        }
    }
}

/* r = what the tables of two terms add up to, digit by digit and point by point. */
static void sum_by_digits(const struct curve *curve, struct curve_point *r, const struct curve_term terms[2])
{
    struct curve_picks picks[2];
    size_t top = 0;
    for (int t = 0; t < 2; t++) {
        curve_table_picks(&picks[t], terms[t].scalar, terms[t].table->window_bits, curve->binary ? 3 : 2);
        top = picks[t].length > top ? picks[t].length : top;
    }
    memset(r, 0, sizeof *r);
    r->infinity = 1;
    for (size_t position = top; position-- > 0;) {
        add(curve, r, r, r);
        for (int t = 0; t < 2; t++) {
            for (size_t i = 0; i < picks[t].count; i++) {
                const struct curve_pick *pick = &picks[t].pick[i];
                struct curve_point point = terms[t].table->points[pick->point / 2];
                if (pick->position != position)
                    continue;
                if (pick->point % 2 != 0)
                    curve_negate(curve, &point, &point);
                for (unsigned j = 0; j < pick->value; j++)
                    add(curve, r, r, &point);
            }
        }
    }
}

/* Tables of any points: a batch has pairs with a chord beside equal, opposite and infinite ones, and those in any number. */
static void test_batches(void **state)
{
    static const unsigned curves[] = {CURVE_GFP168, CURVE_GF2N155, CURVE_GF2N155_1998, CURVE_SECT163R2};
    enum { INFINITE, BASE, DOUBLE, OPPOSITE, ORDER_2, KINDS, CASES = 24 };
    uint64_t seed = 5;
    struct rng rng = {fill_random, &seed};
    (void)state;
    for (size_t i = 0; i < 2 * sizeof curves / sizeof curves[0]; i++) {
        struct curve curve;
        struct curve_point kinds[KINDS], r, expected, each[2];
        struct curve_table tables[2];
        struct curve_scalar k, l, none;
        assert_int_equal(curve_named(&curve, curves[i / 2], i % 2 != 0 ? 128 : 0), STATUS_OK);
        kinds[BASE] = curve.base;
        memset(&kinds[INFINITE], 0, sizeof kinds[INFINITE]);
        kinds[INFINITE].infinity = 1;
        add(&curve, &kinds[DOUBLE], &curve.base, &curve.base);
        curve_negate(&curve, &kinds[OPPOSITE], &curve.base);
        kinds[ORDER_2] = kinds[INFINITE];
        if (curve.binary) {
            const struct curve_element zero = {{0}};
            assert_true(curve_lift_x(&curve, &kinds[ORDER_2], &zero, 0));
        }
        for (unsigned n = 0; n < CASES; n += SANITIZED ? 3 : 1) { /* 3: each n % 8 once */
            for (int t = 0; t < 2; t++) {
                curve_table_set(&curve, &tables[t], &curve.base);
                for (size_t j = 0; j < CURVE_TABLE_POINTS; j++) { /* from none to all of the points are special */
                    uint8_t random[2];
                    assert_int_equal(rng.fill(&rng, random, sizeof random), STATUS_OK);
                    if (random[0] % CASES < n)
                        tables[t].points[j] = kinds[random[1] % KINDS];
                }
                if (!curve.binary)
                    curve_prime_table_set(&curve, &tables[t]);
            }
            assert_int_equal(curve_scalar_draw(&curve, &k, 1, &rng), STATUS_OK);
            assert_int_equal(curve_scalar_draw(&curve, &l, 1, &rng), STATUS_OK);
            for (unsigned j = 0; j < n % 8; j++) /* few digits: no pairs, one, two, .. */
                k.v[0] &= l.v[0] = l.v[0] * 5 + 1;
            if (n % 8 != 0)
                memset(k.v + 1, 0, sizeof k.v - sizeof k.v[0]);
            scalar_of(&none, 0);
            const struct curve_term terms[2] = {{&k, NULL, &tables[0]}, {&l, NULL, &tables[1]}};
            const struct curve_term first[2] = {{&k, NULL, &tables[0]}, {&none, NULL, &tables[1]}};
            const struct curve_term second[2] = {{&none, NULL, &tables[0]}, {&l, NULL, &tables[1]}};
            sum_by_digits(&curve, &expected, terms);
            curve_sum(&curve, &r, terms, 2);
            assert_true(curve_equal(&curve, &r, &expected));
            curve_multiply_each(&curve, each, terms, 2);
            sum_by_digits(&curve, &expected, first);
            assert_true(curve_equal(&curve, &each[0], &expected));
            curve_sum(&curve, &r, first, 1);
            assert_true(curve_equal(&curve, &r, &expected));
            sum_by_digits(&curve, &expected, second);
            assert_true(curve_equal(&curve, &each[1], &expected));
        }
    }
}

/* --------------------------------------------------------------------------------- the old curves' points */

static const char *text_of(const json_t *vector, const char *name)
{
    const char *text = json_string_value(json_object_get(vector, name));
    assert_non_null(text);
    return text;
}

static void element_of(const struct curve *curve, struct curve_element *r, const json_t *vector, const char *name)
{
    uint8_t bytes[CURVE_BYTES_MAX];
    size_t size = from_hex(bytes, text_of(vector, name));
    assert_true(curve_decode(curve, r, bytes, size));
}

static void point_of(const struct curve *curve, struct curve_point *r, const json_t *vector, char letter)
{
    char x[] = {letter, 'x', '\0'}, y[] = {letter, 'y', '\0'}, infinity[] = {letter, '_', 'i', 'n', 'f', '\0'};
    memset(r, 0, sizeof *r);
    r->infinity = json_is_true(json_object_get(vector, infinity));
    if (!r->infinity) {
        element_of(curve, &r->x, vector, x);
        element_of(curve, &r->y, vector, y);
        assert_true(curve_contains(curve, r));
    }
}

static void number_of(struct curve_scalar *r, const json_t *vector, const char *name)
{
    uint8_t bytes[CURVE_BYTES_MAX];
    size_t size = from_hex(bytes, text_of(vector, name));
    assert_true(curve_scalar_load_exactly(r, bytes, size));
}

static void check_product(const struct curve *curve, const json_t *vector, const char *x, const char *y,
                          const char *result)
{
    struct curve_element a, b, expected;
    uint8_t got[CURVE_BYTES_MAX], wanted[CURVE_BYTES_MAX];
    element_of(curve, &a, vector, x);
    element_of(curve, &b, vector, y);
    element_of(curve, &expected, vector, result);
    curve->arithmetic->multiply(curve, &a, &a, &b);
    curve_encode(curve, got, &a);
    curve_encode(curve, wanted, &expected);
    assert_memory_equal(got, wanted, curve->field_size);
}

/* Field products, sums, multiples and tables of tests/points, the second base of the double multiples being d G. */
static void test_points(void **state)
{
    static const struct {
        unsigned id;
        const char *file, *d;
    } files[] = {{CURVE_GFP168, "ec_gfp168", "3464b19ab0e14438818c4ff3dbca044b8ed8a8bf59"},
                 {CURVE_GF2N155, "ec_gf2n155", "5ca1693eac9ab8d9e446261f9619bd2ed077b5"}};
    const char *root = getenv("ASSAY_SOURCE_ROOT");
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        char path[1024];
        struct curve curve;
        struct curve_scalar k, l, one;
        struct curve_point p, q, r, expected, public_point;
        struct curve_table table;
        uint8_t d[CURVE_BYTES_MAX];
        assert_int_equal(curve_named(&curve, files[i / 2].id, i % 2 == 0 ? 0 : 128), STATUS_OK);
        snprintf(path, sizeof path, "%s/tests/points/%s.json", root != NULL ? root : ".", files[i / 2].file);
        json_t *file = json_load_file(path, 0, NULL), *vector;
        size_t index, count = 0, size = from_hex(d, files[i / 2].d);
        assert_non_null(file);
        assert_true(curve_scalar_load_exactly(&k, d, size));
        curve_multiply(&curve, &public_point, &k, &curve.base);
        scalar_of(&one, 1);
        json_array_foreach(json_object_get(file, "vectors"), index, vector)
        {
            const char *op = text_of(vector, "op");
            count++;
            if (strcmp(op, "field") == 0) {
                check_product(&curve, vector, "x", "y", "product");
                check_product(&curve, vector, "x", "x", "square");
                if (json_object_get(vector, "sqrt") != NULL)
                    check_product(&curve, vector, "sqrt", "sqrt", "x");
                continue;
            }
            point_of(&curve, &expected, vector, 'r');
            if (strcmp(op, "point_add") == 0) {
                point_of(&curve, &p, vector, 'p');
                point_of(&curve, &q, vector, 'q');
                add(&curve, &r, &p, &q);
            } else if (strcmp(op, "scalar_mul") == 0) {
                point_of(&curve, &p, vector, 'p');
                number_of(&k, vector, "k");
                curve_table_set(&curve, &table, &p);
                const struct curve_term term = {&k, NULL, &table};
                curve_sum(&curve, &r, &term, 1);
                assert_true(curve_equal(&curve, &r, &expected));
                curve_multiply(&curve, &r, &k, &p);
            } else if (strcmp(op, "double_mul") == 0) {
                number_of(&k, vector, "a");
                number_of(&l, vector, "b");
                const struct curve_term terms[2] = {{&k, &curve.base, NULL}, {&l, &public_point, NULL}};
                curve_sum(&curve, &r, terms, 2);
            } else {
                uint8_t entry, window;
                from_hex(&entry, text_of(vector, "index"));
                from_hex(&window, text_of(vector, "window"));
                curve_table_set(&curve, &table, &curve.base);
                assert_int_equal(table.window_bits, window);
                r = table.points[entry];
            }
            assert_true(curve_equal(&curve, &r, &expected));
        }
        assert_int_equal(count, json_integer_value(json_object_get(file, "count")));
        json_decref(file);
    }
}

/* ---------------------------------------------------------------------------------------------- encodings */

static void test_encodings(void **state)
{
    enum { NUMBERS = SANITIZED ? 12 : 40 };
    (void)state;
    for (unsigned id = CURVE_GFP168; id < CURVE_COUNT; id++) {
        struct curve curve;
        struct curve_point p;
        uint8_t bytes[CURVE_POINT_BYTES_MAX] = {0};
        assert_int_equal(curve_named(&curve, id, 0), STATUS_OK);
        const size_t l = curve.field_size, size = 1 + 2 * l;

        assert_true(curve_decode_point(&curve, &p, bytes, 1) && p.infinity);
        assert_true(curve_decode_point(&curve, &p, bytes, size) && p.infinity);
        assert_false(curve_decode_point(&curve, &p, bytes, size - 1));
        assert_false(curve_decode_point(&curve, &p, bytes, 0));
        bytes[size - 1] = 1;
        assert_false(curve_decode_point(&curve, &p, bytes, size));

        curve_encode_point(&curve, bytes, &curve.base);
        assert_true(curve_decode_point(&curve, &p, bytes, size) && curve_equal(&curve, &p, &curve.base));
        assert_false(curve_decode_point(&curve, &p, bytes, size - 1));
        for (unsigned form = 5; form < 8; form++) {
            bytes[0] = (uint8_t)form;
            assert_false(curve_decode_point(&curve, &p, bytes, size));
        }
        bytes[0] = 4;
        bytes[size - 1] ^= 1;
        assert_false(curve_decode_point(&curve, &p, bytes, size));
        bytes[size - 1] ^= 1;

        /* one of the two compressed forms is the base, the other its negative */
        int found = 0;
        for (uint8_t form = 2; form < 4; form++) {
            bytes[0] = form;
            assert_true(curve_decode_point(&curve, &p, bytes, 1 + l));
            found += curve_equal(&curve, &p, &curve.base);
            assert_true(curve_contains(&curve, &p));
        }
        assert_int_equal(found, 1);
        assert_false(curve_decode_point(&curve, &p, bytes, l));

        /* coordinates out of the field, and about half of all x without a point */
        memset(bytes + 1, 0xff, l);
        bytes[0] = 2;
        if (curve.binary || curve.field_bits % 8 != 0 || id == CURVE_GFP168)
            assert_false(curve_decode_point(&curve, &p, bytes, 1 + l));
        unsigned without = 0;
        memset(bytes + 1, 0, l);
        for (unsigned x = 1; x <= NUMBERS; x++) {
            bytes[l] = (uint8_t)x;
            if (curve_decode_point(&curve, &p, bytes, 1 + l))
                assert_true(curve_contains(&curve, &p));
            else
                without++;
        }
        assert_true(without > NUMBERS / 8 && without < NUMBERS - NUMBERS / 8);

        /* x = 0: over GF(2^m) the point of order 2, which is its own negative */
        bytes[l] = 0;
        if (curve.binary) {
            struct curve_scalar two;
            scalar_of(&two, 2);
            assert_true(curve_decode_point(&curve, &p, bytes, 1 + l));
            curve_multiply(&curve, &p, &two, &p);
            assert_true(p.infinity);
            bytes[0] = 3;
            assert_false(curve_decode_point(&curve, &p, bytes, 1 + l));
        }

        /* points of another curve: over GF(2^m) the twist, over GF(p) the same a and b + 1 */
        struct curve other = curve;
        struct curve_element x = {{0}};
        unsigned points = 0;
        for (size_t i = 0; i < CURVE_LIMBS; i++) {
            if (curve.binary)
                other.a.v[i] ^= curve.one.v[i];
            else
                other.b.v[i] += curve.one.v[i];
        }
        for (uint8_t i = 1; i <= NUMBERS; i++) {
            assert_true(curve_decode(&other, &x, &i, 1));
            if (!curve_lift_x(&other, &p, &x, 0))
                continue;
            points++;
            curve_encode_point(&other, bytes, &p);
            assert_false(curve_decode_point(&curve, &p, bytes, size));
        }
        assert_true(points > NUMBERS / 8);
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

/* ------------------------------------------------------------------------------------ domain parameters */

struct parameters {
    const char *p, *a, *b, *gx, *gy, *order, *cofactor, *fault; /* p: or poly; fault NULL: a curve */
};

static void test_domain_parameters(void **state)
{
    /* y^2 = x^3 + 2 x + 2 modulo 17 with its point (5, 1) of order 19; secp160r1; x^155 + x^62 + 1, .. */
    static const struct parameters prime[] = {
        {"11", "2", "2", "5", "1", "13", "1", NULL},
        {"10", "2", "2", "5", "1", "13", "1", "p"},     /* even */
        {"15", "2", "2", "5", "1", "13", "1", "p"},     /* 21 */
        {"231", "2", "2", "5", "1", "13", "1", "p"},    /* 561, a Carmichael number */
        {"11", "11", "2", "5", "1", "13", "1", "a"},    /* not below p */
        {"11", "0", "0", "5", "1", "13", "1", "b"},     /* zero discriminant */
        {"11", "e", "2", "5", "1", "13", "1", "b"},     /* likewise: x^3 - 3 x + 2 */
        {"11", "2", "2", "11", "1", "13", "1", "gx"},
        {"11", "2", "2", "5", "2", "13", "1", "gy"},    /* off the curve */
        {"11", "2", "2", "5", "1", "11", "1", "order"},
        {"11", "2", "2", "5", "1", "13", "2", "cofactor"},
        {"11", "2", "2", "5", "1", "13", "0", "cofactor"},
        {"11", "2", "2", "5", "1", "13", "100000001", "cofactor"},
        {"11", "2", "11", "5", "1", "13", "1", "b"},    /* not below p */
        {"11", "2", "2", "5", "12", "13", "1", "gy"},
        {"11", "2", "2", "5", "1", "1", "1", "order"},
        {"11", "2", "2", "5", "1", "26", "1", "cofactor"}, /* 38 is a multiple, but more points than there can be */
        {"11", "2", "2", "5", "1", "4c", "1", "order"},    /* 76, two bits longer than p */
        {"3", "2", "1", "0", "1", "3", "1", "p"},       /* fewer than 3 bits */
        {"ffffffffffffffffffffffffffffffff7fffffff", "ffffffffffffffffffffffffffffffff7ffffffc",
         "1c97befc54bd7a8b65acf89f81d4d4adc565fa45", "4a96b5688ef573284664698968c38bb913cbfc82",
         "23a628553168947d59dcc912042351377ac5fb32", "100000000000000000001f4c8f927aed3ca752257", "1", NULL},
        {"ffffffffffffffffffffffffffffffff7ffffffd", "ffffffffffffffffffffffffffffffff7ffffffa",
         "1c97befc54bd7a8b65acf89f81d4d4adc565fa45", "4a96b5688ef573284664698968c38bb913cbfc82",
         "23a628553168947d59dcc912042351377ac5fb32", "100000000000000000001f4c8f927aed3ca752257", "1", "p"},
    };
    static const struct parameters binary[] = {
        {"800000000000000000000004000000000000001", "0", "7338f", "18e31bb63d8cb8cbbbf781d5c0feca612e46cf1",
         "383e1c082a58110eb172a6ecef4b1587c07b49a", "aaaaaaaaaaaaaaaaaab1fcf1e206f421a3ea1b", "c", NULL},
        {"800000000000000000000004000000000000001", "0", "0", "18e31bb63d8cb8cbbbf781d5c0feca612e46cf1",
         "383e1c082a58110eb172a6ecef4b1587c07b49a", "aaaaaaaaaaaaaaaaaab1fcf1e206f421a3ea1b", "c", "b"},
        {"800000000000000000000008000000000000001", "0", "7338f", "1", "1", "13", "1", "poly"}, /* reducible */
        {"800000000000000000000004000000000000003", "0", "7338f", "1", "1", "13", "1", "poly"}, /* four terms */
        {"800000000000000000000004000000000000000", "0", "7338f", "1", "1", "13", "1", "poly"}, /* no constant */
        {"800000000000000000000004000000000000001", "800000000000000000000000000000000000000", "7338f", "1", "1", "13",
         "1", "a"},
    };
    static const char *const names[] = {"p", "a", "b", "gx", "gy", "order", "cofactor"};
    (void)state;
    for (size_t i = 0; i < sizeof prime / sizeof prime[0] + sizeof binary / sizeof binary[0]; i++) {
        const int is_binary = i >= sizeof prime / sizeof prime[0];
        const struct parameters *t = is_binary ? &binary[i - sizeof prime / sizeof prime[0]] : &prime[i];
        const char *const texts[] = {t->p, t->a, t->b, t->gx, t->gy, t->order, t->cofactor};
        uint8_t values[7][80];
        struct field fields[7];
        struct curve curve;
        const char *bad_field = NULL;
        for (size_t j = 0; j < 7; j++)
            fields[j] = (struct field){is_binary && j == 0 ? "poly" : names[j], values[j], from_hex(values[j], texts[j])};
        const struct key key = {fields, 7};
        enum status status = curve_from_key(&curve, &key, 0, &bad_field);
        if (t->fault == NULL) {
            assert_int_equal(status, STATUS_OK);
            struct curve_point r;
            curve_multiply(&curve, &r, &curve.order, &curve.base);
            assert_true(r.infinity);
        } else {
            assert_int_equal(status, STATUS_BAD_PARAMETER);
            assert_string_equal(bad_field, t->fault);
        }
        for (size_t j = 0; t->fault == NULL && j < 7; j++) { /* each is needed */
            struct field fewer[6];
            for (size_t m = 0, to = 0; m < 7; m++)
                if (m != j)
                    fewer[to++] = fields[m];
            const struct key incomplete = {fewer, 6};
            assert_int_equal(curve_from_key(&curve, &incomplete, 0, &bad_field), STATUS_BAD_PARAMETER);
            assert_string_equal(bad_field, is_binary && j == 0 ? "p" : fields[j].name);
        }
    }
    struct curve curve;
    assert_int_equal(curve_named(&curve, CURVE_EXPLICIT, 0), STATUS_BAD_PARAMETER);
    assert_int_equal(curve_named(&curve, CURVE_COUNT, 0), STATUS_BAD_PARAMETER);
}

/* All points of small curves against the chord and tangent written out. */
static void test_small_curves(void **state)
{
    (void)state;
    enum { P = 17, ORDER = 19 };
    static const uint8_t bytes[][1] = {{P}, {2}, {2}, {5}, {1}, {ORDER}, {1}};
    static const char *const names[] = {"p", "a", "b", "gx", "gy", "order", "cofactor"};
    struct field fields[7];
    struct curve curve;
    const char *bad_field;
    int xs[ORDER], ys[ORDER];
    for (size_t i = 0; i < 7; i++)
        fields[i] = (struct field){names[i], bytes[i], 1};
    const struct key key = {fields, 7};
    assert_int_equal(curve_from_key(&curve, &key, 0, &bad_field), STATUS_OK);
    xs[1] = 5;
    ys[1] = 1;
    for (int i = 2; i < ORDER; i++) { /* i G by chord and tangent */
        int x1 = xs[i - 1], y1 = ys[i - 1], top = i == 2 ? 3 * x1 * x1 + 2 : y1 - 1, under = i == 2 ? 2 * y1 : x1 - 5;
        int slope = 0;
        while ((slope * under - top) % P != 0)
            slope++;
        xs[i] = ((slope * slope - x1 - 5) % P + P) % P;
        ys[i] = ((slope * (x1 - xs[i]) - y1) % P + P) % P;
    }
    struct curve_table table;
    curve_table_set(&curve, &table, &curve.base);
    for (int i = 0; i < 3 * ORDER; i++) {
        struct curve_scalar k;
        struct curve_point r, by_table;
        uint8_t encoded[3];
        scalar_of(&k, (limb)i);
        curve_multiply(&curve, &r, &k, &curve.base);
        curve_encode_point(&curve, encoded, &r);
        const struct curve_term term = {&k, NULL, &table};
        curve_sum(&curve, &by_table, &term, 1);
        assert_true(curve_equal(&curve, &by_table, &r));
        assert_int_equal(r.infinity, i % ORDER == 0);
        if (!r.infinity) {
            assert_int_equal(encoded[1], xs[i % ORDER]);
            assert_int_equal(encoded[2], ys[i % ORDER]);
        }
        for (int j = 0; j < ORDER; j++) {
            struct curve_point q, sum;
            struct curve_scalar l;
            scalar_of(&l, (limb)j);
            curve_multiply(&curve, &q, &l, &curve.base);
            add(&curve, &sum, &r, &q);
            scalar_of(&l, (limb)((i + j) % ORDER));
            curve_multiply(&curve, &q, &l, &curve.base);
            assert_true(curve_equal(&curve, &sum, &q));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points),         cmocka_unit_test(test_rfc6979),        cmocka_unit_test(test_x25519),
        cmocka_unit_test(test_ed25519),        cmocka_unit_test(test_small_curves),
        cmocka_unit_test(test_group_law),      cmocka_unit_test(test_small_orders), cmocka_unit_test(test_table_picks), cmocka_unit_test(test_batches),
        cmocka_unit_test(test_table_edges),
        cmocka_unit_test(test_encodings),      cmocka_unit_test(test_signature_edges),
        cmocka_unit_test(test_signature_at_infinity), cmocka_unit_test(test_keys), cmocka_unit_test(test_composite_orders),
        cmocka_unit_test(test_ciphertext_at_infinity),
        cmocka_unit_test(test_agreement_edges), cmocka_unit_test(test_domain_parameters),
    };
    return RUN_TAP(tests);
}

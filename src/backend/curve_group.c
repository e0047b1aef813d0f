/* SPDX-License-Identifier: MIT */
#include "backend/curve_group.h"

#include "backend/bn.h"
#include "native/curve/curve.h"
#include "native/native.h"

#include <openssl/objects.h>

static unsigned curve_of(const struct variant *variant)
{
    return variant->option & (OPTION_COFACTOR - 1);
}

struct curve_key_names curve_key_names(const struct variant *variant)
{
    unsigned id = curve_of(variant);
    if (id == CURVE_GFP168_1998 || id == CURVE_GF2N155_1998)
        return (struct curve_key_names){"d_1998", "q_1998_x", "q_1998_y"};
    return (struct curve_key_names){"d", "qx", "qy"};
}

const char *curve_group_name(const struct variant *variant)
{
    static const char *const names[CURVE_COUNT] = {
        [CURVE_SECP160R1] = "secp160r1", [CURVE_P192] = "prime192v1", [CURVE_P224] = "secp224r1",
        [CURVE_P256] = "prime256v1",     [CURVE_P384] = "secp384r1",  [CURVE_P521] = "secp521r1",
        [CURVE_SECP256K1] = "secp256k1", [CURVE_BRAINPOOLP256R1] = "brainpoolP256r1",
        [CURVE_SECT163K1] = "sect163k1", [CURVE_SECT163R2] = "sect163r2", [CURVE_SECT233K1] = "sect233k1",
        [CURVE_SECT233R1] = "sect233r1", [CURVE_SECT283K1] = "sect283k1", [CURVE_SECT409R1] = "sect409r1",
        [CURVE_SECT571R1] = "sect571r1",
    };
    return curve_of(variant) < CURVE_COUNT ? names[curve_of(variant)] : NULL;
}

const char *curve_hash_name(const struct variant *variant)
{
    const struct {
        const struct ops *ops;
        const char *name;
    } hashes[] = {{&native_sha1.ops, "SHA1"},     {&native_sha224.ops, "SHA224"}, {&native_sha256.ops, "SHA256"},
                  {&native_sha384.ops, "SHA384"}, {&native_sha512.ops, "SHA512"}};
    for (size_t i = 0; i < sizeof hashes / sizeof hashes[0]; i++)
        if (hashes[i].ops == variant->base)
            return hashes[i].name;
    return NULL;
}

/* The numbers of a curve, from the table or a key. */
enum { P, A, B, GX, GY, ORDER, COFACTOR, NUMBERS };

static const char *const field_names[NUMBERS] = {"p", "a", "b", "gx", "gy", "order", "cofactor"};

static int from_description(BIGNUM **n, const struct curve_description *curve)
{
    const char *const texts[COFACTOR] = {curve->p, curve->a, curve->b, curve->gx, curve->gy, curve->order};
    for (int i = 0; i < COFACTOR; i++)
        if (texts[i] != NULL && BN_hex2bn(&n[i], texts[i]) == 0)
            return 0;
    for (size_t i = 0; curve->p == NULL && (i == 0 || curve->exponents[i - 1] != 0); i++)
        if (!BN_set_bit(n[P], (int)curve->exponents[i]))
            return 0;
    return BN_set_word(n[COFACTOR], curve->cofactor);
}

static enum status from_key(BIGNUM **n, const struct key *fields, int *binary, const char **bad_field)
{
    *binary = key_field(fields, "poly") != NULL;
    for (int i = 0; i < NUMBERS; i++) {
        const char *name = i == P && *binary ? "poly" : field_names[i];
        const struct field *field = key_field(fields, name);
        if (field == NULL || !bn_load(n[i], field->value, field->size, NULL))
            return bn_key_refuse(bad_field, name);
    }
    return STATUS_OK;
}

static EC_GROUP *make_group(OSSL_LIB_CTX *library, BIGNUM **n, int binary)
{
    BN_CTX *ctx = BN_CTX_new_ex(library);
    EC_GROUP *group = NULL;
    if (ctx != NULL && !binary)
        group = EC_GROUP_new_curve_GFp(n[P], n[A], n[B], ctx);
#ifndef OPENSSL_NO_EC2M
    if (ctx != NULL && binary)
        group = EC_GROUP_new_curve_GF2m(n[P], n[A], n[B], ctx);
#endif
    EC_POINT *base = group != NULL ? EC_POINT_new(group) : NULL;
    if (base == NULL || !EC_POINT_set_affine_coordinates(group, base, n[GX], n[GY], ctx) ||
        !EC_GROUP_set_generator(group, base, n[ORDER], n[COFACTOR])) {
        EC_GROUP_free(group);
        group = NULL;
    }
    EC_POINT_free(base);
    BN_CTX_free(ctx);
    return group;
}

enum status curve_group_open(EC_GROUP **group, OSSL_LIB_CTX *library, const struct variant *variant,
                             const struct key *fields, const char **bad_field)
{
    const char *name = curve_group_name(variant);
    unsigned id = curve_of(variant);
    BIGNUM *n[NUMBERS];
    int binary = 0, allocated = 1;
    if (name != NULL) {
        *group = EC_GROUP_new_by_curve_name_ex(library, NULL, OBJ_txt2nid(name));
        return *group != NULL ? STATUS_OK : STATUS_UNSUPPORTED;
    }
    for (int i = 0; i < NUMBERS; i++) {
        n[i] = BN_new();
        allocated = allocated && n[i] != NULL;
    }
    enum status status = allocated ? STATUS_OK : STATUS_NO_MEMORY;
    if (status == STATUS_OK && id == CURVE_EXPLICIT) {
        status = from_key(n, fields, &binary, bad_field);
    } else if (status == STATUS_OK) {
        binary = curve_descriptions[id].p == NULL;
        status = from_description(n, &curve_descriptions[id]) ? STATUS_OK : STATUS_NO_MEMORY;
    }
    if (status == STATUS_OK) {
        *group = make_group(library, n, binary);
        if (*group == NULL)
            status = id == CURVE_EXPLICIT ? bn_key_refuse(bad_field, binary ? "poly" : "p") : STATUS_UNSUPPORTED;
    }
    for (int i = 0; i < NUMBERS; i++)
        BN_free(n[i]);
    return status;
}

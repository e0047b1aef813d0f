/* SPDX-License-Identifier: MIT */
/*
 * evp_curve.c - ECDSA, ECDH, X25519 and Ed25519 through EVP, on its constant-time paths, nonces and keys being
 * OpenSSL's.
 *
 * Curves that libcrypto has no name for are imported with explicit parameters.  Signatures are DER there and r || s
 * here: the conversion is inside what is timed, as every caller of EVP needs it or carries it along.
 *
 * What `derive` times is EVP_PKEY_derive_set_peer_ex without the check of the peer's order (that it is on the curve was
 * checked when its object was made), and EVP_PKEY_derive: the objects for a private key and a peer's key are made
 * when they are first seen and kept, as the other side reads its bytes at next to no cost.
 */
#include "backend/bn.h"
#include "backend/curve_group.h"
#include "backend/evp_key.h"
#include "backend/evp_schemes.h"
#include "backend/library.h"
#include "native/native.h"

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>

#include <string.h>

/* -------------------------------------------------------------------------------------------------- keys */

/* The variant's curve with a private key (D not NULL), a public one in OCTETS, or neither: parameters alone. */
static EVP_PKEY *make_key(OSSL_LIB_CTX *library, const struct variant *variant, const EC_GROUP *group, const BIGNUM *d,
                          const uint8_t *octets, size_t octets_size)
{
    EVP_PKEY *key = NULL;
    OSSL_PARAM *parameters = NULL;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *import = EVP_PKEY_CTX_new_from_name(library, "EC", NULL);
    BN_CTX *ctx = BN_CTX_new_ex(library);
    BIGNUM *p = BN_new(), *a = BN_new(), *b = BN_new();
    uint8_t generator[1 + 2 * CURVE_SIZE_MAX];
    const char *name = curve_group_name(variant);
    bool done = builder != NULL && import != NULL && ctx != NULL && p != NULL && a != NULL && b != NULL;
    if (done && name != NULL) {
        done = OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, name, 0);
    } else if (done) {
        bool binary = EC_GROUP_get_field_type(group) == NID_X9_62_characteristic_two_field;
        size_t size = EC_POINT_point2oct(group, EC_GROUP_get0_generator(group), POINT_CONVERSION_UNCOMPRESSED, generator,
                                         sizeof generator, ctx);
        done = size != 0 && EC_GROUP_get_curve(group, p, a, b, ctx) &&
               OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_EC_FIELD_TYPE,
                                               binary ? "characteristic-two-field" : "prime-field", 0) &&
               OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_EC_P, p) &&
               OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_EC_A, a) &&
               OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_EC_B, b) &&
               OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_EC_GENERATOR, generator, size) &&
               OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_EC_ORDER, EC_GROUP_get0_order(group)) &&
               OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_EC_COFACTOR, EC_GROUP_get0_cofactor(group));
    }
    done = done && (octets == NULL ||
                    OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, octets, octets_size)) &&
           (d == NULL || OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, d)) &&
           (parameters = OSSL_PARAM_BLD_to_param(builder)) != NULL && EVP_PKEY_fromdata_init(import) > 0;
    int selection = d != NULL        ? EVP_PKEY_KEYPAIR
                    : octets != NULL ? EVP_PKEY_PUBLIC_KEY
                                     : EVP_PKEY_KEY_PARAMETERS;
    if (done)
        (void)EVP_PKEY_fromdata(import, &key, selection, parameters);
    BN_free(p);
    BN_free(a);
    BN_free(b);
    BN_CTX_free(ctx);
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    EVP_PKEY_CTX_free(import);
    return key;
}

/* 04 x y of d times the base. */
static bool public_octets(OSSL_LIB_CTX *library, const EC_GROUP *group, const BIGNUM *d, uint8_t *out, size_t size)
{
    BN_CTX *ctx = BN_CTX_new_ex(library);
    EC_POINT *point = EC_POINT_new(group);
    bool done = ctx != NULL && point != NULL && EC_POINT_mul(group, point, d, NULL, NULL, ctx) &&
                EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, out, size, ctx) == size;
    EC_POINT_free(point);
    BN_CTX_free(ctx);
    return done;
}

/* ------------------------------------------------------------------------------------------------- ECDSA */

struct evp_ecdsa {
    OSSL_LIB_CTX *library;
    const struct variant *variant;
    EVP_MD *hash; /* NULL: the message is the digest */
    EVP_PKEY *key;
    EVP_PKEY_CTX *signer, *verifier;
    size_t half;
};

static enum status ecdsa_setup(void *context, const struct variant *variant)
{
    struct evp_ecdsa *dsa = context;
    const char *name = curve_hash_name(variant);
    dsa->library = library_context(variant);
    dsa->variant = variant;
    if (variant->base == NULL)
        return STATUS_OK;
    dsa->hash = name != NULL ? EVP_MD_fetch(dsa->library, name, NULL) : NULL;
    return dsa->hash != NULL ? STATUS_OK : STATUS_UNSUPPORTED;
}

static void ecdsa_drop(struct evp_ecdsa *dsa)
{
    EVP_PKEY_CTX_free(dsa->signer);
    EVP_PKEY_CTX_free(dsa->verifier);
    EVP_PKEY_free(dsa->key);
    dsa->signer = dsa->verifier = NULL;
    dsa->key = NULL;
}

static void ecdsa_teardown(void *context)
{
    struct evp_ecdsa *dsa = context;
    ecdsa_drop(dsa);
    EVP_MD_free(dsa->hash);
    *dsa = (struct evp_ecdsa){0};
}

static enum status ecdsa_set_key(void *context, const struct key *fields, const char **bad_field)
{
    struct evp_ecdsa *dsa = context;
    struct curve_key_names names = curve_key_names(dsa->variant);
    const struct field *d_field = key_field(fields, names.d);
    const struct field *given[2] = {key_field(fields, names.x), key_field(fields, names.y)};
    uint8_t octets[1 + 2 * CURVE_SIZE_MAX] = {4};
    EC_GROUP *group = NULL;
    BIGNUM *d = NULL;
    ecdsa_drop(dsa);
    enum status status = curve_group_open(&group, dsa->library, dsa->variant, fields, bad_field);
    if (status != STATUS_OK)
        return status;
    const size_t size = ((size_t)EC_GROUP_get_degree(group) + 7) / 8;
    dsa->half = bn_bytes(EC_GROUP_get0_order(group));
    if (d_field != NULL) {
        d = BN_bin2bn(d_field->value, (int)d_field->size, NULL);
        if (d == NULL || BN_is_zero(d) || BN_cmp(d, EC_GROUP_get0_order(group)) >= 0)
            status = bn_key_refuse(bad_field, names.d);
    }
    if (status == STATUS_OK && given[0] != NULL && given[1] != NULL) {
        for (int i = 0; i < 2; i++) {
            const uint8_t *value = given[i]->value;
            size_t length = given[i]->size;
            for (; length > size && *value == 0; length--)
                value++;
            if (length > size)
                status = bn_key_refuse(bad_field, i == 0 ? names.x : names.y);
            else
                memcpy(octets + 1 + (size_t)(i + 1) * size - length, value, length);
        }
    } else if (status == STATUS_OK && d == NULL) {
        status = bn_key_refuse(bad_field, names.x);
    } else if (status == STATUS_OK && !public_octets(dsa->library, group, d, octets, 1 + 2 * size)) {
        status = STATUS_FAILED;
    }
    if (status == STATUS_OK) {
        dsa->key = make_key(dsa->library, dsa->variant, group, d, octets, 1 + 2 * size);
        if (dsa->key == NULL)
            status = bn_key_refuse(bad_field, names.y);
    }
    if (status == STATUS_OK) {
        dsa->verifier = evp_key_context(dsa->library, dsa->key, EVP_PKEY_verify_init);
        if (d != NULL)
            dsa->signer = evp_key_context(dsa->library, dsa->key, EVP_PKEY_sign_init);
        if (dsa->verifier == NULL || (d != NULL && dsa->signer == NULL))
            status = STATUS_FAILED;
    }
    BN_clear_free(d);
    EC_GROUP_free(group);
    return status;
}

static bool ecdsa_digest(const struct evp_ecdsa *dsa, const uint8_t **message, size_t *size, uint8_t *buffer)
{
    unsigned digest_size = 0;
    if (dsa->hash == NULL)
        return true;
    if (!EVP_Digest(*message, *size, buffer, &digest_size, dsa->hash, NULL))
        return false;
    *message = buffer;
    *size = digest_size;
    return true;
}

static enum status ecdsa_sign(void *context, const uint8_t *message, size_t message_size, struct rng *rng,
                              uint8_t *signature, size_t *signature_size)
{
    struct evp_ecdsa *dsa = context;
    uint8_t digest[EVP_MAX_MD_SIZE], der[EVP_DER_MAX];
    size_t der_size = sizeof der;
    (void)rng;
    if (dsa->signer == NULL)
        return STATUS_BAD_PARAMETER;
    enum status status = bn_capacity(signature_size, 2 * dsa->half);
    if (status != STATUS_OK)
        return status;
    if (!ecdsa_digest(dsa, &message, &message_size, digest) ||
        EVP_PKEY_sign(dsa->signer, der, &der_size, message, message_size) <= 0)
        return STATUS_FAILED;
    return evp_signature_from_der(signature, dsa->half, der, der_size);
}

static enum status ecdsa_verify(void *context, const uint8_t *message, size_t message_size, const uint8_t *signature,
                                size_t signature_size)
{
    struct evp_ecdsa *dsa = context;
    uint8_t digest[EVP_MAX_MD_SIZE], der[EVP_DER_MAX];
    size_t der_size;
    if (dsa->verifier == NULL)
        return STATUS_BAD_PARAMETER;
    if (!ecdsa_digest(dsa, &message, &message_size, digest))
        return STATUS_FAILED;
    if (signature_size == 2 * dsa->half && evp_signature_to_der(der, &der_size, signature, dsa->half) == STATUS_OK &&
        EVP_PKEY_verify(dsa->verifier, der, der_size, message, message_size) > 0)
        return STATUS_OK;
    ERR_clear_error();
    return STATUS_REJECTED;
}

const struct signature_ops evp_ecdsa = {
    .ops = {sizeof(struct evp_ecdsa), 0, ecdsa_setup, ecdsa_teardown},
    .set_key = ecdsa_set_key,
    .sign = ecdsa_sign,
    .verify = ecdsa_verify,
};

/* ------------------------------------------------------------------------------------------ ECDH, X25519 */

enum { KEPT = 32, PUBLIC_MAX = 1 + 2 * CURVE_SIZE_MAX };

/* An object made from bytes. */
struct kept {
    EVP_PKEY *key;
    EVP_PKEY_CTX *deriver; /* of a private key */
    uint8_t bytes[PUBLIC_MAX];
};

struct evp_agreement {
    OSSL_LIB_CTX *library;
    const struct variant *variant;
    EC_GROUP *group; /* NULL: X25519 */
    EVP_PKEY *parameters;
    EVP_PKEY_CTX *generator;
    struct key_agreement_sizes sizes;
    struct kept privates[KEPT], peers[KEPT];
    size_t next_private, next_peer;
};

static enum status agreement_setup(void *context, const struct variant *variant)
{
    struct evp_agreement *a = context;
    a->library = library_context(variant);
    a->variant = variant;
    return STATUS_OK;
}

static void drop(struct kept *kept)
{
    EVP_PKEY_CTX_free(kept->deriver);
    EVP_PKEY_free(kept->key);
    *kept = (struct kept){0};
}

static void agreement_drop(struct evp_agreement *a)
{
    for (size_t i = 0; i < KEPT; i++) {
        drop(&a->privates[i]);
        drop(&a->peers[i]);
    }
    EVP_PKEY_CTX_free(a->generator);
    EVP_PKEY_free(a->parameters);
    EC_GROUP_free(a->group);
    a->generator = NULL;
    a->parameters = NULL;
    a->group = NULL;
}

static void agreement_teardown(void *context)
{
    struct evp_agreement *a = context;
    agreement_drop(a);
    memset(a, 0, sizeof *a);
}

static enum status ecdh_set_key(void *context, const struct key *fields, const char **bad_field)
{
    struct evp_agreement *a = context;
    agreement_drop(a);
    enum status status = curve_group_open(&a->group, a->library, a->variant, fields, bad_field);
    if (status != STATUS_OK)
        return status;
    const size_t size = ((size_t)EC_GROUP_get_degree(a->group) + 7) / 8;
    a->sizes = (struct key_agreement_sizes){bn_bytes(EC_GROUP_get0_order(a->group)), 1 + 2 * size, size};
    a->parameters = make_key(a->library, a->variant, a->group, NULL, NULL, 0);
    a->generator = a->parameters != NULL ? evp_key_context(a->library, a->parameters, EVP_PKEY_keygen_init) : NULL;
    return a->generator != NULL ? STATUS_OK : STATUS_FAILED;
}

static enum status x25519_set_key(void *context, const struct key *fields, const char **bad_field)
{
    struct evp_agreement *a = context;
    (void)fields;
    (void)bad_field;
    agreement_drop(a);
    a->sizes = (struct key_agreement_sizes){32, 32, 32};
    a->generator = EVP_PKEY_CTX_new_from_name(a->library, "X25519", NULL);
    return a->generator != NULL && EVP_PKEY_keygen_init(a->generator) > 0 ? STATUS_OK : STATUS_FAILED;
}

static struct key_agreement_sizes agreement_sizes(const void *context)
{
    return ((const struct evp_agreement *)context)->sizes;
}

static enum status export_pair(const struct evp_agreement *a, EVP_PKEY *key, uint8_t *private_key, uint8_t *public_key)
{
    size_t private_size = a->sizes.private_key, public_size = a->sizes.public_key;
    if (a->group == NULL)
        return EVP_PKEY_get_raw_private_key(key, private_key, &private_size) > 0 &&
                       EVP_PKEY_get_raw_public_key(key, public_key, &public_size) > 0
                   ? STATUS_OK
                   : STATUS_FAILED;
    BIGNUM *d = NULL;
    bool done = EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &d) &&
                bn_store(private_key, private_size, d) == STATUS_OK &&
                EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, public_key, public_size, &public_size) &&
                public_size == a->sizes.public_key;
    BN_clear_free(d);
    return done ? STATUS_OK : STATUS_FAILED;
}

static enum status agreement_generate(void *context, struct rng *rng, uint8_t *private_key, uint8_t *public_key)
{
    struct evp_agreement *a = context;
    EVP_PKEY *key = NULL;
    (void)rng;
    if (a->generator == NULL)
        return STATUS_BAD_PARAMETER;
    enum status status = EVP_PKEY_generate(a->generator, &key) > 0 ? export_pair(a, key, private_key, public_key)
                                                                   : STATUS_FAILED;
    EVP_PKEY_free(key);
    return status;
}

/* The pair of a private key, NULL where it is none. */
static EVP_PKEY *pair_of(const struct evp_agreement *a, const uint8_t *private_key, uint8_t *public_key)
{
    if (a->group == NULL) {
        size_t size = 32;
        EVP_PKEY *key = EVP_PKEY_new_raw_private_key_ex(a->library, "X25519", NULL, private_key, 32);
        if (key != NULL && EVP_PKEY_get_raw_public_key(key, public_key, &size) > 0)
            return key;
        EVP_PKEY_free(key);
        return NULL;
    }
    BIGNUM *d = BN_bin2bn(private_key, (int)a->sizes.private_key, NULL);
    EVP_PKEY *key = NULL;
    if (d != NULL && !BN_is_zero(d) && BN_cmp(d, EC_GROUP_get0_order(a->group)) < 0 &&
        public_octets(a->library, a->group, d, public_key, a->sizes.public_key))
        key = make_key(a->library, a->variant, a->group, d, public_key, a->sizes.public_key);
    BN_clear_free(d);
    return key;
}

static enum status agreement_public(void *context, const uint8_t *private_key, uint8_t *public_key)
{
    struct evp_agreement *a = context;
    EVP_PKEY *key = a->generator != NULL ? pair_of(a, private_key, public_key) : NULL;
    EVP_PKEY_free(key);
    return key != NULL ? STATUS_OK : STATUS_BAD_PARAMETER;
}

static struct kept *find(struct kept *list, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < KEPT; i++)
        if (list[i].key != NULL && memcmp(list[i].bytes, bytes, size) == 0)
            return &list[i];
    return NULL;
}

static struct kept *private_object(struct evp_agreement *a, const uint8_t *bytes)
{
    uint8_t public_key[PUBLIC_MAX];
    struct kept *entry = find(a->privates, bytes, a->sizes.private_key);
    if (entry != NULL)
        return entry;
    entry = &a->privates[a->next_private++ % KEPT];
    drop(entry);
    entry->key = pair_of(a, bytes, public_key);
    if (entry->key == NULL)
        return NULL;
    memcpy(entry->bytes, bytes, a->sizes.private_key);
    entry->deriver = evp_key_context(a->library, entry->key, EVP_PKEY_derive_init);
    const int mode = (a->variant->option & OPTION_COFACTOR) != 0;
    if (entry->deriver != NULL && a->group != NULL &&
        EVP_PKEY_CTX_set_params(entry->deriver,
                                (OSSL_PARAM[]){OSSL_PARAM_construct_int(OSSL_EXCHANGE_PARAM_EC_ECDH_COFACTOR_MODE,
                                                                        (int[]){mode}),
                                               OSSL_PARAM_construct_end()}) <= 0) {
        EVP_PKEY_CTX_free(entry->deriver);
        entry->deriver = NULL;
    }
    return entry;
}

static struct kept *peer_object(struct evp_agreement *a, const uint8_t *bytes)
{
    struct kept *entry = find(a->peers, bytes, a->sizes.public_key);
    if (entry != NULL)
        return entry;
    entry = &a->peers[a->next_peer++ % KEPT];
    drop(entry);
    if (a->group == NULL)
        entry->key = EVP_PKEY_new_raw_public_key_ex(a->library, "X25519", NULL, bytes, 32);
    else if (bytes[0] == 4)
        entry->key = make_key(a->library, a->variant, a->group, NULL, bytes, a->sizes.public_key);
    if (entry->key == NULL)
        return NULL;
    memcpy(entry->bytes, bytes, a->sizes.public_key);
    return entry;
}

static enum status agreement_derive(void *context, const struct agreement *agreement, uint8_t *shared_secret)
{
    struct evp_agreement *a = context;
    size_t size = a->sizes.shared_secret;
    if (a->generator == NULL)
        return STATUS_BAD_PARAMETER;
    struct kept *own = private_object(a, agreement->private_key);
    if (own == NULL || own->deriver == NULL)
        return STATUS_BAD_PARAMETER;
    struct kept *peer = peer_object(a, agreement->peer_public_key);
    if (peer != NULL && EVP_PKEY_derive_set_peer_ex(own->deriver, peer->key, 0) > 0 &&
        EVP_PKEY_derive(own->deriver, shared_secret, &size) > 0 && size == a->sizes.shared_secret)
        return STATUS_OK;
    ERR_clear_error();
    return STATUS_REJECTED;
}

const struct key_agreement_ops evp_ecdh = {
    .ops = {sizeof(struct evp_agreement), 0, agreement_setup, agreement_teardown},
    .set_key = ecdh_set_key,
    .sizes = agreement_sizes,
    .generate_key = agreement_generate,
    .public_key = agreement_public,
    .derive = agreement_derive,
};

const struct key_agreement_ops evp_x25519 = {
    .ops = {sizeof(struct evp_agreement), 0, agreement_setup, agreement_teardown},
    .set_key = x25519_set_key,
    .sizes = agreement_sizes,
    .generate_key = agreement_generate,
    .public_key = agreement_public,
    .derive = agreement_derive,
};

/* ----------------------------------------------------------------------------------------------- Ed25519 */

struct evp_ed25519 {
    OSSL_LIB_CTX *library;
    EVP_PKEY *key;
    EVP_MD_CTX *signer, *verifier;
};

enum { ED25519_SIGNATURE_SIZE = 64 };

static enum status ed25519_setup(void *context, const struct variant *variant)
{
    struct evp_ed25519 *ed = context;
    ed->library = library_context(variant);
    return STATUS_OK;
}

static void ed25519_drop(struct evp_ed25519 *ed)
{
    EVP_MD_CTX_free(ed->signer);
    EVP_MD_CTX_free(ed->verifier);
    EVP_PKEY_free(ed->key);
    ed->signer = ed->verifier = NULL;
    ed->key = NULL;
}

static void ed25519_teardown(void *context)
{
    struct evp_ed25519 *ed = context;
    ed25519_drop(ed);
    *ed = (struct evp_ed25519){0};
}

static enum status ed25519_set_key(void *context, const struct key *fields, const char **bad_field)
{
    struct evp_ed25519 *ed = context;
    const struct field *seed = key_field(fields, "private"), *point = key_field(fields, "public");
    ed25519_drop(ed);
    if (seed != NULL)
        ed->key = EVP_PKEY_new_raw_private_key_ex(ed->library, "ED25519", NULL, seed->value, seed->size);
    else if (point != NULL)
        ed->key = EVP_PKEY_new_raw_public_key_ex(ed->library, "ED25519", NULL, point->value, point->size);
    if (ed->key == NULL)
        return bn_key_refuse(bad_field, seed != NULL ? "private" : "public");
    ed->verifier = EVP_MD_CTX_new();
    ed->signer = seed != NULL ? EVP_MD_CTX_new() : NULL;
    return ed->verifier != NULL &&
                   EVP_DigestVerifyInit_ex(ed->verifier, NULL, NULL, ed->library, NULL, ed->key, NULL) > 0 &&
                   (seed == NULL ||
                    (ed->signer != NULL &&
                     EVP_DigestSignInit_ex(ed->signer, NULL, NULL, ed->library, NULL, ed->key, NULL) > 0))
               ? STATUS_OK
               : STATUS_FAILED;
}

static enum status ed25519_sign(void *context, const uint8_t *message, size_t message_size, struct rng *rng,
                                uint8_t *signature, size_t *signature_size)
{
    struct evp_ed25519 *ed = context;
    size_t size = ED25519_SIGNATURE_SIZE;
    (void)rng;
    if (ed->signer == NULL)
        return STATUS_BAD_PARAMETER;
    enum status status = bn_capacity(signature_size, size);
    if (status != STATUS_OK)
        return status;
    return EVP_DigestSign(ed->signer, signature, &size, message, message_size) > 0 ? STATUS_OK : STATUS_FAILED;
}

static enum status ed25519_verify(void *context, const uint8_t *message, size_t message_size, const uint8_t *signature,
                                  size_t signature_size)
{
    struct evp_ed25519 *ed = context;
    if (ed->verifier == NULL)
        return STATUS_BAD_PARAMETER;
    if (EVP_DigestVerify(ed->verifier, signature, signature_size, message, message_size) > 0)
        return STATUS_OK;
    ERR_clear_error();
    return STATUS_REJECTED;
}

const struct signature_ops evp_ed25519 = {
    .ops = {sizeof(struct evp_ed25519), 0, ed25519_setup, ed25519_teardown},
    .set_key = ed25519_set_key,
    .sign = ed25519_sign,
    .verify = ed25519_verify,
};

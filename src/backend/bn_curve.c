/* SPDX-License-Identifier: MIT */
/*
 * bn_curve.c - the curve schemes that EVP does not have, on EC_POINT and BIGNUM: encryption of 1998, Nyberg-Rueppel,
 * ECIES, MQV; and ECDSA and ECDH with tables of fixed bases, which EVP does not offer.
 *
 * Custom curves go through libcrypto's generic code, named ones through what it has for them.  EC_POINT_mul with one
 * scalar takes a ladder on padded scalars, with two a windowed scan.  With `precompute` the fixed bases go through
 * their 16 points, 2^(window i) times the base, by signed binary digits with EC_POINT_add and EC_POINT_dbl; not over
 * GF(2^m), where each of these inverts and the ladder is three times as fast: there the rows with precomputation take
 * it too. Fields, draws and layouts are those of the native units; KDF2, HMAC and SHA-1 are the native ones on both
 * sides.
 */
/* EC_POINTs_mul: the one call that multiplies two points that are not the generator. */
#define OPENSSL_SUPPRESS_DEPRECATED

#include "backend/bn.h"
#include "backend/bn_schemes.h"
#include "backend/curve_group.h"
#include "backend/library.h"
#include "native/native.h"
#include "native/public_key/derivation.h"

#include <openssl/evp.h>
#include <openssl/obj_mac.h>

#include <string.h>

enum { TABLE_POINTS = 16 };

/* points[i] and its negative: digits are signed. */
struct point_table {
    unsigned window_bits; /* 0: there is none */
    EC_POINT *point[TABLE_POINTS], *negative[TABLE_POINTS];
};

struct bn_curve {
    BN_CTX *ctx;
    OSSL_LIB_CTX *library;
    const struct variant *variant;
    EC_GROUP *group;
    const BIGNUM *order, *cofactor;
    size_t field_size, order_size;
    bool has_public, has_private;
    BIGNUM *d;
    EC_POINT *q;
    struct point_table base_table, q_table;
};

static enum status setup(void *context, const struct variant *variant)
{
    struct bn_curve *k = context;
    k->variant = variant;
    k->library = library_context(variant);
    k->ctx = BN_CTX_new_ex(k->library);
    return k->ctx != NULL ? STATUS_OK : STATUS_NO_MEMORY;
}

static void table_free(struct point_table *table)
{
    for (size_t i = 0; i < TABLE_POINTS; i++) {
        EC_POINT_free(table->point[i]);
        EC_POINT_free(table->negative[i]);
    }
    memset(table, 0, sizeof *table);
}

static void drop_key(struct bn_curve *k)
{
    table_free(&k->base_table);
    table_free(&k->q_table);
    EC_POINT_clear_free(k->q);
    BN_clear_free(k->d);
    EC_GROUP_free(k->group);
    k->q = NULL;
    k->d = NULL;
    k->group = NULL;
    k->has_public = k->has_private = false;
}

static void teardown(void *context)
{
    struct bn_curve *k = context;
    drop_key(k);
    BN_CTX_free(k->ctx);
    memset(k, 0, sizeof *k);
}

static enum status set_key(void *context, const struct key *fields, const char **bad_field)
{
    struct bn_curve *k = context;
    drop_key(k);
    enum status status = curve_group_open(&k->group, k->library, k->variant, fields, bad_field);
    if (status != STATUS_OK)
        return status;
    k->order = EC_GROUP_get0_order(k->group);
    k->cofactor = EC_GROUP_get0_cofactor(k->group);
    k->field_size = ((size_t)EC_GROUP_get_degree(k->group) + 7) / 8;
    k->order_size = bn_bytes(k->order);
    struct curve_key_names names = curve_key_names(k->variant);
    const struct field *d = key_field(fields, names.d), *x = key_field(fields, names.x), *y = key_field(fields, names.y);
    k->q = EC_POINT_new(k->group);
    k->d = BN_new();
    if (k->q == NULL || k->d == NULL)
        return STATUS_NO_MEMORY;
    if (d != NULL && (!bn_load(k->d, d->value, d->size, k->order) || BN_is_zero(k->d)))
        return bn_key_refuse(bad_field, names.d);
    if (x != NULL && y != NULL) {
        BN_CTX_start(k->ctx);
        BIGNUM *bx = BN_CTX_get(k->ctx), *by = BN_CTX_get(k->ctx);
        int on_curve = by != NULL && bn_load(bx, x->value, x->size, NULL) && bn_load(by, y->value, y->size, NULL) &&
                       EC_POINT_set_affine_coordinates(k->group, k->q, bx, by, k->ctx);
        BN_CTX_end(k->ctx);
        if (!on_curve)
            return bn_key_refuse(bad_field, names.y);
    } else if (d != NULL && !EC_POINT_mul(k->group, k->q, k->d, NULL, NULL, k->ctx)) {
        return STATUS_FAILED;
    }
    k->has_private = d != NULL;
    k->has_public = d != NULL || (x != NULL && y != NULL);
    return STATUS_OK;
}

/* A point with Z = 1, which EC_POINT_add takes faster. */
static int settle(const struct bn_curve *k, EC_POINT *p)
{
    BN_CTX_start(k->ctx);
    BIGNUM *x = BN_CTX_get(k->ctx), *y = BN_CTX_get(k->ctx);
    int done = y != NULL && (EC_POINT_is_at_infinity(k->group, p) ||
                             (EC_POINT_get_affine_coordinates(k->group, p, x, y, k->ctx) &&
                              EC_POINT_set_affine_coordinates(k->group, p, x, y, k->ctx)));
    BN_CTX_end(k->ctx);
    return done;
}

static int table_set(const struct bn_curve *k, struct point_table *table, const EC_POINT *base)
{
    table_free(table);
    table->window_bits = ((unsigned)BN_num_bits(k->order) + TABLE_POINTS - 1) / TABLE_POINTS;
    for (size_t i = 0; i < TABLE_POINTS; i++) {
        table->point[i] = EC_POINT_dup(i == 0 ? base : table->point[i - 1], k->group);
        if (table->point[i] == NULL)
            return 0;
        for (unsigned j = 0; i != 0 && j < table->window_bits; j++)
            if (!EC_POINT_dbl(k->group, table->point[i], table->point[i], k->ctx))
                return 0;
        if (!settle(k, table->point[i]))
            return 0;
        table->negative[i] = EC_POINT_dup(table->point[i], k->group);
        if (table->negative[i] == NULL || !EC_POINT_invert(k->group, table->negative[i], k->ctx))
            return 0;
    }
    return 1;
}

static enum status precompute(void *context)
{
    struct bn_curve *k = context;
    if (k->group != NULL && EC_GROUP_get_field_type(k->group) == NID_X9_62_characteristic_two_field)
        return STATUS_OK;
    if (k->group == NULL || !table_set(k, &k->base_table, EC_GROUP_get0_generator(k->group)) ||
        (k->has_public && !table_set(k, &k->q_table, k->q)))
        return STATUS_BAD_PARAMETER;
    return STATUS_OK;
}

/* Adds what the signed digits of E at BIT, 3 e - e halved, take from the table. */
static int add_column(const struct bn_curve *k, EC_POINT *r, const struct point_table *table, const BIGNUM *e,
                      const BIGNUM *e3, unsigned bit)
{
    for (unsigned i = 0; i < TABLE_POINTS; i++) {
        int at = (int)(i * table->window_bits + bit + 1);
        int digit = BN_is_bit_set(e3, at) - BN_is_bit_set(e, at);
        if (digit != 0 && !EC_POINT_add(k->group, r, r, digit > 0 ? table->point[i] : table->negative[i], k->ctx))
            return 0;
    }
    return 1;
}

/* r = e G, e Q, or e G + f Q, by tables where there are tables and the scalars are no longer than the order. */
static int multiply(const struct bn_curve *k, EC_POINT *r, const BIGNUM *e, const BIGNUM *f)
{
    const struct point_table *g = &k->base_table, *q = &k->q_table;
    if ((e != NULL && g->window_bits == 0) || (f != NULL && q->window_bits == 0))
        return EC_POINT_mul(k->group, r, e, f != NULL ? k->q : NULL, f, k->ctx);
    BN_CTX_start(k->ctx);
    BIGNUM *e3 = BN_CTX_get(k->ctx), *f3 = BN_CTX_get(k->ctx);
    int done = f3 != NULL && EC_POINT_set_to_infinity(k->group, r) &&
               (e == NULL || (BN_lshift1(e3, e) && BN_add(e3, e3, e))) &&
               (f == NULL || (BN_lshift1(f3, f) && BN_add(f3, f3, f)));
    /* the highest digit may be one above the windows */
    for (unsigned bit = (e != NULL ? g : q)->window_bits + 1; done && bit-- > 0;) {
        unsigned window = (e != NULL ? g : q)->window_bits;
        done = EC_POINT_dbl(k->group, r, r, k->ctx);
        if (bit == window) { /* of the last window alone: the others' is their neighbour's lowest */
            unsigned at = TABLE_POINTS * window + 1;
            if (done && e != NULL && BN_is_bit_set(e3, (int)at))
                done = EC_POINT_add(k->group, r, r, g->point[TABLE_POINTS - 1], k->ctx);
            if (done && f != NULL && BN_is_bit_set(f3, (int)at))
                done = EC_POINT_add(k->group, r, r, q->point[TABLE_POINTS - 1], k->ctx);
            continue;
        }
        done = done && (e == NULL || add_column(k, r, g, e, e3, bit)) && (f == NULL || add_column(k, r, q, f, f3, bit));
    }
    BN_CTX_end(k->ctx);
    return done;
}

/* The coordinates in field_size bytes each; Y may be NULL.  Zeros for infinity. */
static enum status coordinates(const struct bn_curve *k, const EC_POINT *p, uint8_t *x, uint8_t *y)
{
    memset(x, 0, k->field_size);
    if (y != NULL)
        memset(y, 0, k->field_size);
    if (EC_POINT_is_at_infinity(k->group, p))
        return STATUS_OK;
    BN_CTX_start(k->ctx);
    BIGNUM *bx = BN_CTX_get(k->ctx), *by = BN_CTX_get(k->ctx);
    enum status status = STATUS_FAILED;
    if (by != NULL && EC_POINT_get_affine_coordinates(k->group, p, bx, y != NULL ? by : NULL, k->ctx)) {
        status = bn_store(x, k->field_size, bx);
        if (status == STATUS_OK && y != NULL)
            status = bn_store(y, k->field_size, by);
    }
    BN_CTX_end(k->ctx);
    return status;
}

/* x(d P), P becoming d P, in field_size bytes; infinity is refused. */
static enum status shared_x(const struct bn_curve *k, EC_POINT *p, uint8_t *x)
{
    if (!EC_POINT_mul(k->group, p, NULL, p, k->d, k->ctx))
        return STATUS_FAILED;
    return EC_POINT_is_at_infinity(k->group, p) ? STATUS_REJECTED : coordinates(k, p, x, NULL);
}

/* r = x(P) modulo the order, 0 for infinity. */
static int x_modulo_order(const struct bn_curve *k, BIGNUM *r, const EC_POINT *p)
{
    if (EC_POINT_is_at_infinity(k->group, p))
        return BN_set_word(r, 0);
    return EC_POINT_get_affine_coordinates(k->group, p, r, NULL, k->ctx) && BN_nnmod(r, r, k->order, k->ctx);
}

static bool load_point(const struct bn_curve *k, EC_POINT *p, const uint8_t *bytes)
{
    return bytes[0] == 4 && EC_POINT_oct2point(k->group, p, bytes, 1 + 2 * k->field_size, k->ctx) == 1;
}

static bool in_group(const struct bn_curve *k, const EC_POINT *p)
{
    if (BN_is_one(k->cofactor))
        return true;
    EC_POINT *t = EC_POINT_new(k->group);
    bool inside = t != NULL && EC_POINT_mul(k->group, t, NULL, p, k->order, k->ctx) &&
                  EC_POINT_is_at_infinity(k->group, t);
    EC_POINT_free(t);
    return inside;
}

static enum status draw(const struct bn_curve *k, BIGNUM *r, struct rng *rng)
{
    return bn_draw(r, (unsigned)BN_num_bits(k->order), k->order, rng);
}

/* ------------------------------------------------------------------------------------- encryption of 1998 */

static enum status encrypt_1998(void *context, const uint8_t *plaintext, size_t plaintext_size, struct rng *rng,
                                uint8_t *ciphertext, size_t *ciphertext_size)
{
    const struct bn_curve *k = context;
    const size_t l = k->field_size;
    uint8_t block[CURVE_SIZE_MAX] = {0}, x[CURVE_SIZE_MAX];
    if (!k->has_public)
        return STATUS_BAD_PARAMETER;
    if (plaintext_size + 2 > l)
        return STATUS_BAD_LENGTH;
    const size_t padding = l - 2 - plaintext_size;
    BN_CTX_start(k->ctx);
    BIGNUM *nonce = BN_CTX_get(k->ctx);
    EC_POINT *point = EC_POINT_new(k->group);
    enum status status = nonce != NULL && point != NULL ? bn_capacity(ciphertext_size, 3 * l + 1) : STATUS_NO_MEMORY;
    if (status == STATUS_OK)
        status = draw(k, nonce, rng);
    if (status == STATUS_OK)
        status = draw_bytes(rng, block, padding);
    for (size_t i = 0; i < padding; i++)
        while (status == STATUS_OK && block[i] == 0)
            status = draw_bytes(rng, block + i, 1);
    if (plaintext_size != 0)
        memcpy(block + padding + 1, plaintext, plaintext_size);
    if (status == STATUS_OK)
        status = multiply(k, point, nonce, NULL) ? coordinates(k, point, ciphertext + 1, ciphertext + 1 + l) : STATUS_FAILED;
    if (status == STATUS_OK)
        status = multiply(k, point, NULL, nonce) ? coordinates(k, point, x, NULL) : STATUS_FAILED;
    if (status == STATUS_OK) {
        ciphertext[0] = 0;
        ciphertext[1 + 2 * l] = x[0];
        for (size_t i = 0; i < l - 1; i++)
            ciphertext[2 + 2 * l + i] = x[1 + i] ^ block[i];
    }
    EC_POINT_free(point);
    BN_CTX_end(k->ctx);
    return status;
}

static enum status decrypt_1998(void *context, const uint8_t *ciphertext, size_t ciphertext_size, uint8_t *plaintext,
                                size_t *plaintext_size)
{
    const struct bn_curve *k = context;
    const size_t l = k->field_size;
    uint8_t point_bytes[1 + 2 * CURVE_SIZE_MAX] = {4}, x[CURVE_SIZE_MAX];
    if (!k->has_private)
        return STATUS_BAD_PARAMETER;
    if (ciphertext_size != 3 * l + 1 || ciphertext[0] != 0)
        return STATUS_REJECTED;
    memcpy(point_bytes + 1, ciphertext + 1, 2 * l);
    EC_POINT *point = EC_POINT_new(k->group);
    enum status status = point == NULL                      ? STATUS_NO_MEMORY
                         : load_point(k, point, point_bytes) ? STATUS_OK
                                                             : STATUS_REJECTED;
    if (status == STATUS_OK)
        status = shared_x(k, point, x);
    if (status == STATUS_OK && x[0] != ciphertext[1 + 2 * l])
        status = STATUS_REJECTED;
    if (status == STATUS_OK) {
        size_t start = 1;
        for (size_t i = 1; i < l; i++)
            x[i] ^= ciphertext[1 + 2 * l + i];
        while (start < l && x[start] != 0)
            start++;
        status = start < l ? bn_capacity(plaintext_size, l - start - 1) : STATUS_REJECTED;
        if (status == STATUS_OK && l - start - 1 != 0)
            memcpy(plaintext, x + start + 1, l - start - 1);
    }
    EC_POINT_free(point);
    return status;
}

const struct encryption_ops bn_ec_encryption_1998 = {
    .ops = {sizeof(struct bn_curve), 0, setup, teardown},
    .set_key = set_key,
    .precompute = precompute,
    .encrypt = encrypt_1998,
    .decrypt = decrypt_1998,
};

/* -------------------------------------------------------------------------------------------------- ECIES */

enum { TAG_KEY_SIZE = 16, TAG_SIZE = SHA1_SIZE };

static enum status ecies_encrypt(void *context, const uint8_t *plaintext, size_t plaintext_size, struct rng *rng,
                                 uint8_t *ciphertext, size_t *ciphertext_size)
{
    const struct bn_curve *k = context;
    const size_t point_size = 1 + 2 * k->field_size;
    uint8_t z[CURVE_SIZE_MAX], tag_key[TAG_KEY_SIZE];
    if (!k->has_public)
        return STATUS_BAD_PARAMETER;
    BN_CTX_start(k->ctx);
    BIGNUM *nonce = BN_CTX_get(k->ctx);
    EC_POINT *point = EC_POINT_new(k->group);
    enum status status = nonce != NULL && point != NULL
                             ? bn_capacity(ciphertext_size, point_size + plaintext_size + TAG_SIZE)
                             : STATUS_NO_MEMORY;
    if (status == STATUS_OK)
        status = draw(k, nonce, rng);
    if (status == STATUS_OK)
        status = multiply(k, point, nonce, NULL)
                     ? coordinates(k, point, ciphertext + 1, ciphertext + 1 + k->field_size)
                     : STATUS_FAILED;
    if (status == STATUS_OK)
        status = multiply(k, point, NULL, nonce) ? coordinates(k, point, z, NULL) : STATUS_FAILED;
    if (status == STATUS_OK) {
        struct kdf2 kdf = {.secret = z, .secret_size = k->field_size};
        ciphertext[0] = 4;
        kdf2_next(&kdf, plaintext, ciphertext + point_size, plaintext_size);
        kdf2_next(&kdf, NULL, tag_key, sizeof tag_key);
        hmac_sha1(ciphertext + point_size + plaintext_size, tag_key, sizeof tag_key, ciphertext + point_size,
                  plaintext_size);
    }
    EC_POINT_free(point);
    BN_CTX_end(k->ctx);
    return status;
}

static enum status ecies_decrypt(void *context, const uint8_t *ciphertext, size_t ciphertext_size, uint8_t *plaintext,
                                 size_t *plaintext_size)
{
    const struct bn_curve *k = context;
    const size_t point_size = 1 + 2 * k->field_size;
    uint8_t z[CURVE_SIZE_MAX], tag_key[TAG_KEY_SIZE], tag[TAG_SIZE], skipped[SHA1_SIZE];
    if (!k->has_private)
        return STATUS_BAD_PARAMETER;
    if (ciphertext_size < point_size + TAG_SIZE)
        return STATUS_REJECTED;
    const size_t size = ciphertext_size - point_size - TAG_SIZE;
    EC_POINT *point = EC_POINT_new(k->group);
    enum status status = point == NULL ? STATUS_NO_MEMORY
                         : load_point(k, point, ciphertext) && in_group(k, point)
                             ? bn_capacity(plaintext_size, size)
                             : STATUS_REJECTED;
    if (status == STATUS_OK)
        status = shared_x(k, point, z);
    if (status == STATUS_OK) {
        struct kdf2 kdf = {.secret = z, .secret_size = k->field_size, .position = size / SHA1_SIZE * SHA1_SIZE};
        kdf2_next(&kdf, NULL, skipped, size % SHA1_SIZE);
        kdf2_next(&kdf, NULL, tag_key, sizeof tag_key);
        hmac_sha1(tag, tag_key, sizeof tag_key, ciphertext + point_size, size);
        if (memcmp(tag, ciphertext + point_size + size, TAG_SIZE) == 0) {
            kdf.position = 0;
            kdf2_next(&kdf, ciphertext + point_size, plaintext, size);
        } else {
            status = STATUS_REJECTED;
        }
    }
    EC_POINT_free(point);
    return status;
}

const struct encryption_ops bn_ecies = {
    .ops = {sizeof(struct bn_curve), 0, setup, teardown},
    .set_key = set_key,
    .precompute = precompute,
    .encrypt = ecies_encrypt,
    .decrypt = ecies_decrypt,
};

/* --------------------------------------------------------------------------------------------- signatures */

/* The leftmost BITS bits of the digest, modulo the order; the message itself where no hash is underneath. */
static int load_digest(const struct bn_curve *k, BIGNUM *e, unsigned bits, const uint8_t *message, size_t size)
{
    uint8_t digest[EVP_MAX_MD_SIZE];
    unsigned digest_size = 0;
    if (k->variant->base == NULL)
        return bn_load(e, message, size, NULL) && BN_nnmod(e, e, k->order, k->ctx);
    const char *name = curve_hash_name(k->variant);
    EVP_MD *md = name != NULL ? EVP_MD_fetch(k->library, name, NULL) : NULL;
    int done = md != NULL && EVP_Digest(message, size, digest, &digest_size, md, NULL) &&
               bn_load(e, digest, digest_size, NULL);
    EVP_MD_free(md);
    if (done && 8 * digest_size > bits)
        done = BN_rshift(e, e, (int)(8 * digest_size - bits));
    return done && BN_nnmod(e, e, k->order, k->ctx);
}

/* ECNR takes the whole digest where it is shorter than the order, else one bit fewer than the order has. */
static unsigned ecnr_bits(const struct bn_curve *k)
{
    return (unsigned)BN_num_bits(k->order) - 1;
}

static enum status sign(void *context, const uint8_t *message, size_t message_size, struct rng *rng, uint8_t *signature,
                        size_t *signature_size, bool dsa)
{
    const struct bn_curve *k = context;
    if (!k->has_private)
        return STATUS_BAD_PARAMETER;
    BN_CTX_start(k->ctx);
    BIGNUM *e = BN_CTX_get(k->ctx), *nonce = BN_CTX_get(k->ctx), *r = BN_CTX_get(k->ctx), *s = BN_CTX_get(k->ctx);
    EC_POINT *point = EC_POINT_new(k->group);
    enum status status = s != NULL && point != NULL ? bn_capacity(signature_size, 2 * k->order_size) : STATUS_NO_MEMORY;
    unsigned bits = dsa ? (unsigned)BN_num_bits(k->order) : ecnr_bits(k);
    if (status == STATUS_OK && !load_digest(k, e, bits, message, message_size))
        status = STATUS_FAILED;
    do {
        if (status == STATUS_OK)
            status = draw(k, nonce, rng);
        if (status != STATUS_OK)
            break;
        int done = multiply(k, point, nonce, NULL) && x_modulo_order(k, r, point);
        if (done && dsa)
            done = BN_mod_mul(s, k->d, r, k->order, k->ctx) && BN_mod_add(s, s, e, k->order, k->ctx) &&
                   BN_mod_inverse(nonce, nonce, k->order, k->ctx) != NULL && BN_mod_mul(s, s, nonce, k->order, k->ctx);
        else if (done)
            done = BN_mod_add(r, r, e, k->order, k->ctx) && BN_mod_mul(s, k->d, r, k->order, k->ctx) &&
                   BN_mod_sub(s, nonce, s, k->order, k->ctx);
        if (!done)
            status = STATUS_FAILED;
    } while (status == STATUS_OK && (BN_is_zero(r) || (dsa && BN_is_zero(s))));
    if (status == STATUS_OK)
        status = bn_store(signature, k->order_size, r);
    if (status == STATUS_OK)
        status = bn_store(signature + k->order_size, k->order_size, s);
    EC_POINT_free(point);
    BN_CTX_end(k->ctx);
    return status;
}

static enum status verify(void *context, const uint8_t *message, size_t message_size, const uint8_t *signature,
                          size_t signature_size, bool dsa)
{
    const struct bn_curve *k = context;
    if (!k->has_public)
        return STATUS_BAD_PARAMETER;
    if (signature_size != 2 * k->order_size)
        return STATUS_REJECTED;
    BN_CTX_start(k->ctx);
    BIGNUM *e = BN_CTX_get(k->ctx), *r = BN_CTX_get(k->ctx), *s = BN_CTX_get(k->ctx), *x = BN_CTX_get(k->ctx);
    EC_POINT *point = EC_POINT_new(k->group);
    enum status status = x != NULL && point != NULL ? STATUS_OK : STATUS_NO_MEMORY;
    if (status == STATUS_OK &&
        (!bn_load(r, signature, k->order_size, k->order) || BN_is_zero(r) ||
         !bn_load(s, signature + k->order_size, k->order_size, k->order) || (dsa && BN_is_zero(s))))
        status = STATUS_REJECTED;
    if (status == STATUS_OK) {
        unsigned bits = dsa ? (unsigned)BN_num_bits(k->order) : ecnr_bits(k);
        int done = load_digest(k, e, bits, message, message_size);
        if (done && dsa)
            done = BN_mod_inverse(s, s, k->order, k->ctx) != NULL && BN_mod_mul(e, e, s, k->order, k->ctx) &&
                   BN_mod_mul(s, r, s, k->order, k->ctx) && multiply(k, point, e, s) && x_modulo_order(k, x, point);
        else if (done)
            done = multiply(k, point, s, r) && x_modulo_order(k, x, point) && BN_mod_add(x, x, e, k->order, k->ctx);
        status = !done                                                           ? STATUS_FAILED
                 : EC_POINT_is_at_infinity(k->group, point) || BN_cmp(x, r) != 0 ? STATUS_REJECTED
                                                                                 : STATUS_OK;
    }
    EC_POINT_free(point);
    BN_CTX_end(k->ctx);
    return status;
}

static enum status ecnr_sign(void *context, const uint8_t *message, size_t message_size, struct rng *rng,
                             uint8_t *signature, size_t *signature_size)
{
    return sign(context, message, message_size, rng, signature, signature_size, false);
}

static enum status ecnr_verify(void *context, const uint8_t *message, size_t message_size, const uint8_t *signature,
                               size_t signature_size)
{
    return verify(context, message, message_size, signature, signature_size, false);
}

static enum status ecdsa_sign(void *context, const uint8_t *message, size_t message_size, struct rng *rng,
                              uint8_t *signature, size_t *signature_size)
{
    return sign(context, message, message_size, rng, signature, signature_size, true);
}

static enum status ecdsa_verify(void *context, const uint8_t *message, size_t message_size, const uint8_t *signature,
                                size_t signature_size)
{
    return verify(context, message, message_size, signature, signature_size, true);
}

const struct signature_ops bn_ecnr = {
    .ops = {sizeof(struct bn_curve), 0, setup, teardown},
    .set_key = set_key,
    .precompute = precompute,
    .sign = ecnr_sign,
    .verify = ecnr_verify,
};

const struct signature_ops bn_ecdsa = {
    .ops = {sizeof(struct bn_curve), 0, setup, teardown},
    .set_key = set_key,
    .precompute = precompute,
    .sign = ecdsa_sign,
    .verify = ecdsa_verify,
};

/* ------------------------------------------------------------------------------------------ key agreement */

static struct key_agreement_sizes sizes(const void *context)
{
    const struct bn_curve *k = context;
    return (struct key_agreement_sizes){k->order_size, 1 + 2 * k->field_size, k->field_size};
}

static enum status write_public(const struct bn_curve *k, const BIGNUM *x, uint8_t *public_key)
{
    EC_POINT *point = EC_POINT_new(k->group);
    enum status status = point == NULL               ? STATUS_NO_MEMORY
                         : multiply(k, point, x, NULL) ? coordinates(k, point, public_key + 1, public_key + 1 + k->field_size)
                                                       : STATUS_FAILED;
    public_key[0] = 4;
    EC_POINT_free(point);
    return status;
}

static enum status generate_key(void *context, struct rng *rng, uint8_t *private_key, uint8_t *public_key)
{
    const struct bn_curve *k = context;
    if (k->group == NULL)
        return STATUS_BAD_PARAMETER;
    BN_CTX_start(k->ctx);
    BIGNUM *x = BN_CTX_get(k->ctx);
    enum status status = x != NULL ? draw(k, x, rng) : STATUS_NO_MEMORY;
    if (status == STATUS_OK)
        status = bn_store(private_key, k->order_size, x);
    if (status == STATUS_OK)
        status = write_public(k, x, public_key);
    BN_CTX_end(k->ctx);
    return status;
}

static bool load_private(const struct bn_curve *k, BIGNUM *x, const uint8_t *bytes)
{
    return k->group != NULL && bn_load(x, bytes, k->order_size, k->order) && !BN_is_zero(x);
}

static enum status public_key_of(void *context, const uint8_t *private_key, uint8_t *public_key)
{
    const struct bn_curve *k = context;
    BN_CTX_start(k->ctx);
    BIGNUM *x = BN_CTX_get(k->ctx);
    enum status status = x != NULL && load_private(k, x, private_key) ? write_public(k, x, public_key)
                                                                      : STATUS_BAD_PARAMETER;
    BN_CTX_end(k->ctx);
    return status;
}

static enum status ecdh_derive(void *context, const struct agreement *agreement, uint8_t *shared_secret)
{
    const struct bn_curve *k = context;
    BN_CTX_start(k->ctx);
    BIGNUM *x = BN_CTX_get(k->ctx);
    EC_POINT *point = k->group != NULL ? EC_POINT_new(k->group) : NULL;
    enum status status = x != NULL && point != NULL && load_private(k, x, agreement->private_key) ? STATUS_OK
                                                                                                  : STATUS_BAD_PARAMETER;
    if (status == STATUS_OK && !load_point(k, point, agreement->peer_public_key))
        status = STATUS_REJECTED;
    if (status == STATUS_OK && (k->variant->option & OPTION_COFACTOR) && !BN_mul(x, x, k->cofactor, k->ctx))
        status = STATUS_FAILED;
    if (status == STATUS_OK && !EC_POINT_mul(k->group, point, NULL, point, x, k->ctx))
        status = STATUS_FAILED;
    if (status == STATUS_OK)
        status = EC_POINT_is_at_infinity(k->group, point) ? STATUS_REJECTED : coordinates(k, point, shared_secret, NULL);
    EC_POINT_clear_free(point);
    BN_CTX_end(k->ctx);
    return status;
}

/* m(V) = h + (x(V) mod h) */
static int half_of(const struct bn_curve *k, BIGNUM *r, const EC_POINT *v)
{
    int bits = (BN_num_bits(k->order) + 1) / 2;
    if (!EC_POINT_get_affine_coordinates(k->group, v, r, NULL, k->ctx))
        return 0;
    (void)BN_mask_bits(r, bits); /* fails where r is that short already */
    return BN_set_bit(r, bits);
}

static enum status ecmqv_derive(void *context, const struct agreement *agreement, uint8_t *shared_secret)
{
    const struct bn_curve *k = context;
    BN_CTX_start(k->ctx);
    BIGNUM *s = BN_CTX_get(k->ctx), *u = BN_CTX_get(k->ctx), *e = BN_CTX_get(k->ctx), *t = BN_CTX_get(k->ctx);
    EC_POINT *own = NULL, *peer = NULL, *ephemeral = NULL;
    enum status status = STATUS_BAD_PARAMETER;
    if (t != NULL && load_private(k, s, agreement->private_key) && load_private(k, u, agreement->ephemeral_private_key)) {
        own = EC_POINT_new(k->group);
        peer = EC_POINT_new(k->group);
        ephemeral = EC_POINT_new(k->group);
        status = own == NULL || peer == NULL || ephemeral == NULL         ? STATUS_NO_MEMORY
                 : !load_point(k, own, agreement->ephemeral_public_key) ? STATUS_BAD_PARAMETER
                 : !load_point(k, peer, agreement->peer_public_key) ||
                         !load_point(k, ephemeral, agreement->peer_ephemeral_public_key)
                     ? STATUS_REJECTED
                     : STATUS_OK;
    }
    if (status == STATUS_OK) {
        const EC_POINT *points[2] = {ephemeral, peer};
        const BIGNUM *scalars[2] = {e, t};
        int done = half_of(k, e, own) && half_of(k, t, ephemeral) && BN_mod_mul(e, e, s, k->order, k->ctx) &&
                   BN_mod_add(e, e, u, k->order, k->ctx) && BN_mod_mul(t, e, t, k->order, k->ctx) &&
                   BN_mul(e, e, k->cofactor, k->ctx) && BN_mul(t, t, k->cofactor, k->ctx) &&
                   EC_POINTs_mul(k->group, own, NULL, 2, points, scalars, k->ctx);
        status = !done                                    ? STATUS_FAILED
                 : EC_POINT_is_at_infinity(k->group, own) ? STATUS_REJECTED
                                                          : coordinates(k, own, shared_secret, NULL);
    }
    EC_POINT_clear_free(own);
    EC_POINT_free(peer);
    EC_POINT_free(ephemeral);
    BN_CTX_end(k->ctx);
    return status;
}

const struct key_agreement_ops bn_ecdh = {
    .ops = {sizeof(struct bn_curve), 0, setup, teardown},
    .set_key = set_key,
    .precompute = precompute,
    .sizes = sizes,
    .generate_key = generate_key,
    .public_key = public_key_of,
    .derive = ecdh_derive,
};

const struct key_agreement_ops bn_ecmqv = {
    .ops = {sizeof(struct bn_curve), 0, setup, teardown},
    .set_key = set_key,
    .precompute = precompute,
    .sizes = sizes,
    .generate_key = generate_key,
    .public_key = public_key_of,
    .derive = ecmqv_derive,
};

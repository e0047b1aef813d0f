/* SPDX-License-Identifier: MIT */
/* Keys of the curve schemes, and the hash constructions that they share. */
#include "native/curve/key.h"

#include <string.h>

#include "native/bignum/bignum.h"
#include "native/common/bytes.h"
#include "native/public_key/key.h"

/* The context of the hash underneath stands behind the key. */
static void *hash_context(const struct curve_key *key)
{
    return (uint8_t *)(uintptr_t)key + context_stride(sizeof *key);
}

enum status curve_key_setup(void *context, const struct variant *variant)
{
    static const struct variant plain = {0};
    struct curve_key *key = context;
    unsigned id = variant->option & (OPTION_COFACTOR - 1);

    key->variant = variant;
    if (variant->base != NULL && variant->base->setup != NULL) {
        const struct variant *base_variant = variant->base_variant != NULL ? variant->base_variant : &plain;
        enum status status = variant->base->setup(hash_context(key), base_variant);
        if (status != STATUS_OK)
            return status;
    }
    if (id != CURVE_EXPLICIT) {
        if (curve_named(&key->curve, id, variant->vector_bits) != STATUS_OK)
            return STATUS_BAD_PARAMETER;
        key->has_curve = 1;
    }
    return STATUS_OK;
}

void curve_key_teardown(void *context)
{
    wipe(context, sizeof(struct curve_key));
}

/* 1 where the point has no part outside the group of the base point. */
static int in_group(const struct curve *curve, const struct curve_point *p)
{
    struct curve_point multiple;

    if (curve->cofactor == 1)
        return 1;
    curve_multiply(curve, &multiple, &curve->order, p);
    return multiple.infinity;
}

enum status curve_key_set(void *context, const struct key *fields, const char **bad_field)
{
    struct curve_key *key = context;
    struct curve *curve = &key->curve;
    unsigned id = key->variant->option & (OPTION_COFACTOR - 1);
    int is_1998 = id == CURVE_GFP168_1998 || id == CURVE_GF2N155_1998;
    const char *d_name = is_1998 ? "d_1998" : "d", *x_name = is_1998 ? "q_1998_x" : "qx";
    const char *y_name = is_1998 ? "q_1998_y" : "qy", *fault = NULL;

    key->has_public = key->has_private = key->has_tables = 0;
    if (id == CURVE_EXPLICIT) {
        key->has_curve = 0;
        if (curve_from_key(curve, fields, key->variant->vector_bits, &fault) != STATUS_OK)
            return key_refuse(bad_field, fault);
        key->has_curve = 1;
    }
    const struct field *d = key_field(fields, d_name), *x = key_field(fields, x_name), *y = key_field(fields, y_name);
    if (x != NULL || y != NULL) {
        memset(&key->q, 0, sizeof key->q);
        if (x == NULL || !curve_decode(curve, &key->q.x, x->value, x->size))
            return key_refuse(bad_field, x_name);
        if (y == NULL || !curve_decode(curve, &key->q.y, y->value, y->size) || !curve_contains(curve, &key->q) ||
            !in_group(curve, &key->q))
            return key_refuse(bad_field, y_name);
    }
    if (d != NULL) {
        struct curve_point q;
        if (!curve_scalar_load_exactly(&key->d, d->value, d->size) || curve_scalar_is_zero(&key->d) ||
            !curve_scalar_below_order(curve, &key->d))
            return key_refuse(bad_field, d_name);
        curve_multiply(curve, &q, &key->d, &curve->base);
        if (x == NULL)
            key->q = q;
        else if (!curve_equal(curve, &q, &key->q))
            return key_refuse(bad_field, d_name);
    }
    key->has_private = d != NULL;
    key->has_public = d != NULL || x != NULL;
    return STATUS_OK;
}

enum status curve_key_precompute(void *context)
{
    struct curve_key *key = context;

    if (!key->has_curve)
        return STATUS_BAD_PARAMETER;
    curve_table_set(&key->curve, &key->base_table, &key->curve.base);
    if (key->has_public)
        curve_table_set(&key->curve, &key->q_table, &key->q);
    key->has_tables = 1;
    return STATUS_OK;
}

struct curve_term curve_key_base_term(const struct curve_key *key, const struct curve_scalar *k)
{
    return (struct curve_term){k, &key->curve.base, key->has_tables ? &key->base_table : NULL};
}

struct curve_term curve_key_public_term(const struct curve_key *key, const struct curve_scalar *k)
{
    return (struct curve_term){k, &key->q, key->has_tables ? &key->q_table : NULL};
}

int curve_key_decode_point(const struct curve_key *key, struct curve_point *r, const uint8_t *bytes)
{
    return curve_decode_point(&key->curve, r, bytes, 1 + 2 * key->curve.field_size) && !r->infinity;
}

enum status curve_key_digest(const struct curve_key *key, const uint8_t *message, size_t size,
                             uint8_t buffer[DIGEST_SIZE_MAX], const uint8_t **digest, size_t *digest_size)
{
    const struct variant *variant = key->variant;
    const struct hash_ops *hash = (const struct hash_ops *)variant->base;

    if (hash == NULL) {
        *digest = message;
        *digest_size = size;
        return STATUS_OK;
    }
    void *context = hash_context(key);
    enum status status = hash->init(context);
    if (status == STATUS_OK)
        status = hash->update(context, message, size);
    if (status == STATUS_OK)
        status = hash->final(context, buffer);
    *digest = buffer;
    *digest_size = hash->digest_size;
    if (variant->base_variant != NULL && variant->base_variant->output_size != 0)
        *digest_size = variant->base_variant->output_size;
    return status;
}

void curve_scalar_leftmost(const struct curve *curve, struct curve_scalar *r, const uint8_t *bytes, size_t size,
                           unsigned bits)
{
    uint8_t shifted[CURVE_BYTES_MAX + 1];
    size_t kept = (bits + 7) / 8;

    if (8 * size <= bits) {
        curve_scalar_load(curve, r, bytes, size);
        return;
    }
    unsigned shift = (unsigned)(8 * kept) - bits;
    for (size_t i = kept; i-- > 0;) {
        unsigned above = i > 0 ? (unsigned)bytes[i - 1] << 8 : 0;
        shifted[i] = (uint8_t)((above | bytes[i]) >> shift);
    }
    curve_scalar_load(curve, r, shifted, kept);
}

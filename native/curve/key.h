/* SPDX-License-Identifier: MIT */
/*
 * key.h - keys of the curve schemes.
 *
 * variant->option selects the curve; with CURVE_EXPLICIT the key carries the domain parameters (see curve.h).  Further
 * fields: private d, in 1 .. order - 1; public qx and qy.  For the curves of 1998 they are called d_1998, q_1998_x and
 * q_1998_y.  A private key without the public point gets it computed; both must agree.
 */
#ifndef ASSAY_NATIVE_CURVE_KEY_H
#define ASSAY_NATIVE_CURVE_KEY_H

#include "native/common/names.h"
#include "native/curve/curve.h"

struct curve_key {
    const struct variant *variant;
    struct curve curve;
    int has_curve, has_public, has_private, has_tables;
    struct curve_scalar d;
    struct curve_point q;
    struct curve_table base_table, q_table;
};

/* The schemes' whole context, with that of their hash behind it. */
#define CURVE_KEY_OPS                                                                                                  \
    {                                                                                                                  \
        .context_size = sizeof(struct curve_key), .base_contexts = 1, .setup = curve_key_setup,                        \
        .teardown = curve_key_teardown,                                                                                \
    }

enum status curve_key_setup(void *context, const struct variant *variant);
void curve_key_teardown(void *context);
enum status curve_key_set(void *context, const struct key *fields, const char **bad_field);
enum status curve_key_precompute(void *context);

/* k times the base point, or times q, as a term: by table where there are tables. */
struct curve_term curve_key_base_term(const struct curve_key *key, const struct curve_scalar *k);
struct curve_term curve_key_public_term(const struct curve_key *key, const struct curve_scalar *k);

/* A public point as bytes: what curve_decode_point takes at full length, but infinity. */
int curve_key_decode_point(const struct curve_key *key, struct curve_point *r, const uint8_t *bytes);

/*
 * The digest of MESSAGE by the hash variant->base, or MESSAGE itself where there is none.  *DIGEST points into BUFFER
 * or to MESSAGE.
 */
enum status curve_key_digest(const struct curve_key *key, const uint8_t *message, size_t size,
                             uint8_t buffer[DIGEST_SIZE_MAX], const uint8_t **digest, size_t *digest_size);

/* The number that the leftmost BITS bits of BYTES are (all of them where they are fewer), modulo the order. */
void curve_scalar_leftmost(const struct curve *curve, struct curve_scalar *r, const uint8_t *bytes, size_t size,
                           unsigned bits);

#endif

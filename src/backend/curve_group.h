/* SPDX-License-Identifier: MIT */
/* curve_group.h - libcrypto's groups and names for the curves that variants select. */
#ifndef ASSAY_BACKEND_CURVE_GROUP_H
#define ASSAY_BACKEND_CURVE_GROUP_H

#include "native/primitive.h"

#include <openssl/ec.h>

enum { CURVE_SIZE_MAX = 72 }; /* bytes of a field element or of a number below the order */

/* What a key's fields are called on the variant's curve. */
struct curve_key_names {
    const char *d, *x, *y;
};

struct curve_key_names curve_key_names(const struct variant *variant);

/* libcrypto's own name of the variant's curve; NULL for the custom ones. */
const char *curve_group_name(const struct variant *variant);

/* libcrypto's name of the hash underneath; NULL where there is none. */
const char *curve_hash_name(const struct variant *variant);

/*
 * The group of the variant's curve, or of the domain parameters in FIELDS for CURVE_EXPLICIT.  STATUS_BAD_PARAMETER, with
 * *BAD_FIELD, for a missing field; STATUS_UNSUPPORTED where libcrypto has no such curves.
 */
enum status curve_group_open(EC_GROUP **group, OSSL_LIB_CTX *library, const struct variant *variant,
                             const struct key *fields, const char **bad_field);

#endif

/* SPDX-License-Identifier: MIT */
/* keys.h - the test keys and domain parameters of tests/keys, compiled in. */
#ifndef ASSAY_REGISTRY_KEYS_H
#define ASSAY_REGISTRY_KEYS_H

#include "native/primitive.h"

struct named_key {
    const char *name; /* "RSA/1024": the scheme and its size there, or the scheme alone */
    struct key key;
};

/* Ended by a NULL name. */
extern const struct named_key named_keys[];

/* The key called NAME, or NULL. */
const struct key *keys_find(const char *name);

#endif

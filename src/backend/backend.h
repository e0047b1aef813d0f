/* SPDX-License-Identifier: MIT */
/* backend.h - contenders: one backend in one way of calling it. */
#ifndef ASSAY_BACKEND_BACKEND_H
#define ASSAY_BACKEND_BACKEND_H

#include "registry/registry.h"

/*
 * OpenSSL as assay uses it: a library context of its own with the default and the legacy provider, so that neither a
 * user's configuration changes what is measured nor assay changes anything for others.
 */
struct backend;

/* Opens libcrypto; a legacy provider that cannot be loaded is not an error (its algorithms are unavailable then). */
enum status backend_open(struct backend **backend, struct message *message);
void backend_close(struct backend *backend);

/* Version of libcrypto at run time; at build time; what it says of the CPU; providers with versions. */
const char *backend_version(void);
const char *backend_version_built(void);
const char *backend_cpu(void);
const char *backend_providers(const struct backend *backend);

/* One way of computing a primitive. */
struct contender {
    const char *name;      /* "native", "openssl", "openssl/one-shot", ... */
    const char *via;       /* "native", "evp", "evp-composed", "low-level", "bignum", "none" */
    char provider[32];     /* the OpenSSL provider that answered, or empty */
    const struct ops *ops; /* of the primitive's class; NULL where the contender cannot compute it */
    struct variant variant;
    bool many;             /* a hash of many messages at once, through `many`: for the password loop alone */
    char reason[512];      /* why ops is NULL: what is missing and what would help */
};

enum { CONTENDER_NAMES_MAX = 16 };

/* The contender whose messages are hashed side by side. */
#define CONTENDER_LANES "native/lanes"

/*
 * The contenders that PRIMITIVE can have in principle, in the order of the reports: NAMES has room for
 * CONTENDER_NAMES_MAX.
 */
size_t contender_names(const struct primitive *primitive, const char *names[]);

/*
 * Finds out how NAME, any contender's, computes PRIMITIVE, trying it once.  CONTENDER is always filled; where it cannot,
 * ops is NULL, via says what was tried and reason why it failed.
 */
void contender_open(const struct backend *backend, const struct primitive *primitive, const char *name,
                    struct contender *contender);

/* Allocates, aligns, zeroes and sets up a context; NULL with *STATUS and MESSAGE where that fails. */
void *contender_context(const struct contender *contender, struct message *message);
void contender_context_free(const struct contender *contender, void *context);

/* set_key of a public-key contender's OPS, which are of CLASS. */
enum status public_key_set(enum primitive_class class, const struct ops *ops, void *context, const struct key *key,
                           const char **bad_field);

/* Builds the tables of fixed bases; STATUS_UNSUPPORTED where OPS have none. */
enum status public_key_precompute(enum primitive_class class, const struct ops *ops, void *context);

/* SIZE zeroed bytes aligned to CONTEXT_ALIGNMENT, or NULL; freed by `aligned_free`. */
void *aligned_zeroed(size_t size);
void aligned_free(void *memory);

#endif

/* SPDX-License-Identifier: MIT */
/* contender.c - which ways of computing a primitive there are, and what computes it in each. */
#include "backend/evp_schemes.h"
#include "backend/library.h"
#include "backend/openssl.h"
#include "registry/keys.h"

#include <openssl/err.h>

#include <stdio.h>
#include <string.h>

static bool has_many(const struct primitive *primitive)
{
    return primitive->class == CLASS_HASH && primitive->native != NULL &&
           ((const struct hash_ops *)primitive->native)->many != NULL;
}

size_t contender_names(const struct primitive *primitive, const char *names[])
{
    static const char *const more_ways[] = {"openssl/low-level", "openssl/new-context", "openssl/implicit",
                                            "openssl/one-shot"};
    const bool evp = primitive->openssl.via == VIA_EVP;
    size_t count = 0;
    names[count++] = "native";
    if (has_many(primitive))
        names[count++] = CONTENDER_LANES;
    names[count++] = "openssl";
    for (size_t i = 0; primitive->class == CLASS_HASH && evp && i < sizeof more_ways / sizeof more_ways[0]; i++)
        names[count++] = more_ways[i];
    /* What EVP has, built on BIGNUM as well: without blinding and constant time, or with tables of fixed bases. */
    if (evp && primitive->key != NULL && bn_scheme(primitive->unit) != NULL)
        names[count++] = strcmp(primitive->openssl.algorithm, "RSA") == 0 ? "openssl/variable-time" : "openssl/bignum";
    return count;
}

static bool has_name(const struct primitive *primitive, const char *name)
{
    const char *names[CONTENDER_NAMES_MAX];
    size_t count = contender_names(primitive, names), i = 0;
    while (i < count && strcmp(names[i], name) != 0)
        i++;
    return i < count;
}

/* The OpenSSL wrapper of PRIMITIVE called in the way NAME; NULL where this build has none. */
static const struct ops *openssl_ops(const struct primitive *primitive, const char *name)
{
    if (primitive->class == CLASS_HASH && primitive->openssl.via == VIA_EVP) {
        if (strcmp(name, "openssl") == 0)
            return &evp_hash.ops;
        if (strcmp(name, "openssl/new-context") == 0)
            return &evp_hash_new_context.ops;
        if (strcmp(name, "openssl/implicit") == 0)
            return &evp_hash_implicit.ops;
        if (strcmp(name, "openssl/one-shot") == 0)
            return &evp_hash_one_shot.ops;
        if (strcmp(name, "openssl/low-level") == 0) {
            const struct hash_ops *ops = low_level_hash(primitive->unit);
            return ops != NULL ? &ops->ops : NULL;
        }
    }
    const bool evp = primitive->openssl.via == VIA_EVP;
    if (evp && primitive->key != NULL && (strcmp(name, "openssl/variable-time") == 0 || strcmp(name, "openssl/bignum") == 0))
        return bn_scheme(primitive->unit);
    if (strcmp(name, "openssl") != 0)
        return NULL;
    if (primitive->key != NULL)
        return evp ? evp_scheme(primitive->unit) : bn_scheme(primitive->unit);
    if (primitive->class == CLASS_BLOCK_CIPHER && evp)
        return &evp_block_cipher.ops;
    if (primitive->class == CLASS_BLOCK_CIPHER && primitive->openssl.via == VIA_EVP_COMPOSED) {
        const struct block_cipher_ops *ops = composed_block_cipher(primitive->unit);
        return ops != NULL ? &ops->ops : NULL;
    }
    if (primitive->class == CLASS_BLOCK_CIPHER && primitive->openssl.via == VIA_LOW_LEVEL) {
        const struct block_cipher_ops *ops = low_level_block_cipher(primitive->unit);
        return ops != NULL ? &ops->ops : NULL;
    }
    if (primitive->class == CLASS_MODE)
        return evp ? &evp_cipher.ops : &evp_counter_mode.ops;
    if (primitive->class == CLASS_STREAM_CIPHER && evp)
        return &evp_cipher.ops;
    if (primitive->class == CLASS_KDF && evp)
        return strcmp(primitive->unit, "pbkdf2") == 0   ? &evp_pbkdf2.ops
               : strcmp(primitive->unit, "scrypt") == 0 ? &evp_scrypt.ops
                                                        : &evp_argon2.ops;
    if (primitive->class == CLASS_MAC && evp)
        return &evp_hmac.ops;
    if (primitive->class == CLASS_MAC && primitive->openssl.via == VIA_EVP_COMPOSED)
        return strcmp(primitive->unit, "dmac") == 0 ? &evp_dmac.ops : &evp_cbc_mac.ops;
    if (primitive->class == CLASS_MAC && primitive->openssl.via == VIA_LOW_LEVEL) {
        const struct mac_ops *ops = low_level_mac(primitive->unit);
        return ops != NULL ? &ops->ops : NULL;
    }
    return NULL;
}

static void note_provider(struct contender *contender, const void *context)
{
    const char *provider = "";
    if (contender->ops == &evp_hash.ops || contender->ops == &evp_hash_new_context.ops)
        provider = evp_hash_provider(context);
    else if (contender->ops == &evp_block_cipher.ops || contender->ops == &evp_cipher.ops ||
             contender->ops == &evp_counter_mode.ops)
        provider = evp_cipher_provider(context);
    else if (contender->ops == &evp_hmac.ops)
        provider = evp_hmac_provider(context);
    else if (strcmp(contender->via, "evp") == 0)
        provider = OSSL_PROVIDER_get0_name(((const struct backend *)contender->variant.provider)->base);
    snprintf(contender->provider, sizeof contender->provider, "%s", provider);
}

/* Says why setup failed: what is missing and what would help. */
static void explain(const struct backend *backend, const struct primitive *primitive, enum status status,
                    struct contender *contender)
{
    char error[256];
    library_take_error(error, sizeof error);
    const char *algorithm = primitive->openssl.algorithm != NULL ? primitive->openssl.algorithm : primitive->name;
    if (status == STATUS_UNSUPPORTED && backend->legacy == NULL)
        snprintf(contender->reason, sizeof contender->reason,
                 "libcrypto has no %s without its legacy provider, which could not be loaded (install the module or set "
                 "OPENSSL_MODULES to its folder): %s",
                 algorithm, backend->legacy_reason);
    else if (status == STATUS_UNSUPPORTED)
        snprintf(contender->reason, sizeof contender->reason,
                 "this libcrypto has no %s in its default or legacy provider (it may be built without it): %s", algorithm,
                 error);
    else
        snprintf(contender->reason, sizeof contender->reason, "%s: %s: %s", algorithm, status_text(status), error);
}

/* Whether OpenSSL takes the key that PRIMITIVE is timed with: a policy may forbid its size. */
static void try_key(const struct primitive *primitive, struct contender *contender, void *context)
{
    const struct key *key = keys_find(primitive->key);
    const char *bad_field = NULL;
    char error[256];
    ERR_clear_error();
    if (key == NULL || public_key_set(primitive->class, contender->ops, context, key, &bad_field) == STATUS_OK)
        return;
    library_take_error(error, sizeof error);
    snprintf(contender->reason, sizeof contender->reason, "refused by OpenSSL: key %s%s%s: %s", primitive->key,
             bad_field != NULL ? ", field " : "", bad_field != NULL ? bad_field : "", error);
    contender->ops = NULL;
}

void contender_open(const struct backend *backend, const struct primitive *primitive, const char *name,
                    struct contender *contender)
{
    *contender = (struct contender){.name = name};
    if (strncmp(name, "native", 6) == 0) {
        contender->via = "native";
        contender->variant = primitive->variant;
        contender->many = strcmp(name, CONTENDER_LANES) == 0;
        if (contender->many && !has_many(primitive))
            snprintf(contender->reason, sizeof contender->reason, "there is no form of it for many messages at once");
        else
            contender->ops = primitive->native;
        return;
    }
    contender->via = strcmp(name, "openssl/low-level") == 0                          ? "low-level"
                     : primitive->key != NULL && strchr(name, '/') != NULL ? "bignum"
                                                                                    : via_name(primitive->openssl.via);
    if (primitive->openssl.via == VIA_NONE) {
        snprintf(contender->reason, sizeof contender->reason, "%s", primitive->openssl.reason);
        return;
    }
    const struct ops *ops = openssl_ops(primitive, name);
    if (ops == NULL) {
        if (has_name(primitive, name))
            snprintf(contender->reason, sizeof contender->reason, "%s: these headers do not offer the call", name);
        else
            snprintf(contender->reason, sizeof contender->reason, "it is not called in this way");
        return;
    }
    contender->ops = ops;
    contender->variant = primitive->variant;
    contender->variant.algorithm = primitive->openssl.algorithm;
    contender->variant.provider = backend;

    /* One try says whether this libcrypto has it. */
    void *context = aligned_zeroed(context_size_of(ops, &contender->variant));
    enum status status = STATUS_NO_MEMORY;
    ERR_clear_error();
    if (context != NULL)
        status = ops->setup == NULL ? STATUS_OK : ops->setup(context, &contender->variant);
    if (status == STATUS_OK) {
        note_provider(contender, context);
    } else {
        explain(backend, primitive, status, contender);
        contender->ops = NULL;
    }
    if (status == STATUS_OK && primitive->key != NULL)
        try_key(primitive, contender, context);
    if (context != NULL && ops->teardown != NULL)
        ops->teardown(context);
    aligned_free(context);
}

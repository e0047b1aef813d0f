/* SPDX-License-Identifier: MIT */
/*
 * evp_hash.c - hashes through EVP, in the four ways in which programs call it.
 *
 * They differ in what each message pays: the digest context (new_context), the fetch of the algorithm by its EVP_MD of
 * the 1.x style (implicit), or by its name (one_shot).  `evp_hash` pays neither and is what the others are held against.
 */
#include "backend/openssl.h"

struct evp_hash {
    EVP_MD *md;          /* fetched; NULL in the ways that leave the fetch to libcrypto */
    const EVP_MD *named; /* EVP_md5() and the like */
    const char *name;
    EVP_MD_CTX *context;
};

static enum status setup_named(void *context, const struct variant *variant)
{
    struct evp_hash *hash = context;
    hash->name = variant->algorithm;
    hash->named = EVP_get_digestbyname(variant->algorithm);
    /* libcrypto's own context, which these ways are bound to, may not have what assay's has: no legacy provider. */
    EVP_MD *md = EVP_MD_fetch(NULL, variant->algorithm, NULL);
    EVP_MD_free(md);
    return hash->named != NULL && md != NULL ? STATUS_OK : STATUS_UNSUPPORTED;
}

static enum status setup_fetched(void *context, const struct variant *variant)
{
    struct evp_hash *hash = context;
    hash->md = EVP_MD_fetch(library_context(variant), variant->algorithm, NULL);
    return hash->md != NULL ? STATUS_OK : STATUS_UNSUPPORTED;
}

static enum status setup_reused(void *context, const struct variant *variant)
{
    struct evp_hash *hash = context;
    enum status status = setup_fetched(context, variant);
    if (status != STATUS_OK)
        return status;
    hash->context = EVP_MD_CTX_new();
    if (hash->context == NULL)
        return STATUS_NO_MEMORY;
    /* The type is set here once: with it given again, libcrypto 3.0 does more work in each init. */
    return EVP_DigestInit_ex2(hash->context, hash->md, NULL) ? STATUS_OK : STATUS_FAILED;
}

static void teardown(void *context)
{
    struct evp_hash *hash = context;
    EVP_MD_CTX_free(hash->context);
    EVP_MD_free(hash->md);
    *hash = (struct evp_hash){0};
}

const char *evp_hash_provider(const void *context)
{
    const struct evp_hash *hash = context;
    return hash->md != NULL ? OSSL_PROVIDER_get0_name(EVP_MD_get0_provider(hash->md)) : "";
}

static enum status reused_init(void *context)
{
    struct evp_hash *hash = context;
    return EVP_DigestInit_ex2(hash->context, NULL, NULL) ? STATUS_OK : STATUS_FAILED;
}

static enum status new_context_init(void *context)
{
    struct evp_hash *hash = context;
    EVP_MD_CTX_free(hash->context); /* of a message left unfinished */
    hash->context = EVP_MD_CTX_new();
    if (hash->context == NULL)
        return STATUS_NO_MEMORY;
    return EVP_DigestInit_ex2(hash->context, hash->md, NULL) ? STATUS_OK : STATUS_FAILED;
}

static enum status implicit_init(void *context)
{
    struct evp_hash *hash = context;
    EVP_MD_CTX_free(hash->context);
    hash->context = EVP_MD_CTX_new();
    if (hash->context == NULL)
        return STATUS_NO_MEMORY;
    return EVP_DigestInit_ex(hash->context, hash->named, NULL) ? STATUS_OK : STATUS_FAILED;
}

static enum status update(void *context, const uint8_t *data, size_t size)
{
    struct evp_hash *hash = context;
    return EVP_DigestUpdate(hash->context, data, size) ? STATUS_OK : STATUS_FAILED;
}

static enum status reused_final(void *context, uint8_t *digest)
{
    struct evp_hash *hash = context;
    return EVP_DigestFinal_ex(hash->context, digest, NULL) ? STATUS_OK : STATUS_FAILED;
}

static enum status freeing_final(void *context, uint8_t *digest)
{
    struct evp_hash *hash = context;
    int done = EVP_DigestFinal_ex(hash->context, digest, NULL);
    EVP_MD_CTX_free(hash->context);
    hash->context = NULL;
    return done ? STATUS_OK : STATUS_FAILED;
}

static enum status one_shot_digest(void *context, const uint8_t *data, size_t size, uint8_t *digest)
{
    struct evp_hash *hash = context;
    size_t digest_size;
    return EVP_Q_digest(NULL, hash->name, NULL, data, size, digest, &digest_size) ? STATUS_OK : STATUS_FAILED;
}

const struct hash_ops evp_hash = {
    .ops = {sizeof(struct evp_hash), 0, setup_reused, teardown},
    .init = reused_init,
    .update = update,
    .final = reused_final,
};

const struct hash_ops evp_hash_new_context = {
    .ops = {sizeof(struct evp_hash), 0, setup_fetched, teardown},
    .init = new_context_init,
    .update = update,
    .final = freeing_final,
};

const struct hash_ops evp_hash_implicit = {
    .ops = {sizeof(struct evp_hash), 0, setup_named, teardown},
    .init = implicit_init,
    .update = update,
    .final = freeing_final,
};

/* One message, one call: there is no way to feed it in pieces. */
const struct hash_ops evp_hash_one_shot = {
    .ops = {sizeof(struct evp_hash), 0, setup_named, teardown},
    .digest = one_shot_digest,
};

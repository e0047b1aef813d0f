/* SPDX-License-Identifier: MIT */
/*
 * evp_kdf.c - password hashes and key derivations through EVP_KDF, fetched once.
 *
 * libcrypto keeps its memory to itself, so that none of these has a workspace.  What it would take although the standard
 * refuses it (an output of 0 bytes) is refused here; its limit on scrypt's memory, 32 MiB, is lifted.
 */
#include "backend/openssl.h"

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/kdf.h>

struct evp_kdf {
    EVP_KDF *kdf;
    EVP_KDF_CTX *context;
    const char *digest; /* PBKDF2 */
};

static enum status fetch(struct evp_kdf *kdf, const struct variant *variant, const char *name)
{
    kdf->kdf = EVP_KDF_fetch(library_context(variant), name, NULL);
    if (kdf->kdf == NULL)
        return STATUS_UNSUPPORTED;
    kdf->context = EVP_KDF_CTX_new(kdf->kdf);
    return kdf->context != NULL ? STATUS_OK : STATUS_NO_MEMORY;
}

static enum status pbkdf2_setup(void *context, const struct variant *variant)
{
    struct evp_kdf *kdf = context;
    EVP_MD *md = EVP_MD_fetch(library_context(variant), variant->algorithm, NULL);
    if (md == NULL)
        return STATUS_UNSUPPORTED;
    EVP_MD_free(md);
    kdf->digest = variant->algorithm;
    return fetch(kdf, variant, "PBKDF2");
}

static enum status named_setup(void *context, const struct variant *variant)
{
    return fetch(context, variant, variant->algorithm);
}

static void teardown(void *context)
{
    struct evp_kdf *kdf = context;
    EVP_KDF_CTX_free(kdf->context);
    EVP_KDF_free(kdf->kdf);
    *kdf = (struct evp_kdf){0};
}

static size_t no_workspace(const void *context, const struct kdf_input *input)
{
    (void)context;
    (void)input;
    return 0;
}

/* A string as a parameter; libcrypto wants a pointer also where the length is 0. */
static OSSL_PARAM octets(const char *name, const uint8_t *bytes, size_t size)
{
    return OSSL_PARAM_construct_octet_string(name, size != 0 ? (void *)(uintptr_t)bytes : (void *)(uintptr_t) "", size);
}

static enum status derive(const struct evp_kdf *kdf, const OSSL_PARAM *params, uint8_t *out, size_t out_size)
{
    if (out_size == 0)
        return STATUS_BAD_LENGTH;
    if (EVP_KDF_derive(kdf->context, out, out_size, params) > 0)
        return STATUS_OK;
    const int reason = ERR_GET_REASON(ERR_peek_last_error());
    ERR_clear_error();
    return reason == ERR_R_MALLOC_FAILURE ? STATUS_NO_MEMORY : STATUS_BAD_PARAMETER;
}

static enum status pbkdf2_derive(void *context, const struct kdf_input *input, void *workspace, uint8_t *out,
                                 size_t out_size)
{
    const struct evp_kdf *kdf = context;
    uint64_t iterations = input->cost;
    int unlimited = 1; /* not only what NIST SP 800-132 recommends */
    const OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)(uintptr_t)kdf->digest, 0),
        octets(OSSL_KDF_PARAM_PASSWORD, input->password, input->password_size),
        octets(OSSL_KDF_PARAM_SALT, input->salt, input->salt_size),
        OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_ITER, &iterations),
        OSSL_PARAM_construct_int(OSSL_KDF_PARAM_PKCS5, &unlimited),
        OSSL_PARAM_construct_end(),
    };
    (void)workspace;
    if (iterations == 0)
        return STATUS_BAD_PARAMETER;
    return derive(kdf, params, out, out_size);
}

static enum status scrypt_derive(void *context, const struct kdf_input *input, void *workspace, uint8_t *out,
                                 size_t out_size)
{
    uint64_t n = input->cost, memory_max = UINT64_MAX;
    uint32_t r = input->block_size, p = input->lanes;
    const OSSL_PARAM params[] = {
        octets(OSSL_KDF_PARAM_PASSWORD, input->password, input->password_size),
        octets(OSSL_KDF_PARAM_SALT, input->salt, input->salt_size),
        OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_N, &n),
        OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_SCRYPT_R, &r),
        OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_SCRYPT_P, &p),
        OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_MAXMEM, &memory_max),
        OSSL_PARAM_construct_end(),
    };
    (void)workspace;
    return derive(context, params, out, out_size);
}

/* The names that libcrypto 3.2 gave these; before it, `setup` finds no such algorithm. */
static enum status argon2_derive(void *context, const struct kdf_input *input, void *workspace, uint8_t *out,
                                 size_t out_size)
{
    uint32_t passes = (uint32_t)input->cost, memory_kib = input->memory_kib, lanes = input->lanes, threads = 1;
    const OSSL_PARAM params[] = {
        octets(OSSL_KDF_PARAM_PASSWORD, input->password, input->password_size),
        octets(OSSL_KDF_PARAM_SALT, input->salt, input->salt_size),
        octets(OSSL_KDF_PARAM_SECRET, input->secret, input->secret_size),
        octets("ad", input->associated, input->associated_size),
        OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_ITER, &passes),
        OSSL_PARAM_construct_uint32("memcost", &memory_kib),
        OSSL_PARAM_construct_uint32("lanes", &lanes),
        OSSL_PARAM_construct_uint32("threads", &threads),
        OSSL_PARAM_construct_end(),
    };
    (void)workspace;
    if (input->cost > UINT32_MAX)
        return STATUS_BAD_PARAMETER;
    return derive(context, params, out, out_size);
}

const struct kdf_ops evp_pbkdf2 = {
    .ops = {.context_size = sizeof(struct evp_kdf), .setup = pbkdf2_setup, .teardown = teardown},
    .workspace_size = no_workspace,
    .derive = pbkdf2_derive,
};

const struct kdf_ops evp_scrypt = {
    .ops = {.context_size = sizeof(struct evp_kdf), .setup = named_setup, .teardown = teardown},
    .workspace_size = no_workspace,
    .derive = scrypt_derive,
};

const struct kdf_ops evp_argon2 = {
    .ops = {.context_size = sizeof(struct evp_kdf), .setup = named_setup, .teardown = teardown},
    .workspace_size = no_workspace,
    .derive = argon2_derive,
};

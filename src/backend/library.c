/* SPDX-License-Identifier: MIT */
#include "backend/library.h"

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void library_take_error(char *text, size_t size)
{
    const char *data = "";
    int flags = 0;
    const unsigned long code = ERR_get_error_all(NULL, NULL, NULL, &data, &flags);
    const char *reason = code != 0 ? ERR_reason_error_string(code) : "no reason given";
    const bool told = code != 0 && (flags & ERR_TXT_STRING) != 0 && *data != '\0';
    if (reason != NULL)
        snprintf(text, size, "%s%s%s", reason, told ? ": " : "", told ? data : "");
    else
        ERR_error_string_n(code, text, size);
    ERR_clear_error();
}

static void describe_provider(struct backend *backend, OSSL_PROVIDER *provider)
{
    char *version = NULL;
    OSSL_PARAM request[] = {
        OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_VERSION, &version, 0),
        OSSL_PARAM_END,
    };
    OSSL_PROVIDER_get_params(provider, request);
    size_t used = strlen(backend->providers);
    snprintf(backend->providers + used, sizeof backend->providers - used, "%s%s %s", used == 0 ? "" : ", ",
             OSSL_PROVIDER_get0_name(provider), version != NULL ? version : "");
}

enum status backend_open(struct backend **result, struct message *message)
{
    char reason[256];
    struct backend *backend = calloc(1, sizeof *backend);
    *result = backend;
    if (backend == NULL)
        return fail(message, STATUS_NO_MEMORY, "openssl: not enough memory");
    /* A configuration file could change or break what is measured: it is not read. */
    if (!OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_ADD_ALL_DIGESTS | OPENSSL_INIT_ADD_ALL_CIPHERS,
                             NULL))
        goto failed;
    backend->library = OSSL_LIB_CTX_new();
    if (backend->library == NULL)
        goto failed;
    backend->base = OSSL_PROVIDER_load(backend->library, "default");
    if (backend->base == NULL)
        goto failed;
    describe_provider(backend, backend->base);
    ERR_clear_error();
    backend->legacy = OSSL_PROVIDER_load(backend->library, "legacy");
    if (backend->legacy != NULL)
        describe_provider(backend, backend->legacy);
    else
        library_take_error(backend->legacy_reason, sizeof backend->legacy_reason);
    return STATUS_OK;

failed:
    library_take_error(reason, sizeof reason);
    backend_close(backend);
    *result = NULL;
    return fail(message, STATUS_FAILED, "openssl: libcrypto does not start: %s", reason);
}

void backend_close(struct backend *backend)
{
    if (backend == NULL)
        return;
    if (backend->legacy != NULL)
        OSSL_PROVIDER_unload(backend->legacy);
    if (backend->base != NULL)
        OSSL_PROVIDER_unload(backend->base);
    OSSL_LIB_CTX_free(backend->library);
    free(backend);
}

const char *backend_version(void)
{
    return OpenSSL_version(OPENSSL_VERSION);
}

const char *backend_version_built(void)
{
    return OPENSSL_VERSION_TEXT;
}

const char *backend_cpu(void)
{
    const char *cpu = OPENSSL_info(OPENSSL_INFO_CPU_SETTINGS);
    return cpu != NULL ? cpu : "unknown";
}

const char *backend_providers(const struct backend *backend)
{
    return backend->providers;
}

OSSL_LIB_CTX *library_context(const struct variant *variant)
{
    const struct backend *backend = variant->provider;
    return backend != NULL ? backend->library : NULL;
}

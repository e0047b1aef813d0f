/* SPDX-License-Identifier: MIT */
/* library.h - libcrypto as the wrappers see it; private to the backend folder. */
#ifndef ASSAY_BACKEND_LIBRARY_H
#define ASSAY_BACKEND_LIBRARY_H

#include "backend/backend.h"

#include <openssl/crypto.h>
#include <openssl/provider.h>

struct backend {
    OSSL_LIB_CTX *library;
    OSSL_PROVIDER *base;
    OSSL_PROVIDER *legacy;
    char providers[256];
    char legacy_reason[256]; /* why legacy is NULL */
};

/* The library context of a variant whose provider is assay's own; NULL stands for libcrypto's default one. */
OSSL_LIB_CTX *library_context(const struct variant *variant);

/*
 * Writes the oldest error of libcrypto's queue to TEXT and clears the rest: it names the cause, with the file or the name
 * that was looked for; those behind it say who gave up therefore.
 */
void library_take_error(char *text, size_t size);

#endif

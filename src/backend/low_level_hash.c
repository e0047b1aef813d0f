/* SPDX-License-Identifier: MIT */
/*
 * low_level_hash.c - the direct calls of OpenSSL 1.x (MD5_Init, MD5_Update, MD5_Final), as the program of 2014 used
 * them: deprecated since 3.0 and compiled where the headers still declare them.
 */
#define OPENSSL_SUPPRESS_DEPRECATED
#include "backend/openssl.h"

#include <openssl/opensslconf.h>

#include <string.h>

#if !defined OPENSSL_NO_DEPRECATED_3_0 && !defined OPENSSL_NO_DEPRECATED

#include <openssl/md5.h>
#include <openssl/sha.h>

/* The wrapper of one family of calls; they differ in nothing but their names. */
#define LOW_LEVEL_HASH(unit, state_type, prefix)                                                                       \
    static enum status unit##_init(void *context)                                                                      \
    {                                                                                                                  \
        return prefix##_Init((state_type *)context) ? STATUS_OK : STATUS_FAILED;                                       \
    }                                                                                                                  \
    static enum status unit##_update(void *context, const uint8_t *data, size_t size)                                  \
    {                                                                                                                  \
        return prefix##_Update((state_type *)context, data, size) ? STATUS_OK : STATUS_FAILED;                         \
    }                                                                                                                  \
    static enum status unit##_final(void *context, uint8_t *digest)                                                    \
    {                                                                                                                  \
        return prefix##_Final(digest, (state_type *)context) ? STATUS_OK : STATUS_FAILED;                              \
    }                                                                                                                  \
    static const struct hash_ops low_level_##unit = {                                                                  \
        .ops = {sizeof(state_type), 0, NULL, NULL},                                                                    \
        .init = unit##_init,                                                                                           \
        .update = unit##_update,                                                                                       \
        .final = unit##_final,                                                                                         \
    };

#ifndef OPENSSL_NO_MD5
LOW_LEVEL_HASH(md5, MD5_CTX, MD5)
#endif
LOW_LEVEL_HASH(sha1, SHA_CTX, SHA1)
LOW_LEVEL_HASH(sha224, SHA256_CTX, SHA224)
LOW_LEVEL_HASH(sha256, SHA256_CTX, SHA256)
LOW_LEVEL_HASH(sha384, SHA512_CTX, SHA384)
LOW_LEVEL_HASH(sha512, SHA512_CTX, SHA512)

const struct hash_ops *low_level_hash(const char *unit)
{
    static const struct {
        const char *unit;
        const struct hash_ops *ops;
    } table[] = {
#ifndef OPENSSL_NO_MD5
        {"md5", &low_level_md5},
#endif
        {"sha1", &low_level_sha1},
        {"sha224", &low_level_sha224},
        {"sha256", &low_level_sha256},
        {"sha384", &low_level_sha384},
        {"sha512", &low_level_sha512},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].unit, unit) == 0)
            return table[i].ops;
    return NULL;
}

#else

const struct hash_ops *low_level_hash(const char *unit)
{
    (void)unit;
    return NULL;
}

#endif

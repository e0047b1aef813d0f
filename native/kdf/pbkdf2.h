/* SPDX-License-Identifier: MIT */
/* pbkdf2.h - the chain of PBKDF2 (RFC 8018, section 5.2), for PBKDF2 itself and for scrypt. */
#ifndef ASSAY_NATIVE_KDF_PBKDF2_H
#define ASSAY_NATIVE_KDF_PBKDF2_H

#include "native/common/bytes.h"
#include "native/primitive.h"

/* The longest output: 2^32 - 1 blocks of TAG_SIZE; any that SIZE_MAX allows where that is less. */
static inline size_t pbkdf2_size_max(size_t tag_size)
{
    uint64_t max = (uint64_t)UINT32_MAX * tag_size;
    return max < SIZE_MAX ? (size_t)max : SIZE_MAX;
}

/* OUT_SIZE bytes, at most pbkdf2_size_max, of ITERATIONS (1 or more) of MAC, whose CONTEXT is keyed with the password. */
static inline enum status pbkdf2(const struct mac_ops *mac, void *context, size_t tag_size, const uint8_t *salt,
                                 size_t salt_size, uint64_t iterations, uint8_t *out, size_t out_size)
{
    enum status status = STATUS_OK;
    uint8_t u[DIGEST_SIZE_MAX], sum[DIGEST_SIZE_MAX];
    for (uint32_t number = 1; out_size != 0 && status == STATUS_OK; number++) {
        size_t take = out_size < tag_size ? out_size : tag_size;
        uint8_t index[4];
        store32_be(index, number);
        status = mac->init(context, NULL, 0);
        if (status == STATUS_OK)
            status = mac->update(context, salt, salt_size);
        if (status == STATUS_OK)
            status = mac->update(context, index, sizeof index);
        if (status == STATUS_OK)
            status = mac->final(context, u);
        memcpy(sum, u, tag_size);
        for (uint64_t i = 1; i < iterations && status == STATUS_OK; i++) {
            status = mac->init(context, NULL, 0);
            if (status == STATUS_OK)
                status = mac->update(context, u, tag_size);
            if (status == STATUS_OK)
                status = mac->final(context, u);
            xor_bytes(sum, sum, u, tag_size);
        }
        memcpy(out, sum, take);
        out += take;
        out_size -= take;
    }
    wipe(u, sizeof u);
    wipe(sum, sizeof sum);
    return status;
}

#endif

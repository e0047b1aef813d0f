/* SPDX-License-Identifier: MIT */
/* KDF2 (IEEE P1363a) and HMAC (RFC 2104) over SHA-1, as ECIES uses them. */
#include "native/public_key/derivation.h"

#include <string.h>

#include "native/common/bytes.h"
#include "native/hash/merkle_damgard.h"
#include "native/native.h"

enum { SHA1_BLOCK_SIZE = 64 };

static void sha1_start(struct md_context *context)
{
    static const struct variant plain = {0};

    memset(context, 0, sizeof *context);
    (void)native_sha1.ops.setup(context, &plain);
    (void)native_sha1.init(context);
}

void kdf2_next(struct kdf2 *kdf, const uint8_t *in, uint8_t *out, size_t size)
{
    for (size_t i = 0; i < size; i++, kdf->position++) {
        if (kdf->position % SHA1_SIZE == 0) {
            struct md_context context;
            uint8_t counter[4];
            store32_be(counter, (uint32_t)(kdf->position / SHA1_SIZE + 1));
            sha1_start(&context);
            (void)native_sha1.update(&context, kdf->secret, kdf->secret_size);
            (void)native_sha1.update(&context, counter, sizeof counter);
            (void)native_sha1.final(&context, kdf->block);
            wipe(&context, sizeof context);
        }
        out[i] = kdf->block[kdf->position % SHA1_SIZE] ^ (in != NULL ? in[i] : 0);
    }
}

void hmac_sha1(uint8_t tag[SHA1_SIZE], const uint8_t *key, size_t key_size, const uint8_t *message, size_t size)
{
    struct md_context context;
    uint8_t pad[SHA1_BLOCK_SIZE];

    for (size_t i = 0; i < sizeof pad; i++)
        pad[i] = (uint8_t)(0x36 ^ (i < key_size ? key[i] : 0));
    sha1_start(&context);
    (void)native_sha1.update(&context, pad, sizeof pad);
    (void)native_sha1.update(&context, message, size);
    (void)native_sha1.final(&context, tag);
    for (size_t i = 0; i < sizeof pad; i++)
        pad[i] ^= 0x36 ^ 0x5c;
    sha1_start(&context);
    (void)native_sha1.update(&context, pad, sizeof pad);
    (void)native_sha1.update(&context, tag, SHA1_SIZE);
    (void)native_sha1.final(&context, tag);
    wipe(&context, sizeof context);
    wipe(pad, sizeof pad);
}

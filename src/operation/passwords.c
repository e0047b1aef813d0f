/* SPDX-License-Identifier: MIT */
#include "operation/passwords.h"

#include "util/hex.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void password_chunk_fill(struct password_chunk *chunk, uint64_t first, size_t count, unsigned width)
{
    chunk->first = first;
    chunk->count = count;
    chunk->width = width;
    for (size_t i = 0; i < count; i++) {
        chunk->sizes[i] =
            (size_t)snprintf((char *)chunk->text[i], sizeof chunk->text[i], "%0*" PRIu64, (int)width, first + i);
        chunk->passwords[i] = chunk->text[i];
    }
}

enum status password_loop_open(struct password_loop *loop, const struct contender *contender, enum password_shape shape,
                               const struct password_chunk *chunk, size_t digest_size, struct message *message)
{
    *loop = (struct password_loop){.contender = contender, .shape = shape, .chunk = chunk, .digest_size = digest_size};
    loop->digests = aligned_zeroed(PASSWORD_CHUNK * digest_size);
    loop->hex = aligned_zeroed(PASSWORD_CHUNK * 2 * digest_size + 1);
    if (loop->digests == NULL || loop->hex == NULL) {
        password_loop_close(loop);
        return fail(message, STATUS_NO_MEMORY, "passwords: not enough memory");
    }
    if (shape == PASSWORDS_FORMAT)
        return STATUS_OK;
    loop->context = contender_context(contender, message);
    if (loop->context != NULL)
        return STATUS_OK;
    password_loop_close(loop);
    return STATUS_FAILED;
}

void password_loop_close(struct password_loop *loop)
{
    if (loop->contender != NULL && loop->context != NULL)
        contender_context_free(loop->contender, loop->context);
    aligned_free(loop->digests);
    aligned_free(loop->hex);
    *loop = (struct password_loop){0};
}

/* One password through a contender that has `digest`, or through init, update, final. */
static inline enum status hash_one(const struct hash_ops *ops, void *context, const uint8_t *password, size_t size,
                                   uint8_t *digest)
{
    if (ops->digest != NULL)
        return ops->digest(context, password, size, digest);
    enum status status = ops->init(context);
    if (status == STATUS_OK)
        status = ops->update(context, password, size);
    return status == STATUS_OK ? ops->final(context, digest) : status;
}

static enum status run_hash(struct password_loop *loop, uint64_t iterations)
{
    const struct hash_ops *ops = (const struct hash_ops *)loop->contender->ops;
    const struct password_chunk *chunk = loop->chunk;
    for (size_t i = 0; i < iterations; i++) {
        enum status status =
            hash_one(ops, loop->context, chunk->passwords[i], chunk->sizes[i], loop->digests + i * loop->digest_size);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

/*
 * With snprintf, as a C program of that kind does it.  hex_encode ends each digest's text with a zero, which the next
 * digest's text overwrites: the buffer has room for the last one's.
 */
static enum status run_2014(struct password_loop *loop, uint64_t iterations)
{
    const struct hash_ops *ops = loop->shape == PASSWORDS_FORMAT ? NULL : (const struct hash_ops *)loop->contender->ops;
    uint64_t first = loop->chunk->first;
    int width = (int)loop->chunk->width;
    for (size_t i = 0; i < iterations; i++) {
        char password[PASSWORD_SIZE_MAX + 4];
        uint8_t *digest = loop->digests + i * loop->digest_size;
        size_t size = (size_t)snprintf(password, sizeof password, "%0*" PRIu64, width, first + i);
        if (ops != NULL) {
            enum status status = hash_one(ops, loop->context, (const uint8_t *)password, size, digest);
            if (status != STATUS_OK)
                return status;
        } else {
            digest[0] = (uint8_t)password[size - 1];
        }
        hex_encode(loop->hex + 2 * i * loop->digest_size, digest, loop->digest_size);
    }
    return STATUS_OK;
}

enum status password_loop_run(void *state, uint64_t iterations)
{
    struct password_loop *loop = state;
    return loop->shape == PASSWORDS_HASH ? run_hash(loop, iterations) : run_2014(loop, iterations);
}

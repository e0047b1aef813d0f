/* SPDX-License-Identifier: MIT */
/* Block ciphers, modes and stream ciphers: encrypt, decrypt, set_key. */
#include "operation/operation.h"

#include <string.h>

/*
 * A message of SHAPE_MESSAGE goes from input to output under an IV of its own.  SHAPE_UPDATE is the old tables' way:
 * the output buffer, which starts as a copy of the input, is worked on in place, again and again, key and IV set once;
 * each `run` starts afresh, so that runs of the same length leave the same bytes.
 */

enum { SAMPLE_SIZE = 64 };

static const struct block_cipher_ops *block_ops(const struct task *task)
{
    return (const struct block_cipher_ops *)task->contender->ops;
}

static const struct cipher_ops *cipher_ops(const struct task *task)
{
    return (const struct cipher_ops *)task->contender->ops;
}

static size_t message_size(const struct job *job)
{
    return job->size;
}

static enum status prepare_block(struct task *task, struct message *message)
{
    const enum status status = block_ops(task)->set_key(task->context, task->key, task->key_size);
    if (status != STATUS_OK)
        return fail(message, status, "%s: %s: set_key: %s", task->job->primitive->id, task->contender->name,
                    status_text(status));
    return STATUS_OK;
}

static enum status prepare_cipher(struct task *task, struct message *message)
{
    const enum status status = cipher_ops(task)->set_key(task->context, task->key, task->key_size);
    if (status != STATUS_OK)
        return fail(message, status, "%s: %s: set_key: %s", task->job->primitive->id, task->contender->name,
                    status_text(status));
    return STATUS_OK;
}

/* What the first byte was, where there is one. */
static void fold(struct task *task)
{
    if (task->output_size != 0)
        task->fold ^= task->output[0];
}

static enum status run_blocks(struct task *task, enum status (*function)(void *, const uint8_t *, uint8_t *, size_t),
                              uint64_t iterations)
{
    const size_t blocks = task->input_size / primitive_block_size(task->job->primitive);
    const uint8_t *in = task->input;
    if (task->job->shape == SHAPE_UPDATE) {
        if (task->input_size != 0)
            memcpy(task->output, task->input, task->input_size);
        in = task->output;
    }
    for (uint64_t i = 0; i < iterations; i++) {
        const enum status status = function(task->context, in, task->output, blocks);
        if (status != STATUS_OK)
            return status;
        fold(task);
    }
    return STATUS_OK;
}

static enum status run_block_encrypt(void *state, uint64_t iterations)
{
    struct task *task = state;
    return run_blocks(task, block_ops(task)->encrypt, iterations);
}

static enum status run_block_decrypt(void *state, uint64_t iterations)
{
    struct task *task = state;
    return run_blocks(task, block_ops(task)->decrypt, iterations);
}

/* What the last key makes of a block of input: that is the output to compare. */
static enum status run_block_set_key(void *state, uint64_t iterations)
{
    struct task *task = state;
    enum status status = STATUS_OK;
    for (uint64_t i = 0; i < iterations && status == STATUS_OK; i++)
        status = block_ops(task)->set_key(task->context, task->key, task->key_size);
    if (status == STATUS_OK) {
        memset(task->output, 0, task->output_size);
        status = block_ops(task)->encrypt(task->context, task->output, task->output, 1);
    }
    return status;
}

static enum status run_cipher(struct task *task, enum direction direction, uint64_t iterations)
{
    const struct cipher_ops *ops = cipher_ops(task);
    enum status status = STATUS_OK;
    if (task->job->shape == SHAPE_UPDATE) {
        if (task->input_size != 0)
            memcpy(task->output, task->input, task->input_size);
        status = ops->set_iv(task->context, direction, task->iv, task->iv_size, 0);
        for (uint64_t i = 0; i < iterations && status == STATUS_OK; i++)
            status = ops->update(task->context, task->output, task->output, task->output_size);
        return status;
    }
    for (uint64_t i = 0; i < iterations; i++) {
        status = ops->set_iv(task->context, direction, task->iv, task->iv_size, 0);
        if (status == STATUS_OK)
            status = ops->update(task->context, task->input, task->output, task->input_size);
        if (status != STATUS_OK)
            return status;
        fold(task);
    }
    return STATUS_OK;
}

static enum status run_encrypt(void *state, uint64_t iterations)
{
    return run_cipher(state, ENCRYPT, iterations);
}

static enum status run_decrypt(void *state, uint64_t iterations)
{
    return run_cipher(state, DECRYPT, iterations);
}

static enum status run_set_key(void *state, uint64_t iterations)
{
    struct task *task = state;
    const struct cipher_ops *ops = cipher_ops(task);
    enum status status = STATUS_OK;
    for (uint64_t i = 0; i < iterations && status == STATUS_OK; i++)
        status = ops->set_key(task->context, task->key, task->key_size);
    if (status == STATUS_OK)
        status = ops->set_iv(task->context, ENCRYPT, task->iv, task->iv_size, 0);
    if (status == STATUS_OK) {
        memset(task->output, 0, task->output_size);
        status = ops->update(task->context, task->output, task->output, task->output_size);
    }
    return status;
}

static size_t block_sample_size(const struct job *job)
{
    return primitive_block_size(job->primitive);
}

static size_t sample_size(const struct job *job)
{
    const size_t block_size = primitive_block_size(job->primitive);
    return block_size != 0 ? block_size : SAMPLE_SIZE;
}

#define BULK(title, of, first, prepared, function)                                                                     \
    {.name = title, .class = of, .unit = "message", .sized = true, .by_default = first, .output_size = message_size,   \
     .prepare = prepared, .run = function}
#define KEYING(of, size, prepared, function)                                                                           \
    {.name = "set_key", .class = of, .unit = "operation", .output_size = size, .prepare = prepared, .run = function}

const struct operation cipher_operations[] = {
    BULK("encrypt", CLASS_BLOCK_CIPHER, true, prepare_block, run_block_encrypt),
    BULK("decrypt", CLASS_BLOCK_CIPHER, false, prepare_block, run_block_decrypt),
    KEYING(CLASS_BLOCK_CIPHER, block_sample_size, prepare_block, run_block_set_key),
    BULK("encrypt", CLASS_MODE, true, prepare_cipher, run_encrypt),
    BULK("decrypt", CLASS_MODE, false, prepare_cipher, run_decrypt),
    KEYING(CLASS_MODE, sample_size, prepare_cipher, run_set_key),
    BULK("encrypt", CLASS_STREAM_CIPHER, true, prepare_cipher, run_encrypt),
    BULK("decrypt", CLASS_STREAM_CIPHER, false, prepare_cipher, run_decrypt),
    KEYING(CLASS_STREAM_CIPHER, sample_size, prepare_cipher, run_set_key),
    {.name = NULL},
};

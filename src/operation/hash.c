/* SPDX-License-Identifier: MIT */
#include "operation/operation.h"

static size_t digest_size(const struct job *job)
{
    return primitive_output_size(job->primitive);
}

static enum status run_message(struct task *task, uint64_t iterations)
{
    const struct hash_ops *ops = (const struct hash_ops *)task->contender->ops;
    for (uint64_t i = 0; i < iterations; i++) {
        enum status status = ops->init(task->context);
        if (status == STATUS_OK)
            status = ops->update(task->context, task->input, task->input_size);
        if (status == STATUS_OK)
            status = ops->final(task->context, task->output);
        if (status != STATUS_OK)
            return status;
        task->fold ^= task->output[0];
    }
    return STATUS_OK;
}

/* A contender that takes a message in one call only. */
static enum status run_digest(struct task *task, uint64_t iterations)
{
    const struct hash_ops *ops = (const struct hash_ops *)task->contender->ops;
    for (uint64_t i = 0; i < iterations; i++) {
        enum status status = ops->digest(task->context, task->input, task->input_size, task->output);
        if (status != STATUS_OK)
            return status;
        task->fold ^= task->output[0];
    }
    return STATUS_OK;
}

/*
 * Updates of one endless message.  Its digest depends on how many there were, so each call of `run` starts a message and
 * the comparison is made of runs of the same length: task_run_once.
 */
static enum status run_update(struct task *task, uint64_t iterations)
{
    const struct hash_ops *ops = (const struct hash_ops *)task->contender->ops;
    enum status status = ops->init(task->context);
    for (uint64_t i = 0; i < iterations && status == STATUS_OK; i++)
        status = ops->update(task->context, task->input, task->input_size);
    if (status == STATUS_OK)
        status = ops->final(task->context, task->output);
    return status;
}

static enum status run(void *state, uint64_t iterations)
{
    struct task *task = state;
    const struct hash_ops *ops = (const struct hash_ops *)task->contender->ops;
    if (ops->init == NULL)
        return run_digest(task, iterations);
    return task->job->shape == SHAPE_UPDATE ? run_update(task, iterations) : run_message(task, iterations);
}

const struct operation hash_operations[] = {
    {.name = "hash",
     .class = CLASS_HASH,
     .unit = "message",
     .sized = true,
     .by_default = true,
     .output_size = digest_size,
     .run = run},
    {.name = "hash",
     .class = CLASS_CHECKSUM,
     .unit = "message",
     .sized = true,
     .by_default = true,
     .output_size = digest_size,
     .run = run},
    {.name = NULL},
};

/* SPDX-License-Identifier: MIT */
/* Message authentication codes: mac, set_key. */
#include "operation/operation.h"

static const struct mac_ops *mac_ops(const struct task *task)
{
    return (const struct mac_ops *)task->contender->ops;
}

static size_t tag_size(const struct job *job)
{
    return primitive_output_size(job->primitive);
}

static enum status prepare(struct task *task, struct message *message)
{
    const enum status status = mac_ops(task)->set_key(task->context, task->key, task->key_size);
    if (status != STATUS_OK)
        return fail(message, status, "%s: %s: set_key: %s", task->job->primitive->id, task->contender->name,
                    status_text(status));
    return STATUS_OK;
}

static enum status run_message(struct task *task)
{
    const struct mac_ops *ops = mac_ops(task);
    enum status status = ops->init(task->context, task->iv, task->iv_size);
    if (status == STATUS_OK)
        status = ops->update(task->context, task->input, task->input_size);
    if (status == STATUS_OK)
        status = ops->final(task->context, task->output);
    task->fold ^= task->output[0];
    return status;
}

/* Updates of one endless message under a key that was set once; runs of the same length leave the same tag. */
static enum status run_update(struct task *task, uint64_t iterations)
{
    const struct mac_ops *ops = mac_ops(task);
    enum status status = ops->init(task->context, task->iv, task->iv_size);
    for (uint64_t i = 0; i < iterations && status == STATUS_OK; i++)
        status = ops->update(task->context, task->input, task->input_size);
    return status == STATUS_OK ? ops->final(task->context, task->output) : status;
}

static enum status run(void *state, uint64_t iterations)
{
    struct task *task = state;
    enum status status = STATUS_OK;
    if (task->job->shape == SHAPE_UPDATE)
        return run_update(task, iterations);
    for (uint64_t i = 0; i < iterations && status == STATUS_OK; i++)
        status = run_message(task);
    return status;
}

/* The tag of the empty message under the last key is the output to compare. */
static enum status run_set_key(void *state, uint64_t iterations)
{
    struct task *task = state;
    enum status status = STATUS_OK;
    for (uint64_t i = 0; i < iterations && status == STATUS_OK; i++)
        status = mac_ops(task)->set_key(task->context, task->key, task->key_size);
    return status == STATUS_OK ? run_message(task) : status;
}

const struct operation mac_operations[] = {
    {.name = "mac",
     .class = CLASS_MAC,
     .unit = "message",
     .sized = true,
     .by_default = true,
     .output_size = tag_size,
     .prepare = prepare,
     .run = run},
    {.name = "set_key",
     .class = CLASS_MAC,
     .unit = "operation",
     .output_size = tag_size,
     .run = run_set_key},
    {.name = NULL},
};

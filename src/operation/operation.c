/* SPDX-License-Identifier: MIT */
#include "operation/operation.h"

#include "util/random.h"

#include <stdio.h>
#include <string.h>

static const struct operation *const tables[] = {
    cipher_operations,
    hash_operations,
    kdf_operations,
    mac_operations,
    public_key_operations,
};

const struct operation *operation_find(enum primitive_class class, const char *name)
{
    const struct operation *list[OPERATIONS_MAX];
    size_t count = operations_of(class, list);
    for (size_t i = 0; i < count; i++)
        if (same_name(list[i]->name, name))
            return list[i];
    return NULL;
}

size_t operations_of(enum primitive_class class, const struct operation *list[OPERATIONS_MAX])
{
    size_t count = 0;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        for (const struct operation *operation = tables[i]; operation->name != NULL; operation++)
            if (operation->class == class && count < OPERATIONS_MAX)
                list[count++] = operation;
    return count;
}

void operation_check_job(struct job *job)
{
    size_t block_size = primitive_block_size(job->primitive);
    if (job->primitive->one_way && strcmp(job->operation, "decrypt") == 0)
        snprintf(job->skip, sizeof job->skip, "%s is no permutation: it has no decryption", job->primitive->name);
    else if (job->sized && primitive_whole_blocks(job->primitive) && block_size != 0 && job->size % block_size != 0)
        snprintf(job->skip, sizeof job->skip, "size %zu is not a multiple of the block of %zu bytes", job->size,
                 block_size);
}

/* Where SIZE bytes stand in a block of memory that starts at *OFFSET, MISALIGNMENT off alignment; moves *OFFSET on. */
static size_t reserve(size_t *offset, size_t size, unsigned misalignment)
{
    size_t at = context_stride(*offset) + misalignment;
    *offset = at + size;
    return at;
}

enum status task_open(struct task *task, const struct job *job, const struct contender *contender,
                      struct message *message)
{
    const struct primitive *primitive = job->primitive;
    *task = (struct task){.job = job,
                          .operation = operation_find(primitive->class, job->operation),
                          .contender = contender,
                          .input_size = job->sized ? job->size : 0,
                          .key_size = primitive->key_size,
                          .iv_size = primitive_iv_size(primitive)};
    if (task->operation == NULL)
        return fail(message, STATUS_BAD_PARAMETER, "%s: no operation %s", primitive->id, job->operation);
    task->output_size = task->operation->output_size(job);
    if (task->input_size > SIZE_MAX / 4 || task->output_size > SIZE_MAX / 4)
        return fail(message, STATUS_NO_MEMORY, "%s: size %zu: not enough memory", primitive->id, job->size);

    size_t end = 0;
    size_t input_at = reserve(&end, task->input_size, job->misalignment);
    size_t output_at = reserve(&end, task->output_size, job->misalignment);
    size_t key_at = reserve(&end, task->key_size, 0);
    task->memory = aligned_zeroed(end);
    if (task->memory == NULL)
        return fail(message, STATUS_NO_MEMORY, "%s: size %zu: not enough memory", primitive->id, job->size);
    task->input = task->memory + input_at;
    task->output = task->memory + output_at;
    task->key = task->memory + key_at;

    struct random random = random_from(job->seed, primitive->id);
    random_fill(&random, task->key, task->key_size);
    random_fill(&random, task->iv, task->iv_size);
    random_fill(&random, task->input, task->input_size);

    task->context = contender_context(contender, message);
    enum status status = task->context == NULL ? STATUS_FAILED : STATUS_OK;
    if (status == STATUS_OK && task->operation->prepare != NULL)
        status = task->operation->prepare(task, message);
    if (status != STATUS_OK)
        task_close(task);
    return status;
}

void task_close(struct task *task)
{
    if (task->operation != NULL && task->operation->release != NULL)
        task->operation->release(task);
    if (task->contender != NULL)
        contender_context_free(task->contender, task->context);
    aligned_free(task->memory);
    *task = (struct task){0};
}

enum status task_run_once(struct task *task)
{
    memset(task->output, 0xa5, task->output_size);
    /* A task in another process has an operation of its own, which only passes on what the job's would do. */
    const struct operation *operation = operation_find(task->job->primitive->class, task->job->operation);
    return task->operation->run(task, operation != NULL && operation->rotation != 0 ? operation->rotation : 1);
}

/* SPDX-License-Identifier: MIT */
/* Password hashes and key derivations: derive. */
#include "operation/kdf.h"

#include "operation/operation.h"
#include "util/units.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct kdf_input kdf_input_of(const struct kdf_cost *cost)
{
    return (struct kdf_input){
        .cost = cost->cost, .memory_kib = cost->memory_kib, .block_size = cost->block_size, .lanes = cost->lanes};
}

/* "2^14" where VALUE is a power of two. */
static void write_power(char *text, size_t size, uint64_t value)
{
    unsigned exponent = 0;
    while (value >> exponent > 1)
        exponent++;
    if (value == UINT64_C(1) << exponent)
        snprintf(text, size, "2^%u", exponent);
    else
        snprintf(text, size, "%" PRIu64, value);
}

void kdf_describe(char *text, size_t size, const struct primitive *primitive, const struct kdf_cost *cost)
{
    char number[FIGURE_SIZE];
    if (strcmp(primitive->unit, "pbkdf2") == 0) {
        format_count(number, cost->cost);
        snprintf(text, size, "%s, %s iteration%s", primitive->name, number, plural(cost->cost));
    } else if (strcmp(primitive->unit, "scrypt") == 0) {
        write_power(number, sizeof number, cost->cost);
        snprintf(text, size, "%s, N=%s r=%" PRIu32 " p=%" PRIu32, primitive->name, number, cost->block_size, cost->lanes);
    } else if (strcmp(primitive->unit, "bcrypt") == 0) {
        snprintf(text, size, "%s, cost %" PRIu64, primitive->name, cost->cost);
    } else {
        const int mib = cost->memory_kib % 1024 == 0;
        snprintf(text, size, "%s, %" PRIu32 " %s t=%" PRIu64 " p=%" PRIu32, primitive->name,
                 mib ? cost->memory_kib / 1024 : cost->memory_kib, mib ? "MiB" : "KiB", cost->cost, cost->lanes);
    }
}

enum { PASSWORD_SIZE = 8, SALT_SIZE = 16 };

static size_t key_size(const struct job *job)
{
    return primitive_output_size(job->primitive);
}

static const struct kdf_ops *kdf_ops(const struct task *task)
{
    return (const struct kdf_ops *)task->contender->ops;
}

static struct kdf_input input_of(const struct task *task)
{
    struct kdf_input input = kdf_input_of(&task->job->primitive->kdf);
    input.password = task->key;
    input.password_size = PASSWORD_SIZE;
    input.salt = task->key + PASSWORD_SIZE;
    input.salt_size = SALT_SIZE;
    return input;
}

/* The key's random bytes are the password, as digits, and the salt. */
static enum status prepare(struct task *task, struct message *message)
{
    for (size_t i = 0; i < PASSWORD_SIZE; i++)
        task->key[i] = (uint8_t)('0' + task->key[i] % 10);
    const struct kdf_input input = input_of(task);
    const size_t size = kdf_ops(task)->workspace_size(task->context, &input);
    task->extra = size != SIZE_MAX ? aligned_zeroed(size) : NULL;
    if (task->extra == NULL)
        return fail(message, STATUS_NO_MEMORY, "%s: %s: not enough memory for its workspace", task->job->primitive->id,
                    task->contender->name);
    return STATUS_OK;
}

static enum status run(void *state, uint64_t iterations)
{
    struct task *task = state;
    const struct kdf_input input = input_of(task);
    for (uint64_t i = 0; i < iterations; i++) {
        const enum status status =
            kdf_ops(task)->derive(task->context, &input, task->extra, task->output, task->output_size);
        if (status != STATUS_OK)
            return status;
        task->fold ^= task->output[0];
    }
    return STATUS_OK;
}

static void release(struct task *task)
{
    aligned_free(task->extra);
}

const struct operation kdf_operations[] = {
    {.name = "derive",
     .class = CLASS_KDF,
     .unit = "operation",
     .by_default = true,
     .output_size = key_size,
     .prepare = prepare,
     .run = run,
     .release = release},
    {.name = NULL},
};

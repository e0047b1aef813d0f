/* SPDX-License-Identifier: MIT */
#include "plan/plan.h"

#include "registry/suites.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum status add_job(struct plan *plan, const struct job *job, struct message *message)
{
    if (plan->count == plan->capacity) {
        size_t capacity = plan->capacity == 0 ? 64 : 2 * plan->capacity;
        struct job *jobs = realloc(plan->jobs, capacity * sizeof *jobs);
        if (jobs == NULL)
            return fail(message, STATUS_NO_MEMORY, "not enough memory for the plan");
        plan->jobs = jobs;
        plan->capacity = capacity;
    }
    plan->jobs[plan->count] = *job;
    operation_check_job(&plan->jobs[plan->count]);
    plan->count++;
    return STATUS_OK;
}

void plan_free(struct plan *plan)
{
    free(plan->jobs);
    *plan = (struct plan){0};
}

/* Adds the primitives that one selector means. */
static enum status select_one(const char *selector, const struct primitive **list, size_t *count,
                              struct message *message)
{
    const struct suite *suite = suite_find(selector);
    if (suite == NULL)
        return registry_select(selector, list, count, message);
    for (size_t i = 0; i < registry_count; i++)
        if (suite_has(suite, &registry[i])) {
            enum status status = registry_select(registry[i].id, list, count, message);
            if (status != STATUS_OK)
                return status;
        }
    return STATUS_OK;
}

const struct primitive **plan_primitives(const char *const *operands, size_t operand_count, size_t *count,
                                         struct message *message)
{
    static const char *const everything[] = {"all"};
    const struct primitive **list = calloc(registry_count, sizeof *list);
    *count = 0;
    if (list == NULL) {
        fail(message, STATUS_NO_MEMORY, "not enough memory");
        return NULL;
    }
    if (operand_count == 0) {
        operands = everything;
        operand_count = 1;
    }
    for (size_t i = 0; i < operand_count; i++)
        if (select_one(operands[i], list, count, message) != STATUS_OK) {
            free(list);
            return NULL;
        }
    return list;
}

static bool listed(const struct words *words, const char *name)
{
    for (size_t i = 0; i < words->count; i++)
        if (strcmp(words->items[i], "all") == 0 || same_name(words->items[i], name))
            return true;
    return false;
}

static enum status add_sizes(struct plan *plan, const struct options *options, struct job job, struct message *message)
{
    const uint64_t *sizes = options->sizes.items;
    for (size_t i = 0; i < options->sizes.count; i++)
        for (size_t k = 0; k < options->misalignments.count; k++) {
            if (sizes[i] > SIZE_MAX)
                return fail(message, STATUS_BAD_PARAMETER, "--size: %llu is more than this machine can address",
                            (unsigned long long)sizes[i]);
            job.size = (size_t)sizes[i];
            job.misalignment = (unsigned)options->misalignments.items[k];
            enum status status = add_job(plan, &job, message);
            if (status != STATUS_OK)
                return status;
        }
    return STATUS_OK;
}

static enum status add_operation(struct plan *plan, const struct options *options, const struct primitive *primitive,
                                 const struct operation *operation, struct message *message)
{
    struct job job = {.primitive = primitive,
                      .operation = operation->name,
                      .sized = operation->sized,
                      .seed = options->seed};
    if (!operation->sized)
        return add_job(plan, &job, message);
    enum status status = STATUS_OK;
    if (listed(&options->shapes, "message"))
        status = add_sizes(plan, options, job, message);
    job.shape = SHAPE_UPDATE;
    if (status == STATUS_OK && listed(&options->shapes, "update"))
        status = add_sizes(plan, options, job, message);
    return status;
}

/* Every operation asked for exists in some class. */
static enum status check_operations(const struct words *words, struct message *message)
{
    for (size_t i = 0; i < words->count; i++) {
        bool known = strcmp(words->items[i], "all") == 0;
        const char *names[CLASS_COUNT * OPERATIONS_MAX];
        size_t count = 0;
        for (enum primitive_class class = 0; class < CLASS_COUNT; class++) {
            const struct operation *list[OPERATIONS_MAX];
            size_t operations = operations_of(class, list);
            for (size_t k = 0; k < operations; k++) {
                known = known || same_name(words->items[i], list[k]->name);
                names[count++] = list[k]->name;
            }
        }
        if (!known) {
            char nearest[256];
            nearest_names(nearest, sizeof nearest, words->items[i], names, count);
            return fail(message, STATUS_BAD_PARAMETER, "--operation: unknown operation '%.100s', expected hash, encrypt, sign, ...%s%s",
                        words->items[i], nearest[0] != '\0' ? "; nearest: " : "", nearest);
        }
    }
    return STATUS_OK;
}

static enum status add_primitives(struct plan *plan, const struct options *options, const char *const *selectors,
                                  size_t selector_count, struct message *message)
{
    size_t count;
    const struct primitive **list = plan_primitives(selectors, selector_count, &count, message);
    enum status status = list == NULL ? STATUS_BAD_PARAMETER : STATUS_OK;
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        const struct operation *operations[OPERATIONS_MAX];
        size_t operation_count = operations_of(list[i]->class, operations);
        for (size_t k = 0; k < operation_count && status == STATUS_OK; k++)
            if ((operations[k]->applies == NULL || operations[k]->applies(list[i])) &&
                (options->operations.count == 0 ? operations[k]->by_default
                                                : listed(&options->operations, operations[k]->name)))
                status = add_operation(plan, options, list[i], operations[k], message);
    }
    free(list);
    return status;
}

/* A row of an old table: one job, measured as that table was. */
static enum status add_suite_row(struct plan *plan, const struct options *options, const struct suite_row *row,
                                 struct message *message)
{
    enum { OLD_BUFFER = 1024 };
    const struct primitive *primitive = registry_find(row->id);
    const struct operation *operation =
        primitive == NULL ? NULL : operation_find(primitive->class, row->operation);
    if (operation == NULL)
        return fail(message, STATUS_FAILED, "suite %s: row '%s': no %s of %s here", row->suite, row->name, row->operation,
                    row->id);
    size_t block_size = primitive_block_size(primitive);
    bool blocks = primitive->class == CLASS_BLOCK_CIPHER && block_size != 0;
    struct job job = {.primitive = primitive,
                      .operation = operation->name,
                      .shape = SHAPE_UPDATE,
                      .size = blocks ? OLD_BUFFER / block_size * block_size : OLD_BUFFER,
                      .sized = operation->sized,
                      .seed = options->seed,
                      .suite = row->suite,
                      .name = row->name,
                      .beside_table = row->beside};
    return add_job(plan, &job, message);
}

static enum status add_suite(struct plan *plan, const struct options *options, const struct suite *suite,
                             struct message *message)
{
    const char *const name[] = {suite->name};
    enum status status = STATUS_OK;
    if (!suite_is_table(suite))
        return add_primitives(plan, options, name, 1, message);
    for (size_t i = 0; i < suite_row_count && status == STATUS_OK; i++)
        if (strcmp(suite_rows[i].suite, suite->name) == 0)
            status = add_suite_row(plan, options, &suite_rows[i], message);
    return status;
}

static enum status unknown_suite(const char *name, struct message *message)
{
    char known[256] = "";
    for (const struct suite *suite = suites; suite->name != NULL; suite++)
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", suite == suites ? "" : ", ", suite->name);
    return fail(message, STATUS_BAD_PARAMETER, "--suite: unknown suite '%.100s', expected one of %s", name, known);
}

enum { OPERANDS_MAX = 256 };

enum status plan_run(struct plan *plan, const struct options *options, struct message *message)
{
    *plan = (struct plan){0};
    for (size_t i = 0; i < options->shapes.count; i++)
        if (strcmp(options->shapes.items[i], "message") != 0 && strcmp(options->shapes.items[i], "update") != 0 &&
            strcmp(options->shapes.items[i], "all") != 0)
            return fail(message, STATUS_BAD_PARAMETER, "--shape: unknown shape '%.100s', expected message, update or all",
                        options->shapes.items[i]);
    enum status status = check_operations(&options->operations, message);
    if (status != STATUS_OK)
        return status;
    if (options->suite != NULL) {
        const struct suite *suite = suite_find(options->suite);
        if (suite == NULL)
            return unknown_suite(options->suite, message);
        status = add_suite(plan, options, suite, message);
    }
    /* Tables keep their rows; everything else is selected together, so that nothing is measured twice. */
    const char *choices[OPERANDS_MAX];
    size_t choice_count = 0;
    if (options->operand_count > OPERANDS_MAX)
        return fail(message, STATUS_BAD_PARAMETER, "selectors: %zu given, expected at most %d", options->operand_count,
                    OPERANDS_MAX);
    for (size_t i = 0; i < options->operand_count && status == STATUS_OK; i++) {
        const struct suite *suite = suite_find(options->operands[i]);
        if (suite != NULL && suite_is_table(suite))
            status = add_suite(plan, options, suite, message);
        else
            choices[choice_count++] = options->operands[i];
    }
    if (status == STATUS_OK && (choice_count != 0 || plan->count == 0))
        status = add_primitives(plan, options, choices, choice_count, message);
    if (status == STATUS_OK && plan->count == 0) {
        char names[256] = "";
        for (size_t i = 0, used = 0; i < options->operations.count && used < sizeof names; i++)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i == 0 ? "" : " or ", options->operations.items[i]);
        status = fail(message, STATUS_BAD_PARAMETER, "--operation: none of the selected primitives has %s", names);
    }
    if (status != STATUS_OK)
        plan_free(plan);
    return status;
}

/* SPDX-License-Identifier: MIT */
/* plan.h - what is going to be measured: jobs in their order, each to be run or skipped with a reason. */
#ifndef ASSAY_PLAN_PLAN_H
#define ASSAY_PLAN_PLAN_H

#include "operation/operation.h"
#include "options/options.h"

struct plan {
    struct job *jobs;
    size_t count;
    size_t capacity;
};

/*
 * The jobs of `assay run`: primitives that the selectors mean (all of them where there is none), operations, shapes, sizes
 * and misalignments as OPTIONS say.  STATUS_BAD_PARAMETER with MESSAGE where an option names what is not there.
 */
enum status plan_run(struct plan *plan, const struct options *options, struct message *message);

/* The primitives that OPERANDS select, in that order, each once; all where there are none.  Free with `free`. */
const struct primitive **plan_primitives(const char *const *operands, size_t operand_count, size_t *count,
                                         struct message *message);

void plan_free(struct plan *plan);

#endif

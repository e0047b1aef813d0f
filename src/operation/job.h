/* SPDX-License-Identifier: MIT */
/* job.h - one primitive x operation x workload x size: what is to be measured, before anybody can compute it. */
#ifndef ASSAY_OPERATION_JOB_H
#define ASSAY_OPERATION_JOB_H

#include "registry/registry.h"

#include <stdbool.h>

/* How one iteration of a bulk operation goes. */
enum shape {
    SHAPE_MESSAGE, /* a whole message: init (set_iv), update, final */
    SHAPE_UPDATE   /* update only, again and again on one buffer, as the old tables measured */
};

struct job {
    const struct primitive *primitive;
    const char *operation; /* "hash", "encrypt", ... as operation.h lists them for the class */
    enum shape shape;
    size_t size;           /* bytes of a message; 0 is the empty message */
    bool sized;            /* false for an operation on a key, a signature, ...: size has no meaning */
    unsigned misalignment; /* of input and output, in bytes off CONTEXT_ALIGNMENT */
    uint64_t seed;
    const char *suite;     /* the suite that asked for it, or NULL */
    const char *name;      /* the suite's own name of the row, or NULL */
    bool beside_table;     /* the suite's table does not have the row */
    char skip[256];        /* why it cannot be measured, or empty */
};

#endif

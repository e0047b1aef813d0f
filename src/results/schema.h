/* SPDX-License-Identifier: MIT */
/* schema.h - the fields of a record, once, for those who write, read, compare and describe them. */
#ifndef ASSAY_RESULTS_SCHEMA_H
#define ASSAY_RESULTS_SCHEMA_H

#include "results/row.h"

enum member_type { MEMBER_TEXT, MEMBER_REAL, MEMBER_UINT64, MEMBER_UNSIGNED, MEMBER_BOOL };

/* A scalar of a struct.  Null in JSON stands for an empty text, a NAN, and the integer `absent`. */
struct member {
    const char *name; /* in JSON; NULL ends a list */
    enum member_type type;
    size_t offset;
    size_t size;
    uint64_t absent;
};

extern const struct member environment_members[];
extern const struct member row_members[];
extern const struct member contender_members[];
extern const struct member ratio_members[];

#endif

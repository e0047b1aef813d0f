/* SPDX-License-Identifier: MIT */
/* embedded.h - the known answers of tests/vectors, carried in the program so that an installed one can check itself. */
#ifndef ASSAY_CROSSCHECK_EMBEDDED_H
#define ASSAY_CROSSCHECK_EMBEDDED_H

#include <stddef.h>

struct embedded {
    const char *name; /* path below tests/vectors: "hash/md5.json" */
    size_t size;
    const char *text;
};

/* Ended by a NULL name. */
extern const struct embedded embedded_vectors[];

#endif

/* SPDX-License-Identifier: MIT */
/* known.h - the known answers that the program carries, found by primitive. */
#ifndef ASSAY_CROSSCHECK_KNOWN_H
#define ASSAY_CROSSCHECK_KNOWN_H

#include "crosscheck/vectors.h"

struct known_answers;

/* Parses the embedded vector files; NULL with MESSAGE where that fails. */
struct known_answers *known_answers_load(struct message *message);
void known_answers_free(struct known_answers *known);

/* How the vectors of one primitive went with one contender. */
struct known_result {
    size_t right;
    size_t wrong;
    size_t not_taken;
    struct message first_wrong; /* file, index, source, expected and got */
};

/* Runs the vectors of PRIMITIVE on CONTENDER, which `contender_open` gave and which has ops. */
struct known_result known_answers_run(const struct known_answers *known, const struct primitive *primitive,
                                      const struct contender *contender, enum thoroughness thoroughness);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * vectors.h - known answers from files.
 *
 * A file is a JSON array of objects; each names its algorithm in "alg" (an id, the display name, or the registry line's
 * own name for vector files) and holds byte strings in hex: msg and digest for a hash, key, plaintext and ciphertext for
 * a cipher, and so on.  "source" says where it comes from.
 */
#ifndef ASSAY_CROSSCHECK_VECTORS_H
#define ASSAY_CROSSCHECK_VECTORS_H

#include "crosscheck/crosscheck.h"

/* Counts over a set of vectors: those of one algorithm in one file on one contender. */
struct vector_set {
    const char *algorithm;             /* as the file writes it */
    const struct primitive *primitive; /* of its last vector, or NULL where nothing here has that name */
    const char *contender;             /* NULL: of the vectors that were set aside, whoever would run them */
    size_t right;
    size_t wrong;
    size_t not_taken;
    size_t unknown; /* set aside: unknown algorithm or fields */
    size_t refused; /* set aside: a key, IV or cost that the algorithm does not have */
    char note[512]; /* why the last one was not taken or was set aside */
};

/* What the runner tells while it goes; STATE is the caller's. */
struct vector_listener {
    void (*wrong)(void *state, const struct vector_set *set, size_t index, const json_t *vector, const char *detail);
    /* The vector is not run, as SET's note says; not told again for vectors behind it that are set aside for the same reason. */
    void (*set_aside)(void *state, const struct vector_set *set, size_t index, bool refused);
    void (*set_done)(void *state, const struct vector_set *set);
    void *state;
};

/*
 * Parses TEXT (SIZE bytes; NAME for messages).  NULL with line and reason in MESSAGE where it is malformed.
 */
json_t *vectors_parse(const char *name, const char *text, size_t size, struct message *message);

/*
 * Gives the vectors of public-key schemes their keys from TEXT, an object {scheme: {size: {field: number}}}, instead of the
 * built-in ones.  STATUS_BAD_PARAMETER with MESSAGE where it has another form, or lacks a key that a vector needs and does
 * not bring along.
 */
enum status vectors_take_parameters(json_t *vectors, const char *name, const char *text, size_t size,
                                    struct message *message);

/*
 * Runs the vectors of VECTORS on the contenders called CONTENDERS[0 .. COUNT).  STATUS_BAD_PARAMETER with MESSAGE where a
 * vector is malformed (its index and what is wrong): then nothing was run, or, where only a contender finds it, LISTENER was
 * told of what was.  Else STATUS_OK, whatever the answers were.
 */
enum status vectors_run(const struct backend *backend, const char *name, const json_t *vectors,
                        const char *const *contenders, size_t count, enum thoroughness thoroughness,
                        const struct vector_listener *listener, struct message *message);

/* One vector on one contender that has ops; the vector's rounds and effective key bits are given to its variant. */
enum verdict vector_run(const json_t *vector, const struct primitive *primitive, const struct contender *contender,
                        enum thoroughness thoroughness, struct message *message);

/* The registry line that VECTOR is for, or NULL. */
const struct primitive *vector_primitive(const json_t *vector);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * crosscheck.h - is what the contenders compute right, and is it the same?
 *
 * Known answers come from vector files (see vectors.h); random cases set two contenders against each other on the same
 * keys, lengths, splits and alignments.  Where only one contender exists its random cases are held against itself fed
 * in another way, and nothing is called equal.
 */
#ifndef ASSAY_CROSSCHECK_CROSSCHECK_H
#define ASSAY_CROSSCHECK_CROSSCHECK_H

#include "backend/backend.h"
#include "util/random.h"

#include <jansson.h>
#include <signal.h>
#include <stdbool.h>

/* What became of one case. */
enum verdict {
    VERDICT_RIGHT,
    VERDICT_WRONG,         /* message says expected and got */
    VERDICT_NOT_TAKEN,     /* the contender's API cannot take this case (rounds, fixed nonce); message says why */
    VERDICT_REFUSED,       /* the primitive has no such key, IV or cost; message says which, and what is allowed */
    VERDICT_MALFORMED      /* the vector lacks a field or holds nonsense; message says which */
};

/* How thoroughly a known answer is tried. */
enum thoroughness {
    READ,     /* not at all: what is malformed, or what the primitive does not have, is found; for native contenders */
    WHOLE,    /* once, whole */
    EVERY_WAY /* also byte by byte, at splits, misaligned, in place, after reuse, between canaries */
};

/*
 * The checks of one class.  FIELDS are the names a vector of the class may have (NULL-ended); anything else is unknown.
 * known_answer runs VECTOR on CONTENDER, whose variant already has the vector's rounds and the like.
 * random_case makes one random case from RANDOM and runs it on A and, where B is not NULL, on B.  Both contexts are set
 * up, and used for one case after the other.
 */
struct checker {
    enum primitive_class class;
    const char *const *fields;
    enum verdict (*known_answer)(const struct primitive *primitive, const struct contender *contender,
                                 const json_t *vector, enum thoroughness thoroughness, struct message *message);
    enum verdict (*random_case)(const struct primitive *primitive, const struct contender *a, void *context_a,
                                const struct contender *b, void *context_b, struct random *random,
                                struct message *message);
};

/* The checker of CLASS, or NULL. */
const struct checker *checker_of(enum primitive_class class);

extern const struct checker block_cipher_checker;
extern const struct checker checksum_checker;
extern const struct checker encryption_checker;
extern const struct checker hash_checker;
extern const struct checker kdf_checker;
extern const struct checker key_agreement_checker;
extern const struct checker mac_checker;
extern const struct checker mode_checker;
extern const struct checker prng_checker;
extern const struct checker signature_checker;
extern const struct checker stream_cipher_checker;

/* VERDICT_WRONG with both values in hex and the first offset where they differ, or VERDICT_RIGHT. */
enum verdict compare_bytes(const char *what, const uint8_t *expected, const uint8_t *got, size_t size,
                           struct message *message);

/*
 * The field NAME of VECTOR as bytes, in memory that the caller frees with `free`: hex digits.  NULL, with MESSAGE, where
 * it is absent or not hex.  Strings of length 0 give a buffer of *SIZE 0.
 */
uint8_t *vector_bytes(const json_t *vector, const char *name, size_t *size, struct message *message);

/* A whole number of VECTOR, or OTHERWISE where the field is absent. */
uint64_t vector_number(const json_t *vector, const char *name, uint64_t otherwise);

/* VERDICT_REFUSED: "key of 4 bytes; CAST-128 allows 5 to 16". */
enum verdict refuse_key(const struct primitive *primitive, size_t size, struct message *message);

/* A message of a vector: `msg`, or `msg_unit` repeated `msg_unit_count` times. */
uint8_t *vector_message(const json_t *vector, size_t *size, struct message *message);

/* "whole", "as 3 bytes and the rest", "as 3 and then 5 bytes a call": a piece of FIRST bytes, then of PIECE; 0: all the rest. */
const char *describe_feeding(char *text, size_t size, size_t first, size_t piece);

/* A random length: mostly short, sometimes a few blocks, seldom up to MAX. */
size_t random_length(struct random *random, size_t max);

/* Whether what A and B make of PRIMITIVE is byte for byte the same, rather than exchanged: no side draws for itself. */
bool crosscheck_is_exact(const struct primitive *primitive, const struct contender *a, const struct contender *b);

/*
 * How many random cases of PRIMITIVE do the work of COUNT cases of a hash: fewer of a public-key primitive, the fewer the
 * longer its modulus; at least 1.
 */
uint64_t crosscheck_share(const struct primitive *primitive, uint64_t count);

/*
 * Random cases COUNT of PRIMITIVE, contender A against B (B NULL: A alone) from SEED; stops at the first wrong one, with
 * everything that is needed to repeat it in MESSAGE, and with VERDICT_RIGHT once *INTERRUPTED is set (NULL: never).
 */
enum verdict crosscheck_random(const struct primitive *primitive, const struct contender *a, const struct contender *b,
                               uint64_t count, uint64_t seed, const volatile sig_atomic_t *interrupted,
                               struct message *message);

#endif

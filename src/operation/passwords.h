/* SPDX-License-Identifier: MIT */
/*
 * passwords.h - the loop over many short passwords, one chunk at a time.
 *
 * Candidate I is the decimal string of I, zero-padded to the loop's width.  In the shape 2014 a timed iteration formats
 * the number, hashes it and writes the digest as lower-case hex; in the shape hash the candidates of the chunk are there
 * before and raw digests are written; the shape format is 2014 without the hash, to tell what formatting takes.
 */
#ifndef ASSAY_OPERATION_PASSWORDS_H
#define ASSAY_OPERATION_PASSWORDS_H

#include "backend/backend.h"

enum { PASSWORD_CHUNK = 4096, PASSWORD_SIZE_MAX = 20 };

enum password_shape { PASSWORDS_2014, PASSWORDS_HASH, PASSWORDS_FORMAT };

/* The candidates of one chunk, the same for every contender. */
struct password_chunk {
    uint64_t first;
    size_t count;
    unsigned width;
    const uint8_t *passwords[PASSWORD_CHUNK];
    size_t sizes[PASSWORD_CHUNK];
    uint8_t text[PASSWORD_CHUNK][PASSWORD_SIZE_MAX + 4];
};

/* Candidates FIRST .. FIRST + COUNT - 1 with at least WIDTH digits; COUNT is at most PASSWORD_CHUNK. */
void password_chunk_fill(struct password_chunk *chunk, uint64_t first, size_t count, unsigned width);

/* One contender's loop. */
struct password_loop {
    const struct contender *contender; /* unused for PASSWORDS_FORMAT */
    enum password_shape shape;
    const struct password_chunk *chunk;
    size_t digest_size;
    void *context;
    uint8_t *digests; /* of the chunk, one after the other */
    char *hex;        /* PASSWORDS_2014, PASSWORDS_FORMAT: 2 * digest_size characters each */
};

enum status password_loop_open(struct password_loop *loop, const struct contender *contender, enum password_shape shape,
                               const struct password_chunk *chunk, size_t digest_size, struct message *message);
void password_loop_close(struct password_loop *loop);

/* The first ITERATIONS passwords of the chunk: what is timed. */
enum status password_loop_run(void *loop, uint64_t iterations);

#endif

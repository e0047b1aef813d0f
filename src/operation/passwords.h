/* SPDX-License-Identifier: MIT */
/*
 * passwords.h - the loop over many short passwords, one chunk at a time.
 *
 * Candidate I is the decimal string of I, zero-padded to the loop's width.  In the shape 2014 a timed iteration formats
 * the number, hashes it and writes the digest as lower-case hex; in the shape hash the candidates of the chunk are there
 * before and raw digests are written; the shape format is 2014 without the hash, and the shape hex the last part of it
 * alone, to tell what formatting takes.
 *
 * A loop formats with snprintf and encodes digest by digest, as a C program of that kind does; a loop in bulk, for the
 * contender that hashes many messages at once, counts in decimal and encodes many digests together.
 */
#ifndef ASSAY_OPERATION_PASSWORDS_H
#define ASSAY_OPERATION_PASSWORDS_H

#include "backend/backend.h"

#include <pthread.h>
#include <stdatomic.h>

enum { PASSWORD_CHUNK = 4096, PASSWORD_SIZE_MAX = 20, PASSWORD_STRIDE = 24, PASSWORD_THREADS_MAX = 1024 };

enum password_shape { PASSWORDS_2014, PASSWORDS_HASH, PASSWORDS_FORMAT, PASSWORDS_HEX };

/* The candidates of one chunk, the same for every contender. */
struct password_chunk {
    size_t capacity;
    uint64_t first;
    size_t count;
    unsigned width;
    const uint8_t **passwords;
    size_t *sizes;
    uint8_t (*text)[PASSWORD_STRIDE];
};

/* An empty chunk with room for CAPACITY candidates; its loops have room for as many. */
enum status password_chunk_open(struct password_chunk *chunk, size_t capacity, struct message *message);
void password_chunk_close(struct password_chunk *chunk);

/* Candidates FIRST .. FIRST + COUNT - 1 with at least WIDTH digits; COUNT is at most the capacity. */
void password_chunk_fill(struct password_chunk *chunk, uint64_t first, size_t count, unsigned width);

/* COUNT numbers from FIRST on in decimal with at least WIDTH digits, each in a line of TEXT ended by a zero. */
void passwords_count_up(uint8_t (*text)[PASSWORD_STRIDE], size_t *sizes, uint64_t first, size_t count, unsigned width);

struct password_worker;

/* One contender's loop, on one thread or several. */
struct password_loop {
    const struct contender *contender; /* unused for PASSWORDS_FORMAT and PASSWORDS_HEX */
    enum password_shape shape;
    bool bulk;
    const struct password_chunk *chunk;
    size_t digest_size;
    uint8_t *digests; /* of the chunk, one after the other */
    char *hex;        /* but for PASSWORDS_HASH: 2 * digest_size characters each */
    struct password_worker *workers; /* the first one is the caller's own thread */
    size_t worker_count;
    size_t started;   /* threads that run besides the caller's */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t round;   /* of the runs so far: what the threads sleep for */
    bool leaving;
    bool locks;       /* lock and changed exist */
    atomic_size_t ready;   /* threads that are awake and wait for the start of the round */
    atomic_size_t working; /* threads that have not finished it */
    _Atomic uint64_t go;   /* the round that has started */

    /* Several threads: a clock, set by who wants to know how long a run took from the common start to the last one's end. */
    uint64_t (*now_ns)(void *clock_state);
    void *clock_state;
    uint64_t elapsed_ns;
};

/*
 * A loop on THREADS threads: those besides the caller's sleep from now on between the runs.  BULK where it is
 * not the contender's own way that says it (PASSWORDS_FORMAT, PASSWORDS_HEX).
 */
enum status password_loop_open(struct password_loop *loop, const struct contender *contender, enum password_shape shape,
                               bool bulk, const struct password_chunk *chunk, size_t digest_size, size_t threads,
                               struct message *message);
void password_loop_close(struct password_loop *loop);

/*
 * The first ITERATIONS passwords of the chunk: what is timed.  Each thread has a part of its own.  All are awake before they
 * start together, and the run ends with the last of them: waking up, which takes a sleeping core longer than the work of some
 * chunks, is no part of elapsed_ns.
 */
enum status password_loop_run(void *loop, uint64_t iterations);

#endif

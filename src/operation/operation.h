/* SPDX-License-Identifier: MIT */
/*
 * operation.h - what of a primitive is timed.
 *
 * An operation turns a job and a contender into a task: everything that must not be timed is done by `prepare`, and
 * `run` does nothing but call the contender.  All tasks of one job see the same inputs, made from the job's seed, and
 * leave their last output where the others' can be compared with it.
 */
#ifndef ASSAY_OPERATION_OPERATION_H
#define ASSAY_OPERATION_OPERATION_H

#include "backend/backend.h"
#include "operation/job.h"

struct operation;

/* A job in the hands of one contender. */
struct task {
    const struct job *job;
    const struct operation *operation;
    const struct contender *contender;
    void *context;
    uint8_t *input;      /* job->size bytes, the same in every task of the job, job->misalignment off alignment */
    size_t input_size;
    uint8_t *output;     /* output_size bytes that `run` leaves behind, misaligned likewise */
    size_t output_size;
    uint8_t *key;        /* key_size bytes, the same in every task */
    size_t key_size;
    uint8_t iv[BLOCK_SIZE_MAX];
    size_t iv_size;
    void *extra;         /* the operation's own, made by prepare, freed by release */
    uint64_t fold;       /* results folded together, so that no call can be left out */
    uint8_t *memory;     /* holds input, output and key */
};

struct operation {
    const char *name;
    enum primitive_class class;
    const char *unit;                              /* of one iteration: "message", "operation" */
    bool sized;                                    /* works on messages of job->size bytes */
    bool by_default;                               /* measured when no operation is asked for */
    bool (*applies)(const struct primitive *);     /* whether a primitive of the class has it; NULL: all */
    unsigned rotation;                             /* iterations after which the output is complete; 0 is 1 */
    size_t (*output_size)(const struct job *job);
    enum status (*prepare)(struct task *task, struct message *message); /* may be NULL */
    enum status (*run)(void *task, uint64_t iterations);
    /*
     * NULL where all contenders must leave the same output.  Else, also where they do (their randomness may be the same or
     * not), whether MINE's contender takes what THEIRS made: decrypts the ciphertext, verifies the signature, agrees on the
     * key; and refuses it damaged.
     */
    enum status (*accept)(struct task *mine, const struct task *theirs);
    void (*release)(struct task *task);            /* may be NULL */
};

/* The operation NAME of CLASS, or NULL. */
const struct operation *operation_find(enum primitive_class class, const char *name);

/* The operations of CLASS into LIST (room for OPERATIONS_MAX), default ones first; returns how many. */
enum { OPERATIONS_MAX = 16 };
size_t operations_of(enum primitive_class class, const struct operation *list[OPERATIONS_MAX]);

/*
 * Whether JOB can be done at all (sizes that are whole blocks, ...): fills job->skip where it cannot.
 */
void operation_check_job(struct job *job);

/* Prepares TASK; on failure TASK is closed and MESSAGE says why. */
enum status task_open(struct task *task, const struct job *job, const struct contender *contender,
                      struct message *message);
void task_close(struct task *task);

/* Runs a task until its output is complete, with the output poisoned first. */
enum status task_run_once(struct task *task);

/* The operations of each class, one array a file, ended by a NULL name. */
extern const struct operation cipher_operations[];
extern const struct operation hash_operations[];
extern const struct operation kdf_operations[];
extern const struct operation mac_operations[];
extern const struct operation public_key_operations[];

#endif

/* SPDX-License-Identifier: MIT */
/*
 * worker.h - the contender openssl/portable: libcrypto with its CPU extensions masked.
 *
 * libcrypto reads OPENSSL_ia32cap when it starts and never again, so the masked one lives in a process of its own: this
 * program started anew with the variable set, which prepares the same tasks and runs slices of them on request, in turn
 * with the contenders here.  It times its slices itself, with the same clock; the way there and back is not counted.
 */
#ifndef ASSAY_COMMAND_WORKER_H
#define ASSAY_COMMAND_WORKER_H

#include "measure/sampler.h"
#include "operation/operation.h"
#include "options/options.h"

/* The hidden command line of the worker. */
#define WORKER_ARGUMENT "--openssl-worker"

struct worker;

/*
 * Starts a worker whose libcrypto may use only the CPU extensions in FEATURES ("none" alone, or some like "avx2", "bmi2").
 * DESCRIPTION gets the mask and what libcrypto reports under it.  STATUS_BAD_PARAMETER for a feature that is unknown or that
 * this CPU does not have, STATUS_UNSUPPORTED on a CPU whose libcrypto has no such mask.
 */
enum status worker_start(struct worker **worker, const struct words *features, char *description, size_t description_size,
                         struct message *message);
void worker_stop(struct worker *worker);

/*
 * Prepares JOB in the worker.  TASK runs there but leaves its output here, as any other; SLICE is what to sample.  Closed by
 * task_close.
 */
enum status worker_task_open(struct worker *worker, struct task *task, const struct job *job,
                             const struct contender *contender, struct slice *slice, struct message *message);

/* Serves requests on the socket that is its standard input until it ends; the worker's whole life. */
int worker_serve(void);

#endif

/* SPDX-License-Identifier: MIT */
#include "operation/passwords.h"

#include "util/hex.h"

#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So many candidates are formatted, hashed and encoded at a time in bulk: what they take stays in the first cache. */
enum { BULK = 192 };

struct password_worker {
    struct password_loop *loop;
    void *context;
    size_t begin; /* its part of the chunk in this round */
    size_t end;
    enum status status;
    pthread_t thread;
    size_t sizes[BULK];
    const uint8_t *passwords[BULK];
    uint8_t text[BULK][PASSWORD_STRIDE];
};

/* -------------------------------------------------------------------------------------------------- candidates */

enum status password_chunk_open(struct password_chunk *chunk, size_t capacity, struct message *message)
{
    *chunk = (struct password_chunk){.capacity = capacity};
    chunk->passwords = calloc(capacity, sizeof *chunk->passwords);
    chunk->sizes = calloc(capacity, sizeof *chunk->sizes);
    chunk->text = calloc(capacity, sizeof *chunk->text);
    if (chunk->passwords != NULL && chunk->sizes != NULL && chunk->text != NULL)
        return STATUS_OK;
    password_chunk_close(chunk);
    return fail(message, STATUS_NO_MEMORY, "not enough memory for the passwords");
}

void password_chunk_close(struct password_chunk *chunk)
{
    free(chunk->passwords);
    free(chunk->sizes);
    free(chunk->text);
    *chunk = (struct password_chunk){0};
}

static size_t format_number(char *text, size_t size, uint64_t number, unsigned width)
{
    return (size_t)snprintf(text, size, "%0*" PRIu64, (int)width, number);
}

void password_chunk_fill(struct password_chunk *chunk, uint64_t first, size_t count, unsigned width)
{
    chunk->first = first;
    chunk->count = count;
    chunk->width = width;
    for (size_t i = 0; i < count; i++) {
        chunk->sizes[i] = format_number((char *)chunk->text[i], PASSWORD_STRIDE, first + i, width);
        chunk->passwords[i] = chunk->text[i];
    }
}

void passwords_count_up(uint8_t (*text)[PASSWORD_STRIDE], size_t *sizes, uint64_t first, size_t count, unsigned width)
{
    for (size_t i = 0; i < count;) {
        uint8_t line[PASSWORD_STRIDE] = {0};
        size_t size = format_number((char *)line, sizeof line, first + i, width);
        if (size < 2) {
            memcpy(text[i], line, sizeof line);
            sizes[i++] = size;
            continue;
        }
        /* Until the next multiple of 100 only the last two digits change. */
        unsigned low = (unsigned)((first + i) % 100);
        uint8_t tens = (uint8_t)('0' + low / 10), ones = (uint8_t)('0' + low % 10);
        size_t left = 100 - low;
        for (size_t end = left < count - i ? i + left : count; i < end; i++) {
            memcpy(text[i], line, sizeof line);
            text[i][size - 2] = tens;
            text[i][size - 1] = ones;
            sizes[i] = size;
            tens = (uint8_t)(tens + (ones == '9'));
            ones = ones == '9' ? '0' : (uint8_t)(ones + 1);
        }
    }
}

/* ------------------------------------------------------------------------------------------------------- loops */

/* One password through a contender that has `digest`, or through init, update, final. */
static inline enum status hash_one(const struct hash_ops *ops, void *context, const uint8_t *password, size_t size,
                                   uint8_t *digest)
{
    if (ops->digest != NULL)
        return ops->digest(context, password, size, digest);
    enum status status = ops->init(context);
    if (status == STATUS_OK)
        status = ops->update(context, password, size);
    return status == STATUS_OK ? ops->final(context, digest) : status;
}

static enum status run_hash(struct password_worker *worker)
{
    const struct password_loop *loop = worker->loop;
    const struct hash_ops *ops = (const struct hash_ops *)loop->contender->ops;
    const struct password_chunk *chunk = loop->chunk;
    if (loop->bulk)
        return ops->many(worker->context, chunk->passwords + worker->begin, chunk->sizes + worker->begin,
                         worker->end - worker->begin, loop->digests + worker->begin * loop->digest_size);
    for (size_t i = worker->begin; i < worker->end; i++) {
        enum status status =
            hash_one(ops, worker->context, chunk->passwords[i], chunk->sizes[i], loop->digests + i * loop->digest_size);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

/*
 * With snprintf, as a C program of that kind does it.  Each digest's hex goes through a text of its own: hex_encode ends
 * it with a zero, which must not fall into the next one's, perhaps another thread's.
 */
static enum status run_2014(struct password_worker *worker)
{
    const struct password_loop *loop = worker->loop;
    const struct hash_ops *ops = loop->shape == PASSWORDS_2014 ? (const struct hash_ops *)loop->contender->ops : NULL;
    uint64_t first = loop->chunk->first;
    for (size_t i = worker->begin; i < worker->end; i++) {
        char password[PASSWORD_STRIDE];
        uint8_t *digest = loop->digests + i * loop->digest_size;
        size_t size = loop->shape == PASSWORDS_HEX
                          ? 0
                          : format_number(password, sizeof password, first + i, loop->chunk->width);
        if (ops != NULL) {
            enum status status = hash_one(ops, worker->context, (const uint8_t *)password, size, digest);
            if (status != STATUS_OK)
                return status;
        } else if (size != 0) {
            digest[0] = (uint8_t)password[size - 1];
        }
        hex_digits(loop->hex + 2 * i * loop->digest_size, digest, loop->digest_size);
    }
    return STATUS_OK;
}

static enum status run_2014_in_bulk(struct password_worker *worker)
{
    const struct password_loop *loop = worker->loop;
    const struct hash_ops *ops = loop->shape == PASSWORDS_2014 ? (const struct hash_ops *)loop->contender->ops : NULL;
    for (size_t i = worker->begin; i < worker->end; i += BULK) {
        size_t count = worker->end - i < BULK ? worker->end - i : BULK;
        uint8_t *digests = loop->digests + i * loop->digest_size;
        if (loop->shape != PASSWORDS_HEX)
            passwords_count_up(worker->text, worker->sizes, loop->chunk->first + i, count, loop->chunk->width);
        if (ops != NULL) {
            enum status status = ops->many(worker->context, worker->passwords, worker->sizes, count, digests);
            if (status != STATUS_OK)
                return status;
        } else if (loop->shape == PASSWORDS_FORMAT) {
            digests[0] = worker->text[count - 1][worker->sizes[count - 1] - 1];
        }
        hex_digits_in_bulk(loop->hex + 2 * i * loop->digest_size, digests, count * loop->digest_size);
    }
    return STATUS_OK;
}

static void run_part(struct password_worker *worker)
{
    const struct password_loop *loop = worker->loop;
    worker->status = loop->shape == PASSWORDS_HASH ? run_hash(worker)
                     : loop->bulk                  ? run_2014_in_bulk(worker)
                                                   : run_2014(worker);
}

/* ----------------------------------------------------------------------------------------------------- threads */

/* One look more at what another thread is about to change: without sleeping, but not in the way where cores are few. */
static void look_again(unsigned *looks)
{
    enum { LOOKS = 1000 };
    if (++*looks % LOOKS == 0)
        sched_yield();
}

static void *work(void *state)
{
    struct password_worker *worker = state;
    struct password_loop *loop = worker->loop;
    unsigned looks = 0;
    pthread_mutex_lock(&loop->lock);
    for (uint64_t seen = 0;;) {
        while (loop->round == seen && !loop->leaving)
            pthread_cond_wait(&loop->changed, &loop->lock);
        if (loop->leaving)
            break;
        seen = loop->round;
        pthread_mutex_unlock(&loop->lock);
        atomic_fetch_add(&loop->ready, 1);
        while (atomic_load(&loop->go) != seen)
            look_again(&looks);
        run_part(worker);
        atomic_fetch_sub(&loop->working, 1);
        pthread_mutex_lock(&loop->lock);
    }
    pthread_mutex_unlock(&loop->lock);
    return NULL;
}

/* Wakes the threads, lets all start at once, and waits for the last of them. */
static void run_together(struct password_loop *loop)
{
    unsigned looks = 0;
    atomic_store(&loop->ready, 0);
    atomic_store(&loop->working, loop->started);
    pthread_mutex_lock(&loop->lock);
    loop->round++;
    pthread_cond_broadcast(&loop->changed);
    pthread_mutex_unlock(&loop->lock);
    while (atomic_load(&loop->ready) != loop->started)
        look_again(&looks);
    const uint64_t begin_ns = loop->now_ns != NULL ? loop->now_ns(loop->clock_state) : 0;
    atomic_store(&loop->go, loop->round);
    run_part(&loop->workers[0]);
    while (atomic_load(&loop->working) != 0)
        look_again(&looks);
    loop->elapsed_ns = loop->now_ns != NULL ? loop->now_ns(loop->clock_state) - begin_ns : 0;
}

enum status password_loop_run(void *state, uint64_t iterations)
{
    struct password_loop *loop = state;
    size_t count = (size_t)iterations, threads = loop->worker_count;
    for (size_t i = 0; i < threads; i++) {
        loop->workers[i].begin = count / threads * i + (i < count % threads ? i : count % threads);
        loop->workers[i].end = count / threads * (i + 1) + (i + 1 < count % threads ? i + 1 : count % threads);
    }
    if (threads > 1)
        run_together(loop);
    else
        run_part(&loop->workers[0]);
    for (size_t i = 0; i < threads; i++)
        if (loop->workers[i].status != STATUS_OK)
            return loop->workers[i].status;
    return STATUS_OK;
}

static enum status open_worker(struct password_loop *loop, size_t index, struct message *message)
{
    struct password_worker *worker = &loop->workers[index];
    worker->loop = loop;
    for (size_t i = 0; i < BULK; i++)
        worker->passwords[i] = worker->text[i];
    if (loop->shape == PASSWORDS_2014 || loop->shape == PASSWORDS_HASH) {
        worker->context = contender_context(loop->contender, message);
        if (worker->context == NULL)
            return STATUS_FAILED;
    }
    if (index == 0)
        return STATUS_OK;
    int error = pthread_create(&worker->thread, NULL, work, worker);
    if (error != 0)
        return fail(message, STATUS_FAILED, "--threads: thread %zu of %zu cannot be started: %s", index + 1,
                    loop->worker_count, strerror(error));
    loop->started++;
    return STATUS_OK;
}

enum status password_loop_open(struct password_loop *loop, const struct contender *contender, enum password_shape shape,
                               bool bulk, const struct password_chunk *chunk, size_t digest_size, size_t threads,
                               struct message *message)
{
    *loop = (struct password_loop){.contender = contender,
                                   .shape = shape,
                                   .bulk = bulk || (contender != NULL && contender->many),
                                   .chunk = chunk,
                                   .digest_size = digest_size,
                                   .worker_count = threads};
    enum status status = STATUS_OK;
    loop->digests = aligned_zeroed(chunk->capacity * digest_size);
    loop->hex = aligned_zeroed(chunk->capacity * 2 * digest_size + 1);
    loop->workers = calloc(threads, sizeof *loop->workers);
    if (loop->digests == NULL || loop->hex == NULL || loop->workers == NULL) {
        password_loop_close(loop);
        return fail(message, STATUS_NO_MEMORY, "passwords: not enough memory");
    }
    if (pthread_mutex_init(&loop->lock, NULL) != 0 || pthread_cond_init(&loop->changed, NULL) != 0)
        status = fail(message, STATUS_FAILED, "passwords: no locks for threads");
    loop->locks = status == STATUS_OK;
    for (size_t i = 0; i < threads && status == STATUS_OK; i++)
        status = open_worker(loop, i, message);
    if (status != STATUS_OK)
        password_loop_close(loop);
    return status;
}

void password_loop_close(struct password_loop *loop)
{
    if (loop->started != 0) {
        pthread_mutex_lock(&loop->lock);
        loop->leaving = true;
        pthread_cond_broadcast(&loop->changed);
        pthread_mutex_unlock(&loop->lock);
        for (size_t i = 1; i <= loop->started; i++)
            pthread_join(loop->workers[i].thread, NULL);
    }
    if (loop->locks) {
        pthread_cond_destroy(&loop->changed);
        pthread_mutex_destroy(&loop->lock);
    }
    for (size_t i = 0; loop->workers != NULL && i < loop->worker_count; i++)
        if (loop->workers[i].context != NULL)
            contender_context_free(loop->contender, loop->workers[i].context);
    free(loop->workers);
    aligned_free(loop->digests);
    aligned_free(loop->hex);
    *loop = (struct password_loop){0};
}

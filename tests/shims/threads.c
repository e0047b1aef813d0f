/* SPDX-License-Identifier: MIT */
/* threads.c - preloaded into the program: only ASSAY_THREADS_GOOD threads can be started, the next one fails. */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *state)
{
    static long started;
    int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    const char *good = getenv("ASSAY_THREADS_GOOD");
    if (good != NULL && started++ >= atol(good))
        return EAGAIN;
    void *next = dlsym(RTLD_NEXT, "pthread_create");
    memcpy(&create, &next, sizeof create);
    return create(thread, attributes, start, state);
}

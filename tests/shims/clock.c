/* SPDX-License-Identifier: MIT */
/*
 * clock.c - preloaded into the program: with ASSAY_CLOCK_TIMES set, a clock that runs so many times as fast, so that what
 * is measured for a second takes as much less; else one that is broken from its ASSAY_CLOCK_GOOD-th reading on (the first
 * where that is not set), standing still or, with ASSAY_CLOCK_BACK set, going back.
 */
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now)
{
    static long readings;
    static struct timespec last;
    const char *times = getenv("ASSAY_CLOCK_TIMES");
    if (times != NULL) {
        int result = (int)syscall(SYS_clock_gettime, clock, now);
        if (clock != CLOCK_REALTIME) {
            long long nanoseconds = (long long)now->tv_nsec * atol(times);
            now->tv_sec = now->tv_sec * atol(times) + (time_t)(nanoseconds / 1000000000);
            now->tv_nsec = (long)(nanoseconds % 1000000000);
        }
        return result;
    }
    const char *good = getenv("ASSAY_CLOCK_GOOD");
    if (readings++ < (good != NULL ? atol(good) : 0) || last.tv_sec == 0) {
        int result = (int)syscall(SYS_clock_gettime, clock, now);
        last = *now;
        return result;
    }
    if (getenv("ASSAY_CLOCK_BACK") != NULL)
        last.tv_sec--;
    *now = last;
    return 0;
}

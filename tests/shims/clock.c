/* SPDX-License-Identifier: MIT */
/*
 * clock.c - preloaded into the program: a clock that is broken from its ASSAY_CLOCK_GOOD-th reading on (the first where
 * that is not set), standing still or, with ASSAY_CLOCK_BACK set, going back.
 */
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now)
{
    static long readings;
    static struct timespec last;
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

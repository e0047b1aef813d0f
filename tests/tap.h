/* SPDX-License-Identifier: MIT */
/* tap.h - cmocka with TAP on standard output, as meson's `protocol: 'tap'` reads it. */
#ifndef ASSAY_TESTS_TAP_H
#define ASSAY_TESTS_TAP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* Whether this is a build with the address sanitizer: there random repetitions of one path are fewer, no case is left out. */
#if defined __SANITIZE_ADDRESS__
#define SANITIZED 1
#elif defined __has_feature
#define SANITIZED __has_feature(address_sanitizer)
#else
#define SANITIZED 0
#endif

/* Before a group: TAP, and only the tests whose names match the glob ASSAY_TESTS, where that is set. */
static inline void tap_begin(void)
{
    const char *glob = getenv("ASSAY_TESTS");
    cmocka_set_message_output(CM_OUTPUT_TAP);
    if (glob != NULL)
        cmocka_set_test_filter(glob);
}

#define RUN_TAP(tests) (tap_begin(), cmocka_run_group_tests_name(#tests, tests, NULL, NULL))

/* With a fixture around the group. */
#define RUN_TAP_WITH(tests, set_up, tear_down) (tap_begin(), cmocka_run_group_tests_name(#tests, tests, set_up, tear_down))

#endif

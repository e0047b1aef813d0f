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

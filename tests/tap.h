/* SPDX-License-Identifier: MIT */
/* tap.h - cmocka with TAP on standard output, as meson's `protocol: 'tap'` reads it. */
#ifndef ASSAY_TESTS_TAP_H
#define ASSAY_TESTS_TAP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define RUN_TAP(tests) (cmocka_set_message_output(CM_OUTPUT_TAP), cmocka_run_group_tests_name(#tests, tests, NULL, NULL))

/* With a fixture around the group. */
#define RUN_TAP_WITH(tests, set_up, tear_down) \
    (cmocka_set_message_output(CM_OUTPUT_TAP), cmocka_run_group_tests_name(#tests, tests, set_up, tear_down))

#endif

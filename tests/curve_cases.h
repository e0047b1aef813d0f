/* SPDX-License-Identifier: MIT */
/* curve_cases.h - numbers of the tests of curves, from hex digits and small ones. */
#ifndef ASSAY_TESTS_CURVE_CASES_H
#define ASSAY_TESTS_CURVE_CASES_H

#include "native/curve/curve.h"

#include <stdlib.h>
#include <string.h>

/* An odd number of digits has a zero in front of it. */
static inline size_t from_hex(uint8_t *out, const char *hex)
{
    size_t length = strlen(hex), odd = length % 2, size = (length + 1) / 2;

    for (size_t i = 0; i < size; i++) {
        char digits[3] = {'0', '0', '\0'};
        for (size_t j = 0; j < 2; j++) {
            if (2 * i + j >= odd)
                digits[j] = hex[2 * i + j - odd];
        }
        out[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
    return size;
}

static inline void scalar_of(struct curve_scalar *r, limb value)
{
    memset(r, 0, sizeof *r);
    r->v[0] = value;
}

#endif

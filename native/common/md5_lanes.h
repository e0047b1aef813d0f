/* SPDX-License-Identifier: MIT */
/*
 * md5_lanes.h - the steps of MD5 over COUNT vectors side by side: for MD5_STEPS, with arrays a, b, c, d of vectors and
 * MD5_LANES_WORD(v, i) for message word i of vector v, both of the includer.
 */
#ifndef ASSAY_NATIVE_COMMON_MD5_LANES_H
#define ASSAY_NATIVE_COMMON_MD5_LANES_H

#include "native/common/md5.h"

/* Each step is done for all vectors before the next one: the steps of one are a chain. */
#define MD5_LANES_STEP(a, b, f, i, s, k) \
    for (unsigned v = 0; v < COUNT; v++) { \
        a[v] += (f) + (MD5_LANES_WORD(v, i) + (k)); \
        a[v] = (a[v] << (s) | a[v] >> (32 - (s))) + b[v]; \
    }
#define MD5_LANES_F(a, b, c, d, i, s, k) MD5_LANES_STEP(a, b, d[v] ^ (b[v] & (c[v] ^ d[v])), i, s, k)
#define MD5_LANES_G(a, b, c, d, i, s, k) MD5_LANES_STEP(a, b, c[v] ^ (d[v] & (b[v] ^ c[v])), i, s, k)
#define MD5_LANES_H(a, b, c, d, i, s, k) MD5_LANES_STEP(a, b, b[v] ^ c[v] ^ d[v], i, s, k)
#define MD5_LANES_I(a, b, c, d, i, s, k) MD5_LANES_STEP(a, b, c[v] ^ (b[v] | ~d[v]), i, s, k)

#endif

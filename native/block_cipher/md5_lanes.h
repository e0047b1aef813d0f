/* SPDX-License-Identifier: MIT */
/*
 * md5_lanes.h - the compression function of MD5 over vectors of chaining values; for the lane files of the ciphers that
 * are built on it, with COUNT defined as the number of vectors side by side.  No include guard: once per width.
 */
#ifndef MD5_LANES_STEP
#include "native/common/md5.h"

/* Each step is done for all vectors before the next one: the steps of one are a chain. */
#define MD5_LANES_STEP(a, b, f, i, s, k) \
    for (unsigned v = 0; v < COUNT; v++) { \
        a[v] += (f) + (m[v][i] + (k)); \
        a[v] = (a[v] << (s) | a[v] >> (32 - (s))) + b[v]; \
    }
#define MD5_LANES_F(a, b, c, d, i, s, k) MD5_LANES_STEP(a, b, d[v] ^ (b[v] & (c[v] ^ d[v])), i, s, k)
#define MD5_LANES_G(a, b, c, d, i, s, k) MD5_LANES_STEP(a, b, c[v] ^ (d[v] & (b[v] ^ c[v])), i, s, k)
#define MD5_LANES_H(a, b, c, d, i, s, k) MD5_LANES_STEP(a, b, b[v] ^ c[v] ^ d[v], i, s, k)
#define MD5_LANES_I(a, b, c, d, i, s, k) MD5_LANES_STEP(a, b, c[v] ^ (b[v] | ~d[v]), i, s, k)
#endif

/* Folds the message blocks M into the chaining values H. */
static ALWAYS_INLINE LANE_TARGET void LANE(md5_compress)(V32 h[COUNT][4], const V32 *const m[COUNT])
{
    V32 a[COUNT], b[COUNT], c[COUNT], d[COUNT];
    for (unsigned v = 0; v < COUNT; v++) {
        a[v] = h[v][0];
        b[v] = h[v][1];
        c[v] = h[v][2];
        d[v] = h[v][3];
    }
    MD5_STEPS(MD5_LANES_F, MD5_LANES_G, MD5_LANES_H, MD5_LANES_I);
    for (unsigned v = 0; v < COUNT; v++) {
        h[v][0] += a[v];
        h[v][1] += b[v];
        h[v][2] += c[v];
        h[v][3] += d[v];
    }
}

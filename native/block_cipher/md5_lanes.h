/* SPDX-License-Identifier: MIT */
/*
 * md5_lanes.h - the compression function of MD5 over vectors of chaining values; for the lane files of the ciphers that
 * are built on it, with COUNT defined as the number of vectors side by side.  No include guard: once per width.
 */
#include "native/common/md5_lanes.h"

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
#define MD5_LANES_WORD(v, i) m[v][i]
    MD5_STEPS(MD5_LANES_F, MD5_LANES_G, MD5_LANES_H, MD5_LANES_I);
#undef MD5_LANES_WORD
    for (unsigned v = 0; v < COUNT; v++) {
        h[v][0] += a[v];
        h[v][1] += b[v];
        h[v][2] += c[v];
        h[v][3] += d[v];
    }
}

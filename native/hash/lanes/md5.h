/* SPDX-License-Identifier: MIT */
/* md5.h - MD5 over lanes; included by each_width.h. */
#define COUNT LANE_GROUPS
#define MD5_LANES_WORD(v, i) LANE_AT(x, 16 * (v) + (i))
#include "native/common/md5_lanes.h"

static ALWAYS_INLINE LANE_TARGET void LANE(compress)(LANE_WORD *h, const LANE_WORD *x)
{
    LANE_VECTOR a[COUNT], b[COUNT], c[COUNT], d[COUNT];
    for (unsigned v = 0; v < COUNT; v++) {
        a[v] = LANE_AT(h, 4 * v);
        b[v] = LANE_AT(h, 4 * v + 1);
        c[v] = LANE_AT(h, 4 * v + 2);
        d[v] = LANE_AT(h, 4 * v + 3);
    }
    MD5_STEPS(MD5_LANES_F, MD5_LANES_G, MD5_LANES_H, MD5_LANES_I);
    for (unsigned v = 0; v < COUNT; v++) {
        LANE_PUT(h, 4 * v, LANE_AT(h, 4 * v) + a[v]);
        LANE_PUT(h, 4 * v + 1, LANE_AT(h, 4 * v + 1) + b[v]);
        LANE_PUT(h, 4 * v + 2, LANE_AT(h, 4 * v + 2) + c[v]);
        LANE_PUT(h, 4 * v + 3, LANE_AT(h, 4 * v + 3) + d[v]);
    }
}

#undef COUNT
#undef MD5_LANES_WORD

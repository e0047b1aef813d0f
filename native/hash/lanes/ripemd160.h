/* SPDX-License-Identifier: MIT */
/* ripemd160.h - RIPEMD-160 over lanes, in the steps of the scalar code; included by each_width.h. */
static ALWAYS_INLINE LANE_TARGET void LANE(compress)(LANE_WORD *state, const LANE_WORD *words)
{
    LANE_VECTOR h[5], t;
    for (unsigned i = 0; i < 5; i++)
        h[i] = LANE_AT(state, i);
    LANE_VECTOR al = h[0], bl = h[1], cl = h[2], dl = h[3], el = h[4];
    LANE_VECTOR ar = h[0], br = h[1], cr = h[2], dr = h[3], er = h[4];
#define WORD(i) LANE_AT(words, i)
    EIGHTY_STEPS;
#undef WORD
    COMBINE_LINES;
    for (unsigned i = 0; i < 5; i++)
        LANE_PUT(state, i, h[i]);
}

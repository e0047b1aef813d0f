/* SPDX-License-Identifier: MIT */
/* sha2.h - SHA-2 over lanes, in the steps and with the names of native/hash/sha2.h; included by each_width.h. */
static ALWAYS_INLINE LANE_TARGET void LANE(compress)(LANE_WORD *state, const LANE_WORD *x)
{
    LANE_VECTOR s[8], w[16];
    for (unsigned i = 0; i < 8; i++)
        s[i] = LANE_AT(state, i);
    for (unsigned i = 0; i < 16; i++)
        w[i] = LANE_AT(x, i);
    WORKING_WORDS(LANE_VECTOR, s);
    EIGHT_STEPS(NOTHING, LOADED, 0);
    EIGHT_STEPS(NOTHING, LOADED, 8);
    for (size_t t = 16; t < SHA2_STEPS; t += 16) {
        EIGHT_STEPS(NOTHING, EXPANDED, 0);
        EIGHT_STEPS(NOTHING, EXPANDED, 8);
    }
    FEED_FORWARD(s);
    for (unsigned i = 0; i < 8; i++)
        LANE_PUT(state, i, s[i]);
}

/* SPDX-License-Identifier: MIT */
/* sha1.h - SHA-1 over lanes, in the steps of the scalar code; included by each_width.h. */
#ifndef LANE_SHA1_STEP
/*
 * Choice and majority as functions of three words, not as sums of two halves, for AVX-512: it has one instruction for
 * such a function, or most of it.
 */
#define LANE_SHA1_STEP(a, b, e, f, sum)                                                                                \
    e += sum;                                                                                                          \
    e += f;                                                                                                            \
    e += ROTL(a, 5);                                                                                                   \
    b = ROTL(b, 30)
#define LANE_SHA1_CHOICE(a, b, c, d, e, sum) LANE_SHA1_STEP(a, b, e, d ^ (b & (c ^ d)), sum)
#define LANE_SHA1_MAJORITY(a, b, c, d, e, sum) LANE_SHA1_STEP(a, b, e, c ^ ((b ^ c) & (c ^ d)), sum)
#endif

static ALWAYS_INLINE LANE_TARGET void LANE(compress)(LANE_WORD *state, const LANE_WORD *x)
{
    LANE_VECTOR a = LANE_AT(state, 0), b = LANE_AT(state, 1), c = LANE_AT(state, 2), d = LANE_AT(state, 3);
    LANE_VECTOR e = LANE_AT(state, 4), w[16];
    for (unsigned i = 0; i < 16; i++)
        w[i] = LANE_AT(x, i);
#if LANE_BITS == 512
    EIGHTY_STEPS(LANE_SHA1_CHOICE, LANE_SHA1_MAJORITY, SUM);
#else
    EIGHTY_STEPS(CHOICE, MAJORITY, SUM);
#endif
    LANE_PUT(state, 0, LANE_AT(state, 0) + a);
    LANE_PUT(state, 1, LANE_AT(state, 1) + b);
    LANE_PUT(state, 2, LANE_AT(state, 2) + c);
    LANE_PUT(state, 3, LANE_AT(state, 3) + d);
    LANE_PUT(state, 4, LANE_AT(state, 4) + e);
}

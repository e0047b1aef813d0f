/* SPDX-License-Identifier: MIT */
/* md4.h - MD4 over lanes; included by each_width.h. */
#ifndef LANE_MD4_STEP
/* Each step is done for all vectors before the next one: the steps of one are a chain. */
#define LANE_MD4_STEP(a, f, i, k, s)                                                                                   \
    for (unsigned v = 0; v < LANE_GROUPS; v++) {                                                                       \
        a[v] += (f) + (LANE_AT(x, 16 * v + (i)) + (k));                                                                \
        a[v] = ROTL(a[v], s);                                                                                          \
    }
#define LANE_MD4_F(a, b, c, d, i, s) LANE_MD4_STEP(a, d[v] ^ (b[v] & (c[v] ^ d[v])), i, 0, s)
#define LANE_MD4_G(a, b, c, d, i, s) LANE_MD4_STEP(a, (b[v] & (c[v] ^ d[v])) + (c[v] & d[v]), i, 0x5a827999, s)
#define LANE_MD4_H(a, b, c, d, i, s) LANE_MD4_STEP(a, b[v] ^ (c[v] ^ d[v]), i, 0x6ed9eba1, s)
#endif

static ALWAYS_INLINE LANE_TARGET void LANE(compress)(LANE_WORD *h, const LANE_WORD *x)
{
    LANE_VECTOR a[LANE_GROUPS], b[LANE_GROUPS], c[LANE_GROUPS], d[LANE_GROUPS];
    for (unsigned v = 0; v < LANE_GROUPS; v++) {
        a[v] = LANE_AT(h, 4 * v);
        b[v] = LANE_AT(h, 4 * v + 1);
        c[v] = LANE_AT(h, 4 * v + 2);
        d[v] = LANE_AT(h, 4 * v + 3);
    }
    ALL_STEPS(LANE_MD4_F, LANE_MD4_G, LANE_MD4_H);
    for (unsigned v = 0; v < LANE_GROUPS; v++) {
        LANE_PUT(h, 4 * v, LANE_AT(h, 4 * v) + a[v]);
        LANE_PUT(h, 4 * v + 1, LANE_AT(h, 4 * v + 1) + b[v]);
        LANE_PUT(h, 4 * v + 2, LANE_AT(h, 4 * v + 2) + c[v]);
        LANE_PUT(h, 4 * v + 3, LANE_AT(h, 4 * v + 3) + d[v]);
    }
}

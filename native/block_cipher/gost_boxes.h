/* SPDX-License-Identifier: MIT */
/*
 * gost_boxes.h - the S-boxes of gost.c as circuits, for many blocks side by side; included by gost_lanes.h.
 *
 * Inputs A0 to A3 and OUT are the bits of a nibble, the least significant first.  The circuits, of and, or,
 * exclusive-or and "and not", come from a search over multiplexers and pairs of what is already computed; 135
 * operations in all.
 */

static ALWAYS_INLINE LANE_TARGET void LANE(box_0)(V64 a0, V64 a1, V64 a2, V64 a3, V64 out[4])
{
    V64 t1 = a2 ^ a3, t2 = a1 & ~t1, t3 = a3 ^ a1, t4 = a2 & ~t3, t5 = t4 | a0, t6 = t2 ^ t5, t7 = a0 & ~t4,
        t8 = a0 ^ t3, t9 = t8 & a3, t10 = t7 ^ t9, t11 = t5 | t1, t12 = t11 ^ t8, t13 = t10 & a1, t14 = t12 ^ t13,
        t15 = ~t12, t16 = t10 & ~t3, t17 = t16 | a2, t18 = t15 ^ t17;
    out[0] = t14;
    out[1] = t10;
    out[2] = t18;
    out[3] = t6;
}

static ALWAYS_INLINE LANE_TARGET void LANE(box_1)(V64 a0, V64 a1, V64 a2, V64 a3, V64 out[4])
{
    V64 t1 = a1 & a2, t2 = a3 & ~t1, t3 = ~a2, t4 = t3 | a3, t5 = a1 ^ t4, t6 = t5 | a0, t7 = t2 ^ t6, t8 = a2 & ~a0,
        t9 = t8 | a1, t10 = t4 ^ t9, t11 = a2 ^ a3, t12 = t11 | t5, t13 = t12 & a0, t14 = t1 ^ t13, t15 = ~t2,
        t16 = t11 ^ t14, t17 = t16 & a0, t18 = t15 ^ t17;
    out[0] = t14;
    out[1] = t10;
    out[2] = t18;
    out[3] = t7;
}

static ALWAYS_INLINE LANE_TARGET void LANE(box_2)(V64 a0, V64 a1, V64 a2, V64 a3, V64 out[4])
{
    V64 t1 = ~a3, t2 = a1 ^ a0, t3 = t2 | a3, t4 = t3 & a0, t5 = t1 ^ t4, t6 = t2 | t1, t7 = t6 & a2, t8 = t5 ^ t7,
        t9 = a2 ^ t3, t10 = a0 | t8, t11 = t10 & a1, t12 = t9 ^ t11, t13 = a3 ^ t11, t14 = t13 ^ a1, t15 = t14 ^ t7,
        t16 = t5 & ~t12, t17 = t16 ^ t13;
    out[0] = t8;
    out[1] = t15;
    out[2] = t17;
    out[3] = t12;
}

static ALWAYS_INLINE LANE_TARGET void LANE(box_3)(V64 a0, V64 a1, V64 a2, V64 a3, V64 out[4])
{
    V64 t1 = ~a2, t2 = a0 | t1, t3 = t2 ^ a3, t4 = t3 & a1, t5 = t1 ^ t4, t6 = a1 & ~t5, t7 = t6 ^ t3, t8 = t3 & ~t5,
        t9 = t8 & a0, t10 = t7 ^ t9, t11 = a3 & ~a1, t12 = t11 ^ t6, t13 = t12 ^ a0, t14 = t8 | t1, t15 = t14 ^ a0;
    out[0] = t10;
    out[1] = t15;
    out[2] = t5;
    out[3] = t13;
}

static ALWAYS_INLINE LANE_TARGET void LANE(box_4)(V64 a0, V64 a1, V64 a2, V64 a3, V64 out[4])
{
    V64 t1 = a3 ^ a0, t2 = ~t1, t3 = t2 | a1, t4 = t3 ^ a0, t5 = t4 & a2, t6 = t2 ^ t5, t7 = t4 ^ t6, t8 = t7 ^ a1,
        t9 = t8 | a0, t10 = t9 & a2, t11 = t7 ^ t10, t12 = a3 & ~t8, t13 = t12 ^ t4, t14 = a3 & t13, t15 = t14 & a2,
        t16 = t13 ^ t15, t17 = t11 & ~t14, t18 = t17 ^ t8;
    out[0] = t18;
    out[1] = t6;
    out[2] = t16;
    out[3] = t11;
}

static ALWAYS_INLINE LANE_TARGET void LANE(box_5)(V64 a0, V64 a1, V64 a2, V64 a3, V64 out[4])
{
    V64 t1 = a3 ^ a1, t2 = a0 & ~a3, t3 = t2 | a2, t4 = t1 ^ t3, t5 = a1 & t2, t6 = t5 ^ a0, t7 = a3 & t4,
        t8 = t7 | a2, t9 = t6 ^ t8, t10 = a0 | t1, t11 = t10 & ~a2, t12 = t5 | a3, t13 = t11 ^ t12, t14 = t3 ^ t13,
        t15 = ~t9, t16 = t15 | a1, t17 = t14 ^ t16;
    out[0] = t9;
    out[1] = t4;
    out[2] = t17;
    out[3] = t13;
}

static ALWAYS_INLINE LANE_TARGET void LANE(box_6)(V64 a0, V64 a1, V64 a2, V64 a3, V64 out[4])
{
    V64 t1 = ~a0, t2 = a0 | a3, t3 = t2 ^ a1, t4 = t3 | a2, t5 = t1 ^ t4, t6 = a2 & ~t5, t7 = t6 ^ t3, t8 = a2 ^ t5,
        t9 = t8 | a3, t10 = t7 ^ t9, t11 = t9 ^ a0, t12 = t11 | t5, t13 = a3 ^ t12, t14 = t10 & t13, t15 = t14 ^ t8;
    out[0] = t13;
    out[1] = t15;
    out[2] = t10;
    out[3] = t5;
}

static ALWAYS_INLINE LANE_TARGET void LANE(box_7)(V64 a0, V64 a1, V64 a2, V64 a3, V64 out[4])
{
    V64 t1 = a3 & a2, t2 = t1 | a0, t3 = a3 ^ t2, t4 = a2 & a0, t5 = t4 | a1, t6 = t3 ^ t5, t7 = t3 | a2,
        t8 = t7 & a1, t9 = t2 ^ t8, t10 = ~t8, t11 = t9 & ~t4, t12 = t11 & a3, t13 = t10 ^ t12, t14 = t7 ^ t4,
        t15 = t3 & ~t11, t16 = t15 | a1, t17 = t14 ^ t16;
    out[0] = t13;
    out[1] = t9;
    out[2] = t17;
    out[3] = t6;
}

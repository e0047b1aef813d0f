/* SPDX-License-Identifier: MIT */
/*
 * des_boxes.h - the S-boxes of DES as circuits, for many blocks side by side; included by des_lanes.h.
 *
 * Inputs A1 to A6 are the bits of the six in the order of FIPS 46-3, OUT the four bits of the result in that order.
 * The circuits, of and, or, exclusive-or and "and not", come from a search over multiplexers and pairs of what is
 * already computed; 425 operations in all.
 */

static ALWAYS_INLINE LANE_TARGET void LANE(box_1)(V64 a1, V64 a2, V64 a3, V64 a4, V64 a5, V64 a6, V64 out[4])
{
    V64 t1 = a4 ^ a1, t2 = ~t1, t3 = t2 ^ a6, t4 = t2 | t3, t5 = t4 & a5, t6 = t3 ^ t5, t7 = a5 ^ a6, t8 = a6 ^ t1,
        t9 = t8 & ~t5, t10 = t9 & a4, t11 = t7 ^ t10, t12 = t11 & a3, t13 = t6 ^ t12, t14 = a3 ^ t12, t15 = t14 ^ t8,
        t16 = a4 | t1, t17 = t16 & ~t15, t18 = t17 | a5, t19 = t15 ^ t18, t20 = t19 & a2, t21 = t13 ^ t20,
        t22 = t7 & ~t13, t23 = t17 & ~t12, t24 = t23 | a6, t25 = t22 ^ t24, t26 = a3 | t13, t27 = t26 ^ t18,
        t28 = t27 | a4, t29 = t25 ^ t28, t30 = a3 & t2, t31 = t29 ^ t23, t32 = t31 & ~t15, t33 = t32 & a1,
        t34 = t30 ^ t33, t35 = t34 | a2, t36 = t29 ^ t35, t37 = t24 & a4, t38 = t37 ^ t31, t39 = t34 | t21,
        t40 = t39 & a2, t41 = t38 ^ t40, t42 = t10 & ~a2, t43 = t15 & ~t36, t44 = t43 ^ t7, t45 = t44 | a4,
        t46 = t42 ^ t45, t47 = t46 | a3, t48 = t41 ^ t47, t49 = t21 ^ t48, t50 = t49 ^ t29, t51 = t24 & t28,
        t52 = t51 & a5, t53 = t50 ^ t52, t54 = t49 | t28, t55 = t54 ^ t34, t56 = t52 & a4, t57 = t55 ^ t56,
        t58 = t57 | a2, t59 = t53 ^ t58;
    out[0] = t36;
    out[1] = t48;
    out[2] = t21;
    out[3] = t59;
}

static ALWAYS_INLINE LANE_TARGET void LANE(box_2)(V64 a1, V64 a2, V64 a3, V64 a4, V64 a5, V64 a6, V64 out[4])
{
    V64 t1 = a2 ^ a5, t2 = ~t1, t3 = t2 ^ a6, t4 = t3 ^ a1, t5 = a5 & ~t4, t6 = t2 & ~t5, t7 = t6 | a6, t8 = a5 ^ t7,
        t9 = t8 & a4, t10 = t4 ^ t9, t11 = ~t8, t12 = t11 & a4, t13 = t12 ^ t2, t14 = t13 & a6, t15 = t11 ^ t14,
        t16 = t15 & a3, t17 = t10 ^ t16, t18 = t10 & ~t5, t19 = t18 ^ a4, t20 = t18 ^ t3, t21 = t20 & ~t6,
        t22 = t21 & a2, t23 = t19 ^ t22, t24 = t1 ^ t18, t25 = t24 & ~t8, t26 = t25 | a3, t27 = t23 ^ t26,
        t28 = t7 & ~t15, t29 = t28 ^ t18, t30 = t29 & ~t8, t31 = t30 ^ t6, t32 = t31 | a4, t33 = t29 ^ t32,
        t34 = t27 & ~t21, t35 = a4 | a5, t36 = t35 | a1, t37 = t27 ^ t36, t38 = t37 | a6, t39 = t34 ^ t38,
        t40 = t39 & a3, t41 = t33 ^ t40, t42 = t11 & ~a3, t43 = t42 ^ t10, t44 = t24 & ~t36, t45 = t44 ^ t38,
        t46 = t45 | a5, t47 = t43 ^ t46, t48 = t27 & ~t4, t49 = t48 ^ t7, t50 = t49 & a1, t51 = t47 ^ t50;
    out[0] = t27;
    out[1] = t17;
    out[2] = t41;
    out[3] = t51;
}

static ALWAYS_INLINE LANE_TARGET void LANE(box_3)(V64 a1, V64 a2, V64 a3, V64 a4, V64 a5, V64 a6, V64 out[4])
{
    V64 t1 = a3 ^ a6, t2 = a4 & a6, t3 = t2 | a2, t4 = t1 ^ t3, t5 = a3 ^ a4, t6 = t5 | t2, t7 = t6 & a5,
        t8 = t4 ^ t7, t9 = a6 & t7, t10 = t8 & ~a5, t11 = t10 ^ a4, t12 = t11 & a2, t13 = t9 ^ t12, t14 = t13 | a3,
        t15 = a3 ^ t14, t16 = t15 | a1, t17 = t8 ^ t16, t18 = t5 & ~a5, t19 = t18 ^ t1, t20 = t19 ^ a2,
        t21 = t17 & ~t13, t22 = t21 ^ a5, t23 = t22 | t19, t24 = t23 ^ a4, t25 = t24 & a2, t26 = t22 ^ t25,
        t27 = t26 & a1, t28 = t20 ^ t27, t29 = a5 & ~t20, t30 = t29 ^ t11, t31 = t11 & ~t28, t32 = ~t17,
        t33 = t32 | a3, t34 = t31 ^ t33, t35 = t34 | a6, t36 = t30 ^ t35, t37 = t3 ^ t31, t38 = t27 & ~t31,
        t39 = t38 | t18, t40 = t39 & a4, t41 = t37 ^ t40, t42 = t41 & a1, t43 = t36 ^ t42, t44 = t36 ^ t3,
        t45 = t44 ^ a5, t46 = t45 | a2, t47 = t30 ^ t46, t48 = t19 & t33, t49 = t48 & a6, t50 = a5 & ~t46,
        t51 = t50 & a4, t52 = t49 ^ t51, t53 = t52 | a1, t54 = t47 ^ t53;
    out[0] = t54;
    out[1] = t17;
    out[2] = t43;
    out[3] = t28;
}

static ALWAYS_INLINE LANE_TARGET void LANE(box_4)(V64 a1, V64 a2, V64 a3, V64 a4, V64 a5, V64 a6, V64 out[4])
{
    V64 t1 = a4 ^ a5, t2 = ~a3, t3 = t1 & a5, t4 = t2 ^ t3, t5 = t4 | a2, t6 = t1 ^ t5, t7 = a2 ^ t6, t8 = t7 | a4,
        t9 = t1 & a3, t10 = t8 ^ t9, t11 = t10 & a1, t12 = t6 ^ t11, t13 = t7 ^ t4, t14 = a4 & ~t6, t15 = t14 & a3,
        t16 = t13 ^ t15, t17 = t9 ^ t6, t18 = t17 & a5, t19 = t6 ^ t18, t20 = t19 & a1, t21 = t16 ^ t20,
        t22 = t21 | a6, t23 = t12 ^ t22, t24 = t21 & a6, t25 = t24 ^ t12, t26 = t9 ^ t20, t27 = t26 ^ a1,
        t28 = t27 | a2, t29 = t21 ^ t28, t30 = t27 & a4, t31 = t29 ^ t30, t32 = t10 & ~t30, t33 = t32 ^ t4,
        t34 = t29 & t7, t35 = t34 | t19, t36 = t35 | a2, t37 = t33 ^ t36, t38 = t37 | a6, t39 = t31 ^ t38,
        t40 = t39 ^ t37, t41 = t40 ^ a6;
    out[0] = t41;
    out[1] = t39;
    out[2] = t23;
    out[3] = t25;
}

static ALWAYS_INLINE LANE_TARGET void LANE(box_5)(V64 a1, V64 a2, V64 a3, V64 a4, V64 a5, V64 a6, V64 out[4])
{
    V64 t1 = a3 & ~a1, t2 = t1 ^ a6, t3 = a1 & ~a3, t4 = t3 | a5, t5 = t2 ^ t4, t6 = t5 ^ a2, t7 = t2 | t6,
        t8 = t7 ^ a1, t9 = t3 | a2, t10 = t8 ^ t9, t11 = t8 ^ a5, t12 = t11 & a1, t13 = t7 ^ t12, t14 = t13 | a6,
        t15 = t10 ^ t14, t16 = t15 | a4, t17 = t6 ^ t16, t18 = t17 | a4, t19 = t18 ^ t10, t20 = t17 ^ t12,
        t21 = t14 ^ t12, t22 = t21 | a4, t23 = t20 ^ t22, t24 = t23 | a3, t25 = t19 ^ t24, t26 = t1 ^ t19,
        t27 = t26 & t7, t28 = t11 ^ t25, t29 = t28 | a4, t30 = t27 ^ t29, t31 = t30 | a5, t32 = t25 ^ t31,
        t33 = t11 & t24, t34 = t33 ^ t15, t35 = t7 | t4, t36 = t35 & a4, t37 = t34 ^ t36, t38 = t9 | t17,
        t39 = t38 ^ t28, t40 = t28 & ~t34, t41 = ~t40, t42 = t41 | a1, t43 = t39 ^ t42, t44 = t43 | a6,
        t45 = t37 ^ t44, t46 = t45 & ~t39, t47 = t46 ^ t20, t48 = t44 & t31, t49 = t48 & a2, t50 = t47 ^ t49,
        t51 = a5 ^ t29, t52 = t51 ^ t33, t53 = t35 ^ t46, t54 = t53 & ~t51, t55 = t54 | a6, t56 = t52 ^ t55,
        t57 = t56 | a1, t58 = t50 ^ t57;
    out[0] = t32;
    out[1] = t17;
    out[2] = t45;
    out[3] = t58;
}

static ALWAYS_INLINE LANE_TARGET void LANE(box_6)(V64 a1, V64 a2, V64 a3, V64 a4, V64 a5, V64 a6, V64 out[4])
{
    V64 t1 = a5 | a1, t2 = t1 ^ a2, t3 = a1 & a6, t4 = t2 ^ t3, t5 = a2 & ~t3, t6 = a1 & a5, t7 = t5 ^ t6,
        t8 = t7 | a3, t9 = t4 ^ t8, t10 = a5 & a6, t11 = t10 | t7, t12 = t9 & ~a6, t13 = t12 & a3, t14 = t11 ^ t13,
        t15 = t14 & a4, t16 = t9 ^ t15, t17 = t9 ^ a3, t18 = t10 | a4, t19 = t17 ^ t18, t20 = t4 | a4,
        t21 = t20 ^ a6, t22 = t21 | a1, t23 = t19 ^ t22, t24 = t16 & t4, t25 = t2 & ~t14, t26 = t25 | a4,
        t27 = t24 ^ t26, t28 = t27 | a2, t29 = t23 ^ t28, t30 = t29 ^ t9, t31 = ~t30, t32 = t6 | a4,
        t33 = t32 & ~t24, t34 = t33 & a5, t35 = t31 ^ t34, t36 = a1 ^ t10, t37 = t5 | a3, t38 = t36 ^ t37,
        t39 = t17 ^ a1, t40 = a3 & ~t39, t41 = t40 | a4, t42 = t38 ^ t41, t43 = t42 & a2, t44 = t35 ^ t43,
        t45 = t24 | t35, t46 = t45 & ~a5, t47 = t46 | a4, t48 = t14 ^ t47, t49 = t29 & t45, t50 = t49 | t43,
        t51 = t49 | t40, t52 = t51 ^ t23, t53 = t52 | a1, t54 = t50 ^ t53, t55 = t54 & a6, t56 = t48 ^ t55;
    out[0] = t56;
    out[1] = t44;
    out[2] = t29;
    out[3] = t16;
}

static ALWAYS_INLINE LANE_TARGET void LANE(box_7)(V64 a1, V64 a2, V64 a3, V64 a4, V64 a5, V64 a6, V64 out[4])
{
    V64 t1 = a2 & a4, t2 = t1 ^ a5, t3 = t2 ^ a3, t4 = a3 & a2, t5 = a3 & ~t3, t6 = t5 & a4, t7 = t4 ^ t6,
        t8 = t7 | a6, t9 = t3 ^ t8, t10 = a4 & t2, t11 = t10 ^ t9, t12 = t11 | a6, t13 = a3 ^ t12, t14 = a4 & ~t2,
        t15 = t14 ^ t5, t16 = t15 | a2, t17 = t13 ^ t16, t18 = t17 & a1, t19 = t9 ^ t18, t20 = ~t9, t21 = t13 & a4,
        t22 = a6 & ~t21, t23 = t22 & a2, t24 = t20 ^ t23, t25 = t15 | t17, t26 = t25 & a4, t27 = t8 ^ t26,
        t28 = t10 & ~t21, t29 = t28 ^ a3, t30 = t29 | a2, t31 = t27 ^ t30, t32 = t31 | a1, t33 = t24 ^ t32,
        t34 = t23 ^ t31, t35 = t34 ^ a3, t36 = a6 & ~a2, t37 = t36 ^ t9, t38 = t37 | a4, t39 = t35 ^ t38,
        t40 = t20 ^ t22, t41 = t40 | t37, t42 = t41 & a1, t43 = t39 ^ t42, t44 = t33 & ~t13, t45 = t44 ^ t31,
        t46 = t27 | a1, t47 = t45 ^ t46, t48 = a5 & ~t13, t49 = t2 | t33, t50 = t49 & ~a6, t51 = t50 | a1,
        t52 = t48 ^ t51, t53 = t52 | a4, t54 = t47 ^ t53;
    out[0] = t19;
    out[1] = t33;
    out[2] = t54;
    out[3] = t43;
}

static ALWAYS_INLINE LANE_TARGET void LANE(box_8)(V64 a1, V64 a2, V64 a3, V64 a4, V64 a5, V64 a6, V64 out[4])
{
    V64 t1 = a6 ^ a5, t2 = ~t1, t3 = a1 & t1, t4 = a5 & ~t3, t5 = t4 | a3, t6 = t2 ^ t5, t7 = a5 ^ t3, t8 = t7 & a4,
        t9 = t6 ^ t8, t10 = a4 ^ a1, t11 = t10 | t7, t12 = a1 & t11, t13 = t12 | a3, t14 = t11 ^ t13, t15 = t14 | a2,
        t16 = t9 ^ t15, t17 = a1 ^ t5, t18 = a5 & a3, t19 = t17 ^ t18, t20 = t1 & t7, t21 = t20 | a4,
        t22 = t19 ^ t21, t23 = t2 | t16, t24 = t23 & ~a5, t25 = t9 | t22, t26 = t25 & ~t3, t27 = t26 & a4,
        t28 = t24 ^ t27, t29 = t28 | a2, t30 = t22 ^ t29, t31 = a3 ^ t12, t32 = t10 ^ t13, t33 = t4 & ~t32,
        t34 = t31 ^ t33, t35 = t16 & ~a3, t36 = t28 | t9, t37 = t36 | a1, t38 = t35 ^ t37, t39 = t38 & a2,
        t40 = t34 ^ t39, t41 = t30 ^ t9, t42 = t41 ^ t40, t43 = t40 ^ t3, t44 = t43 & a5, t45 = t42 ^ t44,
        t46 = t26 & ~a3, t47 = t10 ^ t42, t48 = t47 & ~t35, t49 = t48 | a6, t50 = t46 ^ t49, t51 = t50 | a2,
        t52 = t45 ^ t51;
    out[0] = t30;
    out[1] = t16;
    out[2] = t40;
    out[3] = t52;
}

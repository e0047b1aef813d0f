/* SPDX-License-Identifier: MIT */
/*
 * table.h - tables that follow from other tables.
 *
 * An S-box is written once, as a macro of sixteen `TABLE_ROW`s over a function F; each table that a cipher needs is
 * that list under another F, so that the compiler computes the derived entries:
 *
 *     #define S_BOX(F) TABLE_ROW(F, 0x63, 0x7c, ...) TABLE_ROW(F, ...) ...
 *     static const uint8_t s_box[256] = {S_BOX(TABLE_ENTRY)};
 *     static const uint32_t doubled[256] = {S_BOX(DOUBLED)};
 */
#ifndef ASSAY_NATIVE_COMMON_TABLE_H
#define ASSAY_NATIVE_COMMON_TABLE_H

#define TABLE_ENTRY(x) x

#define TABLE_ROW(F, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) \
    F(a), F(b), F(c), F(d), F(e), F(f), F(g), F(h), F(i), F(j), F(k), F(l), F(m), F(n), F(o), F(p),

/* The first, third, ... of a row, and the others. */
#define TABLE_ROW_EVEN(F, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) \
    F(a), F(c), F(e), F(g), F(i), F(k), F(m), F(o),
#define TABLE_ROW_ODD(F, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) \
    F(b), F(d), F(f), F(h), F(j), F(l), F(n), F(p),

/* X times the polynomial x in GF(2^8) modulo POLYNOMIAL (9 bits), for constant expressions. */
#define GF256_DOUBLE(x, polynomial) ((x) << 1 ^ ((x) >> 7) * (polynomial))

#endif

/* SPDX-License-Identifier: MIT */
/*
 * edwards25519, RFC 8032 section 5.1: extended coordinates (H. Hisil, K. K.-H. Wong, G. Carter, E. Dawson, "Twisted
 * Edwards curves revisited", 2008), whose additions hold for every pair of points.
 *
 * Multiples of the base are constant-time: 64 signed digits of four bits, each looked up by reading its whole row.  The
 * double multiplication and decoding are variable-time.  Nothing is wiped: the callers wipe what is secret.
 */
#include "native/curve/edwards25519.h"

#include <string.h>

/* Little-endian, as points and numbers are encoded. */
static const uint8_t d_bytes[32] = {0xa3, 0x78, 0x59, 0x13, 0xca, 0x4d, 0xeb, 0x75, 0xab, 0xd8, 0x41,
                                    0x41, 0x4d, 0x0a, 0x70, 0x00, 0x98, 0xe8, 0x79, 0x77, 0x79, 0x40,
                                    0xc7, 0x8c, 0x73, 0xfe, 0x6f, 0x2b, 0xee, 0x6c, 0x03, 0x52};
static const uint8_t root_of_minus_one[32] = {0xb0, 0xa0, 0x0e, 0x4a, 0x27, 0x1b, 0xee, 0xc4, 0x78, 0xe4, 0x2f,
                                              0xad, 0x06, 0x18, 0x43, 0x2f, 0xa7, 0xd7, 0xfb, 0x3d, 0x99, 0x00,
                                              0x4d, 0x2b, 0x0b, 0xdf, 0xc1, 0x4f, 0x80, 0x24, 0x83, 0x2b};
static const uint8_t base_bytes[32] = {0x58, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
                                       0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
                                       0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66};

/* A point for additions: Y + X, Y - X, 2 Z, 2 d T. */
struct cached {
    struct f25519 sum, difference, z2, t2d;
};

static void set_identity(struct edwards_point *r)
{
    f25519_set(&r->x, 0);
    f25519_set(&r->y, 1);
    f25519_set(&r->z, 1);
    f25519_set(&r->t, 0);
}

/* From E, F, G, H of the formulas: X = E F, Y = G H, Z = F G, and T = E H where it is wanted. */
static inline void complete(struct edwards_point *r, const struct f25519 *e, const struct f25519 *f,
                            const struct f25519 *g, const struct f25519 *h, int want_t)
{
    f25519_multiply(&r->x, e, f);
    f25519_multiply(&r->y, g, h);
    f25519_multiply(&r->z, f, g);
    if (want_t)
        f25519_multiply(&r->t, e, h);
}

static void double_point(struct edwards_point *r, const struct edwards_point *p, int want_t)
{
    struct f25519 a, b, c, e, f, g, h;

    f25519_square(&a, &p->x);
    f25519_square(&b, &p->y);
    f25519_square(&c, &p->z);
    f25519_add(&c, &c, &c);
    f25519_add(&h, &a, &b);
    f25519_add(&e, &p->x, &p->y);
    f25519_square(&e, &e);
    f25519_subtract(&e, &h, &e);
    f25519_subtract(&g, &a, &b);
    f25519_add(&f, &c, &g);
    complete(r, &e, &f, &g, &h, want_t);
}

/* r = p + q, or p - q where NEGATIVE; Z of q is 1 where Z2 is NULL. */
static inline void add(struct edwards_point *r, const struct edwards_point *p, const struct f25519 *sum,
                       const struct f25519 *difference, const struct f25519 *z2, const struct f25519 *t2d, int negative,
                       int want_t)
{
    struct f25519 a, b, c, d, e, f, g, h;

    f25519_subtract(&a, &p->y, &p->x);
    f25519_multiply(&a, &a, negative ? sum : difference);
    f25519_add(&b, &p->y, &p->x);
    f25519_multiply(&b, &b, negative ? difference : sum);
    f25519_multiply(&c, &p->t, t2d);
    if (z2 != NULL)
        f25519_multiply(&d, &p->z, z2);
    else
        f25519_add(&d, &p->z, &p->z);
    f25519_subtract(&e, &b, &a);
    f25519_add(&h, &b, &a);
    if (negative) {
        f25519_add(&f, &d, &c);
        f25519_subtract(&g, &d, &c);
    } else {
        f25519_subtract(&f, &d, &c);
        f25519_add(&g, &d, &c);
    }
    complete(r, &e, &f, &g, &h, want_t);
}

static void add_affine(struct edwards_point *r, const struct edwards_affine *q, int negative, int want_t)
{
    add(r, r, &q->sum, &q->difference, NULL, &q->product, negative, want_t);
}

static void to_cached(struct cached *r, const struct edwards_point *p)
{
    struct f25519 d;

    f25519_load(&d, d_bytes);
    f25519_add(&r->sum, &p->y, &p->x);
    f25519_subtract(&r->difference, &p->y, &p->x);
    f25519_add(&r->z2, &p->z, &p->z);
    f25519_multiply(&r->t2d, &p->t, &d);
    f25519_add(&r->t2d, &r->t2d, &r->t2d);
}

static void to_affine(struct edwards_affine *r, const struct edwards_point *p)
{
    struct f25519 inverse, x, y, d;

    f25519_load(&d, d_bytes);
    f25519_inverse(&inverse, &p->z);
    f25519_multiply(&x, &p->x, &inverse);
    f25519_multiply(&y, &p->y, &inverse);
    f25519_multiply(&r->product, &x, &y);
    f25519_multiply(&r->product, &r->product, &d);
    f25519_add(&r->product, &r->product, &r->product);
    f25519_add(&r->sum, &y, &x);
    f25519_subtract(&r->difference, &y, &x);
    f25519_multiply_small(&r->sum, &r->sum, 1);
    f25519_multiply_small(&r->difference, &r->difference, 1);
    f25519_multiply_small(&r->product, &r->product, 1);
}

void edwards_base_set(struct edwards_base *base)
{
    struct edwards_point row, p, twice;
    struct cached step;

    edwards_decode(&row, base_bytes);
    double_point(&twice, &row, 1);
    to_cached(&step, &twice);
    p = row;
    for (size_t i = 0; i < EDWARDS_ODD; i++) {
        to_affine(&base->odd[i], &p);
        add(&p, &p, &step.sum, &step.difference, &step.z2, &step.t2d, 0, 1);
    }
    for (size_t i = 0; i < EDWARDS_ROWS; i++) {
        to_cached(&step, &row);
        p = row;
        for (size_t j = 0; j < EDWARDS_MULTIPLES; j++) {
            to_affine(&base->comb[i][j], &p);
            add(&p, &p, &step.sum, &step.difference, &step.z2, &step.t2d, 0, 1);
        }
        for (unsigned j = 0; j < 16; j++)
            double_point(&row, &row, 1);
    }
}

/* r = digit times the row's point, -8 <= digit <= 8, reading the whole row. */
static void look_up(struct edwards_affine *r, const struct edwards_affine *row, int digit)
{
    const limb negative = (limb)((unsigned)digit >> 31);
    const unsigned magnitude = (unsigned)(digit - 2 * digit * (int)negative);
    struct f25519 minus, zero;

    f25519_set(&r->sum, 1);
    f25519_set(&r->difference, 1);
    f25519_set(&r->product, 0);
    for (unsigned j = 1; j <= EDWARDS_MULTIPLES; j++) {
        const limb mask = 0 - (limb)(((j ^ magnitude) - 1) >> 31);
        for (int i = 0; i < F25519_LIMBS; i++) {
            r->sum.v[i] ^= (r->sum.v[i] ^ row[j - 1].sum.v[i]) & mask;
            r->difference.v[i] ^= (r->difference.v[i] ^ row[j - 1].difference.v[i]) & mask;
            r->product.v[i] ^= (r->product.v[i] ^ row[j - 1].product.v[i]) & mask;
        }
    }
    f25519_set(&zero, 0);
    f25519_subtract(&minus, &zero, &r->product);
    f25519_swap(&r->sum, &r->difference, negative);
    f25519_swap(&r->product, &minus, negative);
}

void edwards_multiply_base(struct edwards_point *r, const uint8_t k[32], const struct edwards_base *base)
{
    signed char digits[64];
    struct edwards_affine q;
    int carry = 0;

    for (int i = 0; i < 64; i++) { /* -8 .. 7, the last up to 8 */
        int digit = (k[i / 2] >> 4 * (i % 2) & 15) + carry;
        carry = i < 63 ? (digit + 8) >> 4 : 0;
        digits[i] = (signed char)(digit - 16 * carry);
    }
    set_identity(r);
    for (int j = 3; j >= 0; j--) {
        for (int i = 0; j != 3 && i < 4; i++)
            double_point(r, r, i == 3);
        for (int i = 0; i < EDWARDS_ROWS; i++) {
            look_up(&q, base->comb[i], digits[4 * i + j]);
            add_affine(r, &q, 0, 1);
        }
    }
    wipe(digits, sizeof digits);
    wipe(&q, sizeof q);
}

/* Signed digits, zero or odd below 2^(width - 1), of a number below 2^255; 256 of them. */
static void recode(signed char digits[256], const uint8_t k[32], unsigned width)
{
    unsigned carry = 0;

    memset(digits, 0, 256);
    for (unsigned i = 0; i < 256;) {
        if ((k[i / 8] >> i % 8 & 1u) == carry) {
            i++;
            continue;
        }
        unsigned bits = 0;
        for (unsigned j = 0; j < width && i + j < 256; j++)
            bits |= (k[(i + j) / 8] >> (i + j) % 8 & 1u) << j;
        bits += carry;
        carry = bits >> (width - 1);
        digits[i] = (signed char)((int)bits - (int)(carry << width));
        i += width;
    }
}

void edwards_multiply_double(struct edwards_point *r, const uint8_t k[32], const struct edwards_point *a,
                             const uint8_t s[32], const struct edwards_base *base)
{
    enum { WIDTH = 5, ODD = 1 << (WIDTH - 2) };
    signed char k_digits[256], s_digits[256];
    struct cached odd[ODD], step;
    struct edwards_point p, twice;
    int top = 255;

    recode(k_digits, k, WIDTH);
    recode(s_digits, s, EDWARDS_BASE_WIDTH);
    double_point(&twice, a, 1);
    to_cached(&step, &twice);
    p = *a;
    for (int i = 0; i < ODD; i++) {
        to_cached(&odd[i], &p);
        add(&p, &p, &step.sum, &step.difference, &step.z2, &step.t2d, 0, 1);
    }
    set_identity(r);
    while (top >= 0 && k_digits[top] == 0 && s_digits[top] == 0)
        top--;
    for (; top >= 0; top--) {
        int u = k_digits[top], v = s_digits[top];
        double_point(r, r, u != 0 || v != 0);
        if (u != 0) {
            const struct cached *q = &odd[(u < 0 ? -u : u) / 2];
            add(r, r, &q->sum, &q->difference, &q->z2, &q->t2d, u < 0, 1);
        }
        if (v != 0)
            add_affine(r, &base->odd[(v < 0 ? -v : v) / 2], v < 0, 1);
    }
}

void edwards_negate(struct edwards_point *r, const struct edwards_point *a)
{
    struct f25519 zero;

    f25519_set(&zero, 0);
    r->y = a->y;
    r->z = a->z;
    f25519_subtract(&r->x, &zero, &a->x);
    f25519_subtract(&r->t, &zero, &a->t);
    f25519_multiply_small(&r->x, &r->x, 1);
    f25519_multiply_small(&r->t, &r->t, 1);
}

void edwards_encode(uint8_t bytes[32], const struct edwards_point *a)
{
    struct f25519 inverse, x, y;
    uint8_t x_bytes[32];

    f25519_inverse(&inverse, &a->z);
    f25519_multiply(&x, &a->x, &inverse);
    f25519_multiply(&y, &a->y, &inverse);
    f25519_store(bytes, &y);
    f25519_store(x_bytes, &x);
    bytes[31] |= (uint8_t)((x_bytes[0] & 1) << 7);
}

int edwards_decode(struct edwards_point *r, const uint8_t bytes[32])
{
    struct f25519 u, v, t, check, d;
    uint8_t canonical[32];

    f25519_load(&r->y, bytes);
    f25519_store(canonical, &r->y);
    canonical[31] |= bytes[31] & 0x80;
    if (memcmp(canonical, bytes, 32) != 0)
        return 0;
    /* x^2 = u / v with u = y^2 - 1, v = d y^2 + 1; x = u v^3 (u v^7)^((p - 5) / 8), or that times the root of -1 */
    f25519_set(&r->z, 1);
    f25519_load(&d, d_bytes);
    f25519_square(&u, &r->y);
    f25519_multiply(&v, &u, &d);
    f25519_subtract(&u, &u, &r->z);
    f25519_add(&v, &v, &r->z);
    f25519_square(&t, &v);
    f25519_multiply(&t, &t, &v);
    f25519_multiply(&r->x, &u, &t);
    f25519_square(&t, &t);
    f25519_multiply(&t, &t, &v);
    f25519_multiply(&t, &t, &u);
    f25519_root_power(&t, &t);
    f25519_multiply(&r->x, &r->x, &t);
    f25519_square(&check, &r->x);
    f25519_multiply(&check, &check, &v);
    f25519_multiply_small(&u, &u, 1);
    f25519_subtract(&t, &check, &u);
    if (!f25519_is_zero(&t)) {
        f25519_add(&t, &check, &u);
        if (!f25519_is_zero(&t))
            return 0;
        f25519_load(&t, root_of_minus_one);
        f25519_multiply(&r->x, &r->x, &t);
    }
    f25519_store(canonical, &r->x);
    if ((canonical[0] & 1) != bytes[31] >> 7) {
        if (f25519_is_zero(&r->x))
            return 0;
        f25519_set(&t, 0);
        f25519_subtract(&r->x, &t, &r->x);
        f25519_multiply_small(&r->x, &r->x, 1);
    }
    f25519_multiply(&r->t, &r->x, &r->y);
    return 1;
}

/* SPDX-License-Identifier: MIT */
#include "native/public_key/xtr.h"

void xtr_copy(struct xtr_element *r, const struct xtr_element *a, const struct modulus *p)
{
    big_copy(r->c1, a->c1, p->limbs);
    big_copy(r->c2, a->c2, p->limbs);
}

int xtr_equal(const struct xtr_element *a, const struct xtr_element *b, const struct modulus *p)
{
    return big_compare(a->c1, b->c1, p->limbs) == 0 && big_compare(a->c2, b->c2, p->limbs) == 0;
}

void xtr_three(struct xtr_element *r, const struct modulus *p)
{
    mod_add(r->c1, p->one, p->one, p);
    mod_add(r->c1, r->c1, p->one, p);
    mod_negate(r->c1, r->c1, p);
    big_copy(r->c2, r->c1, p->limbs);
}

/* c_2n = c_n^2 - 2 * c_n^p: (u2 * (u2 - 2 * u1 - 2), u1 * (u1 - 2 * u2 - 2)).  r may be u. */
static void twice(struct xtr_element *r, const struct xtr_element *u, const limb *two, const struct modulus *p)
{
    limb a[BIG_LIMBS_MAX], b[BIG_LIMBS_MAX];

    mod_sub(a, u->c2, u->c1, p);
    mod_sub(b, u->c1, u->c2, p);
    mod_sub(a, a, u->c1, p);
    mod_sub(b, b, u->c2, p);
    mod_sub(a, a, two, p);
    mod_sub(b, b, two, p);
    mont_multiply(a, u->c2, a, p);
    mont_multiply(r->c2, u->c1, b, p);
    big_copy(r->c1, a, p->limbs);
}

/*
 * r = x * z - y * z^p + v^p, y given by its coordinates: (z1 * (y1 - x2 - y2) + z2 * (x2 - x1 + y2),
 * z1 * (x1 - x2 + y1) + z2 * (y2 - x1 - y1)).  r is none of the operands.
 */
static void step(struct xtr_element *r, const struct xtr_element *x, const limb *y1, const limb *y2,
                 const struct xtr_element *z, const struct xtr_element *v, const struct modulus *p)
{
    limb a[BIG_LIMBS_MAX], b[BIG_LIMBS_MAX], difference[BIG_LIMBS_MAX];

    mod_sub(a, y1, y2, p);
    mod_sub(a, a, x->c2, p);
    mod_sub(difference, x->c2, x->c1, p);
    mod_add(b, difference, y2, p);
    mont_multiply_sum(r->c1, z->c1, a, z->c2, b, p);
    mod_sub(a, y1, difference, p);
    mod_sub(b, y2, y1, p);
    mod_sub(b, b, x->c1, p);
    mont_multiply_sum(r->c2, z->c1, a, z->c2, b, p);
    mod_add(r->c1, r->c1, v->c2, p);
    mod_add(r->c2, r->c2, v->c1, p);
}

/*
 * The odd part m = 2k + 1 of e by the triples (c_2k, c_2k+1, c_2k+2), one bit of k at a time, at two doublings and one
 * step a bit; the factors 2 of e by doublings.
 */
void xtr_power(struct xtr_element *r, const struct xtr_element *c, const limb *e, size_t en, const struct modulus *p)
{
    struct xtr_element s[3], t, base;
    limb two[BIG_LIMBS_MAX];
    size_t bits = big_bits(e, en), twos = 0;

    if (bits == 0) {
        xtr_three(r, p);
        return;
    }
    while (!big_bit(e, en, twos))
        twos++;
    mod_add(two, p->one, p->one, p);
    xtr_copy(&base, c, p);
    xtr_three(&s[0], p);
    xtr_copy(&s[1], &base, p);
    twice(&s[2], &base, two, p);
    for (size_t i = bits; i-- > twos + 1;) {
        if (big_bit(e, en, i)) { /* (c_4k+2, c_4k+3, c_4k+4) */
            step(&t, &s[2], base.c1, base.c2, &s[1], &s[0], p);
            twice(&s[0], &s[1], two, p);
            twice(&s[2], &s[2], two, p);
        } else { /* (c_4k, c_4k+1, c_4k+2) */
            step(&t, &s[0], base.c2, base.c1, &s[1], &s[2], p);
            twice(&s[0], &s[0], two, p);
            twice(&s[2], &s[1], two, p);
        }
        xtr_copy(&s[1], &t, p);
    }
    for (size_t i = 0; i < twos; i++)
        twice(&s[1], &s[1], two, p);
    xtr_copy(r, &s[1], p);
}

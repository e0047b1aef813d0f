/* SPDX-License-Identifier: MIT */
/*
 * Modular inversion by division steps (D. J. Bernstein, B.-Y. Yang, "Fast constant-time gcd computation and modular
 * inversion", 2019), in the variable-time form that skips runs of zeros.
 *
 * f = modulus and g = a shrink together.  One batch of STEP division steps looks only at the lowest limb of f and g
 * and yields a matrix of small numbers; the matrix is then applied to the whole of f, g and of d, e, for which
 * d * a = f and e * a = g (mod modulus) always holds.  At g = 0, f is +-gcd and d the inverse up to that sign.
 *
 * Numbers are signed: limbs of STEP = WIDE_LIMB_BITS - 2 bits, the top one carries the sign.  f and g stay within
 * (-modulus, modulus], d and e within (-2 * modulus, modulus).  The time depends on the numbers.
 */
#include "native/curve/inverse.h"

#include <string.h>

#define STEP (WIDE_LIMB_BITS - 2)
#define STEP_MASK (((limb)1 << STEP) - 1)

enum { LENGTH_MAX = 640 / STEP + 2 };

/* f' = (u f + v g) / 2^STEP, g' = (q f + r g) / 2^STEP; |u| + |v| and |q| + |r| are at most 2^STEP. */
struct transition {
    signed_limb u, v, q, r;
};

/* STEP division steps on the low limbs; DELTA is the state that decides about exchanges. */
static signed_limb steps(signed_limb delta, limb f, limb g, struct transition *t)
{
    limb u = 1, v = 0, q = 0, r = 1;
    unsigned left = STEP;
    for (;;) {
        unsigned zeros = limb_trailing_zeros(g | ~(limb)0 << left);
        g >>= zeros;
        u <<= zeros;
        v <<= zeros;
        delta += (signed_limb)zeros;
        left -= zeros;
        if (left == 0)
            break;
        if (delta > 0) {
            limb swap = f;
            f = g;
            g = 0 - swap;
            swap = u;
            u = q;
            q = 0 - swap;
            swap = v;
            v = r;
            r = 0 - swap;
            delta = -delta;
        }
        /* A multiple w of f clears up to 1 - delta low bits of g at once: w = -g / f modulo a power of two, where
         * f (2 - f f) is the inverse of the odd f modulo 64. */
        limb bits = (limb)(1 - delta);
        if (bits > left)
            bits = left;
        limb mask = bits >= 6 ? 63 : ((limb)1 << bits) - 1;
        limb w = g * (f * (f * f - 2)) & mask;
        g += f * w;
        q += u * w;
        r += v * w;
    }
    t->u = (signed_limb)u;
    t->v = (signed_limb)v;
    t->q = (signed_limb)q;
    t->r = (signed_limb)r;
    return delta;
}

/* Applies T to f and g of LENGTH limbs; the low limbs of both results are 0 and drop out. */
static void update_fg(signed_limb *f, signed_limb *g, size_t length, const struct transition *t)
{
    signed_wide cf = (signed_wide)t->u * f[0] + (signed_wide)t->v * g[0];
    signed_wide cg = (signed_wide)t->q * f[0] + (signed_wide)t->r * g[0];
    cf >>= STEP;
    cg >>= STEP;
    for (size_t i = 1; i < length; i++) {
        signed_limb fi = f[i], gi = g[i];
        cf += (signed_wide)t->u * fi + (signed_wide)t->v * gi;
        cg += (signed_wide)t->q * fi + (signed_wide)t->r * gi;
        f[i - 1] = (signed_limb)((limb)cf & STEP_MASK);
        g[i - 1] = (signed_limb)((limb)cg & STEP_MASK);
        cf >>= STEP;
        cg >>= STEP;
    }
    f[length - 1] = (signed_limb)cf;
    g[length - 1] = (signed_limb)cg;
}

/* Applies T to d and e modulo M: adds the multiples of M that make the division by 2^STEP exact. */
static void update_de(signed_limb *d, signed_limb *e, size_t length, const struct transition *t, const signed_limb *m,
                      limb m_inverse)
{
    signed_limb sign_d = d[length - 1] >> (WIDE_LIMB_BITS - 1), sign_e = e[length - 1] >> (WIDE_LIMB_BITS - 1);
    /* first the multiples that lift negative d, e above zero, then those that clear the low limb */
    signed_limb md = (t->u & sign_d) + (t->v & sign_e), me = (t->q & sign_d) + (t->r & sign_e);
    signed_wide cd = (signed_wide)t->u * d[0] + (signed_wide)t->v * e[0];
    signed_wide ce = (signed_wide)t->q * d[0] + (signed_wide)t->r * e[0];
    md -= (signed_limb)((m_inverse * (limb)cd + (limb)md) & STEP_MASK);
    me -= (signed_limb)((m_inverse * (limb)ce + (limb)me) & STEP_MASK);
    cd += (signed_wide)m[0] * md;
    ce += (signed_wide)m[0] * me;
    cd >>= STEP;
    ce >>= STEP;
    for (size_t i = 1; i < length; i++) {
        signed_limb di = d[i], ei = e[i];
        cd += (signed_wide)t->u * di + (signed_wide)t->v * ei + (signed_wide)m[i] * md;
        ce += (signed_wide)t->q * di + (signed_wide)t->r * ei + (signed_wide)m[i] * me;
        d[i - 1] = (signed_limb)((limb)cd & STEP_MASK);
        e[i - 1] = (signed_limb)((limb)ce & STEP_MASK);
        cd >>= STEP;
        ce >>= STEP;
    }
    d[length - 1] = (signed_limb)cd;
    e[length - 1] = (signed_limb)ce;
}

static void split(signed_limb *out, size_t length, const limb *a, size_t count)
{
    for (size_t i = 0; i < length; i++) {
        size_t bit = i * STEP, word = bit / WIDE_LIMB_BITS, shift = bit % WIDE_LIMB_BITS;
        limb v = word < count ? a[word] >> shift : 0;
        if (shift != 0 && word + 1 < count)
            v |= a[word + 1] << (WIDE_LIMB_BITS - shift);
        out[i] = (signed_limb)(v & STEP_MASK);
    }
}

/* a = a * SIGN + m * TIMES, carries settled; the value stays within the signed range. */
static void fold(signed_limb *a, const signed_limb *m, size_t length, signed_limb sign, signed_limb times)
{
    signed_limb carry = 0;
    for (size_t i = 0; i < length; i++) {
        carry += a[i] * sign + m[i] * times;
        if (i + 1 < length) {
            a[i] = (signed_limb)((limb)carry & STEP_MASK);
            carry >>= STEP;
        } else {
            a[i] = carry;
        }
    }
}

int inverse_odd(limb *out, const limb *a, const limb *modulus, size_t count)
{
    signed_limb m[LENGTH_MAX], f[LENGTH_MAX], g[LENGTH_MAX], d[LENGTH_MAX] = { 0 }, e[LENGTH_MAX] = { 0 };
    /* The top limb has to hold twice the modulus and a sign. */
    size_t used = count;
    while (used > 1 && modulus[used - 1] == 0)
        used--;
    size_t length = (used * WIDE_LIMB_BITS + 2 + STEP - 1) / STEP;
    split(m, length, modulus, count);
    split(g, length, a, count);
    memcpy(f, m, length * sizeof *f);
    e[0] = 1;

    limb m_inverse = modulus[0]; /* right in 3 bits, and twice as many after each line */
    for (unsigned bits = 3; bits < WIDE_LIMB_BITS; bits *= 2)
        m_inverse *= 2 - modulus[0] * m_inverse;

    signed_limb delta = 1;
    size_t active = length;
    for (;;) {
        struct transition t;
        limb f0 = (limb)f[0] | (active > 1 ? (limb)f[1] << STEP : 0);
        limb g0 = (limb)g[0] | (active > 1 ? (limb)g[1] << STEP : 0);
        delta = steps(delta, f0, g0, &t);
        update_de(d, e, length, &t, m, m_inverse);
        update_fg(f, g, active, &t);
        signed_limb rest = 0;
        for (size_t i = 0; i < active; i++)
            rest |= g[i];
        if (rest == 0)
            break;
        /* drop the top limb when it is only the sign of both numbers, and move the sign down */
        while (active > 1) {
            signed_limb ft = f[active - 1], gt = g[active - 1];
            if ((ft != 0 && ft != -1) || (gt != 0 && gt != -1))
                break;
            f[active - 2] |= (signed_limb)((limb)ft << STEP);
            g[active - 2] |= (signed_limb)((limb)gt << STEP);
            active--;
        }
    }

    /* f = +-gcd: an inverse exists where it is +-1 */
    signed_limb sign = f[active - 1] < 0 ? -1 : 1;
    int unit = f[0] == (sign > 0 ? 1 : active == 1 ? -1 : (signed_limb)STEP_MASK);
    for (size_t i = 1; i < active; i++)
        unit &= f[i] == (sign > 0 ? 0 : i + 1 == active ? -1 : (signed_limb)STEP_MASK);
    if (!unit) {
        memset(out, 0, count * sizeof *out);
        return 0;
    }
    fold(d, m, length, sign, 0);
    while (d[length - 1] < 0)
        fold(d, m, length, 1, 1);
    for (;;) { /* at most once or twice: d < 2 * modulus */
        size_t i = length;
        while (i > 0 && d[i - 1] == m[i - 1])
            i--;
        if (i > 0 && d[i - 1] < m[i - 1])
            break;
        fold(d, m, length, 1, -1);
    }
    for (size_t i = 0; i < count; i++) {
        size_t bit = i * WIDE_LIMB_BITS, word = bit / STEP, shift = bit % STEP;
        limb v = word < length ? (limb)d[word] >> shift : 0;
        if (word + 1 < length)
            v |= (limb)d[word + 1] << (STEP - shift);
        if (shift > 0 && STEP - shift + STEP < WIDE_LIMB_BITS && word + 2 < length)
            v |= (limb)d[word + 2] << (2 * STEP - shift);
        out[i] = v;
    }
    return 1;
}

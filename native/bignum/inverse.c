/* SPDX-License-Identifier: MIT */
/*
 * Modular inversion by division steps (D. J. Bernstein, B.-Y. Yang, "Fast constant-time gcd computation and modular
 * inversion", 2019), in a variable-time form that skips runs of zeros and in one whose time depends on the length of
 * the modulus alone.
 *
 * f = modulus and g = a shrink together.  One batch of STEP division steps looks only at the lowest limb of f and g
 * and yields a matrix of small numbers; the matrix is then applied to the whole of f, g and of d, e, for which
 * d * a = f and e * a = g (mod modulus) always holds.  At g = 0, f is +-gcd and d the inverse up to that sign.
 *
 * Numbers are signed: limbs of STEP = WIDE_LIMB_BITS - 2 bits, the top one carries the sign.  f and g stay within
 * (-modulus, modulus], d and e within (-2 * modulus, modulus).
 */
#include "native/bignum/inverse.h"

#include "native/bignum/bignum.h"
#include "native/common/bytes.h"

#define STEP (WIDE_LIMB_BITS - 2)
#define STEP_MASK (((limb)1 << STEP) - 1)

enum { LENGTH_MAX = BIG_BITS_MAX / STEP + 2 };

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

/*
 * The same without a branch, from steps that begin at 1/2 instead of 1, of which fewer do; BEYOND is how far the state
 * is above that.
 */
static signed_limb steps_secret(signed_limb beyond, limb f, limb g, struct transition *t)
{
    limb u = 1, v = 0, q = 0, r = 1;

    for (int i = 0; i < STEP; i++) {
        /* g +- f where g is odd; the difference where the two change places, f then becoming what g was */
        limb odd = 0 - (g & 1), above = ~(limb)(beyond >> (WIDE_LIMB_BITS - 1)), swap = odd & above;
        g += ((f ^ above) - above) & odd;
        q += ((u ^ above) - above) & odd;
        r += ((v ^ above) - above) & odd;
        f += g & swap;
        u = (u + (q & swap)) << 1;
        v = (v + (r & swap)) << 1;
        g >>= 1;
        beyond = (beyond ^ (signed_limb)swap) + 1;
    }
    t->u = (signed_limb)u;
    t->v = (signed_limb)v;
    t->q = (signed_limb)q;
    t->r = (signed_limb)r;
    return beyond;
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

static void join(limb *out, size_t count, const signed_limb *a, size_t length)
{
    for (size_t i = 0; i < count; i++) {
        size_t bit = i * WIDE_LIMB_BITS, word = bit / STEP, shift = bit % STEP;
        limb v = word < length ? (limb)a[word] >> shift : 0;
        if (word + 1 < length)
            v |= (limb)a[word + 1] << (STEP - shift);
        if (shift > 0 && STEP - shift + STEP < WIDE_LIMB_BITS && word + 2 < length)
            v |= (limb)a[word + 2] << (2 * STEP - shift);
        out[i] = v;
    }
}

/* Limbs of f, g, d and e: the top one has to hold twice the modulus and a sign. */
static size_t length_for(size_t modulus_bits)
{
    return (modulus_bits + 2 + STEP - 1) / STEP;
}

/* f = modulus, g = a, d = 0, e = 1. */
static void start(signed_limb *m, signed_limb *f, signed_limb *g, signed_limb *d, signed_limb *e, size_t length,
                  const limb *a, const limb *modulus, size_t count)
{
    split(m, length, modulus, count);
    split(g, length, a, count);
    for (size_t i = 0; i < length; i++) {
        f[i] = m[i];
        d[i] = 0;
        e[i] = i == 0;
    }
}

static void wipe_all(signed_limb *f, signed_limb *g, signed_limb *d, signed_limb *e, size_t length)
{
    wipe(f, length * sizeof *f);
    wipe(g, length * sizeof *g);
    wipe(d, length * sizeof *d);
    wipe(e, length * sizeof *e);
}

int inverse_odd(limb *out, const limb *a, const limb *modulus, size_t count)
{
    signed_limb m[LENGTH_MAX], f[LENGTH_MAX], g[LENGTH_MAX], d[LENGTH_MAX], e[LENGTH_MAX];
    size_t length = length_for(big_bits(modulus, count));
    limb m_inverse = limb_inverse(modulus[0]);

    start(m, f, g, d, e, length, a, modulus, count);
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
    fold(d, m, length, unit ? sign : 0, 0);
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
    join(out, count, d, length);
    wipe_all(f, g, d, e, length);
    return unit;
}

/* Numbers of b bits need at most (45907 b + 26313) / 19929 steps from 1/2 on (P. Wuille, "safegcd-bounds", 2021). */
static size_t batches_for(size_t modulus_bits)
{
    size_t needed = (45907 * modulus_bits + 26313) / 19929 + 1;
    return (needed + STEP - 1) / STEP;
}

int inverse_odd_secret(limb *out, const limb *a, const limb *modulus, size_t count)
{
    signed_limb m[LENGTH_MAX], f[LENGTH_MAX], g[LENGTH_MAX], d[LENGTH_MAX], e[LENGTH_MAX], beyond = 0;
    size_t bits = big_bits(modulus, count), length = length_for(bits);
    limb m_inverse = limb_inverse(modulus[0]);

    start(m, f, g, d, e, length, a, modulus, count);
    for (size_t i = batches_for(bits); i-- > 0;) {
        struct transition t;
        limb f0 = (limb)f[0] | (length > 1 ? (limb)f[1] << STEP : 0);
        limb g0 = (limb)g[0] | (length > 1 ? (limb)g[1] << STEP : 0);
        beyond = steps_secret(beyond, f0, g0, &t);
        update_de(d, e, length, &t, m, m_inverse);
        update_fg(f, g, length, &t);
    }

    /* f = +-gcd: |f| - 1 is 0 where an inverse exists; d takes the sign of f. */
    signed_limb negative = f[length - 1] >> (WIDE_LIMB_BITS - 1), rest = 0;
    fold(f, m, length, 1 | negative, 0);
    f[0] ^= 1;
    for (size_t i = 0; i < length; i++)
        rest |= f[i];
    limb found = ((limb)rest | (0 - (limb)rest)) >> (WIDE_LIMB_BITS - 1) ^ 1;
    fold(d, m, length, 1 | negative, 0);
    /* -2 m < d < 2 m: up twice where it is below 0, then down where it is not below m. */
    fold(d, m, length, 1, -(d[length - 1] >> (WIDE_LIMB_BITS - 1)));
    fold(d, m, length, 1, -(d[length - 1] >> (WIDE_LIMB_BITS - 1)));
    fold(d, m, length, 1, -1);
    fold(d, m, length, 1, -(d[length - 1] >> (WIDE_LIMB_BITS - 1)));
    fold(d, m, length, (signed_limb)found, 0);
    join(out, count, d, length);
    wipe_all(f, g, d, e, length);
    return (int)found;
}

/* SPDX-License-Identifier: MIT */
/*
 * binary_field.h - elements of GF(2^m) in LIMBS limbs; included by binary.c once a size, with LIMBS, INLINE, TARGET and
 * NAME(x) defined, and EXPONENT(i) where the polynomial is fixed.
 *
 * An element is a polynomial of degree below m, reduced; m + 3 <= LIMBS * WIDE_LIMB_BITS, so that its multiple by a
 * polynomial of degree 3 fits.
 */

#ifdef EXPONENT
#define FIXED_POLYNOMIAL 1
#else
#define FIXED_POLYNOMIAL 0
#define EXPONENT(i) (curve->exponents[i])
#endif

struct NAME(fe) {
    limb v[LIMBS];
};

#define FE struct NAME(fe)

static inline TARGET void NAME(load_element)(FE *r, const struct curve_element *a)
{
    memcpy(r->v, a->v, sizeof r->v);
}

static inline TARGET void NAME(store_element)(struct curve_element *r, const FE *a)
{
    memset(r, 0, sizeof *r);
    memcpy(r->v, a->v, sizeof a->v);
}

static inline TARGET void NAME(set_one)(FE *r, const struct curve *curve)
{
    (void)curve;
    memset(r, 0, sizeof *r);
    r->v[0] = 1;
}

static inline TARGET void NAME(add)(FE *r, const FE *a, const FE *b)
{
    WIDE_UNROLL
    for (int i = 0; i < LIMBS; i++)
        r->v[i] = a->v[i] ^ b->v[i];
}

static inline TARGET int NAME(is_zero)(const FE *a, const struct curve *curve)
{
    (void)curve;
    limb any = 0;
    WIDE_UNROLL
    for (int i = 0; i < LIMBS; i++)
        any |= a->v[i];
    return any == 0;
}

/* t ^= w x^position */
INLINE TARGET void NAME(fold)(limb *t, limb w, unsigned position)
{
    t[position / WIDE_LIMB_BITS] ^= w << position % WIDE_LIMB_BITS;
    if (position % WIDE_LIMB_BITS != 0)
        t[position / WIDE_LIMB_BITS + 1] ^= w >> (WIDE_LIMB_BITS - position % WIDE_LIMB_BITS);
}

/* w x^position as the sum of the lower powers that x^m stands for. */
INLINE TARGET void NAME(fold_all)(limb *t, limb w, unsigned position, const struct curve *curve)
{
    (void)curve;
    WIDE_UNROLL
    for (int e = 1; e < 5; e++) {
        NAME(fold)(t, w, position - EXPONENT(0) + EXPONENT(e));
        if (EXPONENT(e) == 0)
            break;
    }
}

/* r = t mod the polynomial, for t of 2 LIMBS limbs; t is overwritten. */
INLINE TARGET void NAME(reduce)(FE *r, limb *t, const struct curve *curve)
{
    const unsigned top = EXPONENT(0) / WIDE_LIMB_BITS, bits = EXPONENT(0) % WIDE_LIMB_BITS;
    if (FIXED_POLYNOMIAL) { /* the second power is more than a limb below the first: one pass */
        WIDE_UNROLL
        for (unsigned i = 2 * LIMBS - 1; i > top; i--)
            NAME(fold_all)(t, t[i], i * WIDE_LIMB_BITS, curve);
        limb w = t[top] >> bits;
        NAME(fold_all)(t, w, EXPONENT(0), curve);
        t[top] &= ((limb)1 << bits) - 1;
    } else {
        for (unsigned i = 2 * LIMBS - 1; i > top; i--) {
            for (limb w = t[i]; w != 0; w = t[i]) {
                t[i] = 0;
                NAME(fold_all)(t, w, i * WIDE_LIMB_BITS, curve);
            }
        }
        for (limb w = t[top] >> bits; w != 0; w = t[top] >> bits) {
            t[top] ^= w << bits;
            NAME(fold_all)(t, w, EXPONENT(0), curve);
        }
    }
    memcpy(r->v, t, sizeof r->v);
}

/* The multiples of an element by the polynomials of degree up to 3. */
struct NAME(comb) {
    limb v[16][LIMBS];
};

INLINE TARGET void NAME(comb_set)(struct NAME(comb) *comb, const FE *b)
{
    WIDE_UNROLL
    for (int l = 0; l < LIMBS; l++) {
        comb->v[0][l] = 0;
        comb->v[1][l] = b->v[l];
    }
    WIDE_UNROLL
    for (int i = 2; i < 16; i += 2) {
        WIDE_UNROLL
        for (int l = LIMBS - 1; l >= 0; l--) {
            comb->v[i][l] = comb->v[i / 2][l] << 1 | (l > 0 ? comb->v[i / 2][l - 1] >> (WIDE_LIMB_BITS - 1) : 0);
            comb->v[i + 1][l] = comb->v[i][l] ^ b->v[l];
        }
    }
}

/* t += the digits of a at SHIFT, times the comb's element */
INLINE TARGET void NAME(comb_add)(limb *t, const FE *a, int shift, const struct NAME(comb) *comb,
                                  const struct curve *curve)
{
    (void)curve;
    WIDE_UNROLL
    for (int i = 0; i < LIMBS; i++) {
        if (FIXED_POLYNOMIAL && (unsigned)(i * WIDE_LIMB_BITS + shift) >= EXPONENT(0))
            continue;
        const limb *multiple = comb->v[a->v[i] >> shift & 15];
        WIDE_UNROLL
        for (int l = 0; l < LIMBS; l++)
            t[i + l] ^= multiple[l];
    }
}

INLINE TARGET void NAME(shift_4)(limb *t, int limbs)
{
    WIDE_UNROLL
    for (int l = limbs - 1; l > 0; l--)
        t[l] = t[l] << 4 | t[l - 1] >> (WIDE_LIMB_BITS - 4);
    t[0] <<= 4;
}

/* Products by a comb of four-bit windows (J. Lopez, R. Dahab, "High-speed software multiplication in F_2^m", 2000). */
static TARGET void NAME(mul)(FE *r, const FE *a, const FE *b, const struct curve *curve)
{
    struct NAME(comb) comb;
    limb t[2 * LIMBS] = { 0 };
    NAME(comb_set)(&comb, b);
    WIDE_UNROLL
    for (int shift = WIDE_LIMB_BITS - 4; shift >= 0; shift -= 4) {
        NAME(comb_add)(t, a, shift, &comb, curve);
        if (shift != 0)
            NAME(shift_4)(t, 2 * LIMBS);
    }
    NAME(reduce)(r, t, curve);
}

/* r = a b, s = c d */
static TARGET void NAME(mul_two)(FE *r, const FE *a, const FE *b, FE *s, const FE *c, const FE *d,
                                 const struct curve *curve)
{
    NAME(mul)(r, a, b, curve);
    NAME(mul)(s, c, d, curve);
}

/* r = a c, s = b c */
static TARGET void NAME(mul_both)(FE *r, const FE *a, FE *s, const FE *b, const FE *c, const struct curve *curve)
{
    struct NAME(comb) comb;
    limb t[2][2 * LIMBS] = {{0}, {0}};
    NAME(comb_set)(&comb, c);
    for (int i = 0; i < 2; i++) {
        WIDE_UNROLL
        for (int shift = WIDE_LIMB_BITS - 4; shift >= 0; shift -= 4) {
            NAME(comb_add)(t[i], i == 0 ? a : b, shift, &comb, curve);
            if (shift != 0)
                NAME(shift_4)(t[i], 2 * LIMBS);
        }
    }
    NAME(reduce)(r, t[0], curve);
    NAME(reduce)(s, t[1], curve);
}

/* r = a b + c d */
static TARGET void NAME(mul_add)(FE *r, const FE *a, const FE *b, const FE *c, const FE *d, const struct curve *curve)
{
    struct NAME(comb) comb_b, comb_d;
    limb t[2 * LIMBS] = { 0 };
    NAME(comb_set)(&comb_b, b);
    NAME(comb_set)(&comb_d, d);
    WIDE_UNROLL
    for (int shift = WIDE_LIMB_BITS - 4; shift >= 0; shift -= 4) {
        NAME(comb_add)(t, a, shift, &comb_b, curve);
        NAME(comb_add)(t, c, shift, &comb_d, curve);
        if (shift != 0)
            NAME(shift_4)(t, 2 * LIMBS);
    }
    NAME(reduce)(r, t, curve);
}

/* r = a b for a short b of up to 20 bits */
static TARGET void NAME(mul_short)(FE *r, const FE *a, limb b, const struct curve *curve)
{
    struct NAME(comb) comb;
    limb t[2 * LIMBS] = { 0 };
    NAME(comb_set)(&comb, a);
    WIDE_UNROLL
    for (int shift = 16; shift >= 0; shift -= 4) {
        const limb *multiple = comb.v[b >> shift & 15];
        NAME(shift_4)(t, LIMBS + 1);
        WIDE_UNROLL
        for (int l = 0; l < LIMBS; l++)
            t[l] ^= multiple[l];
    }
    NAME(reduce)(r, t, curve);
}

/* The bits of the lower half of A with a zero between every two. */
static inline TARGET limb NAME(spread)(limb a)
{
#if WIDE_LIMB_BITS == 64
    a &= 0xffffffff;
    a = (a | a << 16) & 0x0000ffff0000ffff;
    a = (a | a << 8) & 0x00ff00ff00ff00ff;
    a = (a | a << 4) & 0x0f0f0f0f0f0f0f0f;
    a = (a | a << 2) & 0x3333333333333333;
    return (a | a << 1) & 0x5555555555555555;
#else
    a &= 0xffff;
    a = (a | a << 8) & 0x00ff00ff;
    a = (a | a << 4) & 0x0f0f0f0f;
    a = (a | a << 2) & 0x33333333;
    return (a | a << 1) & 0x55555555;
#endif
}

static inline TARGET void NAME(sqr)(FE *r, const FE *a, const struct curve *curve)
{
    limb t[2 * LIMBS];
    WIDE_UNROLL
    for (int i = 0; i < LIMBS; i++) {
        t[2 * i] = NAME(spread)(a->v[i]);
        t[2 * i + 1] = NAME(spread)(a->v[i] >> WIDE_LIMB_BITS / 2);
    }
    NAME(reduce)(r, t, curve);
}

/* t = t / x^bits modulo the polynomial, 0 < bits < WIDE_LIMB_BITS */
INLINE TARGET void NAME(divide)(limb *t, unsigned bits, const struct curve *curve)
{
    /* a multiple w of the polynomial 1 + e clears the lowest bits: w = t / (1 + e) = t (1 + e) (1 + e^2) .. */
    limb w = t[0] << (WIDE_LIMB_BITS - bits) >> (WIDE_LIMB_BITS - bits), factor;
    unsigned power = 1;
    do {
        factor = 0;
        for (int e = 1; EXPONENT(e) != 0; e++) {
            if (EXPONENT(e) * power < bits)
                factor ^= w << EXPONENT(e) * power;
        }
        w = (w ^ factor) << (WIDE_LIMB_BITS - bits) >> (WIDE_LIMB_BITS - bits);
        power *= 2;
    } while (factor != 0);
    t[LIMBS] = 0;
    NAME(fold)(t, w, EXPONENT(0));
    NAME(fold_all)(t, w, EXPONENT(0), curve);
    for (int l = 0; l < LIMBS; l++)
        t[l] = t[l] >> bits | t[l + 1] << (WIDE_LIMB_BITS - bits);
}

/* r = r / x^bits */
static TARGET void NAME(divide_out)(FE *r, unsigned bits, const struct curve *curve)
{
    /* where the polynomial is known, as many bits at a time as need no second power of e */
    const unsigned most = FIXED_POLYNOMIAL && EXPONENT(1) < WIDE_LIMB_BITS ? EXPONENT(1) : WIDE_LIMB_BITS - 1;
    limb t[LIMBS + 1];
    memcpy(t, r->v, sizeof r->v);
    for (; bits > most; bits -= most)
        NAME(divide)(t, most, curve);
    if (bits != 0)
        NAME(divide)(t, bits, curve);
    memcpy(r->v, t, sizeof r->v);
}

/*
 * a^-1, or 0 for 0, by R. Schroeppel, H. Orman, S. O'Malley and O. Spatscheck's almost inverse ("Fast key exchange with
 * elliptic curve systems", 1995).  Modulo p, the polynomial, a b = x^shifted f and a c = x^shifted g; f c + g b = p
 * keeps the degrees of b and c at m or below.  Which of f and g is to be taken from the other is told by bounds of
 * their degrees, as D. Bernstein and B.-Y. Yang do ("Fast constant-time gcd computation and modular inversion", 2019):
 * EXCESS is f's less g's.
 */
static TARGET void NAME(inverse)(FE *r, const FE *a, const struct curve *curve)
{
    limb f[LIMBS] = {0}, g[LIMBS], b[LIMBS] = {0}, c[LIMBS] = {1};
    unsigned shifted = 0;
    int excess = 1;
    if (NAME(is_zero)(a, curve)) {
        *r = *a;
        return;
    }
    memcpy(g, a->v, sizeof g);
    for (int e = 0; e == 0 || EXPONENT(e - 1) != 0; e++)
        f[EXPONENT(e) / WIDE_LIMB_BITS] |= (limb)1 << EXPONENT(e) % WIDE_LIMB_BITS;
    for (;;) {
        unsigned zeros = WIDE_LIMB_BITS - 1;
        if (UNLIKELY(g[0] == 0)) {
            limb rest = 0;
            for (int l = 1; l < LIMBS; l++)
                rest |= g[l];
            if (rest == 0)
                break;
        } else {
            zeros = limb_trailing_zeros(g[0]);
        }
        WIDE_UNROLL
        for (int l = 0; l < LIMBS; l++) /* two shifts: a double one by a variable number is slow */
            g[l] = g[l] >> zeros | (l + 1 < LIMBS ? g[l + 1] << 1 << (WIDE_LIMB_BITS - 1 - zeros) : 0);
        WIDE_UNROLL
        for (int l = LIMBS - 1; l >= 0; l--)
            b[l] = b[l] << zeros | (l > 0 ? b[l - 1] >> 1 >> (WIDE_LIMB_BITS - 1 - zeros) : 0);
        shifted += zeros;
        excess += (int)zeros;
        if (UNLIKELY((g[0] & 1) == 0))
            continue;
        const limb swap = 0 - (limb)(excess > 0);
        excess = excess > 0 ? -excess : excess;
        WIDE_UNROLL
        for (int l = 0; l < LIMBS; l++) { /* (f, g) = (g, f + g) where g is shorter, else (f, f + g) */
            g[l] ^= f[l];
            f[l] ^= g[l] & swap;
            c[l] ^= b[l];
            b[l] ^= c[l] & swap;
        }
    }
    memcpy(r->v, b, sizeof r->v);
    NAME(divide_out)(r, shifted, curve);
}

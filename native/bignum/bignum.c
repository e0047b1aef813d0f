/* SPDX-License-Identifier: MIT */
/*
 * Integers: bytes, sums, division (Knuth, "The Art of Computer Programming" 2, 4.3.1, algorithm D), Euclid's algorithm
 * in Lehmer's form for inverses and Jacobi symbols, primes (Miller-Rabin).  Not constant-time but for big_add and
 * big_sub.
 */
#include "native/bignum/bignum.h"

#include <string.h>

#include "native/common/bytes.h"

enum { LIMB_BYTES = WIDE_LIMB_BITS / 8 };

static unsigned limb_bits(limb v)
{
    unsigned bits = 0;
    for (unsigned step = WIDE_LIMB_BITS / 2; step != 0; step /= 2)
        if (v >> step != 0) {
            v >>= step;
            bits += step;
        }
    return bits + (v != 0);
}

size_t big_bits(const limb *a, size_t n)
{
    while (n > 0 && a[n - 1] == 0)
        n--;
    return n == 0 ? 0 : (n - 1) * WIDE_LIMB_BITS + limb_bits(a[n - 1]);
}

int big_is_zero(const limb *a, size_t n)
{
    limb bits = 0;
    for (size_t i = 0; i < n; i++)
        bits |= a[i];
    return bits == 0;
}

int big_is_small(const limb *a, size_t n, limb value)
{
    return n == 0 ? value == 0 : a[0] == value && big_is_zero(a + 1, n - 1);
}

int big_compare(const limb *a, const limb *b, size_t n)
{
    while (n-- > 0)
        if (a[n] != b[n])
            return a[n] < b[n] ? -1 : 1;
    return 0;
}

void big_copy(limb *r, const limb *a, size_t n)
{
    if (n != 0)
        memmove(r, a, n * sizeof *r);
}

void big_set(limb *r, size_t n, limb value)
{
    for (size_t i = 0; i < n; i++)
        r[i] = i == 0 ? value : 0;
}

void big_extend(limb *r, size_t rn, const limb *a, size_t an)
{
    big_copy(r, a, an);
    for (size_t i = an; i < rn; i++)
        r[i] = 0;
}

limb big_add(limb *r, const limb *a, const limb *b, size_t n)
{
    limb carry = 0;
    for (size_t i = 0; i < n; i++) {
        wide sum = (wide)a[i] + b[i] + carry;
        r[i] = (limb)sum;
        carry = wide_high(sum);
    }
    return carry;
}

limb big_sub(limb *r, const limb *a, const limb *b, size_t n)
{
    limb borrow = 0;
    for (size_t i = 0; i < n; i++) {
        wide difference = (wide)a[i] - b[i] - borrow;
        r[i] = (limb)difference;
        borrow = wide_high(difference) & 1;
    }
    return borrow;
}

limb big_add_small(limb *r, const limb *a, size_t n, limb value)
{
    for (size_t i = 0; i < n; i++) {
        limb sum = a[i] + value;
        value = sum < value;
        r[i] = sum;
    }
    return value;
}

limb big_sub_small(limb *r, const limb *a, size_t n, limb value)
{
    for (size_t i = 0; i < n; i++) {
        limb difference = a[i] - value;
        value = a[i] < value;
        r[i] = difference;
    }
    return value;
}

void big_shift_left(limb *r, const limb *a, size_t n, size_t bits)
{
    size_t limbs = bits / WIDE_LIMB_BITS;
    unsigned rest = (unsigned)(bits % WIDE_LIMB_BITS);

    for (size_t i = n; i-- > 0;) {
        limb high = i >= limbs ? a[i - limbs] : 0, low = i > limbs ? a[i - limbs - 1] : 0;
        r[i] = rest == 0 ? high : high << rest | low >> (WIDE_LIMB_BITS - rest);
    }
}

void big_shift_right(limb *r, const limb *a, size_t n, size_t bits)
{
    size_t limbs = bits / WIDE_LIMB_BITS;
    unsigned rest = (unsigned)(bits % WIDE_LIMB_BITS);

    for (size_t i = 0; i < n; i++) {
        limb low = limbs < n - i ? a[i + limbs] : 0, high = limbs + 1 < n - i ? a[i + limbs + 1] : 0;
        r[i] = rest == 0 ? low : low >> rest | high << (WIDE_LIMB_BITS - rest);
    }
}

static limb load_limb(const uint8_t *bytes)
{
    return (limb)(LIMB_BYTES == 8 ? load64_be(bytes) : load32_be(bytes));
}

static void store_limb(uint8_t *bytes, limb v)
{
    if (LIMB_BYTES == 8)
        store64_be(bytes, v);
    else
        store32_be(bytes, (uint32_t)v);
}

enum status big_load(limb *r, size_t n, const uint8_t *bytes, size_t size)
{
    size_t i = 0;

    for (; i < n && size >= LIMB_BYTES; i++) {
        size -= LIMB_BYTES;
        r[i] = load_limb(bytes + size);
    }
    for (; i < n; i++, size = 0) {
        r[i] = 0;
        for (size_t j = 0; j < size; j++)
            r[i] = r[i] << 8 | bytes[j];
    }
    while (size > 0)
        if (bytes[--size] != 0)
            return STATUS_BAD_LENGTH;
    return STATUS_OK;
}

enum status big_store(uint8_t *bytes, size_t size, const limb *a, size_t n)
{
    size_t i = 0;

    if (size < n * LIMB_BYTES && big_bits(a, n) > 8 * size)
        return STATUS_BAD_LENGTH;
    for (; i < n && size >= LIMB_BYTES; i++) {
        size -= LIMB_BYTES;
        store_limb(bytes + size, a[i]);
    }
    for (limb rest = i < n ? a[i] : 0; size > 0; rest >>= 8)
        bytes[--size] = (uint8_t)rest;
    return STATUS_OK;
}

/* r -= a * factor over n limbs; the borrow out of the top limb. */
static limb subtract_multiple(limb *r, const limb *a, size_t n, limb factor)
{
    limb carry = 0, borrow = 0;
    for (size_t i = 0; i < n; i++) {
        wide product = wide_mul(a[i], factor) + carry, difference = (wide)r[i] - (limb)product - borrow;
        carry = wide_high(product);
        r[i] = (limb)difference;
        borrow = wide_high(difference) & 1;
    }
    return carry + borrow;
}

enum status big_divide(limb *quotient, limb *remainder, const limb *a, size_t an, const limb *d, size_t dn)
{
    limb u[2 * BIG_LIMBS_MAX + 1], v[BIG_LIMBS_MAX];
    size_t n = dn;

    while (n > 0 && d[n - 1] == 0)
        n--;
    if (n == 0 || dn > BIG_LIMBS_MAX || an > 2 * BIG_LIMBS_MAX)
        return STATUS_BAD_PARAMETER;

    unsigned shift = WIDE_LIMB_BITS - limb_bits(d[n - 1]);
    size_t total = an;
    while (an > 0 && a[an - 1] == 0)
        an--;
    big_shift_left(v, d, n, shift);
    big_extend(u, an + 1, a, an);
    big_shift_left(u, u, an + 1, shift);
    if (quotient != NULL)
        big_set(quotient, total, 0);

    for (size_t j = an >= n ? an - n + 1 : 0; j-- > 0;) {
        wide top = (wide)u[j + n] << WIDE_LIMB_BITS | u[j + n - 1];
        limb estimate = u[j + n] >= v[n - 1] ? (limb)-1 : (limb)(top / v[n - 1]);
        if (n > 1) {
            wide rest = top - wide_mul(estimate, v[n - 1]);
            while (wide_high(rest) == 0 && wide_mul(estimate, v[n - 2]) > (rest << WIDE_LIMB_BITS | u[j + n - 2])) {
                estimate--;
                rest += v[n - 1];
            }
        }
        limb borrow = subtract_multiple(u + j, v, n, estimate);
        int negative = u[j + n] < borrow;
        u[j + n] -= borrow;
        if (negative) { /* the estimate was still one too big */
            estimate--;
            u[j + n] += big_add(u + j, u + j, v, n);
        }
        if (quotient != NULL)
            quotient[j] = estimate;
    }
    size_t rest = an < n ? an + 1 : n;
    big_shift_right(u, u, rest, shift);
    big_extend(remainder, dn, u, rest);
    return STATUS_OK;
}

/*
 * Euclid's algorithm on x >= y: (x, y) -> (y, x - q * y) until y = 0, many steps at a time on the leading limbs
 * (Lehmer).  Along with it, the factors of the first y in x and y up to their alternating sign, and the sign that
 * the Jacobi symbol gathers.
 *
 * For odd y the symbol of the pair is (x | y), else (y | x); a step changes it by what reciprocity says, which the
 * lowest three bits of x, y and x - q * y decide.
 */
struct euclid {
    size_t n;        /* limbs of x and y in use */
    size_t factor_n; /* limbs of the factors in use; 0: they are not wanted */
    unsigned odd;    /* number of steps mod 2 */
    limb sign;       /* bit 0: the symbol is negated */
    limb x[BIG_LIMBS_MAX], y[BIG_LIMBS_MAX];
    limb x_factor[BIG_LIMBS_MAX + 2], y_factor[BIG_LIMBS_MAX + 2];
};

static limb symbol_change(limb x, limb y, limb rest)
{
    limb both = x ^ rest;

    if (y & 1)
        return rest & (rest >> 1) & (y >> 1);
    if (y & 2) /* y = 2 mod 4, x and rest odd: (2 | x)(2 | rest), and reciprocity with the odd part of y */
        return both >> 1 ^ both >> 2 ^ (y >> 2 & both >> 1);
    return 0;
}

/* x and y, of n limbs, become |a * x - b * y| and |c * x - d * y|: the first positive where ODD is 0, else negative. */
static void combine_signed(limb *x, limb *y, size_t n, limb a, limb b, limb c, limb d, unsigned odd)
{
    limb xc = 0, yc = 0, zc = 0, wc = 0, first = 0, second = 0;

    if (odd) { /* exchange the roles so that both differences are positive */
        limb t = a;
        a = b, b = t;
        t = c, c = d, d = t;
    }
    for (size_t i = 0; i < n; i++) {
        limb u = odd ? y[i] : x[i], v = odd ? x[i] : y[i];
        wide p = wide_mul(a, u) + xc, q = wide_mul(b, v) + yc, s = wide_mul(d, v) + zc, t = wide_mul(c, u) + wc;
        wide f = (wide)(limb)p - (limb)q - first, g = (wide)(limb)s - (limb)t - second;
        xc = wide_high(p), yc = wide_high(q), zc = wide_high(s), wc = wide_high(t);
        first = wide_high(f) & 1, second = wide_high(g) & 1;
        x[i] = (limb)f, y[i] = (limb)g;
    }
}

/* x and y, of n limbs, become a * x + b * y and c * x + d * y; they must fit. */
static void combine(limb *x, limb *y, size_t n, limb a, limb b, limb c, limb d)
{
    limb xc = 0, yc = 0, zc = 0, wc = 0, first = 0, second = 0;

    for (size_t i = 0; i < n; i++) {
        wide p = wide_mul(a, x[i]) + xc, q = wide_mul(b, y[i]) + yc, s = wide_mul(c, x[i]) + zc,
             t = wide_mul(d, y[i]) + wc;
        wide f = (wide)(limb)p + (limb)q + first, g = (wide)(limb)s + (limb)t + second;
        xc = wide_high(p), yc = wide_high(q), zc = wide_high(s), wc = wide_high(t);
        first = wide_high(f), second = wide_high(g);
        x[i] = (limb)f, y[i] = (limb)g;
    }
}

/* One step by long division, for quotients of more than a limb and where the leading limbs decide nothing. */
static void euclid_divide(struct euclid *e)
{
    limb quotient[BIG_LIMBS_MAX], rest[BIG_LIMBS_MAX], product[2 * BIG_LIMBS_MAX + 2];
    size_t n = e->n;

    (void)big_divide(quotient, rest, e->x, n, e->y, n);
    e->sign ^= symbol_change(e->x[0], e->y[0], rest[0]);
    big_copy(e->x, e->y, n);
    big_copy(e->y, rest, n);
    e->odd ^= 1;
    if (e->factor_n != 0) {
        size_t qn = BIG_LIMBS(big_bits(quotient, n)), fn = BIG_LIMBS(big_bits(e->y_factor, e->factor_n)), total;
        big_multiply(product, quotient, qn, e->y_factor, fn);
        total = qn + fn < e->factor_n ? e->factor_n : qn + fn;
        big_extend(product, total + 1, product, qn + fn);
        big_extend(e->x_factor, total + 1, e->x_factor, e->factor_n);
        big_extend(e->y_factor, total + 1, e->y_factor, e->factor_n);
        (void)big_add(product, product, e->x_factor, total + 1);
        big_copy(e->x_factor, e->y_factor, total + 1);
        big_copy(e->y_factor, product, total + 1);
        e->factor_n = BIG_LIMBS(big_bits(product, total + 1));
        if (e->factor_n < BIG_LIMBS(big_bits(e->x_factor, total + 1)))
            e->factor_n = BIG_LIMBS(big_bits(e->x_factor, total + 1));
    }
}

static void euclid_run(struct euclid *e)
{
    for (;;) {
        while (e->n > 1 && e->x[e->n - 1] == 0)
            e->n--;
        size_t n = e->n;
        if (big_is_zero(e->y, n))
            return;

        /*
         * The leading bits of x and y, their two lowest dropped so that no sum below overflows; exact for one limb.
         * With x_lead / y_lead, the step's rest is off by less than its factor d, so that the quotient is certain
         * where the rest and its distance to y are not below the sum of the factors (Collins' condition).
         */
        limb x = e->x[n - 1], y = e->y[n - 1];
        int exact = n == 1;
        if (!exact) {
            unsigned shift = WIDE_LIMB_BITS - limb_bits(x);
            if (shift != 0) {
                x = x << shift | e->x[n - 2] >> (WIDE_LIMB_BITS - shift);
                y = y << shift | e->y[n - 2] >> (WIDE_LIMB_BITS - shift);
            }
            x >>= 2;
            y >>= 2;
        }
        limb x_low = e->x[0], y_low = e->y[0], a = 1, b = 0, c = 0, d = 1, sign = e->sign;
        unsigned odd = 0, steps = 0;
        while (y != 0) {
            limb quotient = x / y, rest = x - quotient * y;
            limb next_c = a + quotient * c, next_d = b + quotient * d;
            if (!exact && (rest < next_d || y - rest < d + next_d))
                break;
            limb rest_low = x_low - quotient * y_low;
            sign ^= symbol_change(x_low, y_low, rest_low);
            x = y, y = rest;
            x_low = y_low, y_low = rest_low;
            a = c, c = next_c;
            b = d, d = next_d;
            odd ^= 1;
            steps++;
        }
        if (steps == 0) {
            euclid_divide(e);
            continue;
        }
        e->sign = sign;
        e->odd ^= odd;
        if (exact) {
            e->x[0] = x;
            e->y[0] = y;
        } else {
            combine_signed(e->x, e->y, n, a, b, c, d, odd);
        }
        if (e->factor_n != 0) {
            size_t fn = e->factor_n;
            e->x_factor[fn] = e->y_factor[fn] = 0;
            combine(e->x_factor, e->y_factor, fn + 1, a, b, c, d);
            e->factor_n = fn + (e->y_factor[fn] != 0 || e->x_factor[fn] != 0);
        }
    }
}

int big_inverse(limb *r, const limb *a, const limb *m, size_t n)
{
    struct euclid e = {0};

    if (n == 0 || big_divide(NULL, e.y, a, n, m, n) != STATUS_OK)
        return 0;
    e.n = n;
    e.factor_n = 1;
    e.y_factor[0] = 1;
    big_copy(e.x, m, n);
    euclid_run(&e);
    int found = big_is_small(e.x, e.n, 1) && !big_is_small(m, n, 1);
    if (found) {
        if (e.odd)
            big_copy(r, e.x_factor, n);
        else
            (void)big_sub(r, m, e.x_factor, n);
    }
    wipe(&e, sizeof e);
    return found;
}

void big_gcd(limb *r, const limb *a, const limb *b, size_t n)
{
    struct euclid e = {0};
    int swap = big_compare(a, b, n) < 0;

    e.n = n;
    big_copy(e.x, swap ? b : a, n);
    big_copy(e.y, swap ? a : b, n);
    if (n != 0)
        euclid_run(&e);
    big_extend(r, n, e.x, e.n);
}

int big_jacobi(const limb *a, const limb *m, size_t n)
{
    struct euclid e;

    if (n == 0 || (m[0] & 1) == 0)
        return 0;
    e.n = n;
    e.factor_n = 0;
    e.odd = 0;
    big_copy(e.x, m, n);
    if (big_compare(a, m, n) < 0)
        big_copy(e.y, a, n);
    else
        (void)big_divide(NULL, e.y, a, n, m, n);
    /* The pair (m, a): for even a its symbol is (a | m) already, for odd a it is (m | a). */
    e.sign = e.y[0] & (e.x[0] >> 1) & (e.y[0] >> 1);
    euclid_run(&e);
    return !big_is_small(e.x, e.n, 1) ? 0 : e.sign & 1 ? -1 : 1;
}

enum status big_draw(limb *r, size_t n, size_t bits, const limb *bound, struct rng *rng)
{
    uint8_t bytes[BIG_BYTES_MAX];
    size_t size = (bits + 7) / 8;

    if (bits == 0 || bits > BIG_BITS_MAX || BIG_LIMBS(bits) > n)
        return STATUS_BAD_PARAMETER;
    if (rng == NULL)
        return STATUS_FAILED;
    for (int draw = 0; draw < 256; draw++) {
        enum status status = rng->fill(rng, bytes, size);
        if (status != STATUS_OK)
            return status;
        bytes[0] &= (uint8_t)(0xff >> (8 * size - bits));
        status = big_load(r, n, bytes, size);
        wipe(bytes, size);
        if (status != STATUS_OK)
            return status;
        if (!big_is_zero(r, n) && (bound == NULL || big_compare(r, bound, n) < 0))
            return STATUS_OK;
    }
    return STATUS_FAILED;
}

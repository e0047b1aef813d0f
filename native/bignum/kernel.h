/* SPDX-License-Identifier: MIT */
/*
 * kernel.h - Montgomery multiplication of one fixed size, fully unrolled.
 *
 * Included once per size with KERNEL_LIMBS defined (up to 16); defines multiply_N, square_N and reduce_N.  All scan
 * the columns of the product: column i sums every a[j] * b[i - j] in three limbs, so that each product costs one
 * multiplication and three additions and no store.  Multiplication and reduction run column by column together
 * (Koc, Acar, Kaliski, "Analyzing and Comparing Montgomery Multiplication Algorithms", the FIPS method); the column
 * is summed by itself before it meets the carry of the previous one, since the next quotient limb waits for that; for
 * the same reason multiply_N takes the products of a and b one column ahead.  The modulus is taken off in the columns as
 * well, two limbs in one addition: compilers have no good code for a long subtraction with its comparison.
 */
#define KERNEL_PASTE_(name, limbs) name##_##limbs
#define KERNEL_PASTE(name, limbs) KERNEL_PASTE_(name, limbs)
#define KERNEL(name) KERNEL_PASTE(name, KERNEL_LIMBS)

/*
 * Adds 2^(bits of N limbs) - m to the result, which is below 2 * m, in its columns N to 2N - 1: what belongs to COLUMN and
 * to the next one whenever COLUMN is even.
 */
WIDE_INLINE void KERNEL(subtract_modulus)(wide *sum, limb *top, const limb *m, const int column)
{
    enum { N = KERNEL_LIMBS };
    const int i = column - N;

    if (i >= 0 && (column % 2 == 0 || i == 0)) {
        const limb low = i == 0 ? 0 - m[i] : ~m[i], high = column % 2 == 0 ? ~m[i + 1] : 0; /* m[0] is not 0 */
        wide_accumulate(sum, top, (wide)high << WIDE_LIMB_BITS | low);
    }
}

/* r = t where that has left t[N] = 1; where it is 0, m comes back. */
WIDE_INLINE void KERNEL(add_back)(limb *r, const limb *t, const limb *m)
{
    enum { N = KERNEL_LIMBS };
    limb mask = t[N] - 1, carry = 0;

    WIDE_UNROLL
    for (int i = 0; i < N - N % 2; i += 2) {
        wide sum = (wide)t[i + 1] << WIDE_LIMB_BITS | t[i];
        limb top = 0;
        wide_accumulate(&sum, &top, (wide)(m[i + 1] & mask) << WIDE_LIMB_BITS | (m[i] & mask));
        wide_accumulate(&sum, &top, carry);
        r[i] = (limb)sum;
        r[i + 1] = wide_high(sum);
        carry = top;
    }
    if (N % 2 != 0)
        r[N - 1] = t[N - 1] + (m[N - 1] & mask) + carry;
}

/* multiply_N or, with ADDS, multiply_add_N. */
WIDE_INLINE void KERNEL(product)(limb *r, const limb *a, const limb *b, const limb *e, const limb *m,
                                 limb negative_inverse, const int adds)
{
    enum { N = KERNEL_LIMBS };
    limb quotient[N], t[N + 1], next_top = 0;
    wide carry = 0, next = wide_mul(a[0], b[0]);

    WIDE_UNROLL
    for (int i = 0; i < 2 * N - 1; i++) {
        wide sum = next;
        limb top = next_top;
        next = next_top = 0;
        if (adds && i < N)
            wide_accumulate(&sum, &top, e[i]);
        WIDE_UNROLL
        for (int j = i + 1 < N ? 0 : i + 2 - N; j <= (i + 1 < N ? i + 1 : N - 1); j++)
            wide_accumulate(&next, &next_top, wide_mul(a[j], b[i + 1 - j]));
        WIDE_UNROLL
        for (int j = i < N ? 0 : i - N + 1; j < (i < N ? i : N); j++)
            wide_accumulate(&sum, &top, wide_mul(quotient[j], m[i - j]));
        KERNEL(subtract_modulus)(&sum, &top, m, i);
        wide_accumulate(&carry, &top, sum);
        if (i < N) {
            quotient[i] = (limb)carry * negative_inverse;
            wide_accumulate(&carry, &top, wide_mul(quotient[i], m[0]));
        } else {
            t[i - N] = (limb)carry;
        }
        carry = carry >> WIDE_LIMB_BITS | (wide)top << WIDE_LIMB_BITS;
    }
    t[N - 1] = (limb)carry;
    t[N] = wide_high(carry);
    KERNEL(add_back)(r, t, m);
}

/* r = a * b / 2^(bits of all limbs) mod m, for a * b < m * 2^(bits of all limbs). */
static void KERNEL(multiply)(limb *r, const limb *a, const limb *b, const limb *m, limb negative_inverse)
{
    KERNEL(product)(r, a, b, NULL, m, negative_inverse, 0);
}

#if KERNEL_LIMBS <= 8
/* r = (a * b + c * d) / 2^(bits of all limbs) mod m, for m below half of that power. */
static void KERNEL(multiply_sum)(limb *r, const limb *a, const limb *b, const limb *c, const limb *d, const limb *m,
                                 limb negative_inverse)
{
    enum { N = KERNEL_LIMBS };
    limb quotient[N], t[N + 1];
    wide carry = 0;

    WIDE_UNROLL
    for (int i = 0; i < 2 * N - 1; i++) {
        wide sum = 0;
        limb top = 0;
        WIDE_UNROLL
        for (int j = i < N ? 0 : i - N + 1; j <= (i < N ? i : N - 1); j++) {
            wide_accumulate(&sum, &top, wide_mul(a[j], b[i - j]));
            wide_accumulate(&sum, &top, wide_mul(c[j], d[i - j]));
        }
        WIDE_UNROLL
        for (int j = i < N ? 0 : i - N + 1; j < (i < N ? i : N); j++)
            wide_accumulate(&sum, &top, wide_mul(quotient[j], m[i - j]));
        KERNEL(subtract_modulus)(&sum, &top, m, i);
        wide_accumulate(&carry, &top, sum);
        if (i < N) {
            quotient[i] = (limb)carry * negative_inverse;
            wide_accumulate(&carry, &top, wide_mul(quotient[i], m[0]));
        } else {
            t[i - N] = (limb)carry;
        }
        carry = carry >> WIDE_LIMB_BITS | (wide)top << WIDE_LIMB_BITS;
    }
    t[N - 1] = (limb)carry;
    t[N] = wide_high(carry);
    KERNEL(add_back)(r, t, m);
}
#endif

/* square_N or, with ADDS, square_add_N: each product of two different limbs is taken once and doubled. */
WIDE_INLINE void KERNEL(product_same)(limb *r, const limb *a, const limb *e, const limb *m, limb negative_inverse,
                                      const int adds)
{
    enum { N = KERNEL_LIMBS };
    limb quotient[N], t[N + 1];
    wide carry = 0;

    WIDE_UNROLL
    for (int i = 0; i < 2 * N - 1; i++) {
        wide sum = 0;
        limb top = 0;
        WIDE_UNROLL
        for (int j = i < N ? 0 : i - N + 1; 2 * j < i; j++)
            wide_accumulate(&sum, &top, wide_mul(a[j], a[i - j]));
        const limb low = (limb)sum, high = wide_high(sum); /* doubled by limbs: a shift across two is slow */
        top = (top << 1) + (high >> (WIDE_LIMB_BITS - 1));
        sum = (wide)((high << 1) + (low >> (WIDE_LIMB_BITS - 1))) << WIDE_LIMB_BITS | low << 1;
        if (i % 2 == 0)
            wide_accumulate(&sum, &top, wide_mul(a[i / 2], a[i / 2]));
        if (adds && i < N)
            wide_accumulate(&sum, &top, e[i]);
        WIDE_UNROLL
        for (int j = i < N ? 0 : i - N + 1; j < (i < N ? i : N); j++)
            wide_accumulate(&sum, &top, wide_mul(quotient[j], m[i - j]));
        KERNEL(subtract_modulus)(&sum, &top, m, i);
        wide_accumulate(&carry, &top, sum);
        if (i < N) {
            quotient[i] = (limb)carry * negative_inverse;
            wide_accumulate(&carry, &top, wide_mul(quotient[i], m[0]));
        } else {
            t[i - N] = (limb)carry;
        }
        carry = carry >> WIDE_LIMB_BITS | (wide)top << WIDE_LIMB_BITS;
    }
    t[N - 1] = (limb)carry;
    t[N] = wide_high(carry);
    KERNEL(add_back)(r, t, m);
}

/* r = a^2 / 2^(bits of all limbs) mod m. */
static void KERNEL(square)(limb *r, const limb *a, const limb *m, limb negative_inverse)
{
    KERNEL(product_same)(r, a, NULL, m, negative_inverse, 0);
}

#if KERNEL_LIMBS == 4 || KERNEL_LIMBS == 8
/* r = (a * b + e) / 2^(bits of all limbs) mod m, and the same of a^2, for e < m. */
static void KERNEL(multiply_add)(limb *r, const limb *a, const limb *b, const limb *e, const limb *m,
                                 limb negative_inverse)
{
    KERNEL(product)(r, a, b, e, m, negative_inverse, 1);
}

static void KERNEL(square_add)(limb *r, const limb *a, const limb *e, const limb *m, limb negative_inverse)
{
    KERNEL(product_same)(r, a, e, m, negative_inverse, 1);
}
#endif

#if KERNEL_LIMBS >= 8
/* The lowest limb of a / 2^(bits of all limbs) mod m, for 0 < a < m: half the work of the whole. */
static limb KERNEL(reduce_low)(const limb *a, const limb *m, limb negative_inverse)
{
    enum { N = KERNEL_LIMBS };
    limb quotient[N];
    wide carry = 0;

    WIDE_UNROLL
    for (int i = 0; i < N; i++) {
        wide sum = a[i];
        limb top = 0;
        WIDE_UNROLL
        for (int j = 0; j < i; j++)
            wide_accumulate(&sum, &top, wide_mul(quotient[j], m[i - j]));
        wide_accumulate(&carry, &top, sum);
        quotient[i] = (limb)carry * negative_inverse;
        wide_accumulate(&carry, &top, wide_mul(quotient[i], m[0]));
        carry = carry >> WIDE_LIMB_BITS | (wide)top << WIDE_LIMB_BITS;
    }
    limb low = (limb)carry;
    WIDE_UNROLL
    for (int j = 1; j < N; j++)
        low += quotient[j] * m[N - j];
    return low;
}
#endif

/*
 * The lowest N limbs t are cleared by adding a multiple of m: writes its factor, the quotient, and the N limbs
 * (t + quotient * m) / 2^(bits of N limbs), which fit because that is below m's bound.  m may be the lowest N limbs
 * of a longer modulus.
 */
static void KERNEL(reduce)(limb *r, limb *quotient, const limb *t, const limb *m, limb negative_inverse)
{
    enum { N = KERNEL_LIMBS };
    wide carry = 0;

    WIDE_UNROLL
    for (int i = 0; i < N; i++) {
        wide sum = t[i];
        limb top = 0;
        WIDE_UNROLL
        for (int j = 0; j < i; j++)
            wide_accumulate(&sum, &top, wide_mul(quotient[j], m[i - j]));
        wide_accumulate(&carry, &top, sum);
        quotient[i] = (limb)carry * negative_inverse;
        wide_accumulate(&carry, &top, wide_mul(quotient[i], m[0]));
        carry = carry >> WIDE_LIMB_BITS | (wide)top << WIDE_LIMB_BITS;
    }
    WIDE_UNROLL
    for (int i = N; i < 2 * N - 1; i++) {
        limb top = 0;
        WIDE_UNROLL
        for (int j = i - N + 1; j < N; j++)
            wide_accumulate(&carry, &top, wide_mul(quotient[j], m[i - j]));
        r[i - N] = (limb)carry;
        carry = carry >> WIDE_LIMB_BITS | (wide)top << WIDE_LIMB_BITS;
    }
    r[N - 1] = (limb)carry;
}

#undef KERNEL
#undef KERNEL_PASTE
#undef KERNEL_PASTE_
#undef KERNEL_LIMBS

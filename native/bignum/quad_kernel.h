/* SPDX-License-Identifier: MIT */
/*
 * quad_kernel.h - the product of quad.c for one number of digits or any.  Included with QUAD(name) and QUAD_UNROLL
 * defined, the latter empty or WIDE_UNROLL.
 */

/*
 * The products of the digits j of a and i - j of b, j from FIRST to LAST.  b has a vector for each digit or, with SAME,
 * one digit for all lanes.
 */
ALWAYS_INLINE TARGET_FMA static void QUAD(accumulate)(struct column *sum, const double *a, const double *b,
                                                      const int same, size_t i, size_t first, size_t last)
{
    struct column s = *sum;

    QUAD_UNROLL
    for (size_t j = first; j <= last; j++)
        accumulate(&s, load(a + QUAD_LANES * j), same ? load_each(b + i - j) : load(b + QUAD_LANES * (i - j)));
    *sum = s;
}

ALWAYS_INLINE TARGET_FMA static void QUAD(multiply)(struct quad *r, const struct quad *a, const struct quad *b,
                                                    const struct quad *c, const struct modulus *modulus,
                                                    const size_t n)
{
    const double *first = a->digit[0], *second = b->digit[0], *inverse = modulus->inverse.digits + FUSED_MARGIN,
                 *m = modulus->factor.digits + FUSED_MARGIN;
    const struct carry none = {EACH(CARRY_BIAS), EACH(BIAS)};
    struct quad low, quotient;
    struct column sum, top = start_column(0), below = start_column(0);
    struct carry carry = none;

    QUAD_UNROLL
    for (size_t i = 0; i < n; i++) {
        sum = start_column(i + 1);
        QUAD(accumulate)(&sum, first, second, 0, i, 0, i);
        take_digit(low.digit[i], sum, &carry);
        below = top;
        top = sum;
    }

    carry = none;
    QUAD_UNROLL
    for (size_t i = 0; i < n; i++) {
        sum = start_column(i + 1);
        QUAD(accumulate)(&sum, low.digit[0], inverse, 1, i, 0, i);
        take_digit(quotient.digit[i], sum, &carry);
    }

    /* What the lower half of a * b + quotient * m carries comes out of its two highest columns, rounded. */
    carry = none;
    below = more_products(below, n - 1);
    QUAD(accumulate)(&below, quotient.digit[0], m, 1, n - 2, 0, n - 2);
    take_digit(low.digit[0], below, &carry);
    top = more_products(top, n);
    QUAD(accumulate)(&top, quotient.digit[0], m, 1, n - 1, 0, n - 1);
    take_digit(low.digit[1], top, &carry);
    QUAD_UNROLL
    for (size_t i = n; i < 2 * n; i++) {
        sum = start_column(2 * (2 * n - 1 - i));
        if (c != NULL)
            subtract(&sum, c->digit[i - n]);
        QUAD(accumulate)(&sum, first, second, 0, i, i + 1 - n, n - 1);
        QUAD(accumulate)(&sum, quotient.digit[0], m, 1, i, i + 1 - n, n - 1);
        take_digit(r->digit[i - n], sum, &carry);
    }
}

#undef QUAD
#undef QUAD_UNROLL

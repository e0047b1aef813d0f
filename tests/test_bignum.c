/* SPDX-License-Identifier: MIT */
/*
 * native/bignum against libcrypto's BIGNUM, on random and edge operands of 1 to all limbs, and the field of 2^255 - 19.
 * Built with 64-bit and with 32-bit limbs.
 */
#include "native/bignum/bignum.h"
#include "native/bignum/inverse.h"
#include "native/curve/field25519.h"
#include "tests/random.h"
#include "tests/tap.h"

#include <openssl/bn.h>
#include <stdio.h>
#include <string.h>

enum { ROUNDS = SANITIZED ? 20 : 80, BYTES_MAX = 2 * BIG_BYTES_MAX + 64, LIMBS_MAX = 2 * BIG_LIMBS_MAX + 8 };

/* ------------------------------------------------------------------------------------------------ operands */

static uint64_t random_state = 20261130;
static struct rng rng = {fill_random, &random_state};
static BN_CTX *bn_context;

static size_t below(size_t bound)
{
    return next_random(&random_state) % bound;
}

/* A number of at most BITS bits (at least 2): small, a power of two, all ones, runs of ones, or random. */
static void pick(BIGNUM *r, size_t bits)
{
    uint8_t bytes[BYTES_MAX];

    BN_zero(r);
    switch (below(8)) {
    case 0:
        BN_set_bit(r, (int)bits);
        BN_sub_word(r, 1 + below(3));
        return;
    case 1: BN_set_word(r, below(4)); return;
    case 2: BN_set_bit(r, (int)below(bits)); return;
    case 3:
        for (size_t i = 0; i < bits;) {
            size_t run = 1 + below(90);
            if (below(2))
                for (size_t j = i; j < i + run && j < bits; j++)
                    BN_set_bit(r, (int)j);
            i += run;
        }
        return;
    default:
        fill_random(&rng, bytes, (bits + 7) / 8);
        BN_bin2bn(bytes, (int)((bits + 7) / 8), r);
        BN_mask_bits(r, (int)bits);
    }
}

static void to_limbs(limb *r, size_t n, const BIGNUM *a)
{
    uint8_t bytes[BYTES_MAX];
    int size = (int)(n * sizeof(limb));

    assert_int_equal(BN_bn2binpad(a, bytes, size), size);
    assert_int_equal(big_load(r, n, bytes, (size_t)size), STATUS_OK);
}

#define EXPECT(what, a, n, expected) expect(what, a, n, expected, __LINE__)

static void expect(const char *what, const limb *a, size_t n, const BIGNUM *expected, int line)
{
    uint8_t bytes[BYTES_MAX];
    BIGNUM *value;

    assert_int_equal(big_store(bytes, n * sizeof(limb), a, n), STATUS_OK);
    value = BN_bin2bn(bytes, (int)(n * sizeof(limb)), NULL);
    if (BN_cmp(value, expected) != 0) {
        char *got = BN_bn2hex(value), *want = BN_bn2hex(expected);
        fail_msg("%s of %u limbs, line %d: %s, expected %s", what, (unsigned)n, line, got, want);
    }
    BN_free(value);
}

/* Lengths: half of them those with code of their own. */
static size_t pick_limbs(size_t max)
{
    static const size_t own[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 40, 48, 64, 128};
    size_t n = below(2) ? own[below(sizeof own / sizeof own[0])] : 1 + below(max);

    return n <= max ? n : 1 + below(max);
}

struct numbers {
    BIGNUM *a, *b, *m, *q, *r;
};

static int set_up(void **state)
{
    static struct numbers numbers;

    bn_context = BN_CTX_new();
    numbers = (struct numbers){BN_new(), BN_new(), BN_new(), BN_new(), BN_new()};
    *state = &numbers;
    return 0;
}

static int tear_down(void **state)
{
    struct numbers *n = *state;

    BN_free(n->a);
    BN_free(n->b);
    BN_free(n->m);
    BN_free(n->q);
    BN_free(n->r);
    BN_CTX_free(bn_context);
    return 0;
}

/* --------------------------------------------------------------------------------------------------- cases */

static void sums_products_shifts(void **state)
{
    struct numbers *x = *state;
    limb a[LIMBS_MAX], b[LIMBS_MAX], r[LIMBS_MAX];

    for (int round = 0; round < 5 * ROUNDS; round++) {
        size_t n = pick_limbs(BIG_LIMBS_MAX), k = 1 + below(n), bits = n * WIDE_LIMB_BITS, shift = below(bits + 3);
        pick(x->a, bits);
        pick(x->b, k * WIDE_LIMB_BITS);
        to_limbs(a, n, x->a);
        to_limbs(b, n, x->b);
        BN_mul(x->r, x->a, x->b, bn_context);
        big_multiply(r, a, n, b, k);
        EXPECT("product", r, n + k, x->r);
        big_multiply(r, a, n, b, n);
        EXPECT("product of equal lengths", r, 2 * n, x->r);
        for (int first = 0; first < 2; first++) { /* a factor without limbs */
            memset(r, 0xff, sizeof r);
            big_multiply(r, first ? NULL : a, first ? 0 : n, first ? a : NULL, first ? n : 0);
            assert_true(big_is_zero(r, n));
            assert_true(r[n] == (limb)-1);
        }
        BN_sqr(x->r, x->a, bn_context);
        big_square(r, a, n);
        EXPECT("square", r, 2 * n, x->r);
        BN_add(x->r, x->a, x->b);
        r[n] = big_add(r, a, b, n);
        EXPECT("sum", r, n + 1, x->r);
        big_copy(r, a, n);
        r[n] = big_add(r, r, b, n);
        EXPECT("sum in place", r, n + 1, x->r);
        assert_int_equal(big_sub(r, r, b, n), r[n]);
        EXPECT("difference", r, n, x->a);
        BN_rshift(x->r, x->a, (int)shift);
        big_shift_right(r, a, n, shift);
        EXPECT("shift right", r, n, x->r);
        BN_lshift(x->r, x->a, (int)shift);
        BN_mask_bits(x->r, (int)bits);
        big_copy(r, a, n);
        big_shift_left(r, r, n, shift);
        EXPECT("shift left", r, n, x->r);
        assert_int_equal(big_bits(a, n), BN_num_bits(x->a));
        assert_int_equal(big_compare(a, b, n), BN_cmp(x->a, x->b));
    }
}

static void division(void **state)
{
    struct numbers *x = *state;
    limb a[LIMBS_MAX], d[LIMBS_MAX], quotient[LIMBS_MAX], rest[LIMBS_MAX];

    for (int round = 0; round < 8 * ROUNDS; round++) {
        size_t an = 1 + below(2 * BIG_LIMBS_MAX), dn = pick_limbs(BIG_LIMBS_MAX);
        pick(x->a, an * WIDE_LIMB_BITS);
        do
            pick(x->b, dn * WIDE_LIMB_BITS);
        while (BN_is_zero(x->b));
        to_limbs(a, an, x->a);
        to_limbs(d, dn, x->b);
        BN_div(x->q, x->r, x->a, x->b, bn_context);
        assert_int_equal(big_divide(quotient, rest, a, an, d, dn), STATUS_OK);
        EXPECT("quotient", quotient, an, x->q);
        EXPECT("remainder", rest, dn, x->r);
        assert_int_equal(big_divide(a, d, a, an, d, dn), STATUS_OK);
        EXPECT("quotient in place", a, an, x->q);
        EXPECT("remainder in place", d, dn, x->r);
    }
    big_set(d, 4, 0);
    assert_int_equal(big_divide(quotient, rest, a, 4, d, 4), STATUS_BAD_PARAMETER);
}

/* Both forms of division steps for x->a modulo the odd x->m, of n limbs. */
static void expect_inverses(struct numbers *x, size_t n)
{
    limb a[LIMBS_MAX], m[LIMBS_MAX], r[LIMBS_MAX];

    if (BN_is_one(x->m))
        return;
    BN_nnmod(x->a, x->a, x->m, bn_context);
    to_limbs(a, n, x->a);
    to_limbs(m, n, x->m);
    BN_gcd(x->r, x->a, x->m, bn_context);
    int exists = BN_is_one(x->r);
    if (exists)
        assert_non_null(BN_mod_inverse(x->r, x->a, x->m, bn_context));
    else
        BN_zero(x->r);
    assert_int_equal(inverse_odd(r, a, m, n), exists);
    EXPECT("inverse by division steps", r, n, x->r);
    assert_int_equal(inverse_odd_secret(r, a, m, n), exists);
    EXPECT("inverse by a fixed number of division steps", r, n, x->r);
    assert_int_equal(inverse_odd_secret(a, a, m, n), exists);
    EXPECT("inverse in place", a, n, x->r);
}

static void euclid(void **state)
{
    struct numbers *x = *state;
    limb a[LIMBS_MAX], m[LIMBS_MAX], r[LIMBS_MAX];

    for (int round = 0; round < 6 * ROUNDS; round++) {
        size_t n = pick_limbs(BIG_LIMBS_MAX), bits = n * WIDE_LIMB_BITS;
        pick(x->a, bits);
        do
            pick(x->m, bits);
        while (BN_is_zero(x->m) || BN_is_one(x->m));
        to_limbs(a, n, x->a);
        to_limbs(m, n, x->m);
        BN_gcd(x->r, x->a, x->m, bn_context);
        big_gcd(r, a, m, n);
        EXPECT("gcd", r, n, x->r);
        int found = big_inverse(r, a, m, n);
        assert_int_equal(found, BN_is_one(x->r));
        if (found) {
            assert_non_null(BN_mod_inverse(x->r, x->a, x->m, bn_context));
            EXPECT("inverse", r, n, x->r);
        }
        BN_set_bit(x->m, 0);
        to_limbs(m, n, x->m);
        assert_int_equal(big_jacobi(a, m, n), BN_kronecker(x->a, x->m, bn_context));
        expect_inverses(x, n);
    }
    for (unsigned modulus = 3; modulus < 40; modulus += 2) /* all residues, with and without an inverse */
        for (unsigned residue = 0; residue < modulus; residue++) {
            BN_set_word(x->m, modulus);
            BN_set_word(x->a, residue);
            expect_inverses(x, 1 + residue % 3);
        }
    big_set(a, 1, 5);
    big_set(m, 1, 1);
    assert_int_equal(big_jacobi(a, m, 1), 1);
    assert_int_equal(big_inverse(r, a, m, 1), 0);
    big_set(m, 1, 8);
    assert_int_equal(big_jacobi(a, m, 1), 0);
}

/* An odd modulus of n limbs, at least 3, and two residues. */
static void pick_residues(struct numbers *x, struct modulus *modulus, limb *a, limb *b, size_t n)
{
    limb m[BIG_LIMBS_MAX];

    pick(x->m, n * WIDE_LIMB_BITS);
    BN_set_bit(x->m, 0);
    if (BN_is_one(x->m))
        BN_set_bit(x->m, 1);
    to_limbs(m, n, x->m);
    assert_int_equal(mod_set(modulus, m, n), STATUS_OK);
    pick(x->a, n * WIDE_LIMB_BITS);
    pick(x->b, n * WIDE_LIMB_BITS);
    if (below(6) == 0)
        BN_sub(x->a, x->m, BN_value_one());
    BN_nnmod(x->a, x->a, x->m, bn_context);
    BN_nnmod(x->b, x->b, x->m, bn_context);
    to_limbs(a, modulus->limbs, x->a);
    to_limbs(b, modulus->limbs, x->b);
}

static void residues(void **state)
{
    struct numbers *x = *state;
    struct modulus modulus;
    limb a[LIMBS_MAX], b[LIMBS_MAX], r[LIMBS_MAX], s[LIMBS_MAX], wide_a[LIMBS_MAX];

    for (int round = 0; round < 8 * ROUNDS; round++) {
        pick_residues(x, &modulus, a, b, pick_limbs(BIG_LIMBS_MAX));
        size_t n = modulus.limbs;
        BN_mod_add(x->r, x->a, x->b, x->m, bn_context);
        mod_add(r, a, b, &modulus);
        EXPECT("modular sum", r, n, x->r);
        BN_mod_sub(x->r, x->a, x->b, x->m, bn_context);
        mod_sub(r, a, b, &modulus);
        EXPECT("modular difference", r, n, x->r);
        BN_mod_mul(x->q, x->a, x->b, x->m, bn_context);
        mod_multiply(r, a, b, &modulus);
        EXPECT("modular product", r, n, x->q);
        BN_mod_sqr(x->r, x->a, x->m, bn_context);
        mod_multiply(r, a, a, &modulus);
        EXPECT("modular square", r, n, x->r);

        mont_enter(r, a, &modulus);
        mont_enter(s, b, &modulus);
        mont_multiply_sum(wide_a, r, s, r, r, &modulus);
        /* (a R b R + b R^2) / R and (a R a R + b R^2) / R, without R: a b + b, a^2 + b. */
        limb e[LIMBS_MAX], sum[LIMBS_MAX];
        mont_enter(e, s, &modulus);
        mont_multiply_add(sum, r, s, e, &modulus);
        mont_leave(sum, sum, &modulus);
        BN_mod_add(x->r, x->q, x->b, x->m, bn_context);
        EXPECT("Montgomery product and sum", sum, n, x->r);
        mont_multiply_add(sum, r, r, e, &modulus);
        mont_leave(sum, sum, &modulus);
        BN_mod_sqr(x->r, x->a, x->m, bn_context);
        BN_mod_add(x->r, x->r, x->b, x->m, bn_context);
        EXPECT("Montgomery square and sum", sum, n, x->r);
        mont_multiply(s, r, s, &modulus);
        mont_square(r, r, &modulus);
        mont_leave(s, s, &modulus);
        EXPECT("Montgomery product", s, n, x->q);
        BN_mod_sqr(x->r, x->a, x->m, bn_context);
        if (!big_is_zero(r, n))
            assert_true(mont_leave_low(r, &modulus) == (mont_leave(s, r, &modulus), s[0]));
        mont_leave(r, r, &modulus);
        EXPECT("Montgomery square", r, n, x->r);
        BN_mod_add(x->r, x->r, x->q, x->m, bn_context);
        mont_leave(r, wide_a, &modulus);
        EXPECT("sum of products", r, n, x->r);

        BN_mul(x->q, x->a, x->b, bn_context);
        to_limbs(wide_a, 2 * n, x->q);
        BN_nnmod(x->r, x->q, x->m, bn_context);
        mont_enter_long(r, wide_a, 2 * n, &modulus);
        mont_leave(r, r, &modulus);
        EXPECT("long entry", r, n, x->r);
        pick(x->q, 2 * n * WIDE_LIMB_BITS);
        to_limbs(wide_a, 2 * n, x->q);
        BN_nnmod(x->r, x->q, x->m, bn_context);
        mod_reduce(r, wide_a, 2 * n, &modulus);
        EXPECT("long reduction", r, n, x->r);
    }
    big_set(a, 2, 6);
    assert_int_equal(mod_set(&modulus, a, 2), STATUS_BAD_PARAMETER);
    big_set(a, 2, 1);
    assert_int_equal(mod_set(&modulus, a, 2), STATUS_BAD_PARAMETER);
    big_set(a, 2, 0);
    assert_int_equal(mod_set(&modulus, a, 2), STATUS_BAD_PARAMETER);
}

/* V_e(a) by its definition. */
static void lucas_by_definition(BIGNUM *r, const BIGNUM *a, unsigned e, const BIGNUM *m)
{
    BIGNUM *before = BN_new(), *next = BN_new();

    BN_set_word(before, 2);
    BN_nnmod(before, before, m, bn_context);
    BN_copy(r, a);
    for (unsigned i = 1; i < e; i++) {
        BN_mod_mul(next, r, a, m, bn_context);
        BN_mod_sub(next, next, before, m, bn_context);
        BN_copy(before, r);
        BN_copy(r, next);
    }
    if (e == 0)
        BN_copy(r, before);
    BN_free(before);
    BN_free(next);
}

static void powers(void **state)
{
    static struct fixed_base a_table, b_table;
    struct numbers *x = *state;
    struct modulus modulus;
    limb a[LIMBS_MAX], b[LIMBS_MAX], e[LIMBS_MAX], f[LIMBS_MAX], r[LIMBS_MAX], s[LIMBS_MAX];
    BIGNUM *bn_e = BN_new(), *bn_f = BN_new();

    for (int round = 0; round < 2 * ROUNDS; round++) {
        size_t bits = 2 + below(round % 10 == 0 ? 600 : 170), en = BIG_LIMBS(bits);
        pick_residues(x, &modulus, a, b, pick_limbs(round % 10 == 0 ? 16 : 32));
        size_t n = modulus.limbs;
        pick(bn_e, bits);
        pick(bn_f, bits);
        to_limbs(e, en, bn_e);
        to_limbs(f, en, bn_f);
        mont_enter(a, a, &modulus);
        mont_enter(b, b, &modulus);

        BN_mod_exp(x->q, x->a, bn_e, x->m, bn_context);
        mont_power(r, a, e, en, &modulus);
        mont_leave(r, r, &modulus);
        EXPECT("power", r, n, x->q);
        mont_power_secret(r, a, e, bits, &modulus);
        mont_leave(r, r, &modulus);
        EXPECT("power of a secret exponent", r, n, x->q);
        fixed_base_set(&a_table, a, bits, &modulus);
        fixed_base_set(&b_table, b, bits, &modulus);
        fixed_base_power(r, &a_table, e, en, &modulus);
        mont_leave(r, r, &modulus);
        EXPECT("power of a fixed base", r, n, x->q);
        mont_power_pair(r, e, en, s, f, en, a, &modulus);
        mont_leave(r, r, &modulus);
        mont_leave(s, s, &modulus);
        EXPECT("first of a pair", r, n, x->q);
        BN_mod_exp(x->r, x->a, bn_f, x->m, bn_context);
        EXPECT("second of a pair", s, n, x->r);

        BN_mod_exp(x->r, x->b, bn_f, x->m, bn_context);
        BN_mod_mul(x->q, x->q, x->r, x->m, bn_context);
        mont_power_double(r, a, e, en, b, f, en, &modulus);
        mont_leave(r, r, &modulus);
        EXPECT("double power", r, n, x->q);
        fixed_base_power_double(r, &a_table, e, en, &b_table, f, en, &modulus);
        mont_leave(r, r, &modulus);
        EXPECT("double power of fixed bases", r, n, x->q);

        limb small = (limb)(1 + below(70000));
        mont_leave(b, b, &modulus);
        mod_power_small(r, b, small, &modulus);
        BN_set_word(bn_f, small);
        BN_mod_exp(x->r, x->b, bn_f, x->m, bn_context);
        EXPECT("small power", r, n, x->r);

        small = (limb)below(40);
        mont_lucas(r, a, &small, 1, &modulus);
        mont_leave(r, r, &modulus);
        lucas_by_definition(x->r, x->a, (unsigned)small, x->m);
        EXPECT("Lucas sequence", r, n, x->r);
        limb other[LIMBS_MAX], both[LIMBS_MAX], small_f = (limb)below(3);
        mont_lucas_two(both, a, &small, other, b, &small_f, 1, &modulus);
        mont_leave(both, both, &modulus);
        EXPECT("Lucas sequence, the first of two", both, n, x->r);
        mont_lucas(r, b, &small_f, 1, &modulus);
        assert_memory_equal(r, other, n * sizeof *r);
        mont_lucas_two(both, a, e, other, b, f, en, &modulus);
        mont_lucas(r, a, e, en, &modulus);
        mont_lucas(s, b, f, en, &modulus);
        assert_memory_equal(r, both, n * sizeof *r);
        assert_memory_equal(s, other, n * sizeof *s);
    }
    BN_free(bn_e);
    BN_free(bn_f);
}

/* Digit I of an exponent: shapes that come to the ends of the chains in which products of powers are taken. */
static uint64_t shaped_digit(unsigned shape, size_t i, size_t width)
{
    const uint64_t all = UINT64_MAX >> (64 - width);

    switch (shape) {
    case 0: return 0;
    case 1: return i == 5 ? all : 0;
    case 2: return all;
    case 3: return 1;
    case 4: return (uint64_t)1 << i * 3 % width;
    case 5: return all >> i * width / 16;
    case 6: return all - i > all ? 0 : all - i;
    case 7: return i < 3 ? all >> i : 0;
    case 8: return i % 2 ? all : 1;
    default: return next_random(&random_state) & all;
    }
}

static void fixed_bases(void **state)
{
    static const size_t modulus_bits[] = {320, 448, 512, 576, 1024, 2048}, widths[] = {1, 3, 8, 10, 26, 27, 32, 64};
    static struct fixed_base a_table, b_table;
    struct numbers *x = *state;
    struct modulus modulus;
    limb a[LIMBS_MAX], b[LIMBS_MAX], r[LIMBS_MAX], s[LIMBS_MAX];

    for (size_t i = 0; i < sizeof modulus_bits / sizeof modulus_bits[0]; i++)
        for (size_t j = 0; j < sizeof widths / sizeof widths[0]; j++) {
            const size_t width = widths[j], bits = FIXED_BASE_POWERS * width, en = BIG_LIMBS(bits);
            do
                pick_residues(x, &modulus, a, b, BIG_LIMBS(modulus_bits[i]));
            while (modulus.bits < modulus_bits[i] - 8);
            mont_enter(a, a, &modulus);
            mont_enter(b, b, &modulus);
            fixed_base_set(&a_table, a, bits, &modulus);
            fixed_base_set(&b_table, b, bits, &modulus);
            assert_int_equal(a_table.window_bits, width);
            fixed_base_entry(r, &a_table, 0, &modulus);
            assert_memory_equal(r, a, modulus.limbs * sizeof *r);
            for (unsigned shape = 0; shape < 110; shape += modulus_bits[i] > 1000 ? 7 : 3) {
                limb e[LIMBS_MAX] = {0}, f[LIMBS_MAX] = {0};
                for (size_t k = 0; k < bits; k++) {
                    e[k / WIDE_LIMB_BITS] |= (limb)(shaped_digit(shape % 10, k / width, width) >> k % width & 1)
                                             << k % WIDE_LIMB_BITS;
                    f[k / WIDE_LIMB_BITS] |= (limb)(shaped_digit(shape / 10, k / width, width) >> k % width & 1)
                                             << k % WIDE_LIMB_BITS;
                }
                mont_power(r, a, e, en, &modulus);
                fixed_base_power(s, &a_table, e, en, &modulus);
                assert_memory_equal(r, s, modulus.limbs * sizeof *r);
                mont_power_double(r, a, e, en, b, f, en, &modulus);
                fixed_base_power_double(s, &a_table, e, en, &b_table, f, en, &modulus);
                assert_memory_equal(r, s, modulus.limbs * sizeof *r);
            }
        }
}

static void primes(void **state)
{
    struct numbers *x = *state;
    struct modulus modulus;
    limb p[LIMBS_MAX], a[LIMBS_MAX], r[LIMBS_MAX];
    uint8_t bytes[64];

    for (unsigned i = 0; i < 5000; i++) { /* beyond what is found by division alone */
        big_set(p, 2, i);
        BN_set_word(x->a, i);
        assert_int_equal(big_is_prime(p, 2, 8, &rng), BN_check_prime(x->a, bn_context, NULL));
    }
    for (size_t i = 0; i < 6; i++) {
        size_t bits = 60 + 31 * i, n = BIG_LIMBS(bits);
        assert_int_equal(big_generate_prime(p, bits, 3, i % 2 == 0 ? 4 : 8, &rng), STATUS_OK);
        assert_int_equal(big_store(bytes, sizeof bytes, p, n), STATUS_OK);
        BN_bin2bn(bytes, sizeof bytes, x->a);
        assert_int_equal(BN_num_bits(x->a), bits);
        assert_int_equal(BN_mod_word(x->a, i % 2 == 0 ? 4 : 8), 3);
        assert_int_equal(BN_check_prime(x->a, bn_context, NULL), 1);
        assert_int_equal(mod_set(&modulus, p, n), STATUS_OK);
        for (int j = 0; j < 8; j++) {
            assert_int_equal(big_draw(a, n, bits, p, &rng), STATUS_OK);
            int symbol = big_jacobi(a, p, n);
            mont_enter(a, a, &modulus);
            assert_int_equal(mont_sqrt(r, a, &modulus), symbol == 1);
            assert_int_equal(mont_inverse(r, a, &modulus), 1);
            mont_multiply(r, r, a, &modulus);
            assert_int_equal(big_compare(r, modulus.one, n), 0);
        }
    }
    /* Carmichael numbers, and a square of a prime beyond trial division. */
    static const uint64_t composites[] = {561, 1105, 1729, 6601, 8911, 41041, 825265, 321197185, 4295098369};
    for (size_t i = 0; i < sizeof composites / sizeof composites[0]; i++) {
        for (size_t j = 0; j < 8; j++)
            bytes[j] = (uint8_t)(composites[i] >> (56 - 8 * j));
        assert_int_equal(big_load(p, 2, bytes, 8), STATUS_OK);
        assert_int_equal(big_is_prime(p, 2, 16, &rng), 0);
    }

    /* The edges of what is generated. */
    static const struct {
        size_t bits;
        unsigned residue, step;
        enum status status;
    } asked[] = {
        {15, 3, 4, STATUS_BAD_PARAMETER},  {16, 3, 4, STATUS_OK},
        {64, 1, 2, STATUS_OK},             {4097, 3, 4, STATUS_BAD_PARAMETER},
        {64, 3, 0, STATUS_BAD_PARAMETER},  {64, 3, 5, STATUS_BAD_PARAMETER},
        {64, 2, 4, STATUS_BAD_PARAMETER},  {64, 4093, 4094, STATUS_OK},
        {64, 3, 4096, STATUS_BAD_PARAMETER}, {64, 9, 8, STATUS_OK},
    };
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        assert_int_equal(big_generate_prime(p, asked[i].bits, asked[i].residue, asked[i].step, &rng), asked[i].status);
        if (asked[i].status == STATUS_OK) {
            assert_int_equal(big_bits(p, BIG_LIMBS(asked[i].bits)), asked[i].bits);
            assert_int_equal(big_store(bytes, sizeof bytes, p, BIG_LIMBS(asked[i].bits)), STATUS_OK);
            BN_bin2bn(bytes, sizeof bytes, x->a);
            assert_int_equal(BN_mod_word(x->a, asked[i].step), asked[i].residue % asked[i].step);
        }
    }
    assert_int_equal(big_generate_prime(p, 64, 3, 4, NULL), STATUS_FAILED);
}

static void bytes_and_limbs(void **state)
{
    (void)state;
    static const uint8_t leading[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    limb a[4];
    uint8_t out[12];

    assert_int_equal(big_load(a, 4, NULL, 0), STATUS_OK);
    assert_true(big_is_zero(a, 4));
    assert_int_equal(big_load(a, 9 * 8 / WIDE_LIMB_BITS + 1, leading, sizeof leading), STATUS_OK);
    assert_int_equal(big_load(a, 1, leading, sizeof leading), STATUS_BAD_LENGTH);
    assert_int_equal(big_load(a, 4, leading, sizeof leading), STATUS_OK);
    assert_int_equal(big_store(out, 8, a, 4), STATUS_BAD_LENGTH);
    assert_int_equal(big_store(out, 9, a, 4), STATUS_OK);
    assert_memory_equal(out, leading + 12, 9);
    assert_int_equal(big_store(out, 12, a, 4), STATUS_OK);
    assert_memory_equal(out, leading + 9, 12);
}

/* ----------------------------------------------------------------------------------------------- 2^255 - 19 */

#define EXPECT_25519(what, a, expected, p) expect_25519(what, a, expected, p, __LINE__)

static void expect_25519(const char *what, const struct f25519 *a, const BIGNUM *expected, const BIGNUM *p, int line)
{
    uint8_t got[32], wanted[32];
    BIGNUM *residue = BN_new();

    assert_true(BN_nnmod(residue, expected, p, bn_context));
    assert_int_equal(BN_bn2lebinpad(residue, wanted, sizeof wanted), sizeof wanted);
    f25519_store(got, a);
    if (memcmp(got, wanted, sizeof got) != 0)
        fail_msg("%s, line %d: not %s", what, line, BN_bn2hex(residue));
    assert_int_equal(f25519_is_zero(a), BN_is_zero(residue));
    BN_free(residue);
}

/* A number of 255 bits, often one around p, from bytes of whose top bit nothing depends. */
static void pick_25519(struct f25519 *r, BIGNUM *number, const BIGNUM *p)
{
    uint8_t bytes[32];

    if (below(2)) {
        pick(number, 255);
    } else {
        BN_copy(number, p);
        BN_sub_word(number, 22);
        BN_add_word(number, below(41)); /* up to 2^255 - 1 */
    }
    assert_int_equal(BN_bn2lebinpad(number, bytes, sizeof bytes), sizeof bytes);
    bytes[31] |= (uint8_t)(below(2) << 7);
    f25519_load(r, bytes);
}

static void field_25519(void **state)
{
    struct numbers *x = *state;
    BIGNUM *p = BN_new(), *sum = BN_new();

    BN_zero(p);
    BN_set_bit(p, 255);
    BN_sub_word(p, 19);
    for (int i = 0; i < 2000; i++) {
        struct f25519 a, b, c, u, v, r;
        pick_25519(&a, x->a, p);
        pick_25519(&b, x->b, p);
        pick_25519(&c, x->m, p);
        EXPECT_25519("a loaded number", &a, x->a, p);
        f25519_set(&r, (unsigned)i);
        BN_set_word(x->r, (BN_ULONG)i);
        EXPECT_25519("a small number", &r, x->r, p);

        f25519_multiply(&r, &a, &b);
        BN_mul(x->r, x->a, x->b, bn_context);
        EXPECT_25519("a product", &r, x->r, p);
        f25519_square(&r, &a);
        BN_sqr(x->r, x->a, bn_context);
        EXPECT_25519("a square", &r, x->r, p);
        const limb factor = below(1 << 17);
        f25519_multiply_small(&r, &a, factor);
        BN_copy(x->r, x->a);
        BN_mul_word(x->r, (BN_ULONG)factor);
        EXPECT_25519("a product by a small number", &r, x->r, p);

        /* the longest that factors may be: a - (b + c + b) + a + c */
        f25519_add(&u, &b, &c);
        f25519_add(&u, &u, &b);
        f25519_subtract(&u, &a, &u);
        f25519_add(&u, &u, &a);
        f25519_add(&u, &u, &c);
        BN_lshift1(sum, x->a);
        BN_sub(sum, sum, x->b);
        BN_sub(sum, sum, x->b);
        EXPECT_25519("a sum", &u, sum, p);
        f25519_add(&v, &a, &b);
        BN_add(x->q, x->a, x->b);
        f25519_multiply(&r, &u, &v);
        BN_mul(x->r, sum, x->q, bn_context);
        EXPECT_25519("a product of sums", &r, x->r, p);
        f25519_multiply(&r, &u, &u);
        BN_sqr(x->r, sum, bn_context);
        EXPECT_25519("a product of equal sums", &r, x->r, p);
        f25519_square(&r, &u);
        EXPECT_25519("a sum's square", &r, x->r, p);

        f25519_swap(&a, &b, (limb)i & 1);
        EXPECT_25519("the first of two", &a, i & 1 ? x->b : x->a, p);
        EXPECT_25519("the second of two", &b, i & 1 ? x->a : x->b, p);
        if (i % 16 != 0)
            continue;
        BN_copy(x->q, p);
        BN_sub_word(x->q, 2);
        f25519_inverse(&r, &c);
        BN_mod_exp(x->r, x->m, x->q, p, bn_context);
        EXPECT_25519("an inverse", &r, x->r, p);
        BN_sub_word(x->q, 3);
        BN_rshift(x->q, x->q, 3);
        f25519_root_power(&r, &c);
        BN_mod_exp(x->r, x->m, x->q, p, bn_context);
        EXPECT_25519("a power to (p - 5) / 8", &r, x->r, p);
    }
    BN_free(sum);
    BN_free(p);
}

int main(void)
{
    const struct CMUnitTest bignum[] = {
        cmocka_unit_test(bytes_and_limbs), cmocka_unit_test(sums_products_shifts), cmocka_unit_test(division),
        cmocka_unit_test(euclid),          cmocka_unit_test(residues),             cmocka_unit_test(powers),
        cmocka_unit_test(fixed_bases),     cmocka_unit_test(primes),               cmocka_unit_test(field_25519),
    };
    return RUN_TAP_WITH(bignum, set_up, tear_down);
}

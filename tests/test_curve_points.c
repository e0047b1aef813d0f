/* SPDX-License-Identifier: MIT */
/*
 * The native curves by themselves: the group law where formulas have exceptions, tables of a point and their digits,
 * encodings that must be refused, and domain parameters that are no curve.  Built with 64-bit and with 32-bit limbs.
 */
#include "native/bignum/bignum.h"
#include "native/curve/key.h"
#include "tests/curve_cases.h"
#include "tests/random.h"
#include "tests/tap.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

static void add(const struct curve *curve, struct curve_point *r, const struct curve_point *a,
                const struct curve_point *b)
{
    struct curve_scalar one;
    scalar_of(&one, 1);
    const struct curve_term terms[2] = {{&one, a, NULL}, {&one, b, NULL}};
    curve_sum(curve, r, terms, 2);
}

/* ------------------------------------------------------------------------------------------ the group law */

static void test_group_law(void **state)
{
    uint64_t seed = 1;
    struct rng rng = {fill_random, &seed};
    (void)state;
    for (unsigned id = CURVE_GFP168; id < CURVE_COUNT; id++) {
        for (unsigned vector_bits = 0; vector_bits <= 128; vector_bits += 128) {
            struct curve curve;
            struct curve_scalar k, l, n, sum;
            struct curve_point p, q, r, minus, infinity = {.infinity = 1};
            struct curve_table table;
            assert_int_equal(curve_named(&curve, id, vector_bits), STATUS_OK);
            assert_true(curve_contains(&curve, &curve.base));
            n = curve.order;
            curve_multiply(&curve, &r, &n, &curve.base);
            assert_true(r.infinity);
            n.v[0] |= 1; /* order + 1 where the order is even, the order itself elsewhere */
            curve_multiply(&curve, &r, &n, &curve.base);
            assert_true(curve.order.v[0] & 1 ? r.infinity : curve_equal(&curve, &r, &curve.base));

            for (int i = 0; i < (SANITIZED ? 3 : 8); i++) {
                assert_int_equal(curve_scalar_draw(&curve, &k, 1, &rng), STATUS_OK);
                assert_int_equal(curve_scalar_draw(&curve, &l, 1, &rng), STATUS_OK);
                if (i == 0)
                    scalar_of(&k, 1);
                if (i == 1)
                    scalar_of(&l, 2);
                curve_multiply(&curve, &p, &k, &curve.base);
                curve_multiply(&curve, &q, &l, &curve.base);
                curve_scalar_add(&curve, &sum, &k, &l);
                curve_multiply(&curve, &r, &sum, &curve.base);
                add(&curve, &p, &p, &q);
                assert_true(curve_contains(&curve, &p));
                assert_true(curve_equal(&curve, &p, &r));
                curve_negate(&curve, &minus, &p);
                add(&curve, &r, &p, &minus);
                assert_true(r.infinity);
                add(&curve, &r, &p, &infinity);
                assert_true(curve_equal(&curve, &r, &p));
                add(&curve, &r, &infinity, &infinity);
                assert_true(r.infinity);
                add(&curve, &r, &p, &p);
                scalar_of(&sum, 2);
                curve_multiply(&curve, &q, &sum, &p);
                assert_true(curve_equal(&curve, &r, &q));

                /* by table, and mixed with a point */
                curve_table_set(&curve, &table, &p);
                assert_true(table.window_bits * CURVE_TABLE_POINTS >= curve.order_bits);
                assert_true((table.window_bits - 1) * CURVE_TABLE_POINTS < curve.order_bits);
                const struct curve_term by_table[2] = {{&k, NULL, &table}, {&l, &curve.base, NULL}};
                const struct curve_term by_points[2] = {{&k, &p, NULL}, {&l, &curve.base, NULL}};
                curve_sum(&curve, &q, by_table, 2);
                curve_sum(&curve, &r, by_points, 2);
                assert_true(curve_equal(&curve, &r, &q));

                /* both by table, the sum and each by itself */
                const struct curve_term by_tables[2] = {{&k, NULL, &table}, {&l, NULL, &table}};
                const struct curve_term one_by_one[2] = {{&k, &p, NULL}, {&l, &p, NULL}};
                struct curve_point each[2][2];
                curve_sum(&curve, &q, by_tables, 2);
                curve_sum(&curve, &r, one_by_one, 2);
                assert_true(curve_equal(&curve, &r, &q));
                curve_multiply_each(&curve, each[0], by_tables, 2);
                curve_multiply_each(&curve, each[1], one_by_one, 2);
                for (int j = 0; j < 2; j++) {
                    curve_multiply(&curve, &r, j == 0 ? &k : &l, &p);
                    assert_true(curve_equal(&curve, &r, &each[0][j]));
                    assert_true(curve_equal(&curve, &r, &each[1][j]));
                }
            }
        }
    }
}

/* Whether a curve before ID has the same field, and with it the same code and the same bounds of all that is stored. */
static bool has_field_before(const struct curve *curve, unsigned id)
{
    for (unsigned i = CURVE_GFP168; i < id; i++) {
        struct curve before;
        assert_int_equal(curve_named(&before, i, 0), STATUS_OK);
        if (before.binary == curve->binary && before.field_bits == curve->field_bits)
            return true;
    }
    return false;
}

/*
 * Sums by tables at their edges: positions without a point, equal and opposite tables, sums at infinity, scalars that are
 * as long as the windows and longer.
 */
static void test_table_edges(void **state)
{
    uint64_t seed = 5;
    struct rng rng = {fill_random, &seed};
    (void)state;
    for (unsigned id = CURVE_GFP168; id < CURVE_COUNT; id++) {
        for (unsigned vector_bits = 0; vector_bits <= 128; vector_bits += 128) {
            enum { SCALARS = 12, TABLES = 3 };
            static struct curve_table tables[TABLES];
            struct curve curve;
            struct curve_scalar k[SCALARS] = {{{0}}};
            struct curve_point points[TABLES], products[TABLES][SCALARS], each[2], sum, expected;
            assert_int_equal(curve_named(&curve, id, vector_bits), STATUS_OK);
            if (curve.field_bits > 192) /* nothing new, and slow */
                continue;
            if (SANITIZED && has_field_before(&curve, id))
                continue;
            points[0] = curve.base;
            curve_negate(&curve, &points[1], &curve.base);
            assert_int_equal(curve_scalar_draw(&curve, &k[0], 1, &rng), STATUS_OK);
            curve_multiply(&curve, &points[2], &k[0], &curve.base);
            for (limb i = 0; i < 5; i++)
                scalar_of(&k[i], i);
            k[5] = curve.order;
            k[5].v[0] -= 1;
            k[6] = curve.order;
            k[7] = curve.order;
            k[7].v[0] += 1;
            for (unsigned i = 0; i < 2; i++) /* all bits of the windows, and of positions that no window has */
                memset(k[8 + i].v, 0xff, curve.order_limbs * sizeof(limb) + 8 * i);
            assert_int_equal(curve_scalar_draw(&curve, &k[10], 1, &rng), STATUS_OK);
            curve_scalar_subtract(&curve, &k[11], &k[0], &k[10]);
            for (size_t t = 0; t < TABLES; t++) {
                curve_table_set(&curve, &tables[t], &points[t]);
                for (size_t i = 0; i < SCALARS; i++) {
                    const struct curve_term term = {&k[i], NULL, &tables[t]};
                    curve_multiply(&curve, &products[t][i], &k[i], &points[t]);
                    curve_sum(&curve, &sum, &term, 1);
                    assert_true(curve_equal(&curve, &sum, &products[t][i]));
                }
            }
            for (size_t n = 0; n < TABLES * SCALARS * SCALARS; n++) {
                const size_t t = n % TABLES, i = n / TABLES % SCALARS, j = n / TABLES / SCALARS;
                const struct curve_term terms[2] = {{&k[i], NULL, &tables[0]}, {&k[j], NULL, &tables[t]}};
                add(&curve, &expected, &products[0][i], &products[t][j]);
                curve_sum(&curve, &sum, terms, 2);
                assert_true(curve_equal(&curve, &sum, &expected));
                curve_multiply_each(&curve, each, terms, 2);
                assert_true(curve_equal(&curve, &each[0], &products[0][i]));
                assert_true(curve_equal(&curve, &each[1], &products[t][j]));
            }
        }
    }
}

/* p and q with q's x that of p and DIFFERENCE: their sum, and that without q. */
static void check_difference(const struct curve *curve, const struct curve_element *difference, struct rng *rng)
{
    struct curve_point p, q, minus, sum;
    for (;;) {
        uint8_t bytes[CURVE_BYTES_MAX];
        struct curve_element x;
        assert_int_equal(rng->fill(rng, bytes, curve->field_size), STATUS_OK);
        bytes[0] = 0;
        assert_true(curve_decode(curve, &x, bytes, curve->field_size));
        if (!curve_lift_x(curve, &p, &x, 0))
            continue;
        for (size_t i = 0; i < CURVE_LIMBS; i++)
            x.v[i] ^= difference->v[i];
        if (curve_lift_x(curve, &q, &x, 1))
            break;
    }
    add(curve, &sum, &p, &q);
    assert_true(!sum.infinity && curve_contains(curve, &sum));
    curve_negate(curve, &minus, &q);
    add(curve, &sum, &sum, &minus);
    assert_true(curve_equal(curve, &sum, &p));
}

/*
 * Points over GF(2^m) whose x differ in a single bit, wherever that is, are neither equal nor opposite; and what is
 * inverted for a sum, the square of that difference, may be shorter than the field.
 */
static void test_differences(void **state)
{
    enum { STEP = SANITIZED ? 37 : 19, LENGTHS = SANITIZED ? 6 : 24 }; /* each limb has such a bit, and each lane */
    uint64_t seed = 31;
    struct rng rng = {fill_random, &seed};
    (void)state;
    for (unsigned id = CURVE_GFP168; id < CURVE_COUNT; id++) {
        for (unsigned vector_bits = 0; vector_bits <= 128; vector_bits += 128) {
            struct curve curve;
            assert_int_equal(curve_named(&curve, id, vector_bits), STATUS_OK);
            if (!curve.binary || curve.field_bits > 233 || has_field_before(&curve, id)) /* or nothing new, and slow */
                continue;
            for (unsigned bit = 0; bit < curve.field_bits; bit += STEP) {
                struct curve_element difference = {{0}};
                difference.v[bit / WIDE_LIMB_BITS] = (limb)1 << bit % WIDE_LIMB_BITS;
                check_difference(&curve, &difference, &rng);
            }
            for (unsigned n = 0; n < 4 * LENGTHS; n++) { /* short, and nearly as long as the field */
                const unsigned bits = n % 4 < 2 ? 1 + n / 4 : curve.field_bits - n / 4;
                uint8_t bytes[CURVE_BYTES_MAX];
                struct curve_element root;
                assert_int_equal(rng.fill(&rng, bytes, curve.field_size), STATUS_OK);
                for (size_t i = 0; i < curve.field_size; i++) {
                    const unsigned lower = 8 * (unsigned)(curve.field_size - i - 1); /* bits of the bytes behind */
                    bytes[i] &= (uint8_t)(bits >= lower + 8 ? 0xff : bits > lower ? (1 << (bits - lower)) - 1 : 0);
                }
                bytes[curve.field_size - 1 - (bits - 1) / 8] |= (uint8_t)(1 << (bits - 1) % 8);
                assert_true(curve_decode(&curve, &root, bytes, curve.field_size));
                for (unsigned i = 1; i < curve.field_bits; i++)
                    curve.arithmetic->multiply(&curve, &root, &root, &root);
                check_difference(&curve, &root, &rng);
            }
        }
    }
}

/* Twice a point, on curves over GF(2^m) whose b is 1, of up to 20 bits, or longer, which are multiplied by apart. */
static void test_lengths_of_b(void **state)
{
    static const unsigned curves[] = {CURVE_GF2N155, CURVE_SECT163R2};
    (void)state;
    for (size_t i = 0; i < 2 * sizeof curves / sizeof curves[0]; i++) {
        struct curve curve;
        assert_int_equal(curve_named(&curve, curves[i / 2], i % 2 != 0 ? 128 : 0), STATUS_OK);
        for (unsigned bits = 1; bits <= 24; bits++) {
            struct curve_element x = {{0}};
            struct curve_point p, sum;
            memset(&curve.b, 0, sizeof curve.b);
            curve.b.v[0] = (limb)1 << (bits - 1);
            curve.b_bits = bits;
            do
                x.v[0]++;
            while (!curve_lift_x(&curve, &p, &x, 0));
            add(&curve, &sum, &p, &p);
            assert_true(!sum.infinity && curve_contains(&curve, &sum));
        }
    }
}

/* Points of order 2 and 4 under the composite orders of 1998. */
static void test_small_orders(void **state)
{
    static const struct {
        unsigned id, order;
    } points[] = {{CURVE_GFP168_1998, 2}, {CURVE_GF2N155_1998, 2}, {CURVE_GF2N155_1998, 4}};
    uint64_t seed = 4;
    struct rng rng = {fill_random, &seed};
    (void)state;
    for (size_t width = 0; width < 2 * sizeof points / sizeof points[0]; width++) {
        const size_t i = width / 2;
        struct curve curve;
        struct curve_scalar k, l, part = {{0}};
        struct curve_point p, q, r, multiple = {.infinity = 1};
        struct curve_table table;
        assert_int_equal(curve_named(&curve, points[i].id, width % 2 != 0 ? 128 : 0), STATUS_OK);
        unsigned shift = points[i].order / 2;
        for (size_t j = 0; j < curve.order_limbs; j++)
            part.v[j] = curve.order.v[j] >> shift |
                        (j + 1 < curve.order_limbs ? curve.order.v[j + 1] << (WIDE_LIMB_BITS - shift) : 0);
        curve_multiply(&curve, &p, &part, &curve.base);
        assert_false(p.infinity);
        curve_table_set(&curve, &table, &p);
        for (limb m = 0; m < 40; m++) {
            scalar_of(&k, m);
            curve_multiply(&curve, &q, &k, &p);
            assert_true(curve_equal(&curve, &q, &multiple));
            const struct curve_term term = {&k, NULL, &table};
            curve_sum(&curve, &r, &term, 1);
            assert_true(curve_equal(&curve, &r, &multiple));
            assert_true(m % points[i].order != 0 || q.infinity);
            add(&curve, &multiple, &multiple, &p);
        }
        /* long scalars bring enough points of the table together to be added in pairs: all equal, opposite, or infinity */
        for (int j = 0; j < 64; j++) {
            assert_int_equal(curve_scalar_draw(&curve, &k, 1, &rng), STATUS_OK);
            assert_int_equal(curve_scalar_draw(&curve, &l, 1, &rng), STATUS_OK);
            struct curve_scalar rest;
            const struct curve_term by_tables[2] = {{&k, NULL, &table}, {&l, NULL, &table}};
            curve_sum(&curve, &r, by_tables, 2);
            scalar_of(&rest, (k.v[0] + l.v[0]) % points[i].order);
            curve_multiply(&curve, &q, &rest, &p);
            assert_true(curve_equal(&curve, &r, &q));
            struct curve_point each[2];
            curve_multiply_each(&curve, each, by_tables, 2);
            add(&curve, &q, &each[0], &each[1]);
            assert_true(curve_equal(&curve, &r, &q));
        }
    }
}

/* The digits of a scalar on a table add up to it, for windows of every length and scalars of every shape. */
static void test_table_picks(void **state)
{
    enum { BITS = CURVE_SCALAR_LIMBS * WIDE_LIMB_BITS, SHAPES = 8, POSITIONS = BITS + 96 };
    uint64_t seed = 11;
    struct rng rng = {fill_random, &seed};
    (void)state;
    for (unsigned window = 2; window <= 96; window += window < 40 ? 1 : 8) {
        for (unsigned shape = 0; shape < 4 * SHAPES; shape++) {
            struct curve_scalar k = {{0}};
            uint8_t bytes[BITS / 8];
            assert_int_equal(rng.fill(&rng, bytes, sizeof bytes), STATUS_OK);
            const size_t size = 1 + bytes[0] % sizeof bytes;
            switch (shape % SHAPES) {
            case 0: memset(bytes, 0, sizeof bytes); break;
            case 1: memset(bytes, 0xff, sizeof bytes); break;
            case 2: memset(bytes, 0xaa, sizeof bytes); break;
            case 3: memset(bytes, 0xdb, sizeof bytes); break;
            case 4: memset(bytes, 0, sizeof bytes), bytes[size - 1] = 0x80; break;
            case 5: memset(bytes, 0xff, sizeof bytes), bytes[size - 1] = 0xfe; break;
            default: break;
            }
            assert_true(curve_scalar_load_exactly(&k, bytes, shape < SHAPES ? sizeof bytes : size));
            for (unsigned width = 2; width <= 3; width++) {
                struct curve_picks picks;
                int sum[POSITIONS] = {0}, carry = 0;
                size_t top = 0, free_from = 0; /* the lowest place that the digits so far leave to the next one */
                curve_table_picks(&picks, &k, window, width);
                assert_true(picks.count <= CURVE_PICKS_MAX);
                for (size_t i = 0; i < picks.count; i++) {
                    const size_t point = picks.point[i] / 2, position = picks.position[i];
                    const int value = 1 + 2 * picks.three[i];
                    assert_true(value == 1 || (width == 3 && value == 3));
                    assert_true(point < CURVE_TABLE_POINTS);
                    assert_true(position + (value == 3) < window || point == CURVE_TABLE_POINTS - 1);
                    top = position + (value == 3) < top ? top : position + 1 + (value == 3);
                    assert_true(point == 0 || picks.length >= window);
                    assert_true(point * window + position >= free_from);
                    free_from = point * window + position + width;
                    if (width == 3 && position == window - 1 && point < CURVE_TABLE_POINTS - 1)
                        free_from--; /* no 3 at the end of a window */
                    sum[point * window + position] += picks.point[i] % 2 != 0 ? -value : value;
                }
                /* the windows' length, unless the digits need less or more */
                assert_true(picks.length == top || (picks.length == window && top < window));
                for (size_t i = 0; i < POSITIONS; i++) {
                    const int digit = sum[i] + carry, bit = digit & 1;
                    carry = (digit - bit) / 2;
                    const limb expected = i < BITS ? k.v[i / WIDE_LIMB_BITS] >> i % WIDE_LIMB_BITS & 1 : 0;
                    assert_int_equal(bit, expected);
                }
                assert_int_equal(carry, 0);
            }
        }
    }
}

/* r = what the tables of two terms add up to, digit by digit and point by point. */
static void sum_by_digits(const struct curve *curve, struct curve_point *r, const struct curve_term terms[2])
{
    struct curve_picks picks[2];
    size_t top = 0;
    for (int t = 0; t < 2; t++) {
        curve_table_picks(&picks[t], terms[t].scalar, terms[t].table->window_bits, curve->binary ? 3 : 2);
        top = picks[t].length > top ? picks[t].length : top;
    }
    memset(r, 0, sizeof *r);
    r->infinity = 1;
    for (size_t position = top; position-- > 0;) {
        add(curve, r, r, r);
        for (int t = 0; t < 2; t++) {
            for (size_t i = 0; i < picks[t].count; i++) {
                struct curve_point point = terms[t].table->points[picks[t].point[i] / 2];
                if (picks[t].position[i] != position)
                    continue;
                if (picks[t].point[i] % 2 != 0)
                    curve_negate(curve, &point, &point);
                for (unsigned j = 0; j < 1u + 2 * picks[t].three[i]; j++)
                    add(curve, r, r, &point);
            }
        }
    }
}

/* Tables of any points: a batch has pairs with a chord beside equal, opposite and infinite ones, and those in any number. */
static void test_batches(void **state)
{
    static const unsigned curves[] = {CURVE_GFP168, CURVE_GF2N155, CURVE_GF2N155_1998, CURVE_SECT163R2};
    enum { INFINITE, BASE, DOUBLE, OPPOSITE, ORDER_2, KINDS, CASES = 24 };
    uint64_t seed = 5;
    struct rng rng = {fill_random, &seed};
    (void)state;
    for (size_t i = 0; i < 2 * sizeof curves / sizeof curves[0]; i++) {
        struct curve curve;
        struct curve_point kinds[KINDS], r, expected, each[2];
        struct curve_table tables[2];
        struct curve_scalar k, l, none;
        assert_int_equal(curve_named(&curve, curves[i / 2], i % 2 != 0 ? 128 : 0), STATUS_OK);
        kinds[BASE] = curve.base;
        memset(&kinds[INFINITE], 0, sizeof kinds[INFINITE]);
        kinds[INFINITE].infinity = 1;
        add(&curve, &kinds[DOUBLE], &curve.base, &curve.base);
        curve_negate(&curve, &kinds[OPPOSITE], &curve.base);
        kinds[ORDER_2] = kinds[INFINITE];
        if (curve.binary) {
            const struct curve_element zero = {{0}};
            assert_true(curve_lift_x(&curve, &kinds[ORDER_2], &zero, 0));
        }
        for (unsigned n = 0; n < CASES; n += SANITIZED ? 3 : 1) { /* 3: each n % 8 once */
            for (int t = 0; t < 2; t++) {
                curve_table_set(&curve, &tables[t], &curve.base);
                for (size_t j = 0; j < CURVE_TABLE_POINTS; j++) { /* from none to all of the points are special */
                    uint8_t random[2];
                    assert_int_equal(rng.fill(&rng, random, sizeof random), STATUS_OK);
                    if (random[0] % CASES < n)
                        tables[t].points[j] = kinds[random[1] % KINDS];
                }
                if (!curve.binary)
                    curve_prime_table_set(&curve, &tables[t]);
            }
            assert_int_equal(curve_scalar_draw(&curve, &k, 1, &rng), STATUS_OK);
            assert_int_equal(curve_scalar_draw(&curve, &l, 1, &rng), STATUS_OK);
            for (unsigned j = 0; j < n % 8; j++) /* few digits: no pairs, one, two, .. */
                k.v[0] &= l.v[0] = l.v[0] * 5 + 1;
            if (n % 8 != 0)
                memset(k.v + 1, 0, sizeof k.v - sizeof k.v[0]);
            scalar_of(&none, 0);
            const struct curve_term terms[2] = {{&k, NULL, &tables[0]}, {&l, NULL, &tables[1]}};
            const struct curve_term first[2] = {{&k, NULL, &tables[0]}, {&none, NULL, &tables[1]}};
            const struct curve_term second[2] = {{&none, NULL, &tables[0]}, {&l, NULL, &tables[1]}};
            sum_by_digits(&curve, &expected, terms);
            curve_sum(&curve, &r, terms, 2);
            assert_true(curve_equal(&curve, &r, &expected));
            curve_multiply_each(&curve, each, terms, 2);
            sum_by_digits(&curve, &expected, first);
            assert_true(curve_equal(&curve, &each[0], &expected));
            curve_sum(&curve, &r, first, 1);
            assert_true(curve_equal(&curve, &r, &expected));
            sum_by_digits(&curve, &expected, second);
            assert_true(curve_equal(&curve, &each[1], &expected));
        }
    }
}

/* Scalars longer than the order: the last window goes on beyond the positions that are summed up at a time. */
static void test_long_scalars(void **state)
{
    static const unsigned curves[] = {CURVE_GFP168, CURVE_GF2N155, CURVE_SECT163R2};
    enum { CASES = SANITIZED ? 6 : 32 };
    uint64_t seed = 29;
    struct rng rng = {fill_random, &seed};
    (void)state;
    for (size_t i = 0; i < 2 * sizeof curves / sizeof curves[0]; i++) {
        struct curve curve;
        struct curve_table tables[2];
        struct curve_point q, sum, expected, products[2], each[2];
        assert_int_equal(curve_named(&curve, curves[i / 2], i % 2 != 0 ? 128 : 0), STATUS_OK);
        add(&curve, &q, &curve.base, &curve.base);
        curve_table_set(&curve, &tables[0], &curve.base);
        curve_table_set(&curve, &tables[1], &q);
        for (unsigned n = 0; n < CASES; n++) {
            struct curve_scalar k[2] = {{{0}}};
            for (int t = 0; t < 2; t++) {
                uint8_t bytes[CURVE_SCALAR_LIMBS * sizeof(limb)];
                assert_int_equal(rng.fill(&rng, bytes, sizeof bytes), STATUS_OK);
                assert_true(curve_scalar_load_exactly(&k[t], bytes, sizeof bytes - bytes[0] % 32));
            }
            const struct curve_term terms[2] = {{&k[0], NULL, &tables[0]}, {&k[1], NULL, &tables[1]}};
            curve_multiply(&curve, &products[0], &k[0], &curve.base);
            curve_multiply(&curve, &products[1], &k[1], &q);
            add(&curve, &expected, &products[0], &products[1]);
            curve_sum(&curve, &sum, terms, 2);
            assert_true(curve_equal(&curve, &sum, &expected));
            curve_multiply_each(&curve, each, terms, 2);
            assert_true(curve_equal(&curve, &each[0], &products[0]));
            assert_true(curve_equal(&curve, &each[1], &products[1]));
        }
    }
}

/* --------------------------------------------------------------------------------- the old curves' points */

static const char *text_of(const json_t *vector, const char *name)
{
    const char *text = json_string_value(json_object_get(vector, name));
    assert_non_null(text);
    return text;
}

static void element_of(const struct curve *curve, struct curve_element *r, const json_t *vector, const char *name)
{
    uint8_t bytes[CURVE_BYTES_MAX];
    size_t size = from_hex(bytes, text_of(vector, name));
    assert_true(curve_decode(curve, r, bytes, size));
}

static void point_of(const struct curve *curve, struct curve_point *r, const json_t *vector, char letter)
{
    char x[] = {letter, 'x', '\0'}, y[] = {letter, 'y', '\0'}, infinity[] = {letter, '_', 'i', 'n', 'f', '\0'};
    memset(r, 0, sizeof *r);
    r->infinity = json_is_true(json_object_get(vector, infinity));
    if (!r->infinity) {
        element_of(curve, &r->x, vector, x);
        element_of(curve, &r->y, vector, y);
        assert_true(curve_contains(curve, r));
    }
}

static void number_of(struct curve_scalar *r, const json_t *vector, const char *name)
{
    uint8_t bytes[CURVE_BYTES_MAX];
    size_t size = from_hex(bytes, text_of(vector, name));
    assert_true(curve_scalar_load_exactly(r, bytes, size));
}

static void check_product(const struct curve *curve, const json_t *vector, const char *x, const char *y,
                          const char *result)
{
    struct curve_element a, b, expected;
    uint8_t got[CURVE_BYTES_MAX], wanted[CURVE_BYTES_MAX];
    element_of(curve, &a, vector, x);
    element_of(curve, &b, vector, y);
    element_of(curve, &expected, vector, result);
    curve->arithmetic->multiply(curve, &a, &a, &b);
    curve_encode(curve, got, &a);
    curve_encode(curve, wanted, &expected);
    assert_memory_equal(got, wanted, curve->field_size);
}

/* Field products, sums, multiples and tables of tests/points, the second base of the double multiples being d G. */
static void test_points(void **state)
{
    static const struct {
        unsigned id;
        const char *file, *d;
    } files[] = {{CURVE_GFP168, "ec_gfp168", "3464b19ab0e14438818c4ff3dbca044b8ed8a8bf59"},
                 {CURVE_GF2N155, "ec_gf2n155", "5ca1693eac9ab8d9e446261f9619bd2ed077b5"}};
    const char *root = getenv("ASSAY_SOURCE_ROOT");
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        char path[1024];
        struct curve curve;
        struct curve_scalar k, l, one;
        struct curve_point p, q, r, expected, public_point;
        struct curve_table table;
        uint8_t d[CURVE_BYTES_MAX];
        assert_int_equal(curve_named(&curve, files[i / 2].id, i % 2 == 0 ? 0 : 128), STATUS_OK);
        snprintf(path, sizeof path, "%s/tests/points/%s.json", root != NULL ? root : ".", files[i / 2].file);
        json_t *file = json_load_file(path, 0, NULL), *vector;
        size_t index, count = 0, size = from_hex(d, files[i / 2].d);
        assert_non_null(file);
        assert_true(curve_scalar_load_exactly(&k, d, size));
        curve_multiply(&curve, &public_point, &k, &curve.base);
        scalar_of(&one, 1);
        json_array_foreach(json_object_get(file, "vectors"), index, vector)
        {
            const char *op = text_of(vector, "op");
            count++;
            if (strcmp(op, "field") == 0) {
                check_product(&curve, vector, "x", "y", "product");
                check_product(&curve, vector, "x", "x", "square");
                if (json_object_get(vector, "sqrt") != NULL)
                    check_product(&curve, vector, "sqrt", "sqrt", "x");
                continue;
            }
            point_of(&curve, &expected, vector, 'r');
            if (strcmp(op, "point_add") == 0) {
                point_of(&curve, &p, vector, 'p');
                point_of(&curve, &q, vector, 'q');
                add(&curve, &r, &p, &q);
            } else if (strcmp(op, "scalar_mul") == 0) {
                point_of(&curve, &p, vector, 'p');
                number_of(&k, vector, "k");
                curve_table_set(&curve, &table, &p);
                const struct curve_term term = {&k, NULL, &table};
                curve_sum(&curve, &r, &term, 1);
                assert_true(curve_equal(&curve, &r, &expected));
                curve_multiply(&curve, &r, &k, &p);
            } else if (strcmp(op, "double_mul") == 0) {
                number_of(&k, vector, "a");
                number_of(&l, vector, "b");
                const struct curve_term terms[2] = {{&k, &curve.base, NULL}, {&l, &public_point, NULL}};
                curve_sum(&curve, &r, terms, 2);
            } else {
                uint8_t entry, window;
                from_hex(&entry, text_of(vector, "index"));
                from_hex(&window, text_of(vector, "window"));
                curve_table_set(&curve, &table, &curve.base);
                assert_int_equal(table.window_bits, window);
                r = table.points[entry];
            }
            assert_true(curve_equal(&curve, &r, &expected));
        }
        assert_int_equal(count, json_integer_value(json_object_get(file, "count")));
        json_decref(file);
    }
}

/* ---------------------------------------------------------------------------------------------- encodings */

static void test_encodings(void **state)
{
    enum { NUMBERS = SANITIZED ? 12 : 40 };
    (void)state;
    for (unsigned id = CURVE_GFP168; id < CURVE_COUNT; id++) {
        struct curve curve;
        struct curve_point p;
        uint8_t bytes[CURVE_POINT_BYTES_MAX] = {0};
        assert_int_equal(curve_named(&curve, id, 0), STATUS_OK);
        const size_t l = curve.field_size, size = 1 + 2 * l;

        assert_true(curve_decode_point(&curve, &p, bytes, 1) && p.infinity);
        assert_true(curve_decode_point(&curve, &p, bytes, size) && p.infinity);
        assert_false(curve_decode_point(&curve, &p, bytes, size - 1));
        assert_false(curve_decode_point(&curve, &p, bytes, 0));
        bytes[size - 1] = 1;
        assert_false(curve_decode_point(&curve, &p, bytes, size));

        curve_encode_point(&curve, bytes, &curve.base);
        assert_true(curve_decode_point(&curve, &p, bytes, size) && curve_equal(&curve, &p, &curve.base));
        assert_false(curve_decode_point(&curve, &p, bytes, size - 1));
        for (unsigned form = 5; form < 8; form++) {
            bytes[0] = (uint8_t)form;
            assert_false(curve_decode_point(&curve, &p, bytes, size));
        }
        bytes[0] = 4;
        bytes[size - 1] ^= 1;
        assert_false(curve_decode_point(&curve, &p, bytes, size));
        bytes[size - 1] ^= 1;

        /* one of the two compressed forms is the base, the other its negative */
        int found = 0;
        for (uint8_t form = 2; form < 4; form++) {
            bytes[0] = form;
            assert_true(curve_decode_point(&curve, &p, bytes, 1 + l));
            found += curve_equal(&curve, &p, &curve.base);
            assert_true(curve_contains(&curve, &p));
        }
        assert_int_equal(found, 1);
        assert_false(curve_decode_point(&curve, &p, bytes, l));

        /* coordinates out of the field, and about half of all x without a point */
        memset(bytes + 1, 0xff, l);
        bytes[0] = 2;
        if (curve.binary || curve.field_bits % 8 != 0 || id == CURVE_GFP168)
            assert_false(curve_decode_point(&curve, &p, bytes, 1 + l));
        unsigned without = 0;
        memset(bytes + 1, 0, l);
        for (unsigned x = 1; x <= NUMBERS; x++) {
            bytes[l] = (uint8_t)x;
            if (curve_decode_point(&curve, &p, bytes, 1 + l))
                assert_true(curve_contains(&curve, &p));
            else
                without++;
        }
        assert_true(without > NUMBERS / 8 && without < NUMBERS - NUMBERS / 8);

        /* x = 0: over GF(2^m) the point of order 2, which is its own negative */
        bytes[l] = 0;
        if (curve.binary) {
            struct curve_scalar two;
            scalar_of(&two, 2);
            assert_true(curve_decode_point(&curve, &p, bytes, 1 + l));
            curve_multiply(&curve, &p, &two, &p);
            assert_true(p.infinity);
            bytes[0] = 3;
            assert_false(curve_decode_point(&curve, &p, bytes, 1 + l));
        }

        /* points of another curve: over GF(2^m) the twist, over GF(p) the same a and b + 1 */
        struct curve other = curve;
        struct curve_element x = {{0}};
        unsigned points = 0;
        for (size_t i = 0; i < CURVE_LIMBS; i++) {
            if (curve.binary)
                other.a.v[i] ^= curve.one.v[i];
            else
                other.b.v[i] += curve.one.v[i];
        }
        for (uint8_t i = 1; i <= NUMBERS; i++) {
            assert_true(curve_decode(&other, &x, &i, 1));
            if (!curve_lift_x(&other, &p, &x, 0))
                continue;
            points++;
            curve_encode_point(&other, bytes, &p);
            assert_false(curve_decode_point(&curve, &p, bytes, size));
        }
        assert_true(points > NUMBERS / 8);
    }
}

/* ------------------------------------------------------------------------------------ domain parameters */

struct parameters {
    const char *p, *a, *b, *gx, *gy, *order, *cofactor, *fault; /* p: or poly; fault NULL: a curve */
};

static void test_domain_parameters(void **state)
{
    /* y^2 = x^3 + 2 x + 2 modulo 17 with its point (5, 1) of order 19; secp160r1; x^155 + x^62 + 1, .. */
    static const struct parameters prime[] = {
        {"11", "2", "2", "5", "1", "13", "1", NULL},
        {"10", "2", "2", "5", "1", "13", "1", "p"},     /* even */
        {"15", "2", "2", "5", "1", "13", "1", "p"},     /* 21 */
        {"231", "2", "2", "5", "1", "13", "1", "p"},    /* 561, a Carmichael number */
        {"11", "11", "2", "5", "1", "13", "1", "a"},    /* not below p */
        {"11", "0", "0", "5", "1", "13", "1", "b"},     /* zero discriminant */
        {"11", "e", "2", "5", "1", "13", "1", "b"},     /* likewise: x^3 - 3 x + 2 */
        {"11", "2", "2", "11", "1", "13", "1", "gx"},
        {"11", "2", "2", "5", "2", "13", "1", "gy"},    /* off the curve */
        {"11", "2", "2", "5", "1", "11", "1", "order"},
        {"11", "2", "2", "5", "1", "13", "2", "cofactor"},
        {"11", "2", "2", "5", "1", "13", "0", "cofactor"},
        {"11", "2", "2", "5", "1", "13", "100000001", "cofactor"},
        {"11", "2", "11", "5", "1", "13", "1", "b"},    /* not below p */
        {"11", "2", "2", "5", "12", "13", "1", "gy"},
        {"11", "2", "2", "5", "1", "1", "1", "order"},
        {"11", "2", "2", "5", "1", "26", "1", "cofactor"}, /* 38 is a multiple, but more points than there can be */
        {"11", "2", "2", "5", "1", "4c", "1", "order"},    /* 76, two bits longer than p */
        {"3", "2", "1", "0", "1", "3", "1", "p"},       /* fewer than 3 bits */
        {"ffffffffffffffffffffffffffffffff7fffffff", "ffffffffffffffffffffffffffffffff7ffffffc",
         "1c97befc54bd7a8b65acf89f81d4d4adc565fa45", "4a96b5688ef573284664698968c38bb913cbfc82",
         "23a628553168947d59dcc912042351377ac5fb32", "100000000000000000001f4c8f927aed3ca752257", "1", NULL},
        {"ffffffffffffffffffffffffffffffff7ffffffd", "ffffffffffffffffffffffffffffffff7ffffffa",
         "1c97befc54bd7a8b65acf89f81d4d4adc565fa45", "4a96b5688ef573284664698968c38bb913cbfc82",
         "23a628553168947d59dcc912042351377ac5fb32", "100000000000000000001f4c8f927aed3ca752257", "1", "p"},
    };
    static const struct parameters binary[] = {
        {"800000000000000000000004000000000000001", "0", "7338f", "18e31bb63d8cb8cbbbf781d5c0feca612e46cf1",
         "383e1c082a58110eb172a6ecef4b1587c07b49a", "aaaaaaaaaaaaaaaaaab1fcf1e206f421a3ea1b", "c", NULL},
        {"800000000000000000000004000000000000001", "0", "0", "18e31bb63d8cb8cbbbf781d5c0feca612e46cf1",
         "383e1c082a58110eb172a6ecef4b1587c07b49a", "aaaaaaaaaaaaaaaaaab1fcf1e206f421a3ea1b", "c", "b"},
        {"800000000000000000000008000000000000001", "0", "7338f", "1", "1", "13", "1", "poly"}, /* reducible */
        {"800000000000000000000004000000000000003", "0", "7338f", "1", "1", "13", "1", "poly"}, /* four terms */
        {"800000000000000000000004000000000000000", "0", "7338f", "1", "1", "13", "1", "poly"}, /* no constant */
        {"800000000000000000000004000000000000001", "800000000000000000000000000000000000000", "7338f", "1", "1", "13",
         "1", "a"},
    };
    static const char *const names[] = {"p", "a", "b", "gx", "gy", "order", "cofactor"};
    (void)state;
    for (size_t i = 0; i < sizeof prime / sizeof prime[0] + sizeof binary / sizeof binary[0]; i++) {
        const int is_binary = i >= sizeof prime / sizeof prime[0];
        const struct parameters *t = is_binary ? &binary[i - sizeof prime / sizeof prime[0]] : &prime[i];
        const char *const texts[] = {t->p, t->a, t->b, t->gx, t->gy, t->order, t->cofactor};
        uint8_t values[7][80];
        struct field fields[7];
        struct curve curve;
        const char *bad_field = NULL;
        for (size_t j = 0; j < 7; j++)
            fields[j] = (struct field){is_binary && j == 0 ? "poly" : names[j], values[j], from_hex(values[j], texts[j])};
        const struct key key = {fields, 7};
        enum status status = curve_from_key(&curve, &key, 0, &bad_field);
        if (t->fault == NULL) {
            assert_int_equal(status, STATUS_OK);
            struct curve_point r;
            curve_multiply(&curve, &r, &curve.order, &curve.base);
            assert_true(r.infinity);
        } else {
            assert_int_equal(status, STATUS_BAD_PARAMETER);
            assert_string_equal(bad_field, t->fault);
        }
        for (size_t j = 0; t->fault == NULL && j < 7; j++) { /* each is needed */
            struct field fewer[6];
            for (size_t m = 0, to = 0; m < 7; m++)
                if (m != j)
                    fewer[to++] = fields[m];
            const struct key incomplete = {fewer, 6};
            assert_int_equal(curve_from_key(&curve, &incomplete, 0, &bad_field), STATUS_BAD_PARAMETER);
            assert_string_equal(bad_field, is_binary && j == 0 ? "p" : fields[j].name);
        }
    }
    struct curve curve;
    assert_int_equal(curve_named(&curve, CURVE_EXPLICIT, 0), STATUS_BAD_PARAMETER);
    assert_int_equal(curve_named(&curve, CURVE_COUNT, 0), STATUS_BAD_PARAMETER);
}

/* All points of small curves against the chord and tangent written out. */
static void test_small_curves(void **state)
{
    (void)state;
    enum { P = 17, ORDER = 19 };
    static const uint8_t bytes[][1] = {{P}, {2}, {2}, {5}, {1}, {ORDER}, {1}};
    static const char *const names[] = {"p", "a", "b", "gx", "gy", "order", "cofactor"};
    struct field fields[7];
    struct curve curve;
    const char *bad_field;
    int xs[ORDER], ys[ORDER];
    for (size_t i = 0; i < 7; i++)
        fields[i] = (struct field){names[i], bytes[i], 1};
    const struct key key = {fields, 7};
    assert_int_equal(curve_from_key(&curve, &key, 0, &bad_field), STATUS_OK);
    xs[1] = 5;
    ys[1] = 1;
    for (int i = 2; i < ORDER; i++) { /* i G by chord and tangent */
        int x1 = xs[i - 1], y1 = ys[i - 1], top = i == 2 ? 3 * x1 * x1 + 2 : y1 - 1, under = i == 2 ? 2 * y1 : x1 - 5;
        int slope = 0;
        while ((slope * under - top) % P != 0)
            slope++;
        xs[i] = ((slope * slope - x1 - 5) % P + P) % P;
        ys[i] = ((slope * (x1 - xs[i]) - y1) % P + P) % P;
    }
    struct curve_table table;
    curve_table_set(&curve, &table, &curve.base);
    assert_int_equal(table.window_bits, 2); /* sixteen points have more bits than the order; no window has fewer */
    for (int i = 0; i < 3 * ORDER; i++) {
        struct curve_scalar k;
        struct curve_point r, by_table;
        uint8_t encoded[3];
        scalar_of(&k, (limb)i);
        curve_multiply(&curve, &r, &k, &curve.base);
        curve_encode_point(&curve, encoded, &r);
        const struct curve_term term = {&k, NULL, &table};
        curve_sum(&curve, &by_table, &term, 1);
        assert_true(curve_equal(&curve, &by_table, &r));
        assert_int_equal(r.infinity, i % ORDER == 0);
        if (!r.infinity) {
            assert_int_equal(encoded[1], xs[i % ORDER]);
            assert_int_equal(encoded[2], ys[i % ORDER]);
        }
        for (int j = 0; j < ORDER; j++) {
            struct curve_point q, sum;
            struct curve_scalar l;
            scalar_of(&l, (limb)j);
            curve_multiply(&curve, &q, &l, &curve.base);
            add(&curve, &sum, &r, &q);
            scalar_of(&l, (limb)((i + j) % ORDER));
            curve_multiply(&curve, &q, &l, &curve.base);
            assert_true(curve_equal(&curve, &sum, &q));
        }
    }
}

/* Whether a sum has an x, by tables and without, against the affine sum's x modulo the order. */
static void check_sum_has_x(const struct curve *curve, const struct curve_term terms[2])
{
    struct curve_point sum;
    struct curve_scalar x, other, one;
    scalar_of(&one, 1);
    curve_sum(curve, &sum, terms, 2);
    curve_scalar_from_x(curve, &x, &sum);
    assert_int_equal(curve_sum_has_x(curve, terms, 2, &x), !sum.infinity);
    curve_scalar_add(curve, &other, &x, &one);
    assert_int_equal(curve_sum_has_x(curve, terms, 2, &other), 0);
    curve_scalar_subtract(curve, &other, &x, &one);
    assert_int_equal(curve_sum_has_x(curve, terms, 2, &other), 0);
    /* of several elements each counts, and no other */
    if (!sum.infinity) {
        const struct curve_element elements[2] = {curve->base.y, sum.x};
        for (size_t count = 0; count <= 2; count++)
            assert_int_equal(curve->arithmetic->sum_has_x(curve, terms, 2, elements, count), count == 2);
    }
}

/* The first number that is no element, p or 2^m, does not stand for the element that it is congruent to. */
static void check_end_of_field(const struct curve *curve)
{
    struct curve_point p;
    struct curve_element x = {{0}};
    struct curve_scalar end = {{0}}, one, r;
    if (curve->binary) { /* 2 stands for the polynomial x */
        struct curve_element power = {{2}};
        x = power;
        for (unsigned i = 1; i < curve->field_bits; i++)
            curve->arithmetic->multiply(curve, &x, &x, &power);
        end.v[curve->field_bits / WIDE_LIMB_BITS] = (limb)1 << curve->field_bits % WIDE_LIMB_BITS;
    } else {
        curve_join(end.v, CURVE_SCALAR_LIMBS, curve->modulus, curve->arithmetic->limbs, curve->arithmetic->digit_bits);
    }
    if (!curve_lift_x(curve, &p, &x, 0))
        return;
    while (!curve_scalar_below_order(curve, &end))
        big_sub(end.v, end.v, curve->order.v, CURVE_SCALAR_LIMBS);
    scalar_of(&one, 1);
    const struct curve_term term = {&one, &p, NULL};
    curve_scalar_from_x(curve, &r, &p);
    assert_int_equal(curve_sum_has_x(curve, &term, 1, &r), 1);
    assert_int_equal(curve_sum_has_x(curve, &term, 1, &end), 0);
}

static void check_sums_have_x(const struct curve *curve, unsigned cases, struct rng *rng)
{
    struct curve_table tables[2];
    struct curve_point q;
    struct curve_scalar k, l;
    assert_int_equal(curve_scalar_draw(curve, &k, 1, rng), STATUS_OK);
    curve_multiply(curve, &q, &k, &curve->base);
    curve_table_set(curve, &tables[0], &curve->base);
    curve_table_set(curve, &tables[1], &q);
    for (unsigned i = 0; i < cases; i++) {
        assert_int_equal(curve_scalar_draw(curve, &l, 1, rng), STATUS_OK);
        assert_int_equal(curve_scalar_draw(curve, &k, 1, rng), STATUS_OK);
        if (i == 0) /* infinity */
            scalar_of(&k, 0), scalar_of(&l, 0);
        check_sum_has_x(curve, (const struct curve_term[2]){{&k, &curve->base, NULL}, {&l, &q, NULL}});
        check_sum_has_x(curve, (const struct curve_term[2]){{&k, NULL, &tables[0]}, {&l, NULL, &tables[1]}});
    }
}

static void test_sum_has_x(void **state)
{
    enum { CASES = SANITIZED ? 4 : 24, PARTS = 3 };
    struct curve curve;
    struct curve_scalar part;
    uint64_t seed = 23;
    struct rng rng = {fill_random, &seed};
    (void)state;
    for (unsigned id = CURVE_GFP168; id < CURVE_COUNT; id++) {
        for (unsigned vector_bits = 0; vector_bits <= 128; vector_bits += 128) {
            assert_int_equal(curve_named(&curve, id, vector_bits), STATUS_OK);
            check_sums_have_x(&curve, CASES, &rng);
            check_end_of_field(&curve);
        }
    }
    /* a base of order 3, which a third of all elements are a number modulo */
    assert_int_equal(curve_named(&curve, CURVE_GF2N155, 0), STATUS_OK);
    assert_int_equal(curve.cofactor % PARTS, 0);
    memset(&part, 0, sizeof part);
    for (unsigned i = 0; i < curve.cofactor / PARTS; i++)
        big_add(part.v, part.v, curve.order.v, CURVE_SCALAR_LIMBS);
    do {
        uint8_t bytes[CURVE_BYTES_MAX];
        struct curve_element x;
        assert_int_equal(rng.fill(&rng, bytes, curve.field_size), STATUS_OK);
        bytes[0] &= 7;
        curve.base.infinity = 1;
        if (curve_decode(&curve, &x, bytes, curve.field_size) && curve_lift_x(&curve, &curve.base, &x, 0))
            curve_multiply(&curve, &curve.base, &part, &curve.base);
    } while (curve.base.infinity);
    scalar_of(&curve.order, PARTS);
    curve.order_bits = 2;
    curve.order_size = curve.order_limbs = 1;
    check_sums_have_x(&curve, CASES, &rng);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_small_curves),
        cmocka_unit_test(test_group_law),
        cmocka_unit_test(test_differences),
        cmocka_unit_test(test_lengths_of_b),
        cmocka_unit_test(test_small_orders),
        cmocka_unit_test(test_table_picks),
        cmocka_unit_test(test_batches),
        cmocka_unit_test(test_long_scalars),
        cmocka_unit_test(test_table_edges),
        cmocka_unit_test(test_sum_has_x),
        cmocka_unit_test(test_encodings),
        cmocka_unit_test(test_domain_parameters),
    };
    return RUN_TAP(tests);
}

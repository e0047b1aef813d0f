/* SPDX-License-Identifier: MIT */
/*
 * Powers of a fixed base: products of the powers in its table by Bos and Coster's chains (P. de Rooij, "Efficient
 * Exponentiation using Precomputation and Vector Addition Chains", 1994), one step after the other or four in lanes.
 * Not constant-time.
 */
#include "native/bignum/bignum.h"
#include "native/bignum/fused.h"
#include "native/bignum/quad.h"
#include "native/common/lanes.h"

/* a^u for a single digit. */
static void power_digit(struct residue *r, const struct residue *a, limb u, const struct modulus *modulus)
{
    struct residue t;
    size_t bits = big_bits(&u, 1);

    residue_copy(&t, a, modulus);
    for (size_t i = bits - 1; i-- > 0;) {
        residue_square(&t, &t, modulus);
        if (u >> i & 1)
            residue_multiply(&t, &t, a, modulus);
    }
    residue_copy(r, &t, modulus);
}

/* Puts an exponent and its base among those from START up to END, from the low end: where what is left of one belongs. */
static inline void insert(limb *exponent, struct residue **of, size_t ring, size_t start, size_t end, limb value,
                          struct residue *base)
{
    for (; end > start && exponent[(end - 1) % ring] < value; end--) {
        exponent[end % ring] = exponent[(end - 1) % ring];
        of[end % ring] = of[(end - 1) % ring];
    }
    exponent[end % ring] = value;
    of[end % ring] = base;
}

/*
 * The product of base[i]^digit[i]; the bases are used up.  With e the largest exponent and f the next,
 * a^e * b^f = a^(e mod f) * (b * a^(e / f))^f: with many exponents of the same length the two are close, and one
 * multiplication takes several bits off.
 */
static void product_of_powers(limb *r, struct residue *base, const limb *digit, size_t count,
                              const struct modulus *modulus)
{
    enum { RING = 4 * FIXED_BASE_POWERS };
    struct residue t, *of[RING]; /* the bases whose exponent is above 0, by exponent, the largest first, in a ring */
    limb exponent[RING];
    size_t start = 0, end = 0;

    for (size_t i = 0; i < count; i++)
        if (digit[i] != 0)
            insert(exponent, of, RING, start, end++, digit[i], &base[i]);
    while (end - start > 1) {
        size_t at = start++ % RING, next = start % RING;
        limb rest = exponent[at] - exponent[next];
        if (rest < exponent[next]) { /* mostly: no division */
            residue_multiply(of[next], of[next], of[at], modulus);
        } else {
            limb quotient = exponent[at] / exponent[next];
            rest = exponent[at] - quotient * exponent[next];
            power_digit(&t, of[at], quotient, modulus);
            residue_multiply(of[next], of[next], &t, modulus);
        }
        if (rest != 0)
            insert(exponent, of, RING, start, end++, rest, of[at]);
    }
    if (start == end) {
        big_copy(r, modulus->one, modulus->limbs);
    } else {
        power_digit(&t, of[start % RING], exponent[start % RING], modulus);
        residue_leave(r, &t, modulus);
    }
}

/*
 * The same in four lanes.  The powers are in order by keys, exponent and index in one number (and a bit that is set, so
 * that empty places come last), and a step takes the first eight as four pairs: a^e * b^f = a^(e - f) * (a * b)^f.
 */
enum { POWERS_MAX = 2 * FIXED_BASE_POWERS, INDEX_BITS = 6, QUAD_WINDOW_MAX = 32 - INDEX_BITS };

/* Whether that is done: with long numbers and one table, the lanes that find no pair would cost more than is gained. */
static int in_quads(const struct fixed_base *table, size_t count, const struct modulus *modulus)
{
    enum { ONE_TABLE_DIGITS_MAX = 20 };

    return quad_has(modulus) && table->window_bits <= QUAD_WINDOW_MAX &&
           (count == POWERS_MAX || modulus->quad_digits <= ONE_TABLE_DIGITS_MAX);
}

/* Whether a table is kept in digits although all else is in limbs. */
static int has_digits(const struct fixed_base *table, const struct modulus *modulus)
{
    return modulus->digits == 0 && in_quads(table, FIXED_BASE_POWERS, modulus);
}

static inline uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static inline uint32_t larger(uint32_t a, uint32_t b)
{
    return a < b ? b : a;
}

static inline void order(uint32_t *a, uint32_t *b)
{
    uint32_t first = larger(*a, *b);
    *b = smaller(*a, *b);
    *a = first;
}

/*
 * Puts four keys among POWERS_MAX that are in order, the largest first, from key[4] on; afterwards they are from key[0]
 * on.  Without branches, whose outcomes would be anyone's guess: in each place comes the largest of what was there and,
 * for the j-th of the new keys, the smaller of it and what was j places before.
 */
TARGET_FMA static void insert_four(uint32_t *key, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    order(&a, &b);
    order(&c, &d);
    order(&a, &c);
    order(&b, &d);
    order(&b, &c);
    for (size_t i = 0; i < 4; i++)
        key[i] = UINT32_MAX;
    for (size_t i = 0; i < POWERS_MAX; i++)
        key[i] = larger(larger(key[i + 4], smaller(key[i + 3], a)),
                        larger(smaller(key[i + 2], b), larger(smaller(key[i + 1], c), smaller(key[i], d))));
}

/*
 * Multiplies pairs of the powers power[i]^digit[i], as long as there are two and the first is not of exponents too far
 * apart, where a single chain has a better step.  What is left, few powers as a rule, is base[i]^digit[i].  Other pairs
 * than the first two may have exponents of 0, which does no harm.
 */
static void multiply_pairs(struct residue *base, limb *digit, const struct residue **power, size_t count,
                           const struct modulus *modulus)
{
    enum { RATIO_MAX = 8 };
    uint32_t keys[2 * POWERS_MAX + 4] = {0}, *key = keys + count;
    const struct residue *a[QUAD_LANES], *b[QUAD_LANES];
    struct residue *product[QUAD_LANES];
    struct quad quad_a, quad_b;
    uint32_t rest[QUAD_LANES];

    for (size_t i = 0; i < count; i += 4) {
        for (size_t j = 0; j < 4; j++)
            rest[j] = (uint32_t)digit[i + j] << INDEX_BITS | POWERS_MAX | (uint32_t)(i + j);
        key -= 4;
        insert_four(key, rest[0], rest[1], rest[2], rest[3]);
    }
    while (key[3] >> INDEX_BITS != 0 && key[0] / RATIO_MAX < key[1]) {
        for (size_t i = 0; i < QUAD_LANES; i++) {
            uint32_t first = key[2 * i], second = key[2 * i + 1];
            a[i] = power[first % POWERS_MAX];
            b[i] = power[second % POWERS_MAX];
            power[second % POWERS_MAX] = product[i] = &base[second % POWERS_MAX];
            rest[i] = first - (second >> INDEX_BITS << INDEX_BITS);
        }
        for (size_t i = QUAD_LANES; i-- > 0;)
            key[4 + i] = key[2 * i + 1];
        insert_four(key, rest[0], rest[1], rest[2], rest[3]);
        quad_gather(&quad_a, a, modulus);
        quad_gather(&quad_b, b, modulus);
        quad_multiply(&quad_a, &quad_a, &quad_b, NULL, modulus);
        quad_scatter(product, &quad_a, modulus);
    }

    big_set(digit, count, 0);
    for (size_t i = 0; i < count && key[i] >> INDEX_BITS != 0; i += QUAD_LANES) {
        limb *left[QUAD_LANES];
        size_t left_count = 0;
        for (size_t j = 0; j < QUAD_LANES; j++) {
            size_t at = key[i + j] % POWERS_MAX;
            digit[at] = key[i + j] >> INDEX_BITS;
            left_count += digit[at] != 0;
            a[j] = power[at];
            left[j] = base[at].words;
        }
        if (modulus->digits == 0) {
            quad_gather(&quad_a, a, modulus);
            quad_leave(left, &quad_a, left_count, modulus);
        }
    }
}

void fixed_base_set(struct fixed_base *table, const limb *base, size_t exponent_bits, const struct modulus *modulus)
{
    size_t window = (exponent_bits + FIXED_BASE_POWERS - 1) / FIXED_BASE_POWERS;
    struct residue *power = table->power;

    table->window_bits = window;
    residue_enter(&power[0], base, modulus);
    for (size_t i = 1; i < FIXED_BASE_POWERS; i++) {
        residue_square(&power[i], &power[i - 1], modulus);
        for (size_t j = 1; j < window; j++)
            residue_square(&power[i], &power[i], modulus);
    }
    if (has_digits(table, modulus))
        for (size_t i = 0; i < FIXED_BASE_POWERS; i += QUAD_LANES) {
            struct residue *four[] = {&power[i], &power[i + 1], &power[i + 2], &power[i + 3]};
            struct quad quad;
            quad_enter(&quad, (const limb *[]){four[0]->words, four[1]->words, four[2]->words, four[3]->words},
                       modulus);
            quad_scatter(four, &quad, modulus);
        }
}

void fixed_base_entry(limb *r, const struct fixed_base *table, size_t index, const struct modulus *modulus)
{
    struct quad quad;

    if (has_digits(table, modulus)) {
        quad_fill(&quad, &table->power[index], modulus);
        quad_leave(&r, &quad, 1, modulus);
    } else {
        residue_leave(r, &table->power[index], modulus);
    }
}

/* Whether the 16 digits of e fit a limb each; otherwise the power is taken of the base alone. */
static int digits_fit(const struct fixed_base *table, const limb *e, size_t en)
{
    return table->window_bits <= WIDE_LIMB_BITS && big_bits(e, en) <= FIXED_BASE_POWERS * table->window_bits;
}

static void take_digits(limb *digit, const struct residue **power, const struct fixed_base *table, const limb *e,
                        size_t en)
{
    const limb all = (limb)-1 >> (WIDE_LIMB_BITS - table->window_bits);

    for (size_t i = 0; i < FIXED_BASE_POWERS; i++) {
        size_t position = i * table->window_bits, index = position / WIDE_LIMB_BITS;
        wide part = (index < en ? e[index] : 0) | (index + 1 < en ? (wide)e[index + 1] << WIDE_LIMB_BITS : 0);
        digit[i] = (limb)(part >> position % WIDE_LIMB_BITS) & all;
        power[i] = &table->power[i];
    }
}

/* The product of COUNT powers of a table, or of two with the same window. */
static void multiply_powers(limb *r, const struct residue **power, limb *digit, size_t count,
                            const struct fixed_base *table, const struct modulus *modulus)
{
    struct residue base[POWERS_MAX];
    int quads = in_quads(table, count, modulus);

    if (!quads || modulus->digits != 0)
        for (size_t i = 0; i < count; i++)
            if (digit[i] != 0)
                residue_copy(&base[i], power[i], modulus);
    if (quads)
        multiply_pairs(base, digit, power, count, modulus);
    product_of_powers(r, base, digit, count, modulus);
}

void fixed_base_power(limb *r, const struct fixed_base *table, const limb *e, size_t en,
                      const struct modulus *modulus)
{
    const struct residue *power[FIXED_BASE_POWERS];
    limb digit[FIXED_BASE_POWERS];

    if (!digits_fit(table, e, en)) {
        limb a[BIG_LIMBS_MAX];
        fixed_base_entry(a, table, 0, modulus);
        mont_power(r, a, e, en, modulus);
        return;
    }
    take_digits(digit, power, table, e, en);
    multiply_powers(r, power, digit, FIXED_BASE_POWERS, table, modulus);
}

void fixed_base_power_double(limb *r, const struct fixed_base *a, const limb *e, size_t en,
                             const struct fixed_base *b, const limb *f, size_t fn, const struct modulus *modulus)
{
    const struct residue *power[2 * FIXED_BASE_POWERS];
    limb digit[2 * FIXED_BASE_POWERS];

    if (!digits_fit(a, e, en) || !digits_fit(b, f, fn)) {
        limb a_base[BIG_LIMBS_MAX], b_base[BIG_LIMBS_MAX];
        fixed_base_entry(a_base, a, 0, modulus);
        fixed_base_entry(b_base, b, 0, modulus);
        mont_power_double(r, a_base, e, en, b_base, f, fn, modulus);
        return;
    }
    take_digits(digit, power, a, e, en);
    take_digits(digit + FIXED_BASE_POWERS, power + FIXED_BASE_POWERS, b, f, fn);
    multiply_powers(r, power, digit, 2 * FIXED_BASE_POWERS, a, modulus);
}

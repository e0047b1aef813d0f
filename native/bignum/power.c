/* SPDX-License-Identifier: MIT */
/*
 * Powers modulo an odd number: sliding and fixed windows (Handbook of Applied Cryptography, 14.6), Lucas sequences,
 * square roots.  Constant-time: mont_power_secret; mont_power in the base, not in the exponent.
 */
#include "native/bignum/bignum.h"
#include "native/bignum/fused.h"
#include "native/bignum/quad.h"
#include "native/common/bytes.h"

enum { WINDOW_MAX = 6, WINDOW_SECRET_MAX = 5 };

/* The window that costs least: 2^(w - 1) odd powers against bits / (w + 1) multiplications. */
static unsigned window_bits_for(size_t exponent_bits)
{
    return exponent_bits > 671 ? 6 : exponent_bits > 239 ? 5 : exponent_bits > 79 ? 4 : exponent_bits > 23 ? 3 : 1;
}

/* table[i] = a^(2i + 1) */
static void odd_powers(struct residue *table, const limb *a, unsigned window, const struct modulus *modulus)
{
    struct residue twice;

    residue_enter(&table[0], a, modulus);
    if (window > 1)
        residue_square(&twice, &table[0], modulus);
    for (size_t i = 1; i < (size_t)1 << (window - 1); i++)
        residue_multiply(&table[i], &table[i - 1], &twice, modulus);
}

/*
 * The windows of an exponent, from its low end: each begins at a set bit and has as many bits as fit; the bits between
 * are 0.  Exponents of more than 23 bits have windows of at least 3.
 */
struct windows {
    size_t count;
    uint16_t position[BIG_BITS_MAX / 3 + 1];
    uint8_t index[BIG_BITS_MAX / 3 + 1]; /* of odd_powers */
};

static void take_windows(struct windows *w, const limb *e, size_t en, unsigned bits)
{
    size_t count = 0;

    for (size_t i = 0; i < en * WIDE_LIMB_BITS;) {
        size_t at = i / WIDE_LIMB_BITS;
        unsigned shift = i % WIDE_LIMB_BITS;
        limb rest = e[at] >> shift;
        if (rest == 0) {
            i += WIDE_LIMB_BITS - shift;
            continue;
        }
        unsigned zeros = limb_trailing_zeros(rest);
        i += zeros;
        rest >>= zeros;
        if (shift + zeros + bits > WIDE_LIMB_BITS && at + 1 < en)
            rest |= e[at + 1] << (WIDE_LIMB_BITS - shift - zeros);
        w->position[count] = (uint16_t)i;
        w->index[count++] = (uint8_t)((rest & (((limb)1 << bits) - 1)) / 2);
        i += bits;
    }
    w->count = count;
}

void mont_power(limb *r, const limb *a, const limb *e, size_t en, const struct modulus *modulus)
{
    struct residue table[1 << (WINDOW_MAX - 1)], t;
    struct windows windows;
    size_t bits = big_bits(e, en);
    unsigned window = window_bits_for(bits);

    if (bits == 0) {
        big_copy(r, modulus->one, modulus->limbs);
        return;
    }
    odd_powers(table, a, window, modulus);
    take_windows(&windows, e, BIG_LIMBS(bits), window);
    size_t left = windows.count - 1, position = windows.position[left];
    residue_copy(&t, &table[windows.index[left]], modulus);
    while (left-- > 0) {
        for (; position > windows.position[left]; position--)
            residue_square(&t, &t, modulus);
        residue_multiply(&t, &t, &table[windows.index[left]], modulus);
    }
    for (; position > 0; position--)
        residue_square(&t, &t, modulus);
    residue_leave(r, &t, modulus);
    for (size_t i = 0; i < (size_t)1 << (window - 1); i++)
        wipe(&table[i], residue_words(modulus) * sizeof table[i].words[0]);
    wipe(&t, residue_words(modulus) * sizeof t.words[0]);
    wipe(windows.position, windows.count * sizeof windows.position[0]);
    wipe(windows.index, windows.count);
}

void mont_power_double(limb *r, const limb *a, const limb *e, size_t en, const limb *b, const limb *f, size_t fn,
                       const struct modulus *modulus)
{
    enum { WINDOW = 5 };
    struct residue table[2][1 << (WINDOW - 1)], t;
    struct windows windows[2];
    size_t e_bits = big_bits(e, en), f_bits = big_bits(f, fn), position = 0;
    unsigned e_window = window_bits_for(e_bits), f_window = window_bits_for(f_bits);
    int started = 0;

    e_window = e_window < WINDOW ? e_window : WINDOW;
    f_window = f_window < WINDOW ? f_window : WINDOW;
    odd_powers(table[0], a, e_window, modulus);
    odd_powers(table[1], b, f_window, modulus);
    take_windows(&windows[0], e, BIG_LIMBS(e_bits), e_window);
    take_windows(&windows[1], f, BIG_LIMBS(f_bits), f_window);
    size_t e_left = windows[0].count, f_left = windows[1].count;
    while (e_left + f_left > 0) {
        size_t which = e_left == 0 || (f_left > 0 && windows[1].position[f_left - 1] > windows[0].position[e_left - 1]);
        size_t at = which ? --f_left : --e_left, next = windows[which].position[at];
        const struct residue *power = &table[which][windows[which].index[at]];
        if (!started) {
            residue_copy(&t, power, modulus);
        } else {
            for (; position > next; position--)
                residue_square(&t, &t, modulus);
            residue_multiply(&t, &t, power, modulus);
        }
        position = next;
        started = 1;
    }
    if (!started) {
        big_copy(r, modulus->one, modulus->limbs);
        return;
    }
    for (; position > 0; position--)
        residue_square(&t, &t, modulus);
    residue_leave(r, &t, modulus);
}

/* r = table[index], reading every entry: eight words at a time, which vectors hold. */
static void select_entry(struct residue *r, const struct residue *table, size_t entries, size_t index, size_t words)
{
    limb mask[1 << WINDOW_SECRET_MAX];

    for (size_t i = 0; i < entries; i++) {
        limb other = (limb)(i ^ index);
        mask[i] = ((other | ((limb)0 - other)) >> (WIDE_LIMB_BITS - 1)) - 1;
    }
    size_t j = 0;
    for (; j + 8 <= words; j += 8) {
        limb chosen[8] = {0};
        for (size_t i = 0; i < entries; i++)
            for (size_t k = 0; k < 8; k++)
                chosen[k] |= table[i].words[j + k] & mask[i];
        big_copy(r->words + j, chosen, 8);
    }
    for (; j < words; j++) {
        limb chosen = 0;
        for (size_t i = 0; i < entries; i++)
            chosen |= table[i].words[j] & mask[i];
        r->words[j] = chosen;
    }
}

/* WIDTH bits from POSITION on; 0 beyond the end. */
static size_t digit_at(const limb *e, size_t en, size_t position, unsigned width)
{
    size_t at = position / WIDE_LIMB_BITS;
    unsigned shift = position % WIDE_LIMB_BITS;
    limb value = at < en ? e[at] >> shift : 0;

    if (shift + width > WIDE_LIMB_BITS && at + 1 < en)
        value |= e[at + 1] << (WIDE_LIMB_BITS - shift);
    return (size_t)(value & (((limb)1 << width) - 1));
}

void mont_power_secret(limb *r, const limb *a, const limb *e, size_t bits, const struct modulus *modulus)
{
    struct residue table[1 << WINDOW_SECRET_MAX], t, entry;
    size_t en = BIG_LIMBS(bits), words = residue_words(modulus);
    unsigned window = bits > 640 ? WINDOW_SECRET_MAX : 4;

    residue_one(&table[0], modulus);
    residue_enter(&table[1], a, modulus);
    for (size_t i = 2; i < (size_t)1 << window; i++)
        if (i % 2 == 0)
            residue_square(&table[i], &table[i / 2], modulus);
        else
            residue_multiply(&table[i], &table[i - 1], &table[1], modulus);

    size_t position = bits == 0 ? 0 : (bits - 1) / window * window;
    select_entry(&t, table, (size_t)1 << window, digit_at(e, en, position, window), words);
    while (position != 0) {
        for (unsigned i = 0; i < window; i++)
            residue_square(&t, &t, modulus);
        position -= window;
        select_entry(&entry, table, (size_t)1 << window, digit_at(e, en, position, window), words);
        residue_multiply(&t, &t, &entry, modulus);
    }
    residue_leave(r, &t, modulus);
    for (size_t i = 0; i < (size_t)1 << window; i++)
        wipe(&table[i], words * sizeof table[i].words[0]);
    wipe(&t, words * sizeof t.words[0]);
    wipe(&entry, words * sizeof entry.words[0]);
}

/*
 * Both powers from one chain of squarings, from the low end: each window of an exponent multiplies the square that
 * belongs to its lowest bit into the bucket of its value, and the buckets' powers are taken last (Yao).
 */
void mont_power_pair(limb *r, const limb *e, size_t en, limb *s, const limb *f, size_t fn, const limb *a,
                     const struct modulus *modulus)
{
    enum { WINDOW = 4, BUCKETS = 1 << (WINDOW - 1) };
    struct residue bucket[2][BUCKETS], t, sum;
    const limb *exponent[2] = {e, f};
    size_t limbs[2] = {en, fn}, next[2] = {0, 0};
    size_t e_bits = big_bits(e, en), f_bits = big_bits(f, fn), bits = e_bits > f_bits ? e_bits : f_bits;

    residue_one(&bucket[0][0], modulus);
    for (size_t i = 0; i < 2; i++)
        for (size_t j = i == 0; j < BUCKETS; j++)
            residue_copy(&bucket[i][j], &bucket[0][0], modulus);
    residue_enter(&t, a, modulus);
    for (size_t i = 0; i < bits; i++) {
        if (i > 0)
            residue_square(&t, &t, modulus);
        for (size_t j = 0; j < 2; j++)
            if (next[j] <= i && big_bit(exponent[j], limbs[j], i)) {
                struct residue *chosen = &bucket[j][digit_at(exponent[j], limbs[j], i, WINDOW) / 2];
                residue_multiply(chosen, chosen, &t, modulus);
                next[j] = i + WINDOW;
            }
    }
    /* The product of bucket[k]^(2k + 1): (product of bucket[k]^k)^2 times the product of all. */
    for (size_t i = 0; i < 2; i++) {
        residue_one(&t, modulus);
        residue_copy(&sum, &bucket[i][BUCKETS - 1], modulus);
        for (size_t k = BUCKETS - 1; k > 0; k--) {
            residue_multiply(&t, &t, &sum, modulus);
            residue_multiply(&sum, &sum, &bucket[i][k - 1], modulus);
        }
        residue_square(&t, &t, modulus);
        residue_multiply(&t, &t, &sum, modulus);
        residue_leave(i == 0 ? r : s, &t, modulus);
    }
}

void mod_multiply(limb *r, const limb *a, const limb *b, const struct modulus *modulus)
{
    struct residue t, factor;

    residue_factor(&t, a, modulus);
    if (a == b) {
        residue_square(&t, &t, modulus);
        residue_enter_factor(&t, &t, modulus);
    } else {
        residue_factor(&factor, b, modulus);
        residue_enter_factor(&t, &t, modulus);
        residue_multiply(&t, &t, &factor, modulus);
    }
    residue_number(r, &t, modulus);
}

void mod_power_small(limb *r, const limb *a, limb exponent, const struct modulus *modulus)
{
    struct residue base, factor, t;
    size_t bits = big_bits(&exponent, 1);

    residue_factor(&factor, a, modulus);
    residue_enter_factor(&base, &factor, modulus);
    residue_copy(&t, &base, modulus);
    for (size_t i = bits - 1; i-- > 0;) {
        residue_square(&t, &t, modulus);
        if (exponent >> i & 1) /* the last product, by the plain a, leaves Montgomery form */
            residue_multiply(&t, &t, i == 0 ? &factor : &base, modulus);
    }
    if (bits == 1 || !(exponent & 1)) {
        limb plain[BIG_LIMBS_MAX];
        big_set(plain, modulus->limbs, 1);
        residue_factor(&factor, plain, modulus);
        residue_multiply(&t, &t, &factor, modulus);
    }
    residue_number(r, &t, modulus);
}

/* r = a * b - c; FOLDED: c is what is added for that before the product is reduced. */
static inline void multiply_less(struct residue *r, const struct residue *a, const struct residue *b,
                                 const struct residue *c, int folded, const struct modulus *modulus)
{
    if (folded)
        mont_multiply_add(r->words, a->words, b->words, c->words, modulus);
    else
        residue_multiply_less(r, a, b, c, modulus);
}

static void fold(struct residue *c, const struct modulus *modulus)
{
    mod_negate(c->words, c->words, modulus);
    mont_enter(c->words, c->words, modulus);
}

void mont_lucas(limb *r, const limb *a, const limb *e, size_t en, const struct modulus *modulus)
{
    limb double_one[BIG_LIMBS_MAX];
    struct residue two, p, v[2];
    size_t bits = big_bits(e, en);
    int folded = modulus->digits == 0 && bits > 16; /* else it takes more than it gives */

    mod_add(double_one, modulus->one, modulus->one, modulus);
    if (bits == 0) {
        big_copy(r, double_one, modulus->limbs);
        return;
    }
    residue_enter(&two, double_one, modulus);
    residue_enter(&p, a, modulus);
    residue_copy(&v[0], &p, modulus);
    if (folded) {
        fold(&two, modulus);
        fold(&p, modulus);
    }
    /* v[0] = V_k, v[1] = V_(k+1) for the leading bits k of e: V_2k = V_k^2 - 2, V_(2k+1) = V_k * V_(k+1) - a. */
    multiply_less(&v[1], &v[0], &v[0], &two, folded, modulus);
    for (size_t i = bits - 1; i-- > 1;) {
        unsigned bit = big_bit(e, en, i);
        multiply_less(&v[!bit], &v[0], &v[1], &p, folded, modulus);
        multiply_less(&v[bit], &v[bit], &v[bit], &two, folded, modulus);
    }
    if (bits > 1) {
        if (big_bit(e, en, 0))
            multiply_less(&v[0], &v[0], &v[1], &p, folded, modulus);
        else
            multiply_less(&v[0], &v[0], &v[0], &two, folded, modulus);
    }
    residue_leave(r, &v[0], modulus);
}

void mont_lucas_two(limb *r, const limb *a, const limb *e, limb *s, const limb *b, const limb *f, size_t n,
                    const struct modulus *modulus)
{
    limb two[BIG_LIMBS_MAX], next[BIG_LIMBS_MAX];
    struct quad v, less[2];
    size_t e_bits = big_bits(e, n), f_bits = big_bits(f, n);

    if (!quad_has(modulus)) {
        mont_lucas(r, a, e, n, modulus);
        mont_lucas(s, b, f, n, modulus);
        return;
    }
    mod_add(two, modulus->one, modulus->one, modulus);
    quad_enter(&less[0], (const limb *[]){two, a, two, b}, modulus);
    quad_enter(&less[1], (const limb *[]){a, two, b, two}, modulus);
    v = less[0]; /* V_0 and V_1 */
    for (size_t i = e_bits > f_bits ? e_bits : f_bits; i-- > 0;)
        quad_lucas(&v, big_bit(e, n, i) | big_bit(f, n, i) << 1, less, modulus);
    quad_leave((limb *[]){r, next, s}, &v, 3, modulus);
}

int mont_sqrt(limb *r, const limb *a, const struct modulus *modulus)
{
    limb e[BIG_LIMBS_MAX], t[BIG_LIMBS_MAX], check[BIG_LIMBS_MAX];
    size_t n = modulus->limbs;

    big_shift_right(e, modulus->m, n, 2); /* (m - 3) / 4 */
    (void)big_add_small(e, e, n, 1);
    mont_power_secret(t, a, e, modulus->bits - 1, modulus);
    mont_square(check, t, modulus);
    int is_square = big_compare(check, a, n) == 0;
    big_copy(r, t, n);
    return is_square;
}

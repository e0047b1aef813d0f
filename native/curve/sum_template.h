/* SPDX-License-Identifier: MIT */
/*
 * sum_template.h - linear combinations of points; included at the end of prime_template.h and binary_points.h, whose
 * names it uses and undefines: FE, POINT, AFFINE, LIMBS, TARGET, WIDTH, PAIR_LEVELS, PAIRS_MIN and NAME(set_one), mul,
 * inverse, prepare, double, add_affine, odd_multiples, load, store, project, chord_width, and chord unless PAIRS_HEADER
 * names a header with an add_pairs of the field's own.
 *
 * A point goes by signed windows of WIDTH bits on affine odd multiples; a fixed base by signed binary digits on the
 * sixteen points of its table.  What the tables add at each step of Horner's scheme is first summed up in affine
 * coordinates, pair by pair, as long as there are PAIRS_MIN pairs to share an inversion, PAIR_LEVELS times at most: an
 * affine addition costs about half of a mixed one over GF(2^m), and two thirds over GF(p).
 */

enum { NAME(ODD) = 1 << (WIDTH - 2), NAME(PAIRS_MAX) = CURVE_BATCH_POINTS / 2 };

/* COUNT points to affine ones with a single inversion; COUNT <= CURVE_TERMS_MAX NAME(ODD). */
static TARGET void NAME(to_affine)(AFFINE *out, const POINT *in, size_t count, const struct curve *curve)
{
    FE product[CURVE_TERMS_MAX * NAME(ODD) + 1], inverse, z;
    NAME(set_one)(&product[0], curve);
    for (size_t i = 0; i < count; i++) {
        if (in[i].infinity)
            product[i + 1] = product[i];
        else
            NAME(mul)(&product[i + 1], &product[i], &in[i].z, curve);
    }
    NAME(inverse)(&inverse, &product[count], curve);
    for (size_t i = count; i-- > 0;) {
        out[i].infinity = in[i].infinity;
        if (in[i].infinity)
            continue;
        NAME(mul)(&z, &inverse, &product[i], curve);
        NAME(mul)(&inverse, &inverse, &in[i].z, curve);
        NAME(project)(&out[i], &in[i], &z, curve);
    }
}

/* Points that are to be added up in groups: group i are the COUNT[i] points from FIRST[i] on. */
struct NAME(batch) {
    AFFINE points[CURVE_BATCH_POINTS];
    size_t first[CURVE_BATCH_GROUPS], count[CURVE_BATCH_GROUPS], groups;
};

#ifdef PAIRS_HEADER /* a field with an add_pairs of its own */
#include PAIRS_HEADER
#else
/* Halves every group, by adding its points in pairs. */
static TARGET void NAME(add_pairs)(struct NAME(batch) *batch, const struct curve *curve)
{
    FE product[NAME(PAIRS_MAX) + 1], width[NAME(PAIRS_MAX)], inverse, own;
    uint8_t is_chord[NAME(PAIRS_MAX)];
    size_t pairs = 0;
    NAME(set_one)(&product[0], curve);
    for (size_t g = 0; g < batch->groups; g++) {
        const AFFINE *p = batch->points + batch->first[g];
        for (size_t i = 0; i + 1 < batch->count[g]; i += 2) {
            is_chord[pairs] = (uint8_t)NAME(chord_width)(&width[pairs], &p[i], &p[i + 1], curve);
            if (is_chord[pairs])
                NAME(mul)(&product[pairs + 1], &product[pairs], &width[pairs], curve);
            else
                product[pairs + 1] = product[pairs];
            pairs++;
        }
    }
    NAME(inverse)(&inverse, &product[pairs], curve);
    for (size_t g = batch->groups; g-- > 0;) {
        AFFINE *p = batch->points + batch->first[g];
        for (size_t i = batch->count[g] / 2; i-- > 0;) {
            pairs--;
            if (is_chord[pairs]) {
                NAME(mul)(&own, &inverse, &product[pairs], curve);
                NAME(mul)(&inverse, &inverse, &width[pairs], curve);
                NAME(chord)(&p[2 * i], &p[2 * i + 1], &own, curve);
            } else { /* infinity, the same point twice, or opposite ones */
                POINT sum = { .infinity = 1 };
                NAME(add_affine)(&sum, &p[2 * i], 0, curve);
                NAME(add_affine)(&sum, &p[2 * i + 1], 0, curve);
                NAME(to_affine)(&p[2 * i], &sum, 1, curve);
            }
        }
        batch->count[g] = (batch->count[g] + 1) / 2;
        for (size_t i = 1; i < batch->count[g]; i++)
            p[i] = p[2 * i];
    }
}
#endif

/* The points of a table and their negatives, in the order of curve_table_picks. */
struct NAME(loaded) {
    AFFINE points[2 * CURVE_TABLE_POINTS];
};

/*
 * The points that the tables of TERMS add at POSITION and, as far as the batch can hold them, at the positions below:
 * SUMS groups a position.  Returns the lowest position.
 */
static TARGET size_t NAME(fill)(struct NAME(batch) *batch, const struct curve_term *terms,
                                const struct NAME(loaded) *loaded, const struct curve_digits *digits, size_t count,
                                size_t sums, size_t position, const struct curve *curve)
{
    size_t used = 0;
    position++;
    batch->groups = 0;
    do {
        position--;
        for (size_t t = 0; t < count; t++) {
            if (sums > 1 || t == 0) {
                batch->first[batch->groups] = used;
                batch->count[batch->groups] = 0;
                batch->groups++;
            }
            const struct curve_table *table = terms[t].table;
            if (table == NULL)
                continue;
            uint8_t picks[CURVE_TABLE_POINTS];
            size_t picked = curve_table_picks(picks, &digits[t], table->window_bits, position);
            for (size_t i = 0; i < picked; i++)
                batch->points[used + i] = loaded[t].points[picks[i]];
            batch->count[batch->groups - 1] += picked;
            used += picked;
        }
    } while (position > 0 && used + CURVE_TERMS_MAX * CURVE_TABLE_POINTS <= CURVE_BATCH_POINTS &&
             batch->groups + sums <= CURVE_BATCH_GROUPS);
    for (int level = 0; level < PAIR_LEVELS; level++) {
        size_t pairs = 0;
        for (size_t g = 0; g < batch->groups; g++)
            pairs += batch->count[g] / 2;
        if (pairs < PAIRS_MIN)
            break;
        NAME(add_pairs)(batch, curve);
    }
    return position;
}

static TARGET void NAME(sum)(const struct curve *curve, struct curve_point *r, const struct curve_term *terms,
                             size_t count, int each)
{
    const size_t sums = each ? count : 1;
    struct curve_digits digits[CURVE_TERMS_MAX];
    struct NAME(batch) batch;
    struct NAME(loaded) loaded[CURVE_TERMS_MAX];
    POINT multiples[CURVE_TERMS_MAX * NAME(ODD)], sum[CURVE_TERMS_MAX] = { { .infinity = 1 }, { .infinity = 1 } };
    AFFINE odd[CURVE_TERMS_MAX * NAME(ODD)], result[CURVE_TERMS_MAX];
    size_t points = 0, top = 0;
    int tables = 0, prepared = 1;

    for (size_t t = 0; t < count; t++) {
        const struct curve_table *table = terms[t].table;
        curve_recode(&digits[t], terms[t].scalar, table != NULL ? 2 : WIDTH);
        size_t length = digits[t].length;
        if (table != NULL) {
            size_t last = (CURVE_TABLE_POINTS - 1) * table->window_bits;
            length = length > last + table->window_bits ? length - last : table->window_bits;
            for (size_t i = 0; i < 2 * CURVE_TABLE_POINTS; i++)
                NAME(load)(&loaded[t].points[i], &table->points[i / 2], i % 2);
            tables = 1;
        } else {
            NAME(odd_multiples)(multiples + points, terms[t].point, curve);
            points += NAME(ODD);
        }
        top = length > top ? length : top;
    }
    if (points != 0)
        NAME(to_affine)(odd, multiples, points, curve);

    for (size_t position = top, filled = top, group = 0; position-- > 0;) {
        int busy = tables;
        for (size_t t = 0; t < count; t++)
            busy |= digits[t].digit[position] != 0;
        for (size_t s = 0; s < sums; s++) {
            if (!prepared)
                NAME(prepare)(&sum[s], curve);
            NAME(double)(&sum[s], !busy, curve);
        }
        prepared = !busy;
        if (tables) {
            if (position < filled) {
                filled = NAME(fill)(&batch, terms, loaded, digits, count, sums, position, curve);
                group = 0;
            }
            for (size_t s = 0; s < sums; s++, group++) {
                for (size_t i = 0; i < batch.count[group]; i++)
                    NAME(add_affine)(&sum[s], &batch.points[batch.first[group] + i], 0, curve);
            }
        }
        const AFFINE *own = odd;
        for (size_t t = 0; t < count; t++) {
            if (terms[t].table != NULL)
                continue;
            int digit = digits[t].digit[position];
            if (digit != 0)
                NAME(add_affine)(&sum[each ? t : 0], &own[(digit < 0 ? -digit : digit) / 2], digit < 0, curve);
            own += NAME(ODD);
        }
    }
    NAME(to_affine)(result, sum, sums, curve);
    for (size_t s = 0; s < sums; s++) {
        memset(&r[s], 0, sizeof r[s]);
        r[s].infinity = result[s].infinity;
        if (!result[s].infinity)
            NAME(store)(&r[s], &result[s]);
    }
}

static const struct curve_arithmetic NAME(arithmetic) = {LIMBS, DIGIT_BITS, NAME(multiply), NAME(sum)};

#undef FE
#undef POINT
#undef AFFINE
#undef LIMBS
#undef DIGIT_BITS
#undef INLINE
#undef TARGET
#undef WIDTH
#undef PAIR_LEVELS
#undef PAIRS_MIN
#undef PAIRS_HEADER
#undef NAME

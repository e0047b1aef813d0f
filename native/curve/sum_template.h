/* SPDX-License-Identifier: MIT */
/*
 * sum_template.h - linear combinations of points; included at the end of prime_template.h and binary_points.h, whose
 * names it uses and undefines: FE, POINT, AFFINE, LIMBS, TARGET, WIDTH, TABLE_WIDTH, PAIR_LEVELS, PAIRS_MIN and
 * NAME(pair), set_one, is_zero, mul, mul_both, inverse, prepare, double, add_affine, odd_multiples, load, negate, store,
 * project, has_x, chord_set, chords.
 *
 * A point goes by signed windows of WIDTH bits on affine odd multiples; a fixed base by signed digits of TABLE_WIDTH,
 * 2 or 3, on the sixteen points of its table.  What the tables add at each step of Horner's scheme is first summed up
 * in affine coordinates, pair by pair, as long as there are PAIRS_MIN pairs to share an inversion, PAIR_LEVELS times at
 * most: an affine addition costs about half of a mixed one over GF(2^m), and two thirds over GF(p).  Digits of width 3
 * are +-1 and +-3, a quarter of all instead of a third; those of a position are summed up apart, and 3 times a sum is
 * the sum itself and, one position further up, the sum once more.
 */

enum { NAME(ODD) = 1 << (WIDTH - 2) };

/* COUNT points to affine ones with a single inversion; 1 <= COUNT <= CURVE_TERMS_MAX NAME(ODD). */
static TARGET void NAME(to_affine)(AFFINE *out, const POINT *in, size_t count, const struct curve *curve)
{
    FE product[CURVE_TERMS_MAX * NAME(ODD)], inverse, z; /* product[i] is that of z from 0 to i */
    if (in[0].infinity)
        NAME(set_one)(&product[0], curve);
    else
        product[0] = in[0].z;
    for (size_t i = 1; i < count; i++) {
        if (in[i].infinity)
            product[i] = product[i - 1];
        else
            NAME(mul)(&product[i], &product[i - 1], &in[i].z, curve);
    }
    NAME(inverse)(&inverse, &product[count - 1], curve);
    for (size_t i = count; i-- > 0;) {
        out[i] = (AFFINE){ .infinity = in[i].infinity };
        if (in[i].infinity)
            continue;
        z = inverse;
        if (i > 0) {
            NAME(mul)(&z, &inverse, &product[i - 1], curve);
            NAME(mul)(&inverse, &inverse, &in[i].z, curve);
        }
        NAME(project)(&out[i], &in[i], &z, curve);
    }
}

/*
 * sums[i] = the sum of pair i, for COUNT pairs from 1 to CURVE_BATCH_POINTS, with a single inversion.  Two chains of
 * products go side by side, the pairs of even number and those of odd number, as a product alone waits for its own
 * steps much of the time; and whatever is multiplied by a chain's product takes part in its step on the way there, and
 * so needs no product of its own on the way back.
 */
static TARGET void NAME(add_pairs)(AFFINE *sums, const struct NAME(pair) *pairs, size_t count,
                                   const struct curve *curve)
{
    /* of each chord: its width; its rise times the widths of those before it in its chain, and then its slope */
    FE width[CURVE_BATCH_POINTS], rise[CURVE_BATCH_POINTS], product[2], inverse[2], total;
    int infinity = 0;
    NAME(set_one)(&product[1], curve);
    for (size_t i = 0; i < count; i++) {
        FE *before = &product[i % 2];
        infinity |= pairs[i].p->infinity | pairs[i].q->infinity;
        NAME(chord_set)(&width[i], &rise[i], &pairs[i]);
        if (i < 2)
            *before = width[i];
        else
            NAME(mul_both)(before, &width[i], &rise[i], &rise[i], before, curve);
    }
    NAME(mul)(&total, &product[0], &product[1], curve);
    if (infinity || NAME(is_zero)(&total, curve)) { /* somewhere infinity, the same point twice, or opposite ones */
        for (size_t i = 0; i < count; i++) {
            POINT sum = { .infinity = 1 };
            NAME(add_affine)(&sum, pairs[i].p, 0, curve);
            NAME(add_affine)(&sum, pairs[i].q, 0, curve);
            NAME(to_affine)(&sums[i], &sum, 1, curve);
        }
        return;
    }
    NAME(inverse)(&total, &total, curve);
    NAME(mul_both)(&inverse[0], &product[1], &inverse[1], &product[0], &total, curve);
    for (size_t i = count; i-- > 0;) {
        FE *own = &inverse[i % 2];
        if (i < 2)
            NAME(mul)(&rise[i], &rise[i], own, curve);
        else
            NAME(mul_both)(&rise[i], &rise[i], own, &width[i], own, curve);
    }
    NAME(chords)(sums, pairs, rise, count, curve);
}

/*
 * Points that are to be added up in groups.  One that meets no other of its group waits for one; the others are pairs,
 * to be added together, and their sums meet again.  What finds no partner in the end is left to Horner's scheme.
 */
struct NAME(batch) {
    AFFINE points[CURVE_LOADED_POINTS + CURVE_BATCH_POINTS]; /* the tables' and their negatives, by term; then sums */
    const AFFINE *waiting[CURVE_BATCH_GROUPS];               /* or NULL */
    struct NAME(pair) pairs[CURVE_BATCH_ITEMS / 2 + 1];
    uint16_t group[CURVE_BATCH_ITEMS / 2 + 1]; /* of a pair */
    struct {
        const AFFINE *point;
        uint16_t group;
    } left[CURVE_BATCH_ITEMS + 1];
    size_t used, pair_count, left_count;
    int levels;
};

/* Without branches, which nothing could predict. */
static inline TARGET void NAME(meet)(struct NAME(batch) *batch, const AFFINE *point, size_t group)
{
    const AFFINE *held = batch->waiting[group];
    const size_t meet = held != NULL;
    batch->pairs[batch->pair_count] = (struct NAME(pair)){ held, point };
    batch->group[batch->pair_count] = (uint16_t)group;
    batch->waiting[group] = meet ? NULL : point;
    batch->pair_count += meet;
}

/* Takes pairs apart again, all but the first COUNT. */
static TARGET void NAME(leave)(struct NAME(batch) *batch, size_t count)
{
    for (size_t i = count; i < batch->pair_count; i++) {
        batch->left[batch->left_count].point = batch->pairs[i].p;
        batch->left[batch->left_count++].group = batch->group[i];
        batch->left[batch->left_count].point = batch->pairs[i].q;
        batch->left[batch->left_count++].group = batch->group[i];
    }
    if (batch->pair_count > count)
        batch->pair_count = count;
}

/* Adds the pairs up, and those that their sums make, as often as that pays. */
static TARGET void NAME(add_groups)(struct NAME(batch) *batch, const struct curve *curve)
{
    for (; batch->levels < PAIR_LEVELS; batch->levels++) {
        NAME(leave)(batch, CURVE_LOADED_POINTS + CURVE_BATCH_POINTS - batch->used);
        const size_t count = batch->pair_count;
        AFFINE *sums = &batch->points[batch->used];
        if (count < PAIRS_MIN)
            break;
        NAME(add_pairs)(sums, batch->pairs, count, curve);
        batch->used += count;
        batch->pair_count = 0;
        for (size_t i = 0; i < count; i++)
            NAME(meet)(batch, &sums[i], batch->group[i]);
    }
    NAME(leave)(batch, 0);
}

/*
 * What the tables add at the positions from TOP down to BOTTOM, partly added up: the group of sum s at a position is
 * s (TOP - BOTTOM + 1) + TOP - position.  PICKS are by term, as the sums are if there are several.
 */
static TARGET void NAME(fill)(struct NAME(batch) *batch, const struct curve_picks *picks, size_t terms, size_t sums,
                              size_t top, size_t bottom, const struct curve *curve)
{
    const size_t rows = top - bottom + 1, threes = sums * rows; /* behind the others', the groups of threes */
    memset(batch->waiting, 0, 2 * threes * sizeof batch->waiting[0]);
    batch->used = CURVE_LOADED_POINTS;
    batch->pair_count = batch->left_count = 0;
    batch->levels = 0;
    for (size_t t = 0; t < terms; t++) {
        const size_t own = sums > 1 ? t * rows : 0;
        const AFFINE *points = batch->points + t * 2 * CURVE_TABLE_POINTS;
        for (size_t i = 0; i < picks[t].count; i++) {
            const size_t position = picks[t].position[i], three = picks[t].three[i], below = position < bottom;
            if (position > top || position + three < bottom)
                continue;
            /* of a three at an end, half is of other positions */
            const size_t whole = three & (position < top) & (position >= bottom);
            NAME(meet)(batch, &points[picks[t].point[i]], own + top - position - below + threes * whole);
        }
    }
    NAME(add_groups)(batch, curve);

    if (TABLE_WIDTH > 2) { /* the threes' sums join those of their position and of the one above */
        for (size_t group = threes; group < 2 * threes; group++) {
            batch->left[batch->left_count].point = batch->waiting[group];
            batch->left[batch->left_count].group = (uint16_t)group;
            batch->left_count += batch->waiting[group] != NULL;
        }
        const size_t count = batch->left_count;
        batch->left_count = 0;
        for (size_t i = 0; i < count; i++) {
            const size_t group = batch->left[i].group, three = group >= threes;
            NAME(meet)(batch, batch->left[i].point, group - threes * three);
            if (three)
                NAME(meet)(batch, batch->left[i].point, group - threes - 1);
        }
        NAME(add_groups)(batch, curve);
    }
}

/* The linear combination of COUNT terms, or each by itself. */
static TARGET void NAME(combine)(const struct curve *curve, POINT *sum, const struct curve_term *terms, size_t count,
                                 int each)
{
    const size_t sums = each ? count : 1;
    struct curve_digits digits[CURVE_TERMS_MAX];
    struct curve_picks picks[CURVE_TERMS_MAX];
    struct NAME(batch) batch;
    POINT multiples[CURVE_TERMS_MAX * NAME(ODD)];
    AFFINE odd[CURVE_TERMS_MAX * NAME(ODD)];
    size_t points = 0, top = 0, tables = 0;
    int prepared = 1;

    for (size_t s = 0; s < sums; s++)
        sum[s] = (POINT){ .infinity = 1 };
    for (size_t t = 0; t < count; t++) {
        const struct curve_table *table = terms[t].table;
        size_t length;
        picks[t].count = 0;
        if (table != NULL) {
            curve_table_picks(&picks[t], terms[t].scalar, table->window_bits, TABLE_WIDTH);
            AFFINE *loaded = batch.points + t * 2 * CURVE_TABLE_POINTS;
            for (size_t i = 0; i < CURVE_TABLE_POINTS; i++) {
                NAME(load)(&loaded[2 * i], &table->points[i]);
                NAME(negate)(&loaded[2 * i + 1], &loaded[2 * i]);
            }
            length = picks[t].length;
            tables++;
        } else {
            curve_recode(&digits[t], terms[t].scalar, WIDTH);
            NAME(odd_multiples)(multiples + points, terms[t].point, curve);
            points += NAME(ODD);
            length = digits[t].length;
        }
        top = length > top ? length : top;
    }
    if (points != 0)
        NAME(to_affine)(odd, multiples, points, curve);

    for (size_t position = top, filled = top, first = 0; position-- > 0;) {
        int busy = tables != 0;
        for (size_t t = 0; t < count; t++)
            busy |= terms[t].table == NULL && digits[t].digit[position] != 0;
        for (size_t s = 0; s < sums; s++) {
            if (!prepared)
                NAME(prepare)(&sum[s], curve);
            NAME(double)(&sum[s], !busy, curve);
        }
        prepared = !busy;
        if (tables != 0 && position < filled) {
            const size_t at_a_time = CURVE_BATCH_POSITIONS / tables;
            first = position;
            filled = position < at_a_time ? 0 : position - at_a_time + 1;
            NAME(fill)(&batch, picks, count, sums, first, filled, curve);
        }
        for (size_t s = 0; s < sums && tables != 0; s++) {
            const size_t group = s * (first - filled + 1) + first - position;
            if (batch.waiting[group] != NULL)
                NAME(add_affine)(&sum[s], batch.waiting[group], 0, curve);
            for (size_t i = 0; i < batch.left_count; i++) {
                if (batch.left[i].group == group)
                    NAME(add_affine)(&sum[s], batch.left[i].point, 0, curve);
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
}

static TARGET void NAME(finish)(const struct curve *curve, struct curve_point *r, const POINT *sum, size_t sums)
{
    AFFINE result[CURVE_TERMS_MAX];
    NAME(to_affine)(result, sum, sums, curve);
    for (size_t s = 0; s < sums; s++) {
        memset(&r[s], 0, sizeof r[s]);
        r[s].infinity = result[s].infinity;
        if (!result[s].infinity)
            NAME(store)(&r[s], &result[s]);
    }
}

static TARGET void NAME(sum)(const struct curve *curve, struct curve_point *r, const struct curve_term *terms,
                             size_t count, int each)
{
    POINT sum[CURVE_TERMS_MAX];
    NAME(combine)(curve, sum, terms, count, each);
    NAME(finish)(curve, r, sum, each ? count : 1);
}

static TARGET int NAME(has_one)(const POINT *sum, const struct curve_element *x, size_t x_count,
                                const struct curve *curve)
{
    int found = 0;
    for (size_t i = 0; i < x_count && !sum->infinity && !found; i++)
        found = NAME(has_x)(sum, &x[i], curve);
    return found;
}

static TARGET int NAME(sum_has_x)(const struct curve *curve, const struct curve_term *terms, size_t count,
                                  const struct curve_element *x, size_t x_count)
{
    POINT sum;
    NAME(combine)(curve, &sum, terms, count, 0);
    return NAME(has_one)(&sum, x, x_count, curve);
}

static const struct curve_arithmetic NAME(arithmetic) = {LIMBS, DIGIT_BITS, NAME(multiply), NAME(sum), NAME(sum_has_x)};

#undef FE
#undef POINT
#undef AFFINE
#undef LIMBS
#undef DIGIT_BITS
#undef INLINE
#undef TARGET
#undef WIDTH
#undef TABLE_WIDTH
#undef PAIR_LEVELS
#undef PAIRS_MIN
#undef NAME

/* SPDX-License-Identifier: MIT */
/*
 * binary_pairs.h - additions of pairs of points over GF(2^m) with a single inversion; included by sum_template.h for
 * binary_points.h, whose names it uses: FE, AFFINE, POINT, TARGET and NAME(..).
 *
 * Two chains of products go side by side, the pairs of even number and those of odd number: a product alone waits for
 * its own steps much of the time.  On the way back two products at a time share the multiples of a factor.
 */

/* p += q and r += s, affine, by the chords' 1 / width */
static TARGET void NAME(chord_two)(AFFINE *p, const AFFINE *q, const FE *p_inverse, AFFINE *r, const AFFINE *s,
                                   const FE *r_inverse, const struct curve *curve)
{
    FE p_slope, r_slope, px, rx, py, ry;
    NAME(add)(&p_slope, &p->y, &q->y);
    NAME(add)(&r_slope, &r->y, &s->y);
    NAME(mul_two)(&p_slope, &p_slope, p_inverse, &r_slope, &r_slope, r_inverse, curve);
    NAME(chord_x)(&px, &p_slope, p, q, curve);
    NAME(chord_x)(&rx, &r_slope, r, s, curve);
    NAME(add)(&py, &p->x, &px);
    NAME(add)(&ry, &r->x, &rx);
    NAME(mul_two)(&py, &py, &p_slope, &ry, &ry, &r_slope, curve);
    NAME(add)(&py, &py, &px);
    NAME(add)(&ry, &ry, &rx);
    NAME(add)(&p->y, &p->y, &py);
    NAME(add)(&r->y, &r->y, &ry);
    p->x = px;
    r->x = rx;
}

/* Halves every group, by adding its points in pairs. */
static TARGET void NAME(add_pairs)(struct NAME(batch) *batch, const struct curve *curve)
{
    /* of each pair: the width of its chord, and the product of those before it in its chain */
    FE width[NAME(PAIRS_MAX) + 1], before[NAME(PAIRS_MAX) + 1], product[2], inverse[2], own[2], total;
    AFFINE *pair[NAME(PAIRS_MAX) + 1], unused[2] = {{.infinity = 0}, {.infinity = 0}};
    size_t pairs = 0;
    for (size_t g = 0; g < batch->groups; g++) {
        AFFINE *p = batch->points + batch->first[g];
        for (size_t i = 0; i + 1 < batch->count[g]; i += 2) {
            if (NAME(chord_width)(&width[pairs], &p[i], &p[i + 1], curve)) {
                pair[pairs++] = &p[i];
            } else { /* infinity, the same point twice, or opposite ones */
                POINT sum = {.infinity = 1};
                NAME(add_affine)(&sum, &p[i], 0, curve);
                NAME(add_affine)(&sum, &p[i + 1], 0, curve);
                NAME(to_affine)(&p[i], &sum, 1, curve);
            }
        }
    }
    if (pairs % 2 != 0) {
        NAME(set_one)(&width[pairs], curve);
        pair[pairs++] = unused;
    }
    if (pairs != 0) {
        product[0] = width[0];
        product[1] = width[1];
        for (size_t i = 2; i < pairs; i += 2) {
            before[i] = product[0];
            before[i + 1] = product[1];
            NAME(mul_two)(&product[0], &product[0], &width[i], &product[1], &product[1], &width[i + 1], curve);
        }
        NAME(mul)(&total, &product[0], &product[1], curve);
        NAME(inverse)(&total, &total, curve);
        NAME(mul_both)(&inverse[0], &product[1], &inverse[1], &product[0], &total, curve);
        for (size_t i = pairs - 2; i > 0; i -= 2) {
            NAME(mul_both)(&own[0], &before[i], &inverse[0], &width[i], &inverse[0], curve);
            NAME(mul_both)(&own[1], &before[i + 1], &inverse[1], &width[i + 1], &inverse[1], curve);
            NAME(chord_two)(pair[i], pair[i] + 1, &own[0], pair[i + 1], pair[i + 1] + 1, &own[1], curve);
        }
        NAME(chord_two)(pair[0], pair[0] + 1, &inverse[0], pair[1], pair[1] + 1, &inverse[1], curve);
    }
    for (size_t g = 0; g < batch->groups; g++) {
        AFFINE *p = batch->points + batch->first[g];
        batch->count[g] = (batch->count[g] + 1) / 2;
        for (size_t i = 1; i < batch->count[g]; i++)
            p[i] = p[2 * i];
    }
}

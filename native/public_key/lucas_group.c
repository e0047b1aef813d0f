/* SPDX-License-Identifier: MIT */
#include "native/public_key/lucas_group.h"

int lucas_group_has(const struct lucas_group *group, const limb *y)
{
    const struct modulus *p = &group->p;
    limb t[BIG_LIMBS_MAX], four[BIG_LIMBS_MAX];
    size_t n = p->limbs;

    if (big_compare(y, p->m, n) >= 0)
        return 0;
    mod_multiply(t, y, y, p);
    big_set(four, n, 4);
    mod_reduce(four, four, n, p);
    mod_sub(t, t, four, p);
    return big_jacobi(t, p->m, n) == -1; /* 0 for y = 2 */
}

/* An element's field in Montgomery form. */
static enum status load_element(const struct lucas_group *group, limb *r, const struct key *fields, const char *name,
                                const char **bad_field)
{
    const struct modulus *p = &group->p;
    limb v[BIG_LIMBS_MAX], t[BIG_LIMBS_MAX];

    if (key_number(v, p->limbs, fields, name) != 1 || !lucas_group_has(group, v))
        return key_refuse(bad_field, name);
    mont_enter(r, v, p);
    mont_lucas(t, r, group->q.m, group->q.limbs, p);
    mod_add(v, p->one, p->one, p);
    return big_compare(t, v, p->limbs) == 0 ? STATUS_OK : key_refuse(bad_field, name);
}

static enum status load_keys(struct lucas_group *group, const struct key *fields, const char **bad_field)
{
    const struct modulus *q = &group->q;
    limb y[BIG_LIMBS_MAX];

    int found = key_number(group->x, q->limbs, fields, "x");
    if (found == 0 && key_field(fields, "y") == NULL)
        return STATUS_OK;
    if (found != 0) {
        if (found < 0 || big_is_zero(group->x, q->limbs) || big_compare(group->x, q->m, q->limbs) >= 0)
            return key_refuse(bad_field, "x");
        mont_lucas(group->y, group->g, group->x, q->limbs, &group->p);
        mont_leave(y, group->y, &group->p);
        if (!key_agrees(fields, "y", y, group->p.limbs))
            return key_refuse(bad_field, "y");
        group->has_private = 1;
    } else if (load_element(group, group->y, fields, "y", bad_field) != STATUS_OK) {
        return STATUS_BAD_PARAMETER;
    }
    group->has_public = 1;
    return STATUS_OK;
}

enum status lucas_group_load(struct lucas_group *group, const struct key *fields, const char **bad_field)
{
    limb t[BIG_LIMBS_MAX];

    group->has_key = group->has_public = group->has_private = 0;
    if (key_modulus(&group->p, fields, "p", bad_field) != STATUS_OK ||
        key_modulus(&group->q, fields, "q", bad_field) != STATUS_OK)
        return STATUS_BAD_PARAMETER;
    size_t n = group->p.limbs;
    if (big_add_small(t, group->p.m, n, 1) != 0)
        return key_refuse(bad_field, "p");
    mod_reduce(t, t, n, &group->q);
    if (!big_is_zero(t, group->q.limbs))
        return key_refuse(bad_field, "q");
    group->exponent_bits = group->q.bits;
    if (key_field(fields, "xbits") != NULL) {
        if (key_number(t, 1, fields, "xbits") != 1 || t[0] < 2 || t[0] > group->exponent_bits)
            return key_refuse(bad_field, "xbits");
        group->exponent_bits = (size_t)t[0];
    }
    enum status status = load_element(group, group->g, fields, "g", bad_field);
    if (status == STATUS_OK)
        status = load_keys(group, fields, bad_field);
    group->has_key = status == STATUS_OK;
    group->has_public &= group->has_key;
    group->has_private &= group->has_key;
    return status;
}

enum status lucas_group_draw(const struct lucas_group *group, limb *r, struct rng *rng)
{
    const limb *bound = group->exponent_bits == group->q.bits ? group->q.m : NULL;

    return big_draw(r, group->q.limbs, group->exponent_bits, bound, rng);
}

/* SPDX-License-Identifier: MIT */
#include "native/public_key/group.h"

#include "native/common/bytes.h"

size_t group_exponent_limbs(const struct group *group)
{
    return group->has_q ? group->q.limbs : group->p.limbs;
}

static int is_in_subgroup(const struct group *group, const limb *y_mont)
{
    limb t[BIG_LIMBS_MAX];
    mont_power(t, y_mont, group->q.m, group->q.limbs, &group->p);
    return big_compare(t, group->p.one, group->p.limbs) == 0;
}

/* An element's field in Montgomery form: 1 < v < p, and in the subgroup where q is known. */
static enum status load_element(struct group *group, limb *r, const struct key *fields, const char *name,
                                const char **bad_field)
{
    size_t n = group->p.limbs;
    limb v[BIG_LIMBS_MAX];

    if (key_number(v, n, fields, name) != 1 || big_is_zero(v, n) || big_is_small(v, n, 1) ||
        big_compare(v, group->p.m, n) >= 0)
        return key_refuse(bad_field, name);
    mont_enter(r, v, &group->p);
    return group->has_q && !is_in_subgroup(group, r) ? key_refuse(bad_field, name) : STATUS_OK;
}

static enum status load_keys(struct group *group, const struct key *fields, const char **bad_field)
{
    size_t n = group->p.limbs, en = group_exponent_limbs(group);
    limb y[BIG_LIMBS_MAX];

    int found = key_number(group->x, BIG_LIMBS_MAX, fields, "x");
    if (found == 0 && key_field(fields, "y") == NULL)
        return STATUS_OK;
    if (found != 0) {
        const limb *bound = group->has_q ? group->q.m : group->p.m;
        if (found < 0 || big_is_zero(group->x, BIG_LIMBS_MAX) || big_bits(group->x, BIG_LIMBS_MAX) > en * WIDE_LIMB_BITS ||
            big_compare(group->x, bound, en) >= 0)
            return key_refuse(bad_field, "x");
        mont_power(group->y, group->g, group->x, en, &group->p);
        mont_leave(y, group->y, &group->p);
        if (!key_agrees(fields, "y", y, n))
            return key_refuse(bad_field, "y");
        group->has_private = 1;
    } else if (load_element(group, group->y, fields, "y", bad_field) != STATUS_OK) {
        return STATUS_BAD_PARAMETER;
    }
    group->has_public = 1;
    return STATUS_OK;
}

enum status group_load(struct group *group, const struct key *fields, unsigned needs, const char **bad_field)
{
    limb t[BIG_LIMBS_MAX];

    group->has_q = group->has_public = group->has_private = group->has_tables = 0;
    enum status status = key_modulus(&group->p, fields, "p", bad_field);
    if (status != STATUS_OK)
        return status;
    if (key_field(fields, "q") != NULL || needs & GROUP_NEEDS_Q) {
        if (key_modulus(&group->q, fields, "q", bad_field) != STATUS_OK || group->q.bits > group->p.bits)
            return key_refuse(bad_field, "q");
        (void)big_sub_small(t, group->p.m, group->p.limbs, 1);
        mod_reduce(t, t, group->p.limbs, &group->q);
        if (!big_is_zero(t, group->q.limbs))
            return key_refuse(bad_field, "q");
        group->has_q = 1;
    }
    group->exponent_bits = group->has_q ? group->q.bits : group->p.bits;
    if (key_field(fields, "xbits") != NULL) {
        if (key_number(t, 1, fields, "xbits") != 1 || t[0] < 2 || t[0] > group->exponent_bits)
            return key_refuse(bad_field, "xbits");
        group->exponent_bits = (size_t)t[0];
    }
    status = load_element(group, group->g, fields, "g", bad_field);
    return status == STATUS_OK ? load_keys(group, fields, bad_field) : status;
}

void group_precompute(struct group *group)
{
    fixed_base_set(&group->g_table, group->g, group->exponent_bits, &group->p);
    if (group->has_public)
        fixed_base_set(&group->y_table, group->y, group->exponent_bits, &group->p);
    group->has_tables = 1;
}

void group_power_g(const struct group *group, limb *r, const limb *e)
{
    if (group->has_tables)
        fixed_base_power(r, &group->g_table, e, group_exponent_limbs(group), &group->p);
    else
        mont_power(r, group->g, e, group_exponent_limbs(group), &group->p);
}

void group_power_y(const struct group *group, limb *r, const limb *e)
{
    if (group->has_tables)
        fixed_base_power(r, &group->y_table, e, group_exponent_limbs(group), &group->p);
    else
        mont_power(r, group->y, e, group_exponent_limbs(group), &group->p);
}

void group_power_both(const struct group *group, limb *r, const limb *e, const limb *f)
{
    size_t en = group_exponent_limbs(group);

    if (group->has_tables)
        fixed_base_power_double(r, &group->g_table, e, en, &group->y_table, f, en, &group->p);
    else
        mont_power_double(r, group->g, e, en, group->y, f, en, &group->p);
}

void group_power_g_secret(const struct group *group, limb *r, const limb *e, size_t bits)
{
    if (group->has_tables)
        fixed_base_power(r, &group->g_table, e, group_exponent_limbs(group), &group->p);
    else
        mont_power_secret(r, group->g, e, bits, &group->p);
}

enum status group_draw(const struct group *group, limb *r, struct rng *rng)
{
    const limb *bound = NULL;

    if (group->has_q && group->exponent_bits == group->q.bits)
        bound = group->q.m;
    return big_draw(r, group_exponent_limbs(group), group->exponent_bits, bound, rng);
}

int group_has(const struct group *group, const limb *y)
{
    const struct modulus *p = &group->p;
    limb t[BIG_LIMBS_MAX];
    size_t n = p->limbs;

    if (big_is_zero(y, n) || big_is_small(y, n, 1) || big_compare(y, p->m, n) >= 0)
        return 0;
    if (!group->has_q) {
        (void)big_sub_small(t, p->m, n, 1);
        return big_compare(y, t, n) < 0;
    }
    big_shift_right(t, p->m, n, 1); /* (p - 1) / 2 */
    if (n == group->q.limbs && big_compare(t, group->q.m, n) == 0)
        return big_jacobi(y, p->m, n) == 1;
    mont_enter(t, y, p);
    return is_in_subgroup(group, t);
}

enum status group_load_message(const struct group *group, limb *r, const uint8_t *message, size_t size)
{
    limb e[BIG_LIMBS_MAX];

    if (big_load(e, BIG_LIMBS_MAX, message, size) != STATUS_OK)
        return STATUS_BAD_LENGTH;
    mod_reduce(r, e, BIG_LIMBS_MAX, &group->q);
    return STATUS_OK;
}

/* SPDX-License-Identifier: MIT */
/* arithmetic.c - the native side of arithmetic.h, and what both sides share. */
#include "backend/arithmetic.h"

#include "native/bignum/bignum.h"
#include "native/public_key/xtr.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    size_t operands;
} operations[ARITHMETIC_OPERATIONS] = {
    [ARITHMETIC_ADD] = {"sum", 2},
    [ARITHMETIC_SUBTRACT] = {"difference", 2},
    [ARITHMETIC_MULTIPLY] = {"product", 2},
    [ARITHMETIC_SQUARE] = {"square", 1},
    [ARITHMETIC_DIVIDE] = {"quotient and remainder", 2},
    [ARITHMETIC_GCD] = {"greatest common divisor", 2},
    [ARITHMETIC_INVERSE] = {"inverse", 2},
    [ARITHMETIC_JACOBI] = {"Jacobi symbol", 2},
    [ARITHMETIC_MOD_MULTIPLY] = {"modular product", 3},
    [ARITHMETIC_MOD_POWER] = {"power", 3},
    [ARITHMETIC_SECRET_POWER] = {"power by fixed window", 3},
    [ARITHMETIC_DOUBLE_POWER] = {"double power", 5},
    [ARITHMETIC_FIXED_POWER] = {"power of a fixed base", 3},
    [ARITHMETIC_LUCAS] = {"Lucas sequence", 3},
    [ARITHMETIC_TABLE] = {"table of a fixed base", 4},
    [ARITHMETIC_SQUARE_ROOT] = {"square root", 2},
    [ARITHMETIC_XTR] = {"XTR power", 4},
};

const char *arithmetic_name(enum arithmetic_operation operation)
{
    return operations[operation].name;
}

size_t arithmetic_operands(enum arithmetic_operation operation)
{
    return operations[operation].operands;
}

/* The operands as limbs, each of LIMBS limbs, and room for the operations. */
struct native {
    limb in[ARITHMETIC_OPERANDS_MAX][BIG_LIMBS_MAX];
    limb a[BIG_LIMBS_MAX], b[BIG_LIMBS_MAX], r[2 * BIG_LIMBS_MAX + 1], q[2 * BIG_LIMBS_MAX];
    struct modulus modulus;
    struct fixed_base table;
    struct xtr_element trace;
};

static void *native_open(void)
{
    return calloc(1, sizeof(struct native));
}

static void native_close(void *state)
{
    free(state);
}

static enum status put(struct number *out, const limb *a, size_t n)
{
    out->size = n * sizeof(limb);
    return out->size <= sizeof out->bytes ? big_store(out->bytes, out->size, a, n) : STATUS_BAD_LENGTH;
}

/* Reduces operand INDEX modulo the modulus into R, in Montgomery form. */
static void enter(struct native *n, limb *r, size_t index)
{
    mod_reduce(r, n->in[index], BIG_LIMBS_MAX, &n->modulus);
    mont_enter(r, r, &n->modulus);
}

static enum status put_residue(struct native *n, struct number *out, limb *a)
{
    mont_leave(a, a, &n->modulus);
    return put(out, a, n->modulus.limbs);
}

static enum status compute_modular(struct native *n, enum arithmetic_operation operation, size_t operands,
                                   const struct number *in, struct number *out)
{
    struct modulus *m = &n->modulus;
    const limb *e = n->in[1], *f = n->in[3];
    enum status status = mod_set_bytes(m, in[operands - 1].bytes, in[operands - 1].size);
    if (status != STATUS_OK)
        return status;
    size_t en = BIG_LIMBS(big_bits(e, BIG_LIMBS_MAX)), fn = BIG_LIMBS(big_bits(f, BIG_LIMBS_MAX));
    enter(n, n->a, 0);
    switch (operation) {
    case ARITHMETIC_MOD_MULTIPLY:
        enter(n, n->b, 1);
        mont_multiply(n->r, n->a, n->b, m);
        return put_residue(n, out, n->r);
    case ARITHMETIC_MOD_POWER:
        mont_power(n->r, n->a, e, en, m);
        return put_residue(n, out, n->r);
    case ARITHMETIC_SECRET_POWER:
        mont_power_secret(n->r, n->a, e, big_bits(e, BIG_LIMBS_MAX), m);
        return put_residue(n, out, n->r);
    case ARITHMETIC_DOUBLE_POWER:
        enter(n, n->b, 2);
        mont_power_double(n->r, n->a, e, en, n->b, f, fn, m);
        return put_residue(n, out, n->r);
    case ARITHMETIC_FIXED_POWER:
        fixed_base_set(&n->table, n->a, en == 0 ? 1 : big_bits(e, BIG_LIMBS_MAX), m);
        fixed_base_power(n->r, &n->table, e, en, m);
        return put_residue(n, out, n->r);
    case ARITHMETIC_LUCAS:
        mont_lucas(n->r, n->a, e, en, m);
        return put_residue(n, out, n->r);
    case ARITHMETIC_TABLE:
        if (e[0] == 0 || e[0] > ARITHMETIC_BITS_MAX || n->in[2][0] >= FIXED_BASE_POWERS)
            return STATUS_BAD_PARAMETER;
        fixed_base_set(&n->table, n->a, (size_t)e[0], m);
        fixed_base_entry(n->r, &n->table, (size_t)n->in[2][0], m);
        return put_residue(n, out, n->r);
    case ARITHMETIC_XTR:
        enter(n, n->trace.c1, 0);
        enter(n, n->trace.c2, 1);
        xtr_power(&n->trace, &n->trace, n->in[2], BIG_LIMBS_MAX, m);
        (void)put_residue(n, &out[0], n->trace.c1);
        return put_residue(n, &out[1], n->trace.c2);
    case ARITHMETIC_SQUARE_ROOT:
        (void)mont_sqrt(n->r, n->a, m);
        return put_residue(n, out, n->r);
    default:
        return STATUS_UNSUPPORTED;
    }
}

static enum status native_compute(void *state, enum arithmetic_operation operation, const struct number *in,
                                  struct number *out, size_t *count)
{
    struct native *n = state;
    size_t operands = arithmetic_operands(operation);
    const limb *a = n->in[0], *b = n->in[1];
    *count = operation == ARITHMETIC_XTR ? 2 : 1;
    for (size_t i = 0; i < operands; i++)
        if (big_load(n->in[i], BIG_LIMBS_MAX, in[i].bytes, in[i].size) != STATUS_OK)
            return STATUS_BAD_LENGTH;
    size_t an = BIG_LIMBS(big_bits(a, BIG_LIMBS_MAX)), bn = BIG_LIMBS(big_bits(b, BIG_LIMBS_MAX));
    size_t most = an > bn ? an : bn;
    if (most == 0)
        most = 1;
    switch (operation) {
    case ARITHMETIC_ADD:
        n->r[most] = big_add(n->r, a, b, most);
        return put(out, n->r, most + 1);
    case ARITHMETIC_SUBTRACT:
        return big_sub(n->r, a, b, most) == 0 ? put(out, n->r, most) : STATUS_BAD_PARAMETER;
    case ARITHMETIC_MULTIPLY:
        an = an == 0 ? 1 : an;
        bn = bn == 0 ? 1 : bn;
        big_multiply(n->r, a, an, b, bn);
        return put(out, n->r, an + bn);
    case ARITHMETIC_SQUARE:
        an = an == 0 ? 1 : an;
        big_square(n->r, a, an);
        return put(out, n->r, 2 * an);
    case ARITHMETIC_DIVIDE:
        an = an == 0 ? 1 : an;
        *count = 2;
        if (bn == 0 || big_divide(n->q, n->r, a, an, b, bn) != STATUS_OK)
            return STATUS_BAD_PARAMETER;
        (void)put(&out[0], n->q, an);
        return put(&out[1], n->r, bn);
    case ARITHMETIC_GCD:
        big_gcd(n->r, a, b, most);
        return put(out, n->r, most);
    case ARITHMETIC_INVERSE:
        if (bn == 0)
            return STATUS_BAD_PARAMETER;
        (void)big_divide(NULL, n->a, a, BIG_LIMBS_MAX, b, bn);
        if (!big_inverse(n->r, n->a, b, bn))
            big_set(n->r, bn, 0);
        return put(out, n->r, bn);
    case ARITHMETIC_JACOBI:
        if ((b[0] & 1) == 0)
            return STATUS_BAD_PARAMETER;
        (void)big_divide(NULL, n->a, a, BIG_LIMBS_MAX, b, bn);
        n->r[0] = (limb)(big_jacobi(n->a, b, bn) + 1);
        return put(out, n->r, 1);
    default:
        return compute_modular(n, operation, operands, in, out);
    }
}

const struct arithmetic native_arithmetic = {"native", native_open, native_close, native_compute};

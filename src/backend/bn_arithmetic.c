/* SPDX-License-Identifier: MIT */
/* bn_arithmetic.c - libcrypto's side of arithmetic.h. */
#include "backend/arithmetic.h"
#include "backend/bn.h"

#include <stdlib.h>

static void *bn_open(void)
{
    return BN_CTX_new();
}

static void bn_close(void *state)
{
    BN_CTX_free(state);
}

static enum status put(struct number *out, const BIGNUM *a)
{
    out->size = bn_bytes(a);
    return out->size <= sizeof out->bytes ? bn_store(out->bytes, out->size, a) : STATUS_BAD_LENGTH;
}

static int secret_power(BIGNUM *r, const BIGNUM *a, BIGNUM *e, const BIGNUM *m, BN_MONT_CTX *mont, BN_CTX *ctx)
{
    BN_set_flags(e, BN_FLG_CONSTTIME);
    return BN_mod_exp_mont_consttime(r, a, e, m, ctx, mont);
}

static int fixed_power(BIGNUM *r, const BIGNUM *a, const BIGNUM *e, const BIGNUM *m, BN_MONT_CTX *mont, BN_CTX *ctx)
{
    struct bn_table table = {0, {NULL}};
    int bits = BN_num_bits(e);
    int done = bn_table_set(&table, a, bits == 0 ? 1 : (unsigned)bits, mont, ctx) &&
               bn_table_power(r, &table, e, NULL, NULL, m, mont, ctx);
    bn_table_free(&table);
    return done;
}

static int table_entry(BIGNUM *r, const BIGNUM *a, const BIGNUM *bits, const BIGNUM *index, BN_MONT_CTX *mont, BN_CTX *ctx)
{
    struct bn_table table = {0, {NULL}};
    BN_ULONG at = BN_get_word(index), length = BN_get_word(bits);
    if (at >= BN_TABLE_POWERS || length == 0 || length > ARITHMETIC_BITS_MAX)
        return 0;
    int done = bn_table_set(&table, a, (unsigned)length, mont, ctx) && BN_from_montgomery(r, table.power[at], mont, ctx);
    bn_table_free(&table);
    return done;
}

static enum status compute_modular(BN_CTX *ctx, enum arithmetic_operation operation, BIGNUM **v, size_t operands,
                                   BIGNUM *r, struct number *out, size_t *count)
{
    BIGNUM *m = v[operands - 1];
    if (!BN_is_odd(m) || BN_is_one(m))
        return STATUS_BAD_PARAMETER;
    BN_MONT_CTX *mont = BN_MONT_CTX_new();
    int done = mont != NULL && BN_MONT_CTX_set(mont, m, ctx) && BN_nnmod(v[0], v[0], m, ctx);
    switch (done ? operation : ARITHMETIC_OPERATIONS) {
    case ARITHMETIC_MOD_MULTIPLY:
        done = BN_mod_mul(r, v[0], v[1], m, ctx);
        break;
    case ARITHMETIC_MOD_POWER:
        done = bn_power(r, v[0], v[1], m, mont, ctx);
        break;
    case ARITHMETIC_SECRET_POWER:
        done = secret_power(r, v[0], v[1], m, mont, ctx);
        break;
    case ARITHMETIC_DOUBLE_POWER:
        done = BN_nnmod(v[2], v[2], m, ctx);
        /* BN_mod_exp2_mont takes 0^0 for 0. */
        for (size_t i = 0; done && i <= 2; i += 2)
            if (BN_is_zero(v[i]) && BN_is_zero(v[i + 1]))
                done = BN_one(v[i]);
        done = done && bn_power_double(r, v[0], v[1], v[2], v[3], m, mont, ctx);
        break;
    case ARITHMETIC_FIXED_POWER:
        done = fixed_power(r, v[0], v[1], m, mont, ctx);
        break;
    case ARITHMETIC_LUCAS:
        done = bn_lucas(r, v[0], v[1], m, mont, ctx);
        break;
    case ARITHMETIC_TABLE:
        done = table_entry(r, v[0], v[1], v[2], mont, ctx);
        break;
    case ARITHMETIC_SQUARE_ROOT:
        done = bn_sqrt_exponent(v[2], m) && bn_power(r, v[0], v[2], m, mont, ctx);
        break;
    case ARITHMETIC_XTR:
        done = BN_nnmod(v[1], v[1], m, ctx) && bn_xtr_power(v[0], v[1], v[2], m, mont, ctx);
        break;
    default:
        done = 0;
        break;
    }
    BN_MONT_CTX_free(mont);
    if (done && operation == ARITHMETIC_XTR) {
        *count = 2;
        (void)put(&out[0], v[0]);
        return put(&out[1], v[1]);
    }
    return done ? put(out, r) : STATUS_FAILED;
}

static enum status bn_compute(void *state, enum arithmetic_operation operation, const struct number *in, struct number *out,
                              size_t *count)
{
    BN_CTX *ctx = state;
    size_t operands = arithmetic_operands(operation);
    enum status status = STATUS_FAILED;
    BIGNUM *v[ARITHMETIC_OPERANDS_MAX];
    *count = 1;
    BN_CTX_start(ctx);
    for (size_t i = 0; i < ARITHMETIC_OPERANDS_MAX; i++)
        v[i] = BN_CTX_get(ctx);
    BIGNUM *r = BN_CTX_get(ctx), *q = BN_CTX_get(ctx);
    bool loaded = q != NULL;
    for (size_t i = 0; loaded && i < operands; i++)
        loaded = bn_load(v[i], in[i].bytes, in[i].size, NULL);
    if (!loaded)
        goto done;
    switch (operation) {
    case ARITHMETIC_ADD:
        status = BN_add(r, v[0], v[1]) ? put(out, r) : STATUS_FAILED;
        break;
    case ARITHMETIC_SUBTRACT:
        status = BN_sub(r, v[0], v[1]) && !BN_is_negative(r) ? put(out, r) : STATUS_BAD_PARAMETER;
        break;
    case ARITHMETIC_MULTIPLY:
        status = BN_mul(r, v[0], v[1], ctx) ? put(out, r) : STATUS_FAILED;
        break;
    case ARITHMETIC_SQUARE:
        status = BN_sqr(r, v[0], ctx) ? put(out, r) : STATUS_FAILED;
        break;
    case ARITHMETIC_DIVIDE:
        *count = 2;
        status = BN_is_zero(v[1]) || !BN_div(q, r, v[0], v[1], ctx) ? STATUS_BAD_PARAMETER : put(&out[0], q);
        if (status == STATUS_OK)
            status = put(&out[1], r);
        break;
    case ARITHMETIC_GCD:
        status = BN_gcd(r, v[0], v[1], ctx) ? put(out, r) : STATUS_FAILED;
        break;
    case ARITHMETIC_INVERSE:
        if (BN_is_zero(v[1])) {
            status = STATUS_BAD_PARAMETER;
            break;
        }
        if (!BN_gcd(q, v[0], v[1], ctx) || !BN_is_one(q) || BN_mod_inverse(r, v[0], v[1], ctx) == NULL)
            BN_zero(r);
        status = put(out, r);
        break;
    case ARITHMETIC_JACOBI: {
        int symbol = BN_is_odd(v[1]) ? BN_kronecker(v[0], v[1], ctx) : -2;
        status = symbol == -2 ? STATUS_BAD_PARAMETER : BN_set_word(r, (BN_ULONG)(symbol + 1)) ? put(out, r) : STATUS_FAILED;
        break;
    }
    default:
        status = compute_modular(ctx, operation, v, operands, r, out, count);
        break;
    }

done:
    BN_CTX_end(ctx);
    return status;
}

const struct arithmetic bn_arithmetic = {"openssl", bn_open, bn_close, bn_compute};

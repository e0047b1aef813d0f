/* SPDX-License-Identifier: MIT */
#include "backend/bn.h"

#include "native/public_key/encoding.h"

#include "backend/library.h"

#include <string.h>

static const char *const names[BN_FIELDS] = {
    [BN_N] = "n", [BN_P] = "p", [BN_Q] = "q", [BN_E] = "e",   [BN_G] = "g",   [BN_Y] = "y",
    [BN_X] = "x", [BN_R] = "r", [BN_S] = "s", [BN_G1] = "g1", [BN_G2] = "g2", [BN_SEED] = "seed",
};

/* -------------------------------------------------------------------------------------------------- keys */

enum status bn_key_setup(void *context, const struct variant *variant)
{
    struct bn_key *key = context;
    key->option = variant->option;
    key->ctx = BN_CTX_new_ex(library_context(variant));
    if (key->ctx == NULL)
        return STATUS_NO_MEMORY;
    for (size_t i = 0; i < BN_VALUES; i++) {
        key->value[i] = BN_new();
        if (key->value[i] == NULL)
            return STATUS_NO_MEMORY;
    }
    return STATUS_OK;
}

static void drop_monts(struct bn_key *key)
{
    for (size_t i = 0; i <= BN_Q; i++) {
        BN_MONT_CTX_free(key->mont[i]);
        key->mont[i] = NULL;
    }
}

void bn_key_teardown(void *context)
{
    struct bn_key *key = context;
    drop_monts(key);
    bn_table_free(&key->g_table);
    bn_table_free(&key->y_table);
    for (size_t i = 0; i < BN_VALUES; i++)
        BN_clear_free(key->value[i]);
    BN_CTX_free(key->ctx);
    memset(key, 0, sizeof *key);
}

enum status bn_key_refuse(const char **bad_field, const char *name)
{
    if (bad_field != NULL)
        *bad_field = name;
    return STATUS_BAD_PARAMETER;
}

enum status bn_key_load(struct bn_key *key, const struct key *fields, const enum bn_value *needed,
                        const char **bad_field)
{
    drop_monts(key);
    bn_table_free(&key->g_table);
    bn_table_free(&key->y_table);
    key->has_public = key->has_private = false;
    key->write_public = NULL;
    for (size_t i = 0; i < BN_FIELDS; i++) {
        const struct field *field = key_field(fields, names[i]);
        key->given[i] = field != NULL;
        if (field == NULL)
            BN_zero(key->value[i]);
        else if (field->size > BN_SIZE_MAX || BN_bin2bn(field->value, (int)field->size, key->value[i]) == NULL)
            return bn_key_refuse(bad_field, names[i]);
    }
    for (; *needed != BN_FIELDS; needed++)
        if (!key->given[*needed])
            return bn_key_refuse(bad_field, names[*needed]);
    for (size_t i = 0; i <= BN_Q; i++) {
        if (!key->given[i])
            continue;
        if (!BN_is_odd(key->value[i]) || BN_is_one(key->value[i]))
            return bn_key_refuse(bad_field, names[i]);
        key->mont[i] = BN_MONT_CTX_new();
        if (key->mont[i] == NULL || !BN_MONT_CTX_set(key->mont[i], key->value[i], key->ctx))
            return STATUS_NO_MEMORY;
    }
    const struct field *xbits = key_field(fields, "xbits");
    key->exponent_bits = (unsigned)BN_num_bits(key->value[key->given[BN_Q] ? BN_Q : BN_P]);
    if (xbits != NULL) {
        unsigned bits = 0;
        for (size_t i = 0; i < xbits->size && bits < 1U << 16; i++)
            bits = bits << 8 | xbits->value[i];
        if (bits < 2 || bits > key->exponent_bits)
            return bn_key_refuse(bad_field, "xbits");
        key->exponent_bits = bits;
    }
    return STATUS_OK;
}

/* ----------------------------------------------------------------------------------------------- numbers */

bool bn_load(BIGNUM *r, const uint8_t *bytes, size_t size, const BIGNUM *bound)
{
    return bytes != NULL && size <= BN_SIZE_MAX && BN_bin2bn(bytes, (int)size, r) != NULL &&
           (bound == NULL || BN_cmp(r, bound) < 0);
}

enum status bn_store(uint8_t *bytes, size_t size, const BIGNUM *a)
{
    return BN_bn2binpad(a, bytes, (int)size) >= 0 ? STATUS_OK : STATUS_FAILED;
}

enum status bn_capacity(size_t *size, size_t needed)
{
    bool enough = *size >= needed;
    *size = needed;
    return enough ? STATUS_OK : STATUS_BAD_LENGTH;
}

enum status bn_plaintext_load(const struct bn_key *key, BIGNUM *r, const uint8_t *plaintext, size_t plaintext_size,
                              struct rng *rng)
{
    const BIGNUM *p = key->value[BN_P];
    uint8_t block[ENCODED_SIZE_MAX];
    size_t size = bn_bytes(p) - 1;
    if (key->option == ENCODING_RAW)
        return bn_load(r, plaintext, plaintext_size, p) ? STATUS_OK : STATUS_BAD_LENGTH;
    enum status status = encode_plaintext((enum encoding)key->option, block, size, plaintext, plaintext_size, rng);
    return status == STATUS_OK && !bn_load(r, block, size, p) ? STATUS_FAILED : status;
}

enum status bn_plaintext_store(const struct bn_key *key, uint8_t *plaintext, size_t *plaintext_size, const BIGNUM *a)
{
    uint8_t block[ENCODED_SIZE_MAX];
    size_t size = bn_bytes(key->value[BN_P]);
    if (key->option == ENCODING_RAW) {
        enum status status = bn_capacity(plaintext_size, size);
        return status == STATUS_OK ? bn_store(plaintext, size, a) : status;
    }
    if (bn_store(block, size - 1, a) != STATUS_OK)
        return STATUS_REJECTED;
    return decode_plaintext((enum encoding)key->option, block, size - 1, plaintext, plaintext_size);
}

enum status bn_draw(BIGNUM *r, unsigned bits, const BIGNUM *bound, struct rng *rng)
{
    enum { TRIES = 256 };
    uint8_t bytes[BN_SIZE_MAX];
    size_t size = (bits + 7) / 8;
    if (rng == NULL || size > sizeof bytes)
        return STATUS_FAILED;
    for (int i = 0; i < TRIES; i++) {
        enum status status = rng->fill(rng, bytes, size);
        if (status != STATUS_OK)
            return status;
        if (bits % 8 != 0)
            bytes[0] &= (uint8_t)((1U << bits % 8) - 1);
        if (!bn_load(r, bytes, size, NULL))
            return STATUS_FAILED;
        if (!BN_is_zero(r) && (bound == NULL || BN_cmp(r, bound) < 0))
            return STATUS_OK;
    }
    return STATUS_FAILED;
}

enum status bn_draw_exponent(const struct bn_key *key, BIGNUM *r, struct rng *rng)
{
    const BIGNUM *q = key->given[BN_Q] ? key->value[BN_Q] : NULL;
    bool full = q != NULL && (unsigned)BN_num_bits(q) == key->exponent_bits;
    return bn_draw(r, key->exponent_bits, full ? q : NULL, rng);
}

/* ------------------------------------------------------------------------------------------------ powers */

int bn_power(BIGNUM *r, const BIGNUM *a, const BIGNUM *e, const BIGNUM *m, BN_MONT_CTX *mont, BN_CTX *ctx)
{
    return BN_mod_exp_mont(r, a, e, m, ctx, mont);
}

int bn_power_double(BIGNUM *r, const BIGNUM *a, const BIGNUM *e, const BIGNUM *b, const BIGNUM *f, const BIGNUM *m,
                    BN_MONT_CTX *mont, BN_CTX *ctx)
{
    return BN_mod_exp2_mont(r, a, e, b, f, m, ctx, mont);
}

void bn_table_free(struct bn_table *table)
{
    for (size_t i = 0; i < BN_TABLE_POWERS; i++)
        BN_free(table->power[i]);
    memset(table, 0, sizeof *table);
}

int bn_table_set(struct bn_table *table, const BIGNUM *base, unsigned exponent_bits, BN_MONT_CTX *mont, BN_CTX *ctx)
{
    bn_table_free(table);
    table->window_bits = (exponent_bits + BN_TABLE_POWERS - 1) / BN_TABLE_POWERS;
    for (size_t i = 0; i < BN_TABLE_POWERS; i++) {
        table->power[i] = BN_new();
        if (table->power[i] == NULL)
            return 0;
        if (i == 0 ? !BN_to_montgomery(table->power[0], base, mont, ctx)
                   : BN_copy(table->power[i], table->power[i - 1]) == NULL)
            return 0;
        for (unsigned k = 0; i != 0 && k < table->window_bits; k++)
            if (!BN_mod_mul_montgomery(table->power[i], table->power[i], table->power[i], mont, ctx))
                return 0;
    }
    return 1;
}

/* Multiplies R (NULL while it is still 1) by the powers whose digits of E have the bit BIT. */
static int multiply_column(BIGNUM *r, bool *started, const struct bn_table *table, const BIGNUM *e, unsigned bit,
                           BN_MONT_CTX *mont, BN_CTX *ctx)
{
    for (unsigned i = 0; i < BN_TABLE_POWERS; i++) {
        if (!BN_is_bit_set(e, (int)(i * table->window_bits + bit)))
            continue;
        if (*started ? !BN_mod_mul_montgomery(r, r, table->power[i], mont, ctx) : BN_copy(r, table->power[i]) == NULL)
            return 0;
        *started = true;
    }
    return 1;
}

/* The digits are scanned bit by bit from the top: window squarings and about 8 products a window bit and table. */
int bn_table_power(BIGNUM *r, const struct bn_table *a, const BIGNUM *e, const struct bn_table *b, const BIGNUM *f,
                   const BIGNUM *m, BN_MONT_CTX *mont, BN_CTX *ctx)
{
    bool started = false;
    unsigned bits = (unsigned)BN_num_bits(e);
    if (b != NULL && (unsigned)BN_num_bits(f) > bits)
        bits = (unsigned)BN_num_bits(f);
    if (bits > BN_TABLE_POWERS * a->window_bits) { /* longer than the table was made for: from its first element alone */
        BN_CTX_start(ctx);
        BIGNUM *base = BN_CTX_get(ctx), *other = BN_CTX_get(ctx);
        int done = other != NULL && BN_from_montgomery(base, a->power[0], mont, ctx) &&
                   (b == NULL || BN_from_montgomery(other, b->power[0], mont, ctx)) &&
                   (b == NULL ? bn_power(r, base, e, m, mont, ctx) : bn_power_double(r, base, e, other, f, m, mont, ctx));
        BN_CTX_end(ctx);
        return done;
    }
    for (unsigned bit = a->window_bits; bit-- > 0;) {
        if (started && !BN_mod_mul_montgomery(r, r, r, mont, ctx))
            return 0;
        if (!multiply_column(r, &started, a, e, bit, mont, ctx) ||
            (b != NULL && !multiply_column(r, &started, b, f, bit, mont, ctx)))
            return 0;
    }
    return started ? BN_from_montgomery(r, r, mont, ctx) : BN_one(r);
}

/* v = V_k, w = V_(k+1) for the leading bits k of e: V_2k = V_k^2 - 2, V_(2k+1) = V_k * V_(k+1) - a. */
int bn_lucas(BIGNUM *r, const BIGNUM *a, const BIGNUM *e, const BIGNUM *m, BN_MONT_CTX *mont, BN_CTX *ctx)
{
    BN_CTX_start(ctx);
    BIGNUM *two = BN_CTX_get(ctx), *base = BN_CTX_get(ctx), *v = BN_CTX_get(ctx), *w = BN_CTX_get(ctx);
    int bits = BN_num_bits(e);
    int done = w != NULL && BN_set_word(two, 2) && BN_nnmod(two, two, m, ctx);
    if (done && bits == 0)
        done = BN_copy(r, two) != NULL;
    if (done && bits != 0) {
        done = BN_to_montgomery(two, two, mont, ctx) && BN_to_montgomery(base, a, mont, ctx) && BN_copy(v, base) != NULL &&
               BN_mod_mul_montgomery(w, base, base, mont, ctx) && BN_mod_sub_quick(w, w, two, m);
        for (int i = bits - 2; done && i >= 0; i--) {
            int bit = BN_is_bit_set(e, i);
            BIGNUM *same = bit ? w : v, *other = bit ? v : w;
            if (i > 0 || bit)
                done = BN_mod_mul_montgomery(other, v, w, mont, ctx) && BN_mod_sub_quick(other, other, base, m);
            if (done && (i > 0 || !bit))
                done = BN_mod_mul_montgomery(same, same, same, mont, ctx) && BN_mod_sub_quick(same, same, two, m);
        }
        done = done && BN_from_montgomery(r, v, mont, ctx);
    }
    BN_CTX_end(ctx);
    return done;
}

int bn_join(const struct bn_key *key, BIGNUM *r, const BIGNUM *xp, const BIGNUM *xq)
{
    const BIGNUM *p = key->value[BN_P], *q = key->value[BN_Q];
    BN_CTX_start(key->ctx);
    BIGNUM *h = BN_CTX_get(key->ctx);
    int done = h != NULL && BN_sub(h, xp, xq) && BN_nnmod(h, h, p, key->ctx) &&
               BN_mod_mul_montgomery(h, h, key->value[BN_Q_INVERSE], key->mont[BN_P], key->ctx) &&
               BN_mul(h, h, q, key->ctx) && BN_add(r, h, xq);
    BN_CTX_end(key->ctx);
    return done;
}

int bn_sqrt_exponent(BIGNUM *exponent, const BIGNUM *m)
{
    return BN_rshift(exponent, m, 2) && BN_add_word(exponent, 1);
}

/* ------------------------------------------------------------------------------------------------- Blum */

unsigned bn_blum_bits(const BIGNUM *n)
{
    unsigned bits = 0;
    while (BN_num_bits(n) >> (bits + 1) != 0)
        bits++;
    return bits;
}

static int take_low_bits(struct bn_blum *stream, const struct bn_key *key)
{
    if (!BN_from_montgomery(stream->plain, stream->state, key->mont[BN_N], key->ctx))
        return 0;
    /* Masking fails where the number is that short already. */
    (void)BN_mask_bits(stream->plain, (int)stream->bits_per_square);
    stream->low = BN_get_word(stream->plain);
    stream->left = stream->bits_per_square;
    return 1;
}

int bn_blum_resume(struct bn_blum *stream, const BIGNUM *state, unsigned skip, const struct bn_key *key)
{
    stream->bits_per_square = bn_blum_bits(key->value[BN_N]);
    if (!BN_to_montgomery(stream->state, state, key->mont[BN_N], key->ctx) || !take_low_bits(stream, key))
        return 0;
    stream->left -= skip;
    return 1;
}

int bn_blum_xor(struct bn_blum *stream, const uint8_t *in, uint8_t *out, size_t size, const struct bn_key *key)
{
    for (size_t i = 0; i < size; i++) {
        unsigned byte = 0, wanted = 8;
        while (wanted != 0) {
            if (stream->left == 0 &&
                (!BN_mod_mul_montgomery(stream->state, stream->state, stream->state, key->mont[BN_N], key->ctx) ||
                 !take_low_bits(stream, key)))
                return 0;
            unsigned part = stream->left < wanted ? stream->left : wanted;
            stream->left -= part;
            wanted -= part;
            byte = byte << part | ((unsigned)(stream->low >> stream->left) & ((1U << part) - 1));
        }
        out[i] = (uint8_t)(byte ^ (in == NULL ? 0 : in[i]));
    }
    return 1;
}

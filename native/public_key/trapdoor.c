/* SPDX-License-Identifier: MIT */
#include "native/public_key/trapdoor.h"

#include "native/common/bytes.h"

void trapdoor_split(const struct trapdoor *key, limb *yp, limb *yq, const limb *y)
{
    mod_reduce(yp, y, key->n.limbs, &key->p);
    mod_reduce(yq, y, key->n.limbs, &key->q);
}

void trapdoor_join(const struct trapdoor *key, limb *r, const limb *xp, const limb *xq)
{
    limb h[BIG_LIMBS_MAX], product[2 * BIG_LIMBS_MAX], low[BIG_LIMBS_MAX];
    size_t n = key->n.limbs, pn = key->p.limbs, qn = key->q.limbs;

    mod_reduce(h, xq, qn, &key->p);
    mod_sub(h, xp, h, &key->p);
    mont_multiply(h, h, key->q_inverse, &key->p);
    big_multiply(product, h, pn, key->q.m, qn);
    big_extend(low, n, xq, qn);
    (void)big_add(r, product, low, n);
    wipe(h, pn * sizeof h[0]);
    wipe(product, (pn + qn) * sizeof product[0]);
    wipe(low, n * sizeof low[0]);
}

enum status trapdoor_load_exponent(struct trapdoor *key, const struct key *fields, const char **bad_field)
{
    size_t n = key->n.limbs;

    if (key_number(key->e, n, fields, "e") != 1 || (key->e[0] & 1) == 0 || big_is_small(key->e, n, 1) ||
        big_compare(key->e, key->n.m, n) >= 0)
        return key_refuse(bad_field, "e");
    key->e_limbs = BIG_LIMBS(big_bits(key->e, n));
    return STATUS_OK;
}

enum status trapdoor_setup(struct trapdoor *key, const struct variant *variant,
                           const struct trapdoor_function *function, int (*has_encoding)(enum encoding))
{
    if (!has_encoding((enum encoding)variant->option))
        return STATUS_BAD_PARAMETER;
    key->function = function;
    key->encoding = (enum encoding)variant->option;
    return STATUS_OK;
}

void trapdoor_teardown(void *context)
{
    wipe(context, sizeof(struct trapdoor));
}

static enum status load_factors(struct trapdoor *key, const struct key *fields, const char **bad_field)
{
    limb product[2 * BIG_LIMBS_MAX], inverse[BIG_LIMBS_MAX];
    size_t n = key->n.limbs;

    if (key_modulus(&key->p, fields, "p", bad_field) != STATUS_OK ||
        key_modulus(&key->q, fields, "q", bad_field) != STATUS_OK)
        return STATUS_BAD_PARAMETER;
    size_t pn = key->p.limbs, qn = key->q.limbs;
    big_multiply(product, key->p.m, pn, key->q.m, qn);
    if (pn == qn && big_compare(key->p.m, key->q.m, pn) == 0)
        return key_refuse(bad_field, "q");
    if (pn + qn < n || big_compare(product, key->n.m, n) != 0 || !big_is_zero(product + n, pn + qn - n))
        return key_refuse(bad_field, "n");
    mod_reduce(inverse, key->q.m, qn, &key->p);
    if (!big_inverse(inverse, inverse, key->p.m, pn))
        return key_refuse(bad_field, "q");
    if (!key_agrees(fields, "qinv", inverse, pn))
        return key_refuse(bad_field, "qinv");
    mont_enter(key->q_inverse, inverse, &key->p);
    key->has_private = 1;
    return STATUS_OK;
}

enum status trapdoor_set_key(void *context, const struct key *fields, const char **bad_field)
{
    struct trapdoor *key = context;

    key->has_key = key->has_private = 0;
    enum status status = key_modulus(&key->n, fields, "n", bad_field);
    if (status == STATUS_OK && (key_field(fields, "p") != NULL || key_field(fields, "q") != NULL))
        status = load_factors(key, fields, bad_field);
    if (status == STATUS_OK)
        status = key->function->set(key, fields, bad_field);
    key->has_key = status == STATUS_OK;
    key->has_private &= key->has_key;
    return status;
}

enum status trapdoor_encrypt(void *context, const uint8_t *plaintext, size_t plaintext_size, struct rng *rng,
                             uint8_t *ciphertext, size_t *ciphertext_size)
{
    const struct trapdoor *key = context;
    limb x[BIG_LIMBS_MAX];
    size_t size = modulus_bytes(&key->n);

    if (!key->has_key)
        return STATUS_BAD_PARAMETER;
    enum status status = take_capacity(ciphertext_size, size);
    if (status == STATUS_OK)
        status = plaintext_load(x, key->encoding, size, plaintext, plaintext_size, rng, &key->n);
    if (status != STATUS_OK)
        return status;
    key->function->apply(key, x, x);
    return big_store(ciphertext, size, x, key->n.limbs);
}

enum status trapdoor_decrypt(void *context, const uint8_t *ciphertext, size_t ciphertext_size, uint8_t *plaintext,
                             size_t *plaintext_size)
{
    const struct trapdoor *key = context;
    limb x[BIG_LIMBS_MAX];
    size_t size = modulus_bytes(&key->n);

    if (!key->has_private)
        return STATUS_BAD_PARAMETER;
    if (ciphertext_size != size || residue_load(x, ciphertext, size, &key->n) != STATUS_OK)
        return STATUS_REJECTED;
    enum status status = key->function->invert(key, x, x);
    if (status != STATUS_OK)
        return status;
    status = plaintext_store(plaintext, plaintext_size, key->encoding, size, x, &key->n);
    wipe(x, key->n.limbs * sizeof x[0]);
    return status;
}

enum status trapdoor_sign(void *context, const uint8_t *message, size_t message_size, struct rng *rng,
                          uint8_t *signature, size_t *signature_size)
{
    const struct trapdoor *key = context;
    uint8_t encoded[ENCODED_SIZE_MAX];
    limb x[BIG_LIMBS_MAX];
    size_t size = modulus_bytes(&key->n);

    if (!key->has_private)
        return STATUS_BAD_PARAMETER;
    enum status status = take_capacity(signature_size, size);
    if (status == STATUS_OK && key->encoding == ENCODING_RAW) {
        status = residue_load(x, message, message_size, &key->n);
    } else if (status == STATUS_OK) {
        status = encode_signed(key->encoding, encoded, size, message, message_size, rng);
        if (status == STATUS_OK)
            status = residue_load(x, encoded, size, &key->n);
    }
    if (status == STATUS_OK)
        status = key->function->invert(key, x, x);
    return status == STATUS_OK ? big_store(signature, size, x, key->n.limbs) : status;
}

enum status trapdoor_verify(void *context, const uint8_t *message, size_t message_size, const uint8_t *signature,
                            size_t signature_size)
{
    const struct trapdoor *key = context;
    uint8_t encoded[ENCODED_SIZE_MAX];
    limb x[BIG_LIMBS_MAX], expected[BIG_LIMBS_MAX];
    size_t n = key->n.limbs, size = modulus_bytes(&key->n);

    if (!key->has_key)
        return STATUS_BAD_PARAMETER;
    if (signature_size != size || residue_load(x, signature, size, &key->n) != STATUS_OK)
        return STATUS_REJECTED;
    key->function->apply(key, x, x);
    if (key->encoding == ENCODING_RAW)
        return residue_load(expected, message, message_size, &key->n) == STATUS_OK &&
               big_compare(x, expected, n) == 0 ? STATUS_OK : STATUS_REJECTED;
    (void)big_store(encoded, size, x, n);
    return check_signed(key->encoding, encoded, size, message, message_size);
}

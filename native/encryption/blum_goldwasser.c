/* SPDX-License-Identifier: MIT */
/*
 * Blum-Goldwasser encryption (Blum and Goldwasser, "An Efficient Probabilistic Public-Key Encryption Scheme Which Hides All
 * Partial Information", 1984) with floor(log2(bits of n)) bits a squaring, in the form of Crypto++.
 *
 * The ciphertext is the state behind the last one used, K bytes (K being the length of n), and the message exclusive-or the
 * low bits of the states: K + message bytes.  The first state is x^4.
 * Key fields: n; private p, q, both 3 mod 4; pinv, the inverse of p modulo q, is checked where given.
 * An empty message can be encrypted but not decrypted (STATUS_REJECTED).
 * Draws: x, 2 <= x <= n - 2, in as many bytes as n has.
 * Not constant-time in the message's length; the powers are.  Wiped: x, states, exponents.
 */
#include "native/common/bytes.h"
#include "native/native.h"
#include "native/public_key/blum.h"
#include "native/public_key/trapdoor.h"

struct blum_goldwasser {
    struct trapdoor key;
    struct modulus p_half, q_half; /* (p - 1) / 2 and (q - 1) / 2: the odd halves of the exponents' moduli */
};

static enum status load_prime(struct modulus *half, const struct modulus *m, const char *name, const char **bad_field)
{
    limb t[BIG_LIMBS_MAX];

    big_shift_right(t, m->m, m->limbs, 1);
    if ((m->m[0] & 3) != 3 || mod_set(half, t, m->limbs) != STATUS_OK)
        return key_refuse(bad_field, name);
    return STATUS_OK;
}

static enum status accept_key(struct trapdoor *key, const struct key *fields, const char **bad_field)
{
    limb inverse[BIG_LIMBS_MAX];

    if (!key->has_private)
        return STATUS_OK;
    mod_reduce(inverse, key->p.m, key->p.limbs, &key->q);
    if (!big_inverse(inverse, inverse, key->q.m, key->q.limbs) ||
        !key_agrees(fields, "pinv", inverse, key->q.limbs))
        return key_refuse(bad_field, "pinv");
    return STATUS_OK;
}

static const struct trapdoor_function function = {.set = accept_key};

static void teardown(void *context)
{
    wipe(context, sizeof(struct blum_goldwasser));
}

static enum status set_key(void *context, const struct key *fields, const char **bad_field)
{
    struct blum_goldwasser *c = context;

    c->key.function = &function;
    enum status status = trapdoor_set_key(&c->key, fields, bad_field);
    if (status == STATUS_OK && c->key.has_private) {
        status = load_prime(&c->p_half, &c->key.p, "p", bad_field);
        if (status == STATUS_OK)
            status = load_prime(&c->q_half, &c->key.q, "q", bad_field);
        c->key.has_key = c->key.has_private = status == STATUS_OK;
    }
    return status;
}

static enum status encrypt(void *context, const uint8_t *plaintext, size_t plaintext_size, struct rng *rng,
                           uint8_t *ciphertext, size_t *ciphertext_size)
{
    const struct blum_goldwasser *c = context;
    const struct modulus *n = &c->key.n;
    struct blum_stream stream;
    limb x[BIG_LIMBS_MAX], bound[BIG_LIMBS_MAX];
    size_t size = modulus_bytes(n);

    if (!c->key.has_key)
        return STATUS_BAD_PARAMETER;
    if (plaintext_size > SIZE_MAX / 8 - size)
        return STATUS_BAD_LENGTH;
    enum status status = take_capacity(ciphertext_size, size + plaintext_size);
    (void)big_sub_small(bound, n->m, n->limbs, 1);
    do {
        if (status == STATUS_OK)
            status = big_draw(x, n->limbs, n->bits, bound, rng);
    } while (status == STATUS_OK && big_is_small(x, n->limbs, 1));
    if (status != STATUS_OK)
        return status;
    blum_start(&stream, x, n);
    blum_xor(&stream, plaintext, ciphertext + size, plaintext_size, n);
    if (plaintext_size != 0)
        mont_square(stream.state, stream.state, n);
    mont_leave(x, stream.state, n);
    status = big_store(ciphertext, size, x, n->limbs);
    wipe(&stream, sizeof stream);
    return status;
}

/* x = x^(((m + 1) / 4)^steps) modulo the prime m, plain; the exponent is taken modulo (m - 1) / 2, which squares allow. */
static void unwind(limb *x, size_t steps, const struct modulus *m, const struct modulus *half)
{
    limb e[BIG_LIMBS_MAX], count[2];
    size_t n = m->limbs;

    big_shift_right(e, m->m, n, 2);
    (void)big_add_small(e, e, n, 1); /* (m + 1) / 4 */
    mod_reduce(e, e, n, half);
    mont_enter(e, e, half);
    count[0] = (limb)steps;
    count[1] = (limb)((uint64_t)steps >> 16 >> (WIDE_LIMB_BITS - 32) >> 16);
    mont_power(e, e, count, 2, half);
    mont_leave(e, e, half);
    big_extend(e, n, e, half->limbs);
    mont_enter(x, x, m);
    mont_power_secret(x, x, e, m->bits, m);
    mont_leave(x, x, m);
    wipe(e, n * sizeof e[0]);
}

static enum status decrypt(void *context, const uint8_t *ciphertext, size_t ciphertext_size, uint8_t *plaintext,
                           size_t *plaintext_size)
{
    const struct blum_goldwasser *c = context;
    const struct modulus *n = &c->key.n;
    struct blum_stream stream;
    limb x[BIG_LIMBS_MAX], xp[BIG_LIMBS_MAX], xq[BIG_LIMBS_MAX];
    size_t size = modulus_bytes(n);

    if (!c->key.has_private)
        return STATUS_BAD_PARAMETER;
    if (ciphertext_size <= size || residue_load(x, ciphertext, size, n) != STATUS_OK || big_is_zero(x, n->limbs) ||
        ciphertext_size - size > SIZE_MAX / 8 - size)
        return STATUS_REJECTED;
    size_t message = ciphertext_size - size;
    enum status status = take_capacity(plaintext_size, message);
    if (status != STATUS_OK)
        return status;
    unsigned bits = blum_bits_per_square(n);
    size_t steps = (8 * message + bits - 1) / bits;
    trapdoor_split(&c->key, xp, xq, x);
    unwind(xp, steps, &c->key.p, &c->p_half);
    unwind(xq, steps, &c->key.q, &c->q_half);
    trapdoor_join(&c->key, x, xp, xq);
    blum_resume(&stream, x, 0, n);
    blum_xor(&stream, ciphertext + size, plaintext, message, n);
    wipe(&stream, sizeof stream);
    wipe(x, n->limbs * sizeof x[0]);
    return STATUS_OK;
}

const struct encryption_ops native_blum_goldwasser = {
    .ops = {.context_size = sizeof(struct blum_goldwasser), .teardown = teardown},
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

/* SPDX-License-Identifier: MIT */
/*
 * ESIGN, IEEE P1363a IFSP-ESIGN and IFVP-ESIGN with EMSA5: n = p^2 * q, p and q of L = (bits of n) / 3 bits each.
 *
 * A representative f has k = L - 1 bits; f = floor((s^e mod n) / 2^(2k + 2)), capped at 2^k - 1.
 * Reads variant->option: ENCODING_RAW (the message is f), ENCODING_EMSA5_SHA1.  Signatures are as long as n.
 * Key fields: n, e (one limb, at least 8); private p, q; k is checked where given.
 * Draws: r, 1 <= r < p * q, in as many bytes as p * q has; again where r is not coprime to p or the remainder w1 is too big.
 * Not constant-time.  Wiped: r, intermediate numbers.
 */
#include "native/common/bytes.h"
#include "native/native.h"
#include "native/public_key/encoding.h"
#include "native/public_key/key.h"

struct esign {
    enum encoding encoding;
    int has_key, has_private;
    struct modulus n, p;
    limb pq[BIG_LIMBS_MAX];
    size_t pq_limbs;
    limb e;
    size_t bits; /* k */
};

static enum status setup(void *context, const struct variant *variant)
{
    struct esign *c = context;

    if (variant->option != ENCODING_RAW && variant->option != ENCODING_EMSA5_SHA1)
        return STATUS_BAD_PARAMETER;
    c->encoding = (enum encoding)variant->option;
    return STATUS_OK;
}

static void teardown(void *context)
{
    wipe(context, sizeof(struct esign));
}

static enum status load_factors(struct esign *c, const struct key *fields, const char **bad_field)
{
    struct modulus q;
    limb product[2 * BIG_LIMBS_MAX];
    size_t n = c->n.limbs;

    if (key_modulus(&c->p, fields, "p", bad_field) != STATUS_OK ||
        key_modulus(&q, fields, "q", bad_field) != STATUS_OK)
        return STATUS_BAD_PARAMETER;
    if (c->p.bits != c->bits + 1)
        return key_refuse(bad_field, "p");
    if (q.bits != c->bits + 1 || big_compare(q.m, c->p.m, q.limbs) == 0)
        return key_refuse(bad_field, "q");
    big_multiply(c->pq, c->p.m, c->p.limbs, q.m, q.limbs);
    c->pq_limbs = BIG_LIMBS(big_bits(c->pq, c->p.limbs + q.limbs));
    big_multiply(product, c->pq, c->pq_limbs, c->p.m, c->p.limbs);
    size_t total = c->pq_limbs + c->p.limbs;
    if (total < n || big_compare(product, c->n.m, n) != 0 || !big_is_zero(product + n, total - n))
        return key_refuse(bad_field, "n");
    c->has_private = 1;
    return STATUS_OK;
}

static enum status set_key(void *context, const struct key *fields, const char **bad_field)
{
    struct esign *c = context;
    limb value;

    c->has_key = c->has_private = 0;
    enum status status = key_modulus(&c->n, fields, "n", bad_field);
    if (status != STATUS_OK)
        return status;
    if (c->n.bits % 3 != 0 || c->n.bits < 24)
        return key_refuse(bad_field, "n");
    c->bits = c->n.bits / 3 - 1;
    value = (limb)c->bits;
    if (!key_agrees(fields, "k", &value, 1))
        return key_refuse(bad_field, "k");
    if (key_number(&c->e, 1, fields, "e") != 1 || c->e < 8)
        return key_refuse(bad_field, "e");
    if (key_field(fields, "p") != NULL || key_field(fields, "q") != NULL)
        status = load_factors(c, fields, bad_field);
    c->has_key = status == STATUS_OK;
    return status;
}

/* The representative, n->limbs limbs, below 2^k. */
static enum status load_representative(const struct esign *c, limb *f, const uint8_t *message, size_t message_size)
{
    uint8_t encoded[ENCODED_SIZE_MAX];
    size_t n = c->n.limbs;

    if (c->encoding == ENCODING_RAW)
        return big_load(f, n, message, message_size) == STATUS_OK && big_bits(f, n) <= c->bits ? STATUS_OK
                                                                                              : STATUS_BAD_LENGTH;
    encode_emsa5(encoded, c->bits, message, message_size);
    return big_load(f, n, encoded, (c->bits + 7) / 8);
}

/*
 * One try with the plain r below pq: s, or 0 where r will not do.  z = f * 2^(2k + 2), c = r^e, a = z - c mod n,
 * a = w0 * pq - w1, s = r + pq * (w0 * r / (e * c) mod p).
 */
static int try_sign(const struct esign *c, limb *s, const limb *f, const limb *r)
{
    const struct modulus *n = &c->n, *p = &c->p;
    limb power[BIG_LIMBS_MAX], a[BIG_LIMBS_MAX], w0[BIG_LIMBS_MAX], w1[BIG_LIMBS_MAX], t[BIG_LIMBS_MAX];
    limb product[2 * BIG_LIMBS_MAX];
    size_t nn = n->limbs, pn = p->limbs, mn = c->pq_limbs;
    limb e = c->e;

    mod_power_small(power, r, c->e, n);
    big_shift_left(a, f, nn, 2 * c->bits + 2);
    mod_sub(a, a, power, n);
    (void)big_divide(w0, w1, a, nn, c->pq, mn);
    if (!big_is_zero(w1, mn)) {
        (void)big_add_small(w0, w0, nn, 1);
        (void)big_sub(w1, c->pq, w1, mn);
    }
    if (big_bits(w1, mn) > 2 * c->bits + 1)
        return 0;
    mod_reduce(t, &e, 1, p);
    mod_reduce(product, power, nn, p);
    mod_multiply(t, t, product, p);
    if (!big_inverse(t, t, p->m, pn)) /* r or e is not coprime to p */
        return 0;
    mod_reduce(product, w0, nn, p);
    mod_multiply(t, t, product, p);
    mod_reduce(product, r, nn, p);
    mod_multiply(t, t, product, p);
    big_multiply(product, t, pn, c->pq, mn);
    size_t total = pn + mn;
    big_copy(s, product, nn < total ? nn : total);
    (void)big_add(s, s, r, nn);
    wipe(power, nn * sizeof power[0]);
    wipe(t, pn * sizeof t[0]);
    return 1;
}

static enum status sign(void *context, const uint8_t *message, size_t message_size, struct rng *rng,
                        uint8_t *signature, size_t *signature_size)
{
    const struct esign *c = context;
    limb f[BIG_LIMBS_MAX], r[BIG_LIMBS_MAX], s[BIG_LIMBS_MAX];
    size_t size = modulus_bytes(&c->n), n = c->n.limbs;

    if (!c->has_private)
        return STATUS_BAD_PARAMETER;
    enum status status = take_capacity(signature_size, size);
    if (status == STATUS_OK)
        status = load_representative(c, f, message, message_size);
    for (int tries = 0; status == STATUS_OK; tries++) {
        status = tries < 256 ? big_draw(r, c->pq_limbs, big_bits(c->pq, c->pq_limbs), c->pq, rng) : STATUS_FAILED;
        if (status != STATUS_OK)
            break;
        big_extend(r, n, r, c->pq_limbs);
        if (try_sign(c, s, f, r)) {
            status = big_store(signature, size, s, n);
            break;
        }
    }
    wipe(r, sizeof r);
    return status;
}

static enum status verify(void *context, const uint8_t *message, size_t message_size, const uint8_t *signature,
                          size_t signature_size)
{
    const struct esign *c = context;
    limb f[BIG_LIMBS_MAX], s[BIG_LIMBS_MAX];
    size_t n = c->n.limbs;

    if (!c->has_key)
        return STATUS_BAD_PARAMETER;
    if (signature_size != modulus_bytes(&c->n) || residue_load(s, signature, signature_size, &c->n) != STATUS_OK ||
        load_representative(c, f, message, message_size) != STATUS_OK)
        return STATUS_REJECTED;
    mod_power_small(s, s, c->e, &c->n);
    big_shift_right(s, s, n, 2 * c->bits + 2);
    if (big_bits(s, n) > c->bits) { /* capped at 2^k - 1 */
        big_set(s, n, 1);
        big_shift_left(s, s, n, c->bits);
        (void)big_sub_small(s, s, n, 1);
    }
    return big_compare(s, f, n) == 0 ? STATUS_OK : STATUS_REJECTED;
}

const struct signature_ops native_esign = {
    .ops = {.context_size = sizeof(struct esign), .setup = setup, .teardown = teardown},
    .set_key = set_key,
    .sign = sign,
    .verify = verify,
};

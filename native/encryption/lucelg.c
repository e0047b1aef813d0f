/* SPDX-License-Identifier: MIT */
/*
 * LUCELG: ElGamal encryption and signature in Lucas sequences (Smith and Skinner, "A Public-Key Cryptosystem and a Digital
 * Signature System Based on the Lucas Function Analogue to Discrete Logarithms", 1994), in the forms of Crypto++.
 *
 * Encryption: a = V_k(g), b = m * V_k(y) mod p.
 * Signature: r = V_k(g), s = k + x * (r + e) mod q; accepted when A^2 + B^2 + r^2 = A * B * r + 4 mod p with A = V_s(g),
 * B = V_(r + e mod q)(y).
 *
 * Reads variant->option: for encryption ENCODING_RAW (m is the message as a number below p; decryption gives K bytes, K
 * being the length of p), ENCODING_LENGTH_BYTE (messages of at most min(255, K - 3) bytes); for signatures ENCODING_RAW (e is
 * the message as a number of at most 4,096 bits), ENCODING_SHA1 (e is the leading bits of the digest, as many as q has).
 * A ciphertext is a || b, K bytes each; a signature r || s, as long as p + 1 and as q.
 * Key fields: p, q, g; xbits; y or x or both.
 * Draws: the nonce k, 1 <= k < 2^xbits (below q where q is that short), in as many bytes as xbits needs; encryption then the
 * random bytes of the block, K - 2 - message bytes.
 * Not constant-time.  Wiped: k, the mask, the block.
 */
#include "native/common/bytes.h"
#include "native/native.h"
#include "native/public_key/encoding.h"
#include "native/public_key/lucas_group.h"

struct lucelg {
    struct lucas_group group;
    enum encoding encoding;
};

static enum status encryption_setup(void *context, const struct variant *variant)
{
    struct lucelg *c = context;

    if (variant->option != ENCODING_RAW && variant->option != ENCODING_LENGTH_BYTE)
        return STATUS_BAD_PARAMETER;
    c->encoding = (enum encoding)variant->option;
    return STATUS_OK;
}

static enum status signature_setup(void *context, const struct variant *variant)
{
    struct lucelg *c = context;

    if (variant->option != ENCODING_RAW && variant->option != ENCODING_SHA1)
        return STATUS_BAD_PARAMETER;
    c->encoding = (enum encoding)variant->option;
    return STATUS_OK;
}

static void teardown(void *context)
{
    wipe(context, sizeof(struct lucelg));
}

static enum status set_key(void *context, const struct key *fields, const char **bad_field)
{
    struct lucelg *c = context;
    return lucas_group_load(&c->group, fields, bad_field);
}

static enum status encrypt(void *context, const uint8_t *plaintext, size_t plaintext_size, struct rng *rng,
                           uint8_t *ciphertext, size_t *ciphertext_size)
{
    const struct lucelg *c = context;
    const struct modulus *p = &c->group.p, *q = &c->group.q;
    limb m[BIG_LIMBS_MAX], k[BIG_LIMBS_MAX], a[BIG_LIMBS_MAX], mask[BIG_LIMBS_MAX];
    size_t size = modulus_bytes(p), n = p->limbs;

    if (!c->group.has_public)
        return STATUS_BAD_PARAMETER;
    enum status status = take_capacity(ciphertext_size, 2 * size);
    if (status == STATUS_OK)
        status = lucas_group_draw(&c->group, k, rng);
    if (status == STATUS_OK)
        status = plaintext_load(m, c->encoding, size - 1, plaintext, plaintext_size, rng, p);
    if (status == STATUS_OK) {
        mont_lucas(a, c->group.g, k, q->limbs, p);
        mont_leave(a, a, p);
        mont_lucas(mask, c->group.y, k, q->limbs, p);
        if (big_is_zero(mask, n))
            status = STATUS_FAILED;
        mont_multiply(m, m, mask, p);
        (void)big_store(ciphertext, size, a, n);
        (void)big_store(ciphertext + size, size, m, n);
        wipe(mask, n * sizeof mask[0]);
    }
    wipe(k, q->limbs * sizeof k[0]);
    return status;
}

static enum status decrypt(void *context, const uint8_t *ciphertext, size_t ciphertext_size, uint8_t *plaintext,
                           size_t *plaintext_size)
{
    const struct lucelg *c = context;
    const struct modulus *p = &c->group.p;
    limb a[BIG_LIMBS_MAX], m[BIG_LIMBS_MAX];
    size_t size = modulus_bytes(p), n = p->limbs;

    if (!c->group.has_private)
        return STATUS_BAD_PARAMETER;
    if (ciphertext_size != 2 * size || residue_load(a, ciphertext, size, p) != STATUS_OK ||
        residue_load(m, ciphertext + size, size, p) != STATUS_OK)
        return STATUS_REJECTED;
    mont_enter(a, a, p);
    mont_lucas(a, a, c->group.x, c->group.q.limbs, p);
    if (!mont_inverse(a, a, p))
        return STATUS_REJECTED;
    mont_multiply(m, m, a, p);
    enum status status = plaintext_store(plaintext, plaintext_size, c->encoding, size - 1, m, p);
    wipe(a, n * sizeof a[0]);
    wipe(m, n * sizeof m[0]);
    return status;
}

/* e modulo q. */
static enum status load_digest(const struct lucelg *c, limb *e, const uint8_t *message, size_t message_size)
{
    const struct modulus *q = &c->group.q;
    uint8_t digest[SHA1_SIZE];
    limb value[BIG_LIMBS_MAX];

    if (c->encoding == ENCODING_RAW) {
        if (big_load(value, BIG_LIMBS_MAX, message, message_size) != STATUS_OK)
            return STATUS_BAD_LENGTH;
    } else {
        sha1_digest(digest, message, message_size);
        (void)big_load(value, BIG_LIMBS_MAX, digest, SHA1_SIZE);
        if (q->bits < 8 * SHA1_SIZE)
            big_shift_right(value, value, BIG_LIMBS_MAX, 8 * SHA1_SIZE - q->bits);
    }
    mod_reduce(e, value, BIG_LIMBS_MAX, q);
    return STATUS_OK;
}

static size_t r_size(const struct modulus *p)
{
    limb t[BIG_LIMBS_MAX];
    (void)big_add_small(t, p->m, p->limbs, 1);
    return (big_bits(t, p->limbs) + 7) / 8;
}

static enum status sign(void *context, const uint8_t *message, size_t message_size, struct rng *rng,
                        uint8_t *signature, size_t *signature_size)
{
    const struct lucelg *c = context;
    const struct modulus *p = &c->group.p, *q = &c->group.q;
    limb e[BIG_LIMBS_MAX], k[BIG_LIMBS_MAX], r[BIG_LIMBS_MAX], s[BIG_LIMBS_MAX];
    size_t first = r_size(p), second = modulus_bytes(q);

    if (!c->group.has_private)
        return STATUS_BAD_PARAMETER;
    enum status status = take_capacity(signature_size, first + second);
    if (status == STATUS_OK)
        status = load_digest(c, e, message, message_size);
    if (status == STATUS_OK)
        status = lucas_group_draw(&c->group, k, rng);
    if (status == STATUS_OK) {
        mont_lucas(r, c->group.g, k, q->limbs, p);
        mont_leave(r, r, p);
        mod_reduce(s, r, p->limbs, q);
        mod_add(s, s, e, q);
        mod_multiply(s, c->group.x, s, q);
        mod_add(s, s, k, q);
        (void)big_store(signature, first, r, p->limbs);
        status = big_store(signature + first, second, s, q->limbs);
    }
    wipe(k, q->limbs * sizeof k[0]);
    return status;
}

static enum status verify(void *context, const uint8_t *message, size_t message_size, const uint8_t *signature,
                          size_t signature_size)
{
    const struct lucelg *c = context;
    const struct modulus *p = &c->group.p, *q = &c->group.q;
    limb e[BIG_LIMBS_MAX], r[BIG_LIMBS_MAX], s[BIG_LIMBS_MAX], a[BIG_LIMBS_MAX], b[BIG_LIMBS_MAX];
    limb left[BIG_LIMBS_MAX], right[BIG_LIMBS_MAX];
    size_t first = r_size(p), second = modulus_bytes(q), n = p->limbs;

    if (!c->group.has_public)
        return STATUS_BAD_PARAMETER;
    if (signature_size != first + second || residue_load(r, signature, first, p) != STATUS_OK || big_is_zero(r, n) ||
        residue_load(s, signature + first, second, q) != STATUS_OK)
        return STATUS_REJECTED;
    enum status status = load_digest(c, e, message, message_size);
    if (status != STATUS_OK)
        return status;
    mod_reduce(b, r, n, q);
    mod_add(e, e, b, q);
    mont_lucas_two(a, c->group.g, s, b, c->group.y, e, q->limbs, p);
    mont_enter(r, r, p);
    mont_square(left, a, p);
    mont_square(right, b, p);
    mod_add(left, left, right, p);
    mont_square(right, r, p);
    mod_add(left, left, right, p);
    mont_multiply(right, a, b, p);
    mont_multiply(right, right, r, p);
    mod_add(s, p->one, p->one, p);
    mod_add(s, s, s, p);
    mod_add(right, right, s, p);
    return big_compare(left, right, n) == 0 ? STATUS_OK : STATUS_REJECTED;
}

const struct encryption_ops native_lucelg_encryption = {
    .ops = {.context_size = sizeof(struct lucelg), .setup = encryption_setup, .teardown = teardown},
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

const struct signature_ops native_lucelg_signature = {
    .ops = {.context_size = sizeof(struct lucelg), .setup = signature_setup, .teardown = teardown},
    .set_key = set_key,
    .sign = sign,
    .verify = verify,
};

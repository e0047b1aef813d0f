/* SPDX-License-Identifier: MIT */
/*
 * ElGamal encryption in the form of Crypto++ 2.x: a = g^k, b = m * y^k mod p, with short exponents.
 *
 * Reads variant->option: ENCODING_RAW (m is the message as a number below p; decryption gives K bytes, K being the length
 * of p in bytes), ENCODING_LENGTH_BYTE (messages of at most min(255, K - 3) bytes).  A ciphertext is a || b, K bytes each.
 * Key fields: p, g; q (may be absent: then the order of g is not checked); xbits; y or x or both.
 * Draws: the nonce k, 1 <= k < 2^xbits (below q where q is that short), in as many bytes as xbits needs; then the random
 * bytes of the block, K - 2 - message bytes.
 * Not constant-time.  Wiped: k, the mask, the block.
 */
#include "native/common/bytes.h"
#include "native/native.h"
#include "native/public_key/group.h"

struct elgamal {
    struct group group;
    enum encoding encoding;
};

static enum status setup(void *context, const struct variant *variant)
{
    struct elgamal *c = context;

    if (variant->option != ENCODING_RAW && variant->option != ENCODING_LENGTH_BYTE)
        return STATUS_BAD_PARAMETER;
    c->encoding = (enum encoding)variant->option;
    return STATUS_OK;
}

static void teardown(void *context)
{
    wipe(context, sizeof(struct elgamal));
}

static enum status set_key(void *context, const struct key *fields, const char **bad_field)
{
    struct elgamal *c = context;
    enum status status = group_load(&c->group, fields, 0, bad_field);

    if (status != STATUS_OK)
        c->group.has_public = c->group.has_private = 0;
    return status;
}

static enum status precompute(void *context)
{
    struct elgamal *c = context;

    if (!c->group.has_public)
        return STATUS_BAD_PARAMETER;
    group_precompute(&c->group);
    return STATUS_OK;
}

static enum status encrypt(void *context, const uint8_t *plaintext, size_t plaintext_size, struct rng *rng,
                           uint8_t *ciphertext, size_t *ciphertext_size)
{
    const struct elgamal *c = context;
    const struct modulus *p = &c->group.p;
    limb m[BIG_LIMBS_MAX], k[BIG_LIMBS_MAX], a[BIG_LIMBS_MAX], mask[BIG_LIMBS_MAX];
    size_t size = modulus_bytes(p), n = p->limbs;

    if (!c->group.has_public)
        return STATUS_BAD_PARAMETER;
    enum status status = take_capacity(ciphertext_size, 2 * size);
    if (status == STATUS_OK)
        status = group_draw(&c->group, k, rng);
    if (status == STATUS_OK)
        status = plaintext_load(m, c->encoding, size - 1, plaintext, plaintext_size, rng, p);
    if (status == STATUS_OK) {
        group_power_g(&c->group, a, k);
        mont_leave(a, a, p);
        group_power_y(&c->group, mask, k);
        mont_multiply(m, m, mask, p); /* plain by Montgomery form: plain */
        (void)big_store(ciphertext, size, a, n);
        status = big_store(ciphertext + size, size, m, n);
        wipe(mask, n * sizeof mask[0]);
    }
    wipe(k, group_exponent_limbs(&c->group) * sizeof k[0]);
    return status;
}

static enum status decrypt(void *context, const uint8_t *ciphertext, size_t ciphertext_size, uint8_t *plaintext,
                           size_t *plaintext_size)
{
    const struct elgamal *c = context;
    const struct modulus *p = &c->group.p;
    limb a[BIG_LIMBS_MAX], m[BIG_LIMBS_MAX];
    size_t size = modulus_bytes(p), n = p->limbs;

    if (!c->group.has_private)
        return STATUS_BAD_PARAMETER;
    if (ciphertext_size != 2 * size || residue_load(a, ciphertext, size, p) != STATUS_OK || big_is_zero(a, n) ||
        residue_load(m, ciphertext + size, size, p) != STATUS_OK)
        return STATUS_REJECTED;
    mont_enter(a, a, p);
    mont_power(a, a, c->group.x, group_exponent_limbs(&c->group), p);
    if (!mont_inverse(a, a, p))
        return STATUS_REJECTED;
    mont_multiply(m, m, a, p);
    enum status status = plaintext_store(plaintext, plaintext_size, c->encoding, size - 1, m, p);
    wipe(a, n * sizeof a[0]);
    wipe(m, n * sizeof m[0]);
    return status;
}

const struct encryption_ops native_elgamal = {
    .ops = {.context_size = sizeof(struct elgamal), .setup = setup, .teardown = teardown},
    .set_key = set_key,
    .precompute = precompute,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

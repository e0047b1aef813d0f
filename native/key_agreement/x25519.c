/* SPDX-License-Identifier: MIT */
/*
 * X25519, RFC 7748 section 5: keys and shared secrets of 32 bytes, little-endian.
 *
 * Public keys come from the fixed-base tables of edwards25519, whose points map to u = (Z + Y) / (Z - Y); shared secrets
 * from the Montgomery ladder.  The top bit of a public key is not looked at, and numbers from p on are taken modulo p.  An
 * all-zero shared secret, from a public key of small order, is refused (STATUS_REJECTED).
 *
 * Reads no variant field; takes no parameters.  Draws (generate_key): the private key, 32 bytes, kept as drawn.
 * Constant-time.  Wiped: everything that depends on the private key.
 */
#include "native/common/bytes.h"
#include "native/curve/edwards25519.h"
#include "native/native.h"

enum { KEY_SIZE = 32, A24 = 121665 };

struct x25519 {
    struct edwards_base base;
};

static enum status setup(void *context, const struct variant *variant)
{
    (void)variant;
    edwards_base_set(&((struct x25519 *)context)->base);
    return STATUS_OK;
}

static enum status set_key(void *context, const struct key *parameters, const char **bad_field)
{
    (void)context;
    (void)parameters;
    (void)bad_field;
    return STATUS_OK;
}

static struct key_agreement_sizes sizes(const void *context)
{
    (void)context;
    return (struct key_agreement_sizes){KEY_SIZE, KEY_SIZE, KEY_SIZE};
}

static void clamp(uint8_t k[KEY_SIZE])
{
    k[0] &= 248;
    k[31] = (uint8_t)((k[31] & 127) | 64);
}

static enum status public_key(void *context, const uint8_t *private_key, uint8_t *out)
{
    const struct x25519 *x25519 = context;
    uint8_t k[KEY_SIZE];
    struct edwards_point point;
    struct f25519 u, v;

    copy_bytes(k, private_key, KEY_SIZE);
    clamp(k);
    edwards_multiply_base(&point, k, &x25519->base);
    f25519_subtract(&v, &point.z, &point.y);
    f25519_inverse(&v, &v);
    f25519_add(&u, &point.z, &point.y);
    f25519_multiply(&u, &u, &v);
    f25519_store(out, &u);
    wipe(k, sizeof k);
    wipe(&point, sizeof point);
    return STATUS_OK;
}

static enum status generate_key(void *context, struct rng *rng, uint8_t *private_key, uint8_t *public_out)
{
    enum status status = rng->fill(rng, private_key, KEY_SIZE);

    return status == STATUS_OK ? public_key(context, private_key, public_out) : status;
}

static enum status derive(void *context, const struct agreement *agreement, uint8_t *shared_secret)
{
    uint8_t k[KEY_SIZE];
    struct f25519 x1, x2, z2, x3, z3, a, b, c, d;
    limb swap = 0;
    unsigned any = 0;

    (void)context;
    copy_bytes(k, agreement->private_key, KEY_SIZE);
    clamp(k);
    f25519_load(&x1, agreement->peer_public_key);
    f25519_set(&x2, 1);
    f25519_set(&z2, 0);
    x3 = x1;
    f25519_set(&z3, 1);
    for (int i = 254; i >= 0; i--) {
        const limb bit = k[i / 8] >> i % 8 & 1;
        f25519_swap(&x2, &x3, swap ^ bit);
        f25519_swap(&z2, &z3, swap ^ bit);
        swap = bit;
        f25519_add(&a, &x2, &z2);
        f25519_subtract(&b, &x2, &z2);
        f25519_add(&c, &x3, &z3);
        f25519_subtract(&d, &x3, &z3);
        f25519_multiply(&d, &d, &a);
        f25519_multiply(&c, &c, &b);
        f25519_square(&a, &a);
        f25519_square(&b, &b);
        f25519_add(&x3, &d, &c);
        f25519_square(&x3, &x3);
        f25519_subtract(&z3, &d, &c);
        f25519_square(&z3, &z3);
        f25519_multiply(&z3, &z3, &x1);
        f25519_multiply(&x2, &a, &b);
        f25519_subtract(&b, &a, &b);
        f25519_multiply_small(&c, &b, A24);
        f25519_add(&c, &c, &a);
        f25519_multiply(&z2, &b, &c);
    }
    f25519_swap(&x2, &x3, swap);
    f25519_swap(&z2, &z3, swap);
    f25519_inverse(&z2, &z2);
    f25519_multiply(&x2, &x2, &z2);
    f25519_store(shared_secret, &x2);
    for (int i = 0; i < KEY_SIZE; i++)
        any |= shared_secret[i];
    wipe(k, sizeof k);
    wipe(&x2, sizeof x2);
    wipe(&z2, sizeof z2);
    wipe(&x3, sizeof x3);
    wipe(&z3, sizeof z3);
    return any != 0 ? STATUS_OK : STATUS_REJECTED;
}

const struct key_agreement_ops native_x25519 = {
    .ops = {.context_size = sizeof(struct x25519), .setup = setup},
    .set_key = set_key,
    .sizes = sizes,
    .generate_key = generate_key,
    .public_key = public_key,
    .derive = derive,
};

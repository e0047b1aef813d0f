/* SPDX-License-Identifier: MIT */
/*
 * lucas_group.h - discrete logarithms in Lucas sequences modulo a prime p: what LUCELG and LUCDIF share.
 *
 * The elements are traces: V_k(g) stands for the k-th power of a root of X^2 - g X + 1, which lies in the group of
 * norm 1 in GF(p^2) since (g^2 - 4 | p) = -1.  2 is the identity.
 * Fields: p; q, a divisor of p + 1; g of order q, V_q(g) = 2 (checked); xbits, the length of private keys and nonces
 * (that of q where it is not given); y, checked to be of order q; x, checked against y, which it makes unneeded.
 */
#ifndef ASSAY_NATIVE_PUBLIC_KEY_LUCAS_GROUP_H
#define ASSAY_NATIVE_PUBLIC_KEY_LUCAS_GROUP_H

#include "native/common/names.h"
#include "native/bignum/bignum.h"
#include "native/public_key/key.h"

struct lucas_group {
    int has_key, has_public, has_private;
    size_t exponent_bits;
    struct modulus p, q;
    limb g[BIG_LIMBS_MAX], y[BIG_LIMBS_MAX]; /* in Montgomery form */
    limb x[BIG_LIMBS_MAX];
};

enum status lucas_group_load(struct lucas_group *group, const struct key *fields, const char **bad_field);

/* Whether the plain residue y is not 2 and (y^2 - 4 | p) = -1. */
int lucas_group_has(const struct lucas_group *group, const limb *y);

/* A nonce or private key: exponent_bits bits, not 0, below q where q is no longer than that. */
enum status lucas_group_draw(const struct lucas_group *group, limb *r, struct rng *rng);

#endif

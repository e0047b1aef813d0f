/* SPDX-License-Identifier: MIT */
/*
 * group.h - discrete logarithms in the multiplicative group modulo a prime p: what ElGamal, NR, DSA, DH and MQV share.
 *
 * Fields: p; g of order q (1 < g < p, g^q = 1 is checked); q, a divisor of p - 1 (required but where a scheme says
 * otherwise); xbits, the length of private keys and nonces in bits as the schemes with short exponents use them (that
 * of q, or of p without q, where it is not given); y, checked to be in the group; x, checked against y, which it
 * makes unneeded.
 *
 * The tables of the fixed bases g and y are those of the old benchmarks: 16 powers each.
 */
#ifndef ASSAY_NATIVE_PUBLIC_KEY_GROUP_H
#define ASSAY_NATIVE_PUBLIC_KEY_GROUP_H

#include "native/common/names.h"
#include "native/bignum/bignum.h"
#include "native/public_key/key.h"

struct group {
    int has_q, has_public, has_private, has_tables;
    size_t exponent_bits;
    struct modulus p, q;
    limb g[BIG_LIMBS_MAX], y[BIG_LIMBS_MAX]; /* in Montgomery form */
    limb x[BIG_LIMBS_MAX];
    struct fixed_base g_table, y_table;
};

enum { GROUP_NEEDS_Q = 1 };

enum status group_load(struct group *group, const struct key *fields, unsigned needs, const char **bad_field);

/* The tables of g and, where there is a public key, of y. */
void group_precompute(struct group *group);

/* Limbs of an exponent: private keys, nonces, residues modulo q. */
size_t group_exponent_limbs(const struct group *group);

/* g^e, y^e, g^e * y^f in Montgomery form, by table where there is one; exponents of group_exponent_limbs limbs. */
void group_power_g(const struct group *group, limb *r, const limb *e);
void group_power_y(const struct group *group, limb *r, const limb *e);
void group_power_both(const struct group *group, limb *r, const limb *e, const limb *f);

/* g^e with a secret e of at most BITS bits: constant-time without the table. */
void group_power_g_secret(const struct group *group, limb *r, const limb *e, size_t bits);

/* A nonce or private key: exponent_bits bits, not 0, below q where q is no longer than that. */
enum status group_draw(const struct group *group, limb *r, struct rng *rng);

/*
 * Whether the plain residue y, below p, is an element of the subgroup and not 1: by its Jacobi symbol where p = 2q + 1, by
 * y^q = 1 else, by its range alone (1 < y < p - 1) without q.
 */
int group_has(const struct group *group, const limb *y);

/* A message as a big-endian number of up to BIG_BITS_MAX bits (else STATUS_BAD_LENGTH), reduced modulo q. */
enum status group_load_message(const struct group *group, limb *r, const uint8_t *message, size_t size);

#endif

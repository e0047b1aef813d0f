/* SPDX-License-Identifier: MIT */
/*
 * bn_logarithm.h - what the schemes of discrete logarithms on BIGNUM share, whatever their group: modulo a prime
 * (bn_group.c), in Lucas sequences (bn_lucas.c), of XTR's traces (bn_xtr.c).
 *
 * A scheme's set_key fills in `power` and `write_public` of its struct bn_key.
 */
#ifndef ASSAY_BACKEND_BN_LOGARITHM_H
#define ASSAY_BACKEND_BN_LOGARITHM_H

#include "backend/bn.h"

/* bn_key_load, with POWER as the key's; where y is not given but x is, y = POWER(g, x). */
enum status bn_logarithm_load(struct bn_key *key, const struct key *fields, const enum bn_value *needed,
                              int (*power)(const struct bn_key *key, BIGNUM *r, const BIGNUM *a, const BIGNUM *e),
                              const char **bad_field);

/* g^e and y^e, by the base's table where there is one. */
int bn_logarithm_power_g(const struct bn_key *key, BIGNUM *r, const BIGNUM *e);
int bn_logarithm_power_y(const struct bn_key *key, BIGNUM *r, const BIGNUM *e);

/* ElGamal encryption: g^nonce and m y^nonce. */
enum status bn_logarithm_encrypt(void *context, const uint8_t *plaintext, size_t plaintext_size, struct rng *rng,
                                 uint8_t *ciphertext, size_t *ciphertext_size);
enum status bn_logarithm_decrypt(void *context, const uint8_t *ciphertext, size_t ciphertext_size, uint8_t *plaintext,
                                 size_t *plaintext_size);

/* The message's number modulo q: with ENCODING_RAW the message itself, else the leading BITS bits of its SHA-1 digest. */
enum status bn_logarithm_load_digest(const struct bn_key *key, BIGNUM *e, unsigned bits, const uint8_t *message,
                                     size_t size);

/* Key agreement.  Private keys are below q, or below p where the group's order is not given. */
struct key_agreement_sizes bn_logarithm_sizes(const void *context);
enum status bn_logarithm_generate_key(void *context, struct rng *rng, uint8_t *private_key, uint8_t *public_key);
enum status bn_logarithm_public_key(void *context, const uint8_t *private_key, uint8_t *public_key);
bool bn_logarithm_load_private(const struct bn_key *key, BIGNUM *x, const uint8_t *private_key);

/* y^x, as long as p. */
enum status bn_logarithm_write_power(const struct bn_key *key, const BIGNUM *y, const BIGNUM *x, uint8_t *out);

#endif

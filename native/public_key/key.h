/* SPDX-License-Identifier: MIT */
/* key.h - numbers out of keys, for the public-key units. */
#ifndef ASSAY_NATIVE_PUBLIC_KEY_KEY_H
#define ASSAY_NATIVE_PUBLIC_KEY_KEY_H

#include "native/common/names.h"
#include "native/bignum/bignum.h"
#include "native/primitive.h"

/* The field NAME of KEY into n limbs: 1; 0 (and r = 0) where there is none; -1 where it is too long. */
int key_number(limb *r, size_t n, const struct key *key, const char *name);

/* STATUS_BAD_PARAMETER, with the field at fault (BAD_FIELD may be NULL). */
enum status key_refuse(const char **bad_field, const char *name);

/* The odd modulus called NAME, or its refusal. */
enum status key_modulus(struct modulus *modulus, const struct key *key, const char *name, const char **bad_field);

/* Where the field NAME is there it must be VALUE; 0: it is another. */
int key_agrees(const struct key *key, const char *name, const limb *value, size_t n);

/* Message bytes as a number below the modulus (plain, modulus->limbs limbs), else STATUS_BAD_LENGTH. */
enum status residue_load(limb *r, const uint8_t *bytes, size_t size, const struct modulus *modulus);

/*
 * A plaintext as the number, below the modulus, that a scheme encrypts, and back: with ENCODING_RAW the message itself
 * (its decryption is as long as the modulus), else padded in a block of BLOCK_SIZE bytes, which is wiped.  A number that
 * no block of that size has is STATUS_REJECTED.
 */
enum status plaintext_load(limb *r, enum encoding encoding, size_t block_size, const uint8_t *plaintext,
                           size_t plaintext_size, struct rng *rng, const struct modulus *modulus);
enum status plaintext_store(uint8_t *plaintext, size_t *plaintext_size, enum encoding encoding, size_t block_size,
                            const limb *a, const struct modulus *modulus);

/* Checks the capacity *SIZE against NEEDED and sets it. */
enum status take_capacity(size_t *size, size_t needed);

static inline size_t modulus_bytes(const struct modulus *modulus)
{
    return (modulus->bits + 7) / 8;
}

#endif

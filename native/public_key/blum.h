/* SPDX-License-Identifier: MIT */
/*
 * blum.h - the bits of x^2 mod n: what Blum Blum Shub and Blum-Goldwasser share.
 *
 * Each state gives its lowest floor(log2(bits of n)) bits, the most significant of them first; bits fill bytes from the
 * top.  The next state is made when a bit of it is needed.
 */
#ifndef ASSAY_NATIVE_PUBLIC_KEY_BLUM_H
#define ASSAY_NATIVE_PUBLIC_KEY_BLUM_H

#include "native/common/names.h"
#include "native/bignum/bignum.h"

struct blum_stream {
    limb state[BIG_LIMBS_MAX]; /* in Montgomery form */
    uint32_t low;              /* its lowest bits */
    unsigned left;             /* of them not yet given */
    unsigned bits_per_square;
};

unsigned blum_bits_per_square(const struct modulus *n);

/* Starts with the plain seed's fourth power as the first state. */
void blum_start(struct blum_stream *stream, const limb *seed, const struct modulus *n);

/* Starts at a given state (plain), SKIP of whose bits are used up. */
void blum_resume(struct blum_stream *stream, const limb *state, unsigned skip, const struct modulus *n);

/* out = in ^ the next bits; in NULL: the bits themselves. */
void blum_xor(struct blum_stream *stream, const uint8_t *in, uint8_t *out, size_t size, const struct modulus *n);

#endif

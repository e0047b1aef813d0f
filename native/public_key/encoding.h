/* SPDX-License-Identifier: MIT */
/*
 * encoding.h - paddings between messages and the numbers that keys work on.
 *
 * An encoded message has `size` bytes, the length of the modulus, `bits` is the modulus' length in bits.  Encoding
 * returns STATUS_BAD_LENGTH for a message longer than fits, decoding and checking STATUS_REJECTED for a bad padding.
 * Draws of randomness:
 *   ENCODING_PKCS1 (encryption): all padding bytes at once, then one byte at a time in the place of each zero;
 *   ENCODING_OAEP_SHA1, ENCODING_PSSR_2002: the seed, 20 bytes;
 *   ENCODING_OAEP_1998, ENCODING_PSSR_1998: the salt, 16 bytes;
 *   ENCODING_LENGTH_BYTE: all random bytes at once; the others draw nothing.
 * Decoding is not constant-time: it may tell one bad padding from another by its time.
 */
#ifndef ASSAY_NATIVE_PUBLIC_KEY_ENCODING_H
#define ASSAY_NATIVE_PUBLIC_KEY_ENCODING_H

#include "native/common/names.h"
#include "native/primitive.h"

enum { SHA1_SIZE = 20, ENCODED_SIZE_MAX = 512 };

void sha1_digest(uint8_t digest[SHA1_SIZE], const uint8_t *message, size_t size);

/* Fills OUT from RNG, STATUS_FAILED where there is none. */
enum status draw_bytes(struct rng *rng, uint8_t *out, size_t size);

/* The encodings of RSA and LUC. */
int encoding_is_pkcs_encryption(enum encoding encoding);
int encoding_is_pkcs_signature(enum encoding encoding);

/* Encryption: ENCODING_PKCS1, _OAEP_SHA1, _OAEP_1998, _LENGTH_BYTE (one byte shorter than the modulus). */
enum status encode_plaintext(enum encoding encoding, uint8_t *encoded, size_t size, const uint8_t *message,
                             size_t message_size, struct rng *rng);
enum status decode_plaintext(enum encoding encoding, const uint8_t *encoded, size_t size, uint8_t *message,
                             size_t *message_size);

/* Signature: ENCODING_PKCS1, _SHA1, _PSSR_1998, _PSSR_2002, _EMSA2_SHA1, _EMSA2_SHA1_V50. */
enum status encode_signed(enum encoding encoding, uint8_t *encoded, size_t size, const uint8_t *message,
                          size_t message_size, struct rng *rng);
enum status check_signed(enum encoding encoding, const uint8_t *encoded, size_t size, const uint8_t *message,
                         size_t message_size);

/* ENCODING_EMSA5_SHA1: the leading BITS bits of MGF1(SHA-1(message)), in (bits + 7) / 8 bytes. */
void encode_emsa5(uint8_t *encoded, size_t bits, const uint8_t *message, size_t message_size);

#endif

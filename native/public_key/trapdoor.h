/* SPDX-License-Identifier: MIT */
/*
 * trapdoor.h - schemes around a function modulo n = p * q that only the factors invert: RSA, LUC, Rabin, Rabin-Williams.
 *
 * A scheme gives its function; the encryption and signature units over it share everything else.  K is the length of n
 * in bytes: ciphertexts and signatures have K bytes, leading zeros kept.  With ENCODING_RAW a message is a number of at
 * most K bytes below n, and decryption gives K bytes.
 *
 * Key fields: n; for the private operations p and q as well (each needs the other); qinv, the inverse of q modulo p, is
 * checked where given; the scheme's file names more.
 */
#ifndef ASSAY_NATIVE_PUBLIC_KEY_TRAPDOOR_H
#define ASSAY_NATIVE_PUBLIC_KEY_TRAPDOOR_H

#include "native/common/names.h"
#include "native/bignum/bignum.h"
#include "native/public_key/encoding.h"
#include "native/public_key/key.h"

struct trapdoor;

struct trapdoor_function {
    /* Loads the scheme's own fields once n (and p and q, where has_private) are there. */
    enum status (*set)(struct trapdoor *key, const struct key *fields, const char **bad_field);
    /* Plain residues modulo n in and out, n.limbs limbs. */
    void (*apply)(const struct trapdoor *key, limb *r, const limb *x);
    enum status (*invert)(const struct trapdoor *key, limb *r, const limb *y);
};

struct trapdoor {
    const struct trapdoor_function *function;
    enum encoding encoding;
    int has_key, has_private;
    struct modulus n, p, q;
    limb q_inverse[BIG_LIMBS_MAX]; /* q^-1 modulo p in Montgomery form */
    limb e[BIG_LIMBS_MAX];
    size_t e_limbs;
    /* Four numbers modulo p and q and two modulo n that the scheme keeps with the key. */
    limb p_values[2][BIG_LIMBS_MAX], q_values[2][BIG_LIMBS_MAX], n_values[2][BIG_LIMBS_MAX];
};

/* The two residues of y, plain. */
void trapdoor_split(const struct trapdoor *key, limb *yp, limb *yq, const limb *y);

/* The number below n with the plain residues xp and xq: xq + q * (q^-1 * (xp - xq) mod p) (Garner). */
void trapdoor_join(const struct trapdoor *key, limb *r, const limb *xp, const limb *xq);

/* Exponent e: odd, above 1, below n. */
enum status trapdoor_load_exponent(struct trapdoor *key, const struct key *fields, const char **bad_field);

/* The tables' functions; the units' own setup calls trapdoor_setup. */
enum status trapdoor_setup(struct trapdoor *key, const struct variant *variant,
                           const struct trapdoor_function *function, int (*has_encoding)(enum encoding));
enum status trapdoor_set_key(void *context, const struct key *fields, const char **bad_field);
void trapdoor_teardown(void *context);
enum status trapdoor_encrypt(void *context, const uint8_t *plaintext, size_t plaintext_size, struct rng *rng,
                             uint8_t *ciphertext, size_t *ciphertext_size);
enum status trapdoor_decrypt(void *context, const uint8_t *ciphertext, size_t ciphertext_size, uint8_t *plaintext,
                             size_t *plaintext_size);
enum status trapdoor_sign(void *context, const uint8_t *message, size_t message_size, struct rng *rng,
                          uint8_t *signature, size_t *signature_size);
enum status trapdoor_verify(void *context, const uint8_t *message, size_t message_size, const uint8_t *signature,
                            size_t signature_size);

#define TRAPDOOR_ENCRYPTION(setup_function)                                                                            \
    {                                                                                                                  \
        .ops = {.context_size = sizeof(struct trapdoor), .setup = setup_function, .teardown = trapdoor_teardown},      \
        .set_key = trapdoor_set_key, .encrypt = trapdoor_encrypt, .decrypt = trapdoor_decrypt,                         \
    }

#define TRAPDOOR_SIGNATURE(setup_function)                                                                             \
    {                                                                                                                  \
        .ops = {.context_size = sizeof(struct trapdoor), .setup = setup_function, .teardown = trapdoor_teardown},      \
        .set_key = trapdoor_set_key, .sign = trapdoor_sign, .verify = trapdoor_verify,                                 \
    }

#endif

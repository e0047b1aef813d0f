/* SPDX-License-Identifier: MIT */
/*
 * bn.h - what the schemes on OpenSSL's BIGNUM share: keys, random numbers, powers, tables of fixed bases, Lucas sequences.
 *
 * They run the same algorithms as the native units over the same keys and draw the same randomness, so that a row compares
 * arithmetic with arithmetic; paddings and SHA-1 are the native ones on both sides.  The arithmetic is libcrypto's
 * variable-time one (BN_mod_exp_mont without BN_FLG_CONSTTIME, BN_mod_mul_montgomery): no operation blinds.
 *
 * Every number is allocated with the context; an operation takes scratch numbers from the BN_CTX, which keeps their
 * memory from one call to the next.
 */
#ifndef ASSAY_BACKEND_BN_H
#define ASSAY_BACKEND_BN_H

#include "native/primitive.h"

#include <openssl/bn.h>

#include <stdbool.h>

/* The numbers of a key: fields of that name (in lower case), and what a scheme keeps beside them. */
enum bn_value {
    BN_N, BN_P, BN_Q, BN_E, BN_G, BN_Y, BN_X, BN_R, BN_S, BN_G1, BN_G2, BN_SEED,
    BN_FIELDS, /* numbers from here on are no fields */
    BN_Q_INVERSE = BN_FIELDS, BN_P_1, BN_P_2, BN_Q_1, BN_Q_2, BN_N_1, BN_N_2, BN_VALUES
};

enum { BN_TABLE_POWERS = 16, BN_SIZE_MAX = 512 };

/* base^(2^(window * i)) in Montgomery form, i = 0 .. 15, as the old tables' "with precomputation" rows define it. */
struct bn_table {
    unsigned window_bits; /* 0: there is none */
    BIGNUM *power[BN_TABLE_POWERS];
};

/* First member of every BIGNUM context. */
struct bn_key {
    BN_CTX *ctx;
    unsigned option;          /* of the variant */
    bool has_public;
    bool has_private;
    unsigned exponent_bits;   /* of private keys and nonces: xbits, or the length of q */
    BIGNUM *value[BN_VALUES];
    bool given[BN_FIELDS];
    BN_MONT_CTX *mont[BN_Q + 1]; /* of n, p, q, where they are given */
    struct bn_table g_table, y_table;
    /* Of discrete logarithms (bn_logarithm.h): a^e, and the public key of x into its bytes. */
    int (*power)(const struct bn_key *key, BIGNUM *r, const BIGNUM *a, const BIGNUM *e);
    enum status (*write_public)(const struct bn_key *key, const BIGNUM *x, uint8_t *public_key);
};

enum status bn_key_setup(void *context, const struct variant *variant);
void bn_key_teardown(void *context);

/*
 * Takes over every field of KEY, with Montgomery contexts of n, p and q.  NEEDED, ended by BN_FIELDS, must be there;
 * STATUS_BAD_PARAMETER, with *BAD_FIELD, for one that is missing or an even or too small modulus.
 */
enum status bn_key_load(struct bn_key *key, const struct key *fields, const enum bn_value *needed,
                        const char **bad_field);

/* STATUS_BAD_PARAMETER, with the field at fault. */
enum status bn_key_refuse(const char **bad_field, const char *name);

static inline size_t bn_bytes(const BIGNUM *a)
{
    return (size_t)BN_num_bytes(a);
}

/* BYTES as a number below BOUND (NULL: any); false otherwise. */
bool bn_load(BIGNUM *r, const uint8_t *bytes, size_t size, const BIGNUM *bound);

/* A in exactly SIZE bytes, big-endian; STATUS_FAILED where it is longer. */
enum status bn_store(uint8_t *bytes, size_t size, const BIGNUM *a);

/* Checks the capacity *SIZE against NEEDED and sets it. */
enum status bn_capacity(size_t *size, size_t needed);

/*
 * A plaintext as a number below p, the message itself or its block one byte shorter than p, as the key's option says;
 * and back.
 */
enum status bn_plaintext_load(const struct bn_key *key, BIGNUM *r, const uint8_t *plaintext, size_t plaintext_size,
                              struct rng *rng);
enum status bn_plaintext_store(const struct bn_key *key, uint8_t *plaintext, size_t *plaintext_size, const BIGNUM *a);

/*
 * A number from RNG as primitive.h says: as many bytes as BITS needs, again until 0 < r < bound (NULL: until it is not 0);
 * STATUS_FAILED after 256 draws.
 */
enum status bn_draw(BIGNUM *r, unsigned bits, const BIGNUM *bound, struct rng *rng);

/* A nonce or private key of the group: exponent_bits bits, below q where q is no longer than that. */
enum status bn_draw_exponent(const struct bn_key *key, BIGNUM *r, struct rng *rng);

/* a^e and a^e * b^f modulo the odd m, plain numbers; 0 where libcrypto fails. */
int bn_power(BIGNUM *r, const BIGNUM *a, const BIGNUM *e, const BIGNUM *m, BN_MONT_CTX *mont, BN_CTX *ctx);
int bn_power_double(BIGNUM *r, const BIGNUM *a, const BIGNUM *e, const BIGNUM *b, const BIGNUM *f, const BIGNUM *m,
                    BN_MONT_CTX *mont, BN_CTX *ctx);

/* Tables: building, b^e, and a^e * b^f in one scan of the digits; results are plain. */
int bn_table_set(struct bn_table *table, const BIGNUM *base, unsigned exponent_bits, BN_MONT_CTX *mont, BN_CTX *ctx);
void bn_table_free(struct bn_table *table);
int bn_table_power(BIGNUM *r, const struct bn_table *a, const BIGNUM *e, const struct bn_table *b, const BIGNUM *f,
                   const BIGNUM *m, BN_MONT_CTX *mont, BN_CTX *ctx);

/* V_e(a, 1) modulo m; a and r are plain. */
int bn_lucas(BIGNUM *r, const BIGNUM *a, const BIGNUM *e, const BIGNUM *m, BN_MONT_CTX *mont, BN_CTX *ctx);

/* The trace of the e-th power of an element of trace (c1, c2), plain, in their place; p = 2 mod 3. */
int bn_xtr_power(BIGNUM *c1, BIGNUM *c2, const BIGNUM *e, BIGNUM *p, BN_MONT_CTX *mont, BN_CTX *ctx);

/* The number below p * q with residues xp, xq: xq + q * (q^-1 * (xp - xq) mod p).  Q_INVERSE is in Montgomery form. */
int bn_join(const struct bn_key *key, BIGNUM *r, const BIGNUM *xp, const BIGNUM *xq);

/* A square root modulo the prime m = 3 mod 4: a^((m + 1) / 4), EXPONENT being that. */
int bn_sqrt_exponent(BIGNUM *exponent, const BIGNUM *m);

/*
 * The low bits of x^2 mod n: what Blum Blum Shub and Blum-Goldwasser share.
 */
struct bn_blum {
    BIGNUM *state; /* in Montgomery form */
    BIGNUM *plain;
    BN_ULONG low;
    unsigned left;
    unsigned bits_per_square;
};

unsigned bn_blum_bits(const BIGNUM *n);
int bn_blum_resume(struct bn_blum *stream, const BIGNUM *state, unsigned skip, const struct bn_key *key);
/* out = in ^ the next bits; in NULL: the bits themselves. */
int bn_blum_xor(struct bn_blum *stream, const uint8_t *in, uint8_t *out, size_t size, const struct bn_key *key);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * public_key_forms.h - the known answers of public-key schemes: which operation of a file is what of which primitive.
 *
 * A file is an object {"scheme": ..., "vectors": [...]}.  A vector has an "op", a "size" (or "key": the key's own name) and
 * numbers in hex, byte strings where the name ends in _b.  Whatever is drawn at random is a field: nonces, seeds, paddings.
 */
#ifndef ASSAY_CROSSCHECK_PUBLIC_KEY_FORMS_H
#define ASSAY_CROSSCHECK_PUBLIC_KEY_FORMS_H

#include "crosscheck/crosscheck.h"

/* What is done with a vector. */
enum form_kind {
    FORM_ENCRYPT,  /* input to output and back, or to `back` */
    FORM_DECRYPT,  /* input, a ciphertext, to output */
    FORM_SIGN,     /* input, a message, to output, which is verified */
    FORM_VERIFY,   /* output, a signature of input, is verified */
    FORM_NO_SIGN,  /* input cannot be signed with this randomness */
    FORM_AGREE,    /* both public keys and the secret from both sides */
    FORM_AGREE_TWO_PAIRS,
    FORM_PUBLIC,   /* a private key's public key */
    FORM_STREAM,   /* a generator's first bytes */
    FORM_SEEK,     /* or those from an offset on */
    FORM_TABLE,    /* an entry of a fixed base's table */
    FORM_TRACE     /* XTR: the base's power of any exponent */
};

enum { FORM_RANDOM_MAX = 2, FORM_OUTPUT_MAX = 2 };

struct form {
    const char *scheme;
    const char *op;
    enum form_kind kind;
    const char *unit;    /* of the registry line */
    unsigned option;
    const char *key;     /* what its keys are called, without the size */
    const char *input;
    const char *output[FORM_OUTPUT_MAX];
    const char *random[FORM_RANDOM_MAX]; /* in the order in which they are drawn */
    const char *back;    /* FORM_ENCRYPT: what decryption gives where it is not the input */
};

/* Whether there is a SCHEME of that name; MESSAGE says which there are. */
enum status check_scheme(const char *scheme, struct message *message);

/* Whether VECTOR has a known scheme, and an op, a size or key of the right types; MESSAGE says which is wrong. */
enum status check_public_key_vector(const json_t *vector, struct message *message);

/* The form of VECTOR, or NULL. */
const struct form *vector_form(const json_t *vector);

/* The name of VECTOR's key: "RSA/512". */
void vector_key_name(const struct form *form, const json_t *vector, char *name, size_t size);

/* The fields that a vector may have, NULL-ended. */
extern const char *const public_key_fields[];

/* Runs VECTOR on CONTENDER: the known_answer of the public-key checkers. */
enum verdict public_key_known_answer(const struct primitive *primitive, const struct contender *contender,
                                     const json_t *vector, enum thoroughness thoroughness, struct message *message);

#endif

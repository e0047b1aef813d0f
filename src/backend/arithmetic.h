/* SPDX-License-Identifier: MIT */
/*
 * arithmetic.h - the integer arithmetic underneath the public-key schemes, native and libcrypto's, under one form: numbers
 * in, numbers out, big-endian, so that one can be held against the other.
 */
#ifndef ASSAY_BACKEND_ARITHMETIC_H
#define ASSAY_BACKEND_ARITHMETIC_H

#include "native/primitive.h"

enum { ARITHMETIC_BITS_MAX = 4096, ARITHMETIC_BYTES_MAX = ARITHMETIC_BITS_MAX / 8 };

struct number {
    size_t size;
    uint8_t bytes[2 * ARITHMETIC_BYTES_MAX];
};

/* Operands and results in their order; a modulus m is odd and above 1, residues may be any number below 2^4096. */
enum arithmetic_operation {
    ARITHMETIC_ADD,           /* a + b */
    ARITHMETIC_SUBTRACT,      /* a - b, a >= b */
    ARITHMETIC_MULTIPLY,      /* a * b */
    ARITHMETIC_SQUARE,        /* a^2 */
    ARITHMETIC_DIVIDE,        /* a, d > 0: quotient, remainder */
    ARITHMETIC_GCD,           /* a, b > 0 */
    ARITHMETIC_INVERSE,       /* a, any m > 1: a^-1 mod m, or 0 where there is none */
    ARITHMETIC_JACOBI,        /* a, m: 0, 1, 2 for -1, 0, 1 */
    ARITHMETIC_MOD_MULTIPLY,  /* a, b, m */
    ARITHMETIC_MOD_POWER,     /* a, e, m: a^e, by sliding window */
    ARITHMETIC_SECRET_POWER,  /* the same, by fixed window */
    ARITHMETIC_DOUBLE_POWER,  /* a, e, b, f, m: a^e * b^f */
    ARITHMETIC_FIXED_POWER,   /* a, e, m: a^e by a table of 16 powers */
    ARITHMETIC_LUCAS,         /* a, e, m: V_e(a, 1) */
    ARITHMETIC_TABLE,         /* a, exponent bits, index, m: entry of the table of 16 powers for such exponents */
    ARITHMETIC_SQUARE_ROOT,   /* a, m a prime = 3 mod 4: a^((m + 1) / 4) */
    ARITHMETIC_XTR,           /* c1, c2, e, p = 2 mod 3: the coordinates of the trace of the e-th power */
    ARITHMETIC_OPERATIONS
};

enum { ARITHMETIC_OPERANDS_MAX = 5 };

struct arithmetic {
    const char *name;
    void *(*open)(void); /* NULL where memory is short */
    void (*close)(void *state);
    /* STATUS_BAD_PARAMETER for an even modulus and the like.  OUT has two elements; *COUNT says how many were set. */
    enum status (*compute)(void *state, enum arithmetic_operation operation, const struct number *in, struct number *out,
                           size_t *count);
};

extern const struct arithmetic native_arithmetic;
extern const struct arithmetic bn_arithmetic;

const char *arithmetic_name(enum arithmetic_operation operation);

/* How many operands OPERATION has. */
size_t arithmetic_operands(enum arithmetic_operation operation);

#endif

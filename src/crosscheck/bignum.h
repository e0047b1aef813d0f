/* SPDX-License-Identifier: MIT */
/* bignum.h - the integers underneath the public-key schemes, native against libcrypto's BIGNUM. */
#ifndef ASSAY_CROSSCHECK_BIGNUM_H
#define ASSAY_CROSSCHECK_BIGNUM_H

#include "crosscheck/crosscheck.h"

enum { BIGNUM_CASES_DEFAULT = 100000 };

/*
 * COUNT cases from SEED, each one operation of backend/arithmetic.h on random operands and on such as break carries: 0, 1,
 * m - 1, m, all ones, single bits, lengths of 1 to 64 words.  Stops at the first wrong one, which MESSAGE tells.
 */
enum verdict bignum_crosscheck(uint64_t count, uint64_t seed, struct message *message);

#endif

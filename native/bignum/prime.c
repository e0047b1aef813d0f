/* SPDX-License-Identifier: MIT */
/* Primes: trial division, Miller-Rabin (Handbook of Applied Cryptography, 4.24), generation by search upwards. */
#include "native/bignum/bignum.h"
#include "native/common/bytes.h"

/* a mod d. */
static unsigned small_remainder(const limb *a, size_t n, unsigned d)
{
    wide rest = 0;
    for (size_t i = n; i-- > 0;)
        rest = (rest << WIDE_LIMB_BITS | a[i]) % d;
    return (unsigned)rest;
}

/* Whether a, odd, has a factor below 2,000; *IS_SMALL_PRIME where a itself is that factor. */
static int has_small_factor(const limb *a, size_t n, int *is_small_prime)
{
    *is_small_prime = 0;
    for (unsigned d = 3; d < 2000; d += 2)
        if (small_remainder(a, n, d) == 0) {
            *is_small_prime = big_is_small(a, n, d); /* the least divisor is prime */
            return 1;
        }
    return 0;
}

static int passes_miller_rabin(const struct modulus *modulus, unsigned rounds, struct rng *rng)
{
    limb minus_one[BIG_LIMBS_MAX], exponent[BIG_LIMBS_MAX], base[BIG_LIMBS_MAX], t[BIG_LIMBS_MAX];
    size_t n = modulus->limbs, twos = 0;

    (void)big_sub_small(exponent, modulus->m, n, 1);
    while (!big_bit(exponent, n, twos))
        twos++;
    big_shift_right(exponent, exponent, n, twos);
    mod_negate(minus_one, modulus->one, modulus);

    for (unsigned round = 0; round < rounds; round++) {
        if (big_draw(base, n, n * WIDE_LIMB_BITS, NULL, rng) != STATUS_OK)
            return 0;
        mont_enter(base, base, modulus);
        if (big_is_zero(base, n))
            continue;
        mont_power(t, base, exponent, n, modulus);
        int passed = big_compare(t, modulus->one, n) == 0 || big_compare(t, minus_one, n) == 0;
        for (size_t i = 1; i < twos && !passed; i++) {
            mont_square(t, t, modulus);
            passed = big_compare(t, minus_one, n) == 0;
        }
        if (!passed)
            return 0;
    }
    return 1;
}

int big_is_prime(const limb *a, size_t n, unsigned rounds, struct rng *rng)
{
    struct modulus modulus;
    int is_small_prime;

    if (big_bits(a, n) < 2)
        return 0;
    if ((a[0] & 1) == 0)
        return big_is_small(a, n, 2);
    if (has_small_factor(a, n, &is_small_prime))
        return is_small_prime;
    return mod_set(&modulus, a, n) == STATUS_OK && passes_miller_rabin(&modulus, rounds, rng);
}

enum status big_generate_prime(limb *r, size_t bits, unsigned residue, unsigned step, struct rng *rng)
{
    enum { ROUNDS = 32, CANDIDATES = 4096 };
    size_t n = BIG_LIMBS(bits);

    if (bits < 16 || bits > BIG_BITS_MAX || step == 0 || step % 2 != 0 || residue % 2 == 0 || step >= 4096)
        return STATUS_BAD_PARAMETER;
    for (;;) {
        enum status status = big_draw(r, n, bits, NULL, rng);
        if (status != STATUS_OK)
            return status;
        r[(bits - 1) / WIDE_LIMB_BITS] |= (limb)1 << (bits - 1) % WIDE_LIMB_BITS;
        r[(bits - 2) / WIDE_LIMB_BITS] |= (limb)1 << (bits - 2) % WIDE_LIMB_BITS;
        (void)big_add_small(r, r, n, (residue % step + step - small_remainder(r, n, step)) % step);
        for (int i = 0; i < CANDIDATES && big_bits(r, n) == bits; i++) {
            if (big_is_prime(r, n, ROUNDS, rng))
                return STATUS_OK;
            if (big_add_small(r, r, n, step) != 0)
                break;
        }
    }
}

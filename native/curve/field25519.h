/* SPDX-License-Identifier: MIT */
/*
 * field25519.h - arithmetic modulo p = 2^255 - 19, constant-time.
 *
 * Five limbs of 51 bits, or ten of 26 and 25 bits in turn where products are of 32-bit limbs.  A product has settled
 * limbs: below 2^51 + 2^18 (2^26 + 2^18).  Sums and differences are not settled; products take factors whose limbs are
 * below 2^54 (2^29): a difference plus a sum of two products, for instance.
 */
#ifndef ASSAY_NATIVE_CURVE_FIELD25519_H
#define ASSAY_NATIVE_CURVE_FIELD25519_H

#include "native/common/bytes.h"
#include "native/common/wide.h"

#if WIDE_LIMB_BITS == 64
enum { F25519_LIMBS = 5 };
#define F25519_BITS(i) 51
#else
enum { F25519_LIMBS = 10 };
#define F25519_BITS(i) ((i) % 2 == 0 ? 26 : 25)
#endif
#define F25519_MASK(i) (((limb)1 << F25519_BITS(i)) - 1)

struct f25519 {
    limb v[F25519_LIMBS];
};

static inline void f25519_set(struct f25519 *r, unsigned value)
{
    memset(r, 0, sizeof *r);
    r->v[0] = value;
}

static inline void f25519_add(struct f25519 *r, const struct f25519 *a, const struct f25519 *b)
{
    WIDE_UNROLL
    for (int i = 0; i < F25519_LIMBS; i++)
        r->v[i] = a->v[i] + b->v[i];
}

/* a - b + 4 p, for limbs of b below those of 4 p: b a sum of up to three products */
static inline void f25519_subtract(struct f25519 *r, const struct f25519 *a, const struct f25519 *b)
{
    WIDE_UNROLL
    for (int i = 0; i < F25519_LIMBS; i++)
        r->v[i] = a->v[i] + 4 * (F25519_MASK(i) - (i == 0 ? 18 : 0)) - b->v[i];
}

/* Brings column sums below 2^125 (2^63) down to limbs. */
WIDE_INLINE void f25519_carry(struct f25519 *r, wide *t)
{
    wide carry = 0;
    WIDE_UNROLL
    for (int i = 0; i < F25519_LIMBS; i++) {
        carry += t[i];
        r->v[i] = (limb)carry & F25519_MASK(i);
        carry >>= F25519_BITS(i);
    }
    carry = carry * 19 + r->v[0];
    r->v[0] = (limb)carry & F25519_MASK(0);
    r->v[1] += (limb)(carry >> F25519_BITS(0));
}

WIDE_INLINE void f25519_multiply_inline(struct f25519 *r, const struct f25519 *a, const struct f25519 *b)
{
    wide t[F25519_LIMBS];
#if WIDE_LIMB_BITS == 64
    const limb a0 = a->v[0], a1 = a->v[1], a2 = a->v[2], a3 = a->v[3], a4 = a->v[4];
    const limb b0 = b->v[0], b1 = b->v[1], b2 = b->v[2], b3 = b->v[3], b4 = b->v[4];
    const limb c1 = 19 * b1, c2 = 19 * b2, c3 = 19 * b3, c4 = 19 * b4;
    t[0] = wide_mul(a0, b0) + wide_mul(a1, c4) + wide_mul(a2, c3) + wide_mul(a3, c2) + wide_mul(a4, c1);
    t[1] = wide_mul(a0, b1) + wide_mul(a1, b0) + wide_mul(a2, c4) + wide_mul(a3, c3) + wide_mul(a4, c2);
    t[2] = wide_mul(a0, b2) + wide_mul(a1, b1) + wide_mul(a2, b0) + wide_mul(a3, c4) + wide_mul(a4, c3);
    t[3] = wide_mul(a0, b3) + wide_mul(a1, b2) + wide_mul(a2, b1) + wide_mul(a3, b0) + wide_mul(a4, c4);
    t[4] = wide_mul(a0, b4) + wide_mul(a1, b3) + wide_mul(a2, b2) + wide_mul(a3, b1) + wide_mul(a4, b0);
#else
    memset(t, 0, sizeof t);
    struct f25519 x = *a, y = *b;
    for (int pass = 0; pass < 2; pass++) { /* settled limbs, so that ten products fit 64 bits */
        struct f25519 *z = pass ? &y : &x;
        limb carry = 0;
        for (int i = 0; i < F25519_LIMBS; i++) {
            carry += z->v[i];
            z->v[i] = carry & F25519_MASK(i);
            carry >>= F25519_BITS(i);
        }
        z->v[0] += 19 * carry;
    }
    for (int i = 0; i < F25519_LIMBS; i++) {
        for (int j = 0; j < F25519_LIMBS; j++) {
            const limb factor = (i & j & 1 ? 2 : 1) * (i + j >= F25519_LIMBS ? 19 : 1);
            t[(i + j) % F25519_LIMBS] += (wide)x.v[i] * (y.v[j] * factor);
        }
    }
#endif
    f25519_carry(r, t);
}

WIDE_INLINE void f25519_square_inline(struct f25519 *r, const struct f25519 *a)
{
#if WIDE_LIMB_BITS == 64
    const limb a0 = a->v[0], a1 = a->v[1], a2 = a->v[2], a3 = a->v[3], a4 = a->v[4];
    const limb d0 = 2 * a0, d1 = 2 * a1, c3 = 19 * a3, c4 = 19 * a4, e4 = 2 * c4;
    wide t[F25519_LIMBS];
    t[0] = wide_mul(a0, a0) + wide_mul(a1, e4) + wide_mul(2 * a2, c3);
    t[1] = wide_mul(d0, a1) + wide_mul(a2, e4) + wide_mul(a3, c3);
    t[2] = wide_mul(d0, a2) + wide_mul(a1, a1) + wide_mul(a3, e4);
    t[3] = wide_mul(d0, a3) + wide_mul(d1, a2) + wide_mul(a4, c4);
    t[4] = wide_mul(d0, a4) + wide_mul(d1, a3) + wide_mul(a2, a2);
    f25519_carry(r, t);
#else
    f25519_multiply_inline(r, a, a);
#endif
}

static inline void f25519_multiply(struct f25519 *r, const struct f25519 *a, const struct f25519 *b)
{
    f25519_multiply_inline(r, a, b);
}

static inline void f25519_square(struct f25519 *r, const struct f25519 *a)
{
    f25519_square_inline(r, a);
}

/* r = a^(2^times) */
static inline void f25519_squares(struct f25519 *r, const struct f25519 *a, unsigned times)
{
    f25519_square(r, a);
    while (--times != 0)
        f25519_square(r, r);
}

/* r = a * factor for a factor below 2^17 */
static inline void f25519_multiply_small(struct f25519 *r, const struct f25519 *a, limb factor)
{
    wide t[F25519_LIMBS];
    for (int i = 0; i < F25519_LIMBS; i++)
        t[i] = wide_mul(a->v[i], factor);
    f25519_carry(r, t);
}

/* Exchanges a and b where SWAP is 1. */
static inline void f25519_swap(struct f25519 *a, struct f25519 *b, limb swap)
{
    const limb mask = 0 - swap;
    for (int i = 0; i < F25519_LIMBS; i++) {
        const limb x = (a->v[i] ^ b->v[i]) & mask;
        a->v[i] ^= x;
        b->v[i] ^= x;
    }
}

/* 255 bits, little-endian; the top bit is not looked at, and numbers from p on are taken modulo p. */
static inline void f25519_load(struct f25519 *r, const uint8_t bytes[32])
{
    unsigned bit = 0;
    for (int i = 0; i < F25519_LIMBS; i++) {
        uint64_t low = load64_le(bytes + (bit / 8 < 24 ? bit / 8 : 24));
        r->v[i] = (limb)(low >> (bit - 8 * (bit / 8 < 24 ? bit / 8 : 24))) & F25519_MASK(i);
        bit += F25519_BITS(i);
    }
}

/* The number below p. */
static inline void f25519_store(uint8_t bytes[32], const struct f25519 *a)
{
    struct f25519 x = *a;
    for (int pass = 0; pass < 2; pass++) {
        limb carry = 0;
        for (int i = 0; i < F25519_LIMBS; i++) {
            carry += x.v[i];
            x.v[i] = carry & F25519_MASK(i);
            carry >>= F25519_BITS(i);
        }
        x.v[0] += 19 * carry;
    }
    /* x < 2^255 + 19 k; q = 1 where x >= p, and x - q p = x + 19 q modulo 2^255 */
    limb q = 19;
    for (int i = 0; i < F25519_LIMBS; i++)
        q = (x.v[i] + q) >> F25519_BITS(i);
    q *= 19;
    for (int i = 0; i < F25519_LIMBS; i++) {
        q += x.v[i];
        x.v[i] = q & F25519_MASK(i);
        q >>= F25519_BITS(i);
    }
    uint64_t out = 0;
    unsigned have = 0, at = 0;
    for (int i = 0; i < F25519_LIMBS; i++) {
        out |= (uint64_t)x.v[i] << have;
        unsigned bits = have + F25519_BITS(i);
        if (bits >= 64) {
            store64_le(bytes + at, out);
            at += 8;
            bits -= 64;
            out = bits == 0 ? 0 : (uint64_t)x.v[i] >> (F25519_BITS(i) - bits);
        }
        have = bits;
    }
    store64_le(bytes + at, out);
}

/* a^(2^250 - 1) and a^11, what inversion and square roots begin with */
static inline void f25519_ladder(struct f25519 *power250, struct f25519 *power11, const struct f25519 *a)
{
    struct f25519 t, u;
    f25519_squares(&t, a, 1);
    f25519_squares(&u, &t, 2);
    f25519_multiply(&u, &u, a);
    f25519_multiply(power11, &u, &t);
    f25519_squares(&t, power11, 1);
    f25519_multiply(&u, &t, &u); /* 2^5 - 1 */
    f25519_squares(&t, &u, 5);
    f25519_multiply(&u, &t, &u); /* 2^10 - 1 */
    f25519_squares(&t, &u, 10);
    f25519_multiply(power250, &t, &u); /* 2^20 - 1 */
    f25519_squares(&t, power250, 20);
    f25519_multiply(&t, &t, power250); /* 2^40 - 1 */
    f25519_squares(&t, &t, 10);
    f25519_multiply(&u, &t, &u); /* 2^50 - 1 */
    f25519_squares(&t, &u, 50);
    f25519_multiply(power250, &t, &u); /* 2^100 - 1 */
    f25519_squares(&t, power250, 100);
    f25519_multiply(&t, &t, power250); /* 2^200 - 1 */
    f25519_squares(&t, &t, 50);
    f25519_multiply(power250, &t, &u); /* 2^250 - 1 */
}

/* 1 / a = a^(p - 2); 0 for 0 */
static inline void f25519_inverse(struct f25519 *r, const struct f25519 *a)
{
    struct f25519 t, eleven;
    f25519_ladder(&t, &eleven, a);
    f25519_squares(&t, &t, 5);
    f25519_multiply(r, &t, &eleven);
}

/* a^((p - 5) / 8) */
static inline void f25519_root_power(struct f25519 *r, const struct f25519 *a)
{
    struct f25519 t, eleven;
    f25519_ladder(&t, &eleven, a);
    f25519_squares(&t, &t, 2);
    f25519_multiply(r, &t, a);
}

static inline int f25519_is_zero(const struct f25519 *a)
{
    uint8_t bytes[32];
    unsigned any = 0;
    f25519_store(bytes, a);
    for (int i = 0; i < 32; i++)
        any |= bytes[i];
    return any == 0;
}

#endif

/* SPDX-License-Identifier: MIT */
/*
 * binary_lanes.h - elements of GF(2)[x] / (x^155 + x^62 + 1) in one vector of four lanes; included by binary.c with
 * TARGET and NAME(x) defined.
 *
 * Lane i holds the coefficients of x^(40 i) to x^(40 i + 39), the last one 35 of them.  The 24 free bits of a lane
 * take the multiples by polynomials of degree up to 3, and five such multiples each four bits further up, so that
 * most of a product needs no carry between lanes.
 */

struct NAME(fe) {
    vec256_u64 v;
};

#define FE struct NAME(fe)

enum { NAME(DIGITS) = 39, NAME(LANE_DIGITS) = 10, NAME(LANE_BITS) = 40 };

#define LANE_MASK (((limb)1 << NAME(LANE_BITS)) - 1)
/* V moved up by one or two lanes, what leaves the top is lost; and what left the top, in the lowest lanes. */
#define UP_1(v) LANES(vec256_u64, v, zero, 4, 0, 1, 2)
#define UP_2(v) LANES(vec256_u64, v, zero, 4, 5, 0, 1)
#define UP_3(v) LANES(vec256_u64, v, zero, 4, 5, 6, 0)
#define OUT_1(v) LANES(vec256_u64, v, zero, 3, 4, 5, 6)
#define OUT_2(v) LANES(vec256_u64, v, zero, 2, 3, 4, 5)
#define OUT_3(v) LANES(vec256_u64, v, zero, 1, 2, 3, 4)

static inline TARGET void NAME(load)(FE *r, const struct curve_element *a)
{
    r->v = (vec256_u64){a->v[0] & LANE_MASK, (a->v[0] >> 40 | a->v[1] << 24) & LANE_MASK, a->v[1] >> 16 & LANE_MASK,
                        a->v[1] >> 56 | a->v[2] << 8};
}

static inline TARGET void NAME(store)(struct curve_element *r, const FE *a)
{
    limb lanes[4];
    memcpy(lanes, &a->v, sizeof lanes);
    memset(r, 0, sizeof *r);
    r->v[0] = lanes[0] | lanes[1] << 40;
    r->v[1] = lanes[1] >> 24 | lanes[2] << 16 | lanes[3] << 56;
    r->v[2] = lanes[3] >> 8;
}

static inline TARGET void NAME(set_one)(FE *r)
{
    r->v = (vec256_u64){1, 0, 0, 0};
}

static inline TARGET void NAME(add)(FE *r, const FE *a, const FE *b)
{
    r->v = a->v ^ b->v;
}

static inline TARGET int NAME(is_zero)(const FE *a)
{
    limb lanes[4];
    memcpy(lanes, &a->v, sizeof lanes);
    return (lanes[0] | lanes[1] | lanes[2] | lanes[3]) == 0;
}

/* r = low + x^160 over, OVER nonzero in its two lowest lanes only: x^160 = x^5 + x^67, then x^155 = 1 + x^62. */
WIDE_INLINE TARGET void NAME(reduce_over)(FE *r, vec256_u64 low, vec256_u64 over)
{
    const vec256_u64 zero = {0, 0, 0, 0}, mask = {LANE_MASK, LANE_MASK, LANE_MASK, LANE_MASK};
    const vec256_u64 top_mask = {LANE_MASK, LANE_MASK, LANE_MASK, LANE_MASK >> 5}, places = {0, 22, 0, 0};
    const vec256_u64 one_up = over >> 35 ^ (over << 27 & mask), two_up = over >> 13;
    low ^= (over << 5 & mask) ^ UP_1(one_up) ^ UP_2(two_up);
    const vec256_u64 top = LANES(vec256_u64, low, zero, 3, 3, 4, 4) >> 35;
    r->v = (low & top_mask) ^ top << places;
}

/* r = low + x^160 high, all lanes of 40 bits */
WIDE_INLINE TARGET void NAME(reduce)(FE *r, vec256_u64 low, vec256_u64 high)
{
    const vec256_u64 zero = {0, 0, 0, 0}, mask = {LANE_MASK, LANE_MASK, LANE_MASK, LANE_MASK};
    const vec256_u64 one_up = high >> 35 ^ (high << 27 & mask), two_up = high >> 13;
    low ^= (high << 5 & mask) ^ UP_1(one_up) ^ UP_2(two_up);
    NAME(reduce_over)(r, low, OUT_1(one_up) ^ OUT_2(two_up));
}

struct NAME(comb) {
    vec256_u64 v[16];
};

/* Sum 2 i + h takes the lower (h = 0) or upper five of the ten digits of lane i, the highest first. */
struct NAME(sums) {
    vec256_u64 v[8];
};

WIDE_INLINE TARGET void NAME(comb_set)(struct NAME(comb) *comb, const FE *b)
{
    const vec256_u64 zero = {0, 0, 0, 0};
    comb->v[0] = zero;
    comb->v[1] = b->v;
    WIDE_UNROLL
    for (int i = 2; i < 16; i += 2) {
        comb->v[i] = comb->v[i / 2] << 1;
        comb->v[i + 1] = comb->v[i] ^ b->v;
    }
}

WIDE_INLINE TARGET void NAME(comb_sum)(struct NAME(sums) *sums, const FE *a, const struct NAME(comb) *comb, int first)
{
    /* the digits times 16, which is half the distance of two multiples in bytes: even ones and odd ones */
    const limb nibbles = 0xf0f0f0f0f0f0f0f0;
    const vec256_u64 mask = {nibbles, nibbles, nibbles, nibbles}, even = a->v << 4 & mask, odd = a->v & mask;
    uint8_t digits[64];
    const volatile uint8_t *digit_at = digits; /* bytes cost less out of memory than out of a vector */
    memcpy(digits, &even, sizeof even);
    memcpy(digits + 32, &odd, sizeof odd);
    WIDE_UNROLL
    for (int s = 0; s < 8; s++) {
        vec256_u64 sum = {0, 0, 0, 0};
        WIDE_UNROLL
        for (int i = 4; i >= 0; i--) {
            const int digit = 5 * (s % 2) + i;
            if (NAME(LANE_DIGITS) * (s / 2) + digit >= NAME(DIGITS))
                continue;
            const size_t half = digit_at[32 * (digit % 2) + 8 * (s / 2) + digit / 2];
            vec256_u64 multiple;
            memcpy(&multiple, (const uint8_t *)comb->v + 2 * half, sizeof multiple);
            sum = sum << 4 ^ multiple;
        }
        sums->v[s] = first ? sum : sums->v[s] ^ sum;
    }
}

WIDE_INLINE TARGET void NAME(comb_finish)(FE *r, const struct NAME(sums) *sums)
{
    const vec256_u64 zero = {0, 0, 0, 0}, mask = {LANE_MASK, LANE_MASK, LANE_MASK, LANE_MASK};
    vec256_u64 part[5]; /* part i belongs i lanes up */
    part[4] = zero;
    WIDE_UNROLL
    for (int i = 0; i < 4; i++) {
        const vec256_u64 lower = sums->v[2 * i], upper = sums->v[2 * i + 1];
        const vec256_u64 settled = (lower ^ upper << 20) & mask;
        part[i] = i == 0 ? settled : part[i] ^ settled;
        part[i + 1] = lower >> 40 ^ upper >> 20;
    }
    NAME(reduce)(r, part[0] ^ UP_1(part[1]) ^ UP_2(part[2]) ^ UP_3(part[3]),
                 OUT_1(part[1]) ^ OUT_2(part[2]) ^ OUT_3(part[3]) ^ part[4]);
}

static TARGET void NAME(mul)(FE *r, const FE *a, const FE *b, const struct curve *curve)
{
    struct NAME(comb) comb;
    struct NAME(sums) sums;
    (void)curve;
    NAME(comb_set)(&comb, b);
    NAME(comb_sum)(&sums, a, &comb, 1);
    NAME(comb_finish)(r, &sums);
}

/* r = a b + c d */
static TARGET void NAME(mul_add)(FE *r, const FE *a, const FE *b, const FE *c, const FE *d, const struct curve *curve)
{
    struct NAME(comb) comb;
    struct NAME(sums) sums;
    (void)curve;
    NAME(comb_set)(&comb, b);
    NAME(comb_sum)(&sums, a, &comb, 1);
    NAME(comb_set)(&comb, d);
    NAME(comb_sum)(&sums, c, &comb, 0);
    NAME(comb_finish)(r, &sums);
}

/* r = a b for a short b of up to 20 bits */
static TARGET void NAME(mul_short)(FE *r, const FE *a, limb b, const struct curve *curve)
{
    const vec256_u64 zero = {0, 0, 0, 0}, mask = {LANE_MASK, LANE_MASK, LANE_MASK, LANE_MASK};
    struct NAME(comb) comb;
    vec256_u64 sum = zero;
    (void)curve;
    NAME(comb_set)(&comb, a);
    WIDE_UNROLL
    for (int shift = 16; shift >= 0; shift -= 4)
        sum = sum << 4 ^ comb.v[b >> shift & 15];
    const vec256_u64 carry = sum >> 40;
    NAME(reduce_over)(r, (sum & mask) ^ UP_1(carry), OUT_1(carry));
}

/* The lowest 20 bits of each lane with a zero between every two. */
WIDE_INLINE TARGET vec256_u64 NAME(spread)(vec256_u64 a)
{
    a = (a | a << 16) & 0x0000ffff0000ffff;
    a = (a | a << 8) & 0x00ff00ff00ff00ff;
    a = (a | a << 4) & 0x0f0f0f0f0f0f0f0f;
    a = (a | a << 2) & 0x3333333333333333;
    return (a | a << 1) & 0x5555555555555555;
}

WIDE_INLINE TARGET void NAME(sqr)(FE *r, const FE *a, const struct curve *curve)
{
    const vec256_u64 lower = NAME(spread)(a->v & 0xfffff), upper = NAME(spread)(a->v >> 20);
    (void)curve;
    NAME(reduce)(r, LANES(vec256_u64, lower, upper, 0, 4, 1, 5), LANES(vec256_u64, lower, upper, 2, 6, 3, 7));
}

#undef LANE_MASK
#undef UP_1
#undef UP_2
#undef UP_3
#undef OUT_1
#undef OUT_2
#undef OUT_3

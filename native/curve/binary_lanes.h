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
#define OUT_1(v) LANES(vec256_u64, v, zero, 3, 4, 5, 6)
#define OUT_2(v) LANES(vec256_u64, v, zero, 2, 3, 4, 5)

static inline TARGET void NAME(load_element)(FE *r, const struct curve_element *a)
{
    r->v = (vec256_u64){a->v[0] & LANE_MASK, (a->v[0] >> 40 | a->v[1] << 24) & LANE_MASK, a->v[1] >> 16 & LANE_MASK,
                        a->v[1] >> 56 | a->v[2] << 8};
}

static inline TARGET void NAME(store_element)(struct curve_element *r, const FE *a)
{
    limb lanes[4];
    memcpy(lanes, &a->v, sizeof lanes);
    memset(r, 0, sizeof *r);
    r->v[0] = lanes[0] | lanes[1] << 40;
    r->v[1] = lanes[1] >> 24 | lanes[2] << 16 | lanes[3] << 56;
    r->v[2] = lanes[3] >> 8;
}

static inline TARGET void NAME(set_one)(FE *r, const struct curve *curve)
{
    (void)curve;
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

/*
 * r = low + x^160 high for a product.  With h = t div x^155, x^155 = 1 + x^62 makes of it h + x^62 h, whose part from
 * x^155 on is g = h div x^93, once more: r = (t mod x^155) + (h + g) + x^62 ((h + g) mod x^93).
 */
WIDE_INLINE TARGET void NAME(reduce)(FE *r, vec256_u64 low, vec256_u64 high)
{
    const vec256_u64 zero = {0, 0, 0, 0}, mask = {LANE_MASK, LANE_MASK, LANE_MASK, LANE_MASK};
    const vec256_u64 mask_155 = {LANE_MASK, LANE_MASK, LANE_MASK, LANE_MASK >> 5};
    const vec256_u64 low_18_of_93 = {LANE_MASK >> 22, LANE_MASK >> 22, LANE_MASK >> 27, 0};
    vec256_u64 h = LANES(vec256_u64, low, high, 3, 4, 5, 6) >> 35 ^ (high << 5 & mask);
    const vec256_u64 upper = OUT_2(h);
    h ^= upper >> 13 ^ (LANES(vec256_u64, upper, zero, 1, 4, 3, 4) << 27 & mask);
    r->v = (low & mask_155) ^ h ^ UP_1((h & low_18_of_93) << 22) ^ UP_2(h >> 18);
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

/*
 * The sums of COUNT <= 2 elements, each with its comb.  Two go side by side, digit by digit: one alone waits for its
 * own steps most of the time.
 */
WIDE_INLINE TARGET void NAME(comb_sum)(struct NAME(sums) *sums, const FE *const *a, const struct NAME(comb) *combs,
                                       int count)
{
    /* the digits times 16, which is half the distance of two multiples in bytes: even ones and odd ones */
    const limb nibbles = 0xf0f0f0f0f0f0f0f0;
    const vec256_u64 mask = {nibbles, nibbles, nibbles, nibbles};
    uint8_t digits[2][64];
    const volatile uint8_t *digit_at = digits[0]; /* bytes cost less out of memory than out of a vector */
    WIDE_UNROLL
    for (int k = 0; k < count; k++) {
        const vec256_u64 even = a[k]->v << 4 & mask, odd = a[k]->v & mask;
        memcpy(digits[k], &even, sizeof even);
        memcpy(digits[k] + 32, &odd, sizeof odd);
    }
    WIDE_UNROLL
    for (int s = 0; s < 8; s++) {
        vec256_u64 sum[2] = {{0, 0, 0, 0}, {0, 0, 0, 0}};
        WIDE_UNROLL
        for (int i = 4; i >= 0; i--) {
            const int digit = 5 * (s % 2) + i;
            if (NAME(LANE_DIGITS) * (s / 2) + digit >= NAME(DIGITS))
                continue;
            WIDE_UNROLL
            for (int k = 0; k < count; k++) {
                const size_t half = digit_at[64 * k + 32 * (digit % 2) + 8 * (s / 2) + digit / 2];
                vec256_u64 multiple;
                memcpy(&multiple, (const uint8_t *)combs[k].v + 2 * half, sizeof multiple);
                sum[k] = sum[k] << 4 ^ multiple;
            }
        }
        WIDE_UNROLL
        for (int k = 0; k < count; k++)
            sums[k].v[s] = sum[k];
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
    const vec256_u64 odd = part[1] ^ UP_2(part[3]), odd_out = OUT_2(part[3]);
    NAME(reduce)(r, part[0] ^ UP_2(part[2]) ^ UP_1(odd),
                 part[4] ^ OUT_2(part[2]) ^ LANES(vec256_u64, odd, odd_out, 3, 4, 5, 6));
}

static TARGET void NAME(mul)(FE *r, const FE *a, const FE *b, const struct curve *curve)
{
    struct NAME(comb) comb;
    struct NAME(sums) sums;
    (void)curve;
    NAME(comb_set)(&comb, b);
    NAME(comb_sum)(&sums, &a, &comb, 1);
    NAME(comb_finish)(r, &sums);
}

/* r = a b, s = c d */
static TARGET void NAME(mul_two)(FE *r, const FE *a, const FE *b, FE *s, const FE *c, const FE *d,
                                 const struct curve *curve)
{
    struct NAME(comb) combs[2];
    struct NAME(sums) sums[2];
    const FE *const factors[2] = {a, c};
    (void)curve;
    NAME(comb_set)(&combs[0], b);
    NAME(comb_set)(&combs[1], d);
    NAME(comb_sum)(sums, factors, combs, 2);
    NAME(comb_finish)(r, &sums[0]);
    NAME(comb_finish)(s, &sums[1]);
}

/* r = a b + c d */
static TARGET void NAME(mul_add)(FE *r, const FE *a, const FE *b, const FE *c, const FE *d, const struct curve *curve)
{
    struct NAME(comb) combs[2];
    struct NAME(sums) sums[2];
    const FE *const factors[2] = {a, c};
    (void)curve;
    NAME(comb_set)(&combs[0], b);
    NAME(comb_set)(&combs[1], d);
    NAME(comb_sum)(sums, factors, combs, 2);
    WIDE_UNROLL
    for (int i = 0; i < 8; i++)
        sums[0].v[i] ^= sums[1].v[i];
    NAME(comb_finish)(r, &sums[0]);
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
    NAME(reduce)(r, (sum & mask) ^ UP_1(carry), OUT_1(carry));
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

/*
 * With a = l + x^78 h, the square is l^2 + (x + x^63) h^2, where l^2 stands for l with its bits spread.  What reaches
 * x^155 is the square of t = a div x^124, so that before any spreading the even coefficients are l + t + x^31 t, and
 * the odd ones h + x^31 (h mod x^46).
 */
WIDE_INLINE TARGET void NAME(sqr)(FE *r, const FE *a, const struct curve *curve)
{
    enum { M = 0xfffff };
    const vec256_u64 v = a->v;
    (void)curve;
    const vec256_u64 l = LANES(vec256_u64, v, v, 0, 0, 1, 1) >> (vec256_u64){0, 20, 0, 20};
    const vec256_u64 top = LANES(vec256_u64, v, v, 3, 3, 3, 3);
    const vec256_u64 t = top >> (vec256_u64){4, 24, 13, 33};
    const vec256_u64 even = ((l ^ t) & (vec256_u64){M, M, M, M >> 2}) ^ (top << 7 & (vec256_u64){0, M & M << 11, 0, 0});
    const vec256_u64 h = (LANES(vec256_u64, v, v, 1, 1, 2, 2) >> (vec256_u64){38, 63, 38, 63} ^
                          LANES(vec256_u64, v, v, 2, 2, 3, 3) << 2 >> (vec256_u64){0, 20, 0, 20}) &
                         (vec256_u64){M, M, M, M >> 3};
    const vec256_u64 odd = h ^ (LANES(vec256_u64, h, h, 0, 0, 1, 2) << 11 & (vec256_u64){0, M, M, M >> 3}) ^
                           LANES(vec256_u64, h, h, 0, 0, 0, 1) >> (vec256_u64){63, 63, 9, 9};
    r->v = NAME(spread)(even) ^ NAME(spread)(odd) << 1;
}

/* In whole limbs, where shifts by any number of bits are cheap. */
static TARGET void NAME(inverse)(FE *r, const FE *a, const struct curve *curve)
{
    struct curve_element element;
    struct binary_155_fe limbs;
    NAME(store_element)(&element, a);
    binary_155_load_element(&limbs, &element);
    binary_155_inverse(&limbs, &limbs, curve);
    binary_155_store_element(&element, &limbs);
    NAME(load_element)(r, &element);
}

#undef LANE_MASK
#undef UP_1
#undef UP_2
#undef OUT_1
#undef OUT_2

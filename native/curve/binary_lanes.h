/* SPDX-License-Identifier: MIT */
/*
 * binary_lanes.h - elements of GF(2)[x] / (x^155 + x^62 + 1) in one vector of four lanes; included by binary.c with
 * TARGET and NAME(x) defined.
 *
 * Lane i holds the coefficients of x^(40 i) to x^(40 i + 39): elements are polynomials of degree up to 159, and reduced
 * only where they are stored or compared.  The 24 free bits of a lane take the multiples by polynomials of degree up to
 * 3, and five such multiples each four bits further up, so that most of a product needs no carry between lanes.
 */

struct NAME(fe) {
    vec256_u64 v;
};

#define FE struct NAME(fe)

enum { NAME(LANE_BITS) = 40 };

#define LANE_MASK (((limb)1 << NAME(LANE_BITS)) - 1)
/*
 * V moved up by two lanes, what leaves the top is lost; and what left the top, in the lowest lanes.  By one lane it
 * goes in two parts, as a vector's halves are shuffled by themselves in one cycle and with each other in three: what
 * stays in its half, and what leaves it, two lanes below its place.
 */
#define UP_2(v) LANES(vec256_u64, v, zero, 4, 5, 0, 1)
#define OUT_2(v) LANES(vec256_u64, v, zero, 2, 3, 4, 5)
#define UP_1_WITHIN(v) LANES(vec256_u64, zero, v, 0, 4, 2, 6)
#define UP_1_LEAVES(v) LANES(vec256_u64, v, zero, 1, 5, 3, 7)
#define UP_1(v) (UP_1_WITHIN(v) ^ UP_2(UP_1_LEAVES(v)))

static inline TARGET void NAME(load_element)(FE *r, const struct curve_element *a)
{
    const vec256_u64 zero = {0, 0, 0, 0}, mask = {LANE_MASK, LANE_MASK, LANE_MASK, LANE_MASK};
    vec256_u64 limbs;
    memcpy(&limbs, a->v, sizeof limbs);
    const vec256_u64 lower = LANES(vec256_u64, limbs, limbs, 0, 0, 1, 1) >> (vec256_u64){0, 40, 16, 56};
    const vec256_u64 upper = LANES(vec256_u64, limbs, zero, 4, 1, 4, 2) << (vec256_u64){0, 24, 0, 8};
    r->v = (lower | upper) & mask;
}

/* The lanes of a reduced: x^155 = x^62 + 1 for what is left from there on. */
static inline TARGET void NAME(reduced_lanes)(limb lanes[4], const FE *a)
{
    memcpy(lanes, &a->v, sizeof a->v);
    const limb above = lanes[3] >> 35;
    lanes[0] ^= above;
    lanes[1] ^= above << 22;
    lanes[3] ^= above << 35;
}

static inline TARGET void NAME(store_element)(struct curve_element *r, const FE *a)
{
    limb lanes[4];
    NAME(reduced_lanes)(lanes, a);
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

static inline TARGET int NAME(is_zero)(const FE *a, const struct curve *curve)
{
    (void)curve;
    limb lanes[4];
    NAME(reduced_lanes)(lanes, a);
    return (lanes[0] | lanes[1] | lanes[2] | lanes[3]) == 0;
}

/*
 * r = low + x^160 high.  x^160 = x^5 + x^67, and x^67 is a lane and 27 bits: a lane of high goes to its own place, the
 * next one and the second next one; what that takes past x^160 once more comes to high first.
 */
WIDE_INLINE TARGET void NAME(reduce)(FE *r, vec256_u64 low, vec256_u64 high)
{
    const vec256_u64 zero = {0, 0, 0, 0}, mask = {LANE_MASK, LANE_MASK, LANE_MASK, LANE_MASK};
    const vec256_u64 once_1 = (high << 27 & mask) ^ high >> 35, once_2 = high >> 13 ^ UP_1_LEAVES(once_1);
    const vec256_u64 h = high ^ OUT_2(once_2);
    const vec256_u64 next_1 = (h << 27 & mask) ^ h >> 35, next_2 = h >> 13 ^ UP_1_LEAVES(next_1);
    r->v = low ^ (h << 5 & mask) ^ UP_1_WITHIN(next_1) ^ UP_2(next_2);
}

/* Sum 2 i + h takes the lower (h = 0) or upper 20 bits of lane i, the highest digit first. */
struct NAME(sums) {
    vec256_u64 v[8];
};

/*
 * A comb has the multiples of an element by the polynomials of a digit: of four bits or, where two products share them,
 * of five.
 */
WIDE_INLINE TARGET void NAME(comb_set)(vec256_u64 *comb, const int digit_bits, const FE *b)
{
    const vec256_u64 zero = {0, 0, 0, 0};
    comb[0] = zero;
    comb[1] = b->v;
    WIDE_UNROLL
    for (int i = 2; i < 1 << digit_bits; i += 2) {
        comb[i] = comb[i / 2] << 1;
        comb[i + 1] = comb[i] ^ b->v;
    }
}

WIDE_INLINE TARGET void NAME(comb_sum)(struct NAME(sums) *sums, const FE *a, const vec256_u64 *comb,
                                       const int digit_bits)
{
    WIDE_UNROLL
    for (int s = 0; s < 8; s++) {
        vec256_u64 sum = {0, 0, 0, 0};
        limb lane;
        memcpy(&lane, (const uint8_t *)&a->v + 8 * (s / 2), sizeof lane);
        WIDE_UNROLL
        for (int i = 20 / digit_bits - 1; i >= 0; i--) {
            /* 32 bytes a multiple; the digit is rotated to its place, which leaves LANE where it is for the next one */
            const int shift = 20 * (s % 2) + digit_bits * i;
            const limb offset = (lane >> (shift + 59) % 64 | lane << (69 - shift) % 64) & (((1 << digit_bits) - 1) << 5);
            vec256_u64 multiple;
            memcpy(&multiple, (const uint8_t *)comb + offset, sizeof multiple);
            sum = sum << digit_bits ^ multiple;
        }
        sums->v[s] = sum;
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
    const vec256_u64 even = part[2] ^ UP_1_LEAVES(odd);
    const vec256_u64 odd_out_up = LANES(vec256_u64, LANES(vec256_u64, zero, part[3], 0, 1, 6, 7), odd_out, 1, 4, 3, 6);
    NAME(reduce)(r, part[0] ^ UP_2(even) ^ UP_1_WITHIN(odd), part[4] ^ OUT_2(even) ^ odd_out_up);
}

static TARGET void NAME(mul)(FE *r, const FE *a, const FE *b, const struct curve *curve)
{
    vec256_u64 comb[1 << 4];
    struct NAME(sums) sums;
    (void)curve;
    NAME(comb_set)(comb, 4, b);
    NAME(comb_sum)(&sums, a, comb, 4);
    NAME(comb_finish)(r, &sums);
}

/* r = a b, s = c d */
static inline TARGET void NAME(mul_two)(FE *r, const FE *a, const FE *b, FE *s, const FE *c, const FE *d,
                                        const struct curve *curve)
{
    FE first;
    NAME(mul)(&first, a, b, curve);
    NAME(mul)(s, c, d, curve);
    *r = first;
}

/* r = a c, s = b c */
static TARGET void NAME(mul_both)(FE *r, const FE *a, FE *s, const FE *b, const FE *c, const struct curve *curve)
{
    vec256_u64 comb[1 << 5];
    struct NAME(sums) sums[2];
    (void)curve;
    NAME(comb_set)(comb, 5, c);
    NAME(comb_sum)(&sums[0], a, comb, 5);
    NAME(comb_sum)(&sums[1], b, comb, 5);
    NAME(comb_finish)(r, &sums[0]);
    NAME(comb_finish)(s, &sums[1]);
}

/* r = a b + c d */
static TARGET void NAME(mul_add)(FE *r, const FE *a, const FE *b, const FE *c, const FE *d, const struct curve *curve)
{
    vec256_u64 combs[2][1 << 4];
    struct NAME(sums) sums[2];
    (void)curve;
    NAME(comb_set)(combs[0], 4, b);
    NAME(comb_set)(combs[1], 4, d);
    NAME(comb_sum)(&sums[0], a, combs[0], 4);
    NAME(comb_sum)(&sums[1], c, combs[1], 4);
    WIDE_UNROLL
    for (int i = 0; i < 8; i++)
        sums[0].v[i] ^= sums[1].v[i];
    NAME(comb_finish)(r, &sums[0]);
}

/* r = a b for a short b of up to 20 bits */
static TARGET void NAME(mul_short)(FE *r, const FE *a, limb b, const struct curve *curve)
{
    const vec256_u64 zero = {0, 0, 0, 0}, mask = {LANE_MASK, LANE_MASK, LANE_MASK, LANE_MASK};
    vec256_u64 comb[1 << 4];
    vec256_u64 sum = zero;
    (void)curve;
    NAME(comb_set)(comb, 4, a);
    WIDE_UNROLL
    for (int shift = 16; shift >= 0; shift -= 4)
        sum = sum << 4 ^ comb[b >> shift & 15];
    const vec256_u64 carry = sum >> 40;
    const vec256_u64 leaves = UP_1_LEAVES(carry);
    NAME(reduce)(r, (sum & mask) ^ UP_1_WITHIN(carry) ^ UP_2(leaves), OUT_2(leaves));
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
 * With a = l + x^80 h, the square is l^2 + (x^5 + x^67) h^2 = l^2 + x g^2 for g = (x^2 + x^33) h, where l^2 stands for
 * l with its bits spread.  With g = f + x^80 e, x x^160 e^2 is in turn the square of (x^3 + x^34) e, no longer than l.
 */
WIDE_INLINE TARGET void NAME(sqr)(FE *r, const FE *a, const struct curve *curve)
{
    const vec256_u64 zero = {0, 0, 0, 0}, mask = {LANE_MASK, LANE_MASK, LANE_MASK, LANE_MASK};
    const vec256_u64 half = {LANE_MASK >> 20, LANE_MASK >> 20, LANE_MASK >> 20, LANE_MASK >> 20};
    const vec256_u64 halves = {0, 20, 0, 20};
    const vec256_u64 v = a->v;
    (void)curve;
    /* every lane twice, to be halved */
    const vec256_u64 h = LANES(vec256_u64, v, v, 2, 2, 3, 3), carry = h >> 7 ^ h >> 38;
    const vec256_u64 g = ((h << 2 ^ h << 33) & mask) ^ UP_2(carry);
    const vec256_u64 e = LANES(vec256_u64, carry, carry, 2, 2, 2, 2);
    const vec256_u64 even = LANES(vec256_u64, v, v, 0, 0, 1, 1) ^
                            ((e << 3 ^ e << 34) & (vec256_u64){LANE_MASK, LANE_MASK, 0, 0}) ^
                            e >> (vec256_u64){63, 63, 6, 6};
    r->v = NAME(spread)(even >> halves & half) ^ NAME(spread)(g >> halves & half) << 1;
}

/* The carries of lanes into the next ones. */
WIDE_INLINE TARGET vec256_u64 NAME(carry)(vec256_u64 a)
{
    const vec256_u64 zero = {0, 0, 0, 0}, mask = {LANE_MASK, LANE_MASK, LANE_MASK, LANE_MASK};
    return (a & mask) ^ UP_1(a >> 40);
}

/*
 * binary_field.h's inverse on its way: f and g in limbs, where shifts are cheap, b and c in lanes.  g is even between
 * steps; excess is a number with a sign.
 */
struct NAME(euclid) {
    limb f[3], g[3], excess;
    vec256_u64 b, c;
    unsigned shifted;
};

/*
 * Goes on until the highest of LIMBS limbs of f and g has become zero; until g = 0 where LIMBS is 1.  Lanes take the
 * bits of three steps between carries: as many as SHIFT - 1 zeros each, and SHIFT in front of them.
 */
WIDE_INLINE TARGET void NAME(euclid_steps)(struct NAME(euclid) *s, const int limbs)
{
    enum { SHIFT = 7 };
    do {
        WIDE_UNROLL
        for (int step = 0; step < 3; step++) {
            while (UNLIKELY((s->g[0] & (((limb)1 << SHIFT) - 1)) == 0)) {
                if ((s->g[0] | s->g[1] | s->g[2]) == 0)
                    return;
                s->b = NAME(carry)(s->b) << (SHIFT - 1); /* all but one, and g is even still */
                s->c = NAME(carry)(s->c);
                s->g[0] = s->g[0] >> (SHIFT - 1) | s->g[1] << (65 - SHIFT);
                s->g[1] = s->g[1] >> (SHIFT - 1) | s->g[2] << (65 - SHIFT);
                s->g[2] >>= SHIFT - 1;
                s->shifted += SHIFT - 1;
                s->excess += SHIFT - 1;
            }
            const unsigned zeros = limb_trailing_zeros(s->g[0]);
            WIDE_UNROLL
            for (int l = 0; l < limbs; l++)
                s->g[l] = s->g[l] >> zeros | (l + 1 < limbs ? s->g[l + 1] << (64 - zeros) % 64 : 0);
            s->b = s->b << zeros;
            s->shifted += zeros;
            s->excess += zeros;
            const limb swap = 0 - ((0 - s->excess) >> 63); /* all ones where excess > 0 */
            const vec256_u64 swaps = {swap, swap, swap, swap};
            s->excess = (s->excess ^ swap) - swap;
            WIDE_UNROLL
            for (int l = 0; l < limbs; l++) {
                s->g[l] ^= s->f[l];
                s->f[l] ^= s->g[l] & swap;
            }
            s->c ^= s->b;
            s->b ^= s->c & swaps;
        }
        s->b = NAME(carry)(s->b);
        s->c = NAME(carry)(s->c);
    } while (limbs == 1 || (s->f[limbs - 1] | s->g[limbs - 1]) != 0);
}

static TARGET void NAME(inverse)(FE *r, const FE *a, const struct curve *curve)
{
    const vec256_u64 zero = {0, 0, 0, 0}, mask = {LANE_MASK, LANE_MASK, LANE_MASK, LANE_MASK};
    struct curve_element element;
    NAME(store_element)(&element, a);
    struct NAME(euclid) s = {.f = {(limb)1 << 62 | 1, 0, (limb)1 << 27},
                             .g = {element.v[0] << 1, element.v[1] << 1 | element.v[0] >> 63,
                                   element.v[2] << 1 | element.v[1] >> 63},
                             .c = {1, 0, 0, 0}};
    NAME(euclid_steps)(&s, 3);
    NAME(euclid_steps)(&s, 2);
    NAME(euclid_steps)(&s, 1);
    const vec256_u64 b = NAME(carry)(s.b);
    const unsigned less = 310 - s.shifted; /* than of most x a */
    if (less <= 10) { /* b x^less / x^309, and 1 / x^309 = x^(80 + 14) + x^(120 + 5) */
        const vec256_u64 first = b << (less + 14), second = b << (less + 5);
        const vec256_u64 up_2 = first & mask, up_3 = first >> 40 ^ (second & mask), up_4 = second >> 40;
        NAME(reduce)(r, UP_2(up_2) ^ LANES(vec256_u64, up_3, zero, 4, 5, 6, 0),
                     OUT_2(up_2) ^ LANES(vec256_u64, up_3, zero, 1, 2, 3, 4) ^ up_4);
    } else {
        FE rest = {b};
        struct binary_155_fe limbs;
        NAME(store_element)(&element, &rest);
        binary_155_load_element(&limbs, &element);
        binary_155_divide_out(&limbs, s.shifted - 1, curve);
        binary_155_store_element(&element, &limbs);
        NAME(load_element)(r, &element);
    }
}

#undef LANE_MASK
#undef UP_1
#undef UP_1_WITHIN
#undef UP_1_LEAVES
#undef UP_2
#undef OUT_2

/* SPDX-License-Identifier: MIT */
/*
 * serpent_lanes.h - the kernels of Serpent; included by each_width.h.
 *
 * Four words hold the state of one block (or of as many as there are lanes), and bit B of each together is one nibble.
 * The S-boxes are the instruction sequences of Osvik ("Speeding up Serpent", 2000), written as formulas.
 */
#if LANE_BITS == 0
#define COUNT 1
#else
#define COUNT VECTORS
#endif

static ALWAYS_INLINE LANE_TARGET void LANE(s0)(V32 x[4])
{
    const V32 a = x[0], b = x[1], c = x[2], d = x[3];
    const V32 t1 = d | a, t2 = a ^ d, t3 = d ^ c, t4 = ~t3, t5 = t1 ^ b, t6 = b & t2, t7 = t6 ^ t4, t8 = c ^ t2,
        t9 = t2 ^ t5, t10 = t4 | t9, t11 = t9 ^ t8, t12 = t8 & t7, t13 = t5 ^ t12, t14 = ~t7, t15 = t12 ^ t10,
        t16 = t14 ^ t15;
    x[0] = t15;
    x[1] = t16;
    x[2] = t13;
    x[3] = t11;
}

static ALWAYS_INLINE LANE_TARGET void LANE(s1)(V32 x[4])
{
    const V32 a = x[0], b = x[1], c = x[2], d = x[3];
    const V32 t1 = b ^ a, t2 = a ^ d, t3 = ~d, t4 = b & t1, t5 = t2 | t1, t6 = t3 ^ c, t7 = t5 ^ t6, t8 = t1 ^ t6,
        t9 = t6 ^ t4, t10 = t8 | t4, t11 = t4 ^ c, t12 = c & t7, t13 = t12 ^ t10, t14 = t10 | t7, t15 = ~t7,
        t16 = t15 ^ t13, t17 = t11 ^ t14;
    x[0] = t17;
    x[1] = t13;
    x[2] = t9;
    x[3] = t16;
}

static ALWAYS_INLINE LANE_TARGET void LANE(s2)(V32 x[4])
{
    const V32 a = x[0], b = x[1], c = x[2], d = x[3];
    const V32 t1 = ~d, t2 = b ^ a, t3 = a & c, t4 = t3 ^ t1, t5 = t1 | a, t6 = c ^ t2, t7 = t5 ^ t2, t8 = t2 & t4,
        t9 = t4 ^ t6, t10 = t6 & t7, t11 = t7 | t8, t12 = ~t9, t13 = t11 ^ t12, t14 = a ^ t12, t15 = t12 ^ t10,
        t16 = t8 | t10;
    x[0] = t14;
    x[1] = t16;
    x[2] = t15;
    x[3] = t13;
}

static ALWAYS_INLINE LANE_TARGET void LANE(s3)(V32 x[4])
{
    const V32 a = x[0], b = x[1], c = x[2], d = x[3];
    const V32 t1 = b ^ d, t2 = d | a, t3 = b & a, t4 = a ^ c, t5 = c ^ t1, t6 = t1 & t2, t7 = t5 ^ t2, t8 = t4 | t3,
        t9 = t3 ^ t2, t10 = t6 ^ t8, t11 = t8 & t2, t12 = t2 & t9, t13 = t12 ^ t7, t14 = t9 | t10, t15 = t7 & t10,
        t16 = t14 ^ t13, t17 = t11 ^ t13, t18 = t13 ^ t15;
    x[0] = t18;
    x[1] = t16;
    x[2] = t10;
    x[3] = t17;
}

static ALWAYS_INLINE LANE_TARGET void LANE(s4)(V32 x[4])
{
    const V32 a = x[0], b = x[1], c = x[2], d = x[3];
    const V32 t1 = d & a, t2 = a ^ d, t3 = t1 ^ c, t4 = c | d, t5 = t2 ^ b, t6 = d ^ t3, t7 = t4 | t5, t8 = t7 ^ b,
        t9 = b & t5, t10 = t9 ^ t6, t11 = t6 & t8, t12 = t8 ^ t3, t13 = t11 ^ t5, t14 = t3 | t10, t15 = ~t10,
        t16 = t14 ^ t5;
    x[0] = t15;
    x[1] = t12;
    x[2] = t16;
    x[3] = t13;
}

static ALWAYS_INLINE LANE_TARGET void LANE(s5)(V32 x[4])
{
    const V32 a = x[0], b = x[1], c = x[2], d = x[3];
    const V32 t1 = b | a, t2 = c ^ t1, t3 = ~d, t4 = b ^ a, t5 = a ^ t2, t6 = t1 & t4, t7 = t4 | t3, t8 = t7 ^ t5,
        t9 = t5 & t3, t10 = t6 ^ t3, t11 = t3 ^ t2, t12 = t9 ^ t10, t13 = t2 & t8, t14 = t10 ^ t13, t15 = t13 & t12,
        t16 = t11 ^ t15;
    x[0] = t8;
    x[1] = t12;
    x[2] = t14;
    x[3] = t16;
}

static ALWAYS_INLINE LANE_TARGET void LANE(s6)(V32 x[4])
{
    const V32 a = x[0], b = x[1], c = x[2], d = x[3];
    const V32 t1 = d ^ a, t2 = b ^ c, t3 = c ^ a, t4 = a & t1, t5 = t2 | t1, t6 = ~b, t7 = t4 ^ t5, t8 = t5 ^ t3,
        t9 = t1 ^ t6, t10 = t6 ^ t7, t11 = t3 & t7, t12 = t10 ^ t8, t13 = t11 ^ t9, t14 = t9 & t8, t15 = t14 ^ t7,
        t16 = t8 ^ t13;
    x[0] = t13;
    x[1] = t12;
    x[2] = t16;
    x[3] = t15;
}

static ALWAYS_INLINE LANE_TARGET void LANE(s7)(V32 x[4])
{
    const V32 a = x[0], b = x[1], c = x[2], d = x[3];
    const V32 t1 = ~b, t2 = ~a, t3 = t1 & c, t4 = t3 ^ d, t5 = d | t1, t6 = t1 ^ c, t7 = c ^ t5, t8 = t5 ^ t2,
        t9 = t2 | t4, t10 = t7 & t9, t11 = t9 ^ t6, t12 = t6 ^ t8, t13 = t8 & t11, t14 = t12 ^ t4, t15 = t10 ^ t14,
        t16 = t13 ^ t4, t17 = t14 | t11, t18 = t17 ^ t4;
    x[0] = t18;
    x[1] = t15;
    x[2] = t16;
    x[3] = t11;
}

static ALWAYS_INLINE LANE_TARGET void LANE(inverse_s0)(V32 x[4])
{
    const V32 a = x[0], b = x[1], c = x[2], d = x[3];
    const V32 t1 = b ^ a, t2 = d | t1, t3 = d ^ t1, t4 = ~a, t5 = c ^ t2, t6 = t2 ^ t4, t7 = t4 & t1, t8 = t7 ^ t5,
        t9 = t5 & t6, t10 = t6 ^ t3, t11 = t9 ^ t10, t12 = t1 ^ t10, t13 = t10 & t8, t14 = t12 ^ t8, t15 = t8 ^ t11,
        t16 = t3 ^ t13;
    x[0] = t11;
    x[1] = t16;
    x[2] = t14;
    x[3] = t15;
}

static ALWAYS_INLINE LANE_TARGET void LANE(inverse_s1)(V32 x[4])
{
    const V32 a = x[0], b = x[1], c = x[2], d = x[3];
    const V32 t1 = b ^ d, t2 = a ^ c, t3 = ~c, t4 = a | t1, t5 = t4 ^ d, t6 = d & t1, t7 = t1 ^ t3, t8 = t3 & t5,
        t9 = t5 ^ t7, t10 = t7 | t6, t11 = t6 ^ t2, t12 = t8 ^ t2, t13 = t2 | t9, t14 = t12 ^ t9, t15 = t10 ^ t13,
        t16 = t9 ^ t15;
    x[0] = t16;
    x[1] = t15;
    x[2] = t14;
    x[3] = t11;
}

static ALWAYS_INLINE LANE_TARGET void LANE(inverse_s2)(V32 x[4])
{
    const V32 a = x[0], b = x[1], c = x[2], d = x[3];
    const V32 t1 = c ^ b, t2 = ~d, t3 = t2 | t1, t4 = t1 ^ d, t5 = d ^ a, t6 = t3 ^ b, t7 = b | t4, t8 = t4 ^ a,
        t9 = t7 ^ t5, t10 = t5 | t6, t11 = t8 ^ t6, t12 = t10 ^ t11, t13 = t11 & t9, t14 = t13 ^ t6, t15 = t6 ^ t12,
        t16 = t12 ^ a;
    x[0] = t9;
    x[1] = t16;
    x[2] = t15;
    x[3] = t14;
}

static ALWAYS_INLINE LANE_TARGET void LANE(inverse_s3)(V32 x[4])
{
    const V32 a = x[0], b = x[1], c = x[2], d = x[3];
    const V32 t1 = c ^ b, t2 = b & t1, t3 = t2 ^ a, t4 = a | b, t5 = b ^ d, t6 = t4 ^ d, t7 = d | t3, t8 = t3 ^ t1,
        t9 = t8 ^ t7, t10 = t6 ^ t1, t11 = t1 ^ t7, t12 = t7 & t9, t13 = t9 ^ t10, t14 = t10 & t11, t15 = t5 ^ t12,
        t16 = t12 ^ t14, t17 = t14 ^ t13;
    x[0] = t11;
    x[1] = t17;
    x[2] = t15;
    x[3] = t16;
}

static ALWAYS_INLINE LANE_TARGET void LANE(inverse_s4)(V32 x[4])
{
    const V32 a = x[0], b = x[1], c = x[2], d = x[3];
    const V32 t1 = c ^ d, t2 = a & b, t3 = t2 ^ t1, t4 = t1 | d, t5 = ~a, t6 = b ^ t3, t7 = t3 ^ t4, t8 = t4 & t5,
        t9 = t8 ^ t7, t10 = t7 | t5, t11 = t10 ^ d, t12 = d & t9, t13 = t5 ^ t12, t14 = t12 ^ t6, t15 = t6 & t11,
        t16 = t13 ^ t15, t17 = t11 ^ t14;
    x[0] = t17;
    x[1] = t9;
    x[2] = t16;
    x[3] = t14;
}

static ALWAYS_INLINE LANE_TARGET void LANE(inverse_s5)(V32 x[4])
{
    const V32 a = x[0], b = x[1], c = x[2], d = x[3];
    const V32 t1 = b | c, t2 = c ^ b, t3 = t1 ^ d, t4 = d & b, t5 = t2 ^ t4, t6 = t4 | a, t7 = ~a, t8 = t6 ^ t5,
        t9 = t5 | t7, t10 = b ^ t3, t11 = t9 ^ t10, t12 = t10 & t7, t13 = t7 ^ t3, t14 = t3 ^ t8, t15 = t13 & t11,
        t16 = t11 ^ t8, t17 = t15 ^ t16, t18 = t16 ^ t12, t19 = t12 ^ t8;
    x[0] = t14;
    x[1] = t19;
    x[2] = t17;
    x[3] = t18;
}

static ALWAYS_INLINE LANE_TARGET void LANE(inverse_s6)(V32 x[4])
{
    const V32 a = x[0], b = x[1], c = x[2], d = x[3];
    const V32 t1 = a ^ c, t2 = t1 & d, t3 = c ^ d, t4 = t2 ^ t3, t5 = d ^ b, t6 = t3 | t1, t7 = t6 ^ t5, t8 = t5 & t4,
        t9 = ~t4, t10 = t8 ^ b, t11 = b & t7, t12 = t1 ^ t9, t13 = t10 ^ t12, t14 = t12 ^ t7, t15 = t9 ^ t11,
        t16 = t7 ^ t15;
    x[0] = t16;
    x[1] = t14;
    x[2] = t13;
    x[3] = t15;
}

static ALWAYS_INLINE LANE_TARGET void LANE(inverse_s7)(V32 x[4])
{
    const V32 a = x[0], b = x[1], c = x[2], d = x[3];
    const V32 t1 = d & a, t2 = a ^ c, t3 = c | d, t4 = d ^ b, t5 = ~t2, t6 = b | t1, t7 = t4 ^ t5, t8 = t5 & t3,
        t9 = t8 ^ t6, t10 = t6 & t3, t11 = t1 ^ t3, t12 = t7 ^ t11, t13 = t3 & t11, t14 = t11 | t9, t15 = t10 ^ t12,
        t16 = t14 ^ t12, t17 = t12 & t9, t18 = t17 ^ t13;
    x[0] = t15;
    x[1] = t16;
    x[2] = t9;
    x[3] = t18;
}

static ALWAYS_INLINE LANE_TARGET void LANE(transform)(V32 x[4])
{
    x[0] = ROTATE_LEFT(x[0], 13);
    x[2] = ROTATE_LEFT(x[2], 3);
    x[1] ^= x[0] ^ x[2];
    x[3] ^= x[2] ^ x[0] << 3;
    x[1] = ROTATE_LEFT(x[1], 1);
    x[3] = ROTATE_LEFT(x[3], 7);
    x[0] ^= x[1] ^ x[3];
    x[2] ^= x[3] ^ x[1] << 7;
    x[0] = ROTATE_LEFT(x[0], 5);
    x[2] = ROTATE_LEFT(x[2], 22);
}

static ALWAYS_INLINE LANE_TARGET void LANE(inverse_transform)(V32 x[4])
{
    x[2] = ROTATE_LEFT(x[2], 10);
    x[0] = ROTATE_LEFT(x[0], 27);
    x[2] ^= x[3] ^ x[1] << 7;
    x[0] ^= x[1] ^ x[3];
    x[3] = ROTATE_LEFT(x[3], 25);
    x[1] = ROTATE_LEFT(x[1], 31);
    x[3] ^= x[2] ^ x[0] << 3;
    x[1] ^= x[0] ^ x[2];
    x[2] = ROTATE_LEFT(x[2], 29);
    x[0] = ROTATE_LEFT(x[0], 19);
}

static ALWAYS_INLINE LANE_TARGET void LANE(add_key)(V32 x[4], const uint32_t key[4])
{
    for (unsigned i = 0; i < 4; i++)
        x[i] ^= key[i];
}

/* One step of a round for all sets of lanes: their instructions fill each other's latencies. */
#define EACH(step) \
    for (unsigned v = 0; v < COUNT; v++) \
    step

static LANE_TARGET void LANE(encrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    const struct serpent *serpent = context;
    const size_t step = COUNT * 4 * sizeof(V32);
    for (; steps != 0; steps--, in += step, out += step) {
        const uint32_t(*key)[4] = serpent->keys;
        V32 x[COUNT][4];
        LANE(load_words_le)(in, x, COUNT);
#define ROUND(n) EACH({ LANE(add_key)(x[v], key[n]); LANE(s##n)(x[v]); })
#define TRANSFORM EACH({ LANE(transform)(x[v]); })
        for (;; key += 8) {
            ROUND(0)
            TRANSFORM
            ROUND(1)
            TRANSFORM
            ROUND(2)
            TRANSFORM
            ROUND(3)
            TRANSFORM
            ROUND(4)
            TRANSFORM
            ROUND(5)
            TRANSFORM
            ROUND(6)
            TRANSFORM
            ROUND(7)
            if (key == serpent->keys + ROUNDS - 8)
                break;
            TRANSFORM
        }
        EACH({ LANE(add_key)(x[v], serpent->keys[ROUNDS]); })
        LANE(store_words_le)(out, x, COUNT);
    }
}

static LANE_TARGET void LANE(decrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    const struct serpent *serpent = context;
    const size_t step = COUNT * 4 * sizeof(V32);
    for (; steps != 0; steps--, in += step, out += step) {
        const uint32_t(*key)[4] = serpent->keys + ROUNDS - 8;
        V32 x[COUNT][4];
        LANE(load_words_le)(in, x, COUNT);
        EACH({ LANE(add_key)(x[v], serpent->keys[ROUNDS]); })
#undef ROUND
#undef TRANSFORM
#define ROUND(n) EACH({ LANE(inverse_s##n)(x[v]); LANE(add_key)(x[v], key[n]); })
#define TRANSFORM EACH({ LANE(inverse_transform)(x[v]); })
        for (;; key -= 8) {
            ROUND(7)
            TRANSFORM
            ROUND(6)
            TRANSFORM
            ROUND(5)
            TRANSFORM
            ROUND(4)
            TRANSFORM
            ROUND(3)
            TRANSFORM
            ROUND(2)
            TRANSFORM
            ROUND(1)
            TRANSFORM
            ROUND(0)
            if (key == serpent->keys)
                break;
            TRANSFORM
        }
        LANE(store_words_le)(out, x, COUNT);
    }
}

#undef TRANSFORM
#undef ROUND
#undef EACH
#undef COUNT

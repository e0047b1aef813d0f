/* SPDX-License-Identifier: MIT */
/*
 * aes_bitsliced.h - AES on bit planes: included by aes.c once for each width, with BITS and TARGET defined.
 *
 * Plane J of a group holds bit J of every byte: one byte of 16 holds that bit for one byte of the state of eight
 * blocks, and each 16 bytes of the vector serve eight further blocks.  ShiftRows and the rotations of MixColumns are
 * shuffles within 16 bytes; transposition needs no byte order.
 *
 * The S-box is the circuit of Boyar and Peralta ("A depth-16 circuit for the AES S-box", 2011): linear forms t of the
 * input, products m, linear forms of those.  Both directions share the products.  The gates stand in an order that
 * keeps few values alive, found by a search over all orders: it is worth a tenth of the speed.
 */
#define VECTOR LANES_TYPE(BITS, u64)
#define WIDTH(name) LANES_NAME(name, BITS)
#define SHUFFLE(v, ...) ((VECTOR)LANES_SHUFFLE(BITS)(v, __VA_ARGS__))
#define GROUP_SIZE (BITS) /* bytes: as many as a vector has bits */

/* The bytes of a plane: rows 0, 2, 1, 3 of the state, so that all moves between rows are those of 32-bit words. */
#define TO_ROWS 0, 4, 8, 12, 2, 6, 10, 14, 1, 5, 9, 13, 3, 7, 11, 15
#define TO_COLUMNS 0, 8, 4, 12, 1, 9, 5, 13, 2, 10, 6, 14, 3, 11, 7, 15
#define SHIFT_ROWS 0, 1, 2, 3, 6, 7, 4, 5, 9, 10, 11, 8, 15, 12, 13, 14
#define UNSHIFT_ROWS 0, 1, 2, 3, 6, 7, 4, 5, 11, 8, 9, 10, 13, 14, 15, 12
#define NEXT_ROW 8, 9, 10, 11, 12, 13, 14, 15, 4, 5, 6, 7, 0, 1, 2, 3
#define ROW_AFTER_NEXT 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11

/* Exchanges the bits of A under MASK << N with those of B under MASK. */
static ALWAYS_INLINE TARGET void WIDTH(swap_bits)(VECTOR *a, VECTOR *b, uint64_t mask, int n)
{
    VECTOR t = (*a >> n ^ *b) & mask;
    *b ^= t;
    *a ^= t << n;
}

/* Bit J of every byte of vector I, against bit I of vector J.  A loop here would keep the vectors in memory. */
static ALWAYS_INLINE TARGET void WIDTH(transpose)(VECTOR x[8])
{
    WIDTH(swap_bits)(&x[0], &x[1], 0x5555555555555555, 1);
    WIDTH(swap_bits)(&x[2], &x[3], 0x5555555555555555, 1);
    WIDTH(swap_bits)(&x[4], &x[5], 0x5555555555555555, 1);
    WIDTH(swap_bits)(&x[6], &x[7], 0x5555555555555555, 1);
    WIDTH(swap_bits)(&x[0], &x[2], 0x3333333333333333, 2);
    WIDTH(swap_bits)(&x[1], &x[3], 0x3333333333333333, 2);
    WIDTH(swap_bits)(&x[4], &x[6], 0x3333333333333333, 2);
    WIDTH(swap_bits)(&x[5], &x[7], 0x3333333333333333, 2);
    WIDTH(swap_bits)(&x[0], &x[4], 0x0f0f0f0f0f0f0f0f, 4);
    WIDTH(swap_bits)(&x[1], &x[5], 0x0f0f0f0f0f0f0f0f, 4);
    WIDTH(swap_bits)(&x[2], &x[6], 0x0f0f0f0f0f0f0f0f, 4);
    WIDTH(swap_bits)(&x[3], &x[7], 0x0f0f0f0f0f0f0f0f, 4);
}

static ALWAYS_INLINE TARGET VECTOR WIDTH(load)(const uint8_t *in)
{
    VECTOR x;
    memcpy(&x, in, sizeof x);
    return x;
}

static ALWAYS_INLINE TARGET VECTOR WIDTH(load_rows)(const uint8_t *in)
{
    VECTOR x;
    memcpy(&x, in, sizeof x);
    return SHUFFLE(x, TO_ROWS);
}

static ALWAYS_INLINE TARGET void WIDTH(load_planes)(VECTOR x[8], const uint8_t *in)
{
    x[0] = WIDTH(load_rows)(in);
    x[1] = WIDTH(load_rows)(in + BITS / 8);
    x[2] = WIDTH(load_rows)(in + BITS / 8 * 2);
    x[3] = WIDTH(load_rows)(in + BITS / 8 * 3);
    x[4] = WIDTH(load_rows)(in + BITS / 8 * 4);
    x[5] = WIDTH(load_rows)(in + BITS / 8 * 5);
    x[6] = WIDTH(load_rows)(in + BITS / 8 * 6);
    x[7] = WIDTH(load_rows)(in + BITS / 8 * 7);
    WIDTH(transpose)(x);
}

/* ADDED goes onto what is stored; NULL: nothing does. */
static ALWAYS_INLINE TARGET void WIDTH(store_columns)(VECTOR x, const uint8_t *added, uint8_t *out)
{
    x = SHUFFLE(x, TO_COLUMNS);
    if (added != NULL)
        x ^= WIDTH(load)(added);
    memcpy(out, &x, sizeof x);
}

#define STORE_COLUMNS(i)                                                                                               \
    WIDTH(store_columns)(x[i], added == NULL ? NULL : added + BITS / 8 * (i), out + BITS / 8 * (i))

static ALWAYS_INLINE TARGET void WIDTH(store_planes)(VECTOR x[8], const uint8_t *added, uint8_t *out)
{
    WIDTH(transpose)(x);
    STORE_COLUMNS(0);
    STORE_COLUMNS(1);
    STORE_COLUMNS(2);
    STORE_COLUMNS(3);
    STORE_COLUMNS(4);
    STORE_COLUMNS(5);
    STORE_COLUMNS(6);
    STORE_COLUMNS(7);
}

static ALWAYS_INLINE TARGET void WIDTH(add_key)(VECTOR x[8], const uint8_t planes[8][PLANE_SIZE])
{
    for (int i = 0; i < 8; i++) {
        VECTOR key;
        memcpy(&key, planes[i], sizeof key);
        x[i] ^= key;
    }
}

/* The S-box without its constant. */
static ALWAYS_INLINE TARGET void WIDTH(substitute)(VECTOR x[8])
{
    const VECTOR u0 = x[7], u1 = x[6], u2 = x[5], u3 = x[4], u4 = x[3], u5 = x[2], u6 = x[1], u7 = x[0];
    const VECTOR t3 = u0 ^ u6, t4 = u3 ^ u5, t2 = u0 ^ u5, t1 = u0 ^ u3, e1 = u1 ^ u2, t9 = u7 ^ e1, t22 = u6 ^ t9,
        m7 = t22 & t9, t23 = t2 ^ t22, t19 = u3 ^ t9, t20 = u0 ^ t9, t13 = t3 ^ t4, e0 = u4 ^ t13, t14 = u1 ^ e0,
        t6 = u5 ^ e0, t10 = t6 ^ e1, t15 = t1 ^ t14, m1 = t13 & t6, t16 = t15 ^ e1, t25 = u0 ^ t16, t17 = u7 ^ t15,
        m3 = t14 ^ m1, m4 = t19 & u7, m6 = t3 & t16, t26 = u6 ^ t25, m5 = m4 ^ m1, t8 = u7 ^ t6, m8 = t26 ^ m6,
        m18 = m8 ^ m7, t27 = t6 ^ t16, m14 = t2 & t10, t24 = t2 ^ t10, m17 = m5 ^ t24, m9 = t20 & t17, m10 = m9 ^ m6,
        m11 = t1 & t15, m15 = m14 ^ m11, m19 = m10 ^ m15, m23 = m19 ^ t25, m12 = t4 & t27, m21 = m17 ^ m15,
        m13 = m12 ^ m11, m2 = t23 & t8, m16 = m3 ^ m2, m22 = m18 ^ m13, m20 = m16 ^ m13, m25 = m22 & m20,
        m24 = m22 ^ m23, m26 = m21 ^ m25, m34 = m21 & m22, m35 = m24 & m34, m30 = m26 & m24, m36 = m24 ^ m25,
        m40 = m35 ^ m36, m39 = m23 ^ m30, m27 = m20 ^ m21, m31 = m20 & m23, m57 = m39 & t19, m28 = m23 ^ m25,
        m33 = m27 ^ m25, m48 = m39 & u7, m29 = m28 & m27, m37 = m21 ^ m29, m44 = m39 ^ m40, m32 = m27 & m31,
        m60 = m37 & t20, m46 = m44 & t6, m38 = m32 ^ m33, m55 = m44 & t13, m51 = m37 & t17, m59 = m38 & t22,
        l8 = m51 ^ m59, m43 = m37 ^ m38, l12 = m48 ^ m51, m50 = m38 & t9, m58 = m43 & t3, m49 = m43 & t16,
        m42 = m37 ^ m39, m61 = m42 & t1, m52 = m42 & t15, l2 = m46 ^ m48, m41 = m38 ^ m40, m45 = m42 ^ m41,
        l11 = m60 ^ l2, l18 = m58 ^ l8, m63 = m41 & t2, l23 = l18 ^ l2, m54 = m41 & t10, m53 = m45 & t27,
        l5 = m49 ^ m61, m62 = m45 & t4, l6 = m62 ^ l5, l0 = m61 ^ m62, l4 = m54 ^ m58, m47 = m40 & t8, l19 = m63 ^ l4,
        m56 = m40 & t23, l14 = m52 ^ m61, l9 = m52 ^ m53, l28 = l11 ^ l14, l3 = m47 ^ m55, s2 = l19 ^ l28,
        l1 = m50 ^ m56, l7 = m46 ^ l3, l10 = m53 ^ l4, s7 = l6 ^ l23, l15 = m55 ^ l1, l27 = l8 ^ l10, l24 = l15 ^ l9,
        l21 = l1 ^ l7, l26 = l7 ^ l9, l22 = l3 ^ l12, l17 = m57 ^ l1, l25 = l6 ^ l10, l20 = l0 ^ l1, l16 = m56 ^ l0,
        l13 = m50 ^ l0, s6 = l13 ^ l27, s0 = l6 ^ l24, s1 = l16 ^ l26, l29 = l11 ^ l17, s4 = l20 ^ l22, s3 = l6 ^ l21,
        s5 = l25 ^ l29;
    x[7] = s0;
    x[6] = s1;
    x[5] = s2;
    x[4] = s3;
    x[3] = s4;
    x[2] = s5;
    x[1] = s6;
    x[0] = s7;
}

/* The inverse S-box without its constant: the linear layers are composed with the inverse of its affine map. */
static ALWAYS_INLINE TARGET void WIDTH(unsubstitute)(VECTOR x[8])
{
    const VECTOR u0 = x[7], u1 = x[6], u2 = x[5], u3 = x[4], u4 = x[3], u5 = x[2], u6 = x[1], u7 = x[0];
    const VECTOR t2 = u0 ^ u1, t8 = u3 ^ t2, t1 = u3 ^ u4, e0 = u0 ^ u5, t9 = u7 ^ t1, t3 = u6 ^ t9, t22 = u0 ^ t8,
        t20 = t3 ^ t22, t10 = t8 ^ t9, t14 = t20 ^ e0, t15 = t1 ^ t14, t4 = t1 ^ t2, t19 = t1 ^ t20, t17 = u2 ^ t19,
        t23 = u0 ^ u3, t16 = t9 ^ t17, t24 = u3 ^ t9, d = u2 ^ e0, t26 = u6 ^ t17, t27 = t10 ^ t15, m11 = t1 & t15,
        m14 = t2 & t10, m9 = t20 & t17, t13 = t4 ^ t3, t25 = u2 ^ t1, m6 = t3 & t16, m8 = t26 ^ m6, m10 = m9 ^ m6,
        t6 = t16 ^ t27, m7 = t22 & t9, m15 = m14 ^ m11, m19 = m10 ^ m15, m18 = m8 ^ m7, m12 = t4 & t27,
        m23 = m19 ^ t25, m13 = m12 ^ m11, m2 = t23 & t8, m22 = m18 ^ m13, m1 = t13 & t6, m3 = t14 ^ m1, m16 = m3 ^ m2,
        m20 = m16 ^ m13, m4 = t19 & d, m5 = m4 ^ m1, m17 = m5 ^ t24, m31 = m20 & m23, m21 = m17 ^ m15,
        m25 = m22 & m20, m27 = m20 ^ m21, m28 = m23 ^ m25, m29 = m28 & m27, m37 = m21 ^ m29, m60 = m37 & t20,
        m34 = m21 & m22, m32 = m27 & m31, m24 = m22 ^ m23, m26 = m21 ^ m25, m30 = m26 & m24, m33 = m27 ^ m25,
        m38 = m32 ^ m33, m59 = m38 & t22, m36 = m24 ^ m25, m39 = m23 ^ m30, m42 = m37 ^ m39, m43 = m37 ^ m38,
        m35 = m24 & m34, m51 = m37 & t17, m57 = m39 & t19, m40 = m35 ^ m36, m50 = m38 & t9, m52 = m42 & t15,
        m41 = m38 ^ m40, m61 = m42 & t1, m54 = m41 & t10, f0 = m52 ^ m61, m45 = m42 ^ m41, m62 = m45 & t4,
        f1 = m59 ^ f0, m63 = m41 & t2, m53 = m45 & t27, f9 = m53 ^ f1, m58 = m43 & t3, f2 = m58 ^ m62, f3 = m54 ^ f1,
        f14 = m54 ^ f2, f16 = m57 ^ f14, f7 = m57 ^ m63, m44 = m39 ^ m40, m49 = m43 & t16, f15 = m49 ^ m51,
        f18 = m63 ^ f3, m46 = m44 & t6, f6 = f2 ^ f3, f11 = m46 ^ m51, f13 = m50 ^ f11, m55 = m44 & t13,
        f4 = m49 ^ m50, f19 = f7 ^ f9, m48 = m39 & d, f20 = f4 ^ f9, f22 = m55 ^ f7, f23 = f13 ^ f19, s6 = f2 ^ f20,
        m47 = m40 & t8, m56 = m40 & t23, f24 = f6 ^ f13, f8 = m47 ^ f4, s5 = m47 ^ f24, f17 = m46 ^ f6,
        f10 = m60 ^ f8, f5 = m48 ^ m56, f25 = f5 ^ f23, s7 = m61 ^ f22, f12 = f5 ^ f10, f21 = f12 ^ f18,
        s4 = m58 ^ f25, s3 = m48 ^ f17, f26 = f0 ^ f12, s2 = f16 ^ f26, s1 = m55 ^ f21, s0 = f6 ^ f15;
    x[7] = s0;
    x[6] = s1;
    x[5] = s2;
    x[4] = s3;
    x[3] = s4;
    x[2] = s5;
    x[1] = s6;
    x[0] = s7;
}

/* ShiftRows; column by column 2(a ^ b) ^ b ^ (c ^ d), where b, c, d are the rows below a, cyclically; and the key. */
static ALWAYS_INLINE TARGET void WIDTH(mix)(VECTOR x[8], const uint8_t key[8][PLANE_SIZE])
{
    VECTOR b[8], ab[8];
    for (int i = 0; i < 8; i++) {
        x[i] = SHUFFLE(x[i], SHIFT_ROWS);
        b[i] = SHUFFLE(x[i], NEXT_ROW);
        ab[i] = x[i] ^ b[i];
    }
    for (int i = 0; i < 8; i++)
        x[i] = b[i] ^ ab[(i + 7) % 8];
    x[1] ^= ab[7];
    x[3] ^= ab[7];
    x[4] ^= ab[7];
    WIDTH(add_key)(x, key);
    for (int i = 0; i < 8; i++)
        x[i] ^= SHUFFLE(ab[i], ROW_AFTER_NEXT);
}

/* The rounds from round R on. */
static ALWAYS_INLINE TARGET void WIDTH(encrypt_from)(const struct aes *aes, VECTOR x[8], unsigned r)
{
    for (;; r++) {
        WIDTH(substitute)(x);
        if (r == aes->rounds)
            break;
        WIDTH(mix)(x, aes->key_planes[r]);
    }
    for (int i = 0; i < 8; i++)
        x[i] = SHUFFLE(x[i], SHIFT_ROWS);
    WIDTH(add_key)(x, aes->key_planes[aes->rounds]);
}

static TARGET void WIDTH(encrypt_group)(const struct aes *aes, const uint8_t *in, uint8_t *out)
{
    VECTOR x[8];
    WIDTH(load_planes)(x, in);
    WIDTH(add_key)(x, aes->key_planes[0]);
    WIDTH(encrypt_from)(aes, x, 1);
    WIDTH(store_planes)(x, NULL, out);
}

static TARGET void WIDTH(decrypt_group)(const struct aes *aes, const uint8_t *in, uint8_t *out)
{
    VECTOR x[8];
    WIDTH(load_planes)(x, in);
    WIDTH(add_key)(x, aes->key_planes[aes->rounds]);
    for (unsigned r = aes->rounds - 1;; r--) {
        for (int i = 0; i < 8; i++)
            x[i] = SHUFFLE(x[i], UNSHIFT_ROWS);
        WIDTH(unsubstitute)(x);
        WIDTH(add_key)(x, aes->key_planes[r]);
        if (r == 0)
            break;
        /* InvMixColumns is MixColumns of a ^ 4(a ^ c). */
        VECTOR b[8], ab[8], ac[8];
        for (int i = 0; i < 8; i++)
            ac[i] = x[i] ^ SHUFFLE(x[i], ROW_AFTER_NEXT);
        x[0] ^= ac[6];
        x[1] ^= ac[6] ^ ac[7];
        x[2] ^= ac[0] ^ ac[7];
        x[3] ^= ac[1] ^ ac[6];
        x[4] ^= ac[2] ^ ac[6] ^ ac[7];
        x[5] ^= ac[3] ^ ac[7];
        x[6] ^= ac[4];
        x[7] ^= ac[5];
        for (int i = 0; i < 8; i++) {
            b[i] = SHUFFLE(x[i], NEXT_ROW);
            ab[i] = x[i] ^ b[i];
        }
        for (int i = 0; i < 8; i++)
            x[i] = b[i] ^ SHUFFLE(ab[i], ROW_AFTER_NEXT) ^ ab[(i + 7) % 8];
        x[1] ^= ab[7];
        x[3] ^= ab[7];
        x[4] ^= ab[7];
    }
    WIDTH(store_planes)(x, NULL, out);
}

/* Whole groups, and the rest as part of a group of its own. */
#define IN_GROUPS(f) \
    size_t size = blocks * BLOCK_SIZE; \
    for (; size >= GROUP_SIZE; size -= GROUP_SIZE, in += GROUP_SIZE, out += GROUP_SIZE) \
        f(aes, in, out); \
    if (size != 0) { \
        uint8_t rest[GROUP_SIZE] = {0}; \
        memcpy(rest, in, size); \
        f(aes, rest, rest); \
        memcpy(out, rest, size); \
        wipe(rest, sizeof rest); \
    }

static void WIDTH(encrypt_bitsliced)(const struct aes *aes, const uint8_t *in, uint8_t *out, size_t blocks)
{
    IN_GROUPS(WIDTH(encrypt_group))
}

static void WIDTH(decrypt_bitsliced)(const struct aes *aes, const uint8_t *in, uint8_t *out, size_t blocks)
{
    IN_GROUPS(WIDTH(decrypt_group))
}

#if BITS == 256
/* For counters: the planes of a group after two rounds. */
static TARGET void WIDTH(begin_group)(const struct aes *aes, const uint8_t *in, uint8_t planes[8][PLANE_SIZE])
{
    VECTOR x[8];
    WIDTH(load_planes)(x, in);
    WIDTH(add_key)(x, aes->key_planes[0]);
    for (unsigned r = 1; r <= 2; r++) {
        WIDTH(substitute)(x);
        WIDTH(mix)(x, aes->key_planes[r]);
    }
    for (int i = 0; i < 8; i++)
        memcpy(planes[i], &x[i], sizeof x[i]);
}

/* The rounds after them, for 16 blocks of the run from block 16 SIXTEENTH on; the result is added to IN. */
static TARGET void WIDTH(finish_group)(const struct aes *aes, unsigned sixteenth, const uint8_t *in, uint8_t *out)
{
    const uint8_t(*run)[PLANE_SIZE] = aes->run_planes;
    VECTOR x[8] = {WIDTH(load)(run[0]), WIDTH(load)(run[1]), WIDTH(load)(run[2]), WIDTH(load)(run[3]),
                   WIDTH(load)(run[4]), WIDTH(load)(run[5]), WIDTH(load)(run[6]), WIDTH(load)(run[7])};
    WIDTH(add_key)(x, aes->last_byte_planes[sixteenth]);
    WIDTH(encrypt_from)(aes, x, 3);
    WIDTH(store_planes)(x, in, out);
}
#endif

#undef IN_GROUPS
#undef STORE_COLUMNS
#undef ROW_AFTER_NEXT
#undef NEXT_ROW
#undef UNSHIFT_ROWS
#undef SHIFT_ROWS
#undef TO_COLUMNS
#undef TO_ROWS
#undef GROUP_SIZE
#undef SHUFFLE
#undef WIDTH
#undef VECTOR
#undef TARGET
#undef BITS

/* SPDX-License-Identifier: MIT */
/*
 * aes_bitsliced.h - AES on bit planes: included by aes.c once for each width, with BITS and TARGET defined.
 *
 * Plane J of a group holds bit J of every byte: one byte of 16 holds that bit for one byte of the state of eight
 * blocks, and each 16 bytes of the vector serve eight further blocks.  ShiftRows and the rotations of MixColumns are shuffles
 * within 16 bytes; the S-box is the circuit of Boyar and Peralta ("A depth-16 circuit for the AES S-box", 2011), whose
 * inversion serves both directions between two pairs of linear layers.  Transposition needs no byte order.
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

/* Bit J of every byte of vector I, against bit I of vector J. */
static ALWAYS_INLINE TARGET void WIDTH(transpose)(VECTOR x[8])
{
    for (int i = 0; i < 8; i += 2)
        WIDTH(swap_bits)(&x[i], &x[i + 1], 0x5555555555555555, 1);
    for (int i = 0; i < 8; i += i % 4 == 1 ? 3 : 1)
        WIDTH(swap_bits)(&x[i], &x[i + 2], 0x3333333333333333, 2);
    for (int i = 0; i < 4; i++)
        WIDTH(swap_bits)(&x[i], &x[i + 4], 0x0f0f0f0f0f0f0f0f, 4);
}

static ALWAYS_INLINE TARGET void WIDTH(load_planes)(VECTOR x[8], const uint8_t *in)
{
    for (int i = 0; i < 8; i++) {
        memcpy(&x[i], in + BITS / 8 * i, sizeof x[i]);
        x[i] = SHUFFLE(x[i], TO_ROWS);
    }
    WIDTH(transpose)(x);
}

static ALWAYS_INLINE TARGET void WIDTH(store_planes)(VECTOR x[8], uint8_t *out)
{
    WIDTH(transpose)(x);
    for (int i = 0; i < 8; i++) {
        x[i] = SHUFFLE(x[i], TO_COLUMNS);
        memcpy(out + BITS / 8 * i, &x[i], sizeof x[i]);
    }
}

static ALWAYS_INLINE TARGET void WIDTH(add_key)(VECTOR x[8], const uint8_t planes[8][PLANE_SIZE])
{
    for (int i = 0; i < 8; i++) {
        VECTOR key;
        memcpy(&key, planes[i], sizeof key);
        x[i] ^= key;
    }
}

/* The inversion in GF(2^8): from the linear forms T of its argument to the products P that its value is linear in. */
static ALWAYS_INLINE TARGET void WIDTH(invert)(const VECTOR t[28], VECTOR p[18])
{
    const VECTOR m1 = t[13] & t[6], m2 = t[23] & t[8], m3 = t[14] ^ m1, m4 = t[19] & t[0], m5 = m4 ^ m1,
        m6 = t[3] & t[16], m7 = t[22] & t[9], m8 = t[26] ^ m6, m9 = t[20] & t[17], m10 = m9 ^ m6, m11 = t[1] & t[15],
        m12 = t[4] & t[27], m13 = m12 ^ m11, m14 = t[2] & t[10], m15 = m14 ^ m11, m16 = m3 ^ m2, m17 = m5 ^ t[24],
        m18 = m8 ^ m7, m19 = m10 ^ m15, m20 = m16 ^ m13, m21 = m17 ^ m15, m22 = m18 ^ m13, m23 = m19 ^ t[25],
        m24 = m22 ^ m23, m25 = m22 & m20, m26 = m21 ^ m25, m27 = m20 ^ m21, m28 = m23 ^ m25, m29 = m28 & m27,
        m30 = m26 & m24, m31 = m20 & m23, m32 = m27 & m31, m33 = m27 ^ m25, m34 = m21 & m22, m35 = m24 & m34,
        m36 = m24 ^ m25, m37 = m21 ^ m29, m38 = m32 ^ m33, m39 = m23 ^ m30, m40 = m35 ^ m36, m41 = m38 ^ m40,
        m42 = m37 ^ m39, m43 = m37 ^ m38, m44 = m39 ^ m40, m45 = m42 ^ m41;
    p[0] = m44 & t[6];
    p[1] = m40 & t[8];
    p[2] = m39 & t[0];
    p[3] = m43 & t[16];
    p[4] = m38 & t[9];
    p[5] = m37 & t[17];
    p[6] = m42 & t[15];
    p[7] = m45 & t[27];
    p[8] = m41 & t[10];
    p[9] = m44 & t[13];
    p[10] = m40 & t[23];
    p[11] = m39 & t[19];
    p[12] = m43 & t[3];
    p[13] = m38 & t[22];
    p[14] = m37 & t[20];
    p[15] = m42 & t[1];
    p[16] = m45 & t[4];
    p[17] = m41 & t[2];
}

/* The S-box without its constant. */
static ALWAYS_INLINE TARGET void WIDTH(substitute)(VECTOR x[8])
{
    const VECTOR u0 = x[7], u1 = x[6], u2 = x[5], u3 = x[4], u4 = x[3], u5 = x[2], u6 = x[1], u7 = x[0];
    VECTOR t[28], p[18];
    t[0] = u7;
    t[1] = u0 ^ u3;
    t[2] = u0 ^ u5;
    t[3] = u0 ^ u6;
    t[4] = u3 ^ u5;
    t[5] = u4 ^ u6;
    t[6] = t[1] ^ t[5];
    t[7] = u1 ^ u2;
    t[8] = u7 ^ t[6];
    t[9] = u7 ^ t[7];
    t[10] = t[6] ^ t[7];
    t[11] = u1 ^ u5;
    t[12] = u2 ^ u5;
    t[13] = t[3] ^ t[4];
    t[14] = t[6] ^ t[11];
    t[15] = t[5] ^ t[11];
    t[16] = t[5] ^ t[12];
    t[17] = t[9] ^ t[16];
    t[18] = u3 ^ u7;
    t[19] = t[7] ^ t[18];
    t[20] = t[1] ^ t[19];
    t[21] = u6 ^ u7;
    t[22] = t[7] ^ t[21];
    t[23] = t[2] ^ t[22];
    t[24] = t[2] ^ t[10];
    t[25] = t[20] ^ t[17];
    t[26] = t[3] ^ t[16];
    t[27] = t[1] ^ t[12];
    WIDTH(invert)(t, p);
    const VECTOR l0 = p[15] ^ p[16], l1 = p[4] ^ p[10], l2 = p[0] ^ p[2], l3 = p[1] ^ p[9], l4 = p[8] ^ p[12],
        l5 = p[3] ^ p[15], l6 = p[16] ^ l5, l7 = p[0] ^ l3, l8 = p[5] ^ p[13], l9 = p[6] ^ p[7], l10 = p[7] ^ l4,
        l11 = p[14] ^ l2, l12 = p[2] ^ p[5], l13 = p[4] ^ l0, l14 = p[6] ^ p[15], l15 = p[9] ^ l1, l16 = p[10] ^ l0,
        l17 = p[11] ^ l1, l18 = p[12] ^ l8, l19 = p[17] ^ l4;
    x[7] = l6 ^ l15 ^ l9;
    x[6] = l16 ^ l7 ^ l9;
    x[5] = l19 ^ l11 ^ l14;
    x[4] = l6 ^ l1 ^ l7;
    x[3] = l0 ^ l1 ^ l3 ^ l12;
    x[2] = l6 ^ l10 ^ l11 ^ l17;
    x[1] = l13 ^ l8 ^ l10;
    x[0] = l6 ^ l18 ^ l2;
}

/* The inverse S-box without its constant: the linear layers are composed with the inverse of its affine map. */
static ALWAYS_INLINE TARGET void WIDTH(unsubstitute)(VECTOR x[8])
{
    const VECTOR u0 = x[7], u1 = x[6], u2 = x[5], u3 = x[4], u4 = x[3], u5 = x[2], u6 = x[1], u7 = x[0];
    VECTOR t[28], p[18], a;
    t[1] = u3 ^ u4;
    t[2] = u0 ^ u1;
    t[4] = t[1] ^ t[2];
    t[8] = u3 ^ t[2];
    t[9] = u7 ^ t[1];
    t[3] = u6 ^ t[9];
    t[10] = t[8] ^ t[9];
    t[13] = t[4] ^ t[3];
    t[22] = u0 ^ t[8];
    t[20] = t[3] ^ t[22];
    t[19] = t[1] ^ t[20];
    t[17] = u2 ^ t[19];
    t[16] = t[9] ^ t[17];
    t[23] = u0 ^ u3;
    t[24] = u3 ^ t[9];
    t[25] = u2 ^ t[1];
    t[26] = u6 ^ t[17];
    a = u0 ^ u5;
    t[14] = t[20] ^ a;
    t[15] = t[1] ^ t[14];
    t[27] = t[10] ^ t[15];
    t[6] = t[16] ^ t[27];
    t[0] = u2 ^ a;
    WIDTH(invert)(t, p);
    const VECTOR l0 = p[6] ^ p[15], l1 = p[13] ^ l0, l2 = p[12] ^ p[16], l3 = p[8] ^ l1, l4 = p[3] ^ p[4],
        l5 = p[2] ^ p[10], l6 = l2 ^ l3, l7 = p[11] ^ p[17], l8 = p[1] ^ l4, l9 = p[7] ^ l1, l10 = p[14] ^ l8,
        l11 = p[0] ^ p[5], l12 = l5 ^ l10, l13 = p[4] ^ l11, l14 = p[8] ^ l2, l15 = p[3] ^ p[5], l16 = p[11] ^ l14,
        l17 = p[0] ^ l6, l18 = p[17] ^ l3, l19 = l7 ^ l9, l20 = l4 ^ l9, l21 = l12 ^ l18, l22 = p[9] ^ l7,
        l23 = l13 ^ l19, l24 = l6 ^ l13, l25 = l5 ^ l23, l26 = l0 ^ l12;
    x[7] = l6 ^ l15;
    x[6] = p[9] ^ l21;
    x[5] = l16 ^ l26;
    x[4] = p[2] ^ l17;
    x[3] = p[12] ^ l25;
    x[2] = p[1] ^ l24;
    x[1] = l2 ^ l20;
    x[0] = p[15] ^ l22;
}

static TARGET void WIDTH(encrypt_group)(const struct aes *aes, const uint8_t *in, uint8_t *out)
{
    VECTOR x[8];
    WIDTH(load_planes)(x, in);
    WIDTH(add_key)(x, aes->key_planes[0]);
    for (unsigned r = 1;; r++) {
        WIDTH(substitute)(x);
        if (r == aes->rounds)
            break;
        /* ShiftRows, and column by column 2(a ^ b) ^ b ^ (c ^ d), where b, c, d are the rows below a, cyclically. */
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
        WIDTH(add_key)(x, aes->key_planes[r]);
        for (int i = 0; i < 8; i++)
            x[i] ^= SHUFFLE(ab[i], ROW_AFTER_NEXT);
    }
    for (int i = 0; i < 8; i++)
        x[i] = SHUFFLE(x[i], SHIFT_ROWS);
    WIDTH(add_key)(x, aes->key_planes[aes->rounds]);
    WIDTH(store_planes)(x, out);
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
    WIDTH(store_planes)(x, out);
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

#undef IN_GROUPS
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

/* SPDX-License-Identifier: MIT */
/* gost_lanes.h - the kernels of GOST 28147-89, as circuits over as many blocks as a vector has bits. */

#include "native/block_cipher/bit_planes.h"

#include "native/block_cipher/gost_boxes.h"

/* S-box N, from bits 4 N to 4 N + 3 of the sum to their places in B after the rotation. */
#define BOX(n)                                                                                                         \
    {                                                                                                                  \
        V64 y[4];                                                                                                      \
        LANE(box_##n)(sum[4 * (n)], sum[4 * (n) + 1], sum[4 * (n) + 2], sum[4 * (n) + 3], y);                          \
        for (unsigned i = 0; i < 4; i++)                                                                               \
            b[(4 * (n) + 11 + i) % 32] ^= y[i];                                                                        \
    }

/* Adds the round function of A under the key word with the bits K, each a mask, to B. */
static LANE_TARGET void LANE(gost_round)(V64 *restrict b, const V64 *restrict a, const uint64_t k[32])
{
    V64 sum[32], carry = a[0] & k[0];
    sum[0] = a[0] ^ k[0];
    for (unsigned i = 1; i < 32; i++) {
        V64 half = a[i] ^ k[i];
        sum[i] = half ^ carry;
        carry = (a[i] & k[i]) | (half & carry);
    }
    BOX(0)
    BOX(1)
    BOX(2)
    BOX(3)
    BOX(4)
    BOX(5)
    BOX(6)
    BOX(7)
}

#undef BOX

static LANE_TARGET void LANE(crypt)(const struct gost *gost, const uint8_t *in, uint8_t *out, size_t steps,
                                    enum direction direction)
{
    for (; steps != 0; steps--, in += 64 * sizeof(V64), out += 64 * sizeof(V64)) {
        V64 p[64], a[32], b[32];
        for (unsigned i = 0; i < 64; i++)
            p[i] = LANE(load)(in + i * sizeof p[i]);
        LANE(transpose)(p);
        for (unsigned i = 0; i < 32; i++) {
            a[i] = p[LANE(plane_of)(i / 8, i % 8)];
            b[i] = p[LANE(plane_of)(4 + i / 8, i % 8)];
        }
        for (unsigned i = 0; i < 32; i += 2) {
            LANE(gost_round)(b, a, gost->bits[key_of_round(i, direction)]);
            LANE(gost_round)(a, b, gost->bits[key_of_round(i + 1, direction)]);
        }
        for (unsigned i = 0; i < 32; i++) {
            p[LANE(plane_of)(i / 8, i % 8)] = b[i];
            p[LANE(plane_of)(4 + i / 8, i % 8)] = a[i];
        }
        LANE(transpose)(p);
        for (unsigned i = 0; i < 64; i++)
            LANE(store)(out + i * sizeof p[i], p[i]);
    }
}

static LANE_TARGET void LANE(encrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    LANE(crypt)(context, in, out, steps, ENCRYPT);
}

static LANE_TARGET void LANE(decrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    LANE(crypt)(context, in, out, steps, DECRYPT);
}

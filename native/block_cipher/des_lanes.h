/* SPDX-License-Identifier: MIT */
/* des_lanes.h - the kernels of DES, as circuits over as many blocks as a vector has bits; included by each_width.h. */

#include "native/block_cipher/bit_planes.h"

#include "native/block_cipher/des_boxes.h"

/*
 * S-box N: six bits of R from FIRST on, with those of the key, to the places A to D of L, which P names.  Places are
 * counted as in FIPS 46-3, from 1.
 */
#define BOX(n, a, b, c, d)                                                                                             \
    {                                                                                                                  \
        V64 x[6], y[4];                                                                                                \
        for (unsigned i = 0; i < 6; i++)                                                                               \
            x[i] = r[(4 * (n) + 27 + i) % 32] ^ k[key_places[6 * ((n) - 1) + i]];                                      \
        LANE(box_##n)(x[0], x[1], x[2], x[3], x[4], x[5], y);                                                          \
        l[(a) - 1] ^= y[0];                                                                                            \
        l[(b) - 1] ^= y[1];                                                                                            \
        l[(c) - 1] ^= y[2];                                                                                            \
        l[(d) - 1] ^= y[3];                                                                                            \
    }

static LANE_TARGET void LANE(des_round)(V64 *restrict l, const V64 *restrict r, const uint64_t *k)
{
    DES_BOXES(BOX)
}

#undef BOX

/* Sixteen rounds; what was L becomes the left half of the result's preoutput, i.e. the halves are not exchanged. */
static LANE_TARGET void LANE(des_rounds)(V64 *l, V64 *r, const uint64_t *key_bits, enum direction direction)
{
    for (unsigned i = 0; i < 16; i += 2) {
        LANE(des_round)(l, r, key_bits + rotations[direction == ENCRYPT ? i : 15 - i]);
        LANE(des_round)(r, l, key_bits + rotations[direction == ENCRYPT ? i + 1 : 14 - i]);
    }
}

static LANE_TARGET void LANE(crypt)(const struct des *des, const uint8_t *in, uint8_t *out, size_t steps,
                                    enum direction direction)
{
    uint64_t before, after;
    memcpy(&before, direction == ENCRYPT ? des->before : des->after, 8);
    memcpy(&after, direction == ENCRYPT ? des->after : des->before, 8);
    for (; steps != 0; steps--, in += 64 * sizeof(V64), out += 64 * sizeof(V64)) {
        V64 p[64], halves[64], *l = halves, *r = halves + 32;
        for (unsigned i = 0; i < 64; i++)
            p[i] = LANE(load)(in + i * sizeof p[i]) ^ before;
        LANE(transpose)(p);
        for (unsigned i = 0; i < 64; i++)
            halves[i] = p[LANE(plane_of)((initial_permutation[i] - 1) / 8, (64 - initial_permutation[i]) % 8)];
        for (unsigned i = 0; i < des->stages; i++) {
            const struct des_key *key = &des->key[direction == ENCRYPT ? i : des->stages - 1 - i];
            LANE(des_rounds)(l, r, key->bits, (i & 1) == 0 ? direction : direction == ENCRYPT ? DECRYPT : ENCRYPT);
            V64 *swap = l;
            l = r;
            r = swap;
        }
        for (unsigned i = 0; i < 64; i++)
            p[LANE(plane_of)((initial_permutation[i] - 1) / 8, (64 - initial_permutation[i]) % 8)] =
                i < 32 ? l[i] : r[i - 32];
        LANE(transpose)(p);
        for (unsigned i = 0; i < 64; i++)
            LANE(store)(out + i * sizeof p[i], p[i] ^ after);
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

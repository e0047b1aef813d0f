/* SPDX-License-Identifier: MIT */
#include "native/public_key/blum.h"

unsigned blum_bits_per_square(const struct modulus *n)
{
    unsigned bits = 0;

    while (n->bits >> (bits + 1) != 0)
        bits++;
    return bits;
}

static void take_low_bits(struct blum_stream *stream, const struct modulus *n)
{
    stream->low = (uint32_t)mont_leave_low(stream->state, n) & (((uint32_t)1 << stream->bits_per_square) - 1);
    stream->left = stream->bits_per_square;
}

void blum_start(struct blum_stream *stream, const limb *seed, const struct modulus *n)
{
    stream->bits_per_square = blum_bits_per_square(n);
    mont_enter(stream->state, seed, n);
    mont_square(stream->state, stream->state, n);
    mont_square(stream->state, stream->state, n);
    take_low_bits(stream, n);
}

void blum_resume(struct blum_stream *stream, const limb *state, unsigned skip, const struct modulus *n)
{
    stream->bits_per_square = blum_bits_per_square(n);
    mont_enter(stream->state, state, n);
    take_low_bits(stream, n);
    stream->left -= skip;
}

void blum_xor(struct blum_stream *stream, const uint8_t *in, uint8_t *out, size_t size, const struct modulus *n)
{
    for (size_t i = 0; i < size; i++) {
        unsigned byte = 0, wanted = 8;
        while (wanted != 0) {
            if (stream->left == 0) {
                mont_square(stream->state, stream->state, n);
                take_low_bits(stream, n);
            }
            unsigned part = stream->left < wanted ? stream->left : wanted;
            stream->left -= part;
            wanted -= part;
            byte = byte << part | (stream->low >> stream->left & ((1U << part) - 1));
        }
        out[i] = (uint8_t)(byte ^ (in == NULL ? 0 : in[i]));
    }
}

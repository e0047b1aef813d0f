/* SPDX-License-Identifier: MIT */
/*
 * arx_lanes.h - the 64-byte blocks of Salsa20 and ChaCha20, one block in each 32-bit lane of 16 vectors.
 *
 * Included once per width, without a guard.  The including file defines LANES_FUNCTION, LANES_TARGET, LANES_BITS
 * (undefined again at the foot) and, for all widths, LANES_DOUBLE_ROUND(x, rotl), LANES_COUNTER (the word of the
 * counter) and LANES_COUNTER_HIGH (the word of its upper half; the same word where the counter has 32 bits, which
 * the caller then keeps from overflowing).
 *
 * The function xors the keystream of GROUPS groups of blocks over IN; the first block has number COUNTER.
 */
#define LANES_COUNT (LANES_BITS / 32)

#if LANES_BITS == 128
#define LANES_VECTOR vec128_u32
#define LANES_NUMBERS {0, 1, 2, 3}
#define LANES_LOW32(a, b) __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define LANES_HIGH32(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#define LANES_LOW64(a, b) __builtin_shufflevector(a, b, 0, 1, 4, 5)
#define LANES_HIGH64(a, b) __builtin_shufflevector(a, b, 2, 3, 6, 7)
#elif LANES_BITS == 256
#define LANES_VECTOR vec256_u32
#define LANES_NUMBERS {0, 1, 2, 3, 4, 5, 6, 7}
#define LANES_LOW32(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13)
#define LANES_HIGH32(a, b) __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
#define LANES_LOW64(a, b) __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13)
#define LANES_HIGH64(a, b) __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15)
#define LANES_LOW128(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11)
#define LANES_HIGH128(a, b) __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15)
#else
#define LANES_VECTOR vec512_u32
#define LANES_NUMBERS {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
#define LANES_LOW32(a, b) __builtin_shufflevector(a, b, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29)
#define LANES_HIGH32(a, b) __builtin_shufflevector(a, b, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31)
#define LANES_LOW64(a, b) __builtin_shufflevector(a, b, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29)
#define LANES_HIGH64(a, b) __builtin_shufflevector(a, b, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31)
#define LANES_LOW256(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23)
#define LANES_HIGH256(a, b) __builtin_shufflevector(a, b, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31)
#define LANES_EVEN128(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27)
#define LANES_ODD128(a, b) __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31)
#endif

/* Rotations by whole bytes are one byte shuffle where the CPU has it (and has no rotation). */
#if LANES_BITS == 256
#define LANES_ROTL(v, n)                                                                                               \
    ((n) == 16  ? (LANES_VECTOR)VEC256_SHUFFLE(v, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13)                \
     : (n) == 8 ? (LANES_VECTOR)VEC256_SHUFFLE(v, 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14)                \
                : ((v) << (n) | (v) >> (32 - (n))))
#else
#define LANES_ROTL(v, n) ((v) << (n) | (v) >> (32 - (n)))
#endif

#define LANES_XOR(vector, offset)                                                                                      \
    do {                                                                                                               \
        LANES_VECTOR data_;                                                                                            \
        memcpy(&data_, in + (offset), sizeof data_);                                                                   \
        data_ ^= (vector);                                                                                             \
        memcpy(out + (offset), &data_, sizeof data_);                                                                  \
    } while (0)

LANES_TARGET static void LANES_FUNCTION(const uint32_t input[16], uint64_t counter, unsigned double_rounds,
                                        const uint8_t *in, uint8_t *out, size_t groups)
{
    const LANES_VECTOR zero = {0}, numbers = LANES_NUMBERS;
    for (; groups != 0; groups--) {
        LANES_VECTOR x[16];
        for (int i = 0; i < 16; i++)
            x[i] = zero + input[i];
        const LANES_VECTOR first = zero + (uint32_t)counter;
        const LANES_VECTOR low = first + numbers;
        /* A comparison that holds gives all ones, so that subtracting it adds the carry. */
        const LANES_VECTOR high = (zero + (uint32_t)(counter >> 32)) - (LANES_VECTOR)(low < first);
        if (LANES_COUNTER_HIGH != LANES_COUNTER)
            x[LANES_COUNTER_HIGH] = high;
        x[LANES_COUNTER] = low;
        for (unsigned i = 0; i < double_rounds; i++)
            LANES_DOUBLE_ROUND(x, LANES_ROTL);
        for (int i = 0; i < 16; i++)
            x[i] += i == LANES_COUNTER ? low : i == LANES_COUNTER_HIGH ? high : zero + input[i];
        /* Within each 128-bit part p: x[w + j] becomes words w .. w + 3 of block 4 p + j. */
        for (int w = 0; w < 16; w += 4) {
            const LANES_VECTOR a = LANES_LOW32(x[w], x[w + 1]), b = LANES_LOW32(x[w + 2], x[w + 3]);
            const LANES_VECTOR c = LANES_HIGH32(x[w], x[w + 1]), d = LANES_HIGH32(x[w + 2], x[w + 3]);
            x[w] = LANES_LOW64(a, b);
            x[w + 1] = LANES_HIGH64(a, b);
            x[w + 2] = LANES_LOW64(c, d);
            x[w + 3] = LANES_HIGH64(c, d);
        }
        for (int j = 0; j < 4; j++) {
#if LANES_BITS == 128
            LANES_XOR(x[j], 64 * j);
            LANES_XOR(x[4 + j], 64 * j + 16);
            LANES_XOR(x[8 + j], 64 * j + 32);
            LANES_XOR(x[12 + j], 64 * j + 48);
#elif LANES_BITS == 256
            LANES_XOR(LANES_LOW128(x[j], x[4 + j]), 64 * j);
            LANES_XOR(LANES_LOW128(x[8 + j], x[12 + j]), 64 * j + 32);
            LANES_XOR(LANES_HIGH128(x[j], x[4 + j]), 64 * j + 256);
            LANES_XOR(LANES_HIGH128(x[8 + j], x[12 + j]), 64 * j + 288);
#else
            const LANES_VECTOR a = LANES_LOW256(x[j], x[4 + j]), b = LANES_LOW256(x[8 + j], x[12 + j]);
            const LANES_VECTOR c = LANES_HIGH256(x[j], x[4 + j]), d = LANES_HIGH256(x[8 + j], x[12 + j]);
            LANES_XOR(LANES_EVEN128(a, b), 64 * j);
            LANES_XOR(LANES_ODD128(a, b), 64 * j + 256);
            LANES_XOR(LANES_EVEN128(c, d), 64 * j + 512);
            LANES_XOR(LANES_ODD128(c, d), 64 * j + 768);
#endif
        }
        counter += LANES_COUNT;
        in += 64 * LANES_COUNT;
        out += 64 * LANES_COUNT;
    }
}

#undef LANES_BITS
#undef LANES_COUNT
#undef LANES_EVEN128
#undef LANES_FUNCTION
#undef LANES_HIGH128
#undef LANES_HIGH256
#undef LANES_HIGH32
#undef LANES_HIGH64
#undef LANES_LOW128
#undef LANES_LOW256
#undef LANES_LOW32
#undef LANES_LOW64
#undef LANES_NUMBERS
#undef LANES_ODD128
#undef LANES_ROTL
#undef LANES_TARGET
#undef LANES_VECTOR
#undef LANES_XOR

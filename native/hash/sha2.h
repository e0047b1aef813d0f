/* SPDX-License-Identifier: MIT */
/*
 * sha2.h - the compression function of SHA-2 (FIPS 180-4 section 6) over words of 32 or 64 bits.
 *
 * No include guard: the hash's file defines the following and then includes this file once.
 *
 *     SHA2_WORD, SHA2_STEPS     type of a word; 64 or 80
 *     SHA2_STATE(state)         the chaining value's words
 *     SHA2_LOAD(p)              a word of the message
 *     SHA2_VECTORS              vectors that hold the windows of two schedules
 *     K                         the constants
 *     SIGMA_0, SIGMA_1          sigma of the schedule
 *     SUM_0, SUM_1              sigma of the working words
 *
 * and, where there are targets, over vectors that have words of one block and the same words of a second one:
 *
 *     LOAD_VECTOR(i)            loads vector i of both blocks into w[i], and stores the sums of its words and constants
 *     EXPAND(i)                 in front of step t + i, i being even: replaces a vector of w by the one 16 steps later
 *     FIRST(i), SECOND(i)       the stored sum of step t + i of either block
 *
 * It gets `compress`, and `compress_avx2` where there are targets: the message schedules of two blocks are computed side
 * by side in vectors while the steps of the first run in scalar registers.
 */

/*
 * One step with the sum of schedule word and constant; the working words change names instead of places.  The majority
 * of a, b, c is b ^ ((a ^ b) & (b ^ c)), and b ^ c is the a ^ b of the step before.
 */
#define STEP(a, b, c, d, e, f, g, h, sum)                                                                              \
    h += sum;                                                                                                          \
    h += g ^ (e & (f ^ g));                                                                                            \
    h += SUM_1(e);                                                                                                     \
    d += h;                                                                                                            \
    a_xor_b = a ^ b;                                                                                                   \
    h += b ^ (a_xor_b & b_xor_c);                                                                                      \
    h += SUM_0(a);                                                                                                     \
    b_xor_c = a_xor_b

/* Steps i to i + 7, and EXPAND in front of every second one. */
#define EIGHT_STEPS(expand, sum, i)                                                                                    \
    expand((i) + 0);                                                                                                   \
    STEP(a, b, c, d, e, f, g, h, sum((i) + 0));                                                                        \
    STEP(h, a, b, c, d, e, f, g, sum((i) + 1));                                                                        \
    expand((i) + 2);                                                                                                   \
    STEP(g, h, a, b, c, d, e, f, sum((i) + 2));                                                                        \
    STEP(f, g, h, a, b, c, d, e, sum((i) + 3));                                                                        \
    expand((i) + 4);                                                                                                   \
    STEP(e, f, g, h, a, b, c, d, sum((i) + 4));                                                                        \
    STEP(d, e, f, g, h, a, b, c, sum((i) + 5));                                                                        \
    expand((i) + 6);                                                                                                   \
    STEP(c, d, e, f, g, h, a, b, sum((i) + 6));                                                                        \
    STEP(b, c, d, e, f, g, h, a, sum((i) + 7))
#define NOTHING(i) (void)0

#define WORKING_WORDS(word, state)                                                                                     \
    word a = state[0], b = state[1], c = state[2], d = state[3];                                                       \
    word e = state[4], f = state[5], g = state[6], h = state[7];                                                       \
    word a_xor_b, b_xor_c = b ^ c

#define FEED_FORWARD(state)                                                                                            \
    state[0] += a;                                                                                                     \
    state[1] += b;                                                                                                     \
    state[2] += c;                                                                                                     \
    state[3] += d;                                                                                                     \
    state[4] += e;                                                                                                     \
    state[5] += f;                                                                                                     \
    state[6] += g;                                                                                                     \
    state[7] += h

/* Word i of the schedule's window of 16, as loaded or replaced by the word 16 steps later, plus its constant. */
#define LOADED(i) w[i] + K[i]
#define EXPANDED(i)                                                                                                    \
    (w[i] += SIGMA_0(w[((i) + 1) % 16]) + w[((i) + 9) % 16] + SIGMA_1(w[((i) + 14) % 16])) + K[t + (i)]

enum { SHA2_BLOCK_SIZE = 16 * sizeof(SHA2_WORD) };

static void compress(union md_state *state, const uint8_t *blocks, size_t count)
{
    for (; count != 0; count--, blocks += SHA2_BLOCK_SIZE) {
        WORKING_WORDS(SHA2_WORD, SHA2_STATE(state));
        SHA2_WORD w[16];
        for (unsigned i = 0; i < 16; i++)
            w[i] = SHA2_LOAD(blocks + i * sizeof(SHA2_WORD));
        EIGHT_STEPS(NOTHING, LOADED, 0);
        EIGHT_STEPS(NOTHING, LOADED, 8);
        for (size_t t = 16; t < SHA2_STEPS; t += 16) {
            EIGHT_STEPS(NOTHING, EXPANDED, 0);
            EIGHT_STEPS(NOTHING, EXPANDED, 8);
        }
        FEED_FORWARD(SHA2_STATE(state));
    }
}

#if ASSAY_TARGETS
TARGET_AVX2 static void compress_avx2(union md_state *state, const uint8_t *blocks, size_t count)
{
    while (count != 0) {
        /* A last odd block is paired with itself. */
        const uint8_t *second = blocks + (count == 1 ? 0 : SHA2_BLOCK_SIZE);
        SHA2_VECTOR w[SHA2_VECTORS];
        SHA2_WORD sums[2 * SHA2_STEPS];
        for (unsigned i = 0; i < SHA2_VECTORS; i++)
            LOAD_VECTOR(i);
        {
            WORKING_WORDS(SHA2_WORD, SHA2_STATE(state));
            size_t t;
            for (t = 0; t < SHA2_STEPS - 16; t += 16) {
                EIGHT_STEPS(EXPAND, FIRST, 0);
                EIGHT_STEPS(EXPAND, FIRST, 8);
            }
            EIGHT_STEPS(NOTHING, FIRST, 0);
            EIGHT_STEPS(NOTHING, FIRST, 8);
            FEED_FORWARD(SHA2_STATE(state));
        }
        if (count == 1)
            return;
        WORKING_WORDS(SHA2_WORD, SHA2_STATE(state));
        for (size_t t = 0; t < SHA2_STEPS; t += 16) {
            EIGHT_STEPS(NOTHING, SECOND, 0);
            EIGHT_STEPS(NOTHING, SECOND, 8);
        }
        FEED_FORWARD(SHA2_STATE(state));
        blocks += 2 * SHA2_BLOCK_SIZE;
        count -= 2;
    }
}
#endif

/* SPDX-License-Identifier: MIT */
/*
 * lane_blocks.h - loads and stores of blocks as lanes, for the width that each_width.h has set; no include guard.
 *
 * Blocks lie in memory word after word; the kernels want the first words of many blocks in one vector, the second ones
 * in the next.  Which lane holds which block does not matter, as the stores undo exactly what the loads do: within
 * lanes of 64 bits, halves (or quarters) of neighbouring vectors change places.  VECTORS in the calls is how many such
 * sets are taken, one after the other.
 */
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define LANE_BIG_ENDIAN 1
#else
#define LANE_BIG_ENDIAN 0
#endif

static ALWAYS_INLINE LANE_TARGET V64 LANE(load)(const uint8_t *in)
{
    V64 v;
    memcpy(&v, in, sizeof v);
    return v;
}

static ALWAYS_INLINE LANE_TARGET void LANE(store)(uint8_t *out, V64 v)
{
    memcpy(out, &v, sizeof v);
}

#if LANE_BITS == 0

static inline void LANE(load_pairs_be)(const uint8_t *in, V32 *x, V32 *y, unsigned vectors)
{
    for (unsigned v = 0; v < vectors; v++) {
        x[v] = load32_be(in + 8 * v);
        y[v] = load32_be(in + 8 * v + 4);
    }
}

static inline void LANE(store_pairs_be)(uint8_t *out, const V32 *x, const V32 *y, unsigned vectors)
{
    for (unsigned v = 0; v < vectors; v++) {
        store32_be(out + 8 * v, x[v]);
        store32_be(out + 8 * v + 4, y[v]);
    }
}

static inline void LANE(load_pairs_le)(const uint8_t *in, V32 *x, V32 *y, unsigned vectors)
{
    for (unsigned v = 0; v < vectors; v++) {
        x[v] = load32_le(in + 8 * v);
        y[v] = load32_le(in + 8 * v + 4);
    }
}

static inline void LANE(store_pairs_le)(uint8_t *out, const V32 *x, const V32 *y, unsigned vectors)
{
    for (unsigned v = 0; v < vectors; v++) {
        store32_le(out + 8 * v, x[v]);
        store32_le(out + 8 * v + 4, y[v]);
    }
}

static inline void LANE(load_words_le)(const uint8_t *in, V32 x[][4], unsigned vectors)
{
    for (unsigned i = 0; i < 4 * vectors; i++)
        x[i / 4][i % 4] = load32_le(in + 4 * i);
}

static inline void LANE(store_words_le)(uint8_t *out, V32 x[][4], unsigned vectors)
{
    for (unsigned i = 0; i < 4 * vectors; i++)
        store32_le(out + 4 * i, x[i / 4][i % 4]);
}

static inline void LANE(load_halves_be)(const uint8_t *in, V16 x[][4], unsigned vectors)
{
    for (unsigned i = 0; i < 4 * vectors; i++)
        x[i / 4][i % 4] = load16_be(in + 2 * i);
}

static inline void LANE(store_halves_be)(uint8_t *out, V16 x[][4], unsigned vectors)
{
    for (unsigned i = 0; i < 4 * vectors; i++)
        store16_be(out + 2 * i, x[i / 4][i % 4]);
}

static inline void LANE(load_halves_le)(const uint8_t *in, V16 x[][4], unsigned vectors)
{
    for (unsigned i = 0; i < 4 * vectors; i++)
        x[i / 4][i % 4] = load16_le(in + 2 * i);
}

static inline void LANE(store_halves_le)(uint8_t *out, V16 x[][4], unsigned vectors)
{
    for (unsigned i = 0; i < 4 * vectors; i++)
        store16_le(out + 2 * i, x[i / 4][i % 4]);
}

static inline void LANE(load_bytes)(const uint8_t *in, V8 x[8])
{
    memcpy(x, in, 8);
}

static inline void LANE(store_bytes)(uint8_t *out, const V8 x[8])
{
    memcpy(out, x, 8);
}

static inline void LANE(load_triples_be)(const uint8_t *in, V32 x[][3], unsigned vectors)
{
    for (unsigned i = 0; i < 3 * vectors; i++)
        x[i / 3][i % 3] = load32_be(in + 4 * i);
}

static inline void LANE(store_triples_be)(uint8_t *out, V32 x[][3], unsigned vectors)
{
    for (unsigned i = 0; i < 3 * vectors; i++)
        store32_be(out + 4 * i, x[i / 3][i % 3]);
}

static inline void LANE(load_triples_le)(const uint8_t *in, V32 x[][3], unsigned vectors)
{
    for (unsigned i = 0; i < 3 * vectors; i++)
        x[i / 3][i % 3] = load32_le(in + 4 * i);
}

static inline void LANE(store_triples_le)(uint8_t *out, V32 x[][3], unsigned vectors)
{
    for (unsigned i = 0; i < 3 * vectors; i++)
        store32_le(out + 4 * i, x[i / 3][i % 3]);
}

#else

/* The bytes of every 16-bit lane in the other order, if SWAP says so. */
static ALWAYS_INLINE LANE_TARGET V64 LANE(swap16)(V64 v, int swap)
{
#if LANE_BITS == 256
    return swap ? (V64)VEC256_SHUFFLE(v, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14) : v;
#else
    return swap ? (V64)((V16)v << 8 | (V16)v >> 8) : v;
#endif
}

/* The bytes of every 32-bit lane in the other order, if SWAP says so. */
static ALWAYS_INLINE LANE_TARGET V64 LANE(swap32)(V64 v, int swap)
{
#if LANE_BITS == 256
    return swap ? (V64)VEC256_SHUFFLE(v, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12) : v;
#else
    V32 halves = (V32)LANE(swap16)(v, 1);
    return swap ? (V64)(halves << 16 | halves >> 16) : v;
#endif
}

/* Exchanges the upper halves of A's 64-bit lanes with the lower halves of B's. */
static ALWAYS_INLINE LANE_TARGET void LANE(exchange32)(V64 *a, V64 *b)
{
    V64 low = (*a & 0xffffffff) | *b << 32;
    *b = *a >> 32 | (*b & 0xffffffff00000000);
    *a = low;
}

static ALWAYS_INLINE LANE_TARGET void LANE(exchange16)(V64 *a, V64 *b)
{
    V64 low = (*a & 0x0000ffff0000ffff) | (*b & 0x0000ffff0000ffff) << 16;
    *b = (*a >> 16 & 0x0000ffff0000ffff) | (*b & 0xffff0000ffff0000);
    *a = low;
}

/* Even 64-bit lanes of A and B into A, odd ones into B, in an order that a second call takes back. */
static ALWAYS_INLINE LANE_TARGET void LANE(exchange64)(V64 *a, V64 *b)
{
#if LANE_BITS == 512
    V64 even = LANES(V64, *a, *b, 0, 8, 2, 10, 4, 12, 6, 14), odd = LANES(V64, *a, *b, 1, 9, 3, 11, 5, 13, 7, 15);
#elif LANE_BITS == 256
    V64 even = LANES(V64, *a, *b, 0, 4, 2, 6), odd = LANES(V64, *a, *b, 1, 5, 3, 7);
#else
    V64 even = LANES(V64, *a, *b, 0, 2), odd = LANES(V64, *a, *b, 1, 3);
#endif
    *a = even;
    *b = odd;
}

/* Blocks of two 32-bit words; SWAP where their byte order is not the machine's. */
static ALWAYS_INLINE LANE_TARGET void LANE(load_pairs)(const uint8_t *in, V32 *x, V32 *y, unsigned vectors, int swap)
{
    for (unsigned v = 0; v < vectors; v++, in += 2 * sizeof(V64)) {
        V64 a = LANE(load)(in), b = LANE(load)(in + sizeof a);
        LANE(exchange32)(&a, &b);
        x[v] = (V32)LANE(swap32)(LANE_BIG_ENDIAN ? b : a, swap);
        y[v] = (V32)LANE(swap32)(LANE_BIG_ENDIAN ? a : b, swap);
    }
}

static ALWAYS_INLINE LANE_TARGET void LANE(store_pairs)(uint8_t *out, const V32 *x, const V32 *y, unsigned vectors,
                                                        int swap)
{
    for (unsigned v = 0; v < vectors; v++, out += 2 * sizeof(V64)) {
        V64 a = LANE(swap32)((V64)(LANE_BIG_ENDIAN ? y : x)[v], swap);
        V64 b = LANE(swap32)((V64)(LANE_BIG_ENDIAN ? x : y)[v], swap);
        LANE(exchange32)(&a, &b);
        LANE(store)(out, a);
        LANE(store)(out + sizeof a, b);
    }
}

static ALWAYS_INLINE LANE_TARGET void LANE(load_pairs_be)(const uint8_t *in, V32 *x, V32 *y, unsigned vectors)
{
    LANE(load_pairs)(in, x, y, vectors, !LANE_BIG_ENDIAN);
}

static ALWAYS_INLINE LANE_TARGET void LANE(store_pairs_be)(uint8_t *out, const V32 *x, const V32 *y, unsigned vectors)
{
    LANE(store_pairs)(out, x, y, vectors, !LANE_BIG_ENDIAN);
}

static ALWAYS_INLINE LANE_TARGET void LANE(load_pairs_le)(const uint8_t *in, V32 *x, V32 *y, unsigned vectors)
{
    LANE(load_pairs)(in, x, y, vectors, LANE_BIG_ENDIAN);
}

static ALWAYS_INLINE LANE_TARGET void LANE(store_pairs_le)(uint8_t *out, const V32 *x, const V32 *y, unsigned vectors)
{
    LANE(store_pairs)(out, x, y, vectors, LANE_BIG_ENDIAN);
}

/* Blocks of four 32-bit words: words 0, 2, 1, 3 (1, 3, 0, 2 if the machine is big-endian) after the exchanges. */
static ALWAYS_INLINE LANE_TARGET void LANE(load_words_le)(const uint8_t *in, V32 x[][4], unsigned vectors)
{
    for (unsigned v = 0; v < vectors; v++) {
        V64 w[4];
        for (unsigned i = 0; i < 4; i++, in += sizeof(V64))
            w[i] = LANE(swap32)(LANE(load)(in), LANE_BIG_ENDIAN);
        LANE(exchange64)(&w[0], &w[1]);
        LANE(exchange64)(&w[2], &w[3]);
        LANE(exchange32)(&w[0], &w[2]);
        LANE(exchange32)(&w[1], &w[3]);
        for (unsigned i = 0; i < 4; i++)
            x[v][i] = (V32)w[i >> 1 | ((i ^ LANE_BIG_ENDIAN) & 1) << 1];
    }
}

static ALWAYS_INLINE LANE_TARGET void LANE(store_words_le)(uint8_t *out, V32 x[][4], unsigned vectors)
{
    for (unsigned v = 0; v < vectors; v++) {
        V64 w[4];
        for (unsigned i = 0; i < 4; i++)
            w[i >> 1 | ((i ^ LANE_BIG_ENDIAN) & 1) << 1] = (V64)x[v][i];
        LANE(exchange32)(&w[0], &w[2]);
        LANE(exchange32)(&w[1], &w[3]);
        LANE(exchange64)(&w[0], &w[1]);
        LANE(exchange64)(&w[2], &w[3]);
        for (unsigned i = 0; i < 4; i++, out += sizeof(V64))
            LANE(store)(out, LANE(swap32)(w[i], LANE_BIG_ENDIAN));
    }
}

/* Blocks of four 16-bit words in one vector each; its own inverse. */
static ALWAYS_INLINE LANE_TARGET void LANE(exchange_halves)(V64 w[4])
{
    LANE(exchange32)(&w[0], &w[2]);
    LANE(exchange32)(&w[1], &w[3]);
    LANE(exchange16)(&w[0], &w[1]);
    LANE(exchange16)(&w[2], &w[3]);
}

static ALWAYS_INLINE LANE_TARGET void LANE(load_halves)(const uint8_t *in, V16 x[][4], unsigned vectors, int swap)
{
    for (unsigned v = 0; v < vectors; v++) {
        V64 w[4];
        for (unsigned i = 0; i < 4; i++, in += sizeof(V64))
            w[i] = LANE(swap16)(LANE(load)(in), swap);
        LANE(exchange_halves)(w);
        for (unsigned i = 0; i < 4; i++)
            x[v][i] = (V16)w[LANE_BIG_ENDIAN ? 3 - i : i];
    }
}

static ALWAYS_INLINE LANE_TARGET void LANE(store_halves)(uint8_t *out, V16 x[][4], unsigned vectors, int swap)
{
    for (unsigned v = 0; v < vectors; v++) {
        V64 w[4];
        for (unsigned i = 0; i < 4; i++)
            w[LANE_BIG_ENDIAN ? 3 - i : i] = (V64)x[v][i];
        LANE(exchange_halves)(w);
        for (unsigned i = 0; i < 4; i++, out += sizeof(V64))
            LANE(store)(out, LANE(swap16)(w[i], swap));
    }
}

static ALWAYS_INLINE LANE_TARGET void LANE(load_halves_be)(const uint8_t *in, V16 x[][4], unsigned vectors)
{
    LANE(load_halves)(in, x, vectors, !LANE_BIG_ENDIAN);
}

static ALWAYS_INLINE LANE_TARGET void LANE(store_halves_be)(uint8_t *out, V16 x[][4], unsigned vectors)
{
    LANE(store_halves)(out, x, vectors, !LANE_BIG_ENDIAN);
}

static ALWAYS_INLINE LANE_TARGET void LANE(load_halves_le)(const uint8_t *in, V16 x[][4], unsigned vectors)
{
    LANE(load_halves)(in, x, vectors, LANE_BIG_ENDIAN);
}

static ALWAYS_INLINE LANE_TARGET void LANE(store_halves_le)(uint8_t *out, V16 x[][4], unsigned vectors)
{
    LANE(store_halves)(out, x, vectors, LANE_BIG_ENDIAN);
}

/* Blocks of three 32-bit words, gathered one by one in the machine's byte order, which vectors swap faster. */
static ALWAYS_INLINE LANE_TARGET void LANE(load_triples)(const uint8_t *in, V32 x[][3], unsigned vectors, int swap)
{
    enum { BLOCKS = sizeof(V32) / 4 };
    for (unsigned v = 0; v < vectors; v++, in += 12 * BLOCKS) {
        uint32_t words[3][BLOCKS];
        for (unsigned block = 0; block < BLOCKS; block++)
            for (unsigned i = 0; i < 3; i++)
                memcpy(&words[i][block], in + 12 * block + 4 * i, 4);
        for (unsigned i = 0; i < 3; i++)
            x[v][i] = (V32)LANE(swap32)(LANE(load)((const uint8_t *)words[i]), swap);
    }
}

static ALWAYS_INLINE LANE_TARGET void LANE(store_triples)(uint8_t *out, V32 x[][3], unsigned vectors, int swap)
{
    enum { BLOCKS = sizeof(V32) / 4 };
    for (unsigned v = 0; v < vectors; v++, out += 12 * BLOCKS) {
        uint32_t words[3][BLOCKS];
        for (unsigned i = 0; i < 3; i++)
            LANE(store)((uint8_t *)words[i], LANE(swap32)((V64)x[v][i], swap));
        for (unsigned block = 0; block < BLOCKS; block++)
            for (unsigned i = 0; i < 3; i++)
                memcpy(out + 12 * block + 4 * i, &words[i][block], 4);
    }
}

static ALWAYS_INLINE LANE_TARGET void LANE(load_triples_be)(const uint8_t *in, V32 x[][3], unsigned vectors)
{
    LANE(load_triples)(in, x, vectors, !LANE_BIG_ENDIAN);
}

static ALWAYS_INLINE LANE_TARGET void LANE(store_triples_be)(uint8_t *out, V32 x[][3], unsigned vectors)
{
    LANE(store_triples)(out, x, vectors, !LANE_BIG_ENDIAN);
}

static ALWAYS_INLINE LANE_TARGET void LANE(load_triples_le)(const uint8_t *in, V32 x[][3], unsigned vectors)
{
    LANE(load_triples)(in, x, vectors, LANE_BIG_ENDIAN);
}

static ALWAYS_INLINE LANE_TARGET void LANE(store_triples_le)(uint8_t *out, V32 x[][3], unsigned vectors)
{
    LANE(store_triples)(out, x, vectors, LANE_BIG_ENDIAN);
}

static ALWAYS_INLINE LANE_TARGET void LANE(exchange8)(V64 *a, V64 *b)
{
    V64 low = (*a & 0x00ff00ff00ff00ff) | (*b & 0x00ff00ff00ff00ff) << 8;
    *b = (*a >> 8 & 0x00ff00ff00ff00ff) | (*b & 0xff00ff00ff00ff00);
    *a = low;
}

/* Blocks of eight bytes in one vector each; its own inverse. */
static ALWAYS_INLINE LANE_TARGET void LANE(exchange_bytes)(V64 w[8])
{
    for (unsigned i = 0; i < 4; i++)
        LANE(exchange32)(&w[i], &w[i + 4]);
    for (unsigned i = 0; i < 4; i++)
        LANE(exchange16)(&w[i + (i & 2)], &w[i + (i & 2) + 2]);
    for (unsigned i = 0; i < 4; i++)
        LANE(exchange8)(&w[2 * i], &w[2 * i + 1]);
}

static ALWAYS_INLINE LANE_TARGET void LANE(load_bytes)(const uint8_t *in, V8 x[8])
{
    V64 w[8];
    for (unsigned i = 0; i < 8; i++)
        w[i] = LANE(load)(in + i * sizeof w[i]);
    LANE(exchange_bytes)(w);
    for (unsigned i = 0; i < 8; i++)
        x[i] = (V8)w[LANE_BIG_ENDIAN ? 7 - i : i];
}

static ALWAYS_INLINE LANE_TARGET void LANE(store_bytes)(uint8_t *out, const V8 x[8])
{
    V64 w[8];
    for (unsigned i = 0; i < 8; i++)
        w[LANE_BIG_ENDIAN ? 7 - i : i] = (V64)x[i];
    LANE(exchange_bytes)(w);
    for (unsigned i = 0; i < 8; i++)
        LANE(store)(out + i * sizeof w[i], w[i]);
}

#endif
#undef LANE_BIG_ENDIAN

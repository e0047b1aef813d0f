/* SPDX-License-Identifier: MIT */
/*
 * many.h - `many` at the width that each_width.h has set; no include guard.
 *
 * Message blocks lie in an array of words in which the same word of all messages of a vector stands side by side: the
 * order in which the compression function loads them.  Every message has a lane until its digest is written; then the
 * next message gets the lane.  So messages of any lengths keep the lanes full, and one that is much longer than the
 * others ends alone, in the scalar code.  The many short messages that fit one block each need no such bookkeeping.
 */

/* Messages in flight, and words of a block or a chaining value of all of them. */
#define LANE_WIDTH (LANE_BITS / LANE_WORD_BITS)
#define LANE_COUNT (LANE_WIDTH * LANE_GROUPS)
#define LANE_BLOCK_WORDS (16 * LANE_COUNT)
#define LANE_BLOCK_SIZE (2 * LANE_WORD_BITS)

static ALWAYS_INLINE LANE_TARGET LANE_VECTOR LANE(vector_at_)(const LANE_WORD *words)
{
    LANE_VECTOR v;
    memcpy(&v, words, sizeof v);
    return v;
}

static ALWAYS_INLINE LANE_TARGET void LANE(store_)(LANE_WORD *words, LANE_VECTOR v)
{
    memcpy(words, &v, sizeof v);
}

#include LANE_FILE

/* The first word of LANE in an array with WORDS words a lane; the next one is LANE_WIDTH further. */
static ALWAYS_INLINE LANE_WORD *LANE(column_)(LANE_WORD *array, unsigned lane, unsigned words)
{
    return array + lane / LANE_WIDTH * (words * LANE_WIDTH) + lane % LANE_WIDTH;
}

static ALWAYS_INLINE LANE_TARGET void LANE(clear_)(LANE_WORD *x)
{
    const LANE_VECTOR zero = {0};
    for (unsigned i = 0; i < 16 * LANE_GROUPS; i++)
        LANE(store_)(x + i * LANE_WIDTH, zero);
}

static ALWAYS_INLINE LANE_TARGET void LANE(start_)(const struct md_hash *hash, LANE_WORD *h)
{
    const LANE_VECTOR zero = {0};
    for (unsigned i = 0; i < LANE_STATE_WORDS * LANE_GROUPS; i++)
        LANE(store_)(h + i * LANE_WIDTH, zero + LANE_STATE(hash->initial, i % LANE_STATE_WORDS));
}

/* Bytes of a message with its padding. */
static ALWAYS_INLINE size_t LANE(padded_)(size_t size)
{
    return (size + LANE_WORD_BITS / 4 + LANE_BLOCK_SIZE) / LANE_BLOCK_SIZE * LANE_BLOCK_SIZE;
}

/* The block at OFFSET of a message with its padding, into a column that is zero. */
static ALWAYS_INLINE void LANE(put_)(LANE_WORD *x, const uint8_t *data, size_t size, size_t offset, int last)
{
    enum { WORD = sizeof(LANE_WORD) };
    if (offset <= size) {
        const uint8_t *p = data == NULL ? data : data + offset;
        size_t left = size - offset;
        if (left >= LANE_BLOCK_SIZE) {
            for (unsigned i = 0; i < 16; i++)
                x[i * LANE_WIDTH] = LANE_LOAD(p + WORD * i);
            return;
        }
        LANE_WORD *to = x;
        for (; left >= WORD; left -= WORD, p += WORD, to += LANE_WIDTH)
            *to = LANE_LOAD(p);
        uint8_t rest[WORD];
        uint64_t bytes = left == 0 ? 0 : md_load_rest(p, left);
#if LANE_WORD_BITS == 32
        store32_le(rest, (uint32_t)(bytes | (uint64_t)0x80 << 8 * left));
#else
        store64_le(rest, bytes | (uint64_t)0x80 << 8 * left);
#endif
        *to = LANE_LOAD(rest);
    }
    if (last) {
#if LANE_WORD_BITS == 32
        x[LANE_LENGTH_LOW * LANE_WIDTH] = (uint32_t)((uint64_t)size << 3);
        x[LANE_LENGTH_HIGH * LANE_WIDTH] = (uint32_t)((uint64_t)size >> 29);
#else
        x[LANE_LENGTH_LOW * LANE_WIDTH] = (uint64_t)size << 3;
        x[LANE_LENGTH_HIGH * LANE_WIDTH] = (uint64_t)size >> 61;
#endif
    }
}

/* A message of up to 15 bytes and its padding, into a column that is zero behind the first 16 bytes. */
static ALWAYS_INLINE void LANE(put_tiny_)(LANE_WORD *x, const uint8_t *data, size_t size)
{
    enum { WORD = sizeof(LANE_WORD) };
    uint64_t parts[2] = {0, 0};
    if (size >= 8) {
        parts[0] = load64_le(data);
        parts[1] = load64_le(data + size - 8) >> 8 * (15 - size) >> 8 | (uint64_t)0x80 << 8 * (size - 8);
    } else {
        parts[0] = (size == 0 ? 0 : md_load_rest(data, size)) | (uint64_t)0x80 << 8 * size;
    }
    for (unsigned i = 0; i < 16 / WORD; i++) {
        uint8_t bytes[WORD];
#if LANE_WORD_BITS == 32
        store32_le(bytes, (uint32_t)(parts[i / 2] >> 32 * (i % 2)));
#else
        store64_le(bytes, parts[i]);
#endif
        x[i * LANE_WIDTH] = LANE_LOAD(bytes);
    }
    x[LANE_LENGTH_LOW * LANE_WIDTH] = (LANE_WORD)size << 3;
}

static ALWAYS_INLINE void LANE(write_)(const struct md_hash *hash, const LANE_WORD *h, uint8_t *digest)
{
    enum { WORD = sizeof(LANE_WORD) };
    if (hash->digest_size == WORD * LANE_STATE_WORDS) {
        for (unsigned i = 0; i < LANE_STATE_WORDS; i++)
            LANE_STORE(digest + WORD * i, h[i * LANE_WIDTH]);
    } else {
        for (unsigned i = 0; i < hash->digest_size / WORD; i++)
            LANE_STORE(digest + WORD * i, h[i * LANE_WIDTH]);
    }
}

/*
 * BATCHES times LANE_COUNT messages of one block each.  The next batch's words are stored before this one's are used:
 * vectors that are loaded right after their words were stored one by one would wait until all of them are in the cache.
 */
static LANE_TARGET void LANE(short_messages_)(const struct md_hash *hash, const uint8_t *const *messages,
                                              const size_t *sizes, size_t batches, uint8_t *digests)
{
    LANE_WORD x[2][LANE_BLOCK_WORDS], h[LANE_STATE_WORDS * LANE_COUNT];
    int holds_tiny[2] = {0, 0}; /* then all that a tiny message does not write is zero */
    for (size_t batch = 0; batch <= batches; batch++) {
        if (batch < batches) {
            LANE_WORD *next = x[batch % 2];
            size_t sizes_joined = 0;
            for (unsigned lane = 0; lane < LANE_COUNT; lane++)
                sizes_joined |= sizes[lane];
            const int tiny = sizes_joined < 16;
            if (!tiny || !holds_tiny[batch % 2])
                LANE(clear_)(next);
            holds_tiny[batch % 2] = tiny;
            for (unsigned lane = 0; tiny && lane < LANE_COUNT; lane++)
                LANE(put_tiny_)(LANE(column_)(next, lane, 16), messages[lane], sizes[lane]);
            for (unsigned lane = 0; !tiny && lane < LANE_COUNT; lane++)
                LANE(put_)(LANE(column_)(next, lane, 16), messages[lane], sizes[lane], 0, 1);
            messages += LANE_COUNT;
            sizes += LANE_COUNT;
        }
        if (batch == 0)
            continue;
        LANE(start_)(hash, h);
        LANE(compress)(h, x[(batch - 1) % 2]);
        for (unsigned lane = 0; lane < LANE_COUNT; lane++, digests += hash->digest_size)
            LANE(write_)(hash, LANE(column_)(h, lane, LANE_STATE_WORDS), digests);
    }
}

/* Messages of any lengths. */
static LANE_TARGET void LANE(mixed_)(const struct md_hash *hash, struct md_context *c, const uint8_t *const *messages,
                                     const size_t *sizes, size_t count, uint8_t *digests)
{
    LANE_WORD x[LANE_BLOCK_WORDS], h[LANE_STATE_WORDS * LANE_COUNT];
    size_t message[LANE_COUNT], offset[LANE_COUNT], next = 0;
    unsigned busy = 0;
    for (unsigned lane = 0; lane < LANE_COUNT; lane++)
        message[lane] = SIZE_MAX;
    LANE(start_)(hash, h);
    for (;;) {
        LANE(clear_)(x);
        for (unsigned lane = 0; lane < LANE_COUNT && next < count; lane++) {
            if (message[lane] != SIZE_MAX)
                continue;
            LANE_WORD *state = LANE(column_)(h, lane, LANE_STATE_WORDS);
            for (unsigned i = 0; i < LANE_STATE_WORDS; i++)
                state[i * LANE_WIDTH] = LANE_STATE(hash->initial, i);
            message[lane] = next++;
            offset[lane] = 0;
            busy++;
        }
        if (next == count && busy < MD_MANY_LEAST)
            break;
        for (unsigned lane = 0; lane < LANE_COUNT; lane++) {
            const size_t i = message[lane];
            if (i != SIZE_MAX)
                LANE(put_)(LANE(column_)(x, lane, 16), messages[i], sizes[i], offset[lane],
                           offset[lane] + LANE_BLOCK_SIZE == LANE(padded_)(sizes[i]));
        }
        LANE(compress)(h, x);
        for (unsigned lane = 0; lane < LANE_COUNT; lane++) {
            const size_t i = message[lane];
            if (i == SIZE_MAX)
                continue;
            offset[lane] += LANE_BLOCK_SIZE;
            if (offset[lane] == LANE(padded_)(sizes[i])) {
                LANE(write_)(hash, LANE(column_)(h, lane, LANE_STATE_WORDS), digests + i * hash->digest_size);
                message[lane] = SIZE_MAX;
                busy--;
            }
        }
    }
    for (unsigned lane = 0; lane < LANE_COUNT && busy != 0; lane++) {
        const size_t i = message[lane];
        if (i == SIZE_MAX)
            continue;
        const LANE_WORD *state = LANE(column_)(h, lane, LANE_STATE_WORDS);
        for (unsigned k = 0; k < LANE_STATE_WORDS; k++)
            LANE_STATE(c->state, k) = state[k * LANE_WIDTH];
        md_end(hash, c, messages[i], sizes[i], offset[lane], digests + i * hash->digest_size);
        busy--;
    }
}

static LANE_TARGET void LANE(many_)(const struct md_hash *hash, struct md_context *c, const uint8_t *const *messages,
                                    const size_t *sizes, size_t count, uint8_t *digests)
{
    size_t alike = 0;
    while (alike < count && sizes[alike] < LANE_BLOCK_SIZE - LANE_WORD_BITS / 4)
        alike++;
    alike -= alike % LANE_COUNT;
    if (alike != 0)
        LANE(short_messages_)(hash, messages, sizes, alike / LANE_COUNT, digests);
    if (alike != count)
        LANE(mixed_)(hash, c, messages + alike, sizes + alike, count - alike, digests + alike * hash->digest_size);
}

#undef LANE_BITS
#undef LANE_BLOCK_SIZE
#undef LANE_BLOCK_WORDS
#undef LANE_COUNT
#undef LANE_TARGET
#undef LANE_WIDTH

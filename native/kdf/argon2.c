/* SPDX-License-Identifier: MIT */
/*
 * Argon2d, Argon2i and Argon2id, version 0x13, RFC 9106.  Reads variant->option, the type, and variant->vector_bits.
 *
 * input->cost passes, 1 to 2^32 - 1; input->lanes p, 1 to 2^24 - 1; input->memory_kib of at least 8 p; tags of 4 bytes
 * to 2^32 - 1; password, salt, secret and associated data of up to 2^32 - 1 bytes.  The workspace is the memory itself.
 * Lanes are filled one after the other.  Argon2i, and Argon2id in its first half pass, read memory at places that do not
 * depend on the password.
 */
#include "native/common/lanes.h"
#include "native/kdf/blake2b.h"
#include "native/native.h"

enum { BLOCK_SIZE = 1024, BLOCK_WORDS = 128, SLICES = 4, VERSION = 0x13, TAG_MIN = 4, LANES_LIMIT = 1 << 24 };

struct block {
    uint64_t v[BLOCK_WORDS];
};

/* OUT = G(X, Y), or OUT ^ G(X, Y) where WITH_OLD is not 0; OUT may be X or Y. */
typedef void compress_blocks(struct block *out, const struct block *x, const struct block *y, int with_old);

struct context {
    compress_blocks *compress;
    unsigned type;
};

/* ------------------------------------------------------------------------------------------ the function G */

static inline uint64_t multiply_add(uint64_t a, uint64_t b)
{
    return a + b + 2 * (uint64_t)(uint32_t)a * (uint32_t)b;
}

static ALWAYS_INLINE void mix(uint64_t *a, uint64_t *b, uint64_t *c, uint64_t *d)
{
    *a = multiply_add(*a, *b);
    *d = rotr64(*d ^ *a, 32);
    *c = multiply_add(*c, *d);
    *b = rotr64(*b ^ *c, 24);
    *a = multiply_add(*a, *b);
    *d = rotr64(*d ^ *a, 16);
    *c = multiply_add(*c, *d);
    *b = rotr64(*b ^ *c, 63);
}

/* The permutation of 16 words: 8 pairs, ROW words from one pair to the next. */
static ALWAYS_INLINE void permute(uint64_t *v, unsigned row)
{
    uint64_t w[16];
    for (unsigned i = 0; i < 16; i++)
        w[i] = v[i / 2 * row + i % 2];
    for (unsigned i = 0; i < 4; i++)
        mix(&w[i], &w[4 + i], &w[8 + i], &w[12 + i]);
    for (unsigned i = 0; i < 4; i++)
        mix(&w[i], &w[4 + (i + 1) % 4], &w[8 + (i + 2) % 4], &w[12 + (i + 3) % 4]);
    for (unsigned i = 0; i < 16; i++)
        v[i / 2 * row + i % 2] = w[i];
}

static void compress_plain(struct block *out, const struct block *x, const struct block *y, int with_old)
{
    struct block r, q;
    for (unsigned i = 0; i < BLOCK_WORDS; i++)
        q.v[i] = r.v[i] = x->v[i] ^ y->v[i];
    for (unsigned i = 0; i < 8; i++)
        permute(q.v + 16 * i, 2);
    for (unsigned i = 0; i < 8; i++)
        permute(q.v + 2 * i, 16);
    for (unsigned i = 0; i < BLOCK_WORDS; i++)
        out->v[i] = (with_old ? out->v[i] : 0) ^ r.v[i] ^ q.v[i];
}

#if ASSAY_TARGETS
typedef vec256_u64 words;

#define LOW32 ((words){UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX})
#define ROTR32(v) ((words)VEC256_SHUFFLE(v, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11))
#define ROTR24(v) ((words)VEC256_SHUFFLE(v, 3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10))
#define ROTR16(v) ((words)VEC256_SHUFFLE(v, 2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9))
#define ROTR63(v) (((v) + (v)) | (v) >> 63)
#define MULTIPLY_ADD(a, b) ((a) + (b) + 2 * (((a) & LOW32) * ((b) & LOW32)))

#define MIX(a, b, c, d)                                                                                                \
    do {                                                                                                               \
        (a) = MULTIPLY_ADD(a, b);                                                                                      \
        (d) = ROTR32((d) ^ (a));                                                                                       \
        (c) = MULTIPLY_ADD(c, d);                                                                                      \
        (b) = ROTR24((b) ^ (c));                                                                                       \
        (a) = MULTIPLY_ADD(a, b);                                                                                      \
        (d) = ROTR16((d) ^ (a));                                                                                       \
        (c) = MULTIPLY_ADD(c, d);                                                                                      \
        (b) = ROTR63((b) ^ (c));                                                                                       \
    } while (0)

/* The higher word of each pair of A, and the lower one of B's behind it. */
#define ACROSS(a, b) LANES(words, a, b, 1, 4, 3, 6)

TARGET_AVX2 static inline words load_words(const uint64_t *from)
{
    words v;
    memcpy(&v, from, sizeof v);
    return v;
}

TARGET_AVX2 static void compress_avx2(struct block *out, const struct block *x, const struct block *y, int with_old)
{
    words r[32], q[32];
    for (int i = 0; i < 32; i++)
        r[i] = load_words(x->v + 4 * i) ^ load_words(y->v + 4 * i);
    /* A row is four vectors, one for each word of the four mixings side by side. */
    for (int i = 0; i < 32; i += 4) {
        words a = r[i], b = r[i + 1], c = r[i + 2], d = r[i + 3];
        MIX(a, b, c, d);
        b = LANES(words, b, b, 1, 2, 3, 0);
        c = LANES(words, c, c, 2, 3, 0, 1);
        d = LANES(words, d, d, 3, 0, 1, 2);
        MIX(a, b, c, d);
        q[i] = a;
        q[i + 1] = LANES(words, b, b, 3, 0, 1, 2);
        q[i + 2] = LANES(words, c, c, 2, 3, 0, 1);
        q[i + 3] = LANES(words, d, d, 1, 2, 3, 0);
    }
    /* Two columns are eight vectors, each with a pair of words of the one and the same pair of the other. */
    for (int i = 0; i < 4; i++) {
        words a0 = q[i], a1 = q[4 + i], b0 = q[8 + i], b1 = q[12 + i];
        words c0 = q[16 + i], c1 = q[20 + i], d0 = q[24 + i], d1 = q[28 + i], t;
        MIX(a0, b0, c0, d0);
        MIX(a1, b1, c1, d1);
        t = ACROSS(b0, b1), b1 = ACROSS(b1, b0), b0 = t;
        t = ACROSS(d1, d0), d1 = ACROSS(d0, d1), d0 = t;
        MIX(a0, b0, c1, d0);
        MIX(a1, b1, c0, d1);
        t = ACROSS(b1, b0), b1 = ACROSS(b0, b1), b0 = t;
        t = ACROSS(d0, d1), d1 = ACROSS(d1, d0), d0 = t;
        q[i] = a0, q[4 + i] = a1, q[8 + i] = b0, q[12 + i] = b1;
        q[16 + i] = c0, q[20 + i] = c1, q[24 + i] = d0, q[28 + i] = d1;
    }
    for (int i = 0; i < 32; i++) {
        words v = r[i] ^ q[i];
        if (with_old)
            v ^= load_words(out->v + 4 * i);
        memcpy(out->v + 4 * i, &v, sizeof v);
    }
}
#endif

static enum status setup(void *context, const struct variant *variant)
{
    struct context *c = context;
    if (variant->option > OPTION_ARGON2_ID)
        return STATUS_BAD_PARAMETER;
    c->type = variant->option;
    c->compress = compress_plain;
#if ASSAY_TARGETS
    if (vector_bits_for(variant->vector_bits) >= 256)
        c->compress = compress_avx2;
#endif
    return STATUS_OK;
}

/* --------------------------------------------------------------------------------------------------- hashes */

static void hash_word(struct blake2b *hash, uint32_t value)
{
    uint8_t bytes[4];
    store32_le(bytes, value);
    blake2b_update(hash, bytes, sizeof bytes);
}

static void hash_string(struct blake2b *hash, const uint8_t *bytes, size_t size)
{
    hash_word(hash, (uint32_t)size);
    blake2b_update(hash, bytes, size);
}

/* H', the hash with output of any length. */
static void long_hash(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size)
{
    struct blake2b hash;
    uint8_t v[BLAKE2B_DIGEST_MAX];
    blake2b_init(&hash, out_size < sizeof v ? out_size : sizeof v);
    hash_word(&hash, (uint32_t)out_size);
    blake2b_update(&hash, in, in_size);
    if (out_size <= sizeof v) {
        blake2b_final(&hash, out);
        return;
    }
    blake2b_final(&hash, v);
    for (;;) {
        memcpy(out, v, sizeof v / 2);
        out += sizeof v / 2;
        out_size -= sizeof v / 2;
        blake2b_init(&hash, out_size < sizeof v ? out_size : sizeof v);
        blake2b_update(&hash, v, sizeof v);
        if (out_size <= sizeof v)
            break;
        blake2b_final(&hash, v);
    }
    blake2b_final(&hash, out);
    wipe(v, sizeof v);
}

static void load_block(struct block *block, const uint8_t *bytes)
{
    for (unsigned i = 0; i < BLOCK_WORDS; i++)
        block->v[i] = load64_le(bytes + 8 * i);
}

/* --------------------------------------------------------------------------------------------------- memory */

struct memory {
    const struct context *context;
    struct block *blocks; /* lane by lane */
    uint32_t passes;
    uint32_t lanes;
    uint32_t columns;     /* of a lane */
    uint32_t segment;     /* columns of a slice of it */
};

/* Where a segment stands. */
struct position {
    uint32_t pass;
    uint32_t lane;
    uint32_t slice;
};

/* The block that the pseudo-random RANDOM means for column INDEX of the segment at AT. */
static const struct block *reference(const struct memory *m, const struct position *at, uint32_t index, uint64_t random)
{
    const uint32_t first_slice = at->pass == 0 && at->slice == 0;
    const uint32_t lane = first_slice ? at->lane : (uint32_t)((random >> 32) % m->lanes);
    uint32_t window = at->pass == 0 ? at->slice * m->segment : m->columns - m->segment;
    if (lane == at->lane)
        window += index - 1;
    else if (index == 0)
        window -= 1;
    const uint64_t start = at->pass == 0 ? 0 : (at->slice + 1) % SLICES * (uint64_t)m->segment;
    const uint64_t j = random & UINT32_MAX, x = j * j >> 32;
    const uint64_t column = (start + window - 1 - (window * x >> 32)) % m->columns;
    return m->blocks + (size_t)lane * m->columns + column;
}

static void fill_segment(const struct memory *m, const struct position *at)
{
    static const struct block zero;
    compress_blocks *compress = m->context->compress;
    const unsigned type = m->context->type;
    const int independent =
        type == OPTION_ARGON2_I || (type == OPTION_ARGON2_ID && at->pass == 0 && at->slice < SLICES / 2);
    const uint32_t first = at->pass == 0 && at->slice == 0 ? 2 : 0;
    struct block *lane = m->blocks + (size_t)at->lane * m->columns;
    struct block counter = {{at->pass, at->lane, at->slice, (uint64_t)m->lanes * m->columns, m->passes, type}}, numbers;
    for (uint32_t index = first; index < m->segment; index++) {
        const uint32_t column = at->slice * m->segment + index;
        const struct block *before = lane + (column == 0 ? m->columns : column) - 1;
        if (independent && (index == first || index % BLOCK_WORDS == 0)) {
            counter.v[6]++;
            compress(&numbers, &zero, &counter, 0);
            compress(&numbers, &zero, &numbers, 0);
        }
        const uint64_t random = independent ? numbers.v[index % BLOCK_WORDS] : before->v[0];
        compress(lane + column, before, reference(m, at, index, random), at->pass != 0);
    }
}

/* The first two blocks of every lane from the inputs. */
static void start_lanes(const struct memory *m, const struct kdf_input *input, size_t tag_size)
{
    struct blake2b hash;
    uint8_t seed[BLAKE2B_DIGEST_MAX + 8], bytes[BLOCK_SIZE];
    blake2b_init(&hash, BLAKE2B_DIGEST_MAX);
    hash_word(&hash, input->lanes);
    hash_word(&hash, (uint32_t)tag_size);
    hash_word(&hash, input->memory_kib);
    hash_word(&hash, m->passes);
    hash_word(&hash, VERSION);
    hash_word(&hash, m->context->type);
    hash_string(&hash, input->password, input->password_size);
    hash_string(&hash, input->salt, input->salt_size);
    hash_string(&hash, input->secret, input->secret_size);
    hash_string(&hash, input->associated, input->associated_size);
    blake2b_final(&hash, seed);
    for (uint32_t lane = 0; lane < m->lanes; lane++)
        for (uint32_t column = 0; column < 2; column++) {
            store32_le(seed + BLAKE2B_DIGEST_MAX, column);
            store32_le(seed + BLAKE2B_DIGEST_MAX + 4, lane);
            long_hash(seed, sizeof seed, bytes, sizeof bytes);
            load_block(m->blocks + (size_t)lane * m->columns + column, bytes);
        }
    wipe(seed, sizeof seed);
    wipe(bytes, sizeof bytes);
}

static void finish(const struct memory *m, uint8_t *tag, size_t tag_size)
{
    struct block sum = m->blocks[m->columns - 1];
    uint8_t bytes[BLOCK_SIZE];
    for (uint32_t lane = 1; lane < m->lanes; lane++)
        for (unsigned i = 0; i < BLOCK_WORDS; i++)
            sum.v[i] ^= m->blocks[(size_t)lane * m->columns + m->columns - 1].v[i];
    for (unsigned i = 0; i < BLOCK_WORDS; i++)
        store64_le(bytes + 8 * i, sum.v[i]);
    long_hash(bytes, sizeof bytes, tag, tag_size);
    wipe(bytes, sizeof bytes);
    wipe(&sum, sizeof sum);
}

/* Columns of a lane; 0 where the parameters are out of range. */
static uint32_t columns_of(const struct kdf_input *input)
{
    if (input->cost == 0 || input->cost > UINT32_MAX || input->lanes == 0 || input->lanes >= LANES_LIMIT ||
        input->memory_kib / 8 < input->lanes)
        return 0;
    return input->memory_kib / (SLICES * input->lanes) * SLICES;
}

static size_t workspace_size(const void *context, const struct kdf_input *input)
{
    const uint64_t blocks = (uint64_t)columns_of(input) * input->lanes;
    (void)context;
    return blocks == 0 || blocks > SIZE_MAX / BLOCK_SIZE ? SIZE_MAX : (size_t)blocks * BLOCK_SIZE;
}

static int longer_than_32_bits(size_t size)
{
    return size >> 16 >> 16 != 0; /* in two steps: all of a size_t may be 32 bits */
}

static enum status derive(void *context, const struct kdf_input *input, void *workspace, uint8_t *out, size_t out_size)
{
    const size_t size = workspace_size(context, input);
    const uint32_t columns = columns_of(input);
    if (columns == 0)
        return STATUS_BAD_PARAMETER;
    if (size == SIZE_MAX)
        return STATUS_NO_MEMORY;
    if (out_size < TAG_MIN || longer_than_32_bits(out_size) || longer_than_32_bits(input->password_size) ||
        longer_than_32_bits(input->salt_size) || longer_than_32_bits(input->secret_size) ||
        longer_than_32_bits(input->associated_size))
        return STATUS_BAD_LENGTH;
    const struct memory m = {.context = context,
                             .blocks = workspace,
                             .passes = (uint32_t)input->cost,
                             .lanes = input->lanes,
                             .columns = columns,
                             .segment = columns / SLICES};
    start_lanes(&m, input, out_size);
    for (struct position at = {0}; at.pass < m.passes; at.pass++)
        for (at.slice = 0; at.slice < SLICES; at.slice++)
            for (at.lane = 0; at.lane < m.lanes; at.lane++)
                fill_segment(&m, &at);
    finish(&m, out, out_size);
    wipe(workspace, size);
    return STATUS_OK;
}

const struct kdf_ops native_argon2 = {
    .ops = {.context_size = sizeof(struct context), .setup = setup},
    .workspace_size = workspace_size,
    .derive = derive,
};

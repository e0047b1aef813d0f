/* SPDX-License-Identifier: MIT */
/*
 * scrypt, RFC 7914.
 *
 * input->cost is N, a power of two above 1 and below 2^(16 r); input->block_size is r, input->lanes p, with r p below
 * 2^30; 1 to 32 (2^32 - 1) bytes of output.  The workspace holds N + p blocks of 128 r bytes, and little more.  Reads
 * memory at places that depend on the password: not constant-time.  Reads variant->vector_bits.
 *
 * Blocks are kept as words.  With vectors, the 16 words of a chunk of Salsa20 stand in the order 0, 5, 10, 15, 4, ...
 * (position k holds word 5 k mod 16), so that each of its four diagonals is one vector of 128 bits.
 */
#include "native/common/lanes.h"
#include "native/kdf/pbkdf2.h"
#include "native/native.h"

enum { DIGEST = 32, CHUNK_WORDS = 16, CHUNK_SIZE = 64 };

struct context {
    unsigned vector_bits; /* of SHA-256 */
};

/* Bytes of the parts of the workspace, in their order. */
struct layout {
    size_t hmac;   /* HMAC-SHA-256's context */
    size_t blocks; /* p blocks as bytes */
    size_t mixing; /* two blocks as words */
    size_t table;  /* N blocks as words */
};

/* Word k of a chunk is word WORD_AT(k) of the standard. */
#if ASSAY_VECTORS
#define WORD_AT(k) ((k) * 5 % 16)
enum { SECOND_WORD = 13 /* where word 1 stands */ };
#else
#define WORD_AT(k) (k)
enum { SECOND_WORD = 1 };
#endif

static enum status setup(void *context, const struct variant *variant)
{
    struct context *c = context;
    c->vector_bits = variant->vector_bits;
    return STATUS_OK;
}

static int fits(uint64_t a, uint64_t b)
{
    return b == 0 || a <= (SIZE_MAX - 4096) / b;
}

/* STATUS_NO_MEMORY where the parameters are allowed and the workspace has no size. */
static enum status plan(const struct kdf_input *input, struct layout *layout)
{
    static const struct variant sha256 = {0};
    const struct variant hmac = {.base = &native_sha256.ops, .base_variant = &sha256};
    const uint64_t n = input->cost, r = input->block_size, p = input->lanes;
    if (n < 2 || (n & (n - 1)) != 0 || r == 0 || p == 0 || r * p >= UINT64_C(1) << 30)
        return STATUS_BAD_PARAMETER;
    if (r < 4 && n >> 16 * r != 0)
        return STATUS_BAD_PARAMETER;
    if (!fits(n, 128 * r) || !fits(p, 128 * r))
        return STATUS_NO_MEMORY;
    layout->hmac = context_size_of(&native_hmac.ops, &hmac);
    layout->blocks = (size_t)(128 * r * p);
    layout->mixing = (size_t)(256 * r);
    layout->table = (size_t)(128 * r * n);
    if (layout->table > SIZE_MAX - layout->hmac - layout->blocks || layout->mixing > SIZE_MAX - layout->hmac - layout->blocks - layout->table)
        return STATUS_NO_MEMORY;
    return STATUS_OK;
}

static size_t size_of(const struct layout *layout)
{
    return layout->hmac + layout->blocks + layout->mixing + layout->table;
}

static size_t workspace_size(const void *context, const struct kdf_input *input)
{
    struct layout layout;
    (void)context;
    return plan(input, &layout) == STATUS_OK ? size_of(&layout) : SIZE_MAX;
}

#if ASSAY_VECTORS
#define ROTATE(v, n) ((v) << (n) | (v) >> (32 - (n)))

struct chunk {
    vec128_u32 a, b, c, d;
};

static ALWAYS_INLINE vec128_u32 load_row(const uint32_t *from)
{
    vec128_u32 v;
    memcpy(&v, from, sizeof v);
    return v;
}

static ALWAYS_INLINE void store_row(uint32_t *to, vec128_u32 v)
{
    memcpy(to, &v, sizeof v);
}

/* x = Salsa20/8(x ^ in [^ more]) */
static ALWAYS_INLINE void mix_chunk(struct chunk *x, const uint32_t *in, const uint32_t *more)
{
    vec128_u32 a = x->a ^ load_row(in), b = x->b ^ load_row(in + 4), c = x->c ^ load_row(in + 8),
               d = x->d ^ load_row(in + 12);
    if (more != NULL) {
        a ^= load_row(more);
        b ^= load_row(more + 4);
        c ^= load_row(more + 8);
        d ^= load_row(more + 12);
    }
    const struct chunk start = {a, b, c, d};
    for (int i = 0; i < 4; i++) {
        vec128_u32 t;
        t = a + d, b ^= t << 7, b ^= t >> 25;
        t = b + a, c ^= t << 9, c ^= t >> 23;
        t = c + b, d ^= t << 13, d ^= t >> 19;
        t = d + c, a ^= t << 18, a ^= t >> 14;
        b = LANES(vec128_u32, b, b, 3, 0, 1, 2);
        c = LANES(vec128_u32, c, c, 2, 3, 0, 1);
        d = LANES(vec128_u32, d, d, 1, 2, 3, 0);
        t = a + b, d ^= t << 7, d ^= t >> 25;
        t = d + a, c ^= t << 9, c ^= t >> 23;
        t = c + d, b ^= t << 13, b ^= t >> 19;
        t = b + c, a ^= t << 18, a ^= t >> 14;
        b = LANES(vec128_u32, b, b, 1, 2, 3, 0);
        c = LANES(vec128_u32, c, c, 2, 3, 0, 1);
        d = LANES(vec128_u32, d, d, 3, 0, 1, 2);
    }
    *x = (struct chunk){a + start.a, b + start.b, c + start.c, d + start.d};
}

static ALWAYS_INLINE void load_chunk(struct chunk *x, const uint32_t *from)
{
    *x = (struct chunk){load_row(from), load_row(from + 4), load_row(from + 8), load_row(from + 12)};
}

static ALWAYS_INLINE void store_chunk(uint32_t *to, const struct chunk *x)
{
    store_row(to, x->a);
    store_row(to + 4, x->b);
    store_row(to + 8, x->c);
    store_row(to + 12, x->d);
}
#else
struct chunk {
    uint32_t w[CHUNK_WORDS];
};

static void mix_chunk(struct chunk *x, const uint32_t *in, const uint32_t *more)
{
#define QUARTER(a, b, c, d)                                                                                            \
    (w[b] ^= rotl32(w[a] + w[d], 7), w[c] ^= rotl32(w[b] + w[a], 9), w[d] ^= rotl32(w[c] + w[b], 13),                  \
     w[a] ^= rotl32(w[d] + w[c], 18))
    uint32_t w[CHUNK_WORDS];
    for (int i = 0; i < CHUNK_WORDS; i++)
        x->w[i] ^= more != NULL ? in[i] ^ more[i] : in[i];
    memcpy(w, x->w, sizeof w);
    for (int i = 0; i < 4; i++) {
        QUARTER(0, 4, 8, 12);
        QUARTER(5, 9, 13, 1);
        QUARTER(10, 14, 2, 6);
        QUARTER(15, 3, 7, 11);
        QUARTER(0, 1, 2, 3);
        QUARTER(5, 6, 7, 4);
        QUARTER(10, 11, 8, 9);
        QUARTER(15, 12, 13, 14);
    }
    for (int i = 0; i < CHUNK_WORDS; i++)
        x->w[i] += w[i];
#undef QUARTER
}

static void load_chunk(struct chunk *x, const uint32_t *from)
{
    memcpy(x->w, from, sizeof x->w);
}

static void store_chunk(uint32_t *to, const struct chunk *x)
{
    memcpy(to, x->w, sizeof x->w);
}
#endif

/* out = BlockMix(in ^ more), where MORE may be NULL; OUT is neither. */
static ALWAYS_INLINE void mix_block(uint32_t *out, const uint32_t *in, const uint32_t *more, size_t r)
{
    const size_t last = CHUNK_WORDS * (2 * r - 1);
    struct chunk x;
    load_chunk(&x, in + last);
    if (more != NULL) {
        /* The first chunk's sum takes the last one of both. */
        struct chunk y;
        load_chunk(&y, more + last);
#if ASSAY_VECTORS
        x = (struct chunk){x.a ^ y.a, x.b ^ y.b, x.c ^ y.c, x.d ^ y.d};
#else
        for (int i = 0; i < CHUNK_WORDS; i++)
            x.w[i] ^= y.w[i];
#endif
    }
    for (size_t i = 0; i < r; i++) {
        mix_chunk(&x, in, more);
        store_chunk(out + CHUNK_WORDS * i, &x);
        in += CHUNK_WORDS;
        more = more != NULL ? more + CHUNK_WORDS : NULL;
        mix_chunk(&x, in, more);
        store_chunk(out + CHUNK_WORDS * (r + i), &x);
        in += CHUNK_WORDS;
        more = more != NULL ? more + CHUNK_WORDS : NULL;
    }
}

/* ROMix of one block of BYTES, with two blocks of words in X and N of them in TABLE; N is even. */
static void mix_memory(uint8_t *bytes, uint32_t *x, uint32_t *table, size_t n, size_t r)
{
    const size_t words = 2 * CHUNK_WORDS * r;
    uint32_t *y = x + words;
    for (size_t chunk = 0; chunk < words; chunk += CHUNK_WORDS)
        for (size_t k = 0; k < CHUNK_WORDS; k++)
            table[chunk + k] = load32_le(bytes + 4 * (chunk + WORD_AT(k)));
    for (size_t i = 1; i < n; i++)
        mix_block(table + i * words, table + (i - 1) * words, NULL, r);
    mix_block(x, table + (n - 1) * words, NULL, r);
    for (size_t i = 0; i < n; i += 2) {
        const uint32_t *last = x + words - CHUNK_WORDS;
        size_t j = (size_t)((last[0] | (uint64_t)last[SECOND_WORD] << 32) & (n - 1));
        mix_block(y, x, table + j * words, r);
        last = y + words - CHUNK_WORDS;
        j = (size_t)((last[0] | (uint64_t)last[SECOND_WORD] << 32) & (n - 1));
        mix_block(x, y, table + j * words, r);
    }
    for (size_t chunk = 0; chunk < words; chunk += CHUNK_WORDS)
        for (size_t k = 0; k < CHUNK_WORDS; k++)
            store32_le(bytes + 4 * (chunk + WORD_AT(k)), x[chunk + k]);
}

static enum status derive(void *context, const struct kdf_input *input, void *workspace, uint8_t *out, size_t out_size)
{
    const struct context *c = context;
    const struct variant sha256 = {.vector_bits = c->vector_bits};
    const struct variant hmac_sha256 = {.base = &native_sha256.ops, .base_variant = &sha256};
    struct layout layout;
    enum status status = plan(input, &layout);
    if (status != STATUS_OK)
        return status;
    if (out_size == 0 || out_size > pbkdf2_size_max(DIGEST))
        return STATUS_BAD_LENGTH;
    uint8_t *hmac = workspace, *blocks = hmac + layout.hmac;
    uint32_t *mixing = (void *)(blocks + layout.blocks), *table = (void *)(blocks + layout.blocks + layout.mixing);
    const size_t r = input->block_size;

    memset(hmac, 0, layout.hmac);
    status = native_hmac.ops.setup(hmac, &hmac_sha256);
    if (status == STATUS_OK)
        status = native_hmac.set_key(hmac, input->password, input->password_size);
    if (status == STATUS_OK)
        status = pbkdf2(&native_hmac, hmac, DIGEST, input->salt, input->salt_size, 1, blocks, layout.blocks);
    for (size_t i = 0; i < input->lanes && status == STATUS_OK; i++)
        mix_memory(blocks + 128 * r * i, mixing, table, (size_t)input->cost, r);
    if (status == STATUS_OK)
        status = pbkdf2(&native_hmac, hmac, DIGEST, blocks, layout.blocks, 1, out, out_size);
    wipe(workspace, size_of(&layout));
    return status;
}

const struct kdf_ops native_scrypt = {
    .ops = {.context_size = sizeof(struct context), .setup = setup},
    .workspace_size = workspace_size,
    .derive = derive,
};

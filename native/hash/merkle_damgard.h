/* SPDX-License-Identifier: MIT */
/*
 * merkle_damgard.h - what the iterated hashes share: padding, the length, the digest's bytes, short messages.
 *
 * A hash of this family keeps a chaining value, folds whole message blocks into it with its compression function,
 * and closes the message with a padding byte, zeros, and the message's length in bits at the end of the last block.
 * A hash gives a constant `struct md_hash`, with which every function below is inlined and so becomes the hash's own
 * code, and sets a context up with its compression function and padding byte.
 *
 * Messages have up to 2^64 - 1 bytes here; a length field of 64 bits holds the bit count modulo 2^64.
 */
#ifndef ASSAY_NATIVE_HASH_MERKLE_DAMGARD_H
#define ASSAY_NATIVE_HASH_MERKLE_DAMGARD_H

#include "native/common/block_buffer.h"
#include "native/primitive.h"

enum {
    MD_BLOCK_SIZE_MAX = 128,
    MD_MANY_LEAST = 3 /* fewer messages than that are faster one after the other than as lanes of a vector */
};

union md_state {
    uint32_t w32[8];
    uint64_t w64[8];
};

/* Folds COUNT blocks into the chaining value. */
typedef void md_compress(union md_state *state, const uint8_t *blocks, size_t count);

struct md_context;
struct md_hash;

/* Independent messages, one digest after the other: hash_ops' `many` for one hash. */
typedef void md_many(const struct md_hash *hash, struct md_context *c, const uint8_t *const *messages,
                     const size_t *sizes, size_t count, uint8_t *digests);

/* The words that make up the digest. */
enum md_words { MD_LITTLE_32, MD_LITTLE_64, MD_BIG_32, MD_BIG_64 };

struct md_hash {
    union md_state initial;
    size_t block_size;
    size_t length_size; /* of the length field: nothing of the message or its padding byte reaches into it */
    size_t digest_size;
    enum md_words words;
    int big_endian_length;
};

struct md_context {
    uint8_t block[MD_BLOCK_SIZE_MAX];
    union md_state state;
    uint64_t size; /* of the message so far; what exceeds whole blocks waits in `block` */
    md_compress *compress;
    md_many *many;
    uint8_t padding;
};

static inline enum status md_setup(struct md_context *c, md_compress *compress, uint8_t padding)
{
    c->compress = compress;
    c->many = NULL;
    c->padding = padding;
    return STATUS_OK;
}

static inline enum status md_setup_many(struct md_context *c, md_compress *compress, md_many *many)
{
    c->compress = compress;
    c->many = many;
    c->padding = 0x80;
    return STATUS_OK;
}

static inline enum status md_init(const struct md_hash *hash, struct md_context *c)
{
    c->size = 0;
    c->state = hash->initial;
    memset(c->block, 0, hash->block_size);
    return STATUS_OK;
}

static inline void md_absorb(void *context, const uint8_t *blocks, size_t count)
{
    struct md_context *c = context;
    c->compress(&c->state, blocks, count);
}

static inline enum status md_update(const struct md_hash *hash, struct md_context *c, const uint8_t *data, size_t size)
{
    size_t waiting = (size_t)(c->size % hash->block_size);
    buffer_blocks(md_absorb, c, c->block, hash->block_size, waiting, data, size);
    c->size += size;
    return STATUS_OK;
}

/* Leaves room for the length field behind the padding byte at index POSITION. */
static inline void md_make_room(const struct md_hash *hash, struct md_context *c, size_t position)
{
    buffer_make_room(md_absorb, c, c->block, hash->block_size, position, hash->length_size);
}

/* Writes the bit count and compresses the last block. */
static inline void md_close(const struct md_hash *hash, struct md_context *c)
{
    uint8_t *end = c->block + hash->block_size;
    if (hash->big_endian_length)
        store64_be(end - 8, c->size << 3);
    else
        store64_le(end - 8, c->size << 3);
    if (hash->length_size >= 16)
        end[-9] = (uint8_t)(c->size >> 61);
    c->compress(&c->state, c->block, 1);
}

static inline void md_write(const struct md_hash *hash, const union md_state *state, uint8_t *digest)
{
    size_t word_size = hash->words == MD_LITTLE_32 || hash->words == MD_BIG_32 ? 4 : 8;
    for (size_t i = 0; i < hash->digest_size / word_size; i++) {
        uint8_t *to = digest + word_size * i;
        switch (hash->words) {
        case MD_LITTLE_32: store32_le(to, state->w32[i]); break;
        case MD_LITTLE_64: store64_le(to, state->w64[i]); break;
        case MD_BIG_32: store32_be(to, state->w32[i]); break;
        case MD_BIG_64: store64_be(to, state->w64[i]); break;
        }
    }
}

static inline enum status md_final(const struct md_hash *hash, struct md_context *c, uint8_t *digest)
{
    size_t position = (size_t)(c->size % hash->block_size);
    c->block[position] = c->padding;
    md_make_room(hash, c, position);
    md_close(hash, c);
    md_write(hash, &c->state, digest);
    return STATUS_OK;
}

/* SIZE bytes, 1 to 7, as a little-endian integer; the loads overlap where that saves a loop. */
static inline uint64_t md_load_rest(const uint8_t *p, size_t size)
{
    if (size >= 4)
        return load32_le(p) | (uint64_t)load32_le(p + size - 4) << 8 * (size - 4);
    return p[0] | (uint64_t)p[size / 2] << 8 * (size / 2) | (uint64_t)p[size - 1] << 8 * (size - 1);
}

/*
 * The end of a message of SIZE bytes whose first OFFSET bytes, whole blocks, are in the chaining value already; OFFSET is
 * above SIZE where only the block with the length is missing.  The rest behind the last whole block goes into the
 * context's block in words, the padding byte with the last of them: the compression function then loads its words without
 * waiting for narrower stores to retire, which a short message would feel.
 */
static inline void md_end(const struct md_hash *hash, struct md_context *c, const uint8_t *data, size_t size,
                          size_t offset, uint8_t *digest)
{
    c->size = size;
    memset(c->block, 0, hash->block_size);
    if (offset <= size) {
        size_t rest = (size - offset) % hash->block_size, aligned = rest / 8 * 8;
        uint64_t last = 0;
        if (size - offset >= hash->block_size)
            c->compress(&c->state, data + offset, (size - offset) / hash->block_size);
        if (size >= hash->block_size)
            data += size - rest;
        copy_bytes(c->block, data, aligned);
        if (rest != aligned)
            last = md_load_rest(data + aligned, rest - aligned);
        store64_le(c->block + aligned, last | (uint64_t)c->padding << 8 * (rest - aligned));
        md_make_room(hash, c, rest);
    }
    md_close(hash, c);
    md_write(hash, &c->state, digest);
}

static inline enum status md_digest(const struct md_hash *hash, struct md_context *c, const uint8_t *data, size_t size,
                                    uint8_t *digest)
{
    c->state = hash->initial;
    md_end(hash, c, data, size, 0, digest);
    return STATUS_OK;
}

/* `many` where there are no vectors. */
static inline void md_one_by_one(const struct md_hash *hash, struct md_context *c, const uint8_t *const *messages,
                                 const size_t *sizes, size_t count, uint8_t *digests)
{
    for (size_t i = 0; i < count; i++)
        md_digest(hash, c, messages[i], sizes[i], digests + i * hash->digest_size);
}

/* The four functions of a hash's table that its `static const struct md_hash NAME` decides. */
#define MD_FUNCTIONS(name)                                                                                             \
    static enum status name##_init(void *context)                                                                      \
    {                                                                                                                  \
        return md_init(&name, context);                                                                                \
    }                                                                                                                  \
    static enum status name##_update(void *context, const uint8_t *data, size_t size)                                  \
    {                                                                                                                  \
        return md_update(&name, context, data, size);                                                                  \
    }                                                                                                                  \
    static enum status name##_final(void *context, uint8_t *digest)                                                    \
    {                                                                                                                  \
        return md_final(&name, context, digest);                                                                       \
    }                                                                                                                  \
    static enum status name##_digest(void *context, const uint8_t *data, size_t size, uint8_t *digest)                 \
    {                                                                                                                  \
        return md_digest(&name, context, data, size, digest);                                                          \
    }

/* `many` of a hash whose setup chooses one. */
#define MD_MANY(name)                                                                                                  \
    static enum status name##_many(void *context, const uint8_t *const *messages, const size_t *sizes, size_t count,   \
                                   uint8_t *digests)                                                                   \
    {                                                                                                                  \
        struct md_context *c = context;                                                                                \
        c->many(&name, c, messages, sizes, count, digests);                                                            \
        return STATUS_OK;                                                                                              \
    }

/* The table itself, with the unit's own setup, which sets `compress`; and, for MD_TABLE_MANY, `many`. */
#define MD_TABLE(name, digest_bytes, block_bytes) MD_TABLE_(name, digest_bytes, block_bytes, NULL)
#define MD_TABLE_MANY(name, digest_bytes, block_bytes) MD_TABLE_(name, digest_bytes, block_bytes, name##_many)
#define MD_TABLE_(name, digest_bytes, block_bytes, many_function)                                                      \
    {                                                                                                                  \
        .ops = {.context_size = sizeof(struct md_context), .setup = setup}, .digest_size = (digest_bytes),             \
        .block_size = (block_bytes), .init = name##_init, .update = name##_update, .final = name##_final,              \
        .digest = name##_digest, .many = (many_function),                                                              \
    }

#endif

/* SPDX-License-Identifier: MIT */
/* registry.h - every primitive that assay knows: registry.def as a table, and how a user names its lines. */
#ifndef ASSAY_REGISTRY_REGISTRY_H
#define ASSAY_REGISTRY_REGISTRY_H

#include "native/primitive.h"
#include "util/status.h"

#include <stdbool.h>

enum primitive_class {
    CLASS_HASH,
    CLASS_CHECKSUM,
    CLASS_MAC,
    CLASS_BLOCK_CIPHER,
    CLASS_MODE,
    CLASS_STREAM_CIPHER,
    CLASS_AEAD,
    CLASS_KDF,
    CLASS_PRNG,
    CLASS_ENCRYPTION,
    CLASS_SIGNATURE,
    CLASS_KEY_AGREEMENT,
    CLASS_COUNT
};

/* How the OpenSSL side gets its result. */
enum via { VIA_NONE, VIA_EVP, VIA_EVP_COMPOSED, VIA_LOW_LEVEL, VIA_BIGNUM };

/* What libcrypto offers for a primitive: the way, and the name there or the reason why there is none. */
struct openssl_side {
    enum via via;
    const char *algorithm; /* libcrypto's name of the algorithm, or of the one underneath */
    const char *reason;    /* VIA_NONE: why */
};

/* Allowed key lengths: from MIN to MAX in steps of STEP; all 0 where there is no key. */
struct key_sizes {
    size_t min;
    size_t max;
    size_t step;
};

/* What a password hash or key derivation is timed with; the fields are those of `struct kdf_input`. */
struct kdf_cost {
    uint64_t cost;
    uint32_t memory_kib;
    uint32_t block_size;
    uint32_t lanes;
};

struct primitive {
    const char *id;     /* lower snake case, unique */
    const char *unit;   /* the native implementation, "md5" for native_md5 */
    const char *name;   /* as the standard writes it */
    const char *source; /* the standard, or where the algorithm was published */
    enum primitive_class class;
    bool one_way;              /* a block cipher that is no permutation: it has no decryption, nor have ECB and CBC */
    const struct ops *native;
    struct variant variant;          /* for the native side; `variant.output_size` 0: the unit's only size */
    struct key_sizes key_sizes;
    size_t key_size;                 /* the one that is timed */
    size_t iv_size;
    size_t nonce_size;               /* of a MAC that takes one */
    size_t modulus_bits;             /* of a public-key primitive: modulus, or field of the curve */
    struct kdf_cost kdf;             /* of a KDF */
    const char *key;                 /* the test key or parameters of a public-key primitive */
    const struct primitive *base;    /* the registry line underneath: an HMAC's hash, a mode's block cipher */
    const char *vectors;             /* the algorithm's name in vector files where it is neither id nor name */
    struct openssl_side openssl;
};

extern const struct primitive registry[];
extern const size_t registry_count;

const char *class_name(enum primitive_class class);
const char *via_name(enum via via);

/* Bytes of a digest, tag; of the line's variant. */
size_t primitive_output_size(const struct primitive *primitive);
size_t primitive_block_size(const struct primitive *primitive);
size_t primitive_iv_size(const struct primitive *primitive);

bool primitive_takes_key_size(const struct primitive *primitive, size_t size);

/* Whether PRIMITIVE or another line of its unit (AES-256 where AES-128 is asked) takes keys of SIZE bytes. */
bool family_takes_key_size(const struct primitive *primitive, size_t size);

/* Writes the sizes that PRIMITIVE takes: "16", "5 to 16", "8 to 128 in steps of 8". */
void primitive_key_sizes(char *text, size_t size, const struct primitive *primitive);

/* Whether PRIMITIVE, a cipher, works on whole blocks only: a bare block cipher, ECB and CBC. */
bool primitive_whole_blocks(const struct primitive *primitive);

/* Whether A and B are the same name when case and the characters - _ . / + and space are ignored. */
int same_name(const char *a, const char *b);

/* The line that NAME means: an id or a display name, compared as `same_name` does; NULL where there is none. */
const struct primitive *registry_find(const char *name);

/*
 * Adds the lines that SELECTOR means to LIST (which has room for registry_count pointers) behind the *COUNT that are
 * there, each once: an id, a class, "all", or a glob over ids.  STATUS_BAD_PARAMETER where it means nothing, with the
 * nearest names in MESSAGE.
 */
enum status registry_select(const char *selector, const struct primitive **list, size_t *count,
                            struct message *message);

/*
 * Writes to TEXT up to three names of NAMES[0 .. COUNT) that are close to WRONG: "md5, md4", or "" where none is.  Close are
 * names that hold every part of it (aes-cbc: aes_128_cbc), the shortest first, and those that few letters turn into it.
 */
void nearest_names(char *text, size_t size, const char *wrong, const char *const *names, size_t count);

/* The nearest ids of the registry. */
void nearest_ids(char *text, size_t size, const char *wrong);

#endif

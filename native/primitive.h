/* SPDX-License-Identifier: MIT */
/*
 * primitive.h - the contract that every implementation of a primitive fulfils.
 *
 * An implementation is a constant table of functions: `struct hash_ops`, `struct mac_ops`, ... one type per
 * class, each with `struct ops` as its first member.  The native implementations export such tables
 * (`native_md5`, `native_aes`, ...); an OpenSSL wrapper fills the same tables.  A caller that holds a table
 * and a variant can run a primitive without knowing who implements it.
 *
 * Rules that hold for every function of every table:
 *
 * - Lengths are bytes and `size_t`.  A quantity in another unit carries the unit in its name.
 * - Nothing is printed, nothing exits.  Functions return a status; on any status but STATUS_OK the output
 *   buffers hold nothing of use, and the context may only be torn down or keyed (initialised) again.
 * - The caller owns the context: `context_size_of()` bytes, aligned to CONTEXT_ALIGNMENT, zeroed before `setup`.
 *   Native contexts hold no pointer into themselves, so that a copy of the bytes is a clone; contexts of other
 *   backends must not be copied.
 * - Native functions allocate nothing, keep no state outside the context, and touch no global that is not
 *   constant: different contexts may be used from different threads at once.
 * - A null pointer is allowed for a buffer of length 0.
 * - Buffers need no alignment.
 * - Inputs are never written to.
 * - Output may be the very buffer of the input where a function says "in place"; a partial overlap is refused
 *   with STATUS_OVERLAP by the functions that say so, and is a mistake of the caller elsewhere.
 * - Secrets that a native function leaves on its own stack are wiped where the native file says "wiped".
 *   `teardown` wipes the context.
 */
#ifndef ASSAY_NATIVE_PRIMITIVE_H
#define ASSAY_NATIVE_PRIMITIVE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum status {
    STATUS_OK = 0,
    STATUS_REJECTED,      /* a tag, signature, padding or shared value was refused: an expected outcome */
    STATUS_BAD_LENGTH,    /* a key, nonce, message, output length the standard does not allow */
    STATUS_BAD_PARAMETER, /* a key or parameter that is inconsistent or out of range */
    STATUS_OVERLAP,       /* output partly overlaps input */
    STATUS_LIMIT,         /* the keystream, counter or message limit of the standard would be passed */
    STATUS_UNSUPPORTED,   /* this backend, in this build or on this machine, does not offer it */
    STATUS_NO_MEMORY,
    STATUS_FAILED         /* the backend failed for a reason of its own */
};

enum {
    CONTEXT_ALIGNMENT = 64,
    DIGEST_SIZE_MAX = 128,
    BLOCK_SIZE_MAX = 256 /* of a hash's message block or a block cipher's block */
};

struct ops;

/*
 * What tells apart the registry lines that share one implementation: HAVAL's fifteen forms, a cipher's rounds,
 * HMAC over each hash.  Fields that a unit does not use are 0; a unit's file says which it reads.  A variant and
 * all that it points to must outlive every context set up with it.
 */
struct variant {
    size_t output_size;                /* digest, tag; 0: the unit's only size */
    unsigned rounds;                   /* rounds or passes; 0: the standard's default */
    unsigned option;                   /* a choice of the unit's own (byte order, padding byte), from its enum */
    unsigned vector_bits;              /* widest vectors to use; 0: the widest that the CPU has */
    const struct ops *base;            /* the primitive underneath: the hash of an HMAC, the cipher of a mode */
    const struct variant *base_variant;
    const char *algorithm;             /* the provider's name for the algorithm; unused by native code */
    const void *provider;              /* the backend's own handle; NULL for native code */
};

/*
 * First member of every class's table.
 *
 * context_size: bytes of this unit's own context.
 * base_contexts: how many contexts of `variant->base` follow it (0 for all but constructions over another
 *     primitive); `context_size_of` adds them up, `base_context` finds them.
 * setup: prepares a zeroed context; holds whatever must not be timed (algorithm fetch, allocation).  NULL: the
 *     zeroed context is ready.  VARIANT is never NULL.  Refuses a variant that the unit does not have with STATUS_BAD_PARAMETER.
 * teardown: frees and wipes; accepts a zeroed context.  NULL: the caller's wiping of the memory is enough.
 */
struct ops {
    size_t context_size;
    unsigned base_contexts;
    enum status (*setup)(void *context, const struct variant *variant);
    void (*teardown)(void *context);
};

/* Bytes from one context to the next when several stand in one block of memory. */
static inline size_t context_stride(size_t size)
{
    return (size + CONTEXT_ALIGNMENT - 1) / CONTEXT_ALIGNMENT * CONTEXT_ALIGNMENT;
}

/* Bytes that a context of OPS with VARIANT needs, those of the primitives underneath included. */
static inline size_t context_size_of(const struct ops *ops, const struct variant *variant)
{
    size_t size = context_stride(ops->context_size);
    if (ops->base_contexts != 0 && variant != NULL && variant->base != NULL)
        size += ops->base_contexts * context_size_of(variant->base, variant->base_variant);
    return size;
}

/* The INDEX-th context of the primitive underneath, behind a context of OPS at CONTEXT. */
static inline void *base_context(void *context, const struct ops *ops, const struct variant *variant, unsigned index)
{
    return (unsigned char *)context + context_stride(ops->context_size) +
           index * context_size_of(variant->base, variant->base_variant);
}

/* Whether two buffers of SIZE bytes share bytes without being the same buffer. */
static inline int buffers_overlap_partly(const void *a, const void *b, size_t size)
{
    uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;
    return x != y && (x < y ? y - x : x - y) < size;
}

/*
 * Random bytes as an argument, so that a test may fix them and a benchmark may draw them in advance.  A unit that
 * needs a number below a bound asks for exactly as many bytes as the bound has, reads them as a big-endian
 * integer, clears the bits above the bound's length, and asks again where the value is out of range; its file says
 * what it asks for, in which order.
 */
struct rng {
    enum status (*fill)(struct rng *rng, uint8_t *out, size_t size);
    void *state;
};

/* ---------------------------------------------------------------------------------------------------- hash */

/*
 * A hash or a checksum: any number of messages, one after the other, each init, update*, final.
 *
 * init: starts a message; a message left unfinished is dropped.
 * update: takes the next SIZE bytes; any split of a message gives the same digest.  Messages may have up to
 *     2^64 - 1 bits (2^125 for the SHA-384/512 family), or what the unit's file says.
 * final: writes digest_size bytes (variant->output_size where the unit has several); init must follow.
 * digest: one whole message in one call; NULL: init, update, final does as well.
 * many: COUNT independent messages, the digests one after the other; NULL: not offered.  Messages may overlap.
 *     What each costs may depend on the others; the digests do not.
 * A checksum's digest is its value with the most significant byte first.
 */
struct hash_ops {
    struct ops ops;
    size_t digest_size; /* of the unit, or the largest of its variants */
    size_t block_size;  /* of the compression function: what HMAC pads to; 1 for a checksum */
    enum status (*init)(void *context);
    enum status (*update)(void *context, const uint8_t *data, size_t size);
    enum status (*final)(void *context, uint8_t *digest);
    enum status (*digest)(void *context, const uint8_t *data, size_t size, uint8_t *digest);
    enum status (*many)(void *context, const uint8_t *const *messages, const size_t *sizes, size_t count,
                        uint8_t *digests);
};

/* ----------------------------------------------------------------------------------------------------- mac */

/*
 * set_key: keys the context; KEY_SIZE as the standard allows, else STATUS_BAD_LENGTH.
 * init: starts a message under the key; nonce is NULL and 0 but for MACs that are defined with one.
 * update, final: as for a hash; final writes tag_size bytes (variant->output_size where there are several).
 */
struct mac_ops {
    struct ops ops;
    size_t tag_size;
    enum status (*set_key)(void *context, const uint8_t *key, size_t key_size);
    enum status (*init)(void *context, const uint8_t *nonce, size_t nonce_size);
    enum status (*update)(void *context, const uint8_t *data, size_t size);
    enum status (*final)(void *context, uint8_t *tag);
};

/* -------------------------------------------------------------------------------------------- block cipher */

/*
 * set_key: schedules for both directions; KEY_SIZE as the standard allows, else STATUS_BAD_LENGTH.  May be called
 *     again at any time with a key of another size.  A weak key is data, not an error.
 * encrypt, decrypt: BLOCKS whole blocks, each by itself (ECB), in place or disjoint; STATUS_OVERLAP otherwise.
 *     What lies between two calls is whole blocks too; the number of blocks may be 0.  Where the construction is no
 *     permutation, decrypt is STATUS_UNSUPPORTED.
 * count: what CTR does to BLOCKS blocks, in place or disjoint: to each it adds (exclusive or) an encrypted number, the
 *     first being COUNTER and each next one larger by one, big-endian and wrapping to 0.  STATUS_UNSUPPORTED, with
 *     nothing written, where `encrypt` serves as well; NULL: always.
 * block_size: 0 in a wrapper of many ciphers, where it is that of the variant's algorithm.
 */
struct block_cipher_ops {
    struct ops ops;
    size_t block_size;
    enum status (*set_key)(void *context, const uint8_t *key, size_t key_size);
    enum status (*encrypt)(void *context, const uint8_t *in, uint8_t *out, size_t blocks);
    enum status (*decrypt)(void *context, const uint8_t *in, uint8_t *out, size_t blocks);
    enum status (*count)(void *context, const uint8_t *counter, const uint8_t *in, uint8_t *out, size_t blocks);
};

/* ------------------------------------------------------------------------------------------ cipher (stream) */

enum direction { ENCRYPT = 0, DECRYPT = 1 };

/*
 * A mode over a block cipher, or a stream cipher.
 *
 * set_key: KEY_SIZE as the standard allows, else STATUS_BAD_LENGTH.  May be called again at any time; a set_iv must
 *     follow it before the next update.
 * set_iv: starts a message in DIRECTION under the key, from its first byte; IV_SIZE exactly what the unit says (0 and
 *     NULL where it takes none), else STATUS_BAD_LENGTH.  For ChaCha20 the IV is the 12-byte nonce and COUNTER the
 *     first block's number, below 2^32; elsewhere COUNTER must be 0 unless the unit's file says what it counts.  Else
 *     STATUS_BAD_PARAMETER.
 * update: the next SIZE bytes, in place or disjoint, STATUS_OVERLAP otherwise.  ECB and CBC take whole blocks only
 *     (STATUS_BAD_LENGTH); the other modes and stream ciphers take any split, with the same result.  Bytes beyond
 *     the standard's limit are refused with STATUS_LIMIT, and nothing of the call is written.
 */
struct cipher_ops {
    struct ops ops;
    size_t iv_size; /* 0 where there is none or, for a mode over a cipher, where it is that cipher's block size */
    enum status (*set_key)(void *context, const uint8_t *key, size_t key_size);
    enum status (*set_iv)(void *context, enum direction direction, const uint8_t *iv, size_t iv_size, uint64_t counter);
    enum status (*update)(void *context, const uint8_t *in, uint8_t *out, size_t size);
};

/* ---------------------------------------------------------------------------------------------------- aead */

/*
 * seal: encrypts SIZE bytes (in place or disjoint) and writes the tag over associated data and ciphertext.
 * open: checks the tag in constant time before any plaintext is released; STATUS_REJECTED leaves PLAINTEXT zeroed.
 */
struct aead_ops {
    struct ops ops;
    size_t nonce_size;
    size_t tag_size;
    enum status (*set_key)(void *context, const uint8_t *key, size_t key_size);
    enum status (*seal)(void *context, const uint8_t *nonce, size_t nonce_size, const uint8_t *associated,
                        size_t associated_size, const uint8_t *plaintext, size_t size, uint8_t *ciphertext,
                        uint8_t *tag);
    enum status (*open)(void *context, const uint8_t *nonce, size_t nonce_size, const uint8_t *associated,
                        size_t associated_size, const uint8_t *ciphertext, size_t size, const uint8_t *tag,
                        uint8_t *plaintext);
};

/* ----------------------------------------------------------------------------------------------------- kdf */

/* Inputs of a password hash or key derivation; a unit reads the fields that its standard has. */
struct kdf_input {
    const uint8_t *password;
    size_t password_size;
    const uint8_t *salt;
    size_t salt_size;
    const uint8_t *secret; /* Argon2's K */
    size_t secret_size;
    const uint8_t *associated; /* Argon2's X */
    size_t associated_size;
    uint64_t cost;       /* PBKDF2: iterations; scrypt: N; bcrypt: log2 of rounds; Argon2: passes t */
    uint32_t memory_kib; /* Argon2: m */
    uint32_t block_size; /* scrypt: r */
    uint32_t lanes;      /* scrypt, Argon2: p */
};

/*
 * workspace_size: bytes of scratch memory that `derive` needs for INPUT, aligned to CONTEXT_ALIGNMENT; SIZE_MAX
 *     where INPUT is out of the standard's range or the amount does not fit.
 * derive: OUT_SIZE bytes; every refusal leaves OUT untouched.  WORKSPACE is left wiped of secrets.
 */
struct kdf_ops {
    struct ops ops;
    size_t (*workspace_size)(const void *context, const struct kdf_input *input);
    enum status (*derive)(void *context, const struct kdf_input *input, void *workspace, uint8_t *out, size_t out_size);
};

/* ---------------------------------------------------------------------------------------------- public key */

/* A named number of a key or of domain parameters: unsigned, big-endian, leading zeros allowed. */
struct field {
    const char *name;
    const uint8_t *value;
    size_t size;
};

struct key {
    const struct field *fields;
    size_t count;
};

/* The field called NAME, or NULL. */
static inline const struct field *key_field(const struct key *key, const char *name)
{
    for (size_t i = 0; i < key->count; i++)
        if (strcmp(key->fields[i].name, name) == 0)
            return &key->fields[i];
    return NULL;
}

/*
 * variant->option of the public-key units: how a message becomes the number that the key works on.  A unit's file
 * lists those it has.
 */
enum encoding {
    ENCODING_RAW = 0,      /* the message is the number, big-endian: textbook operations, DSA and NR of 1998 */
    ENCODING_PKCS1,        /* PKCS #1 v1.5 block type 2 (encryption), or 1 around the message itself (signature) */
    ENCODING_OAEP_SHA1,    /* RFC 8017 section 7.1 with an empty label */
    ENCODING_OAEP_1998,    /* Crypto++ 2.x: a 128-bit salt and a generator of its own */
    ENCODING_SHA1,         /* RSA and LUC: PKCS #1 v1.5 with SHA-1; discrete logarithms: the SHA-1 digest */
    ENCODING_PSSR_1998,    /* message recovery as in Crypto++ 2.x */
    ENCODING_PSSR_2002,    /* message recovery as in Crypto++ 5.0 */
    ENCODING_EMSA2_SHA1,   /* IEEE P1363a */
    ENCODING_EMSA2_SHA1_V50, /* the same, one byte shorter, as in Crypto++ 5.0 */
    ENCODING_EMSA5_SHA1,   /* IEEE P1363a, for ESIGN */
    ENCODING_LENGTH_BYTE   /* Crypto++'s ElGamal block: random bytes, message, its length in one byte */
};

/*
 * A deterministic generator.
 * set_key: the parameters (moduli); on STATUS_BAD_PARAMETER, *BAD_FIELD names the field at fault.
 * seed: starts a sequence.  generate: the next SIZE bytes.
 * seek: continues at byte OFFSET of the sequence; NULL where the unit cannot.
 */
struct prng_ops {
    struct ops ops;
    enum status (*set_key)(void *context, const struct key *key, const char **bad_field);
    enum status (*seed)(void *context, const uint8_t *seed, size_t seed_size);
    enum status (*generate)(void *context, uint8_t *out, size_t size);
    enum status (*seek)(void *context, uint64_t offset);
};

/*
 * Public-key schemes share these rules.
 * set_key: a private key, a public one, or domain parameters, as the unit's file lists the fields; inconsistent ones
 *     are refused with STATUS_BAD_PARAMETER and *BAD_FIELD set.  A key without private fields can only do the
 *     public operations (STATUS_BAD_PARAMETER from the others).
 * precompute: builds the tables of the fixed bases; the operations use them from then on, with the same results.
 *     NULL where the scheme has no fixed base.
 * Outputs of variable size: *SIZE is the capacity before and the size after; a capacity too small is
 *     STATUS_BAD_LENGTH with the needed size in *SIZE.
 */
struct encryption_ops {
    struct ops ops;
    enum status (*set_key)(void *context, const struct key *key, const char **bad_field);
    enum status (*precompute)(void *context);
    enum status (*encrypt)(void *context, const uint8_t *plaintext, size_t plaintext_size, struct rng *rng,
                           uint8_t *ciphertext, size_t *ciphertext_size);
    enum status (*decrypt)(void *context, const uint8_t *ciphertext, size_t ciphertext_size, uint8_t *plaintext,
                           size_t *plaintext_size);
};

struct signature_ops {
    struct ops ops;
    enum status (*set_key)(void *context, const struct key *key, const char **bad_field);
    enum status (*precompute)(void *context);
    enum status (*sign)(void *context, const uint8_t *message, size_t message_size, struct rng *rng,
                        uint8_t *signature, size_t *signature_size);
    enum status (*verify)(void *context, const uint8_t *message, size_t message_size, const uint8_t *signature,
                          size_t signature_size);
};

struct key_agreement_sizes {
    size_t private_key;
    size_t public_key;
    size_t shared_secret;
};

/* What one side brings to an agreement; the ephemeral fields are for schemes with two pairs a side (MQV). */
struct agreement {
    const uint8_t *private_key;
    const uint8_t *ephemeral_private_key;
    const uint8_t *ephemeral_public_key;
    const uint8_t *peer_public_key;
    const uint8_t *peer_ephemeral_public_key;
};

/*
 * generate_key: a random private key and its public key.  public_key: the public key of a given private key.
 * derive: the shared secret; STATUS_REJECTED for a peer's value that the scheme's check refuses.
 */
struct key_agreement_ops {
    struct ops ops;
    enum status (*set_key)(void *context, const struct key *parameters, const char **bad_field);
    enum status (*precompute)(void *context);
    struct key_agreement_sizes (*sizes)(const void *context);
    enum status (*generate_key)(void *context, struct rng *rng, uint8_t *private_key, uint8_t *public_key);
    enum status (*public_key)(void *context, const uint8_t *private_key, uint8_t *public_key);
    enum status (*derive)(void *context, const struct agreement *agreement, uint8_t *shared_secret);
};

#endif

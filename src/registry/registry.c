/* SPDX-License-Identifier: MIT */
#include "registry/registry.h"

#include "native/native.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#define VARIANT(...) {__VA_ARGS__}
#define EVP(name) {.via = VIA_EVP, .algorithm = (name)}
#define COMPOSED(name) {.via = VIA_EVP_COMPOSED, .algorithm = (name)}
#define LOW_LEVEL(name) {.via = VIA_LOW_LEVEL, .algorithm = (name)}
#define BIGNUM {.via = VIA_BIGNUM}
#define NONE(why) {.via = VIA_NONE, .reason = (why)}
#define KEY_FIELDS(shortest, longest, multiple, timed)                                                                 \
    .key_sizes = {.min = (shortest), .max = (longest), .step = (multiple)}, .key_size = (timed)

/* HMAC's OpenSSL side is its hash's. */
#define HMAC_EVP EVP
#define HMAC_NONE NONE

/* A block cipher's OpenSSL side, and those of its modes. */
#define EVP_MODES_block(text) EVP(text "-ECB")
#define EVP_MODES_ecb(text) EVP(text "-ECB")
#define EVP_MODES_cbc(text) EVP(text "-CBC")
#define EVP_MODES_cfb(text) EVP(text "-CFB")
#define EVP_MODES_ofb(text) EVP(text "-OFB")
#define EVP_MODES_ctr(text) EVP(text "-CTR")

#define EVP_BUT_CTR_block EVP_MODES_block
#define EVP_BUT_CTR_ecb EVP_MODES_ecb
#define EVP_BUT_CTR_cbc EVP_MODES_cbc
#define EVP_BUT_CTR_cfb EVP_MODES_cfb
#define EVP_BUT_CTR_ofb EVP_MODES_ofb
#define EVP_BUT_CTR_ctr(text) COMPOSED(text "-ECB")

#define COMPOSED_BLOCK_block(text) COMPOSED(text)
#define COMPOSED_BLOCK_ecb(text) NONE("the bare block cipher alone is composed, on libcrypto's " text)
#define COMPOSED_BLOCK_cbc COMPOSED_BLOCK_ecb
#define COMPOSED_BLOCK_cfb COMPOSED_BLOCK_ecb
#define COMPOSED_BLOCK_ofb COMPOSED_BLOCK_ecb
#define COMPOSED_BLOCK_ctr COMPOSED_BLOCK_ecb

#define LOW_LEVEL_BLOCK_block(text) LOW_LEVEL(text)
#define LOW_LEVEL_BLOCK_ecb(text) NONE("the bare block cipher alone is built, on libcrypto's " text)
#define LOW_LEVEL_BLOCK_cbc LOW_LEVEL_BLOCK_ecb
#define LOW_LEVEL_BLOCK_cfb LOW_LEVEL_BLOCK_ecb
#define LOW_LEVEL_BLOCK_ofb LOW_LEVEL_BLOCK_ecb
#define LOW_LEVEL_BLOCK_ctr LOW_LEVEL_BLOCK_ecb

#define NO_BLOCK_block(text) NONE(text)
#define NO_BLOCK_ecb NO_BLOCK_block
#define NO_BLOCK_cbc NO_BLOCK_block
#define NO_BLOCK_cfb NO_BLOCK_block
#define NO_BLOCK_ofb NO_BLOCK_block
#define NO_BLOCK_ctr NO_BLOCK_block

/* A KDF's cost, and the variant of PBKDF2 over the HMAC of a line. */
#define KDF_COST(time, memory, size, parallel)                                                                         \
    .cost = (time), .memory_kib = (memory), .block_size = (size), .lanes = (parallel)
#define OVER_HMAC(hash) {.output_size = 32, .base = &native_hmac.ops, .base_variant = &registry[LINE_hmac_##hash].variant}

/* Lines of one scheme at the sizes that its tables have. */
#define SIZES_512_2048(LINE, scheme, ...)                                                                              \
    LINE(scheme, 512, __VA_ARGS__) LINE(scheme, 1024, __VA_ARGS__) LINE(scheme, 2048, __VA_ARGS__)
#define SIZES_512_4096(LINE, scheme, ...)                                                                              \
    SIZES_512_2048(LINE, scheme, __VA_ARGS__) LINE(scheme, 3072, __VA_ARGS__) LINE(scheme, 4096, __VA_ARGS__)
#define SIZES_512_1024(LINE, scheme, ...) LINE(scheme, 512, __VA_ARGS__) LINE(scheme, 1024, __VA_ARGS__)
#define SIZES_1023_2046(LINE, scheme, ...)                                                                             \
    LINE(scheme, 1023, __VA_ARGS__) LINE(scheme, 1536, __VA_ARGS__) LINE(scheme, 2046, __VA_ARGS__)
#define SIZES_171_342(LINE, scheme, ...) LINE(scheme, 171, __VA_ARGS__) LINE(scheme, 342, __VA_ARGS__)

/* A curve's number, and the hash under a signature on it. */
#define ON_CURVE(id) VARIANT(.option = (id))
#define ON_CURVE_WITH(id, hash)                                                                                        \
    VARIANT(.option = (id), .base = &native_##hash.ops, .base_variant = &registry[LINE_##hash].variant)

/* First reading of the list: where each line stands in the table, so that lines can point at each other. */
enum line {
#define HASH(id, ...) LINE_##id, LINE_hmac_##id,
#define CHECKSUM(id, ...) LINE_##id,
#define BLOCK_CIPHER(id, ...)                                                                                          \
    LINE_##id, LINE_##id##_ecb, LINE_##id##_cbc, LINE_##id##_cfb, LINE_##id##_ofb, LINE_##id##_ctr,
#define ONE_WAY_CIPHER(id, ...) LINE_##id, LINE_##id##_cfb, LINE_##id##_ofb, LINE_##id##_ctr,
#define STREAM_CIPHER(id, ...) LINE_##id,
#define MAC(id, ...) LINE_##id,
#define MAC_OVER(id, ...) LINE_##id,
#define KDF(id, ...) LINE_##id,
#define ENCRYPTION(scheme, bits, form, ...) LINE_##scheme##_##bits##form,
#define SIGNATURE(scheme, bits, form, ...) LINE_##scheme##_##bits##form,
#define KEY_AGREEMENT(scheme, bits, form, ...) LINE_##scheme##_##bits##form,
#define PRNG(scheme, bits, form, ...) LINE_##scheme##_##bits##form,
#define CURVE(id, ...) LINE_##id,
#include "registry/registry.def"
    LINE_COUNT
};

/* What every line of the table has. */
#define LINE(line, native_unit, display, published, kind, ...)                                                         \
    [LINE_##line] = {.id = #line,                                                                                      \
                     .unit = #native_unit,                                                                             \
                     .name = display,                                                                                  \
                     .source = published,                                                                              \
                     .class = kind,                                                                                    \
                     .native = &native_##native_unit.ops,                                                              \
                     __VA_ARGS__},

/* What a line over another one has, whose unit is UNDER_UNIT. */
#define OVER(under, under_unit)                                                                                        \
    .base = &registry[LINE_##under],                                                                                   \
    .variant = {.base = &native_##under_unit.ops, .base_variant = &registry[LINE_##under].variant}

#define MODE(line, native_unit, mode, display, keys, side)                                                             \
    LINE(line##_##mode, mode, display, "NIST SP 800-38A", CLASS_MODE, OVER(line, native_unit), KEY_FIELDS keys,        \
         .openssl = side)
#define WHOLE_BLOCK_MODES(line, native_unit, display, keys, kind, text)                                                \
    MODE(line, native_unit, ecb, display "-ECB", keys, kind##_ecb(text))                                               \
    MODE(line, native_unit, cbc, display "-CBC", keys, kind##_cbc(text))
#define KEYSTREAM_MODES(line, native_unit, display, keys, kind, text)                                                  \
    MODE(line, native_unit, cfb, display "-CFB", keys, kind##_cfb(text))                                               \
    MODE(line, native_unit, ofb, display "-OFB", keys, kind##_ofb(text))                                               \
    MODE(line, native_unit, ctr, display "-CTR", keys, kind##_ctr(text))

#define PUBLIC_KEY(scheme, bits, form, kind, native_unit, display, encoding_text, published, key_name, ...)            \
    LINE(scheme##_##bits##form, native_unit, display " " #bits encoding_text, published, kind, .modulus_bits = (bits), \
         .key = key_name "/" #bits, __VA_ARGS__)

/* Second reading: the table. */
const struct primitive registry[] = {
#define HASH(line, native_unit, display, published, side, ...)                                                         \
    LINE(line, native_unit, display, published, CLASS_HASH, .openssl = side, .variant = __VA_ARGS__)                   \
    LINE(hmac_##line, hmac, "HMAC-" display, "RFC 2104", CLASS_MAC, OVER(line, native_unit), KEY_FIELDS(0, 256, 1, 16), \
         .openssl = HMAC_##side)
#define CHECKSUM(line, native_unit, display, published, side, ...)                                                     \
    LINE(line, native_unit, display, published, CLASS_CHECKSUM, .openssl = side, .variant = __VA_ARGS__)
#define BLOCK_CIPHER(line, native_unit, display, published, keys, kind, text, ...)                                     \
    LINE(line, native_unit, display, published, CLASS_BLOCK_CIPHER, KEY_FIELDS keys, .openssl = kind##_block(text),    \
         .variant = __VA_ARGS__)                                                                                       \
    WHOLE_BLOCK_MODES(line, native_unit, display, keys, kind, text)                                                    \
    KEYSTREAM_MODES(line, native_unit, display, keys, kind, text)
#define ONE_WAY_CIPHER(line, native_unit, display, published, keys, kind, text, ...)                                   \
    LINE(line, native_unit, display, published, CLASS_BLOCK_CIPHER, .one_way = true, KEY_FIELDS keys,                  \
         .openssl = kind##_block(text), .variant = __VA_ARGS__)                                                        \
    KEYSTREAM_MODES(line, native_unit, display, keys, kind, text)
#define STREAM_CIPHER(line, native_unit, display, published, keys, side, ...)                                          \
    LINE(line, native_unit, display, published, CLASS_STREAM_CIPHER, KEY_FIELDS keys, .openssl = side,                 \
         .variant = __VA_ARGS__)
#define MAC(line, native_unit, display, published, keys, nonce, side, ...)                                             \
    LINE(line, native_unit, display, published, CLASS_MAC, KEY_FIELDS keys, .nonce_size = (nonce), .openssl = side,    \
         .variant = __VA_ARGS__)
#define MAC_OVER(line, native_unit, display, published, under, under_unit, keys, side, called)                         \
    LINE(line, native_unit, display, published, CLASS_MAC, OVER(under, under_unit), KEY_FIELDS keys, .openssl = side,  \
         .vectors = (called))
#define KDF(line, native_unit, display, published, timed_cost, side, called, ...)                                      \
    LINE(line, native_unit, display, published, CLASS_KDF, .key_size = 24, .kdf = {KDF_COST timed_cost},               \
         .openssl = side, .vectors = (called), .variant = __VA_ARGS__)
#define ENCRYPTION(scheme, bits, form, ...) PUBLIC_KEY(scheme, bits, form, CLASS_ENCRYPTION, __VA_ARGS__)
#define SIGNATURE(scheme, bits, form, ...) PUBLIC_KEY(scheme, bits, form, CLASS_SIGNATURE, __VA_ARGS__)
#define KEY_AGREEMENT(scheme, bits, form, ...) PUBLIC_KEY(scheme, bits, form, CLASS_KEY_AGREEMENT, __VA_ARGS__)
#define PRNG(scheme, bits, form, ...) PUBLIC_KEY(scheme, bits, form, CLASS_PRNG, __VA_ARGS__)
#define CURVE(line, kind, native_unit, display, bits, published, key_name, side, ...)                                  \
    LINE(line, native_unit, display, published, CLASS_##kind, .modulus_bits = (bits), .key = (key_name),               \
         .openssl = side, .variant = __VA_ARGS__)
#include "registry/registry.def"
};

const size_t registry_count = LINE_COUNT;

const char *class_name(enum primitive_class class)
{
    static const char *const names[CLASS_COUNT] = {
        [CLASS_HASH] = "hash",
        [CLASS_CHECKSUM] = "checksum",
        [CLASS_MAC] = "mac",
        [CLASS_BLOCK_CIPHER] = "block_cipher",
        [CLASS_MODE] = "mode",
        [CLASS_STREAM_CIPHER] = "stream_cipher",
        [CLASS_AEAD] = "aead",
        [CLASS_KDF] = "kdf",
        [CLASS_PRNG] = "prng",
        [CLASS_ENCRYPTION] = "encryption",
        [CLASS_SIGNATURE] = "signature",
        [CLASS_KEY_AGREEMENT] = "key_agreement",
    };
    return names[class];
}

const char *via_name(enum via via)
{
    static const char *const names[] = {
        [VIA_NONE] = "none",
        [VIA_EVP] = "evp",
        [VIA_EVP_COMPOSED] = "evp-composed",
        [VIA_LOW_LEVEL] = "low-level",
        [VIA_BIGNUM] = "bignum",
    };
    return names[via];
}

size_t primitive_output_size(const struct primitive *primitive)
{
    if (primitive->variant.output_size != 0)
        return primitive->variant.output_size;
    switch (primitive->class) {
    case CLASS_HASH:
    case CLASS_CHECKSUM:
        return ((const struct hash_ops *)primitive->native)->digest_size;
    case CLASS_MAC:
        if (primitive->base == NULL)
            return ((const struct mac_ops *)primitive->native)->tag_size;
        return primitive->base->class == CLASS_HASH ? primitive_output_size(primitive->base)
                                                    : primitive_block_size(primitive->base);
    default:
        return 0;
    }
}

size_t primitive_iv_size(const struct primitive *primitive)
{
    switch (primitive->class) {
    case CLASS_MODE:
        return strcmp(primitive->unit, "ecb") == 0 ? 0 : primitive_block_size(primitive);
    case CLASS_STREAM_CIPHER:
        return ((const struct cipher_ops *)primitive->native)->iv_size;
    case CLASS_MAC:
        return primitive->nonce_size;
    default:
        return primitive->iv_size;
    }
}

bool primitive_takes_key_size(const struct primitive *primitive, size_t size)
{
    const struct key_sizes *sizes = &primitive->key_sizes;
    return size >= sizes->min && size <= sizes->max && (sizes->step == 0 || (size - sizes->min) % sizes->step == 0);
}

static bool same_family(const struct primitive *a, const struct primitive *b)
{
    return a->native == b->native && a->variant.base == b->variant.base;
}

bool family_takes_key_size(const struct primitive *primitive, size_t size)
{
    for (size_t i = 0; i < registry_count; i++)
        if (same_family(&registry[i], primitive) && primitive_takes_key_size(&registry[i], size))
            return true;
    return false;
}

void primitive_key_sizes(char *text, size_t size, const struct primitive *primitive)
{
    const struct key_sizes *sizes = &primitive->key_sizes;
    size_t used = (size_t)snprintf(text, size, "%zu", sizes->min);
    if (sizes->min != sizes->max && used < size)
        used += (size_t)snprintf(text + used, size - used, " to %zu", sizes->max);
    if (sizes->min != sizes->max && sizes->step > 1 && used < size)
        snprintf(text + used, size - used, " in steps of %zu", sizes->step);
}

bool primitive_whole_blocks(const struct primitive *primitive)
{
    return primitive->class == CLASS_BLOCK_CIPHER ||
           (primitive->class == CLASS_MODE &&
            (strcmp(primitive->unit, "ecb") == 0 || strcmp(primitive->unit, "cbc") == 0));
}

size_t primitive_block_size(const struct primitive *primitive)
{
    switch (primitive->class) {
    case CLASS_HASH:
        return ((const struct hash_ops *)primitive->native)->block_size;
    case CLASS_BLOCK_CIPHER:
        return ((const struct block_cipher_ops *)primitive->native)->block_size;
    case CLASS_MODE:
        return primitive_block_size(primitive->base);
    case CLASS_MAC:
        return primitive->base != NULL ? primitive_block_size(primitive->base) : 0;
    default:
        return 0;
    }
}

/* ------------------------------------------------------------------------------------------------ names */

static int is_separator(char c)
{
    return c != '\0' && strchr("-_./+ ", c) != NULL;
}

int same_name(const char *a, const char *b)
{
    for (;;) {
        while (is_separator(*a))
            a++;
        while (is_separator(*b))
            b++;
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return 0;
        if (*a == '\0')
            return 1;
        a++;
        b++;
    }
}

const struct primitive *registry_find(const char *name)
{
    for (size_t i = 0; i < registry_count; i++)
        if (same_name(registry[i].id, name) || same_name(registry[i].name, name))
            return &registry[i];
    return NULL;
}

enum { NAME_SIZE = 48 };

/* NAME as same_name sees it, cut to what TEXT holds. */
static void plain_name(char text[NAME_SIZE], const char *name)
{
    size_t length = 0;
    for (; *name != '\0' && length + 1 < NAME_SIZE; name++)
        if (!is_separator(*name))
            text[length++] = (char)tolower((unsigned char)*name);
    text[length] = '\0';
}

/* Levenshtein distance of two plain names. */
static size_t edit_distance(const char *a, const char *b)
{
    size_t row[NAME_SIZE];
    size_t a_length = strlen(a), b_length = strlen(b);
    for (size_t j = 0; j <= b_length; j++)
        row[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[b_length];
}

/* Whether the plain NAME holds every part of WRONG, cut at separators. */
static bool holds_parts(const char *name, const char *wrong)
{
    while (*wrong != '\0') {
        char part[NAME_SIZE];
        size_t length = 0;
        while (is_separator(*wrong))
            wrong++;
        for (; *wrong != '\0' && !is_separator(*wrong); wrong++)
            if (length + 1 < NAME_SIZE)
                part[length++] = (char)tolower((unsigned char)*wrong);
        part[length] = '\0';
        if (strstr(name, part) == NULL)
            return false;
    }
    return true;
}

/* How far NAME is from WRONG; SIZE_MAX: too far.  Names with all its parts are nearer than any other. */
static size_t name_distance(const char *name, const char *wrong)
{
    char a[NAME_SIZE], b[NAME_SIZE];
    plain_name(a, wrong);
    plain_name(b, name);
    size_t length = strlen(a), distance = edit_distance(a, b);
    if (length >= 3 && holds_parts(b, wrong))
        return distance;
    return distance > 2 + length / 4 ? SIZE_MAX : NAME_SIZE + distance;
}

void nearest_names(char *text, size_t size, const char *wrong, const char *const *names, size_t count)
{
    enum { SHOWN = 3 };
    size_t nearest[SHOWN], distance[SHOWN], shown = 0;
    for (size_t i = 0; i < count; i++) {
        size_t d = name_distance(names[i], wrong), same = 0;
        while (same < shown && strcmp(names[nearest[same]], names[i]) != 0)
            same++;
        if (d == SIZE_MAX || same < shown)
            continue;
        size_t at = shown;
        while (at > 0 && distance[at - 1] > d)
            at--;
        if (at == SHOWN)
            continue;
        if (shown < SHOWN)
            shown++;
        for (size_t k = shown - 1; k > at; k--) {
            nearest[k] = nearest[k - 1];
            distance[k] = distance[k - 1];
        }
        nearest[at] = i;
        distance[at] = d;
    }
    text[0] = '\0';
    for (size_t k = 0; k < shown; k++) {
        size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%s", k == 0 ? "" : ", ", names[nearest[k]]);
    }
}

void nearest_ids(char *text, size_t size, const char *wrong)
{
    const char *ids[LINE_COUNT];
    for (size_t i = 0; i < registry_count; i++)
        ids[i] = registry[i].id;
    nearest_names(text, size, wrong, ids, registry_count);
}

/* -------------------------------------------------------------------------------------------- selectors */

static void add_line(const struct primitive *primitive, const struct primitive **list, size_t *count)
{
    for (size_t i = 0; i < *count; i++)
        if (list[i] == primitive)
            return;
    list[(*count)++] = primitive;
}

static int is_glob(const char *text)
{
    return strpbrk(text, "*?[") != NULL;
}

static int selects(const char *selector, const struct primitive *primitive)
{
    if (is_glob(selector))
        return fnmatch(selector, primitive->id, 0) == 0;
    return strcmp(selector, "all") == 0 || same_name(selector, class_name(primitive->class));
}

enum status registry_select(const char *selector, const struct primitive **list, size_t *count,
                            struct message *message)
{
    const struct primitive *one = is_glob(selector) ? NULL : registry_find(selector);
    if (one != NULL) {
        add_line(one, list, count);
        return STATUS_OK;
    }
    int found = 0;
    for (size_t i = 0; i < registry_count; i++)
        if (selects(selector, &registry[i])) {
            add_line(&registry[i], list, count);
            found = 1;
        }
    if (found)
        return STATUS_OK;

    const char *names[LINE_COUNT + CLASS_COUNT];
    size_t name_count = 0;
    for (size_t i = 0; i < registry_count; i++)
        names[name_count++] = registry[i].id;
    for (enum primitive_class class = 0; class < CLASS_COUNT; class++)
        names[name_count++] = class_name(class);
    char nearest[256];
    nearest_names(nearest, sizeof nearest, selector, names, name_count);
    return fail(message, STATUS_BAD_PARAMETER,
                "selector: unknown primitive '%s', expected an id, a class, a suite or a glob%s%s (assay list shows all)",
                selector, nearest[0] != '\0' ? "; nearest: " : "", nearest);
}

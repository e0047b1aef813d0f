/* SPDX-License-Identifier: MIT */
/*
 * PKCS #1 v1.5 and OAEP (RFC 8017), EMSA2 and EMSA5 (IEEE P1363a), and the paddings of Crypto++ 2.x and 5.0.
 */
#include "native/public_key/encoding.h"

#include "native/bignum/bignum.h"
#include "native/common/bytes.h"
#include "native/hash/merkle_damgard.h"
#include "native/native.h"

enum { SALT_1998 = 16 };

/* DER of DigestInfo for SHA-1, RFC 8017 section 9.2. */
static const uint8_t sha1_digest_info[15] = {0x30, 0x21, 0x30, 0x09, 0x06, 0x05, 0x2b, 0x0e,
                                             0x03, 0x02, 0x1a, 0x05, 0x00, 0x04, 0x14};

/* SHA-1 of two pieces. */
static void sha1_pieces(uint8_t digest[SHA1_SIZE], const uint8_t *a, size_t an, const uint8_t *b, size_t bn)
{
    static const struct variant plain = {0};
    struct md_context context = {0};

    (void)native_sha1.ops.setup(&context, &plain);
    (void)native_sha1.init(&context);
    (void)native_sha1.update(&context, a, an);
    (void)native_sha1.update(&context, b, bn);
    (void)native_sha1.final(&context, digest);
}

void sha1_digest(uint8_t digest[SHA1_SIZE], const uint8_t *message, size_t size)
{
    static const struct variant plain = {0};
    struct md_context context = {0};

    (void)native_sha1.ops.setup(&context, &plain);
    (void)native_sha1.digest(&context, message, size, digest);
}

enum status draw_bytes(struct rng *rng, uint8_t *out, size_t size)
{
    if (rng == NULL)
        return STATUS_FAILED;
    return size == 0 ? STATUS_OK : rng->fill(rng, out, size);
}

/* out ^= SHA-1(seed || counter) for counters of COUNTER_SIZE bytes from 0 (MGF1: 4; Crypto++ 2.x: 1). */
static void xor_mask(uint8_t *out, size_t size, const uint8_t *seed, size_t seed_size, size_t counter_size)
{
    uint8_t digest[SHA1_SIZE], counter[4];

    for (uint32_t i = 0; size != 0; i++) {
        size_t part = size < SHA1_SIZE ? size : SHA1_SIZE;
        store32_be(counter, i);
        sha1_pieces(digest, seed, seed_size, counter + 4 - counter_size, counter_size);
        for (size_t j = 0; j < part; j++)
            out[j] ^= digest[j];
        out += part;
        size -= part;
    }
}

int encoding_is_pkcs_encryption(enum encoding encoding)
{
    return encoding == ENCODING_RAW || encoding == ENCODING_PKCS1 || encoding == ENCODING_OAEP_SHA1;
}

int encoding_is_pkcs_signature(enum encoding encoding)
{
    return encoding == ENCODING_RAW || encoding == ENCODING_PKCS1 || encoding == ENCODING_SHA1;
}

/* ---------------------------------------------------------------------------------------------- encryption */

/* 00 02 PS 00 M, at least 8 bytes of PS. */
static enum status encode_pkcs1(uint8_t *encoded, size_t size, const uint8_t *message, size_t message_size,
                                struct rng *rng)
{
    if (size < 11 || message_size > size - 11)
        return STATUS_BAD_LENGTH;
    size_t padding = size - 3 - message_size;
    enum status status = draw_bytes(rng, encoded + 2, padding);
    for (size_t i = 0; i < padding && status == STATUS_OK; i++)
        for (int draws = 0; encoded[2 + i] == 0 && status == STATUS_OK; draws++)
            status = draws < 256 ? draw_bytes(rng, encoded + 2 + i, 1) : STATUS_FAILED;
    encoded[0] = 0;
    encoded[1] = 2;
    encoded[2 + padding] = 0;
    copy_bytes(encoded + 3 + padding, message, message_size);
    return status;
}

/* 00 || seed masked by DB || DB masked by the seed, DB = H("") || 00.. || 01 || M. */
static enum status encode_oaep(uint8_t *encoded, size_t size, const uint8_t *message, size_t message_size,
                               struct rng *rng)
{
    uint8_t *seed = encoded + 1, *data = seed + SHA1_SIZE;

    if (size < 2 * SHA1_SIZE + 2 || message_size > size - 2 * SHA1_SIZE - 2)
        return STATUS_BAD_LENGTH;
    size_t data_size = size - SHA1_SIZE - 1;
    enum status status = draw_bytes(rng, seed, SHA1_SIZE);
    if (status != STATUS_OK)
        return status;
    encoded[0] = 0;
    memset(data, 0, data_size);
    sha1_digest(data, NULL, 0);
    data[data_size - message_size - 1] = 1;
    copy_bytes(data + data_size - message_size, message, message_size);
    xor_mask(data, data_size, seed, SHA1_SIZE, 4);
    xor_mask(seed, SHA1_SIZE, data, data_size, 4);
    return STATUS_OK;
}

/* 01 || A || salt masked by A's hash, A = (M || 00 || FF..) masked by the salt. */
static enum status encode_oaep_1998(uint8_t *encoded, size_t size, const uint8_t *message, size_t message_size,
                                    struct rng *rng)
{
    uint8_t *body = encoded + 1, digest[SHA1_SIZE];

    if (size < SALT_1998 + 2 || message_size > size - SALT_1998 - 2)
        return STATUS_BAD_LENGTH;
    size_t body_size = size - SALT_1998 - 1;
    uint8_t *salt = body + body_size;
    enum status status = draw_bytes(rng, salt, SALT_1998);
    if (status != STATUS_OK)
        return status;
    encoded[0] = 1;
    copy_bytes(body, message, message_size);
    body[message_size] = 0;
    memset(body + message_size + 1, 0xff, body_size - message_size - 1);
    xor_mask(body, body_size, salt, SALT_1998, 1);
    sha1_digest(digest, body, body_size);
    for (size_t i = 0; i < SALT_1998; i++)
        salt[i] ^= digest[SHA1_SIZE - SALT_1998 + i];
    return STATUS_OK;
}

/* R || M || len(M) in one byte. */
static enum status encode_length_byte(uint8_t *encoded, size_t size, const uint8_t *message, size_t message_size,
                                      struct rng *rng)
{
    if (size < 2 || message_size > size - 2 || message_size > 255)
        return STATUS_BAD_LENGTH;
    size_t padding = size - 1 - message_size;
    copy_bytes(encoded + padding, message, message_size);
    encoded[size - 1] = (uint8_t)message_size;
    return draw_bytes(rng, encoded, padding);
}

enum status encode_plaintext(enum encoding encoding, uint8_t *encoded, size_t size, const uint8_t *message,
                             size_t message_size, struct rng *rng)
{
    switch (encoding) {
    case ENCODING_PKCS1: return encode_pkcs1(encoded, size, message, message_size, rng);
    case ENCODING_OAEP_SHA1: return encode_oaep(encoded, size, message, message_size, rng);
    case ENCODING_OAEP_1998: return encode_oaep_1998(encoded, size, message, message_size, rng);
    case ENCODING_LENGTH_BYTE: return encode_length_byte(encoded, size, message, message_size, rng);
    default: return STATUS_UNSUPPORTED;
    }
}

/* What is found in an encoded message: the plaintext is encoded[start .. start + length), once unmasked in place. */
struct found {
    size_t start, length;
};

static enum status find_pkcs1(const uint8_t *encoded, size_t size, struct found *found)
{
    size_t i = 2;

    if (size < 11 || encoded[0] != 0 || encoded[1] != 2)
        return STATUS_REJECTED;
    while (i < size && encoded[i] != 0)
        i++;
    if (i == size || i < 10)
        return STATUS_REJECTED;
    *found = (struct found){i + 1, size - i - 1};
    return STATUS_OK;
}

static enum status find_oaep(uint8_t *encoded, size_t size, struct found *found)
{
    uint8_t *seed = encoded + 1, *data = seed + SHA1_SIZE, empty[SHA1_SIZE];

    if (size < 2 * SHA1_SIZE + 2)
        return STATUS_REJECTED;
    size_t data_size = size - SHA1_SIZE - 1, i = SHA1_SIZE;
    xor_mask(seed, SHA1_SIZE, data, data_size, 4);
    xor_mask(data, data_size, seed, SHA1_SIZE, 4);
    sha1_digest(empty, NULL, 0);
    while (i < data_size && data[i] == 0)
        i++;
    if (encoded[0] != 0 || !equal_bytes(data, empty, SHA1_SIZE) || i == data_size || data[i] != 1)
        return STATUS_REJECTED;
    *found = (struct found){1 + SHA1_SIZE + i + 1, data_size - i - 1};
    return STATUS_OK;
}

/* M || 00 || FF..: the length of M, or size where there is no such end. */
static size_t find_end_1998(const uint8_t *body, size_t size)
{
    size_t i = size;

    while (i > 0 && body[i - 1] == 0xff)
        i--;
    return i > 0 && body[i - 1] == 0 ? i - 1 : size;
}

static enum status find_oaep_1998(uint8_t *encoded, size_t size, struct found *found)
{
    uint8_t *body = encoded + 1, digest[SHA1_SIZE];

    if (size < SALT_1998 + 2)
        return STATUS_REJECTED;
    size_t body_size = size - SALT_1998 - 1;
    uint8_t *salt = body + body_size;
    sha1_digest(digest, body, body_size);
    for (size_t i = 0; i < SALT_1998; i++)
        salt[i] ^= digest[SHA1_SIZE - SALT_1998 + i];
    xor_mask(body, body_size, salt, SALT_1998, 1);
    *found = (struct found){1, find_end_1998(body, body_size)};
    return encoded[0] == 1 && found->length < body_size ? STATUS_OK : STATUS_REJECTED;
}

static enum status find_length_byte(const uint8_t *encoded, size_t size, struct found *found)
{
    if (size < 2 || encoded[size - 1] > size - 2)
        return STATUS_REJECTED;
    found->length = encoded[size - 1];
    found->start = size - 1 - found->length;
    return STATUS_OK;
}

enum status decode_plaintext(enum encoding encoding, const uint8_t *encoded, size_t size, uint8_t *message,
                             size_t *message_size)
{
    uint8_t copy[ENCODED_SIZE_MAX];
    struct found found = {0, 0};
    enum status status = STATUS_UNSUPPORTED;

    if (size > sizeof copy)
        return STATUS_BAD_LENGTH;
    memcpy(copy, encoded, size);
    switch (encoding) {
    case ENCODING_PKCS1: status = find_pkcs1(copy, size, &found); break;
    case ENCODING_OAEP_SHA1: status = find_oaep(copy, size, &found); break;
    case ENCODING_OAEP_1998: status = find_oaep_1998(copy, size, &found); break;
    case ENCODING_LENGTH_BYTE: status = find_length_byte(copy, size, &found); break;
    default: break;
    }
    if (status == STATUS_OK) {
        size_t capacity = *message_size;
        *message_size = found.length;
        if (capacity < found.length)
            status = STATUS_BAD_LENGTH;
        else
            copy_bytes(message, copy + found.start, found.length);
    }
    wipe(copy, size);
    return status;
}

/* ----------------------------------------------------------------------------------------------- signature */

/* 00 01 FF..FF 00 T with at least 8 bytes FF; T is the message itself, or DigestInfo of its SHA-1. */
static enum status encode_type_1(uint8_t *encoded, size_t size, const uint8_t *head, size_t head_size,
                                 const uint8_t *tail, size_t tail_size)
{
    if (size < 11 || tail_size > size - 11 || head_size > size - 11 - tail_size)
        return STATUS_BAD_LENGTH;
    size_t padding = size - 3 - head_size - tail_size;
    encoded[0] = 0;
    encoded[1] = 1;
    memset(encoded + 2, 0xff, padding);
    encoded[2 + padding] = 0;
    copy_bytes(encoded + 3 + padding, head, head_size);
    copy_bytes(encoded + 3 + padding + head_size, tail, tail_size);
    return STATUS_OK;
}

static enum status encode_pkcs1_sha1(uint8_t *encoded, size_t size, const uint8_t *message, size_t message_size)
{
    uint8_t digest[SHA1_SIZE];
    sha1_digest(digest, message, message_size);
    return encode_type_1(encoded, size, sha1_digest_info, sizeof sha1_digest_info, digest, SHA1_SIZE);
}

/* 6b (4b for the empty message) || bb.. || ba || SHA-1 || 33 cc. */
static enum status encode_emsa2(uint8_t *encoded, size_t size, const uint8_t *message, size_t message_size)
{
    if (size < SHA1_SIZE + 4)
        return STATUS_BAD_LENGTH;
    memset(encoded, 0xbb, size);
    encoded[0] = message_size == 0 ? 0x4b : 0x6b;
    encoded[size - SHA1_SIZE - 3] = 0xba;
    sha1_digest(encoded + size - SHA1_SIZE - 2, message, message_size);
    encoded[size - 2] = 0x33;
    encoded[size - 1] = 0xcc;
    return STATUS_OK;
}

/* 01 || A || body masked by A: body = M || 00 || FF.. || salt, A = the last 16 bytes of its hash. */
static enum status encode_pssr_1998(uint8_t *encoded, size_t size, const uint8_t *message, size_t message_size,
                                    struct rng *rng)
{
    uint8_t *check = encoded + 1, *body = check + SALT_1998, digest[SHA1_SIZE];

    if (size < 2 * SALT_1998 + 3 || message_size > size - 2 * SALT_1998 - 3)
        return STATUS_BAD_LENGTH;
    size_t body_size = size - SALT_1998 - 1, padded = body_size - SALT_1998;
    encoded[0] = 1;
    copy_bytes(body, message, message_size);
    body[message_size] = 0;
    memset(body + message_size + 1, 0xff, padded - message_size - 1);
    enum status status = draw_bytes(rng, body + padded, SALT_1998);
    if (status != STATUS_OK)
        return status;
    sha1_digest(digest, body, body_size);
    memcpy(check, digest + SHA1_SIZE - SALT_1998, SALT_1998);
    xor_mask(body, body_size, check, SALT_1998, 1);
    return STATUS_OK;
}

/* 00 || w || (seed || 00.. || 01 || M) masked by w, w = SHA-1(M || seed). */
static enum status encode_pssr_2002(uint8_t *encoded, size_t size, const uint8_t *message, size_t message_size,
                                    struct rng *rng)
{
    uint8_t *check = encoded + 1, *seed = check + SHA1_SIZE;

    if (size < 2 * SHA1_SIZE + 2 || message_size > size - 2 * SHA1_SIZE - 2)
        return STATUS_BAD_LENGTH;
    size_t masked_size = size - SHA1_SIZE - 1;
    encoded[0] = 0;
    memset(seed, 0, masked_size);
    copy_bytes(encoded + size - message_size, message, message_size);
    encoded[size - message_size - 1] = 1;
    enum status status = draw_bytes(rng, seed, SHA1_SIZE);
    if (status != STATUS_OK)
        return status;
    sha1_pieces(check, message, message_size, seed, SHA1_SIZE);
    xor_mask(seed, masked_size, check, SHA1_SIZE, 4);
    return STATUS_OK;
}

enum status encode_signed(enum encoding encoding, uint8_t *encoded, size_t size, const uint8_t *message,
                          size_t message_size, struct rng *rng)
{
    switch (encoding) {
    case ENCODING_PKCS1: return encode_type_1(encoded, size, NULL, 0, message, message_size);
    case ENCODING_SHA1: return encode_pkcs1_sha1(encoded, size, message, message_size);
    case ENCODING_PSSR_1998: return encode_pssr_1998(encoded, size, message, message_size, rng);
    case ENCODING_PSSR_2002: return encode_pssr_2002(encoded, size, message, message_size, rng);
    case ENCODING_EMSA2_SHA1: return encode_emsa2(encoded, size, message, message_size);
    case ENCODING_EMSA2_SHA1_V50:
        encoded[0] = 0;
        return encode_emsa2(encoded + 1, size - 1, message, message_size);
    default: return STATUS_UNSUPPORTED;
    }
}

static enum status check_pssr_1998(uint8_t *encoded, size_t size, const uint8_t *message, size_t message_size)
{
    uint8_t *check = encoded + 1, *body = check + SALT_1998, digest[SHA1_SIZE];

    if (size < 2 * SALT_1998 + 3 || encoded[0] != 1)
        return STATUS_REJECTED;
    size_t body_size = size - SALT_1998 - 1, padded = body_size - SALT_1998;
    xor_mask(body, body_size, check, SALT_1998, 1);
    sha1_digest(digest, body, body_size);
    size_t end = find_end_1998(body, padded);
    if (!equal_bytes(check, digest + SHA1_SIZE - SALT_1998, SALT_1998) || end == padded || end != message_size)
        return STATUS_REJECTED;
    return equal_bytes(body, message, message_size) ? STATUS_OK : STATUS_REJECTED;
}

static enum status check_pssr_2002(uint8_t *encoded, size_t size, const uint8_t *message, size_t message_size)
{
    uint8_t *check = encoded + 1, *seed = check + SHA1_SIZE, digest[SHA1_SIZE];

    if (size < 2 * SHA1_SIZE + 2 || encoded[0] != 0 || message_size > size - 2 * SHA1_SIZE - 2)
        return STATUS_REJECTED;
    xor_mask(seed, size - SHA1_SIZE - 1, check, SHA1_SIZE, 4);
    uint8_t *end = encoded + size - message_size;
    for (uint8_t *p = seed + SHA1_SIZE; p < end - 1; p++)
        if (*p != 0)
            return STATUS_REJECTED;
    sha1_pieces(digest, message, message_size, seed, SHA1_SIZE);
    if (end[-1] != 1 || !equal_bytes(end, message, message_size) || !equal_bytes(check, digest, SHA1_SIZE))
        return STATUS_REJECTED;
    return STATUS_OK;
}

enum status check_signed(enum encoding encoding, const uint8_t *encoded, size_t size, const uint8_t *message,
                         size_t message_size)
{
    uint8_t copy[ENCODED_SIZE_MAX];

    if (size > sizeof copy)
        return STATUS_BAD_LENGTH;
    switch (encoding) {
    case ENCODING_PSSR_1998:
        memcpy(copy, encoded, size);
        return check_pssr_1998(copy, size, message, message_size);
    case ENCODING_PSSR_2002:
        memcpy(copy, encoded, size);
        return check_pssr_2002(copy, size, message, message_size);
    default:
        return encode_signed(encoding, copy, size, message, message_size, NULL) == STATUS_OK &&
               equal_bytes(copy, encoded, size) ? STATUS_OK : STATUS_REJECTED;
    }
}

void encode_emsa5(uint8_t *encoded, size_t bits, const uint8_t *message, size_t message_size)
{
    uint8_t digest[SHA1_SIZE];
    size_t size = (bits + 7) / 8;

    sha1_digest(digest, message, message_size);
    memset(encoded, 0, size);
    xor_mask(encoded, size, digest, SHA1_SIZE, 4);
    encoded[0] &= (uint8_t)(0xff >> (8 * size - bits));
}

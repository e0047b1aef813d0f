/* SPDX-License-Identifier: MIT */
/*
 * ECIES as in IEEE P1363a and Crypto++ 5.0: KDF2 and HMAC over SHA-1, the message xor a stream.
 *
 * V = kG, z = x(kQ) in l bytes.  KDF2(z, length of M + 16) gives the stream and, last, the 16 bytes of the tag's key.
 * Ciphertext: 04 x(V) y(V), M xor stream, HMAC-SHA1 of that (20 bytes).  Decryption refuses a V off the curve, outside
 * the base point's group, or at infinity, itself or multiplied.
 *
 * Reads variant->option: the curve.  Key fields: native/curve/key.h.
 * Draws: k, as many bytes as the order has, its excess high bits cleared, again while it is not in 1 .. n - 1.
 * Variable-time but for the comparison of tags.  Wiped: k, z, the stream.
 */
#include "native/common/bytes.h"
#include "native/curve/key.h"
#include "native/native.h"
#include "native/public_key/derivation.h"
#include "native/public_key/key.h"

enum { TAG_KEY_SIZE = 16, TAG_SIZE = SHA1_SIZE };

static enum status encrypt(void *context, const uint8_t *plaintext, size_t plaintext_size, struct rng *rng,
                           uint8_t *ciphertext, size_t *ciphertext_size)
{
    const struct curve_key *key = context;
    const struct curve *curve = &key->curve;
    const size_t point_size = 1 + 2 * curve->field_size;
    uint8_t z[CURVE_BYTES_MAX], tag_key[TAG_KEY_SIZE];
    struct curve_scalar k;
    struct curve_point points[2], *shared = &points[1];

    if (!key->has_public)
        return STATUS_BAD_PARAMETER;
    enum status status = take_capacity(ciphertext_size, point_size + plaintext_size + TAG_SIZE);
    if (status == STATUS_OK)
        status = curve_scalar_draw(curve, &k, 1, rng);
    if (status != STATUS_OK)
        return status;
    const struct curve_term terms[2] = {curve_key_base_term(key, &k), curve_key_public_term(key, &k)};
    curve_multiply_each(curve, points, terms, 2);
    curve_encode_point(curve, ciphertext, &points[0]);
    curve_encode(curve, z, &shared->x);

    struct kdf2 kdf = {.secret = z, .secret_size = curve->field_size};
    kdf2_next(&kdf, plaintext, ciphertext + point_size, plaintext_size);
    kdf2_next(&kdf, NULL, tag_key, sizeof tag_key);
    hmac_sha1(ciphertext + point_size + plaintext_size, tag_key, sizeof tag_key, ciphertext + point_size,
              plaintext_size);
    wipe(&kdf, sizeof kdf);
    wipe(&k, sizeof k);
    wipe(points, sizeof points);
    wipe(z, sizeof z);
    wipe(tag_key, sizeof tag_key);
    return STATUS_OK;
}

static enum status decrypt(void *context, const uint8_t *ciphertext, size_t ciphertext_size, uint8_t *plaintext,
                           size_t *plaintext_size)
{
    const struct curve_key *key = context;
    const struct curve *curve = &key->curve;
    const size_t point_size = 1 + 2 * curve->field_size;
    uint8_t z[CURVE_BYTES_MAX], tag_key[TAG_KEY_SIZE], tag[TAG_SIZE];
    struct curve_point point, points[2], *shared = &points[1];

    if (!key->has_private)
        return STATUS_BAD_PARAMETER;
    if (ciphertext_size < point_size + TAG_SIZE || !curve_key_decode_point(key, &point, ciphertext))
        return STATUS_REJECTED;
    size_t size = ciphertext_size - point_size - TAG_SIZE;
    enum status status = take_capacity(plaintext_size, size);
    if (status != STATUS_OK)
        return status;
    const struct curve_term terms[2] = {{&curve->order, &point, NULL}, {&key->d, &point, NULL}};
    if (curve->cofactor == 1)
        curve_sum(curve, shared, &terms[1], 1);
    else
        curve_multiply_each(curve, points, terms, 2);
    if ((curve->cofactor != 1 && !points[0].infinity) || shared->infinity) {
        wipe(points, sizeof points);
        return STATUS_REJECTED;
    }
    curve_encode(curve, z, &shared->x);

    /* The tag's key comes last: it is made first, so that nothing is decrypted before the tag is right. */
    struct kdf2 kdf = {.secret = z, .secret_size = curve->field_size};
    uint8_t skipped[SHA1_SIZE];
    kdf.position = size / SHA1_SIZE * SHA1_SIZE;
    kdf2_next(&kdf, NULL, skipped, size % SHA1_SIZE);
    kdf2_next(&kdf, NULL, tag_key, sizeof tag_key);
    hmac_sha1(tag, tag_key, sizeof tag_key, ciphertext + point_size, size);
    if (equal_bytes(tag, ciphertext + point_size + size, TAG_SIZE)) {
        kdf.position = 0;
        kdf2_next(&kdf, ciphertext + point_size, plaintext, size);
    } else {
        status = STATUS_REJECTED;
    }
    wipe(&kdf, sizeof kdf);
    wipe(skipped, sizeof skipped);
    wipe(points, sizeof points);
    wipe(z, sizeof z);
    wipe(tag_key, sizeof tag_key);
    return status;
}

const struct encryption_ops native_ecies = {
    .ops = CURVE_KEY_OPS,
    .set_key = curve_key_set,
    .precompute = curve_key_precompute,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

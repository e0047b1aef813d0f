/* SPDX-License-Identifier: MIT */
/*
 * Encryption over curves as in Crypto++ 2.x (1998).
 *
 * With field elements of l bytes, the block is l - 1 bytes: random bytes other than 0, a 0, the message of at most l
 * - 2 bytes.  Ciphertext, 3 l + 1 bytes: 0, the coordinates of kG, the first byte of x(kQ), and the block xor the
 * rest of x(kQ).  Decryption refuses a point off the curve, one whose multiple is infinity, and a first byte that is
 * not x(kQ)'s, which the original did not look at; it detects no other damage than one that hits the padding.
 *
 * Reads variant->option: the curve.  Key fields: native/curve/key.h.
 * Draws: k, as many bytes as the order has, its excess high bits cleared, again while it is not in 1 .. n - 1 (the
 * original drew from 2 .. n - 2); then all padding bytes at once, then one byte at a time in the place of each zero.
 * Variable-time.  Wiped: k, the shared point, the block.
 */
#include <string.h>

#include "native/common/bytes.h"
#include "native/curve/key.h"
#include "native/native.h"
#include "native/public_key/encoding.h"
#include "native/public_key/key.h"

static enum status encrypt(void *context, const uint8_t *plaintext, size_t plaintext_size, struct rng *rng,
                           uint8_t *ciphertext, size_t *ciphertext_size)
{
    const struct curve_key *key = context;
    const struct curve *curve = &key->curve;
    const size_t l = curve->field_size;
    uint8_t block[CURVE_BYTES_MAX] = {0}, x[CURVE_BYTES_MAX];
    struct curve_scalar k;
    struct curve_point points[2], *shared = &points[1];

    if (!key->has_public)
        return STATUS_BAD_PARAMETER;
    if (plaintext_size + 2 > l)
        return STATUS_BAD_LENGTH;
    enum status status = take_capacity(ciphertext_size, 3 * l + 1);
    if (status == STATUS_OK)
        status = curve_scalar_draw(curve, &k, 1, rng);
    if (status != STATUS_OK)
        return status;
    size_t padding = l - 2 - plaintext_size;
    status = draw_bytes(rng, block, padding);
    for (size_t i = 0; i < padding; i++) {
        while (status == STATUS_OK && block[i] == 0)
            status = draw_bytes(rng, block + i, 1);
    }
    copy_bytes(block + padding + 1, plaintext, plaintext_size);
    if (status == STATUS_OK) {
        const struct curve_term terms[2] = {curve_key_base_term(key, &k), curve_key_public_term(key, &k)};
        curve_multiply_each(curve, points, terms, 2);
        ciphertext[0] = 0;
        curve_encode(curve, ciphertext + 1, &points[0].x);
        curve_encode(curve, ciphertext + 1 + l, &points[0].y);
        curve_encode(curve, x, &shared->x);
        ciphertext[1 + 2 * l] = x[0];
        for (size_t i = 0; i < l - 1; i++)
            ciphertext[2 + 2 * l + i] = x[1 + i] ^ block[i];
        wipe(points, sizeof points);
    }
    wipe(&k, sizeof k);
    wipe(x, sizeof x);
    wipe(block, sizeof block);
    return status;
}

static enum status decrypt(void *context, const uint8_t *ciphertext, size_t ciphertext_size, uint8_t *plaintext,
                           size_t *plaintext_size)
{
    const struct curve_key *key = context;
    const struct curve *curve = &key->curve;
    const size_t l = curve->field_size;
    uint8_t x[CURVE_BYTES_MAX];
    struct curve_point point = {.infinity = 0}, shared;

    if (!key->has_private)
        return STATUS_BAD_PARAMETER;
    if (ciphertext_size != 3 * l + 1 || ciphertext[0] != 0 || !curve_decode(curve, &point.x, ciphertext + 1, l) ||
        !curve_decode(curve, &point.y, ciphertext + 1 + l, l) || !curve_contains(curve, &point))
        return STATUS_REJECTED;
    curve_multiply(curve, &shared, &key->d, &point);
    curve_encode(curve, x, &shared.x);
    enum status status = STATUS_REJECTED;
    if (!shared.infinity && x[0] == ciphertext[1 + 2 * l]) {
        size_t start = 1;
        for (size_t i = 1; i < l; i++)
            x[i] ^= ciphertext[1 + 2 * l + i];
        while (start < l && x[start] != 0)
            start++;
        if (start < l) {
            start++;
            status = take_capacity(plaintext_size, l - start);
            if (status == STATUS_OK)
                copy_bytes(plaintext, x + start, l - start);
        }
    }
    wipe(&shared, sizeof shared);
    wipe(x, sizeof x);
    return status;
}

const struct encryption_ops native_ec_encryption_1998 = {
    .ops = CURVE_KEY_OPS,
    .set_key = curve_key_set,
    .precompute = curve_key_precompute,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

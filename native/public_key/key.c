/* SPDX-License-Identifier: MIT */
#include "native/public_key/key.h"

#include "native/common/bytes.h"
#include "native/public_key/encoding.h"

int key_number(limb *r, size_t n, const struct key *key, const char *name)
{
    const struct field *field = key_field(key, name);

    if (field == NULL) {
        big_set(r, n, 0);
        return 0;
    }
    return big_load(r, n, field->value, field->size) == STATUS_OK ? 1 : -1;
}

enum status key_refuse(const char **bad_field, const char *name)
{
    if (bad_field != NULL)
        *bad_field = name;
    return STATUS_BAD_PARAMETER;
}

enum status key_modulus(struct modulus *modulus, const struct key *key, const char *name, const char **bad_field)
{
    limb m[BIG_LIMBS_MAX];

    if (key_number(m, BIG_LIMBS_MAX, key, name) != 1 || mod_set(modulus, m, BIG_LIMBS_MAX) != STATUS_OK)
        return key_refuse(bad_field, name);
    return STATUS_OK;
}

int key_agrees(const struct key *key, const char *name, const limb *value, size_t n)
{
    limb given[BIG_LIMBS_MAX], expected[BIG_LIMBS_MAX];
    int found = key_number(given, BIG_LIMBS_MAX, key, name);

    big_extend(expected, BIG_LIMBS_MAX, value, n);
    return found == 0 || (found == 1 && big_compare(given, expected, BIG_LIMBS_MAX) == 0);
}

enum status residue_load(limb *r, const uint8_t *bytes, size_t size, const struct modulus *modulus)
{
    if (big_load(r, modulus->limbs, bytes, size) != STATUS_OK ||
        big_compare(r, modulus->m, modulus->limbs) >= 0)
        return STATUS_BAD_LENGTH;
    return STATUS_OK;
}

enum status take_capacity(size_t *size, size_t needed)
{
    size_t capacity = *size;

    *size = needed;
    return capacity < needed ? STATUS_BAD_LENGTH : STATUS_OK;
}

enum status plaintext_load(limb *r, enum encoding encoding, size_t block_size, const uint8_t *plaintext,
                           size_t plaintext_size, struct rng *rng, const struct modulus *modulus)
{
    uint8_t block[ENCODED_SIZE_MAX];

    if (encoding == ENCODING_RAW)
        return residue_load(r, plaintext, plaintext_size, modulus);
    enum status status = encode_plaintext(encoding, block, block_size, plaintext, plaintext_size, rng);
    if (status == STATUS_OK)
        status = residue_load(r, block, block_size, modulus);
    wipe(block, block_size);
    return status;
}

enum status plaintext_store(uint8_t *plaintext, size_t *plaintext_size, enum encoding encoding, size_t block_size,
                            const limb *a, const struct modulus *modulus)
{
    uint8_t block[ENCODED_SIZE_MAX];
    size_t size = modulus_bytes(modulus);

    if (encoding == ENCODING_RAW) {
        enum status status = take_capacity(plaintext_size, size);
        return status == STATUS_OK ? big_store(plaintext, size, a, modulus->limbs) : status;
    }
    if (big_store(block, block_size, a, modulus->limbs) != STATUS_OK)
        return STATUS_REJECTED;
    enum status status = decode_plaintext(encoding, block, block_size, plaintext, plaintext_size);
    wipe(block, block_size);
    return status;
}

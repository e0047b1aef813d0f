/* SPDX-License-Identifier: MIT */
#include "crosscheck/crosscheck.h"

#include "util/hex.h"
#include "util/units.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct checker *const checkers[] = {
    &block_cipher_checker,
    &checksum_checker,
    &encryption_checker,
    &hash_checker,
    &kdf_checker,
    &key_agreement_checker,
    &mac_checker,
    &mode_checker,
    &prng_checker,
    &signature_checker,
    &stream_cipher_checker,
};

const struct checker *checker_of(enum primitive_class class)
{
    for (size_t i = 0; i < sizeof checkers / sizeof checkers[0]; i++)
        if (checkers[i]->class == class)
            return checkers[i];
    return NULL;
}

enum verdict compare_bytes(const char *what, const uint8_t *expected, const uint8_t *got, size_t size,
                           struct message *message)
{
    enum { SHOWN = 96 };
    size_t offset = 0;
    while (offset < size && expected[offset] == got[offset])
        offset++;
    if (offset == size)
        return VERDICT_RIGHT;
    /* Long outputs are shown from the block before the first difference on. */
    size_t from = size <= SHOWN ? 0 : offset / 16 * 16;
    size_t shown = size - from < SHOWN ? size - from : SHOWN;
    char expected_hex[2 * SHOWN + 1], got_hex[2 * SHOWN + 1];
    hex_encode(expected_hex, expected + from, shown);
    hex_encode(got_hex, got + from, shown);
    fail(message, STATUS_FAILED, "%s: differ from byte %zu of %zu on (shown from byte %zu)\n  expected %s\n  got      %s",
         what, offset, size, from, expected_hex, got_hex);
    return VERDICT_WRONG;
}

uint8_t *vector_bytes(const json_t *vector, const char *name, size_t *size, struct message *message)
{
    const json_t *value = json_object_get(vector, name);
    if (!json_is_string(value)) {
        fail(message, STATUS_BAD_PARAMETER, "field '%s' is %s, expected a string of hex digits", name,
             value == NULL ? "missing" : "no string");
        return NULL;
    }
    size_t capacity = json_string_length(value) / 2;
    uint8_t *bytes = malloc(capacity + 1);
    *size = bytes == NULL ? SIZE_MAX : hex_decode(bytes, capacity, json_string_value(value));
    if (*size == SIZE_MAX) {
        fail(message, STATUS_BAD_PARAMETER, "field '%s' is '%.80s', expected an even number of hex digits", name,
             json_string_value(value));
        free(bytes);
        return NULL;
    }
    return bytes;
}

uint64_t vector_number(const json_t *vector, const char *name, uint64_t otherwise)
{
    const json_t *value = json_object_get(vector, name);
    return json_is_integer(value) && json_integer_value(value) >= 0 ? (uint64_t)json_integer_value(value) : otherwise;
}

enum verdict refuse_key(const struct primitive *primitive, size_t size, struct message *message)
{
    char allowed[96];
    primitive_key_sizes(allowed, sizeof allowed, primitive);
    fail(message, STATUS_BAD_LENGTH, "key of %zu byte%s; %s allows %s", size, plural(size), primitive->name, allowed);
    return VERDICT_REFUSED;
}

uint8_t *vector_message(const json_t *vector, size_t *size, struct message *message)
{
    if (json_object_get(vector, "msg_unit") == NULL)
        return vector_bytes(vector, "msg", size, message);
    enum { MESSAGE_MAX = 1 << 28 };
    size_t unit_size;
    uint8_t *unit = vector_bytes(vector, "msg_unit", &unit_size, message);
    if (unit == NULL)
        return NULL;
    uint64_t count = vector_number(vector, "msg_unit_count", UINT64_MAX);
    uint8_t *bytes = NULL;
    if (count == UINT64_MAX) {
        fail(message, STATUS_BAD_PARAMETER, "field 'msg_unit_count' is missing or bad, expected a whole number from 0");
    } else if (unit_size != 0 && count > MESSAGE_MAX / unit_size) {
        fail(message, STATUS_BAD_PARAMETER, "field 'msg_unit_count' is %" PRIu64 ", expected at most %d bytes in all",
             count, MESSAGE_MAX);
    } else {
        *size = unit_size * (size_t)count;
        bytes = malloc(*size + 1);
        if (bytes == NULL)
            fail(message, STATUS_NO_MEMORY, "not enough memory for a message of %zu byte%s", *size, plural(*size));
        for (size_t i = 0; bytes != NULL && i < count; i++)
            memcpy(bytes + i * unit_size, unit, unit_size);
    }
    free(unit);
    return bytes;
}

const char *describe_feeding(char *text, size_t size, size_t first, size_t piece)
{
    if (first == 0)
        snprintf(text, size, "whole");
    else if (piece == 0)
        snprintf(text, size, "as %zu byte%s and the rest", first, plural(first));
    else
        snprintf(text, size, "as %zu and then %zu byte%s a call", first, piece, plural(piece));
    return text;
}

size_t random_length(struct random *random, size_t max)
{
    switch (random_below(random, 4)) {
    case 0:
    case 1:
        max = max < 300 ? max : 300;
        break;
    case 2:
        max = max < 1100 ? max : 1100;
        break;
    default:
        break;
    }
    return (size_t)random_below(random, max + 1);
}

uint64_t crosscheck_share(const struct primitive *primitive, uint64_t count)
{
    if (primitive->class == CLASS_KDF) {
        const uint64_t cases = count / (strcmp(primitive->unit, "bcrypt") == 0 ? 100 : 10);
        return cases != 0 ? cases : 1;
    }
    if (primitive->key == NULL)
        return count;
    uint64_t words = (primitive->modulus_bits + 63) / 64, share = count * 16 / (words * words * words);
    return share > count ? count : share == 0 ? 1 : share;
}

enum verdict crosscheck_random(const struct primitive *primitive, const struct contender *a, const struct contender *b,
                               uint64_t count, uint64_t seed, const volatile sig_atomic_t *interrupted,
                               struct message *message)
{
    const struct checker *checker = checker_of(primitive->class);
    if (checker == NULL || checker->random_case == NULL) {
        fail(message, STATUS_UNSUPPORTED, "no random cases for the class %s", class_name(primitive->class));
        return VERDICT_NOT_TAKEN;
    }
    enum verdict verdict = VERDICT_WRONG;
    void *context_a = contender_context(a, message);
    void *context_b = context_a == NULL || b == NULL ? NULL : contender_context(b, message);
    if (context_a == NULL || (b != NULL && context_b == NULL))
        goto done;
    verdict = VERDICT_RIGHT;
    for (uint64_t i = 0; i < count && verdict == VERDICT_RIGHT && (interrupted == NULL || *interrupted == 0); i++) {
        struct message detail;
        char label[96];
        snprintf(label, sizeof label, "%s:%" PRIu64, primitive->id, i);
        struct random random = random_from(seed, label);
        verdict = checker->random_case(primitive, a, context_a, b, context_b, &random, &detail);
        if (verdict != VERDICT_RIGHT)
            fail(message, STATUS_FAILED,
                 "%s: %s against %s: case %" PRIu64 " of seed %" PRIu64 ": %s\n  repeat with: assay check %s --count %" PRIu64
                 " --seed %" PRIu64,
                 primitive->id, a->name, b != NULL ? b->name : "itself in pieces", i, seed, detail.text, primitive->id,
                 i + 1, seed);
    }

done:
    contender_context_free(a, context_a);
    if (b != NULL)
        contender_context_free(b, context_b);
    return verdict;
}

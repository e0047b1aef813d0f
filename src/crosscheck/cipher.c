/* SPDX-License-Identifier: MIT */
/* Checks of block ciphers, modes and stream ciphers. */
#include "crosscheck/crosscheck.h"

#include "native/native.h"
#include "util/units.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CANARY_SIZE = 32,
    CANARY = 0xc3,
    OFFSETS = 16,
    SPLITS_MAX = 200,
    LONG_MESSAGE = 4096,
    RANDOM_MESSAGE_MAX = 6000,
    KEY_SIZE_MAX = 256,
    SHA256_SIZE = 32
};

/* A cipher of any class in the hands of one contender: whole blocks of a bare block cipher are updates, too. */
struct subject {
    const struct primitive *primitive;
    const struct contender *contender;
    void *context;
    enum direction direction;
};

/* What a message is encrypted under. */
struct setting {
    const uint8_t *key;
    size_t key_size;
    const uint8_t *iv;
    size_t iv_size;
    uint64_t counter;
};

static bool is_block_cipher(const struct subject *subject)
{
    return subject->primitive->class == CLASS_BLOCK_CIPHER;
}

static enum status subject_set_key(struct subject *subject, const uint8_t *key, size_t key_size)
{
    const struct ops *ops = subject->contender->ops;
    return is_block_cipher(subject) ? ((const struct block_cipher_ops *)ops)->set_key(subject->context, key, key_size)
                                    : ((const struct cipher_ops *)ops)->set_key(subject->context, key, key_size);
}

static enum status subject_begin(struct subject *subject, enum direction direction, const struct setting *setting)
{
    const struct ops *ops = subject->contender->ops;
    subject->direction = direction;
    return is_block_cipher(subject) ? STATUS_OK
                                    : ((const struct cipher_ops *)ops)
                                          ->set_iv(subject->context, direction, setting->iv, setting->iv_size,
                                                   setting->counter);
}

static enum status subject_update(struct subject *subject, const uint8_t *in, uint8_t *out, size_t size)
{
    const struct ops *ops = subject->contender->ops;
    if (!is_block_cipher(subject))
        return ((const struct cipher_ops *)ops)->update(subject->context, in, out, size);
    const struct block_cipher_ops *block = (const struct block_cipher_ops *)ops;
    const size_t blocks = size / primitive_block_size(subject->primitive);
    return subject->direction == ENCRYPT ? block->encrypt(subject->context, in, out, blocks)
                                         : block->decrypt(subject->context, in, out, blocks);
}

/* The smallest piece in which the cipher can be fed. */
static size_t granule(const struct primitive *primitive)
{
    return primitive_whole_blocks(primitive) ? primitive_block_size(primitive) : 1;
}

/* Feeds a message: a first piece of FIRST bytes, then pieces of PIECE (0: all the rest). */
static enum status feed(struct subject *subject, enum direction direction, const struct setting *setting,
                        const uint8_t *in, uint8_t *out, size_t size, size_t first, size_t piece)
{
    enum status status = subject_begin(subject, direction, setting);
    size_t at = 0, next = first;
    while (status == STATUS_OK && at < size) {
        const size_t take = next == 0 || next > size - at ? size - at : next;
        status = subject_update(subject, in + at, out + at, take);
        at += take;
        next = piece;
    }
    if (status == STATUS_OK && size == 0)
        status = subject_update(subject, NULL, NULL, 0);
    return status;
}

/* ---------------------------------------------------------------------------------------------- one message */

/* Memory for a message in every position: input and output, each misaligned at will and between canaries. */
struct room {
    uint8_t *memory;
    uint8_t *in;
    uint8_t *out;
    size_t size;
};

static bool room_open(struct room *room, size_t size)
{
    const size_t stretch = size + OFFSETS + (size_t)2 * CANARY_SIZE;
    room->size = size;
    room->memory = aligned_zeroed(2 * context_stride(stretch));
    room->in = room->out = NULL;
    return room->memory != NULL;
}

/* Places DATA as input, and output (in place: the same), with canaries around them. */
static void room_place(struct room *room, const uint8_t *data, size_t in_offset, size_t out_offset, bool in_place)
{
    const size_t stretch = context_stride(room->size + OFFSETS + (size_t)2 * CANARY_SIZE);
    memset(room->memory, CANARY, 2 * stretch);
    room->in = room->memory + CANARY_SIZE + in_offset;
    room->out = in_place ? room->in : room->memory + stretch + CANARY_SIZE + out_offset;
    if (room->size != 0)
        memcpy(room->in, data, room->size);
}

static enum verdict room_judge(const struct room *room, const char *what, enum status status, const uint8_t *data,
                               const uint8_t *expected, struct message *message)
{
    if (status != STATUS_OK) {
        fail(message, status, "%s: %s", what, status_text(status));
        return VERDICT_WRONG;
    }
    for (size_t i = 0; i < CANARY_SIZE; i++)
        if (room->out[-1 - (ptrdiff_t)i] != CANARY || room->out[room->size + i] != CANARY) {
            fail(message, STATUS_FAILED, "%s: wrote beyond its output of %zu byte%s", what, room->size, plural(room->size));
            return VERDICT_WRONG;
        }
    if (room->in != room->out && room->size != 0 && memcmp(room->in, data, room->size) != 0) {
        fail(message, STATUS_FAILED, "%s: the input was written to", what);
        return VERDICT_WRONG;
    }
    return compare_bytes(what, expected, room->out, room->size, message);
}

/* One message fed in one way. */
static enum verdict try_message(struct subject *subject, struct room *room, enum direction direction,
                                const struct setting *setting, const uint8_t *data, const uint8_t *expected,
                                size_t in_offset, size_t out_offset, bool in_place, size_t first, size_t piece,
                                struct message *message)
{
    char what[192], fed[64];
    room_place(room, data, in_offset, out_offset, in_place);
    const enum status status = feed(subject, direction, setting, room->in, room->out, room->size, first, piece);
    snprintf(what, sizeof what, "%s %zu byte%s, input off by %zu, %s by %zu, fed %s",
             direction == ENCRYPT ? "encrypt" : "decrypt", room->size, plural(room->size), in_offset,
             in_place ? "in place" : "output off", out_offset, describe_feeding(fed, sizeof fed, first, piece));
    return room_judge(room, what, status, data, expected, message);
}

/* What must be refused, leaving the output as it was. */
static enum verdict try_refusal(struct subject *subject, struct room *room, enum direction direction,
                                const struct setting *setting, size_t in_offset, size_t out_offset, size_t size,
                                enum status expected, const char *what, struct message *message)
{
    memset(room->memory, CANARY, context_stride(room->size + OFFSETS + (size_t)2 * CANARY_SIZE));
    uint8_t *base = room->memory + CANARY_SIZE;
    enum status status = subject_begin(subject, direction, setting);
    if (status == STATUS_OK)
        status = subject_update(subject, base + in_offset, base + out_offset, size);
    if (status != expected) {
        fail(message, STATUS_FAILED, "%s: %s, expected: %s", what, status_text(status), status_text(expected));
        return VERDICT_WRONG;
    }
    for (size_t i = 0; i < size + OFFSETS; i++)
        if (base[i] != CANARY) {
            fail(message, STATUS_FAILED, "%s: refused, but the output was written to", what);
            return VERDICT_WRONG;
        }
    return VERDICT_RIGHT;
}

static enum verdict try_every_way(struct subject *subject, struct room *room, enum direction direction,
                                  const struct setting *setting, const uint8_t *data, const uint8_t *expected,
                                  struct message *message)
{
    const size_t size = room->size, unit = granule(subject->primitive);
    /* A long message is not fed in all ways: its beginning went through them already. */
    const size_t offsets = size > LONG_MESSAGE ? 2 : OFFSETS, splits = size > LONG_MESSAGE ? 2 : SPLITS_MAX;
    enum verdict verdict = VERDICT_RIGHT;
    for (size_t i = 0; i < offsets && verdict == VERDICT_RIGHT; i++) {
        verdict = try_message(subject, room, direction, setting, data, expected, i, i * 7 % OFFSETS, false, 0, 0,
                              message);
        if (verdict == VERDICT_RIGHT)
            verdict = try_message(subject, room, direction, setting, data, expected, i, 0, true, 0, 0, message);
    }
    for (size_t split = unit; split <= size && split <= splits && verdict == VERDICT_RIGHT; split += unit)
        verdict = try_message(subject, room, direction, setting, data, expected, 0, 0, split % 2 == 0, split, 0,
                              message);
    if (verdict == VERDICT_RIGHT)
        verdict = try_message(subject, room, direction, setting, data, expected, 1, 2, false, unit, unit, message);
    if (verdict == VERDICT_RIGHT)
        verdict = try_message(subject, room, direction, setting, data, expected, 3, 0, true, unit, unit, message);
    if (verdict == VERDICT_RIGHT && size > unit)
        verdict = try_refusal(subject, room, direction, setting, 0, unit == 1 ? 1 : unit - 1, size, STATUS_OVERLAP,
                              "output behind the start of the input", message);
    if (verdict == VERDICT_RIGHT && size > unit)
        verdict = try_refusal(subject, room, direction, setting, 1, 0, size, STATUS_OVERLAP,
                              "output in front of the input", message);
    if (verdict == VERDICT_RIGHT && unit > 1 && size != 0 && !is_block_cipher(subject))
        verdict = try_refusal(subject, room, direction, setting, 0, 0, size - 1, STATUS_BAD_LENGTH,
                              "a part of a block", message);
    return verdict;
}

/* Keys of every allowed size before the one that counts, and sizes that are not allowed. */
static enum verdict try_keys(struct subject *subject, const struct setting *setting, struct message *message)
{
    static const uint8_t other[KEY_SIZE_MAX + 2] = {0x5a, 0xff, 0x80};
    for (size_t size = 0; size <= KEY_SIZE_MAX + 1; size++) {
        const bool allowed = primitive_takes_key_size(subject->primitive, size);
        /* Long lists of sizes are tried at their ends and here and there. */
        if (allowed && size > 40 && size % 31 != 0 && size + 1 < subject->primitive->key_sizes.max)
            continue;
        const enum status status = subject_set_key(subject, other, size);
        if (!allowed && family_takes_key_size(subject->primitive, size))
            continue;
        if ((status == STATUS_OK) != allowed || (!allowed && status != STATUS_BAD_LENGTH)) {
            fail(message, STATUS_FAILED, "a key of %zu byte%s: %s, expected: %s", size, plural(size), status_text(status),
                 status_text(allowed ? STATUS_OK : STATUS_BAD_LENGTH));
            return VERDICT_WRONG;
        }
    }
    const enum status status = subject_set_key(subject, setting->key, setting->key_size);
    if (status == STATUS_OK)
        return VERDICT_RIGHT;
    fail(message, status, "set_key: %s", status_text(status));
    return VERDICT_WRONG;
}

/* ------------------------------------------------------------------------------------------- known answers */

static void sha256(const uint8_t *data, size_t size, uint8_t digest[SHA256_SIZE])
{
    static const struct variant variant = {0};
    void *context = aligned_zeroed(context_size_of(&native_sha256.ops, &variant));
    memset(digest, 0, SHA256_SIZE);
    if (context == NULL)
        return;
    if (native_sha256.ops.setup == NULL || native_sha256.ops.setup(context, &variant) == STATUS_OK) {
        native_sha256.init(context);
        native_sha256.update(context, data, size);
        native_sha256.final(context, digest);
    }
    aligned_free(context);
}

/*
 * Whether VECTOR has at least one of the fields NAMES, which are what its output is compared with: a SHA-256, or up to MOST
 * bytes of an end.
 */
static enum verdict read_results(const json_t *vector, const char *const *names, size_t most, struct message *message)
{
    size_t found = 0;
    for (size_t i = 0; names[i] != NULL; i++) {
        const bool is_hash = strncmp(names[i], "sha256", 6) == 0;
        const size_t allowed = is_hash ? SHA256_SIZE : most;
        size_t size;
        if (json_object_get(vector, names[i]) == NULL)
            continue;
        uint8_t *bytes = vector_bytes(vector, names[i], &size, message);
        free(bytes);
        if (bytes == NULL)
            return VERDICT_MALFORMED;
        if (size > allowed || size == 0 || (is_hash && size != allowed)) {
            fail(message, STATUS_BAD_LENGTH, "field '%s' has %zu byte%s, expected %s%zu", names[i], size, plural(size),
                 is_hash ? "" : "1 to ", allowed);
            return VERDICT_MALFORMED;
        }
        found++;
    }
    if (found != 0)
        return VERDICT_RIGHT;
    fail(message, STATUS_BAD_PARAMETER, "field '%s' is missing, expected it or another that says what comes out",
         names[0]);
    return VERDICT_MALFORMED;
}

/* The field NAME of VECTOR, if it is there, against the SHA-256 of DATA. */
static enum verdict compare_sha256(const json_t *vector, const char *name, const uint8_t *data, size_t size,
                                   struct message *message)
{
    uint8_t digest[SHA256_SIZE];
    size_t expected_size;
    if (json_object_get(vector, name) == NULL)
        return VERDICT_RIGHT;
    uint8_t *expected = vector_bytes(vector, name, &expected_size, message);
    if (expected == NULL)
        return VERDICT_MALFORMED;
    sha256(data, size, digest);
    const enum verdict verdict = compare_bytes(name, expected, digest, SHA256_SIZE, message);
    free(expected);
    return verdict;
}

static enum verdict compare_part(const json_t *vector, const char *name, const uint8_t *data, size_t size, bool at_end,
                                 struct message *message)
{
    size_t expected_size;
    if (json_object_get(vector, name) == NULL)
        return VERDICT_RIGHT;
    uint8_t *expected = vector_bytes(vector, name, &expected_size, message);
    if (expected == NULL)
        return VERDICT_MALFORMED;
    const enum verdict verdict =
        compare_bytes(name, expected, at_end ? data + size - expected_size : data, expected_size, message);
    free(expected);
    return verdict;
}

/* `plaintext_zero_bytes`: the encryption of that many zeros, by its SHA-256 and its ends. */
static enum verdict known_zeros(struct subject *subject, const struct setting *setting, const json_t *vector,
                                enum thoroughness thoroughness, struct message *message)
{
    enum { ZEROS_MAX = 1 << 26, PIECE = 1000 };
    static const char *const results[] = {"sha256_of_output", "first_32", "last_32", NULL};
    const uint64_t size = vector_number(vector, "plaintext_zero_bytes", 0);
    if (size > ZEROS_MAX || size % granule(subject->primitive) != 0) {
        fail(message, STATUS_BAD_LENGTH, "field 'plaintext_zero_bytes' is %" PRIu64 ", expected at most %d%s", size,
             ZEROS_MAX, granule(subject->primitive) == 1 ? "" : ", whole blocks");
        return VERDICT_MALFORMED;
    }
    const enum verdict read = read_results(vector, results, SHA256_SIZE < size ? SHA256_SIZE : (size_t)size, message);
    if (read != VERDICT_RIGHT || thoroughness == READ)
        return read;
    enum verdict verdict = VERDICT_WRONG;
    uint8_t *buffer = calloc(2, (size_t)size + 1);
    uint8_t *expected = buffer + (size_t)size + 1;
    if (buffer == NULL) {
        fail(message, STATUS_NO_MEMORY, "not enough memory");
        return VERDICT_WRONG;
    }
    enum status status = feed(subject, ENCRYPT, setting, buffer, buffer, (size_t)size, 0, 0);
    if (status == STATUS_OK) {
        verdict = compare_sha256(vector, "sha256_of_output", buffer, (size_t)size, message);
        if (verdict == VERDICT_RIGHT)
            verdict = compare_part(vector, "first_32", buffer, (size_t)size, false, message);
        if (verdict == VERDICT_RIGHT)
            verdict = compare_part(vector, "last_32", buffer, (size_t)size, true, message);
        /* And back, in pieces that are no whole number of anything. */
        const size_t piece = granule(subject->primitive) == 1 ? PIECE + 1 : 0;
        if (!subject->primitive->one_way)
            status = feed(subject, DECRYPT, setting, buffer, buffer, (size_t)size, piece / 3, piece);
        if (verdict == VERDICT_RIGHT && status == STATUS_OK && !subject->primitive->one_way)
            verdict = compare_bytes("decrypted again", expected, buffer, (size_t)size, message);
    }
    if (status != STATUS_OK) {
        fail(message, status, "%s", status_text(status));
        verdict = VERDICT_WRONG;
    }
    free(buffer);
    return verdict;
}

/* `passes` over `buffer_bytes` zeros in place, each on what the one before left. */
static enum verdict known_passes(struct subject *subject, const struct setting *setting, const json_t *vector,
                                 enum thoroughness thoroughness, struct message *message)
{
    enum { BYTES_MAX = 1 << 26 };
    static const char *const results[] = {"sha256_of_final_buffer", "sha256_of_all_64_outputs", NULL};
    const uint64_t size = vector_number(vector, "buffer_bytes", 0), passes = vector_number(vector, "passes", 0);
    const char *way = json_string_value(json_object_get(vector, "direction"));
    const enum direction direction = way != NULL && strcmp(way, "decrypt") == 0 ? DECRYPT : ENCRYPT;
    if (json_object_get(vector, "direction") != NULL && (way == NULL || (direction == ENCRYPT && strcmp(way, "encrypt") != 0))) {
        fail(message, STATUS_BAD_PARAMETER, "field 'direction' is neither \"encrypt\" nor \"decrypt\", expected one of them");
        return VERDICT_MALFORMED;
    }
    if (size == 0 || passes == 0 || passes > BYTES_MAX / size || size % granule(subject->primitive) != 0) {
        fail(message, STATUS_BAD_LENGTH, "fields 'buffer_bytes' and 'passes' are %" PRIu64 " and %" PRIu64
             ", expected whole blocks, and at most %d bytes in all", size, passes, BYTES_MAX);
        return VERDICT_MALFORMED;
    }
    enum verdict verdict = read_results(vector, results, SHA256_SIZE, message);
    if (verdict != VERDICT_RIGHT || thoroughness == READ)
        return verdict;
    verdict = VERDICT_WRONG;
    uint8_t *all = calloc((size_t)passes, (size_t)size);
    if (all == NULL) {
        fail(message, STATUS_NO_MEMORY, "not enough memory");
        return VERDICT_WRONG;
    }
    enum status status = subject_begin(subject, direction, setting);
    for (size_t i = 0; i < passes && status == STATUS_OK; i++) {
        if (i != 0)
            memcpy(all + i * size, all + (i - 1) * size, (size_t)size);
        status = subject_update(subject, all + i * size, all + i * size, (size_t)size);
    }
    if (status == STATUS_OK)
        verdict = compare_sha256(vector, "sha256_of_final_buffer", all + (passes - 1) * size, (size_t)size, message);
    else
        fail(message, status, "%s", status_text(status));
    if (verdict == VERDICT_RIGHT)
        verdict = compare_sha256(vector, "sha256_of_all_64_outputs", all, (size_t)(size * passes), message);
    free(all);
    return verdict;
}

/* RFC 2144's maintenance test: `a` and `b` encrypt each other's halves, a million times, from `initial` on. */
static enum verdict known_maintenance(struct subject *subject, const json_t *vector, enum thoroughness thoroughness,
                                      struct message *message)
{
    enum { STEPS = 1000000, SIZE = 16 };
    static const char *const names[] = {"initial", "a", "b"};
    uint8_t values[3][SIZE];
    for (size_t i = 0; i < 3; i++) {
        size_t size;
        uint8_t *bytes = vector_bytes(vector, names[i], &size, message);
        if (bytes == NULL || size != SIZE || primitive_block_size(subject->primitive) != SIZE / 2) {
            free(bytes);
            fail(message, STATUS_BAD_LENGTH, "field '%s' is not two blocks of hex", names[i]);
            return VERDICT_MALFORMED;
        }
        memcpy(values[i], bytes, SIZE);
        free(bytes);
    }
    if (thoroughness == READ)
        return VERDICT_RIGHT;
    uint8_t a[SIZE], b[SIZE];
    memcpy(a, values[0], SIZE);
    memcpy(b, values[0], SIZE);
    enum status status = subject_begin(subject, ENCRYPT, &(struct setting){0});
    for (int i = 0; i < STEPS && status == STATUS_OK; i++) {
        status = subject_set_key(subject, b, SIZE);
        if (status == STATUS_OK)
            status = subject_update(subject, a, a, SIZE);
        if (status == STATUS_OK)
            status = subject_set_key(subject, a, SIZE);
        if (status == STATUS_OK)
            status = subject_update(subject, b, b, SIZE);
    }
    if (status != STATUS_OK) {
        fail(message, status, "%s", status_text(status));
        return VERDICT_WRONG;
    }
    const enum verdict verdict = compare_bytes("a", values[1], a, SIZE, message);
    return verdict == VERDICT_RIGHT ? compare_bytes("b", values[2], b, SIZE, message) : verdict;
}

static enum verdict known_message(struct subject *subject, const struct setting *setting, const json_t *vector,
                                  enum thoroughness thoroughness, struct message *message)
{
    size_t size, ciphertext_size;
    enum verdict verdict = VERDICT_MALFORMED;
    struct room room = {0};
    uint8_t *ciphertext = NULL, *plaintext = vector_bytes(vector, "plaintext", &size, message);
    if (plaintext == NULL)
        goto done;
    ciphertext = vector_bytes(vector, "ciphertext", &ciphertext_size, message);
    if (ciphertext == NULL)
        goto done;
    if (ciphertext_size != size || size % granule(subject->primitive) != 0) {
        fail(message, STATUS_BAD_LENGTH, "%zu byte%s of plaintext and %zu of ciphertext, expected the same%s", size, plural(size),
             ciphertext_size, granule(subject->primitive) == 1 ? "" : ", whole blocks");
        goto done;
    }
    if (size == 0) {
        fail(message, STATUS_BAD_LENGTH, "fields 'plaintext' and 'ciphertext' are empty, expected bytes to compare");
        goto done;
    }
    verdict = VERDICT_WRONG;
    if (!room_open(&room, size)) {
        fail(message, STATUS_NO_MEMORY, "not enough memory");
        goto done;
    }
    if (thoroughness == READ) {
        verdict = VERDICT_RIGHT;
        room_place(&room, plaintext, 0, 0, true);
        if (feed(subject, ENCRYPT, setting, room.in, room.out, size, 0, 0) == STATUS_LIMIT) {
            fail(message, STATUS_LIMIT, "field 'plaintext' has %zu byte%s; %s allows fewer from counter %" PRIu64, size,
                 plural(size), subject->primitive->name, setting->counter);
            verdict = VERDICT_REFUSED;
        }
    } else if (thoroughness == WHOLE) {
        verdict = try_message(subject, &room, ENCRYPT, setting, plaintext, ciphertext, 0, 0, false, 0, 0, message);
        if (verdict == VERDICT_RIGHT && !subject->primitive->one_way)
            verdict = try_message(subject, &room, DECRYPT, setting, ciphertext, plaintext, 0, 0, false, 0, 0, message);
    } else {
        verdict = try_every_way(subject, &room, ENCRYPT, setting, plaintext, ciphertext, message);
        if (verdict == VERDICT_RIGHT && !subject->primitive->one_way)
            verdict = try_every_way(subject, &room, DECRYPT, setting, ciphertext, plaintext, message);
        if (verdict == VERDICT_RIGHT)
            verdict = try_keys(subject, setting, message);
        if (verdict == VERDICT_RIGHT)
            verdict = try_message(subject, &room, ENCRYPT, setting, plaintext, ciphertext, 0, 0, true, 0, 0, message);
    }

done:
    aligned_free(room.memory);
    free(ciphertext);
    free(plaintext);
    return verdict;
}

static enum verdict known_answer(const struct primitive *primitive, const struct contender *contender,
                                 const json_t *vector, enum thoroughness thoroughness, struct message *message)
{
    struct subject subject = {.primitive = primitive, .contender = contender};
    struct setting setting = {.counter = vector_number(vector, "counter", 0)};
    enum verdict verdict = VERDICT_MALFORMED;
    uint8_t *key = NULL, *iv = NULL;
    const bool maintenance = json_object_get(vector, "initial") != NULL;
    if (!maintenance) {
        key = vector_bytes(vector, "key", &setting.key_size, message);
        if (key == NULL)
            goto done;
    }
    if (json_object_get(vector, "iv") != NULL) {
        iv = vector_bytes(vector, "iv", &setting.iv_size, message);
        if (iv == NULL)
            goto done;
    }
    setting.key = key;
    setting.iv = iv;
    verdict = VERDICT_WRONG;
    subject.context = contender_context(contender, message);
    if (subject.context == NULL)
        goto done;
    if (maintenance) {
        verdict = known_maintenance(&subject, vector, thoroughness, message);
        goto done;
    }
    if (!primitive_takes_key_size(primitive, setting.key_size)) {
        verdict = refuse_key(primitive, setting.key_size, message);
        goto done;
    }
    const enum status status = subject_set_key(&subject, setting.key, setting.key_size);
    if (status != STATUS_OK) {
        fail(message, status, "set_key with %zu byte%s: %s", setting.key_size, plural(setting.key_size), status_text(status));
        goto done;
    }
    const size_t iv_size = primitive_iv_size(primitive);
    if (iv == NULL && iv_size != 0 && !is_block_cipher(&subject)) {
        fail(message, STATUS_BAD_PARAMETER, "field 'iv' is missing, expected a string of hex digits");
        verdict = VERDICT_MALFORMED;
        goto done;
    }
    if (setting.iv_size != iv_size &&
        (iv_size == 0 || subject_begin(&subject, ENCRYPT, &setting) == STATUS_BAD_LENGTH)) {
        fail(message, STATUS_BAD_LENGTH, "IV of %zu byte%s; %s allows %zu", setting.iv_size, plural(setting.iv_size), primitive->name,
             iv_size);
        verdict = VERDICT_REFUSED;
        goto done;
    }
    if (json_object_get(vector, "plaintext_zero_bytes") != NULL)
        verdict = known_zeros(&subject, &setting, vector, thoroughness, message);
    else if (json_object_get(vector, "passes") != NULL)
        verdict = known_passes(&subject, &setting, vector, thoroughness, message);
    else
        verdict = known_message(&subject, &setting, vector, thoroughness, message);

done:
    contender_context_free(contender, subject.context);
    free(iv);
    free(key);
    return verdict;
}

/* -------------------------------------------------------------------------------------------- random cases */

static size_t random_key_size(struct random *random, const struct primitive *primitive)
{
    const struct key_sizes *sizes = &primitive->key_sizes;
    const size_t step = sizes->step == 0 ? 1 : sizes->step;
    const uint64_t count = (sizes->max - sizes->min) / step + 1;
    return random_below(random, 2) == 0 ? primitive->key_size : sizes->min + step * (size_t)random_below(random, count);
}

/* Where the keystream starts, for the units that let the caller choose: often where a word of the counter ends. */
static uint64_t random_counter(struct random *random, const struct primitive *primitive, size_t size)
{
    enum { STREAM_BLOCK_SIZE = 64 };
    const uint64_t word_end = (uint64_t)1 << 32, blocks = size / STREAM_BLOCK_SIZE + 1;
    if (strcmp(primitive->unit, "chacha20") == 0)
        return random_below(random, 4) == 0 ? word_end - blocks : random_below(random, word_end - blocks);
    if (strcmp(primitive->unit, "salsa20") == 0)
        return word_end - random_below(random, 2 * blocks);
    return 0;
}

static enum verdict random_case(const struct primitive *primitive, const struct contender *a, void *context_a,
                                const struct contender *b, void *context_b, struct random *random,
                                struct message *message)
{
    struct subject mine = {.primitive = primitive, .contender = a, .context = context_a};
    struct subject theirs = {.primitive = primitive, .contender = b != NULL ? b : a,
                             .context = b != NULL ? context_b : context_a};
    const size_t unit = granule(primitive);
    uint8_t key[KEY_SIZE_MAX], iv[BLOCK_SIZE_MAX];
    struct setting setting = {.key = key, .key_size = random_key_size(random, primitive), .iv = iv,
                              .iv_size = primitive_iv_size(primitive)};
    random_fill(random, key, setting.key_size);
    random_fill(random, iv, setting.iv_size);
    /* Counters that are about to overflow are where implementations differ. */
    if (random_below(random, 4) == 0) {
        const size_t kept = (size_t)random_below(random, setting.iv_size + 1);
        memset(iv + kept, 0xff, setting.iv_size - kept);
    }
    const size_t size = random_length(random, RANDOM_MESSAGE_MAX) / unit * unit;
    const size_t in_offset = (size_t)random_below(random, OFFSETS), out_offset = (size_t)random_below(random, OFFSETS);
    const size_t first = (size_t)random_below(random, size + 1) / unit * unit;
    const size_t piece = (size_t)random_below(random, 200) / unit * unit;
    const bool in_place = random_below(random, 2) == 0;
    setting.counter = random_counter(random, primitive, size);
    const bool forward = random_below(random, 2) == 0;
    const enum direction direction = forward || mine.primitive->one_way ? ENCRYPT : DECRYPT;

    enum verdict verdict = VERDICT_WRONG;
    struct room room = {0};
    uint8_t *data = malloc(2 * size + 1), *result = data + size;
    if (data == NULL || !room_open(&room, size)) {
        fail(message, STATUS_NO_MEMORY, "not enough memory");
        goto done;
    }
    random_fill(random, data, size);
    enum status status = subject_set_key(&theirs, key, setting.key_size);
    if (status == STATUS_OK)
        status = feed(&theirs, direction, &setting, data, result, size, 0, 0);
    if (status == STATUS_OK)
        status = subject_set_key(&mine, key, setting.key_size);
    if (status != STATUS_OK) {
        fail(message, status, "key of %zu byte%s, message of %zu: %s", setting.key_size, plural(setting.key_size), size,
             status_text(status));
        goto done;
    }
    verdict = try_message(&mine, &room, direction, &setting, data, result, in_offset, out_offset, in_place, first,
                          piece, message);
    const enum direction back = direction == ENCRYPT ? DECRYPT : ENCRYPT;
    if (verdict == VERDICT_RIGHT && !mine.primitive->one_way)
        verdict = try_message(&mine, &room, back, &setting, result, data, out_offset, in_offset, !in_place, 0, 0,
                              message);

done:
    aligned_free(room.memory);
    free(data);
    return verdict;
}

static const char *const fields[] = {
    "a", "alg", "b", "buffer_bytes", "ciphertext", "counter", "direction", "effective_bits", "first_32", "initial",
    "iv", "key", "last_32", "note", "passes", "plaintext", "plaintext_zero_bytes", "rounds",
    "sha256_of_all_64_outputs", "sha256_of_final_buffer", "sha256_of_output", "source", NULL};

const struct checker block_cipher_checker = {CLASS_BLOCK_CIPHER, fields, known_answer, random_case};
const struct checker mode_checker = {CLASS_MODE, fields, known_answer, random_case};
const struct checker stream_cipher_checker = {CLASS_STREAM_CIPHER, fields, known_answer, random_case};

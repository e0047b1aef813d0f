/* SPDX-License-Identifier: MIT */
/* Checks of message authentication codes. */
#include "crosscheck/crosscheck.h"

#include "util/units.h"

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
    KEY_SIZE_MAX = 512,
    TAG_SIZE_MIN = 10 /* of a truncated tag: RFC 2104 section 5 */
};

/* A MAC in the hands of one contender, and a tag between canaries. */
struct subject {
    const struct primitive *primitive;
    const struct mac_ops *ops;
    void *context;
    const uint8_t *nonce;
    size_t nonce_size;
    size_t tag_size;
    struct {
        uint8_t before[CANARY_SIZE];
        uint8_t tag[BLOCK_SIZE_MAX];
        uint8_t after[CANARY_SIZE];
    } got;
};

static struct subject subject_of(const struct primitive *primitive, const struct contender *contender, void *context)
{
    return (struct subject){.primitive = primitive,
                            .ops = (const struct mac_ops *)contender->ops,
                            .context = context,
                            .tag_size = primitive_output_size(primitive)};
}

/* The tag of a message fed as a first piece of FIRST bytes and then pieces of PIECE (0: all the rest). */
static enum status feed(struct subject *subject, const uint8_t *data, size_t size, size_t first, size_t piece)
{
    const struct mac_ops *ops = subject->ops;
    memset(&subject->got, CANARY, sizeof subject->got);
    enum status status = ops->init(subject->context, subject->nonce, subject->nonce_size);
    size_t at = 0, next = first;
    while (status == STATUS_OK && at < size) {
        const size_t take = next == 0 || next > size - at ? size - at : next;
        status = ops->update(subject->context, data + at, take);
        at += take;
        next = piece;
    }
    if (status == STATUS_OK && size == 0)
        status = ops->update(subject->context, NULL, 0);
    return status == STATUS_OK ? ops->final(subject->context, subject->got.tag) : status;
}

static bool canaries_whole(const struct subject *subject)
{
    for (size_t i = 0; i < CANARY_SIZE; i++)
        if (subject->got.before[i] != CANARY || subject->got.after[i] != CANARY)
            return false;
    for (size_t i = subject->tag_size; i < BLOCK_SIZE_MAX; i++)
        if (subject->got.tag[i] != CANARY)
            return false;
    return true;
}

/* Feeds DATA and compares the first EXPECTED_SIZE bytes of the tag. */
static enum verdict try_message(struct subject *subject, const uint8_t *data, size_t size, size_t first, size_t piece,
                                const uint8_t *expected, size_t expected_size, struct message *message)
{
    char what[128], fed[64];
    snprintf(what, sizeof what, "message of %zu byte%s, fed %s", size, plural(size),
             describe_feeding(fed, sizeof fed, first, piece));
    const enum status status = feed(subject, data, size, first, piece);
    if (status != STATUS_OK) {
        fail(message, status, "%s: %s", what, status_text(status));
        return VERDICT_WRONG;
    }
    if (!canaries_whole(subject)) {
        fail(message, STATUS_FAILED, "%s: wrote beyond its tag of %zu byte%s", what, subject->tag_size, plural(subject->tag_size));
        return VERDICT_WRONG;
    }
    return compare_bytes(what, expected, subject->got.tag, expected_size, message);
}

/* A tag must not fit a message with one bit turned. */
static enum verdict try_damaged(struct subject *subject, uint8_t *data, size_t size, const uint8_t *expected,
                                size_t expected_size, struct message *message)
{
    data[size / 2] ^= 0x10;
    const enum status status = feed(subject, data, size, 0, 0);
    data[size / 2] ^= 0x10;
    if (status == STATUS_OK && memcmp(expected, subject->got.tag, expected_size) != 0)
        return VERDICT_RIGHT;
    fail(message, STATUS_FAILED, "the tag fits a damaged message, too");
    return VERDICT_WRONG;
}

static enum verdict try_every_way(struct subject *subject, const uint8_t *data, size_t size, const uint8_t *expected,
                                  size_t expected_size, struct message *message)
{
    /* A long message is not fed in all ways: its beginning went through them already. */
    const size_t offsets = size > LONG_MESSAGE ? 2 : OFFSETS, splits = size > LONG_MESSAGE ? 2 : SPLITS_MAX;
    enum verdict verdict = VERDICT_RIGHT;
    uint8_t *moved = malloc(size + OFFSETS);
    if (moved == NULL) {
        fail(message, STATUS_NO_MEMORY, "not enough memory");
        return VERDICT_WRONG;
    }
    for (size_t offset = 0; offset < offsets && verdict == VERDICT_RIGHT; offset++) {
        if (size != 0)
            memcpy(moved + offset, data, size);
        verdict = try_message(subject, moved + offset, size, 0, 0, expected, expected_size, message);
        if (verdict == VERDICT_RIGHT && size != 0 && memcmp(moved + offset, data, size) != 0) {
            fail(message, STATUS_FAILED, "the input was written to");
            verdict = VERDICT_WRONG;
        }
    }
    for (size_t split = 1; split <= size && split <= splits && verdict == VERDICT_RIGHT; split++)
        verdict = try_message(subject, data, size, split, 0, expected, expected_size, message);
    if (verdict == VERDICT_RIGHT && size <= 20000)
        verdict = try_message(subject, data, size, 1, 1, expected, expected_size, message);
    if (verdict == VERDICT_RIGHT && size != 0) {
        memcpy(moved, data, size);
        verdict = try_damaged(subject, moved, size, expected, expected_size, message);
    }
    if (verdict == VERDICT_RIGHT) {
        /* A message that was begun and dropped must leave nothing behind. */
        subject->ops->init(subject->context, subject->nonce, subject->nonce_size);
        subject->ops->update(subject->context, (const uint8_t *)"dropped", 7);
        verdict = try_message(subject, data, size, 0, 0, expected, expected_size, message);
    }
    free(moved);
    return verdict;
}

/* Key lengths that the standard does not have are refused; the one that counts is set last. */
static enum verdict try_keys(struct subject *subject, const uint8_t *key, size_t key_size, struct message *message)
{
    static const uint8_t other[KEY_SIZE_MAX] = {0x5a, 0xff, 0x80};
    const struct key_sizes *sizes = &subject->primitive->key_sizes;
    for (size_t size = 0; size <= 64 && sizes->max <= 64; size++) {
        const bool allowed = primitive_takes_key_size(subject->primitive, size);
        const enum status status = subject->ops->set_key(subject->context, other, size);
        if (!allowed && family_takes_key_size(subject->primitive, size))
            continue;
        if (status != (allowed ? STATUS_OK : STATUS_BAD_LENGTH)) {
            fail(message, STATUS_FAILED, "a key of %zu byte%s: %s", size, plural(size), status_text(status));
            return VERDICT_WRONG;
        }
    }
    const enum status status = subject->ops->set_key(subject->context, key, key_size);
    if (status == STATUS_OK)
        return VERDICT_RIGHT;
    fail(message, status, "set_key: %s", status_text(status));
    return VERDICT_WRONG;
}

/* The field NAME, or OTHER where VECTOR calls it so. */
static const char *field_of(const json_t *vector, const char *name, const char *other)
{
    return json_object_get(vector, other) != NULL ? other : name;
}

static enum verdict known_answer(const struct primitive *primitive, const struct contender *contender,
                                 const json_t *vector, enum thoroughness thoroughness, struct message *message)
{
    size_t size, key_size, expected_size, nonce_size = 0;
    enum verdict verdict = VERDICT_MALFORMED;
    uint8_t *key = NULL, *expected = NULL, *nonce = NULL;
    void *context = NULL;
    uint8_t *data = vector_message(vector, &size, message);
    if (data == NULL)
        goto done;
    key = vector_bytes(vector, "key", &key_size, message);
    expected = key == NULL ? NULL : vector_bytes(vector, field_of(vector, "mac", "tag"), &expected_size, message);
    if (expected == NULL)
        goto done;
    const char *nonce_field = field_of(vector, "counter", "nonce");
    if (primitive->nonce_size != 0 || json_object_get(vector, nonce_field) != NULL) {
        nonce = vector_bytes(vector, nonce_field, &nonce_size, message);
        if (nonce == NULL)
            goto done;
    }
    const size_t tag_size = primitive_output_size(primitive);
    const size_t least = tag_size < TAG_SIZE_MIN ? tag_size : TAG_SIZE_MIN;
    if (expected_size < least || expected_size > tag_size) {
        fail(message, STATUS_BAD_LENGTH, "field '%s' has %zu byte%s, expected %zu to %zu", field_of(vector, "mac", "tag"),
             expected_size, plural(expected_size), least, tag_size);
        goto done;
    }
    verdict = VERDICT_WRONG;
    context = contender_context(contender, message);
    if (context == NULL)
        goto done;
    struct subject subject = subject_of(primitive, contender, context);
    subject.nonce = nonce;
    subject.nonce_size = nonce_size;
    if (!primitive_takes_key_size(primitive, key_size)) {
        verdict = refuse_key(primitive, key_size, message);
        goto done;
    }
    enum status status = subject.ops->set_key(context, key, key_size);
    if (status == STATUS_OK && nonce_size != primitive->nonce_size &&
        (primitive->nonce_size == 0 || subject.ops->init(context, nonce, nonce_size) == STATUS_BAD_LENGTH)) {
        fail(message, STATUS_BAD_LENGTH, "%s of %zu byte%s; %s allows %zu", nonce_field, nonce_size, plural(nonce_size),
             primitive->name, primitive->nonce_size);
        verdict = VERDICT_REFUSED;
        goto done;
    }
    verdict = VERDICT_RIGHT;
    if (thoroughness == READ)
        goto done;
    verdict = try_keys(&subject, key, key_size, message);
    if (verdict == VERDICT_RIGHT)
        verdict = try_message(&subject, data, size, 0, 0, expected, expected_size, message);
    if (verdict == VERDICT_RIGHT && thoroughness == EVERY_WAY)
        verdict = try_every_way(&subject, data, size, expected, expected_size, message);

done:
    contender_context_free(contender, context);
    free(nonce);
    free(expected);
    free(key);
    free(data);
    return verdict;
}

static size_t random_key_size(struct random *random, const struct key_sizes *sizes)
{
    return sizes->step == 0 ? sizes->min
                            : sizes->min + sizes->step * (size_t)random_below(
                                                             random, (sizes->max - sizes->min) / sizes->step + 1);
}

static enum verdict random_case(const struct primitive *primitive, const struct contender *a, void *context_a,
                                const struct contender *b, void *context_b, struct random *random,
                                struct message *message)
{
    struct subject mine = subject_of(primitive, a, context_a);
    struct subject theirs = b != NULL ? subject_of(primitive, b, context_b) : mine;
    uint8_t key[KEY_SIZE_MAX], nonce[BLOCK_SIZE_MAX];
    const size_t key_size = random_key_size(random, &primitive->key_sizes);
    const size_t size = random_length(random, RANDOM_MESSAGE_MAX), offset = (size_t)random_below(random, OFFSETS);
    const size_t first = (size_t)random_below(random, size + 1), piece = (size_t)random_below(random, 200);
    uint8_t *memory = malloc(size + OFFSETS);
    if (memory == NULL) {
        fail(message, STATUS_NO_MEMORY, "not enough memory");
        return VERDICT_WRONG;
    }
    random_fill(random, key, key_size);
    random_fill(random, nonce, primitive->nonce_size);
    random_fill(random, memory + offset, size);
    mine.nonce = theirs.nonce = nonce;
    mine.nonce_size = theirs.nonce_size = primitive->nonce_size;

    enum verdict verdict = VERDICT_WRONG;
    enum status status = theirs.ops->set_key(theirs.context, key, key_size);
    if (status == STATUS_OK)
        status = feed(&theirs, memory + offset, size, 0, 0);
    if (status == STATUS_OK)
        status = mine.ops->set_key(mine.context, key, key_size);
    if (status == STATUS_OK)
        verdict = try_message(&mine, memory + offset, size, first, piece, theirs.got.tag, mine.tag_size, message);
    else
        fail(message, status, "key of %zu byte%s, message of %zu: %s", key_size, plural(key_size), size, status_text(status));
    free(memory);
    return verdict;
}

static const char *const fields[] = {"alg", "key", "msg", "msg_unit", "msg_unit_count", "mac", "tag",
                                     "counter", "nonce", "note", "source", NULL};

const struct checker mac_checker = {CLASS_MAC, fields, known_answer, random_case};

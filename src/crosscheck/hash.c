/* SPDX-License-Identifier: MIT */
/* Checks of hashes and checksums. */
#include "crosscheck/crosscheck.h"

#include "util/units.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CANARY_SIZE = 32, CANARY = 0xc3, RANDOM_MESSAGE_MAX = 20000 };

/* Feeds DATA in pieces of PIECE bytes (0: whole), the first one of FIRST bytes. */
static enum status feed(const struct hash_ops *ops, void *context, const uint8_t *data, size_t size, size_t first,
                        size_t piece, uint8_t *digest)
{
    enum status status = ops->init(context);
    size_t at = 0, next = first;
    while (status == STATUS_OK && at < size) {
        size_t take = next == 0 || next > size - at ? size - at : next;
        status = ops->update(context, data + at, take);
        at += take;
        next = piece;
    }
    if (status == STATUS_OK && size == 0)
        status = ops->update(context, NULL, 0);
    return status == STATUS_OK ? ops->final(context, digest) : status;
}

static enum status whole(const struct hash_ops *ops, void *context, const uint8_t *data, size_t size, uint8_t *digest)
{
    if (ops->init == NULL)
        return ops->digest(context, data, size, digest);
    return feed(ops, context, data, size, 0, 0, digest);
}

/* A digest between canaries: says so where more than its bytes were written. */
struct guarded {
    uint8_t before[CANARY_SIZE];
    uint8_t digest[DIGEST_SIZE_MAX];
    uint8_t after[CANARY_SIZE];
};

static bool canaries_whole(const struct guarded *guarded, size_t digest_size)
{
    for (size_t i = 0; i < CANARY_SIZE; i++)
        if (guarded->before[i] != CANARY || guarded->after[i] != CANARY)
            return false;
    for (size_t i = digest_size; i < DIGEST_SIZE_MAX; i++)
        if (guarded->digest[i] != CANARY)
            return false;
    return true;
}

static enum verdict judge(const char *what, enum status status, const uint8_t *expected, const struct guarded *got,
                          size_t size, struct message *message)
{
    if (status != STATUS_OK) {
        fail(message, status, "%s: %s", what, status_text(status));
        return VERDICT_WRONG;
    }
    if (!canaries_whole(got, size)) {
        fail(message, STATUS_FAILED, "%s: wrote beyond its digest of %zu byte%s", what, size, plural(size));
        return VERDICT_WRONG;
    }
    return compare_bytes(what, expected, got->digest, size, message);
}

/* Every way of feeding a message that must not matter. */
static enum verdict feed_every_way(const struct hash_ops *ops, void *context, const uint8_t *data, size_t size,
                                   const uint8_t *expected, size_t digest_size, struct message *message)
{
    enum { ALIGNMENTS = 16, SPLITS_MAX = 200, LONG_MESSAGE = 4096 };
    /* A long message is not fed in all ways: its whole blocks went through them already. */
    size_t alignments = size > LONG_MESSAGE ? 2 : ALIGNMENTS, splits = size > LONG_MESSAGE ? 2 : SPLITS_MAX;
    enum verdict verdict = VERDICT_RIGHT;
    struct guarded got;
    uint8_t *moved = malloc(size + ALIGNMENTS);
    if (moved == NULL) {
        fail(message, STATUS_NO_MEMORY, "not enough memory");
        return VERDICT_WRONG;
    }
    for (size_t offset = 0; offset < alignments && verdict == VERDICT_RIGHT; offset++) {
        char what[48];
        snprintf(what, sizeof what, "misaligned by %zu", offset);
        if (size != 0)
            memcpy(moved + offset, data, size);
        memset(&got, CANARY, sizeof got);
        verdict = judge(what, whole(ops, context, moved + offset, size, got.digest), expected, &got, digest_size, message);
        if (verdict == VERDICT_RIGHT && ops->digest != NULL) {
            memset(&got, CANARY, sizeof got);
            verdict = judge("in one call", ops->digest(context, moved + offset, size, got.digest), expected, &got,
                            digest_size, message);
        }
        if (verdict == VERDICT_RIGHT && size != 0 && memcmp(moved + offset, data, size) != 0) {
            fail(message, STATUS_FAILED, "%s: the input was written to", what);
            verdict = VERDICT_WRONG;
        }
    }
    for (size_t split = 0; ops->init != NULL && split <= size && split <= splits && verdict == VERDICT_RIGHT; split++) {
        char what[48];
        snprintf(what, sizeof what, "split after %zu byte%s", split, plural(split));
        memset(&got, CANARY, sizeof got);
        enum status status = ops->init(context);
        if (status == STATUS_OK)
            status = ops->update(context, data, split);
        if (status == STATUS_OK)
            status = ops->update(context, split == size ? NULL : data + split, size - split);
        if (status == STATUS_OK)
            status = ops->final(context, got.digest);
        verdict = judge(what, status, expected, &got, digest_size, message);
    }
    if (ops->init != NULL && size <= 20000 && verdict == VERDICT_RIGHT) {
        memset(&got, CANARY, sizeof got);
        verdict = judge("byte by byte", feed(ops, context, data, size, 1, 1, got.digest), expected, &got, digest_size,
                        message);
    }
    if (ops->init != NULL && verdict == VERDICT_RIGHT) {
        /* A message that was begun and dropped must leave nothing behind. */
        memset(&got, CANARY, sizeof got);
        enum status status = ops->init(context);
        if (status == STATUS_OK)
            status = ops->update(context, (const uint8_t *)"dropped", 7);
        if (status == STATUS_OK)
            status = whole(ops, context, data, size, got.digest);
        verdict = judge("after a dropped message", status, expected, &got, digest_size, message);
    }
    free(moved);
    return verdict;
}

enum { COMPANY = 40 /* messages in one call of `many`: more than any vectors have lanes */ };

/* The message among others, all of them prefixes of it, in one call of `many`. */
static enum verdict in_company(const struct hash_ops *ops, void *context, const uint8_t *data, size_t size,
                               const uint8_t *expected, size_t digest_size, struct message *message)
{
    const uint8_t *messages[COMPANY];
    size_t sizes[COMPANY];
    uint8_t digests[COMPANY * DIGEST_SIZE_MAX];
    struct guarded got;
    for (size_t i = 0; i < COMPANY; i++) {
        messages[i] = data;
        sizes[i] = i % 3 == 0 || 8 * i > size ? size : 8 * i;
        if (size > 4096 && i != COMPANY / 2)
            sizes[i] = 8 * i;
    }
    memset(&got, CANARY, sizeof got);
    enum status status = ops->many(context, messages, sizes, COMPANY, digests);
    for (size_t i = 0; i < COMPANY; i++) {
        if (sizes[i] != size)
            continue;
        char what[48];
        snprintf(what, sizeof what, "message %zu of %d at once", i, COMPANY);
        memcpy(got.digest, digests + i * digest_size, digest_size);
        enum verdict verdict = judge(what, status, expected, &got, digest_size, message);
        if (verdict != VERDICT_RIGHT)
            return verdict;
    }
    return VERDICT_RIGHT;
}

/* Pieces of DATA in one call of `many`, against B one at a time. */
static enum verdict random_company(const struct hash_ops *ops_a, void *context_a, const struct hash_ops *ops_b,
                                   void *context_b, const uint8_t *data, size_t size, struct random *random,
                                   size_t digest_size, struct message *message)
{
    const uint8_t *messages[COMPANY];
    size_t sizes[COMPANY], count = (size_t)random_below(random, COMPANY + 1);
    uint8_t digests[COMPANY * DIGEST_SIZE_MAX];
    size_t longest = size < 200 ? size : 200;
    for (size_t i = 0; i < count; i++) {
        sizes[i] = (size_t)random_below(random, longest + 1);
        messages[i] = data + random_below(random, size - sizes[i] + 1);
    }
    enum status status = ops_a->many(context_a, messages, sizes, count, digests);
    for (size_t i = 0; i < count; i++) {
        char what[80];
        uint8_t alone[DIGEST_SIZE_MAX];
        struct guarded got;
        snprintf(what, sizeof what, "message %zu of %zu at once, of %zu byte%s", i, count, sizes[i], plural(sizes[i]));
        memset(&got, CANARY, sizeof got);
        memcpy(got.digest, digests + i * digest_size, digest_size);
        enum status status_b = whole(ops_b, context_b, messages[i], sizes[i], alone);
        enum verdict verdict = judge(what, status != STATUS_OK ? status : status_b, alone, &got, digest_size, message);
        if (verdict != VERDICT_RIGHT)
            return verdict;
    }
    return VERDICT_RIGHT;
}

static enum verdict known_answer(const struct primitive *primitive, const struct contender *contender,
                                 const json_t *vector, enum thoroughness thoroughness, struct message *message)
{
    const struct hash_ops *ops = (const struct hash_ops *)contender->ops;
    size_t digest_size = primitive_output_size(primitive), size, expected_size;
    enum verdict verdict = VERDICT_MALFORMED;
    uint8_t *expected = NULL;
    void *context = NULL;
    struct guarded got;
    uint8_t *data = vector_message(vector, &size, message);
    if (data == NULL)
        goto done;
    expected = vector_bytes(vector, "digest", &expected_size, message);
    if (expected == NULL)
        goto done;
    if (expected_size != digest_size) {
        fail(message, STATUS_BAD_LENGTH, "field 'digest' has %zu byte%s, expected %zu", expected_size, plural(expected_size), digest_size);
        goto done;
    }
    verdict = VERDICT_RIGHT;
    if (thoroughness == READ)
        goto done;
    verdict = VERDICT_WRONG;
    context = contender_context(contender, message);
    if (context == NULL)
        goto done;
    memset(&got, CANARY, sizeof got);
    verdict = judge("whole", whole(ops, context, data, size, got.digest), expected, &got, digest_size, message);
    if (verdict == VERDICT_RIGHT && thoroughness == EVERY_WAY)
        verdict = feed_every_way(ops, context, data, size, expected, digest_size, message);
    if (verdict == VERDICT_RIGHT && thoroughness == EVERY_WAY && ops->many != NULL)
        verdict = in_company(ops, context, data, size, expected, digest_size, message);

done:
    contender_context_free(contender, context);
    free(expected);
    free(data);
    return verdict;
}

static enum verdict random_case(const struct primitive *primitive, const struct contender *a, void *context_a,
                                const struct contender *b, void *context_b, struct random *random,
                                struct message *message)
{
    static const size_t offsets = 16;
    const struct hash_ops *ops_a = (const struct hash_ops *)a->ops;
    const struct hash_ops *ops_b = b != NULL ? (const struct hash_ops *)b->ops : ops_a;
    size_t size = random_length(random, RANDOM_MESSAGE_MAX);
    size_t offset = (size_t)random_below(random, offsets);
    size_t first = (size_t)random_below(random, size + 1), piece = (size_t)random_below(random, 200);
    uint8_t *memory = malloc(size + offsets);
    if (memory == NULL) {
        fail(message, STATUS_NO_MEMORY, "not enough memory");
        return VERDICT_WRONG;
    }
    uint8_t *data = memory + offset;
    random_fill(random, data, size);
    struct guarded from_a, from_b;
    memset(&from_a, CANARY, sizeof from_a);
    memset(&from_b, CANARY, sizeof from_b);
    char what[160], fed[64];
    snprintf(what, sizeof what, "message of %zu byte%s, misaligned by %zu, fed %s", size, plural(size), offset,
             describe_feeding(fed, sizeof fed, first, piece));
    enum status status_a = ops_a->init == NULL ? whole(ops_a, context_a, data, size, from_a.digest)
                                               : feed(ops_a, context_a, data, size, first, piece, from_a.digest);
    enum status status_b = whole(ops_b, b != NULL ? context_b : context_a, data, size, from_b.digest);
    size_t digest_size = primitive_output_size(primitive);
    enum verdict verdict = judge(what, status_b, from_b.digest, &from_b, digest_size, message);
    if (verdict == VERDICT_RIGHT)
        verdict = judge(what, status_a, from_b.digest, &from_a, digest_size, message);
    if (verdict == VERDICT_RIGHT && ops_a->many != NULL && random_below(random, 8) == 0)
        verdict = random_company(ops_a, context_a, ops_b, b != NULL ? context_b : context_a, data, size, random, digest_size,
                                 message);
    if (verdict == VERDICT_RIGHT && b != NULL && ops_b->many != NULL && random_below(random, 8) == 0)
        verdict = random_company(ops_b, context_b, ops_a, context_a, data, size, random, digest_size, message);
    free(memory);
    return verdict;
}

static const char *const fields[] = {"alg", "msg", "msg_unit", "msg_unit_count", "digest", "note", "source", NULL};

const struct checker hash_checker = {CLASS_HASH, fields, known_answer, random_case};
const struct checker checksum_checker = {CLASS_CHECKSUM, fields, known_answer, random_case};

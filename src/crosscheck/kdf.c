/* SPDX-License-Identifier: MIT */
/* Checks of password hashes and key derivations. */
#include "crosscheck/crosscheck.h"

#include "util/units.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CANARY_SIZE = 32, CANARY = 0xc3, OFFSETS = 4, OUT_MAX = 4096, BCRYPT_TEXT = 60 };

/* A KDF in the hands of one contender, its inputs, and room for its output between canaries. */
struct subject {
    const struct primitive *primitive;
    const struct kdf_ops *ops;
    void *context;
    struct kdf_input input;
    uint8_t got[OUT_MAX + OFFSETS + 2 * CANARY_SIZE];
};

static bool holds_only(const uint8_t *bytes, size_t size, uint8_t value)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != value)
            return false;
    return true;
}

/* Where the output stands, OFFSET bytes off. */
static uint8_t *output(struct subject *subject, size_t offset)
{
    return subject->got + CANARY_SIZE + offset;
}

/* One derivation into an output OFFSET bytes off, with a workspace that holds something else before. */
static enum verdict derive(struct subject *subject, size_t offset, size_t out_size, struct message *message)
{
    const size_t size = subject->ops->workspace_size(subject->context, &subject->input);
    uint8_t *workspace = size != SIZE_MAX ? aligned_zeroed(size) : NULL;
    if (workspace == NULL) {
        fail(message, STATUS_NO_MEMORY, "no workspace for these parameters");
        return VERDICT_WRONG;
    }
    memset(workspace, CANARY, size);
    memset(subject->got, CANARY, sizeof subject->got);
    const enum status status =
        subject->ops->derive(subject->context, &subject->input, workspace, output(subject, offset), out_size);
    const bool wiped = holds_only(workspace, size, 0);
    aligned_free(workspace);
    if (status != STATUS_OK) {
        fail(message, status, "output of %zu byte%s: %s", out_size, plural(out_size), status_text(status));
        return VERDICT_WRONG;
    }
    const uint8_t *end = output(subject, offset) + out_size;
    if (!holds_only(subject->got, CANARY_SIZE + offset, CANARY) ||
        !holds_only(end, (size_t)(subject->got + sizeof subject->got - end), CANARY)) {
        fail(message, STATUS_FAILED, "wrote beyond its output of %zu byte%s", out_size, plural(out_size));
        return VERDICT_WRONG;
    }
    if (!wiped) {
        fail(message, STATUS_FAILED, "the workspace was not wiped");
        return VERDICT_WRONG;
    }
    return VERDICT_RIGHT;
}

/* ------------------------------------------------------------------------------------------------ refusals */

struct refusal {
    const char *unit;
    const char *what;
    struct kdf_cost cost;
    size_t out_size;
};

static const struct refusal refusals[] = {
    {"pbkdf2", "0 iterations", {0, 0, 0, 0}, 32},
    {"pbkdf2", "an output of 0 bytes", {1, 0, 0, 0}, 0},
    {"scrypt", "N = 0", {0, 0, 8, 1}, 32},
    {"scrypt", "N = 1", {1, 0, 8, 1}, 32},
    {"scrypt", "N = 3, which is no power of two", {3, 0, 8, 1}, 32},
    {"scrypt", "N = 2^16 with r = 1", {65536, 0, 1, 1}, 32},
    {"scrypt", "r = 0", {2, 0, 0, 1}, 32},
    {"scrypt", "p = 0", {2, 0, 8, 0}, 32},
    {"scrypt", "r p = 2^30", {2, 0, 1 << 15, 1 << 15}, 32},
    {"scrypt", "r p beyond 32 bits", {2, 0, UINT32_MAX, UINT32_MAX}, 32},
    {"scrypt", "an output of 0 bytes", {2, 0, 1, 1}, 0},
    {"bcrypt", "cost 3", {3, 0, 0, 0}, 23},
    {"bcrypt", "cost 32", {32, 0, 0, 0}, 23},
    {"bcrypt", "an output of 22 bytes", {4, 0, 0, 0}, 22},
    {"argon2", "0 passes", {0, 32, 0, 4}, 32},
    {"argon2", "2^32 passes", {UINT64_C(1) << 32, 32, 0, 4}, 32},
    {"argon2", "0 lanes", {1, 32, 0, 0}, 32},
    {"argon2", "2^24 lanes", {1, UINT32_MAX, 0, 1 << 24}, 32},
    {"argon2", "31 KiB for 4 lanes", {1, 31, 0, 4}, 32},
    {"argon2", "a tag of 3 bytes", {1, 32, 0, 4}, 3},
};

static struct kdf_input with_cost(struct kdf_input input, const struct kdf_cost *cost)
{
    input.cost = cost->cost;
    input.memory_kib = cost->memory_kib;
    input.block_size = cost->block_size;
    input.lanes = cost->lanes;
    return input;
}

/* What the standard does not have is refused, and the output stays as it was. */
static enum verdict try_refusals(struct subject *subject, struct message *message)
{
    static const uint8_t salt[16];
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const struct refusal *refusal = &refusals[i];
        if (strcmp(refusal->unit, subject->primitive->unit) != 0)
            continue;
        struct kdf_input input = with_cost((struct kdf_input){.salt = salt, .salt_size = sizeof salt}, &refusal->cost);
        memset(subject->got, CANARY, sizeof subject->got);
        /* Refused before the workspace is touched, unless all that is wrong is the output's length. */
        const size_t size = subject->ops->workspace_size(subject->context, &input);
        void *workspace = aligned_zeroed(size != SIZE_MAX ? size : 0);
        const enum status status = workspace == NULL ? STATUS_OK
                                                     : subject->ops->derive(subject->context, &input, workspace,
                                                                            output(subject, 0), refusal->out_size);
        aligned_free(workspace);
        if (status == STATUS_OK || !holds_only(subject->got, sizeof subject->got, CANARY)) {
            fail(message, STATUS_FAILED, "%s: %s", refusal->what,
                 status == STATUS_OK ? "not refused" : "refused, but the output was written to");
            return VERDICT_WRONG;
        }
    }
    return VERDICT_RIGHT;
}

/* ------------------------------------------------------------------------------------------- known answers */

/* "$2b$05$" and the salt, then the digest, in the alphabet of bcrypt. */
static void encode_bcrypt(char *text, uint64_t cost, const uint8_t *salt, const uint8_t *digest)
{
    static const char alphabet[] = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    const struct {
        const uint8_t *bytes;
        size_t size;
    } parts[2] = {{salt, 16}, {digest, 23}};
    text += snprintf(text, BCRYPT_TEXT, "$2b$%02u$", (unsigned)(cost % 100));
    for (size_t part = 0; part < 2; part++) {
        uint32_t bits = 0;
        unsigned count = 0;
        for (size_t i = 0; i < parts[part].size; i++) {
            bits = bits << 8 | parts[part].bytes[i];
            for (count += 8; count >= 6; count -= 6)
                *text++ = alphabet[bits >> (count - 6) & 63];
        }
        if (count != 0)
            *text++ = alphabet[bits << (6 - count) & 63];
    }
    *text = '\0';
}

/* What a vector expects. */
struct expected {
    uint8_t *bytes;   /* or NULL */
    const char *text; /* bcrypt's string, or NULL */
    size_t size;      /* of the output */
};

static enum verdict compare(struct subject *subject, size_t offset, const struct expected *expected,
                            struct message *message)
{
    const uint8_t *got = output(subject, offset);
    if (expected->text == NULL)
        return compare_bytes("derived key", expected->bytes, got, expected->size, message);
    char text[BCRYPT_TEXT + 1];
    encode_bcrypt(text, subject->input.cost, subject->input.salt, got);
    if (strcmp(text, expected->text) == 0)
        return VERDICT_RIGHT;
    fail(message, STATUS_FAILED, "expected %s\n  got      %s", expected->text, text);
    return VERDICT_WRONG;
}

/* The same with every input and the output off alignment; nothing of the inputs may change. */
static enum verdict try_moved(struct subject *subject, size_t offset, const struct expected *expected,
                              struct message *message)
{
    const struct kdf_input given = subject->input;
    const struct {
        const uint8_t **bytes;
        const uint8_t *from;
        size_t size;
    } parts[] = {{&subject->input.password, given.password, given.password_size},
                 {&subject->input.salt, given.salt, given.salt_size},
                 {&subject->input.secret, given.secret, given.secret_size},
                 {&subject->input.associated, given.associated, given.associated_size}};
    size_t size = 0;
    for (size_t i = 0; i < 4; i++)
        size += parts[i].size;
    uint8_t *moved = aligned_zeroed(size + offset);
    if (moved == NULL) {
        fail(message, STATUS_NO_MEMORY, "not enough memory");
        return VERDICT_WRONG;
    }
    uint8_t *at = moved + offset;
    for (size_t i = 0; i < 4; i++) {
        if (parts[i].size != 0)
            memcpy(at, parts[i].from, parts[i].size);
        /* A null pointer stands for no bytes. */
        *parts[i].bytes = parts[i].size != 0 ? at : NULL;
        at += parts[i].size;
    }
    enum verdict verdict = derive(subject, offset, expected->size, message);
    if (verdict == VERDICT_RIGHT)
        verdict = compare(subject, offset, expected, message);
    for (size_t i = 0; i < 4 && verdict == VERDICT_RIGHT; i++)
        if (parts[i].size != 0 && memcmp(*parts[i].bytes, parts[i].from, parts[i].size) != 0) {
            fail(message, STATUS_FAILED, "an input was written to");
            verdict = VERDICT_WRONG;
        }
    subject->input = given;
    aligned_free(moved);
    return verdict;
}

/* The field NAME as bytes; none where it is absent. */
static uint8_t *optional_bytes(const json_t *vector, const char *name, size_t *size, struct message *message)
{
    *size = 0;
    return json_object_get(vector, name) == NULL ? calloc(1, 1) : vector_bytes(vector, name, size, message);
}

/* Whether VECTOR has the length of its output right, where it says one, and inputs of its algorithm alone. */
static bool check_form(const struct primitive *primitive, const json_t *vector, size_t size, struct message *message)
{
    static const char *const lengths[] = {"dklen", "taglen"}, *const inputs[] = {"ad", "secret"};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        const uint64_t given = vector_number(vector, lengths[i], size);
        if (given != size) {
            fail(message, STATUS_BAD_PARAMETER, "field '%s' is %" PRIu64 ", expected %zu, the bytes of 'hash'", lengths[i], given,
                 size);
            return false;
        }
    }
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        if (strcmp(primitive->unit, "argon2") != 0 && json_object_get(vector, inputs[i]) != NULL) {
            fail(message, STATUS_BAD_PARAMETER, "field '%s' is given, expected none: %s has no such input", inputs[i],
                 primitive->name);
            return false;
        }
    }
    return true;
}

/*
 * The field `hash` of a bcrypt VECTOR: its form, and the cost and the salt in it, which are those of INPUT.  A password ends
 * at its first zero byte, and so has none.
 */
static enum verdict check_bcrypt(const json_t *vector, const struct kdf_input *input, const char **hash,
                                 struct message *message)
{
    static const uint8_t no_digest[23];
    enum { SALT_AT = 7, SALT_TEXT = 22 };
    const json_t *value = json_object_get(vector, "hash");
    char text[BCRYPT_TEXT + 1];
    *hash = json_string_value(value);
    if (*hash == NULL || strlen(*hash) != BCRYPT_TEXT || strncmp(*hash, "$2b$", 4) != 0 ||
        (*hash)[SALT_AT - 1] != '$') {
        fail(message, STATUS_BAD_PARAMETER, "field 'hash' is %s%.80s%s, expected $2b$, cost, $, salt and digest",
             *hash != NULL ? "'" : value == NULL ? "missing" : "no string", *hash != NULL ? *hash : "",
             *hash != NULL ? "'" : "");
        return VERDICT_MALFORMED;
    }
    if (input->salt_size != 16) {
        fail(message, STATUS_BAD_LENGTH, "salt of %zu byte%s; bcrypt allows 16", input->salt_size, plural(input->salt_size));
        return VERDICT_REFUSED;
    }
    if (input->password_size != 0 && memchr(input->password, 0, input->password_size) != NULL) {
        fail(message, STATUS_BAD_PARAMETER, "field 'password' has a zero byte; bcrypt allows none");
        return VERDICT_REFUSED;
    }
    encode_bcrypt(text, input->cost, input->salt, no_digest);
    const bool same_cost = strncmp(text, *hash, SALT_AT) == 0;
    if (same_cost && strncmp(text, *hash, SALT_AT + SALT_TEXT) == 0)
        return VERDICT_RIGHT;
    fail(message, STATUS_BAD_PARAMETER, "field 'hash' begins with '%.*s', expected '%.*s' as field '%s' says",
         SALT_AT + SALT_TEXT, *hash, SALT_AT + SALT_TEXT, text, same_cost ? "salt" : "cost");
    return VERDICT_MALFORMED;
}

/* Costs that are in range one by one, but not together. */
static enum verdict refuse_cost(const struct primitive *primitive, const struct kdf_input *input, struct message *message)
{
    if (strcmp(primitive->unit, "scrypt") == 0)
        fail(message, STATUS_BAD_PARAMETER, "fields 'N', 'r' and 'p' are %" PRIu64 ", %u and %u; %s allows an N that is a "
             "power of two below 2^(16 r), and r p below 2^30", input->cost, (unsigned)input->block_size, (unsigned)input->lanes,
             primitive->name);
    else if (strcmp(primitive->unit, "argon2") == 0)
        fail(message, STATUS_BAD_PARAMETER, "fields 'm' and 'p' are %u and %u; %s allows an m from 8 p",
             (unsigned)input->memory_kib, (unsigned)input->lanes, primitive->name);
    else
        fail(message, STATUS_BAD_PARAMETER, "the cost is %" PRIu64 ", outside what %s allows", input->cost, primitive->name);
    return VERDICT_REFUSED;
}

/* What a vector may cost, so that it ends within minutes: iterations, passes, or log2 of them; memory is its own limit. */
static uint64_t cost_limit(const struct primitive *primitive)
{
    return strcmp(primitive->unit, "pbkdf2") == 0 ? 100000000 : strcmp(primitive->unit, "bcrypt") == 0 ? 20 : 1 << 24;
}

static const char *cost_name(const struct primitive *primitive)
{
    static const char *const names[][2] = {{"pbkdf2", "iterations"}, {"scrypt", "N"}, {"bcrypt", "cost"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i][0], primitive->unit) == 0)
            return names[i][1];
    return "t";
}

static enum verdict known_answer(const struct primitive *primitive, const struct contender *contender,
                                 const json_t *vector, enum thoroughness thoroughness, struct message *message)
{
    enum verdict verdict = VERDICT_MALFORMED;
    struct expected expected = {0};
    struct kdf_input input = {0};
    struct subject *subject = calloc(1, sizeof *subject);
    uint8_t *password = vector_bytes(vector, "password", &input.password_size, message);
    uint8_t *salt = vector_bytes(vector, "salt", &input.salt_size, message);
    uint8_t *secret = optional_bytes(vector, "secret", &input.secret_size, message);
    uint8_t *associated = optional_bytes(vector, "ad", &input.associated_size, message);
    if (subject == NULL || password == NULL || salt == NULL || secret == NULL || associated == NULL)
        goto done;
    input.password = password;
    input.salt = salt;
    input.secret = secret;
    input.associated = associated;
    input.memory_kib = (uint32_t)vector_number(vector, "m", 0);
    input.block_size = (uint32_t)vector_number(vector, "r", 0);
    input.lanes = (uint32_t)vector_number(vector, "p", 0);
    input.cost = vector_number(vector, cost_name(primitive), 0);
    if (strcmp(primitive->unit, "bcrypt") == 0) {
        expected.size = primitive_output_size(primitive);
        verdict = check_bcrypt(vector, &input, &expected.text, message);
        if (verdict != VERDICT_RIGHT)
            goto done;
        verdict = VERDICT_MALFORMED;
    } else {
        expected.bytes = vector_bytes(vector, "hash", &expected.size, message);
        if (expected.bytes == NULL)
            goto done;
        const size_t least = strcmp(primitive->unit, "argon2") == 0 ? 4 : 1;
        if (expected.size < least || expected.size > OUT_MAX) {
            fail(message, STATUS_BAD_LENGTH, "field 'hash' has %zu byte%s, expected %zu to %d", expected.size,
                 plural(expected.size), least, OUT_MAX);
            goto done;
        }
    }
    if (!check_form(primitive, vector, expected.size, message))
        goto done;
    if (input.cost > cost_limit(primitive)) {
        fail(message, STATUS_BAD_PARAMETER, "field '%s' is %" PRIu64 ", expected at most %" PRIu64 " in a vector",
             cost_name(primitive), input.cost, cost_limit(primitive));
        goto done;
    }
    verdict = VERDICT_WRONG;
    subject->primitive = primitive;
    subject->ops = (const struct kdf_ops *)contender->ops;
    subject->input = input;
    subject->context = contender_context(contender, message);
    if (subject->context == NULL)
        goto done;
    if (subject->ops->workspace_size(subject->context, &input) == SIZE_MAX) {
        verdict = refuse_cost(primitive, &input, message);
        goto done;
    }
    verdict = VERDICT_RIGHT;
    if (thoroughness == READ)
        goto done;
    verdict = derive(subject, 0, expected.size, message);
    if (verdict == VERDICT_RIGHT)
        verdict = compare(subject, 0, &expected, message);
    if (verdict == VERDICT_RIGHT && thoroughness == EVERY_WAY)
        verdict = try_refusals(subject, message);
    /* Again on the same context, which must hold nothing of the last time. */
    for (size_t offset = 1; offset < OFFSETS && verdict == VERDICT_RIGHT && thoroughness == EVERY_WAY; offset++)
        verdict = try_moved(subject, offset, &expected, message);

done:
    if (subject != NULL)
        contender_context_free(contender, subject->context);
    free(subject);
    free(expected.bytes);
    free(associated);
    free(secret);
    free(salt);
    free(password);
    return verdict;
}

/* -------------------------------------------------------------------------------------------- random cases */

static enum verdict random_case(const struct primitive *primitive, const struct contender *a, void *context_a,
                                const struct contender *b, void *context_b, struct random *random,
                                struct message *message)
{
    enum { PASSWORD_MAX = 300, SALT_MAX = 100, EXTRA_MAX = 40 };
    uint8_t bytes[PASSWORD_MAX + SALT_MAX + 2 * EXTRA_MAX];
    struct kdf_input input = {.password = bytes,
                              .password_size = random_length(random, PASSWORD_MAX),
                              .salt = bytes + PASSWORD_MAX,
                              .salt_size = random_below(random, SALT_MAX + 1)};
    size_t out_size = 1 + random_below(random, 200);
    random_fill(random, bytes, sizeof bytes);
    if (strcmp(primitive->unit, "pbkdf2") == 0) {
        input.cost = 1 + random_below(random, 20);
    } else if (strcmp(primitive->unit, "scrypt") == 0) {
        input.cost = UINT64_C(2) << random_below(random, 6);
        input.block_size = 1 + (uint32_t)random_below(random, 9);
        input.lanes = 1 + (uint32_t)random_below(random, 4);
    } else if (strcmp(primitive->unit, "bcrypt") == 0) {
        input.cost = 4;
        input.salt_size = 16;
        input.password_size %= 80;
        out_size = 23;
        for (size_t i = 0; i < input.password_size; i++)
            bytes[i] |= bytes[i] == 0;
    } else {
        input.cost = 1 + random_below(random, 3);
        input.lanes = 1 + (uint32_t)random_below(random, 4);
        input.memory_kib = 8 * input.lanes + (uint32_t)random_below(random, 200);
        input.salt_size = 8 + random_below(random, SALT_MAX - 7);
        input.secret = bytes + PASSWORD_MAX + SALT_MAX;
        input.secret_size = random_below(random, EXTRA_MAX + 1);
        input.associated = bytes + PASSWORD_MAX + SALT_MAX + EXTRA_MAX;
        input.associated_size = random_below(random, EXTRA_MAX + 1);
        out_size += 3;
    }
    struct subject mine = {.primitive = primitive,
                           .ops = (const struct kdf_ops *)a->ops,
                           .context = context_a,
                           .input = input};
    struct subject theirs = mine;
    if (b != NULL) {
        theirs.ops = (const struct kdf_ops *)b->ops;
        theirs.context = context_b;
    }
    enum verdict verdict = derive(&theirs, 0, out_size, message);
    const struct expected expected = {.bytes = output(&theirs, 0), .size = out_size};
    return verdict == VERDICT_RIGHT ? try_moved(&mine, (size_t)random_below(random, OFFSETS), &expected, message) : verdict;
}

static const char *const fields[] = {"alg", "password", "salt",   "iterations", "N",  "r",       "p",    "dklen",  "cost",
                                     "t",   "m",        "taglen", "secret",     "ad", "version", "hash", "source", NULL};

const struct checker kdf_checker = {CLASS_KDF, fields, known_answer, random_case};

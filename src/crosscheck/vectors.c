/* SPDX-License-Identifier: MIT */
#include "crosscheck/vectors.h"

#include "crosscheck/public_key_forms.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The vectors of a public-key file, {"scheme": ..., "vectors": [...]}, each with its scheme; takes over the reference. */
static json_t *take_scheme(const char *name, json_t *file, struct message *message)
{
    static const char *const known[] = {"scheme", "vectors", "checked_by", "conventions", "count", "note", "source"};
    json_t *scheme = json_object_get(file, "scheme"), *vectors = json_object_get(file, "vectors"), *value, *vector;
    const char *text = json_string_value(scheme), *field;
    size_t index;
    if (text == NULL || !json_is_array(vectors)) {
        fail(message, STATUS_BAD_PARAMETER,
             "%s: line 1: an object without %s, expected {\"scheme\": \"RSA\", \"vectors\": [...]} of a public-key scheme, or an array",
             name, text == NULL ? "a string \"scheme\"" : "an array \"vectors\"");
        goto failed;
    }
    if (check_scheme(text, message) != STATUS_OK) {
        struct message detail = *message;
        fail(message, STATUS_BAD_PARAMETER, "%s: line 1: %.800s", name, detail.text);
        goto failed;
    }
    json_object_foreach(file, field, value)
    {
        size_t i = 0;
        while (i < sizeof known / sizeof known[0] && strcmp(known[i], field) != 0)
            i++;
        if (i == sizeof known / sizeof known[0]) {
            fail(message, STATUS_BAD_PARAMETER, "%s: line 1: unknown field '%.64s' beside \"scheme\" and \"vectors\"", name, field);
            goto failed;
        }
    }
    json_array_foreach(vectors, index, vector)
    {
        if (json_is_object(vector)) {
            json_object_set(vector, "alg", scheme);
            json_object_set(vector, "scheme", scheme);
        }
    }
    json_incref(vectors);
    json_decref(file);
    return vectors;

failed:
    json_decref(file);
    return NULL;
}

/* Whether ENTRY, the member of a parameter file for SCHEME, is {field: number}, or {size: {field: number}}. */
static enum status check_entry(const char *name, const char *scheme, json_t *entry, struct message *message)
{
    const char *field, *inner;
    json_t *value, *number;
    size_t keys = 0, numbers = 0;
    if (!json_is_object(entry) || json_object_size(entry) == 0)
        return fail(message, STATUS_BAD_PARAMETER, "%s: '%.64s' is %s, expected {size: {field: number}}", name, scheme,
                    json_is_object(entry) ? "empty" : "no object");
    json_object_foreach(entry, field, value)
    {
        keys += json_is_object(value);
        numbers += json_is_string(value) && strcmp(field, "origin") != 0;
        if (!json_is_object(value) && !json_is_string(value))
            return fail(message, STATUS_BAD_PARAMETER, "%s: '%.64s' of '%.64s' is neither a key nor a number, expected an object or "
                        "a string of hex digits", name, field, scheme);
        if (json_is_object(value) && json_object_size(value) == 0)
            return fail(message, STATUS_BAD_PARAMETER, "%s: the key '%.64s' of '%.64s' is empty, expected {field: number}", name,
                        field, scheme);
        json_object_foreach(value, inner, number)
        {
            if (!json_is_string(number))
                return fail(message, STATUS_BAD_PARAMETER, "%s: the key '%.64s' of '%.64s': field '%.64s' is no string, expected "
                            "hex digits", name, field, scheme, inner);
        }
    }
    if (keys != 0 && numbers != 0)
        return fail(message, STATUS_BAD_PARAMETER, "%s: '%.64s' has keys beside numbers, expected either", name, scheme);
    return STATUS_OK;
}

/* What ENTRY, a scheme's member of a parameter file, has for the key NAME: fields, by size or the same for all sizes. */
static json_t *parameters_of(json_t *entry, const char *name)
{
    const char *field;
    json_t *value, *own = json_object_get(entry, name);
    bool by_size = false;
    if (json_is_object(own))
        return own;
    json_object_foreach(entry, field, value)
    {
        /* A key may be called by its size and what it is for. */
        if (json_is_object(value) && strncmp(field, name, strlen(name)) == 0 && field[strlen(name)] == '_')
            return value;
        by_size = by_size || json_is_object(value);
    }
    return by_size ? NULL : entry;
}

/* Gives VECTOR, the one with INDEX, its key of SCHEMES, the content of the file NAME. */
static enum status take_key(json_t *vector, size_t index, const char *name, const json_t *schemes, struct message *message)
{
    const struct form *form = vector_form(vector);
    char key[64], own_name[32];
    if (form == NULL)
        return STATUS_OK;
    vector_key_name(form, vector, key, sizeof key);
    const char *slash = strchr(key, '/');
    snprintf(own_name, sizeof own_name, "%" PRIu64, vector_number(vector, "size", 0));
    json_t *entry = parameters_of(json_object_get(schemes, form->key), slash != NULL ? slash + 1 : own_name);
    if (entry != NULL) {
        json_t *own = json_copy(entry);
        (void)json_object_set_new(own, "origin", json_string(name)); /* for messages */
        if (json_object_set_new(vector, "parameters", own) != 0)
            return fail(message, STATUS_NO_MEMORY, "%s: not enough memory", name);
    } else if (json_object_get(vector, "parameters") == NULL)
        return fail(message, STATUS_BAD_PARAMETER, "%s: no key '%s', which vector %zu needs, expected one in this file", name, key,
                    index);
    return STATUS_OK;
}

enum status vectors_take_parameters(json_t *vectors, const char *name, const char *text, size_t size,
                                    struct message *message)
{
    json_error_t error;
    json_t *schemes = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error), *vector, *entry;
    const char *scheme;
    size_t index;
    enum status status = STATUS_OK;
    if (schemes == NULL || !json_is_object(schemes)) {
        status = fail(message, STATUS_BAD_PARAMETER, "%s: line %d: %s", name, schemes == NULL ? error.line : 1,
                      schemes == NULL ? error.text : "not an object, expected {scheme: {size: {field: number}}}");
        json_decref(schemes);
        return status;
    }
    json_object_foreach(schemes, scheme, entry)
    {
        status = check_entry(name, scheme, entry, message);
        if (status != STATUS_OK)
            break;
    }
    for (index = 0; status == STATUS_OK && index < json_array_size(vectors); index++) {
        vector = json_array_get(vectors, index);
        status = take_key(vector, index, name, schemes, message);
    }
    json_decref(schemes);
    return status;
}

json_t *vectors_parse(const char *name, const char *text, size_t size, struct message *message)
{
    json_error_t error;
    json_t *vectors = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    if (vectors == NULL) {
        fail(message, STATUS_BAD_PARAMETER, "%s: line %d: %s", name, error.line, error.text);
        return NULL;
    }
    if (json_is_object(vectors))
        return take_scheme(name, vectors, message);
    if (!json_is_array(vectors)) {
        fail(message, STATUS_BAD_PARAMETER, "%s: line 1: not an array, expected an array of vectors", name);
        json_decref(vectors);
        return NULL;
    }
    return vectors;
}

static bool names_vector(const struct primitive *primitive, const char *algorithm)
{
    return same_name(primitive->id, algorithm) || same_name(primitive->name, algorithm) ||
           (primitive->vectors != NULL && same_name(primitive->vectors, algorithm));
}

/* Whether VECTOR's result is of the kind that primitives of CLASS have: PANAMA, say, is a hash and a cipher. */
static bool has_result_of(const json_t *vector, enum primitive_class class)
{
    switch (class) {
    case CLASS_HASH:
    case CLASS_CHECKSUM:
        return json_object_get(vector, "digest") != NULL;
    case CLASS_MAC:
        return json_object_get(vector, "tag") != NULL || json_object_get(vector, "mac") != NULL;
    case CLASS_BLOCK_CIPHER:
    case CLASS_MODE:
    case CLASS_STREAM_CIPHER:
        return json_object_get(vector, "digest") == NULL;
    default:
        return true;
    }
}

/* The line of FORM's unit: that of VECTOR's key and encoding, or as near as there is one. */
static const struct primitive *form_primitive(const struct form *form, const json_t *vector)
{
    const struct primitive *best = NULL;
    int best_score = -1;
    char key[64];
    vector_key_name(form, vector, key, sizeof key);
    for (size_t i = 0; i < registry_count; i++) {
        const struct primitive *line = &registry[i];
        if (line->key == NULL || strcmp(line->unit, form->unit) != 0)
            continue;
        /* ElGamal's signature of 1998 is Nyberg-Rueppel's: the scheme's own name decides. */
        int score = 4 * (strcmp(line->key, key) == 0) + 2 * (line->variant.option == form->option) +
                    (strncasecmp(line->id, form->scheme, strlen(form->scheme)) == 0);
        if (score > best_score) {
            best = line;
            best_score = score;
        }
    }
    return best;
}

const struct primitive *vector_primitive(const json_t *vector)
{
    const struct form *form = vector_form(vector);
    if (form != NULL || json_object_get(vector, "scheme") != NULL)
        return form != NULL ? form_primitive(form, vector) : NULL;
    const char *algorithm = json_string_value(json_object_get(vector, "alg"));
    const json_t *key = json_object_get(vector, "key");
    uint64_t rounds = vector_number(vector, "rounds", 0);
    const struct primitive *best = NULL;
    int best_score = -1;
    for (size_t i = 0; algorithm != NULL && i < registry_count; i++) {
        const struct primitive *line = &registry[i];
        if (!names_vector(line, algorithm))
            continue;
        /* Several lines may share a name: the one of the vector's kind, key size, and rounds is meant. */
        size_t key_size = json_is_string(key) ? json_string_length(key) / 2 : 0;
        int score = 8 * has_result_of(vector, line->class) + 4 * (key != NULL && line->key_size == key_size) +
                    2 * (key == NULL || primitive_takes_key_size(line, key_size)) +
                    (rounds != 0 && line->variant.rounds == rounds);
        if (score > best_score) {
            best = line;
            best_score = score;
        }
    }
    return best;
}

/* The first field of VECTOR that CHECKER does not know, or NULL. */
static const char *unknown_field(const struct checker *checker, const json_t *vector)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)vector, name, value)
    {
        const char *const *known = checker->fields;
        while (*known != NULL && strcmp(*known, name) != 0)
            known++;
        if (*known == NULL)
            return name;
    }
    return NULL;
}

/* Gives CONTENDER's variant the vector's rounds and effective key bits; false where its API has no way to set them. */
static bool adapt_variant(const json_t *vector, const struct primitive *primitive, struct contender *contender)
{
    unsigned rounds = (unsigned)vector_number(vector, "rounds", primitive->variant.rounds);
    bool native = strcmp(contender->via, "native") == 0;
    if (rounds != primitive->variant.rounds && !native)
        return false;
    contender->variant.rounds = rounds;
    contender->variant.option = (unsigned)vector_number(vector, "effective_bits", contender->variant.option);
    return true;
}

enum verdict vector_run(const json_t *vector, const struct primitive *primitive, const struct contender *contender,
                        enum thoroughness thoroughness, struct message *message)
{
    const struct checker *checker = checker_of(primitive->class);
    struct contender adapted = *contender;
    if (!adapt_variant(vector, primitive, &adapted)) {
        fail(message, STATUS_UNSUPPORTED, "libcrypto cannot set the rounds");
        return VERDICT_NOT_TAKEN;
    }
    message->status = STATUS_FAILED;
    enum verdict verdict = checker->known_answer(primitive, &adapted, vector, thoroughness, message);
    bool native = strcmp(contender->via, "native") == 0;
    if (verdict != VERDICT_WRONG || primitive->class > CLASS_KDF)
        return verdict;
    if (message->status == STATUS_NO_MEMORY)
        return VERDICT_NOT_TAKEN;
    /* What the contract refuses has no answer, and so no wrong one; what it takes, the other side must take too. */
    bool refused = message->status == STATUS_BAD_LENGTH || message->status == STATUS_BAD_PARAMETER ||
                   message->status == STATUS_LIMIT;
    return native && refused ? VERDICT_REFUSED : verdict;
}

static enum verdict run_one(const struct backend *backend, const json_t *vector, const char *contender_name,
                            enum thoroughness thoroughness, const struct vector_set *set, struct message *message)
{
    struct contender contender;
    contender_open(backend, set->primitive, contender_name, &contender);
    if (contender.ops != NULL)
        return vector_run(vector, set->primitive, &contender, thoroughness, message);
    fail(message, STATUS_UNSUPPORTED, "%s", contender.reason);
    return VERDICT_NOT_TAKEN;
}

/* Whether nobody here can run VECTOR, which is for PRIMITIVE (NULL: for none that is known): MESSAGE says why. */
static bool is_unknown(const json_t *vector, const struct primitive *primitive, struct message *message)
{
    const char *algorithm = json_string_value(json_object_get(vector, "alg"));
    const char *scheme = json_string_value(json_object_get(vector, "scheme"));
    const char *op = json_string_value(json_object_get(vector, "op"));
    if (primitive == NULL && scheme != NULL) {
        fail(message, STATUS_UNSUPPORTED, "unknown op '%.64s' of the scheme %.64s", op != NULL ? op : "", scheme);
        return true;
    }
    if (primitive == NULL) {
        char nearest[256];
        nearest_ids(nearest, sizeof nearest, algorithm);
        fail(message, STATUS_UNSUPPORTED, "unknown algorithm '%.64s'%s%s", algorithm, nearest[0] != '\0' ? "; nearest: " : "",
             nearest);
        return true;
    }
    const struct checker *checker = checker_of(primitive->class);
    const char *field = checker == NULL ? "alg" : unknown_field(checker, vector);
    if (field != NULL)
        fail(message, STATUS_UNSUPPORTED, "unknown field '%.64s'", field);
    return field != NULL;
}

/* One call of vectors_run. */
struct vector_run {
    const struct backend *backend;
    const char *name;
    const json_t *vectors;
    enum thoroughness thoroughness;
    const struct vector_listener *listener;
    bool *aside; /* by index: nobody runs it */
};

/*
 * The whole numbers of a vector that is not of a public-key scheme: which units have them (NULL: each whose checker knows
 * the field), and which; one that is needed changes the answer, and has no other value where it is absent.
 */
#define RANGE(name, units, min, max) {name, units, min, max, false, {0, 0, 0}}
#define NEEDED(name, units, min, max) {name, units, min, max, true, {0, 0, 0}}
#define VALUES(name, units, ...) {name, units, 0, 0, false, {__VA_ARGS__}}
static const struct number_field {
    const char *name;
    const char *units;
    uint64_t min, max;
    bool is_needed;
    unsigned values[3]; /* instead of a range */
} number_fields[] = {
    NEEDED("N", "scrypt", 2, INT64_MAX),
    RANGE("buffer_bytes", NULL, 1, INT64_MAX),
    NEEDED("cost", "bcrypt", 4, 31),
    RANGE("counter", "chacha20", 0, UINT32_MAX),
    RANGE("counter", "salsa20", 0, INT64_MAX),
    RANGE("dklen", "pbkdf2 scrypt", 1, INT64_MAX),
    RANGE("effective_bits", "rc2", 1, 1024),
    NEEDED("iterations", "pbkdf2", 1, INT64_MAX),
    NEEDED("m", "argon2", 8, UINT32_MAX),
    RANGE("msg_unit_count", NULL, 0, INT64_MAX),
    NEEDED("p", "argon2", 1, (1 << 24) - 1),
    NEEDED("p", "scrypt", 1, (1 << 30) - 1),
    RANGE("passes", NULL, 1, INT64_MAX),
    RANGE("plaintext_zero_bytes", NULL, 1, INT64_MAX),
    NEEDED("r", "scrypt", 1, (1 << 30) - 1),
    RANGE("rounds", "rc5 rc6 tea xtea", 1, 255),
    RANGE("rounds", "safer", 1, 13),
    RANGE("rounds", "diamond2", 1, 15),
    RANGE("rounds", "diamond2_lite", 1, 31),
    VALUES("rounds", "shark", 6, 0, 0),
    VALUES("rounds", "chacha20 salsa20", 8, 12, 20),
    NEEDED("t", "argon2", 1, UINT32_MAX),
    RANGE("taglen", "argon2", 4, INT64_MAX),
    VALUES("version", "argon2", 19, 0, 0),
};
#undef RANGE
#undef NEEDED
#undef VALUES

/* Whether UNIT is one of UNITS, which are separated by spaces. */
static bool lists_unit(const char *units, const char *unit)
{
    size_t length = strlen(unit);
    for (const char *at = strstr(units, unit); at != NULL; at = strstr(at + length, unit))
        if ((at == units || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

/* Whether NUMBER is one that FIELD has. */
static bool has_number(const struct number_field *field, uint64_t number)
{
    if (field->values[0] == 0)
        return number >= field->min && number <= field->max;
    for (size_t i = 0; i < sizeof field->values / sizeof field->values[0] && field->values[i] != 0; i++)
        if (field->values[i] == number)
            return true;
    return false;
}

/* "1 to 255", "from 0", "6", "8, 12, 20". */
static void describe_numbers(char *text, size_t size, const struct number_field *field)
{
    size_t used = 0;
    if (field->values[0] == 0 && field->max == INT64_MAX)
        snprintf(text, size, "from %" PRIu64, field->min);
    else if (field->values[0] == 0)
        snprintf(text, size, "%" PRIu64 " to %" PRIu64, field->min, field->max);
    for (size_t i = 0; i < sizeof field->values / sizeof field->values[0] && field->values[i] != 0 && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%u", i == 0 ? "" : ", ", field->values[i]);
}

static bool has_field(const struct number_field *field, const struct primitive *primitive)
{
    return field->units == NULL || lists_unit(field->units, primitive->unit);
}

/* The line of number_fields for the number that the INDEX-th calls so too: PRIMITIVE's own, or else the first. */
static const struct number_field *number_field_of(size_t index, const struct primitive *primitive)
{
    const struct number_field *first = NULL;
    for (size_t i = 0; i < sizeof number_fields / sizeof number_fields[0]; i++) {
        if (strcmp(number_fields[i].name, number_fields[index].name) != 0)
            continue;
        if (has_field(&number_fields[i], primitive))
            return &number_fields[i];
        first = first != NULL ? first : &number_fields[i];
    }
    return first;
}

/* VALUE, or NULL, which is FIELD of a vector for PRIMITIVE: malformed, or refused as out of range. */
static enum verdict check_number(const struct number_field *field, const json_t *value, const struct primitive *primitive,
                                 struct message *message)
{
    char allowed[64];
    const bool own = has_field(field, primitive), is_number = json_is_integer(value) && json_integer_value(value) >= 0;
    describe_numbers(allowed, sizeof allowed, field);
    if (value == NULL ? !own || !field->is_needed
                      : own && is_number && has_number(field, (uint64_t)json_integer_value(value)))
        return VERDICT_RIGHT;
    char *text = value != NULL ? json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    if (value == NULL)
        fail(message, STATUS_BAD_PARAMETER, "field '%s' is missing, expected a whole number; %s allows %s", field->name,
             primitive->name, allowed);
    else if (!own)
        fail(message, STATUS_BAD_PARAMETER, "field '%s' is %.80s, expected none: %s has no such number", field->name,
             text != NULL ? text : "", primitive->name);
    else
        fail(message, STATUS_BAD_PARAMETER, "field '%s' is %.80s%s; %s allows %s", field->name, text != NULL ? text : "",
             is_number ? "" : ", expected a whole number", primitive->name, allowed);
    free(text);
    return own && is_number ? VERDICT_REFUSED : VERDICT_MALFORMED;
}

/* The whole numbers of VECTOR, which is for PRIMITIVE. */
static enum verdict check_numbers(const json_t *vector, const struct primitive *primitive, struct message *message)
{
    enum verdict verdict = VERDICT_RIGHT;
    for (size_t i = 0; i < sizeof number_fields / sizeof number_fields[0] && verdict == VERDICT_RIGHT; i++) {
        const struct number_field *field = number_field_of(i, primitive);
        /* A MAC's counter is a byte string. */
        if (field == &number_fields[i] && (primitive->class != CLASS_MAC || strcmp(field->name, "counter") != 0))
            verdict = check_number(field, json_object_get(vector, field->name), primitive, message);
    }
    return verdict;
}

/* Fields of which a vector has one or the other, and those that say nothing without another. */
static enum status check_pairs(const json_t *vector, struct message *message)
{
    static const char *const either[][2] = {
        {"msg", "msg_unit"},        {"plaintext", "plaintext_zero_bytes"},  {"plaintext", "passes"}, {"counter", "nonce"},
        {"ciphertext", "passes"},   {"ciphertext", "plaintext_zero_bytes"}, {"mac", "tag"},          {"initial", "key"},
        {"initial", "plaintext"},   {"plaintext_zero_bytes", "passes"},     {"initial", "passes"},
        {"initial", "plaintext_zero_bytes"}, {"initial", "iv"}};
    static const char *const needs[][2] = {
        {"msg_unit_count", "msg_unit"},       {"buffer_bytes", "passes"},           {"direction", "passes"},
        {"sha256_of_final_buffer", "passes"}, {"sha256_of_all_64_outputs", "passes"}, {"a", "initial"},
        {"b", "initial"},                     {"first_32", "plaintext_zero_bytes"}, {"last_32", "plaintext_zero_bytes"},
        {"sha256_of_output", "plaintext_zero_bytes"}};
    for (size_t i = 0; i < sizeof either / sizeof either[0]; i++)
        if (json_object_get(vector, either[i][0]) != NULL && json_object_get(vector, either[i][1]) != NULL)
            return fail(message, STATUS_BAD_PARAMETER, "fields '%s' and '%s' are both given, expected one of them", either[i][0],
                        either[i][1]);
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++)
        if (json_object_get(vector, needs[i][0]) != NULL && json_object_get(vector, needs[i][1]) == NULL)
            return fail(message, STATUS_BAD_PARAMETER, "field '%s' is given without '%s', expected both or none", needs[i][0],
                        needs[i][1]);
    return STATUS_OK;
}

/*
 * What can be said of VECTOR before anybody runs it: VERDICT_MALFORMED, VERDICT_REFUSED as native code does, which keeps to
 * the contract whoever is asked, VERDICT_NOT_TAKEN where it is unknown, or else VERDICT_RIGHT.
 */
static enum verdict examine(const struct backend *backend, const json_t *vector, struct message *message)
{
    const struct primitive *primitive = vector_primitive(vector);
    const bool is_public_key = json_object_get(vector, "scheme") != NULL;
    struct message reason;
    struct contender native;
    if (is_public_key && check_public_key_vector(vector, message) != STATUS_OK)
        return VERDICT_MALFORMED;
    if (!is_public_key && primitive != NULL) {
        const enum verdict verdict = check_numbers(vector, primitive, message);
        if (verdict != VERDICT_RIGHT)
            return verdict;
        if (check_pairs(vector, message) != STATUS_OK)
            return VERDICT_MALFORMED;
    }
    if (is_unknown(vector, primitive, &reason)) {
        *message = reason;
        return VERDICT_NOT_TAKEN;
    }
    contender_open(backend, primitive, "native", &native);
    return native.ops != NULL ? vector_run(vector, primitive, &native, READ, message) : VERDICT_RIGHT;
}

/* Sets aside the vector with INDEX, as REFUSED or else unknown, for the reason in DETAIL. */
static void set_aside(const struct vector_run *run, struct vector_set *aside, size_t index, bool refused,
                      const struct message *detail)
{
    const bool told = strncmp(aside->note, detail->text, sizeof aside->note - 1) == 0;
    run->aside[index] = true;
    aside->unknown += !refused;
    aside->refused += refused;
    if (told)
        return;
    snprintf(aside->note, sizeof aside->note, "%.*s", (int)sizeof aside->note - 1, detail->text);
    run->listener->set_aside(run->listener->state, aside, index, refused);
}

static bool is_of(const json_t *vector, const char *algorithm)
{
    return strcmp(json_string_value(json_object_get(vector, "alg")), algorithm) == 0;
}

/* Sets aside the vectors of ASIDE's algorithm that nobody runs, and says why. */
static void set_all_aside(const struct vector_run *run, struct vector_set *aside)
{
    size_t index;
    const json_t *vector;
    json_array_foreach(run->vectors, index, vector)
    {
        struct message detail;
        if (run->aside[index] && is_of(vector, aside->algorithm))
            set_aside(run, aside, index, examine(run->backend, vector, &detail) == VERDICT_REFUSED, &detail);
    }
}

/* Whether VECTOR, the one with INDEX, is an object that names its algorithm, and has what that asks for. */
static enum status check_form(const struct vector_run *run, const json_t *vector, size_t index, struct message *message)
{
    struct message detail;
    if (!json_is_object(vector))
        return fail(message, STATUS_BAD_PARAMETER, "%s: vector %zu: not an object, expected one for each vector", run->name,
                    index);
    if (!json_is_string(json_object_get(vector, "alg")))
        return fail(message, STATUS_BAD_PARAMETER, "%s: vector %zu: no string 'alg', expected the algorithm's name", run->name,
                    index);
    const enum verdict verdict = examine(run->backend, vector, &detail);
    run->aside[index] = verdict == VERDICT_REFUSED || verdict == VERDICT_NOT_TAKEN;
    if (verdict != VERDICT_MALFORMED)
        return STATUS_OK;
    return fail(message, STATUS_BAD_PARAMETER, "%s: vector %zu (%.64s): %.800s", run->name, index,
                json_string_value(json_object_get(vector, "alg")), detail.text);
}

/* Runs the vectors of ASIDE's algorithm on CONTENDER; those that turn out to have no answer go to ASIDE. */
static enum status run_set(const struct vector_run *run, struct vector_set *aside, const char *contender,
                           struct message *message)
{
    const struct vector_listener *listener = run->listener;
    struct vector_set set = {.algorithm = aside->algorithm, .contender = contender};
    enum status status = STATUS_OK;
    for (size_t index = 0; index < json_array_size(run->vectors) && status == STATUS_OK; index++) {
        const json_t *vector = json_array_get(run->vectors, index);
        struct message detail;
        if (run->aside[index] || !is_of(vector, set.algorithm))
            continue;
        set.primitive = vector_primitive(vector);
        switch (run_one(run->backend, vector, contender, run->thoroughness, &set, &detail)) {
        case VERDICT_RIGHT:
            set.right++;
            break;
        case VERDICT_WRONG:
            set.wrong++;
            listener->wrong(listener->state, &set, index, vector, detail.text);
            break;
        case VERDICT_NOT_TAKEN:
            set.not_taken++;
            snprintf(set.note, sizeof set.note, "%s", detail.text);
            break;
        case VERDICT_REFUSED:
            set_aside(run, aside, index, true, &detail);
            break;
        case VERDICT_MALFORMED:
            status = fail(message, STATUS_BAD_PARAMETER, "%s: vector %zu (%s): %s", run->name, index, set.algorithm,
                          detail.text);
            break;
        }
    }
    if (set.right + set.wrong + set.not_taken != 0)
        listener->set_done(listener->state, &set);
    return status;
}

enum status vectors_run(const struct backend *backend, const char *name, const json_t *vectors,
                        const char *const *contenders, size_t count, enum thoroughness thoroughness,
                        const struct vector_listener *listener, struct message *message)
{
    size_t index;
    const json_t *vector;
    enum status status = STATUS_OK;
    struct vector_run run = {backend, name, vectors, thoroughness, listener,
                             calloc(json_array_size(vectors) + 1, sizeof *run.aside)};
    if (run.aside == NULL)
        return fail(message, STATUS_NO_MEMORY, "%s: not enough memory", name);
    for (index = 0; index < json_array_size(vectors) && status == STATUS_OK; index++)
        status = check_form(&run, json_array_get(vectors, index), index, message);
    if (status != STATUS_OK)
        goto done;
    json_array_foreach(vectors, index, vector)
    {
        struct vector_set aside = {.algorithm = json_string_value(json_object_get(vector, "alg"))};
        size_t before = 0;
        while (before < index && !is_of(json_array_get(vectors, before), aside.algorithm))
            before++;
        if (before < index)
            continue;
        set_all_aside(&run, &aside);
        for (size_t i = 0; i < count && status == STATUS_OK; i++)
            status = run_set(&run, &aside, contenders[i], message);
        if (aside.unknown + aside.refused != 0)
            listener->set_done(listener->state, &aside);
        if (status != STATUS_OK)
            break;
    }

done:
    free(run.aside);
    return status;
}

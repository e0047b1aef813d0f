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

/* Why nobody here can run VECTOR, or false. */
static bool is_unknown(const json_t *vector, struct vector_set *set)
{
    const char *scheme = json_string_value(json_object_get(vector, "scheme"));
    const char *op = json_string_value(json_object_get(vector, "op"));
    set->primitive = vector_primitive(vector);
    if (set->primitive == NULL && scheme != NULL) {
        snprintf(set->note, sizeof set->note, "unknown op '%.64s' of the scheme %.64s", op != NULL ? op : "", scheme);
        return true;
    }
    if (set->primitive == NULL) {
        char nearest[256];
        nearest_ids(nearest, sizeof nearest, set->algorithm);
        snprintf(set->note, sizeof set->note, "unknown algorithm '%.64s'%s%s", set->algorithm,
                 nearest[0] != '\0' ? "; nearest: " : "", nearest);
        return true;
    }
    const struct checker *checker = checker_of(set->primitive->class);
    const char *field = checker == NULL ? "alg" : unknown_field(checker, vector);
    if (field != NULL)
        snprintf(set->note, sizeof set->note, "unknown field '%.64s'", field);
    return field != NULL;
}

/* One call of vectors_run. */
struct vector_run {
    const struct backend *backend;
    const char *name;
    const json_t *vectors;
    const struct primitive *only;
    enum thoroughness thoroughness;
    const struct vector_listener *listener;
    bool *aside; /* by index: nobody runs it */
};

/* Sets aside the vectors of SET's algorithm that are unknown. */
static void find_unknown(const struct vector_run *run, struct vector_set *set)
{
    size_t index;
    const json_t *vector;
    json_array_foreach(run->vectors, index, vector)
    {
        char before[sizeof set->note];
        snprintf(before, sizeof before, "%s", set->note);
        if (strcmp(json_string_value(json_object_get(vector, "alg")), set->algorithm) != 0 || !is_unknown(vector, set))
            continue;
        run->aside[index] = true;
        set->unknown++;
        if (strcmp(before, set->note) != 0)
            run->listener->set_aside(run->listener->state, set, index, false);
    }
}

/* Runs the vectors of ASIDE's algorithm on CONTENDER; those that the algorithm does not allow go to ASIDE. */
static enum status run_set(const struct vector_run *run, struct vector_set *aside, const char *contender,
                           struct message *message)
{
    const struct vector_listener *listener = run->listener;
    struct vector_set set = {.algorithm = aside->algorithm, .contender = contender};
    size_t index;
    const json_t *vector;
    json_array_foreach(run->vectors, index, vector)
    {
        struct message detail;
        const char *own = json_string_value(json_object_get(vector, "alg"));
        if (run->aside[index] || strcmp(own, set.algorithm) != 0)
            continue;
        set.primitive = vector_primitive(vector);
        if (run->only != NULL && set.primitive != run->only)
            continue;
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
            run->aside[index] = true;
            aside->refused++;
            if (strncmp(aside->note, detail.text, sizeof aside->note - 1) != 0) {
                snprintf(aside->note, sizeof aside->note, "%.*s", (int)sizeof aside->note - 1, detail.text);
                listener->set_aside(listener->state, aside, index, true);
            }
            break;
        case VERDICT_MALFORMED:
            return fail(message, STATUS_BAD_PARAMETER, "%s: vector %zu (%s): %s", run->name, index, own, detail.text);
        }
    }
    if (set.right + set.wrong + set.not_taken != 0)
        listener->set_done(listener->state, &set);
    return STATUS_OK;
}

/*
 * The whole numbers of a vector that is not of a public-key scheme: which units have them (NULL: each whose checker knows
 * the field), and their range, within which the unit may allow less.
 */
static const struct number_field {
    const char *name;
    const char *units;
    uint64_t min, max;
} number_fields[] = {
    {"N", "scrypt", 0, INT64_MAX},
    {"buffer_bytes", NULL, 1, INT64_MAX},
    {"cost", "bcrypt", 0, INT64_MAX},
    {"counter", "chacha20 salsa20", 0, INT64_MAX},
    {"dklen", "pbkdf2 scrypt", 0, INT64_MAX},
    {"effective_bits", "rc2", 1, 1024},
    {"iterations", "pbkdf2", 0, INT64_MAX},
    {"m", "argon2", 0, UINT32_MAX},
    {"msg_unit_count", NULL, 0, INT64_MAX},
    {"p", "argon2 scrypt", 0, UINT32_MAX},
    {"passes", NULL, 1, INT64_MAX},
    {"plaintext_zero_bytes", NULL, 0, INT64_MAX},
    {"r", "scrypt", 0, UINT32_MAX},
    {"rounds", "chacha20 diamond2 diamond2_lite rc5 rc6 safer salsa20 shark tea xtea", 1, UINT32_MAX},
    {"t", "argon2", 0, INT64_MAX},
    {"taglen", "argon2", 0, INT64_MAX},
    {"version", "argon2", 19, 19},
};

/* Whether UNIT is one of UNITS, which are separated by spaces. */
static bool lists_unit(const char *units, const char *unit)
{
    size_t length = strlen(unit);
    for (const char *at = strstr(units, unit); at != NULL; at = strstr(at + length, unit))
        if ((at == units || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

/* Whether the whole numbers of VECTOR, which is for PRIMITIVE, are such, and of this primitive. */
static enum status check_numbers(const json_t *vector, const struct primitive *primitive, struct message *message)
{
    for (size_t i = 0; i < sizeof number_fields / sizeof number_fields[0]; i++) {
        const struct number_field *field = &number_fields[i];
        const json_t *value = json_object_get(vector, field->name);
        /* A MAC's counter is a byte string. */
        if (value == NULL || (primitive->class == CLASS_MAC && strcmp(field->name, "counter") == 0))
            continue;
        const bool foreign = field->units != NULL && !lists_unit(field->units, primitive->unit);
        const json_int_t number = json_integer_value(value);
        if (!foreign && json_is_integer(value) && number >= 0 && (uint64_t)number >= field->min &&
            (uint64_t)number <= field->max)
            continue;
        char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
        if (foreign)
            fail(message, STATUS_BAD_PARAMETER, "field '%s' is %.80s, expected none: %s has no such number", field->name,
                 text != NULL ? text : "", primitive->name);
        else if (field->max == INT64_MAX)
            fail(message, STATUS_BAD_PARAMETER, "field '%s' is %.80s, expected a whole number from %" PRIu64, field->name,
                 text != NULL ? text : "", field->min);
        else
            fail(message, STATUS_BAD_PARAMETER, "field '%s' is %.80s, expected a whole number from %" PRIu64 " to %" PRIu64,
                 field->name, text != NULL ? text : "", field->min, field->max);
        free(text);
        return STATUS_BAD_PARAMETER;
    }
    return STATUS_OK;
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

/* Whether VECTOR's fields have the form that its algorithm, where there is one, asks for. */
static enum status check_fields(const json_t *vector, struct message *message)
{
    if (json_object_get(vector, "scheme") != NULL)
        return check_public_key_vector(vector, message);
    const struct primitive *primitive = vector_primitive(vector);
    if (primitive == NULL)
        return STATUS_OK;
    enum status status = check_numbers(vector, primitive, message);
    return status == STATUS_OK ? check_pairs(vector, message) : status;
}

/* Whether VECTOR, the one with INDEX, is an object that names its algorithm, or its scheme, operation and key. */
static enum status check_form(const char *name, const json_t *vector, size_t index, struct message *message)
{
    struct message detail;
    if (!json_is_object(vector))
        return fail(message, STATUS_BAD_PARAMETER, "%s: vector %zu: not an object, expected one for each vector", name, index);
    if (!json_is_string(json_object_get(vector, "alg")))
        return fail(message, STATUS_BAD_PARAMETER, "%s: vector %zu: no string 'alg', expected the algorithm's name", name, index);
    if (check_fields(vector, &detail) == STATUS_OK)
        return STATUS_OK;
    return fail(message, STATUS_BAD_PARAMETER, "%s: vector %zu (%.64s): %.800s", name, index,
                json_string_value(json_object_get(vector, "alg")), detail.text);
}

enum status vectors_run(const struct backend *backend, const char *name, const json_t *vectors,
                        const struct primitive *only, const char *const *contenders, size_t count,
                        enum thoroughness thoroughness, const struct vector_listener *listener,
                        struct message *message)
{
    size_t index;
    const json_t *vector;
    enum status status = STATUS_OK;
    json_array_foreach(vectors, index, vector)
    {
        status = check_form(name, vector, index, message);
        if (status != STATUS_OK)
            return status;
    }
    struct vector_run run = {backend, name, vectors, only, thoroughness, listener,
                             calloc(json_array_size(vectors) + 1, sizeof *run.aside)};
    if (run.aside == NULL)
        return fail(message, STATUS_NO_MEMORY, "%s: not enough memory", name);
    json_array_foreach(vectors, index, vector)
    {
        struct vector_set aside = {.algorithm = json_string_value(json_object_get(vector, "alg"))};
        size_t before = 0;
        while (before < index &&
               strcmp(json_string_value(json_object_get(json_array_get(vectors, before), "alg")), aside.algorithm) != 0)
            before++;
        if (before < index)
            continue;
        if (only == NULL)
            find_unknown(&run, &aside);
        for (size_t i = 0; i < count && status == STATUS_OK; i++)
            status = run_set(&run, &aside, contenders[i], message);
        if (status != STATUS_OK)
            break;
        if (aside.unknown + aside.refused != 0)
            listener->set_done(listener->state, &aside);
    }
    free(run.aside);
    return status;
}

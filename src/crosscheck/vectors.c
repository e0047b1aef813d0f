/* SPDX-License-Identifier: MIT */
#include "crosscheck/vectors.h"

#include "crosscheck/public_key_forms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/*
 * The vectors of a public-key file, {"scheme": ..., "vectors": [...]}, each with its scheme; FILE itself where it is no such
 * object.  Takes over the reference.
 */
static json_t *take_scheme(json_t *file)
{
    json_t *scheme = json_object_get(file, "scheme"), *vectors = json_object_get(file, "vectors"), *vector;
    size_t index;
    if (!json_is_string(scheme) || !json_is_array(vectors))
        return file;
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
}

enum status vectors_take_parameters(json_t *vectors, const char *name, const char *text, size_t size,
                                    struct message *message)
{
    json_error_t error;
    json_t *schemes = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error), *vector;
    size_t index;
    enum status status = STATUS_OK;
    if (schemes == NULL || !json_is_object(schemes)) {
        status = fail(message, STATUS_BAD_PARAMETER, "%s: line %d: %s", name, schemes == NULL ? error.line : 1,
                      schemes == NULL ? error.text : "not an object, expected {scheme: {size: {field: number}}}");
        json_decref(schemes);
        return status;
    }
    json_array_foreach(vectors, index, vector)
    {
        const struct form *form = vector_form(vector);
        char key[64];
        if (form == NULL)
            continue;
        vector_key_name(form, vector, key, sizeof key);
        char *slash = strchr(key, '/');
        json_t *entry = json_object_get(schemes, form->key);
        if (slash != NULL && entry != NULL && json_object_get(entry, "p") == NULL && json_object_get(entry, "n") == NULL)
            entry = json_object_get(entry, slash + 1);
        if (json_is_object(entry))
            json_object_set(vector, "parameters", entry);
    }
    json_decref(schemes);
    return STATUS_OK;
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
        vectors = take_scheme(vectors);
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
    return checker->known_answer(primitive, &adapted, vector, thoroughness, message);
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
    set->primitive = vector_primitive(vector);
    if (set->primitive == NULL) {
        const char *op = json_string_value(json_object_get(vector, "op"));
        snprintf(set->note, sizeof set->note, "unknown algorithm '%s'%s%.64s", set->algorithm, op != NULL ? " or op " : "",
                 op != NULL ? op : "");
        return true;
    }
    const struct checker *checker = checker_of(set->primitive->class);
    const char *field = checker == NULL ? "alg" : unknown_field(checker, vector);
    if (field != NULL)
        snprintf(set->note, sizeof set->note, "unknown field '%.64s'", field);
    return field != NULL;
}

static enum status run_set(const struct backend *backend, const char *name, const json_t *vectors,
                           const char *algorithm, const struct primitive *only, const char *contender,
                           enum thoroughness thoroughness, const struct vector_listener *listener,
                           struct message *message)
{
    struct vector_set set = {.algorithm = algorithm, .contender = contender};
    size_t index;
    const json_t *vector;
    json_array_foreach(vectors, index, vector)
    {
        struct message detail;
        const char *own = json_string_value(json_object_get(vector, "alg"));
        if (strcmp(own, algorithm) != 0)
            continue;
        if (is_unknown(vector, &set)) {
            set.unknown += only == NULL;
            continue;
        }
        if (only != NULL && set.primitive != only)
            continue;
        switch (run_one(backend, vector, contender, thoroughness, &set, &detail)) {
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
        case VERDICT_MALFORMED:
            return fail(message, STATUS_BAD_PARAMETER, "%s: vector %zu (%s): %s", name, index, own, detail.text);
        }
    }
    if (set.right + set.wrong + set.not_taken + set.unknown != 0)
        listener->set_done(listener->state, &set);
    return STATUS_OK;
}

enum status vectors_run(const struct backend *backend, const char *name, const json_t *vectors,
                        const struct primitive *only, const char *const *contenders, size_t count,
                        enum thoroughness thoroughness, const struct vector_listener *listener,
                        struct message *message)
{
    size_t index;
    const json_t *vector;
    json_array_foreach(vectors, index, vector)
    {
        if (!json_is_object(vector) || !json_is_string(json_object_get(vector, "alg")))
            return fail(message, STATUS_BAD_PARAMETER, "%s: vector %zu: no string 'alg', expected the algorithm's name",
                        name, index);
    }
    json_array_foreach(vectors, index, vector)
    {
        const char *algorithm = json_string_value(json_object_get(vector, "alg"));
        size_t before = 0;
        while (before < index &&
               strcmp(json_string_value(json_object_get(json_array_get(vectors, before), "alg")), algorithm) != 0)
            before++;
        if (before < index)
            continue;
        for (size_t i = 0; i < count; i++) {
            enum status status = run_set(backend, name, vectors, algorithm, only, contenders[i], thoroughness, listener,
                                         message);
            if (status != STATUS_OK)
                return status;
        }
    }
    return STATUS_OK;
}

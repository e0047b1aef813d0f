/* SPDX-License-Identifier: MIT */
#include "crosscheck/known.h"

#include "crosscheck/embedded.h"

#include <stdlib.h>
#include <string.h>

struct known_vector {
    const struct primitive *primitive;
    const json_t *vector;
    const char *file;
    size_t index;
};

struct known_answers {
    json_t **files;
    size_t file_count;
    struct known_vector *vectors;
    size_t count;
};

static size_t embedded_count(void)
{
    size_t count = 0;
    while (embedded_vectors[count].name != NULL)
        count++;
    return count;
}

struct known_answers *known_answers_load(struct message *message)
{
    size_t files = embedded_count();
    struct known_answers *known = calloc(1, sizeof *known);
    if (known == NULL)
        goto no_memory;
    known->files = calloc(files + 1, sizeof *known->files);
    if (known->files == NULL)
        goto no_memory;
    size_t total = 0;
    for (; known->file_count < files; known->file_count++) {
        const struct embedded *file = &embedded_vectors[known->file_count];
        json_t *vectors = vectors_parse(file->name, file->text, file->size, message);
        if (vectors == NULL)
            goto failed;
        known->files[known->file_count] = vectors;
        total += json_array_size(vectors);
    }
    known->vectors = calloc(total + 1, sizeof *known->vectors);
    if (known->vectors == NULL)
        goto no_memory;
    for (size_t i = 0; i < files; i++) {
        size_t index;
        const json_t *vector;
        json_array_foreach(known->files[i], index, vector)
        {
            const struct primitive *primitive = vector_primitive(vector);
            if (primitive != NULL)
                known->vectors[known->count++] =
                    (struct known_vector){primitive, vector, embedded_vectors[i].name, index};
        }
    }
    return known;

no_memory:
    fail(message, STATUS_NO_MEMORY, "not enough memory for the known answers");
failed:
    known_answers_free(known);
    return NULL;
}

void known_answers_free(struct known_answers *known)
{
    if (known == NULL)
        return;
    for (size_t i = 0; i < known->file_count; i++)
        json_decref(known->files[i]);
    free(known->files);
    free(known->vectors);
    free(known);
}

struct known_result known_answers_run(const struct known_answers *known, const struct primitive *primitive,
                                      const struct contender *contender, enum thoroughness thoroughness)
{
    struct known_result result = {0};
    for (size_t i = 0; i < known->count; i++) {
        const struct known_vector *entry = &known->vectors[i];
        if (entry->primitive != primitive)
            continue;
        struct message detail = {.text = ""};
        switch (vector_run(entry->vector, primitive, contender, thoroughness, &detail)) {
        case VERDICT_RIGHT:
            result.right++;
            break;
        case VERDICT_NOT_TAKEN:
            result.not_taken++;
            break;
        case VERDICT_WRONG:
        case VERDICT_REFUSED:
        case VERDICT_MALFORMED:
            if (result.wrong++ == 0) {
                const char *source = json_string_value(json_object_get(entry->vector, "source"));
                fail(&result.first_wrong, STATUS_FAILED, "%s: vector %zu (%s): %s", entry->file, entry->index,
                     source != NULL ? source : "no source", detail.text);
            }
            break;
        }
    }
    return result;
}

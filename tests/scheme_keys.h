/* SPDX-License-Identifier: MIT */
/*
 * scheme_keys.h - keys of the native public-key schemes, from tests/keys/params.json or of given numbers, contexts
 * opened with them, and what is asserted of one operation.
 */
#ifndef ASSAY_TESTS_SCHEME_KEYS_H
#define ASSAY_TESTS_SCHEME_KEYS_H

#include "native/native.h"
#include "native/public_key/key.h"
#include "tests/random.h"
#include "tests/tap.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_LIMIT = 1200, FIELDS_MAX = 24, CONTEXT_LIMIT = 64 * 1024 };

struct bytes {
    size_t size;
    uint8_t data[SIZE_LIMIT];
};

static inline struct bytes from_hex(const char *hex)
{
    struct bytes r = {0};
    size_t length = strlen(hex), odd = length % 2;

    assert_true(length <= 2 * SIZE_LIMIT);
    for (size_t i = 0; i < (length + 1) / 2; i++) {
        char digits[3] = {0};
        size_t start = i == 0 ? 0 : 2 * i - odd, count = i == 0 && odd ? 1 : 2;
        memcpy(digits, hex + start, count);
        r.data[r.size++] = (uint8_t)strtoul(digits, NULL, 16);
    }
    return r;
}

static uint64_t random_state = 1998;
static struct rng any = {fill_random, &random_state};

static json_t *params;
static struct bytes values[FIELDS_MAX];
static struct field fields[FIELDS_MAX];
static struct key key = {fields, 0};

static inline json_t *load(const char *name)
{
    const char *root = getenv("ASSAY_SOURCE_ROOT");
    char path[1024];
    json_error_t error;

    snprintf(path, sizeof path, "%s/tests/%s.json", root != NULL ? root : ".", name);
    json_t *json = json_load_file(path, 0, &error);
    if (json == NULL)
        fail_msg("%s: %s", path, error.text);
    return json;
}

static inline int load_params(void **state)
{
    (void)state;
    params = load("keys/params");
    return 0;
}

static inline int free_params(void **state)
{
    (void)state;
    json_decref(params);
    return 0;
}

/* The key SCHEME/SIZE without the field LEFT_OUT. */
static inline void take_key(const char *scheme, const char *size, const char *left_out)
{
    json_t *entry = json_object_get(json_object_get(params, scheme), size), *value;
    const char *name;

    assert_non_null(entry);
    key.count = 0;
    json_object_foreach(entry, name, value) {
        if (!json_is_string(value) || strcmp(name, "origin") == 0 || (left_out && strcmp(name, left_out) == 0))
            continue;
        assert_true(key.count < FIELDS_MAX);
        values[key.count] = from_hex(json_string_value(value));
        fields[key.count] = (struct field){name, values[key.count].data, values[key.count].size};
        key.count++;
    }
}

static inline void set_field(const char *name, struct bytes value)
{
    size_t i = 0;

    while (i < key.count && strcmp(fields[i].name, name) != 0)
        i++;
    if (i == key.count)
        key.count++;
    assert_true(key.count <= FIELDS_MAX);
    values[i] = value;
    fields[i] = (struct field){name, values[i].data, values[i].size};
}

/* A key of the names and numbers in NUMBERS, "n 23 p 5 q 7". */
static inline void take_numbers(const char *numbers)
{
    static char text[8 * SIZE_LIMIT];

    assert_true(strlen(numbers) < sizeof text);
    memcpy(text, numbers, strlen(numbers) + 1);
    key.count = 0;
    for (char *name = strtok(text, " "); name != NULL; name = strtok(NULL, " "))
        set_field(name, from_hex(strtok(NULL, " ")));
}

/* A context for OPS, torn down by the next. */
static inline void *open_context(const struct ops *ops, unsigned option)
{
    static _Alignas(CONTEXT_ALIGNMENT) unsigned char memory[CONTEXT_LIMIT];
    static const struct ops *last;
    static struct variant variant;

    if (last != NULL && last->teardown != NULL)
        last->teardown(memory);
    last = ops;
    variant = (struct variant){.option = option};
    assert_true(context_size_of(ops, &variant) <= sizeof memory);
    memset(memory, 0, sizeof memory);
    if (ops->setup != NULL)
        assert_int_equal(ops->setup(memory, &variant), STATUS_OK);
    return memory;
}

static inline void *open_with_key(const struct ops *ops, unsigned option,
                                  enum status (*set_key)(void *, const struct key *, const char **))
{
    const char *bad = NULL;
    void *context = open_context(ops, option);

    if (set_key(context, &key, &bad) != STATUS_OK)
        fail_msg("key refused: %s", bad);
    return context;
}

/* The case at hand, for messages. */
static const char *current;

static inline void assert_status(const char *what, enum status got, enum status expected)
{
    if (got != expected)
        fail_msg("%s: %s: status %d, expected %d", current, what, (int)got, (int)expected);
}

#endif

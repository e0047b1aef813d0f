/* SPDX-License-Identifier: MIT */
#include "util/lines.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Takes over TEXT. */
static void take(struct lines *lines, char *text)
{
    if (text != NULL && lines->count == lines->capacity) {
        size_t capacity = lines->capacity == 0 ? 16 : 2 * lines->capacity;
        char **larger = realloc(lines->items, capacity * sizeof *larger);
        if (larger == NULL) {
            free(text);
            text = NULL;
        } else {
            lines->items = larger;
            lines->capacity = capacity;
        }
    }
    if (text == NULL)
        lines->failed = true;
    else
        lines->items[lines->count++] = text;
}

void lines_add(struct lines *lines, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = size < 0 ? NULL : malloc((size_t)size + 1);
    if (text != NULL) {
        va_start(arguments, format);
        vsnprintf(text, (size_t)size + 1, format, arguments);
        va_end(arguments);
    }
    take(lines, text);
}

size_t lines_index(struct lines *lines, const char *text)
{
    for (size_t i = 0; i < lines->count; i++)
        if (strcmp(lines->items[i], text) == 0)
            return i;
    size_t before = lines->count;
    lines_add(lines, "%s", text);
    return lines->count > before ? before : SIZE_MAX;
}

void lines_free(struct lines *lines)
{
    for (size_t i = 0; i < lines->count; i++)
        free(lines->items[i]);
    free(lines->items);
    memset(lines, 0, sizeof *lines);
}

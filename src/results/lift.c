/* SPDX-License-Identifier: MIT */
#include "results/lift.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS_MAX = 18, LIFTED_MAX = 1000 };

struct scan {
    const char *at;
    const char *end;
};

static bool skip(struct scan *scan, char c)
{
    if (scan->at == scan->end || *scan->at != c)
        return false;
    scan->at++;
    return true;
}

static bool scan_number(struct scan *scan, uint64_t *number)
{
    const char *first = scan->at;
    *number = 0;
    while (scan->at < scan->end && *scan->at >= '0' && *scan->at <= '9' && scan->at - first < DIGITS_MAX)
        *number = 10 * *number + (uint64_t)(*scan->at++ - '0');
    return scan->at > first && (*first != '0' || scan->at - first == 1);
}

static bool scan_pair(struct scan *scan, struct sample *sample)
{
    return skip(scan, '[') && scan_number(scan, &sample->iterations) && skip(scan, ',') &&
           scan_number(scan, &sample->elapsed_ns) && skip(scan, ']');
}

/* Moves SCAN behind the series where it is at one, and gives its samples; NULL: at none, or no memory. */
static struct sample *scan_series(struct scan *scan, size_t *count)
{
    struct scan ahead = *scan;
    struct sample sample = {0};
    struct sample *samples = NULL;
    size_t capacity = 0;

    *count = 0;
    if (!skip(&ahead, '['))
        return NULL;
    do {
        if (!scan_pair(&ahead, &sample))
            goto none;
        if (*count == capacity) {
            capacity = capacity == 0 ? 128 : 2 * capacity;
            struct sample *larger = realloc(samples, capacity * sizeof *samples);
            if (larger == NULL)
                goto none;
            samples = larger;
        }
        samples[(*count)++] = sample;
    } while (skip(&ahead, ','));
    if (!skip(&ahead, ']'))
        goto none;
    *scan = ahead;
    return samples;
none:
    free(samples);
    return NULL;
}

/* Whether LINE up to AT ends with a name that stands for samples alone: nothing else may turn into a string. */
static bool names_series(const char *line, const char *at)
{
    static const char *const names[] = {"\"samples\":", "\"canary\":"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i]);
        if ((size_t)(at - line) >= length && memcmp(at - length, names[i], length) == 0)
            return true;
    }
    return false;
}

static bool make_room(struct lift *lift, size_t size)
{
    if (lift->series == NULL)
        lift->series = calloc(LIFTED_MAX, sizeof *lift->series);
    if (lift->capacity < size) {
        char *larger = realloc(lift->text, size);
        if (larger == NULL)
            return false;
        lift->text = larger;
        lift->capacity = size;
    }
    return lift->series != NULL;
}

static void forget_series(struct lift *lift)
{
    series_free(lift->series, lift->count);
    lift->count = 0;
}

bool lift_samples(struct lift *lift, const char *line, size_t size)
{
    struct scan scan = {line, line + size};
    bool in_string = false;

    forget_series(lift);
    lift->size = 0;
    if (!make_room(lift, size + 1))
        return false;
    while (scan.at < scan.end) {
        if (!in_string && *scan.at == '[' && lift->count < LIFTED_MAX && names_series(line, scan.at)) {
            struct series *series = &lift->series[lift->count];
            series->samples = scan_series(&scan, &series->count);
            if (series->samples != NULL) {
                /* Never longer than the shortest series, [[0,0]], and so it always fits. */
                lift->size += (size_t)sprintf(lift->text + lift->size, "\"#%zu\"", lift->count++);
                continue;
            }
        }
        if (in_string && *scan.at == '\\' && scan.end - scan.at > 1)
            lift->text[lift->size++] = *scan.at++;
        else if (*scan.at == '"')
            in_string = !in_string;
        lift->text[lift->size++] = *scan.at++;
    }
    return true;
}

bool lift_take(struct lift *lift, const char *reference, struct series *series)
{
    char *end = NULL;
    unsigned long index = *reference == '#' ? strtoul(reference + 1, &end, 10) : 0;
    if (end == NULL || *end != '\0' || index >= lift->count || lift->series[index].samples == NULL)
        return false;
    *series = lift->series[index];
    lift->series[index] = (struct series){0};
    return true;
}

void lift_free(struct lift *lift)
{
    forget_series(lift);
    free(lift->series);
    free(lift->text);
    *lift = (struct lift){0};
}

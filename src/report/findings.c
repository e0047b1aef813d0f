/* SPDX-License-Identifier: MIT */
#include "report/view.h"

#include "results/historic.h"
#include "util/text.h"
#include "util/units.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static const char *name_of(const struct row *row)
{
    return row->name[0] != '\0' ? row->name : row->primitive;
}

static bool has_figures(const struct row_contender *contender)
{
    return contender != NULL && isfinite(contender->median_ns) && contender->median_ns > 0;
}

/* ---------------------------------------------------------------------------------------------- all workloads */

/* How often CONTENDER was faster than REFERENCE, slower, or not to be told apart. */
static void count_ratios(const struct view_rows *rows, const char *contender, const char *reference,
                         struct lines *findings)
{
    size_t faster = 0, slower = 0, same = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const struct row_ratio *ratio = row_ratio(rows->rows[i], contender, reference);
        if (is(rows->rows[i]->shape, "format") || is(rows->rows[i]->shape, "hex")) /* no contenders: ways of formatting */
            continue;
        if (ratio == NULL || !isfinite(ratio->ratio.low) || !isfinite(ratio->ratio.high))
            continue;
        if (ratio->ratio.low > 1)
            faster++;
        else if (ratio->ratio.high < 1)
            slower++;
        else
            same++;
    }
    if (faster + slower + same != 0)
        lines_add(findings, "%s beside %s, %zu row%s: faster in %zu, slower in %zu, not to be told apart in %zu.", contender,
                  reference, faster + slower + same, plural(faster + slower + same), faster, slower, same);
}

static void find_ratios(const struct view_rows *rows, struct lines *findings)
{
    struct lines pairs = {NULL, 0, 0, false};
    for (size_t i = 0; i < rows->count; i++) {
        for (size_t j = 0; j < rows->rows[i]->ratio_count; j++) {
            const struct row_ratio *ratio = &rows->rows[i]->ratios[j];
            char pair[2 * ROW_NAME_MAX + 2];
            size_t known = pairs.count;
            snprintf(pair, sizeof pair, "%s\n%s", ratio->contender, ratio->reference);
            if (lines_index(&pairs, pair) == known)
                count_ratios(rows, ratio->contender, ratio->reference, findings);
        }
    }
    findings->failed = findings->failed || pairs.failed;
    lines_free(&pairs);
}

/* -------------------------------------------------------------------------------------------------- passwords */

/* The first row of SHAPE of the password loop for each hash, in the order of the report; returns how many. */
enum { HASHES_MAX = 64 };

static size_t rows_of_shape(const struct view_rows *rows, const char *shape, const struct row *list[HASHES_MAX])
{
    size_t count = 0;
    for (size_t i = 0; i < rows->count && count < HASHES_MAX; i++)
        if (is(rows->rows[i]->workload, "passwords") && is(rows->rows[i]->shape, shape))
            list[count++] = rows->rows[i];
    return count;
}

struct place {
    const char *hash;
    double time_ns;
};

static int by_time(const void *a, const void *b)
{
    double x = ((const struct place *)a)->time_ns, y = ((const struct place *)b)->time_ns;
    return (x > y) - (x < y);
}

/* The hashes in the order in which CONTENDER was measured. */
static void find_order(const struct row *const *list, size_t count, const char *contender, struct lines *findings)
{
    struct place places[HASHES_MAX];
    size_t known = 0;
    char text[1024] = "";
    for (size_t i = 0; i < count; i++) {
        const struct row_contender *figures = row_contender(list[i], contender);
        if (has_figures(figures))
            places[known++] = (struct place){name_of(list[i]), figures->median_ns};
    }
    if (known < 2)
        return;
    qsort(places, known, sizeof places[0], by_time);
    for (size_t i = 0; i < known; i++) {
        char figure[FIGURE_SIZE];
        size_t used = strlen(text);
        format_figure(figure, places[i].time_ns);
        snprintf(text + used, sizeof text - used, "%s%s %s ns", i == 0 ? "" : ", ", places[i].hash, figure);
    }
    lines_add(findings, "%s, shape %s, fastest first as measured: %s a password.", contender, list[0]->shape, text);
}

/* What part of the loop of 2014 is not the hash. */
static void find_formatting(const struct view_rows *rows, struct lines *findings)
{
    const struct row *loops[HASHES_MAX], *formats[HASHES_MAX];
    size_t loop_count = rows_of_shape(rows, "2014", loops), format_count = rows_of_shape(rows, "format", formats);
    for (size_t i = 0; i < loop_count; i++) {
        const struct row_contender *formatting = NULL;
        char text[512] = "";
        for (size_t j = 0; j < format_count && formatting == NULL; j++)
            if (is(formats[j]->primitive, loops[i]->primitive) && formats[j]->contender_count != 0)
                formatting = &formats[j]->contenders[0];
        if (!has_figures(formatting))
            continue;
        for (size_t j = 0; j < loops[i]->contender_count; j++) {
            const struct row_contender *contender = &loops[i]->contenders[j];
            size_t used = strlen(text);
            if (has_figures(contender) && !is(contender->name, "native/lanes"))
                snprintf(text + used, sizeof text - used, "%s%.0f %% of %s", used == 0 ? "" : ", ",
                         formatting->median_ns / contender->median_ns * 100, contender->name);
        }
        char figure[FIGURE_SIZE];
        format_figure(figure, formatting->median_ns);
        if (text[0] != '\0')
            lines_add(findings, "Formatting in shape 2014, %s (the same loop with a null hash): %s ns a password, that is %s.",
                      name_of(loops[i]), figure, text);
    }
}

/* The loop of 2014 in three: formatting, hash, hex; each contender with its own way of formatting. */
static void find_parts(const struct view_rows *rows, struct lines *findings)
{
    const struct row *loops[HASHES_MAX], *formats[HASHES_MAX], *hexes[HASHES_MAX];
    size_t loop_count = rows_of_shape(rows, "2014", loops), format_count = rows_of_shape(rows, "format", formats);
    size_t hex_count = rows_of_shape(rows, "hex", hexes);
    for (size_t i = 0; i < loop_count; i++) {
        char text[512] = "";
        if (loops[i]->threads > 1)
            continue;
        for (size_t j = 0; j < loops[i]->contender_count; j++) {
            const struct row_contender *contender = &loops[i]->contenders[j], *format = NULL, *hex = NULL;
            const char *way = is(contender->name, "native/lanes") ? contender->name : "native";
            char formatting[FIGURE_SIZE], hashing[FIGURE_SIZE], encoding[FIGURE_SIZE];
            for (size_t k = 0; k < format_count; k++)
                if (is(formats[k]->primitive, loops[i]->primitive))
                    format = row_contender(formats[k], way);
            for (size_t k = 0; k < hex_count; k++)
                if (is(hexes[k]->primitive, loops[i]->primitive))
                    hex = row_contender(hexes[k], way);
            if (!has_figures(contender) || !has_figures(format) || !has_figures(hex))
                continue;
            format_figure(formatting, format->median_ns - hex->median_ns);
            format_figure(hashing, contender->median_ns - format->median_ns);
            format_figure(encoding, hex->median_ns);
            size_t used = strlen(text);
            if (format->median_ns <= hex->median_ns || contender->median_ns <= format->median_ns)
                snprintf(text + used, sizeof text - used, "%s%s not to be told apart", used == 0 ? "" : ", ", contender->name);
            else
                snprintf(text + used, sizeof text - used, "%s%s %s + %s + %s", used == 0 ? "" : ", ", contender->name,
                         formatting, hashing, encoding);
        }
        if (text[0] != '\0')
            lines_add(findings, "Shape 2014, %s, ns a password for formatting + hash + hex: %s; native/lanes formats in bulk, "
                      "the others with snprintf as the program of 2014.", name_of(loops[i]), text);
    }
}

static void find_digests(const struct view_rows *rows, struct lines *findings)
{
    for (size_t i = 0; i < rows->count; i++) {
        const struct row *row = rows->rows[i];
        const char *first = NULL;
        bool shown = false;
        if (!is(row->workload, "passwords") || is(row->shape, "format") || is(row->shape, "hex"))
            continue;
        for (size_t j = 0; j < i; j++)
            shown = shown || (is(rows->rows[j]->workload, "passwords") && is(rows->rows[j]->primitive, row->primitive) &&
                              !is(rows->rows[j]->shape, "format") && is(rows->rows[j]->check, "equal") &&
                              rows->rows[j]->size == row->size && rows->rows[j]->count == row->count);
        for (size_t j = 0; j < row->contender_count; j++) {
            const struct row_contender *contender = &row->contenders[j];
            if (contender->digest[0] == '\0' || (first != NULL && is(contender->digest, first)))
                continue;
            if (first != NULL || !shown || !is(row->check, "equal"))
                lines_add(findings, "XOR of all digests, %s%s%s: %s", name_of(row), first == NULL ? "" : ", ",
                          first == NULL ? "" : contender->name, contender->digest);
            if (first == NULL)
                first = contender->digest;
        }
    }
}

/* What was done, in words, for the loop that ROW stands for. */
static void find_what(const struct row *row, struct lines *findings)
{
    char count[FIGURE_SIZE], last[FIGURE_SIZE], where[32] = "one core";
    if (row->threads > 1)
        snprintf(where, sizeof where, "%u threads", row->threads);
    format_count(count, row->count);
    format_count(last, row->count == UINT64_MAX || row->count == 0 ? UINT64_MAX : row->count - 1);
    if (row->size == UINT64_MAX)
        lines_add(findings, "Measured: each hash over %s password%s, the decimal numbers 0 to %s as they are, on %s, "
                  "the contenders in turn chunk by chunk; seconds are the sum of the timed chunks, ns their median.",
                  count, plural(row->count), last, where);
    else
        lines_add(findings, "Measured: each hash over %s password%s, the decimal numbers 0 to %s padded with zeros to %u "
                  "digit%s, on %s, the contenders in turn chunk by chunk; seconds are the sum of the timed chunks, "
                  "ns their median.", count, plural(row->count), last, (unsigned)row->size, plural(row->size), where);
    lines_add(findings, "native is portable C; openssl is libcrypto through EVP with the algorithm fetched once and the "
              "context reused, and uses the CPU extensions that it finds.");
}

static void find_passwords(const struct view_rows *rows, struct lines *findings)
{
    const struct row *list[HASHES_MAX];
    const char *const shapes[] = {"2014", "hash"};
    bool any = false;
    for (size_t shape = 0; shape < 2; shape++) {
        size_t count = rows_of_shape(rows, shapes[shape], list);
        if (count == 0)
            continue;
        if (!any)
            find_what(list[0], findings);
        any = true;
        for (size_t i = 0; i < list[0]->contender_count; i++)
            find_order(list, count, list[0]->contenders[i].name, findings);
    }
    if (!any)
        return;
    find_formatting(rows, findings);
    find_parts(rows, findings);
    const struct historic_row *md5 = historic_find("passwords-2014", "MD5"),
                              *sha256 = historic_find("passwords-2014", "SHA-256"),
                              *sha512 = historic_find("passwords-2014", "SHA-512");
    lines_add(findings, "In 2014 10,000,000 passwords took MD5 %.0f, SHA-256 %.0f and SHA-512 %.0f seconds: 1 : %.2f : %.2f.",
              md5->seconds, sha256->seconds, sha512->seconds, sha256->seconds / md5->seconds,
              sha512->seconds / md5->seconds);
    find_digests(rows, findings);
}

/* ----------------------------------------------------------------------------------------------------- suites */

static double rate_of(const struct row *row, const char *contender)
{
    const struct row_contender *figures = row_contender(row, contender);
    double rate = figures == NULL                ? (double)NAN
                  : is(row->workload, "bulk") ? figures->bytes_per_second
                                                 : figures->operations_per_second;
    return rate > 0 && isfinite(rate) ? rate : (double)NAN;
}

/* Geometric mean of CONTENDER over the rows of SUITE that have a figure, and of the published ones over the same rows. */
static void find_mean(const struct view_rows *rows, const char *suite, const char *contender, struct lines *findings)
{
    double *today = calloc(2 * rows->count + 1, sizeof *today), *then = today == NULL ? NULL : today + rows->count;
    size_t count = 0, published = 0;
    if (today == NULL) {
        findings->failed = true;
        return;
    }
    for (size_t i = 0; i < rows->count; i++) {
        const struct row *row = rows->rows[i];
        double rate = rate_of(row, contender);
        if (!is(row->suite, suite) || row->beside_table || view_is_memcpy(row) || !isfinite(rate))
            continue;
        today[count++] = rate;
        if (row->published > 0 && isfinite(row->published))
            then[published++] = row->published;
    }
    char mean[FIGURE_SIZE], old[FIGURE_SIZE], speed_up[FIGURE_SIZE];
    format_count(mean, count == 0 ? UINT64_MAX : (uint64_t)llround(fmin(geometric_mean(today, count), 1e15)));
    format_figure(old, geometric_mean(then, published));
    format_ratio(speed_up, geometric_mean(today, count) / geometric_mean(then, published));
    if (count != 0 && published == count)
        lines_add(findings, "%s, geometric mean of %s over %zu row%s: %s (published over the same rows: %s; speed-up %s).",
                  suite, contender, count, plural(count), mean, old, speed_up);
    else if (count != 0)
        lines_add(findings, "%s, geometric mean of %s over %zu row%s: %s.", suite, contender, count, plural(count),
                  mean);
    free(today);
}

static void find_suites(const struct view_rows *rows, struct lines *findings)
{
    struct lines seen = {NULL, 0, 0, false};
    for (size_t i = 0; i < rows->count; i++) {
        const struct row *row = rows->rows[i];
        if (view_is_memcpy(row) || is(row->workload, "passwords") || historic_source(row->suite) == NULL)
            continue;
        for (size_t j = 0; j < row->contender_count; j++) {
            char key[128];
            size_t known = seen.count;
            snprintf(key, sizeof key, "%s\n%s", row->suite, row->contenders[j].name);
            if (lines_index(&seen, row->suite) == known)
                lines_add(findings, "%s, geometric mean of the published table: %.2f (bytes a second of the bulk rows, "
                          "operations a second of the others).", row->suite, historic_mean(row->suite));
            known = seen.count;
            if (lines_index(&seen, key) == known)
                find_mean(rows, row->suite, row->contenders[j].name, findings);
        }
    }
    findings->failed = findings->failed || seen.failed;
    lines_free(&seen);
}

void view_findings(const struct view_rows *rows, struct lines *findings)
{
    find_passwords(rows, findings);
    find_suites(rows, findings);
    find_ratios(rows, findings);
}

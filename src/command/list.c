/* SPDX-License-Identifier: MIT */
/* list.c - `assay list`: what there is, and what OpenSSL offers of it. */
#include "backend/backend.h"
#include "command/command.h"
#include "plan/plan.h"
#include "registry/suites.h"
#include "util/table.h"
#include "util/text.h"
#include "util/units.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { COLUMNS = 6, CELL_SIZE = 600 };

static const char *const heads[COLUMNS] = {"id", "name", "class", "sizes", "source", "openssl"};

/* "digest 32, block 64", "key 5-16, block 8" */
static void describe_sizes(const struct primitive *primitive, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    size_t output = primitive_output_size(primitive), block = primitive_block_size(primitive);
    const struct key_sizes *keys = &primitive->key_sizes;
    if (primitive->modulus_bits != 0)
        used += (size_t)snprintf(text + used, size - used, "%zu bits", primitive->modulus_bits);
    if (keys->max != 0 && keys->min == keys->max)
        used += (size_t)snprintf(text + used, size - used, "%skey %zu", used != 0 ? ", " : "", keys->min);
    else if (keys->max != 0)
        used += (size_t)snprintf(text + used, size - used, "%skey %zu-%zu", used != 0 ? ", " : "", keys->min, keys->max);
    if (output != 0)
        used += (size_t)snprintf(text + used, size - used, "%s%s %zu", used != 0 ? ", " : "",
                                 primitive->class == CLASS_MAC   ? "tag"
                                 : primitive->class == CLASS_KDF ? "output"
                                                                 : "digest",
                                 output);
    if (block > 1)
        used += (size_t)snprintf(text + used, size - used, "%sblock %zu", used != 0 ? ", " : "", block);
    if (primitive->iv_size != 0)
        snprintf(text + used, size - used, "%sIV %zu", used != 0 ? ", " : "", primitive->iv_size);
}

static void describe(const struct backend *backend, const struct primitive *primitive, char cells[COLUMNS][CELL_SIZE])
{
    struct contender openssl;
    contender_open(backend, primitive, "openssl", &openssl);
    snprintf(cells[0], CELL_SIZE, "%s", primitive->id);
    snprintf(cells[1], CELL_SIZE, "%s", primitive->name);
    snprintf(cells[2], CELL_SIZE, "%s", class_name(primitive->class));
    describe_sizes(primitive, cells[3], CELL_SIZE);
    snprintf(cells[4], CELL_SIZE, "%s", primitive->source);
    if (openssl.ops == NULL)
        snprintf(cells[5], CELL_SIZE, "none: %s", openssl.reason);
    else
        snprintf(cells[5], CELL_SIZE, "%s%s%s", openssl.via, openssl.provider[0] != '\0' ? ", provider " : "", openssl.provider);
}

static enum status print_text(const struct backend *backend, const struct primitive **list, size_t count)
{
    struct winsize window = {0};
    bool terminal = ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0;
    struct table_style style = {.out = stdout, .columns = terminal ? window.ws_col : 0, .utf8 = text_locale_is_utf8()};
    struct table *table = table_create(&style);
    char cells[COLUMNS][CELL_SIZE];
    for (size_t k = 0; k < COLUMNS; k++)
        table_column(table, heads[k], "", ALIGN_LEFT, 0);
    for (size_t i = 0; i < count; i++) {
        describe(backend, list[i], cells);
        for (size_t k = 0; k < COLUMNS; k++)
            table_cell(table, cells[k]);
    }
    enum status status = table_flush(table);
    table_free(table);
    return status;
}

static enum status print_delimited(const struct backend *backend, const struct primitive **list, size_t count, bool markdown)
{
    char cells[COLUMNS][CELL_SIZE];
    for (size_t k = 0; k < COLUMNS; k++)
        printf(markdown ? "| %s " : "%s%s", markdown ? heads[k] : k == 0 ? "" : ",", heads[k]);
    printf(markdown ? "|\n|---|---|---|---|---|---|\n" : "\n");
    for (size_t i = 0; i < count; i++) {
        describe(backend, list[i], cells);
        for (size_t k = 0; k < COLUMNS; k++) {
            printf("%s", markdown ? "| " : k == 0 ? "" : ",");
            if (markdown)
                text_markdown(stdout, cells[k]);
            else
                text_csv(stdout, cells[k]);
            printf("%s", markdown ? " " : "");
        }
        printf(markdown ? "|\n" : "\n");
    }
    return STATUS_OK;
}

static enum status print_json(const struct backend *backend, const struct primitive **list, size_t count)
{
    char cells[COLUMNS][CELL_SIZE];
    json_t *lines = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *line = json_object();
        describe(backend, list[i], cells);
        for (size_t k = 0; k < COLUMNS; k++)
            json_object_set_new(line, heads[k], json_string(cells[k]));
        json_array_append_new(lines, line);
    }
    int failed = json_dumpf(lines, stdout, JSON_INDENT(1));
    json_decref(lines);
    printf("\n");
    return failed ? STATUS_FAILED : STATUS_OK;
}

static enum exit_status list_suites(void)
{
    for (const struct suite *suite = suites; suite->name != NULL; suite++) {
        size_t lines = 0, rows = 0;
        for (size_t i = 0; i < registry_count; i++)
            lines += suite_has(suite, &registry[i]) != 0;
        for (size_t i = 0; i < suite_row_count; i++)
            rows += strcmp(suite_rows[i].suite, suite->name) == 0;
        printf("%-15s %s; %zu primitive%s", suite->name, suite->source, lines, plural(lines));
        if (rows != 0)
            printf(", %zu row%s", rows, plural(rows));
        printf("\n");
    }
    return EXIT_OK;
}

enum exit_status command_list(struct session *session)
{
    const struct options *options = session->options;
    if (options->suites && strcmp(options->format, "text") != 0) {
        fail(&session->message, STATUS_BAD_PARAMETER, "--suites: format '%.100s', expected text", options->format);
        return EXIT_USAGE;
    }
    if (options->suites && options->operand_count != 0) {
        fail(&session->message, STATUS_BAD_PARAMETER, "list: unexpected operand '%.100s', expected none beside --suites",
             options->operands[0]);
        return EXIT_USAGE;
    }
    if (options->suites)
        return list_suites();
    struct backend *backend = NULL;
    size_t count;
    const struct primitive **list = plan_primitives(options->operands, options->operand_count, &count, &session->message);
    if (list == NULL)
        return EXIT_USAGE;
    enum exit_status result = EXIT_BACKEND;
    enum status status = STATUS_OK;
    if (backend_open(&backend, &session->message) != STATUS_OK)
        goto done;
    result = EXIT_USAGE;
    if (strcmp(options->format, "text") == 0)
        status = print_text(backend, list, count);
    else if (strcmp(options->format, "csv") == 0 || strcmp(options->format, "markdown") == 0)
        status = print_delimited(backend, list, count, strcmp(options->format, "markdown") == 0);
    else if (strcmp(options->format, "json") == 0)
        status = print_json(backend, list, count);
    else {
        fail(&session->message, STATUS_BAD_PARAMETER, "--format: unknown format '%.100s', expected one of text, csv, markdown, json",
             options->format);
        goto done;
    }
    if (status == STATUS_OK)
        result = EXIT_OK;

done:
    free(list);
    backend_close(backend);
    return result;
}

/* SPDX-License-Identifier: MIT */
/* compare.c - `assay compare`: what changed from one record to the next, and whether that is too much. */
#include "command/command.h"
#include "report/changes.h"
#include "report/reporter.h"
#include "results/compare.h"
#include "results/record.h"
#include "util/output.h"
#include "util/units.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What --fail-on asks for: the verdicts that make the exit status EXIT_CHANGED. */
struct gate {
    bool slower;
    bool faster;
};

static enum status read_gate(const char *word, struct gate *gate, struct message *message)
{
    bool any = word != NULL && strcmp(word, "any") == 0;
    *gate = (struct gate){any, any};
    if (word == NULL || any)
        return STATUS_OK;
    gate->slower = strcmp(word, "slower") == 0;
    gate->faster = strcmp(word, "faster") == 0;
    return gate->slower || gate->faster
               ? STATUS_OK
               : fail(message, STATUS_BAD_PARAMETER, "--fail-on: bad value '%.100s', expected slower, faster or any", word);
}

/* Compares OLD with NEW, writes that to OUT, and raises *RESULT where the gate or --strict says so. */
static enum status compare_with(struct session *session, const struct record *old, const struct record *new, FILE *out,
                                changes_format *format, const struct gate *gate, enum exit_status *result)
{
    const struct options *options = session->options;
    struct comparison comparison;
    struct report report;
    enum status status = compare_records(&comparison, old, new, options->threshold);
    if (status == STATUS_OK) {
        struct changes changes = {&comparison, old->path, new->path, options->threshold};
        report_setup(&report, out, &new->environment, "assay compare");
        status = format(&report, &changes);
        if ((gate->slower && comparison.counts[VERDICT_SLOWER] != 0) ||
            (gate->faster && comparison.counts[VERDICT_FASTER] != 0))
            *result = EXIT_CHANGED;
        if (options->strict && comparison.differences.count != 0) {
            char all[sizeof session->message.text] = "";
            for (size_t i = 0, used = 0; i < comparison.differences.count && used < sizeof all; i++)
                used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", i == 0 ? "" : "; ", comparison.differences.items[i]);
            fail(&session->message, STATUS_FAILED, "%s: %s (--strict)", new->path, all);
            *result = EXIT_USAGE;
        }
        size_t judged =
            comparison.counts[VERDICT_SAME] + comparison.counts[VERDICT_FASTER] + comparison.counts[VERDICT_SLOWER];
        if ((gate->slower || gate->faster) && judged == 0) {
            if (comparison.count == 0)
                fail(&session->message, STATUS_FAILED, "%s: no row was compared: it has none in common with %s (--fail-on)",
                     new->path, old->path);
            else
                fail(&session->message, STATUS_FAILED,
                     "%s: no row was compared: of %zu in common with %s, none has a verdict (--fail-on)", new->path,
                     comparison.count, old->path);
            *result = EXIT_USAGE;
        }
        comparison_free(&comparison);
    } else {
        fail(&session->message, status, "%s: not enough memory to compare", new->path);
    }
    return status;
}

/* --format, else what the output's name asks for, else text. */
static const char *format_of(const struct options *options)
{
    const struct reporter *reporter =
        options->format_given || options->output == NULL ? NULL : reporter_of_path(options->output);
    return reporter != NULL ? reporter->name : options->format;
}

enum exit_status command_compare(struct session *session)
{
    const struct options *options = session->options;
    struct gate gate;
    struct output output;
    enum exit_status result = EXIT_OK;
    if (options->operand_count < 2) {
        fail(&session->message, STATUS_BAD_PARAMETER, "compare: %zu record%s given, expected an old one and one or more new ones",
             options->operand_count, plural(options->operand_count));
        return EXIT_USAGE;
    }
    changes_format *format = changes_format_find(format_of(options));
    if (format == NULL) {
        fail(&session->message, STATUS_BAD_PARAMETER,
             "--format: unknown format '%.100s', expected one of text, json, csv, markdown", options->format);
        return EXIT_USAGE;
    }
    if (read_gate(options->fail_on, &gate, &session->message) != STATUS_OK)
        return EXIT_USAGE;
    const char *path = options->output == NULL ? "-" : options->output;
    if (output_spares(path, options->operands, options->operand_count, &session->message) != STATUS_OK)
        return EXIT_USAGE;
    struct record *records = calloc(options->operand_count, sizeof *records);
    if (records == NULL) {
        fail(&session->message, STATUS_NO_MEMORY, "compare: not enough memory");
        return EXIT_USAGE;
    }
    enum status status = records_read(records, options->operands, options->operand_count, &session->message);
    if (status == STATUS_OK)
        status = output_open(&output, path, options->force, &session->message);
    if (status == STATUS_OK) {
        for (size_t i = 1; status == STATUS_OK && i < options->operand_count; i++) {
            if (i > 1)
                putc('\n', output.file);
            status = compare_with(session, &records[0], &records[i], output.file, format, &gate, &result);
        }
        if (status == STATUS_OK)
            status = output_commit(&output, &session->message);
        else
            output_abandon(&output);
    }
    for (size_t i = 0; i < options->operand_count; i++)
        record_free(&records[i]);
    free(records);
    return status == STATUS_OK ? result : EXIT_USAGE;
}

/* SPDX-License-Identifier: MIT */
/* report.c - `assay report`: records as a page with plots, or in any other format. */
#include "command/command.h"
#include "report/page.h"
#include "report/plot.h"
#include "report/reporter.h"
#include "results/record.h"
#include "util/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Those of reporter_of_path, and the two that need all records at once. */
static const char *format_of_path(const char *path)
{
    const char *extension = strrchr(path, '.');
    if (extension != NULL && (strcmp(extension, ".html") == 0 || strcmp(extension, ".htm") == 0))
        return "html";
    if (extension != NULL && strcmp(extension, ".png") == 0)
        return "png";
    const struct reporter *reporter = reporter_of_path(path);
    return reporter != NULL ? reporter->name : NULL;
}

/* One record after the other; JSON documents become an array, and CSV has one head. */
static enum status report_in_turn(const struct reporter *reporter, const struct record *records, size_t count, FILE *out,
                                  struct message *message)
{
    bool json = strcmp(reporter->name, "json") == 0;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        struct report report;
        char title[1100];
        snprintf(title, sizeof title, "%s", records[i].path);
        report_setup(&report, out, &records[i].environment, title);
        report.continued = i > 0;
        if (json && count > 1)
            fputs(i == 0 ? "[" : ",\n", out);
        else if (i > 0 && strcmp(reporter->name, "csv") != 0)
            putc('\n', out);
        status = reporter->begin(&report);
        for (size_t j = 0; j < records[i].count && status == STATUS_OK; j++)
            status = reporter->row(&report, &records[i].rows[j]);
        enum status end = reporter->end(&report);
        status = status == STATUS_OK ? end : status;
    }
    if (json && count > 1)
        fputs("]\n", out);
    return status == STATUS_OK || message->text[0] != '\0' ? status : fail(message, status, "report: %s", status_text(status));
}

/* A page with plots; without them where gnuplot is missing or fails, which is said on standard error and on the page. */
static enum status report_page(const struct record *records, size_t count, FILE *out, struct message *message)
{
    struct plots plots;
    struct message why_not = {.text = ""};
    bool drawn = plots_draw(&plots, records, count, PLOT_SVG, PLOT_ALL, &why_not) == STATUS_OK;
    if (!drawn)
        fprintf(stderr, "assay: warning: the page has no plots: %s\n", why_not.text);
    enum status status = page_write(out, records, count, drawn ? &plots : NULL, drawn ? NULL : why_not.text);
    if (drawn)
        plots_free(&plots);
    return status == STATUS_OK ? status : fail(message, status, "report: %s", status_text(status));
}

/* One plot: the first that the records have, or the one that NAME asks for. */
static enum status report_picture(const struct record *records, size_t count, const char *name, FILE *out,
                                  struct message *message)
{
    struct plots plots;
    unsigned kinds = PLOT_ALL;
    char block[65536];
    for (unsigned i = 0; name != NULL && i < PLOT_KINDS; i++)
        if (strcmp(name, plot_names[i]) == 0)
            kinds = 1u << i;
    enum status status = plots_draw(&plots, records, count, PLOT_PNG, kinds, message);
    if (status != STATUS_OK)
        return status;
    FILE *file = plots.count == 0 ? NULL : plot_open(&plots, &plots.items[0], PLOT_PNG);
    if (file == NULL)
        status = fail(message, STATUS_FAILED, "report: the records have nothing for %s%s", name == NULL ? "a plot" : "the plot ",
                      name == NULL ? "" : name);
    for (size_t size; file != NULL && (size = fread(block, 1, sizeof block, file)) != 0;)
        fwrite(block, 1, size, out);
    if (file != NULL)
        fclose(file);
    plots_free(&plots);
    return status;
}

static enum status write_report(struct session *session, const char *path, const char *format, const struct record *records,
                                size_t count)
{
    const struct options *options = session->options;
    const struct reporter *reporter = reporter_find(format);
    struct output output;
    enum status status = output_open(&output, path, options->force, &session->message);
    if (status != STATUS_OK)
        return status;
    if (reporter != NULL)
        status = report_in_turn(reporter, records, count, output.file, &session->message);
    else if (strcmp(format, "html") == 0)
        status = report_page(records, count, output.file, &session->message);
    else
        status = report_picture(records, count, options->plot, output.file, &session->message);
    if (status == STATUS_OK || ferror(output.file))
        return output_commit(&output, &session->message);
    output_abandon(&output);
    return status;
}

static bool is_plot(const char *name)
{
    for (size_t i = 0; i < PLOT_KINDS; i++)
        if (strcmp(name, plot_names[i]) == 0)
            return true;
    return false;
}

enum exit_status command_report(struct session *session)
{
    const struct options *options = session->options;
    const char *format = options->format_given ? options->format : NULL;
    if (options->operand_count == 0) {
        fail(&session->message, STATUS_BAD_PARAMETER, "report: no record given, expected one or more");
        return EXIT_USAGE;
    }
    if (format == NULL && options->output != NULL && strcmp(options->output, "-") != 0) {
        format = format_of_path(options->output);
        if (format == NULL) {
            fail(&session->message, STATUS_BAD_PARAMETER,
                 "--output: %s: unknown kind of file, expected .html, .md, .csv, .json, .txt or .png (or --format)",
                 options->output);
            return EXIT_USAGE;
        }
    }
    if (format == NULL)
        format = "text";
    if (options->plot != NULL && !is_plot(options->plot)) {
        fail(&session->message, STATUS_BAD_PARAMETER,
             "--plot: unknown plot '%.100s', expected one of throughput, ratios, passwords, speed-up, machines", options->plot);
        return EXIT_USAGE;
    }
    if (options->plot != NULL && strcmp(format, "png") != 0) {
        fail(&session->message, STATUS_BAD_PARAMETER, "--plot: the format '%.100s' has no plot to choose, expected png", format);
        return EXIT_USAGE;
    }
    if (reporter_find(format) == NULL && strcmp(format, "html") != 0 && strcmp(format, "png") != 0) {
        fail(&session->message, STATUS_BAD_PARAMETER,
             "--format: unknown format '%.100s', expected one of html, markdown, csv, json, text, png", format);
        return EXIT_USAGE;
    }
    const char *path = options->output == NULL ? "-" : options->output;
    if (output_spares(path, options->operands, options->operand_count, &session->message) != STATUS_OK)
        return EXIT_USAGE;
    struct record *records = calloc(options->operand_count, sizeof *records);
    if (records == NULL) {
        fail(&session->message, STATUS_NO_MEMORY, "report: not enough memory");
        return EXIT_USAGE;
    }
    enum status status = records_read(records, options->operands, options->operand_count, &session->message);
    if (status == STATUS_OK)
        status = write_report(session, path, format, records, options->operand_count);
    for (size_t i = 0; i < options->operand_count; i++)
        record_free(&records[i]);
    free(records);
    return status == STATUS_OK ? EXIT_OK : EXIT_USAGE;
}

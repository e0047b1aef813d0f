/* SPDX-License-Identifier: MIT */
#include "report/reporter.h"

#include "report/formats.h"
#include "util/text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

const struct reporter *const reporters[] = {
    &text_reporter, &json_reporter, &csv_reporter, &markdown_reporter, NULL,
};

const struct reporter *reporter_find(const char *name)
{
    for (size_t i = 0; reporters[i] != NULL; i++)
        if (strcmp(reporters[i]->name, name) == 0)
            return reporters[i];
    return NULL;
}

const struct reporter *reporter_of_path(const char *path)
{
    const char *extension = strrchr(path, '.');
    for (size_t i = 0; extension != NULL && reporters[i] != NULL; i++)
        if (strcmp(extension + 1, reporters[i]->extension) == 0)
            return reporters[i];
    return NULL;
}

static size_t terminal_columns(int descriptor)
{
    const char *text = getenv("COLUMNS");
    char *end;
    if (text != NULL && *text != '\0') {
        unsigned long columns = strtoul(text, &end, 10);
        if (*end == '\0' && columns >= 20 && columns <= 10000)
            return columns;
    }
#ifdef TIOCGWINSZ
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20)
        return size.ws_col;
#else
    (void)descriptor;
#endif
    return 80;
}

void report_setup(struct report *report, FILE *out, const struct environment *environment, const char *title)
{
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
    memset(report, 0, sizeof *report);
    report->out = out;
    report->environment = environment;
    report->title = title;
    report->utf8 = text_locale_is_utf8();
    if (isatty(fileno(out))) {
        report->columns = terminal_columns(fileno(out));
        report->color = (no_color == NULL || *no_color == '\0') && terminal != NULL && strcmp(terminal, "dumb") != 0;
    }
}

enum status report_keep(struct report *report, const struct row *row)
{
    if (report->row_count == report->row_capacity) {
        size_t capacity = report->row_capacity == 0 ? 64 : 2 * report->row_capacity;
        const struct row **larger = realloc(report->rows, capacity * sizeof *larger);
        if (larger == NULL)
            return STATUS_NO_MEMORY;
        report->rows = larger;
        report->row_capacity = capacity;
    }
    report->rows[report->row_count++] = row;
    return STATUS_OK;
}

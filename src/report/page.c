/* SPDX-License-Identifier: MIT */
#include "report/page.h"

#include "report/assets.h"
#include "report/view.h"
#include "util/text.h"
#include "util/units.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A page in the making. */
struct page {
    FILE *out;
    const struct record *records;
    size_t count;
    size_t sections; /* numbers of tables, for their ids */
    bool failed;
};

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static void put(const struct page *page, const char *text)
{
    text_html(page->out, text);
}

/* MARKUP with %s replaced by TEXT, escaped. */
static void put_in(const struct page *page, const char *markup, const char *text)
{
    const char *place = strstr(markup, "%s");
    fwrite(markup, 1, (size_t)(place - markup), page->out);
    put(page, text);
    fputs(place + 2, page->out);
}

static void put_asset(const struct page *page, const char *const *lines)
{
    for (; *lines != NULL; lines++)
        fputs(*lines, page->out);
}

/* What a record is called: the end of its path. */
static const char *record_name(const struct record *record)
{
    const char *slash = strrchr(record->path, '/');
    return slash == NULL ? record->path : slash + 1;
}

static struct view_rows rows_of(const struct record *record, const struct row **list)
{
    for (size_t i = 0; i < record->count; i++)
        list[i] = &record->rows[i];
    return (struct view_rows){list, record->count};
}

/* -------------------------------------------------------------------------------------------------- machines */

struct facts {
    struct lines labels;
    struct lines texts;
};

static void add_fact(void *state, const char *label, const char *text)
{
    struct facts *facts = state;
    lines_add(&facts->labels, "%s", label);
    lines_add(&facts->texts, "%s", text);
}

static const char *fact(const struct facts *facts, const char *label)
{
    for (size_t i = 0; i < facts->labels.count; i++)
        if (is(facts->labels.items[i], label))
            return facts->texts.items[i];
    return "";
}

static void put_machines(struct page *page)
{
    struct facts *facts = calloc(page->count + 1, sizeof *facts);
    struct lines labels = {NULL, 0, 0, false};
    if (facts == NULL) {
        page->failed = true;
        return;
    }
    for (size_t i = 0; i < page->count; i++) {
        view_machine(&page->records[i].environment, add_fact, &facts[i]);
        for (size_t j = 0; j < facts[i].labels.count; j++)
            lines_index(&labels, facts[i].labels.items[j]);
        page->failed = page->failed || facts[i].labels.failed || facts[i].texts.failed;
    }
    fputs("<h2 id=machines>Machine</h2>\n<div class=scroll tabindex=0 role=region aria-label=\"Machine\"><table class=facts>\n",
          page->out);
    if (page->count > 1) {
        fputs("<thead><tr><td></td>", page->out);
        for (size_t i = 0; i < page->count; i++)
            put_in(page, "<th scope=col>%s</th>", record_name(&page->records[i]));
        fputs("</tr></thead>\n", page->out);
    }
    fputs("<tbody>\n", page->out);
    for (size_t i = 0; i < labels.count; i++) {
        put_in(page, "<tr><th scope=row>%s</th>", labels.items[i]);
        for (size_t j = 0; j < page->count; j++)
            put_in(page, "<td>%s</td>", fact(&facts[j], labels.items[i]));
        fputs("</tr>\n", page->out);
    }
    fputs("</tbody></table></div>\n", page->out);
    for (size_t i = 0; i < page->count; i++) {
        lines_free(&facts[i].labels);
        lines_free(&facts[i].texts);
        if (!page->records[i].environment.optimised)
            put_in(page, "<p class=warning>%s is of a build that is not optimised: its figures say nothing about the "
                         "implementations.</p>\n", record_name(&page->records[i]));
    }
    page->failed = page->failed || labels.failed;
    lines_free(&labels);
    free(facts);
}

/* ------------------------------------------------------------------------------------------------- sentences */

static void put_findings(struct page *page, const struct record *record, const struct view_rows *rows)
{
    struct lines findings = {NULL, 0, 0, false};
    struct advice advice[ENVIRONMENT_ADVICE_MAX];
    char count[128];
    view_count(rows, count, sizeof count);
    view_findings(rows, &findings);
    if (page->count > 1)
        put_in(page, "<h3>%s</h3>\n", record_name(record));
    fputs("<ul>\n", page->out);
    for (size_t i = 0; i < findings.count; i++)
        put_in(page, "<li>%s</li>\n", findings.items[i]);
    put_in(page, "<li>%s.</li>\n", count);
    size_t advices = environment_advice(&record->environment, advice, ENVIRONMENT_ADVICE_MAX);
    for (size_t i = 0; i < advices; i++)
        put_in(page, "<li>Advice: %s.</li>\n", advice[i].text);
    fputs("</ul>\n", page->out);
    for (size_t i = 0; i < rows->count; i++) {
        if (row_outcome(rows->rows[i]) == ROW_FAILED) {
            fputs("<p class=failed>Some rows failed; they are red in the tables, with the reason in their notes.</p>\n",
                  page->out);
            break;
        }
    }
    page->failed = page->failed || findings.failed;
    lines_free(&findings);
}

/* ------------------------------------------------------------------------------------------------------ tables */

/* The table that LINE belongs to is begun: its heads are LINE's.  RECORD may be NULL: it is of all. */
static void begin_table(struct page *page, const struct record *record, const struct view_line *line, bool notes)
{
    char title[400];
    size_t id = ++page->sections;
    bool named = record != NULL && page->count > 1;
    snprintf(title, sizeof title, "%s%s%.80s%s", line->caption, named ? " (" : "", named ? record_name(record) : "",
             named ? ")" : "");
    fprintf(page->out, "<section class=table aria-labelledby=t%zu>\n", id);
    fprintf(page->out, "<h3 id=t%zu>", id);
    put(page, title);
    fprintf(page->out, "</h3>\n<div class=tools hidden><label for=f%zu>Filter rows</label>"
                       "<input id=f%zu type=search autocomplete=off><output for=f%zu aria-live=polite></output></div>\n",
            id, id, id);
    fprintf(page->out, "<div class=scroll tabindex=0 role=region aria-labelledby=t%zu><table aria-labelledby=t%zu>\n"
                       "<thead><tr>", id, id);
    for (size_t i = 0; i < line->count; i++) {
        fputs(line->cells[i].align == ALIGN_RIGHT ? "<th scope=col class=n>" : "<th scope=col>", page->out);
        put_in(page, "<button type=button>%s</button>", line->cells[i].title);
        if (line->cells[i].unit[0] != '\0')
            put_in(page, "<small>%s</small>", line->cells[i].unit);
        fputs("</th>", page->out);
    }
    if (notes)
        fputs("<th scope=col><button type=button>notes</button></th>", page->out);
    fputs("</tr></thead>\n<tbody>\n", page->out);
}

static void end_table(struct page *page)
{
    fputs("</tbody></table></div>\n</section>\n", page->out);
}

static void put_line(struct page *page, const struct view_line *line)
{
    fputs(line->failed ? "<tr class=failed>" : "<tr>", page->out);
    for (size_t i = 0; i < line->count; i++) {
        const struct view_cell *cell = &line->cells[i];
        if (i == 0)
            fputs("<th scope=row>", page->out);
        else if (cell->align == ALIGN_RIGHT && isfinite(cell->value))
            fprintf(page->out, "<td class=n data-v=\"%.9g\">", cell->value);
        else
            fputs(cell->align == ALIGN_RIGHT ? "<td class=n>" : "<td>", page->out);
        put(page, cell->text);
        fputs(i == 0 ? "</th>" : "</td>", page->out);
    }
}

static void put_notes(struct page *page, const struct row *row)
{
    struct lines notes = {NULL, 0, 0, false};
    view_notes(row, &notes);
    fputs("<td class=notes>", page->out);
    for (size_t i = 0; i < notes.count; i++)
        put_in(page, i == 0 ? "%s" : "; %s", notes.items[i]);
    fputs("</td>", page->out);
    page->failed = page->failed || notes.failed;
    lines_free(&notes);
}

static void put_tables(struct page *page, const struct record *record, const struct view_rows *rows)
{
    struct view_order order = {0};
    struct view_line *line = malloc(sizeof *line), *open = malloc(sizeof *open);
    const struct row *like = NULL;
    bool begun = false;
    if (line == NULL || open == NULL) {
        page->failed = true;
        goto done;
    }
    for (const struct row *row; (row = view_next(rows, &order)) != NULL;) {
        like = view_columns_of(rows, row, like);
        for (size_t i = 0; i < view_line_count(row); i++) {
            view_line(line, rows, row, like, i);
            if (!begun || !view_same_table(line, open)) {
                if (begun)
                    end_table(page);
                begin_table(page, record, line, true);
                *open = *line;
                begun = true;
            }
            put_line(page, line);
            if (i == 0)
                put_notes(page, row);
            else
                fputs("<td class=notes></td>", page->out);
            fputs("</tr>\n", page->out);
        }
    }
    if (begun)
        end_table(page);
    for (enum view_annex annex = 0; annex < VIEW_ANNEXES; annex++) {
        begun = false;
        for (size_t i = 0; i < rows->count; i++)
            for (size_t j = 0; j < view_annex_count(annex, rows->rows[i]); j++) {
                view_annex_line(line, rows, rows->rows[i], annex, j);
                if (!begun)
                    begin_table(page, record, line, false);
                begun = true;
                put_line(page, line);
                fputs("</tr>\n", page->out);
            }
        if (begun)
            end_table(page);
    }
done:
    free(line);
    free(open);
}

/* ------------------------------------------------------------------------------------------------ side by side */

static const struct row *same_job(const struct record *record, const struct row *row)
{
    for (size_t i = 0; i < record->count; i++) {
        const struct row *other = &record->rows[i];
        if (is(other->primitive, row->primitive) && is(other->operation, row->operation) &&
            is(other->workload, row->workload) && is(other->shape, row->shape) && other->size == row->size &&
            other->misalignment == row->misalignment && is(other->suite, row->suite))
            return other;
    }
    return NULL;
}

static double rate_of(const struct row *row, const char *contender)
{
    const struct row_contender *figures = row == NULL ? NULL : row_contender(row, contender);
    return figures == NULL                    ? (double)NAN
           : is(row->workload, "bulk")      ? mib_of(figures->bytes_per_second)
           : is(row->workload, "passwords") ? figures->operations_per_second / 1e6
                                            : figures->operations_per_second;
}

/* The jobs that the first record shares with others, with each machine's figure for each contender. */
static void put_side_by_side(struct page *page)
{
    static const char *const units[][2] = {
        {"bulk", "MiB/s"}, {"passwords", "million/s"}, {"operations", "op/s"}};
    struct view_line *line = calloc(1, sizeof *line);
    if (line == NULL) {
        page->failed = true;
        return;
    }
    for (size_t u = 0; u < sizeof units / sizeof units[0]; u++) {
        bool begun = false;
        for (size_t i = 0; i < page->records[0].count; i++) {
            const struct row *row = &page->records[0].rows[i];
            bool shared = false;
            for (size_t k = 1; k < page->count; k++)
                shared = shared || same_job(&page->records[k], row) != NULL;
            if (!is(row->workload, units[u][0]) || !shared)
                continue;
            for (size_t j = 0; j < row->contender_count; j++) {
                line->count = 0;
                line->failed = false;
                snprintf(line->caption, sizeof line->caption, "Machines side by side: %s, %s", units[u][0], units[u][1]);
                struct view_cell *cells = line->cells;
                memset(cells, 0, (page->count + 4) * sizeof *cells);
                strcpy(cells[0].title, "primitive");
                bool bare = is(row->operation, row->class_name) && !is(row->workload, "passwords");
                snprintf(cells[0].text, sizeof cells[0].text, "%s %s", row->name[0] != '\0' ? row->name : row->primitive,
                         bare ? "" : is(row->workload, "passwords") ? row->shape : row->operation);
                strcpy(cells[1].title, "size");
                strcpy(cells[1].unit, "bytes");
                cells[1].align = ALIGN_RIGHT;
                cells[1].value = row->size == UINT64_MAX ? (double)NAN : (double)row->size;
                format_size(cells[1].text, row->size);
                strcpy(cells[2].title, "contender");
                strcpy(cells[2].text, row->contenders[j].name);
                for (size_t k = 0; k < page->count && k + 3 < VIEW_COLUMNS_MAX; k++) {
                    struct view_cell *cell = &cells[3 + k];
                    text_copy(cell->title, sizeof cell->title, record_name(&page->records[k]));
                    text_copy(cell->unit, sizeof cell->unit, units[u][1]);
                    cell->align = ALIGN_RIGHT;
                    cell->value = rate_of(k == 0 ? row : same_job(&page->records[k], row), row->contenders[j].name);
                    format_figure(cell->text, cell->value);
                    line->count = 4 + k;
                }
                if (!begun)
                    begin_table(page, NULL, line, false);
                begun = true;
                put_line(page, line);
                fputs("</tr>\n", page->out);
            }
        }
        if (begun)
            end_table(page);
    }
    free(line);
}

/* ------------------------------------------------------------------------------------------------------- plots */

/* gnuplot's markers once for all plots: small shapes around the origin that take the colour of their use. */
static const char markers[] =
    "<svg width=0 height=0 aria-hidden=true style=\"position:absolute\"><defs>"
    "<g id=gpPt4 fill=currentColor><path d='M-1,-1h2v2h-2z'/></g><g id=gpPt5 fill=none stroke=currentColor stroke-width=.2>"
    "<circle r=1 /></g><g id=gpPt6 fill=currentColor><circle r=1 /></g><g id=gpPt8 fill=currentColor>"
    "<path d='M0,-1.33L-1.33,.67L1.33,.67z'/></g><g id=gpPt3 fill=none stroke=currentColor stroke-width=.3>"
    "<path d='M-1,-1h2v2h-2z'/></g><g id=gpPt10 fill=currentColor><path d='M0,1.33L-1.33,-.67L1.33,-.67z'/></g>"
    "<g id=gpPt12 fill=currentColor><path d='M0,-1.41L1.41,0L0,1.41L-1.41,0z'/></g><g id=gpPt7 fill=none "
    "stroke=currentColor stroke-width=.2><path d='M0,-1.33L-1.33,.67L1.33,.67z'/></g></defs></svg>\n";

/* The meaning of a colour that plot.c gave a name: "rgb(1,2,N)", with or without spaces; 0 where TEXT is another. */
static size_t put_colour(const struct page *page, const char *text)
{
    int red, green, blue, size = 0;
    if (sscanf(text, "rgb( %d, %d, %d)%n", &red, &green, &blue, &size) != 3 || size == 0 || red != 1 || green != 2)
        return 0;
    if (blue == 3)
        fputs("var(--text)", page->out);
    else if (blue == 4)
        fputs("var(--line)", page->out);
    else
        fprintf(page->out, "var(--s%d)", blue - 4);
    return (size_t)size;
}

/* Skips SVG from the place TEXT up to and with END; returns what follows. */
static const char *behind(const char *text, const char *end)
{
    const char *found = strstr(text, end);
    return found == NULL ? text + strlen(text) : found + strlen(end);
}

/* TEXT is the start of one of the empty groups that gnuplot leaves: returns what follows it, else NULL. */
static const char *behind_empty_group(const char *text)
{
    const char *close = strncmp(text, "<g ", 3) == 0 ? strchr(text, '>') : NULL;
    if (close == NULL)
        return NULL;
    close++;
    close += strspn(close, " \t\n");
    return strncmp(close, "</g>", 4) == 0 ? close + 4 : NULL;
}

/* gnuplot's SVG as a part of the page: without what the page has already, in the page's colours, with its meaning. */
static void put_svg(const struct page *page, const char *svg, const struct plot *plot)
{
    const char *text = strstr(svg, "<svg");
    if (text == NULL)
        return;
    fputs("<svg role=img aria-label=\"", page->out);
    put(page, plot->alternative);
    fputs("\" ", page->out);
    for (text += 4; *text != '\0';) {
        const char *rest;
        size_t size;
        if (strncmp(text, "<title>", 7) == 0)
            text = behind(text, "</title>");
        else if (strncmp(text, "<desc>", 6) == 0)
            text = behind(text, "</desc>");
        else if (strncmp(text, "<defs>", 6) == 0)
            text = behind(text, "</defs>");
        else if (strncmp(text, " id=\"", 5) == 0)
            text = behind(text + 5, "\"");
        else if ((rest = behind_empty_group(text)) != NULL)
            text = rest;
        else if (*text == 'r' && (size = put_colour(page, text)) != 0)
            text += size;
        else if (*text == '\n' || *text == '\t') {
            text += strspn(text, " \n\t");
            putc(*text == '<' ? '\n' : ' ', page->out);
        } else
            putc(*text++, page->out);
    }
}

static char *file_text(FILE *file)
{
    size_t size = 0, capacity = 1 << 16;
    char *text = malloc(capacity);
    while (text != NULL) {
        size += fread(text + size, 1, capacity - size - 1, file);
        if (size + 1 < capacity)
            break;
        char *larger = realloc(text, 2 * capacity);
        if (larger == NULL) {
            free(text);
            return NULL;
        }
        text = larger;
        capacity *= 2;
    }
    if (text != NULL)
        text[size] = '\0';
    return text;
}

static void put_plots_of(struct page *page, const struct plots *plots, enum plot_kind kind, const char *title)
{
    bool begun = false, panels = false;
    for (size_t i = 0; i < plots->count; i++) {
        const struct plot *plot = &plots->items[i];
        FILE *file = plot->kind == kind ? plot_open(plots, plot, PLOT_SVG) : NULL;
        char *text = file == NULL ? NULL : file_text(file);
        if (file != NULL)
            fclose(file);
        if (text == NULL)
            continue;
        if (!begun && !plot->wide) {
            put_in(page, "<h3>%s</h3>\n", title);
            fputs("<div class=panels>\n", page->out);
        }
        panels = !plot->wide;
        begun = true;
        fputs(plot->wide ? "<figure class=\"wide scroll\" tabindex=0 role=group aria-label=\"" :
                           "<figure role=group aria-label=\"", page->out);
        put(page, plot->title);
        put_in(page, "\"><figcaption>%s</figcaption>\n", plot->title);
        put_svg(page, text, plot);
        fputs("</figure>\n", page->out);
        free(text);
    }
    if (begun && panels)
        fputs("</div>\n", page->out);
}

static void put_plots(struct page *page, const struct plots *plots, const char *why_not)
{
    static const char *const titles[PLOT_KINDS] = {"Throughput over message size", "Speed against the reference",
                                                   "The password loop", "Today against the published tables",
                                                   "Machines side by side"};
    static const enum plot_kind order[PLOT_KINDS] = {PLOT_PASSWORDS, PLOT_RATIOS, PLOT_MACHINES, PLOT_SPEED_UP,
                                                     PLOT_THROUGHPUT};
    fputs("<h2 id=plots>Plots</h2>\n", page->out);
    if (plots == NULL || plots->count == 0) {
        put_in(page, "<p>There are no plots: %s.</p>\n", why_not != NULL ? why_not : "the records have nothing to plot");
        return;
    }
    fputs(markers, page->out);
    for (size_t i = 0; i < PLOT_KINDS; i++)
        put_plots_of(page, plots, order[i], titles[order[i]]);
}

/* ------------------------------------------------------------------------------------------------- the whole */

static void put_head(struct page *page)
{
    fputs("<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
          "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n"
          "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src 'unsafe-inline'; "
          "script-src 'unsafe-inline'; img-src data:\">\n<link rel=icon href=\"data:,\">\n", page->out);
    put_in(page, "<title>assay: %s</title>\n", page->count == 1 ? record_name(&page->records[0]) : "records side by side");
    fputs("<style>\n", page->out);
    put_asset(page, page_css);
    fputs("</style>\n</head>\n<body>\n<a class=skip href=\"#summary\">To the summary</a>\n<header>\n", page->out);
    put_in(page, "<h1>%s</h1>\n", page->count == 1 ? record_name(&page->records[0]) : "Records side by side");
    fputs("<p>Implementations of cryptographic primitives, timed in turn on the same work, their outputs compared. A speed "
          "ratio above 1 means that the contender is faster than its reference; the interval behind it holds with about "
          "95 %.</p>\n<nav aria-label=\"Sections\"><ul><li><a href=\"#summary\">Summary</a></li>"
          "<li><a href=\"#plots\">Plots</a></li><li><a href=\"#tables\">Tables</a></li>"
          "<li><a href=\"#machines\">Machine</a></li></ul></nav>\n</header>\n<main>\n", page->out);
}

enum status page_write(FILE *out, const struct record *records, size_t count, const struct plots *plots,
                       const char *why_not)
{
    struct page page = {out, records, count, 0, false};
    size_t most = 0;
    for (size_t i = 0; i < count; i++)
        most = records[i].count > most ? records[i].count : most;
    const struct row **list = calloc(most + 1, sizeof *list);
    if (list == NULL)
        return STATUS_NO_MEMORY;
    put_head(&page);
    fputs("<h2 id=summary>Summary</h2>\n", out);
    for (size_t i = 0; i < count; i++) {
        struct view_rows rows = rows_of(&records[i], list);
        put_findings(&page, &records[i], &rows);
    }
    put_plots(&page, plots, why_not);
    fputs("<h2 id=tables>Tables</h2>\n", out);
    if (count > 1)
        put_side_by_side(&page);
    for (size_t i = 0; i < count; i++) {
        struct view_rows rows = rows_of(&records[i], list);
        put_tables(&page, &records[i], &rows);
    }
    put_machines(&page);
    fputs("</main>\n<footer><p>", out);
    put_in(&page, "Made by assay %s. MiB/s are 2<sup>20</sup> bytes a second; a figure that was not measured is a dash.",
           records[0].environment.assay_version);
    fputs("</p></footer>\n<script>\n", out);
    put_asset(&page, page_js);
    fputs("</script>\n</body>\n</html>\n", out);
    free(list);
    return page.failed ? STATUS_NO_MEMORY : ferror(out) ? STATUS_FAILED : STATUS_OK;
}

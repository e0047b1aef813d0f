/* SPDX-License-Identifier: MIT */
#include "util/table.h"

#include "util/text.h"

#include <stdlib.h>
#include <string.h>

enum { GAP = 2 };

struct heading {
    char title[64];
    char unit[48];
    enum align align;
    size_t width;
};

struct table {
    struct table_style style;
    struct heading headings[TABLE_COLUMNS_MAX];
    size_t heading_count;
    char **cells;
    size_t cell_count;
    size_t cell_capacity;
    bool *marks; /* one a row that waits */
    size_t mark_capacity;
    bool head_printed;
    bool stacked;
    bool failed;
};

struct table *table_create(const struct table_style *style)
{
    struct table *table = calloc(1, sizeof *table);
    if (table != NULL)
        table->style = *style;
    return table;
}

void table_column(struct table *table, const char *title, const char *unit, enum align align, size_t least)
{
    if (table == NULL || table->heading_count == TABLE_COLUMNS_MAX)
        return;
    struct heading *heading = &table->headings[table->heading_count++];
    text_printable(heading->title, sizeof heading->title, title, table->style.utf8);
    text_printable(heading->unit, sizeof heading->unit, unit, table->style.utf8);
    heading->align = align;
    heading->width = least;
    if (text_columns(heading->title) > heading->width)
        heading->width = text_columns(heading->title);
    if (text_columns(heading->unit) > heading->width)
        heading->width = text_columns(heading->unit);
}

/* Makes room in *ITEMS for one more than COUNT. */
static bool grow(void *items, size_t *capacity, size_t count, size_t item_size)
{
    void *old, *larger;
    if (count < *capacity)
        return true;
    memcpy(&old, items, sizeof old);
    size_t wanted = *capacity == 0 ? 64 : 2 * *capacity;
    larger = realloc(old, wanted * item_size);
    if (larger == NULL)
        return false;
    memcpy(items, &larger, sizeof larger);
    *capacity = wanted;
    return true;
}

void table_cell(struct table *table, const char *text)
{
    if (table == NULL || table->heading_count == 0)
        return;
    size_t row = table->cell_count / table->heading_count;
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy == NULL || !grow(&table->cells, &table->cell_capacity, table->cell_count, sizeof *table->cells) ||
        !grow(&table->marks, &table->mark_capacity, row, sizeof *table->marks)) {
        free(copy);
        table->failed = true;
        return;
    }
    text_printable(copy, size, text, table->style.utf8);
    if (table->cell_count % table->heading_count == 0)
        table->marks[row] = false;
    table->cells[table->cell_count++] = copy;
}

void table_mark(struct table *table)
{
    if (table != NULL && table->cell_count != 0)
        table->marks[(table->cell_count - 1) / table->heading_count] = true;
}

static void put_spaces(FILE *out, size_t count)
{
    fprintf(out, "%*s", (int)count, "");
}

/* Where a line has got to, and where its next column starts. */
struct cursor {
    size_t at;
    size_t start;
};

/*
 * Puts TEXT into the next column, of WIDTH.  A text that is too wide takes from the space of those that follow, and
 * spaces come only before a text, so that none end a line.
 */
static void put_aligned(FILE *out, const char *text, enum align align, size_t width, struct cursor *cursor)
{
    size_t columns = text_columns(text);
    size_t wanted = cursor->start + (align == ALIGN_RIGHT && columns < width ? width - columns : 0);
    cursor->start += width + GAP;
    if (columns == 0)
        return;
    size_t spaces = wanted > cursor->at ? wanted - cursor->at : cursor->at == 0 ? 0 : 1;
    put_spaces(out, spaces);
    fputs(text, out);
    cursor->at += spaces + columns;
}

static void print_head(const struct table *table)
{
    FILE *out = table->style.out;
    bool units = false;
    for (size_t i = 0; i < table->heading_count; i++)
        units = units || table->headings[i].unit[0] != '\0';
    for (int line = 0; line < (units ? 2 : 1); line++) {
        struct cursor cursor = {0, 0};
        if (table->style.color)
            fputs("\033[1m", out);
        for (size_t i = 0; i < table->heading_count; i++) {
            const struct heading *heading = &table->headings[i];
            put_aligned(out, line == 0 ? heading->title : heading->unit, heading->align, heading->width, &cursor);
        }
        fputs(table->style.color ? "\033[0m\n" : "\n", out);
    }
    for (size_t i = 0; i < table->heading_count; i++) {
        if (i != 0 && table->headings[i].width != 0)
            put_spaces(out, GAP);
        for (size_t j = 0; j < table->headings[i].width; j++)
            putc('-', out);
    }
    putc('\n', out);
}

/* One cell a line: what it is on the left, the figure on the right, the unit behind it. */
static void print_stacked(const struct table *table, char *const *cells)
{
    FILE *out = table->style.out;
    size_t title_width = 0, value_width = 0;
    for (size_t i = 1; i < table->heading_count; i++) {
        const struct heading *heading = &table->headings[i];
        if (text_columns(heading->title) > title_width)
            title_width = text_columns(heading->title);
        if (heading->align == ALIGN_RIGHT && text_columns(cells[i]) > value_width)
            value_width = text_columns(cells[i]);
    }
    fprintf(out, "%s\n", cells[0]);
    for (size_t i = 1; i < table->heading_count; i++) {
        const struct heading *heading = &table->headings[i];
        if (cells[i][0] == '\0')
            continue;
        struct cursor cursor = {0, GAP};
        put_aligned(out, heading->title, ALIGN_LEFT, title_width, &cursor);
        put_aligned(out, cells[i], heading->align, value_width, &cursor);
        if (heading->unit[0] != '\0')
            fprintf(out, " %s", heading->unit);
        putc('\n', out);
    }
}

/* Whether nothing with a title comes behind column INDEX, which is aligned left: its cells may be ragged. */
static bool is_ragged(const struct table *table, size_t index)
{
    for (size_t i = index + 1; i < table->heading_count; i++)
        if (table->headings[i].title[0] != '\0')
            return false;
    return table->headings[index].align == ALIGN_LEFT;
}

/* Columns as wide as the ROWS that wait need them, the first no wider than the terminal allows; decides the layout. */
static void fit_columns(struct table *table, size_t rows)
{
    size_t columns = table->heading_count, width = 0, first = text_columns(table->headings[0].title);
    for (size_t i = 0; i < rows * columns; i++) {
        struct heading *heading = &table->headings[i % columns];
        size_t cell = text_columns(table->cells[i]);
        if (i % columns == 0 && cell > first)
            first = cell;
        if (!is_ragged(table, i % columns) && cell > heading->width)
            heading->width = cell;
    }
    for (size_t i = 0; i < columns; i++)
        width += table->headings[i].width + (i != 0 && table->headings[i].width != 0 ? GAP : 0);
    size_t limit = table->style.columns, spare = table->headings[0].width - first;
    if (limit != 0 && width > limit && width - limit <= spare) {
        table->headings[0].width -= width - limit;
        width = limit;
    }
    table->stacked = limit != 0 && width > limit;
}

enum status table_flush(struct table *table)
{
    if (table == NULL)
        return STATUS_NO_MEMORY;
    FILE *out = table->style.out;
    size_t columns = table->heading_count;
    size_t rows = columns == 0 ? 0 : table->cell_count / columns;
    if (!table->head_printed && columns != 0) {
        fit_columns(table, rows);
        if (!table->stacked)
            print_head(table);
        table->head_printed = true;
    }
    for (size_t row = 0; row < rows; row++) {
        bool red = table->marks[row] && table->style.color;
        struct cursor cursor = {0, 0};
        if (red)
            fputs("\033[31m", out);
        if (table->stacked)
            print_stacked(table, &table->cells[row * columns]);
        else
            for (size_t i = 0; i < columns; i++)
                put_aligned(out, table->cells[row * columns + i], table->headings[i].align, table->headings[i].width,
                            &cursor);
        if (red)
            fputs("\033[0m", out);
        if (!table->stacked)
            putc('\n', out);
    }
    for (size_t i = 0; i < rows * columns; i++)
        free(table->cells[i]);
    size_t left = table->cell_count - rows * columns; /* of a row still being filled */
    if (left != 0)
        memmove(table->cells, table->cells + rows * columns, left * sizeof *table->cells);
    table->cell_count = left;
    return table->failed ? STATUS_NO_MEMORY : STATUS_OK;
}

void table_free(struct table *table)
{
    if (table == NULL)
        return;
    for (size_t i = 0; i < table->cell_count; i++)
        free(table->cells[i]);
    free(table->cells);
    free(table->marks);
    free(table);
}

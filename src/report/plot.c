/* SPDX-License-Identifier: MIT */
#include "report/plot.h"

#include "report/view.h"
#include "results/historic.h"
#include "util/text.h"
#include "util/units.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

const char *const plot_names[PLOT_KINDS] = {"throughput", "ratios", "passwords", "speed-up", "machines"};

enum { SERIES_MAX = 16, LABELS_MAX = 400, PANELS_MAX = 200, LABEL_SIZE = 72 };

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* ------------------------------------------------------------------------------------------------ one drawing */

struct point {
    double value, low, high;
};

/* One plot in the making: SERIES of points, one for each label (or each size). */
struct drawing {
    enum plot_kind kind;
    bool lines;        /* over sizes; else dots beside labels */
    bool logarithmic;
    double reference;  /* a line across; NAN: none */
    char title[160];
    char alternative[512];
    char axis[96];
    char labels[LABELS_MAX][LABEL_SIZE];
    double sizes[LABELS_MAX];
    double order[LABELS_MAX];
    size_t label_count;
    char series[SERIES_MAX][LABEL_SIZE];
    size_t series_count;
    struct point points[SERIES_MAX][LABELS_MAX];
};

static void start(struct drawing *drawing, enum plot_kind kind, const char *title, const char *axis)
{
    memset(drawing, 0, sizeof *drawing);
    drawing->kind = kind;
    drawing->reference = NAN;
    text_copy(drawing->title, sizeof drawing->title, title);
    text_copy(drawing->axis, sizeof drawing->axis, axis);
    for (size_t i = 0; i < SERIES_MAX; i++)
        for (size_t j = 0; j < LABELS_MAX; j++)
            drawing->points[i][j] = (struct point){NAN, NAN, NAN};
}

/* TEXT without what gnuplot, a shell or SVG could take for more than text. */
static void harmless(char *out, size_t size, const char *text)
{
    char copy[256];
    text_copy(copy, sizeof copy, text);
    text_printable(out, size, copy, false);
    for (; *out != '\0'; out++)
        if (!isalnum((unsigned char)*out) && strchr(" .,/+-_():*=^", *out) == NULL)
            *out = '?';
}

/* The index of TEXT in LIST, which gets it where it lacks it; CAPACITY where it is full. */
static size_t index_in(char list[][LABEL_SIZE], size_t *count, size_t capacity, const char *text)
{
    char clean[LABEL_SIZE];
    harmless(clean, sizeof clean, text);
    for (size_t i = 0; i < *count; i++)
        if (is(list[i], clean))
            return i;
    if (*count < capacity)
        strcpy(list[(*count)++], clean);
    return *count == capacity && !is(list[capacity - 1], clean) ? capacity : *count - 1;
}

/* The place for the point of SERIES at LABEL, or NULL where there is no room. */
static struct point *point_at(struct drawing *drawing, const char *series, const char *label)
{
    size_t s = index_in(drawing->series, &drawing->series_count, SERIES_MAX, series);
    size_t l = index_in(drawing->labels, &drawing->label_count, LABELS_MAX, label);
    return s < SERIES_MAX && l < LABELS_MAX ? &drawing->points[s][l] : NULL;
}

/* Whether VALUE has a place on an axis: a record may hold any number. */
static bool is_plottable(double value)
{
    return value > 1e-30 && value < 1e30;
}

static void set_point(struct drawing *drawing, const char *series, const char *label, double value)
{
    if (!is_plottable(value))
        return;
    struct point *point = point_at(drawing, series, label);
    if (point != NULL)
        *point = (struct point){value, value, value};
}

/* ------------------------------------------------------------------------------------------------- gnuplot */

struct maker {
    struct plots *plots;
    enum plot_format format;
    FILE *script;
    size_t data_files;
    bool failed;
};

static FILE *open_in(const struct plots *plots, const char *name, const char *mode)
{
    char path[1100];
    snprintf(path, sizeof path, "%s/%s", plots->folder, name);
    return fopen(path, mode);
}

/* Colours: the text's, the grid's, and one for each series; in SVG they are names that the page gives a meaning. */
static const char *colour(enum plot_format format, size_t index)
{
    static const char *const png[] = {"#222222", "#cccccc", "#1b6ca8", "#d1495b", "#2e8b57", "#8e5ea2",
                                      "#c47f17", "#4a4e69", "#00868b", "#a0522d"};
    static const char *const svg[] = {"#010203", "#010204", "#010205", "#010206", "#010207", "#010208",
                                      "#010209", "#01020a", "#01020b", "#01020c"};
    const size_t series = sizeof png / sizeof png[0] - 2;
    return (format == PLOT_PNG ? png : svg)[index < 2 ? index : 2 + (index - 2) % series];
}

static void write_terminal(struct maker *maker, size_t number, size_t width, size_t height)
{
    if (maker->format == PLOT_PNG)
        fprintf(maker->script,
                "if (strstrt(GPVAL_TERMINALS, 'pngcairo')) set terminal pngcairo noenhanced size %zu,%zu font 'sans,11' "
                "background '#ffffff'; else set terminal png noenhanced size %zu,%zu\nset output '%zu.png'\n",
                width, height, width, height, number);
    else
        fprintf(maker->script, "set terminal svg noenhanced size %zu,%zu font 'sans-serif,13'\nset output '%zu.svg'\n",
                width, height, number);
}

/* The data of one series: x or label, value, low, high; returns the file's number. */
static size_t write_data(struct maker *maker, const struct drawing *drawing, size_t series)
{
    char name[32];
    size_t number = maker->data_files++;
    snprintf(name, sizeof name, "%zu.dat", number);
    FILE *file = open_in(maker->plots, name, "w");
    if (file == NULL) {
        maker->failed = true;
        return number;
    }
    for (size_t i = 0; i < drawing->label_count; i++) {
        const struct point *point = &drawing->points[series][i];
        if (drawing->lines && isfinite(point->value))
            fprintf(file, "%.9g %.9g\n", drawing->sizes[i], point->value);
        else if (!drawing->lines && isfinite(point->value))
            fprintf(file, "\"%s\" %zu %.9g %.9g %.9g\n", drawing->labels[i], i, point->value, point->low, point->high);
        else if (!drawing->lines && series == 0) /* its label must be there all the same */
            fprintf(file, "\"%s\" %zu 1/0 1/0 1/0\n", drawing->labels[i], i);
    }
    maker->failed = fclose(file) != 0 || maker->failed;
    return number;
}

static void write_axes(struct maker *maker, const struct drawing *drawing)
{
    const char *text = colour(maker->format, 0), *grid = colour(maker->format, 1);
    FILE *script = maker->script;
    fprintf(script, "reset\nset border %d lc rgb '%s'\nset tics nomirror textcolor rgb '%s'\n", drawing->lines ? 3 : 1, text,
            text);
    fprintf(script, "set key %s textcolor rgb '%s'\n", drawing->series_count < 2 ? "off" : "outside top center horizontal",
            text);
    fprintf(script, "set grid %s lc rgb '%s' lw 0.5 dt 1, lc rgb '%s' lw 0.5 dt 1\n", drawing->lines ? "xtics ytics" : "xtics",
            grid, grid);
    fprintf(script, "set title '%s' textcolor rgb '%s'\n", maker->format == PLOT_PNG ? drawing->title : "", text);
    fprintf(script, "set %slabel '%s' textcolor rgb '%s'\n", drawing->lines ? "y" : "x", drawing->axis, text);
    if (drawing->lines)
        fprintf(script, "set logscale xy\nset xlabel 'message size, bytes' textcolor rgb '%s'\nset xtics rotate by -35\n", text);
    else if (drawing->logarithmic)
        fprintf(script, "set logscale x\n");
    else
        fprintf(script, "set xrange [0:*]\n");
    if (isfinite(drawing->reference))
        fprintf(script, "set arrow 1 from %g,graph 0 to %g,graph 1 nohead lc rgb '%s' lw 1.5\n", drawing->reference,
                drawing->reference, text);
}

/* The smallest and largest value drawn, and the reference. */
static void range_of(const struct drawing *drawing, double *low, double *high)
{
    *low = *high = drawing->reference;
    for (size_t i = 0; i < drawing->series_count; i++) {
        for (size_t j = 0; j < drawing->label_count; j++) {
            const struct point *point = &drawing->points[i][j];
            *low = fmin(*low, point->low);
            *high = fmax(*high, point->high);
        }
    }
}

/* A logarithmic axis that ends where the data do, with fewer labels a decade the longer it is. */
static void write_logarithmic(struct maker *maker, char axis, double low, double high)
{
    static const double few[] = {1}, some[] = {1, 2, 5}, many[] = {1, 1.5, 2, 3, 5, 7};
    const double *steps = high / low < 8 ? many : high / low < 200 ? some : few;
    size_t count = steps == many ? 6 : steps == some ? 3 : 1;
    bool begun = false;
    fprintf(maker->script, "set %crange [%.6g:%.6g]\nset %ctics (", axis, low / 1.2, high * 1.2, axis);
    for (double decade = pow(10, floor(log10(low / 1.2))); decade <= high * 1.2; decade *= 10) {
        for (size_t i = 0; i < count; i++) {
            double tick = decade * steps[i];
            if (tick < low / 1.2 || tick > high * 1.2)
                continue;
            fprintf(maker->script, "%s'%.6g' %.6g", begun ? "," : "", tick, tick);
            begun = true;
        }
    }
    fprintf(maker->script, begun ? ")\n" : "'%.3g' %.6g)\n", low, low);
}

/* Ticks at the very sizes that were measured. */
static void write_size_ticks(struct maker *maker, const struct drawing *drawing)
{
    fprintf(maker->script, "set xtics (");
    for (size_t i = 0; i < drawing->label_count; i++)
        fprintf(maker->script, "%s%.0f", i == 0 ? "" : ",", drawing->sizes[i]);
    fprintf(maker->script, ")\n");
}

static void draw(struct maker *maker, const struct drawing *drawing, bool wide)
{
    struct plots *plots = maker->plots;
    static const int points[] = {7, 5, 9, 11, 13, 6, 4, 8};
    size_t number = plots->count;
    if (drawing->label_count == 0 || drawing->series_count == 0)
        return;
    if (plots->count == plots->capacity) {
        size_t capacity = plots->capacity == 0 ? 16 : 2 * plots->capacity;
        struct plot *larger = realloc(plots->items, capacity * sizeof *larger);
        if (larger == NULL) {
            maker->failed = true;
            return;
        }
        plots->items = larger;
        plots->capacity = capacity;
    }
    struct plot *plot = &plots->items[plots->count++];
    *plot = (struct plot){.kind = drawing->kind, .number = number, .wide = wide};
    text_copy(plot->title, sizeof plot->title, drawing->title);
    text_copy(plot->alternative, sizeof plot->alternative, drawing->alternative);
    write_terminal(maker, number, drawing->lines && !wide ? 400 : 900,
                   drawing->lines ? (wide ? 560 : 300) : 130 + 20 * drawing->label_count + 20 * (drawing->series_count / 3));
    write_axes(maker, drawing);
    double low, high;
    range_of(drawing, &low, &high);
    if (drawing->lines || drawing->logarithmic)
        write_logarithmic(maker, drawing->lines ? 'y' : 'x', low, high);
    if (drawing->lines)
        write_size_ticks(maker, drawing);
    else
        fprintf(maker->script, "set yrange [%zu.6:-0.6]\n", drawing->label_count - 1);
    size_t first = maker->data_files;
    for (size_t i = 0; i < drawing->series_count; i++)
        write_data(maker, drawing, i);
    fprintf(maker->script, "plot ");
    for (size_t i = 0; i < drawing->series_count; i++) {
        const char *line = colour(maker->format, 2 + i);
        int point = points[i % (sizeof points / sizeof points[0])];
        if (drawing->lines)
            fprintf(maker->script, "%s'%zu.dat' using 1:2 with linespoints lw 1.8 dt %d pt %d ps 0.6 lc rgb '%s' title '%s'",
                    i == 0 ? "" : ", ", first + i, i % 2 == 0 ? 1 : 2, point, line, drawing->series[i]);
        else
            fprintf(maker->script, "%s'%zu.dat' using 3:2:4:5%s with xerrorbars lw 1.5 pt %d ps 0.7 lc rgb '%s' title '%s'",
                    i == 0 ? "" : ", ", first + i, i == 0 ? ":yticlabels(1)" : "", point, line, drawing->series[i]);
    }
    fprintf(maker->script, "\nset output\n");
}

/* ---------------------------------------------------------------------------------------- what records have */

static const char *name_of(const struct row *row)
{
    return row->name[0] != '\0' ? row->name : row->primitive;
}

/* "AES-128-CBC decrypt" */
static void label_of(const struct row *row, char *label)
{
    bool bare = historic_source(row->suite) != NULL || row->operation[0] == '\0' || is(row->operation, row->class_name) ||
                is(row->operation, "hash");
    snprintf(label, LABEL_SIZE, "%.48s%s%.20s", name_of(row), bare ? "" : " ", bare ? "" : row->operation);
}

static bool is_bulk(const struct row *row)
{
    return is(row->workload, "bulk") && !view_is_memcpy(row) && row->misalignment == 0 && !is(row->shape, "update") &&
           row->contender_count != 0;
}

/* Whether ROW is the largest size of its primitive and operation in RECORD, the first where there are several. */
static bool is_largest(const struct record *record, const struct row *row)
{
    for (size_t i = 0; i < record->count; i++) {
        const struct row *other = &record->rows[i];
        if (is_bulk(other) && is(other->primitive, row->primitive) && is(other->operation, row->operation) &&
            (other->size > row->size || (other->size == row->size && other < row)))
            return false;
    }
    return true;
}

static int by_order(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* Sorts the labels so that the largest value of the first series comes first. */
static void sort_labels(struct drawing *drawing)
{
    struct entry {
        double order;
        size_t index;
    } *entries = calloc(drawing->label_count + 1, sizeof *entries);
    struct drawing *copy = malloc(sizeof *copy);
    if (entries != NULL && copy != NULL) {
        *copy = *drawing;
        for (size_t i = 0; i < drawing->label_count; i++) {
            double value = drawing->points[0][i].value;
            entries[i] = (struct entry){isfinite(value) ? value : -1, i};
        }
        qsort(entries, drawing->label_count, sizeof *entries, by_order);
        for (size_t i = 0; i < drawing->label_count; i++) {
            memcpy(drawing->labels[i], copy->labels[entries[i].index], LABEL_SIZE);
            for (size_t s = 0; s < drawing->series_count; s++)
                drawing->points[s][i] = copy->points[s][entries[i].index];
        }
    }
    free(entries);
    free(copy);
}

/* The suffix that tells RECORD from the others: " (name)", or nothing where there is one. */
static void suffix_of(const struct record *records, size_t count, size_t index, char *text, size_t size)
{
    const char *slash = strrchr(records[index].path, '/');
    text[0] = '\0';
    if (count > 1)
        snprintf(text, size, " (%.60s)", slash == NULL ? records[index].path : slash + 1);
}

static void fill_sizes(struct drawing *drawing, const struct record *record, const struct row *row, const char *before)
{
    for (size_t i = 0; i < record->count; i++) {
        const struct row *other = &record->rows[i];
        char label[LABEL_SIZE], series[2 * LABEL_SIZE];
        if (!is_bulk(other) || !is(other->primitive, row->primitive) || !is(other->operation, row->operation) ||
            other->size == 0)
            continue;
        snprintf(label, sizeof label, "%" PRIu64, other->size);
        for (size_t j = 0; j < other->contender_count; j++) {
            snprintf(series, sizeof series, "%s%s", before, other->contenders[j].name);
            set_point(drawing, series, label, mib_of(other->contenders[j].bytes_per_second));
        }
    }
    for (size_t i = 0; i < drawing->label_count; i++)
        drawing->sizes[i] = strtod(drawing->labels[i], NULL);
}

/* Sizes in ascending order, so that lines go forth only. */
static void sort_sizes(struct drawing *drawing)
{
    for (size_t i = 1; i < drawing->label_count; i++) {
        for (size_t j = i; j > 0 && drawing->sizes[j] < drawing->sizes[j - 1]; j--) {
            double size = drawing->sizes[j];
            drawing->sizes[j] = drawing->sizes[j - 1];
            drawing->sizes[j - 1] = size;
            char label[LABEL_SIZE];
            memcpy(label, drawing->labels[j], LABEL_SIZE);
            memcpy(drawing->labels[j], drawing->labels[j - 1], LABEL_SIZE);
            memcpy(drawing->labels[j - 1], label, LABEL_SIZE);
            for (size_t s = 0; s < drawing->series_count; s++) {
                struct point point = drawing->points[s][j];
                drawing->points[s][j] = drawing->points[s][j - 1];
                drawing->points[s][j - 1] = point;
            }
        }
    }
}

static void draw_throughput(struct maker *maker, struct drawing *drawing, const struct record *records, size_t count)
{
    bool together = maker->format == PLOT_PNG;
    size_t panels = 0;
    for (size_t i = 0; i < count; i++) {
        const struct record *record = &records[i];
        char suffix[80], label[LABEL_SIZE], before[LABEL_SIZE + 2];
        suffix_of(records, count, i, suffix, sizeof suffix);
        if (together)
            start(drawing, PLOT_THROUGHPUT, "Throughput over message size", "MiB/s");
        for (size_t j = 0; j < record->count && panels < PANELS_MAX; j++) {
            const struct row *row = &record->rows[j];
            if (!is_bulk(row) || !is_largest(record, row))
                continue;
            label_of(row, label);
            if (!together)
                start(drawing, PLOT_THROUGHPUT, "", "MiB/s");
            snprintf(drawing->title, sizeof drawing->title, "%s%.80s", together ? "Throughput over message size" : label,
                     suffix);
            harmless(drawing->title, sizeof drawing->title, drawing->title);
            snprintf(drawing->alternative, sizeof drawing->alternative,
                     "Throughput of %s over the message size, both axes logarithmic; the figures are in the table of "
                     "throughput.", label);
            snprintf(before, sizeof before, "%s ", label);
            drawing->lines = true;
            fill_sizes(drawing, record, row, together ? before : "");
            sort_sizes(drawing);
            if (!together && drawing->label_count > 1) {
                draw(maker, drawing, false);
                panels++;
            }
        }
        if (together && drawing->label_count > 1)
            draw(maker, drawing, true);
    }
}

static void draw_ratios(struct maker *maker, struct drawing *drawing, const struct record *records, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct record *record = &records[i];
        char suffix[80], label[LABEL_SIZE], series[LABEL_SIZE];
        suffix_of(records, count, i, suffix, sizeof suffix);
        start(drawing, PLOT_RATIOS, "Speed against the reference", "times as fast as the reference");
        snprintf(drawing->title, sizeof drawing->title, "Speed against the reference, largest size of each%s", suffix);
        harmless(drawing->title, sizeof drawing->title, drawing->title);
        size_t faster = 0;
        for (size_t j = 0; j < record->count; j++) {
            const struct row *row = &record->rows[j];
            if (is(row->workload, "passwords") || row->suite[0] != '\0' || (is(row->workload, "bulk") &&
                (!is_bulk(row) || !is_largest(record, row))))
                continue;
            label_of(row, label);
            for (size_t k = 0; k < row->ratio_count; k++) {
                const struct row_ratio *ratio = &row->ratios[k];
                snprintf(series, sizeof series, "%.30s / %.30s", ratio->contender, ratio->reference);
                set_point(drawing, series, label, ratio->ratio.speed_ratio);
                struct point *point = is_plottable(ratio->ratio.speed_ratio) ? point_at(drawing, series, label) : NULL;
                if (point != NULL && is_plottable(ratio->ratio.low) && is_plottable(ratio->ratio.high)) {
                    point->low = ratio->ratio.low;
                    point->high = ratio->ratio.high;
                    faster += ratio->ratio.low > 1;
                }
            }
        }
        drawing->logarithmic = true;
        drawing->reference = 1;
        sort_labels(drawing);
        snprintf(drawing->alternative, sizeof drawing->alternative,
                 "A dot with its interval for each of %zu primitive%s: right of the line at 1 the contender is faster than its "
                 "reference, which is certain in %zu. The figures are in the tables.", drawing->label_count,
                 plural(drawing->label_count), faster);
        draw(maker, drawing, true);
    }
}

static void draw_passwords(struct maker *maker, struct drawing *drawing, const struct record *records, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char suffix[80], label[2 * LABEL_SIZE], series[LABEL_SIZE];
        suffix_of(records, count, i, suffix, sizeof suffix);
        start(drawing, PLOT_PASSWORDS, "", "ns a password");
        snprintf(drawing->title, sizeof drawing->title, "The password loop, layer by layer%s", suffix);
        harmless(drawing->title, sizeof drawing->title, drawing->title);
        for (size_t j = 0; j < records[i].count; j++) {
            const struct row *row = &records[i].rows[j];
            if (!is(row->workload, "passwords"))
                continue;
            for (size_t k = 0; k < row->contender_count; k++) {
                bool format = is(row->shape, "format") || is(row->shape, "hex");
                snprintf(label, sizeof label, "%.40s, %.40s", name_of(row), format ? view_formatting(row, row->contenders[k].name) : row->contenders[k].name);
                snprintf(series, sizeof series, "shape %.24s", format ? "2014" : row->shape);
                set_point(drawing, series, label, row->contenders[k].median_ns);
            }
        }
        snprintf(drawing->alternative, sizeof drawing->alternative,
                 "For each hash and way of calling it the time of one password, with formatting (shape 2014) and without "
                 "(shape hash). The figures are in the tables of the password loop.");
        draw(maker, drawing, true);
    }
}

static void draw_speed_ups(struct maker *maker, struct drawing *drawing, const struct record *records, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char suffix[80], label[LABEL_SIZE];
        suffix_of(records, count, i, suffix, sizeof suffix);
        start(drawing, PLOT_SPEED_UP, "", "times the published speed");
        snprintf(drawing->title, sizeof drawing->title, "Today against the published tables%s", suffix);
        harmless(drawing->title, sizeof drawing->title, drawing->title);
        for (size_t j = 0; j < records[i].count; j++) {
            const struct row *row = &records[i].rows[j];
            if (!(row->published > 0) || is(row->workload, "passwords"))
                continue;
            label_of(row, label);
            for (size_t k = 0; k < row->contender_count; k++) {
                const struct row_contender *contender = &row->contenders[k];
                double rate = is(row->workload, "bulk") ? contender->bytes_per_second : contender->operations_per_second;
                set_point(drawing, contender->name, label, rate / row->published);
            }
        }
        drawing->logarithmic = true;
        snprintf(drawing->alternative, sizeof drawing->alternative,
                 "How many times the published speed each of %zu row%s reaches today, on a logarithmic axis. The figures are "
                 "in the tables of the suites.", drawing->label_count, plural(drawing->label_count));
        draw(maker, drawing, true);
    }
}

static void draw_machines(struct maker *maker, struct drawing *drawing, const struct record *records, size_t count)
{
    if (count < 2)
        return;
    start(drawing, PLOT_MACHINES, "Machines side by side, largest size of each", "MiB/s");
    for (size_t i = 0; i < count; i++) {
        char suffix[80], label[LABEL_SIZE], series[LABEL_SIZE];
        suffix_of(records, count, i, suffix, sizeof suffix);
        for (size_t j = 0; j < records[i].count; j++) {
            const struct row *row = &records[i].rows[j];
            if (!is_bulk(row) || !is_largest(&records[i], row))
                continue;
            label_of(row, label);
            for (size_t k = 0; k < row->contender_count; k++) {
                snprintf(series, sizeof series, "%.20s%.46s", row->contenders[k].name, suffix);
                set_point(drawing, series, label, mib_of(row->contenders[k].bytes_per_second));
            }
        }
    }
    drawing->logarithmic = true;
    sort_labels(drawing);
    snprintf(drawing->alternative, sizeof drawing->alternative,
             "The throughput of %zu primitive%s on each of %zu machines, on a logarithmic axis. The figures are in the table of "
             "machines side by side.", drawing->label_count, plural(drawing->label_count), count);
    draw(maker, drawing, true);
}

/* -------------------------------------------------------------------------------------------------- the child */

/* What the child does: gnuplot over the script, in the folder, all it says into a log. */
static void become_gnuplot(const char *folder)
{
    int log, nothing = open("/dev/null", O_RDONLY);
    if (chdir(folder) != 0 || nothing < 0 || (log = open("log", O_WRONLY | O_CREAT | O_TRUNC, 0600)) < 0)
        _exit(126);
    dup2(nothing, STDIN_FILENO);
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    execlp("gnuplot", "gnuplot", "-d", "script", (char *)NULL);
    _exit(errno == ENOENT ? 127 : 126);
}

/* Runs gnuplot; kills it after a minute. */
static enum status run_gnuplot(const struct plots *plots, struct message *message)
{
    int outcome = 0;
    pid_t child = fork();
    if (child < 0)
        return fail(message, STATUS_FAILED, "gnuplot: %s", strerror(errno));
    if (child == 0)
        become_gnuplot(plots->folder);
    for (int i = 0; waitpid(child, &outcome, WNOHANG) == 0; i++) {
        const struct timespec pause = {0, 5000000};
        nanosleep(&pause, NULL);
        if (i == 12000)
            kill(child, SIGKILL);
    }
    if (WIFEXITED(outcome) && WEXITSTATUS(outcome) == 127)
        return fail(message, STATUS_UNSUPPORTED, "gnuplot is not installed (Debian and Ubuntu: gnuplot-nox; Fedora, Alpine, "
                                                 "Homebrew: gnuplot)");
    if (!WIFEXITED(outcome) || WEXITSTATUS(outcome) != 0)
        return fail(message, STATUS_FAILED, "gnuplot: it failed on its script");
    return STATUS_OK;
}

enum status plots_draw(struct plots *plots, const struct record *records, size_t count, enum plot_format format,
                       unsigned kinds, struct message *message)
{
    static void (*const drawers[PLOT_KINDS])(struct maker *, struct drawing *, const struct record *, size_t) = {
        draw_throughput, draw_ratios, draw_passwords, draw_speed_ups, draw_machines,
    };
    const char *temporary = getenv("TMPDIR");
    memset(plots, 0, sizeof *plots);
    snprintf(plots->folder, sizeof plots->folder, "%.900s/assay-plots-XXXXXX",
             temporary == NULL || *temporary == '\0' ? "/tmp" : temporary);
    if (mkdtemp(plots->folder) == NULL) {
        enum status status = fail(message, STATUS_FAILED, "%s: cannot make a folder: %s", plots->folder, strerror(errno));
        plots->folder[0] = '\0';
        return status;
    }
    struct maker maker = {.plots = plots, .format = format, .script = open_in(plots, "script", "w")};
    struct drawing *drawing = malloc(sizeof *drawing);
    enum status status = STATUS_OK;
    if (drawing == NULL || maker.script == NULL)
        status = fail(message, STATUS_FAILED, "%s: cannot write the plots' script", plots->folder);
    if (status == STATUS_OK)
        fputs("set encoding utf8\n", maker.script);
    for (size_t i = 0; status == STATUS_OK && i < PLOT_KINDS; i++)
        if ((kinds & 1u << i) != 0)
            drawers[i](&maker, drawing, records, count);
    if (maker.script != NULL && (fclose(maker.script) != 0 || maker.failed) && status == STATUS_OK)
        status = fail(message, STATUS_FAILED, "%s: cannot write the plots' data: %s", plots->folder, strerror(errno));
    free(drawing);
    if (status == STATUS_OK && plots->count != 0)
        status = run_gnuplot(plots, message);
    if (status != STATUS_OK)
        plots_free(plots);
    return status;
}

FILE *plot_open(const struct plots *plots, const struct plot *plot, enum plot_format format)
{
    char name[32];
    snprintf(name, sizeof name, "%zu.%s", plot->number, format == PLOT_SVG ? "svg" : "png");
    return open_in(plots, name, "r");
}

void plots_free(struct plots *plots)
{
    DIR *folder = plots->folder[0] == '\0' ? NULL : opendir(plots->folder);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        char path[1400];
        snprintf(path, sizeof path, "%s/%s", plots->folder, entry->d_name);
        if (entry->d_name[0] != '.')
            unlink(path);
    }
    if (folder != NULL) {
        closedir(folder);
        rmdir(plots->folder);
    }
    free(plots->items);
    memset(plots, 0, sizeof *plots);
}

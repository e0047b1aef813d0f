/* SPDX-License-Identifier: MIT */
#include "report/view.h"

#include "results/historic.h"
#include "util/text.h"
#include "util/units.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

_Static_assert((int)VIEW_COLUMNS_MAX <= (int)TABLE_COLUMNS_MAX, "a table holds the widest line");

static const double nothing = NAN;

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

bool view_is_memcpy(const struct row *row)
{
    return is(row->primitive, "memcpy");
}

bool view_is_gathered(const struct row *row)
{
    return is(row->workload, "passwords");
}

/* Gathered rows of one kind: one loop, in one shape. */
static bool same_kind(const struct row *a, const struct row *b)
{
    return view_is_gathered(a) && view_is_gathered(b) && a->size == b->size && a->count == b->count &&
           is(a->shape, "hash") == is(b->shape, "hash");
}

static bool is_leader(const struct view_rows *rows, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (same_kind(rows->rows[i], rows->rows[index]))
            return false;
    return view_is_gathered(rows->rows[index]);
}

const struct row *view_next(const struct view_rows *rows, struct view_order *order)
{
    if (!order->gathered) {
        while (order->next < rows->count)
            if (!view_is_gathered(rows->rows[order->next++]))
                return rows->rows[order->next - 1];
        *order = (struct view_order){.gathered = true};
    }
    for (; order->leader < rows->count; order->leader++, order->next = 0) {
        if (!is_leader(rows, order->leader))
            continue;
        while (order->next < rows->count)
            if (same_kind(rows->rows[order->next++], rows->rows[order->leader]))
                return rows->rows[order->next - 1];
    }
    return NULL;
}

/* What the other contenders of ROW are compared with, or NULL where there is nothing to compare. */
static const char *reference_of(const struct row *row)
{
    if (row->ratio_count != 0)
        return row->ratios[0].reference;
    return row->contender_count > 1 && row_contender(row, "openssl") != NULL ? "openssl" : NULL;
}

bool view_fits(const struct row *row, const struct row *like)
{
    if (view_is_gathered(row) || view_is_gathered(like) || !is(row->workload, like->workload))
        return false;
    if (view_is_memcpy(row))
        return true;
    if (!is(row->suite, like->suite) || is(row->shape, "update") != is(like->shape, "update") ||
        (isfinite(row->published) && !isfinite(like->published) && historic_source(like->suite) == NULL))
        return false;
    for (size_t i = 0; i < row->contender_count; i++)
        if (row_contender(like, row->contenders[i].name) == NULL)
            return false;
    for (size_t i = 0; i < row->ratio_count; i++) {
        const struct row_ratio *ratio = &row->ratios[i];
        const char *reference = reference_of(like);
        if (row_ratio(like, ratio->contender, ratio->reference) == NULL &&
            (reference == NULL || !is(ratio->reference, reference)))
            return false;
    }
    return true;
}

const struct row *view_columns_of(const struct view_rows *rows, const struct row *row, const struct row *open)
{
    bool behind = false;
    if (open != NULL && view_fits(row, open))
        return open;
    if (!view_is_memcpy(row))
        return row;
    for (size_t i = 0; i < rows->count; i++) {
        if (behind && !view_is_memcpy(rows->rows[i]) && view_fits(row, rows->rows[i]))
            return rows->rows[i];
        behind = behind || rows->rows[i] == row;
    }
    return row;
}

bool view_same_table(const struct view_line *a, const struct view_line *b)
{
    if (a->count != b->count || !is(a->caption, b->caption))
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!is(a->cells[i].title, b->cells[i].title) || !is(a->cells[i].unit, b->cells[i].unit))
            return false;
    return true;
}

/* ------------------------------------------------------------------------------------------------------ cells */

static struct view_cell *add(struct view_line *line, const char *title, const char *unit, enum align align,
                             size_t least, unsigned priority)
{
    struct view_cell *cell = &line->cells[line->count++];
    text_copy(cell->title, sizeof cell->title, title);
    text_copy(cell->unit, sizeof cell->unit, unit);
    cell->align = align;
    cell->least = least;
    cell->priority = priority;
    cell->text[0] = '\0';
    cell->value = nothing;
    return cell;
}

static void add_text(struct view_line *line, const char *title, size_t least, unsigned priority, const char *text)
{
    text_copy(add(line, title, "", ALIGN_LEFT, least, priority)->text, VIEW_CELL_SIZE, text);
}

static void add_figure(struct view_line *line, const char *title, const char *unit, size_t least, unsigned priority,
                       double value)
{
    struct view_cell *cell = add(line, title, unit, ALIGN_RIGHT, least, priority);
    format_figure(cell->text, value);
    cell->value = value;
}

/* VALUE to its last digit, as the old tables have it. */
static void add_count(struct view_line *line, const char *title, const char *unit, size_t least, unsigned priority,
                      double value)
{
    struct view_cell *cell = add(line, title, unit, ALIGN_RIGHT, least, priority);
    format_count(cell->text, value >= 0 && value < 1e15 ? (uint64_t)llround(value) : UINT64_MAX);
    cell->value = value;
}

static void add_ratio(struct view_line *line, const char *title, const char *unit, size_t least, unsigned priority,
                      double value)
{
    struct view_cell *cell = add(line, title, unit, ALIGN_RIGHT, least, priority);
    format_ratio(cell->text, value);
    cell->value = value;
}

/* How many times as fast as REFERENCE CONTENDER was in ROW. */
static void add_interval(struct view_line *line, const struct row *row, const char *contender, const char *reference)
{
    char unit[48];
    snprintf(unit, sizeof unit, "/ %.44s", reference);
    struct view_cell *cell = add(line, contender, unit, ALIGN_RIGHT, 22, 0);
    const struct row_ratio *ratio = row_ratio(row, contender, reference);
    if (ratio == NULL) {
        strcpy(cell->text, "-");
        return;
    }
    format_interval(cell->text, ratio->ratio.speed_ratio, ratio->ratio.low, ratio->ratio.high);
    cell->value = ratio->ratio.speed_ratio;
}

/* How the contenders that are not native get their results. */
static void join_vias(const struct row *row, char *text, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; i < row->contender_count; i++) {
        const char *via = row->contenders[i].via;
        if (via[0] == '\0' || is(via, "native") || strstr(text, via) != NULL)
            continue;
        size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%s", used == 0 ? "" : ", ", via);
    }
}

static void add_check(struct view_line *line, const struct row *row)
{
    add_text(line, "check", 5, 0,
             row->skip[0] != '\0' && !is(row->check, "mismatch") ? "not measured"
             : is(row->check, "mismatch")                        ? "MISMATCH"
             : is(row->check, "none")                            ? ""
                                                                 : row->check);
}

/* What the row is called: the suite's name for it, or primitive and operation. */
static void name_row(const struct row *row, char *text, size_t size)
{
    const char *name = row->name[0] != '\0' ? row->name : row->primitive;
    bool bare = historic_source(row->suite) != NULL || row->operation[0] == '\0' || is(row->operation, row->class_name) ||
                is(row->operation, "hash") || is(row->operation, "copy");
    int used = snprintf(text, size, "%s%s%s%s", name, bare ? "" : " ", bare ? "" : row->operation,
                        is(row->shape, "update") && !bare ? " (update only)" : "");
    if (row->misalignment != 0 && used >= 0 && (size_t)used < size)
        snprintf(text + used, size - (size_t)used, " +%u", row->misalignment);
}

/* --------------------------------------------------------------------------------------- bulk and operations */

static void caption_of(struct view_line *line, const struct row *row)
{
    const char *source = historic_source(row->suite);
    bool bulk = is(row->workload, "bulk");
    const char *what = !bulk                        ? "Operations"
                       : is(row->shape, "update")   ? "Throughput, update only"
                                                    : "Throughput, whole messages (init, update, final)";
    if (source != NULL)
        snprintf(line->caption, sizeof line->caption, "%s: %s, beside the published table (%s)", row->suite,
                 bulk ? "throughput" : "operations", source);
    else if (row->suite[0] != '\0')
        snprintf(line->caption, sizeof line->caption, "%s: %s", row->suite, what);
    else
        text_copy(line->caption, sizeof line->caption, what);
}

static void add_speed_ups(struct view_line *line, const struct row *row, const struct row *like, bool bulk)
{
    if (!isfinite(like->published) && historic_source(like->suite) == NULL)
        return;
    if (bulk) {
        add_count(line, "published", "bytes/s", 10, 1, row->published);
        for (size_t i = 0; i < like->contender_count; i++) {
            const struct row_contender *contender = row_contender(row, like->contenders[i].name);
            add_count(line, like->contenders[i].name, "bytes/s", 13, 3, contender == NULL ? nothing : contender->bytes_per_second);
        }
    } else {
        add_figure(line, "published", "op/s", 9, 1, row->published);
    }
    for (size_t i = 0; i < like->contender_count; i++) {
        const struct row_contender *contender = row_contender(row, like->contenders[i].name);
        double rate = contender == NULL ? nothing : bulk ? contender->bytes_per_second : contender->operations_per_second;
        add_figure(line, "speed-up", like->contenders[i].name, 8, i == 0 ? 0 : 2, rate / row->published);
    }
}

static void view_speed(struct view_line *line, const struct row *row, const struct row *like)
{
    bool bulk = is(like->workload, "bulk");
    char text[VIEW_CELL_SIZE];
    name_row(row, text, sizeof text);
    add_text(line, "primitive", 18, 0, text);
    if (bulk) {
        struct view_cell *size = add(line, "size", "bytes", ALIGN_RIGHT, 6, historic_source(like->suite) == NULL ? 0 : 5);
        format_size(size->text, row->size);
        size->value = row->size == UINT64_MAX ? nothing : (double)row->size;
    }
    for (size_t i = 0; i < like->contender_count; i++) {
        const char *name = like->contenders[i].name;
        const struct row_contender *contender = view_is_memcpy(row) && i == 0 && row->contender_count != 0
                                                    ? &row->contenders[0]
                                                    : row_contender(row, name);
        if (bulk)
            add_figure(line, name, "MiB/s", 8, 0, contender == NULL ? nothing : mib_of(contender->bytes_per_second));
        else
            add_figure(line, name, "op/s", 8, 0, contender == NULL ? nothing : contender->operations_per_second);
    }
    if (!bulk)
        for (size_t i = 0; i < like->contender_count; i++) {
            const struct row_contender *contender = row_contender(row, like->contenders[i].name);
            add_figure(line, like->contenders[i].name, "us/op", 8, 3,
                       contender == NULL ? nothing : 1e6 / contender->operations_per_second);
        }
    const char *reference = reference_of(like);
    for (size_t i = 0; reference != NULL && i < like->contender_count; i++)
        if (!is(like->contenders[i].name, reference))
            add_interval(line, row, like->contenders[i].name, reference);
    for (size_t i = 0; i < like->ratio_count; i++)
        if (!is(like->ratios[i].reference, reference))
            add_interval(line, row, like->ratios[i].contender, like->ratios[i].reference);
    add_speed_ups(line, row, like, bulk);
    join_vias(row, text, sizeof text);
    add_text(line, "via", 4, 4, text);
    add_check(line, row);
}

/* -------------------------------------------------------------------------------------------------- passwords */

/* The row of SHAPE of the same primitive, width and count as ROW among ROWS, or NULL. */
static const struct row *sibling(const struct view_rows *rows, const struct row *row, const char *primitive,
                                 const char *shape)
{
    for (size_t i = 0; i < rows->count; i++) {
        const struct row *other = rows->rows[i];
        if (is(other->workload, row->workload) && is(other->primitive, primitive) && is(other->shape, shape) &&
            other->size == row->size && other->count == row->count)
            return other;
    }
    return NULL;
}

/* Seconds of the whole loop; of a loop that was interrupted, what it would have taken. */
static double loop_seconds(const struct row *row, const struct row_contender *contender)
{
    double measured = contender->total_ns / 1e9;
    return row->count == UINT64_MAX || contender->iterations == 0
               ? nothing
               : measured * ((double)row->count / (double)contender->iterations);
}

size_t view_line_count(const struct row *row)
{
    return view_is_gathered(row) && row->contender_count != 0 ? row->contender_count : 1;
}

static void caption_passwords(struct view_line *line, const struct row *row)
{
    char count[FIGURE_SIZE], width[64];
    bool hash = is(row->shape, "hash");
    format_count(count, row->count);
    if (row->size == UINT64_MAX)
        strcpy(width, "as they are");
    else
        snprintf(width, sizeof width, "padded to %u digit%s", (unsigned)row->size, plural(row->size));
    snprintf(line->caption, sizeof line->caption, "%s password%s, the numbers from 0 %s, shape %s", count, plural(row->count), width,
             hash ? "hash: raw digests of prepared passwords"
                  : "2014: format the number, hash it, write the digest in hex");
}

/* What a row without a hash shows in the place of a contender. */
const char *view_formatting(const struct row *row, const char *contender)
{
    bool bulk = strchr(contender, '/') != NULL;
    return is(row->shape, "hex") ? (bulk ? "hex in bulk" : "hex only") : bulk ? "formatting in bulk" : "formatting only";
}

static void view_password(struct view_line *line, const struct view_rows *rows, const struct row *row, size_t index)
{
    static const struct row_contender none;
    const struct row_contender *contender = index < row->contender_count ? &row->contenders[index] : &none;
    bool formatting = is(row->shape, "format") || is(row->shape, "hex"), measured = contender != &none;
    const struct row *md5 = sibling(rows, row, "md5", row->shape);
    const struct row_contender *base = md5 == NULL ? NULL : row_contender(md5, contender->name);
    caption_passwords(line, row);
    add_text(line, "hash", 7, 0, row->name[0] != '\0' ? row->name : row->primitive);
    size_t longest = 17;
    for (size_t i = 0; i < row->contender_count; i++)
        longest = text_columns(row->contenders[i].name) > longest ? text_columns(row->contenders[i].name) : longest;
    add_text(line, "contender", longest, 0, formatting ? view_formatting(row, contender->name) : contender->name);
    add_figure(line, "loop", "s", 6, 0, measured ? loop_seconds(row, contender) : nothing);
    add_figure(line, "each", "ns", 6, 0, measured ? contender->median_ns : nothing);
    add_figure(line, "rate", "M/s", 5, 1, measured ? contender->operations_per_second / 1e6 : nothing);
    add_interval(line, row, formatting ? "" : contender->name,
                 formatting || row->ratio_count == 0 ? "openssl" : row->ratios[0].reference);
    text_copy(line->cells[line->count - 1].title, sizeof line->cells[0].title, "speed");
    add_ratio(line, "time", "/ MD5", 5, 0, base == NULL || formatting ? nothing : contender->median_ns / base->median_ns);
    add_text(line, "via", 9, 3, formatting ? "" : contender->via);
    add_text(line, "check", 5, 2, "");
    if (!formatting) {
        line->count--;
        add_check(line, row);
        line->cells[line->count - 1].priority = is(row->check, "mismatch") ? 0 : 2;
    }
}

void view_line(struct view_line *line, const struct view_rows *rows, const struct row *row, const struct row *like,
               size_t index)
{
    line->count = 0;
    line->failed = row_outcome(row) == ROW_FAILED;
    if (view_is_gathered(row)) {
        view_password(line, rows, row, index);
    } else {
        caption_of(line, like);
        view_speed(line, row, like);
    }
}

/* The published row of 2014 for the hash of ROW, where ROW is the same loop. */
static const struct historic_row *then_of(const struct row *row)
{
    if (!view_is_gathered(row) || !is(row->shape, "2014") || row->size != UINT64_MAX)
        return NULL;
    return historic_find("passwords-2014", row->name);
}

static void view_then(struct view_line *line, const struct view_rows *rows, const struct row *row, size_t index)
{
    const struct historic_row *then = then_of(row), *md5_then = historic_find("passwords-2014", "MD5");
    const struct row_contender *contender = &row->contenders[index];
    const struct row *md5 = sibling(rows, row, "md5", row->shape);
    const struct row_contender *base = md5 == NULL ? NULL : row_contender(md5, contender->name);
    double today = loop_seconds(row, contender) * ((double)then->count / (double)row->count);
    line->count = 0;
    line->failed = false;
    int used = snprintf(line->caption, sizeof line->caption, "Beside %s", historic_source("passwords-2014"));
    if (row->count != then->count && used > 0 && (size_t)used < sizeof line->caption) {
        char measured[FIGURE_SIZE], whole[FIGURE_SIZE];
        format_count(measured, row->count);
        format_count(whole, then->count);
        snprintf(line->caption + used, sizeof line->caption - (size_t)used, "; today's %s password%s scaled to %s", measured,
                 plural(row->count), whole);
    }
    add_text(line, "hash", 7, 0, row->name);
    add_text(line, "contender", 17, 0, contender->name);
    add_figure(line, "2014", "s", 6, 0, then->seconds);
    add_figure(line, "today", "s", 6, 0, today);
    add_figure(line, "speed-up", "times", 8, 0, then->seconds / today);
    add_ratio(line, "2014", "time / MD5", 10, 0, md5_then->rate / then->rate);
    add_ratio(line, "today", "time / MD5", 10, 0, base == NULL ? nothing : loop_seconds(row, contender) / loop_seconds(md5, base));
}

/* Several threads beside one, which was timed in the same rounds. */
static void view_threads(struct view_line *line, const struct row *row, size_t index)
{
    const struct row_contender *contender = &row->contenders[index];
    double together = contender->operations_per_second / 1e6, one = 1e3 / contender->single_thread_median_ns;
    line->count = 0;
    line->failed = false;
    snprintf(line->caption, sizeof line->caption,
             "Scaling: each contender on %u threads, by the wall clock, and on one thread in the same rounds", row->threads);
    add_text(line, "hash", 7, 0, row->name);
    add_text(line, "contender", 17, 0, contender->name);
    add_text(line, "shape", 5, 0, row->shape);
    add_figure(line, "together", "M/s", 8, 0, together);
    add_figure(line, "a thread", "M/s", 8, 1, together / row->threads);
    add_figure(line, "one alone", "M/s", 9, 0, one);
    add_ratio(line, "scaling", "times", 7, 0, together / one);
    add_figure(line, "efficiency", "%", 10, 0, 100 * together / one / row->threads);
}

size_t view_annex_count(enum view_annex annex, const struct row *row)
{
    if (annex == VIEW_THEN)
        return then_of(row) == NULL ? 0 : row->contender_count;
    return view_is_gathered(row) && row->threads > 1 && row->contender_count != 0 &&
                   isfinite(row->contenders[0].single_thread_median_ns)
               ? row->contender_count
               : 0;
}

void view_annex_line(struct view_line *line, const struct view_rows *rows, const struct row *row, enum view_annex annex,
                     size_t index)
{
    if (annex == VIEW_THEN)
        view_then(line, rows, row, index);
    else
        view_threads(line, row, index);
}

/* ------------------------------------------------------------------------------------------------------ notes */

static bool is_public_key(const struct row *row)
{
    return is(row->class_name, "encryption") || is(row->class_name, "signature") || is(row->class_name, "key_agreement");
}

/* That the figures are those of the quiet rounds, and what the ratios were in the others. */
static void note_quiet(const struct row *row, struct lines *notes)
{
    char busy[ROW_CONTENDERS_MAX * 128] = "";
    for (size_t i = 0, used = 0; i < row->ratio_count && used < sizeof busy; i++) {
        const struct row_ratio *ratio = &row->ratios[i];
        char interval[FIGURE_SIZE];
        format_interval(interval, ratio->busy.speed_ratio, ratio->busy.low, ratio->busy.high);
        used += (size_t)snprintf(busy + used, sizeof busy - used, "%s%s / %s was %s", i == 0 ? "" : ", ", ratio->contender,
                                 ratio->reference, interval);
    }
    lines_add(notes, "the machine was quiet in %.0f %% of the rounds, and the figures are theirs; busy, %s",
              100.0 * (double)row->quiet_rounds / (double)row->rounds, busy);
}

void view_notes(const struct row *row, struct lines *notes)
{
    if (row->beside_table)
        lines_add(notes, "beside the table, which does not have it: no part of its means");
    else if (historic_source(row->suite) != NULL && is(row->class_name, "block_cipher") && is(row->operation, "decrypt"))
        lines_add(notes, "decryption, which is what the table timed");
    if (is(row->check, "mismatch"))
        lines_add(notes, "the outputs differ%s%s", row->skip[0] == '\0' ? "" : ": ", row->skip);
    else if (row->skip[0] != '\0')
        lines_add(notes, "not measured: %s", row->skip);
    if (is(row->check, "vectors-only"))
        lines_add(notes, "vectors-only: nothing to compare with, checked against published vectors alone");
    if (is(row->check, "not compared"))
        lines_add(notes, "not compared: no second implementation in this run, and no published vectors of just this");
    for (size_t i = 0; i < row->contender_count; i++) {
        const struct row_contender *contender = &row->contenders[i];
        if (contender->reason[0] != '\0')
            lines_add(notes, "%s: %s%s", contender->name, is(contender->via, "none") ? "not offered: " : "",
                      contender->reason);
        else if (is(contender->via, "evp-composed"))
            lines_add(notes, "%s: evp-composed, built here from EVP primitives", contender->name);
        else if (is(contender->via, "bignum"))
            lines_add(notes, "%s: bignum, built here on libcrypto's BIGNUM or EC_POINT arithmetic, variable-time but for EC_POINT", contender->name);
        else if (is(contender->via, "evp") && is_public_key(row))
            lines_add(notes, "%s: evp, the constant-time path for private keys and nonces", contender->name);
        else if (is(contender->via, "low-level") && strchr(contender->name, '/') == NULL)
            lines_add(notes, "%s: low-level, a deprecated direct call of libcrypto", contender->name);
        if (is(contender->provider, "legacy"))
            lines_add(notes, "%s: from the legacy provider", contender->name);
    }
    if (row->quiet_rounds != 0 && row->rounds != 0 && row->ratio_count != 0)
        note_quiet(row, notes);
    for (size_t i = 0; i < row->warning_count; i++)
        lines_add(notes, "warning: %s", row->warnings[i]);
}

void view_count(const struct view_rows *rows, char *text, size_t size)
{
    size_t outcomes[3] = {0, 0, 0};
    for (size_t i = 0; i < rows->count; i++)
        outcomes[row_outcome(rows->rows[i])]++;
    snprintf(text, size, "%zu row%s: %zu ok, %zu failed, %zu unavailable", rows->count, plural(rows->count),
             outcomes[ROW_OK], outcomes[ROW_FAILED], outcomes[ROW_UNAVAILABLE]);
}

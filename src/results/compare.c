/* SPDX-License-Identifier: MIT */
#include "results/compare.h"

#include "results/schema.h"
#include "util/units.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

const char *verdict_text(enum verdict verdict)
{
    switch (verdict) {
    case VERDICT_SAME:
        return "no difference";
    case VERDICT_FASTER:
        return "faster";
    case VERDICT_SLOWER:
        return "slower";
    case VERDICT_UNKNOWN:
        return "too few samples";
    case VERDICT_BUSY:
        return "machine busy";
    case VERDICT_NOT_JUDGED:
        return "not judged";
    }
    return "";
}

void comparison_name(const struct row *row, const struct row_contender *contender, char *text, size_t size)
{
    const char *name = row->name[0] != '\0' ? row->name : row->primitive;
    bool bare = row->operation[0] == '\0' || is(row->operation, row->class_name);
    int used = snprintf(text, size, "%s%s%s%s%s", name, bare ? "" : " ", bare ? "" : row->operation,
                        row->shape[0] == '\0' || is(row->shape, "message") ? "" : ", ",
                        is(row->shape, "message") ? "" : row->shape);
    if (row->size != UINT64_MAX)
        used += snprintf(text + used, size - (size_t)used, ", %" PRIu64 " byte%s", row->size, plural(row->size));
    if (row->misalignment != 0)
        used += snprintf(text + used, size - (size_t)used, " +%u", row->misalignment);
    if (row->threads > 1)
        used += snprintf(text + used, size - (size_t)used, ", %u threads", row->threads);
    snprintf(text + used, size - (size_t)used, ", %s", contender->name);
}

/* --------------------------------------------------------------------------------------------------- pairing */

/* One contender of one row. */
struct entry {
    char key[320];
    const struct row *row;
    const struct row_contender *contender;
    size_t order;
};

struct entries {
    struct entry *items;
    size_t count;
};

static int by_key(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    int order = strcmp(x->key, y->key);
    return order != 0 ? order : (x->order > y->order) - (x->order < y->order);
}

/* All contenders of RECORD that were measured, sorted by key. */
static enum status list_entries(const struct record *record, struct entries *entries)
{
    size_t capacity = 0;
    for (size_t i = 0; i < record->count; i++)
        capacity += record->rows[i].contender_count;
    entries->count = 0;
    entries->items = calloc(capacity + 1, sizeof *entries->items);
    if (entries->items == NULL)
        return STATUS_NO_MEMORY;
    for (size_t i = 0; i < record->count; i++) {
        const struct row *row = &record->rows[i];
        for (size_t j = 0; j < row->contender_count; j++) {
            const struct row_contender *contender = &row->contenders[j];
            if (!(contender->median_ns > 0))
                continue;
            struct entry *entry = &entries->items[entries->count];
            snprintf(entry->key, sizeof entry->key, "%s\n%s\n%s\n%s\n%" PRIu64 "\n%u\n%u\n%s", row->workload, row->primitive,
                     row->operation, row->shape, row->size, row->misalignment, row->threads > 1 ? row->threads : 1,
                     contender->name);
            entry->row = row;
            entry->contender = contender;
            entry->order = entries->count++;
        }
    }
    qsort(entries->items, entries->count, sizeof *entries->items, by_key);
    return STATUS_OK;
}

/* How many entries from FIRST on have its key. */
static size_t repeats_of(const struct entries *entries, size_t first)
{
    size_t count = 1;
    while (first + count < entries->count && is(entries->items[first].key, entries->items[first + count].key))
        count++;
    return count;
}

/* --------------------------------------------------------------------------------------------------- figures */

/* A logarithm of speed with the variances of its errors. */
struct figure {
    double value;
    double within;  /* of the median over the rounds, for all repeats together; NAN: too few samples */
    double between; /* of one repeat about the others; 0 where there is one */
    size_t repeats;
    size_t samples; /* of the repeat that has least */
    bool busy;      /* hardly a quiet round in any repeat */
};

/*
 * The interval of the median that stands for its standard deviation: as wide as one to both sides of a normal
 * distribution is.  It comes from the samples next to the median, whatever the machine did to the slowest ones.
 */
static const double one_deviation = 0.6827;

/*
 * The standard deviation of the median of the logarithms of CONTENDER's speed against REFERENCE's over the quiet rounds of
 * MODES, or all, were they independent and normal but for the worst half; it is steadier than what two samples next to the
 * median tell, and does not see that neighbours depend on each other.
 */
static double independent_error(const struct series *contender, const struct series *reference, const struct modes *modes)
{
    size_t rounds = contender->count < reference->count ? contender->count : reference->count, count = 0;
    double *logs = calloc(rounds + 1, sizeof *logs);
    if (logs == NULL)
        return NAN;
    for (size_t i = 0; i < rounds; i++) {
        double speed = (double)contender->samples[i].iterations / (double)contender->samples[i].elapsed_ns;
        double other = (double)reference->samples[i].iterations / (double)reference->samples[i].elapsed_ns;
        if ((modes->quiet == NULL || (i < modes->rounds && modes->quiet[i])) && speed > 0 && isfinite(speed / other))
            logs[count++] = log(speed / other);
    }
    double median = median_of(logs, count);
    for (size_t i = 0; i < count; i++)
        logs[i] = fabs(logs[i] - median);
    double deviation = 1.4826 * median_of(logs, count);
    free(logs);
    return 1.2533 * deviation / sqrt((double)count);
}

/*
 * The speed of REPEATS entries, that of CONTROL in the same rounds being 1, or absolute where CONTROL is NULL; value NAN
 * where there is none.
 */
static struct figure figure_of(const struct entry *entries, size_t repeats, const char *control)
{
    struct figure figure = {NAN, NAN, 0, repeats, SIZE_MAX, true};
    double values[64], within = 0, sum = 0;
    if (repeats > sizeof values / sizeof values[0])
        repeats = sizeof values / sizeof values[0];
    for (size_t i = 0; i < repeats; i++) {
        const struct row *row = entries[i].row;
        const struct series *series = &entries[i].contender->series;
        const struct row_contender *other = control == NULL ? NULL : row_contender(row, control);
        struct series unit = {.samples = calloc(series->count + 1, sizeof(struct sample)), .count = series->count};
        struct modes modes = row_modes(row);
        if (unit.samples == NULL || (control != NULL && other == NULL)) {
            free(unit.samples);
            return figure;
        }
        for (size_t j = 0; j < series->count; j++)
            unit.samples[j] = (struct sample){.iterations = 1, .elapsed_ns = 1};
        struct ratio ratio = ratio_of(series, other == NULL ? &unit : &other->series, &modes, rounds_to_report(&modes),
                                      one_deviation);
        size_t samples = modes.quiet == NULL ? series->count : modes.quiet_rounds;
        values[i] = series->count == 0 && other == NULL ? -log(entries[i].contender->median_ns) : log(ratio.speed_ratio);
        double error = fmax((log(ratio.high) - log(ratio.low)) / 2,
                            independent_error(series, other == NULL ? &unit : &other->series, &modes));
        within += error * error;
        if (samples < figure.samples)
            figure.samples = samples;
        figure.busy = figure.busy && row->all_busy;
        free(unit.samples);
    }
    figure.within = within / ((double)repeats * (double)repeats);
    figure.repeats = repeats;
    for (size_t i = 0; i < repeats; i++)
        sum += values[i];
    for (size_t i = 0; repeats > 1 && i < repeats; i++)
        figure.between += pow(values[i] - sum / (double)repeats, 2) / (double)(repeats - 1);
    figure.value = median_of(values, repeats);
    return figure;
}

/* -------------------------------------------------------------------------------------------------- controls */

/* Whether CONTENDER of ROW is the same code on the same CPU in both records, so that only the machine can change it. */
static bool is_control(const struct environment *old, const struct environment *new, const struct row *row,
                       const struct row_contender *contender)
{
    if (!is(old->cpu, new->cpu) || old->cpu[0] == '\0')
        return false;
    if (is(row->primitive, "memcpy"))
        return is(old->distribution, new->distribution);
    if (strncmp(contender->name, "openssl", 7) == 0)
        return is(old->libcrypto_running, new->libcrypto_running) && is(old->libcrypto_cpu, new->libcrypto_cpu) &&
               old->libcrypto_running[0] != '\0';
    return is(old->commit, new->commit) && strspn(old->commit, "0123456789abcdef") >= 7 &&
           strstr(old->commit, "dirty") == NULL && is(old->compiler, new->compiler) &&
           is(old->compiler_flags, new->compiler_flags) && is(old->build_type, new->build_type) &&
           old->vector_bits == new->vector_bits;
}

/* Another contender of both rows to judge CONTENDER by, or NULL. */
static const char *control_for(const struct environment *old, const struct environment *new, const struct row *old_row,
                               const struct row *new_row, const struct row_contender *contender)
{
    for (size_t i = 0; i < old_row->contender_count; i++) {
        const struct row_contender *other = &old_row->contenders[i], *now = row_contender(new_row, other->name);
        if (!is(other->name, contender->name) && now != NULL && other->series.count != 0 && now->series.count != 0 &&
            is(other->via, now->via) && is_control(old, new, old_row, other))
            return other->name;
    }
    return NULL;
}

/* ------------------------------------------------------------------------------------------------- intervals */

/* The quantile of the normal distribution that PROBABILITY of its right tail lies beyond. */
static double normal_quantile(double probability)
{
    double low = 0, high = 40;
    for (int i = 0; i < 80; i++) {
        double middle = (low + high) / 2;
        if (erfc(middle / sqrt(2)) / 2 > probability)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* That of Student's distribution where the normal one's is Z: the first terms of Fisher's expansion about it. */
static double student_quantile(double z, double freedom)
{
    double z3 = z * z * z;
    return z + (z3 + z) / (4 * freedom) + (5 * z3 * z * z + 16 * z3 + 3 * z) / (96 * freedom * freedom);
}

struct pair {
    struct figure old_speed, new_speed;
    struct figure old_relative, new_relative; /* value NAN without a control */
    bool is_control;
    size_t order;
};

/* Standard deviation, of a run, that changes of nothing have, and how many degrees of freedom are behind it. */
struct between {
    double deviation;
    double freedom; /* INFINITY: taken as known */
};

enum { SAMPLES_MIN = 6 };

static struct ratio change_of(const struct figure *old, const struct figure *new, struct between between, double z)
{
    double change = new->value - old->value;
    struct ratio ratio = {exp(change), NAN, NAN};
    size_t samples = old->samples < new->samples ? old->samples : new->samples;
    if (!isfinite(change) || !isfinite(old->within) || !isfinite(new->within) || samples < SAMPLES_MIN)
        return ratio;
    double expected = between.deviation * between.deviation;
    double between_runs = fmax(expected, old->between) / (double)old->repeats +
                          fmax(expected, new->between) / (double)new->repeats;
    double within_quantile = student_quantile(z, (double)(samples - 1));
    double between_quantile = student_quantile(z, between.freedom);
    double half = sqrt(within_quantile * within_quantile * (old->within + new->within) +
                       between_quantile * between_quantile * between_runs);
    ratio.low = exp(change - half);
    ratio.high = exp(change + half);
    return ratio;
}

/* What interleaved runs stray by at least. */
static const double least_deviation = 0.005;

static double floor_of(const struct environment *environment)
{
    double floor = least_deviation;
    if (isfinite(environment->noise_floor)) /* about two standard deviations, as is the worst of repeated ratios */
        floor = fmax(floor, environment->noise_floor / 2);
    if (isfinite(environment->noise_floor_spread))
        floor = fmax(floor, environment->noise_floor_spread / 2);
    return fmin(floor, 0.1);
}

enum { CONTROLS_MIN = 4 };

/*
 * From the CHANGES of controls, which are overwritten; where they are too few to tell, from the recorded noise FLOOR.
 */
static struct between between_of(double *changes, size_t controls, double floor)
{
    if (controls < CONTROLS_MIN)
        return (struct between){floor, INFINITY};
    for (size_t i = 0; i < controls; i++)
        changes[i] = fabs(changes[i]);
    double deviation = 1.4826 * median_of(changes, controls) / sqrt(2);
    return (struct between){fmax(least_deviation, deviation), (double)(controls - 1)};
}

/* Whether the figures are of two modes of the machine. */
static bool modes_differ(const struct pair *pair)
{
    return pair->old_speed.busy != pair->new_speed.busy;
}

static enum verdict verdict_on(const struct comparison_row *row, const struct pair *pair, double threshold)
{
    if (is(row->old_row->primitive, "memcpy"))
        return VERDICT_NOT_JUDGED;
    if (modes_differ(pair))
        return VERDICT_BUSY;
    bool has_control = row->control != NULL && isfinite(row->relative.speed_ratio);
    const struct ratio *relative = has_control ? &row->relative : &row->change;
    if (!isfinite(row->change.low) || !isfinite(row->change.high) || !isfinite(relative->low) || !isfinite(relative->high))
        return VERDICT_UNKNOWN;
    if (row->change.low > 1 + threshold && relative->low > 1 + threshold)
        return VERDICT_FASTER;
    if (row->change.high < 1 - threshold && relative->high < 1 - threshold)
        return VERDICT_SLOWER;
    return VERDICT_SAME;
}

/*
 * The changes of controls, put into CHANGES; returns how many.  Native code is what a comparison is mostly about, and a
 * record may tell less of it than it should: it stands in only where libcrypto and memcpy are too few.
 */
static size_t control_changes(const struct comparison *comparison, const struct pair *pairs, double *changes)
{
    size_t count = 0;
    for (int natives = 0; natives < 2 && count < CONTROLS_MIN; natives++) {
        for (size_t i = 0; i < comparison->count; i++) {
            bool native = strncmp(comparison->rows[i].old_contender->name, "native", 6) == 0;
            if (pairs[i].is_control && !modes_differ(&pairs[i]) && native == (natives == 1))
                changes[count++] = pairs[i].new_speed.value - pairs[i].old_speed.value;
        }
    }
    return count;
}

/* Intervals and verdicts, now that all changes are known. */
static enum status judge(struct comparison *comparison, const struct pair *pairs, const struct environment *old,
                         const struct environment *new, double threshold)
{
    double *changes = calloc(comparison->count + 1, sizeof *changes);
    size_t compared = 0;
    if (changes == NULL)
        return STATUS_NO_MEMORY;
    for (size_t i = 0; i < comparison->count; i++)
        compared += isfinite(pairs[i].old_speed.within) && isfinite(pairs[i].new_speed.within);
    comparison->controls = control_changes(comparison, pairs, changes);
    double floor = fmax(floor_of(old), floor_of(new));
    struct between between = between_of(changes, comparison->controls, floor);
    struct between relative_between = {floor, INFINITY}; /* what falls on both contenders is taken out of it */
    double z = normal_quantile((1 - COMPARE_CONFIDENCE) / 2 / (double)(compared == 0 ? 1 : compared));
    comparison->between_runs = between.deviation;
    comparison->estimated = isfinite(between.freedom);
    for (size_t i = 0; i < comparison->count; i++) {
        struct comparison_row *row = &comparison->rows[i];
        row->change = change_of(&pairs[i].old_speed, &pairs[i].new_speed, between, z);
        row->relative = change_of(&pairs[i].old_relative, &pairs[i].new_relative, relative_between, z);
        row->verdict = verdict_on(row, &pairs[i], threshold);
        comparison->counts[row->verdict]++;
    }
    free(changes);
    return STATUS_OK;
}

/* ----------------------------------------------------------------------------------------------- differences */

static void add_difference(struct lines *lines, const char *what, const char *old, const char *new)
{
    if (!is(old, new))
        lines_add(lines, "different %s: %s, now %s", what, old[0] == '\0' ? "unknown" : old,
                  new[0] == '\0' ? "unknown" : new);
}

static void add_count_difference(struct lines *lines, const char *what, unsigned old, unsigned new)
{
    if (old != new)
        lines_add(lines, "different %s: %u, now %u", what, old, new);
}

static void list_differences(struct lines *lines, const struct environment *old, const struct environment *new)
{
    add_difference(lines, "CPU", old->cpu, new->cpu);
    add_count_difference(lines, "number of cores", old->cores_online, new->cores_online);
    add_difference(lines, "CPU features", old->cpu_features, new->cpu_features);
    add_difference(lines, "hypervisor", old->hypervisor, new->hypervisor);
    add_difference(lines, "governor", old->governor, new->governor);
    add_difference(lines, "turbo", old->turbo, new->turbo);
    add_difference(lines, "libcrypto", old->libcrypto_running, new->libcrypto_running);
    add_difference(lines, "CPU extensions of libcrypto", old->libcrypto_cpu, new->libcrypto_cpu);
    add_difference(lines, "providers", old->providers, new->providers);
    add_difference(lines, "compiler", old->compiler, new->compiler);
    add_difference(lines, "compiler flags", old->compiler_flags, new->compiler_flags);
    add_difference(lines, "build type", old->build_type, new->build_type);
    if (!old->optimised || !new->optimised)
        lines_add(lines, "%s of a build that is not optimised",
                  old->optimised ? "the new record is" : new->optimised ? "the old record is" : "both records are");
    add_count_difference(lines, "width of native vectors", old->vector_bits, new->vector_bits);
    add_difference(lines, "versions of assay", old->assay_version, new->assay_version);
    add_difference(lines, "system", old->system, new->system);
    add_difference(lines, "distribution", old->distribution, new->distribution);
    add_difference(lines, "clock", old->clock, new->clock);
}

/* -------------------------------------------------------------------------------------------------- the whole */

static void list_alone(struct lines *lines, const struct entry *entry)
{
    char text[512];
    comparison_name(entry->row, entry->contender, text, sizeof text);
    lines_add(lines, "%s", text);
}

static void pair_up(struct comparison_row *row, struct pair *pair, const struct environment *old_environment,
                    const struct environment *new_environment, const struct entry *old, size_t old_repeats,
                    const struct entry *new, size_t new_repeats)
{
    const struct row_contender *contender = old->contender;
    *row = (struct comparison_row){.old_row = old->row, .new_row = new->row, .old_contender = contender,
                                   .new_contender = new->contender, .old_repeats = old_repeats,
                                   .new_repeats = new_repeats};
    row->control = control_for(old_environment, new_environment, old->row, new->row, contender);
    pair->old_speed = figure_of(old, old_repeats, NULL);
    pair->new_speed = figure_of(new, new_repeats, NULL);
    pair->old_relative = pair->new_relative = (struct figure){NAN, NAN, 0, 1, 0, false};
    if (row->control != NULL) {
        pair->old_relative = figure_of(old, old_repeats, row->control);
        pair->new_relative = figure_of(new, new_repeats, row->control);
    }
    row->old_ns = exp(-pair->old_speed.value);
    row->new_ns = exp(-pair->new_speed.value);
    pair->is_control = is(contender->via, new->contender->via) &&
                       is_control(old_environment, new_environment, old->row, contender);
    pair->order = old->order;
}

/* Both sorted by the order of the old record. */
static void sort_pairs(struct comparison *comparison, struct pair *pairs)
{
    for (size_t gap = comparison->count / 2; gap > 0; gap /= 2) {
        for (size_t i = gap; i < comparison->count; i++) {
            struct comparison_row row = comparison->rows[i];
            struct pair pair = pairs[i];
            size_t j = i;
            for (; j >= gap && pairs[j - gap].order > pair.order; j -= gap) {
                comparison->rows[j] = comparison->rows[j - gap];
                pairs[j] = pairs[j - gap];
            }
            comparison->rows[j] = row;
            pairs[j] = pair;
        }
    }
}

enum status compare_records(struct comparison *comparison, const struct record *old, const struct record *new,
                            double threshold)
{
    struct entries old_entries = {NULL, 0}, new_entries = {NULL, 0};
    struct pair *pairs = NULL;
    enum status status = STATUS_NO_MEMORY;
    memset(comparison, 0, sizeof *comparison);
    if (list_entries(old, &old_entries) != STATUS_OK || list_entries(new, &new_entries) != STATUS_OK)
        goto done;
    pairs = calloc(old_entries.count + 1, sizeof *pairs);
    comparison->rows = calloc(old_entries.count + 1, sizeof *comparison->rows);
    if (pairs == NULL || comparison->rows == NULL)
        goto done;
    for (size_t i = 0, j = 0; i < old_entries.count || j < new_entries.count;) {
        const struct entry *a = &old_entries.items[i], *b = &new_entries.items[j];
        int order = i == old_entries.count ? 1 : j == new_entries.count ? -1 : strcmp(a->key, b->key);
        size_t old_repeats = order <= 0 ? repeats_of(&old_entries, i) : 0;
        size_t new_repeats = order >= 0 ? repeats_of(&new_entries, j) : 0;
        if (order < 0) {
            list_alone(&comparison->only_old, a);
        } else if (order > 0) {
            list_alone(&comparison->only_new, b);
        } else {
            pair_up(&comparison->rows[comparison->count], &pairs[comparison->count], &old->environment,
                    &new->environment, a, old_repeats, b, new_repeats);
            comparison->count++;
        }
        i += old_repeats;
        j += new_repeats;
    }
    sort_pairs(comparison, pairs);
    list_differences(&comparison->differences, &old->environment, &new->environment);
    status = judge(comparison, pairs, &old->environment, &new->environment, threshold);
    if (comparison->differences.failed || comparison->only_old.failed || comparison->only_new.failed)
        status = STATUS_NO_MEMORY;
done:
    free(old_entries.items);
    free(new_entries.items);
    free(pairs);
    if (status != STATUS_OK)
        comparison_free(comparison);
    return status;
}

void comparison_free(struct comparison *comparison)
{
    free(comparison->rows);
    lines_free(&comparison->differences);
    lines_free(&comparison->only_old);
    lines_free(&comparison->only_new);
    memset(comparison, 0, sizeof *comparison);
}

/* SPDX-License-Identifier: MIT */
#include "results/record.h"

#include "registry/registry.h"
#include "results/lift.h"
#include "results/schema.h"
#include "util/hex.h"
#include "util/text.h"
#include "util/units.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* ------------------------------------------------------------------------------------------------------- JSON */

/* TEXT as a JSON string; null where it is empty, '?' for bytes that are not UTF-8. */
static json_t *json_of_text(const char *text)
{
    if (*text == '\0')
        return json_null();
    json_t *string = json_string(text);
    if (string == NULL) {
        size_t size = strlen(text) + 1;
        char *clean = malloc(size);
        if (clean == NULL)
            return NULL;
        text_printable(clean, size, text, true);
        string = json_string(clean);
        free(clean);
    }
    return string;
}

static json_t *json_of_uint64(uint64_t value, uint64_t absent)
{
    return value == absent || value > INT64_MAX ? json_null() : json_integer((json_int_t)value);
}

static json_t *json_of_member(const void *object, const struct member *member)
{
    const char *field = (const char *)object + member->offset;
    switch (member->type) {
    case MEMBER_TEXT:
        return json_of_text(field);
    case MEMBER_REAL: {
        double value;
        memcpy(&value, field, sizeof value);
        return isfinite(value) ? json_real(value) : json_null();
    }
    case MEMBER_UINT64: {
        uint64_t value;
        memcpy(&value, field, sizeof value);
        return json_of_uint64(value, member->absent);
    }
    case MEMBER_UNSIGNED: {
        unsigned value;
        memcpy(&value, field, sizeof value);
        return json_of_uint64(value, member->absent);
    }
    case MEMBER_BOOL: {
        bool value;
        memcpy(&value, field, sizeof value);
        return json_boolean(value);
    }
    }
    return NULL;
}

/* Adds MEMBERS of OBJECT to JSON; -1 where there is no memory. */
static int add_members(json_t *json, const void *object, const struct member *members)
{
    for (const struct member *member = members; member->name != NULL; member++)
        if (json_object_set_new(json, member->name, json_of_member(object, member)) != 0)
            return -1;
    return 0;
}

/* [[iterations,elapsed_ns],...] */
static json_t *json_of_series(const struct series *series)
{
    json_t *samples = json_array();
    for (size_t i = 0; i < series->count; i++) {
        json_t *sample = json_array();
        if (json_array_append_new(sample, json_of_uint64(series->samples[i].iterations, UINT64_MAX)) != 0 ||
            json_array_append_new(sample, json_of_uint64(series->samples[i].elapsed_ns, UINT64_MAX)) != 0 ||
            json_array_append(samples, sample) != 0) {
            json_decref(sample);
            json_decref(samples);
            return NULL;
        }
        json_decref(sample);
    }
    return samples;
}

/* The numbers of the busy rounds: [3,4,17]; empty where the rounds were not told apart. */
static json_t *json_of_busy_rounds(const struct row *row)
{
    json_t *busy = json_array();
    for (size_t round = 0; row->quiet != NULL && round < row->rounds; round++) {
        if (!row->quiet[round] && json_array_append_new(busy, json_of_uint64(round, UINT64_MAX)) != 0) {
            json_decref(busy);
            return NULL;
        }
    }
    return busy;
}

/* JSON, or NULL where adding to it FAILED. */
static json_t *whole_or_null(json_t *json, int failed)
{
    if (failed == 0)
        return json;
    json_decref(json);
    return NULL;
}

static json_t *json_of_contender(const struct row_contender *contender)
{
    json_t *json = json_object();
    return whole_or_null(json, add_members(json, contender, contender_members) ||
                                   json_object_set_new(json, "samples", json_of_series(&contender->series)));
}

static json_t *json_of_ratio(const struct row_ratio *ratio)
{
    json_t *json = json_object();
    return whole_or_null(json, add_members(json, ratio, ratio_members));
}

static int add_type(json_t *json, const char *type)
{
    return json_object_set_new(json, "type", json_string(type)) ||
           json_object_set_new(json, "schema", json_integer(RECORD_SCHEMA));
}

json_t *json_of_environment(const struct environment *environment)
{
    json_t *json = json_object();
    return whole_or_null(json, add_type(json, "machine") || add_members(json, environment, environment_members));
}

json_t *json_of_row(const struct row *row)
{
    json_t *json = json_object(), *warnings = json_array(), *contenders = json_array(), *ratios = json_array();
    int failed = add_type(json, "row") || add_members(json, row, row_members);
    for (size_t i = 0; i < row->warning_count; i++)
        failed = failed || json_array_append_new(warnings, json_of_text(row->warnings[i]));
    for (size_t i = 0; i < row->contender_count; i++)
        failed = failed || json_array_append_new(contenders, json_of_contender(&row->contenders[i]));
    for (size_t i = 0; i < row->ratio_count; i++)
        failed = failed || json_array_append_new(ratios, json_of_ratio(&row->ratios[i]));
    failed = failed || json_object_set(json, "warnings", warnings) || json_object_set(json, "contenders", contenders) ||
             json_object_set(json, "ratios", ratios) || json_object_set_new(json, "canary", json_of_series(&row->canary)) ||
             json_object_set_new(json, "busy_rounds", json_of_busy_rounds(row));
    json_decref(warnings);
    json_decref(contenders);
    json_decref(ratios);
    return whole_or_null(json, failed);
}

/* ----------------------------------------------------------------------------------------------------- writer */

struct record_writer {
    int descriptor;
    bool regular; /* a file that can be cut back to its last whole line */
    off_t size;   /* of the whole lines */
    char path[1024];
};

static enum status fail_errno(struct message *message, const char *path, const char *doing)
{
    return fail(message, STATUS_FAILED, "%s: %s: %s", strcmp(path, "-") == 0 ? "standard output" : path, doing,
                strerror(errno));
}

static bool write_all(int descriptor, const char *bytes, size_t size)
{
    while (size != 0) {
        ssize_t written = write(descriptor, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

/* Saves JSON, which is released, as one line. */
static enum status write_line(struct record_writer *writer, json_t *json, struct message *message)
{
    char *text = json == NULL ? NULL : json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(RECORD_DIGITS));
    json_decref(json);
    if (text == NULL)
        return fail(message, STATUS_NO_MEMORY, "%s: not enough memory for a row", writer->path);
    enum status status = STATUS_OK;
    size_t size = strlen(text);
    text[size] = '\n'; /* in place of the terminator: one write a line */
    if (write_all(writer->descriptor, text, size + 1)) {
        writer->size += (off_t)(size + 1);
    } else {
        status = fail_errno(message, writer->path, "cannot write");
        if (writer->regular && ftruncate(writer->descriptor, writer->size) == 0)
            lseek(writer->descriptor, writer->size, SEEK_SET);
    }
    free(text);
    return status;
}

static struct record_writer *writer_new(const char *path)
{
    struct record_writer *writer = calloc(1, sizeof *writer);
    if (writer != NULL) {
        writer->descriptor = -1;
        text_copy(writer->path, sizeof writer->path, path);
    }
    return writer;
}

/*
 * A record has one writer, until its descriptor is closed.  A file system that knows no locks leaves it to the user to
 * see to that.
 */
static enum status lock(const struct record_writer *writer, struct message *message)
{
    if (flock(writer->descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return STATUS_OK;
    return fail(message, STATUS_FAILED, "%s: is being written by another run", writer->path);
}

enum status record_create(struct record_writer **writer, const char *path, bool force,
                          const struct environment *environment, struct message *message)
{
    *writer = NULL;
    struct record_writer *new = writer_new(path);
    if (new == NULL)
        return fail(message, STATUS_NO_MEMORY, "%s: not enough memory", path);
    struct stat known;
    if (strcmp(path, "-") == 0) {
        fflush(stdout);
        new->descriptor = STDOUT_FILENO;
    } else if (stat(path, &known) == 0 && !S_ISREG(known.st_mode)) {
        new->descriptor = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    } else {
        new->regular = true;
        new->descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (force ? 0 : O_EXCL), 0666);
    }
    enum status status = STATUS_OK;
    bool ours = new->regular && new->descriptor >= 0;
    if (new->descriptor < 0 && errno == EEXIST)
        status = fail(message, STATUS_FAILED, "%s: exists already, expected a new name (or --force to overwrite it)", path);
    else if (new->descriptor < 0)
        status = fail_errno(message, path, "cannot open for writing");
    else if (new->regular)
        status = lock(new, message);
    ours = ours && status == STATUS_OK; /* nothing of another run's is cut or removed */
    if (ours && ftruncate(new->descriptor, 0) != 0)
        status = fail_errno(message, path, "cannot write");
    if (status == STATUS_OK)
        status = write_line(new, json_of_environment(environment), message);
    if (status != STATUS_OK) {
        struct message ignored;
        if (ours)
            unlink(path);
        record_close(new, &ignored);
        return status;
    }
    *writer = new;
    return STATUS_OK;
}

enum status record_write(struct record_writer *writer, const struct row *row, struct message *message)
{
    return write_line(writer, json_of_row(row), message);
}

enum status record_close(struct record_writer *writer, struct message *message)
{
    enum status status = STATUS_OK;
    if (writer != NULL && writer->descriptor >= 0 && writer->descriptor != STDOUT_FILENO &&
        close(writer->descriptor) != 0)
        status = fail_errno(message, writer->path, "cannot close");
    free(writer);
    return status;
}

/* ----------------------------------------------------------------------------------------------------- reader */

/* A line of a record, and the record itself, may be so long; the sampler's largest rows take about 2 MiB. */
static const size_t line_limit = (size_t)16 << 20;

struct reader {
    FILE *file;
    const char *path;
    size_t line; /* from 1 */
    char *text;
    size_t capacity;
    size_t size;
    off_t whole_lines; /* bytes up to the last line end */
    struct lift lift;
    struct message *message;
};

static enum status bad_line(struct reader *reader, const char *where, const char *what)
{
    return fail(reader->message, STATUS_FAILED, "%s:%zu: %s%s%s", reader->path, reader->line, where,
                *where == '\0' ? "" : ": ", what);
}

enum line { LINE_WHOLE, LINE_CUT, LINE_END, LINE_ERROR };

/* Reads the next line without its end. */
static enum line next_line(struct reader *reader, enum status *status)
{
    int c;
    reader->size = 0;
    reader->line++;
    while ((c = getc_unlocked(reader->file)) != EOF && c != '\n') {
        if (reader->size == line_limit) {
            *status = bad_line(reader, "", "longer than 16 MiB, which no row of a record is");
            return LINE_ERROR;
        }
        if (reader->size == reader->capacity) {
            size_t capacity = reader->capacity == 0 ? 1 << 16 : 2 * reader->capacity;
            char *larger = realloc(reader->text, capacity);
            if (larger == NULL) {
                *status = fail(reader->message, STATUS_NO_MEMORY, "%s: not enough memory", reader->path);
                return LINE_ERROR;
            }
            reader->text = larger;
            reader->capacity = capacity;
        }
        reader->text[reader->size++] = (char)c;
    }
    if (ferror(reader->file)) {
        *status = fail(reader->message, STATUS_FAILED, "%s: cannot read: %s", reader->path, strerror(errno));
        return LINE_ERROR;
    }
    if (c == EOF)
        return reader->size == 0 ? LINE_END : LINE_CUT;
    reader->whole_lines += (off_t)reader->size + 1;
    return LINE_WHOLE;
}

static const char *type_text(const json_t *json)
{
    switch (json_typeof(json)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "an array";
    case JSON_STRING:
        return "a text";
    case JSON_INTEGER:
    case JSON_REAL:
        return "a number";
    case JSON_TRUE:
    case JSON_FALSE:
        return "true or false";
    case JSON_NULL:
        return "null";
    }
    return "something else";
}

static enum status wrong_type(struct reader *reader, const char *where, const json_t *json, const char *expected)
{
    char text[160];
    snprintf(text, sizeof text, "%s, expected %s", type_text(json), expected);
    return bad_line(reader, where, text);
}

static enum status read_uint64(struct reader *reader, const json_t *json, const char *where, uint64_t absent,
                               uint64_t limit, uint64_t *value)
{
    *value = absent;
    if (json == NULL || json_is_null(json))
        return STATUS_OK;
    if (!json_is_integer(json))
        return wrong_type(reader, where, json, "a whole number or null");
    if (json_integer_value(json) < 0 || (uint64_t)json_integer_value(json) > limit)
        return bad_line(reader, where, "out of range");
    *value = (uint64_t)json_integer_value(json);
    return STATUS_OK;
}

/* Reads the field of JSON that MEMBER describes into OBJECT. */
static enum status read_member(struct reader *reader, const json_t *json, const char *where, void *object,
                               const struct member *member)
{
    char *field = (char *)object + member->offset;
    bool absent = json == NULL || json_is_null(json);
    switch (member->type) {
    case MEMBER_TEXT:
        field[0] = '\0';
        if (absent)
            return STATUS_OK;
        if (!json_is_string(json))
            return wrong_type(reader, where, json, "a text or null");
        if (json_string_length(json) >= member->size)
            return bad_line(reader, where, "text too long");
        memcpy(field, json_string_value(json), json_string_length(json) + 1);
        return STATUS_OK;
    case MEMBER_REAL: {
        double value = NAN;
        if (!absent) {
            if (!json_is_number(json))
                return wrong_type(reader, where, json, "a number or null");
            value = json_number_value(json);
            if (value < 0)
                return bad_line(reader, where, "negative");
        }
        memcpy(field, &value, sizeof value);
        return STATUS_OK;
    }
    case MEMBER_UINT64: {
        uint64_t value;
        enum status status = read_uint64(reader, json, where, member->absent, INT64_MAX, &value);
        memcpy(field, &value, sizeof value);
        return status;
    }
    case MEMBER_UNSIGNED: {
        uint64_t value;
        enum status status = read_uint64(reader, json, where, 0, UINT_MAX, &value);
        unsigned narrow = (unsigned)value;
        memcpy(field, &narrow, sizeof narrow);
        return status;
    }
    case MEMBER_BOOL: {
        bool value = json_is_true(json);
        memcpy(field, &value, sizeof value);
        return absent || json_is_boolean(json) ? STATUS_OK : wrong_type(reader, where, json, "true, false or null");
    }
    }
    return STATUS_FAILED;
}

/* Reads MEMBERS of the object JSON, which stands at PLACE ("contenders[2]."), into OBJECT; other fields are of a future. */
static enum status read_members(struct reader *reader, const json_t *json, const char *place, void *object,
                                const struct member *members)
{
    for (const struct member *member = members; member->name != NULL; member++) {
        char where[128];
        snprintf(where, sizeof where, "%s%s", place, member->name);
        enum status status = read_member(reader, json_object_get(json, member->name), where, object, member);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

/* The array called NAME of JSON, or NULL and *COUNT 0 where it is absent. */
static enum status get_array(struct reader *reader, const json_t *json, const char *name, size_t limit,
                             const json_t **array, size_t *count)
{
    *array = json_object_get(json, name);
    *count = 0;
    if (*array == NULL || json_is_null(*array))
        return STATUS_OK;
    if (!json_is_array(*array))
        return wrong_type(reader, name, *array, "an array");
    if (json_array_size(*array) > limit)
        return bad_line(reader, name, "more entries than a row can have");
    *count = json_array_size(*array);
    return STATUS_OK;
}

static enum status read_series_as_written(struct reader *reader, const json_t *json, const char *name,
                                         struct series *series)
{
    const json_t *array;
    size_t count;
    const char *reference = json_string_value(json_object_get(json, name));
    if (reference != NULL && lift_take(&reader->lift, reference, series))
        return STATUS_OK;
    enum status status = get_array(reader, json, name, SIZE_MAX, &array, &count);
    if (status != STATUS_OK || count == 0)
        return status;
    series->samples = calloc(count, sizeof *series->samples);
    if (series->samples == NULL)
        return fail(reader->message, STATUS_NO_MEMORY, "%s: not enough memory", reader->path);
    series->count = count;
    for (size_t i = 0; i < count; i++) {
        const json_t *pair = json_array_get(array, i);
        if (!json_is_array(pair) || json_array_size(pair) != 2)
            return wrong_type(reader, name, pair, "pairs [iterations, elapsed_ns]");
        if (!json_is_integer(json_array_get(pair, 0)) || !json_is_integer(json_array_get(pair, 1)))
            return bad_line(reader, name, "a pair that is not two whole numbers");
        status = read_uint64(reader, json_array_get(pair, 0), name, 0, INT64_MAX, &series->samples[i].iterations);
        if (status == STATUS_OK)
            status = read_uint64(reader, json_array_get(pair, 1), name, 0, INT64_MAX, &series->samples[i].elapsed_ns);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

static enum status read_series(struct reader *reader, const json_t *json, const char *name, struct series *series)
{
    enum status status = read_series_as_written(reader, json, name, series);
    for (size_t i = 0; status == STATUS_OK && i < series->count; i++)
        if (series->samples[i].iterations == 0 || series->samples[i].elapsed_ns == 0)
            status = bad_line(reader, name, "a pair with a 0, expected iterations and nanoseconds from 1");
    return status;
}

/* "busy_rounds" of a row whose contenders have been read: numbers of rounds that a contender has samples of. */
static enum status read_busy_rounds(struct reader *reader, const json_t *json, struct row *row)
{
    const json_t *array;
    size_t count, rounds = 0;
    enum status status = get_array(reader, json, "busy_rounds", SIZE_MAX, &array, &count);
    if (status != STATUS_OK || count == 0)
        return status;
    for (size_t i = 0; i < row->contender_count; i++)
        if (row->contenders[i].series.count > rounds)
            rounds = row->contenders[i].series.count;
    if (row->rounds != rounds || row->quiet_rounds + count != rounds)
        return bad_line(reader, "busy_rounds", "a number of rounds that does not fit the samples");
    row->quiet = calloc(rounds, sizeof *row->quiet);
    if (row->quiet == NULL)
        return fail(reader->message, STATUS_NO_MEMORY, "%s: not enough memory", reader->path);
    for (size_t i = 0; i < rounds; i++)
        row->quiet[i] = true;
    for (size_t i = 0; i < count; i++) {
        uint64_t round;
        status = read_uint64(reader, json_array_get(array, i), "busy_rounds", UINT64_MAX, rounds - 1, &round);
        if (status != STATUS_OK)
            return status;
        if (round == UINT64_MAX || !row->quiet[round])
            return bad_line(reader, "busy_rounds", "not the numbers of different rounds");
        row->quiet[round] = false;
    }
    return STATUS_OK;
}

/* TEXT of the field WHERE is absent or one of WORDS, which end with NULL. */
static enum status check_word(struct reader *reader, const char *where, const char *text, const char *const *words)
{
    char what[512], printable[64];
    text_printable(printable, sizeof printable, text, true);
    size_t used = (size_t)snprintf(what, sizeof what, "unknown word '%s', expected one of", printable);
    for (size_t i = 0; words[i] != NULL; i++) {
        if (strcmp(text, words[i]) == 0)
            return STATUS_OK;
        used += (size_t)snprintf(what + used, sizeof what - used, "%s %s", i == 0 ? "" : ",", words[i]);
    }
    return text[0] == '\0' ? STATUS_OK : bad_line(reader, where, what);
}

/* Null stands for a number that is not known: the fields NAMES, which end with NULL, of JSON at PLACE are never 0. */
static enum status check_not_zero(struct reader *reader, const json_t *json, const char *place, const char *const *names)
{
    char where[128];
    for (; *names != NULL; names++) {
        const json_t *number = json_object_get(json, *names);
        if (!json_is_number(number) || json_number_value(number) > 0)
            continue;
        snprintf(where, sizeof where, "%s%s", place, *names);
        return bad_line(reader, where, "0, expected more or null");
    }
    return STATUS_OK;
}

static enum status check_row(struct reader *reader, const json_t *json, const struct row *row)
{
    static const char *const workloads[] = {"bulk", "passwords", "operations", NULL};
    static const char *const never_zero[] = {"rounds", "canary_quiet_ns", "canary_busy_ns", NULL};
    static const char *const checks[] = {"none", "equal", "exchanged", "vectors-only", "not compared", "mismatch", NULL};
    const char *classes[CLASS_COUNT + 2] = {"memory"}; /* memcpy's */
    for (int i = 0; i < CLASS_COUNT; i++)
        classes[i + 1] = class_name((enum primitive_class)i);
    enum status status = check_word(reader, "workload", row->workload, workloads);
    if (status == STATUS_OK)
        status = check_word(reader, "class", row->class_name, classes);
    if (status == STATUS_OK)
        status = check_word(reader, "check", row->check, checks);
    if (status == STATUS_OK)
        status = check_not_zero(reader, json, "", never_zero);
    if (status == STATUS_OK && row->quiet_rounds > row->rounds)
        status = bad_line(reader, "quiet_rounds", "out of range, expected at most the number of rounds");
    return status;
}

static enum status check_contender(struct reader *reader, const json_t *json, const char *place,
                                   const struct row_contender *contender)
{
    static const char *const never_zero[] = {"median_ns", "busy_median_ns", "total_ns", "iterations", "bytes_per_second",
                                             "operations_per_second", "single_thread_median_ns", NULL};
    char where[128];
    uint8_t digest[DIGEST_SIZE_MAX];
    snprintf(where, sizeof where, "%sdigest", place);
    if (hex_decode(digest, sizeof digest, contender->digest) == SIZE_MAX)
        return bad_line(reader, where, "not an even number of hexadecimal digits, expected those or null");
    return check_not_zero(reader, json, place, never_zero);
}

/* RATIO, read from JSON at PLACE: all fields that make one are there, and no interval is upside down. */
static enum status check_ratio(struct reader *reader, const json_t *json, const char *place, const struct row_ratio *ratio)
{
    static const char *const fields[] = {"speed_ratio", "low", "high"};
    static const char *const prefixes[] = {"", "busy_", "all_"};
    const struct ratio *ratios[] = {&ratio->ratio, &ratio->busy, &ratio->all};
    char where[128];
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (json_object_get(json, fields[i]) == NULL) {
            snprintf(where, sizeof where, "%s%s", place, fields[i]);
            return bad_line(reader, where, "missing, expected a number or null");
        }
    if (ratio->contender[0] == '\0' || ratio->reference[0] == '\0') {
        snprintf(where, sizeof where, "%s%s", place, ratio->contender[0] == '\0' ? "contender" : "reference");
        return bad_line(reader, where, "missing, expected the name of a contender");
    }
    static const char *const never_zero[] = {"speed_ratio", "busy_speed_ratio", "all_speed_ratio", NULL};
    enum status status = check_not_zero(reader, json, place, never_zero);
    for (size_t i = 0; status == STATUS_OK && i < sizeof prefixes / sizeof prefixes[0]; i++) {
        if (status == STATUS_OK && ratios[i]->low > ratios[i]->high) {
            snprintf(where, sizeof where, "%s%slow", place, prefixes[i]);
            status = bad_line(reader, where, "above the high end of its interval, expected at most that");
        }
    }
    return status;
}

static bool has_figures(const struct row_contender *contender)
{
    return contender->series.count != 0 || contender->median_ns > 0;
}

/* Whether the parts of ROW fit together: a sample for each round, one more of the canary, ratios of its contenders. */
static enum status check_parts(struct reader *reader, const struct row *row)
{
    char where[64];
    for (size_t i = 0; i < row->contender_count; i++) {
        const struct row_contender *contender = &row->contenders[i];
        snprintf(where, sizeof where, "contenders[%zu].name", i);
        if (row_contender(row, contender->name) != contender)
            return bad_line(reader, where, "that of another contender, expected each once");
        snprintf(where, sizeof where, "contenders[%zu].samples", i);
        if (contender->series.count != 0 && contender->series.count != row->rounds)
            return bad_line(reader, where, "not as many as there were rounds, expected one of each");
    }
    if (row->canary.count != 0 ? row->canary.count != row->rounds + 1 : row->all_busy)
        return bad_line(reader, "canary", "not as many as there were rounds, expected one before each and one after the last");
    for (size_t i = 0; i < row->ratio_count; i++) {
        const struct row_ratio *ratio = &row->ratios[i];
        const char *const names[] = {ratio->contender, ratio->reference}, *const fields[] = {"contender", "reference"};
        for (size_t k = 0; k < 2; k++) {
            const struct row_contender *contender = row_contender(row, names[k]);
            snprintf(where, sizeof where, "ratios[%zu].%s", i, fields[k]);
            if (contender == NULL || !has_figures(contender))
                return bad_line(reader, where, "no contender of the row that has figures, expected one");
        }
    }
    return STATUS_OK;
}

/* Whether figures are there exactly where nothing says why they are not: `skip` of the row, `reason` of a contender. */
static enum status check_reasons(struct reader *reader, const struct row *row)
{
    const bool skipped = row->skip[0] != '\0', mismatch = strcmp(row->check, "mismatch") == 0;
    if (row->check[0] == '\0')
        return bad_line(reader, "check", "missing, expected what was compared, or none");
    if (skipped && !mismatch && strcmp(row->check, "none") != 0)
        return bad_line(reader, "skip", "says why the row was not measured, expected null beside the check of one that was");
    if (skipped && row_skip(row) == ROW_SKIP_UNKNOWN)
        return bad_line(reader, "skip", "no reason for which a row is not measured, expected one of those or null");
    if (!skipped && row->contender_count == 0)
        return bad_line(reader, "skip", "absent, expected why the row has no contenders");
    for (size_t i = 0; i < row->contender_count; i++) {
        const struct row_contender *contender = &row->contenders[i];
        const bool none = strcmp(contender->via, "none") == 0, explained = contender->reason[0] != '\0';
        const bool figures = has_figures(contender);
        char where[64];
        snprintf(where, sizeof where, "contenders[%zu].reason", i);
        if (figures && explained)
            return bad_line(reader, where, "says why there are no figures, expected null beside some");
        if (figures && none)
            return bad_line(reader, where, "absent beside via 'none', which has no figures, expected why and none of them");
        if (figures && mismatch)
            return bad_line(reader, "check", "a mismatch, expected no figures beside it");
        if (figures && skipped)
            return bad_line(reader, "skip", "says why the row was not measured, expected null beside figures");
        if (!figures && !explained && (none || !skipped))
            return bad_line(reader, where, "absent, expected why there are no figures");
    }
    return STATUS_OK;
}

static enum status read_row(struct reader *reader, const json_t *json, struct row *row)
{
    const json_t *array;
    size_t count;
    enum status status = read_members(reader, json, "", row, row_members);
    if (status == STATUS_OK && (row->workload[0] == '\0' || row->primitive[0] == '\0'))
        status = bad_line(reader, "", "a row without \"workload\" or \"primitive\"");
    if (status == STATUS_OK)
        status = check_row(reader, json, row);
    if (status == STATUS_OK)
        status = get_array(reader, json, "warnings", ROW_WARNINGS_MAX, &array, &count);
    for (size_t i = 0; status == STATUS_OK && i < count; i++) {
        const struct member warning = {"warnings", MEMBER_TEXT, 0, sizeof row->warnings[0], 0};
        status = read_member(reader, json_array_get(array, i), warning.name, row->warnings[row->warning_count++], &warning);
    }
    if (status == STATUS_OK)
        status = get_array(reader, json, "contenders", ROW_CONTENDERS_MAX, &array, &count);
    for (size_t i = 0; status == STATUS_OK && i < count; i++) {
        char place[64];
        snprintf(place, sizeof place, "contenders[%zu].", i);
        struct row_contender *contender = &row->contenders[row->contender_count++];
        const json_t *entry = json_array_get(array, i);
        if (!json_is_object(entry))
            status = wrong_type(reader, "contenders", entry, "objects");
        else
            status = read_members(reader, entry, place, contender, contender_members);
        if (status == STATUS_OK && contender->name[0] == '\0')
            status = bad_line(reader, place, "a contender without a name");
        if (status == STATUS_OK)
            status = check_contender(reader, entry, place, contender);
        if (status == STATUS_OK)
            status = read_series(reader, entry, "samples", &contender->series);
    }
    if (status == STATUS_OK)
        status = get_array(reader, json, "ratios", sizeof row->ratios / sizeof row->ratios[0], &array, &count);
    for (size_t i = 0; status == STATUS_OK && i < count; i++) {
        char place[64];
        snprintf(place, sizeof place, "ratios[%zu].", i);
        const json_t *entry = json_array_get(array, i);
        if (!json_is_object(entry))
            status = wrong_type(reader, "ratios", entry, "objects");
        else
            status = read_members(reader, entry, place, &row->ratios[row->ratio_count++], ratio_members);
        if (status == STATUS_OK)
            status = check_ratio(reader, entry, place, &row->ratios[i]);
    }
    if (status == STATUS_OK)
        status = read_series(reader, json, "canary", &row->canary);
    if (status == STATUS_OK)
        status = read_busy_rounds(reader, json, row);
    if (status == STATUS_OK)
        status = check_reasons(reader, row);
    return status == STATUS_OK ? check_parts(reader, row) : status;
}

static enum status add_row(struct reader *reader, struct record *record, size_t *capacity, const json_t *json)
{
    if (record->count == *capacity) {
        size_t wanted = *capacity == 0 ? 16 : 2 * *capacity;
        struct row *larger = realloc(record->rows, wanted * sizeof *larger);
        if (larger == NULL)
            return fail(reader->message, STATUS_NO_MEMORY, "%s: not enough memory", reader->path);
        record->rows = larger;
        *capacity = wanted;
    }
    struct row *row = &record->rows[record->count++];
    memset(row, 0, sizeof *row);
    return read_row(reader, json, row);
}

/* The line's object goes where it belongs. */
static enum status take_line(struct reader *reader, struct record *record, size_t *capacity, const json_t *json)
{
    const json_t *type = json_object_get(json, "type"), *schema = json_object_get(json, "schema");
    char text[160];
    if (!json_is_string(type))
        return bad_line(reader, "", "not a record: expected an object with \"type\":\"machine\" or \"type\":\"row\"");
    if (!json_is_integer(schema))
        return bad_line(reader, "", "not a record: expected \"schema\":1");
    if (json_integer_value(schema) != RECORD_SCHEMA) {
        snprintf(text, sizeof text, "schema %lld, this program reads schema %d", (long long)json_integer_value(schema),
                 RECORD_SCHEMA);
        return bad_line(reader, "", text);
    }
    if (strcmp(json_string_value(type), "machine") == 0)
        return reader->line == 1
                   ? read_members(reader, json, "", &record->environment, environment_members)
                   : bad_line(reader, "", "a second machine line, expected one run a file");
    if (strcmp(json_string_value(type), "row") != 0)
        return bad_line(reader, "type", "neither \"machine\" nor \"row\"");
    if (reader->line == 1)
        return bad_line(reader, "", "a row, expected the machine's line first");
    return add_row(reader, record, capacity, json);
}

/* Whether a line without an end is one of a record that was cut: it begins as they do, and nothing is wrong but its end. */
static bool was_cut(const struct reader *reader, const json_error_t *error)
{
    enum { LONGEST_WORD = 5 }; /* "false" */
    return reader->text[0] == '{' && (size_t)error->position + LONGEST_WORD > reader->size;
}

/* CUT: the line has no end. */
static enum status parse_line(struct reader *reader, struct record *record, size_t *capacity, bool cut)
{
    json_error_t error;
    if (reader->size == 0)
        return bad_line(reader, "", "empty line");
    if (!lift_samples(&reader->lift, reader->text, reader->size))
        return fail(reader->message, STATUS_NO_MEMORY, "%s: not enough memory", reader->path);
    json_t *json = json_loadb(reader->lift.text, reader->lift.size, JSON_REJECT_DUPLICATES, &error);
    if (json == NULL) /* again, for the place of the error in the line as it is */
        json = json_loadb(reader->text, reader->size, JSON_REJECT_DUPLICATES, &error);
    if (json == NULL) {
        char text[320];
        if (json_error_code(&error) == json_error_out_of_memory)
            return fail(reader->message, STATUS_NO_MEMORY, "%s: not enough memory", reader->path);
        if (cut && was_cut(reader, &error))
            return bad_line(reader, "", "cut off in the middle of the line: the run that wrote it was killed (--resume "
                                        "continues such a record)");
        snprintf(text, sizeof text, "not JSON: %.200s (byte %d)", error.text, error.position);
        return bad_line(reader, "", text);
    }
    enum status status = take_line(reader, record, capacity, json);
    json_decref(json);
    return status;
}

/* Reads all lines; a last one that was cut is an error unless CUT_ALLOWED. */
static enum status read_lines(struct reader *reader, struct record *record, bool cut_allowed)
{
    enum status status = STATUS_OK;
    size_t capacity = 0;
    while (status == STATUS_OK) {
        enum line line = next_line(reader, &status);
        if (line == LINE_WHOLE || (line == LINE_CUT && !cut_allowed))
            status = parse_line(reader, record, &capacity, line == LINE_CUT);
        else if (line == LINE_CUT && reader->whole_lines == 0)
            status = fail(reader->message, STATUS_FAILED, "%s: cut off in its first line, the machine's: it holds nothing to continue",
                          reader->path);
        else if (line == LINE_END && reader->whole_lines == 0)
            status = fail(reader->message, STATUS_FAILED, "%s: empty, expected a record", reader->path);
        if (line != LINE_WHOLE)
            break;
    }
    return status;
}

static enum status read_record(struct reader *reader, struct record *record, const char *path, bool cut_allowed,
                               struct message *message)
{
    bool standard_input = strcmp(path, "-") == 0;
    memset(record, 0, sizeof *record);
    memset(reader, 0, sizeof *reader);
    text_copy(record->path, sizeof record->path, path);
    reader->path = standard_input ? "standard input" : *path == '\0' ? "''" : path;
    reader->message = message;
    reader->file = standard_input ? stdin : fopen(path, "r");
    if (reader->file == NULL)
        return fail(message, STATUS_FAILED, "%s: cannot open: %s", reader->path, strerror(errno));
    enum status status = read_lines(reader, record, cut_allowed);
    lift_free(&reader->lift);
    free(reader->text);
    if (!standard_input)
        fclose(reader->file);
    if (status != STATUS_OK)
        record_free(record);
    return status;
}

enum status record_read(struct record *record, const char *path, struct message *message)
{
    struct reader reader;
    return read_record(&reader, record, path, false, message);
}

struct reading {
    struct record *record;
    const char *path;
    struct message message;
    enum status status;
    pthread_t thread;
    bool started;
};

static void *run_reading(void *argument)
{
    struct reading *reading = argument;
    reading->status = record_read(reading->record, reading->path, &reading->message);
    return NULL;
}

enum status records_read(struct record *records, const char *const *paths, size_t count, struct message *message)
{
    struct reading *readings = calloc(count + 1, sizeof *readings);
    enum status status = STATUS_OK;
    size_t from_standard_input = 0;
    if (readings == NULL)
        return fail(message, STATUS_NO_MEMORY, "not enough memory for %zu record%s", count, plural(count));
    for (size_t i = 0; i < count; i++)
        from_standard_input += strcmp(paths[i], "-") == 0;
    if (from_standard_input > 1) {
        free(readings);
        return fail(message, STATUS_FAILED, "-: given %zu times, expected one record from standard input",
                    from_standard_input);
    }
    for (size_t i = 0; i < count; i++) {
        readings[i].record = &records[i];
        readings[i].path = paths[i];
        readings[i].started = i + 1 < count && pthread_create(&readings[i].thread, NULL, run_reading, &readings[i]) == 0;
        if (!readings[i].started)
            run_reading(&readings[i]);
    }
    for (size_t i = 0; i < count; i++) {
        if (readings[i].started)
            pthread_join(readings[i].thread, NULL);
        if (status == STATUS_OK && readings[i].status != STATUS_OK) {
            status = readings[i].status;
            *message = readings[i].message;
        }
    }
    for (size_t i = 0; status != STATUS_OK && i < count; i++)
        record_free(&records[i]);
    free(readings);
    return status;
}

enum status record_resume(struct record_writer **writer, struct record *record, const char *path,
                          struct message *message)
{
    struct reader reader;
    enum status status = STATUS_OK;
    memset(record, 0, sizeof *record);
    *writer = writer_new(path);
    if (*writer == NULL)
        return fail(message, STATUS_NO_MEMORY, "%s: not enough memory", path);
    (*writer)->regular = true;
    (*writer)->descriptor = open(path, O_WRONLY | O_CLOEXEC);
    if ((*writer)->descriptor < 0)
        status = fail(message, STATUS_FAILED, "%s: cannot continue: %s", path, strerror(errno));
    else
        status = lock(*writer, message); /* before it is read: it grows meanwhile */
    if (status == STATUS_OK)
        status = read_record(&reader, record, path, true, message);
    if (status == STATUS_OK) {
        (*writer)->size = reader.whole_lines;
    } else {
        struct message ignored;
        record_close(*writer, &ignored);
        *writer = NULL;
    }
    return status;
}

enum status record_continue(struct record_writer *writer, struct message *message)
{
    if (ftruncate(writer->descriptor, writer->size) != 0 || lseek(writer->descriptor, writer->size, SEEK_SET) < 0)
        return fail_errno(message, writer->path, "cannot continue");
    return STATUS_OK;
}

void record_free(struct record *record)
{
    for (size_t i = 0; i < record->count; i++)
        row_free(&record->rows[i]);
    free(record->rows);
    memset(record, 0, sizeof *record);
}

/* SPDX-License-Identifier: MIT */
/* Records: what is written is read again, and what nobody should have written is refused with its file and line. */
#include "results/record.h"
#include "tests/tap.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/assay-record-XXXXXX";
static char path[64];

static int set_up(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/record.jsonl", folder);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static char *file_text(const char *name)
{
    FILE *file = fopen(name, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, file) < (1 << 20) - 1);
    fclose(file);
    return text;
}

static void write_file(const char *text, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void fill_environment(struct environment *environment)
{
    memset(environment, 0, sizeof *environment);
    strcpy(environment->assay_version, "1.2.3");
    strcpy(environment->cpu, "A \"quoted\" CPU \\ with \xc2\xb5");
    strcpy(environment->command, "assay run \xff broken");
    environment->cores_online = 2;
    environment->optimised = true;
    environment->load_1min = NAN;
    environment->noise_floor = 0.004;
    environment->noise_floor_usual = 0.006;
    environment->noise_floor_spread = NAN;
    environment->clock_resolution_ns = 20;
    environment->seed = INT64_MAX;
}

static struct sample samples[2] = {{1000, 123456, false}, {1000, 123457, false}};

static struct sample canary[3] = {{10, 1234, false}, {10, 1235, false}, {10, 2345, false}};

static bool quiet[2] = {true, false};

static void fill_row(struct row *row)
{
    memset(row, 0, sizeof *row);
    strcpy(row->workload, "bulk");
    strcpy(row->primitive, "md5");
    strcpy(row->name, "MD5");
    strcpy(row->class_name, "hash");
    strcpy(row->operation, "hash");
    strcpy(row->shape, "message");
    strcpy(row->check, "equal");
    strcpy(row->warnings[0], "noisy");
    row->warning_count = 1;
    row->size = 0;
    row->count = UINT64_MAX;
    row->published = row->canary_quiet_ns = row->canary_busy_ns = NAN;
    row->contender_count = 3;
    strcpy(row->contenders[0].name, "native");
    strcpy(row->contenders[0].via, "native");
    row->contenders[0].median_ns = 123.456789;
    row->contenders[0].mad_ns = 0;
    row->contenders[0].total_ns = 246913;
    row->contenders[0].iterations = 2000;
    row->contenders[0].bytes_per_second = 0.1;
    row->contenders[0].operations_per_second = 1e300;
    row->contenders[0].warm_up_ns = INFINITY;
    row->contenders[0].series.samples = samples;
    row->contenders[0].series.count = 2;
    strcpy(row->contenders[1].name, "openssl");
    strcpy(row->contenders[1].via, "none");
    strcpy(row->contenders[1].reason, "not there");
    row->contenders[1].median_ns = row->contenders[1].mad_ns = row->contenders[1].total_ns = NAN;
    row->contenders[1].bytes_per_second = row->contenders[1].operations_per_second = NAN;
    row->contenders[1].warm_up_ns = NAN;
    row->contenders[2] = row->contenders[0];
    strcpy(row->contenders[2].name, "openssl/low-level");
    row->ratio_count = 1;
    strcpy(row->ratios[0].contender, "native");
    strcpy(row->ratios[0].reference, "openssl/low-level");
    row->ratios[0].ratio = (struct ratio){1.5, NAN, NAN};
    row->ratios[0].busy = row->ratios[0].all = (struct ratio){NAN, NAN, NAN};
    for (size_t i = 0; i < row->contender_count; i++)
        row->contenders[i].busy_median_ns = row->contenders[i].single_thread_median_ns = NAN;
    row->rounds = 2;
    row->quiet_rounds = 1;
    row->quiet = quiet;
    row->canary = (struct series){.samples = canary, .count = 3};
}

static void create(struct record_writer **writer, size_t rows)
{
    struct environment environment;
    struct message message;
    struct row row;
    fill_environment(&environment);
    fill_row(&row);
    assert_int_equal(record_create(writer, path, true, &environment, &message), STATUS_OK);
    for (size_t i = 0; i < rows; i++)
        assert_int_equal(record_write(*writer, &row, &message), STATUS_OK);
}

static void test_round_trip(void **state)
{
    (void)state;
    struct record_writer *writer;
    struct record record;
    struct message message;
    create(&writer, 3);
    /* Every row is in the file before the record is closed. */
    assert_int_equal(record_read(&record, path, &message), STATUS_OK);
    assert_int_equal(record_close(writer, &message), STATUS_OK);
    assert_int_equal(record.count, 3);
    assert_string_equal(record.environment.cpu, "A \"quoted\" CPU \\ with \xc2\xb5");
    assert_string_equal(record.environment.command, "assay run ? broken");
    assert_true(record.environment.optimised);
    assert_true(isnan(record.environment.load_1min));
    assert_true(record.environment.noise_floor == (double)0.004);
    assert_true(record.environment.seed == INT64_MAX);
    assert_int_equal(record.rows[2].rounds, 2);
    assert_int_equal(record.rows[2].quiet_rounds, 1);
    assert_true(record.rows[2].quiet[0] && !record.rows[2].quiet[1]);
    struct modes modes = row_modes(&record.rows[2]);
    assert_int_equal(modes.kind, MODES_TOLD_APART);
    assert_int_equal(rounds_to_report(&modes), ROUNDS_QUIET);
    const struct row *row = &record.rows[2];
    assert_string_equal(row->workload, "bulk");
    assert_string_equal(row->warnings[0], "noisy");
    assert_int_equal(row->size, 0);
    assert_true(row->count == UINT64_MAX);
    assert_true(isnan(row->published));
    assert_int_equal(row->contender_count, 3);
    assert_true(row->contenders[0].median_ns == (double)123.456789);
    assert_true(row->contenders[0].mad_ns == 0);
    assert_true(row->contenders[0].operations_per_second == (double)1e300);
    assert_true(isnan(row->contenders[0].warm_up_ns));
    assert_int_equal(row->contenders[0].series.count, 2);
    assert_true(row->contenders[0].series.samples[1].elapsed_ns == 123457);
    assert_true(isnan(row->contenders[1].median_ns));
    assert_int_equal(row->contenders[1].series.count, 0);
    assert_true(row->ratios[0].ratio.speed_ratio == 1.5);
    assert_true(isnan(row->ratios[0].ratio.low));
    assert_int_equal(row->canary.count, 3);
    record_free(&record);
}

static void test_absent_is_null(void **state)
{
    (void)state;
    struct record_writer *writer;
    struct message message;
    create(&writer, 1);
    record_close(writer, &message);
    char *text = file_text(path);
    assert_null(strstr(text, "NaN"));
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    assert_non_null(strstr(text, "\"load_1min\":null"));
    assert_non_null(strstr(text, "\"size\":0,\"count\":null"));
    assert_non_null(strstr(text, "\"skip\":null"));
    assert_non_null(strstr(text, "\"iterations\":null"));
    assert_non_null(strstr(text, "\"bytes_per_second\":0.1,"));
    assert_non_null(strstr(text, "\"canary\":[[10,1234],[10,1235],[10,2345]]"));
    assert_non_null(strstr(text, "\"samples\":[[1000,123456],[1000,123457]]"));
    free(text);
}

/* Two rows, one with figures and one without, have the same keys in the same order. */
static void test_same_keys(void **state)
{
    (void)state;
    struct row row;
    fill_row(&row);
    json_t *json = json_of_row(&row);
    assert_non_null(json);
    json_t *contenders = json_object_get(json, "contenders");
    void *a = json_object_iter(json_array_get(contenders, 0)), *b = json_object_iter(json_array_get(contenders, 1));
    while (a != NULL && b != NULL) {
        assert_string_equal(json_object_iter_key(a), json_object_iter_key(b));
        a = json_object_iter_next(json_array_get(contenders, 0), a);
        b = json_object_iter_next(json_array_get(contenders, 1), b);
    }
    assert_true(a == NULL && b == NULL);
    json_decref(json);
}

static void test_any_locale(void **state)
{
    (void)state;
    struct record_writer *writer;
    struct message message;
    struct record record;
    create(&writer, 1);
    record_close(writer, &message);
    char *plain = file_text(path);
    const char *const locales[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE"};
    for (size_t i = 0; i < sizeof locales / sizeof locales[0]; i++) {
        if (setlocale(LC_ALL, locales[i]) == NULL)
            continue;
        create(&writer, 1);
        record_close(writer, &message);
        char *other = file_text(path);
        assert_string_equal(plain, other);
        free(other);
        assert_int_equal(record_read(&record, path, &message), STATUS_OK);
        assert_true(record.rows[0].contenders[0].bytes_per_second == (double)0.1);
        record_free(&record);
    }
    setlocale(LC_ALL, "C");
    free(plain);
}

static void test_never_overwritten(void **state)
{
    (void)state;
    struct environment environment;
    struct record_writer *writer;
    struct message message;
    fill_environment(&environment);
    write_file("precious", 8);
    assert_int_equal(record_create(&writer, path, false, &environment, &message), STATUS_FAILED);
    assert_null(writer);
    assert_non_null(strstr(message.text, path));
    assert_non_null(strstr(message.text, "--force"));
    char *text = file_text(path);
    assert_string_equal(text, "precious");
    free(text);
    assert_int_equal(record_create(&writer, path, true, &environment, &message), STATUS_OK);
    record_close(writer, &message);
}

static void test_full_disk(void **state)
{
    (void)state;
    struct environment environment;
    struct record_writer *writer;
    struct message message;
    fill_environment(&environment);
    if (access("/dev/full", W_OK) != 0)
        skip();
    assert_int_equal(record_create(&writer, "/dev/full", false, &environment, &message), STATUS_FAILED);
    assert_non_null(strstr(message.text, "/dev/full"));
    assert_non_null(strstr(message.text, strerror(ENOSPC)));
}

static void test_unwritable(void **state)
{
    (void)state;
    struct environment environment;
    struct record_writer *writer;
    struct message message;
    fill_environment(&environment);
    assert_int_equal(record_create(&writer, "/nonexistent/folder/a.jsonl", false, &environment, &message), STATUS_FAILED);
    assert_non_null(strstr(message.text, "/nonexistent/folder/a.jsonl"));
    assert_int_equal(record_create(&writer, folder, true, &environment, &message), STATUS_FAILED);
}

static void test_resume(void **state)
{
    (void)state;
    struct record_writer *writer;
    struct record record;
    struct message message;
    struct row row;
    create(&writer, 2);
    record_close(writer, &message);
    char *text = file_text(path);
    size_t size = strlen(text);
    write_file(text, size - 100); /* as a kill in the middle of the last line leaves it */
    free(text);
    assert_int_equal(record_read(&record, path, &message), STATUS_FAILED);
    assert_non_null(strstr(message.text, ":3: cut off"));
    assert_int_equal(record_resume(&writer, &record, path, &message), STATUS_OK);
    assert_int_equal(record.count, 1);
    record_free(&record);
    text = file_text(path);
    assert_int_equal(strlen(text), size - 100); /* it stays as it is */
    free(text);
    assert_int_equal(record_continue(writer, &message), STATUS_OK);
    fill_row(&row);
    assert_int_equal(record_write(writer, &row, &message), STATUS_OK);
    assert_int_equal(record_close(writer, &message), STATUS_OK);
    assert_int_equal(record_read(&record, path, &message), STATUS_OK);
    assert_int_equal(record.count, 2);
    record_free(&record);
}

/* A record is one run's: others are refused, and take nothing from it. */
static void test_one_writer(void **state)
{
    (void)state;
    struct record_writer *writer, *other;
    struct record record;
    struct message message;
    struct row row;
    struct environment environment;
    fill_environment(&environment);
    create(&writer, 2);
    assert_int_equal(record_create(&other, path, false, &environment, &message), STATUS_FAILED);
    assert_non_null(strstr(message.text, "exists already"));
    assert_int_equal(record_create(&other, path, true, &environment, &message), STATUS_FAILED);
    assert_non_null(strstr(message.text, "is being written by another run"));
    assert_null(other);
    assert_int_equal(record_resume(&other, &record, path, &message), STATUS_FAILED);
    assert_non_null(strstr(message.text, "is being written by another run"));
    assert_null(other);
    fill_row(&row);
    assert_int_equal(record_write(writer, &row, &message), STATUS_OK);
    assert_int_equal(record_close(writer, &message), STATUS_OK);
    assert_int_equal(record_resume(&other, &record, path, &message), STATUS_OK);
    assert_int_equal(record.count, 3);
    record_free(&record);
    record_close(other, &message);
    create(&other, 0); /* what was longer is gone */
    record_close(other, &message);
    assert_int_equal(record_read(&record, path, &message), STATUS_OK);
    assert_int_equal(record.count, 0);
    record_free(&record);
}

#define MACHINE "{\"type\":\"machine\",\"schema\":1}\n"
#define ROW "{\"type\":\"row\",\"schema\":1,\"workload\":\"bulk\",\"primitive\":\"md5\""
#define NO_CHECK ",\"check\":\"none\""
#define SKIP NO_CHECK ",\"skip\":\"md5 hash: native: failed\""
#define FIGURES ",\"contenders\":[{\"name\":\"a\",\"samples\":[[1,1]]},{\"name\":\"b\",\"samples\":[[1,1]]}]"
#define TWO_ROUNDS \
    ",\"rounds\":2,\"quiet_rounds\":1,\"contenders\":[{\"name\":\"a\",\"samples\":[[1,1],[1,1]]}],"

static void refuse(const char *text, const char *where, const char *what)
{
    struct record record;
    struct message message;
    char expected[128];
    write_file(text, strlen(text));
    if (record_read(&record, path, &message) == STATUS_OK)
        fail_msg("accepted: %.200s", text);
    assert_int_equal(record.count, 0);
    assert_null(record.rows);
    snprintf(expected, sizeof expected, "%s%s", path, where);
    if (strstr(message.text, expected) == NULL || strstr(message.text, what) == NULL)
        fail_msg("\"%s\" lacks \"%s\" or \"%s\"", message.text, expected, what);
}

static void accept(const char *text, size_t rows)
{
    struct record record;
    struct message message;
    write_file(text, strlen(text));
    if (record_read(&record, path, &message) != STATUS_OK)
        fail_msg("refused: %s", message.text);
    assert_int_equal(record.count, rows);
    record_free(&record);
}

static void test_hostile(void **state)
{
    (void)state;
    accept(MACHINE, 0);
    accept(MACHINE ROW SKIP "}\n", 1);
    accept(MACHINE ROW SKIP "}", 1);
    accept(MACHINE ROW NO_CHECK ",\"of_the_future\":{\"a\":[1,2,{}]},\"contenders\":[{\"name\":\"native\",\"new\":1,\"median_ns\":1}]}\n", 1);
    refuse("", ": empty", "record");
    refuse("\n", ":1: ", "empty line");
    refuse("hello\n", ":1: ", "not JSON");
    refuse("[]\n", ":1: ", "not a record");
    refuse("{\"type\":\"machine\"}\n", ":1: ", "schema");
    refuse("{\"type\":\"machine\",\"schema\":2}\n", ":1: ", "schema 2");
    refuse("{\"type\":\"machine\",\"schema\":\"1\"}\n", ":1: ", "schema");
    refuse(ROW "}\n", ":1: ", "machine's line first");
    refuse(MACHINE MACHINE, ":2: ", "second machine");
    refuse(MACHINE "{\"type\":\"rows\",\"schema\":1}\n", ":2: ", "type");
    refuse(MACHINE ROW SKIP "}\n\n", ":3: ", "empty line");
    refuse(MACHINE ROW SKIP "}\n" ROW ",\"contenders\":[{\"na", ":3: ", "cut off");
    refuse(MACHINE "{\"type\":\"row\",\"schema\":1,\"primitive\":\"md5\"}\n", ":2: ", "workload");
    refuse(MACHINE ROW ",\"size\":\"16\"}\n", ":2: size: a text, ", "expected a whole number");
    refuse(MACHINE ROW ",\"size\":-1}\n", ":2: size: ", "out of range");
    refuse(MACHINE ROW ",\"size\":16.5}\n", ":2: size: a number, ", "whole");
    refuse(MACHINE ROW ",\"size\":99999999999999999999}\n", ":2: ", "too big integer");
    refuse(MACHINE ROW ",\"misalignment\":4294967296}\n", ":2: misalignment: ", "out of range");
    refuse(MACHINE ROW ",\"published\":NaN}\n", ":2: ", "not JSON");
    refuse(MACHINE ROW ",\"published\":Infinity}\n", ":2: ", "not JSON");
    refuse(MACHINE ROW ",\"published\":1e400}\n", ":2: ", "overflow");
    refuse(MACHINE ROW ",\"published\":-1}\n", ":2: published: ", "negative");
    refuse(MACHINE ROW ",\"published\":true}\n", ":2: published: true or false, ", "number");
    refuse(MACHINE ROW ",\"check\":1}\n", ":2: check: a number, ", "text");
    refuse(MACHINE ROW ",\"check\":\"much longer than any check\"}\n", ":2: check: ", "too long");
    refuse(MACHINE ROW ",\"check\":\"a\\u0000b\"}\n", ":2: ", "not JSON");
    refuse(MACHINE ROW ",\"check\":\"\xff\"}\n", ":2: ", "not JSON");
    refuse(MACHINE ROW ",\"size\":1,\"size\":2}\n", ":2: ", "duplicate");
    refuse(MACHINE ROW ",\"warnings\":{}}\n", ":2: warnings: an object, ", "array");
    refuse(MACHINE ROW ",\"warnings\":[1]}\n", ":2: warnings: a number, ", "text");
    refuse(MACHINE ROW ",\"contenders\":[1]}\n", ":2: contenders: a number, ", "objects");
    refuse(MACHINE ROW ",\"contenders\":[{}]}\n", ":2: contenders[0].: ", "name");
    refuse(MACHINE ROW ",\"contenders\":[{},{},{},{},{},{},{},{},{},{},{},{},{}]}\n", ":2: contenders: ", "more");
    refuse(MACHINE ROW ",\"contenders\":[{\"name\":\"a\",\"median_ns\":\"1\"}]}\n", ":2: contenders[0].median_ns: ", "number");
    refuse(MACHINE ROW ",\"contenders\":[{\"name\":\"a\",\"samples\":[1]}]}\n", ":2: samples: ", "pairs");
    refuse(MACHINE ROW ",\"contenders\":[{\"name\":\"a\",\"samples\":[[1]]}]}\n", ":2: samples: ", "pairs");
    refuse(MACHINE ROW ",\"contenders\":[{\"name\":\"a\",\"samples\":[[1,null]]}]}\n", ":2: samples: ", "whole numbers");
    refuse(MACHINE ROW ",\"contenders\":[{\"name\":\"a\",\"samples\":[[1,-5]]}]}\n", ":2: samples: ", "out of range");
    refuse(MACHINE ROW ",\"contenders\":[{\"name\":\"a\",\"samples\":[[01,5]]}]}\n", ":2: ", "not JSON");
    refuse(MACHINE ROW ",\"contenders\":[{\"name\":\"a\",\"samples\":[[1,5]}]}\n", ":2: ", "not JSON");
    refuse(MACHINE ROW ",\"contenders\":[{\"name\":\"a\",\"samples\":[[1,9223372036854775808]]}]}\n", ":2: ", "integer");
    /* What stands for samples that were taken out of the line cannot be written into it. */
    refuse(MACHINE ROW ",\"contenders\":[{\"name\":\"a\",\"samples\":\"#0\"}]}\n", ":2: samples: ", "expected");
    refuse(MACHINE ROW ",\"contenders\":[{\"name\":\"a\",\"samples\":\"#0\"},{\"name\":\"b\",\"samples\":[[1,1]]}]}\n",
           ":2: samples: ", "expected");
    refuse(MACHINE ROW ",\"warnings\":[[[1,1]]]}\n", ":2: ", "expected");
    refuse(MACHINE ROW ",\"rounds\":1099511627776,\"quiet_rounds\":1099511627775,\"busy_rounds\":[1]}\n", ":2: busy_rounds: ",
           "does not fit");
    refuse(MACHINE ROW TWO_ROUNDS "\"busy_rounds\":[2]}\n", ":2: busy_rounds: ", "out of range");
    refuse(MACHINE ROW TWO_ROUNDS "\"busy_rounds\":[null]}\n", ":2: busy_rounds: ", "different rounds");
    refuse(MACHINE ROW TWO_ROUNDS "\"busy_rounds\":[0,1]}\n", ":2: busy_rounds: ", "does not fit");
    refuse(MACHINE ROW ",\"ratios\":[[]]}\n", ":2: ratios: an array, ", "objects");
    struct record record;
    struct message message;
    write_file("{\"a\":\0}\n", 8);
    assert_int_equal(record_read(&record, path, &message), STATUS_FAILED);
    assert_int_equal(record_read(&record, "/nonexistent.jsonl", &message), STATUS_FAILED);
    assert_non_null(strstr(message.text, "/nonexistent.jsonl"));
    assert_int_equal(record_read(&record, folder, &message), STATUS_FAILED);
}

/* Figures that no measurement has, and words that no record knows. */
static void test_out_of_range(void **state)
{
#define CONTENDER(fields) MACHINE ROW NO_CHECK ",\"rounds\":1,\"contenders\":[{\"name\":\"a\"" fields "}]}\n"
#define RATIO(fields) MACHINE ROW ",\"ratios\":[{" fields "}]}\n"
#define PAIR "\"contender\":\"a\",\"reference\":\"b\","
#define WHOLE_RATIO "\"speed_ratio\":2.0,\"low\":1.5,\"high\":2.5"
    static const char *const words[] = {
        "\"check\":\"none\"",
        "\"check\":\"equal\"",
        "\"check\":\"exchanged\"",
        "\"check\":\"vectors-only\"",
        "\"check\":\"not compared\"",
        "\"check\":\"none\",\"class\":\"memory\"",
        "\"check\":\"none\",\"class\":\"key_agreement\"",
        "\"check\":\"none\",\"class\":\"hash\"",
        "\"check\":\"none\",\"class\":null",
        "\"check\":\"none\",\"quiet_rounds\":1,\"canary\":[[1,1],[1,1]]",
        "\"check\":\"none\",\"ratios\":[{" PAIR WHOLE_RATIO "}]",
        "\"check\":\"none\",\"ratios\":[{" PAIR "\"speed_ratio\":null,\"low\":null,\"high\":null}]",
    };
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char text[1024];
        snprintf(text, sizeof text, "%s,\"rounds\":1,%s}\n", MACHINE ROW FIGURES, words[i]);
        accept(text, 1);
    }
    accept(CONTENDER(",\"reason\":\"none here\",\"iterations\":null,\"digest\":null,\"samples\":[]"), 1);
    accept(CONTENDER(",\"iterations\":1,\"digest\":\"00ff\",\"samples\":[[1,1]]"), 1);
    refuse(MACHINE "{\"type\":\"row\",\"schema\":1,\"workload\":\"bulky\",\"primitive\":\"md5\"}\n",
           ":2: workload: unknown word 'bulky', ", "passwords");
    refuse(MACHINE ROW ",\"check\":\"\\u001b[31m\"}\n", ":2: check: unknown word '?[31m', ", "mismatch");
    refuse(MACHINE ROW ",\"class\":\"hashes\"}\n", ":2: class: unknown word 'hashes', ", "key_agreement");
    refuse(MACHINE ROW ",\"check\":\"same\"}\n", ":2: check: unknown word 'same', ", "vectors-only");
    refuse(MACHINE ROW ",\"rounds\":0}\n", ":2: rounds: 0, ", "expected");
    refuse(MACHINE ROW ",\"rounds\":9,\"quiet_rounds\":10}\n", ":2: quiet_rounds: ", "at most");
    refuse(MACHINE ROW ",\"quiet_rounds\":1}\n", ":2: quiet_rounds: ", "at most");
    refuse(CONTENDER(",\"iterations\":0"), ":2: contenders[0].iterations: 0, ", "expected");
    refuse(CONTENDER(",\"median_ns\":0"), ":2: contenders[0].median_ns: 0, ", "expected more or null");
    refuse(CONTENDER(",\"bytes_per_second\":0.0"), ":2: contenders[0].bytes_per_second: 0, ", "expected more or null");
    refuse(CONTENDER(",\"busy_median_ns\":0"), ":2: contenders[0].busy_median_ns: 0, ", "expected more or null");
    refuse(MACHINE ROW ",\"canary_quiet_ns\":0}\n", ":2: canary_quiet_ns: 0, ", "expected more or null");
    refuse(CONTENDER(",\"digest\":\"0g\""), ":2: contenders[0].digest: ", "hexadecimal");
    refuse(CONTENDER(",\"digest\":\"0\""), ":2: contenders[0].digest: ", "even");
    refuse(CONTENDER(",\"samples\":[[1,1],[0,1]]"), ":2: samples: ", "from 1");
    refuse(CONTENDER(",\"samples\":[[1,0]]"), ":2: samples: ", "from 1");
    refuse(CONTENDER(",\"samples\":[ [1, 0] ]"), ":2: samples: ", "from 1");
    refuse(MACHINE ROW ",\"canary\":[[1,0]]}\n", ":2: canary: ", "from 1");
    refuse(RATIO(WHOLE_RATIO), ":2: ratios[0].contender: ", "missing");
    refuse(RATIO("\"contender\":\"a\"," WHOLE_RATIO), ":2: ratios[0].reference: ", "missing");
    refuse(RATIO(PAIR "\"low\":1.5,\"high\":2.5"), ":2: ratios[0].speed_ratio: ", "missing");
    refuse(RATIO(PAIR "\"speed_ratio\":2.0,\"high\":2.5"), ":2: ratios[0].low: ", "missing");
    refuse(RATIO(PAIR "\"speed_ratio\":2.0,\"low\":1.5"), ":2: ratios[0].high: ", "missing");
    refuse(RATIO(PAIR "\"speed_ratio\":0,\"low\":null,\"high\":null"), ":2: ratios[0].speed_ratio: 0, ", "expected");
    refuse(RATIO(PAIR "\"speed_ratio\":0.0,\"low\":null,\"high\":null"), ":2: ratios[0].speed_ratio: 0, ", "expected");
    refuse(RATIO(PAIR WHOLE_RATIO ",\"busy_speed_ratio\":0"), ":2: ratios[0].busy_speed_ratio: 0, ", "expected");
    refuse(RATIO(PAIR "\"speed_ratio\":2,\"low\":2.5,\"high\":1.5"), ":2: ratios[0].low: ", "at most");
    refuse(RATIO(PAIR WHOLE_RATIO ",\"all_low\":2,\"all_high\":1"), ":2: ratios[0].all_low: ", "at most");
}

/* What does not go together: samples and rounds, canary and rounds, contenders and ratios. */
static void test_parts(void **state)
{
#define PARTS(rounds, fields) MACHINE ROW NO_CHECK ",\"rounds\":" rounds fields "}\n"
#define NAMED(a, b) ",\"contenders\":[{\"name\":\"" a "\",\"samples\":[[1,1]]},{\"name\":\"" b "\",\"reason\":\"none\"}]"
#define RATIO_OF(a, b) ",\"ratios\":[{\"contender\":\"" a "\",\"reference\":\"" b "\"," WHOLE_RATIO "}]"
    (void)state;
    accept(PARTS("1", FIGURES ",\"canary\":[[1,1],[1,1]]" RATIO_OF("b", "a")), 1);
    accept(PARTS("1", NAMED("a", "b")), 1);
    accept(PARTS("1", FIGURES ",\"busy_rounds\":[0]"), 1); /* the system says so as well: the canary need not have run */
    refuse(PARTS("2", FIGURES), ":2: contenders[0].samples: ", "one of each");
    refuse(PARTS("null", FIGURES), ":2: contenders[0].samples: ", "one of each");
    refuse(PARTS("1", ",\"contenders\":[{\"name\":\"a\",\"samples\":[[1,1]]},{\"name\":\"b\",\"samples\":[[1,1],[1,1]]}]"),
           ":2: contenders[1].samples: ", "one of each");
    refuse(PARTS("1", NAMED("a", "a")), ":2: contenders[1].name: ", "each once");
    refuse(PARTS("1", FIGURES ",\"canary\":[[1,1]]"), ":2: canary: ", "one before each");
    refuse(PARTS("1", FIGURES ",\"all_busy\":true"), ":2: canary: ", "one before each");
    refuse(PARTS("1", FIGURES RATIO_OF("a", "c")), ":2: ratios[0].reference: ", "no contender of the row");
    refuse(PARTS("1", FIGURES RATIO_OF("c", "b")), ":2: ratios[0].contender: ", "no contender of the row");
    refuse(PARTS("1", NAMED("a", "b") RATIO_OF("a", "b")), ":2: ratios[0].reference: ", "that has figures");
}

/* A file without a last line end is a record that was cut only where it looks like one. */
static void test_cut_off(void **state)
{
    static const char whole[] = MACHINE ROW NO_CHECK ",\"all_busy\":false,\"rounds\":1,\"contenders\":[{\"name\":\"a\",\"samples\":[[1,1]]}]}";
    struct record record;
    struct message message;
    (void)state;
    for (size_t size = sizeof MACHINE; size < sizeof whole - 1; size++) {
        write_file(whole, size);
        assert_int_equal(record_read(&record, path, &message), STATUS_FAILED);
        if (strstr(message.text, ":2: cut off") == NULL)
            fail_msg("%.*s: %s", (int)size, whole, message.text);
    }
    refuse("hello", ":1: ", "not JSON");
    refuse("assay run\nCPU something", ":1: ", "not JSON");
    refuse(MACHINE "size,speed", ":2: ", "not JSON");
    refuse(MACHINE ROW ",size:16,\"count\":1}", ":2: ", "not JSON");
}

/* Where there are no figures something says why, in words that a run writes; where there are, nothing does. */
static void test_reasons(void **state)
{
#define ONE(check, skip, contender) \
    MACHINE ROW ",\"rounds\":1,\"check\":\"" check "\",\"skip\":" skip ",\"contenders\":[{\"name\":\"a\"" contender "}]}\n"
#define NONE ",\"via\":\"none\",\"reason\":\"libcrypto has none\""
#define SAMPLES ",\"via\":\"native\",\"samples\":[[1,1]]"
    (void)state;
    accept(ONE("none", "\"no contender can do it: libcrypto has none\"", NONE), 1);
    accept(ONE("none", "\"md5 hash: a: failed\"", ",\"via\":\"native\""), 1);
    accept(ONE("none", "\"md5: a failed while it was timed: failed\"", ",\"via\":\"native\",\"reason\":\"md5: failed\""), 1);
    accept(ONE("mismatch", "\"md5 hash of 16 bytes: differs\"", ",\"via\":\"native\""), 1);
    refuse(ONE("mismatch", "\"md5 hash of 16 bytes: differs\"", SAMPLES), ":2: check: a mismatch, ", "no figures");
    refuse(ONE("mismatch", "null", SAMPLES), ":2: check: a mismatch, ", "no figures");
    refuse(MACHINE ROW ",\"skip\":\"md5 hash: native: failed\"}\n", ":2: check: missing, ", "expected what was compared");
    accept(ONE("mismatch", "\"hash/md5.json: vector 1 (RFC 1321): differs\"", ",\"via\":\"native\""), 1);
    accept(ONE("equal", "null", NONE), 1);
    accept(ONE("equal", "null", SAMPLES), 1);
    refuse(ONE("none", "null", ",\"via\":\"native\"}],\"count\":0,\"ratios\":[{" PAIR WHOLE_RATIO),
           ":2: contenders[0].reason: absent, ", "expected why");
    accept(MACHINE ROW NO_CHECK ",\"skip\":\"size 15 is not a multiple of the block of 16 bytes\"}\n", 1);
    accept(MACHINE ROW NO_CHECK ",\"skip\":\"MD5 is no permutation: it has no decryption\"}\n", 1);
    refuse(MACHINE ROW NO_CHECK "}\n", ":2: skip: absent, ", "expected why");
    refuse(ONE("none", "\"\"", ",\"via\":\"native\""), ":2: contenders[0].reason: absent, ", "expected why");
    refuse(ONE("none", "\"it rained\"", ",\"via\":\"native\""), ":2: skip: no reason ", "expected one of those");
    refuse(ONE("mismatch", "\"it rained\"", ",\"via\":\"native\""), ":2: skip: no reason ", "expected one of those");
    refuse(ONE("none", "\"sha1 hash: a: failed\"", ",\"via\":\"native\""), ":2: skip: no reason ", "expected one of those");
    refuse(ONE("none", "\"md5.json: vector 1: differs\"", ",\"via\":\"native\""), ":2: skip: no reason ", "expected one of those");
    refuse(ONE("equal", "\"md5 hash: a: failed\"", ",\"via\":\"native\""), ":2: skip: says why ", "expected null");
    refuse(ONE("none", "\"md5 hash: a: failed\"", SAMPLES), ":2: skip: says why ", "expected null beside figures");
    refuse(ONE("equal", "null", ",\"via\":\"none\""), ":2: contenders[0].reason: absent, ", "expected why");
    refuse(ONE("none", "\"md5: failed\"", ",\"via\":\"none\""), ":2: contenders[0].reason: absent, ", "expected why");
    refuse(ONE("equal", "null", ",\"via\":\"none\",\"median_ns\":1"), ":2: contenders[0].reason: absent beside via 'none'", "expected");
    refuse(ONE("equal", "null", NONE ",\"samples\":[[1,1]]"), ":2: contenders[0].reason: says why ", "expected null");
    refuse(ONE("equal", "null", ",\"via\":\"native\",\"samples\":[]"), ":2: contenders[0].reason: absent, ", "expected why");
}

/* However they are written, and wherever else something looks like them. */
static void test_samples_in_other_forms(void **state)
{
    (void)state;
    struct record record;
    struct message message;
    static const char text[] =
        MACHINE ROW NO_CHECK ",\"rounds\":2,\"name\":\"[[1,2]] \\\"[[3,4]]\",\"contenders\":[{\"name\":\"a\",\"samples\":[ [10,20], [30 ,40] ]},"
                    "{\"name\":\"b\",\"samples\":[[9,123456789012345678],[1,1234567890123456789]]},"
                    "{\"name\":\"c\",\"samples\":[[50,60],[70,80]]}],\"future\":[[1,2],[3,4]]}\n";
    write_file(text, strlen(text));
    if (record_read(&record, path, &message) != STATUS_OK)
        fail_msg("%s", message.text);
    const struct row *row = &record.rows[0];
    assert_string_equal(row->name, "[[1,2]] \"[[3,4]]");
    assert_int_equal(row->contender_count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(row->contenders[i].series.count, 2);
    assert_int_equal(row->contenders[0].series.samples[1].elapsed_ns, 40);
    assert_true(row->contenders[1].series.samples[0].elapsed_ns == 123456789012345678);
    assert_true(row->contenders[1].series.samples[1].elapsed_ns == 1234567890123456789);
    assert_int_equal(row->contenders[2].series.samples[0].iterations, 50);
    assert_int_equal(row->contenders[2].series.samples[1].elapsed_ns, 80);
    record_free(&record);
}

static void test_deep_and_long(void **state)
{
    (void)state;
    static const size_t depth = 100000, length = (size_t)100 << 20;
    struct record record;
    struct message message;
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(MACHINE ROW ",\"future\":", file);
    for (size_t i = 0; i < depth; i++)
        putc('[', file);
    putc('\n', file);
    fclose(file);
    assert_int_equal(record_read(&record, path, &message), STATUS_FAILED);
    assert_non_null(strstr(message.text, ":2: "));
    assert_non_null(strstr(message.text, "depth"));

    /* A line of 100 MB that takes no space on the disk. */
    file = fopen(path, "wb");
    assert_non_null(file);
    fputs(MACHINE ROW ",\"future\":\"", file);
    fclose(file);
    assert_int_equal(truncate(path, (off_t)length), 0);
    assert_int_equal(record_read(&record, path, &message), STATUS_FAILED);
    assert_non_null(strstr(message.text, ":2: longer than"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_absent_is_null),
        cmocka_unit_test(test_same_keys),
        cmocka_unit_test(test_any_locale),
        cmocka_unit_test(test_never_overwritten),
        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_unwritable),
        cmocka_unit_test(test_resume),
        cmocka_unit_test(test_one_writer),
        cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_out_of_range),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_cut_off),
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_deep_and_long),
        cmocka_unit_test(test_samples_in_other_forms),
    };
    return RUN_TAP_WITH(tests, set_up, tear_down);
}

/* SPDX-License-Identifier: MIT */
#include "options/options.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* What kind of value an option takes; decides how it is read and what an error says was expected. */
enum kind { FLAG, TEXT, WORDS, NUMBER, COUNT, SIZES, SECONDS, PERCENT, MILLISECONDS, WIDTH, THREADS, VECTOR_BITS, OFFSETS, DURATION };

#define FIELD(name) offsetof(struct options, name)
#define NONE_GIVEN SIZE_MAX

/* THE table: parser and help are made from it. */
static const struct entry {
    const char *name;
    const char *argument; /* as help shows it; NULL for a flag */
    enum kind kind;
    size_t field;
    size_t given; /* offset of a bool that notes the option's presence, or NONE_GIVEN */
    uint64_t max;
    unsigned commands;
    const char *help;
} entries[] = {
    {"count", "N", COUNT, FIELD(count), FIELD(count_given), UINT64_C(1) << 40, COMMAND_PASSWORDS,
     "passwords of the loop (10000000); with --kdf guesses at each cost (as many as two seconds hold)"},
    {"count", "N", NUMBER, FIELD(count), FIELD(count_given), UINT64_C(1) << 40, COMMAND_CHECK,
     "random cases of each primitive (10000; fewer of public keys)"},
    {"hash", "LIST", WORDS, FIELD(hashes), NONE_GIVEN, 0, COMMAND_PASSWORDS,
     "hashes of the loop (md5,sha256,sha512), any of the registry; with --kdf the password hashes (all)"},
    {"width", "DIGITS", WIDTH, FIELD(width), NONE_GIVEN, 0, COMMAND_PASSWORDS,
     "pad numbers with zeros to so many digits (0: no padding)"},
    {"threads", "N", THREADS, FIELD(threads), NONE_GIVEN, 0, COMMAND_PASSWORDS,
     "threads of each contender, over parts of every chunk (1); all: one for each core"},
    {"vector-bits", "BITS", VECTOR_BITS, FIELD(vector_bits), NONE_GIVEN, 0, COMMAND_PASSWORDS,
     "widest vectors of native code: 128, 256 or 512 (what the CPU has)"},
    {"shape", "LIST", WORDS, FIELD(shapes), FIELD(shapes_given), 0, COMMAND_PASSWORDS,
     "what is timed: 2014 (format, hash, hex), hash (raw digests), or all (all)"},
    {"shape", "LIST", WORDS, FIELD(shapes), FIELD(shapes_given), 0, COMMAND_RUN,
     "what is timed: message (init, update, final), update, or all (message)"},
    {"kdf", NULL, FLAG, FIELD(kdf), NONE_GIVEN, 0, COMMAND_PASSWORDS,
     "the same passwords through PBKDF2, scrypt, bcrypt and Argon2id, and how long all of a kind would take"},
    {"target-ms", "MS", MILLISECONDS, FIELD(target_ms), NONE_GIVEN, 0, COMMAND_PASSWORDS,
     "with --kdf: also the costs at which one guess takes so long here"},
    {"operation", "LIST", WORDS, FIELD(operations), NONE_GIVEN, 0, COMMAND_RUN,
     "operations to measure (hash, encrypt, decrypt, set_key, sign, ...); default: the main ones of each class"},
    {"size", "LIST", SIZES, FIELD(sizes), FIELD(sizes_given), 0, COMMAND_RUN,
     "message sizes in bytes, suffixes K, M and G (16,64,256,1024,8192,16384)"},
    {"misalign", "LIST", OFFSETS, FIELD(misalignments), NONE_GIVEN, 63, COMMAND_RUN,
     "bytes that messages are off a 64-byte boundary (0)"},
    {"contender", "LIST", WORDS, FIELD(contenders), FIELD(contenders_given), 0, COMMAND_PASSWORDS | COMMAND_RUN | COMMAND_CHECK,
     "who takes part: native, openssl, openssl/low-level, ..., or all"},
    {"suite", "NAME", TEXT, FIELD(suite), NONE_GIVEN, 0, COMMAND_RUN,
     "a named list of jobs, printed row by row: see 'assay list --suites'"},
    {"rounds", "N", NUMBER, FIELD(rounds), NONE_GIVEN, 1000000, COMMAND_RUN,
     "exactly so many rounds a job (0: at least 20, more as time allows)"},
    {"seconds", "S", SECONDS, FIELD(seconds), FIELD(seconds_given), 0, COMMAND_RUN, "time for each job (0.4)"},
    {"budget", "TIME", DURATION, FIELD(budget_seconds), NONE_GIVEN, 0, COMMAND_RUN,
     "time for the whole run, divided among its rows: 90s, 10m, 2h"},
    {"openssl-features", "LIST", WORDS, FIELD(openssl_features), NONE_GIVEN, 0, COMMAND_RUN,
     "one more contender, openssl/portable: libcrypto with only these CPU extensions, or none"},
    {"resume", "FILE", TEXT, FIELD(resume), NONE_GIVEN, 0, COMMAND_RUN,
     "continue the interrupted record FILE: rows that it has are not measured again"},
    {"seed", "N", NUMBER, FIELD(seed), NONE_GIVEN, INT64_MAX, COMMAND_PASSWORDS,
     "of the salt of --kdf (1); the passwords are the numbers from 0 whatever it is"},
    {"seed", "N", NUMBER, FIELD(seed), FIELD(seed_given), INT64_MAX, COMMAND_RUN | COMMAND_CHECK, "of all random inputs (1)"},
    {"vectors", "FILE", TEXT, FIELD(vectors), NONE_GIVEN, 0, COMMAND_CHECK, "run the known answers in FILE instead"},
    {"params", "FILE", TEXT, FIELD(parameters), NONE_GIVEN, 0, COMMAND_CHECK, "keys and parameters for --vectors, by scheme and size"},
    {"show-digest", NULL, FLAG, FIELD(show_digest), NONE_GIVEN, 0, COMMAND_RUN,
     "print what the timed calls computed (SHA-256 of the output) on standard error"},
    {"suites", NULL, FLAG, FIELD(suites), NONE_GIVEN, 0, COMMAND_LIST, "list the suites instead"},
    {"format", "NAME", TEXT, FIELD(format), NONE_GIVEN, 0,
     COMMAND_PASSWORDS | COMMAND_RUN, "text, json, csv or markdown (text)"},
    {"format", "NAME", TEXT, FIELD(format), NONE_GIVEN, 0, COMMAND_LIST, "text, json, csv or markdown (text); of suites text"},
    {"format", "NAME", TEXT, FIELD(format), NONE_GIVEN, 0, COMMAND_MACHINE, "text, json or markdown (text)"},
    {"format", "NAME", TEXT, FIELD(format), FIELD(format_given), 0, COMMAND_COMPARE,
     "text, json, csv or markdown (as the name of the output FILE ends, else text)"},
    {"format", "NAME", TEXT, FIELD(format), FIELD(format_given), 0, COMMAND_REPORT,
     "html, markdown, csv, json, text or png (as the name of the output FILE ends; on standard output text)"},
    {"plot", "NAME", TEXT, FIELD(plot), NONE_GIVEN, 0, COMMAND_REPORT,
     "the plot of a png: throughput, ratios, passwords, speed-up or machines (the first that the records have)"},
    {"threshold", "PERCENT", PERCENT, FIELD(threshold), NONE_GIVEN, 0, COMMAND_COMPARE,
     "changes whose interval is not wholly beyond it get no verdict (2%)"},
    {"fail-on", "VERDICT", TEXT, FIELD(fail_on), NONE_GIVEN, 0, COMMAND_COMPARE,
     "exit with 3 where anything is slower, faster, or (any) either"},
    {"strict", NULL, FLAG, FIELD(strict), NONE_GIVEN, 0, COMMAND_COMPARE,
     "exit with 1 where machine, libcrypto, compiler or build differ"},
    {"output", "FILE", TEXT, FIELD(output), NONE_GIVEN, 0, COMMAND_PASSWORDS | COMMAND_RUN,
     "also record every row in FILE, one JSON object a line (-: standard output, and the report goes to standard error)"},
    {"force", NULL, FLAG, FIELD(force), NONE_GIVEN, 0, COMMAND_PASSWORDS | COMMAND_RUN,
     "overwrite FILE; record figures of a build that is not optimised"},
    {"output", "FILE", TEXT, FIELD(output), NONE_GIVEN, 0, COMMAND_COMPARE | COMMAND_REPORT,
     "write to FILE, whole or not at all (-o FILE; default: standard output)"},
    {"force", NULL, FLAG, FIELD(force), NONE_GIVEN, 0, COMMAND_COMPARE | COMMAND_REPORT, "overwrite FILE"},
    {"help", NULL, FLAG, FIELD(help), NONE_GIVEN, 0, ~0u, "this text"},
};

/* Lists that are meant where none is given. */
static const struct {
    unsigned commands;
    const char *name;
    const char *list;
} usual_lists[] = {
    {COMMAND_PASSWORDS, "contender", "native,native/lanes,openssl,openssl/low-level"},
    {COMMAND_RUN | COMMAND_CHECK, "contender", "native,openssl"},
    {COMMAND_PASSWORDS, "shape", "all"},
    {COMMAND_RUN, "shape", "message"},
    {COMMAND_RUN, "size", "16,64,256,1024,8192,16384"},
    {COMMAND_RUN, "misalign", "0"},
};

enum { USUAL_COUNT = sizeof usual_lists / sizeof usual_lists[0] };

static const struct {
    enum command command;
    const char *name;
    const char *operands;
    const char *summary;
} commands[] = {
    {COMMAND_PASSWORDS, "passwords", "", "time ten million short passwords through hashes, as the measurement of 2014"},
    {COMMAND_RUN, "run", "[SELECTOR ...]", "measure throughput and operations, native beside OpenSSL"},
    {COMMAND_CHECK, "check", "[SELECTOR ...]", "verify: known answers, then native against OpenSSL"},
    {COMMAND_LIST, "list", "[SELECTOR ...]", "show what there is, and what OpenSSL offers of it"},
    {COMMAND_MACHINE, "machine", "", "show the machine, the build and the smallest difference it can tell"},
    {COMMAND_COMPARE, "compare", "OLD NEW [...]", "compare records: what became faster or slower, and how surely"},
    {COMMAND_REPORT, "report", "RECORD [...]", "turn records into a page with plots, or into Markdown, CSV, JSON, text"},
};

enum { ENTRY_COUNT = sizeof entries / sizeof entries[0], COMMAND_COUNT = sizeof commands / sizeof commands[0] };

const char *command_name(enum command command)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (commands[i].command == command)
            return commands[i].name;
    return "";
}

/* -------------------------------------------------------------------------------------------------- values */

bool parse_number(const char *text, bool suffixes, uint64_t max, uint64_t *value)
{
    uint64_t number = 0;
    if (!isdigit((unsigned char)*text))
        return false;
    for (; isdigit((unsigned char)*text); text++) {
        unsigned digit = (unsigned)(*text - '0');
        if (number > (UINT64_MAX - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    unsigned shift = 0;
    if (suffixes && *text != '\0') {
        const char *place = strchr("KMG", toupper((unsigned char)*text));
        if (place == NULL)
            return false;
        shift = 10 * (unsigned)(place - "KMG" + 1);
        text++;
    }
    if (*text != '\0' || number > max >> shift)
        return false;
    *value = number << shift;
    return true;
}

/* Reads TEXT[0 .. LENGTH), a plain decimal fraction; never inf, nan or hexadecimal. A unit may follow it, no digit. */
static bool parse_decimal(const char *text, size_t length, double max, double *value)
{
    if (length == 0 || strspn(text, "0123456789.") < length)
        return false;
    char *end;
    errno = 0;
    *value = strtod(text, &end); /* LC_NUMERIC is never set by the program: the point is a point */
    return end == text + length && errno == 0 && isfinite(*value) && *value >= 0 && *value <= max;
}

/* VALUE as it was given. */
static enum status bad_value(const struct entry *entry, const char *value, const char *expected,
                             struct message *message)
{
    return fail(message, STATUS_BAD_PARAMETER, "--%s: bad value '%.200s'%s, expected %s", entry->name, value,
                strlen(value) > 200 ? "..." : "", expected);
}

static bool has_empty_word(const char *list)
{
    size_t length = strlen(list);
    return length == 0 || list[0] == ',' || list[length - 1] == ',' || strstr(list, ",,") != NULL;
}

/* Cuts TEXT, which it writes to, at commas; each word goes to TAKE. */
static enum status for_each_word(const struct entry *entry, char *text,
                                 enum status (*take)(const struct entry *, char *, void *, struct message *), void *list,
                                 struct message *message)
{
    if (has_empty_word(text))
        return bad_value(entry, text, entry->kind == WORDS ? "words separated by commas, none of them empty"
                                                           : "numbers of bytes separated by commas, none of them empty",
                         message);
    for (char *word = text; word != NULL;) {
        char *comma = strchr(word, ',');
        if (comma != NULL)
            *comma = '\0';
        enum status status = take(entry, word, list, message);
        if (status != STATUS_OK)
            return status;
        word = comma != NULL ? comma + 1 : NULL;
    }
    return STATUS_OK;
}

static enum status too_long(const struct entry *entry, struct message *message)
{
    return fail(message, STATUS_BAD_PARAMETER, "--%s: list too long, expected at most %d items", entry->name, LIST_MAX);
}

static enum status take_word(const struct entry *entry, char *word, void *list, struct message *message)
{
    struct words *words = list;
    for (size_t i = 0; i < words->count; i++)
        if (strcmp(words->items[i], word) == 0)
            return STATUS_OK;
    if (words->count == LIST_MAX)
        return too_long(entry, message);
    words->items[words->count++] = word;
    return STATUS_OK;
}

static enum status take_number(const struct entry *entry, char *word, void *list, struct message *message)
{
    struct numbers *numbers = list;
    uint64_t value;
    bool sizes = entry->kind == SIZES;
    if (!parse_number(word, sizes, sizes ? INT64_MAX : entry->max, &value))
        return bad_value(entry, word,
                         sizes ? "a number of bytes from 0 to 2^63 - 1, with suffix K, M or G if you like"
                               : "a number of bytes from 0 to 63",
                         message);
    for (size_t i = 0; i < numbers->count; i++)
        if (numbers->items[i] == value)
            return STATUS_OK;
    if (numbers->count == LIST_MAX)
        return too_long(entry, message);
    numbers->items[numbers->count++] = value;
    return STATUS_OK;
}

/* Lists take what is given to what they have, and cut VALUE; the others leave it as it is. */
static enum status take_value(struct options *options, const struct entry *entry, char *value,
                              struct message *message)
{
    void *field = (char *)options + entry->field;
    size_t length = value != NULL ? strlen(value) : 0;
    uint64_t number;
    char expected[96];
    switch (entry->kind) {
    case FLAG:
        *(bool *)field = true;
        return STATUS_OK;
    case TEXT:
        /* What else a word may be, its command says. */
        if (*value == '\0' && strcmp(entry->argument, "FILE") == 0)
            return bad_value(entry, value, "the name of a file", message);
        *(const char **)field = value;
        return STATUS_OK;
    case WORDS:
        return for_each_word(entry, value, take_word, field, message);
    case SIZES:
    case OFFSETS:
        return for_each_word(entry, value, take_number, field, message);
    case NUMBER:
    case COUNT: {
        const uint64_t least = entry->kind == COUNT;
        if (!parse_number(value, false, entry->max, &number) || number < least) {
            snprintf(expected, sizeof expected, "a whole number from %" PRIu64 " to %" PRIu64, least, entry->max);
            return bad_value(entry, value, expected, message);
        }
        *(uint64_t *)field = number;
        return STATUS_OK;
    }
    case SECONDS:
        if (!parse_decimal(value, length, 86400, field))
            return bad_value(entry, value, "seconds from 0 to 86400, like 0.5", message);
        return STATUS_OK;
    case MILLISECONDS:
        if (!parse_decimal(value, length, 1e7, field) || *(double *)field == 0)
            return bad_value(entry, value, "milliseconds above 0 and up to 10000000, like 250", message);
        return STATUS_OK;
    case DURATION: {
        static const struct {
            char suffix;
            double seconds;
        } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}};
        double unit = 1;
        for (size_t i = 0; length > 0 && i < sizeof units / sizeof units[0]; i++)
            if (value[length - 1] == units[i].suffix) {
                unit = units[i].seconds;
                length--;
                break;
            }
        if (!parse_decimal(value, length, 1e6, field) || *(double *)field == 0)
            return bad_value(entry, value, "a time above 0, like 90s, 10m or 2h, and at most 1000000 of its unit", message);
        *(double *)field *= unit;
        return STATUS_OK;
    }
    case PERCENT:
        length -= length > 0 && value[length - 1] == '%';
        if (!parse_decimal(value, length, 1000, field))
            return bad_value(entry, value, "a percentage from 0 to 1000, like 5%", message);
        *(double *)field /= 100;
        return STATUS_OK;
    case WIDTH:
        if (!parse_number(value, false, 20, &number))
            return bad_value(entry, value, "digits from 0 to 20", message);
        *(unsigned *)field = (unsigned)number;
        return STATUS_OK;
    case THREADS:
        if (strcmp(value, "all") == 0)
            number = 0;
        else if (!parse_number(value, false, 1024, &number) || number == 0)
            return bad_value(entry, value, "a number of threads from 1 to 1024, or all", message);
        *(uint64_t *)field = number;
        return STATUS_OK;
    case VECTOR_BITS:
        if (!parse_number(value, false, 512, &number) || (number != 128 && number != 256 && number != 512))
            return bad_value(entry, value, "128, 256 or 512", message);
        *(unsigned *)field = (unsigned)number;
        return STATUS_OK;
    }
    return STATUS_FAILED;
}

/* Whether A[0 .. A_COUNT) has every word of B, in whatever order. */
static bool has_words(const char *const *a, size_t a_count, const char *const *b, size_t b_count)
{
    for (size_t i = 0; i < b_count; i++) {
        size_t k = 0;
        while (k < a_count && strcmp(a[k], b[i]) != 0)
            k++;
        if (k == a_count)
            return false;
    }
    return true;
}

static bool same_words(const char *const *a, size_t a_count, const char *const *b, size_t b_count)
{
    return has_words(a, a_count, b, b_count) && has_words(b, b_count, a, a_count);
}

static bool has_numbers(const struct numbers *a, const struct numbers *b)
{
    for (size_t i = 0; i < b->count; i++) {
        size_t k = 0;
        while (k < a->count && a->items[k] != b->items[i])
            k++;
        if (k == a->count)
            return false;
    }
    return true;
}

static bool is_list(const struct entry *entry)
{
    return entry->kind == WORDS || entry->kind == SIZES || entry->kind == OFFSETS;
}

static const void *field_of(const struct options *options, const struct entry *entry)
{
    return (const char *)options + entry->field;
}

/* Whether ENTRY means the same in A and in B: lists in any order, numbers in any notation. */
static bool same_value(const struct entry *entry, const struct options *a, const struct options *b)
{
    const void *x = field_of(a, entry), *y = field_of(b, entry);
    switch (entry->kind) {
    case FLAG:
        return *(const bool *)x == *(const bool *)y;
    case TEXT: {
        const char *s = *(const char *const *)x, *t = *(const char *const *)y;
        return s == NULL || t == NULL ? s == t : strcmp(s, t) == 0;
    }
    case WORDS: {
        const struct words *v = x, *w = y;
        return same_words(v->items, v->count, w->items, w->count);
    }
    case SIZES:
    case OFFSETS:
        return has_numbers(x, y) && has_numbers(y, x);
    case NUMBER:
    case COUNT:
    case THREADS:
        return *(const uint64_t *)x == *(const uint64_t *)y;
    case SECONDS:
    case MILLISECONDS:
    case DURATION:
    case PERCENT:
        return *(const double *)x == *(const double *)y;
    case WIDTH:
    case VECTOR_BITS:
        return *(const unsigned *)x == *(const unsigned *)y;
    }
    return false;
}

static void print_words(char *text, size_t size, const char *const *words, size_t count, char between)
{
    snprintf(text, size, "not given");
    for (size_t i = 0, used = 0; i < count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%c%s%s", i == 0 ? '\'' : between, words[i], i + 1 == count ? "'" : "");
}

/* ENTRY's value as one might have typed it, in quotes. */
static void print_value(char *text, size_t size, const struct entry *entry, const struct options *options)
{
    const void *field = field_of(options, entry);
    snprintf(text, size, "not given");
    switch (entry->kind) {
    case FLAG:
        if (*(const bool *)field)
            snprintf(text, size, "given");
        break;
    case TEXT:
        if (*(const char *const *)field != NULL)
            snprintf(text, size, "'%s'", *(const char *const *)field);
        break;
    case WORDS:
        print_words(text, size, ((const struct words *)field)->items, ((const struct words *)field)->count, ',');
        break;
    case SIZES:
    case OFFSETS: {
        const struct numbers *numbers = field;
        for (size_t i = 0, used = 0; i < numbers->count && used < size; i++)
            used += (size_t)snprintf(text + used, size - used, "%c%" PRIu64 "%s", i == 0 ? '\'' : ',', numbers->items[i],
                                     i + 1 == numbers->count ? "'" : "");
        break;
    }
    case NUMBER:
    case COUNT:
    case THREADS:
        snprintf(text, size, "'%" PRIu64 "'", *(const uint64_t *)field);
        break;
    case SECONDS:
    case MILLISECONDS:
        snprintf(text, size, "'%.10g'", *(const double *)field);
        break;
    case DURATION:
        if (*(const double *)field != 0)
            snprintf(text, size, "'%.10gs'", *(const double *)field);
        break;
    case PERCENT:
        snprintf(text, size, "'%.10g%%'", 100 * *(const double *)field);
        break;
    case WIDTH:
    case VECTOR_BITS:
        snprintf(text, size, "'%u'", *(const unsigned *)field);
        break;
    }
}

/* ------------------------------------------------------------------------------------------------- parsing */

static enum status find_command(struct options *options, const char *name, struct message *message)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i].name, name) == 0) {
            options->command = commands[i].command;
            return STATUS_OK;
        }
    char known[256] = "";
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", i == 0 ? "" : ", ", commands[i].name);
    return fail(message, STATUS_BAD_PARAMETER, "unknown command '%.100s', expected one of %s", name, known);
}

/* The entry called NAME that COMMAND has, or NULL: some names mean different things to different commands. */
static const struct entry *find_entry(const char *name, enum command command)
{
    for (size_t i = 0; i < ENTRY_COUNT; i++)
        if (strcmp(entries[i].name, name) == 0 && (entries[i].commands & (unsigned)command) != 0)
            return &entries[i];
    return NULL;
}

/* USUAL has room for the usual lists, which are cut in it. */
static enum status parse_rest(struct options *options, int argc, char *argv[], char *usual, struct message *message)
{
    struct option table[ENTRY_COUNT + 1] = {{0}};
    const char *seen[ENTRY_COUNT] = {NULL}; /* each option's value as it was given */
    for (size_t i = 0; i < ENTRY_COUNT; i++)
        table[i] = (struct option){entries[i].name, entries[i].argument != NULL ? required_argument : no_argument, NULL,
                                   (int)(256 + i)};
    opterr = 0;
    optind = 1;
    for (;;) {
        int code = getopt_long(argc, argv, ":ho:", table, NULL);
        if (code == -1)
            break;
        if (code == 'h') {
            options->help = true;
            continue;
        }
        if (code == ':' && optopt >= 256)
            return fail(message, STATUS_BAD_PARAMETER, "--%s: value missing, expected %s behind it",
                        entries[optopt - 256].name, entries[optopt - 256].argument);
        if (code == ':' && optopt == 'o')
            return fail(message, STATUS_BAD_PARAMETER, "-o: value missing, expected FILE behind it");
        if (code == '?' && optopt >= 256)
            return fail(message, STATUS_BAD_PARAMETER, "%.100s: --%s takes no value, expected it alone", argv[optind - 1],
                        entries[optopt - 256].name);
        if (code == '?' || code == ':')
            return fail(message, STATUS_BAD_PARAMETER, "unknown option '%.100s', expected one that 'assay %s --help' lists",
                        argv[optind - 1], command_name(options->command));
        const char *name = code == 'o' ? "output" : entries[code - 256].name;
        const struct entry *entry = find_entry(name, options->command);
        if (entry == NULL)
            return fail(message, STATUS_BAD_PARAMETER,
                        "--%s: not an option of 'assay %s', expected one that 'assay %s --help' lists", name,
                        command_name(options->command), command_name(options->command));
        const struct options before = *options;
        enum status status = take_value(options, entry, optarg, message);
        if (status != STATUS_OK)
            return status;
        if (entry->given != NONE_GIVEN)
            *(bool *)((char *)options + entry->given) = true;
        const char **earlier = &seen[entry - entries];
        if (*earlier != NULL && !is_list(entry) && !same_value(entry, &before, options))
            return fail(message, STATUS_BAD_PARAMETER, "--%s: given twice, as '%.200s' and as '%.200s', expected it once",
                        entry->name, *earlier, optarg);
        *earlier = optarg;
    }
    for (size_t i = 0; i < USUAL_COUNT; i++) {
        const struct entry *entry = find_entry(usual_lists[i].name, options->command);
        if ((usual_lists[i].commands & (unsigned)options->command) == 0 || seen[entry - entries] != NULL)
            continue;
        const size_t size = strlen(usual_lists[i].list) + 1;
        memcpy(usual, usual_lists[i].list, size);
        enum status status = take_value(options, entry, usual, message);
        if (status != STATUS_OK)
            return status;
        usual += size;
    }
    options->operands = (const char *const *)argv + optind;
    options->operand_count = (size_t)(argc - optind);
    return STATUS_OK;
}

/* A private copy of the arguments: the parser cuts lists in place.  At USUAL there is room for all usual lists. */
static char **copy_arguments(int argc, char *const argv[], char **memory, char **usual)
{
    size_t table = ((size_t)argc + 1) * sizeof(char *), size = table;
    for (int i = 0; i < argc; i++)
        size += strlen(argv[i]) + 1;
    for (size_t i = 0; i < USUAL_COUNT; i++)
        size += strlen(usual_lists[i].list) + 1;
    *memory = malloc(size);
    if (*memory == NULL)
        return NULL;
    char **copy = (char **)(void *)*memory;
    char *text = *memory + table;
    for (int i = 0; i < argc; i++) {
        size_t length = strlen(argv[i]) + 1;
        memcpy(text, argv[i], length);
        copy[i] = text;
        text += length;
    }
    copy[argc] = NULL;
    *usual = text;
    return copy;
}

enum status options_parse(struct options *options, int argc, char *const argv[], struct message *message)
{
    *options = (struct options){.seed = 1, .seconds = 0.4, .format = "text", .threads = 1,
                                .threshold = 0.02};
    char *usual, **copy = copy_arguments(argc, argv, &options->memory, &usual);
    if (copy == NULL)
        return fail(message, STATUS_NO_MEMORY, "not enough memory");
    if (argc < 2)
        return fail(message, STATUS_BAD_PARAMETER, "no command, expected one that 'assay --help' lists");
    if (strcmp(copy[1], "--help") == 0 || strcmp(copy[1], "-h") == 0) {
        options->help = true;
        return STATUS_OK;
    }
    if (strcmp(copy[1], "--version") == 0) {
        if (argc > 2)
            return fail(message, STATUS_BAD_PARAMETER, "'%.100s' after --version, expected nothing", copy[2]);
        options->version = true;
        return STATUS_OK;
    }
    if (strcmp(copy[1], "help") == 0) {
        options->help = true;
        return argc > 2 ? find_command(options, copy[2], message) : STATUS_OK;
    }
    if (copy[1][0] == '-')
        return fail(message, STATUS_BAD_PARAMETER, "unknown option '%.100s' before a command, expected --help, --version or a command",
                    copy[1]);
    enum status status = find_command(options, copy[1], message);
    if (status == STATUS_OK)
        status = parse_rest(options, argc - 1, copy + 1, usual, message);
    return status;
}

void options_free(struct options *options)
{
    free(options->memory);
    options->memory = NULL;
}

/* ------------------------------------------------------------------------------------------- recorded lines */

void options_line(char *text, size_t size, int argc, char *const argv[])
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%+,-./:=@^_";
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < argc; i++) {
        const char *word = i == 0 ? "assay" : argv[i], *between = i == 0 ? "" : " ";
        bool quoted = *word == '\0' || word[strspn(word, plain)] != '\0';
        if (used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", between, quoted ? "'" : word);
        for (; quoted && *word != '\0' && used < size; word++)
            used += *word == '\'' ? (size_t)snprintf(text + used, size - used, "'\\''")
                                  : (size_t)snprintf(text + used, size - used, "%c", *word);
        if (quoted && used < size)
            used += (size_t)snprintf(text + used, size - used, "'");
    }
}

/* Cuts LINE as a shell does at spaces, quotes and backslashes taken off; the words are written over it. */
static int cut_line(char *line, char *words[], int max)
{
    int count = 0;
    for (;;) {
        line += strspn(line, " ");
        if (*line == '\0' || count == max)
            return count;
        char *out = line;
        bool quoted = false;
        words[count++] = out;
        for (; *line != '\0' && (quoted || *line != ' '); line++) {
            if (*line == '\'')
                quoted = !quoted;
            else if (*line == '\\' && !quoted && line[1] != '\0')
                *out++ = *++line;
            else
                *out++ = *line;
        }
        line += *line != '\0';
        *out = '\0';
    }
}

enum status options_parse_line(struct options *options, const char *line, struct message *message)
{
    size_t size = strlen(line) + 1;
    char *copy = malloc(size), **words = calloc(size, sizeof *words); /* a word takes two characters but the last */
    enum status status = STATUS_NO_MEMORY;
    *options = (struct options){0};
    if (copy == NULL || words == NULL) {
        fail(message, status, "not enough memory");
    } else {
        memcpy(copy, line, size);
        int count = cut_line(copy, words, (int)(size - 1));
        status = options_parse(options, count, words, message);
    }
    free(words);
    free(copy);
    return status;
}

/* Whether OPTIONS select everything, in words or because they select nothing. */
static bool selects_all(const struct options *options)
{
    return options->operand_count == 0 ? options->suite == NULL
                                       : options->operand_count == 1 && strcmp(options->operands[0], "all") == 0;
}

bool options_ask_for_same(const struct options *a, const struct options *b, struct message *difference)
{
    static const char *const outward[] = {"force", "format", "output", "resume", "show-digest"};
    char first[256], second[256];
    if (a->command != b->command) {
        fail(difference, STATUS_BAD_PARAMETER, "the command is '%s', here it is '%s'", command_name(a->command),
             command_name(b->command));
        return false;
    }
    if (!(selects_all(a) && selects_all(b)) &&
        !same_words(a->operands, a->operand_count, b->operands, b->operand_count)) {
        print_words(first, sizeof first, a->operands, a->operand_count, ' ');
        print_words(second, sizeof second, b->operands, b->operand_count, ' ');
        fail(difference, STATUS_BAD_PARAMETER, "the operands are %s, here they are %s", first, second);
        return false;
    }
    for (size_t i = 0; i < ENTRY_COUNT; i++) {
        size_t k = 0;
        while (k < sizeof outward / sizeof outward[0] && strcmp(outward[k], entries[i].name) != 0)
            k++;
        if (k < sizeof outward / sizeof outward[0] || (entries[i].commands & (unsigned)a->command) == 0 ||
            same_value(&entries[i], a, b))
            continue;
        print_value(first, sizeof first, &entries[i], a);
        print_value(second, sizeof second, &entries[i], b);
        fail(difference, STATUS_BAD_PARAMETER, "--%s is %s, here it is %s", entries[i].name, first, second);
        return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------------------- help */

void options_list_commands(FILE *out)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
}

void options_help(FILE *out, enum command command)
{
    if (command == COMMAND_NONE) {
        fprintf(out, "usage: assay COMMAND [OPTION ...] [OPERAND ...]\n\n"
                     "Compares implementations of cryptographic primitives: portable C beside OpenSSL, on the same work, with\n"
                     "their outputs checked against each other.\n\ncommands:\n");
        options_list_commands(out);
        fprintf(out, "\n'assay COMMAND --help' lists the options of a command; 'assay --version' the versions.\n"
                     "exit status: 0 all checked and measured, 1 usage or input error, or nothing could be measured or checked,\n"
                     "2 outputs differ, 3 a backend failed or compare --fail-on found what it looks for, 130 interrupted\n"
                     "(finished rows are kept).\n");
        return;
    }
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (commands[i].command == command)
            fprintf(out, "usage: assay %s [OPTION ...]%s%s\n\n%s\n\noptions:\n", commands[i].name,
                    commands[i].operands[0] != '\0' ? " " : "", commands[i].operands, commands[i].summary);
    for (size_t i = 0; i < ENTRY_COUNT; i++) {
        if ((entries[i].commands & (unsigned)command) == 0)
            continue;
        char option[48];
        snprintf(option, sizeof option, "--%s%s%s", entries[i].name, entries[i].argument != NULL ? " " : "",
                 entries[i].argument != NULL ? entries[i].argument : "");
        fprintf(out, "  %-22s %s\n", option, entries[i].help);
    }
    if (command == COMMAND_COMPARE)
        fprintf(out, "\nRows are paired by primitive, operation, workload, size, shape and contender; repeated ones are taken\n"
                     "together.  The intervals of a table allow for the number of its rows and for how much runs of the same\n"
                     "thing differ, so that a run against another of the same build raises no alarm.\n");
    if (command == COMMAND_REPORT)
        fprintf(out, "\nA report in HTML is one page without network access; its plots need gnuplot.  Several records are shown\n"
                     "side by side.\n");
    if (command == COMMAND_RUN || command == COMMAND_CHECK || command == COMMAND_LIST)
        fprintf(out, "\nA selector is an id (sha256), a class (hash), a suite, a glob ('sha*') or all.\n");
}

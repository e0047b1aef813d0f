/* SPDX-License-Identifier: MIT */
/* check.c - `assay check`: known answers, then native against OpenSSL; a line a primitive. */
#include "command/bench.h"
#include "crosscheck/bignum.h"
#include "crosscheck/known.h"
#include "plan/plan.h"
#include "util/text.h"
#include "util/units.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES_DEFAULT = 10000 };

/* What one primitive's checks came to. */
struct outcome {
    size_t right;
    size_t wrong;
    size_t not_taken;
    uint64_t cases;
    bool mismatch;
    const char *label; /* "equal", "exchanged", "vectors-only", "self-check only", "nothing checked", "MISMATCH" */
};

static const char unchecked_label[] = "nothing checked"; /* no contender can do it */

static void tell(const struct message *message)
{
    fprintf(stderr, "assay: mismatch: %s\n", message->text);
}

/* Known answers on one contender. */
static void check_known(const struct known_answers *known, const struct primitive *primitive,
                        const struct contender *contender, struct outcome *outcome)
{
    struct known_result result = known_answers_run(known, primitive, contender, EVERY_WAY);
    outcome->right += result.right;
    outcome->wrong += result.wrong;
    outcome->not_taken += result.not_taken;
    if (result.wrong == 0)
        return;
    outcome->mismatch = true;
    struct message message;
    fail(&message, STATUS_FAILED, "%s: %s: %zu of %zu known answers wrong; the first: %.800s", primitive->id,
         contender->name, result.wrong, result.right + result.wrong, result.first_wrong.text);
    tell(&message);
}

static void check_random(const struct primitive *primitive, const struct contender *a, const struct contender *b,
                         const struct session *session, struct outcome *outcome)
{
    const struct options *options = session->options;
    struct message message = {.text = ""};
    uint64_t count = options->count_given ? options->count : crosscheck_share(primitive, CASES_DEFAULT);
    switch (crosscheck_random(primitive, a, b, count, options->seed, session->interrupted, &message)) {
    case VERDICT_RIGHT:
        outcome->cases += count;
        break;
    case VERDICT_NOT_TAKEN:
        break;
    case VERDICT_WRONG:
    case VERDICT_REFUSED:
    case VERDICT_MALFORMED:
        outcome->mismatch = true;
        tell(&message);
        break;
    }
}

static struct outcome check_primitive(const struct backend *backend, const struct known_answers *known,
                                      const struct primitive *primitive, const struct session *session,
                                      struct contender contenders[CONTENDER_NAMES_MAX], size_t *count)
{
    struct outcome outcome = {0};
    const char *names[CONTENDER_NAMES_MAX];
    const struct contender *first = NULL;
    size_t partners = 0;
    bool exact = true;
    *count = bench_contenders(session->options, primitive, names);
    for (size_t i = 0; i < *count; i++) {
        contender_open(backend, primitive, names[i], &contenders[i]);
        if (contenders[i].ops == NULL)
            continue;
        check_known(known, primitive, &contenders[i], &outcome);
        if (first == NULL) {
            first = &contenders[i];
        } else {
            check_random(primitive, &contenders[i], first, session, &outcome);
            exact = exact && crosscheck_is_exact(primitive, &contenders[i], first);
            partners++;
        }
    }
    if (first != NULL && partners == 0)
        check_random(primitive, first, NULL, session, &outcome);
    outcome.label = outcome.mismatch               ? "MISMATCH"
                    : partners != 0 && exact       ? "equal"
                    : partners != 0                ? "exchanged"
                    : outcome.right != 0           ? "vectors-only"
                    : outcome.cases != 0           ? "self-check only"
                                                   : unchecked_label;
    return outcome;
}

/* "native = openssl (evp, default)", or why there is no OpenSSL side. */
static void print_line(const struct primitive *primitive, int width, const struct outcome *outcome,
                       const struct contender *contenders, size_t count)
{
    printf("%-*s %-15s known answers: %zu, random cases: %" PRIu64, width, primitive->id, outcome->label, outcome->right,
           outcome->cases);
    for (size_t i = 0; i < count; i++) {
        const struct contender *contender = &contenders[i];
        if (contender->ops == NULL)
            printf("; %s: none (%s)", contender->name, contender->reason);
        else if (strcmp(contender->via, "native") != 0)
            printf("; %s: %s%s%s", contender->name, contender->via, contender->provider[0] != '\0' ? ", " : "",
                   contender->provider);
    }
    if (outcome->not_taken != 0)
        printf("; %zu known answer%s that an API cannot take", outcome->not_taken, plural(outcome->not_taken));
    printf("\n");
    fflush(stdout);
}

/*
 * The operand "bignum": the integers under the public-key schemes, which are no primitive.  Takes it off the list; whether it
 * was there, or no operand at all.
 */
static bool take_bignum(const struct options *options, const char **operands, size_t *count)
{
    bool found = options->operand_count == 0;
    *count = 0;
    for (size_t i = 0; i < options->operand_count; i++) {
        if (strcmp(options->operands[i], "bignum") == 0)
            found = true;
        else
            operands[(*count)++] = options->operands[i];
    }
    return found;
}

static bool check_bignum(const struct options *options, int width)
{
    struct message message = {.text = ""};
    uint64_t count = options->count_given ? options->count : BIGNUM_CASES_DEFAULT;
    bool equal = bignum_crosscheck(count, options->seed, &message) == VERDICT_RIGHT;
    if (!equal)
        tell(&message);
    printf("%-*s %-15s random cases: %" PRIu64 "; openssl: bignum\n", width, "bignum", equal ? "equal" : "MISMATCH", count);
    fflush(stdout);
    return equal;
}

/* ------------------------------------------------------------------------------------------- --vectors FILE */

struct vector_totals {
    bool begun; /* a vector was run or set aside */
    size_t right;
    size_t wrong;
    size_t unknown;
    size_t refused;
};

static void on_wrong(void *state, const struct vector_set *set, size_t index, const json_t *vector, const char *detail)
{
    struct vector_totals *totals = state;
    char *text = json_dumps(vector, JSON_COMPACT | JSON_SORT_KEYS);
    totals->wrong++;
    printf("wrong: %s, vector %zu on %s: %s\n  %s\n", set->algorithm, index, set->contender, detail, text != NULL ? text : "");
    free(text);
}

static void on_set_aside(void *state, const struct vector_set *set, size_t index, bool refused)
{
    struct message line; /* without control characters that the file has */
    (void)state;
    fail(&line, STATUS_OK, "%s: %s, vector %zu: %s", refused ? "refused" : "unknown", set->algorithm, index, set->note);
    printf("%s\n", line.text);
}

static void on_set_done(void *state, const struct vector_set *set)
{
    struct vector_totals *totals = state;
    char algorithm[128];
    text_printable(algorithm, sizeof algorithm, set->algorithm, text_locale_is_utf8());
    totals->begun = true;
    totals->right += set->right;
    totals->unknown += set->unknown;
    totals->refused += set->refused;
    if (set->contender == NULL)
        printf("%-22s %-8s unknown: %zu, refused: %zu\n", algorithm, "", set->unknown, set->refused);
    else
        printf("%-22s %-8s right: %zu, wrong: %zu, not taken: %zu%s%s\n", algorithm, set->contender, set->right,
               set->wrong, set->not_taken, set->note[0] != '\0' ? "; " : "", set->note);
}

static char *read_file(const char *option, const char *path, size_t *size, struct message *message)
{
    enum { FILE_MAX = 64 << 20 };
    const bool standard_input = strcmp(path, "-") == 0;
    char *text = malloc(FILE_MAX + 1);
    if (text == NULL) {
        fail(message, STATUS_NO_MEMORY, "%s: %s: not enough memory", option, path);
        return NULL;
    }
    FILE *file = standard_input ? stdin : fopen(path, "rb");
    bool read = false;
    if (file != NULL)
        *size = fread(text, 1, FILE_MAX + 1, file);
    if (file == NULL || ferror(file))
        fail(message, STATUS_FAILED, "%s: %s: cannot be read: %s, expected a JSON file", option, path, strerror(errno));
    else if (*size > FILE_MAX)
        fail(message, STATUS_FAILED, "%s: %s: longer than 64 MiB, expected a JSON file of at most that", option, path);
    else
        read = true;
    if (file != NULL && !standard_input)
        fclose(file);
    if (read)
        return text;
    free(text);
    return NULL;
}

static enum status take_parameters(struct session *session, json_t *vectors)
{
    const char *path = session->options->parameters;
    size_t size;
    char *text = read_file("--params", path, &size, &session->message);
    if (text == NULL)
        return STATUS_FAILED;
    enum status status = vectors_take_parameters(vectors, path, text, size, &session->message);
    free(text);
    return status;
}

static enum exit_status check_file(const struct backend *backend, struct session *session)
{
    const char *path = session->options->vectors;
    const struct words *contenders = &session->options->contenders;
    size_t size;
    struct vector_totals totals = {0};
    struct vector_listener listener = {on_wrong, on_set_aside, on_set_done, &totals};
    char *text = read_file("--vectors", path, &size, &session->message);
    if (text == NULL)
        return EXIT_USAGE;
    json_t *vectors = vectors_parse(path, text, size, &session->message);
    free(text);
    if (vectors == NULL)
        return EXIT_USAGE;
    if (session->options->parameters != NULL && take_parameters(session, vectors) != STATUS_OK) {
        json_decref(vectors);
        return EXIT_USAGE;
    }
    enum status status = vectors_run(backend, path, vectors, contenders->items, contenders->count, EVERY_WAY, &listener,
                                     &session->message);
    json_decref(vectors);
    if (status != STATUS_OK && !totals.begun)
        return EXIT_USAGE;
    printf("%zu right, %zu wrong; %zu vector%s unknown, %zu refused\n", totals.right, totals.wrong, totals.unknown,
           plural(totals.unknown), totals.refused);
    if (status != STATUS_OK)
        return totals.wrong != 0 ? EXIT_MISMATCH : EXIT_USAGE;
    if (totals.right + totals.wrong + totals.refused == 0) {
        fail(&session->message, STATUS_BAD_PARAMETER, "--vectors: %s: nothing was checked, expected at least one vector that a "
             "contender can run", path);
        return EXIT_USAGE;
    }
    if (totals.wrong == 0 && totals.refused != 0)
        fail(&session->message, STATUS_BAD_PARAMETER, "--vectors: %s: %zu vector%s refused, expected what their algorithms allow", path,
             totals.refused, plural(totals.refused));
    return totals.wrong != 0 ? EXIT_MISMATCH : totals.refused != 0 ? EXIT_USAGE : EXIT_OK;
}

/* --------------------------------------------------------------------------------------------------------- */

enum exit_status command_check(struct session *session)
{
    const struct options *options = session->options;
    struct backend *backend = NULL;
    struct known_answers *known = NULL;
    const struct primitive **list = NULL;
    enum exit_status result = EXIT_USAGE;
    const char **operands = NULL;
    size_t count = 0, operand_count = 0, mismatches = 0, alone = 0, done = 0, unchecked = 0;
    if (bench_check_contenders(options, &session->message) != EXIT_OK)
        return EXIT_USAGE;
    if (options->parameters != NULL && options->vectors == NULL) {
        fail(&session->message, STATUS_BAD_PARAMETER, "--params: has the keys of a vector file, expected --vectors beside it");
        return EXIT_USAGE;
    }
    if (options->vectors != NULL && (options->count_given || options->seed_given)) {
        fail(&session->message, STATUS_BAD_PARAMETER, "--%s: is of random cases, expected none beside --vectors",
             options->count_given ? "count" : "seed");
        return EXIT_USAGE;
    }
    if (options->vectors != NULL && options->operand_count != 0) {
        fail(&session->message, STATUS_BAD_PARAMETER, "check: unexpected operand '%.100s', expected none beside --vectors, whose file "
             "names its algorithms", options->operands[0]);
        return EXIT_USAGE;
    }
    operands = calloc(options->operand_count + 1, sizeof *operands);
    bool bignum = operands != NULL && take_bignum(options, operands, &operand_count);
    if (operands != NULL && (operand_count != 0 || options->operand_count == 0))
        list = plan_primitives(operands, operand_count, &count, &session->message);
    else if (operands != NULL)
        list = calloc(1, sizeof *list); /* bignum alone */
    free(operands);
    if (list == NULL)
        return EXIT_USAGE;
    result = EXIT_BACKEND;
    if (backend_open(&backend, &session->message) != STATUS_OK)
        goto done;
    if (options->vectors != NULL) {
        result = check_file(backend, session);
        goto done;
    }
    known = known_answers_load(&session->message);
    if (known == NULL)
        goto done;
    int width = 22;
    for (size_t i = 0; i < count; i++)
        width = (int)strlen(list[i]->id) > width ? (int)strlen(list[i]->id) : width;
    for (; done < count && *session->interrupted == 0; done++) {
        struct contender contenders[CONTENDER_NAMES_MAX];
        size_t contender_count;
        struct outcome outcome = check_primitive(backend, known, list[done], session, contenders, &contender_count);
        if (*session->interrupted != 0) /* a primitive that was not checked to its end has no line */
            break;
        print_line(list[done], width, &outcome, contenders, contender_count);
        mismatches += outcome.mismatch;
        if (strcmp(outcome.label, unchecked_label) == 0) {
            unchecked++;
            continue;
        }
        alone += !outcome.mismatch && strcmp(outcome.label, "equal") != 0 && strcmp(outcome.label, "exchanged") != 0;
    }
    if (bignum && *session->interrupted == 0) {
        mismatches += !check_bignum(options, width);
        done++;
    }
    printf("%zu checked: %zu equal or exchanged, %zu without a second implementation, %zu mismatched (seed %" PRIu64 ")",
           done - unchecked, done - unchecked - alone - mismatches, alone, mismatches, options->seed);
    if (unchecked != 0)
        printf("; %zu that no contender can do", unchecked);
    printf("%s\n", *session->interrupted != 0 ? "; interrupted" : "");
    result = *session->interrupted != 0 ? EXIT_INTERRUPTED : mismatches != 0 ? EXIT_MISMATCH : EXIT_OK;
    if (result == EXIT_OK && done == unchecked) {
        fail(&session->message, STATUS_UNSUPPORTED, "check: nothing was checked, expected a contender that can do it");
        result = EXIT_USAGE;
    }

done:
    known_answers_free(known);
    free(list);
    backend_close(backend);
    return result;
}

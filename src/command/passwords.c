/* SPDX-License-Identifier: MIT */
/* passwords.c - `assay passwords`: the loop over many short passwords, every digest compared. */
#include "command/bench.h"
#include "native/common/bytes.h"
#include "operation/passwords.h"
#include "util/hex.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FORMATS = 4, LOOPS_MAX = 2 * ROW_CONTENDERS_MAX + FORMATS, THREADED_CHUNKS = 8 };

static const char *const default_hashes[] = {"md5", "sha256", "sha512"};

/* One hash in one shape: the contenders' loops side by side. */
struct walk {
    struct bench *bench;
    const struct primitive *primitive;
    enum password_shape shape;
    uint64_t count;
    struct password_chunk *chunk;
    size_t threads;
    struct contender contenders[CONTENDER_NAMES_MAX];
    /* Of the contenders that can; with several threads then each of them on one thread; then formatting, if any. */
    struct password_loop loops[LOOPS_MAX];
    size_t owner[LOOPS_MAX];               /* which contender a loop belongs to */
    size_t measured;                       /* contenders' loops: those of one thread beside are as many */
    size_t loop_count;                     /* loops that hash */
    size_t digest_size;
    uint8_t all_xored[LOOPS_MAX][DIGEST_SIZE_MAX];
    struct message mismatch;               /* empty: none */
};

static enum status before_round(void *state, size_t round, uint64_t *iterations)
{
    struct walk *walk = state;
    const uint64_t chunk = walk->chunk->capacity;
    uint64_t first = (uint64_t)round * chunk;
    uint64_t left = first < walk->count ? walk->count - first : 0;
    *iterations = left < chunk ? left : chunk;
    if (*iterations != 0)
        password_chunk_fill(walk->chunk, first, (size_t)*iterations, walk->bench->session->options->width);
    if (first / PASSWORD_CHUNK % 64 == 0)
        bench_progress(walk->bench, (double)first / (double)walk->count);
    return STATUS_OK;
}

/* Says which digest of which contender is wrong. */
static enum status report_mismatch(struct walk *walk, size_t loop, size_t index, const char *what)
{
    size_t size = walk->digest_size;
    char expected[2 * DIGEST_SIZE_MAX + 1], got[2 * DIGEST_SIZE_MAX + 1];
    hex_encode(expected, walk->loops[0].digests + index * size, size);
    hex_encode(got, walk->loops[loop].digests + index * size, size);
    fail(&walk->mismatch, STATUS_FAILED, "%s: %s of password '%s': %s gives %s\n  %s gives %s", walk->primitive->id, what,
         (const char *)walk->chunk->text[index], walk->contenders[walk->owner[0]].name, expected,
         walk->contenders[walk->owner[loop]].name, got);
    return STATUS_REJECTED;
}

/* Which of COUNT items of SIZE bytes differs first between A and B; COUNT where none does. */
static size_t first_difference(const void *a, const void *b, size_t count, size_t size)
{
    const uint8_t *x = a, *y = b;
    if (memcmp(x, y, count * size) == 0)
        return count;
    size_t i = 0;
    while (memcmp(x + i * size, y + i * size, size) == 0)
        i++;
    return i;
}

/* Every digest of every contender against the first one's; and the hex against the digests. */
static enum status after_round(void *state, size_t round)
{
    struct walk *walk = state;
    size_t count = walk->chunk->count, size = walk->digest_size;
    (void)round;
    const struct password_loop *first = &walk->loops[0];
    for (size_t i = 0; walk->shape == PASSWORDS_2014 && i < count; i++) {
        char text[2 * DIGEST_SIZE_MAX + 1];
        hex_encode(text, first->digests + i * size, size);
        if (memcmp(text, first->hex + 2 * i * size, 2 * size) != 0)
            return report_mismatch(walk, 0, i, "hexadecimal text");
    }
    for (size_t k = 1; k < walk->loop_count; k++) {
        const struct password_loop *loop = &walk->loops[k];
        size_t i = first_difference(loop->digests, first->digests, count, size);
        if (i < count)
            return report_mismatch(walk, k, i, "digest");
        i = walk->shape == PASSWORDS_2014 ? first_difference(loop->hex, first->hex, count, 2 * size) : count;
        if (i < count)
            return report_mismatch(walk, k, i, "hexadecimal text");
    }
    /* Each contender's own digests, now known to be the first one's, are folded together. */
    for (size_t i = 0; i < count; i++)
        xor_bytes(walk->all_xored[0], walk->all_xored[0], first->digests + i * size, size);
    for (size_t k = 1; k < walk->loop_count; k++)
        memcpy(walk->all_xored[k], walk->all_xored[0], size);
    /* What the next chunk does not write must not pass for its digests. */
    for (size_t k = 0; k < walk->loop_count; k++)
        memset(walk->loops[k].digests, 0xa5, count * size);
    return STATUS_OK;
}

static const char *shape_name(enum password_shape shape)
{
    return shape == PASSWORDS_2014 ? "2014" : shape == PASSWORDS_HASH ? "hash" : shape == PASSWORDS_HEX ? "hex" : "format";
}

static struct row *new_row(struct walk *walk, enum password_shape shape)
{
    struct row *row = bench_row(walk->bench);
    if (row == NULL) {
        fail(&walk->bench->session->message, STATUS_NO_MEMORY, "not enough memory for a row");
        return NULL;
    }
    snprintf(row->workload, sizeof row->workload, "passwords");
    snprintf(row->primitive, sizeof row->primitive, "%s", walk->primitive->id);
    snprintf(row->name, sizeof row->name, "%s", walk->primitive->name);
    snprintf(row->class_name, sizeof row->class_name, "%s", class_name(walk->primitive->class));
    snprintf(row->operation, sizeof row->operation, "hash");
    snprintf(row->shape, sizeof row->shape, "%s", shape_name(shape));
    row->count = walk->count;
    row->threads = (unsigned)walk->threads;
    row->size = walk->bench->session->options->width != 0 ? walk->bench->session->options->width : UINT64_MAX;
    return row;
}

static const char *check_name(const struct walk *walk)
{
    if (walk->mismatch.text[0] != '\0')
        return "mismatch";
    return walk->measured > 1 ? "equal" : walk->measured == 1 ? "not compared" : "none";
}

/* The formatting loops of SHAPE as a row of their own; they ran in the rounds of the loop whose CANARY it is. */
static enum exit_status emit_formatting(struct walk *walk, enum password_shape shape, struct series *series, size_t count,
                                        struct series *canary)
{
    struct row *row = new_row(walk, shape);
    if (row == NULL)
        return EXIT_BACKEND;
    const struct contender ways[2] = {{.name = "native", .via = "native"}, {.name = CONTENDER_LANES, .via = "native"}};
    snprintf(row->check, sizeof row->check, "none");
    for (size_t i = 0; i < count; i++)
        row_take_series(row_add_contender(row, &ways[i], "password"), &series[i]);
    row_set_figures(walk->bench, row, canary, 0);
    return bench_emit(walk->bench, row);
}

static enum exit_status emit(struct walk *walk, struct series *series, struct series *canary, size_t contender_count)
{
    struct row *row = new_row(walk, walk->shape);
    if (row == NULL)
        return EXIT_BACKEND;
    for (size_t i = 0; i < contender_count; i++)
        row_add_contender(row, &walk->contenders[i], "password");
    const bool mismatch = walk->mismatch.text[0] != '\0';
    for (size_t k = 0; k < walk->measured && !mismatch; k++) {
        struct row_contender *contender = &row->contenders[walk->owner[k]];
        row_take_series(contender, &series[k]);
        if (walk->threads > 1)
            contender->single_thread_median_ns = summarise(&series[walk->measured + k], NULL, ROUNDS_ALL).median_ns;
        hex_encode(contender->digest, walk->all_xored[k], walk->digest_size);
    }
    snprintf(row->check, sizeof row->check, "%s", check_name(walk));
    if (mismatch)
        snprintf(row->skip, sizeof row->skip, "%.*s", (int)strcspn(walk->mismatch.text, "\n"), walk->mismatch.text);
    else if (walk->measured == 0)
        row_nobody(row, row->skip, sizeof row->skip);
    else
        row_set_figures(walk->bench, row, canary, 0);
    return bench_emit(walk->bench, row);
}

/* Ways of formatting: snprintf, and in bulk where a contender does it so. */
static size_t formats_of(bool lanes)
{
    return lanes ? 2 : 1;
}

static enum exit_status walk_run(struct walk *walk)
{
    struct bench *bench = walk->bench;
    struct message *message = &bench->session->message;
    const char *names[CONTENDER_NAMES_MAX];
    size_t contender_count = bench_contenders(bench->session->options, walk->primitive, names);
    struct slice slices[LOOPS_MAX];
    struct series series[LOOPS_MAX] = {{0}}, canary = {0}, canaries[2] = {{0}};
    size_t slice_count = 0, culprit = 0;
    enum exit_status result = EXIT_BACKEND;
    enum status status = STATUS_OK;
    bool lanes = false;
    walk->digest_size = primitive_output_size(walk->primitive);

    for (size_t i = 0; i < contender_count && status == STATUS_OK; i++) {
        contender_open(bench->backend, walk->primitive, names[i], &walk->contenders[i]);
        if (walk->contenders[i].ops == NULL)
            continue;
        if (strcmp(walk->contenders[i].via, "native") == 0)
            walk->contenders[i].variant.vector_bits = bench->session->options->vector_bits;
        status = password_loop_open(&walk->loops[slice_count], &walk->contenders[i], walk->shape, false, walk->chunk,
                                    walk->digest_size, walk->threads, message);
        if (status == STATUS_OK)
            walk->owner[slice_count++] = i;
        lanes = lanes || walk->contenders[i].many;
    }
    walk->measured = slice_count;
    for (size_t k = 0; k < walk->measured && walk->threads > 1 && status == STATUS_OK; k++) {
        status = password_loop_open(&walk->loops[slice_count], walk->loops[k].contender, walk->shape, false, walk->chunk,
                                    walk->digest_size, 1, message);
        if (status == STATUS_OK)
            walk->owner[slice_count++] = walk->owner[k];
    }
    walk->loop_count = slice_count;
    if (status == STATUS_OK && walk->measured == 0) {
        result = emit(walk, series, &canary, contender_count);
        goto done;
    }
    for (size_t k = 0; k < 2 * formats_of(lanes) && walk->shape == PASSWORDS_2014 && status == STATUS_OK; k++) {
        status = password_loop_open(&walk->loops[slice_count], NULL,
                                    k < formats_of(lanes) ? PASSWORDS_FORMAT : PASSWORDS_HEX, k % formats_of(lanes) == 1,
                                    walk->chunk, walk->digest_size, walk->threads, message);
        if (status == STATUS_OK)
            slice_count++;
    }
    if (status != STATUS_OK)
        goto done;
    for (size_t k = 0; k < slice_count; k++) {
        struct password_loop *loop = &walk->loops[k];
        loop->now_ns = bench->sampler.clock.now_ns;
        loop->clock_state = bench->sampler.clock.state;
        slices[k] = (struct slice){.run = password_loop_run,
                                   .state = loop,
                                   .elapsed_ns = loop->worker_count > 1 ? &loop->elapsed_ns : NULL};
    }

    /* Contexts, code and memory are warm before the first round. */
    password_chunk_fill(walk->chunk, 0, walk->chunk->capacity, bench->session->options->width);
    for (size_t k = 0; k < slice_count && status == STATUS_OK; k++)
        status = password_loop_run(&walk->loops[k], walk->chunk->capacity);

    struct sampler_options options = bench->sampler;
    options.before_round = before_round;
    options.after_round = after_round;
    options.round_state = walk;
    if (status == STATUS_OK)
        status = sample_interleaved(&options, slices, slice_count, series, &canary, &culprit);
    if (walk->mismatch.text[0] == '\0' && status != STATUS_OK) {
        fail(message, status, "%s: %s: %s", walk->primitive->id,
             culprit < walk->loop_count ? walk->contenders[walk->owner[culprit]].name : "clock",
             culprit < walk->loop_count ? status_text(status) : "it stood still or went back");
        goto done;
    }
    if (bench_interrupted(bench)) { /* a loop that was not walked to its end is no row */
        result = EXIT_INTERRUPTED;
        goto done;
    }
    if (walk->mismatch.text[0] != '\0') {
        bench_progress_clear(bench);
        fprintf(stderr, "assay: mismatch: %s\n", walk->mismatch.text);
    }
    for (size_t i = 0; i < 2 && walk->shape == PASSWORDS_2014; i++)
        canaries[i] = series_copy(&canary);
    result = emit(walk, series, &canary, contender_count);
    const bool formatted = walk->shape == PASSWORDS_2014 && walk->mismatch.text[0] == '\0';
    if (result == EXIT_OK && formatted)
        result = emit_formatting(walk, PASSWORDS_FORMAT, &series[walk->loop_count], formats_of(lanes), &canaries[0]);
    if (result == EXIT_OK && formatted)
        result = emit_formatting(walk, PASSWORDS_HEX, &series[walk->loop_count + formats_of(lanes)], formats_of(lanes),
                                 &canaries[1]);

done:
    series_free(series, slice_count);
    series_free(&canary, 1);
    series_free(canaries, 2);
    for (size_t k = 0; k < slice_count; k++)
        password_loop_close(&walk->loops[k]);
    return result;
}

/* The shapes to walk, from --shape. */
static enum exit_status chosen_shapes(const struct options *options, bool shapes[2], struct message *message)
{
    shapes[0] = shapes[1] = false;
    for (size_t i = 0; i < options->shapes.count; i++) {
        const char *name = options->shapes.items[i];
        bool all = strcmp(name, "all") == 0;
        if (!all && strcmp(name, "2014") != 0 && strcmp(name, "hash") != 0) {
            fail(message, STATUS_BAD_PARAMETER, "--shape: unknown shape '%.100s', expected 2014, hash or all", name);
            return EXIT_USAGE;
        }
        shapes[0] = shapes[0] || all || strcmp(name, "2014") == 0;
        shapes[1] = shapes[1] || all || strcmp(name, "hash") == 0;
    }
    return EXIT_OK;
}

static enum exit_status chosen_hashes(const struct options *options, const struct primitive *hashes[LIST_MAX],
                                      size_t *count, struct message *message)
{
    const char *const *names = options->hashes.count != 0 ? options->hashes.items : default_hashes;
    *count = options->hashes.count != 0 ? options->hashes.count : sizeof default_hashes / sizeof default_hashes[0];
    for (size_t i = 0; i < *count; i++) {
        hashes[i] = registry_find(names[i]);
        if (hashes[i] != NULL && hashes[i]->class == CLASS_HASH)
            continue;
        const char *known[LIST_MAX * 4];
        size_t known_count = 0;
        for (size_t k = 0; k < registry_count && known_count < LIST_MAX * 4; k++)
            if (registry[k].class == CLASS_HASH)
                known[known_count++] = registry[k].id;
        char nearest[256];
        nearest_names(nearest, sizeof nearest, names[i], known, known_count);
        fail(message, STATUS_BAD_PARAMETER, "--hash: %s '%.100s', expected a hash of the registry%s%s",
             hashes[i] != NULL ? "not a hash:" : "unknown hash", names[i], nearest[0] != '\0' ? "; nearest: " : "", nearest);
        return EXIT_USAGE;
    }
    return EXIT_OK;
}

enum exit_status command_passwords(struct session *session)
{
    static const enum password_shape order[2] = {PASSWORDS_2014, PASSWORDS_HASH};
    const struct options *options = session->options;
    const struct primitive *hashes[LIST_MAX];
    bool shapes[2];
    size_t hash_count;
    if (options->operand_count != 0) {
        fail(&session->message, STATUS_BAD_PARAMETER, "passwords: unexpected operand '%.100s', expected options only (--hash md5)",
             options->operands[0]);
        return EXIT_USAGE;
    }
    if (options->kdf)
        return command_kdf(session);
    if (options->target_ms > 0) {
        fail(&session->message, STATUS_BAD_PARAMETER, "--target-ms: finds the cost of a password hash, expected --kdf beside it");
        return EXIT_USAGE;
    }
    if (chosen_shapes(options, shapes, &session->message) != EXIT_OK ||
        chosen_hashes(options, hashes, &hash_count, &session->message) != EXIT_OK)
        return EXIT_USAGE;
    struct bench bench;
    enum exit_status result = bench_open(&bench, session, "assay passwords", NULL, NULL);
    if (result != EXIT_OK)
        return result;
    /* Threads that are woken for each chunk need chunks that last longer than that takes. */
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const size_t threads = options->threads != 0 ? (size_t)options->threads : cores > 0 ? (size_t)cores : 1;
    const size_t capacity = threads == 1 ? PASSWORD_CHUNK : threads * (threads > 16 ? 1 : THREADED_CHUNKS) * PASSWORD_CHUNK;
    struct walk *walk = malloc(sizeof *walk);
    struct password_chunk chunk = {0};
    if (walk == NULL) {
        fail(&session->message, STATUS_NO_MEMORY, "not enough memory for the passwords");
        result = EXIT_BACKEND;
    } else if (password_chunk_open(&chunk, capacity, &session->message) != STATUS_OK) {
        result = EXIT_BACKEND;
    }
    bench.planned = (double)(hash_count * ((size_t)shapes[0] + (size_t)shapes[1]));
    for (size_t i = 0; i < hash_count && result == EXIT_OK; i++)
        for (size_t s = 0; s < 2 && result == EXIT_OK; s++) {
            if (!shapes[s] || bench_interrupted(&bench))
                continue;
            *walk = (struct walk){.bench = &bench,
                                  .primitive = hashes[i],
                                  .shape = order[s],
                                  .count = options->count_given ? options->count : UINT64_C(10000000),
                                  .chunk = &chunk,
                                  .threads = threads};
            snprintf(bench.doing, sizeof bench.doing, "%s, shape %s", hashes[i]->name, shape_name(order[s]));
            result = walk_run(walk);
            bench.done++;
        }
    free(walk);
    password_chunk_close(&chunk);
    return bench_close(&bench, result);
}

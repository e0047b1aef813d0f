/* SPDX-License-Identifier: MIT */
#include "command/worker.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Both ends are the same program: requests and replies cross as they are. */
enum request_kind { REQUEST_HELLO, REQUEST_OPEN, REQUEST_RUN, REQUEST_CLOSE };

struct request {
    enum request_kind kind;
    char primitive[48];
    char operation[40];
    enum shape shape;
    size_t size;
    bool sized;
    unsigned misalignment;
    uint64_t seed;
    uint64_t iterations;
};

struct reply {
    enum status status;
    uint64_t elapsed_ns;
    size_t output_size; /* REQUEST_OPEN: of the task; REQUEST_RUN: bytes that follow */
    char text[256];     /* REQUEST_HELLO: what libcrypto reports; else why it failed */
};

struct worker {
    pid_t process;
    int socket;
    uint64_t elapsed_ns;
};

static bool write_all(int descriptor, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size != 0) {
        /* An end that has gone is an error here, not a signal. */
        ssize_t written = send(descriptor, at, size, MSG_NOSIGNAL);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        at += written;
        size -= (size_t)written;
    }
    return true;
}

static bool read_all(int descriptor, void *bytes, size_t size)
{
    char *at = bytes;
    while (size != 0) {
        ssize_t got = read(descriptor, at, size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------- the mask */

#if defined __x86_64__ || defined __i386__ || defined __aarch64__ || defined __arm__

static bool is_none(const struct words *features)
{
    return features->count == 1 && strcmp(features->items[0], "none") == 0;
}

#endif

#if defined __x86_64__ || defined __i386__

/* Bits of OPENSSL_ia32cap: two words, of CPUID leaf 1 (EDX, ECX) and leaf 7 (EBX, ECX). */
static const struct {
    const char *name;
    unsigned word;
    unsigned bit;
} features_known[] = {
    {"mmx", 0, 23},      {"sse", 0, 25},      {"sse2", 0, 26},     {"pclmulqdq", 0, 33}, {"ssse3", 0, 41},
    {"fma", 0, 44},      {"sse4.1", 0, 51},   {"sse4.2", 0, 52},   {"movbe", 0, 54},     {"aes", 0, 57},
    {"xsave", 0, 58},    {"osxsave", 0, 59},  {"avx", 0, 60},      {"rdrand", 0, 62},    {"bmi1", 1, 3},
    {"avx2", 1, 5},      {"bmi2", 1, 8},      {"avx512f", 1, 16},  {"avx512dq", 1, 17},  {"rdseed", 1, 18},
    {"adx", 1, 19},      {"avx512ifma", 1, 21}, {"sha", 1, 29},    {"avx512bw", 1, 30},  {"avx512vl", 1, 31},
    {"vaes", 1, 41},     {"vpclmulqdq", 1, 42},
};

enum { FEATURE_COUNT = sizeof features_known / sizeof features_known[0] };

static bool feature_in(const uint64_t words[2], size_t i)
{
    return (words[features_known[i].word] >> features_known[i].bit & 1) != 0;
}

/* The value of OPENSSL_ia32cap for FEATURES. */
static enum status mask_of(const struct words *features, char *mask, size_t size, struct message *message)
{
    uint64_t wanted[2] = {0, 0}, present[2] = {0, 0};
    if (sscanf(backend_cpu(), "OPENSSL_ia32cap=0x%" SCNx64 ":0x%" SCNx64, &present[0], &present[1]) != 2)
        return fail(message, STATUS_UNSUPPORTED, "--openssl-features: not available here: libcrypto does not tell its CPU extensions");
    for (size_t w = 0; w < features->count && !is_none(features); w++) {
        const char *word = features->items[w];
        size_t i = 0;
        while (i < FEATURE_COUNT && strcmp(features_known[i].name, word) != 0)
            i++;
        if (i == FEATURE_COUNT || !feature_in(present, i)) {
            char here[512] = "";
            for (size_t k = 0; k < FEATURE_COUNT; k++)
                if (feature_in(present, k))
                    snprintf(here + strlen(here), sizeof here - strlen(here), "%s%s", here[0] == '\0' ? "" : ", ",
                             features_known[k].name);
            return fail(message, STATUS_BAD_PARAMETER, "--openssl-features: %s '%.60s', expected none alone, or a list of %s",
                        i < FEATURE_COUNT            ? "this CPU does not have"
                        : strcmp(word, "none") == 0 ? "beside others,"
                                                    : "unknown feature",
                        word, here);
        }
        wanted[features_known[i].word] |= UINT64_C(1) << features_known[i].bit;
        if (strncmp(word, "avx", 3) == 0) /* registers wider than SSE's also need the system's word for it */
            wanted[0] |= UINT64_C(3) << 58 | UINT64_C(1) << 60;
    }
    snprintf(mask, size, "0x%" PRIx64 ":0x%" PRIx64, wanted[0] & present[0], wanted[1] & present[1]);
    return STATUS_OK;
}

static const char mask_variable[] = "OPENSSL_ia32cap";

#elif defined __aarch64__ || defined __arm__

static enum status mask_of(const struct words *features, char *mask, size_t size, struct message *message)
{
    if (!is_none(features))
        return fail(message, STATUS_BAD_PARAMETER, "--openssl-features: bad value '%.60s', expected none on this CPU",
                    features->items[features->count - 1]);
    snprintf(mask, size, "0");
    return STATUS_OK;
}

static const char mask_variable[] = "OPENSSL_armcap";

#else

static enum status mask_of(const struct words *features, char *mask, size_t size, struct message *message)
{
    (void)features, (void)mask, (void)size;
    return fail(message, STATUS_UNSUPPORTED, "--openssl-features: not available here: libcrypto has no mask of CPU extensions for this architecture");
}

static const char mask_variable[] = "";

#endif

/* ------------------------------------------------------------------------------------------------- this end */

static enum status ask(struct worker *worker, const struct request *request, struct reply *reply)
{
    if (!write_all(worker->socket, request, sizeof *request) || !read_all(worker->socket, reply, sizeof *reply)) {
        *reply = (struct reply){.status = STATUS_FAILED, .text = "the worker process has ended"};
        return STATUS_FAILED;
    }
    return reply->status;
}

/* In the new process: becomes this program once more, with the mask and SOCKET as its standard input. */
static void become_worker(const char *mask, int socket)
{
    char path[] = "/proc/self/exe";
    char argument[] = WORKER_ARGUMENT;
    char *const arguments[] = {path, argument, NULL};
    signal(SIGINT, SIG_IGN); /* Ctrl-C reaches the whole group; the parent ends the worker */
    if (dup2(socket, STDIN_FILENO) < 0 || setenv(mask_variable, mask, 1) != 0)
        _exit(127);
    execv(path, arguments);
    _exit(127);
}

enum status worker_start(struct worker **result, const struct words *features, char *description, size_t description_size,
                         struct message *message)
{
    char mask[64];
    int ends[2];
    struct reply reply = {0};
    *result = NULL;
    enum status status = mask_of(features, mask, sizeof mask, message);
    if (status != STATUS_OK)
        return status;
    struct worker *worker = calloc(1, sizeof *worker);
    if (worker == NULL || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        free(worker);
        return fail(message, STATUS_FAILED, "--openssl-features: the worker process does not start: %s", strerror(errno));
    }
    worker->socket = ends[0];
    worker->process = fork();
    if (worker->process == 0)
        become_worker(mask, ends[1]);
    close(ends[1]);
    if (worker->process < 0 || ask(worker, &(struct request){.kind = REQUEST_HELLO}, &reply) != STATUS_OK) {
        worker_stop(worker);
        return fail(message, STATUS_FAILED, "--openssl-features: the worker process does not start: %s", reply.text);
    }
    snprintf(description, description_size, "%s=%s: libcrypto reports %s", mask_variable, mask, reply.text);
    *result = worker;
    return STATUS_OK;
}

void worker_stop(struct worker *worker)
{
    if (worker == NULL)
        return;
    close(worker->socket); /* the end of its input is the end of its life */
    if (worker->process > 0)
        while (waitpid(worker->process, NULL, 0) < 0 && errno == EINTR)
            ;
    free(worker);
}

static enum status run_remote(void *state, uint64_t iterations)
{
    struct task *task = state;
    struct worker *worker = task->extra;
    struct reply reply;
    enum status status = ask(worker, &(struct request){.kind = REQUEST_RUN, .iterations = iterations}, &reply);
    if (status != STATUS_OK)
        return status;
    worker->elapsed_ns = reply.elapsed_ns;
    if (reply.output_size != task->output_size || !read_all(worker->socket, task->output, reply.output_size))
        return STATUS_FAILED;
    return STATUS_OK;
}

static void close_remote(struct task *task)
{
    struct reply reply;
    ask(task->extra, &(struct request){.kind = REQUEST_CLOSE}, &reply);
}

/* What a task in the worker looks like from here. */
static const struct operation remote_operation = {
    .name = "remote", .unit = "message", .sized = true, .run = run_remote, .release = close_remote};

enum status worker_task_open(struct worker *worker, struct task *task, const struct job *job,
                             const struct contender *contender, struct slice *slice, struct message *message)
{
    struct reply reply;
    struct request request = {.kind = REQUEST_OPEN,
                              .shape = job->shape,
                              .size = job->size,
                              .sized = job->sized,
                              .misalignment = job->misalignment,
                              .seed = job->seed};
    snprintf(request.primitive, sizeof request.primitive, "%s", job->primitive->id);
    snprintf(request.operation, sizeof request.operation, "%s", job->operation);
    *task = (struct task){.job = job, .contender = contender};
    enum status status = ask(worker, &request, &reply);
    if (status != STATUS_OK)
        return fail(message, status, "%s: %.255s", contender->name, reply.text);
    task->operation = &remote_operation;
    task->extra = worker;
    task->input_size = job->sized ? job->size : 0;
    task->output_size = reply.output_size;
    task->memory = task->output = aligned_zeroed(task->output_size);
    if (task->memory == NULL) {
        task_close(task);
        return fail(message, STATUS_NO_MEMORY, "%s: not enough memory", contender->name);
    }
    *slice = (struct slice){.run = run_remote, .state = task, .elapsed_ns = &worker->elapsed_ns};
    return STATUS_OK;
}

/* ----------------------------------------------------------------------------------------- the worker's end */

/* What the worker holds between requests. */
struct server {
    struct backend *backend;
    struct clock clock;
    struct job job;
    struct contender contender;
    struct task task;
    bool open;
};

static void serve_open(struct server *server, const struct request *request, struct reply *reply)
{
    struct message message = {.text = ""};
    const struct primitive *primitive = registry_find(request->primitive);
    const struct operation *operation =
        primitive == NULL ? NULL : operation_find(primitive->class, request->operation);
    if (operation == NULL) {
        reply->status = STATUS_BAD_PARAMETER;
        return;
    }
    server->job = (struct job){.primitive = primitive,
                               .operation = operation->name,
                               .shape = request->shape,
                               .size = request->size,
                               .sized = request->sized,
                               .misalignment = request->misalignment,
                               .seed = request->seed};
    contender_open(server->backend, primitive, "openssl", &server->contender);
    if (server->contender.ops == NULL) {
        reply->status = STATUS_UNSUPPORTED;
        snprintf(reply->text, sizeof reply->text, "%s", server->contender.reason);
        return;
    }
    reply->status = task_open(&server->task, &server->job, &server->contender, &message);
    server->open = reply->status == STATUS_OK;
    reply->output_size = server->open ? server->task.output_size : 0;
    snprintf(reply->text, sizeof reply->text, "%s", message.text);
}

static void serve_run(struct server *server, const struct request *request, struct reply *reply)
{
    if (!server->open) {
        reply->status = STATUS_FAILED;
        return;
    }
    uint64_t begin_ns = server->clock.now_ns(server->clock.state);
    reply->status = server->task.operation->run(&server->task, request->iterations);
    reply->elapsed_ns = server->clock.now_ns(server->clock.state) - begin_ns;
    reply->output_size = reply->status == STATUS_OK ? server->task.output_size : 0;
}

int worker_serve(void)
{
    struct message message = {.text = ""};
    struct server server = {.clock = monotonic_clock()};
    struct request request;
    enum status started = backend_open(&server.backend, &message);
    while (read_all(STDIN_FILENO, &request, sizeof request)) {
        struct reply reply = {.status = started};
        if (started != STATUS_OK)
            snprintf(reply.text, sizeof reply.text, "%s", message.text);
        else if (request.kind == REQUEST_HELLO)
            snprintf(reply.text, sizeof reply.text, "%s", backend_cpu());
        else if (request.kind == REQUEST_OPEN)
            serve_open(&server, &request, &reply);
        else if (request.kind == REQUEST_RUN)
            serve_run(&server, &request, &reply);
        else if (server.open) {
            task_close(&server.task);
            server.open = false;
        }
        bool output_follows = request.kind == REQUEST_RUN && reply.output_size != 0;
        if (!write_all(STDIN_FILENO, &reply, sizeof reply) ||
            (output_follows && !write_all(STDIN_FILENO, server.task.output, reply.output_size)))
            break;
    }
    if (server.open)
        task_close(&server.task);
    backend_close(server.backend);
    return EXIT_OK;
}

/* SPDX-License-Identifier: MIT */
/*
 * main.c - the pipeline: options, then one command; the only place that prints the program's errors and exits.
 */
#include "backend/backend.h"
#include "command/command.h"
#include "command/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;

/* Async-signal-safe: what is said while a step goes on that cannot be left in the middle. */
static void say(const char *text)
{
    ssize_t written = write(STDERR_FILENO, text, strlen(text));
    (void)written; /* nobody to tell */
}

static uint64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/*
 * The first Ctrl-C or SIGTERM ends a run between two slices, and says so where the one in hand takes longer than a second;
 * the second ends it at once: rows that are done were written when they were.  `timeout` sends its signal twice at once,
 * which counts as one.
 */
static void on_signal(int number)
{
    enum { TWICE_MS = 100 };
    static uint64_t first_ms;
    int saved = errno;
    if (number == SIGALRM) {
        say("\nassay: interrupted: finishing the step in hand; once more (Ctrl-C) stops at once, and finished rows are kept\n");
    } else if (interrupted == 0) {
        first_ms = now_ms();
        interrupted = 1;
        alarm(1);
    } else if (now_ms() > first_ms + TWICE_MS) {
        _exit(EXIT_INTERRUPTED);
    }
    errno = saved;
}

static void watch_signals(void)
{
    /* A reader that has seen enough (`| head -1`) ends the program as usual: SIGPIPE is not watched. */
    static const int watched[] = {SIGINT, SIGTERM, SIGALRM};
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof watched / sizeof watched[0]; i++)
        sigaddset(&action.sa_mask, watched[i]); /* one after the other */
    for (size_t i = 0; i < sizeof watched / sizeof watched[0]; i++)
        sigaction(watched[i], &action, NULL);
}

/*
 * A closed descriptor would be given to the next file that is opened, a record, and the report would land in it.  What
 * takes its place fails as the closed one would: 0 cannot be read, 1 and 2 cannot be written.
 */
static bool fill_closed_descriptors(void)
{
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++)
        if (fcntl(descriptor, F_GETFD) < 0 &&
            open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) != descriptor)
            return false;
    return true;
}

static enum exit_status run_command(struct session *session)
{
    switch (session->options->command) {
    case COMMAND_PASSWORDS:
        return command_passwords(session);
    case COMMAND_RUN:
        return command_run(session);
    case COMMAND_CHECK:
        return command_check(session);
    case COMMAND_LIST:
        return command_list(session);
    case COMMAND_MACHINE:
        return command_machine(session);
    case COMMAND_COMPARE:
        return command_compare(session);
    case COMMAND_REPORT:
        return command_report(session);
    default:
        return EXIT_OK;
    }
}

int main(int argc, char *argv[])
{
    struct options options;
    struct session session = {.options = &options, .argc = argc, .argv = argv, .interrupted = &interrupted};
    enum exit_status result = EXIT_USAGE;
    if (!fill_closed_descriptors())
        return EXIT_USAGE;
    if (argc == 2 && strcmp(argv[1], WORKER_ARGUMENT) == 0)
        return worker_serve();
    setlocale(LC_CTYPE, ""); /* numbers keep the point of the C locale */
    watch_signals();
    if (options_parse(&options, argc, argv, &session.message) != STATUS_OK) {
        result = EXIT_USAGE;
    } else if (options.version) {
        printf("assay %s\nbuilt with %s\nrunning with %s\n", ASSAY_VERSION, backend_version_built(), backend_version());
        result = EXIT_OK;
    } else if (options.help) {
        options_help(stdout, options.command);
        result = EXIT_OK;
    } else {
        result = run_command(&session);
    }
    if ((fflush(stdout) != 0 || ferror(stdout)) && result == EXIT_OK) {
        fail(&session.message, STATUS_FAILED, "standard output: cannot be written");
        result = EXIT_USAGE;
    }
    if (session.message.text[0] != '\0' && result != EXIT_OK)
        fprintf(stderr, "assay: %s\n", session.message.text);
    else if (result == EXIT_INTERRUPTED)
        fprintf(stderr, "assay: interrupted: what was finished is there, the rest was not reached\n");
    if (argc < 2)
        options_list_commands(stderr);
    options_free(&options);
    return (int)result;
}

/* SPDX-License-Identifier: MIT */
/*
 * main.c - the pipeline: options, then one command; the only place that prints the program's errors and exits.
 */
#include "backend/backend.h"
#include "command/command.h"
#include "command/worker.h"

#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static volatile sig_atomic_t interrupted;

/* The second Ctrl-C ends a step that takes long.  `timeout` sends its signal twice at once, which counts as one. */
static void on_signal(int number)
{
    static volatile time_t first;
    if (interrupted == 0) {
        first = time(NULL);
        interrupted = 1;
    } else if (time(NULL) > first + 1) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

/* Ctrl-C and SIGTERM end a run between two rounds.  A reader that has seen enough (`| head -1`) ends it as usual. */
static void watch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
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
    if (argc < 2)
        options_list_commands(stderr);
    options_free(&options);
    return (int)result;
}

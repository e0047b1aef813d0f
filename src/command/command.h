/* SPDX-License-Identifier: MIT */
/*
 * command.h - the commands of the program: each takes the options through the whole pipeline.
 *
 * A command returns the program's exit status; where it is not EXIT_OK and `message` is not empty, main prints it.
 */
#ifndef ASSAY_COMMAND_COMMAND_H
#define ASSAY_COMMAND_COMMAND_H

#include "options/options.h"

#include <signal.h>

struct session {
    const struct options *options;
    int argc;
    char *const *argv;                        /* as typed, for the record */
    const volatile sig_atomic_t *interrupted; /* set by Ctrl-C and SIGTERM */
    struct message message;
};

enum exit_status command_kdf(struct session *session); /* passwords --kdf */
enum exit_status command_passwords(struct session *session);
enum exit_status command_run(struct session *session);
enum exit_status command_check(struct session *session);
enum exit_status command_list(struct session *session);
enum exit_status command_machine(struct session *session);
enum exit_status command_compare(struct session *session);
enum exit_status command_report(struct session *session);

#endif

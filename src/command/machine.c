/* SPDX-License-Identifier: MIT */
/* machine.c - `assay machine`: the environment, the noise floor, and what would make the figures better. */
#include "command/bench.h"

#include <string.h>

enum exit_status command_machine(struct session *session)
{
    struct bench bench;
    if (session->options->operand_count != 0) {
        fail(&session->message, STATUS_BAD_PARAMETER, "machine: unexpected operand '%.100s', expected options only",
             session->options->operands[0]);
        return EXIT_USAGE;
    }
    if (strcmp(session->options->format, "csv") == 0) {
        fail(&session->message, STATUS_BAD_PARAMETER, "--format: csv is for rows, expected text, json or markdown");
        return EXIT_USAGE;
    }
    enum exit_status result = bench_open(&bench, session, "assay machine", NULL, NULL);
    return result == EXIT_OK ? bench_close(&bench, result) : result;
}

/* SPDX-License-Identifier: MIT */
/* options.h - what the user asked for, checked: nothing else reads argv. */
#ifndef ASSAY_OPTIONS_OPTIONS_H
#define ASSAY_OPTIONS_OPTIONS_H

#include "util/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum command {
    COMMAND_PASSWORDS = 1 << 0,
    COMMAND_RUN = 1 << 1,
    COMMAND_CHECK = 1 << 2,
    COMMAND_LIST = 1 << 3,
    COMMAND_MACHINE = 1 << 4,
    COMMAND_COMPARE = 1 << 5,
    COMMAND_REPORT = 1 << 6,
    COMMAND_NONE = 0 /* --help or --version alone */
};

enum { LIST_MAX = 64 };

/* Comma-separated words, in the order given, each once; the command's default where there is one and none are given. */
struct words {
    const char *items[LIST_MAX];
    size_t count;
};

struct numbers {
    uint64_t items[LIST_MAX];
    size_t count;
};

struct options {
    enum command command;
    bool help;
    bool version;

    const char *const *operands; /* selectors, record files */
    size_t operand_count;

    uint64_t count;              /* passwords of the loop; random cases of a check */
    bool count_given;
    struct words hashes;
    unsigned width;              /* digits, zero padded; 0: as many as the number has */
    struct words shapes;
    bool shapes_given;
    struct words contenders;     /* "all": all */
    bool contenders_given;
    struct numbers sizes;
    bool sizes_given;
    struct words operations;
    struct numbers misalignments;
    uint64_t rounds;             /* 0: as many as the time allows, at least 20 */
    double seconds;              /* per job */
    bool seconds_given;
    const char *suite;
    uint64_t seed;
    bool seed_given;
    const char *vectors;
    const char *parameters;
    const char *format;
    bool format_given;
    const char *plot;
    const char *output;
    bool force;
    bool show_digest;
    bool suites;
    double threshold;            /* a fraction */
    const char *fail_on;
    bool strict;
    uint64_t threads;            /* 0: one for each core online */
    unsigned vector_bits;        /* widest vectors native code may use; 0: no limit */
    bool kdf;
    double target_ms;
    struct words openssl_features;
    const char *resume;
    double budget_seconds;       /* for the whole run; 0: not given */

    char *memory;                /* holds the words of lists; freed by options_free */
};

/*
 * Parses ARGV.  A list that is given twice has the words of both; any other option that is given twice with different
 * values is refused.  On STATUS_BAD_PARAMETER MESSAGE names the option, the value and what was expected.
 */
enum status options_parse(struct options *options, int argc, char *const argv[], struct message *message);
void options_free(struct options *options);

/* Writes ARGV as one line that a shell would cut into the same words, cut off where it is too long. */
void options_line(char *text, size_t size, int argc, char *const argv[]);

/* Parses such a LINE. */
enum status options_parse_line(struct options *options, const char *line, struct message *message);

/*
 * Whether A and B would measure the same, wherever the figures go; the order of words does not count.  Where not,
 * DIFFERENCE says in what: "--size is '16', here it is '64'".
 */
bool options_ask_for_same(const struct options *a, const struct options *b, struct message *difference);

const char *command_name(enum command command);

/* Writes a line for each command. */
void options_list_commands(FILE *out);

/* Writes help for COMMAND, or for the program where it is COMMAND_NONE. */
void options_help(FILE *out, enum command command);

/*
 * Reads TEXT as a whole number of at most MAX; with SUFFIXES, K (1,024), M and G may follow.  false where it is anything
 * else.
 */
bool parse_number(const char *text, bool suffixes, uint64_t max, uint64_t *value);

#endif

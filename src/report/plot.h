/* SPDX-License-Identifier: MIT */
/*
 * plot.h - plots of records, drawn by gnuplot as a child process in a folder of its own.
 *
 * Texts of records get to gnuplot in data files only, and nothing but letters, digits and harmless punctuation of them.
 */
#ifndef ASSAY_REPORT_PLOT_H
#define ASSAY_REPORT_PLOT_H

#include "results/record.h"

enum plot_kind { PLOT_THROUGHPUT, PLOT_RATIOS, PLOT_PASSWORDS, PLOT_SPEED_UP, PLOT_MACHINES, PLOT_KINDS };

/* "throughput", "ratios", ...: the names that --plot takes. */
extern const char *const plot_names[PLOT_KINDS];

enum plot_format {
    PLOT_SVG, /* panels for a page: colours as plot_svg rewrites them */
    PLOT_PNG  /* one picture a kind */
};

/* A plot that was drawn: file NUMBER.svg or .png of the folder. */
struct plot {
    enum plot_kind kind;
    char title[160];
    char alternative[512]; /* what it shows, for those who do not see it */
    size_t number;
    bool wide;             /* takes the whole width of a page; else one of several panels side by side */
};

struct plots {
    char folder[1024];
    struct plot *items;
    size_t count;
    size_t capacity;
};

/* Bits of kinds: 1 << PLOT_RATIOS. */
enum { PLOT_ALL = (1 << PLOT_KINDS) - 1 };

/*
 * Draws what RECORDS have for each of KINDS.  STATUS_UNSUPPORTED where gnuplot is not installed, STATUS_FAILED where it
 * fails; MESSAGE says so, and PLOTS is empty.
 */
enum status plots_draw(struct plots *plots, const struct record *records, size_t count, enum plot_format format,
                       unsigned kinds, struct message *message);

/* Removes the folder. */
void plots_free(struct plots *plots);

/* Opens the file of PLOT; NULL where it is missing. */
FILE *plot_open(const struct plots *plots, const struct plot *plot, enum plot_format format);

#endif

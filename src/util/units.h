/* SPDX-License-Identifier: MIT */
/*
 * units.h - figures as text: four significant digits, no exponents, and "-" for what is absent (NAN).
 *
 * The program leaves LC_NUMERIC at "C", so the decimal separator is a point in every locale.
 */
#ifndef ASSAY_UTIL_UNITS_H
#define ASSAY_UTIL_UNITS_H

#include <stddef.h>
#include <stdint.h>

/* Room for any figure that these functions write. */
enum { FIGURE_SIZE = 64 };

/* A MiB is 2^20 bytes. */
double mib_of(double bytes);

/* "12034", "851.2", "85.12", "0.01490" */
void format_figure(char *text, double value);

/* "1.30" */
void format_ratio(char *text, double value);

/* "1.30 (1.28 .. 1.32)"; without an interval "1.30 (no interval)" */
void format_interval(char *text, double value, double low, double high);

/* What a noun behind COUNT ends with: "1 row", "2 rows" */
const char *plural(uint64_t count);

/* "+3.1 %", "-0.4 %" of a change from 1 to RATIO */
void format_change(char *text, double ratio);

/* "10,000,000"; "-" for UINT64_MAX */
void format_count(char *text, uint64_t value);

/* "16", "8192"; "-" for UINT64_MAX */
void format_size(char *text, uint64_t value);

/* A duration for people: "850 ms", "12.3 s", "4 min 10 s", "2 h 5 min" */
void format_duration(char *text, double seconds);

#endif

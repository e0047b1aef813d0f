/* SPDX-License-Identifier: MIT */
#include "util/units.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

double mib_of(double bytes)
{
    return bytes / 1048576;
}

/* VALUE with so many decimals that it has DIGITS significant ones, and no fewer than LEAST decimals below 10. */
static int decimals_for(double value, int digits, int least)
{
    double magnitude = fabs(value);
    if (!(magnitude > 0) || !isfinite(magnitude))
        return least;
    int before = (int)floor(log10(magnitude)) + 1; /* digits before the point; 0 and below for fractions */
    if (round(magnitude * pow(10, digits - before)) >= pow(10, digits))
        before++; /* 9.9999 is printed as 10.00 */
    int decimals = digits - before;
    return decimals < 0 ? 0 : decimals > 12 ? 12 : before <= 1 && decimals < least ? least : decimals;
}

static void put(char *text, double value, int decimals)
{
    if (!isfinite(value))
        strcpy(text, "-");
    else if (fabs(value) >= 1e15)
        snprintf(text, FIGURE_SIZE, "%.3e", value);
    else
        snprintf(text, FIGURE_SIZE, "%.*f", decimals, value);
}

void format_figure(char *text, double value)
{
    put(text, value, decimals_for(value, 4, 0));
}

static int ratio_decimals(double value)
{
    return decimals_for(value, 3, 2);
}

void format_ratio(char *text, double value)
{
    put(text, value, ratio_decimals(value));
}

void format_interval(char *text, double value, double low, double high)
{
    char middle[FIGURE_SIZE], left[FIGURE_SIZE], right[FIGURE_SIZE];
    int decimals = ratio_decimals(value);
    put(middle, value, decimals);
    put(left, low, decimals);
    put(right, high, decimals);
    if (!isfinite(value))
        strcpy(text, "-");
    else if (!isfinite(low) || !isfinite(high))
        snprintf(text, FIGURE_SIZE, "%.24s (no interval)", middle);
    else
        snprintf(text, FIGURE_SIZE, "%.16s (%.16s .. %.16s)", middle, left, right);
}

const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

void format_change(char *text, double ratio)
{
    double percent = (ratio - 1) * 100;
    if (!isfinite(percent))
        strcpy(text, "-");
    else if (fabs(percent) >= 1e15)
        snprintf(text, FIGURE_SIZE, "%+.3e %%", percent);
    else
        snprintf(text, FIGURE_SIZE, "%+.*f %%", fabs(percent) < 99.95 ? 1 : 0, percent);
}

void format_count(char *text, uint64_t value)
{
    char digits[24];
    if (value == UINT64_MAX) {
        strcpy(text, "-");
        return;
    }
    size_t count = (size_t)snprintf(digits, sizeof digits, "%" PRIu64, value);
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        if (i != 0 && (count - i) % 3 == 0)
            text[used++] = ',';
        text[used++] = digits[i];
    }
    text[used] = '\0';
}

void format_size(char *text, uint64_t value)
{
    if (value == UINT64_MAX)
        strcpy(text, "-");
    else
        snprintf(text, FIGURE_SIZE, "%" PRIu64, value);
}

void format_duration(char *text, double seconds)
{
    if (!isfinite(seconds) || seconds < 0 || seconds >= 1e12) {
        strcpy(text, "-");
    } else if (seconds < 1) {
        snprintf(text, FIGURE_SIZE, "%.0f ms", seconds * 1000);
    } else if (seconds < 60) {
        snprintf(text, FIGURE_SIZE, "%.1f s", seconds);
    } else {
        uint64_t whole = (uint64_t)(seconds + 0.5);
        if (whole < 3600)
            snprintf(text, FIGURE_SIZE, "%" PRIu64 " min %" PRIu64 " s", whole / 60, whole % 60);
        else
            snprintf(text, FIGURE_SIZE, "%" PRIu64 " h %" PRIu64 " min", whole / 3600, whole / 60 % 60);
    }
}

/* SPDX-License-Identifier: MIT */
#include "results/historic.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *suite;
    const char *source;
    double mean; /* as published where the rows are not preserved */
} suites[] = {
    {"crypto++-1998", "Crypto++, about 1998: Pentium II 266 MHz, Windows NT 4.0, Visual C++ 5.0, no assembly", NAN},
    {"crypto++-3.1", "Crypto++ 3.1, 1999: Celeron 450 MHz, Windows 2000 beta 3, Visual C++ 6.0 SP2", 1451.428},
    {"passwords-2014",
     "2014: Core i7-3770 3.4 GHz, CentOS 6.4 in a virtual machine, OpenSSL's low-level calls, compiled without -O", NAN},
};

const struct historic_row *historic_find(const char *suite, const char *name)
{
    for (size_t i = 0; i < historic_row_count; i++)
        if (strcmp(historic_rows[i].suite, suite) == 0 && strcmp(historic_rows[i].name, name) == 0)
            return &historic_rows[i];
    return NULL;
}

const char *historic_source(const char *suite)
{
    for (size_t i = 0; i < sizeof suites / sizeof suites[0]; i++)
        if (strcmp(suites[i].suite, suite) == 0)
            return suites[i].source;
    return NULL;
}

double historic_mean(const char *suite)
{
    double log_sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < historic_row_count; i++) {
        if (strcmp(historic_rows[i].suite, suite) == 0) {
            log_sum += log(historic_rows[i].rate);
            count++;
        }
    }
    if (count != 0)
        return exp(log_sum / (double)count);
    for (size_t i = 0; i < sizeof suites / sizeof suites[0]; i++)
        if (strcmp(suites[i].suite, suite) == 0)
            return suites[i].mean;
    return NAN;
}

double geometric_mean(const double *values, size_t count)
{
    double log_sum = 0;
    for (size_t i = 0; i < count; i++) {
        if (!(values[i] > 0))
            return NAN;
        log_sum += log(values[i]);
    }
    return count == 0 ? NAN : exp(log_sum / (double)count);
}

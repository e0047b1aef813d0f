/* SPDX-License-Identifier: MIT */
#include "registry/suites.h"

#include <string.h>

const struct suite_row suite_rows[] = {
#define ROW_1998(name, id, operation) {"crypto++-1998", name, #id, operation, false},
#define ROW_3_1(name, id, operation) {"crypto++-3.1", name, #id, operation, false},
#define BESIDE_1998(name, id, operation) {"crypto++-1998", name, #id, operation, true},
#define BESIDE_3_1(name, id, operation) {"crypto++-3.1", name, #id, operation, true},
#include "registry/suites.def"
#undef ROW_1998
#undef ROW_3_1
#undef BESIDE_1998
#undef BESIDE_3_1
};

const size_t suite_row_count = sizeof suite_rows / sizeof suite_rows[0];

const struct suite suites[] = {
    {"passwords-2014", "MD5, SHA-256, SHA-512 of 10,000,000 short passwords; 2014, Core i7-3770 3.4 GHz, CentOS 6.4, "
                       "OpenSSL's low-level calls (assay passwords)"},
    {"crypto++-1998", "Crypto++ benchmarks of about 1998: Pentium II 266 MHz, Windows NT 4.0, Visual C++ 5.0"},
    {"crypto++-3.1", "Crypto++ 3.1 benchmarks, 1999: Celeron 450 MHz, Windows 2000 beta 3, Visual C++ 6.0 SP2; the "
                     "figures are not preserved"},
    {"openssl", "every primitive that the linked libcrypto offers"},
    {"all", "every line of the registry"},
    {NULL, NULL},
};

const struct suite *suite_find(const char *name)
{
    for (const struct suite *suite = suites; suite->name != NULL; suite++)
        if (strcmp(suite->name, name) == 0)
            return suite;
    return NULL;
}

int suite_is_table(const struct suite *suite)
{
    for (size_t i = 0; i < suite_row_count; i++)
        if (strcmp(suite_rows[i].suite, suite->name) == 0)
            return 1;
    return 0;
}

int suite_has(const struct suite *suite, const struct primitive *primitive)
{
    if (strcmp(suite->name, "all") == 0)
        return 1;
    if (strcmp(suite->name, "openssl") == 0)
        return primitive->openssl.via != VIA_NONE;
    if (strcmp(suite->name, "passwords-2014") == 0)
        return strcmp(primitive->id, "md5") == 0 || strcmp(primitive->id, "sha256") == 0 ||
               strcmp(primitive->id, "sha512") == 0;
    for (size_t i = 0; i < suite_row_count; i++)
        if (strcmp(suite_rows[i].suite, suite->name) == 0 && strcmp(suite_rows[i].id, primitive->id) == 0)
            return 1;
    return 0;
}

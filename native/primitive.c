/* SPDX-License-Identifier: MIT */
#include "native/primitive.h"

#include <string.h>

const struct field *key_field(const struct key *key, const char *name)
{
    for (size_t i = 0; i < key->count; i++)
        if (strcmp(key->fields[i].name, name) == 0)
            return &key->fields[i];
    return NULL;
}

/* SPDX-License-Identifier: MIT */
#include "registry/keys.h"

#include <string.h>

const struct key *keys_find(const char *name)
{
    for (const struct named_key *entry = named_keys; entry->name != NULL; entry++)
        if (strcmp(entry->name, name) == 0)
            return &entry->key;
    return NULL;
}

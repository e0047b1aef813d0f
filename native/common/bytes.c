/* SPDX-License-Identifier: MIT */
#include "native/common/bytes.h"

/* Read anew at every call, so that no compiler can know what is called and drop it. */
static void *(*const volatile set_memory)(void *memory, int value, size_t size) = memset;

void wipe(void *memory, size_t size)
{
    if (size != 0)
        set_memory(memory, 0, size);
}

int equal_bytes(const uint8_t *a, const uint8_t *b, size_t size)
{
    uint8_t difference = 0;
    for (size_t i = 0; i < size; i++)
        difference |= a[i] ^ b[i];
    return (int)(1 & ((uint32_t)difference - 1) >> 8);
}

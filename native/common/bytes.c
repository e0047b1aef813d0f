/* SPDX-License-Identifier: MIT */
#include "native/common/bytes.h"

void wipe(void *memory, size_t size)
{
    volatile uint8_t *p = memory;
    for (size_t i = 0; i < size; i++)
        p[i] = 0;
}

int equal_bytes(const uint8_t *a, const uint8_t *b, size_t size)
{
    uint8_t difference = 0;
    for (size_t i = 0; i < size; i++)
        difference |= a[i] ^ b[i];
    return (int)(1 & ((uint32_t)difference - 1) >> 8);
}

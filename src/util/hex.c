/* SPDX-License-Identifier: MIT */
#include "util/hex.h"

static const char digits[] = "0123456789abcdef";

void hex_encode(char *text, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    text[2 * size] = '\0';
}

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

size_t hex_decode(uint8_t *bytes, size_t capacity, const char *text)
{
    size_t size = 0;
    for (; text[0] != '\0'; text += 2, size++) {
        int high = digit_value(text[0]);
        int low = high < 0 ? -1 : digit_value(text[1]);
        if (low < 0 || size == capacity)
            return SIZE_MAX;
        bytes[size] = (uint8_t)(high << 4 | low);
    }
    return size;
}

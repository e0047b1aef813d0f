/* SPDX-License-Identifier: MIT */
#include "util/hex.h"

#include "native/common/lanes.h"

#include <string.h>

static const char digits[] = "0123456789abcdef";

void hex_digits(char *text, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
}

void hex_encode(char *text, const uint8_t *bytes, size_t size)
{
    hex_digits(text, bytes, size);
    text[2 * size] = '\0';
}

void hex_digits_in_bulk(char *text, const uint8_t *bytes, size_t size)
{
#if ASSAY_VECTORS
    for (; size >= 16; size -= 16, bytes += 16, text += 32) {
        vec128_u8 v, first, second;
        memcpy(&v, bytes, sizeof v);
        vec128_u8 high = v >> 4, low = v & 15;
        /* A comparison that holds gives all ones: the distance from ':' to 'a'. */
        high += '0' + ((vec128_u8)(high > 9) & ('a' - '0' - 10));
        low += '0' + ((vec128_u8)(low > 9) & ('a' - '0' - 10));
        first = LANES(vec128_u8, high, low, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        second = LANES(vec128_u8, high, low, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        memcpy(text, &first, sizeof first);
        memcpy(text + 16, &second, sizeof second);
    }
#endif
    hex_digits(text, bytes, size);
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

/* SPDX-License-Identifier: MIT */
/* hex.h - bytes as lower-case hexadecimal text and back. */
#ifndef ASSAY_UTIL_HEX_H
#define ASSAY_UTIL_HEX_H

#include <stddef.h>
#include <stdint.h>

/* Writes 2 * SIZE characters and a terminator to TEXT. */
void hex_encode(char *text, const uint8_t *bytes, size_t size);

/* The 2 * SIZE characters alone. */
void hex_digits(char *text, const uint8_t *bytes, size_t size);

/* The same, 16 bytes at a time in vectors where the compiler has them: for many bytes. */
void hex_digits_in_bulk(char *text, const uint8_t *bytes, size_t size);

/*
 * Reads TEXT as an even number of hexadecimal digits into BYTES[0 .. CAPACITY); returns the number of bytes, or SIZE_MAX
 * where TEXT is something else or too long.
 */
size_t hex_decode(uint8_t *bytes, size_t capacity, const char *text);

#endif

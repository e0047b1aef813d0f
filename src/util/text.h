/* SPDX-License-Identifier: MIT */
/* text.h - strings as a terminal shows them, and as other formats quote them. */
#ifndef ASSAY_UTIL_TEXT_H
#define ASSAY_UTIL_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Whether the locale's characters are UTF-8 (after setlocale of LC_CTYPE). */
bool text_locale_is_utf8(void);

/* Copies TEXT to OUT[0 .. SIZE), terminated, cut between two characters where it is too long. */
void text_copy(char *out, size_t size, const char *text);

/*
 * Copies TEXT as text_copy does for a reader who does not trust it: a '?' stands for each control character and each
 * byte that is not UTF-8, and unless UTF8 for each character that is not ASCII.
 */
void text_printable(char *out, size_t size, const char *text, bool utf8);

/* Columns that TEXT takes on a terminal, one for each character. */
size_t text_columns(const char *text);

/*
 * Writes TEXT broken at spaces into lines of at most COLUMNS columns (0: as many as it takes), each behind INDENT
 * spaces, the first behind FIRST instead.
 */
void text_wrap(FILE *out, const char *first, size_t indent, const char *text, size_t columns);

/* TEXT inside an HTML element or a quoted attribute; control characters become spaces. */
void text_html(FILE *out, const char *text);

/* TEXT as one CSV field (RFC 4180); what a spreadsheet would take for a formula gets a ' in front. */
void text_csv(FILE *out, const char *text);

/* TEXT inside a Markdown table's cell or paragraph, so that nothing in it is markup. */
void text_markdown(FILE *out, const char *text);

#endif

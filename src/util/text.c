/* SPDX-License-Identifier: MIT */
#include "util/text.h"

#include <langinfo.h>
#include <string.h>

bool text_locale_is_utf8(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* Bytes of the well-formed UTF-8 character at TEXT; 0 where there is none. */
static size_t character_size(const char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    size_t size = p[0] < 0x80 ? 1 : p[0] < 0xc2 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : p[0] < 0xf5 ? 4 : 0;
    for (size_t i = 1; i < size; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f) || /* overlong, surrogates */
        (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f))   /* overlong, beyond U+10FFFF */
        return 0;
    return size;
}

static bool is_control(const char *text, size_t size)
{
    const unsigned char *p = (const unsigned char *)text;
    return (size == 1 && (p[0] < 0x20 || p[0] == 0x7f)) || (size == 2 && p[0] == 0xc2 && p[1] < 0xa0) ||
           (size == 3 && p[0] == 0xe2 && ((p[1] == 0x80 && p[2] >= 0xa8 && p[2] <= 0xae) || /* separators, direction */
                                          (p[1] == 0x81 && p[2] >= 0xa6 && p[2] <= 0xa9)));
}

void text_copy(char *out, size_t size, const char *text)
{
    size_t used = 0;
    while (*text != '\0') {
        size_t step = character_size(text);
        if (step == 0)
            step = 1;
        if (used + step >= size)
            break;
        memcpy(out + used, text, step);
        used += step;
        text += step;
    }
    out[used] = '\0';
}

void text_printable(char *out, size_t size, const char *text, bool utf8)
{
    size_t used = 0;
    while (*text != '\0') {
        size_t step = character_size(text);
        bool shown = step != 0 && !is_control(text, step) && (step == 1 || utf8);
        size_t needed = shown ? step : 1;
        if (used + needed >= size)
            break;
        if (shown)
            memcpy(out + used, text, step);
        else
            out[used] = '?';
        used += needed;
        text += step == 0 ? 1 : step;
    }
    out[used] = '\0';
}

size_t text_columns(const char *text)
{
    size_t columns = 0;
    for (; *text != '\0'; text++)
        columns += ((unsigned char)*text & 0xc0) != 0x80;
    return columns;
}

void text_wrap(FILE *out, const char *first, size_t indent, const char *text, size_t columns)
{
    size_t at = text_columns(first);
    bool line_is_empty = true;
    fputs(first, out);
    while (*text != '\0') {
        size_t size = strcspn(text, " ");
        size_t width = 0;
        for (size_t i = 0; i < size; i++)
            width += ((unsigned char)text[i] & 0xc0) != 0x80;
        if (!line_is_empty && columns != 0 && at + 1 + width > columns) {
            fprintf(out, "\n%*s", (int)indent, "");
            at = indent;
            line_is_empty = true;
        }
        if (!line_is_empty) {
            putc(' ', out);
            at++;
        }
        fwrite(text, 1, size, out);
        at += width;
        line_is_empty = false;
        text += size;
        text += strspn(text, " ");
    }
    putc('\n', out);
}

void text_html(FILE *out, const char *text)
{
    while (*text != '\0') {
        size_t step = character_size(text);
        if (step == 0) {
            fputs("&#65533;", out);
            step = 1;
        } else if (is_control(text, step)) {
            putc(' ', out);
        } else if (*text == '&') {
            fputs("&amp;", out);
        } else if (*text == '<') {
            fputs("&lt;", out);
        } else if (*text == '>') {
            fputs("&gt;", out);
        } else if (*text == '"') {
            fputs("&quot;", out);
        } else if (*text == '\'') {
            fputs("&#39;", out);
        } else {
            fwrite(text, 1, step, out);
        }
        text += step;
    }
}

void text_csv(FILE *out, const char *text)
{
    bool formula = *text != '\0' && strchr("=+-@\t\r", *text) != NULL;
    if (!formula && strpbrk(text, ",\"\r\n") == NULL) {
        fputs(text, out);
        return;
    }
    fputs(formula ? "\"'" : "\"", out);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            putc('"', out);
        putc(*text, out);
    }
    putc('"', out);
}

void text_markdown(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text < 0x20 || *text == 0x7f)
            putc(' ', out);
        else if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '&')
            fputs("&amp;", out);
        else if (strchr("\\`*_[]|~#", *text) != NULL)
            fprintf(out, "\\%c", *text);
        else
            putc(*text, out);
    }
}

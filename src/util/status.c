/* SPDX-License-Identifier: MIT */
#include "util/status.h"

#include "util/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *status_text(enum status status)
{
    switch (status) {
    case STATUS_OK:
        return "no error";
    case STATUS_REJECTED:
        return "refused as not genuine";
    case STATUS_BAD_LENGTH:
        return "length not allowed";
    case STATUS_BAD_PARAMETER:
        return "parameter out of range or inconsistent";
    case STATUS_OVERLAP:
        return "output partly overlaps input";
    case STATUS_LIMIT:
        return "limit of the standard reached";
    case STATUS_UNSUPPORTED:
        return "not offered here";
    case STATUS_NO_MEMORY:
        return "not enough memory";
    case STATUS_FAILED:
        return "failed";
    }
    return "unknown status";
}

enum status fail(struct message *message, enum status status, const char *format, ...)
{
    char raw[sizeof message->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(raw, sizeof raw, format, arguments);
    va_end(arguments);
    size_t used = 0;
    for (char *line = raw; line != NULL;) {
        char *end = strchr(line, '\n');
        if (end != NULL)
            *end = '\0';
        text_printable(message->text + used, sizeof message->text - used, line, true);
        used += strlen(message->text + used);
        if (end != NULL)
            message->text[used++] = '\n';
        line = end != NULL ? end + 1 : NULL;
    }
    message->status = status;
    return status;
}

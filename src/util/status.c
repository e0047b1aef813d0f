/* SPDX-License-Identifier: MIT */
#include "util/status.h"

#include <stdarg.h>
#include <stdio.h>

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
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message->text, sizeof message->text, format, arguments);
    va_end(arguments);
    message->status = status;
    return status;
}

/* SPDX-License-Identifier: MIT */
/* json.c - one document, {"machine":{...},"rows":[...]}, of the very objects that a record has a line each. */
#include "report/formats.h"
#include "results/record.h"

#include <stdlib.h>

static enum status put(struct report *report, json_t *json)
{
    int failed = json == NULL ? -1 : json_dumpf(json, report->out, JSON_COMPACT | JSON_REAL_PRECISION(RECORD_DIGITS));
    json_decref(json);
    return failed == 0 ? STATUS_OK : STATUS_FAILED;
}

static enum status json_begin(struct report *report)
{
    fputs("{\"machine\":", report->out);
    enum status status = put(report, json_of_environment(report->environment));
    fputs(",\n\"rows\":[", report->out);
    return status;
}

static enum status json_row(struct report *report, const struct row *row)
{
    fputs(report->row_count++ == 0 ? "\n" : ",\n", report->out);
    return put(report, json_of_row(row));
}

static enum status json_end(struct report *report)
{
    fputs("\n]}\n", report->out);
    return ferror(report->out) ? STATUS_FAILED : STATUS_OK;
}

const struct reporter json_reporter = {"json", "json", json_begin, json_row, json_end};

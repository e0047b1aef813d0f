/* SPDX-License-Identifier: MIT */
/*
 * csv.c - one line for each contender of each row, every line with the machine it belongs to, so that files can be put
 * together.  Absent figures are empty fields.
 */
#include "report/formats.h"
#include "util/text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void put_text(struct report *report, const char *text)
{
    text_csv(report->out, text);
    putc(',', report->out);
}

static void put_real(struct report *report, double value)
{
    if (isfinite(value))
        fprintf(report->out, "%.12g", value);
    putc(',', report->out);
}

static void put_integer(struct report *report, uint64_t value, uint64_t absent)
{
    if (value != absent)
        fprintf(report->out, "%" PRIu64, value);
    putc(',', report->out);
}

static enum status csv_begin(struct report *report)
{
    if (report->continued)
        return STATUS_OK;
    fputs("cpu,libcrypto,compiler,build_type,date,workload,suite,primitive,name,class,operation,shape,size,count,"
          "threads,misalignment,check,skip,published,contender,via,provider,unit,reason,digest,median_ns,mad_ns,total_ns,"
          "iterations,bytes_per_second,operations_per_second,reference,speed_ratio,low,high,warnings\r\n", report->out);
    return STATUS_OK;
}

/* The first ratio of CONTENDER in ROW, or NULL. */
static const struct row_ratio *first_ratio(const struct row *row, const char *contender)
{
    for (size_t i = 0; i < row->ratio_count; i++)
        if (strcmp(row->ratios[i].contender, contender) == 0)
            return &row->ratios[i];
    return NULL;
}

static void put_contender(struct report *report, const struct row *row, const struct row_contender *contender)
{
    const struct row_ratio *ratio = first_ratio(row, contender->name);
    put_text(report, contender->name);
    put_text(report, contender->via);
    put_text(report, contender->provider);
    put_text(report, contender->unit);
    put_text(report, contender->reason);
    put_text(report, contender->digest);
    put_real(report, contender->median_ns);
    put_real(report, contender->mad_ns);
    put_real(report, contender->total_ns);
    put_integer(report, contender->iterations, 0);
    put_real(report, contender->bytes_per_second);
    put_real(report, contender->operations_per_second);
    put_text(report, ratio == NULL ? "" : ratio->reference);
    put_real(report, ratio == NULL ? (double)NAN : ratio->ratio.speed_ratio);
    put_real(report, ratio == NULL ? (double)NAN : ratio->ratio.low);
    put_real(report, ratio == NULL ? (double)NAN : ratio->ratio.high);
}

static enum status csv_row(struct report *report, const struct row *row)
{
    static const struct row_contender none = {
        .median_ns = NAN, .mad_ns = NAN, .total_ns = NAN, .bytes_per_second = NAN, .operations_per_second = NAN};
    const struct environment *environment = report->environment;
    for (size_t i = 0; i < (row->contender_count == 0 ? 1 : row->contender_count); i++) {
        put_text(report, environment->cpu);
        put_text(report, environment->libcrypto_running);
        put_text(report, environment->compiler);
        put_text(report, environment->build_type);
        put_text(report, environment->date);
        put_text(report, row->workload);
        put_text(report, row->suite);
        put_text(report, row->primitive);
        put_text(report, row->name);
        put_text(report, row->class_name);
        put_text(report, row->operation);
        put_text(report, row->shape);
        put_integer(report, row->size, UINT64_MAX);
        put_integer(report, row->count, UINT64_MAX);
        put_integer(report, row->threads, 0);
        put_integer(report, row->misalignment, UINT64_MAX);
        put_text(report, row->check);
        put_text(report, row->skip);
        put_real(report, row->published);
        put_contender(report, row, row->contender_count == 0 ? &none : &row->contenders[i]);
        char warnings[ROW_WARNINGS_MAX * (sizeof row->warnings[0] + 2)] = "";
        for (size_t j = 0; j < row->warning_count; j++) {
            strcat(warnings, j == 0 ? "" : "; ");
            strcat(warnings, row->warnings[j]);
        }
        text_csv(report->out, warnings);
        fputs("\r\n", report->out);
    }
    return ferror(report->out) ? STATUS_FAILED : STATUS_OK;
}

static enum status csv_end(struct report *report)
{
    return ferror(report->out) ? STATUS_FAILED : STATUS_OK;
}

const struct reporter csv_reporter = {"csv", "csv", csv_begin, csv_row, csv_end};

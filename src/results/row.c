/* SPDX-License-Identifier: MIT */
#include "results/row.h"

#include "results/schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct row_contender *row_contender(const struct row *row, const char *name)
{
    for (size_t i = 0; i < row->contender_count; i++)
        if (strcmp(row->contenders[i].name, name) == 0)
            return &row->contenders[i];
    return NULL;
}

const struct row_ratio *row_ratio(const struct row *row, const char *contender, const char *reference)
{
    for (size_t i = 0; i < row->ratio_count; i++)
        if (strcmp(row->ratios[i].contender, contender) == 0 && strcmp(row->ratios[i].reference, reference) == 0)
            return &row->ratios[i];
    return NULL;
}

const char *row_job_difference(const struct row *a, const struct row *b)
{
    /* What comes before "check" is asked for, the rest is found. */
    for (const struct member *member = row_members; strcmp(member->name, "check") != 0; member++) {
        const char *field = (const char *)a + member->offset, *other = (const char *)b + member->offset;
        if (member->type == MEMBER_TEXT ? strcmp(field, other) != 0 : memcmp(field, other, member->size) != 0)
            return member->name;
    }
    return NULL;
}

struct modes row_modes(const struct row *row)
{
    return (struct modes){
        .kind = row->quiet != NULL ? MODES_TOLD_APART : row->all_busy ? MODES_ALL_BUSY : MODES_ALIKE,
        .rounds = (size_t)row->rounds,
        .quiet_rounds = (size_t)row->quiet_rounds,
        .quiet_ns = row->canary_quiet_ns,
        .busy_ns = row->canary_busy_ns,
        .quiet = row->quiet,
    };
}

void row_take_modes(struct row *row, struct modes *modes)
{
    bool told_apart = modes->kind == MODES_TOLD_APART;
    row->rounds = modes->rounds;
    row->quiet_rounds = told_apart ? modes->quiet_rounds : 0;
    row->all_busy = modes->kind == MODES_ALL_BUSY;
    row->canary_quiet_ns = modes->quiet_ns;
    row->canary_busy_ns = modes->busy_ns;
    free(row->quiet);
    row->quiet = NULL;
    if (told_apart) {
        row->quiet = modes->quiet;
        modes->quiet = NULL;
    }
    modes_free(modes);
}

enum row_outcome row_outcome(const struct row *row)
{
    bool skipped = row->skip[0] != '\0', refused = false;
    if (strcmp(row->check, "mismatch") == 0)
        return ROW_FAILED;
    for (size_t i = 0; i < row->contender_count; i++) {
        const struct row_contender *contender = &row->contenders[i];
        bool none = strcmp(contender->via, "none") == 0;
        if (skipped && !none)
            return ROW_FAILED;
        refused = refused || none || contender->reason[0] != '\0';
    }
    return skipped || refused ? ROW_UNAVAILABLE : ROW_OK;
}

void row_nobody(const struct row *row, char *text, size_t size)
{
    const char *reason = row->contender_count != 0 ? row->contenders[0].reason : "none has the operation";
    snprintf(text, size, ROW_NOBODY "%.*s", (int)(sizeof row->skip - sizeof ROW_NOBODY), reason);
}

enum row_skip row_skip(const struct row *row)
{
    const char *text = row->skip;
    const size_t id = strlen(row->primitive);
    const bool size = strncmp(text, "size ", 5) == 0 && strstr(text, " is not a multiple of the block of ") != NULL;
    if (size || strstr(text, " is no permutation: ") != NULL)
        return ROW_SKIP_IMPOSSIBLE;
    if (strncmp(text, ROW_NOBODY, sizeof ROW_NOBODY - 1) == 0)
        return ROW_SKIP_NOBODY;
    const bool named = strncmp(text, row->primitive, id) == 0 && (text[id] == ' ' || text[id] == ':');
    const bool answer = strcmp(row->check, "mismatch") == 0 && strstr(text, ": vector ") != NULL;
    return named || answer ? ROW_SKIP_FAILED : ROW_SKIP_UNKNOWN;
}

void row_free(struct row *row)
{
    for (size_t i = 0; i < row->contender_count; i++) {
        free(row->contenders[i].series.samples);
        row->contenders[i].series.samples = NULL;
        row->contenders[i].series.count = 0;
    }
    free(row->canary.samples);
    row->canary.samples = NULL;
    row->canary.count = 0;
    free(row->quiet);
    row->quiet = NULL;
}

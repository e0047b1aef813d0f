/* SPDX-License-Identifier: MIT */
/* Records of any bytes: refused with a message, or read; then reported and compared with themselves. */
#include "report/page.h"
#include "report/reporter.h"
#include "results/compare.h"
#include "results/record.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct record record;
    struct message message;
    struct comparison comparison;
    char path[32];
    int descriptor = memfd_create("record", 0);
    if (descriptor < 0 || write(descriptor, data, size) != (ssize_t)size)
        abort();
    snprintf(path, sizeof path, "/dev/fd/%d", descriptor);
    if (record_read(&record, path, &message) == STATUS_OK) {
        char *text = NULL;
        size_t length;
        for (size_t i = 0; reporters[i] != NULL; i++) {
            struct report report;
            FILE *file = open_memstream(&text, &length);
            report_setup(&report, file, &record.environment, "fuzz");
            report.columns = i == 0 ? size % 200 : 0;
            if (reporters[i]->begin(&report) == STATUS_OK)
                for (size_t j = 0; j < record.count; j++)
                    reporters[i]->row(&report, &record.rows[j]);
            reporters[i]->end(&report);
            fclose(file);
            free(text);
        }
        FILE *file = open_memstream(&text, &length);
        page_write(file, &record, 1, NULL, NULL);
        fclose(file);
        if (strstr(text, "<script>alert") != NULL)
            abort();
        free(text);
        if (compare_records(&comparison, &record, &record, COMPARE_THRESHOLD) == STATUS_OK)
            comparison_free(&comparison);
        record_free(&record);
    } else if (strchr(message.text, ':') == NULL || record.rows != NULL) {
        abort();
    }
    close(descriptor);
    return 0;
}

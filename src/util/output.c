/* SPDX-License-Identifier: MIT */
#include "util/output.h"

#include "util/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum status fail_errno(const struct output *output, const char *doing, struct message *message)
{
    const char *name = strcmp(output->path, "-") == 0 ? "standard output" : output->path;
    return fail(message, STATUS_FAILED, "%s: %s: %s", name, doing, strerror(errno));
}

static enum status fail_exists(const struct output *output, struct message *message)
{
    return fail(message, STATUS_FAILED, "%s: exists already, expected a new name (or --force to overwrite it)",
                output->path);
}

/* Opens a file of its own beside the real one, with the permissions that the real one would get. */
static FILE *open_temporary(struct output *output)
{
    snprintf(output->temporary, sizeof output->temporary, "%s.XXXXXX", output->path);
    int descriptor = mkstemp(output->temporary);
    if (descriptor < 0) {
        output->temporary[0] = '\0';
        return NULL;
    }
    mode_t mask = umask(0);
    umask(mask);
    fchmod(descriptor, 0666 & ~mask);
    FILE *file = fdopen(descriptor, "w");
    if (file == NULL) {
        close(descriptor);
        unlink(output->temporary);
    }
    return file;
}

/* Whether PATH, or DESCRIPTOR where that is "-", is a file that can be lost; *KNOWN is what it is. */
static bool is_file(const char *path, int descriptor, struct stat *known)
{
    return (strcmp(path, "-") == 0 ? fstat(descriptor, known) : stat(path, known)) == 0 && S_ISREG(known->st_mode);
}

enum status output_spares(const char *path, const char *const *inputs, size_t count, struct message *message)
{
    struct stat output, input;
    if (!is_file(path, STDOUT_FILENO, &output))
        return STATUS_OK;
    for (size_t i = 0; i < count; i++)
        if (is_file(inputs[i], STDIN_FILENO, &input) && input.st_dev == output.st_dev && input.st_ino == output.st_ino)
            return fail(message, STATUS_FAILED, "%s: the output is the same file as the input %s, expected another",
                        strcmp(path, "-") == 0 ? "standard output" : path,
                        strcmp(inputs[i], "-") == 0 ? "standard input" : inputs[i]);
    return STATUS_OK;
}

enum status output_open(struct output *output, const char *path, bool force, struct message *message)
{
    struct stat known;
    memset(output, 0, sizeof *output);
    output->force = force;
    text_copy(output->path, sizeof output->path, path);
    if (strcmp(path, "-") == 0) {
        output->file = stdout;
        return STATUS_OK;
    }
    if (stat(path, &known) == 0) {
        if (S_ISREG(known.st_mode) && !force)
            return fail_exists(output, message);
        if (!S_ISREG(known.st_mode))
            output->file = fopen(path, "w");
    }
    if (output->file == NULL && (stat(path, &known) != 0 || S_ISREG(known.st_mode)))
        output->file = open_temporary(output);
    return output->file != NULL ? STATUS_OK : fail_errno(output, "cannot open for writing", message);
}

enum status output_commit(struct output *output, struct message *message)
{
    enum status status = STATUS_OK;
    errno = 0;
    bool failed = fflush(output->file) != 0 || ferror(output->file);
    if (failed && errno == 0) /* an earlier write, whose reason is gone */
        errno = EIO;
    if (failed)
        status = fail_errno(output, "cannot write", message);
    if (output->file != stdout && fclose(output->file) != 0 && !failed)
        status = fail_errno(output, "cannot write", message);
    output->file = NULL;
    if (output->temporary[0] == '\0')
        return status;
    if (status == STATUS_OK && !output->force && access(output->path, F_OK) == 0)
        status = fail_exists(output, message);
    if (status == STATUS_OK && rename(output->temporary, output->path) != 0)
        status = fail_errno(output, "cannot write", message);
    if (status != STATUS_OK)
        unlink(output->temporary);
    return status;
}

void output_abandon(struct output *output)
{
    if (output->file != NULL && output->file != stdout)
        fclose(output->file);
    if (output->temporary[0] != '\0')
        unlink(output->temporary);
    output->file = NULL;
}

/* SPDX-License-Identifier: MIT */
/* Reads what the system tells in files and calls; no setting is changed, and no instruction asked what only it knows. */
#define _POSIX_C_SOURCE 200809L

#include "measure/environment.h"

#include "measure/commit.h"
#include "measure/config.h"
#include "native/common/lanes.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

enum { GOVERNOR_CORES_MAX = 1024 };

static const char UNKNOWN[] = "unknown";

/* Formats into a field; what does not fit is cut. */
static void set(char *field, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(field, size, format, arguments);
    va_end(arguments);
}

#define SET(field, ...) set((field), sizeof(field), __VA_ARGS__)

/* ------------------------------------------------------------------------------------------------- files */

/* Opens the file that FORMAT names below ROOT; NULL where there is none. */
static FILE *open_below(const char *root, const char *format, va_list arguments)
{
    char path[4096];
    int used = snprintf(path, sizeof path, "%s", root);
    if (used < 0 || (size_t)used >= sizeof path)
        return NULL;
    int added = vsnprintf(path + used, sizeof path - (size_t)used, format, arguments);
    if (added < 0 || (size_t)added >= sizeof path - (size_t)used)
        return NULL;
    return fopen(path, "r");
}

static void trim(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    size_t blanks = strspn(text, " \t");
    memmove(text, text + blanks, length - blanks + 1);
}

/* The first line of a file below ROOT, trimmed; false where there is none or it is empty. */
static bool read_line(char *line, size_t size, const char *root, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    FILE *file = open_below(root, format, arguments);
    va_end(arguments);

    if (file == NULL)
        return false;
    bool read = fgets(line, (int)size, file) != NULL;
    fclose(file);
    if (!read)
        return false;
    trim(line);
    return line[0] != '\0';
}

/*
 * The value of the first line "NAME<blanks>SEPARATOR VALUE" of a file below ROOT, trimmed; false where there is none.
 * Of a line longer than its buffer the rest is cut.
 */
static bool read_value(char *value, size_t size, const char *name, char separator, const char *root, const char *path, ...)
{
    static const size_t LINE_SIZE = 8192;
    va_list arguments;
    va_start(arguments, path);
    FILE *file = open_below(root, path, arguments);
    va_end(arguments);

    bool found = false;
    char *line = malloc(LINE_SIZE);
    if (file == NULL || line == NULL)
        goto done;
    while (!found && fgets(line, (int)LINE_SIZE, file) != NULL) {
        char *split = strchr(line, separator);
        if (split == NULL)
            continue;
        *split = '\0';
        trim(line);
        if (strcmp(line, name) != 0)
            continue;
        trim(split + 1);
        found = split[1] != '\0';
        if (found)
            set(value, size, "%s", split + 1);
    }
done:
    if (file != NULL)
        fclose(file);
    free(line);
    return found;
}

/* --------------------------------------------------------------------------------------------- the machine */

static void read_system(struct environment *environment, const char *root)
{
    struct utsname names;
    if (uname(&names) >= 0)
        SET(environment->system, "%s %s %s", names.sysname, names.release, names.machine);

    char name[sizeof environment->distribution];
    if (read_value(name, sizeof name, "PRETTY_NAME", '=', root, "/etc/os-release") ||
        read_value(name, sizeof name, "PRETTY_NAME", '=', root, "/usr/lib/os-release")) {
        size_t length = strlen(name);
        if (length >= 2 && name[0] == '"' && name[length - 1] == '"') {
            name[length - 1] = '\0';
            SET(environment->distribution, "%s", name + 1);
        } else {
            SET(environment->distribution, "%s", name);
        }
    }
}

/* Cores in a list as the kernel writes it: "0-3,8,10-11"; 0 where it is not one. */
static unsigned cores_of_list(const char *list)
{
    unsigned long cores = 0;
    while (*list != '\0') {
        char *end;
        unsigned long first = strtoul(list, &end, 10), last = first;
        if (end == list)
            return 0;
        if (*end == '-') {
            list = end + 1;
            last = strtoul(list, &end, 10);
            if (end == list || last < first)
                return 0;
        }
        cores += last - first + 1;
        if (cores > 1u << 20 || (*end != ',' && *end != '\0'))
            return 0;
        list = *end == ',' ? end + 1 : end;
    }
    return (unsigned)cores;
}

static void read_cpu(struct environment *environment, const char *root)
{
    static const char *const names[] = {"model name", "cpu model", "Model Name", "Model", "uarch", "cpu", "Hardware"};
    static const char *const features[] = {"flags", "Features", "features", "isa"};
    char value[sizeof environment->cpu_features], part[32];
    bool found = false;

    for (size_t i = 0; i < sizeof names / sizeof *names && !found; i++)
        found = read_value(environment->cpu, sizeof environment->cpu, names[i], ':', root, "/proc/cpuinfo");
    if (!found && read_value(value, sizeof value, "CPU implementer", ':', root, "/proc/cpuinfo") &&
        read_value(part, sizeof part, "CPU part", ':', root, "/proc/cpuinfo"))
        SET(environment->cpu, "implementer %.32s part %s", value, part);

    found = false;
    for (size_t i = 0; i < sizeof features / sizeof *features && !found; i++)
        found = read_value(environment->cpu_features, sizeof environment->cpu_features, features[i], ':', root,
                           "/proc/cpuinfo");

    if (read_line(value, sizeof value, root, "/sys/devices/system/cpu/online"))
        environment->cores_online = cores_of_list(value);
    if (environment->cores_online == 0 && root[0] == '\0') {
        long cores = sysconf(_SC_NPROCESSORS_ONLN);
        environment->cores_online = cores > 0 ? (unsigned)cores : 0;
    }
    environment->vector_bits = vector_bits_of_cpu();

    if (read_line(value, sizeof value, root, "/proc/loadavg")) {
        char *end;
        double load = strtod(value, &end);
        environment->load_1min = end != value && load >= 0 ? load : NAN;
    }
}

/* Whether LIST, words parted by blanks, has WORD. */
static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = strstr(list, word); at != NULL; at = strstr(at + 1, word)) {
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    }
    return false;
}

static void read_hypervisor(struct environment *environment, const char *root)
{
    static const struct {
        const char *path, *part, *name;
    } signs[] = {
        {"/sys/class/dmi/id/sys_vendor", "Amazon EC2", "Amazon EC2"},
        {"/sys/class/dmi/id/sys_vendor", "QEMU", "QEMU"},
        {"/sys/class/dmi/id/sys_vendor", "VMware", "VMware"},
        {"/sys/class/dmi/id/sys_vendor", "innotek", "VirtualBox"},
        {"/sys/class/dmi/id/sys_vendor", "Xen", "Xen"},
        {"/sys/class/dmi/id/product_name", "Virtual Machine", "Hyper-V"},
        {"/sys/class/dmi/id/product_name", "Google Compute Engine", "Google Compute Engine"},
        {"/sys/class/dmi/id/product_name", "KVM", "KVM"},
        {"/proc/device-tree/hypervisor/compatible", "kvm", "KVM"},
        {"/proc/device-tree/hypervisor/compatible", "xen", "Xen"},
        {"/sys/devices/system/clocksource/clocksource0/available_clocksource", "kvm-clock", "KVM"},
        {"/sys/devices/system/clocksource/clocksource0/available_clocksource", "hyperv", "Hyper-V"},
        {"/sys/devices/system/clocksource/clocksource0/available_clocksource", "xen", "Xen"},
    };
    char line[256];

    /* On Amazon's bare-metal machines the vendor is theirs, too: the processor's own flag has the last word. */
    bool x86 = has_word(environment->cpu_features, "fpu");
    environment->virtualised = x86 && has_word(environment->cpu_features, "hypervisor");
    if (x86 && !environment->virtualised) {
        SET(environment->hypervisor, "none");
        return;
    }
    if (read_line(line, sizeof line, root, "/sys/hypervisor/type")) {
        environment->virtualised = true;
        SET(environment->hypervisor, "%.60s", line);
        return;
    }
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (read_line(line, sizeof line, root, "%s", signs[i].path) && strstr(line, signs[i].part) != NULL) {
            environment->virtualised = true;
            SET(environment->hypervisor, "%s", signs[i].name);
            return;
        }
    }
}

static void read_frequency(struct environment *environment, const char *root)
{
    char line[32];
    char *governors = environment->governor;
    size_t used = 0;

    unsigned cores = environment->cores_online < GOVERNOR_CORES_MAX ? environment->cores_online : GOVERNOR_CORES_MAX;
    for (unsigned core = 0; core < cores; core++) {
        if (!read_line(line, sizeof line, root, "/sys/devices/system/cpu/cpu%u/cpufreq/scaling_governor", core))
            continue;
        bool known = false;
        for (const char *at = strstr(governors, line); used > 0 && at != NULL && !known; at = strstr(at + 1, line))
            known = (at == governors || at[-1] == ' ') && (at[strlen(line)] == ',' || at[strlen(line)] == '\0');
        if (known || used + strlen(line) + 3 > sizeof environment->governor)
            continue;
        used += (size_t)snprintf(governors + used, sizeof environment->governor - used, "%s%s", used > 0 ? ", " : "", line);
    }

    if (read_line(line, sizeof line, root, "/sys/devices/system/cpu/intel_pstate/no_turbo"))
        SET(environment->turbo, "%s", strcmp(line, "0") == 0 ? "on" : "off");
    else if (read_line(line, sizeof line, root, "/sys/devices/system/cpu/cpufreq/boost"))
        SET(environment->turbo, "%s", strcmp(line, "0") == 0 ? "off" : "on");
}

static void read_build(struct environment *environment)
{
    SET(environment->assay_version, "%s", ASSAY_VERSION);
    SET(environment->commit, "%s", ASSAY_COMMIT);
    SET(environment->compiler, "%s", ASSAY_COMPILER);
    SET(environment->compiler_flags, "%s", ASSAY_COMPILER_FLAGS);
    SET(environment->build_type, "%s", ASSAY_BUILD_TYPE);
#ifdef __OPTIMIZE__
    environment->optimised = !ASSAY_SANITIZED;
#else
    environment->optimised = ASSAY_OPTIMIZED && !ASSAY_SANITIZED;
#endif
}

void environment_read(struct environment *environment, const struct clock *clock, const char *system_root)
{
    *environment = (struct environment){.load_1min = NAN, .noise_floor = NAN, .noise_floor_usual = NAN,
                                        .noise_floor_spread = NAN, .canary_quiet_ns = NAN};
    SET(environment->command, "%s", UNKNOWN);
    SET(environment->date, "%s", UNKNOWN);
    SET(environment->system, "%s", UNKNOWN);
    SET(environment->distribution, "%s", UNKNOWN);
    SET(environment->cpu, "%s", UNKNOWN);
    SET(environment->cpu_features, "%s", UNKNOWN);
    SET(environment->hypervisor, "%s", UNKNOWN);
    SET(environment->governor, "%s", UNKNOWN);
    SET(environment->turbo, "%s", UNKNOWN);
    SET(environment->libcrypto_built, "%s", UNKNOWN);
    SET(environment->libcrypto_running, "%s", UNKNOWN);
    SET(environment->libcrypto_cpu, "%s", UNKNOWN);
    SET(environment->providers, "%s", UNKNOWN);
    SET(environment->clock, "%s", clock->name);

    time_t now = time(NULL);
    struct tm utc;
    if (now != (time_t)-1 && gmtime_r(&now, &utc) != NULL)
        strftime(environment->date, sizeof environment->date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    if (clock_resolution(clock, &environment->clock_resolution_ns) != STATUS_OK)
        environment->clock_resolution_ns = 0;

    read_build(environment);
    read_system(environment, system_root);
    read_cpu(environment, system_root);
    read_hypervisor(environment, system_root);
    read_frequency(environment, system_root);
}

/* ------------------------------------------------------------------------------------------ noise and advice */

void noise_floor_set(struct environment *environment, double widths[NOISE_REPEATS], double deviations[NOISE_REPEATS])
{
    environment->noise_floor = expm1(median_of(widths, NOISE_REPEATS));
    (void)median_of(deviations, NOISE_REPEATS); /* which sorts them */
    environment->noise_floor_usual = expm1(deviations[NOISE_REPEATS - 2]);
    environment->noise_floor_spread = expm1(deviations[NOISE_REPEATS - 1]);
}

enum status noise_floor_measure(struct environment *environment, const struct sampler_options *options,
                                struct slice slice_a, struct slice slice_b)
{
    struct sampler_options shorter = *options;
    struct slice slices[2] = {slice_a, slice_b};
    double widths[NOISE_REPEATS], deviations[NOISE_REPEATS];

    shorter.seconds = options->seconds / NOISE_REPEATS;
    shorter.canary_quiet_ns = NAN;
    for (size_t repeat = 0; repeat < NOISE_REPEATS; repeat++) {
        struct series series[2], canary;
        size_t culprit;
        enum status status = sample_interleaved(&shorter, slices, 2, series, &canary, &culprit);
        struct modes modes = modes_find(series, 2, &canary, shorter.canary_quiet_ns);
        struct ratio ratio = ratio_of(&series[0], &series[1], &modes, rounds_to_report(&modes), 0.95);
        shorter.canary_quiet_ns = modes.known_ns;
        modes_free(&modes);
        series_free(series, 2);
        series_free(&canary, 1);
        if (status != STATUS_OK)
            return status;
        if (isnan(ratio.low))
            return STATUS_OK; /* interrupted, or the work is too long for the time: not measured */
        widths[repeat] = (log(ratio.high) - log(ratio.low)) / 2;
        deviations[repeat] = fabs(log(ratio.speed_ratio));
    }
    noise_floor_set(environment, widths, deviations);
    environment->canary_quiet_ns = shorter.canary_quiet_ns;
    return STATUS_OK;
}

struct advice_list {
    struct advice *advice;
    size_t capacity;
    size_t count;
};

static void advise(struct advice_list *list, const char *format, ...)
{
    if (list->count == list->capacity)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(list->advice[list->count].text, sizeof list->advice[list->count].text, format, arguments);
    va_end(arguments);
    list->count++;
}

size_t environment_advice(const struct environment *environment, struct advice *advice, size_t capacity)
{
    struct advice_list list = {.advice = advice, .capacity = capacity};

    if (!environment->optimised)
        advise(&list, "this is not an optimized build (%s): configure with meson setup --buildtype=release and without "
                      "sanitizers", environment->build_type);
    if (environment->clock_resolution_ns == 0)
        advise(&list, "the clock %s stands still or goes back: nothing can be timed here", environment->clock);
    else if (environment->clock_resolution_ns > 1000)
        advise(&list, "the clock %s has steps of %.3g us, so every slice is longer: choose a finer clock source for the "
                      "kernel", environment->clock, (double)environment->clock_resolution_ns / 1000);
    if (strcmp(environment->governor, UNKNOWN) != 0 && strcmp(environment->governor, "performance") != 0)
        advise(&list, "the frequency governor is %s, so speeds depend on recent load: choose performance (cpupower "
                      "frequency-set -g performance)", environment->governor);
    if (strcmp(environment->turbo, "on") == 0)
        advise(&list, "turbo is on, so speeds depend on heat and on the other cores: switch it off to compare figures "
                      "of different runs");
    if (environment->load_1min > 0.5 * (environment->cores_online > 0 ? environment->cores_online : 1))
        advise(&list, "other programs are running (load %.2f on %u core%s): stop them, or wait", environment->load_1min,
               environment->cores_online, environment->cores_online == 1 ? "" : "s");
    if (environment->virtualised)
        advise(&list, "this is a virtual machine (%s), whose neighbours may share its cores: compare the ratios rather "
                      "than the speeds, and repeat, or use a machine of your own", environment->hypervisor);
    if (environment->cores_online == 1)
        advise(&list, "there is one core for everything, so that any other program interrupts the timing: use a machine "
                      "with two");
    if (environment->noise_floor_usual > 0.02)
        advise(&list, "a contender against itself differed by %.1f %%, and more than once: take smaller differences for none, "
                      "or give more time with --seconds", 100 * environment->noise_floor_usual);
    return list.count;
}

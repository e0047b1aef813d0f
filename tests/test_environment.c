/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "fake_clock.h"
#include "measure/environment.h"
#include "tap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES_MAX = 16, PATH_SIZE = 512 };

/* A system made of a few files in a folder of its own. */
struct tree {
    char root[PATH_SIZE];
    char paths[64][PATH_SIZE]; /* what to remove afterwards, folders before what is in them */
    size_t count;
};

struct file {
    const char *path, *content;
};

static void note(struct tree *tree, const char *path)
{
    assert_true(tree->count < sizeof tree->paths / sizeof *tree->paths);
    snprintf(tree->paths[tree->count++], PATH_SIZE, "%s", path);
}

static void add_file(struct tree *tree, const char *path, const char *content)
{
    char full[PATH_SIZE];
    assert_in_range(snprintf(full, sizeof full, "%s%s", tree->root, path), 1, sizeof full - 1);
    for (char *slash = full + strlen(tree->root) + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = '\0';
        if (mkdir(full, 0700) == 0)
            note(tree, full);
        *slash = '/';
    }
    FILE *file = fopen(full, "w");
    assert_non_null(file);
    fputs(content, file);
    fclose(file);
    note(tree, full);
}

static void make_tree(struct tree *tree, const struct file *files, size_t count)
{
    const char *folder = getenv("TMPDIR");
    memset(tree, 0, sizeof *tree);
    snprintf(tree->root, sizeof tree->root, "%s/assay-environment-XXXXXX", folder != NULL ? folder : "/tmp");
    assert_non_null(mkdtemp(tree->root));
    for (size_t i = 0; i < count; i++)
        add_file(tree, files[i].path, files[i].content);
}

static void remove_tree(struct tree *tree)
{
    while (tree->count > 0)
        assert_int_equal(remove(tree->paths[--tree->count]), 0);
    assert_int_equal(rmdir(tree->root), 0);
}

static struct environment read_tree(const struct file *files, size_t count)
{
    static const struct fake_clock fresh = {.time_ns = 1, .reading_ns = 25};
    struct tree tree;
    struct environment environment;
    struct fake_clock fake = fresh;
    struct clock clock = clock_of(&fake);

    make_tree(&tree, files, count);
    memset(&environment, 0xff, sizeof environment);
    environment_read(&environment, &clock, tree.root);
    remove_tree(&tree);
    return environment;
}

#define READ_TREE(...) \
    read_tree((const struct file[]){__VA_ARGS__}, sizeof((const struct file[]){__VA_ARGS__}) / sizeof(struct file))

static bool advised(const struct environment *environment, const char *part)
{
    struct advice advice[ENVIRONMENT_ADVICE_MAX];
    size_t count = environment_advice(environment, advice, ENVIRONMENT_ADVICE_MAX), found = 0;
    for (size_t i = 0; i < count; i++)
        found += strstr(advice[i].text, part) != NULL;
    assert_true(found <= 1);
    return found == 1;
}

/* --------------------------------------------------------------------------------------------------- machines */

#define X86_CPUINFO(flags) \
    "processor\t: 0\nvendor_id\t: AuthenticAMD\nmodel name\t: Example CPU 9000  \nflags\t\t: fpu sse2 " flags "\n" \
    "bugs\t\t: none\n\nprocessor\t: 1\nmodel name\t: Another\nflags\t\t: fpu\n"

static void a_desktop(void **state)
{
    (void)state;
    struct environment environment = READ_TREE(
        {"/proc/cpuinfo", X86_CPUINFO("avx2")},
        {"/proc/loadavg", "0.25 0.17 0.09 1/92 8548\n"},
        {"/etc/os-release", "NAME=\"Example\"\nPRETTY_NAME=\"Example Linux 12 (worm)\"\n"},
        {"/sys/devices/system/cpu/online", "0-3,6,8-9\n"},
        {"/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n"},
        {"/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance\n"},
        {"/sys/devices/system/cpu/intel_pstate/no_turbo", "1\n"},
        {"/sys/class/dmi/id/sys_vendor", "Amazon EC2\n"});
    assert_string_equal(environment.cpu, "Example CPU 9000");
    assert_string_equal(environment.cpu_features, "fpu sse2 avx2");
    assert_string_equal(environment.distribution, "Example Linux 12 (worm)");
    assert_int_equal(environment.cores_online, 7);
    assert_string_equal(environment.governor, "performance");
    assert_string_equal(environment.turbo, "off");
    assert_true(environment.load_1min == 0.25);
    assert_false(environment.virtualised);
    assert_string_equal(environment.hypervisor, "none");
    assert_string_equal(environment.clock, "fake");
    assert_int_equal(environment.clock_resolution_ns, 25);
    assert_false(advised(&environment, "governor"));
    assert_false(advised(&environment, "turbo"));
    assert_false(advised(&environment, "virtual"));
    assert_false(advised(&environment, "load"));
    assert_false(advised(&environment, "clock"));
}

static void a_governor_that_saves_power_is_warned_of(void **state)
{
    (void)state;
    struct environment environment = READ_TREE(
        {"/sys/devices/system/cpu/online", "0-1\n"},
        {"/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n"},
        {"/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave\n"},
        {"/sys/devices/system/cpu/cpufreq/boost", "1\n"});
    assert_string_equal(environment.governor, "powersave");
    assert_string_equal(environment.turbo, "on");
    assert_true(advised(&environment, "the frequency governor is powersave"));
    assert_true(advised(&environment, "turbo is on"));

    environment = READ_TREE(
        {"/sys/devices/system/cpu/online", "0-3\n"},
        {"/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n"},
        {"/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave\n"},
        {"/sys/devices/system/cpu/cpu2/cpufreq/scaling_governor", "performance\n"},
        {"/sys/devices/system/cpu/cpu3/cpufreq/scaling_governor", "power\n"},
        {"/sys/devices/system/cpu/intel_pstate/no_turbo", "0\n"});
    assert_string_equal(environment.governor, "performance, powersave, power");
    assert_string_equal(environment.turbo, "on");
    assert_true(advised(&environment, "governor"));
}

static void a_container_without_cpufreq_is_unknown(void **state)
{
    (void)state;
    struct environment environment = READ_TREE({"/proc/cpuinfo", X86_CPUINFO("hypervisor")},
                                               {"/sys/devices/system/cpu/online", "0-1\n"});
    assert_string_equal(environment.governor, "unknown");
    assert_string_equal(environment.turbo, "unknown");
    assert_false(advised(&environment, "governor"));
    assert_false(advised(&environment, "turbo"));
    assert_true(environment.virtualised);
    assert_string_equal(environment.hypervisor, "unknown");
    assert_true(isnan(environment.load_1min));
}

static void hypervisors(void **state)
{
    (void)state;
    struct environment environment =
        READ_TREE({"/proc/cpuinfo", X86_CPUINFO("hypervisor avx")}, {"/sys/class/dmi/id/sys_vendor", "QEMU\n"});
    assert_true(environment.virtualised);
    assert_string_equal(environment.hypervisor, "QEMU");
    assert_true(advised(&environment, "virtual machine (QEMU)"));

    environment = READ_TREE(
        {"/proc/cpuinfo", X86_CPUINFO("hypervisor")},
        {"/sys/devices/system/clocksource/clocksource0/available_clocksource", "tsc kvm-clock acpi_pm \n"});
    assert_string_equal(environment.hypervisor, "KVM");

    environment = READ_TREE({"/proc/cpuinfo", "processor : 0\nFeatures : fp asimd aes sha2\nCPU implementer : 0x41\n"
                                              "CPU part : 0xd0c\n"},
                            {"/sys/hypervisor/type", "xen\n"});
    assert_true(environment.virtualised);
    assert_string_equal(environment.hypervisor, "xen");
    assert_string_equal(environment.cpu, "implementer 0x41 part 0xd0c");
    assert_string_equal(environment.cpu_features, "fp asimd aes sha2");
}

static void an_empty_system_is_unknown(void **state)
{
    (void)state;
    struct environment environment = read_tree(NULL, 0);
    assert_string_equal(environment.cpu, "unknown");
    assert_string_equal(environment.cpu_features, "unknown");
    assert_string_equal(environment.distribution, "unknown");
    assert_string_equal(environment.governor, "unknown");
    assert_string_equal(environment.hypervisor, "unknown");
    assert_string_equal(environment.command, "unknown");
    assert_string_equal(environment.providers, "unknown");
    assert_false(environment.virtualised);
    assert_int_equal(environment.cores_online, 0);
    assert_true(isnan(environment.load_1min) && isnan(environment.noise_floor) &&
                isnan(environment.noise_floor_usual) && isnan(environment.noise_floor_spread) &&
                isnan(environment.canary_quiet_ns));
    assert_string_not_equal(environment.system, "unknown");
}

static void odd_files_do_no_harm(void **state)
{
    (void)state;
    enum { LONG = 40000 };
    char *line = malloc(LONG + 1), *info = malloc(LONG + 64);
    assert_non_null(line);
    assert_non_null(info);
    memset(line, 'x', LONG);
    line[LONG] = '\0';
    snprintf(info, LONG + 64, "model name : %s\nflags : %s\n", line, "fpu");

    struct environment environment = READ_TREE({"/proc/cpuinfo", info}, {"/proc/loadavg", line},
                                               {"/etc/os-release", line}, {"/sys/devices/system/cpu/online", line},
                                               {"/sys/hypervisor/type", line});
    assert_int_equal(strlen(environment.cpu), sizeof environment.cpu - 1);
    assert_string_equal(environment.cpu_features, "fpu");
    assert_int_equal(environment.cores_online, 0);
    assert_true(isnan(environment.load_1min));

    static const char *const lists[] = {"", "\n", "-", "3-1", "0-", "x", "0,,1", "0-99999999999999999999", "0 1"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        environment = READ_TREE({"/sys/devices/system/cpu/online", lists[i]}, {"/proc/cpuinfo", ":\n: :\n\n:::"},
                                {"/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", ""}, {"/proc/loadavg", "-1 2"},
                                {"/etc/os-release", "PRETTY_NAME=\"\nPRETTY_NAME=\n="});
        assert_int_equal(environment.cores_online, 0);
        assert_string_equal(environment.cpu, "unknown");
        assert_string_equal(environment.governor, "unknown");
        assert_true(isnan(environment.load_1min));
    }
    free(line);
    free(info);
}

static void the_machine_itself(void **state)
{
    (void)state;
    struct environment environment;
    struct clock clock = monotonic_clock();
    environment_read(&environment, &clock, "");
    assert_true(environment.cores_online >= 1);
    assert_int_equal(strlen(environment.date), strlen("2014-01-31T12:34:56Z"));
    assert_true(environment.clock_resolution_ns > 0);
    assert_true(environment.assay_version[0] >= '0' && environment.assay_version[0] <= '9');
    assert_string_not_equal(environment.compiler, "");
    assert_string_not_equal(environment.compiler_flags, "");
    assert_string_not_equal(environment.build_type, "");
    assert_string_not_equal(environment.commit, "");
}

/* ------------------------------------------------------------------------------------------------- advice */

static void advice_says_what_to_do(void **state)
{
    (void)state;
    struct environment environment = read_tree(NULL, 0);
    struct advice advice[ENVIRONMENT_ADVICE_MAX];
    environment.optimised = true;
    assert_int_equal(environment_advice(&environment, advice, ENVIRONMENT_ADVICE_MAX), 0);

    environment.optimised = false;
    snprintf(environment.build_type, sizeof environment.build_type, "debug");
    assert_true(advised(&environment, "not an optimized build (debug)"));
    environment.load_1min = 3.5;
    environment.cores_online = 2;
    assert_true(advised(&environment, "load 3.50 on 2 cores"));
    environment.clock_resolution_ns = 4000000;
    assert_true(advised(&environment, "steps of 4e+03 us"));
    environment.noise_floor_usual = 0.034;
    environment.noise_floor_spread = 0.5;
    assert_true(advised(&environment, "3.4 %"));
    environment.clock_resolution_ns = 0;
    assert_true(advised(&environment, "stands still"));

    /* Everything at once: each sentence is whole, and no more than there is room for. */
    snprintf(environment.governor, sizeof environment.governor, "powersave");
    snprintf(environment.turbo, sizeof environment.turbo, "on");
    memset(environment.hypervisor, 'h', sizeof environment.hypervisor - 1);
    environment.virtualised = true;
    environment.cores_online = 1;
    assert_int_equal(environment_advice(&environment, advice, ENVIRONMENT_ADVICE_MAX), ENVIRONMENT_ADVICE_MAX);
    for (size_t i = 0; i < ENVIRONMENT_ADVICE_MAX; i++)
        assert_true(strlen(advice[i].text) < sizeof advice[i].text - 1);
    assert_int_equal(environment_advice(&environment, advice, 2), 2);
    assert_int_equal(environment_advice(&environment, NULL, 0), 0);
}

struct noisy {
    uint64_t word;
    uint64_t steps; /* of one iteration */
};

static enum status noisy_run(void *state, uint64_t iterations)
{
    struct noisy *noisy = state;
    for (uint64_t i = 0; i < iterations * noisy->steps; i++)
        noisy->word = noisy->word * 6364136223846793005 + 1442695040888963407;
    return STATUS_OK;
}

static void the_noise_floor_is_measured(void **state)
{
    (void)state;
    /* By the real clock, since the canary works for real; no figure of it can be foreseen. */
    struct environment environment = read_tree(NULL, 0);
    struct noisy a = {1, 20}, b = {1, 20};
    struct sampler_options options = {.clock = monotonic_clock(), .rounds = 20, .warm_up = true};

    assert_int_equal(clock_resolution(&options.clock, &options.resolution_ns), STATUS_OK);
    assert_int_equal(noise_floor_measure(&environment, &options, (struct slice){.run = noisy_run, .state = &a},
                                         (struct slice){.run = noisy_run, .state = &b}), STATUS_OK);
    assert_true(environment.noise_floor >= 0 && isfinite(environment.noise_floor));
    assert_true(environment.noise_floor_usual >= 0 && isfinite(environment.noise_floor_usual));
    assert_true(environment.noise_floor_spread >= environment.noise_floor_usual && isfinite(environment.noise_floor_spread));
    assert_true(environment.canary_quiet_ns > 0);
}

/* One disturbed repeat of five moves nothing but the figure that is called the worst. */
static void one_disturbance_is_no_noise_floor(void **state)
{
    (void)state;
    static const double disturbances[] = {0.002, 0.05, 3};
    for (size_t i = 0; i < sizeof disturbances / sizeof *disturbances; i++) {
        struct environment environment = read_tree(NULL, 0);
        for (size_t at = 0; at < NOISE_REPEATS; at++) {
            double widths[NOISE_REPEATS] = {0.004, 0.005, 0.006, 0.004, 0.005};
            double deviations[NOISE_REPEATS] = {0.001, 0.0005, 0.002, 0, 0.001};
            double others = at == 2 ? 0.001 : 0.002;
            widths[at] = deviations[at] = disturbances[i];
            noise_floor_set(&environment, widths, deviations);
            assert_true(environment.noise_floor >= expm1(0.004) && environment.noise_floor <= expm1(0.005));
            assert_true(environment.noise_floor_usual == expm1(others));
            assert_true(environment.noise_floor_spread == expm1(disturbances[i]));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_desktop),
        cmocka_unit_test(a_governor_that_saves_power_is_warned_of),
        cmocka_unit_test(a_container_without_cpufreq_is_unknown),
        cmocka_unit_test(hypervisors),
        cmocka_unit_test(an_empty_system_is_unknown),
        cmocka_unit_test(odd_files_do_no_harm),
        cmocka_unit_test(the_machine_itself),
        cmocka_unit_test(advice_says_what_to_do),
        cmocka_unit_test(the_noise_floor_is_measured),
        cmocka_unit_test(one_disturbance_is_no_noise_floor),
    };
    return RUN_TAP(tests);
}

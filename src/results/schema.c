/* SPDX-License-Identifier: MIT */
#include "results/schema.h"

#include <stddef.h>

#define MEMBER(type, kind, name, member, absent) \
    {name, kind, offsetof(struct type, member), sizeof(((struct type *)0)->member), absent}
#define TEXT(type, name, member) MEMBER(type, MEMBER_TEXT, name, member, 0)
#define REAL(type, name, member) MEMBER(type, MEMBER_REAL, name, member, 0)
#define BOOL(type, name, member) MEMBER(type, MEMBER_BOOL, name, member, 0)

/* An integer whose every value means something, and one of which 0 or UINT64_MAX means "not known". */
#define NEVER_ABSENT (UINT64_MAX - 1)

const struct member environment_members[] = {
    TEXT(environment, "assay_version", assay_version),
    TEXT(environment, "commit", commit),
    TEXT(environment, "command", command),
    TEXT(environment, "date", date),
    TEXT(environment, "system", system),
    TEXT(environment, "distribution", distribution),
    TEXT(environment, "cpu", cpu),
    TEXT(environment, "cpu_features", cpu_features),
    MEMBER(environment, MEMBER_UNSIGNED, "cores_online", cores_online, 0),
    MEMBER(environment, MEMBER_UNSIGNED, "vector_bits", vector_bits, NEVER_ABSENT),
    BOOL(environment, "virtualised", virtualised),
    TEXT(environment, "hypervisor", hypervisor),
    TEXT(environment, "governor", governor),
    TEXT(environment, "turbo", turbo),
    REAL(environment, "load_1min", load_1min),
    TEXT(environment, "compiler", compiler),
    TEXT(environment, "compiler_flags", compiler_flags),
    TEXT(environment, "build_type", build_type),
    BOOL(environment, "optimised", optimised),
    TEXT(environment, "libcrypto_built", libcrypto_built),
    TEXT(environment, "libcrypto_running", libcrypto_running),
    TEXT(environment, "libcrypto_cpu", libcrypto_cpu),
    TEXT(environment, "libcrypto_masked", libcrypto_masked),
    TEXT(environment, "providers", providers),
    TEXT(environment, "clock", clock),
    MEMBER(environment, MEMBER_UINT64, "clock_resolution_ns", clock_resolution_ns, 0),
    REAL(environment, "noise_floor", noise_floor),
    REAL(environment, "noise_floor_usual", noise_floor_usual),
    REAL(environment, "noise_floor_spread", noise_floor_spread),
    REAL(environment, "canary_quiet_ns", canary_quiet_ns),
    MEMBER(environment, MEMBER_UINT64, "seed", seed, NEVER_ABSENT),
    {NULL, MEMBER_TEXT, 0, 0, 0},
};

const struct member row_members[] = {
    TEXT(row, "workload", workload),
    TEXT(row, "suite", suite),
    TEXT(row, "primitive", primitive),
    TEXT(row, "name", name),
    TEXT(row, "class", class_name),
    TEXT(row, "operation", operation),
    TEXT(row, "shape", shape),
    MEMBER(row, MEMBER_UINT64, "size", size, UINT64_MAX),
    MEMBER(row, MEMBER_UINT64, "count", count, UINT64_MAX),
    MEMBER(row, MEMBER_UNSIGNED, "threads", threads, 0),
    MEMBER(row, MEMBER_UNSIGNED, "misalignment", misalignment, NEVER_ABSENT),
    TEXT(row, "check", check),
    TEXT(row, "skip", skip),
    BOOL(row, "beside_table", beside_table),
    REAL(row, "published", published),
    MEMBER(row, MEMBER_UINT64, "rounds", rounds, 0),
    MEMBER(row, MEMBER_UINT64, "quiet_rounds", quiet_rounds, 0),
    BOOL(row, "all_busy", all_busy),
    REAL(row, "canary_quiet_ns", canary_quiet_ns),
    REAL(row, "canary_busy_ns", canary_busy_ns),
    {NULL, MEMBER_TEXT, 0, 0, 0},
};

const struct member contender_members[] = {
    TEXT(row_contender, "name", name),
    TEXT(row_contender, "via", via),
    TEXT(row_contender, "provider", provider),
    TEXT(row_contender, "unit", unit),
    TEXT(row_contender, "reason", reason),
    TEXT(row_contender, "digest", digest),
    REAL(row_contender, "median_ns", median_ns),
    REAL(row_contender, "mad_ns", mad_ns),
    REAL(row_contender, "busy_median_ns", busy_median_ns),
    REAL(row_contender, "total_ns", total_ns),
    MEMBER(row_contender, MEMBER_UINT64, "iterations", iterations, 0),
    REAL(row_contender, "bytes_per_second", bytes_per_second),
    REAL(row_contender, "operations_per_second", operations_per_second),
    REAL(row_contender, "warm_up_ns", warm_up_ns),
    REAL(row_contender, "single_thread_median_ns", single_thread_median_ns),
    {NULL, MEMBER_TEXT, 0, 0, 0},
};

const struct member ratio_members[] = {
    TEXT(row_ratio, "contender", contender),
    TEXT(row_ratio, "reference", reference),
    REAL(row_ratio, "speed_ratio", ratio.speed_ratio),
    REAL(row_ratio, "low", ratio.low),
    REAL(row_ratio, "high", ratio.high),
    REAL(row_ratio, "busy_speed_ratio", busy.speed_ratio),
    REAL(row_ratio, "busy_low", busy.low),
    REAL(row_ratio, "busy_high", busy.high),
    REAL(row_ratio, "all_speed_ratio", all.speed_ratio),
    REAL(row_ratio, "all_low", all.low),
    REAL(row_ratio, "all_high", all.high),
    {NULL, MEMBER_TEXT, 0, 0, 0},
};

/* SPDX-License-Identifier: MIT */
#include "report/view.h"

#include "util/text.h"
#include "util/units.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *known(const char *text)
{
    return text[0] == '\0' ? "unknown" : text;
}

static bool is_known(const char *text)
{
    return text[0] != '\0' && strcmp(text, "unknown") != 0;
}

/* The CPU features that decide how fast cryptography is, of all that the system lists. */
static void features_of_interest(const char *features, char *text, size_t size)
{
    static const char *const names[] = {"sse2", "ssse3",     "avx",    "avx2", "avx512f",    "avx512_vbmi", "aes",
                                        "vaes", "pclmulqdq", "sha_ni", "bmi2", "adx",        "asimd",       "pmull",
                                        "sha1", "sha2",      "sha3",   "sha512", "vpclmulqdq"};
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t length = strlen(names[i]);
        for (const char *at = features; (at = strstr(at, names[i])) != NULL; at += length) {
            if ((at == features || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) {
                used += (size_t)snprintf(text + used, size - used, "%s%s", used == 0 ? "" : " ", names[i]);
                break;
            }
        }
        if (used + 16 > size)
            break;
    }
}

void view_machine(const struct environment *environment, void (*emit)(void *state, const char *label, const char *text),
                  void *state)
{
    char text[2048], features[256];
    snprintf(text, sizeof text, "%s (%s build, %s, %s)", known(environment->assay_version), known(environment->build_type),
             known(environment->compiler), known(environment->compiler_flags));
    emit(state, "assay", text);
    features_of_interest(environment->cpu_features, features, sizeof features);
    snprintf(text, sizeof text, "%s, %u core%s online%s%s; native vectors of %u bits", known(environment->cpu),
             environment->cores_online, plural(environment->cores_online), features[0] == '\0' ? "" : "; ",
             features, environment->vector_bits);
    emit(state, "CPU", text);
    snprintf(text, sizeof text, "%s, %s%s%s", known(environment->distribution), known(environment->system),
             environment->virtualised ? ", virtual machine: " : "",
             environment->virtualised ? known(environment->hypervisor) : "");
    emit(state, "system", text);
    snprintf(text, sizeof text, "%s (built with %s); providers: %s; CPU extensions: %s",
             known(environment->libcrypto_running), known(environment->libcrypto_built), known(environment->providers),
             known(environment->libcrypto_cpu));
    emit(state, "libcrypto", text);
    char load[FIGURE_SIZE];
    format_ratio(load, environment->load_1min);
    snprintf(text, sizeof text, "%s, steps of %" PRIu64 " ns; governor %s, turbo %s, load %s", known(environment->clock),
             environment->clock_resolution_ns, known(environment->governor), known(environment->turbo), load);
    emit(state, "clock", text);
    if (isfinite(environment->noise_floor)) {
        char spread[96] = "";
        if (isfinite(environment->noise_floor_usual) && isfinite(environment->noise_floor_spread))
            snprintf(spread, sizeof spread, "; of %d repeats all but one strayed by up to %.2f %%, the worst by %.2f %%",
                     NOISE_REPEATS, environment->noise_floor_usual * 100, environment->noise_floor_spread * 100);
        else if (isfinite(environment->noise_floor_spread)) /* an older record */
            snprintf(spread, sizeof spread, "; repeated, it strayed by up to %.2f %%", environment->noise_floor_spread * 100);
        snprintf(text, sizeof text, "+-%.2f %%: one contender against itself%s", environment->noise_floor * 100, spread);
        emit(state, "noise floor", text);
    }
    snprintf(text, sizeof text, "%" PRIu64 "%s%s", environment->seed, is_known(environment->commit) ? "; commit " : "",
             is_known(environment->commit) ? environment->commit : "");
    emit(state, "seed", text);
    if (is_known(environment->date))
        emit(state, "date", environment->date);
    if (is_known(environment->command))
        emit(state, "command", environment->command);
}

/* SPDX-License-Identifier: MIT */
#include "fake_clock.h"
#include "tap.h"

static void the_real_clock_has_a_resolution(void **state)
{
    (void)state;
    struct clock clock = monotonic_clock();
    uint64_t resolution_ns = 0;
    assert_int_equal(clock_resolution(&clock, &resolution_ns), STATUS_OK);
    assert_in_range(resolution_ns, 1, 100000000);
    assert_non_null(clock.name);
}

static void the_real_clock_never_goes_back(void **state)
{
    (void)state;
    struct clock clock = monotonic_clock();
    uint64_t last_ns = clock.now_ns(clock.state), interruptions = clock.interruptions(clock.state);
    for (int i = 0; i < 100000; i++) {
        uint64_t now_ns = clock.now_ns(clock.state);
        assert_true(now_ns >= last_ns);
        last_ns = now_ns;
    }
    assert_true(clock.interruptions(clock.state) >= interruptions);
}

static void the_resolution_is_the_smallest_step(void **state)
{
    (void)state;
    /* A fine clock shows what a reading costs, a coarse one its tick, wherever in the tick the measuring begins. */
    static const struct {
        uint64_t tick_ns, reading_ns, resolution_ns;
    } cases[] = {{1, 25, 25}, {100, 25, 100}, {1000, 30, 1000}, {10000000, 20, 10000000}, {15625000, 50, 15625000}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (uint64_t start_ns = 0; start_ns < 3 * cases[i].tick_ns; start_ns += 1 + cases[i].tick_ns / 2) {
            struct fake_clock fake = {
                .time_ns = start_ns, .tick_ns = cases[i].tick_ns, .reading_ns = cases[i].reading_ns};
            struct clock clock = clock_of(&fake);
            uint64_t resolution_ns = 0;
            assert_int_equal(clock_resolution(&clock, &resolution_ns), STATUS_OK);
            assert_int_equal(resolution_ns, cases[i].resolution_ns);
        }
    }
}

static void a_standing_clock_is_refused(void **state)
{
    (void)state;
    static const uint64_t stops_at[] = {1, 2, 3};
    for (size_t i = 0; i < sizeof stops_at / sizeof *stops_at; i++) {
        struct fake_clock fake = {.reading_ns = 25, .stops_at = stops_at[i]};
        struct clock clock = clock_of(&fake);
        uint64_t resolution_ns = 0;
        assert_int_equal(clock_resolution(&clock, &resolution_ns), STATUS_FAILED);
        assert_in_range(fake.readings, 1, 10000000);
    }
}

static void a_backward_clock_is_refused(void **state)
{
    (void)state;
    for (uint64_t at = 2; at < 20; at++) {
        struct fake_clock fake = {.time_ns = 5000000000, .reading_ns = 25, .goes_back_at = at};
        struct clock clock = clock_of(&fake);
        uint64_t resolution_ns = 0;
        assert_int_equal(clock_resolution(&clock, &resolution_ns), STATUS_FAILED);
    }
}

static void passing_is_told_from_standing(void **state)
{
    (void)state;
    struct fake_clock going = {.time_ns = 7000000000, .tick_ns = 1000000, .reading_ns = 100};
    struct clock clock = clock_of(&going);
    assert_true(clock_passes(&clock, clock.now_ns(clock.state)));

    struct fake_clock standing = {.time_ns = 7000000000};
    clock = clock_of(&standing);
    assert_false(clock_passes(&clock, clock.now_ns(clock.state)));

    struct fake_clock back = {.time_ns = 7000000000, .goes_back_at = 2};
    clock = clock_of(&back);
    assert_false(clock_passes(&clock, clock.now_ns(clock.state)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_real_clock_has_a_resolution),
        cmocka_unit_test(the_real_clock_never_goes_back),
        cmocka_unit_test(the_resolution_is_the_smallest_step),
        cmocka_unit_test(a_standing_clock_is_refused),
        cmocka_unit_test(a_backward_clock_is_refused),
        cmocka_unit_test(passing_is_told_from_standing),
    };
    return RUN_TAP(tests);
}

/* SPDX-License-Identifier: MIT */
/* safer_lanes.h - the kernels of SAFER; included by each_width.h. */

static ALWAYS_INLINE LANE_TARGET void LANE(look_up)(V8 s[8], const uint8_t outer[256], const uint8_t inner[256])
{
#if LANE_BITS == 0
    look_up_bytes(s, 1, outer, inner);
#else /* over memory: compilers would take vectors apart and put them together lane by lane otherwise */
    uint8_t bytes[8][sizeof(V8)];
    memcpy(bytes, s, sizeof bytes);
    look_up_vectors(bytes[0], sizeof(V8), outer, inner);
    memcpy(s, bytes, sizeof bytes);
#endif
}

/* Three layers of (a, b) -> (2 a + b, a + b) on pairs, the bytes reordered after the first and the second. */
static ALWAYS_INLINE LANE_TARGET void LANE(transform)(V8 s[8])
{
    static const unsigned order[8] = {0, 2, 4, 6, 1, 3, 5, 7};
    for (unsigned layer = 0; layer < 3; layer++) {
        V8 t[8];
        for (unsigned i = 0; i < 8; i += 2) {
            t[i + 1] = s[i] + s[i + 1];
            t[i] = s[i] + t[i + 1];
        }
        for (unsigned i = 0; i < 8; i++)
            s[i] = t[layer == 2 ? i : order[i]];
    }
}

static ALWAYS_INLINE LANE_TARGET void LANE(inverse_transform)(V8 s[8])
{
    static const unsigned order[8] = {0, 4, 1, 5, 2, 6, 3, 7};
    for (unsigned layer = 0; layer < 3; layer++) {
        V8 t[8];
        for (unsigned i = 0; i < 8; i++)
            t[i] = s[layer == 0 ? i : order[i]];
        for (unsigned i = 0; i < 8; i += 2) {
            s[i] = t[i] - t[i + 1];
            s[i + 1] = t[i + 1] - s[i];
        }
    }
}

static LANE_TARGET void LANE(encrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    const struct safer *safer = context;
    const uint8_t (*const last)[8] = safer->key + 2 * safer->rounds;
    for (; steps != 0; steps--, in += 8 * sizeof(V8), out += 8 * sizeof(V8)) {
        V8 s[8];
        LANE(load_bytes)(in, s);
        for (const uint8_t (*k)[8] = safer->key;; k += 2) {
            for (unsigned i = 0; i < 4; i++) {
                s[outer_bytes[i]] ^= k[0][outer_bytes[i]];
                s[inner_bytes[i]] += k[0][inner_bytes[i]];
            }
            if (k == last)
                break;
            LANE(look_up)(s, exponential, logarithm);
            for (unsigned i = 0; i < 4; i++) {
                s[outer_bytes[i]] += k[1][outer_bytes[i]];
                s[inner_bytes[i]] ^= k[1][inner_bytes[i]];
            }
            LANE(transform)(s);
        }
        LANE(store_bytes)(out, s);
    }
}

static LANE_TARGET void LANE(decrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t steps)
{
    const struct safer *safer = context;
    for (; steps != 0; steps--, in += 8 * sizeof(V8), out += 8 * sizeof(V8)) {
        V8 s[8];
        LANE(load_bytes)(in, s);
        for (const uint8_t (*k)[8] = safer->key + 2 * safer->rounds;;) {
            for (unsigned i = 0; i < 4; i++) {
                s[outer_bytes[i]] ^= k[0][outer_bytes[i]];
                s[inner_bytes[i]] -= k[0][inner_bytes[i]];
            }
            if (k == safer->key)
                break;
            k -= 2;
            LANE(inverse_transform)(s);
            for (unsigned i = 0; i < 4; i++) {
                s[outer_bytes[i]] -= k[1][outer_bytes[i]];
                s[inner_bytes[i]] ^= k[1][inner_bytes[i]];
            }
            LANE(look_up)(s, logarithm, exponential);
        }
        LANE(store_bytes)(out, s);
    }
}

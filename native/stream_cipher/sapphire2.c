/* SPDX-License-Identifier: MIT */
/*
 * Sapphire II, Michael Paul Johnson (1995): keys of 1 to 255 bytes, no IV.
 *
 * A byte at a time; plaintext and ciphertext are fed back, so that decryption is not encryption.  set_iv starts the
 * keystream of the key anew.  Not constant-time: the loads depend on the secret state.  Reads no variant field.
 */
#include "native/common/bytes.h"
#include "native/common/lanes.h"
#include "native/native.h"

struct state {
    uint8_t cards[256];
    uint8_t rotor, ratchet, avalanche, last_plain, last_cipher;
};

struct sapphire {
    struct state now;
    struct state start;
    enum direction direction;
};

/* The key while the cards are shuffled: a running sum and the place in the key. */
struct shuffle {
    const uint8_t *key;
    size_t key_size;
    size_t at;
    uint8_t sum;
};

/* A number from 0 to LIMIT: the sum's low bits where they are small enough, after eleven tries their remainder. */
static uint8_t key_number(struct shuffle *shuffle, const uint8_t *cards, unsigned limit)
{
    unsigned mask = 1, tries = 0, number;
    while (mask < limit)
        mask = mask << 1 | 1;
    do {
        shuffle->sum = (uint8_t)(cards[shuffle->sum] + shuffle->key[shuffle->at++]);
        if (shuffle->at == shuffle->key_size) {
            shuffle->at = 0;
            shuffle->sum = (uint8_t)(shuffle->sum + shuffle->key_size);
        }
        number = shuffle->sum & mask;
        if (++tries > 11)
            number %= limit;
    } while (number > limit);
    return (uint8_t)number;
}

static enum status sapphire_set_iv(void *context, enum direction direction, const uint8_t *iv, size_t iv_size,
                                   uint64_t counter)
{
    struct sapphire *sapphire = context;
    (void)iv;
    if (iv_size != 0)
        return STATUS_BAD_LENGTH;
    if (counter != 0)
        return STATUS_BAD_PARAMETER;
    sapphire->now = sapphire->start;
    sapphire->direction = direction;
    return STATUS_OK;
}

static enum status sapphire_set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct sapphire *sapphire = context;
    struct state *start = &sapphire->start;
    uint8_t *cards = start->cards;
    if (key_size < 1 || key_size > 255)
        return STATUS_BAD_LENGTH;
    struct shuffle shuffle = {.key = key, .key_size = key_size};
    for (unsigned i = 0; i < 256; i++)
        cards[i] = (uint8_t)i;
    for (unsigned i = 255; i != 0; i--) {
        const uint8_t other = key_number(&shuffle, cards, i), card = cards[i];
        cards[i] = cards[other];
        cards[other] = card;
    }
    start->rotor = cards[1];
    start->ratchet = cards[3];
    start->avalanche = cards[5];
    start->last_plain = cards[7];
    start->last_cipher = cards[shuffle.sum];
    wipe(&shuffle, sizeof shuffle);
    return sapphire_set_iv(context, ENCRYPT, NULL, 0, 0);
}

static ALWAYS_INLINE void run(struct state *state, enum direction direction, const uint8_t *in, uint8_t *out,
                              size_t size)
{
    uint8_t *c = state->cards;
    uint8_t rotor = state->rotor, ratchet = state->ratchet, avalanche = state->avalanche;
    uint8_t last_plain = state->last_plain, last_cipher = state->last_cipher;
    for (size_t i = 0; i < size; i++) {
        ratchet = (uint8_t)(ratchet + c[rotor]);
        rotor++;
        const uint8_t card = c[last_cipher];
        c[last_cipher] = c[ratchet];
        c[ratchet] = c[last_plain];
        c[last_plain] = c[rotor];
        c[rotor] = card;
        avalanche = (uint8_t)(avalanche + c[card]);
        const uint8_t keystream = c[(uint8_t)(c[ratchet] + c[rotor])] ^
                                  c[c[(uint8_t)(c[last_plain] + c[last_cipher] + c[avalanche])]];
        const uint8_t from = in[i], to = from ^ keystream;
        out[i] = to;
        last_plain = direction == ENCRYPT ? from : to;
        last_cipher = direction == ENCRYPT ? to : from;
    }
    state->rotor = rotor;
    state->ratchet = ratchet;
    state->avalanche = avalanche;
    state->last_plain = last_plain;
    state->last_cipher = last_cipher;
}

static enum status sapphire_update(void *context, const uint8_t *in, uint8_t *out, size_t size)
{
    struct sapphire *sapphire = context;
    if (buffers_overlap_partly(in, out, size))
        return STATUS_OVERLAP;
    if (sapphire->direction == ENCRYPT)
        run(&sapphire->now, ENCRYPT, in, out, size);
    else
        run(&sapphire->now, DECRYPT, in, out, size);
    return STATUS_OK;
}

const struct cipher_ops native_sapphire2 = {
    .ops = {.context_size = sizeof(struct sapphire)},
    .set_key = sapphire_set_key,
    .set_iv = sapphire_set_iv,
    .update = sapphire_update,
};

/* SPDX-License-Identifier: MIT */
/*
 * PANAMA as a stream cipher, Daemen and Clapp, "Fast Hashing and Stream Encryption with PANAMA" (FSE 1998): key of 32
 * bytes, diversification parameter (the IV) of 32 bytes.
 *
 * The key and the IV are pushed, 32 blank pulls follow, and then each pull gives 32 bytes, words 9 to 16 of the state.
 * Constant-time.  Reads variant.option: OPTION_LITTLE_ENDIAN or OPTION_BIG_ENDIAN, the byte order of all words.
 */
#include "native/common/panama.h"
#include "native/native.h"
#include "native/stream_cipher/keystream.h"

enum { BLANK_PULLS = 32 };

struct panama_cipher {
    struct panama panama;
    int big_endian;
    size_t left;
    uint8_t key[PANAMA_BLOCK_SIZE];
    uint8_t keystream[PANAMA_BLOCK_SIZE];
};

static enum status panama_setup(void *context, const struct variant *variant)
{
    struct panama_cipher *cipher = context;
    if (variant->option != OPTION_LITTLE_ENDIAN && variant->option != OPTION_BIG_ENDIAN)
        return STATUS_BAD_PARAMETER;
    cipher->big_endian = variant->option == OPTION_BIG_ENDIAN;
    return STATUS_OK;
}

static enum status panama_set_key(void *context, const uint8_t *key, size_t key_size)
{
    struct panama_cipher *cipher = context;
    if (key_size != sizeof cipher->key)
        return STATUS_BAD_LENGTH;
    memcpy(cipher->key, key, key_size);
    cipher->left = 0;
    return STATUS_OK;
}

static enum status panama_set_iv(void *context, enum direction direction, const uint8_t *iv, size_t iv_size,
                                 uint64_t counter)
{
    struct panama_cipher *cipher = context;
    (void)direction;
    if (iv_size != PANAMA_BLOCK_SIZE)
        return STATUS_BAD_LENGTH;
    if (counter != 0)
        return STATUS_BAD_PARAMETER;
    memset(&cipher->panama, 0, sizeof cipher->panama);
    panama_push(&cipher->panama, cipher->key, 1, cipher->big_endian);
    panama_push(&cipher->panama, iv, 1, cipher->big_endian);
    panama_pull(&cipher->panama, BLANK_PULLS);
    cipher->left = 0;
    return STATUS_OK;
}

/*
 * The state stays in registers and on the stack from block to block.  The register moves first: what the state takes
 * from it are stages that lambda leaves alone, one place further on.
 */
static ALWAYS_INLINE void whole_blocks(struct panama *p, const uint8_t *in, uint8_t *out, size_t blocks, int big_endian)
{
    uint32_t a[17];
    memcpy(a, p->state, sizeof a);
    for (; blocks != 0; blocks--, in += PANAMA_BLOCK_SIZE, out += PANAMA_BLOCK_SIZE) {
        for (unsigned i = 0; i < PANAMA_BLOCK_WORDS; i++)
            store32_le(out + 4 * i, load32_le(in + 4 * i) ^ (big_endian ? swap32(a[9 + i]) : a[9 + i]));
        panama_register(p, a + 1);
        panama_state(a, panama_stage(p, 4 + 1), panama_stage(p, 16 + 1));
    }
    memcpy(p->state, a, sizeof a);
}

static enum status panama_update(void *context, const uint8_t *in, uint8_t *out, size_t size)
{
    struct panama_cipher *cipher = context;
    if (buffers_overlap_partly(in, out, size))
        return STATUS_OVERLAP;
    const uint8_t *const end = cipher->keystream + sizeof cipher->keystream;
    const size_t old = keystream_use(end, &cipher->left, in, out, size);
    size -= old;
    if (size == 0)
        return STATUS_OK;
    in += old;
    out += old;
    const size_t blocks = size / PANAMA_BLOCK_SIZE, whole = blocks * PANAMA_BLOCK_SIZE;
    if (cipher->big_endian)
        whole_blocks(&cipher->panama, in, out, blocks, 1);
    else
        whole_blocks(&cipher->panama, in, out, blocks, 0);
    if (whole != size) {
        memset(cipher->keystream, 0, sizeof cipher->keystream);
        whole_blocks(&cipher->panama, cipher->keystream, cipher->keystream, 1, cipher->big_endian);
        cipher->left = sizeof cipher->keystream;
        keystream_use(end, &cipher->left, in + whole, out + whole, size - whole);
    }
    return STATUS_OK;
}

const struct cipher_ops native_panama_cipher = {
    .ops = {.context_size = sizeof(struct panama_cipher), .setup = panama_setup},
    .iv_size = PANAMA_BLOCK_SIZE,
    .set_key = panama_set_key,
    .set_iv = panama_set_iv,
    .update = panama_update,
};

/* SPDX-License-Identifier: MIT */
/*
 * bcrypt as $2b$ has it (Provos, Mazieres, "A Future-Adaptable Password Scheme", USENIX 1999; OpenBSD).
 *
 * The key is the password and one zero byte, of which the first 72 bytes count; a password with a zero byte inside is
 * refused, as C libraries would end it there.  input->cost is the binary logarithm of the rounds, 4 to 31; the salt has
 * 16 bytes; the output is the 23 bytes that password files keep, or all 24.  Reads tables at places that depend on the
 * password: not constant-time.  Reads no field of the variant.
 */
#include "native/block_cipher/blowfish.h"
#include "native/common/bytes.h"
#include "native/common/lanes.h"
#include "native/native.h"

enum { SALT_SIZE = 16, KEY_SIZE_MAX = 72, COST_MIN = 4, COST_MAX = 31, DIGEST = 24, P_WORDS = BLOWFISH_ROUNDS + 2 };

struct work {
    struct blowfish_state state;
    uint32_t password[P_WORDS];
    uint32_t salt[P_WORDS]; /* both repeated cyclically */
    uint8_t key[KEY_SIZE_MAX + 1];
};

/* The next words of the salt, if any, into L and R; then these encrypted, and stored at TO. */
static ALWAYS_INLINE void replace(const struct blowfish_state *state, uint32_t block[2], const uint32_t *salt,
                                  unsigned pair, uint32_t *to)
{
    if (salt != NULL) {
        block[0] ^= salt[2 * pair % 4];
        block[1] ^= salt[2 * pair % 4 + 1];
    }
    blowfish_encrypt_block(state, block);
    to[0] = block[0];
    to[1] = block[1];
}

static ALWAYS_INLINE void expand(struct blowfish_state *state, const uint32_t key[P_WORDS], const uint32_t *salt)
{
    uint32_t block[2] = {0, 0};
    unsigned pair = 0;
    for (unsigned i = 0; i < P_WORDS; i++)
        state->p[i] ^= key[i];
    for (unsigned i = 0; i < P_WORDS; i += 2)
        replace(state, block, salt, pair++, state->p + i);
    for (unsigned box = 0; box < 4; box++)
        for (unsigned i = 0; i < 256; i += 2)
            replace(state, block, salt, pair++, state->s[box] + i);
}

/* P_WORDS big-endian words of BYTES, which are taken again from the start at their end. */
static void repeat(uint32_t *words, const uint8_t *bytes, size_t size)
{
    size_t at = 0;
    for (unsigned i = 0; i < P_WORDS; i++) {
        words[i] = 0;
        for (unsigned k = 0; k < 4; k++) {
            words[i] = words[i] << 8 | bytes[at];
            at = at + 1 == size ? 0 : at + 1;
        }
    }
}

static size_t workspace_size(const void *context, const struct kdf_input *input)
{
    (void)context;
    return input->cost < COST_MIN || input->cost > COST_MAX ? SIZE_MAX : sizeof(struct work);
}

static enum status derive(void *context, const struct kdf_input *input, void *workspace, uint8_t *out, size_t out_size)
{
    /* "OrpheanBeholderScryDoubt" */
    static const uint32_t text[DIGEST / 4] = {0x4f727068, 0x65616e42, 0x65686f6c, 0x64657253, 0x63727944, 0x6f756274};
    struct work *work = workspace;
    struct blowfish_state *state = &work->state;
    uint8_t digest[DIGEST];
    (void)context;
    if (input->cost < COST_MIN || input->cost > COST_MAX)
        return STATUS_BAD_PARAMETER;
    if (input->salt_size != SALT_SIZE || (out_size != DIGEST && out_size != DIGEST - 1))
        return STATUS_BAD_LENGTH;
    if (input->password_size != 0 && memchr(input->password, 0, input->password_size) != NULL)
        return STATUS_BAD_PARAMETER;

    size_t key_size = input->password_size < KEY_SIZE_MAX ? input->password_size : KEY_SIZE_MAX;
    copy_bytes(work->key, input->password, key_size);
    work->key[key_size] = 0;
    repeat(work->password, work->key, key_size < KEY_SIZE_MAX ? key_size + 1 : KEY_SIZE_MAX);
    repeat(work->salt, input->salt, SALT_SIZE);
    *state = blowfish_pi;
    expand(state, work->password, work->salt);
    for (uint64_t i = UINT64_C(1) << input->cost; i != 0; i--) {
        expand(state, work->password, NULL);
        expand(state, work->salt, NULL);
    }
    for (unsigned i = 0; i < DIGEST / 4; i += 2) {
        uint32_t block[2] = {text[i], text[i + 1]};
        for (unsigned n = 0; n < 64; n++)
            blowfish_encrypt_block(state, block);
        store32_be(digest + 4 * i, block[0]);
        store32_be(digest + 4 * i + 4, block[1]);
    }
    memcpy(out, digest, out_size);
    wipe(work, sizeof *work);
    wipe(digest, sizeof digest);
    return STATUS_OK;
}

const struct kdf_ops native_bcrypt = {
    .workspace_size = workspace_size,
    .derive = derive,
};

/* SPDX-License-Identifier: MIT */
/*
 * What the fields of a variant mean to each native unit: rounds of 0 are the standard's, every number up to the unit's
 * limit is taken and makes a difference, and what the unit does not have is refused.
 */
#include "native/native.h"
#include "tests/tap.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE = 128 };

/* ---------------------------------------------------------------------------------------------------- rounds */

static const struct rounds {
    const char *name;
    const struct block_cipher_ops *block;
    const struct cipher_ops *stream;
    size_t key_size;
    unsigned option;
    unsigned standard;
    unsigned most;
    unsigned step; /* 0: no other number is taken */
} with_rounds[] = {
    {"chacha20", NULL, &native_chacha20, 32, 0, 20, 20, 0},
    {"diamond2", &native_diamond2, NULL, 16, 0, 10, 15, 1},
    {"diamond2_lite", &native_diamond2_lite, NULL, 16, 0, 8, 31, 1},
    {"rc5", &native_rc5, NULL, 16, 0, 12, 255, 1},
    {"rc6", &native_rc6, NULL, 16, 0, 20, 255, 1},
    {"safer K, 8 bytes", &native_safer, NULL, 8, SAFER_K, 6, 13, 1},
    {"safer K, 16 bytes", &native_safer, NULL, 16, SAFER_K, 10, 13, 1},
    {"safer SK, 8 bytes", &native_safer, NULL, 8, SAFER_SK, 8, 13, 1},
    {"safer SK, 16 bytes", &native_safer, NULL, 16, SAFER_SK, 10, 13, 1},
    {"salsa20", NULL, &native_salsa20, 32, 0, 20, 20, 0},
    {"shark", &native_shark, NULL, 16, 0, 6, 6, 0},
    {"tea", &native_tea, NULL, 16, 0, 32, 255, 1},
    {"xtea", &native_xtea, NULL, 16, 0, 32, 255, 1},
};

/* SIZE bytes encrypted by UNIT with ROUNDS, and decrypted again. */
static enum status encrypt(const struct rounds *unit, unsigned rounds, uint8_t ciphertext[SIZE])
{
    static const uint8_t key[32] = {3, 1, 4, 1, 5, 9, 2, 6}, iv[16] = {2, 7};
    uint8_t plaintext[SIZE];
    const struct variant variant = {.rounds = rounds, .option = unit->option};
    const struct ops *ops = unit->block != NULL ? &unit->block->ops : &unit->stream->ops;
    void *context = aligned_alloc(CONTEXT_ALIGNMENT, context_stride(context_size_of(ops, &variant)));
    assert_non_null(context);
    memset(context, 0, context_size_of(ops, &variant));
    memset(ciphertext, 0, SIZE);
    const enum status status = ops->setup(context, &variant);
    if (status == STATUS_OK && unit->block != NULL) {
        assert_int_equal(unit->block->set_key(context, key, unit->key_size), STATUS_OK);
        assert_int_equal(unit->block->encrypt(context, ciphertext, ciphertext, SIZE / unit->block->block_size), STATUS_OK);
        assert_int_equal(unit->block->decrypt(context, ciphertext, plaintext, SIZE / unit->block->block_size), STATUS_OK);
        for (size_t i = 0; i < SIZE; i++)
            assert_int_equal(plaintext[i], 0);
    } else if (status == STATUS_OK) {
        assert_int_equal(unit->stream->set_key(context, key, unit->key_size), STATUS_OK);
        assert_int_equal(unit->stream->set_iv(context, ENCRYPT, iv, unit->stream->iv_size, 0), STATUS_OK);
        assert_int_equal(unit->stream->update(context, ciphertext, ciphertext, SIZE), STATUS_OK);
    }
    free(context);
    return status;
}

static void test_rounds(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof with_rounds / sizeof with_rounds[0]; i++) {
        const struct rounds *unit = &with_rounds[i];
        uint8_t by_default[SIZE], got[SIZE];
        assert_int_equal(encrypt(unit, 0, by_default), STATUS_OK);
        for (unsigned rounds = 1; rounds <= unit->most + 2; rounds++) {
            const int few = unit->stream != NULL && (rounds == 8 || rounds == 12); /* Salsa20/8, ChaCha12 and the like */
            const int taken = rounds <= unit->most && (unit->step != 0 || few || rounds == unit->standard);
            const enum status status = encrypt(unit, rounds, got);
            if (status != (taken ? STATUS_OK : STATUS_BAD_PARAMETER))
                fail_msg("%s: %u rounds: status %d", unit->name, rounds, (int)status);
            if (taken && (memcmp(got, by_default, SIZE) == 0) != (rounds == unit->standard))
                fail_msg("%s: %u rounds and the default's, of %u", unit->name, rounds, unit->standard);
        }
    }
}

/* --------------------------------------------------------------------------------------------------- options */

/* The options of each unit that has a choice, as bits; everything else up to 40 is refused. */
static const struct options {
    const char *name;
    const struct ops *ops;
    uint64_t taken;
} with_options[] = {
#define ONE(option) (UINT64_C(1) << (option))
#define BOTH(a, b) (ONE(a) | ONE(b))
    {"argon2", &native_argon2.ops, ONE(OPTION_ARGON2_D) | BOTH(OPTION_ARGON2_I, OPTION_ARGON2_ID)},
    {"dsa", &native_dsa.ops, BOTH(ENCODING_RAW, ENCODING_SHA1)},
    {"elgamal", &native_elgamal.ops, BOTH(ENCODING_RAW, ENCODING_LENGTH_BYTE)},
    {"esign", &native_esign.ops, BOTH(ENCODING_RAW, ENCODING_EMSA5_SHA1)},
    {"luc_encryption", &native_luc_encryption.ops, ONE(ENCODING_RAW) | BOTH(ENCODING_PKCS1, ENCODING_OAEP_SHA1)},
    {"luc_signature", &native_luc_signature.ops, ONE(ENCODING_RAW) | BOTH(ENCODING_PKCS1, ENCODING_SHA1)},
    {"lucelg_encryption", &native_lucelg_encryption.ops, BOTH(ENCODING_RAW, ENCODING_LENGTH_BYTE)},
    {"lucelg_signature", &native_lucelg_signature.ops, BOTH(ENCODING_RAW, ENCODING_SHA1)},
    {"nyberg_rueppel", &native_nyberg_rueppel.ops, BOTH(ENCODING_RAW, ENCODING_SHA1)},
    {"panama_cipher", &native_panama_cipher.ops, BOTH(OPTION_LITTLE_ENDIAN, OPTION_BIG_ENDIAN)},
    {"panama_hash", &native_panama_hash.ops, BOTH(OPTION_LITTLE_ENDIAN, OPTION_BIG_ENDIAN)},
    {"rabin_encryption", &native_rabin_encryption.ops, ONE(ENCODING_RAW) | BOTH(ENCODING_OAEP_SHA1, ENCODING_OAEP_1998)},
    {"rabin_signature", &native_rabin_signature.ops, ONE(ENCODING_RAW) | BOTH(ENCODING_PSSR_1998, ENCODING_PSSR_2002)},
    {"rabin_williams", &native_rabin_williams.ops,
     ONE(ENCODING_RAW) | BOTH(ENCODING_EMSA2_SHA1, ENCODING_EMSA2_SHA1_V50)},
    {"rsa_encryption", &native_rsa_encryption.ops, ONE(ENCODING_RAW) | BOTH(ENCODING_PKCS1, ENCODING_OAEP_SHA1)},
    {"rsa_signature", &native_rsa_signature.ops, ONE(ENCODING_RAW) | BOTH(ENCODING_PKCS1, ENCODING_SHA1)},
    {"safer", &native_safer.ops, BOTH(SAFER_K, SAFER_SK)},
    {"seal", &native_seal.ops, BOTH(OPTION_LITTLE_ENDIAN, OPTION_BIG_ENDIAN)},
    {"skipjack", &native_skipjack.ops, BOTH(OPTION_LITTLE_ENDIAN, OPTION_BIG_ENDIAN)},
    {"tiger", &native_tiger.ops, BOTH(OPTION_PADDING_01, OPTION_PADDING_80)},
    {"wake", &native_wake.ops,
     BOTH(OPTION_WAKE_OFB, OPTION_WAKE_OFB + 1) | BOTH(OPTION_WAKE_CFB, OPTION_WAKE_CFB + 1) |
         BOTH(OPTION_WAKE_CFB_CPP5, OPTION_WAKE_CFB_CPP5 + 1)},
};

static enum status set_up(const struct ops *ops, const struct variant *variant)
{
    void *context = aligned_alloc(CONTEXT_ALIGNMENT, context_stride(context_size_of(ops, variant)));
    assert_non_null(context);
    memset(context, 0, context_size_of(ops, variant));
    const enum status status = ops->setup(context, variant);
    free(context);
    return status;
}

static void test_options(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof with_options / sizeof with_options[0]; i++)
        for (unsigned option = 0; option < 64; option++) {
            const struct variant variant = {.option = option};
            const int taken = with_options[i].taken >> option & 1;
            const enum status status = set_up(with_options[i].ops, &variant);
            if (status != (taken ? STATUS_OK : STATUS_BAD_PARAMETER))
                fail_msg("%s: option %u: status %d", with_options[i].name, option, (int)status);
        }
}

/* RC2's option is its effective key bits, 1 to 1024; 0: as many as the key has. */
static void test_rc2_effective_bits(void **state)
{
    (void)state;
    for (unsigned bits = 0; bits <= 1030; bits++)
        assert_int_equal(set_up(&native_rc2.ops, &(struct variant){.option = bits}),
                         bits <= 1024 ? STATUS_OK : STATUS_BAD_PARAMETER);
}

/* HAVAL: 3 to 5 passes, 16 to 32 bytes, 32 where none are asked for. */
static void test_haval(void **state)
{
    (void)state;
    for (unsigned option = 0; option < 4; option++)
        for (unsigned passes = 0; passes < 8; passes++)
            for (size_t size = 0; size < 40; size++) {
                const int taken = option <= OPTION_PADDING_80 && passes >= 3 && passes <= 5 &&
                                  (size == 0 || (size >= 16 && size <= 32 && size % 4 == 0));
                const struct variant variant = {.output_size = size, .rounds = passes, .option = option};
                assert_int_equal(set_up(&native_haval.ops, &variant), taken ? STATUS_OK : STATUS_BAD_PARAMETER);
            }
    static _Alignas(CONTEXT_ALIGNMENT) uint8_t contexts[2][1024];
    uint8_t digests[2][33];
    memset(digests, 0xc3, sizeof digests);
    for (size_t i = 0; i < 2; i++) {
        const struct variant variant = {.output_size = i == 0 ? 0 : 32, .rounds = 3};
        assert_true(context_size_of(&native_haval.ops, &variant) <= sizeof contexts[i]);
        assert_int_equal(native_haval.ops.setup(contexts[i], &variant), STATUS_OK);
        assert_int_equal(native_haval.init(contexts[i]), STATUS_OK);
        assert_int_equal(native_haval.final(contexts[i], digests[i]), STATUS_OK);
    }
    assert_memory_equal(digests[0], digests[1], sizeof digests[0]);
    assert_int_equal(digests[0][32], 0xc3);
}

/* A construction without the primitive that it is built on is refused. */
static void test_bases(void **state)
{
    static const struct ops *const built[] = {&native_cbc_mac.ops, &native_dmac.ops, &native_hmac.ops, &native_panama_mac.ops,
                                              &native_pbkdf2.ops};
    static const struct variant hash = {0}, hmac_of_nothing = {.base = &native_hmac.ops};
    (void)state;
    for (size_t i = 0; i < sizeof built / sizeof built[0]; i++)
        assert_int_equal(set_up(built[i], &(struct variant){0}), STATUS_BAD_PARAMETER);
    assert_int_equal(set_up(&native_hmac.ops, &(struct variant){.base = &native_md5.ops}), STATUS_BAD_PARAMETER);
    assert_int_equal(set_up(&native_pbkdf2.ops, &(struct variant){.base = &native_md5.ops, .base_variant = &hash}),
                     STATUS_BAD_PARAMETER);
    assert_int_equal(set_up(&native_pbkdf2.ops, &(struct variant){.base = &native_hmac.ops, .base_variant = &hash}),
                     STATUS_BAD_PARAMETER);
    assert_int_equal(set_up(&native_pbkdf2.ops, &hmac_of_nothing), STATUS_BAD_PARAMETER);
}

/* -------------------------------------------------------------------------------------------------- vectors */

static void derive(const struct kdf_ops *ops, const struct variant *variant, const struct kdf_input *input, uint8_t *out)
{
    void *context = aligned_alloc(CONTEXT_ALIGNMENT, context_stride(context_size_of(&ops->ops, variant)));
    assert_non_null(context);
    memset(context, 0, context_size_of(&ops->ops, variant));
    assert_int_equal(ops->ops.setup(context, variant), STATUS_OK);
    const size_t size = ops->workspace_size(context, input);
    assert_true(size < 1 << 24);
    void *workspace = aligned_alloc(CONTEXT_ALIGNMENT, context_stride(size));
    assert_non_null(workspace);
    assert_int_equal(ops->derive(context, input, workspace, out, SIZE), STATUS_OK);
    free(workspace);
    free(context);
}

/* Plain C and each width of vectors derive the same. */
static void test_widths(void **state)
{
    static const struct kdf_input input = {.password = (const uint8_t *)"password", .password_size = 8,
                                           .salt = (const uint8_t *)"sodium chloride", .salt_size = 15,
                                           .cost = 4, .memory_kib = 200, .block_size = 3, .lanes = 2};
    static const struct kdf_ops *const ops[] = {&native_argon2, &native_argon2, &native_argon2, &native_scrypt};
    (void)state;
    for (unsigned i = 0; i < sizeof ops / sizeof ops[0]; i++)
        for (unsigned bits = 1; bits <= 512; bits = bits == 1 ? 128 : 2 * bits) {
            static uint8_t plain[SIZE], got[SIZE];
            const struct variant variant = {.option = i < 3 ? i : 0, .vector_bits = bits};
            derive(ops[i], &variant, &input, bits == 1 ? plain : got);
            if (bits != 1)
                assert_memory_equal(got, plain, SIZE);
        }
}

int main(void)
{
    const struct CMUnitTest variants[] = {
        cmocka_unit_test(test_rounds), cmocka_unit_test(test_options), cmocka_unit_test(test_rc2_effective_bits),
        cmocka_unit_test(test_haval),  cmocka_unit_test(test_bases),   cmocka_unit_test(test_widths),
    };
    return RUN_TAP(variants);
}

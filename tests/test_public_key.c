/* SPDX-License-Identifier: MIT */
/*
 * Public-key schemes: 1,000 random messages each at the smallest size, there and back; keys that are wrong in one field,
 * which the message must name; what is out of range; and the integers underneath against libcrypto's.
 */
#include "crosscheck/bignum.h"
#include "crosscheck/crosscheck.h"
#include "registry/keys.h"
#include "tests/tap.h"

#include <stdlib.h>
#include <string.h>

enum { MESSAGES = 1000, LENGTH_MAX = 300, SIZE_MAX_BYTES = 2048, CONTEXT_MAX = 64 * 1024 };

static struct backend *backend;

static struct contender native_of(const struct primitive *primitive)
{
    struct contender contender;
    contender_open(backend, primitive, "native", &contender);
    return contender;
}

static void *keyed_context(const struct contender *contender, const struct primitive *primitive)
{
    struct message message = {.text = ""};
    const char *field = NULL;
    void *context = contender_context(contender, &message);
    assert_non_null(context);
    assert_int_equal(public_key_set(primitive->class, contender->ops, context, keys_find(primitive->key), &field), STATUS_OK);
    return context;
}

/* ------------------------------------------------------------------------------------------- there and back */

/* The longest message that is carried, up to LENGTH_MAX bytes; any, where a message is hashed. */
static size_t longest_to_encrypt(const struct encryption_ops *ops, void *context, struct rng *rng)
{
    static const uint8_t message[LENGTH_MAX];
    uint8_t ciphertext[SIZE_MAX_BYTES];
    enum status status = STATUS_BAD_LENGTH;
    size_t length = LENGTH_MAX;
    for (; status == STATUS_BAD_LENGTH && length != 0; length -= status == STATUS_BAD_LENGTH) {
        size_t size = sizeof ciphertext;
        status = ops->encrypt(context, message, length, rng, ciphertext, &size);
    }
    assert_int_equal(status, STATUS_OK);
    return length;
}

static size_t longest_to_sign(const struct signature_ops *ops, void *context, struct rng *rng)
{
    static const uint8_t message[LENGTH_MAX];
    uint8_t signature[SIZE_MAX_BYTES];
    enum status status = STATUS_BAD_LENGTH;
    size_t length = LENGTH_MAX;
    for (; status == STATUS_BAD_LENGTH && length != 0; length -= status == STATUS_BAD_LENGTH) {
        size_t size = sizeof signature;
        status = ops->sign(context, message, length, rng, signature, &size);
    }
    assert_int_equal(status, STATUS_OK);
    return length;
}

static void encrypt_and_decrypt(const struct encryption_ops *ops, void *context, struct random *random, int count)
{
    uint8_t message[LENGTH_MAX], ciphertext[SIZE_MAX_BYTES], plain[SIZE_MAX_BYTES];
    struct rng rng = random_rng(random);
    const size_t longest = longest_to_encrypt(ops, context, &rng);
    for (int i = 0; i < count; i++) {
        size_t length = 1 + (size_t)random_below(random, longest), size = sizeof ciphertext, plain_size = sizeof plain;
        random_fill(random, message, length);
        assert_int_equal(ops->encrypt(context, message, length, &rng, ciphertext, &size), STATUS_OK);
        assert_int_equal(ops->decrypt(context, ciphertext, size, plain, &plain_size), STATUS_OK);
        assert_int_equal(plain_size, length);
        assert_memory_equal(plain, message, length);
    }
}

static void sign_and_verify(const struct signature_ops *ops, void *context, struct random *random, int count)
{
    uint8_t message[LENGTH_MAX], signature[SIZE_MAX_BYTES];
    struct rng rng = random_rng(random);
    const size_t longest = longest_to_sign(ops, context, &rng);
    for (int i = 0; i < count; i++) {
        size_t length = 1 + (size_t)random_below(random, longest), size = sizeof signature;
        random_fill(random, message, length);
        assert_int_equal(ops->sign(context, message, length, &rng, signature, &size), STATUS_OK);
        assert_int_equal(ops->verify(context, message, length, signature, size), STATUS_OK);
        message[random_below(random, length)] ^= (uint8_t)(1 << random_below(random, 8));
        assert_int_equal(ops->verify(context, message, length, signature, size), STATUS_REJECTED);
    }
}

/* A ciphertext that was cut, to any length: refused, but by Blum-Goldwasser, where any length is somebody's message. */
static void refuse_cut_ciphertexts(const struct primitive *primitive, const struct encryption_ops *ops, void *context,
                                   struct random *random)
{
    static const uint8_t message[16] = {1, 2, 3};
    uint8_t ciphertext[SIZE_MAX_BYTES];
    struct rng rng = random_rng(random);
    size_t size = sizeof ciphertext;
    if (strcmp(primitive->unit, "blum_goldwasser") == 0)
        return;
    assert_int_equal(ops->encrypt(context, message, sizeof message, &rng, ciphertext, &size), STATUS_OK);
    for (size_t cut = 0; cut < size; cut++) {
        uint8_t *exact = malloc(cut != 0 ? cut : 1), plain[SIZE_MAX_BYTES];
        size_t plain_size = sizeof plain;
        assert_non_null(exact);
        memcpy(exact, ciphertext, cut);
        const enum status status = ops->decrypt(context, exact, cut, plain, &plain_size);
        if (status != STATUS_BAD_LENGTH && status != STATUS_REJECTED)
            fail_msg("%zu of %zu bytes: %s", cut, size, status_text(status));
        if (plain_size > sizeof plain)
            fail_msg("%zu of %zu bytes: a message of %zu", cut, size, plain_size);
        free(exact);
    }
}

struct pair {
    uint8_t private_key[SIZE_MAX_BYTES], public_key[SIZE_MAX_BYTES];
};

static void agree(const struct key_agreement_ops *ops, void *context, struct random *random, int count)
{
    static struct pair pairs[4];
    uint8_t secrets[2][SIZE_MAX_BYTES];
    struct rng rng = random_rng(random);
    size_t size = ops->sizes(context).shared_secret;
    for (int i = 0; i < count; i++) {
        for (size_t k = 0; k < 4; k++)
            assert_int_equal(ops->generate_key(context, &rng, pairs[k].private_key, pairs[k].public_key), STATUS_OK);
        for (size_t side = 0; side < 2; side++) {
            const struct pair *own = &pairs[2 * side], *peer = &pairs[2 - 2 * side];
            struct agreement agreement = {own[0].private_key, own[1].private_key, own[1].public_key, peer[0].public_key,
                                          peer[1].public_key};
            assert_int_equal(ops->derive(context, &agreement, secrets[side]), STATUS_OK);
        }
        assert_memory_equal(secrets[0], secrets[1], size);
    }
}

/* The first half without, the second with the tables of the fixed bases, where the scheme has them. */
static void test_round_trips(void **state)
{
    const struct primitive *primitive = *state;
    struct contender native = native_of(primitive);
    void *context = keyed_context(&native, primitive);
    struct random random = random_from(4, primitive->id);
    for (int half = 0; half < 2; half++) {
        if (half == 1)
            (void)public_key_precompute(primitive->class, native.ops, context);
        if (primitive->class == CLASS_ENCRYPTION)
            encrypt_and_decrypt((const struct encryption_ops *)native.ops, context, &random, MESSAGES / 2);
        else if (primitive->class == CLASS_SIGNATURE)
            sign_and_verify((const struct signature_ops *)native.ops, context, &random, MESSAGES / 2);
        else if (primitive->class == CLASS_KEY_AGREEMENT)
            agree((const struct key_agreement_ops *)native.ops, context, &random, MESSAGES / 8);
    }
    if (primitive->class == CLASS_ENCRYPTION)
        refuse_cut_ciphertexts(primitive, (const struct encryption_ops *)native.ops, context, &random);
    contender_context_free(&native, context);
}

/* ------------------------------------------------------------------------------------------------ wrong keys */

/* The key of LINE with FIELD's last byte changed by DELTA (0: without it) must be refused, and NAMED be what is said. */
static void refused(const char *line, const char *field, uint8_t delta, const char *named)
{
    enum { FIELDS_MAX = 16 };
    const struct primitive *primitive = registry_find(line);
    assert_non_null(primitive);
    const struct key *right = keys_find(primitive->key);
    struct contender native = native_of(primitive);
    struct message message = {.text = ""};
    struct field fields[FIELDS_MAX];
    uint8_t changed[SIZE_MAX_BYTES];
    struct key wrong = {fields, 0};
    const char *bad_field = NULL;
    assert_true(right->count <= FIELDS_MAX);
    for (size_t i = 0; i < right->count; i++) {
        fields[wrong.count] = right->fields[i];
        if (strcmp(right->fields[i].name, field) != 0) {
            wrong.count++;
        } else if (delta != 0) {
            memcpy(changed, right->fields[i].value, right->fields[i].size);
            changed[right->fields[i].size - 1] ^= delta;
            fields[wrong.count++].value = changed;
        }
    }
    void *context = contender_context(&native, &message);
    assert_non_null(context);
    enum status status = public_key_set(primitive->class, native.ops, context, &wrong, &bad_field);
    contender_context_free(&native, context);
    if (status != STATUS_BAD_PARAMETER || bad_field == NULL || strcmp(bad_field, named) != 0)
        fail_msg("%s with another %s: status %d, field %s, expected %s", line, field, (int)status,
                 bad_field != NULL ? bad_field : "none", named);
}

static void test_wrong_keys(void **state)
{
    (void)state;
    refused("rsa_512_oaep", "n", 1, "n");       /* even */
    refused("rsa_512_oaep", "n", 2, "n");       /* not p * q */
    refused("rsa_512_oaep", "n", 0, "n");
    refused("rsa_512_oaep", "e", 1, "e");       /* 16: not invertible */
    refused("rsa_512_oaep", "e", 0x10, "e");    /* 1 */
    refused("rsa_512_oaep", "d", 2, "d");
    refused("rsa_512_oaep", "dp", 2, "dp");
    refused("rsa_512_oaep", "dq", 2, "dq");
    refused("rsa_512_oaep", "qinv", 2, "qinv");
    refused("rsa_512_oaep", "q", 0, "q");       /* p alone */
    refused("luc_512_oaep", "dp_plus1", 2, "dp_plus1");
    refused("rabin_512_oaep", "r", 1, "r");     /* another quadratic character */
    refused("rw_512_emsa2_sha1", "q", 2, "n");
    refused("elgamal_512_encryption", "p", 1, "p");
    refused("elgamal_512_encryption", "y", 1, "y");
    refused("nr_512_sha1", "g", 1, "g");        /* not of order q */
    refused("nr_512_sha1", "q", 2, "q");        /* does not divide p - 1 */
    refused("dsa_512_sha1", "q", 0, "q");
    refused("dsa_512_sha1", "x", 1, "y");       /* the public key is another one's */
    refused("dh_512", "g", 0, "g");
    refused("mqv_512", "g", 1, "g");
    refused("lucelg_512_sha1", "g", 1, "g");
    refused("lucdif_512", "q", 2, "q");
    refused("blum_goldwasser_512", "pinv", 1, "pinv");
    refused("esign_1023_sha1", "k", 1, "k");
    refused("esign_1023_sha1", "p", 2, "n");
    refused("xtr_dh_171", "g1", 1, "g1");
    refused("bbs_512", "n", 2, "n");
}

/* p = q. */
static void test_equal_factors(void **state)
{
    (void)state;
    const struct primitive *primitive = registry_find("rsa_512_oaep");
    struct contender native = native_of(primitive);
    struct message message = {.text = ""};
    const uint8_t p[] = {0xfb}, square[] = {0xf6, 0x19}, e[] = {17};
    const struct field fields[] = {{"n", square, 2}, {"e", e, 1}, {"p", p, 1}, {"q", p, 1}};
    const struct key key = {fields, 4};
    const char *field = NULL;
    void *context = contender_context(&native, &message);
    assert_int_equal(public_key_set(primitive->class, native.ops, context, &key, &field), STATUS_BAD_PARAMETER);
    assert_string_equal(field, "q");
    contender_context_free(&native, context);
}

/* A public key alone does the public operations only. */
static void test_public_key_alone(void **state)
{
    (void)state;
    const struct primitive *primitive = registry_find("rsa_512_oaep");
    const struct key *whole = keys_find(primitive->key);
    const struct field fields[] = {*key_field(whole, "n"), *key_field(whole, "e")};
    const struct key key = {fields, 2};
    static const char *const contenders[] = {"native", "openssl", "openssl/variable-time"};
    for (size_t i = 0; i < 3; i++) {
        struct contender contender;
        struct message message = {.text = ""};
        struct random random = random_from(1, "public");
        struct rng rng = random_rng(&random);
        uint8_t ciphertext[64], plain[64];
        size_t size = sizeof ciphertext, plain_size = sizeof plain;
        contender_open(backend, primitive, contenders[i], &contender);
        assert_non_null(contender.ops);
        const struct encryption_ops *ops = (const struct encryption_ops *)contender.ops;
        void *context = contender_context(&contender, &message);
        assert_int_equal(ops->set_key(context, &key, NULL), STATUS_OK);
        assert_int_equal(ops->encrypt(context, (const uint8_t *)"abc", 3, &rng, ciphertext, &size), STATUS_OK);
        assert_int_equal(ops->decrypt(context, ciphertext, size, plain, &plain_size), STATUS_BAD_PARAMETER);
        contender_context_free(&contender, context);
    }
}

/* A key that OpenSSL does not take ends no series: the contender says so, and the others go on. */
static void test_refused_by_openssl(void **state)
{
    (void)state;
    static const char *const lines[] = {"rsa_512_oaep", "dsa_512_sha1", "dh_512", "luc_512_oaep"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct primitive other = *registry_find(lines[i]);
        struct contender contender;
        other.key = "BBS/validation"; /* has n, but no exponent, base or order of a group */
        contender_open(backend, &other, "openssl", &contender);
        assert_null(contender.ops);
        assert_ptr_equal(strstr(contender.reason, "refused by OpenSSL: "), contender.reason);
    }
}

/* -------------------------------------------------------------------------------------------- out of range */

/* A number not below the modulus, as a message of the bare function. */
static void test_numbers_beyond_the_modulus(void **state)
{
    static const char *const lines[] = {"rsa_512_oaep", "luc_512_oaep", "rabin_512_oaep", "elgamal_512_encryption",
                                        "lucelg_512_encryption"};
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct primitive raw = *registry_find(lines[i]);
        raw.variant.option = ENCODING_RAW;
        struct contender native = native_of(&raw);
        void *context = keyed_context(&native, &raw);
        const struct encryption_ops *ops = (const struct encryption_ops *)native.ops;
        const struct field *n = key_field(keys_find(raw.key), "n"), *p = key_field(keys_find(raw.key), "p");
        const struct field *modulus = n != NULL ? n : p;
        struct random random = random_from(1, lines[i]);
        struct rng rng = random_rng(&random);
        uint8_t out[SIZE_MAX_BYTES];
        size_t size = sizeof out;
        assert_int_equal(ops->encrypt(context, modulus->value, modulus->size, &rng, out, &size), STATUS_BAD_LENGTH);
        size = sizeof out;
        memset(out, 0xff, sizeof out);
        assert_int_equal(ops->encrypt(context, out, modulus->size + 1, &rng, out, &size), STATUS_BAD_LENGTH);
        contender_context_free(&native, context);
    }
}

/* r = 0, r = q, s = 0 (where the scheme forbids it), s = q: refused on every side. */
static void test_signature_components(void **state)
{
    static const char *const lines[] = {"dsa_512_sha1", "nr_512_sha1"};
    static const char *const contenders[] = {"native", "openssl", "openssl/bignum"};
    (void)state;
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < 3; k++) {
            const struct primitive *primitive = registry_find(lines[i]);
            const struct field *q = key_field(keys_find(primitive->key), "q");
            struct contender contender;
            contender_open(backend, primitive, contenders[k], &contender);
            if (contender.ops == NULL)
                continue;
            void *context = keyed_context(&contender, primitive);
            const struct signature_ops *ops = (const struct signature_ops *)contender.ops;
            struct random random = random_from(1, lines[i]);
            struct rng rng = random_rng(&random);
            uint8_t signature[128], wrong[128];
            size_t size = sizeof signature, half = q->size;
            assert_int_equal(ops->sign(context, (const uint8_t *)"abc", 3, &rng, signature, &size), STATUS_OK);
            assert_int_equal(size, 2 * half);
            for (size_t part = 0; part < 2; part++) {
                memcpy(wrong, signature, size);
                memset(wrong + part * half, 0, half);
                assert_int_equal(ops->verify(context, (const uint8_t *)"abc", 3, wrong, size), STATUS_REJECTED);
                memcpy(wrong + part * half, q->value, half);
                assert_int_equal(ops->verify(context, (const uint8_t *)"abc", 3, wrong, size), STATUS_REJECTED);
            }
            assert_int_equal(ops->verify(context, (const uint8_t *)"abc", 3, signature, size - 1), STATUS_REJECTED);
            assert_int_equal(ops->verify(context, (const uint8_t *)"abc", 3, signature, size), STATUS_OK);
            contender_context_free(&contender, context);
        }
}

/* A peer's value outside the group: 1 and p - 1 everywhere, a non-residue where the order is checked. */
static void test_peers_outside_the_group(void **state)
{
    static const char *const lines[] = {"dh_512", "mqv_512", "lucdif_512"};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const struct primitive *primitive = registry_find(lines[i]);
        const struct field *p = key_field(keys_find(primitive->key), "p");
        struct contender native = native_of(primitive);
        void *context = keyed_context(&native, primitive);
        const struct key_agreement_ops *ops = (const struct key_agreement_ops *)native.ops;
        struct random random = random_from(2, lines[i]);
        struct rng rng = random_rng(&random);
        static struct pair own, peer;
        uint8_t secret[SIZE_MAX_BYTES], values[2][SIZE_MAX_BYTES] = {{0}};
        assert_int_equal(ops->generate_key(context, &rng, own.private_key, own.public_key), STATUS_OK);
        assert_int_equal(ops->generate_key(context, &rng, peer.private_key, peer.public_key), STATUS_OK);
        values[0][p->size - 1] = strcmp(lines[i], "lucdif_512") == 0 ? 2 : 1; /* the identity */
        memcpy(values[1], p->value, p->size);
        values[1][p->size - 1] ^= 1; /* p - 1: of order 2, or no element */
        if (strcmp(lines[i], "lucdif_512") == 0)
            memcpy(values[1], p->value, p->size);
        for (size_t k = 0; k < 2; k++) {
            struct agreement agreement = {own.private_key, own.private_key, own.public_key, values[k], peer.public_key};
            assert_int_equal(ops->derive(context, &agreement, secret), STATUS_REJECTED);
        }
        contender_context_free(&native, context);
    }
}

/* A key's context, with tables, is below 64 KiB. */
static void test_context_sizes(void **state)
{
    (void)state;
    for (size_t i = 0; i < registry_count; i++)
        if (registry[i].key != NULL && registry[i].modulus_bits <= 2048)
            assert_in_range(registry[i].native->context_size, 1, CONTEXT_MAX);
}

/* -------------------------------------------------------------------------------------------------- bignum */

static void test_bignum(void **state)
{
    struct message message = {.text = ""};
    (void)state;
    if (bignum_crosscheck(2000, 20140101, &message) != VERDICT_RIGHT)
        fail_msg("%s", message.text);
}

/* The smallest of a scheme's lines. */
static bool is_smallest(const struct primitive *primitive)
{
    for (size_t i = 0; i < registry_count; i++)
        if (registry[i].key != NULL && registry[i].class == primitive->class && registry[i].native == primitive->native &&
            registry[i].variant.option == primitive->variant.option && registry[i].modulus_bits < primitive->modulus_bits)
            return false;
    return true;
}

int main(void)
{
    enum { TESTS_MAX = 256 };
    static struct CMUnitTest tests[TESTS_MAX] = {
        cmocka_unit_test(test_wrong_keys),
        cmocka_unit_test(test_equal_factors),
        cmocka_unit_test(test_public_key_alone),
        cmocka_unit_test(test_refused_by_openssl),
        cmocka_unit_test(test_numbers_beyond_the_modulus),
        cmocka_unit_test(test_signature_components),
        cmocka_unit_test(test_peers_outside_the_group),
        cmocka_unit_test(test_context_sizes),
        cmocka_unit_test(test_bignum),
    };
    size_t count = 9;
    struct message message;
    if (backend_open(&backend, &message) != STATUS_OK) {
        print_error("%s\n", message.text);
        return 1;
    }
    for (size_t i = 0; i < registry_count && count < TESTS_MAX; i++)
        if (registry[i].key != NULL && registry[i].class != CLASS_PRNG && is_smallest(&registry[i]))
            tests[count++] = (struct CMUnitTest){registry[i].id, test_round_trips, NULL, NULL, (void *)(uintptr_t)&registry[i]};
    tap_begin();
    int failed = _cmocka_run_group_tests("public_key", tests, count, NULL, NULL);
    backend_close(backend);
    return failed;
}

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

enum { CURVE_SIZE = 32, MESSAGES = 1000, LENGTH_MAX = 300, SIZE_MAX_BYTES = 2048, CONTEXT_MAX = 64 * 1024 };

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

/* The sides that have a scheme, one after the other. */
static bool next_contender(struct contender *contender, const struct primitive *primitive, size_t *next)
{
    static const char *const names[] = {"native", "openssl", "openssl/bignum"};
    while (*next < sizeof names / sizeof names[0]) {
        contender_open(backend, primitive, names[(*next)++], contender);
        if (contender->ops != NULL)
            return true;
    }
    return false;
}

/* No operation works without a key. */
static void does_nothing(const struct primitive *primitive, const struct ops *any, void *context)
{
    static uint8_t zeros[SIZE_MAX_BYTES], out[2][SIZE_MAX_BYTES];
    struct random random = random_from(1, primitive->id);
    struct rng rng = random_rng(&random);
    size_t size = sizeof out[0];
    if (primitive->class == CLASS_ENCRYPTION) {
        const struct encryption_ops *ops = (const struct encryption_ops *)any;
        assert_int_equal(ops->encrypt(context, zeros, 1, &rng, out[0], &size), STATUS_BAD_PARAMETER);
        assert_int_equal(ops->decrypt(context, zeros, 1, out[0], &size), STATUS_BAD_PARAMETER);
    } else if (primitive->class == CLASS_SIGNATURE) {
        const struct signature_ops *ops = (const struct signature_ops *)any;
        assert_int_equal(ops->sign(context, zeros, 1, &rng, out[0], &size), STATUS_BAD_PARAMETER);
        assert_int_equal(ops->verify(context, zeros, 1, out[0], size), STATUS_BAD_PARAMETER);
    } else if (primitive->class == CLASS_KEY_AGREEMENT) {
        const struct key_agreement_ops *ops = (const struct key_agreement_ops *)any;
        const struct agreement agreement = {zeros, zeros, zeros, zeros, zeros};
        assert_int_equal(ops->generate_key(context, &rng, out[0], out[1]), STATUS_BAD_PARAMETER);
        assert_int_equal(ops->public_key(context, zeros, out[0]), STATUS_BAD_PARAMETER);
        assert_int_equal(ops->derive(context, &agreement, out[0]), STATUS_BAD_PARAMETER);
    } else {
        const struct prng_ops *ops = (const struct prng_ops *)any;
        assert_int_equal(ops->seed(context, (const uint8_t[]){2}, 1), STATUS_BAD_PARAMETER);
        assert_int_equal(ops->generate(context, out[0], 1), STATUS_BAD_PARAMETER);
        assert_int_equal(ops->seek(context, 1), STATUS_BAD_PARAMETER);
    }
    if (strncmp(primitive->key, "EC_", 3) != 0) /* where the curve's base point is there without a key */
        assert_int_not_equal(public_key_precompute(primitive->class, any, context), STATUS_OK);
}

/*
 * The key of LINE with FIELD's last byte changed by DELTA (0: without it) must be refused, and NAMED be what is said; the
 * right key that was there before is gone.
 */
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
    does_nothing(primitive, native.ops, context);
    assert_int_equal(public_key_set(primitive->class, native.ops, context, right, &bad_field), STATUS_OK);
    enum status status = public_key_set(primitive->class, native.ops, context, &wrong, &bad_field);
    does_nothing(primitive, native.ops, context);
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

/* A private key of 0 or of the order, a public one off the curve. */
static void test_wrong_curve_keys(void **state)
{
    static const char *const lines[] = {"ecdsa_gfp168_sha1", "ecnr_gfp168_sha1",   "ecies_gfp168",
                                        "ecdsa_gf2n155_sha1", "ecnr_gf2n155_sha1", "ecies_gf2n155"};
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const struct primitive *primitive = registry_find(lines[i]);
        const struct key *right = keys_find(primitive->key);
        const struct field *order = key_field(right, "order"), *qx = key_field(right, "qx"), *qy = key_field(right, "qy");
        uint8_t zero = 0, off[CURVE_SIZE] = {0};
        memcpy(off, qy->value, qy->size);
        off[qy->size - 1] ^= 1;
        const struct {
            const struct field fields[2];
            size_t count;
        } wrong[] = {
            {{{"d", &zero, 1}}, 1},
            {{{"d", order->value, order->size}}, 1},
            {{*qx, {"qy", off, qy->size}}, 2},
        };
        struct contender contender;
        for (size_t next = 0; next_contender(&contender, primitive, &next);) {
            for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
                const struct key key = {wrong[k].fields, wrong[k].count};
                const char *bad_field = NULL;
                void *context = keyed_context(&contender, primitive);
                enum status status = public_key_set(primitive->class, contender.ops, context, &key, &bad_field);
                if (status != STATUS_BAD_PARAMETER || strcmp(bad_field, wrong[k].fields[wrong[k].count - 1].name) != 0)
                    fail_msg("%s: %s: wrong key %zu: %s", lines[i], contender.name, k, status_text(status));
                does_nothing(primitive, contender.ops, context);
                contender_context_free(&contender, context);
            }
        }
    }
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

/* Numbers that are not below the modulus: as messages of the bare function, as ciphertexts and as signatures. */
static void test_numbers_beyond_the_modulus(void **state)
{
    static const char *const lines[] = {"rsa_512_oaep", "luc_512_oaep", "rabin_512_oaep", "elgamal_512_encryption",
                                        "lucelg_512_encryption", "rsa_512_pkcs1v15_sha1",
                                        "luc_512_pkcs1v15_sha1", "rabin_512_pssr_sha1"};
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct primitive raw = *registry_find(lines[i]);
        struct contender contender;
        raw.variant.option = ENCODING_RAW;
        const struct field *n = key_field(keys_find(raw.key), "n"), *p = key_field(keys_find(raw.key), "p");
        const struct field *modulus = n != NULL ? n : p;
        for (size_t next = 0; next_contender(&contender, &raw, &next);) {
            void *context = keyed_context(&contender, &raw);
            const struct encryption_ops *encryption = (const struct encryption_ops *)contender.ops;
            const struct signature_ops *signature = (const struct signature_ops *)contender.ops;
            struct random random = random_from(1, lines[i]);
            struct rng rng = random_rng(&random);
            uint8_t message[SIZE_MAX_BYTES], out[SIZE_MAX_BYTES];
            size_t made, size = sizeof out, room = sizeof out;
            memset(message, 0, sizeof message);
            message[modulus->size - 1] = 2;
            if (raw.class == CLASS_ENCRYPTION)
                assert_int_equal(encryption->encrypt(context, message, modulus->size, &rng, out, &size), STATUS_OK);
            else
                assert_int_equal(signature->sign(context, message, modulus->size, &rng, out, &size), STATUS_OK);
            made = size;
            for (size_t at = 0; at < made; at += modulus->size) { /* each half of what has two */
                uint8_t kept[SIZE_MAX_BYTES];
                memcpy(kept, out, made);
                memcpy(out + at, modulus->value, modulus->size);
                if (raw.class == CLASS_ENCRYPTION)
                    assert_int_equal(encryption->decrypt(context, out, made, message, &room), STATUS_REJECTED);
                else
                    assert_int_equal(signature->verify(context, message, modulus->size, out, made), STATUS_REJECTED);
                memcpy(out, kept, made);
            }
            for (size_t extra = 0; extra < 2; extra++) { /* the modulus, and what is longer */
                memset(message, 0xff, sizeof message);
                if (extra == 0)
                    memcpy(message, modulus->value, modulus->size);
                size = sizeof out;
                if (raw.class == CLASS_ENCRYPTION)
                    assert_int_equal(encryption->encrypt(context, message, modulus->size + extra, &rng, out, &size),
                                     STATUS_BAD_LENGTH);
                else
                    assert_int_equal(signature->sign(context, message, modulus->size + extra, &rng, out, &size),
                                     STATUS_BAD_LENGTH);
            }
            contender_context_free(&contender, context);
        }
    }
}

static bool is_smallest(const struct primitive *primitive);

/* A ciphertext or signature that is a byte too long, and rooms that are a byte too small: which says how much is needed. */
static void test_lengths(void **state)
{
    static const uint8_t message[16] = {1, 2, 3};
    (void)state;
    for (const struct primitive *primitive = registry; primitive < registry + registry_count; primitive++) {
        struct contender contender;
        const int is_encryption = primitive->class == CLASS_ENCRYPTION;
        if ((!is_encryption && primitive->class != CLASS_SIGNATURE) || primitive->key == NULL || !is_smallest(primitive))
            continue;
        for (size_t next = 0; next_contender(&contender, primitive, &next);) {
            void *context = keyed_context(&contender, primitive);
            struct random random = random_from(3, primitive->id);
            struct rng rng = random_rng(&random);
            uint8_t made[SIZE_MAX_BYTES], plain[SIZE_MAX_BYTES];
            size_t size = sizeof made, room, plain_size = sizeof plain;
            if (is_encryption) {
                const struct encryption_ops *ops = (const struct encryption_ops *)contender.ops;
                assert_int_equal(ops->encrypt(context, message, sizeof message, &rng, made, &size), STATUS_OK);
                room = size - 1;
                assert_int_equal(ops->encrypt(context, message, sizeof message, &rng, plain, &room), STATUS_BAD_LENGTH);
                assert_int_equal(room, size);
                assert_int_equal(ops->decrypt(context, made, size, plain, &plain_size), STATUS_OK);
                room = plain_size - 1;
                assert_int_equal(ops->decrypt(context, made, size, plain, &room), STATUS_BAD_LENGTH);
                assert_int_equal(room, plain_size);
                made[size] = 0;
                plain_size = sizeof plain;
                if (strcmp(primitive->unit, "blum_goldwasser") != 0) /* where it is a longer message */
                    assert_int_equal(ops->decrypt(context, made, size + 1, plain, &plain_size), STATUS_REJECTED);
            } else {
                const struct signature_ops *ops = (const struct signature_ops *)contender.ops;
                assert_int_equal(ops->sign(context, message, sizeof message, &rng, made, &size), STATUS_OK);
                room = size - 1;
                assert_int_equal(ops->sign(context, message, sizeof message, &rng, plain, &room), STATUS_BAD_LENGTH);
                assert_int_equal(room, size);
                made[size] = 0;
                assert_int_equal(ops->verify(context, message, sizeof message, made, size + 1), STATUS_REJECTED);
                assert_int_equal(ops->verify(context, message, sizeof message, made, size), STATUS_OK);
            }
            contender_context_free(&contender, context);
        }
    }
}

/* SIZE times BYTE from either side to the other; where one finds it too long the other does. */
static void exchange(const struct primitive *primitive, const struct contender *contenders, void **contexts, size_t size,
                     int byte)
{
    uint8_t message[LENGTH_MAX], made[SIZE_MAX_BYTES], plain[SIZE_MAX_BYTES];
    struct random random = random_from(5, primitive->id);
    struct rng rng = random_rng(&random);
    enum status first = STATUS_OK;
    memset(message, byte, sizeof message);
    for (size_t i = 0; i < 2; i++) {
        size_t made_size = sizeof made, plain_size = sizeof plain;
        enum status status;
        if (primitive->class == CLASS_ENCRYPTION) {
            const struct encryption_ops *from = (const struct encryption_ops *)contenders[i].ops;
            const struct encryption_ops *to = (const struct encryption_ops *)contenders[1 - i].ops;
            status = from->encrypt(contexts[i], message, size, &rng, made, &made_size);
            if (status == STATUS_OK && (size != 0 || strcmp(primitive->unit, "blum_goldwasser") != 0)) {
                assert_int_equal(to->decrypt(contexts[1 - i], made, made_size, plain, &plain_size), STATUS_OK);
                assert_int_equal(plain_size, size);
                assert_memory_equal(plain, message, size);
            }
        } else {
            const struct signature_ops *from = (const struct signature_ops *)contenders[i].ops;
            const struct signature_ops *to = (const struct signature_ops *)contenders[1 - i].ops;
            status = from->sign(contexts[i], message, size, &rng, made, &made_size);
            if (status == STATUS_OK)
                assert_int_equal(to->verify(contexts[1 - i], message, size, made, made_size), STATUS_OK);
        }
        if (status != STATUS_OK)
            assert_int_equal(status, STATUS_BAD_LENGTH);
        if (i != 0 && status != first)
            fail_msg("%s: %zu bytes of %02x: %s: %s, %s: %s", primitive->id, size, byte, contenders[0].name,
                     status_text(first), contenders[1].name, status_text(status));
        first = status;
    }
}

/* The shortest and the longest messages and those that are too long, of the bytes that paddings begin or end with. */
static void test_message_lengths(void **state)
{
    static const int bytes[] = {0x00, 0x01, 0xff};
    enum { NEAR = 2 };
    (void)state;
    for (const struct primitive *primitive = registry; primitive < registry + registry_count; primitive++) {
        if ((primitive->class != CLASS_ENCRYPTION && primitive->class != CLASS_SIGNATURE) || primitive->key == NULL ||
            primitive->variant.option == ENCODING_RAW || !is_smallest(primitive))
            continue;
        struct contender contenders[2] = {native_of(primitive)};
        void *contexts[2] = {keyed_context(&contenders[0], primitive)};
        struct random random = random_from(5, primitive->id);
        struct rng rng = random_rng(&random);
        const size_t longest =
            primitive->class == CLASS_ENCRYPTION
                ? longest_to_encrypt((const struct encryption_ops *)contenders[0].ops, contexts[0], &rng)
                : longest_to_sign((const struct signature_ops *)contenders[0].ops, contexts[0], &rng);
        for (size_t next = 1; next_contender(&contenders[1], primitive, &next);) {
            contexts[1] = keyed_context(&contenders[1], primitive);
            for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++) {
                for (size_t size = 0; size <= NEAR; size++)
                    exchange(primitive, contenders, contexts, size, bytes[i]);
                for (size_t size = longest - NEAR; size <= longest + NEAR && size <= LENGTH_MAX; size++)
                    exchange(primitive, contenders, contexts, size, bytes[i]);
            }
            contender_context_free(&contenders[1], contexts[1]);
        }
        contender_context_free(&contenders[0], contexts[0]);
    }
}

/* A private key of 0, or of the largest number that fits, which is above every bound: refused with the operation. */
static void test_private_keys_out_of_range(void **state)
{
    (void)state;
    for (const struct primitive *primitive = registry; primitive < registry + registry_count; primitive++) {
        struct contender contender;
        if (primitive->class != CLASS_KEY_AGREEMENT || primitive->key == NULL || !is_smallest(primitive) ||
            strcmp(primitive->unit, "x25519") == 0) /* where every string of bytes is one */
            continue;
        for (size_t next = 0; next_contender(&contender, primitive, &next);) {
            void *context = keyed_context(&contender, primitive);
            const struct key_agreement_ops *ops = (const struct key_agreement_ops *)contender.ops;
            struct random random = random_from(6, primitive->id);
            struct rng rng = random_rng(&random);
            static struct pair own, peer;
            uint8_t bad[SIZE_MAX_BYTES], secret[SIZE_MAX_BYTES];
            assert_int_equal(ops->generate_key(context, &rng, own.private_key, own.public_key), STATUS_OK);
            assert_int_equal(ops->generate_key(context, &rng, peer.private_key, peer.public_key), STATUS_OK);
            for (int byte = 0; byte <= 0xff; byte += 0xff) {
                memset(bad, byte, sizeof bad);
                struct agreement agreement = {bad, own.private_key, own.public_key, peer.public_key, peer.public_key};
                assert_int_equal(ops->public_key(context, bad, secret), STATUS_BAD_PARAMETER);
                assert_int_equal(ops->derive(context, &agreement, secret), STATUS_BAD_PARAMETER);
                agreement.private_key = own.private_key;
                agreement.ephemeral_private_key = bad;
                assert_int_equal(ops->derive(context, &agreement, secret),
                                 strstr(primitive->unit, "mqv") != NULL ? STATUS_BAD_PARAMETER : STATUS_OK);
            }
            contender_context_free(&contender, context);
        }
    }
}

/* Points as peers send them, and in ciphertexts: off the curve, in another form, at infinity. */
static void test_bad_points(void **state)
{
    (void)state;
    for (const struct primitive *primitive = registry; primitive < registry + registry_count; primitive++) {
        struct contender contender;
        if ((primitive->class != CLASS_KEY_AGREEMENT && primitive->class != CLASS_ENCRYPTION) || primitive->key == NULL ||
            strncmp(primitive->key, "EC_", 3) != 0)
            continue;
        for (size_t next = 0; next_contender(&contender, primitive, &next);) {
            void *context = keyed_context(&contender, primitive);
            struct random random = random_from(7, primitive->id);
            struct rng rng = random_rng(&random);
            static struct pair own, peer;
            uint8_t out[SIZE_MAX_BYTES], *point = peer.public_key;
            const struct encryption_ops *encryption = (const struct encryption_ops *)contender.ops;
            const struct key_agreement_ops *ops = (const struct key_agreement_ops *)contender.ops;
            size_t size = sizeof own.public_key, point_size;
            if (primitive->class == CLASS_ENCRYPTION) {
                assert_int_equal(encryption->encrypt(context, (const uint8_t *)"abc", 3, &rng, point, &size), STATUS_OK);
                point_size = 1 + 2 * ((primitive->modulus_bits + 7) / 8);
            } else {
                assert_int_equal(ops->generate_key(context, &rng, own.private_key, own.public_key), STATUS_OK);
                assert_int_equal(ops->generate_key(context, &rng, peer.private_key, point), STATUS_OK);
                point_size = ops->sizes(context).public_key;
            }
            for (int fault = 0; fault < 5; fault++) {
                uint8_t kept[SIZE_MAX_BYTES];
                memcpy(kept, point, sizeof kept);
                if (fault == 0)
                    point[point_size - 1] ^= 1; /* off the curve */
                else if (fault == 1)
                    point[0] = 5;
                else if (fault == 2)
                    point[0] = 6 | (point[point_size - 1] & 1); /* a hybrid form */
                else if (fault == 3)
                    memset(point, 0, point_size); /* infinity */
                else
                    memset(point + 1, 0xff, point_size / 2); /* x beyond the field */
                const struct agreement agreement = {own.private_key, own.private_key, own.public_key, point, point};
                size_t out_size = sizeof out;
                enum status status = primitive->class == CLASS_ENCRYPTION
                                         ? encryption->decrypt(context, point, size, out, &out_size)
                                         : ops->derive(context, &agreement, out);
                if (status != STATUS_REJECTED)
                    fail_msg("%s: %s: fault %d: %s", primitive->id, contender.name, fault, status_text(status));
                memcpy(point, kept, sizeof kept);
            }
            contender_context_free(&contender, context);
        }
    }
}

/* r and s of 0 (which only an s may be, and is not here) and of the bounds that they must be below. */
static void test_signature_components(void **state)
{
    static const struct {
        const char *line, *bounds[2];
    } cases[] = {
        {"dsa_512_sha1", {"q", "q"}},
        {"nr_512_sha1", {"q", "q"}},
        {"lucelg_512_sha1", {"p", "q"}},
        {"ecdsa_gfp168_sha1", {"order", "order"}},
        {"ecnr_gfp168_sha1", {"order", "order"}},
        {"ecdsa_gf2n155_sha1", {"order", "order"}},
        {"ecnr_gf2n155_sha1", {"order", "order"}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct primitive *primitive = registry_find(cases[i].line);
        struct contender contender;
        for (size_t next = 0; next_contender(&contender, primitive, &next);) {
            void *context = keyed_context(&contender, primitive);
            const struct signature_ops *ops = (const struct signature_ops *)contender.ops;
            struct random random = random_from(1, cases[i].line);
            struct rng rng = random_rng(&random);
            uint8_t signature[128], wrong[128];
            size_t size = sizeof signature, at = 0;
            assert_int_equal(ops->sign(context, (const uint8_t *)"abc", 3, &rng, signature, &size), STATUS_OK);
            for (size_t part = 0; part < 2; part++) {
                const struct field *bound = key_field(keys_find(primitive->key), cases[i].bounds[part]);
                memcpy(wrong, signature, size);
                memset(wrong + at, 0, bound->size);
                assert_int_equal(ops->verify(context, (const uint8_t *)"abc", 3, wrong, size), STATUS_REJECTED);
                memcpy(wrong + at, bound->value, bound->size);
                assert_int_equal(ops->verify(context, (const uint8_t *)"abc", 3, wrong, size), STATUS_REJECTED);
                at += bound->size;
            }
            assert_int_equal(at, size);
            assert_int_equal(ops->verify(context, (const uint8_t *)"abc", 3, signature, size - 1), STATUS_REJECTED);
            assert_int_equal(ops->verify(context, (const uint8_t *)"abc", 3, signature, size), STATUS_OK);
            contender_context_free(&contender, context);
        }
    }
}

/*
 * A peer's value outside the group: the identity and p - 1 (of order 2, or no element) everywhere; of the numbers from 3 on
 * those that the scheme's own check finds, which EVP does not have.
 */
static void test_peers_outside_the_group(void **state)
{
    enum { NUMBERS = 32 };
    static const char *const lines[] = {"dh_512", "mqv_512", "lucdif_512"};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const struct primitive *primitive = registry_find(lines[i]);
        const bool is_lucas = strcmp(lines[i], "lucdif_512") == 0;
        const struct field *p = key_field(keys_find(primitive->key), "p");
        enum status first[NUMBERS];
        struct contender contender;
        for (size_t next = 0; next_contender(&contender, primitive, &next);) {
            void *context = keyed_context(&contender, primitive);
            const struct key_agreement_ops *ops = (const struct key_agreement_ops *)contender.ops;
            struct random random = random_from(2, lines[i]);
            struct rng rng = random_rng(&random);
            static struct pair own, peer;
            uint8_t secret[SIZE_MAX_BYTES], value[SIZE_MAX_BYTES];
            struct agreement agreement = {own.private_key, own.private_key, own.public_key, value, peer.public_key};
            assert_int_equal(ops->generate_key(context, &rng, own.private_key, own.public_key), STATUS_OK);
            assert_int_equal(ops->generate_key(context, &rng, peer.private_key, peer.public_key), STATUS_OK);
            memcpy(value, p->value, p->size);
            value[p->size - 1] ^= is_lucas ? 0 : 1;
            assert_int_equal(ops->derive(context, &agreement, secret), STATUS_REJECTED);
            memset(value, 0, sizeof value);
            value[p->size - 1] = is_lucas ? 2 : 1; /* the identity */
            assert_int_equal(ops->derive(context, &agreement, secret), STATUS_REJECTED);
            agreement.peer_public_key = peer.public_key;
            agreement.peer_ephemeral_public_key = value;
            assert_int_equal(ops->derive(context, &agreement, secret),
                             strcmp(lines[i], "mqv_512") == 0 ? STATUS_REJECTED : STATUS_OK);
            agreement = (struct agreement){own.private_key, own.private_key, own.public_key, value, peer.public_key};
            size_t outside = 0;
            for (size_t k = 0; k < NUMBERS && strcmp(contender.via, "evp") != 0; k++) {
                value[p->size - 1] = (uint8_t)(3 + k);
                enum status status = ops->derive(context, &agreement, secret);
                first[k] = strcmp(contender.name, "native") == 0 ? status : first[k];
                assert_int_equal(status, first[k]);
                outside += status == STATUS_REJECTED;
            }
            assert_in_range(outside, strcmp(contender.via, "evp") == 0 ? 0 : 1, NUMBERS);
            contender_context_free(&contender, context);
        }
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
        cmocka_unit_test(test_wrong_curve_keys),
        cmocka_unit_test(test_equal_factors),
        cmocka_unit_test(test_public_key_alone),
        cmocka_unit_test(test_refused_by_openssl),
        cmocka_unit_test(test_numbers_beyond_the_modulus),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_message_lengths),
        cmocka_unit_test(test_private_keys_out_of_range),
        cmocka_unit_test(test_bad_points),
        cmocka_unit_test(test_signature_components),
        cmocka_unit_test(test_peers_outside_the_group),
        cmocka_unit_test(test_context_sizes),
        cmocka_unit_test(test_bignum),
    };
    size_t count = 14;
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

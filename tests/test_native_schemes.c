/* SPDX-License-Identifier: MIT */
/*
 * The native public-key schemes by themselves: all vectors of tests/vectors/publickey with the keys of
 * tests/keys/params.json, nonces and paddings fed in; damaged, out-of-range and inconsistent input.  Built with 64-bit
 * and with 32-bit limbs.
 */
#include "native/native.h"
#include "native/public_key/encoding.h"
#include "native/public_key/group.h"
#include "native/public_key/xtr.h"
#include "tap.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_LIMIT = 1200, FIELDS_MAX = 24, CONTEXT_LIMIT = 64 * 1024 };

/* ---------------------------------------------------------------------------------------- bytes and numbers */

struct bytes {
    size_t size;
    uint8_t data[SIZE_LIMIT];
};

static struct bytes from_hex(const char *hex)
{
    struct bytes r = {0};
    size_t length = strlen(hex), odd = length % 2;

    assert_true(length <= 2 * SIZE_LIMIT);
    for (size_t i = 0; i < (length + 1) / 2; i++) {
        char digits[3] = {0};
        size_t start = i == 0 ? 0 : 2 * i - odd, count = i == 0 && odd ? 1 : 2;
        memcpy(digits, hex + start, count);
        r.data[r.size++] = (uint8_t)strtoul(digits, NULL, 16);
    }
    return r;
}

/* The number A in SIZE bytes. */
static struct bytes resized(struct bytes a, size_t size)
{
    struct bytes r = {.size = size};
    size_t zeros = 0;

    while (zeros < a.size && a.data[zeros] == 0)
        zeros++;
    assert_true(a.size - zeros <= size && size <= SIZE_LIMIT);
    memcpy(r.data + size - (a.size - zeros), a.data + zeros, a.size - zeros);
    return r;
}

static struct bytes joined(struct bytes a, struct bytes b)
{
    assert_true(a.size + b.size <= SIZE_LIMIT);
    memcpy(a.data + a.size, b.data, b.size);
    a.size += b.size;
    return a;
}

static const char *text(const json_t *vector, const char *name)
{
    return json_string_value(json_object_get(vector, name));
}

static struct bytes bytes_of(const json_t *vector, const char *name)
{
    const char *hex = text(vector, name);

    if (hex == NULL)
        fail_msg("%s has no %s", text(vector, "id"), name);
    return from_hex(hex);
}

static int is_op(const json_t *vector, const char *op)
{
    return strcmp(text(vector, "op"), op) == 0;
}

/* ------------------------------------------------------------------------------------------------ randomness */

/* Bytes that a test gives, in order. */
static struct {
    size_t size, at;
    uint8_t data[4 * SIZE_LIMIT];
} script;

static enum status scripted_fill(struct rng *rng, uint8_t *out, size_t size)
{
    (void)rng;
    if (size > script.size - script.at)
        return STATUS_FAILED;
    memcpy(out, script.data + script.at, size);
    script.at += size;
    return STATUS_OK;
}

static struct rng scripted = {scripted_fill, NULL};

static void add_to_script(struct bytes a)
{
    assert_true(script.size + a.size <= sizeof script.data);
    memcpy(script.data + script.size, a.data, a.size);
    script.size += a.size;
}

static uint64_t random_state = 1998;

static uint32_t random_word(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 32);
}

static enum status random_fill(struct rng *rng, uint8_t *out, size_t size)
{
    (void)rng;
    for (size_t i = 0; i < size; i++)
        out[i] = (uint8_t)random_word();
    return STATUS_OK;
}

static struct rng any = {random_fill, NULL};

/* ---------------------------------------------------------------------------------------------------- keys */

static json_t *params;
static struct bytes values[FIELDS_MAX];
static struct field fields[FIELDS_MAX];
static struct key key = {fields, 0};

/* The key SCHEME/SIZE without the field LEFT_OUT. */
static void take_key(const char *scheme, const char *size, const char *left_out)
{
    json_t *entry = json_object_get(json_object_get(params, scheme), size), *value;
    const char *name;

    assert_non_null(entry);
    key.count = 0;
    json_object_foreach(entry, name, value) {
        if (!json_is_string(value) || strcmp(name, "origin") == 0 || (left_out && strcmp(name, left_out) == 0))
            continue;
        assert_true(key.count < FIELDS_MAX);
        values[key.count] = from_hex(json_string_value(value));
        fields[key.count] = (struct field){name, values[key.count].data, values[key.count].size};
        key.count++;
    }
}

static void set_field(const char *name, struct bytes value)
{
    size_t i = 0;

    while (i < key.count && strcmp(fields[i].name, name) != 0)
        i++;
    if (i == key.count)
        key.count++;
    assert_true(key.count <= FIELDS_MAX);
    values[i] = value;
    fields[i] = (struct field){name, values[i].data, values[i].size};
}

/* A key of the names and numbers in NUMBERS, "n 23 p 5 q 7". */
static void take_numbers(const char *numbers)
{
    static char text[8 * SIZE_LIMIT];

    assert_true(strlen(numbers) < sizeof text);
    memcpy(text, numbers, strlen(numbers) + 1);
    key.count = 0;
    for (char *name = strtok(text, " "); name != NULL; name = strtok(NULL, " "))
        set_field(name, from_hex(strtok(NULL, " ")));
}

static size_t field_size(const char *name)
{
    return key_field(&key, name)->size;
}

/* Bytes of a nonce or private key as long as the field xbits says. */
static size_t short_size(void)
{
    return (key_field(&key, "xbits")->value[0] + 7u) / 8;
}

/* A context for OPS, torn down by the next. */
static void *open_context(const struct ops *ops, unsigned option)
{
    static _Alignas(CONTEXT_ALIGNMENT) unsigned char memory[CONTEXT_LIMIT];
    static const struct ops *last;
    static struct variant variant;

    if (last != NULL && last->teardown != NULL)
        last->teardown(memory);
    last = ops;
    variant = (struct variant){.option = option};
    assert_true(context_size_of(ops, &variant) <= sizeof memory);
    memset(memory, 0, sizeof memory);
    if (ops->setup != NULL)
        assert_int_equal(ops->setup(memory, &variant), STATUS_OK);
    return memory;
}

static void *open_with_key(const struct ops *ops, unsigned option,
                           enum status (*set_key)(void *, const struct key *, const char **))
{
    const char *bad = NULL;
    void *context = open_context(ops, option);

    if (set_key(context, &key, &bad) != STATUS_OK)
        fail_msg("key refused: %s", bad);
    return context;
}

/* --------------------------------------------------------------------------------------------- one operation */

static const char *current;

static void assert_bytes(const char *what, const uint8_t *got, size_t size, struct bytes expected)
{
    if (size != expected.size || memcmp(got, expected.data, size) != 0)
        fail_msg("%s: %s differs", current, what);
}

static void assert_status(const char *what, enum status got, enum status expected)
{
    if (got != expected)
        fail_msg("%s: %s: status %d, expected %d", current, what, (int)got, (int)expected);
}

static void check_encryption(const struct encryption_ops *ops, enum encoding encoding, struct bytes message,
                             struct bytes ciphertext, int comes_back)
{
    void *context = open_with_key(&ops->ops, encoding, ops->set_key);
    uint8_t out[SIZE_LIMIT];

    for (int tables = 0; tables <= (ops->precompute != NULL); tables++) {
        size_t size = sizeof out;
        if (tables)
            assert_status("precompute", ops->precompute(context), STATUS_OK);
        script.at = 0;
        assert_status("encrypt", ops->encrypt(context, message.data, message.size, &scripted, out, &size), STATUS_OK);
        assert_bytes("ciphertext", out, size, ciphertext);
        assert_int_equal(script.at, script.size);
        if (!comes_back)
            continue;
        size = sizeof out;
        assert_status("decrypt", ops->decrypt(context, ciphertext.data, ciphertext.size, out, &size), STATUS_OK);
        assert_bytes("plaintext", out, size, message);
        assert_status("a short ciphertext",
                      ops->decrypt(context, ciphertext.data, field_size(key_field(&key, "n") ? "n" : "p") - 1, out,
                                   &size), STATUS_REJECTED);
        if (message.size > 0) {
            size = message.size - 1;
            assert_status("a short buffer", ops->decrypt(context, ciphertext.data, ciphertext.size, out, &size),
                          STATUS_BAD_LENGTH);
            assert_int_equal(size, message.size);
        }
    }
}

static void check_signature(const struct signature_ops *ops, enum encoding encoding, struct bytes message,
                            struct bytes signature)
{
    void *context = open_with_key(&ops->ops, encoding, ops->set_key);
    uint8_t out[SIZE_LIMIT];

    for (int tables = 0; tables <= (ops->precompute != NULL); tables++) {
        size_t size = sizeof out;
        if (tables)
            assert_status("precompute", ops->precompute(context), STATUS_OK);
        script.at = 0;
        assert_status("sign", ops->sign(context, message.data, message.size, &scripted, out, &size), STATUS_OK);
        assert_bytes("signature", out, size, signature);
        assert_int_equal(script.at, script.size);
        assert_status("verify", ops->verify(context, message.data, message.size, out, size), STATUS_OK);
        assert_status("a short signature", ops->verify(context, message.data, message.size, out, size - 1),
                      STATUS_REJECTED);
        assert_status("a long signature", ops->verify(context, message.data, message.size, out, size + 1),
                      STATUS_REJECTED);
        for (size_t i = 0; i < size; i += 1 + size / 5) {
            if (strstr(current, "f_max") != NULL) /* ESIGN caps what it recovers: half of all numbers sign this f */
                break;
            out[i] ^= 0x10;
            assert_status("a damaged signature", ops->verify(context, message.data, message.size, out, size),
                          STATUS_REJECTED);
            out[i] ^= 0x10;
        }
        size = signature.size - 1;
        assert_status("a short buffer", ops->sign(context, message.data, message.size, &scripted, out, &size),
                      STATUS_BAD_LENGTH);
        assert_int_equal(size, signature.size);
    }
}

/* ------------------------------------------------------------------------------------------------- schemes */

static void run_pkcs(const json_t *v, const char *scheme, const char *size)
{
    int is_rsa = strcmp(scheme, "RSA") == 0;
    const struct encryption_ops *encryption = is_rsa ? &native_rsa_encryption : &native_luc_encryption;
    const struct signature_ops *signature = is_rsa ? &native_rsa_signature : &native_luc_signature;

    take_key(scheme, strcmp(size, "508") == 0 || strstr(current, "known") ? "508_validation" : size, NULL);
    size_t n = field_size("n");
    if (is_op(v, "raw") || is_op(v, "private")) {
        check_encryption(encryption, ENCODING_RAW, resized(bytes_of(v, "x"), n), resized(bytes_of(v, "y"), n), 1);
        check_signature(signature, ENCODING_RAW, bytes_of(v, "y"), resized(bytes_of(v, "x"), n));
    } else if (is_op(v, "pkcs1v15_encrypt")) {
        add_to_script(bytes_of(v, "ps_b"));
        check_encryption(encryption, ENCODING_PKCS1, bytes_of(v, "msg_b"), bytes_of(v, "ct_b"), 1);
    } else if (is_op(v, "oaep_sha1_encrypt")) {
        add_to_script(bytes_of(v, "seed_b"));
        check_encryption(encryption, ENCODING_OAEP_SHA1, bytes_of(v, "msg_b"), bytes_of(v, "ct_b"), 1);
    } else if (is_op(v, "pkcs1_type1_sign_raw")) {
        check_signature(signature, ENCODING_PKCS1, bytes_of(v, "msg_b"), bytes_of(v, "sig_b"));
    } else if (is_op(v, "pkcs1v15_sign_sha1")) {
        check_signature(signature, ENCODING_SHA1, bytes_of(v, "msg_b"), bytes_of(v, "sig_b"));
    } else {
        fail_msg("%s: unknown operation", current);
    }
}

static void run_rabin(const json_t *v, const char *scheme, const char *size)
{
    take_key(scheme, size, NULL);
    size_t n = field_size("n");
    if (is_op(v, "raw")) {
        check_encryption(&native_rabin_encryption, ENCODING_RAW, resized(bytes_of(v, "x"), n),
                         resized(bytes_of(v, "y"), n), json_object_get(v, "note") == NULL);
    } else if (is_op(v, "oaep_sha1_encrypt")) {
        add_to_script(bytes_of(v, "seed_b"));
        check_encryption(&native_rabin_encryption, ENCODING_OAEP_SHA1, bytes_of(v, "msg_b"), bytes_of(v, "ct_b"), 1);
    } else if (is_op(v, "oaep98_encrypt")) {
        add_to_script(bytes_of(v, "salt_b"));
        check_encryption(&native_rabin_encryption, ENCODING_OAEP_1998, bytes_of(v, "msg_b"), bytes_of(v, "ct_b"), 1);
    } else if (is_op(v, "pssr98_sign")) {
        add_to_script(bytes_of(v, "salt_b"));
        check_signature(&native_rabin_signature, ENCODING_PSSR_1998, bytes_of(v, "msg_b"), bytes_of(v, "sig_b"));
    } else if (is_op(v, "pssr02_sign")) {
        add_to_script(bytes_of(v, "seed_b"));
        check_signature(&native_rabin_signature, ENCODING_PSSR_2002, bytes_of(v, "msg_b"), bytes_of(v, "sig_b"));
    } else {
        fail_msg("%s: unknown operation", current);
    }
}

static void run_rw(const json_t *v, const char *scheme, const char *size)
{
    const struct signature_ops *ops = &native_rabin_williams;
    struct bytes message, other;
    enum encoding encoding = ENCODING_RAW;

    take_key(scheme, size, NULL);
    size_t n = field_size("n");
    if (is_op(v, "apply")) {
        struct bytes s = resized(bytes_of(v, "s"), n);
        void *context = open_with_key(&ops->ops, ENCODING_RAW, ops->set_key);
        message = bytes_of(v, "f");
        enum status status = ops->verify(context, message.data, message.size, s.data, s.size);
        assert_true(status == STATUS_OK || (status == STATUS_REJECTED && strcmp(text(v, "f"), "0") == 0));
        return;
    }
    if (is_op(v, "private")) {
        message = bytes_of(v, "f");
        other = resized(bytes_of(v, "s_alt"), n);
        check_signature(ops, encoding, message, resized(bytes_of(v, "s"), n));
    } else {
        encoding = is_op(v, "emsa2_sha1_sign") ? ENCODING_EMSA2_SHA1 : ENCODING_EMSA2_SHA1_V50;
        message = bytes_of(v, "msg_b");
        other = bytes_of(v, "sig_alt_b");
        check_signature(ops, encoding, message, bytes_of(v, "sig_b"));
    }
    void *context = open_with_key(&ops->ops, encoding, ops->set_key);
    assert_status("the other root", ops->verify(context, message.data, message.size, other.data, other.size),
                  STATUS_OK);
}

static void check_table(const json_t *v)
{
    static struct group group;
    struct bytes window = bytes_of(v, "window");
    size_t index = strtoul(text(v, "index"), NULL, 16), size = field_size("p");
    uint8_t out[SIZE_LIMIT];
    limb entry[BIG_LIMBS_MAX];

    assert_int_equal(group_load(&group, &key, GROUP_NEEDS_Q, NULL), STATUS_OK);
    group_precompute(&group);
    const struct fixed_base *table = text(v, "base")[0] == 'g' ? &group.g_table : &group.y_table;
    assert_int_equal(table->window_bits, window.data[0]);
    assert_true(index < FIXED_BASE_POWERS);
    fixed_base_entry(entry, table, index, &group.p);
    mont_leave(entry, entry, &group.p);
    assert_int_equal(big_store(out, size, entry, group.p.limbs), STATUS_OK);
    assert_bytes("table entry", out, size, resized(bytes_of(v, "value"), size));
}

static struct bytes pair(const json_t *v, const char *first, size_t first_size, const char *second, size_t second_size)
{
    return joined(resized(bytes_of(v, first), first_size), resized(bytes_of(v, second), second_size));
}

static void run_elgamal_encryption(const json_t *v, const struct encryption_ops *ops)
{
    size_t size = field_size("p");

    if (is_op(v, "raw_encrypt")) {
        add_to_script(resized(bytes_of(v, "k"), size));
        check_encryption(ops, ENCODING_RAW, resized(bytes_of(v, "m"), size), pair(v, "a", size, "b", size), 1);
    } else {
        add_to_script(resized(bytes_of(v, "k"), short_size()));
        add_to_script(bytes_of(v, "rnd_b"));
        check_encryption(ops, ENCODING_LENGTH_BYTE, bytes_of(v, "msg_b"), bytes_of(v, "ct_b"), 1);
    }
}

static void run_group_signature(const json_t *v, const struct signature_ops *ops, const char *raw, size_t r_size)
{
    size_t size = field_size("q");
    struct bytes signature = pair(v, "r", r_size, "s", size);

    if (text(v, "sig_b") != NULL)
        assert_bytes("layout", signature.data, signature.size, bytes_of(v, "sig_b"));
    add_to_script(resized(bytes_of(v, "k"), size));
    if (is_op(v, "sign98"))
        check_signature(ops, ENCODING_RAW, bytes_of(v, "msg_b"), signature);
    else if (is_op(v, "sign_sha1"))
        check_signature(ops, ENCODING_SHA1, bytes_of(v, "msg_b"), signature);
    else
        check_signature(ops, ENCODING_RAW, bytes_of(v, raw), signature);
}

static void run_elgamal(const json_t *v, const char *scheme, const char *size)
{
    (void)scheme;
    if (is_op(v, "sign98")) {
        take_key("NR", size, NULL);
        run_group_signature(v, &native_nyberg_rueppel, "e", field_size("q"));
    } else {
        take_key("ELGAMAL_ENC", size, is_op(v, "raw_encrypt") ? "xbits" : NULL);
        if (is_op(v, "precomp_table"))
            check_table(v);
        else
            run_elgamal_encryption(v, &native_elgamal);
    }
}

static void run_nr_or_dsa(const json_t *v, const char *scheme, const char *size)
{
    int is_dsa = strcmp(scheme, "DSA") == 0;

    take_key(scheme, size, NULL);
    if (is_op(v, "precomp_table"))
        check_table(v);
    else
        run_group_signature(v, is_dsa ? &native_dsa : &native_nyberg_rueppel, is_dsa ? "h" : "e", field_size("q"));
}

static void run_lucelg(const json_t *v, const char *scheme, const char *size)
{
    (void)scheme;
    if (is_op(v, "raw_encrypt") || is_op(v, "encrypt")) {
        take_key("LUCELG_ENC", size, is_op(v, "raw_encrypt") ? "xbits" : NULL);
        run_elgamal_encryption(v, &native_lucelg_encryption);
    } else {
        take_key("LUCELG_SIG", size, NULL);
        run_group_signature(v, &native_lucelg_signature, "e", field_size("p"));
    }
}

static void assert_public(const struct key_agreement_ops *ops, void *context, struct bytes private_key,
                          struct bytes expected)
{
    uint8_t out[SIZE_LIMIT];

    assert_status("public_key", ops->public_key(context, private_key.data, out), STATUS_OK);
    assert_bytes("public key", out, ops->sizes(context).public_key, expected);
}

/* The private key as generate_key draws it, DRAWN bytes. */
static void assert_generated(const struct key_agreement_ops *ops, void *context, struct bytes private_key, size_t drawn,
                             struct bytes expected)
{
    struct key_agreement_sizes sizes = ops->sizes(context);
    uint8_t out[SIZE_LIMIT], secret[SIZE_LIMIT];

    script.size = script.at = 0;
    add_to_script(resized(private_key, drawn));
    assert_status("generate_key", ops->generate_key(context, &scripted, secret, out), STATUS_OK);
    assert_bytes("private key", secret, sizes.private_key, resized(private_key, sizes.private_key));
    assert_bytes("generated public key", out, sizes.public_key, expected);
}

static void assert_derived(const struct key_agreement_ops *ops, void *context, const struct agreement *agreement,
                           struct bytes expected)
{
    uint8_t out[SIZE_LIMIT];

    assert_status("derive", ops->derive(context, agreement, out), STATUS_OK);
    assert_bytes("shared secret", out, ops->sizes(context).shared_secret, expected);
}

static void assert_peer_refused(const struct key_agreement_ops *ops, void *context, struct agreement agreement,
                                struct bytes peer)
{
    uint8_t out[SIZE_LIMIT];

    agreement.peer_public_key = peer.data;
    assert_status("a peer's bad value", ops->derive(context, &agreement, out), STATUS_REJECTED);
}

static void run_agreement(const json_t *v, const char *scheme, const char *size)
{
    const struct key_agreement_ops *ops = strcmp(scheme, "DH") == 0       ? &native_dh
                                          : strcmp(scheme, "LUCDIF") == 0 ? &native_lucdif
                                                                          : &native_xtr_dh;
    take_key(scheme, size, NULL);
    void *context = open_with_key(&ops->ops, 0, ops->set_key);
    struct key_agreement_sizes sizes = ops->sizes(context);

    if (is_op(v, "exp")) {
        struct modulus p;
        struct xtr_element c;
        limb n[BIG_LIMBS_MAX];
        struct bytes e = bytes_of(v, "n"), g1 = values[0], g2 = values[0];
        uint8_t out[SIZE_LIMIT];
        size_t half = sizes.public_key / 2;
        for (size_t i = 0; i < key.count; i++) {
            g1 = strcmp(fields[i].name, "g1") == 0 ? values[i] : g1;
            g2 = strcmp(fields[i].name, "g2") == 0 ? values[i] : g2;
        }
        const struct field *modulus = key_field(&key, "p");
        assert_int_equal(mod_set_bytes(&p, modulus->value, modulus->size), STATUS_OK);
        assert_int_equal(big_load(c.c1, p.limbs, g1.data, g1.size), STATUS_OK);
        assert_int_equal(big_load(c.c2, p.limbs, g2.data, g2.size), STATUS_OK);
        assert_int_equal(big_load(n, BIG_LIMBS_MAX, e.data, e.size), STATUS_OK);
        mont_enter(c.c1, c.c1, &p);
        mont_enter(c.c2, c.c2, &p);
        xtr_power(&c, &c, n, BIG_LIMBS_MAX, &p);
        mont_leave(c.c1, c.c1, &p);
        mont_leave(c.c2, c.c2, &p);
        assert_int_equal(big_store(out, half, c.c1, p.limbs), STATUS_OK);
        assert_int_equal(big_store(out + half, half, c.c2, p.limbs), STATUS_OK);
        assert_bytes("trace", out, 2 * half, bytes_of(v, "c_b"));
        return;
    }
    struct bytes xa = resized(bytes_of(v, "xa"), sizes.private_key), ya = bytes_of(v, "ya_b");
    for (int tables = 0; tables <= (ops->precompute != NULL); tables++) {
        if (tables)
            assert_status("precompute", ops->precompute(context), STATUS_OK);
        assert_public(ops, context, xa, ya);
        if (key_field(&key, "xbits") == NULL)
            assert_generated(ops, context, xa, sizes.private_key, ya);
        else if (4 * strlen(text(v, "xa")) <= key_field(&key, "xbits")->value[0])
            assert_generated(ops, context, xa, short_size(), ya);
        if (is_op(v, "public"))
            continue;
        struct bytes xb = resized(bytes_of(v, "xb"), sizes.private_key), yb = bytes_of(v, "yb_b");
        struct agreement a = {.private_key = xa.data, .peer_public_key = yb.data};
        struct agreement b = {.private_key = xb.data, .peer_public_key = ya.data};
        assert_public(ops, context, xb, yb);
        assert_derived(ops, context, &a, bytes_of(v, "z_b"));
        assert_derived(ops, context, &b, bytes_of(v, "z_b"));

        struct bytes zero = {.size = sizes.public_key}, ones = zero, identity = zero;
        memset(ones.data, 0xff, ones.size);
        identity.data[identity.size - 1] = strcmp(scheme, "DH") == 0 ? 1 : 2;
        if (ops == &native_xtr_dh) { /* 3 = -3 a - 3 a^2; and coordinates that are p too big */
            const struct field *p = key_field(&key, "p");
            for (size_t half = 0; half < identity.size; half += p->size) {
                memcpy(identity.data + half, p->value, p->size);
                identity.data[half + p->size - 1] -= 3; /* no p here ends in a byte below 3 */
                struct bytes beyond = yb;
                unsigned carry = 0;
                for (size_t i = p->size; i-- > 0; carry >>= 8) {
                    carry += (unsigned)beyond.data[half + i] + p->value[i];
                    beyond.data[half + i] = (uint8_t)carry;
                }
                assert_int_equal(carry, 0);
                assert_peer_refused(ops, context, a, beyond);
            }
        }
        assert_peer_refused(ops, context, a, zero);
        assert_peer_refused(ops, context, a, ones);
        assert_peer_refused(ops, context, a, identity);
    }
}

static void run_mqv(const json_t *v, const char *scheme, const char *size)
{
    const struct key_agreement_ops *ops = &native_mqv;

    take_key(scheme, size, NULL);
    void *context = open_with_key(&ops->ops, 0, ops->set_key);
    size_t secret = ops->sizes(context).private_key, public = ops->sizes(context).public_key;
    struct bytes sa = resized(bytes_of(v, "sa"), secret), ua = resized(bytes_of(v, "ua"), secret);
    struct bytes sb = resized(bytes_of(v, "sb"), secret), ub = resized(bytes_of(v, "ub"), secret);
    struct bytes wa = resized(bytes_of(v, "wa"), public), va = resized(bytes_of(v, "va"), public);
    struct bytes wb = resized(bytes_of(v, "wb"), public), vb = resized(bytes_of(v, "vb"), public);
    struct agreement a = {sa.data, ua.data, va.data, wb.data, vb.data};
    struct agreement b = {sb.data, ub.data, vb.data, wa.data, va.data};

    for (int tables = 0; tables < 2; tables++) {
        if (tables)
            assert_status("precompute", ops->precompute(context), STATUS_OK);
        assert_public(ops, context, sa, wa);
        assert_public(ops, context, ua, va);
        assert_public(ops, context, sb, wb);
        assert_public(ops, context, ub, vb);
        assert_generated(ops, context, sa, secret, wa);
        assert_derived(ops, context, &a, bytes_of(v, "z_b"));
        assert_derived(ops, context, &b, bytes_of(v, "z_b"));
        struct bytes damaged = wb;
        damaged.data[public - 1] ^= 1;
        assert_peer_refused(ops, context, a, damaged);
    }
}

static void run_blum_goldwasser(const json_t *v, const char *scheme, const char *size)
{
    take_key(scheme, size, NULL);
    add_to_script(resized(bytes_of(v, "seed"), field_size("n")));
    struct bytes message = bytes_of(v, "msg_b");
    check_encryption(&native_blum_goldwasser, ENCODING_RAW, message, bytes_of(v, "ct_b"), message.size != 0);
}

static void run_esign(const json_t *v, const char *scheme, const char *size)
{
    const struct signature_ops *ops = &native_esign;
    limb p[BIG_LIMBS_MAX], q[BIG_LIMBS_MAX], pq[2 * BIG_LIMBS_MAX];

    take_key(scheme, size, NULL);
    const struct field *fp = key_field(&key, "p"), *fq = key_field(&key, "q");
    assert_int_equal(big_load(p, BIG_LIMBS_MAX, fp->value, fp->size), STATUS_OK);
    assert_int_equal(big_load(q, BIG_LIMBS_MAX, fq->value, fq->size), STATUS_OK);
    big_multiply(pq, p, BIG_LIMBS_MAX, q, BIG_LIMBS_MAX);
    add_to_script(resized(bytes_of(v, "r"), (big_bits(pq, 2 * BIG_LIMBS_MAX) + 7) / 8));
    if (is_op(v, "reject")) {
        void *context = open_with_key(&ops->ops, ENCODING_RAW, ops->set_key);
        struct bytes f = bytes_of(v, "f");
        uint8_t out[SIZE_LIMIT];
        size_t out_size = sizeof out;
        assert_status("a bad r, and no other", ops->sign(context, f.data, f.size, &scripted, out, &out_size),
                      STATUS_FAILED);
        assert_int_equal(script.at, script.size);
    } else if (is_op(v, "sign_raw")) {
        check_signature(ops, ENCODING_RAW, bytes_of(v, "f"), resized(bytes_of(v, "s"), field_size("n")));
    } else {
        check_signature(ops, ENCODING_EMSA5_SHA1, bytes_of(v, "msg_b"), bytes_of(v, "sig_b"));
    }
}

static void run_bbs(const json_t *v, const char *scheme, const char *size)
{
    const struct prng_ops *ops = &native_blum_blum_shub;
    const char *name = text(v, "key");
    struct bytes seed = bytes_of(v, "seed"), expected = bytes_of(v, "out_b");
    uint8_t out[SIZE_LIMIT];

    take_key(scheme, name != NULL ? name : size, NULL);
    void *context = open_with_key(&ops->ops, 0, ops->set_key);
    uint64_t offset = is_op(v, "seek") ? strtoull(text(v, "byte_index"), NULL, 16) : 0;
    for (size_t step = 1; step < 8; step += 3) {
        assert_status("seed", ops->seed(context, seed.data, seed.size), STATUS_OK);
        if (is_op(v, "seek"))
            assert_status("seek", ops->seek(context, offset), STATUS_OK);
        for (size_t i = 0; i < expected.size; i += step)
            assert_status("generate", ops->generate(context, out + i, step < expected.size - i ? step
                                                                                                : expected.size - i),
                          STATUS_OK);
        assert_bytes("stream", out, expected.size, expected);
    }
}

/* ------------------------------------------------------------------------------------------------- vectors */

static const struct scheme {
    const char *file, *name;
    size_t vectors;
    void (*run)(const json_t *vector, const char *scheme, const char *size);
} schemes[] = {
    {"bbs", "BBS", 40, run_bbs},
    {"blumgoldwasser", "BLUMGOLDWASSER", 27, run_blum_goldwasser},
    {"dh", "DH", 27, run_agreement},
    {"dsa", "DSA", 67, run_nr_or_dsa},
    {"elgamal", "ELGAMAL", 81, run_elgamal},
    {"esign", "ESIGN", 30, run_esign},
    {"luc", "LUC", 87, run_pkcs},
    {"lucdif", "LUCDIF", 18, run_agreement},
    {"lucelg", "LUCELG", 50, run_lucelg},
    {"mqv", "MQV", 21, run_mqv},
    {"nr", "NR", 60, run_nr_or_dsa},
    {"rabin", "RABIN", 84, run_rabin},
    {"rsa", "RSA", 76, run_pkcs},
    {"rsa_long", "RSA", 22, run_pkcs},
    {"rw", "RW", 63, run_rw},
    {"xtrdh", "XTRDH", 28, run_agreement},
};

static json_t *load(const char *name)
{
    const char *root = getenv("ASSAY_SOURCE_ROOT");
    char path[1024];
    json_error_t error;

    snprintf(path, sizeof path, "%s/tests/%s.json", root != NULL ? root : ".", name);
    json_t *json = json_load_file(path, 0, &error);
    if (json == NULL)
        fail_msg("%s: %s", path, error.text);
    return json;
}

static void vectors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        char name[64], size[32];
        snprintf(name, sizeof name, "vectors/publickey/%s", schemes[i].file);
        json_t *file = load(name), *vector;
        size_t index;
        json_array_foreach(json_object_get(file, "vectors"), index, vector) {
            const json_t *bits = json_object_get(vector, "size");
            current = text(vector, "id");
            if (json_is_integer(bits))
                snprintf(size, sizeof size, "%d", (int)json_integer_value(bits));
            else
                snprintf(size, sizeof size, "%s", json_string_value(bits));
            script.size = script.at = 0;
            schemes[i].run(vector, schemes[i].name, size);
        }
        assert_int_equal(index, schemes[i].vectors);
        json_decref(file);
    }
}

/* -------------------------------------------------------------------------------------------- textbook sizes */

static void small_keys(void **state)
{
    (void)state;
    struct bytes message, ciphertext;
    uint8_t out[32];
    size_t size = sizeof out;

    /* n just below 2^128, a result with a leading zero byte. */
    current = "RSA of 128 bits";
    key.count = 0;
    set_field("n", from_hex("ffffffffffffff080000000000002b8f"));
    set_field("e", from_hex("010001"));
    set_field("p", from_hex("ffffffffffffffc5"));
    set_field("q", from_hex("ffffffffffffff43"));
    script.size = script.at = 0;
    check_encryption(&native_rsa_encryption, ENCODING_RAW, resized(from_hex("bf"), 16),
                     from_hex("008bb020ff9c126216923e5dd8e2f5eb"), 1);

    /* p = 467, g = 2 of order 466, x = 153, k = 197. */
    current = "ElGamal of 9 bits";
    key.count = 0;
    set_field("p", from_hex("01d3"));
    set_field("g", from_hex("02"));
    set_field("x", from_hex("99"));
    set_field("y", from_hex("e0"));
    add_to_script(from_hex("00c5"));
    message = from_hex("014b");
    ciphertext = from_hex("00570039");
    void *context = open_with_key(&native_elgamal.ops, ENCODING_RAW, native_elgamal.set_key);
    assert_status("encrypt", native_elgamal.encrypt(context, message.data, message.size, &scripted, out, &size),
                  STATUS_OK);
    assert_bytes("ciphertext", out, size, ciphertext);
    size = sizeof out;
    assert_status("decrypt", native_elgamal.decrypt(context, ciphertext.data, ciphertext.size, out, &size),
                  STATUS_OK);
    assert_bytes("plaintext", out, size, message);
}

/* -------------------------------------------------------------------------------------------------- bad input */

static void assert_key_refused(const struct ops *ops, unsigned option,
                               enum status (*set_key)(void *, const struct key *, const char **), const char *field)
{
    const char *bad = "no field";
    void *context = open_context(ops, option);

    assert_status(field, set_key(context, &key, &bad), STATUS_BAD_PARAMETER);
    assert_string_equal(bad, field);
    assert_status("no place for the name", set_key(context, &key, NULL), STATUS_BAD_PARAMETER);
}

/* The field NAME with its lowest bits changed. */
static struct bytes changed(const char *name, uint8_t bits)
{
    const struct field *field = key_field(&key, name);
    struct bytes r = {.size = field->size};

    memcpy(r.data, field->value, field->size);
    r.data[r.size - 1] ^= bits;
    return r;
}

struct bad_key {
    const char *scheme, *size, *field;
    uint8_t bits;       /* to change in the field */
    const char *blamed; /* the field that is refused */
};

#define REFUSED(table, option, bad)                                                                                    \
    do {                                                                                                               \
        for (size_t i = 0; i < sizeof(bad) / sizeof(bad)[0]; i++) {                                                    \
            current = (bad)[i].field;                                                                                  \
            take_key((bad)[i].scheme, (bad)[i].size, NULL);                                                            \
            set_field((bad)[i].field, changed((bad)[i].field, (bad)[i].bits));                                         \
            assert_key_refused(&(table)->ops, option, (table)->set_key, (bad)[i].blamed);                              \
        }                                                                                                              \
    } while (0)

static void bad_keys(void **state)
{
    (void)state;
    static const struct bad_key rsa[] = {
        {"RSA", "512", "n", 1, "n"},     {"RSA", "512", "n", 2, "n"},   {"RSA", "512", "p", 1, "p"},
        {"RSA", "512", "p", 2, "n"},     {"RSA", "512", "q", 1, "q"},   {"RSA", "512", "e", 1, "e"},
        {"RSA", "512", "d", 2, "d"},     {"RSA", "512", "dp", 1, "dp"}, {"RSA", "512", "dq", 1, "dq"},
        {"RSA", "512", "qinv", 1, "qinv"},
    };
    static const struct bad_key luc[] = {
        {"LUC", "512", "e", 1, "e"},
        {"LUC", "512", "qinv", 1, "qinv"},
        {"LUC", "512", "dp_minus1", 1, "dp_minus1"},
        {"LUC", "512", "dp_plus1", 1, "dp_plus1"},
        {"LUC", "512", "dq_minus1", 1, "dq_minus1"},
        {"LUC", "512", "dq_plus1", 1, "dq_plus1"},
    };
    static const struct bad_key rabin[] = {
        {"RABIN", "512", "r", 6, "r"}, {"RABIN", "512", "s", 7, "s"}, {"RABIN", "512", "p", 2, "n"}};
    static const struct bad_key rw[] = {{"RW", "512", "q", 4, "n"}, {"RW", "512", "n", 4, "n"}};
    static const struct bad_key nr[] = {
        {"NR", "512", "p", 1, "p"}, {"NR", "512", "p", 4, "q"}, {"NR", "512", "q", 1, "q"},
        {"NR", "512", "g", 1, "g"}, {"NR", "512", "x", 1, "y"}, {"NR", "512", "y", 1, "y"},
    };
    static const struct bad_key dh[] = {{"DH", "512", "q", 2, "q"}, {"DH", "512", "g", 2, "g"}};
    static const struct bad_key lucdif[] = {{"LUCDIF", "512", "q", 2, "q"}, {"LUCDIF", "512", "g", 11, "g"}};
    static const struct bad_key lucelg[] = {{"LUCELG_SIG", "512", "y", 1, "y"}, {"LUCELG_SIG", "512", "x", 1, "y"}};
    static const struct bad_key blum[] = {{"BLUMGOLDWASSER", "512", "pinv", 1, "pinv"}, {"BLUMGOLDWASSER", "512", "q", 4, "n"}};
    static const struct bad_key esign[] = {
        {"ESIGN", "1023", "p", 2, "n"}, {"ESIGN", "1023", "k", 1, "k"}, {"ESIGN", "1023", "n", 2, "n"},
        {"ESIGN", "1023", "q", 2, "n"}, {"ESIGN", "1023", "e", 0x27, "e"}}; /* 7 */
    static const struct bad_key xtr[] = {{"XTRDH", "171", "q", 2, "q"}, {"XTRDH", "171", "g1", 1, "g1"}};

    REFUSED(&native_rsa_encryption, ENCODING_RAW, rsa);
    REFUSED(&native_rsa_signature, ENCODING_SHA1, rsa);
    REFUSED(&native_luc_encryption, ENCODING_RAW, luc);
    REFUSED(&native_rabin_encryption, ENCODING_RAW, rabin);
    REFUSED(&native_rabin_williams, ENCODING_RAW, rw);
    REFUSED(&native_nyberg_rueppel, ENCODING_RAW, nr);
    REFUSED(&native_dh, 0, dh);
    REFUSED(&native_lucdif, 0, lucdif);
    REFUSED(&native_lucelg_signature, ENCODING_RAW, lucelg);
    REFUSED(&native_blum_goldwasser, 0, blum);
    REFUSED(&native_esign, ENCODING_RAW, esign);
    REFUSED(&native_xtr_dh, 0, xtr);

    /* p = q, an exponent that is not invertible, a base of another order, nothing at all. */
    current = "p = q";
    key.count = 0;
    set_field("n", from_hex("ffffffffffffff8a0000000000000d99"));
    set_field("e", from_hex("11"));
    set_field("p", from_hex("ffffffffffffffc5"));
    set_field("q", from_hex("ffffffffffffffc5"));
    assert_key_refused(&native_rsa_encryption.ops, ENCODING_RAW, native_rsa_encryption.set_key, "q");
    current = "e divides p - 1";
    set_field("n", from_hex("07a9")); /* 37 * 53 */
    set_field("e", from_hex("03"));
    set_field("p", from_hex("25"));
    set_field("q", from_hex("35"));
    assert_key_refused(&native_rsa_encryption.ops, ENCODING_RAW, native_rsa_encryption.set_key, "e");
    current = "wrong order";
    take_key("DH", "512", NULL);
    set_field("g", from_hex("01"));
    assert_key_refused(&native_dh.ops, 0, native_dh.set_key, "g");
    current = "empty key";
    key.count = 0;
    assert_key_refused(&native_dsa.ops, ENCODING_RAW, native_dsa.set_key, "p");
    assert_key_refused(&native_rsa_encryption.ops, ENCODING_RAW, native_rsa_encryption.set_key, "n");
    assert_key_refused(&native_blum_blum_shub.ops, 0, native_blum_blum_shub.set_key, "n");
    current = "too long";
    struct bytes huge = {.size = 600};
    memset(huge.data, 0xff, huge.size);
    set_field("n", huge);
    assert_key_refused(&native_rsa_encryption.ops, ENCODING_RAW, native_rsa_encryption.set_key, "n");
}

struct numbers {
    const char *key, *blamed; /* as take_numbers takes it; NULL: a good key */
};

#define NUMBERS_REFUSED(table, option, keys)                                                                           \
    do {                                                                                                               \
        for (size_t i = 0; i < sizeof(keys) / sizeof(keys)[0]; i++) {                                                  \
            current = (keys)[i].key;                                                                                   \
            take_numbers((keys)[i].key);                                                                               \
            if ((keys)[i].blamed == NULL)                                                                              \
                (void)open_with_key(&(table)->ops, option, (table)->set_key);                                          \
            else                                                                                                       \
                assert_key_refused(&(table)->ops, option, (table)->set_key, (keys)[i].blamed);                         \
        }                                                                                                              \
    } while (0)

/* Keys of a few digits at the edges of what is allowed: each is good, or wrong in one respect. */
static void textbook_keys(void **state)
{
    (void)state;
    static const struct numbers rsa[] = {
        {"n 23 e 05 p 05 q 07", NULL},
        {"n 01 e 03", "n"},
        {"n 23 p 05 q 07", "e"}, /* without e */
        {"n 23 e 01 p 05 q 07", "e"},
        {"n 23 e 23 p 05 q 07", "e"}, /* n */
        {"n 23 e 05 p 05", "q"},
        {"n 23 e 05 q 07", "p"},
        {"n 23 e 05 p 01 q 23", "p"},
        {"n 23 e 05 p 23 q 01", "q"},
        {"n 0f e 07 p 010000000000000003 q 05", "n"}, /* the lowest limbs of p q */
        {"n 010000000000000023 e 05 p 05 q 07", "n"}, /* whose lowest limbs are p q */
        {"n 037b e 05 p 21 q 1b", "q"}, /* 33 * 27: q has no inverse */
    };
    /* q is longer than a limb; its exponents without that, p's with another bit. */
    static const struct numbers luc[] = {
        {"n 05000000000000004b e 07 p 05 q 01000000000000000f "
         "dp_minus1 03 dp_plus1 01 dq_minus1 6db6db6db6db6dbd dq_plus1 b6db6db6db6db6e7", NULL},
        {"n 05000000000000004b e 07 p 05 q 01000000000000000f dp_minus1 07", "dp_minus1"},
        {"n 05000000000000004b e 07 p 05 q 01000000000000000f dp_plus1 05", "dp_plus1"},
        {"n 05000000000000004b e 07 p 05 q 01000000000000000f dq_minus1 016db6db6db6db6dbd", "dq_minus1"},
        {"n 05000000000000004b e 07 p 05 q 01000000000000000f dq_plus1 01b6db6db6db6db6e7", "dq_plus1"},
    };
    static const struct numbers rabin[] = {
        {"n 4d r 02 s 03 p 07 q 0b", NULL},
        {"n 23 r 02 s 02 p 05 q 07", "p"}, /* 1 modulo 4 */
        {"n 23 r 02 s 02 p 07 q 05", "q"},
        {"n 4d r 04 s 03 p 07 q 0b", "r"}, /* a square modulo both */
        {"n 4d r 07 s 03 p 07 q 0b", "r"}, /* p */
        {"n 4d r 02 s 02 p 07 q 0b", "s"},
        {"n 4d r 02 s 06 p 07 q 0b", "s"}, /* a square modulo neither */
        {"n 4d r 01 s 03", "r"},
        {"n 4d r 02 s 010000000000000003", "s"}, /* longer than a limb */
    };
    static const struct numbers rw[] = {
        {"n 1d", NULL}, {"n 15 p 03 q 07", NULL}, {"n 1f", "n"} /* 7 modulo 8 */, {"n 15 p 07 q 03", "p"}};
    static const struct numbers rw_emsa2[] = {{"n 1d", "n"}, {"n 9d", NULL}}; /* bits, no bytes; 8 bits */
    static const struct numbers blum[] = {
        {"n 4d p 07 q 0b", NULL}, {"n 23 p 05 q 07", "p"}, {"n 23 p 07 q 05", "q"}, {"n 4d p 07", "q"}};
    static const struct numbers blum_goldwasser[] = {
        {"n 4d p 07 q 0b pinv 08", NULL}, {"n 4d p 07 q 0b pinv 13", "pinv"}, {"n 15 p 03 q 07", "p"},
        {"n 15 p 07 q 03", "q"}};
    static const struct numbers esign[] = {
        {"n fffffd e 08", NULL},
        {"n 1fffff e 08", "n"}, /* 21 bits */
        {"n 1fffffd e 08", "n"}, /* 25 */
        {"n fffffd e 07", "e"},
        {"n d3d00f e 08 p f1 q ef", NULL},
        {"n d3d00f e 08 p 71 q ef", "p"}, /* 7 bits, a third of n being 8 */
        {"n d3d00f e 08 p f1 q 6f", "q"},
        {"n d595d1 e 08 p f1 q f1", "q"}, /* p = q */
        {"n d3d00f e 08 p f1", "q"},
    };
    /* The squares modulo 23. */
    static const struct numbers group[] = {
        {"p 17 q 0b g 02", NULL},
        {"p 17 q 0b g 00", "g"},
        {"p 17 q 0b g 01", "g"},
        {"p 17 q 0b g 05", "g"}, /* of order 22 */
        {"p 17 q 0b g 19", "g"}, /* 2 + p */
        {"p 17 q 02 g 02", "q"},
        {"p 17 q 17 g 02", "q"},
        {"p 17 q 0b g 02 xbits 01", "xbits"},
        {"p 17 q 0b g 02 xbits 02", NULL},
        {"p 17 q 0b g 02 xbits 04", NULL}, /* as many as q has */
        {"p 17 q 0b g 02 xbits 05", "xbits"},
        {"p 17 q 0b g 02 xbits 010000000000000002", "xbits"},
        {"p 17 g 02 xbits 05", NULL}, /* as many as p has */
        {"p 17 g 02 xbits 06", "xbits"},
        {"p 17 q 0b g 02 y 04", NULL},
        {"p 17 q 0b g 02 y 00", "y"},
        {"p 17 q 0b g 02 y 01", "y"},
        {"p 17 q 0b g 02 y 05", "y"},
        {"p 17 q 0b g 02 y 1b", "y"}, /* 4 + p */
        {"p 17 q 0b g 02 x 00", "x"},
        {"p 17 q 0b g 02 x 01 y 02", NULL},
        {"p 17 q 0b g 02 x 0a y 0c", NULL}, /* q - 1 */
        {"p 17 q 0b g 02 x 0b", "x"},
        {"p 17 q 0b g 02 x 010000000000000001", "x"},
        {"p 17 g 02 x 16 y 01", NULL}, /* p - 1 */
        {"p 17 g 02 x 17", "x"},
    };
    /* The traces of order 7 modulo 13: 7, 8 and 10. */
    static const struct numbers lucas[] = {
        {"p 0d q 07 g 07", NULL},
        {"p ffffffffffffffff q 03 g 07", "p"}, /* p + 1 is longer */
        {"p 0d q 05 g 07", "q"},
        {"p 0d q 0e g 07", "q"},
        {"p 0d q 07 g 02", "g"}, /* the identity */
        {"p 0d q 07 g 03", "g"}, /* of order 14 */
        {"p 0d q 07 g 04", "g"}, /* 12 is a square */
        {"p 0d q 07 g 14", "g"}, /* 7 + p */
        {"p 0d q 07 g 07 xbits 01", "xbits"},
        {"p 0d q 07 g 07 xbits 02", NULL},
        {"p 0d q 07 g 07 xbits 03", NULL}, /* as many as q has */
        {"p 0d q 07 g 07 xbits 04", "xbits"},
        {"p 0d q 07 g 07 xbits 010000000000000002", "xbits"},
        {"p 0d q 07 g 07 y 08", NULL},
        {"p 0d q 07 g 07 y 03", "y"},
        {"p 0d q 07 g 07 y 15", "y"}, /* 8 + p */
        {"p 0d q 07 g 07 x 00", "x"},
        {"p 0d q 07 g 07 x 01 y 07", NULL},
        {"p 0d q 07 g 07 x 06 y 07", NULL}, /* q - 1 */
        {"p 0d q 07 g 07 x 07", "x"},
        {"p 0d q 07 g 07 x 010000000000000001", "x"},
    };
    static const struct numbers xtr[] = {
        {"p 05 q 07 g1 02 g2 04", NULL},
        {"p 0d q 07 g1 02 g2 04", "p"}, /* 1 modulo 3 */
        {"p 05 q 0b g1 02 g2 04", "q"},
        {"p 05 q 07 g1 02 g2 02", "g1"}, /* the identity */
        {"p 05 q 07 g1 02 g2 03", "g1"},
        {"p 05 q 07 g1 07 g2 04", "g1"}, /* 2 + p */
        {"p 05 q 07 g1 02 g2 09", "g2"}, /* 4 + p */
    };

    NUMBERS_REFUSED(&native_rsa_encryption, ENCODING_RAW, rsa);
    NUMBERS_REFUSED(&native_luc_encryption, ENCODING_RAW, luc);
    NUMBERS_REFUSED(&native_rabin_encryption, ENCODING_RAW, rabin);
    NUMBERS_REFUSED(&native_rabin_williams, ENCODING_RAW, rw);
    NUMBERS_REFUSED(&native_rabin_williams, ENCODING_EMSA2_SHA1, rw_emsa2);
    NUMBERS_REFUSED(&native_blum_blum_shub, 0, blum);
    NUMBERS_REFUSED(&native_blum_goldwasser, 0, blum);
    NUMBERS_REFUSED(&native_blum_goldwasser, 0, blum_goldwasser);
    NUMBERS_REFUSED(&native_esign, ENCODING_RAW, esign);
    NUMBERS_REFUSED(&native_elgamal, ENCODING_RAW, group);
    NUMBERS_REFUSED(&native_lucdif, 0, lucas);
    NUMBERS_REFUSED(&native_xtr_dh, 0, xtr);
}

/* p of 4,095 bits: p + 1, modulo which LUC inverts as well, has no room to be longer. */
static void longest_factor(void **state)
{
    (void)state;
    struct bytes p = {.size = 512}, n = {.size = 512};

    current = "LUC with 3 p of 4096 bits";
    memset(p.data, 0x55, p.size);
    memset(n.data, 0xff, n.size);
    take_numbers("e 07 q 03");
    set_field("p", p);
    set_field("n", n);
    (void)open_with_key(&native_luc_encryption.ops, ENCODING_RAW, native_luc_encryption.set_key);
}

/* q of 61 bits, shorter than a digest, of which the signatures take the leading 61, 60 and 61 bits. */
static void short_orders(void **state)
{
    (void)state;
    static const struct {
        const struct signature_ops *ops;
        const char *name, *key, *signature;
    } cases[] = {
        {&native_dsa, "DSA of 96 bits",
         "p b66cd6b4402addb062be1541 q 19b95f23ae97d9f7 g 40a46609608e0f5e793e872b x 154b39c39e293642",
         "08360bdf1446c94010a8d6e7f3e49cc3"},
        {&native_nyberg_rueppel, "Nyberg-Rueppel of 96 bits",
         "p b66cd6b4402addb062be1541 q 19b95f23ae97d9f7 g 40a46609608e0f5e793e872b x 154b39c39e293642",
         "12cf9fc278b7315600d25398dba4de8c"},
        {&native_lucelg_signature, "LUCELG of 96 bits",
         "p 9616ae9e0a1752fae6429775 q 19b95f23ae97d9f7 g 78943dfe0145cb331907a5f8 x 0122571c83d833aa",
         "50b8a3846568eacdfca988f50d1868ff7acd7907"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        current = cases[i].name;
        take_numbers(cases[i].key);
        script.size = script.at = 0;
        add_to_script(from_hex("17e5d622d7881004"));
        check_signature(cases[i].ops, ENCODING_SHA1, from_hex("616263"), from_hex(cases[i].signature));
    }
}

static void bad_messages(void **state)
{
    (void)state;
    uint8_t out[SIZE_LIMIT], message[SIZE_LIMIT] = {0};
    size_t size;

    current = "RSA messages";
    take_key("RSA", "512", NULL);
    const struct field *n = key_field(&key, "n");
    static const struct {
        enum encoding encoding;
        size_t longest;
    } rsa[] = {{ENCODING_PKCS1, 53}, {ENCODING_OAEP_SHA1, 22}};
    for (size_t i = 0; i < 2; i++) {
        void *context = open_with_key(&native_rsa_encryption.ops, rsa[i].encoding, native_rsa_encryption.set_key);
        size = sizeof out;
        assert_status("longest", native_rsa_encryption.encrypt(context, message, rsa[i].longest, &any, out, &size),
                      STATUS_OK);
        size = sizeof out;
        assert_status("too long",
                      native_rsa_encryption.encrypt(context, message, rsa[i].longest + 1, &any, out, &size),
                      STATUS_BAD_LENGTH);
        size = sizeof out;
        assert_status("empty", native_rsa_encryption.encrypt(context, NULL, 0, &any, out, &size), STATUS_OK);
        size = sizeof out;
        assert_status("no randomness", native_rsa_encryption.encrypt(context, NULL, 0, NULL, out, &size),
                      STATUS_FAILED);
        memset(message, 0x5a, 64);
        size = sizeof out;
        assert_status("no ciphertext", native_rsa_encryption.decrypt(context, message, 64, out, &size),
                      STATUS_REJECTED);
        assert_status("ciphertext n", native_rsa_encryption.decrypt(context, n->value, n->size, out, &size),
                      STATUS_REJECTED);
    }
    void *context = open_with_key(&native_rsa_encryption.ops, ENCODING_RAW, native_rsa_encryption.set_key);
    size = sizeof out;
    assert_status("message n", native_rsa_encryption.encrypt(context, n->value, n->size, NULL, out, &size),
                  STATUS_BAD_LENGTH);

    current = "public keys";
    take_key("RSA", "512", "p");
    key.count = 0;
    take_key("RSA", "512", NULL);
    struct bytes modulus = from_hex(json_string_value(
        json_object_get(json_object_get(json_object_get(params, "RSA"), "512"), "n")));
    key.count = 0;
    set_field("n", modulus);
    set_field("e", from_hex("11"));
    context = open_with_key(&native_rsa_signature.ops, ENCODING_SHA1, native_rsa_signature.set_key);
    size = sizeof out;
    assert_status("sign with a public key", native_rsa_signature.sign(context, message, 3, NULL, out, &size),
                  STATUS_BAD_PARAMETER);
    context = open_context(&native_rsa_signature.ops, ENCODING_SHA1);
    assert_status("verify without a key", native_rsa_signature.verify(context, message, 3, out, 64),
                  STATUS_BAD_PARAMETER);

    current = "DSA signatures";
    take_key("DSA", "512", NULL);
    context = open_with_key(&native_dsa.ops, ENCODING_SHA1, native_dsa.set_key);
    size = sizeof out;
    assert_status("sign", native_dsa.sign(context, message, 16, &any, out, &size), STATUS_OK);
    uint8_t bad[40];
    memcpy(bad, out, 40);
    memset(bad, 0, 20);
    assert_status("r = 0", native_dsa.verify(context, message, 16, bad, 40), STATUS_REJECTED);
    memcpy(bad, key_field(&key, "q")->value, 20);
    assert_status("r = q", native_dsa.verify(context, message, 16, bad, 40), STATUS_REJECTED);
    memcpy(bad, out, 20);
    memset(bad + 20, 0, 20);
    assert_status("s = 0", native_dsa.verify(context, message, 16, bad, 40), STATUS_REJECTED);
    memset(bad + 20, 0xff, 20);
    assert_status("s above q", native_dsa.verify(context, message, 16, bad, 40), STATUS_REJECTED);

    current = "ElGamal ciphertexts";
    take_key("ELGAMAL_ENC", "512", NULL);
    context = open_with_key(&native_elgamal.ops, ENCODING_LENGTH_BYTE, native_elgamal.set_key);
    size = sizeof out;
    assert_status("too long", native_elgamal.encrypt(context, message, 62, &any, out, &size), STATUS_BAD_LENGTH);
    memset(message, 0, 128);
    size = sizeof out;
    assert_status("a = 0", native_elgamal.decrypt(context, message, 128, out, &size), STATUS_REJECTED);
    memset(message, 0xff, 128);
    assert_status("a above p", native_elgamal.decrypt(context, message, 128, out, &size), STATUS_REJECTED);

    /* a number of 4,096 bits, and one of a byte more */
    static const struct {
        const struct signature_ops *ops;
        const char *scheme;
    } raw[] = {{&native_dsa, "DSA"}, {&native_nyberg_rueppel, "NR"}, {&native_lucelg_signature, "LUCELG_SIG"}};
    for (size_t i = 0; i < sizeof raw / sizeof raw[0]; i++) {
        current = raw[i].scheme;
        take_key(raw[i].scheme, "512", NULL);
        context = open_with_key(&raw[i].ops->ops, ENCODING_RAW, raw[i].ops->set_key);
        memset(message, 0xff, sizeof message);
        size = sizeof out;
        assert_status("too long", raw[i].ops->sign(context, message, 513, &any, out, &size), STATUS_BAD_LENGTH);
        size = sizeof out;
        assert_status("longest", raw[i].ops->sign(context, message, 512, &any, out, &size), STATUS_OK);
        assert_status("longest", raw[i].ops->verify(context, message, 512, out, size), STATUS_OK);
        assert_status("too long", raw[i].ops->verify(context, message, 513, out, size), STATUS_BAD_LENGTH);
    }

    current = "Blum-Goldwasser messages";
    take_key("BLUMGOLDWASSER", "512", NULL);
    context = open_with_key(&native_blum_goldwasser.ops, 0, native_blum_goldwasser.set_key);
    const size_t longest = SIZE_MAX / 8 - 64;
    memset(message, 1, 64);
    size = 0;
    assert_status("no room", native_blum_goldwasser.encrypt(context, message, longest, &any, out, &size),
                  STATUS_BAD_LENGTH);
    assert_int_equal(size, longest + 64);
    size = 0;
    assert_status("too long", native_blum_goldwasser.encrypt(context, message, longest + 1, &any, out, &size),
                  STATUS_BAD_LENGTH);
    assert_int_equal(size, 0);
    assert_status("no room", native_blum_goldwasser.decrypt(context, message, 64 + longest, out, &size),
                  STATUS_BAD_LENGTH);
    assert_int_equal(size, longest);
    assert_status("too long", native_blum_goldwasser.decrypt(context, message, 64 + longest + 1, out, &size),
                  STATUS_REJECTED);

    current = "Blum Blum Shub seeds";
    take_key("BBS", "512", NULL);
    context = open_with_key(&native_blum_blum_shub.ops, 0, native_blum_blum_shub.set_key);
    assert_status("unseeded", native_blum_blum_shub.generate(context, out, 4), STATUS_BAD_PARAMETER);
    const struct field *p = key_field(&key, "p");
    assert_status("seed 0", native_blum_blum_shub.seed(context, NULL, 0), STATUS_BAD_PARAMETER);
    assert_status("seed p", native_blum_blum_shub.seed(context, p->value, p->size), STATUS_BAD_PARAMETER);

    current = "Blum Blum Shub around 2^32 squarings";
    const uint64_t start = UINT64_C(4831838206) - 16; /* of 9 bits each */
    uint8_t byte;
    assert_status("seed", native_blum_blum_shub.seed(context, (const uint8_t[]){2}, 1), STATUS_OK);
    assert_status("seek", native_blum_blum_shub.seek(context, start), STATUS_OK);
    assert_status("generate", native_blum_blum_shub.generate(context, out, 32), STATUS_OK);
    for (size_t i = 0; i < 32; i++) {
        assert_status("seek", native_blum_blum_shub.seek(context, start + i), STATUS_OK);
        assert_status("generate", native_blum_blum_shub.generate(context, &byte, 1), STATUS_OK);
        assert_int_equal(byte, out[i]);
    }
}

/* More squarings than 2^16. */
static void long_messages(void **state)
{
    (void)state;
    enum { SIZE = 80000 };
    static uint8_t message[SIZE], ciphertext[64 + SIZE], plain[SIZE];
    size_t size = sizeof ciphertext;

    current = "Blum-Goldwasser, a long message";
    take_key("BLUMGOLDWASSER", "512", NULL);
    void *context = open_with_key(&native_blum_goldwasser.ops, 0, native_blum_goldwasser.set_key);
    random_fill(&any, message, SIZE);
    assert_status("encrypt", native_blum_goldwasser.encrypt(context, message, SIZE, &any, ciphertext, &size), STATUS_OK);
    assert_int_equal(size, sizeof ciphertext);
    size = SIZE;
    assert_status("decrypt", native_blum_goldwasser.decrypt(context, ciphertext, sizeof ciphertext, plain, &size),
                  STATUS_OK);
    assert_int_equal(size, SIZE);
    assert_memory_equal(plain, message, SIZE);
}

/* Blocks up to the smallest that holds the empty message; nothing is written behind them. */
static void block_sizes(void **state)
{
    (void)state;
    static const struct {
        enum encoding encoding;
        size_t smallest;
    } plaintexts[] = {{ENCODING_PKCS1, 11}, {ENCODING_OAEP_SHA1, 42}, {ENCODING_OAEP_1998, 18}, {ENCODING_LENGTH_BYTE, 2}},
      signatures[] = {{ENCODING_PKCS1, 11}, {ENCODING_SHA1, 46}, {ENCODING_PSSR_1998, 35}, {ENCODING_PSSR_2002, 42},
                      {ENCODING_EMSA2_SHA1, 24}, {ENCODING_EMSA2_SHA1_V50, 25}};
    uint8_t block[64], out[64];

    for (size_t i = 0; i < sizeof plaintexts / sizeof plaintexts[0]; i++)
        for (size_t size = 1; size <= plaintexts[i].smallest; size++) {
            int holds = size == plaintexts[i].smallest;
            size_t found = sizeof out;
            memset(block, 0xa5, sizeof block);
            assert_int_equal(encode_plaintext(plaintexts[i].encoding, block, size, NULL, 0, &any),
                             holds ? STATUS_OK : STATUS_BAD_LENGTH);
            for (size_t j = size; j < sizeof block; j++)
                assert_int_equal(block[j], 0xa5);
            if (!holds) /* what could be one, but for its length */
                memset(block, 0, size);
            if (!holds && plaintexts[i].encoding == ENCODING_PKCS1 && size > 2)
                memcpy(memset(block, 0xff, size - 1), (const uint8_t[]){0, 2}, 2);
            assert_int_equal(decode_plaintext(plaintexts[i].encoding, block, size, out, &found),
                             holds ? STATUS_OK : STATUS_REJECTED);
            assert_int_equal(found, holds ? 0 : sizeof out);
        }
    for (size_t i = 0; i < sizeof signatures / sizeof signatures[0]; i++)
        for (size_t size = 1; size <= signatures[i].smallest; size++) {
            int holds = size == signatures[i].smallest;
            memset(block, 0xa5, sizeof block);
            assert_int_equal(encode_signed(signatures[i].encoding, block, size, NULL, 0, &any),
                             holds ? STATUS_OK : STATUS_BAD_LENGTH);
            for (size_t j = size; j < sizeof block; j++)
                assert_int_equal(block[j], 0xa5);
            assert_int_equal(check_signed(signatures[i].encoding, block, size, NULL, 0), holds ? STATUS_OK : STATUS_REJECTED);
        }
}

static int load_params(void **state)
{
    (void)state;
    params = load("keys/params");
    return 0;
}

static int free_params(void **state)
{
    (void)state;
    json_decref(params);
    return 0;
}

int main(void)
{
    const struct CMUnitTest native_schemes[] = {
        cmocka_unit_test(vectors),       cmocka_unit_test(small_keys),   cmocka_unit_test(bad_keys),
        cmocka_unit_test(textbook_keys), cmocka_unit_test(longest_factor), cmocka_unit_test(short_orders),
        cmocka_unit_test(bad_messages),  cmocka_unit_test(long_messages), cmocka_unit_test(block_sizes),
    };
    return RUN_TAP_WITH(native_schemes, load_params, free_params);
}

/* SPDX-License-Identifier: MIT */
#include "crosscheck/public_key_forms.h"

#include "backend/arithmetic.h"
#include "native/native.h"
#include "registry/keys.h"
#include "util/hex.h"
#include "util/units.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORM(scheme, op, kind, unit, option, key, ...) {scheme, op, kind, unit, option, key, __VA_ARGS__}

#define PKCS_FORMS(scheme, name)                                                                                       \
    FORM(scheme, "raw", FORM_ENCRYPT, name "_encryption", ENCODING_RAW, scheme, .input = "x", .output = {"y"}),        \
    FORM(scheme, "private", FORM_DECRYPT, name "_encryption", ENCODING_RAW, scheme, .input = "y", .output = {"x"}),    \
    FORM(scheme, "pkcs1v15_encrypt", FORM_ENCRYPT, name "_encryption", ENCODING_PKCS1, scheme, .input = "msg_b",       \
         .output = {"ct_b"}, .random = {"ps_b"}),                                                                      \
    FORM(scheme, "oaep_sha1_encrypt", FORM_ENCRYPT, name "_encryption", ENCODING_OAEP_SHA1, scheme, .input = "msg_b",  \
         .output = {"ct_b"}, .random = {"seed_b"}),                                                                    \
    FORM(scheme, "pkcs1_type1_sign_raw", FORM_SIGN, name "_signature", ENCODING_PKCS1, scheme, .input = "msg_b",       \
         .output = {"sig_b"}),                                                                                         \
    FORM(scheme, "pkcs1v15_sign_sha1", FORM_SIGN, name "_signature", ENCODING_SHA1, scheme, .input = "msg_b",          \
         .output = {"sig_b"})

#define CURVE_FORMS(scheme, id)                                                                                        \
    FORM(scheme, "encrypt98", FORM_ENCRYPT, "ec_encryption_1998", id##_1998, scheme, .input = "msg_b",                 \
         .output = {"ct_b"}, .random = {"k", "ps_b"}),                                                                 \
    FORM(scheme, "nr_sign98", FORM_SIGN, "ecnr", id##_1998, scheme, .input = "msg_b", .output = {"sig_b"},             \
         .random = {"k"}),                                                                                             \
    FORM(scheme, "ecnr_sha1", FORM_SIGN, "ecnr", id, scheme, .input = "msg_b", .output = {"sig_b"}, .random = {"k"}),  \
    FORM(scheme, "ecdsa_sha1", FORM_SIGN, "ecdsa", id, scheme, .input = "msg_b", .output = {"sig_b"},                  \
         .random = {"k"}),                                                                                             \
    FORM(scheme, "ecies02", FORM_ENCRYPT, "ecies", id, scheme, .input = "msg_b", .output = {"ct_b"}, .random = {"k"}), \
    FORM(scheme, "ecdh", FORM_AGREE, "ecdh", id, scheme, .input = NULL),                                               \
    FORM(scheme, "ecdhc", FORM_AGREE, "ecdh", id | OPTION_COFACTOR, scheme, .input = NULL),                            \
    FORM(scheme, "ecmqvc", FORM_AGREE_TWO_PAIRS, "ecmqv", id, scheme, .input = NULL)

/* Lines on named curves: the registry's hash is the one of ECDSA. */
#define NAMED_CURVE_FORMS(name)                                                                                        \
    FORM("EC_" #name, "ecdsa", FORM_SIGN, "ecdsa", CURVE_##name, "EC_" #name, .input = "msg_b", .output = {"sig_b"},   \
         .random = {"k"}),                                                                                             \
    FORM("EC_" #name, "ecdh", FORM_AGREE, "ecdh", CURVE_##name, "EC_" #name, .input = NULL)

static const struct form forms[] = {
    CURVE_FORMS("EC_GFP168", CURVE_GFP168),
    CURVE_FORMS("EC_GF2N155", CURVE_GF2N155),
    NAMED_CURVE_FORMS(SECP160R1),
    NAMED_CURVE_FORMS(P192),
    NAMED_CURVE_FORMS(P224),
    NAMED_CURVE_FORMS(P256),
    NAMED_CURVE_FORMS(P384),
    NAMED_CURVE_FORMS(P521),
    NAMED_CURVE_FORMS(SECP256K1),
    NAMED_CURVE_FORMS(BRAINPOOLP256R1),
    NAMED_CURVE_FORMS(SECT163K1),
    NAMED_CURVE_FORMS(SECT163R2),
    NAMED_CURVE_FORMS(SECT233K1),
    NAMED_CURVE_FORMS(SECT233R1),
    NAMED_CURVE_FORMS(SECT283K1),
    NAMED_CURVE_FORMS(SECT409R1),
    NAMED_CURVE_FORMS(SECT571R1),
    FORM("ED25519", "ed25519", FORM_SIGN, "ed25519", 0, "ED25519", .input = "msg_b", .output = {"sig_b"}),
    FORM("ED25519", "x25519", FORM_AGREE, "x25519", 0, "ED25519", .input = NULL),
    FORM("ED25519", "x25519_public", FORM_PUBLIC, "x25519", 0, "ED25519", .input = "xa", .output = {"ya_b"}),
    PKCS_FORMS("RSA", "rsa"),
    PKCS_FORMS("LUC", "luc"),
    FORM("RABIN", "raw", FORM_ENCRYPT, "rabin_encryption", ENCODING_RAW, "RABIN", .input = "x", .output = {"y"},
         .back = "inverse"),
    FORM("RABIN", "oaep_sha1_encrypt", FORM_ENCRYPT, "rabin_encryption", ENCODING_OAEP_SHA1, "RABIN", .input = "msg_b",
         .output = {"ct_b"}, .random = {"seed_b"}),
    FORM("RABIN", "oaep98_encrypt", FORM_ENCRYPT, "rabin_encryption", ENCODING_OAEP_1998, "RABIN", .input = "msg_b",
         .output = {"ct_b"}, .random = {"salt_b"}),
    FORM("RABIN", "pssr98_sign", FORM_SIGN, "rabin_signature", ENCODING_PSSR_1998, "RABIN", .input = "msg_b",
         .output = {"sig_b"}, .random = {"salt_b"}),
    FORM("RABIN", "pssr02_sign", FORM_SIGN, "rabin_signature", ENCODING_PSSR_2002, "RABIN", .input = "msg_b",
         .output = {"sig_b"}, .random = {"seed_b"}),
    FORM("RW", "private", FORM_SIGN, "rabin_williams", ENCODING_RAW, "RW", .input = "f", .output = {"s"}),
    FORM("RW", "apply", FORM_VERIFY, "rabin_williams", ENCODING_RAW, "RW", .input = "f", .output = {"s"}),
    FORM("RW", "emsa2_sha1_sign", FORM_SIGN, "rabin_williams", ENCODING_EMSA2_SHA1, "RW", .input = "msg_b",
         .output = {"sig_b"}),
    FORM("RW", "emsa2_v50_sha1_sign", FORM_SIGN, "rabin_williams", ENCODING_EMSA2_SHA1_V50, "RW", .input = "msg_b",
         .output = {"sig_b"}),
    FORM("ELGAMAL", "raw_encrypt", FORM_ENCRYPT, "elgamal", ENCODING_RAW, "ELGAMAL_ENC", .input = "m",
         .output = {"a", "b"}, .random = {"k"}),
    FORM("ELGAMAL", "encrypt", FORM_ENCRYPT, "elgamal", ENCODING_LENGTH_BYTE, "ELGAMAL_ENC", .input = "msg_b",
         .output = {"ct_b"}, .random = {"k", "rnd_b"}),
    FORM("ELGAMAL", "sign98", FORM_SIGN, "nyberg_rueppel", ENCODING_RAW, "NR", .input = "msg_b", .output = {"sig_b"},
         .random = {"k"}),
    FORM("ELGAMAL", "precomp_table", FORM_TABLE, "elgamal", ENCODING_RAW, "ELGAMAL_ENC", .input = "base",
         .output = {"value"}),
    FORM("NR", "sign_raw", FORM_SIGN, "nyberg_rueppel", ENCODING_RAW, "NR", .input = "e", .output = {"r", "s"},
         .random = {"k"}),
    FORM("NR", "sign_sha1", FORM_SIGN, "nyberg_rueppel", ENCODING_SHA1, "NR", .input = "msg_b", .output = {"sig_b"},
         .random = {"k"}),
    FORM("NR", "precomp_table", FORM_TABLE, "nyberg_rueppel", ENCODING_RAW, "NR", .input = "base", .output = {"value"}),
    FORM("DSA", "sign_raw", FORM_SIGN, "dsa", ENCODING_RAW, "DSA", .input = "h", .output = {"r", "s"}, .random = {"k"}),
    FORM("DSA", "sign_sha1", FORM_SIGN, "dsa", ENCODING_SHA1, "DSA", .input = "msg_b", .output = {"sig_b"},
         .random = {"k"}),
    FORM("DSA", "sign98", FORM_SIGN, "dsa", ENCODING_RAW, "DSA", .input = "msg_b", .output = {"sig_b"},
         .random = {"k"}),
    FORM("DSA", "precomp_table", FORM_TABLE, "dsa", ENCODING_RAW, "DSA", .input = "base", .output = {"value"}),
    FORM("LUCELG", "raw_encrypt", FORM_ENCRYPT, "lucelg_encryption", ENCODING_RAW, "LUCELG_ENC", .input = "m",
         .output = {"a", "b"}, .random = {"k"}),
    FORM("LUCELG", "encrypt", FORM_ENCRYPT, "lucelg_encryption", ENCODING_LENGTH_BYTE, "LUCELG_ENC", .input = "msg_b",
         .output = {"ct_b"}, .random = {"k", "rnd_b"}),
    FORM("LUCELG", "sign_raw", FORM_SIGN, "lucelg_signature", ENCODING_RAW, "LUCELG_SIG", .input = "e",
         .output = {"r", "s"}, .random = {"k"}),
    FORM("LUCELG", "sign98", FORM_SIGN, "lucelg_signature", ENCODING_RAW, "LUCELG_SIG", .input = "msg_b",
         .output = {"sig_b"}, .random = {"k"}),
    FORM("LUCELG", "sign_sha1", FORM_SIGN, "lucelg_signature", ENCODING_SHA1, "LUCELG_SIG", .input = "msg_b",
         .output = {"sig_b"}, .random = {"k"}),
    FORM("BLUMGOLDWASSER", "encrypt", FORM_ENCRYPT, "blum_goldwasser", ENCODING_RAW, "BLUMGOLDWASSER", .input = "msg_b",
         .output = {"ct_b"}, .random = {"seed"}),
    FORM("ESIGN", "sign_raw", FORM_SIGN, "esign", ENCODING_RAW, "ESIGN", .input = "f", .output = {"s"},
         .random = {"r"}),
    FORM("ESIGN", "emsa5_sha1_sign", FORM_SIGN, "esign", ENCODING_EMSA5_SHA1, "ESIGN", .input = "msg_b",
         .output = {"sig_b"}, .random = {"r"}),
    FORM("ESIGN", "reject", FORM_NO_SIGN, "esign", ENCODING_RAW, "ESIGN", .input = "f", .random = {"r"}),
    FORM("DH", "agree", FORM_AGREE, "dh", 0, "DH", .input = NULL),
    FORM("DH", "public", FORM_PUBLIC, "dh", 0, "DH", .input = "xa", .output = {"ya_b"}),
    FORM("LUCDIF", "agree", FORM_AGREE, "lucdif", 0, "LUCDIF", .input = NULL),
    FORM("LUCDIF", "public", FORM_PUBLIC, "lucdif", 0, "LUCDIF", .input = "xa", .output = {"ya_b"}),
    FORM("MQV", "agree", FORM_AGREE_TWO_PAIRS, "mqv", 0, "MQV", .input = NULL),
    FORM("XTRDH", "agree", FORM_AGREE, "xtr_dh", 0, "XTRDH", .input = NULL),
    FORM("XTRDH", "exp", FORM_TRACE, "xtr_dh", 0, "XTRDH", .input = "n", .output = {"c_b"}),
    FORM("BBS", "stream", FORM_STREAM, "blum_blum_shub", 0, "BBS", .input = "seed", .output = {"out_b"}),
    FORM("BBS", "seek", FORM_SEEK, "blum_blum_shub", 0, "BBS", .input = "seed", .output = {"out_b"}),
};

/* Those that are used, and intermediate results that need no checking of their own. */
const char *const public_key_fields[] = {
    "alg",   "scheme", "parameters",  "id",          "size",  "op",        "key",           "note",         "source",
    "x",     "y",      "inverse",     "legendre_p",  "legendre_q",          "legendre_y_p",  "legendre_y_q", "h",
    "xp",    "xq",     "msg_b",       "ct_b",        "em_b",  "ps_b",      "seed_b",        "salt_b",       "sig_b",
    "f",     "s",      "s_alt",       "sig_alt_b",   "halved", "negated",  "k",             "m",            "a",
    "b",     "z",      "block_b",     "rnd_b",       "e",     "r",         "base",          "index",        "window",
    "value", "kinv",   "w",           "u1",          "u2",    "v_s_g",     "v_re_y",        "seed",         "squares",
    "dp",    "dq",     "first_state", "final_state", "keystream_b",        "w0",            "w1",           "t",
    "xa",    "xb",     "ya",          "yb",          "ya_b",  "yb_b",      "z_b",           "sa",           "sb",
    "ua",    "ub",     "wa",          "wb",          "va",    "vb",        "ea",            "eb",           "ta",
    "tb",    "n",      "c1",          "c2",          "c_b",   "out_b",     "byte_index",    "bits_left",    "state",
    "kqx_b", "zx_b", "derived_b", "z_plain_b", "bits_per_square", NULL,
};

enum status check_scheme(const char *scheme, struct message *message)
{
    char known[768] = "";
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (strcmp(forms[i].scheme, scheme) == 0)
            return STATUS_OK;
        if (i == 0 || strcmp(forms[i].scheme, forms[i - 1].scheme) != 0)
            snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", i == 0 ? "" : ", ", forms[i].scheme);
    }
    return fail(message, STATUS_BAD_PARAMETER, "unknown scheme '%.64s', expected one of %s", scheme, known);
}

/* A curve has one size; the keys of all other schemes are named. */
static bool has_one_key(const char *scheme)
{
    return strncmp(scheme, "EC_", 3) == 0 || strcmp(scheme, "ED25519") == 0;
}

enum { FORM_FIELDS_MAX = 16 };

/* The fields that a vector of FORM must have, up to NULL, and how many. */
static size_t form_fields(const struct form *form, const char *names[FORM_FIELDS_MAX])
{
    static const char *const of_kind[][10] = {
        [FORM_AGREE] = {"xa", "xb", "ya_b", "yb_b", "z_b"},
        [FORM_AGREE_TWO_PAIRS] = {"sa", "sb", "ua", "ub", "va", "vb", "wa", "wb", "z_b"},
        [FORM_SEEK] = {"byte_index"},
        [FORM_TABLE] = {"index", "window"},
        [FORM_TRACE] = {NULL},
    };
    const char *const own[] = {form->input, form->output[0], form->output[1], form->random[0], form->random[1], form->back};
    size_t count = 0;
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (own[i] != NULL)
            names[count++] = own[i];
    for (const char *const *field = of_kind[form->kind]; *field != NULL; field++)
        names[count++] = *field;
    names[count] = NULL;
    return count;
}

/*
 * Whether FORM's vectors have the field NAME: it is read, or says what went into a signature or came out on the way and has
 * a meaning of its own elsewhere.
 */
static bool form_has(const struct form *form, const char *name)
{
    static const char *const of_signatures[] = {"e", "f", "h", "r", "s", "sig_alt_b"};
    const char *names[FORM_FIELDS_MAX];
    const size_t count = form_fields(form, names);
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    for (size_t i = 0; form->kind == FORM_SIGN && i < sizeof of_signatures / sizeof of_signatures[0]; i++)
        if (strcmp(of_signatures[i], name) == 0)
            return true;
    return form->kind == FORM_DECRYPT && strcmp(name, "h") == 0;
}

/* Whether no field of VECTOR, of which FORM makes nothing, is one that another form reads. */
static enum status check_places(const struct form *form, const json_t *vector, struct message *message)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)vector, name, value)
    {
        for (size_t i = 0; !form_has(form, name) && i < sizeof forms / sizeof forms[0]; i++)
            if (form_has(&forms[i], name))
                return fail(message, STATUS_BAD_PARAMETER, "field '%s' is given, expected none: %s of %s has no such input", name,
                            form->op, form->scheme);
    }
    return STATUS_OK;
}

enum status check_public_key_vector(const json_t *vector, struct message *message)
{
    const json_t *size = json_object_get(vector, "size"), *key = json_object_get(vector, "key");
    const char *scheme = json_string_value(json_object_get(vector, "scheme"));
    if (scheme == NULL)
        return fail(message, STATUS_BAD_PARAMETER, "field 'scheme' is no string, expected a scheme's name");
    if (!json_is_string(json_object_get(vector, "op")))
        return fail(message, STATUS_BAD_PARAMETER, "field 'op' is %s, expected the name of an operation",
                    json_object_get(vector, "op") == NULL ? "missing" : "no string");
    if (size != NULL && (!json_is_integer(size) || json_integer_value(size) < 1))
        return fail(message, STATUS_BAD_PARAMETER, "field 'size' is no whole number from 1, expected bits of the key");
    if (key != NULL && !json_is_string(key))
        return fail(message, STATUS_BAD_PARAMETER, "field 'key' is no string, expected the name of a key");
    if (json_object_get(vector, "parameters") != NULL && !json_is_object(json_object_get(vector, "parameters")))
        return fail(message, STATUS_BAD_PARAMETER, "field 'parameters' is no object, expected {field: number} of a key");
    if (key != NULL && has_one_key(scheme))
        return fail(message, STATUS_BAD_PARAMETER, "field 'key' is given, expected none: %.64s has one key", scheme);
    if (size == NULL && key == NULL)
        return fail(message, STATUS_BAD_PARAMETER, "field 'size' is missing, expected bits of the key");
    enum status status = check_scheme(scheme, message);
    const struct form *form = vector_form(vector);
    return status == STATUS_OK && form != NULL ? check_places(form, vector, message) : status;
}

const struct form *vector_form(const json_t *vector)
{
    const char *scheme = json_string_value(json_object_get(vector, "scheme"));
    const char *op = json_string_value(json_object_get(vector, "op"));
    for (size_t i = 0; scheme != NULL && op != NULL && i < sizeof forms / sizeof forms[0]; i++)
        if (strcmp(forms[i].scheme, scheme) == 0 && strcmp(forms[i].op, op) == 0)
            return &forms[i];
    return NULL;
}

void vector_key_name(const struct form *form, const json_t *vector, char *name, size_t size)
{
    const char *key = json_string_value(json_object_get(vector, "key"));
    if (has_one_key(form->key))
        snprintf(name, size, "%s", form->key);
    else if (key != NULL)
        snprintf(name, size, "%s/%s", form->key, key);
    else
        snprintf(name, size, "%s/%" PRIu64, form->key, vector_number(vector, "size", 0));
}

/* ------------------------------------------------------------------------------------------------ fields */

enum { BUFFER_SIZE = 2048, KEY_FIELDS_MAX = 24 };

#define KEY_NUMBER_SIZE 1024
#define TEXT_OF(number) TEXT_OF_DIGITS(number)
#define TEXT_OF_DIGITS(digits) #digits

struct bytes {
    size_t size;
    bool is_number;
    uint8_t data[BUFFER_SIZE];
};

/* TEXT as hex digits, an odd one counting as the number's first. */
static bool read_hex(struct bytes *bytes, const char *text)
{
    char padded[2 * BUFFER_SIZE + 2];
    snprintf(padded, sizeof padded, "%s%s", strlen(text) % 2 != 0 ? "0" : "", text);
    bytes->size = hex_decode(bytes->data, sizeof bytes->data, padded);
    return bytes->size != SIZE_MAX;
}

static enum verdict read_field(const json_t *vector, const char *name, struct bytes *bytes, struct message *message)
{
    const char *text = json_string_value(json_object_get(vector, name));
    size_t length = strlen(name);
    bytes->is_number = length < 2 || strcmp(name + length - 2, "_b") != 0;
    bool empty = text != NULL && bytes->is_number && text[0] == '\0';
    if (text != NULL && strlen(text) > 2 * sizeof bytes->data) {
        fail(message, STATUS_BAD_LENGTH, "field '%s' is longer than %zu bytes, expected at most those", name, sizeof bytes->data);
        return VERDICT_MALFORMED;
    }
    if (text == NULL || empty || (!bytes->is_number && strlen(text) % 2 != 0) || !read_hex(bytes, text)) {
        fail(message, STATUS_BAD_PARAMETER, "field '%s' is %s, expected hex digits", name,
             text == NULL ? "missing" : empty ? "empty" : "no hex");
        return VERDICT_MALFORMED;
    }
    return VERDICT_RIGHT;
}

/* NUMBER in exactly SIZE bytes; false where it is longer. */
static bool fit(struct bytes *number, size_t size)
{
    size_t zeros = 0;
    while (zeros < number->size && number->data[zeros] == 0)
        zeros++;
    size_t length = number->size - zeros;
    if (length > size || size > sizeof number->data)
        return false;
    memmove(number->data + size - length, number->data + zeros, length);
    memset(number->data, 0, size - length);
    number->size = size;
    return true;
}

static size_t bits_of(const uint8_t *bytes, size_t size)
{
    while (size != 0 && *bytes == 0) {
        bytes++;
        size--;
    }
    size_t bits = 8 * size;
    for (unsigned top = 0x80; size != 0 && (*bytes & top) == 0; top >>= 1)
        bits--;
    return bits;
}

/* Whether NUMBER is below that of LIMIT. */
static bool is_below(const struct bytes *number, const struct field *limit)
{
    const uint8_t *a = number->data, *b = limit->value;
    const size_t a_bits = bits_of(a, number->size), b_bits = bits_of(b, limit->size), size = (a_bits + 7) / 8;
    if (a_bits != b_bits)
        return a_bits < b_bits;
    return size != 0 && memcmp(a + number->size - size, b + limit->size - size, size) < 0;
}

/* Bits of the field NAME of KEY, 0 where it is absent. */
static size_t field_bits(const struct key *key, const char *name)
{
    const struct field *field = key_field(key, name);
    return field != NULL ? bits_of(field->value, field->size) : 0;
}

static size_t field_bytes(const struct key *key, const char *name)
{
    return (field_bits(key, name) + 7) / 8;
}

/* The key of a vector: one that came with it, or a built-in one. */
struct vector_key {
    struct key key;
    struct field fields[KEY_FIELDS_MAX];
    uint8_t numbers[KEY_FIELDS_MAX][KEY_NUMBER_SIZE];
};

/* The key of VECTOR, of --params or its own, is none: FIELD (NULL: the whole) is or lacks WHAT. */
static enum verdict bad_key(const struct form *form, const json_t *vector, const char *field, const char *what,
                            struct message *message)
{
    const char *origin = json_string_value(json_object_get(json_object_get(vector, "parameters"), "origin"));
    char name[64];
    vector_key_name(form, vector, name, sizeof name);
    fail(message, STATUS_BAD_PARAMETER, "key '%s'%s%.200s%s: %s%.64s%s%s", name, origin != NULL ? " (" : "",
         origin != NULL ? origin : "", origin != NULL ? ")" : "", field != NULL ? "field '" : "", field != NULL ? field : "",
         field != NULL ? "' " : "", what);
    return VERDICT_MALFORMED;
}

/*
 * Whether KEY, VECTOR's, has the private fields that both sides need for FORM.  Native code does without RSA's d where there are p and
 * q, libcrypto not; a key that only some contenders can use is refused for all.
 */
static enum verdict check_private(const struct form *form, const json_t *vector, const struct key *key,
                                  struct message *message)
{
    const unsigned id = form->option & (OPTION_COFACTOR - 1);
    const bool is_1998 = id == CURVE_GFP168_1998 || id == CURVE_GF2N155_1998;
    const struct {
        const char *key; /* or the beginning of its name */
        const char *fields[3];
    } private_fields[] = {
        {"RSA", {"d", "p", "q"}}, {"LUC", {"p", "q"}},   {"RABIN", {"p", "q"}},    {"RW", {"p", "q"}},
        {"ESIGN", {"p", "q"}},    {"BLUMGOLDWASSER", {"p", "q"}}, {"ELGAMAL_ENC", {"x"}}, {"NR", {"x"}},
        {"DSA", {"x"}},           {"LUCELG_ENC", {"x"}}, {"LUCELG_SIG", {"x"}},
        {"ED25519", {"private"}}, {"EC_", {is_1998 ? "d_1998" : "d"}},
    };
    const bool is_private = form->kind == FORM_ENCRYPT || form->kind == FORM_DECRYPT || form->kind == FORM_SIGN ||
                            form->kind == FORM_NO_SIGN;
    for (size_t i = 0; is_private && i < sizeof private_fields / sizeof private_fields[0]; i++) {
        const char *name = private_fields[i].key;
        if (strcmp(name, form->key) != 0 && (strcmp(name, "EC_") != 0 || strncmp(name, form->key, strlen(name)) != 0))
            continue;
        for (size_t j = 0; j < 3 && private_fields[i].fields[j] != NULL; j++)
            if (key_field(key, private_fields[i].fields[j]) == NULL)
                return bad_key(form, vector, private_fields[i].fields[j], "is missing, expected the private key", message);
    }
    return VERDICT_RIGHT;
}

/* Whether a key called KEY, of any size, has a number FIELD; curves have those of each other. */
static bool is_key_field(const char *key, const char *field)
{
    const size_t length = strlen(key);
    for (const struct named_key *entry = named_keys; entry->name != NULL; entry++) {
        const bool same =
            strncmp(entry->name, key, length) == 0 && (entry->name[length] == '\0' || entry->name[length] == '/');
        const bool curves = strncmp(entry->name, "EC_", 3) == 0 && strncmp(key, "EC_", 3) == 0;
        if ((same || curves) && key_field(&entry->key, field) != NULL)
            return true;
    }
    return false;
}

/* What a number of FORM's keys has to be. */
static const char *key_rule(const struct form *form, const char *field)
{
    static const struct {
        const char *field;
        const char *rule;
    } rules[] = {
        {"n", "an odd number, that which p and q give"},
        {"e", "an exponent that the scheme has with this n"},
        {"p", "a modulus that goes with the other numbers"},
        {"q", "a modulus that goes with p"},
        {"poly", "an irreducible polynomial"},
        {"g", "an element of the group"},
        {"gx", "a point of the curve, of that order"},
        {"gy", "a point of the curve, of that order"},
        {"order", "the prime order of the point gx, gy"},
        {"qx", "a point of the curve, that which d gives"},
        {"qy", "a point of the curve, that which d gives"},
        {"x", "1 to below the order"},
        {"y", "an element of the group, that which g and x give"},
        {"private", "32 bytes"},
        {"public", "the point that the private key gives"},
    };
    if (strncmp(field, "d", 1) == 0 && strncmp(form->key, "EC_", 3) == 0)
        return "1 to below the order";
    if (strcmp(field, "d") == 0)
        return "the inverse of e with p and q";
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (strcmp(rules[i].field, field) == 0)
            return rules[i].rule;
    return "a number that goes with the others";
}

/* Whether the key of VECTOR, which is for PRIMITIVE, has the size that the vector says, where it does. */
static enum verdict check_size(const struct form *form, const json_t *vector, const struct primitive *primitive,
                               const struct key *key, struct message *message)
{
    static const char *const moduli[] = {"n", "p", "poly"};
    const uint64_t size = vector_number(vector, "size", 0);
    size_t bits = primitive->modulus_bits;
    const char *modulus = NULL;
    for (size_t i = 0; modulus == NULL && i < sizeof moduli / sizeof moduli[0]; i++) {
        if (key_field(key, moduli[i]) == NULL)
            continue;
        modulus = moduli[i];
        bits = field_bits(key, modulus) - (strcmp(modulus, "poly") == 0); /* a polynomial's degree */
    }
    if (size == 0 || size == bits)
        return VERDICT_RIGHT;
    if (json_object_get(vector, "parameters") != NULL && modulus != NULL) {
        char what[96];
        snprintf(what, sizeof what, "has %zu bits, expected the %" PRIu64 " of field 'size'", bits, size);
        return bad_key(form, vector, modulus, what, message);
    }
    fail(message, STATUS_BAD_PARAMETER, "field 'size' is %" PRIu64 ", expected %zu, the bits of the key", size, bits);
    return VERDICT_MALFORMED;
}

static enum verdict load_key(const struct form *form, const json_t *vector, struct vector_key *key, struct message *message)
{
    const json_t *parameters = json_object_get(vector, "parameters"), *value;
    char name[64];
    key->key = (struct key){key->fields, 0};
    if (parameters != NULL) {
        const char *field;
        json_object_foreach((json_t *)parameters, field, value)
        {
            struct bytes number;
            if (strcmp(field, "origin") == 0)
                continue;
            if (!is_key_field(form->key, field))
                return bad_key(form, vector, field, "is unknown, expected numbers that such keys have", message);
            if (!json_is_string(value) || json_string_length(value) == 0)
                return bad_key(form, vector, field, json_is_string(value) ? "is empty, expected hex digits"
                                                                          : "is no string, expected hex digits", message);
            if (json_string_length(value) > 2 * sizeof key->numbers[0] || key->key.count == KEY_FIELDS_MAX)
                return bad_key(form, vector, field, "is too long, expected at most " TEXT_OF(KEY_NUMBER_SIZE) " bytes",
                               message);
            if (!read_hex(&number, json_string_value(value)))
                return bad_key(form, vector, field, "is no hex, expected hex digits", message);
            memcpy(key->numbers[key->key.count], number.data, number.size);
            key->fields[key->key.count] = (struct field){field, key->numbers[key->key.count], number.size};
            key->key.count++;
        }
        return check_private(form, vector, &key->key, message);
    }
    vector_key_name(form, vector, name, sizeof name);
    const struct key *found = keys_find(name);
    /* A key may be called by its size and what it is for. */
    for (const struct named_key *entry = named_keys; found == NULL && entry->name != NULL; entry++)
        if (strncmp(entry->name, name, strlen(name)) == 0 && entry->name[strlen(name)] == '_')
            found = &entry->key;
    if (found == NULL || found->count > KEY_FIELDS_MAX) {
        fail(message, STATUS_BAD_PARAMETER, "no key '%s', expected one of the built-in ones or --params FILE", name);
        return VERDICT_MALFORMED;
    }
    memcpy(key->fields, found->fields, found->count * sizeof key->fields[0]);
    key->key.count = found->count;
    return VERDICT_RIGHT;
}

static void drop_field(struct vector_key *key, const char *name)
{
    for (size_t i = 0; i < key->key.count; i++)
        if (strcmp(key->fields[i].name, name) == 0)
            key->fields[i] = key->fields[--key->key.count];
}

/* ------------------------------------------------------------------------------------------- fixed draws */

/* What a vector says is drawn: numbers in the size that is asked for, bytes in the pieces. */
struct draws {
    struct rng rng;
    size_t count, next, offset;
    bool failed; /* what was asked for is not there */
    struct bytes values[FORM_RANDOM_MAX];
};

static enum status draw(struct draws *draws, uint8_t *out, size_t size)
{
    if (size == 0)
        return STATUS_OK;
    while (draws->next < draws->count && !draws->values[draws->next].is_number &&
           draws->offset == draws->values[draws->next].size) {
        draws->next++;
        draws->offset = 0;
    }
    if (draws->next == draws->count)
        return STATUS_FAILED;
    struct bytes *value = &draws->values[draws->next];
    if (value->is_number) {
        if (!fit(value, size))
            return STATUS_FAILED;
        memcpy(out, value->data, size);
        draws->next++;
        return STATUS_OK;
    }
    if (size > value->size - draws->offset)
        return STATUS_FAILED;
    memcpy(out, value->data + draws->offset, size);
    draws->offset += size;
    return STATUS_OK;
}

static enum status fill(struct rng *rng, uint8_t *out, size_t size)
{
    struct draws *draws = rng->state;
    enum status status = draw(draws, out, size);
    draws->failed = draws->failed || status != STATUS_OK;
    return status;
}

static enum verdict load_draws(const struct form *form, const json_t *vector, struct draws *draws, struct message *message)
{
    *draws = (struct draws){.rng = {fill, draws}};
    while (draws->count < FORM_RANDOM_MAX && form->random[draws->count] != NULL) {
        enum verdict verdict = read_field(vector, form->random[draws->count], &draws->values[draws->count], message);
        if (verdict != VERDICT_RIGHT)
            return verdict;
        draws->count++;
    }
    return VERDICT_RIGHT;
}

static struct rng *restart(struct draws *draws)
{
    draws->next = draws->offset = 0;
    draws->failed = false;
    return &draws->rng;
}

/* A nonce longer than the short exponents of the key: then the exponents are as long as the modulus. */
static void widen(struct vector_key *key, const struct form *form, const struct draws *draws)
{
    size_t bits = field_bits(&key->key, "xbits");
    if (bits == 0 || draws->count == 0 || !draws->values[0].is_number ||
        bits_of(draws->values[0].data, draws->values[0].size) <= bits)
        return;
    drop_field(key, "xbits");
    if (strcmp(form->unit, "elgamal") == 0)
        drop_field(key, "q");
}

/* --------------------------------------------------------------------------------------------- one vector */

/* A vector on its way. */
struct run {
    const struct primitive *primitive;
    const struct contender *contender;
    const struct form *form;
    const json_t *vector;
    struct message *message;
    void *context;
    bool takes_draws;
    struct vector_key key;
    struct draws draws;
    struct bytes input, output, back, got, second;
};

static enum verdict wrong(struct run *run, enum status status, const char *what)
{
    fail(run->message, status, "%s: %s", what, status_text(status));
    return status == STATUS_UNSUPPORTED ? VERDICT_NOT_TAKEN : VERDICT_WRONG;
}

static enum verdict expect(struct run *run, const char *what, enum status status, const struct bytes *expected)
{
    if (status != STATUS_OK)
        return wrong(run, status, what);
    if (run->got.size != expected->size) {
        fail(run->message, STATUS_FAILED, "%s: %zu byte%s, expected %zu", what, run->got.size, plural(run->got.size), expected->size);
        return VERDICT_WRONG;
    }
    return compare_bytes(what, expected->data, run->got.data, expected->size, run->message);
}

/* The expected output: one byte string, one number of WIDTH bytes, or two of which the second has SECOND. */
static enum verdict load_output(struct run *run, size_t width, size_t second)
{
    enum verdict verdict = read_field(run->vector, run->form->output[0], &run->output, run->message);
    if (verdict != VERDICT_RIGHT)
        return verdict;
    if (!run->output.is_number)
        return VERDICT_RIGHT;
    if (run->form->output[1] == NULL) {
        if (fit(&run->output, width))
            return VERDICT_RIGHT;
    } else {
        verdict = read_field(run->vector, run->form->output[1], &run->second, run->message);
        if (verdict != VERDICT_RIGHT)
            return verdict;
        if (fit(&run->output, width) && fit(&run->second, second) && width + second <= sizeof run->output.data) {
            memcpy(run->output.data + width, run->second.data, second);
            run->output.size = width + second;
            return VERDICT_RIGHT;
        }
    }
    fail(run->message, STATUS_BAD_LENGTH, "field '%s' is longer than the modulus", run->form->output[0]);
    return VERDICT_MALFORMED;
}

static enum verdict run_encrypt(struct run *run, bool again)
{
    const struct encryption_ops *ops = (const struct encryption_ops *)run->contender->ops;
    enum status status;
    if (run->takes_draws) {
        run->got.size = sizeof run->got.data;
        status = ops->encrypt(run->context, run->input.data, run->input.size, restart(&run->draws), run->got.data,
                              &run->got.size);
        enum verdict verdict = expect(run, again ? "ciphertext, with tables" : "ciphertext", status, &run->output);
        if (verdict != VERDICT_RIGHT)
            return verdict;
    }
    /* What Blum-Goldwasser cannot decrypt, and what has another root than the one that was encrypted. */
    bool no_way_back = (run->input.size == 0 && strcmp(run->form->unit, "blum_goldwasser") == 0) ||
                       (run->form->back == NULL && json_object_get(run->vector, "note") != NULL);
    if (no_way_back || again)
        return VERDICT_RIGHT;
    run->got.size = sizeof run->got.data;
    status = ops->decrypt(run->context, run->output.data, run->output.size, run->got.data, &run->got.size);
    if (run->back.is_number && !fit(&run->back, run->got.size))
        return wrong(run, STATUS_BAD_LENGTH, "plaintext");
    enum verdict verdict = expect(run, "plaintext", status, &run->back);
    if (verdict != VERDICT_RIGHT)
        return verdict;
    run->output.data[run->output.size - 1] ^= 1;
    run->got.size = sizeof run->got.data;
    status = ops->decrypt(run->context, run->output.data, run->output.size, run->got.data, &run->got.size);
    run->output.data[run->output.size - 1] ^= 1;
    if (status == STATUS_OK && run->got.size == run->back.size && run->back.size != 0 &&
        memcmp(run->got.data, run->back.data, run->back.size) == 0)
        return wrong(run, STATUS_FAILED, "a damaged ciphertext gives the plaintext");
    return VERDICT_RIGHT;
}

static enum verdict run_decrypt(struct run *run)
{
    const struct encryption_ops *ops = (const struct encryption_ops *)run->contender->ops;
    if (!fit(&run->input, field_bytes(&run->key.key, "n")))
        return wrong(run, STATUS_BAD_LENGTH, "ciphertext");
    run->got.size = sizeof run->got.data;
    enum status status = ops->decrypt(run->context, run->input.data, run->input.size, run->got.data, &run->got.size);
    return expect(run, "plaintext", status, &run->output);
}

static enum verdict run_verify(struct run *run)
{
    const struct signature_ops *ops = (const struct signature_ops *)run->contender->ops;
    enum status status =
        ops->verify(run->context, run->input.data, run->input.size, run->output.data, run->output.size);
    if (status == STATUS_BAD_LENGTH && strcmp(run->contender->via, "evp") == 0)
        status = STATUS_UNSUPPORTED; /* a number where EVP takes a digest */
    return status == STATUS_OK ? VERDICT_RIGHT : wrong(run, status, "signature");
}

static enum verdict run_sign(struct run *run, bool again)
{
    const struct signature_ops *ops = (const struct signature_ops *)run->contender->ops;
    if (run->takes_draws) {
        run->got.size = sizeof run->got.data;
        enum status status = ops->sign(run->context, run->input.data, run->input.size, restart(&run->draws),
                                       run->got.data, &run->got.size);
        enum verdict verdict = expect(run, again ? "signature, with tables" : "signature", status, &run->output);
        if (verdict != VERDICT_RIGHT)
            return verdict;
    }
    enum verdict verdict = run_verify(run);
    if (verdict != VERDICT_RIGHT)
        return verdict;
    run->output.data[run->output.size - 1] ^= 1;
    enum status status =
        ops->verify(run->context, run->input.data, run->input.size, run->output.data, run->output.size);
    run->output.data[run->output.size - 1] ^= 1;
    /* ESIGN looks at the upper third alone. */
    if (status == STATUS_OK && strcmp(run->form->unit, "esign") != 0)
        return wrong(run, STATUS_FAILED, "a damaged signature is accepted");
    if (json_object_get(run->vector, "sig_alt_b") == NULL)
        return VERDICT_RIGHT;
    verdict = read_field(run->vector, "sig_alt_b", &run->output, run->message);
    return verdict == VERDICT_RIGHT ? run_verify(run) : verdict;
}

static enum verdict run_no_sign(struct run *run)
{
    const struct signature_ops *ops = (const struct signature_ops *)run->contender->ops;
    if (!run->takes_draws)
        return wrong(run, STATUS_UNSUPPORTED, "the nonce cannot be set");
    run->got.size = sizeof run->got.data;
    enum status status = ops->sign(run->context, run->input.data, run->input.size, restart(&run->draws), run->got.data,
                                   &run->got.size);
    return status != STATUS_OK ? VERDICT_RIGHT : wrong(run, STATUS_FAILED, "signed with a nonce that will not do");
}

static enum verdict run_public(struct run *run, const char *private_field, const char *public_field)
{
    const struct key_agreement_ops *ops = (const struct key_agreement_ops *)run->contender->ops;
    struct key_agreement_sizes sizes = ops->sizes(run->context);
    enum verdict verdict = read_field(run->vector, private_field, &run->input, run->message);
    if (verdict == VERDICT_RIGHT)
        verdict = read_field(run->vector, public_field, &run->output, run->message);
    if (verdict != VERDICT_RIGHT)
        return verdict;
    if (!fit(&run->input, sizes.private_key))
        return wrong(run, STATUS_BAD_LENGTH, private_field);
    if (run->output.is_number && !fit(&run->output, sizes.public_key))
        return wrong(run, STATUS_BAD_LENGTH, public_field);
    run->got.size = sizes.public_key;
    enum status status = ops->public_key(run->context, run->input.data, run->got.data);
    return expect(run, public_field, status, &run->output);
}

/* One side's secret, by the names of what it has and what it gets. */
static enum verdict run_derive(struct run *run, const char *const names[5])
{
    const struct key_agreement_ops *ops = (const struct key_agreement_ops *)run->contender->ops;
    struct key_agreement_sizes sizes = ops->sizes(run->context);
    struct bytes *values = calloc(5, sizeof *values);
    enum verdict verdict = VERDICT_RIGHT;
    if (values == NULL)
        return wrong(run, STATUS_NO_MEMORY, "agreement");
    for (size_t i = 0; verdict == VERDICT_RIGHT && i < 5; i++) {
        if (names[i] == NULL)
            continue;
        verdict = read_field(run->vector, names[i], &values[i], run->message);
        if (verdict == VERDICT_RIGHT && values[i].is_number &&
            !fit(&values[i], i < 2 ? sizes.private_key : sizes.public_key))
            verdict = wrong(run, STATUS_BAD_LENGTH, names[i]);
    }
    if (verdict == VERDICT_RIGHT)
        verdict = read_field(run->vector, "z_b", &run->output, run->message);
    if (verdict == VERDICT_RIGHT) {
        struct agreement agreement = {.private_key = values[0].data,
                                      .ephemeral_private_key = values[1].data,
                                      .ephemeral_public_key = values[2].data,
                                      .peer_public_key = values[3].data,
                                      .peer_ephemeral_public_key = values[4].data};
        run->got.size = sizes.shared_secret;
        verdict = expect(run, "shared secret", ops->derive(run->context, &agreement, run->got.data), &run->output);
    }
    free(values);
    return verdict;
}

static enum verdict run_agree(struct run *run)
{
    static const char *const one_pair[2][5] = {{"xa", NULL, NULL, "yb_b", NULL}, {"xb", NULL, NULL, "ya_b", NULL}};
    static const char *const two_pairs[2][5] = {{"sa", "ua", "va", "wb", "vb"}, {"sb", "ub", "vb", "wa", "va"}};
    static const char *const pairs[][2] = {{"xa", "ya_b"}, {"xb", "yb_b"}};
    static const char *const more_pairs[][2] = {{"sa", "wa"}, {"ua", "va"}, {"sb", "wb"}, {"ub", "vb"}};
    bool two = run->form->kind == FORM_AGREE_TWO_PAIRS;
    enum verdict verdict = VERDICT_RIGHT;
    for (size_t i = 0; verdict == VERDICT_RIGHT && i < (two ? 4 : 2); i++)
        verdict = two ? run_public(run, more_pairs[i][0], more_pairs[i][1]) : run_public(run, pairs[i][0], pairs[i][1]);
    for (size_t i = 0; verdict == VERDICT_RIGHT && i < 2; i++)
        verdict = run_derive(run, two ? two_pairs[i] : one_pair[i]);
    return verdict;
}

/* The field NAME as a number of SIZE bytes. */
static enum verdict read_short(struct run *run, const char *name, size_t size, struct bytes *number)
{
    enum verdict verdict = read_field(run->vector, name, number, run->message);
    if (verdict != VERDICT_RIGHT || fit(number, size))
        return verdict;
    fail(run->message, STATUS_BAD_LENGTH, "field '%s' is longer than %zu byte%s, expected at most %s", name, size, plural(size),
         size == 1 ? "that" : "those");
    return VERDICT_MALFORMED;
}

static enum verdict run_generator(struct run *run)
{
    const struct prng_ops *ops = (const struct prng_ops *)run->contender->ops;
    enum status status = ops->seed(run->context, run->input.data, run->input.size);
    if (status == STATUS_OK && run->form->kind == FORM_SEEK) {
        struct bytes offset;
        enum verdict verdict = read_short(run, "byte_index", 8, &offset);
        if (verdict != VERDICT_RIGHT)
            return verdict;
        uint64_t at = 0;
        for (size_t i = 0; i < 8; i++)
            at = at << 8 | offset.data[i];
        status = ops->seek(run->context, at);
    }
    run->got.size = run->output.size;
    if (status == STATUS_OK)
        status = ops->generate(run->context, run->got.data, run->got.size);
    return expect(run, "bytes", status, &run->output);
}

static void set_number(struct number *number, const uint8_t *bytes, size_t size)
{
    while (size > sizeof number->bytes) { /* leading zeros only: keys are no longer */
        bytes++;
        size--;
    }
    number->size = size;
    memcpy(number->bytes, bytes, size);
}

/* The entry of the table, by the arithmetic of the contender's side. */
static enum verdict run_table(struct run *run)
{
    const struct arithmetic *arithmetic = strcmp(run->contender->via, "native") == 0 ? &native_arithmetic : &bn_arithmetic;
    const char *base_name = json_string_value(json_object_get(run->vector, "base"));
    const struct field *p = key_field(&run->key.key, "p");
    const struct field *base = base_name != NULL ? key_field(&run->key.key, base_name) : NULL;
    struct number *numbers = calloc(ARITHMETIC_OPERANDS_MAX + 2, sizeof *numbers), *out = numbers + ARITHMETIC_OPERANDS_MAX;
    void *state = arithmetic->open();
    enum verdict verdict = VERDICT_MALFORMED;
    size_t count = 0;
    if (numbers == NULL || state == NULL || p == NULL || base == NULL) {
        fail(run->message, STATUS_BAD_PARAMETER, "field 'base' names no number of the key");
        goto done;
    }
    verdict = read_short(run, "window", 1, &run->input);
    if (verdict == VERDICT_RIGHT)
        verdict = read_short(run, "index", 1, &run->back);
    if (verdict == VERDICT_RIGHT)
        verdict = read_field(run->vector, "value", &run->output, run->message);
    if (verdict != VERDICT_RIGHT)
        goto done;
    uint16_t exponent_bits = (uint16_t)(16 * run->input.data[0]);
    set_number(&numbers[0], base->value, base->size);
    set_number(&numbers[1], (const uint8_t[]){(uint8_t)(exponent_bits >> 8), (uint8_t)exponent_bits}, 2);
    set_number(&numbers[2], run->back.data, run->back.size);
    set_number(&numbers[3], p->value, p->size);
    enum status status = arithmetic->compute(state, ARITHMETIC_TABLE, numbers, out, &count);
    run->got.size = out[0].size;
    memcpy(run->got.data, out[0].bytes, out[0].size);
    size_t width = field_bytes(&run->key.key, "p");
    if (!fit(&run->output, width) || (status == STATUS_OK && !fit(&run->got, width)))
        status = STATUS_BAD_LENGTH;
    verdict = expect(run, "table", status, &run->output);

done:
    arithmetic->close(state);
    free(numbers);
    return verdict;
}

/* Exponents that are no private keys (0, beyond the order) too. */
static enum verdict run_trace(struct run *run)
{
    const struct arithmetic *arithmetic = strcmp(run->contender->via, "native") == 0 ? &native_arithmetic : &bn_arithmetic;
    static const char *const names[] = {"g1", "g2", NULL, "p"};
    struct number *numbers = calloc(ARITHMETIC_OPERANDS_MAX + 2, sizeof *numbers), *out = numbers + ARITHMETIC_OPERANDS_MAX;
    void *state = arithmetic->open();
    size_t width = field_bytes(&run->key.key, "p"), count = 0;
    enum status status = numbers != NULL && state != NULL ? STATUS_OK : STATUS_NO_MEMORY;
    for (size_t i = 0; status == STATUS_OK && i < 4; i++) {
        const struct field *field = names[i] != NULL ? key_field(&run->key.key, names[i]) : NULL;
        if (field != NULL)
            set_number(&numbers[i], field->value, field->size);
        else
            set_number(&numbers[i], run->input.data, run->input.size);
    }
    if (status == STATUS_OK)
        status = arithmetic->compute(state, ARITHMETIC_XTR, numbers, out, &count);
    for (size_t i = 0; status == STATUS_OK && i < 2; i++) {
        memcpy(run->second.data, out[i].bytes, out[i].size);
        run->second.size = out[i].size;
        if (!fit(&run->second, width))
            status = STATUS_BAD_LENGTH;
        memcpy(run->got.data + i * width, run->second.data, width);
    }
    run->got.size = 2 * width;
    arithmetic->close(state);
    free(numbers);
    return expect(run, "trace", status, &run->output);
}

/* The sizes of the output's numbers. */
static void output_widths(const struct run *run, size_t *width, size_t *second)
{
    const struct key *key = &run->key.key;
    if (key_field(key, "n") != NULL) {
        *width = *second = field_bytes(key, "n");
    } else if (run->primitive->class == CLASS_SIGNATURE) {
        *second = field_bytes(key, "q");
        *width = strcmp(run->form->unit, "lucelg_signature") == 0 ? field_bytes(key, "p") : *second;
    } else {
        *width = *second = field_bytes(key, "p");
    }
}

static enum verdict dispatch(struct run *run, bool again)
{
    switch (run->form->kind) {
    case FORM_ENCRYPT:
        return run_encrypt(run, again);
    case FORM_DECRYPT:
        return run_decrypt(run);
    case FORM_SIGN:
        return run_sign(run, again);
    case FORM_VERIFY:
        return run_verify(run);
    case FORM_NO_SIGN:
        return run_no_sign(run);
    case FORM_AGREE:
    case FORM_AGREE_TWO_PAIRS:
        return run_agree(run);
    case FORM_PUBLIC:
        return run_public(run, run->form->input, run->form->output[0]);
    case FORM_STREAM:
    case FORM_SEEK:
        return run_generator(run);
    case FORM_TABLE:
        return run_table(run);
    case FORM_TRACE:
        return run_trace(run);
    }
    return VERDICT_MALFORMED;
}

/* A number that is encrypted, decrypted, or signed as it is must be below the modulus; a hash is reduced. */
static enum verdict check_range(const struct run *run)
{
    const struct form *form = run->form;
    const bool is_residue = form->kind == FORM_DECRYPT || form->kind == FORM_ENCRYPT || strcmp(form->key, "RW") == 0;
    const struct field *modulus = key_field(&run->key.key, "n");
    if (modulus == NULL)
        modulus = key_field(&run->key.key, "p");
    if (!run->input.is_number || !is_residue || modulus == NULL || is_below(&run->input, modulus))
        return VERDICT_RIGHT;
    fail(run->message, STATUS_BAD_PARAMETER, "field '%s' is out of range; %s with this key allows numbers below its %s",
         form->input, form->scheme, modulus->name);
    return VERDICT_REFUSED;
}

/* Gives the contender the vector's key, which has to be one before a number can be too long for it. */
static enum verdict set_key(struct run *run)
{
    const struct contender *contender = run->contender;
    const char *field = NULL;
    char what[128];
    enum verdict verdict = load_key(run->form, run->vector, &run->key, run->message);
    if (verdict == VERDICT_RIGHT)
        verdict = load_draws(run->form, run->vector, &run->draws, run->message);
    if (verdict != VERDICT_RIGHT)
        return verdict;
    run->takes_draws = run->draws.count == 0 || strcmp(contender->via, "evp") != 0;
    widen(&run->key, run->form, &run->draws);
    run->context = contender_context(contender, run->message);
    if (run->context == NULL)
        return VERDICT_WRONG;
    enum status status = public_key_set(run->primitive->class, contender->ops, run->context, &run->key.key, &field);
    if (status == STATUS_OK)
        return check_size(run->form, run->vector, run->primitive, &run->key.key, run->message);
    if (field != NULL && key_field(&run->key.key, field) == NULL)
        snprintf(what, sizeof what, "is missing, expected a number in hex");
    else if (field != NULL)
        snprintf(what, sizeof what, "is refused, expected %s", key_rule(run->form, field));
    else
        snprintf(what, sizeof what, "refused: %s", status_text(status));
    verdict = bad_key(run->form, run->vector, field, what, run->message);
    return json_object_get(run->vector, "parameters") != NULL ? verdict : VERDICT_WRONG;
}

static enum verdict load_numbers(struct run *run)
{
    const struct form *form = run->form;
    if (form->input == NULL || form->kind == FORM_TABLE || form->kind == FORM_PUBLIC)
        return VERDICT_RIGHT;
    enum verdict verdict = read_field(run->vector, form->input, &run->input, run->message);
    if (verdict == VERDICT_RIGHT)
        verdict = read_field(run->vector, form->back != NULL ? form->back : form->input, &run->back, run->message);
    if (verdict != VERDICT_RIGHT || form->output[0] == NULL)
        return verdict;
    verdict = check_range(run);
    if (verdict != VERDICT_RIGHT)
        return verdict;
    size_t width, second;
    output_widths(run, &width, &second);
    return load_output(run, width, second);
}

/* The most bytes that the number NAME of RUN's vector may have, or SIZE_MAX. */
static size_t number_limit(const struct run *run, const char *name)
{
    const struct form *form = run->form;
    switch (form->kind) {
    case FORM_ENCRYPT:
        return form->back != NULL && strcmp(name, form->back) == 0 ? field_bytes(&run->key.key, "n") : SIZE_MAX;
    case FORM_AGREE_TWO_PAIRS:
        return name[0] == 'w' || name[0] == 'v'
                   ? ((const struct key_agreement_ops *)run->contender->ops)->sizes(run->context).public_key
                   : SIZE_MAX;
    case FORM_SEEK:
        return strcmp(name, "byte_index") == 0 ? sizeof(uint64_t) : SIZE_MAX;
    case FORM_TABLE:
        return strcmp(name, "value") == 0 ? field_bytes(&run->key.key, "p") : 1;
    case FORM_TRACE:
        return strcmp(name, form->input) == 0 ? ARITHMETIC_BYTES_MAX : SIZE_MAX;
    default:
        return SIZE_MAX;
    }
}

/* Whether all that RUN's form reads is there, and of its own form; nothing that is compared may be empty. */
static enum verdict read_all(struct run *run)
{
    const struct form *form = run->form;
    const char *names[FORM_FIELDS_MAX], *base = json_string_value(json_object_get(run->vector, "base"));
    const size_t count = form_fields(form, names);
    enum verdict verdict = VERDICT_RIGHT;
    if (form->kind == FORM_TABLE && (base == NULL || key_field(&run->key.key, base) == NULL)) {
        fail(run->message, STATUS_BAD_PARAMETER, "field 'base' names no number of the key, expected one");
        return VERDICT_MALFORMED;
    }
    for (size_t i = 0; i < count && verdict == VERDICT_RIGHT; i++) {
        const bool is_given = names[i] == form->input || names[i] == form->random[0] || names[i] == form->random[1];
        if (form->kind == FORM_TABLE && is_given)
            continue; /* a name */
        const size_t limit = number_limit(run, names[i]);
        verdict = read_field(run->vector, names[i], &run->got, run->message);
        if (verdict == VERDICT_RIGHT && run->got.size == 0 && !is_given) {
            fail(run->message, STATUS_BAD_LENGTH, "field '%s' is empty, expected bytes to compare", names[i]);
            verdict = VERDICT_MALFORMED;
        } else if (verdict == VERDICT_RIGHT && run->got.is_number && limit != SIZE_MAX) {
            verdict = read_short(run, names[i], limit, &run->got);
        }
    }
    if (verdict == VERDICT_RIGHT && json_object_get(run->vector, "sig_alt_b") != NULL)
        verdict = read_field(run->vector, "sig_alt_b", &run->got, run->message);
    return verdict;
}

/* Whether native code takes the message and the draws of RUN. */
static enum verdict refuse_sealing(struct run *run)
{
    const struct form *form = run->form;
    const struct ops *ops = run->contender->ops;
    run->got.size = sizeof run->got.data;
    const enum status status =
        form->kind == FORM_ENCRYPT
            ? ((const struct encryption_ops *)ops)->encrypt(run->context, run->input.data, run->input.size,
                                                            restart(&run->draws), run->got.data, &run->got.size)
            : ((const struct signature_ops *)ops)->sign(run->context, run->input.data, run->input.size, restart(&run->draws),
                                                        run->got.data, &run->got.size);
    if (status == STATUS_BAD_LENGTH && run->got.size <= sizeof run->got.data) {
        fail(run->message, status, "field '%s' has %zu byte%s; %s of %s with this key allows fewer", form->input,
             run->input.size, plural(run->input.size), form->op, form->scheme);
        return VERDICT_REFUSED;
    }
    if (status != STATUS_OK && run->draws.failed) {
        const size_t next = run->draws.next < run->draws.count ? run->draws.next : run->draws.count - 1;
        fail(run->message, status, "field '%s' is not what is drawn; %s of %s with this key allows %s", form->random[next],
             form->op, form->scheme, run->draws.values[next].is_number ? "a number in its range" : "as many bytes as it draws");
        return VERDICT_REFUSED;
    }
    return VERDICT_RIGHT;
}

/* Whether the fields NAMES, up to NULL, are private keys that native code takes. */
static enum verdict refuse_private(struct run *run, const char *const *names)
{
    const struct key_agreement_ops *ops = (const struct key_agreement_ops *)run->contender->ops;
    const size_t size = ops->sizes(run->context).private_key;
    for (; *names != NULL; names++) {
        const enum verdict verdict = read_field(run->vector, *names, &run->input, run->message);
        if (verdict != VERDICT_RIGHT)
            return verdict;
        const size_t length = (bits_of(run->input.data, run->input.size) + 7) / 8;
        if (length > size)
            fail(run->message, STATUS_BAD_LENGTH, "field '%s' has %zu byte%s; %s of %s with this key allows at most %zu", *names,
                 length, plural(length), run->form->op, run->form->scheme, size);
        else if (fit(&run->input, size) && ops->public_key(run->context, run->input.data, run->got.data) == STATUS_OK)
            continue;
        else
            fail(run->message, STATUS_BAD_PARAMETER, "field '%s' is no private key; %s of %s allows 1 to below the order",
                 *names, run->form->op, run->form->scheme);
        return VERDICT_REFUSED;
    }
    return VERDICT_RIGHT;
}

/* Whether the table of RUN has such an entry, of 16 powers, each its window's bits apart from the next. */
static enum verdict refuse_entry(struct run *run)
{
    static const struct {
        const char *name;
        uint8_t min, max;
    } numbers[] = {{"window", 1, 255}, {"index", 0, 15}};
    for (size_t i = 0; i < 2; i++) {
        const enum verdict verdict = read_short(run, numbers[i].name, 1, &run->got);
        if (verdict != VERDICT_RIGHT)
            return verdict;
        if (run->got.data[0] >= numbers[i].min && run->got.data[0] <= numbers[i].max)
            continue;
        fail(run->message, STATUS_BAD_PARAMETER, "field '%s' is %x; %s of %s allows %x to %x", numbers[i].name, run->got.data[0],
             run->form->op, run->form->scheme, numbers[i].min, numbers[i].max);
        return VERDICT_REFUSED;
    }
    return VERDICT_RIGHT;
}

/*
 * VERDICT_REFUSED where native code, which keeps to the contract, says that the vector has no answer, since its message, what
 * it draws, its seed or its private key is none that the scheme takes with this key.
 */
static enum verdict refuse(struct run *run)
{
    static const char *const one_pair[] = {"xa", "xb", NULL}, *const two_pairs[] = {"sa", "ua", "sb", "ub", NULL};
    const struct form *form = run->form;
    switch (form->kind) {
    case FORM_ENCRYPT:
    case FORM_SIGN:
        return refuse_sealing(run);
    case FORM_AGREE:
        return refuse_private(run, one_pair);
    case FORM_AGREE_TWO_PAIRS:
        return refuse_private(run, two_pairs);
    case FORM_PUBLIC:
        return refuse_private(run, (const char *const[]){form->input, NULL});
    case FORM_STREAM:
    case FORM_SEEK:
        if (((const struct prng_ops *)run->contender->ops)->seed(run->context, run->input.data, run->input.size) ==
            STATUS_OK)
            return VERDICT_RIGHT;
        fail(run->message, STATUS_BAD_PARAMETER, "field '%s' is no seed; %s of %s with this key allows 2 to below n, prime to "
             "it", form->input, form->op, form->scheme);
        return VERDICT_REFUSED;
    case FORM_TABLE:
        return refuse_entry(run);
    default:
        return VERDICT_RIGHT;
    }
}

/* The option of the unit: with domain parameters of VECTOR's own those take the place of the named curve. */
static unsigned form_option(const struct form *form, const json_t *vector)
{
    const json_t *parameters = json_object_get(vector, "parameters");
    unsigned id = form->option & (OPTION_COFACTOR - 1);
    if (strncmp(form->key, "EC_", 3) != 0 || json_object_get(parameters, "order") == NULL || id == CURVE_GFP168_1998 ||
        id == CURVE_GF2N155_1998)
        return form->option;
    return CURVE_EXPLICIT | (form->option & OPTION_COFACTOR);
}

enum verdict public_key_known_answer(const struct primitive *primitive, const struct contender *contender,
                                     const json_t *vector, enum thoroughness thoroughness, struct message *message)
{
    const struct form *form = vector_form(vector);
    struct contender adapted = *contender;
    struct run *run = calloc(1, sizeof *run);
    enum verdict verdict = VERDICT_MALFORMED;
    if (run == NULL || form == NULL) {
        fail(message, STATUS_BAD_PARAMETER, "field 'op' is no operation of the scheme");
        free(run);
        return VERDICT_MALFORMED;
    }
    adapted.variant.option = form_option(form, vector);
    *run = (struct run){.primitive = primitive, .contender = &adapted, .form = form, .vector = vector, .message = message};
    verdict = set_key(run);
    if (verdict == VERDICT_RIGHT && thoroughness == READ)
        verdict = read_all(run);
    if (verdict == VERDICT_RIGHT)
        verdict = load_numbers(run);
    if (verdict == VERDICT_RIGHT && thoroughness == READ)
        verdict = refuse(run);
    if (verdict != VERDICT_RIGHT || thoroughness == READ)
        goto done;
    verdict = dispatch(run, false);
    /* The tables of fixed bases must give the same. */
    if (verdict == VERDICT_RIGHT && thoroughness == EVERY_WAY && form->kind != FORM_TABLE && form->kind != FORM_TRACE &&
        public_key_precompute(primitive->class, adapted.ops, run->context) == STATUS_OK)
        verdict = dispatch(run, true);

done:
    contender_context_free(&adapted, run->context);
    free(run);
    return verdict;
}

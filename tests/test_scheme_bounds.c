/* SPDX-License-Identifier: MIT */
/*
 * The native public-key schemes at their bounds: keys that are inconsistent, out of range or just in it, each with the
 * field that is blamed; messages, ciphertexts and signatures of the longest and the smallest size, and beyond.  Built
 * with 64-bit and with 32-bit limbs.
 */
#include "native/public_key/encoding.h"
#include "scheme_keys.h"

/* -------------------------------------------------------------------------------------------------------- keys */

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
    static const struct bad_key blum[] = {{"BLUMGOLDWASSER", "512", "pinv", 1, "pinv"},
                                          {"BLUMGOLDWASSER", "512", "q", 4, "n"}};
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

/* a^e modulo 23. */
static unsigned power_of(unsigned a, unsigned e)
{
    return e == 0 ? 1 : power_of(a, e - 1) * a % 23;
}

/* Diffie-Hellman modulo 23 without q, which the numbers from 2 to p - 2 are the public values of. */
static void group_without_order(void **state)
{
    (void)state;
    const struct key_agreement_ops *ops = &native_dh;

    current = "DH modulo 23";
    take_numbers("p 17 g 05");
    void *context = open_with_key(&ops->ops, 0, ops->set_key);
    for (int tables = 0; tables < 2; tables++) {
        if (tables)
            assert_status("precompute", ops->precompute(context), STATUS_OK);
        for (uint8_t x = 0; x <= 23; x++) {
            const enum status good = x == 0 || x == 23 ? STATUS_BAD_PARAMETER : STATUS_OK;
            uint8_t out = 0;
            assert_status("public key", ops->public_key(context, &x, &out), good);
            assert_int_equal(out, good == STATUS_OK ? power_of(5, x) : 0);
            for (uint8_t y = 0; y <= 24; y++) {
                const struct agreement agreement = {.private_key = &x, .peer_public_key = &y};
                const enum status expected = good == STATUS_OK && (y < 2 || y > 21) ? STATUS_REJECTED : good;
                assert_status("derive", ops->derive(context, &agreement, &out), expected);
                if (expected == STATUS_OK)
                    assert_int_equal(out, power_of(y, x));
            }
        }
    }
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

/* ---------------------------------------------------------------------------------------------------- messages */

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
    struct bytes modulus = changed("n", 0);
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

/* Blocks up to the smallest that holds the empty message; nothing is written behind them. */
static void block_sizes(void **state)
{
    (void)state;
    static const struct {
        enum encoding encoding;
        size_t smallest;
    } plaintexts[] = {{ENCODING_PKCS1, 11}, {ENCODING_OAEP_SHA1, 42}, {ENCODING_OAEP_1998, 18},
                      {ENCODING_LENGTH_BYTE, 2}},
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
            assert_int_equal(check_signed(signatures[i].encoding, block, size, NULL, 0),
                             holds ? STATUS_OK : STATUS_REJECTED);
        }
}

int main(void)
{
    const struct CMUnitTest scheme_bounds[] = {
        cmocka_unit_test(bad_keys),       cmocka_unit_test(textbook_keys), cmocka_unit_test(group_without_order),
        cmocka_unit_test(longest_factor), cmocka_unit_test(bad_messages),  cmocka_unit_test(block_sizes),
    };
    return RUN_TAP_WITH(scheme_bounds, load_params, free_params);
}

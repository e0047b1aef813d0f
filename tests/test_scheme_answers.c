/* SPDX-License-Identifier: MIT */
/*
 * The native public-key schemes by themselves: all vectors of tests/vectors/publickey with the keys of
 * tests/keys/params.json, nonces and paddings fed in, there and back, with and without tables, damaged and cut; keys
 * of textbook sizes, and messages that outrun 16 bits.  Built with 64-bit and with 32-bit limbs.
 */
#include "native/public_key/encoding.h"
#include "native/public_key/group.h"
#include "native/public_key/xtr.h"
#include "scheme_keys.h"

/* ---------------------------------------------------------------------------------- bytes, numbers and sizes */

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

static size_t field_size(const char *name)
{
    return key_field(&key, name)->size;
}

/* Bytes of a nonce or private key as long as the field xbits says. */
static size_t short_size(void)
{
    return (key_field(&key, "xbits")->value[0] + 7u) / 8;
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

/* --------------------------------------------------------------------------------------------- one operation */

static void assert_bytes(const char *what, const uint8_t *got, size_t size, struct bytes expected)
{
    if (size != expected.size || memcmp(got, expected.data, size) != 0)
        fail_msg("%s: %s differs", current, what);
}

/*
 * What MAKE, which encrypts or signs, makes of MESSAGE is EXPECTED, in OUT[0 .. SIZE_LIMIT), and draws the whole script:
 * with the tables that PRECOMPUTE builds, where it is not NULL.
 */
static void check_made(void *context, enum status (*precompute)(void *context),
                       enum status (*make)(void *context, const uint8_t *message, size_t message_size, struct rng *rng,
                                           uint8_t *out, size_t *size),
                       struct bytes message, uint8_t *out, const char *what, struct bytes expected)
{
    size_t size = SIZE_LIMIT;

    if (precompute != NULL)
        assert_status("precompute", precompute(context), STATUS_OK);
    script.at = 0;
    assert_status(what, make(context, message.data, message.size, &scripted, out, &size), STATUS_OK);
    assert_bytes(what, out, size, expected);
    assert_int_equal(script.at, script.size);
}

static void check_encryption(const struct encryption_ops *ops, enum encoding encoding, struct bytes message,
                             struct bytes ciphertext, int comes_back)
{
    void *context = open_with_key(&ops->ops, encoding, ops->set_key);
    uint8_t out[SIZE_LIMIT];

    for (int tables = 0; tables <= (ops->precompute != NULL); tables++) {
        size_t size = sizeof out;
        check_made(context, tables ? ops->precompute : NULL, ops->encrypt, message, out, "ciphertext", ciphertext);
        if (!comes_back)
            continue;
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
        size_t size = signature.size;
        check_made(context, tables ? ops->precompute : NULL, ops->sign, message, out, "signature", signature);
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

/*
 * q of 61 bits, where the signatures take the leading 61, 60 and 61 of a digest's 160; and of 161, where they take all.
 * Computed with Python's integers.
 */
static void orders_around_a_digest(void **state)
{
    (void)state;
    static const char short_nonce[] = "17e5d622d7881004", long_nonce[] = "00f30a1bfb113eed9a2c72bcd8eb7649398194d242";
    static const struct {
        const struct signature_ops *ops;
        const char *name, *key, *nonce, *signature;
    } cases[] = {
        {&native_dsa, "DSA of 96 bits",
         "p b66cd6b4402addb062be1541 q 19b95f23ae97d9f7 g 40a46609608e0f5e793e872b x 154b39c39e293642", short_nonce,
         "08360bdf1446c94010a8d6e7f3e49cc3"},
        {&native_nyberg_rueppel, "Nyberg-Rueppel of 96 bits",
         "p b66cd6b4402addb062be1541 q 19b95f23ae97d9f7 g 40a46609608e0f5e793e872b x 154b39c39e293642", short_nonce,
         "12cf9fc278b7315600d25398dba4de8c"},
        {&native_lucelg_signature, "LUCELG of 96 bits",
         "p 9616ae9e0a1752fae6429775 q 19b95f23ae97d9f7 g 78943dfe0145cb331907a5f8 x 0122571c83d833aa", short_nonce,
         "50b8a3846568eacdfca988f50d1868ff7acd7907"},
        {&native_dsa, "DSA of 192 bits",
         "p 9e9f193cb1a9f20f617ebef940f16efde8d546f4934b062d q 0138a7a48d7da105a0adddda3b21dabd1205a03527 "
         "g 50074c2d833363b8aef24200c9020064a167ba707d8f793d x bcefc7e5dcc19ec2e093df29f268259af652a33d", long_nonce,
         "0014712c0dabe02665cc8856bf1170a01d9f4076ba00d3151bf5678f30c94c76f5091be0110d5727c561"},
        {&native_nyberg_rueppel, "Nyberg-Rueppel of 192 bits",
         "p 9e9f193cb1a9f20f617ebef940f16efde8d546f4934b062d q 0138a7a48d7da105a0adddda3b21dabd1205a03527 "
         "g 50074c2d833363b8aef24200c9020064a167ba707d8f793d x bcefc7e5dcc19ec2e093df29f268259af652a33d", long_nonce,
         "00be0a6a43f2e6a7d086c67c3089c1628a3c114f57012d3a5d03cef8be205f053005256da716d659b4b0"},
        {&native_lucelg_signature, "LUCELG of 193 bits",
         "p 011fa5eface11c9ca28f07dabe2eab0380e799f25eaa247329 q 0138a7a48d7da105a0adddda3b21dabd1205a03527 "
         "g e9513fc3b58942a73cc30b1a24d204f932ad824d8e87fbba x bcefc7e5dcc19ec2e093df29f268259af652a33d", long_nonce,
         "00be992d9c98c139305d734943cfd3e8dd9c2f5d4be8851a640043cfb8899daf2fba9af5b78d4f66ee248c97443a"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        current = cases[i].name;
        take_numbers(cases[i].key);
        script.size = script.at = 0;
        add_to_script(from_hex(cases[i].nonce));
        check_signature(cases[i].ops, ENCODING_SHA1, from_hex("616263"), from_hex(cases[i].signature));
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
    fill_random(&any, message, SIZE);
    assert_status("encrypt", native_blum_goldwasser.encrypt(context, message, SIZE, &any, ciphertext, &size),
                  STATUS_OK);
    assert_int_equal(size, sizeof ciphertext);
    size = SIZE;
    assert_status("decrypt", native_blum_goldwasser.decrypt(context, ciphertext, sizeof ciphertext, plain, &size),
                  STATUS_OK);
    assert_int_equal(size, SIZE);
    assert_memory_equal(plain, message, SIZE);
}

int main(void)
{
    const struct CMUnitTest scheme_answers[] = {
        cmocka_unit_test(vectors),
        cmocka_unit_test(small_keys),
        cmocka_unit_test(orders_around_a_digest),
        cmocka_unit_test(long_messages),
    };
    return RUN_TAP_WITH(scheme_answers, load_params, free_params);
}

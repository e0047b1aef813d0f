/* SPDX-License-Identifier: MIT */
/*
 * evp_dh.c - Diffie-Hellman through EVP, on the constant-time path.
 *
 * OpenSSL generates keys on such parameters without q alone, and then checks a peer's value for its range, not for the
 * subgroup.  What `derive` times is EVP_PKEY_derive_set_peer (with its check) and EVP_PKEY_derive: the objects for a private
 * key and a peer's value are made when they are first seen and kept for the next time, as the other side reads its bytes
 * at next to no cost.
 */
#include "backend/library.h"

#include "backend/evp_key.h"
#include "backend/evp_schemes.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/dh.h>
#include <openssl/err.h>
#include <openssl/evp.h>

#include <string.h>

enum { KEPT = 32, SIZE_LIMIT = 1024 };

/* An object made from bytes. */
struct kept {
    EVP_PKEY *key;
    EVP_PKEY_CTX *deriver; /* of a private key */
    uint8_t bytes[SIZE_LIMIT];
};

struct evp_dh {
    OSSL_LIB_CTX *library;
    BIGNUM *p, *g, *bound; /* private keys are below q, or p without q */
    size_t private_size, size;
    unsigned exponent_bits;
    EVP_PKEY *parameters;
    EVP_PKEY_CTX *generator;
    struct kept privates[KEPT], peers[KEPT];
    size_t next_private, next_peer;
};

static const struct evp_field fields[] = {
    {"p", OSSL_PKEY_PARAM_FFC_P, true},
    {"g", OSSL_PKEY_PARAM_FFC_G, true},
    {NULL, NULL, false},
};

static enum status setup(void *context, const struct variant *variant)
{
    struct evp_dh *dh = context;
    dh->library = library_context(variant);
    return STATUS_OK;
}

static void drop(struct kept *kept)
{
    EVP_PKEY_CTX_free(kept->deriver);
    EVP_PKEY_free(kept->key);
    *kept = (struct kept){0};
}

static void drop_key(struct evp_dh *dh)
{
    for (size_t i = 0; i < KEPT; i++) {
        drop(&dh->privates[i]);
        drop(&dh->peers[i]);
    }
    EVP_PKEY_CTX_free(dh->generator);
    EVP_PKEY_free(dh->parameters);
    BN_free(dh->p);
    BN_free(dh->g);
    BN_free(dh->bound);
    dh->generator = NULL;
    dh->parameters = NULL;
    dh->p = dh->g = dh->bound = NULL;
}

static void teardown(void *context)
{
    struct evp_dh *dh = context;
    drop_key(dh);
    memset(dh, 0, sizeof *dh);
}

static int add_length(OSSL_PARAM_BLD *builder, void *state)
{
    const struct evp_dh *dh = state;
    return OSSL_PARAM_BLD_push_int(builder, OSSL_PKEY_PARAM_DH_PRIV_LEN, (int)dh->exponent_bits);
}

static enum status set_key(void *context, const struct key *key, const char **bad_field)
{
    struct evp_dh *dh = context;
    const struct field *p = key_field(key, "p"), *g = key_field(key, "g"), *q = key_field(key, "q");
    const struct field *xbits = key_field(key, "xbits");
    drop_key(dh);
    dh->p = p != NULL ? BN_bin2bn(p->value, (int)p->size, NULL) : NULL;
    dh->g = g != NULL ? BN_bin2bn(g->value, (int)g->size, NULL) : NULL;
    dh->bound = q != NULL ? BN_bin2bn(q->value, (int)q->size, NULL) : dh->p != NULL ? BN_dup(dh->p) : NULL;
    dh->size = dh->p != NULL ? (size_t)BN_num_bytes(dh->p) : 0;
    dh->private_size = dh->bound != NULL ? (size_t)BN_num_bytes(dh->bound) : 0;
    dh->exponent_bits = dh->bound != NULL ? (unsigned)BN_num_bits(dh->bound) - 1 : 0;
    if (xbits != NULL) {
        dh->exponent_bits = 0;
        for (size_t i = 0; i < xbits->size; i++)
            dh->exponent_bits = dh->exponent_bits << 8 | xbits->value[i];
    }
    enum status status = evp_key_import(&dh->parameters, dh->library, "DH", key, fields, EVP_PKEY_KEY_PARAMETERS, add_length,
                                        dh, bad_field);
    if (status != STATUS_OK)
        return status;
    if (dh->size > SIZE_LIMIT || dh->private_size > dh->size)
        return STATUS_BAD_PARAMETER;
    dh->generator = evp_key_context(dh->library, dh->parameters, EVP_PKEY_keygen_init);
    int length = (int)dh->exponent_bits;
    OSSL_PARAM short_keys[] = {
        OSSL_PARAM_int(OSSL_PKEY_PARAM_DH_PRIV_LEN, &length),
        OSSL_PARAM_END,
    };
    return dh->generator != NULL && EVP_PKEY_CTX_set_params(dh->generator, short_keys) > 0 ? STATUS_OK : STATUS_FAILED;
}

static struct key_agreement_sizes sizes(const void *context)
{
    const struct evp_dh *dh = context;
    return (struct key_agreement_sizes){dh->private_size, dh->size, dh->size};
}

static enum status store(EVP_PKEY *key, const char *parameter, uint8_t *out, size_t size)
{
    BIGNUM *number = NULL;
    enum status status = EVP_PKEY_get_bn_param(key, parameter, &number) && BN_bn2binpad(number, out, (int)size) >= 0
                             ? STATUS_OK
                             : STATUS_FAILED;
    BN_clear_free(number);
    return status;
}

static enum status generate_key(void *context, struct rng *rng, uint8_t *private_key, uint8_t *public_key)
{
    struct evp_dh *dh = context;
    EVP_PKEY *key = NULL;
    (void)rng;
    if (dh->generator == NULL)
        return STATUS_BAD_PARAMETER;
    enum status status = EVP_PKEY_generate(dh->generator, &key) > 0
                             ? store(key, OSSL_PKEY_PARAM_PRIV_KEY, private_key, dh->private_size)
                             : STATUS_FAILED;
    if (status == STATUS_OK)
        status = store(key, OSSL_PKEY_PARAM_PUB_KEY, public_key, dh->size);
    EVP_PKEY_free(key);
    return status;
}

/* An EVP key of the private and public numbers, either of which may be NULL. */
static EVP_PKEY *make_key(const struct evp_dh *dh, const BIGNUM *x, const BIGNUM *y)
{
    EVP_PKEY *key = NULL;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *import = EVP_PKEY_CTX_new_from_name(dh->library, "DH", NULL);
    OSSL_PARAM *parameters = NULL;
    if (builder != NULL && import != NULL && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_FFC_P, dh->p) &&
        OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_FFC_G, dh->g) &&
        (x == NULL || OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, x)) &&
        (y == NULL || OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PUB_KEY, y)) &&
        (parameters = OSSL_PARAM_BLD_to_param(builder)) != NULL && EVP_PKEY_fromdata_init(import) > 0)
        (void)EVP_PKEY_fromdata(import, &key, EVP_PKEY_KEYPAIR, parameters);
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    EVP_PKEY_CTX_free(import);
    return key;
}

/* y = g^x, which OpenSSL does not compute for an imported private key. */
static enum status public_key_of(void *context, const uint8_t *private_key, uint8_t *public_key)
{
    struct evp_dh *dh = context;
    BN_CTX *ctx = BN_CTX_new_ex(dh->library);
    BIGNUM *x = BN_bin2bn(private_key, (int)dh->private_size, NULL), *y = BN_new();
    enum status status = STATUS_BAD_PARAMETER;
    if (ctx == NULL || x == NULL || y == NULL) {
        status = STATUS_NO_MEMORY;
    } else if (dh->bound != NULL && !BN_is_zero(x) && BN_cmp(x, dh->bound) < 0) {
        BN_set_flags(x, BN_FLG_CONSTTIME);
        status = BN_mod_exp(y, dh->g, x, dh->p, ctx) && BN_bn2binpad(y, public_key, (int)dh->size) >= 0 ? STATUS_OK
                                                                                                       : STATUS_FAILED;
    }
    BN_clear_free(x);
    BN_free(y);
    BN_CTX_free(ctx);
    return status;
}

static struct kept *find(struct kept *list, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < KEPT; i++)
        if (list[i].key != NULL && memcmp(list[i].bytes, bytes, size) == 0)
            return &list[i];
    return NULL;
}

static struct kept *keep(struct kept *entry, EVP_PKEY *key, const uint8_t *bytes, size_t size)
{
    drop(entry);
    entry->key = key;
    memcpy(entry->bytes, bytes, size);
    return key != NULL ? entry : NULL;
}

static struct kept *private_object(struct evp_dh *dh, const uint8_t *bytes)
{
    struct kept *entry = find(dh->privates, bytes, dh->private_size);
    if (entry != NULL)
        return entry;
    uint8_t public_key[SIZE_LIMIT];
    if (public_key_of(dh, bytes, public_key) != STATUS_OK)
        return NULL;
    BIGNUM *x = BN_bin2bn(bytes, (int)dh->private_size, NULL), *y = BN_bin2bn(public_key, (int)dh->size, NULL);
    EVP_PKEY *key = x != NULL && y != NULL ? make_key(dh, x, y) : NULL;
    entry = keep(&dh->privates[dh->next_private++ % KEPT], key, bytes, dh->private_size);
    if (entry != NULL)
        entry->deriver = evp_key_context(dh->library, key, EVP_PKEY_derive_init);
    if (entry != NULL && entry->deriver != NULL && EVP_PKEY_CTX_set_dh_pad(entry->deriver, 1) <= 0) {
        EVP_PKEY_CTX_free(entry->deriver);
        entry->deriver = NULL;
    }
    BN_clear_free(x);
    BN_free(y);
    return entry;
}

static struct kept *peer_object(struct evp_dh *dh, const uint8_t *bytes)
{
    struct kept *entry = find(dh->peers, bytes, dh->size);
    if (entry != NULL)
        return entry;
    BIGNUM *y = BN_bin2bn(bytes, (int)dh->size, NULL);
    EVP_PKEY *key = y != NULL ? make_key(dh, NULL, y) : NULL;
    BN_free(y);
    return keep(&dh->peers[dh->next_peer++ % KEPT], key, bytes, dh->size);
}

static enum status derive(void *context, const struct agreement *agreement, uint8_t *shared_secret)
{
    struct evp_dh *dh = context;
    if (dh->generator == NULL)
        return STATUS_BAD_PARAMETER;
    struct kept *own = private_object(dh, agreement->private_key);
    if (own == NULL || own->deriver == NULL)
        return STATUS_BAD_PARAMETER;
    struct kept *peer = peer_object(dh, agreement->peer_public_key);
    size_t size = dh->size;
    if (peer != NULL && EVP_PKEY_derive_set_peer(own->deriver, peer->key) > 0 &&
        EVP_PKEY_derive(own->deriver, shared_secret, &size) > 0 && size == dh->size)
        return STATUS_OK;
    ERR_clear_error();
    return STATUS_REJECTED;
}

const struct key_agreement_ops evp_dh = {
    .ops = {sizeof(struct evp_dh), 0, setup, teardown},
    .set_key = set_key,
    .sizes = sizes,
    .generate_key = generate_key,
    .public_key = public_key_of,
    .derive = derive,
};

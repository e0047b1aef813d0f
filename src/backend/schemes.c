/* SPDX-License-Identifier: MIT */
/* schemes.c - which wrapper computes which public-key unit. */
#include "backend/bn_schemes.h"
#include "backend/evp_schemes.h"

#include <string.h>

struct scheme {
    const char *unit;
    const struct ops *ops;
};

static const struct scheme evp_schemes[] = {
    {"dh", &evp_dh.ops},
    {"dsa", &evp_dsa.ops},
    {"ecdh", &evp_ecdh.ops},
    {"ecdsa", &evp_ecdsa.ops},
    {"ed25519", &evp_ed25519.ops},
    {"rsa_encryption", &evp_rsa_encryption.ops},
    {"rsa_signature", &evp_rsa_signature.ops},
    {"x25519", &evp_x25519.ops},
    {NULL, NULL},
};

static const struct scheme bn_schemes[] = {
    {"blum_blum_shub", &bn_blum_blum_shub.ops},
    {"blum_goldwasser", &bn_blum_goldwasser.ops},
    {"dh", &bn_dh.ops},
    {"dsa", &bn_dsa.ops},
    {"ec_encryption_1998", &bn_ec_encryption_1998.ops},
    {"ecdh", &bn_ecdh.ops},
    {"ecdsa", &bn_ecdsa.ops},
    {"ecies", &bn_ecies.ops},
    {"ecmqv", &bn_ecmqv.ops},
    {"ecnr", &bn_ecnr.ops},
    {"elgamal", &bn_elgamal.ops},
    {"esign", &bn_esign.ops},
    {"luc_encryption", &bn_luc_encryption.ops},
    {"luc_signature", &bn_luc_signature.ops},
    {"lucdif", &bn_lucdif.ops},
    {"lucelg_encryption", &bn_lucelg_encryption.ops},
    {"lucelg_signature", &bn_lucelg_signature.ops},
    {"mqv", &bn_mqv.ops},
    {"nyberg_rueppel", &bn_nyberg_rueppel.ops},
    {"rabin_encryption", &bn_rabin_encryption.ops},
    {"rabin_signature", &bn_rabin_signature.ops},
    {"rabin_williams", &bn_rw_signature.ops},
    {"rsa_encryption", &bn_rsa_encryption.ops},
    {"rsa_signature", &bn_rsa_signature.ops},
    {"xtr_dh", &bn_xtr_dh.ops},
    {NULL, NULL},
};

static const struct ops *find(const struct scheme *table, const char *unit)
{
    for (; table->unit != NULL; table++)
        if (strcmp(table->unit, unit) == 0)
            return table->ops;
    return NULL;
}

const struct ops *evp_scheme(const char *unit)
{
    return find(evp_schemes, unit);
}

const struct ops *bn_scheme(const char *unit)
{
    return find(bn_schemes, unit);
}

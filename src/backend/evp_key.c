/* SPDX-License-Identifier: MIT */
#include "backend/openssl.h"

#include "backend/evp_key.h"

#include <openssl/bn.h>
#include <openssl/dsa.h>

#include <string.h>

enum status evp_key_import(EVP_PKEY **result, OSSL_LIB_CTX *library, const char *algorithm, const struct key *key,
                           const struct evp_field *table, int selection, int (*add)(OSSL_PARAM_BLD *, void *), void *state,
                           const char **bad_field)
{
    enum { FIELDS_MAX = 16 };
    BIGNUM *numbers[FIELDS_MAX] = {NULL};
    size_t count = 0;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(library, algorithm, NULL);
    OSSL_PARAM *parameters = NULL;
    enum status status = builder != NULL && context != NULL ? STATUS_OK : STATUS_UNSUPPORTED;
    *result = NULL;
    for (; status == STATUS_OK && table->field != NULL && count < FIELDS_MAX; table++) {
        const struct field *field = key_field(key, table->field);
        if (field == NULL) {
            if (!table->required)
                continue;
            if (bad_field != NULL)
                *bad_field = table->field;
            status = STATUS_BAD_PARAMETER;
            break;
        }
        numbers[count] = BN_bin2bn(field->value, (int)field->size, NULL);
        if (numbers[count] == NULL || !OSSL_PARAM_BLD_push_BN(builder, table->parameter, numbers[count]))
            status = STATUS_NO_MEMORY;
        count++;
    }
    if (status == STATUS_OK && add != NULL && !add(builder, state))
        status = STATUS_FAILED;
    if (status == STATUS_OK) {
        parameters = OSSL_PARAM_BLD_to_param(builder);
        if (parameters == NULL || EVP_PKEY_fromdata_init(context) <= 0 ||
            EVP_PKEY_fromdata(context, result, selection, parameters) <= 0)
            status = STATUS_FAILED;
    }
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    EVP_PKEY_CTX_free(context);
    for (size_t i = 0; i < count; i++)
        BN_clear_free(numbers[i]);
    return status;
}

EVP_PKEY_CTX *evp_key_context(OSSL_LIB_CTX *library, EVP_PKEY *key, int (*init)(EVP_PKEY_CTX *))
{
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(library, key, NULL);
    if (context != NULL && init(context) <= 0) {
        EVP_PKEY_CTX_free(context);
        context = NULL;
    }
    return context;
}

enum status evp_signature_from_der(uint8_t *signature, size_t half, const uint8_t *der, size_t der_size)
{
    const unsigned char *at = der;
    DSA_SIG *pair = d2i_DSA_SIG(NULL, &at, (long)der_size);
    const BIGNUM *r = NULL, *s = NULL;
    enum status status = STATUS_FAILED;
    if (pair != NULL)
        DSA_SIG_get0(pair, &r, &s);
    if (pair != NULL && BN_bn2binpad(r, signature, (int)half) >= 0 && BN_bn2binpad(s, signature + half, (int)half) >= 0)
        status = STATUS_OK;
    DSA_SIG_free(pair);
    return status;
}

/* One INTEGER: its tag, its length, and the number without leading zeros but for the one that keeps it positive. */
static size_t put_integer(uint8_t *der, const uint8_t *number, size_t size)
{
    while (size > 1 && number[0] == 0) {
        number++;
        size--;
    }
    size_t zero = number[0] >> 7;
    der[0] = 0x02;
    der[1] = (uint8_t)(size + zero);
    der[2] = 0;
    memcpy(der + 2 + zero, number, size);
    return 2 + zero + size;
}

enum status evp_signature_to_der(uint8_t *der, size_t *der_size, const uint8_t *signature, size_t half)
{
    uint8_t body[2 * (3 + 72)];
    if (half == 0 || half > 72)
        return STATUS_UNSUPPORTED;
    size_t size = put_integer(body, signature, half);
    size += put_integer(body + size, signature + half, half);
    size_t at = 0;
    der[at++] = 0x30;
    if (size >= 128)
        der[at++] = 0x81;
    der[at++] = (uint8_t)size;
    memcpy(der + at, body, size);
    *der_size = at + size;
    return STATUS_OK;
}

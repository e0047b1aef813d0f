/* SPDX-License-Identifier: MIT */
/*
 * PBKDF2, RFC 8018 section 5.2, over an HMAC: variant->base is HMAC's table, variant->base_variant HMAC's variant, which
 * names the hash.
 *
 * Password and salt of any length; input->cost iterations, 1 or more; 1 to (2^32 - 1) digests of output.  As
 * constant-time as the hash.  Needs no workspace.
 */
#include "native/kdf/pbkdf2.h"
#include "native/native.h"

struct context {
    size_t tag_size;
};

/* HMAC's context stands behind this unit's own. */
static void *hmac_context(struct context *c)
{
    return (uint8_t *)c + context_stride(sizeof *c);
}

static enum status setup(void *context, const struct variant *variant)
{
    struct context *c = context;
    const struct variant *hmac = variant->base_variant;
    if (variant->base != &native_hmac.ops || hmac == NULL || hmac->base == NULL || hmac->base_variant == NULL)
        return STATUS_BAD_PARAMETER;
    c->tag_size = hmac->base_variant->output_size;
    if (c->tag_size == 0)
        c->tag_size = ((const struct hash_ops *)hmac->base)->digest_size;
    return native_hmac.ops.setup(hmac_context(c), hmac);
}

static size_t workspace_size(const void *context, const struct kdf_input *input)
{
    (void)context;
    return input->cost == 0 ? SIZE_MAX : 0;
}

static enum status derive(void *context, const struct kdf_input *input, void *workspace, uint8_t *out, size_t out_size)
{
    struct context *c = context;
    void *hmac = hmac_context(c);
    (void)workspace;
    if (input->cost == 0)
        return STATUS_BAD_PARAMETER;
    if (out_size == 0 || out_size > pbkdf2_size_max(c->tag_size))
        return STATUS_BAD_LENGTH;
    enum status status = native_hmac.set_key(hmac, input->password, input->password_size);
    if (status != STATUS_OK)
        return status;
    return pbkdf2(&native_hmac, hmac, c->tag_size, input->salt, input->salt_size, input->cost, out, out_size);
}

const struct kdf_ops native_pbkdf2 = {
    .ops = {.context_size = sizeof(struct context), .base_contexts = 1, .setup = setup},
    .workspace_size = workspace_size,
    .derive = derive,
};

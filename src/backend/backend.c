/* SPDX-License-Identifier: MIT */
#include "backend/backend.h"

#include "native/common/bytes.h"

#include <stdlib.h>
#include <string.h>

void *aligned_zeroed(size_t size)
{
    size_t rounded = context_stride(size == 0 ? 1 : size);
    if (rounded < size)
        return NULL;
    void *memory = aligned_alloc(CONTEXT_ALIGNMENT, rounded);
    if (memory != NULL)
        memset(memory, 0, rounded);
    return memory;
}

void aligned_free(void *memory)
{
    free(memory);
}

void *contender_context(const struct contender *contender, struct message *message)
{
    void *context = aligned_zeroed(context_size_of(contender->ops, &contender->variant));
    if (context == NULL) {
        fail(message, STATUS_NO_MEMORY, "%s: not enough memory for a context", contender->name);
        return NULL;
    }
    enum status status = contender->ops->setup == NULL ? STATUS_OK : contender->ops->setup(context, &contender->variant);
    if (status == STATUS_OK)
        return context;
    fail(message, status, "%s: %s", contender->name, status_text(status));
    contender_context_free(contender, context);
    return NULL;
}

void contender_context_free(const struct contender *contender, void *context)
{
    if (context == NULL)
        return;
    if (contender->ops->teardown != NULL)
        contender->ops->teardown(context);
    wipe(context, context_size_of(contender->ops, &contender->variant));
    aligned_free(context);
}

enum status public_key_set(enum primitive_class class, const struct ops *ops, void *context, const struct key *key,
                           const char **bad_field)
{
    switch (class) {
    case CLASS_PRNG:
        return ((const struct prng_ops *)ops)->set_key(context, key, bad_field);
    case CLASS_ENCRYPTION:
        return ((const struct encryption_ops *)ops)->set_key(context, key, bad_field);
    case CLASS_SIGNATURE:
        return ((const struct signature_ops *)ops)->set_key(context, key, bad_field);
    case CLASS_KEY_AGREEMENT:
        return ((const struct key_agreement_ops *)ops)->set_key(context, key, bad_field);
    default:
        return STATUS_UNSUPPORTED;
    }
}

enum status public_key_precompute(enum primitive_class class, const struct ops *ops, void *context)
{
    enum status (*precompute)(void *) = class == CLASS_ENCRYPTION  ? ((const struct encryption_ops *)ops)->precompute
                                        : class == CLASS_SIGNATURE ? ((const struct signature_ops *)ops)->precompute
                                        : class == CLASS_KEY_AGREEMENT ? ((const struct key_agreement_ops *)ops)->precompute
                                                                       : NULL;
    return precompute != NULL ? precompute(context) : STATUS_UNSUPPORTED;
}

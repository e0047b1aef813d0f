/* SPDX-License-Identifier: MIT */
/* kdf.h - costs of password hashes and key derivations: as inputs, and in words. */
#ifndef ASSAY_OPERATION_KDF_H
#define ASSAY_OPERATION_KDF_H

#include "registry/registry.h"

/* An input with COST, and nothing else yet. */
struct kdf_input kdf_input_of(const struct kdf_cost *cost);

/* "scrypt, N=2^14 r=8 p=1" */
void kdf_describe(char *text, size_t size, const struct primitive *primitive, const struct kdf_cost *cost);

#endif

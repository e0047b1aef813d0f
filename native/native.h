/* SPDX-License-Identifier: MIT */
/* native.h - the native implementations: one constant table each, defined at the foot of the file of that name. */
#ifndef ASSAY_NATIVE_NATIVE_H
#define ASSAY_NATIVE_NATIVE_H

#include "native/primitive.h"

#endif

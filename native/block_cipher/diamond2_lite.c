/* SPDX-License-Identifier: MIT */
/*
 * diamond2_lite.c - Diamond2 Lite (Michael Paul Johnson, "The Diamond2 Block Cipher", 1995).
 *
 * Blocks of 8 bytes, keys of 1 to 256 bytes, 8 rounds unless variant.rounds (1 to 31) says otherwise.  The
 * permutations that the key makes take 16,384 bytes a direction at 8 rounds; what they are asked for depends on the
 * key and the data: not constant-time, and setting a key is slow.
 */
#define BLOCK_WORDS 1
#define DEFAULT_ROUNDS 8
#include "native/block_cipher/diamond2.h"

const struct block_cipher_ops native_diamond2_lite = {
    .ops = {.context_size = sizeof(struct diamond2), .setup = setup},
    .block_size = BLOCK_SIZE,
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

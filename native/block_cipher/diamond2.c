/* SPDX-License-Identifier: MIT */
/*
 * diamond2.c - Diamond2 (Michael Paul Johnson, "The Diamond2 Block Cipher", 1995).
 *
 * Blocks of 16 bytes, keys of 1 to 256 bytes, 10 rounds unless variant.rounds (1 to 15) says otherwise.  The
 * permutations that the key makes take 40,960 bytes a direction at 10 rounds; what they are asked for depends on the
 * key and the data: not constant-time, and setting a key is slow.
 */
#define BLOCK_WORDS 2
#define DEFAULT_ROUNDS 10
#include "native/block_cipher/diamond2.h"

const struct block_cipher_ops native_diamond2 = {
    .ops = {.context_size = sizeof(struct diamond2), .setup = setup},
    .block_size = BLOCK_SIZE,
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
};

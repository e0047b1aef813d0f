/* SPDX-License-Identifier: MIT */
/* native.h - the native implementations: one constant table each, defined at the foot of the file of that name. */
#ifndef ASSAY_NATIVE_NATIVE_H
#define ASSAY_NATIVE_NATIVE_H

#include "native/curve/id.h"
#include "native/primitive.h"

/* variant.option of the units that are in use with words in either byte order. */
enum { OPTION_LITTLE_ENDIAN = 0, OPTION_BIG_ENDIAN = 1 };

/* variant.option of SAFER: the key schedule. */
enum { SAFER_K = 0, SAFER_SK = 1 };

/* variant.option of WAKE, plus a byte order. */
enum { OPTION_WAKE_OFB = 0, OPTION_WAKE_CFB = 2, OPTION_WAKE_CFB_CPP5 = 4 };
/* variant.option of the hashes whose padding was begun with either byte: 0x01 as published, 0x80 as in MD4. */
enum { OPTION_PADDING_01 = 0, OPTION_PADDING_80 = 1 };

/* variant.option of Argon2: its types, with the numbers of RFC 9106. */
enum { OPTION_ARGON2_D = 0, OPTION_ARGON2_I = 1, OPTION_ARGON2_ID = 2 };

extern const struct hash_ops native_adler32;
extern const struct block_cipher_ops native_aes;
extern const struct kdf_ops native_argon2;
extern const struct kdf_ops native_bcrypt;
extern const struct block_cipher_ops native_blowfish;
extern const struct prng_ops native_blum_blum_shub;
extern const struct encryption_ops native_blum_goldwasser;
extern const struct block_cipher_ops native_camellia;
extern const struct block_cipher_ops native_cast128;
extern const struct block_cipher_ops native_cast256;
extern const struct cipher_ops native_cbc;
extern const struct mac_ops native_cbc_mac;
extern const struct cipher_ops native_cfb;
extern const struct cipher_ops native_chacha20;
extern const struct hash_ops native_crc32;
extern const struct cipher_ops native_ctr;
extern const struct block_cipher_ops native_des;
extern const struct block_cipher_ops native_des_ede3;
extern const struct block_cipher_ops native_des_xex3;
extern const struct key_agreement_ops native_dh;
extern const struct block_cipher_ops native_diamond2;
extern const struct block_cipher_ops native_diamond2_lite;
extern const struct mac_ops native_dmac;
extern const struct signature_ops native_dsa;
extern const struct encryption_ops native_ec_encryption_1998;
extern const struct cipher_ops native_ecb;
extern const struct key_agreement_ops native_ecdh;
extern const struct signature_ops native_ecdsa;
extern const struct encryption_ops native_ecies;
extern const struct key_agreement_ops native_ecmqv;
extern const struct signature_ops native_ecnr;
extern const struct signature_ops native_ed25519;
extern const struct encryption_ops native_elgamal;
extern const struct signature_ops native_esign;
extern const struct block_cipher_ops native_gost;
extern const struct hash_ops native_haval;
extern const struct mac_ops native_hmac;
extern const struct block_cipher_ops native_idea;
extern const struct block_cipher_ops native_luby_rackoff_md5;
extern const struct encryption_ops native_luc_encryption;
extern const struct signature_ops native_luc_signature;
extern const struct key_agreement_ops native_lucdif;
extern const struct encryption_ops native_lucelg_encryption;
extern const struct signature_ops native_lucelg_signature;
extern const struct block_cipher_ops native_mars;
extern const struct hash_ops native_md2;
extern const struct hash_ops native_md4;
extern const struct hash_ops native_md5;
extern const struct mac_ops native_md5_mac;
extern const struct block_cipher_ops native_mdc_md5;
extern const struct key_agreement_ops native_mqv;
extern const struct signature_ops native_nyberg_rueppel;
extern const struct cipher_ops native_ofb;
extern const struct cipher_ops native_panama_cipher;
extern const struct hash_ops native_panama_hash;
extern const struct mac_ops native_panama_mac;
extern const struct kdf_ops native_pbkdf2;
extern const struct encryption_ops native_rabin_encryption;
extern const struct signature_ops native_rabin_signature;
extern const struct signature_ops native_rabin_williams;
extern const struct block_cipher_ops native_rc2;
extern const struct cipher_ops native_rc4;
extern const struct block_cipher_ops native_rc5;
extern const struct block_cipher_ops native_rc6;
extern const struct hash_ops native_ripemd160;
extern const struct encryption_ops native_rsa_encryption;
extern const struct signature_ops native_rsa_signature;
extern const struct block_cipher_ops native_safer;
extern const struct cipher_ops native_salsa20;
extern const struct cipher_ops native_sapphire2;
extern const struct kdf_ops native_scrypt;
extern const struct cipher_ops native_seal;
extern const struct block_cipher_ops native_seed;
extern const struct block_cipher_ops native_serpent;
extern const struct hash_ops native_sha1;
extern const struct hash_ops native_sha224;
extern const struct hash_ops native_sha256;
extern const struct hash_ops native_sha384;
extern const struct hash_ops native_sha512;
extern const struct hash_ops native_sha512_256;
extern const struct block_cipher_ops native_shark;
extern const struct block_cipher_ops native_skipjack;
extern const struct block_cipher_ops native_square;
extern const struct block_cipher_ops native_tea;
extern const struct block_cipher_ops native_three_way;
extern const struct hash_ops native_tiger;
extern const struct block_cipher_ops native_twofish;
extern const struct cipher_ops native_wake;
extern const struct hash_ops native_whirlpool;
extern const struct key_agreement_ops native_x25519;
extern const struct mac_ops native_xmacc_md5;
extern const struct block_cipher_ops native_xtea;
extern const struct key_agreement_ops native_xtr_dh;

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The curves that `variant->option` selects, numbers in hexadecimal.
 *
 * The 168-bit and the 155-bit curve are those of the Crypto++ benchmarks of 1998 to 2002, the forms named 1998 with the
 * base point of that year, whose order is composite.  secp160r1, secp256k1 and the sect curves: SEC 2.  P-192 to P-521:
 * FIPS 186-4, appendix D.1.  brainpoolP256r1: RFC 5639, section 3.4.
 */
#include "native/curve/curve.h"

const struct curve_description curve_descriptions[CURVE_COUNT] = {
    [CURVE_GFP168] = {
        .p = "88d8762bf324cd0fa587fa5b0cf9291a63371b32b1",
        .a = "659942b7261b249174c86bd5e2a65b45fe0737d110",
        .b = "3ece7d09473d6660005baef5d4e00e30159d2df49a",
        .gx = "16dc4d339d35a0f0bc0585efce77e93d7dbf8314ce",
        .gy = "52f6e3047c5de0601a3496239129a5fd2a8fb8fb33",
        .order = "446c3b15f9926687d2c40534fdb564000000000097",
        .cofactor = 2,
    },
    [CURVE_GFP168_1998] = {
        .p = "88d8762bf324cd0fa587fa5b0cf9291a63371b32b1",
        .a = "659942b7261b249174c86bd5e2a65b45fe0737d110",
        .b = "3ece7d09473d6660005baef5d4e00e30159d2df49a",
        .gx = "25dd614c066781abc0fe6c84fefaa3858ca696d0e8",
        .gy = "4e247705aab0b3497fd62b5e78a5314467296c3fac",
        .order = "88d8762bf324cd0fa5880a69fb6ac800000000012e",
        .cofactor = 1,
    },
    [CURVE_GF2N155] = {
        .exponents = { 155, 62, 0 },
        .a = "0",
        .b = "7338f",
        .gx = "18e31bb63d8cb8cbbbf781d5c0feca612e46cf1",
        .gy = "383e1c082a58110eb172a6ecef4b1587c07b49a",
        .order = "aaaaaaaaaaaaaaaaaab1fcf1e206f421a3ea1b",
        .cofactor = 12,
    },
    [CURVE_GF2N155_1998] = {
        .exponents = { 155, 62, 0 },
        .a = "0",
        .b = "7338f",
        .gx = "7b",
        .gy = "1c8",
        .order = "2aaaaaaaaaaaaaaaaaac7f3c7881bd0868fa86c",
        .cofactor = 3,
    },
    [CURVE_SECP160R1] = {
        .p = "ffffffffffffffffffffffffffffffff7fffffff",
        .a = "ffffffffffffffffffffffffffffffff7ffffffc",
        .b = "1c97befc54bd7a8b65acf89f81d4d4adc565fa45",
        .gx = "4a96b5688ef573284664698968c38bb913cbfc82",
        .gy = "23a628553168947d59dcc912042351377ac5fb32",
        .order = "100000000000000000001f4c8f927aed3ca752257",
        .cofactor = 1,
    },
    [CURVE_P192] = {
        .p = "fffffffffffffffffffffffffffffffeffffffffffffffff",
        .a = "fffffffffffffffffffffffffffffffefffffffffffffffc",
        .b = "64210519e59c80e70fa7e9ab72243049feb8deecc146b9b1",
        .gx = "188da80eb03090f67cbf20eb43a18800f4ff0afd82ff1012",
        .gy = "7192b95ffc8da78631011ed6b24cdd573f977a11e794811",
        .order = "ffffffffffffffffffffffff99def836146bc9b1b4d22831",
        .cofactor = 1,
    },
    [CURVE_P224] = {
        .p = "ffffffffffffffffffffffffffffffff000000000000000000000001",
        .a = "fffffffffffffffffffffffffffffffefffffffffffffffffffffffe",
        .b = "b4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4",
        .gx = "b70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21",
        .gy = "bd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34",
        .order = "ffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d",
        .cofactor = 1,
    },
    [CURVE_P256] = {
        .p = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
        .a = "ffffffff00000001000000000000000000000000fffffffffffffffffffffffc",
        .b = "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b",
        .gx = "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
        .gy = "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
        .order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
        .cofactor = 1,
    },
    [CURVE_P384] = {
        .p = "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffff",
        .a = "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000fffffffc",
        .b = "b3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aef",
        .gx = "aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7",
        .gy = "3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5f",
        .order = "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973",
        .cofactor = 1,
    },
    [CURVE_P521] = {
        .p = "1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
             "fffffffffffffffffffffffffffffffffff",
        .a = "1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
             "ffffffffffffffffffffffffffffffffffc",
        .b = "51953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf"
             "073573df883d2c34f1ef451fd46b503f00",
        .gx = "c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe75928fe1dc127a2ffa8"
              "de3348b3c1856a429bf97e7e31c2e5bd66",
        .gy = "11839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550b9013fad0"
              "761353c7086a272c24088be94769fd16650",
        .order = "1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a"
                 "5d03bb5c9b8899c47aebb6fb71e91386409",
        .cofactor = 1,
    },
    [CURVE_SECP256K1] = {
        .p = "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
        .a = "0",
        .b = "7",
        .gx = "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
        .gy = "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8",
        .order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
        .cofactor = 1,
    },
    [CURVE_BRAINPOOLP256R1] = {
        .p = "a9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377",
        .a = "7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9",
        .b = "26dc5c6ce94a4b44f330b5d9bbd77cbf958416295cf7e1ce6bccdc18ff8c07b6",
        .gx = "8bd2aeb9cb7e57cb2c4b482ffc81b7afb9de27e1e3bd23c23a4453bd9ace3262",
        .gy = "547ef835c3dac4fd97f8461a14611dc9c27745132ded8e545c1d54c72f046997",
        .order = "a9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7",
        .cofactor = 1,
    },
    [CURVE_SECT163K1] = {
        .exponents = { 163, 7, 6, 3, 0 },
        .a = "1",
        .b = "1",
        .gx = "2fe13c0537bbc11acaa07d793de4e6d5e5c94eee8",
        .gy = "289070fb05d38ff58321f2e800536d538ccdaa3d9",
        .order = "4000000000000000000020108a2e0cc0d99f8a5ef",
        .cofactor = 2,
    },
    [CURVE_SECT163R2] = {
        .exponents = { 163, 7, 6, 3, 0 },
        .a = "1",
        .b = "20a601907b8c953ca1481eb10512f78744a3205fd",
        .gx = "3f0eba16286a2d57ea0991168d4994637e8343e36",
        .gy = "d51fbc6c71a0094fa2cdd545b11c5c0c797324f1",
        .order = "40000000000000000000292fe77e70c12a4234c33",
        .cofactor = 2,
    },
    [CURVE_SECT233K1] = {
        .exponents = { 233, 74, 0 },
        .a = "0",
        .b = "1",
        .gx = "17232ba853a7e731af129f22ff4149563a419c26bf50a4c9d6eefad6126",
        .gy = "1db537dece819b7f70f555a67c427a8cd9bf18aeb9b56e0c11056fae6a3",
        .order = "8000000000000000000000000000069d5bb915bcd46efb1ad5f173abdf",
        .cofactor = 4,
    },
    [CURVE_SECT233R1] = {
        .exponents = { 233, 74, 0 },
        .a = "1",
        .b = "66647ede6c332c7f8c0923bb58213b333b20e9ce4281fe115f7d8f90ad",
        .gx = "fac9dfcbac8313bb2139f1bb755fef65bc391f8b36f8f8eb7371fd558b",
        .gy = "1006a08a41903350678e58528bebf8a0beff867a7ca36716f7e01f81052",
        .order = "1000000000000000000000000000013e974e72f8a6922031d2603cfe0d7",
        .cofactor = 2,
    },
    [CURVE_SECT283K1] = {
        .exponents = { 283, 12, 7, 5, 0 },
        .a = "0",
        .b = "1",
        .gx = "503213f78ca44883f1a3b8162f188e553cd265f23c1567a16876913b0c2ac2458492836",
        .gy = "1ccda380f1c9e318d90f95d07e5426fe87e45c0e8184698e45962364e34116177dd2259",
        .order = "1ffffffffffffffffffffffffffffffffffe9ae2ed07577265dff7f94451e061e163c61",
        .cofactor = 4,
    },
    [CURVE_SECT409R1] = {
        .exponents = { 409, 87, 0 },
        .a = "1",
        .b = "21a5c2c8ee9feb5c4b9a753b7b476b7fd6422ef1f3dd674761fa99d6ac27c8a9a197b272822f6cd57a55aa4f50ae317b13545f",
        .gx = "15d4860d088ddb3496b0c6064756260441cde4af1771d4db01ffe5b34e59703dc255a868a1180515603aeab60794e54b"
              "b7996a7",
        .gy = "61b1cfab6be5f32bbfa78324ed106a7636b9c5a7bd198d0158aa4f5488d08f38514f1fdf4b4f40d2181b3681c364ba02"
              "73c706",
        .order = "10000000000000000000000000000000000000000000000000001e2aad6a612f33307be5fa47c3c9e052f838164cd37d"
                 "9a21173",
        .cofactor = 2,
    },
    [CURVE_SECT571R1] = {
        .exponents = { 571, 10, 5, 2, 0 },
        .a = "1",
        .b = "2f40e7e2221f295de297117b7f3d62f5c6a97ffcb8ceff1cd6ba8ce4a9a18ad84ffabbd8efa59332be7ad6756a66e294"
             "afd185a78ff12aa520e4de739baca0c7ffeff7f2955727a",
        .gx = "303001d34b856296c16c0d40d3cd7750a93d1d2955fa80aa5f40fc8db7b2abdbde53950f4c0d293cdd711a35b67fb149"
              "9ae60038614f1394abfa3b4c850d927e1e7769c8eec2d19",
        .gy = "37bf27342da639b6dccfffeb73d69d78c6c27a6009cbbca1980f8533921e8a684423e43bab08a576291af8f461bb2a8b"
              "3531d2f0485c19b16e2f1516e23dd3c1a4827af1b8ac15b",
        .order = "3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe661ce18ff55987308059b186"
                 "823851ec7dd9ca1161de93d5174d66e8382e9bb2fe84e47",
        .cofactor = 2,
    },
};

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Do the tests notice a broken implementation?  Not part of `meson test`: it takes as long as all of them together.

usage: tests/mutate.py [--count N] [--seed N] [--jobs N] [--build DIR] [--rest] [FILE ...]

One number or operator of a native FILE (default: every one with code, headers too) is broken at a time, N numbers and
N operators a file (default 2).  Only what is made of it is compiled, and linked before the library, so that it takes
the place of what is sound.  The tests of the file's own primitives run first, then those of its folder, and with --rest
every other program that sees native code, up to the first failure; what passes is tried once more with sanitizers.  A
crash and a hang, in CPU time, are noticed too.  What compiles to the same code (a bound of unused size, a branch for
other machines) is replaced by another mutation and counted apart.

One line a file, and one for each mutation that nothing noticed.  Exit status 1 where there are any that EQUIVALENT,
below, does not explain.
"""
import argparse
import concurrent.futures
import filecmp
import json
import os
import pathlib
import random
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = ['bignum', 'bignum_limbs32', 'bytes', 'ciphers', 'crosscheck', 'curve_points', 'curve_points_limbs32',
            'curve_schemes', 'curve_schemes_limbs32', 'lanes', 'passwords', 'public_key', 'scheme_answers',
            'scheme_answers_limbs32', 'scheme_bounds', 'scheme_bounds_limbs32', 'sweeps', 'variants', 'vectors']
SCHEMES = [name for name in PROGRAMS if name.startswith('scheme_')]
SANITIZERS = ['-O0', '-fsanitize=address,undefined', '-fno-sanitize-recover=all']
OWN_SECONDS = 30      # of CPU time for a file's own tests of a program
SANITIZED_TIMES = 40  # as long with sanitizers
INTERFACES = ['native/native.h', 'native/primitive.h', 'native/primitive.c']

# (file, line, change): why no test can notice it.  Only what somebody has read and understood; a hole is never listed.
EQUIVALENT = {
    ('native/bignum/bignum.c', 'big_extend(product, total + 1, product, qn + fn);', '1 -> 2'):
        'one more zero limb, within the capacity, that nothing reads',
    ('native/bignum/blocks.h', 'enum { BLOCK_MAX = 16 };', '16 -> 17'):
        'room for a limb more than a block has',
    ('native/bignum/blocks.h', 'return n == 0 || n % 8 != 0 ? 0 : n % 16 == 0 ? 16 : 8;', '0 -> 1'):
        'of the last 0: blocks of 8 where there could be 16, slower',
    ('native/bignum/fixed_base.c', 'for (; end > start && exponent[(end - 1) % ring] < value; end--) {', '< -> <='):
        'the order of equal exponents',
    ('native/bignum/fixed_base.c', 'enum { RING = 4 * FIXED_BASE_POWERS };', '4 -> 5'):
        'more room than there is',
    ('native/bignum/fixed_base.c', 'if (rest < exponent[next]) { /* mostly: no division */', '< -> <='):
        'there the quotient is 1 with a remainder, or 2 without one: the same product',
    ('native/bignum/fixed_base.c',
     'enum { POWERS_MAX = 2 * FIXED_BASE_POWERS, INDEX_BITS = 6, QUAD_WINDOW_MAX = 32 - INDEX_BITS };', '6 -> 7'):
        'windows of a bit less in lanes, to the same powers',
    ('native/bignum/fixed_base.c', 'enum { ONE_TABLE_DIGITS_MAX = 20 };', '20 -> 21'):
        'what goes in lanes changes the speed alone',
    ('native/bignum/fixed_base.c', 'return quad_has(modulus) && table->window_bits <= QUAD_WINDOW_MAX &&', '<= -> <'):
        'what goes in lanes changes the speed alone',
    ('native/bignum/fixed_base.c', '(count == POWERS_MAX || modulus->quad_digits <= ONE_TABLE_DIGITS_MAX);', '<= -> <'):
        'what goes in lanes changes the speed alone',
    ('native/bignum/fixed_base.c', 'return a < b ? a : b;', '< -> <='):
        'the same where they are equal',
    ('native/bignum/fixed_base.c', 'return a < b ? b : a;', '< -> <='):
        'the same where they are equal',
    ('native/bignum/fixed_base.c', 'for (size_t i = 0; i < 4; i++)', '0 -> 1'):
        'where keys are inserted: in the first place comes the new one that is largest, whatever was there',
    ('native/bignum/fixed_base.c', 'while (key[3] >> INDEX_BITS != 0 && key[0] / RATIO_MAX < key[1]) {', '3 -> 4'):
        'how long it goes in lanes changes the speed alone',
    ('native/bignum/fused.c',
     'vec256_u64 high_before, first_before = {0, 0, 0, CARRY_BIAS + (uint64_t)carry}, second_before = {0, 0, 0, 0};',
     '0 -> 1'):
        'of the zeros in front: only the last lane of what was before is looked at',
    ('native/bignum/fused.h', 'return modulus->digits == 0 ? modulus->limbs', '0 -> 1'):
        'where the CPU has fma, numbers without digits are shorter than the margins alone, which are copied then',
    ('native/block_cipher/rc6.c', 'enum { VECTORS = 4 /* worked on side by side */ };', '4 -> 5'):
        'how many are worked on side by side changes the speed alone',
    ('native/block_cipher/serpent.c', 'uint8_t bytes[32] = {0};', '0 -> 1'):
        'the first byte is always written, by the key or by the 1 behind it',
    ('native/checksum/crc32.c', 'if (size >= 2 * GROUP_SIZE) {', '2 -> 3'):
        'what is shorter goes the other way, to the same value',
    ('native/common/lanes.c', 'return ASSAY_VECTORS ? 128 : 0;', '128 -> 129'):
        'only where the CPU has no vectors of 256 bits; nothing but order is asked of the number',
    ('native/curve/binary_lanes.h', '#define UP_1_WITHIN(v) LANES(vec256_u64, zero, v, 0, 4, 2, 6)', '2 -> 3'):
        'zero in any lane',
    ('native/curve/binary_lanes.h', '#define UP_1_WITHIN(v) LANES(vec256_u64, zero, v, 0, 4, 2, 6)', '0 -> 1'):
        'zero in any lane',
    ('native/curve/binary_lanes.h', '#define UP_1_LEAVES(v) LANES(vec256_u64, v, zero, 1, 5, 3, 7)', '5 -> 6'):
        'zero in any lane',
    ('native/curve/binary_lanes.h', '#define UP_1(v) (UP_1_WITHIN(v) ^ UP_2(UP_1_LEAVES(v)))', '^ -> |'):
        'one of them is zero in each lane',
    ('native/curve/binary_lanes.h',
     'const vec256_u64 zero = {0, 0, 0, 0}, mask = {LANE_MASK, LANE_MASK, LANE_MASK, LANE_MASK};', '0 -> 1'):
        'of lanes that are not taken, and in a square of the 20 bits of one',
    ('native/curve/binary_lanes.h',
     'const vec256_u64 upper = LANES(vec256_u64, limbs, zero, 4, 1, 4, 2) << (vec256_u64){0, 24, 0, 8};', '0 -> 1'):
        'a shift of zero',
    ('native/curve/binary_lanes.h', 'memset(r, 0, sizeof *r);', '0 -> 1'):
        'limbs that the field has no use for',
    ('native/curve/binary_lanes.h',
     'const vec256_u64 odd_out_up = LANES(vec256_u64, LANES(vec256_u64, zero, part[3], 0, 1, 6, 7), odd_out, 1, '
     '4, 3, 6);', '0 -> 1'):
        'of a lane that is not taken',
    ('native/curve/binary_lanes.h',
     'const vec256_u64 odd_out_up = LANES(vec256_u64, LANES(vec256_u64, zero, part[3], 0, 1, 6, 7), odd_out, 1, '
     '4, 3, 6);', '6 -> 7'):
        'of the first 6: a lane that is not taken',
    ('native/curve/binary_lanes.h',
     'const vec256_u64 odd_out_up = LANES(vec256_u64, LANES(vec256_u64, zero, part[3], 0, 1, 6, 7), odd_out, 1, '
     '4, 3, 6);', '1 -> 2'):
        'of the first 1: zero in any lane',
    ('native/curve/binary_lanes.h', 'struct NAME(sums) sums[2];', '2 -> 3'):
        'room for one more than there is',
    ('native/curve/binary_lanes.h', 'const vec256_u64 e = LANES(vec256_u64, carry, carry, 2, 2, 2, 2);', '2 -> 3'):
        'the same in both lanes',
    ('native/curve/binary_lanes.h', '((e << 3 ^ e << 34) & (vec256_u64){LANE_MASK, LANE_MASK, 0, 0}) ^', '0 -> 1'):
        'the lowest bit of what has been moved up, which is 0',
    ('native/curve/binary_lanes.h', 'e >> (vec256_u64){63, 63, 6, 6};', '63 -> 64'):
        'beyond the bits that there are',
    ('native/curve/binary_lanes.h',
     'r->v = NAME(spread)(even >> halves & half) ^ NAME(spread)(g >> halves & half) << 1;', '^ -> |'):
        'no bit is in both',
    ('native/curve/binary_lanes.h',
     'NAME(reduce)(r, UP_2(up_2) ^ LANES(vec256_u64, up_3, zero, 4, 5, 6, 0),', '4 -> 5'):
        'zero in any lane',
    ('native/curve/binary_lanes.h',
     'NAME(reduce)(r, UP_2(up_2) ^ LANES(vec256_u64, up_3, zero, 4, 5, 6, 0),', '5 -> 6'):
        'zero in any lane',
    ('native/curve/binary_lanes.h',
     'NAME(reduce)(r, UP_2(up_2) ^ LANES(vec256_u64, up_3, zero, 4, 5, 6, 0),', '6 -> 7'):
        'zero in any lane',
    ('native/curve/binary_points.h', 'p->infinity = 1;', '1 -> 2'):
        'any number but 0 says infinity',
    ('native/curve/binary_points.h', 'POINT even = {.infinity = 1};', '1 -> 2'):
        'any number but 0 says infinity',
    ('native/curve/binary_points.h', 'NAME(double)(p, 0, curve);', '0 -> 1'):
        'nothing is kept between doublings',
    ('native/curve/binary_points.h', 'NAME(double)(&even, 0, curve);', '0 -> 1'):
        'nothing is kept between doublings',
    ('native/curve/curve.c', 'limb number[CURVE_SCALAR_LIMBS] = { 0 };', '0 -> 1'):
        'the number is loaded over it, or refused',
    ('native/curve/curve.c', 'curve->arithmetic->sum(curve, r, terms, count, 1);', '1 -> 2'):
        'any number but 0 says each',
    ('native/curve/curve.c', 'table->window_bits = window_bits < 2 ? 2 : window_bits;', '< -> <='):
        '2 either way',
    ('native/curve/curve.c', 'table->window_bits = window_bits < 2 ? 2 : window_bits;', '2 -> 3'):
        'of the first 2: 2 either way',
    ('native/curve/curve.c', 'table->has_lanes = 0;', '0 -> 1'):
        'read by the arithmetic in lanes alone, which sets it itself',
    ('native/curve/curve.c',
     'enum { ELEMENTS_MAX = 16 }; /* as many products take no longer than an inversion */', '16 -> 17'):
        'where the other way begins, to the same answer',
    ('native/curve/curve.c', 'size_t elements_count = 0;', '0 -> 1'):
        'what was in memory before as one more element, which is the sum\'s x by chance alone',
    ('native/curve/curve.c',
     'const uint16_t reciprocal = (uint16_t)(65536 / window_bits + 1);', '65536 -> 65537'):
        'a prime, which no window divides',
    ('native/curve/curve.c',
     'for (size_t i = window_bits - 1; width > 2 && i < LAST * window_bits && i < BITS; i += window_bits)', '< -> <='):
        'i + 1 is a multiple of the window\'s length: LAST * window_bits + 1 is none, and BITS + 1 = 577 is prime',
    ('native/curve/curve.c', 'const limb three = turns >> 2 & (own - 2);', '- -> +'):
        'a bit more, which is beyond those that a digit keeps',
    ('native/curve/curve.c', 'from += offset < WIDE_LIMB_BITS ? offset : WIDE_LIMB_BITS;', '< -> <='):
        'the same where they are equal',
    ('native/curve/curve.c', 'for (size_t i = 0; i < count; i++) {', '< -> <='):
        'where picks are set: one more than their count, within their capacity, that nothing reads',
    ('native/curve/curve.c', 'const uint16_t point = window < LAST ? window : LAST;', '< -> <='):
        'the same where they are equal',
    ('native/curve/curve.c', 'picks->length = end < window_bits ? end : window_bits;', '< -> <='):
        'the same where they are equal',
    ('native/curve/edwards25519.h',
     'enum { EDWARDS_ROWS = 16, EDWARDS_MULTIPLES = 8, EDWARDS_BASE_WIDTH = 7, '
     'EDWARDS_ODD = 1 << (EDWARDS_BASE_WIDTH - 2) };', '7 -> 8'):
        'a longer table of odd multiples, fewer additions',
    ('native/curve/edwards25519.h',
     'enum { EDWARDS_ROWS = 16, EDWARDS_MULTIPLES = 8, EDWARDS_BASE_WIDTH = 7, '
     'EDWARDS_ODD = 1 << (EDWARDS_BASE_WIDTH - 2) };', '8 -> 9'):
        'a multiple that no digit asks for',
    ('native/curve/sum_template.h', 'int infinity = 0;', '0 -> 1'):
        'each pair by itself, to the same sums, slower',
    ('native/curve/sum_template.h', 'POINT sum = { .infinity = 1 };', '1 -> 2'):
        'any number but 0 says infinity',
    ('native/curve/sum_template.h', 'struct NAME(pair) pairs[CURVE_BATCH_ITEMS / 2 + 1];', '1 -> 2'):
        'room for a pair more than there is',
    ('native/curve/sum_template.h', '} left[CURVE_BATCH_ITEMS + 1];', '1 -> 2'):
        'room for a point more than there is',
    ('native/curve/sum_template.h', 'for (; batch->levels < PAIR_LEVELS; batch->levels++) {', '< -> <='):
        'how often sums meet again changes the speed alone',
    ('native/curve/sum_template.h', 'if (count < PAIRS_MIN)', '< -> <='):
        'how many pairs share an inversion changes the speed alone',
    ('native/curve/sum_template.h', 'batch->levels = 0;', '0 -> 1'):
        'how often sums meet again changes the speed alone',
    ('native/curve/sum_template.h', 'memset(batch->waiting, 0, 2 * threes * sizeof batch->waiting[0]);', '2 -> 3'):
        'clears the first pairs too, of which there are none yet',
    ('native/curve/sum_template.h', 'size_t points = 0, top = 0, tables = 0;', '0 -> 1'):
        'of the second and third 0: a position where nothing is added, or fewer at a time',
    ('native/curve/sum_template.h', 'int prepared = 1;', '1 -> 2'):
        'any number but 0 says prepared',
    ('native/curve/sum_template.h',
     'for (size_t position = top, filled = top, first = 0; position-- > 0;) {', '0 -> 1'):
        'of the first 0: written before it is read',
    ('native/curve/sum_template.h', 'if (tables != 0 && position < filled) {', '< -> <='):
        'a position in two batches, the second of which counts',
    ('native/curve/sum_template.h', 'filled = position < at_a_time ? 0 : position - at_a_time + 1;', '1 -> 2'):
        'one position less in a batch',
    ('native/curve/sum_template.h',
     'NAME(add_affine)(&sum[each ? t : 0], &own[(digit < 0 ? -digit : digit) / 2], digit < 0, curve);', '< -> <='):
        'the digit is not 0',
    ('native/curve/sum_template.h',
     'NAME(add_affine)(&sum[each ? t : 0], &own[(digit < 0 ? -digit : digit) / 2], digit < 0, curve);', '0 -> 1'):
        'of the zeros that are compared: no digit is 0',
    ('native/curve/sum_template.h', 'memset(&r[s], 0, sizeof r[s]);', '0 -> 1'):
        'limbs that the field has no use for, and coordinates of infinity',
    ('native/encryption/blum_goldwasser.c',
     'count[1] = (limb)((uint64_t)steps >> 16 >> (WIDE_LIMB_BITS - 32) >> 16);', '16 -> 17'):
        'a message of less than 4 GB has fewer than 2^32 squarings',
    ('native/key_agreement/dh.c', 'c->group.has_public = 0;', '0 -> 1'):
        'one more table is made, which nothing reads',
    ('native/key_agreement/ecmqv.c', 'limb cofactor = curve->cofactor, product[CURVE_SCALAR_LIMBS + 1];', '1 -> 2'):
        'room for a limb more than there is',
    ('native/key_agreement/mqv.c', 'r[i] = low < half ? r[i] & (((limb)1 << (half - low)) - 1) : 0;', '1 -> 2'):
        'the bit that it keeps is set two lines below in any case',
    ('native/mode/ctr.c', 'else if (mode->block_size == 8)', '8 -> 9'):
        'the general branch computes the same, slower',
    ('native/public_key/key.c', 'return big_load(r, n, field->value, field->size) == STATUS_OK ? 1 : -1;', '1 -> 2'):
        'of the second 1: every caller asks for 1 or for less than 0',
    ('native/public_key/group.c',
     'if (big_is_zero(y, n) || big_is_small(y, n, 1) || big_compare(y, p->m, n) >= 0)', '0 -> 1'):
        'p itself, which is 0, has another order than q, and is not below p - 1',
    ('native/public_key/group.c', 'if (found < 0 || big_is_zero(group->x, BIG_LIMBS_MAX) || '
     'big_bits(group->x, BIG_LIMBS_MAX) > en * WIDE_LIMB_BITS ||', '< -> <='):
        'there it is not 0',
    ('native/public_key/lucas_group.c', 'if (found < 0 || big_is_zero(group->x, q->limbs) || '
     'big_compare(group->x, q->m, q->limbs) >= 0)', '< -> <='):
        'there it is not 0',
    ('native/signature/dsa.c', 'if (q->bits < 8 * SHA1_SIZE)', '< -> <='):
        'a shift by 0 bits',
}


def code_spans(text):
    """Where text is code: not comment, string, assertion, or preprocessor line but a #define."""
    skipped = r'/\*.*?\*/|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])+\'|^#(?!define)[^\n]*|_Static_assert[^;]*;'
    at = 0
    for match in re.finditer(skipped, text, re.S | re.M):
        yield at, match.start()
        at = match.end()
    yield at, len(text)


def is_capacity(text, start):
    """Whether the number at START is in the size of an array that is declared there: one more of it changes nothing."""
    statement = re.split(r'[;{}]', text[max(0, start - 300):start])[-1]
    statement = statement[statement.rfind('*/') + 2:] if '*/' in statement else statement
    statement = re.sub(r'_Alignas\([^)]*\)', '', statement)
    return re.fullmatch(r'\s*(?!return|else)\w[\w\s]* [\w\s*,+\[\]]*\[[^\]]*', statement) is not None


def mutations(text):
    """Two lists of (start, end, replacement): numbers, and operators."""
    numbers, operators = [], []
    for start, end in code_spans(text):
        part = text[start:end]
        for match in re.finditer(r'\b(0x[0-9a-fA-F]+|\d+)(?=[uUlL]*\b)', part):
            literal = match.group(1)
            value = int(literal, 0)
            broken = hex(value ^ 1) if literal.startswith('0x') else str(value + 1)
            if not is_capacity(text, start + match.start(1)):
                numbers.append((start + match.start(1), start + match.end(1), broken))
        for match in re.finditer(r' (\^|\+|-|<<|>>|&|\||<|<=) ', part):
            other = {'^': '|', '+': '-', '-': '+', '<<': '>>', '>>': '<<', '&': '|', '|': '&', '<': '<=', '<=': '<'}
            operators.append((start + match.start(1), start + match.end(1), other[match.group(1)]))
    return numbers, operators


def registry_ids():
    """Each line of the registry as (its first field, all of its fields)."""
    text = (ROOT / 'src/registry/registry.def').read_text()
    return [(match.group(1) or match.group(2), match.group(0)) for match in
            re.finditer(r'^(?:SIZES_\w+\(\w+, (\w+)|[A-Z_]+\((\w+)),[^"]*', text, re.M)]


def stages(file, units):
    """The (program, glob of test names) that are tried in turn on FILE, which the native UNITS include."""
    folder = file.parts[1]
    globs = []
    for unit in units if len(units) <= 4 else []:
        named = re.compile(rf'\b{unit}(_encryption|_signature)?\b')
        ids = sorted({id for id, fields in registry_ids() if named.search(fields)})
        globs += [f'*{unit}*'] if not ids or any(unit in id for id in ids) else [f'{id}*' for id in ids]
    if folder in ('bignum', 'curve', 'encryption', 'key_agreement', 'prng', 'public_key', 'signature'):
        bignum, curves = ['bignum', 'bignum_limbs32'], [name for name in PROGRAMS if name.startswith('curve_')]
        first = {'bignum': [*bignum, *SCHEMES, *curves], 'curve': [*curves, *bignum, *SCHEMES]}
        first = first.get(folder, [*SCHEMES, *curves, 'variants'])
        own = [(name, glob) for glob in globs for name in ('crosscheck', 'public_key')]
        return [(name, '*') for name in first] + own + [('public_key', 'test_*'), ('vectors', 'publickey*')]
    own = [(name, glob) for glob in globs for name in ('vectors', 'crosscheck', 'ciphers')]
    shared = [(name, '*') for name in (('variants', 'lanes', 'sweeps') if folder == 'hash' else ('variants',))]
    if folder == 'common':
        own = [('bytes', '*')] + own
    if folder == 'mode':
        return [('vectors', 'mode*')] + own
    if folder == 'common' and not globs:
        shared = [(name, '*') for name in ('vectors', 'variants', 'lanes', 'sweeps', 'curve_points', 'curve_schemes', 'ciphers',
                                             'crosscheck')]
    return own + shared


class Build:
    """A build folder, the command of each of its objects and programs, and what depends on a header."""

    def __init__(self, folder, jobs):
        self.folder = folder
        if not (folder / 'build.ninja').exists():
            subprocess.run(['meson', 'setup', '--buildtype=plain', '-Dc_args=-O1', str(folder), str(ROOT)], check=True,
                           stdout=subprocess.DEVNULL)
        targets = [f'tests/test_{name}' for name in PROGRAMS]
        subprocess.run(['ninja', f'-j{jobs}', '-C', str(folder), *targets], check=True, stdout=subprocess.DEVNULL)
        database = json.loads(subprocess.check_output(['ninja', '-C', str(folder), '-t', 'compdb']))
        self.objects = {}   # (library, source) -> command
        for entry in database:
            match = re.match(r'native/(lib[\w-]+)\.a\.p/', entry['output'])
            if match and entry['file'].endswith('.c'):
                source = (folder / entry['file']).resolve().relative_to(ROOT)
                self.objects[match.group(1), source] = (entry['output'], shlex.split(entry['command']))
        self.includes = {}  # object -> the native files it is made of
        for block in subprocess.check_output(['ninja', '-C', str(folder), '-t', 'deps'], text=True).split('\n\n'):
            name, _, rest = block.partition(':')
            self.includes[name] = {(folder / line.strip()).resolve() for line in rest.splitlines()[1:]}
        self.links = {}
        for name in PROGRAMS:
            ask = ['ninja', '-C', str(folder), '-t', 'commands', f'tests/test_{name}']
            self.links[name] = shlex.split(subprocess.check_output(ask, text=True).splitlines()[-1])
        self.kept = folder / 'limits.json'
        self.limits = json.loads(self.kept.read_text()) if self.kept.exists() else {}
        self.lock = threading.Lock()

    def dependants(self, file):
        """(library, source) of each native object made of FILE."""
        return [key for key, (name, _) in self.objects.items() if ROOT / file in self.includes.get(name, ())]

    def compile(self, key, overlay, output, *flags):
        """The object of KEY, with OVERLAY's files in the place of their originals; False where it does not build."""
        library, source = key
        command = self.objects[key][1]
        command = command[command[0].endswith('ccache'):]
        file = overlay / source if (overlay / source).exists() else ROOT / source
        kept, skip = [], 0
        for word in command[1:]:
            if skip or word in ('-MF', '-MQ', '-o', '-c'):
                skip = 0 if skip else 1
            elif word not in ('-MD', '-fdiagnostics-color=always'):
                kept.append(word)
        command = [command[0], f'-I{overlay}', *kept, *flags, '-w', '-o', str(output), '-c', str(file)]
        return subprocess.run(command, cwd=self.folder, stderr=subprocess.DEVNULL).returncode == 0

    def link(self, name, objects, output, *flags):
        command = list(self.links[name])
        at = command.index('-o')
        command[at + 1] = str(output)
        library = 'libassay-native-limbs32' if name.endswith('limbs32') else 'libassay-native'
        chosen = {source: path for (lib, source), path in objects.items() if lib == 'libassay-native'}
        chosen.update({source: path for (lib, source), path in objects.items() if lib == library})
        command[at:at] = [*flags, *(str(path) for path in chosen.values())]
        subprocess.run(command, cwd=self.folder, check=True)

    def run(self, program, glob, limit):
        """(whether every test passes, the CPU seconds it took) up to the first failure or LIMIT of them."""
        environment = os.environ | {'ASSAY_TESTS': glob, 'ASSAY_SOURCE_ROOT': str(ROOT),
                                    'ASAN_OPTIONS': 'detect_leaks=0'}
        process = subprocess.Popen(['sh', '-c', f'ulimit -t {limit} && exec "$0"', str(program)], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors='replace',
                                   env=environment)
        sound = True
        for line in process.stdout:
            if line.startswith('not ok'):
                sound = False
                os.kill(process.pid, signal.SIGKILL)
                break
        process.stdout.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
        return sound and status == 0, usage.ru_utime + usage.ru_stime

    def limit(self, name):
        """The CPU seconds after which program NAME hangs."""
        with self.lock:
            if name not in self.limits:
                right, seconds = self.run(self.folder / 'tests' / f'test_{name}', '*', 1800)
                if not right:
                    raise OSError(f'test_{name} fails before anything is broken')
                self.limits[name] = 5 + 2 * int(seconds)
                self.kept.write_text(json.dumps(self.limits))
            return self.limits[name]


def noticed_by(build, plan, objects, scratch, *flags):
    """The stage of PLAN that fails with OBJECTS in place, or None."""
    linked = set()
    for name, glob in plan:
        if name not in linked:
            build.link(name, objects, scratch / name, *flags)
            linked.add(name)
        limit = min(build.limit(name), 10**6 if glob == '*' else OWN_SECONDS) * (SANITIZED_TIMES if flags else 1)
        if not build.run(scratch / name, glob, limit)[0]:
            return name, glob
    return None


def try_file(build, file, arguments):
    """(noticed, explained, tried, lines to print) of FILE."""
    text = (ROOT / file).read_text()
    keys = build.dependants(file)
    sources = {source for _, source in keys}
    units = sorted({unit for source in sources for unit in re.findall(r'\bnative_(\w+) =', (ROOT / source).read_text())}
                   or {source.stem for source in sources})
    plan = stages(file, units)
    if arguments.rest:
        plan += [(name, '*') for name in PROGRAMS if (name, '*') not in plan]
    noticed = explained = tried = same = 0
    lines = []
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        overlay = scratch / 'tree'
        (overlay / file).parent.mkdir(parents=True)
        (overlay / file).write_text(text)
        sound = {key: scratch / f'sound{i}.o' for i, key in enumerate(keys)}
        for key, path in sound.items():
            if not build.compile(key, overlay, path):
                raise OSError(f'{file} does not build before anything is broken')
        for choices in mutations(text):
            random.Random(f'{arguments.seed}:{file}').shuffle(choices)
            left = arguments.count
            for start, end, replacement in choices:
                if left == 0:
                    break
                (overlay / file).write_text(text[:start] + replacement + text[end:])
                broken = {key: scratch / f'broken{i}.o' for i, key in enumerate(keys)}
                if not all(build.compile(key, overlay, path) for key, path in broken.items()):
                    continue
                objects = {key: path for key, path in broken.items() if not filecmp.cmp(path, sound[key], False)}
                if not objects:
                    same += 1
                    continue
                left -= 1
                tried += 1
                found = noticed_by(build, plan, objects, scratch)
                if not found and all(build.compile(key, overlay, path, *SANITIZERS) for key, path in objects.items()):
                    found = noticed_by(build, plan, objects, scratch, *SANITIZERS)
                if found:
                    noticed += 1
                    continue
                number = text.count('\n', 0, start) + 1
                line, change = text.splitlines()[number - 1].strip(), f'{text[start:end]} -> {replacement}'
                reason = EQUIVALENT.get((str(file), line, change))
                explained += reason is not None
                lines.append(f'  {file}:{number}: {change}: {line}' + (f' ({reason})' if reason else '  NOT NOTICED'))
    head = f'{file}: {noticed} of {tried} noticed'
    return noticed, explained, tried, [head + (f', {explained} can not be' if explained else '') +
                                       (f', {same} more compile to the same' if same else ''), *lines]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--count', type=int, default=2)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--build', type=pathlib.Path)
    parser.add_argument('--rest', action='store_true')
    parser.add_argument('files', nargs='*')
    arguments = parser.parse_args()
    files = [pathlib.Path(file).resolve().relative_to(ROOT) for file in arguments.files] or sorted(
        path.relative_to(ROOT) for path in (ROOT / 'native').rglob('*.[ch]'))
    files = [file for file in files if str(file) not in INTERFACES and any(mutations((ROOT / file).read_text()))]

    with tempfile.TemporaryDirectory() as scratch:
        build = Build((arguments.build or pathlib.Path(scratch)).resolve(), arguments.jobs)
        files.sort(key=lambda file: len(build.dependants(file)))  # what takes longest last
        totals = [0, 0, 0]
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            running = [pool.submit(try_file, build, file, arguments) for file in files]
            for future in concurrent.futures.as_completed(running):
                try:
                    *counts, lines = future.result()
                except (OSError, subprocess.SubprocessError) as error:
                    counts, lines = [0, 0, 1], [f'mutate.py: {error}']
                totals = [total + count for total, count in zip(totals, counts)]
                print('\n'.join(lines), flush=True)
    noticed, explained, tried = totals
    print(f'{tried} mutations of {len(files)} files: {noticed} noticed, {explained} that nothing can notice, '
          f'{tried - noticed - explained} not noticed')
    sys.exit(noticed + explained != tried)


if __name__ == '__main__':
    main()

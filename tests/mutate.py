#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Do the tests notice a broken implementation?  Not part of `meson test`: it builds the library once a mutation.

usage: tests/mutate.py [--count N] [--seed N] [--jobs N] [FILE ...]

In a copy of the tree, one constant, rotation count or operator of each native FILE (default: every one) is broken at a
time, N times a file, and the tests of vectors, ciphers and cross-checks are run: a mutation that they do not notice is
printed.  Exit status 1 where there are any.
"""
import argparse
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TESTS = ['tests/test_ciphers', 'tests/test_crosscheck', 'tests/test_vectors']
TIMEOUT_SECONDS = 300


def code_spans(text):
    """Where text is code: not comment, string, preprocessor line but a #define, or assertion."""
    skipped = r'/\*.*?\*/|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])+\'|^#(?!define)[^\n]*|\benum\b[^;]*;'
    at = 0
    for match in re.finditer(skipped, text, re.S | re.M):
        yield at, match.start()
        at = match.end()
    yield at, len(text)


def mutations(text):
    """Each possible mutation as (start, end, replacement)."""
    for start, end in code_spans(text):
        part = text[start:end]
        for match in re.finditer(r'\b(0x[0-9a-fA-F]+|\d+)\b', part):
            literal = match.group(1)
            value = int(literal, 0)
            broken = value ^ 1 if literal.startswith('0x') else value + 1
            replacement = hex(broken) if literal.startswith('0x') else str(broken)
            yield start + match.start(), start + match.end(), replacement
        for match in re.finditer(r' (\^|\+|-|<<|>>|&|\|) ', part):
            other = {'^': '|', '+': '-', '-': '+', '<<': '>>', '>>': '<<', '&': '|', '|': '&'}[match.group(1)]
            yield start + match.start(1), start + match.end(1), other


def run(command, directory):
    try:
        return subprocess.run(command, cwd=directory, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              timeout=TIMEOUT_SECONDS).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--count', type=int, default=4)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('files', nargs='*')
    arguments = parser.parse_args()
    files = [pathlib.Path(file).resolve().relative_to(ROOT) for file in arguments.files] or sorted(
        path.relative_to(ROOT) for path in (ROOT / 'native').glob('*/*.c') if path.parent.name != 'common')

    broken = noticed = unbuildable = 0
    with tempfile.TemporaryDirectory() as scratch:
        tree = pathlib.Path(scratch) / 'tree'
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns('.git', 'build*'))
        build = tree / 'build'
        if not run(['meson', 'setup', '-Dbuildtype=plain', '-Dc_args=-O1', str(build)], tree):
            sys.exit('mutate.py: meson setup failed')
        compile_command = ['ninja', f'-j{arguments.jobs}', '-C', str(build), *TESTS]
        if not run(compile_command, tree) or not all(run([str(build / test)], tree) for test in TESTS):
            sys.exit('mutate.py: the tests fail before anything is broken')
        for file in files:
            text = (ROOT / file).read_text()
            choices = list(mutations(text))
            before = broken, noticed
            chosen = random.Random(f'{arguments.seed}:{file}').sample(choices, min(arguments.count, len(choices)))
            for start, end, replacement in chosen:
                (tree / file).write_text(text[:start] + replacement + text[end:])
                if not run(compile_command, tree):
                    unbuildable += 1
                    continue
                broken += 1
                if not all(run([str(build / test)], tree) for test in TESTS):
                    noticed += 1
                    continue
                line = text.count('\n', 0, start) + 1
                print(f'{file}:{line}: not noticed: {text[start:end]} -> {replacement}: '
                      f'{text.splitlines()[line - 1].strip()}', flush=True)
            (tree / file).write_text(text)
            print(f'{file}: {noticed - before[1]} of {broken - before[0]} noticed', flush=True)
    print(f'{broken} mutations of {len(files)} files, {noticed} noticed, {unbuildable} did not build')
    sys.exit(broken != noticed)


if __name__ == '__main__':
    main()

# SPDX-License-Identifier: MIT
"""Writes the keys of JSON files as C: keys.py PARAMS.json .. > key_table.c"""
import json
import sys

schemes = {}
for path in sys.argv[1:]:
    with open(path) as file:
        schemes.update(json.load(file))

entries = []
for scheme, value in schemes.items():
    if scheme.startswith("_"):
        continue
    sizes = {"": value} if any(isinstance(field, str) for field in value.values()) else value
    for size, fields in sizes.items():
        entries.append((scheme + ("/" + size if size else ""), fields))

print("/* Generated from tests/keys. */")
print('#include "registry/keys.h"\n')
for index, (name, fields) in enumerate(entries):
    print("static const struct field fields_%d[] = {" % index)
    for field, text in fields.items():
        if field == "origin":
            continue
        number = bytes.fromhex(text.zfill((len(text) + 1) // 2 * 2))
        print('    {"%s", (const uint8_t[]){%s}, %d},' % (field, ", ".join("%d" % byte for byte in number), len(number)))
    print("};")
print("\nconst struct named_key named_keys[] = {")
for index, (name, fields) in enumerate(entries):
    print('    {"%s", {fields_%d, sizeof fields_%d / sizeof fields_%d[0]}},' % (name, index, index, index))
print("    {0, {0, 0}},\n};")

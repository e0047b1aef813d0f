# SPDX-License-Identifier: MIT
"""Compiles every header by itself: headers.py ROOT COMPILER...

Kernels that are included once per vector width, and what includes them, mean nothing by themselves and are left out.
"""
import os
import re
import subprocess
import sys

root, *compiler = sys.argv[1:]


def stands_alone(text):
    return re.search(r"#ifndef (ASSAY_\w+_H)\n#define \1", text) and not re.search(r"#include [A-Z]", text)


headers = sorted(
    os.path.relpath(os.path.join(where, name), root)
    for top in ("native", "src")
    for where, _, names in os.walk(os.path.join(root, top))
    for name in names
    if name.endswith(".h") and stands_alone(open(os.path.join(where, name)).read()))
print("1..%d" % len(headers))
failed = 0
for number, header in enumerate(headers, 1):
    run = subprocess.run(
        compiler + ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-psabi", "-Wno-unused-function",
                    "-D_GNU_SOURCE", "-I.", "-Isrc", "-fsyntax-only", "-x", "c", "-"],
        cwd=root, input='#include "%s"\nint nothing;\n' % header, text=True, capture_output=True)
    print("%s %d - %s" % ("ok" if run.returncode == 0 else "not ok", number, header))
    if run.returncode != 0:
        failed += 1
        print("\n".join("# " + line for line in run.stderr.splitlines()[:10]))
sys.exit(failed != 0)

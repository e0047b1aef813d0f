# SPDX-License-Identifier: MIT
"""Writes files as one C table: embed.py OUTPUT.c TABLE ROOT FILE..."""
import os
import sys

output, table, root, *files = sys.argv[1:]


def literals(data):
    for start in range(0, len(data), 96):
        chunk = data[start:start + 96]
        yield '"' + "".join(
            chr(b) if 32 <= b < 127 and chr(b) not in '"\\?' else "\\%03o" % b for b in chunk) + '"'


with open(output, "w") as out:
    out.write('#include "crosscheck/embedded.h"\n\nconst struct embedded %s[] = {\n' % table)
    for path in sorted(files):
        data = open(path, "rb").read()
        name = os.path.relpath(path, root).replace(os.sep, "/")
        out.write('{"%s", %d,\n' % (name, len(data)))
        out.write("\n".join(literals(data)) or '""')
        out.write("},\n")
    out.write("{0, 0, 0}};\n")

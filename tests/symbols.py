# SPDX-License-Identifier: MIT
"""Everything that the native library exports begins with native_: symbols.py NM LIBRARY..."""
import subprocess
import sys

nm, *libraries = sys.argv[1:]
print("1..%d" % len(libraries))
failed = 0
for number, library in enumerate(libraries, 1):
    run = subprocess.run([nm, "-g", library], text=True, capture_output=True)
    names = [fields[-1] for fields in (line.split() for line in run.stdout.splitlines())
             if len(fields) == 3 and fields[1] != "U"]
    # Some systems put an underscore in front of every name; two are the compiler's own.
    wrong = sorted({name for name in names if not name.startswith(("native_", "_native_", "__"))})
    right = run.returncode == 0 and names and not wrong
    failed += not right
    print("%s %d - %s exports" % ("ok" if right else "not ok", number, library.split("/")[-1]))
    for name in wrong:
        print("# %s: no name for a library, expected a line in native/common/names.h" % name)
    if not names:
        print("# no names found%s" % (": " + run.stderr.strip() if run.stderr else ""))
sys.exit(failed != 0)

# SPDX-License-Identifier: MIT
"""Writes text files as C strings, one a file: assets.py FILE... > assets.c; page.css becomes page_css."""
import os
import sys

print('/* Generated from the files of the page. */')
print('#include "report/assets.h"')
for path in sys.argv[1:]:
    with open(path, encoding='ascii') as file:
        lines = file.read().splitlines()
    print(f'\nconst char *const {os.path.basename(path).replace(".", "_")}[] = {{')
    for line in lines:
        quoted = line.replace('\\', '\\\\').replace('"', '\\"')
        print(f'    "{quoted}\\n",')
    print('    0,\n};')

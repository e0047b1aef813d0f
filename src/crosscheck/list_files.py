# SPDX-License-Identifier: MIT
"""Prints the files below a folder that end in a suffix, sorted: list_files.py FOLDER SUFFIX"""
import os
import sys

folder, suffix = sys.argv[1:]
for path in sorted(os.path.join(where, name) for where, _, names in os.walk(folder) for name in names):
    if path.endswith(suffix):
        print(path)

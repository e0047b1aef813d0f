# SPDX-License-Identifier: MIT
"""Writes the tables of results/historic as C: historic.py BULK.csv OPERATIONS.csv PASSWORDS.csv > historic_rows.c"""
import csv
import sys

TABLES = [
    ('crypto++-1998', 'bulk', 'name', 'total_bytes', lambda row: row['bytes_per_second']),
    ('crypto++-1998', 'operations', 'name', 'iterations', lambda row: f"{row['iterations']}.0 / {row['seconds']}"),
    ('passwords-2014', 'passwords', 'hash', 'count', lambda row: f"{row['count']}.0 / {row['seconds']}"),
]

print('/* Generated from results/historic. */')
print('#include "results/historic.h"\n')
print('const struct historic_row historic_rows[] = {')
for path, (suite, workload, name, count, rate) in zip(sys.argv[1:], TABLES):
    with open(path, newline='') as file:
        for row in csv.DictReader(file):
            print(f'    {{"{suite}", "{workload}", "{row[name]}", {row[count]}, {row["seconds"]}, {rate(row)}}},')
print('};\n')
print('const size_t historic_row_count = sizeof historic_rows / sizeof historic_rows[0];')

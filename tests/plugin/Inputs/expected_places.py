#!/usr/bin/env python3
"""expected_places.py SOURCE: prints LINE STATUS for each EXPECT comment of the source, in their order.

EXPECT STATUS +N   the loop is N lines below the comment
EXPECT STATUS =N   the loop is in line N of an included file
"""
import re
import sys

with open(sys.argv[1], encoding="utf-8") as source:
    for number, line in enumerate(source, 1):
        if match := re.search(r"EXPECT ([a-z_]+) ([+=])([0-9]+)", line):
            status, sign, place = match.groups()
            print(int(place) + (number if sign == "+" else 0), status)

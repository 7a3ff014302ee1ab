"""Prints values of a JSON file, one a line: json_values.py FILE PATH

PATH is a list of keys joined by dots. `*` means each element of a list: kernels.*.arch
"""

import json
import sys


def values_at(value, keys):
    if not keys:
        yield value
    elif keys[0] == "*":
        for element in value:
            yield from values_at(element, keys[1:])
    else:
        yield from values_at(value[keys[0]], keys[1:])


with open(sys.argv[1], encoding="utf-8") as file:
    for found in values_at(json.load(file), sys.argv[2].split(".")):
        print(found if isinstance(found, str) else json.dumps(found))

#!/usr/bin/env python3
"""Checks that each loop of the second report is in the first one, with the same details: same_loops.py ALL SOME"""
import json
import sys


def loops_of(path):
    with open(path, encoding="utf-8") as file:
        return {(loop["function"], loop["name"], loop["path"]["number"]): loop for loop in json.load(file)["kernels"]}


def without_numbers(loop):
    return {name: value for name, value in loop.items() if name not in ("annotation", "loop", "group", "weight")}


everything, some = loops_of(sys.argv[1]), loops_of(sys.argv[2])
assert some and len(everything) > 10 * len(some)
for key, loop in some.items():
    assert without_numbers(loop) == without_numbers(everything[key]), key

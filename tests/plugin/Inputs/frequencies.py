#!/usr/bin/env python3
"""Compares the frequencies in ./capture.json with the run of frequencies.test.

frequencies.py estimate
frequencies.py FAMILY LEAST-ENTRIES MOST-ITERATIONS TOLERANCE
    with a profile. The limits are those of the loop in `ten` and of its branches' probabilities; FAMILY is gcc or
    clang.
"""

import json
import re
import sys

with open("capture.json", encoding="utf-8") as text:
    FUNCTIONS = {function["name"]: function for function in json.load(text)["functions"]}


def frequency(name):
    """SOURCE, ITERATIONS, ENTRIES of the loop of a function."""
    known = FUNCTIONS[name]["loops"][0].get("frequency", {"source": "unknown", "iterations": 0, "entries": 0})
    return known["source"], known["iterations"], known["entries"]


def check_branches(tolerance):
    """The two branches of `ten`: the inner one tests three bits, the other one leads to the next iteration."""
    function = FUNCTIONS["ten"]
    loop = function["loops"][0]
    lines = [re.sub(r"[ \t]*#.*", "", line) for line in function["assembly"].split("\n")]
    probabilities = dict(function.get("branches", []))
    kinds = set()

    def is_in_loop(number):
        return any(first <= number <= last for first, last in loop["lines"])

    for number, line in enumerate(lines, 1):
        words = line.split()
        if not is_in_loop(number) or not words or not re.fullmatch("j[a-z]+", words[0]) or words[0] == "jmp":
            continue
        test = next(before for before in reversed(lines[: number - 1]) if re.match(r"\s(test|and|cmp)", before))
        if "$7," in test:
            kind, expected = "inner", 1 / 8 if words[0] == "je" else 7 / 8
        else:
            kind, expected = "back", 9 / 10 if is_in_loop(lines.index(words[1] + ":") + 1) else 1 / 10
        kinds.add(kind)
        probability = probabilities.get(number)
        if probability is None or abs(probability - expected) > tolerance:
            sys.exit(f"branch '{line.strip()}' in line {number}: {probability}, expected {expected}")
    if kinds != {"inner", "back"}:
        sys.exit(f"branches: {kinds}")


def check(name, is_expected):
    if not is_expected:
        sys.exit(f"{name}: {frequency(name)}")


def main(kind, *limits):
    found, iterations, entries = frequency("ten")
    if kind == "estimate":
        check("ten", found == "estimate" and 0 < entries <= 1 and iterations > 2 * entries)
        return
    least, most, tolerance = (float(limit) for limit in limits)
    check("ten", found == "profile" and least <= entries <= 808 and 7920 <= iterations <= most)
    check_branches(tolerance)
    check("never", frequency("never") == ("profile", 0, 0))
    # Clang has no frequency of a loop that the run does not leave.
    check("endless", frequency("endless") == {"gcc": ("profile", 5000, 1), "clang": ("unknown", 0, 0)}[kind])


main(*sys.argv[1:])

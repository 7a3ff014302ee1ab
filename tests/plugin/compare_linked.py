#!/usr/bin/env python3
"""Holds the report of a linked program against the plugin's of the unit in it: each annotation has the same fate and the same code.

The plugin's word is the expectation. What may differ: the header's loop is told once for the program, and where the linker put a loop
has a say in its prediction; so the instructions and the bounds that do not depend on it are compared."""
import collections
import json
import os
import sys


def annotations(report):
    found = {}
    for annotation in report["annotated"]:
        place = os.path.basename(annotation["file"]), annotation["line"], annotation["column"]
        loops = collections.Counter()
        for number in annotation["kernels"]:
            kernel = report["kernels"][number]
            bounds = tuple(round(kernel["bounds"][name], 4) for name in ("ports", "divider", "stores", "lcd"))
            source = os.path.basename(kernel["source"]["file"]), kernel["source"]["line"], kernel["source"]["column"]
            code = tuple(i["opcode"] for i in kernel["instructions"] if not i["opcode"].startswith(("NOOP", "NOP", "C_NOP"))) # alignment
            loops[code, bounds, source] += 1
        found[place] = annotation["status"], loops
    return found


def main():
    unit, program = (annotations(json.load(open(name))) for name in sys.argv[1:3])
    wrong = 0
    for place, (status, loops) in unit.items():
        if place not in program:
            print(f"{place}: not in the program's report")
        elif program[place][0] != status:
            print(f"{place}: {status} in the unit, {program[place][0]} in the program")
        elif program[place][1] != loops:
            print(f"{place}: other code")
            for loop, count in (loops - program[place][1]).items():
                print(f"    {count} of the unit: {loop}")
            for loop, count in (program[place][1] - loops).items():
                print(f"    {count} of the program: {loop}")
        else:
            continue
        wrong += 1
    analysed = sum(status == "analysed" for status, _ in unit.values())
    if analysed < 8:
        print(f"only {analysed} loops of the unit were analysed")
        wrong += 1
    # The plugin tells of all loops in the unit's functions, so the program knows none that it does not.
    more = [place for place in program if place not in unit]
    if more:
        print(f"only in the program: {more}")
    return 1 if wrong or more else 0


sys.exit(main())

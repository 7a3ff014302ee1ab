#!/usr/bin/env python3
"""compare_linked.py UNIT PROGRAM: compares the report of a linked program with the plugin's report of the unit in it.

Each annotation must have the same status, and loops with the same code and bounds. Two differences are allowed: a loop of
a header is reported once for the program, and the predictions depend on where the linker places a loop. So only the
instructions are compared, and the bounds that do not depend on their addresses.
"""
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
            # Instructions that only align others are left out.
            opcodes = (instruction["opcode"] for instruction in kernel["instructions"])
            code = tuple(opcode for opcode in opcodes if not opcode.startswith(("NOOP", "NOP", "C_NOP")))
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

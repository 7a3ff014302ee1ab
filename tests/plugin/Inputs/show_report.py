#!/usr/bin/env python3
"""show_report.py FORM [FILE]: prints facts of a report of osaca (JSON; ./report.json), one a line, for FileCheck.

findings      FUNCTION: FILE:LINE RULE       one line per finding; for each of its steps, FUNCTION: step FILE:LINE
functions     FUNCTION                       sorted, without repetitions
rows          FUNCTION: ROWS...              the rows of arrays that L1 can hold, of all loops of the function
footprints    FUNCTION: BYTES LEVEL, data in LEVEL (SOURCE)   of the first loop of each function: what its trip counts
              imply, the level that is assumed for its data, and the source of this assumption; unknown values
              are left out
shares        FUNCTION: SHARE                the share of the samples that is in a loop of the function, sorted
machine_code  what a report of a single loop has about its instructions and prediction, with one value per line: without
              places in files, the text of instructions, and what only a compiler can know
"""

import json
import os
import sys


def findings(kernels):
    for kernel in kernels:
        for finding in kernel["findings"]:
            yield f"{kernel['function']}: {os.path.basename(finding['file'])}:{finding['line']} {finding['rule']}"
            for step in finding["steps"]:
                yield f"{kernel['function']}: step {os.path.basename(step['file'])}:{step['line']}"


def functions(kernels):
    return sorted({kernel["function"] for kernel in kernels})


def rows(kernels):
    found = {kernel["function"]: set() for kernel in kernels}
    for kernel in kernels:
        for condition in kernel.get("memory", {}).get("layer_conditions", []):
            if condition["level"] == "L1":
                found[kernel["function"]].add(condition["rows"])
    return (f"{name}: {' '.join(str(count) for count in sorted(counts))}".rstrip() for name, counts in found.items())


def footprints(kernels):
    first = {}
    for kernel in kernels:
        first.setdefault(kernel["function"], kernel.get("memory", {}))
    for name, memory in first.items():
        footprint = memory.get("footprint", {})
        text = f"{name}: {footprint.get('bytes', '')} {footprint.get('nearest_level', '')}".rstrip()
        if memory.get("data_in"):
            text += f", data in {memory['data_in']} ({memory.get('data_told_by', '')})"
        yield text


def shares(kernels):
    return sorted(f"{kernel['function']}: {kernel['sampled_share']:.8f}" for kernel in kernels)


LEFT_OUT = {"file", "line", "column", "text", "taken_probability", "source_iterations", "cycles_per_source_iteration"}


def without_places(value):
    if isinstance(value, dict):
        return {key: without_places(member) for key, member in value.items() if key not in LEFT_OUT}
    return [without_places(member) for member in value] if isinstance(value, list) else value


def machine_code(kernels):
    if len(kernels) != 1:
        sys.exit(f"{len(kernels)} loops instead of one")
    keys = list(kernels[0])
    keys = keys[keys.index("prediction"):keys.index("findings")]
    return json.dumps(without_places({key: kernels[0][key] for key in keys}), indent=1).splitlines()


def main(form, file="report.json"):
    with open(file, encoding="utf-8") as text:
        kernels = json.load(text)["kernels"]
    for line in globals()[form](kernels):
        print(line)


main(*sys.argv[1:])

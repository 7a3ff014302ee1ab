#!/usr/bin/env python3
"""show_capture.py FORM: prints ./capture.json one fact a line, for FileCheck. The forms are:

annotations   LINE KIND STATUS REASON       one line per annotation, in their order
loops         ANNOTATION at LINE in FUNCTION: KEY=VALUE ...   one line per machine loop, sorted by annotation; a key
              that the capture does not have is left out, and objects are written as KEY.MEMBER=VALUE
values KEY    ANNOTATION: VALUE, VALUE...   the values of KEY of its loops, sorted; KEY is a key of a loop, such as
              role, source_iterations or frequency.iterations
written       ANNOTATION at LINE in FUNCTION: FUNCTION in FILE   where machine loops are written, or "here"; once per
              place, sorted; functions without parameters
lines         LINE: ANNOTATION              the source lines of machine loops, each once per annotation, in their order
arrays        FUNCTION: NAME, NAME...       the names of the arrays that a function accesses, sorted
nests         FUNCTION: KEY=VALUE ...       trip_count, row_bytes, rows, sweeps of the function's first loop, if known
options       FUNCTION: KEY=VALUE ...       the compiler's options for the function
reasons       FUNCTION: REASON              the compiler's first reason why a loop of the function is not vectorised
text N        the assembly of the machine loops of annotation N
code          the captured functions, without the numbers that count functions or places of the unit
json          the whole capture with one value per line
"""

import json
import os
import re
import subprocess
import sys


def line_of(capture, location):
    return capture["locations"][location]["line"] if location >= 0 else "-"


def annotations(capture):
    for entry in capture["annotations"]:
        yield f"{line_of(capture, entry['location'])} {entry['kind']} {entry['status']} {entry['reason']}".rstrip()


def members(prefix, value):
    if isinstance(value, dict):
        for key, member in value.items():
            yield from members(f"{prefix}.{key}" if prefix else key, member)
    elif not isinstance(value, list):
        yield f"{prefix}={json.dumps(value)}"


def loops(capture):
    found = []
    for function in capture["functions"]:
        for loop in function["loops"]:
            rest = {key: value for key, value in loop.items() if key not in ("annotation", "location")}
            text = f"{loop['annotation']} at {line_of(capture, loop['location'])} in {function['name']}: "
            found.append((loop["annotation"], loop["location"], text + " ".join(members("", rest))))
    return (text for _, _, text in sorted(found))


def values(capture, key):
    found = {index: [] for index in range(len(capture["annotations"]))}
    for function in capture["functions"]:
        for loop in function["loops"]:
            value = loop
            for name in key.split("."):
                value = value.get(name, {}) if isinstance(value, dict) else {}
            if value != {}:
                found.setdefault(loop["annotation"], []).append(str(value))
    return (f"{annotation}: {', '.join(sorted(texts))}".rstrip() for annotation, texts in sorted(found.items()))


def plain_name(symbol):
    name = subprocess.run(["c++filt", "-p", symbol], capture_output=True, text=True, check=True).stdout.strip()
    while "<" in name:
        name = re.sub(r"<[^<>]*>", "", name)
    return name.split(" ")[-1].split("[")[0].split(".")[0]


def written(capture):
    found = set()
    for function in capture["functions"]:
        for loop in function["loops"]:
            at = line_of(capture, loop["location"])
            origin = "here"
            if "written" in loop:
                place = capture["locations"][loop["written"]["location"]]
                origin = f"{loop['written']['function']} in {os.path.basename(place['file'])}"
            found.add((loop["annotation"], at, function["name"], origin))
    return (f"{number} at {at} in {plain_name(name)}: {origin}" for number, at, name, origin in sorted(found))


def lines(capture):
    loops = [loop for function in capture["functions"] for loop in function["loops"]]
    found = {(line_of(capture, loop["location"]), loop["annotation"]) for loop in loops}
    return (f"{line}: {annotation}" for line, annotation in sorted(found))


def arrays(capture):
    named = ((function["name"], sorted(function.get("arrays", []))) for function in capture["functions"])
    return sorted(f"{name}: {', '.join(names)}" for name, names in named)


def nests(capture):
    for function in capture["functions"]:
        loop = function["loops"][0] if function["loops"] else {}
        known = (f"{key}={loop[key]}" for key in ("trip_count", "row_bytes", "rows", "sweeps") if key in loop)
        yield f"{function['name']}: {' '.join(known)}".rstrip()


def options(capture):
    return (f"{function['name']}: {' '.join(members('', function['options']))}" for function in capture["functions"])


def reasons(capture):
    for function in capture["functions"]:
        texts = [loop["not_vectorised"] for loop in function["loops"] if loop.get("not_vectorised")]
        yield f"{function['name']}: {' '.join(texts[:1])}".rstrip()


def text(capture, annotation):
    for function in capture["functions"]:
        assembly = function["assembly"].split("\n")
        for loop in function["loops"]:
            for first, last in loop["lines"] if loop["annotation"] == int(annotation) else []:
                yield from assembly[first - 1:last]


# Numbers in the compilers' own names differ with what else the unit holds.
COUNTED = r"(BB|CPI|JTI|func_begin|func_end|tmp|GCC_except_table|exception|cst_begin|cst_end|ttbase|ttbaseref)[0-9]+"


def code(capture):
    shown = []
    for function in capture["functions"]:
        for loop in function["loops"]:
            loop.pop("location", None)
        text = json.dumps(function)
        text = re.sub(COUNTED, r"\1", text)
        text = re.sub(r"\.str\.[0-9]+", ".str", text)
        text = re.sub(r"(Lswitch\.table\.[A-Za-z_][A-Za-z0-9_]*)\.[0-9]+", r"\1", text)
        text = re.sub(r"(\[[0-9]+, [0-9]+), -?[0-9]+\]", r"\1]", text)
        shown.append(re.sub(r"   *", " ", text))
    return sorted(shown)


FORMS = {
    "annotations": annotations,
    "loops": loops,
    "values": values,
    "written": written,
    "lines": lines,
    "arrays": arrays,
    "nests": nests,
    "options": options,
    "reasons": reasons,
    "text": text,
    "code": code,
    "json": lambda capture: [json.dumps(capture, indent=1, ensure_ascii=False)],
}


def main(form, *arguments):
    with open("capture.json", encoding="utf-8", errors="surrogateescape") as text:
        capture = json.load(text)
    for line in FORMS[form](capture, *arguments):
        print(line)


main(*sys.argv[1:])

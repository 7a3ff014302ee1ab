#!/usr/bin/env python3
"""Branch probabilities of a capture, held against those of Clang's own assembly with -pgo-analysis-map=br-prob.

  compare_branches.py CAPTURE ASSEMBLY

The conditional jumps of a function stand in the same order in both. Where the code generator took one condition apart, it
and we share its probability out in other parts, so those may differ a little. A check before a call of sqrt is one in two for
LLVM; it has to be told as rare. Ends with 1 if more than one in a hundred of the branches in loops is not known, or more than
one in twenty is far off.
"""
import json
import re
import sys

FAR_OFF = 0.1
RARE = 1e-5
TABLE = re.compile(r"# (BB id|basic block successor count|successor BB ID|successor branch probability)")
JUMP = re.compile(r"j(?!mp)[a-z]+$")


def conditional_jumps(lines):
    """Number of the line and target, in order."""
    for number, line in enumerate(lines, 1):
        words = line.split()
        if len(words) > 1 and JUMP.match(words[0]) and words[1].startswith(".LBB"):
            yield number, words[1]


def uleb_of(line):
    """Of `.byte 5` or `.ascii "\\200\\200\\003"`: the number that its bytes are, 7 bits each, the least first."""
    directive, value = line.split("#")[0].strip().split(None, 1)
    if directive != ".ascii":
        return int(value, 0)
    data = value.strip()[1:-1].encode().decode("unicode_escape").encode("latin-1")
    return sum((byte & 127) << (7 * place) for place, byte in enumerate(data))


def edges_of(table):
    """Block -> block it goes to -> probability, from the section about one function. Blocks are numbers in the text's order."""
    numbers = {}
    for line in table:
        if "# BB id" in line:
            numbers.setdefault(uleb_of(line), len(numbers))
    edges, block, successor = [], None, None
    for line in table:
        if "successor count" in line:
            edges.append({})
        elif "successor BB ID" in line:
            successor = numbers[uleb_of(line)]
        elif "branch probability" in line:
            edges[-1][successor] = edges[-1].get(successor, 0) + uleb_of(line) / 2**31
    return edges


def jumps_with_probabilities(text, edges):
    """Of each conditional jump in order; None where its block has several."""
    jumps, block = [], 0
    for line in text:
        begin = re.match(r"\.LBB\d+_(\d+):|# %bb\.(\d+):", line)
        if begin:
            block = int(begin.group(1) or begin.group(2))
        words = line.split()
        if len(words) > 1 and JUMP.match(words[0]) and words[1].startswith(".LBB"):
            jumps.append((block, int(words[1].split("_")[1])))
    blocks = [block for block, _ in jumps]
    return [edges[block].get(target) if blocks.count(block) == 1 else None for block, target in jumps]


def own_branches(assembly):
    """Function -> probabilities of its conditional jumps."""
    functions, name, text, table = {}, None, [], []
    for line in assembly.split("\n") + ["end:"]:
        label = re.match(r"([A-Za-z_][\w.]*):", line)
        if label:
            if name and table:
                functions[name] = jumps_with_probabilities(text, edges_of(table))
            name, text, table = label.group(1), [], []
        (table if TABLE.search(line) else text).append(line)
    return functions


def main():
    capture = json.load(open(sys.argv[1]))
    own = own_branches(open(sys.argv[2]).read())
    known = unknown = far = checks = calls = 0
    for function in capture["functions"]:
        lines = function["assembly"].split("\n")
        jumps = list(conditional_jumps(lines))
        due = own.get(function["name"])
        if due is None or len(due) != len(jumps):
            print(f"{function['name']}: {len(jumps)} jumps, {due and len(due)} in the compiler's own text")
            far += 1
            continue
        told = dict(function.get("branches", []))
        calls += len(re.findall(r"\bcall\w*\s+sqrt\b", function["assembly"]))
        for (number, target), expected in zip(jumps, due):
            inside = any(first <= number <= last for loop in function["loops"] for first, last in loop["lines"])
            if not inside or expected is None:
                continue
            if number not in told:
                unknown += 1
                print(f"{function['name']}, line {number}: nothing told, {expected:.3f} is right")
            else:
                known += 1
                if expected == 0.5 and min(told[number], 1 - told[number]) < RARE:
                    checks += 1
                elif abs(told[number] - expected) > FAR_OFF:
                    far += 1
                    print(f"{function['name']}, line {number}: {told[number]:.3f} told, {expected:.3f} is right")
    print(f"{known} known, {unknown} unknown, {far} far off, {checks} checks before {calls} calls of sqrt")
    return known == 0 or unknown * 100 > known or far * 20 > known or (checks > 0) != (calls > 0)


if __name__ == "__main__":
    sys.exit(main())

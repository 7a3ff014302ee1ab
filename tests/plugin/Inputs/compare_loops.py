"""compare_loops.py OBJECT: for each function of the object, the capture must contain as many innermost loops as the
disassembly has innermost natural loops. All loops of the object must belong to annotations."""

import collections
import json
import re
import subprocess
import sys

PADDING = re.compile(r"(data16 |cs )*nop|data16|xchg +%ax,%ax")


def functions_of(disassembly):
    """Lists of (address, instruction), by symbol. A jump with a relocation leaves the function."""
    functions, name = {}, None
    for line in disassembly.split("\n"):
        header = re.match(r"[0-9a-f]+ <(.*)>:$", line)
        instruction = re.match(r" *([0-9a-f]+):\t(.*)$", line)
        if header:
            name = header.group(1)
            functions[name] = []
        elif instruction and name:
            text = re.sub(r"^(bnd|notrack) ", "", instruction.group(2).strip())
            text = re.sub(r"^j.*\bR_X86_64.*$", "leave", text)
            functions[name].append((int(instruction.group(1), 16), text))
    return functions


def successors_of(code):
    """The addresses that follow each instruction."""
    known = {address for address, _ in code}
    successors = {}
    for (address, text), following in zip(code, [address for address, _ in code[1:]] + [None]):
        jump = re.match(r"(j\w+) +([0-9a-f]+)\b", text)
        ways = [int(jump.group(2), 16)] if jump else []
        if not re.match(r"(jmp|ret|ud2|leave$)", text):
            ways.append(following)
        successors[address] = [way for way in ways if way in known]
    return successors


def reached(starts, successors, without=None):
    seen, open_ = set(), [start for start in starts if start != without]
    while open_:
        at = open_.pop()
        if at not in seen:
            seen.add(at)
            open_ += [way for way in successors[at] if way != without]
    return seen


def innermost_loops(code):
    """The headers of natural loops without other headers."""
    successors = successors_of(code)
    jumped_to = {way for ways in successors.values() for way in ways}
    starts = [address for address, text in code if address not in jumped_to and not PADDING.match(text)]
    live = reached(starts, successors)
    predecessors = collections.defaultdict(list)
    for address in live:
        for way in successors[address]:
            predecessors[way].append(address)
    loops = {}
    for header in [address for address in live if len(predecessors[address]) > 1]:
        around = reached(starts, successors, without=header)
        edges = [at for at in predecessors[header] if at not in around]  # the header dominates these
        if edges:
            loops[header] = reached(edges, collections.defaultdict(list, predecessors), without=header) | {header}
    return [header for header in loops if not any(other in loops[header] for other in loops if other != header)]


text = subprocess.run(["objdump", "-dr", "--no-show-raw-insn", "-w", sys.argv[1]], capture_output=True, text=True, check=True)
expected = {name: len(innermost_loops(code)) for name, code in functions_of(text.stdout).items() if code}
with open("capture.json", encoding="utf-8") as capture_file:
    functions = json.load(capture_file)["functions"]
captured = {
    function["name"]: len({loop["header_line"] for loop in function["loops"] if loop["innermost"]})
    for function in functions
}
wrong = [f"{name}: {captured.get(name, 0)} instead of {count}" for name, count in expected.items()
         if captured.get(name, 0) != count]
if wrong or sum(expected.values()) == 0:
    sys.exit("\n".join(wrong) or "there are no loops")

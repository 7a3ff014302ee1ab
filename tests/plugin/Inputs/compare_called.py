"""compare_called.py ASSEMBLY NAME...: the capture must contain the functions with these names, without loops, and no
others without loops. Their instructions must be those of the compiler's own assembly."""

import json
import re
import sys


def instructions(text):
    """The instructions, without the numbers of labels and without comments."""
    lines = (re.sub(r"\s+", " ", line.split("#")[0]).strip() for line in text.split("\n"))
    kept = (line for line in lines if line and not line.startswith(".") and not line.endswith(":"))
    return [re.sub(r"\.L[A-Za-z_]+[0-9_]*", ".L", line) for line in kept]


def body_of(name, assembly):
    after = assembly.split(f"\n{name}:", 1)[1]
    return re.split(r"\n\t\.size\t|\n\.Lfunc_end", after, maxsplit=1)[0].split("\n", 1)[1]


assembly_file, *names = sys.argv[1:]
with open("capture.json", encoding="utf-8") as capture_file:
    functions = json.load(capture_file)["functions"]
with open(assembly_file, encoding="utf-8") as text:
    assembly = text.read()
called = {function["name"]: function for function in functions if not function["loops"]}
if sorted(called) != sorted(names):
    sys.exit(f"the capture contains {sorted(called)}")
for name, function in called.items():
    captured = instructions(function["assembly"])
    own = instructions(body_of(name, assembly))
    if not own or captured != own:
        sys.exit(f"{name}: {captured} instead of {own}")

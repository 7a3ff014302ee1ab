#!/usr/bin/env python3
"""What one annotated loop costs with Clang on real units, and whether its text is that of the object.

  clang_cost.py COMPILER PLUGIN DRIVER FOLDER [OPTION...]

Takes the ten largest C files below FOLDER that compile by themselves with the options (-O2 -I... -D...), puts a pragma
before the loop in the middle of each, and compiles them with and without the plugin by turns. Says the median of the
CPU time's ratios, whether the object is the same byte for byte, and whether all captured functions have the
instructions that the compiler itself writes with -S. Not a test: times on a busy machine prove nothing. Ends with 1 if
an object or a text differs.
"""
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

UNITS = 10
RUNS = 5
LOOP = re.compile(r"^\s+(for|while)\s*\(")
BEFORE_STATEMENT = re.compile(r"[;{}]\s*$|\*/\s*$")


def loop_lines(lines):
    """Indices of lines that begin a loop where a statement may begin."""
    found = []
    for index, line in enumerate(lines):
        before = next((l for l in reversed(lines[:index]) if l.strip()), "")
        if LOOP.match(line) and BEFORE_STATEMENT.search(before) and not line.rstrip().endswith(("\\", ";")):
            found.append(index)
    return found


def cpu_seconds(command):
    """CPU time of a command and its children, or None if it fails."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    return usage.ru_utime + usage.ru_stime if status == 0 else None


def instructions(lines, comment="#"):
    """Instructions without labels, directives, comments and the numbers of local labels."""
    found = []
    for line in lines:
        text = line.split("\t" + comment)[0].split(" " + comment)[0].strip()
        if text and not text.startswith((".", comment)) and not text.endswith(":"):
            found.append(re.sub(r"\.L[A-Za-z_.]*[0-9_.]*", ".L", re.sub(r"\s+", " ", text)))
    return found


def functions_of(assembly):
    """Instructions by symbol, of a whole assembly file."""
    found, name = {}, None
    for line in assembly.split("\n"):
        label = re.match(r"([A-Za-z_][\w.$]*):", line)
        if label:
            name = label.group(1)
        if name:
            found.setdefault(name, []).append(line)
        if line.startswith(".Lfunc_end"):
            name = None
    return {name: instructions(lines) for name, lines in found.items()}


def read(path):
    with open(path, "rb") as file:
        return file.read()


def examine(base, path, driver, plugin, work):
    """One line about one unit and its ratio, or None where it does not compile or has no loop."""
    lines = read(path).decode(errors="replace").split("\n")
    places = loop_lines(lines)
    if not places:
        return None
    place = places[len(places) // 2]
    lines.insert(place, "#pragma osaca analyze")
    unit = os.path.join(work, os.path.basename(path))
    with open(unit, "w") as file:
        file.write("\n".join(lines))
    base = [*base, "-w", "-I" + os.path.dirname(path), unit]
    plain = [*base, "-c", "-o", os.path.join(work, "plain.o")]
    plugged = [*base, "-c", "-o", os.path.join(work, "plugged.o"), "-fplugin=" + plugin]
    if cpu_seconds(plain) is None:
        return None
    keeper = os.path.join(work, "keeper")
    with open(keeper, "w") as file:
        file.write(f'#!/bin/sh\ncat >"{work}/capture.json"\nprintf "osaca-diagnostics 1\\nend\\n"\n')
    os.chmod(keeper, 0o755)
    subprocess.run([*plugged, "-fplugin-arg-osaca-driver=" + keeper], check=True, capture_output=True)
    captured = json.loads(read(os.path.join(work, "capture.json")))["functions"]
    assembly = os.path.join(work, "plain.s")
    subprocess.run([*base, "-S", "-o", assembly], check=True, capture_output=True)
    real = functions_of(read(assembly).decode(errors="replace"))
    same_text = [instructions(f["assembly"].split("\n")) == real.get(f["name"]) for f in captured]
    plugged.append("-fplugin-arg-osaca-driver=" + driver)
    times = [(cpu_seconds(plain), cpu_seconds(plugged)) for _ in range(RUNS)]
    before, after = (statistics.median(each) for each in zip(*times))
    same_object = read(os.path.join(work, "plain.o")) == read(os.path.join(work, "plugged.o"))
    loops = sum(len(f["loops"]) for f in captured)
    print(f"{os.path.basename(path)}:{place + 1}: {before * 1000:.0f} ms, {100 * (after / before - 1):+.1f} %; {loops} loops in "
          f"{len(captured)} functions, text the same in {sum(same_text)}; object {'the same' if same_object else 'DIFFERS'}",
          flush=True)
    return after / before, same_object and all(same_text)


def main():
    compiler, plugin, driver, folder, *options = sys.argv[1:]
    files = [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names if name.endswith(".c")]
    results = []
    for path in sorted(files, key=os.path.getsize, reverse=True):
        with tempfile.TemporaryDirectory() as work:
            result = examine([compiler, *options], path, driver, plugin, work)
        if result:
            results.append(result)
        if len(results) == UNITS:
            break
    ratios = [ratio for ratio, _ in results]
    print(f"{len(ratios)} units: median {100 * (statistics.median(ratios) - 1):+.1f} %, "
          f"worst {100 * (max(ratios) - 1):+.1f} %, up to +25 % in {sum(r <= 1.25 for r in ratios)}")
    return 0 if all(good for _, good in results) else 1


sys.exit(main())

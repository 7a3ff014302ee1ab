#!/usr/bin/env python3
"""source_iterations.py PLUGIN DRIVER CC CXX UNKNOWN-C UNKNOWN-CXX OPTIONS...

Compares the reported number of source iterations of each machine loop with a run of the program: puts a counter into
the assembly at the head of each loop. Counts times source iterations must be the iterations of the source, which
sources/iterations_main.c checks. UNKNOWN-C and UNKNOWN-CXX are how many functions of iterations.c and iterations.cc may
have loops whose number is unknown. CXX may be "".
"""

import json
import os
import signal
import subprocess
import sys

SOURCES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "sources")


def loops():
    """(label, function, line, source iterations) of each machine loop; 0 if the number is unknown."""
    with open("report.json", encoding="utf-8") as text:
        kernels = json.load(text)["kernels"]
    found = {}
    for kernel in kernels:
        number = kernel["prediction"].get("source_iterations", 0)
        found.setdefault(kernel["name"], (kernel["name"], kernel["function"], kernel["source"]["line"], number))
    return list(found.values())


def write_assembly_with_counters(found):
    labels = {f"{label}:": number for number, (label, _, _, _) in enumerate(found)}
    with open("it.s", encoding="utf-8") as assembly, open("counted.s", "w", encoding="utf-8") as counted:
        for line in assembly:
            counted.write(line)
            number = labels.pop((line.split() or [""])[0], None)
            if number is not None:
                counted.write(f"\tpushfq\n\tincq\tcounts+{8 * number}(%rip)\n\tpopfq\n")
    if labels:
        sys.exit(f"labels of loops that the assembly does not have: {' '.join(labels)}")


def write_main(found):
    with open(os.path.join(SOURCES, "iterations.c"), encoding="utf-8") as text:
        inner = next(number for number, line in enumerate(text, 1) if "int k = 0; k < 3" in line)
    with open("main.c", "w", encoding="utf-8") as main:
        main.write(f"#define INNER {inner}\nlong counts[{len(found) + 1}];\n")
        main.write("static const struct { const char *function; int line, factor; } loops[] = {\n")
        for _, function, line, number in found:
            main.write(f'  {{"{function}", {line}, {number}}},\n')
        main.write(f'}};\n#include "{SOURCES}/iterations_main.c"\n')


def run(most_unknown):
    result = subprocess.run(["./program"], capture_output=True, text=True, check=False)
    print(result.stdout, end="")
    with open("/proc/cpuinfo", encoding="utf-8") as text:
        has_avx512 = "avx512f" in text.read().split()
    if result.returncode == -signal.SIGILL and not has_avx512:
        print("not run: this machine lacks an instruction")
    elif result.returncode != 0:
        sys.exit("the program fails")
    elif sum(line.startswith("unknown") for line in result.stdout.splitlines()) > most_unknown:
        sys.exit(f"more than {most_unknown} are unknown")


def check(plugin, driver, cc, cxx, source, most_unknown, options):
    def compile_with(*command):
        subprocess.run(command, check=True)

    path = os.path.join(SOURCES, source)
    tool = cxx if source.endswith(".cc") else cc
    own = [option for option in options if not option.startswith("-fplugin-arg-")]
    plain = subprocess.run([tool, *own, "-w", "-S", path, "-o", "it.s"], stderr=subprocess.DEVNULL, check=False)
    if plain.returncode != 0:
        print(f"left out: {tool} does not compile {source}")
        return
    compile_with(tool, "-w", f"-fplugin={plugin}", f"-fplugin-arg-osaca-driver={driver}",
                 "-fplugin-arg-osaca-arch=zen4", "-fplugin-arg-osaca-report=report.json",
                 "-mno-red-zone", *options, "-S", path, "-o", "it.s")
    found = loops()
    write_assembly_with_counters(found)
    write_main(found)
    if tool == cc:
        compile_with(cc, "-w", "-O0", "main.c", "counted.s", "-o", "program")
    else:
        compile_with(cc, "-w", "-O0", "-DCHECKS_ONLY", "-c", "main.c", "-o", "main.o")
        main_cxx = os.path.join(SOURCES, "iterations_main.cc")
        compile_with(cxx, "-w", "-O0", main_cxx, "main.o", "counted.s", "-o", "program")
    run(most_unknown)


def main(plugin, driver, cc, cxx, unknown_c, unknown_cxx, *options):
    check(plugin, driver, cc, cxx, "iterations.c", int(unknown_c), options)
    if cxx:
        check(plugin, driver, cc, cxx, "iterations.cc", int(unknown_cxx), options)


main(*sys.argv[1:])

#!/usr/bin/env python3
"""What the plugin costs in gfortran: start-up, units without a directive, and `all`.

  fortran_cost.py COMPILER PLUGIN DRIVER FOLDER [OPTION...]

Takes an empty subroutine, and every tenth of the fixed-form files below FOLDER that compile by themselves, at most thirty; compiles each
plain, with the plugin, and with the plugin's argument `all` by turns, and says how the CPU times (user and system, of the
compiler and all its children) are to each other: of each file the least of its runs, added up; and the median of the files' ratios.
Not a test: times on a busy machine prove nothing.
"""
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

RUNS = 7
STARTS = 101
FILES = 30


def cpu_seconds(command):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    return usage.ru_utime + usage.ru_stime if status == 0 else None


def times(ways, file, target, runs):
    """Per way the CPU times of its runs, by turns; None if one fails."""
    found = {way: [] for way in ways}
    for _ in range(runs):
        for way, options in ways.items():
            seconds = cpu_seconds([*options, "-w", "-c", str(file), "-o", str(target)])
            if seconds is None:
                return None
            found[way].append(seconds)
    return found


def main(compiler, plugin, driver, folder, *options):
    plain = [compiler, *options]
    with_plugin = [*plain, f"-fplugin={plugin}", f"-fplugin-arg-osaca-driver={driver}"]
    ways = {"plain": plain, "with the plugin": with_plugin, "all": [*with_plugin, "-fplugin-arg-osaca-all", "-fplugin-arg-osaca-arch=skx"]}
    with tempfile.TemporaryDirectory() as work:
        empty = pathlib.Path(work, "empty.f90")
        empty.write_text("subroutine empty()\nend subroutine\n")
        start = times({way: ways[way] for way in ("plain", "with the plugin")}, empty, work + "/o.o", STARTS)
        medians = {way: statistics.median(seconds) for way, seconds in start.items()}
        print(f"start: {medians['plain'] * 1000:.1f} ms plain, {medians['with the plugin'] * 1000:.1f} ms with the plugin")
        measured = []
        for file in sorted(pathlib.Path(folder).rglob("*.f"))[::10][:FILES]:
            found = times(ways, file, work + "/o.o", RUNS)
            if found is not None:
                measured.append(found)
        total = {way: sum(min(found[way]) for found in measured) for way in ways}
        print(f"{len(measured)} files, {total['plain']:.2f} s plain")
        for way in ("with the plugin", "all"):
            ratios = sorted(min(found[way]) / min(found["plain"]) for found in measured)
            pairs = statistics.median(a / b for found in measured for a, b in zip(found[way], found["plain"]))
            print(f"{way}: {100 * (total[way] / total['plain'] - 1):+.1f} % in all, median of the files {100 * (statistics.median(ratios) - 1):+.1f} %, "
                  f"of all pairs {100 * (pairs - 1):+.1f} %")


if len(sys.argv) < 5:
    sys.exit(__doc__)
main(*sys.argv[1:])

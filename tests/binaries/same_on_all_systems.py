"""Clang's objects of the same sources for Linux, Windows and macOS: where the code of a loop is the same, so is what osaca says of it.

same_on_all_systems.py OSACA CLANG FOLDER [--least LOOPS] [--options "-O2 ..."]... SOURCES...

Sources must need no headers. Loops are compared whose instructions are the same but for the names of
registers (calling conventions differ) and of what the linker puts in. FOLDER is for the objects."""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys

SYSTEMS = {
    "zen4": ["x86_64-linux-gnu", "x86_64-pc-windows-msvc", "x86_64-apple-macosx11"],
    "v2": ["aarch64-linux-gnu", "aarch64-pc-windows-msvc", "arm64-apple-macosx11"],
}
# Names of symbols and what is added to them, labels, and distances that are zeros until the linker comes.
LABEL = re.compile(r"(?<=[ \t])(?:\.?L[\w.$]*|[A-Za-z_?.$][\w.$@?]*(?:[+-]\d+)?)$")


def compiled(clang, target, options, source, out):
    # For macOS Clang takes better cores for granted.
    options = ["-march=x86-64" if target.startswith("x86") else "-mcpu=generic", *options]
    command = [clang, f"--target={target}", "-ffreestanding", "-w", "-g", "-fomit-frame-pointer", *options, "-c", str(source), "-o", str(out)]
    return subprocess.run(command, capture_output=True, text=True)


def report_of(osaca, arch, out):
    run = subprocess.run([osaca, "analyze", "--arch", arch, "--format", "json", str(out)], capture_output=True, text=True)
    report = json.loads(run.stdout)
    problems = [p["message"] for p in report["problems"] if "there is no loop" not in p["message"]]
    assert not problems, (out, problems)
    return report


def canonical_registers(text, known):
    """Registers by the order in which the loop names them: Windows passes arguments in others. The stack's stay."""
    def replace(match):
        family = FAMILY.get(match[1])
        return match[0] if family is None else f"%{known.setdefault(family, len(known))}:{WIDTH[match[1]]}"
    return re.sub(r"%(\w+)", replace, text)


FAMILY, WIDTH = {}, {}
for legacy in ("ax", "bx", "cx", "dx", "si", "di", "bp"):
    for width, name in (("q", "r" + legacy), ("d", "e" + legacy), ("w", legacy), ("b", legacy[0] + "l" if legacy[1] == "x" else legacy + "l")):
        FAMILY[name], WIDTH[name] = "r" + legacy, width
for number in range(8, 16):
    for width, suffix in (("q", ""), ("d", "d"), ("w", "w"), ("b", "b")):
        FAMILY[f"r{number}{suffix}"], WIDTH[f"r{number}{suffix}"] = f"r_{number}", width
for number in range(32):
    for width in "xyz":
        FAMILY[f"{width}mm{number}"], WIDTH[f"{width}mm{number}"] = f"mm_{number}", width


def code_of(kernel):
    """The instructions, with one name for all that a linker or an assembler names."""
    known = {}
    def normal(text):
        text = re.sub(r"(?<![%\w.$@?-])[A-Za-z_?.$][\w.$@?]*(?:[+-]\d+)?(?=\()", "NAME", text)
        return canonical_registers(LABEL.sub("NAME", text), known)
    return tuple((line["opcode"], normal(line["text"])) for line in kernel["instructions"])


def said_of(kernel):
    lines = [(line["ports"], line["latency"], line["critical_path"], line["lcd"], line["unknown"]) for line in kernel["instructions"]]
    return json.dumps([kernel["prediction"], kernel["bounds"], lines], sort_keys=True)


def line_of(kernel):
    return kernel["source"]["line"] if kernel["source"] else 0


def compared(task):
    arguments, arch, options, source = task
    found = []  # per system: (function, code) -> kernels
    for target in SYSTEMS[arch]:
        out = pathlib.Path(arguments.folder) / f"{source.stem}-{abs(hash((str(source), options, target))):x}.o"
        run = compiled(arguments.clang, target, options.split(), source, out)
        if run.returncode != 0:
            return None, f"{source} for {target}: {run.stderr.splitlines()[:1]}", []
        kernels = collections.defaultdict(list)
        for kernel in report_of(arguments.osaca, arch, out)["kernels"]:
            kernels[code_of(kernel)].append(kernel)
        found.append(kernels)
        out.unlink()
    counts = collections.Counter({"loops on Linux": sum(len(k) for k in found[0].values())})
    wrong = []
    for name, other in zip(("Windows", "macOS"), found[1:]):
        counts[f"loops on {name}"] += sum(len(k) for k in other.values())
        for code, kernels in found[0].items():
            if code not in other:
                continue
            counts[f"same code on {name}"] += len(kernels)
            mine, theirs = (sorted(said_of(k) for k in ks) for ks in (kernels, other[code]))
            placed = any(k.get("code_placement") for k in kernels + other[code])
            if set(mine) != set(theirs):
                kind = "differs by its place" if placed else "differs"
                counts[f"{kind} on {name}"] += len(kernels)
                if not placed:
                    wrong.append(f"{source} {options} {name}: {kernels[0]['function']} {kernels[0]['name']}\n  {mine[0][:300]}\n  {theirs[0][:300]}")
            # A loop may have more copies on one system than on another.
            lines_of = sorted if len(kernels) == len(other[code]) else set
            if lines_of(map(line_of, kernels)) != lines_of(map(line_of, other[code])):
                counts[f"other lines on {name}"] += len(kernels)
                wrong.append(f"{source} {options} {name}: lines {sorted(map(line_of, kernels))} {sorted(map(line_of, other[code]))} of {kernels[0]['name']}")
    return counts, None, wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("osaca")
    parser.add_argument("clang")
    parser.add_argument("folder")
    parser.add_argument("sources", nargs="+", type=pathlib.Path)
    parser.add_argument("--least", type=int, default=1)
    parser.add_argument("--options", action="append")
    arguments = parser.parse_args()
    pathlib.Path(arguments.folder).mkdir(parents=True, exist_ok=True)
    tasks = [(arguments, arch, options, source) for arch in SYSTEMS for options in arguments.options or ["-O2", "-O3"]
             for source in arguments.sources]
    failed = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        total, refused = collections.defaultdict(collections.Counter), []
        for task, (counts, refusal, wrong) in zip(tasks, pool.map(compared, tasks)):
            if counts is None:
                refused.append(refusal)
                continue
            total[task[1]] += counts
            total[task[1]]["compilations"] += 1
            failed += wrong
    for arch, counts in total.items():
        print(arch, dict(sorted(counts.items())))
    print(f"{len(refused)} compilations not possible for all systems", *refused[:5], sep="\n  ")
    print(*failed[:20], sep="\n")
    same = min(counts[f"same code on {name}"] for counts in total.values() for name in ("Windows", "macOS"))
    if same < arguments.least:
        print(f"only {same} loops have the same code somewhere, fewer than {arguments.least}")
    return 1 if failed or same < arguments.least else 0


sys.exit(main())

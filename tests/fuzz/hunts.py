#!/usr/bin/env python3
"""Keeps what coverage-guided fuzzing has found and how long it has run.

    hunts.py unpack TARGET FOLDER       writes the inputs of corpus/TARGET.txt to FOLDER
    hunts.py keep TARGET FOLDER         adds inputs in FOLDER, a minimised corpus, to corpus/TARGET.txt
    hunts.py add FOLDER                 adds a row to hours.csv for each fuzz-TARGET.log in FOLDER
    hunts.py page [--write]             compares the table in docs/dev/fuzzing.md with hours.csv, or writes it

A corpus is a text file with one input per line, in base64, so that it is one file per target and its changes are
lines. Small inputs are kept first.
"""
import base64
import csv
import datetime
import hashlib
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
CORPUS = os.path.join(HERE, "corpus")
HOURS = os.path.join(HERE, "hours.csv")
ROOT = os.path.dirname(os.path.dirname(HERE))
PAGE = os.path.join(ROOT, "docs", "dev", "fuzzing.md")
COLUMNS = ["date", "target", "cpu_seconds", "inputs", "failed"]
LARGEST_INPUT = 2048
LARGEST_CORPUS = 16384
TABLE_BEGIN = "| entry point | CPU hours | inputs | runs that failed |\n| --- | --- | --- | --- |\n"


def read_corpus(target):
    path = os.path.join(CORPUS, target + ".txt")
    if not os.path.exists(path):
        return set()
    with open(path, encoding="ascii") as file:
        return {base64.b64decode(line) for line in file.read().split()}


def unpack(target, folder):
    os.makedirs(folder, exist_ok=True)
    for data in read_corpus(target):
        with open(os.path.join(folder, hashlib.sha1(data).hexdigest()), "wb") as file:
            file.write(data)


def keep(target, folder):
    """Inputs that are kept already stay, as far as the minimised corpus still has them. Paths of this machine do not."""
    found = set()
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            data = file.read(LARGEST_INPUT + 1)
        if ROOT.encode() not in data:
            found.add(data)
    kept, size = [], 0
    for data in sorted(found, key=lambda data: (len(data), data)):
        size += len(data)
        if len(data) > LARGEST_INPUT or size > LARGEST_CORPUS:
            break
        kept.append(base64.b64encode(data).decode())
    os.makedirs(CORPUS, exist_ok=True)
    with open(os.path.join(CORPUS, target + ".txt"), "w", encoding="ascii") as file:
        file.write("".join(line + "\n" for line in kept if line))


def number_in(log, pattern):
    found = re.findall(pattern, log, re.MULTILINE)
    return int(found[-1]) if found else 0


def row_of(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        log = file.read()
    return {"date": datetime.date.fromtimestamp(os.path.getmtime(path)).isoformat(),
            "target": os.path.basename(path)[len("fuzz-"):-len(".log")],
            "cpu_seconds": number_in(log, r"^night: (\d+) seconds"),
            "inputs": number_in(log, r"^stat::number_of_executed_units:\s+(\d+)"),
            "failed": 0 if number_in(log, r"^Done (\d+) runs") else 1}


def add(folder):
    logs = sorted(name for name in os.listdir(folder) if name.startswith("fuzz-") and name.endswith(".log"))
    with open(HOURS, "a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        for name in logs:
            writer.writerow(row_of(os.path.join(folder, name)))


def table():
    totals = {}
    with open(HOURS, encoding="utf-8") as file:
        for row in csv.DictReader(file):
            total = totals.setdefault(row["target"], [0, 0, 0])
            for i, column in enumerate(COLUMNS[2:]):
                total[i] += int(row[column])
    lines = [f"| `{target}` | {seconds / 3600:.2f} | {inputs:,} | {failed} |\n"
             for target, (seconds, inputs, failed) in sorted(totals.items())]
    return TABLE_BEGIN + "".join(lines)


def page(writes):
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()
    begin = text.index(TABLE_BEGIN)
    end = text.find("\n\n", begin)
    end = len(text) if end < 0 else end + 1
    wanted = text[:begin] + table() + text[end:]
    if writes:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(wanted)
    elif text != wanted:
        raise SystemExit("docs/dev/fuzzing.md differs from tests/fuzz/hours.csv: run tests/fuzz/hunts.py page --write")


def main(words):
    if words[:1] == ["page"] and words[1:] in ([], ["--write"]):
        page(bool(words[1:]))
    elif words[:1] == ["add"] and len(words) == 2:
        add(words[1])
    elif words[:1] == ["unpack"] and len(words) == 3:
        unpack(*words[1:])
    elif words[:1] == ["keep"] and len(words) == 3:
        keep(*words[1:])
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])

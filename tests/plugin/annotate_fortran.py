# annotate_fortran.py FOLDER TARGET PATTERN: copies the Fortran files below FOLDER to TARGET, with a directive before each `do`. Prints
#   FILE DIRECTIVES for each.
# annotate_fortran.py --count FILE CAPTURE: prints FILE STATUS REASON for each directive that the plugin accounted for.
#
# A loop is found here by a pattern, line by line, on purpose: not as the plugin finds it.
import fnmatch
import json
import pathlib
import re
import sys

FIXED = {".f", ".for", ".ftn"}
FREE = {".f90", ".f95", ".f03", ".f08"}
LOOP = re.compile(r"^\s*(?:\w+\s*:)?\s*do\s*(?:$|!|while\s*\(|concurrent\s*\(|\d+\s*,?\s*\w+\s*=|\w+\s*=[^=]*,)", re.I)
LABEL = re.compile(r"^\s*\d+\s")


def annotated(text, is_fixed):
    lines, count, in_continuation = [], 0, False
    for line in text.split("\n"):
        is_comment = (is_fixed and line[:1] in ("c", "C", "*")) or line.lstrip().startswith("!")
        code = line[6:72] if is_fixed else line
        starts = not in_continuation and not (is_fixed and (len(line) < 6 or line[5] not in " 0" or line[:5].strip()))
        if not is_comment and starts and not LABEL.match(line) and LOOP.match(code):
            lines.append("*OSACA$ analyze" if is_fixed else "!OSACA$ analyze")
            count += 1
        lines.append(line)
        if not is_fixed and not is_comment and line.strip():
            in_continuation = line.split("!")[0].rstrip().endswith("&")
    return "\n".join(lines), count


def copy(folder, target, pattern):
    for path in sorted(pathlib.Path(folder).rglob("*")):
        suffix = path.suffix.lower()
        if suffix not in FIXED | FREE or not fnmatch.fnmatch(path.name, pattern):
            continue
        name = "_".join(path.relative_to(folder).parts)
        text, count = annotated(path.read_text(encoding="latin-1"), suffix in FIXED)
        pathlib.Path(target, name).write_text(text, encoding="latin-1")
        print(name, count)


def count(file, capture):
    with open(capture, encoding="utf-8", errors="replace") as text:
        for annotation in json.load(text)["annotations"]:
            print(file, annotation["status"], annotation["reason"] if annotation["status"] != "found" else "")


if sys.argv[1] == "--count":
    count(*sys.argv[2:])
else:
    copy(*sys.argv[1:])

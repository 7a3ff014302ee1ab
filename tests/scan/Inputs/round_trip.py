"""round_trip.py SCAN git|patch WHAT [--compiler COMPILER]... [FILTER...]

Annotates the loops WHAT of the sources in the current folder by a patch, which `git apply` or `patch` applies. Then
the loops that FILTER lists are annotated, compilers accept the sources without a warning, and nothing is left to
annotate. The patch of --remove restores the sources.
"""

import argparse
import json
import os
import subprocess
import sys

CHECK = ["-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas", "-fopenmp"]
APPLY = {"git": ["git", "apply", "--whitespace=nowarn", "-"], "patch": ["patch", "-p1", "--binary"]}

parser = argparse.ArgumentParser()
parser.add_argument("scan")
parser.add_argument("tool", choices=APPLY)
parser.add_argument("what")
parser.add_argument("--compiler", action="append", default=[])
arguments, filters = parser.parse_known_args()


def scan(*options):
    command = [arguments.scan, "-p", "build", *options]
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout


def apply(patch):
    subprocess.run(APPLY[arguments.tool], input=patch, check=True)


def sources():
    found = {}
    for name in os.listdir("."):
        if name.endswith(".c"):
            with open(name, "rb") as file:
                found[name] = (file.read(), os.path.islink(name))
    return found


def in_files(*options):
    """The listed loops that are written in a file, not in a macro. Only these can be annotated."""
    loops = json.loads(scan("--format", "json", *filters, *options))["loops"]
    return [loop for loop in loops if loop["origin"] == "file"]


before = sources()
apply(scan("--annotate", arguments.what))
loops = in_files()
if not loops or not all(loop["annotated"] for loop in loops):
    sys.exit(f"loops without annotation: {[loop for loop in loops if not loop['annotated']]}")
if in_files("--annotated") != loops:
    sys.exit("--annotated lists other loops")
for compiler in arguments.compiler:
    for name in before:
        subprocess.run([compiler, *CHECK, name], check=True)
if again := scan("--annotate", arguments.what):
    sys.exit(f"annotated twice:\n{again.decode()}")
apply(scan("--remove"))
if sources() != before:
    sys.exit(f"--remove does not restore the sources after --annotate {arguments.what}")

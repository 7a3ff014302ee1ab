"""writes_nothing.py SCAN FOLDER [--xclang]: scans victim.c with each line of standard input as its compile options.

Every scan has to list the loop of victim.c and to leave all files below FOLDER as they are. With --xclang, each word is
passed to the compiler proper, after the word -Xclang.
"""

import subprocess
import sys

import database
from state import state

scan, folder = sys.argv[1:3]
failed = False
for line in sys.stdin:
    words = line.split()
    if "--xclang" in sys.argv:
        words = [argument for word in words for argument in ("-Xclang", word)]
    options = " ".join(words)
    database.write([database.command(options, "victim.c")])
    before = set(state(folder))
    result = subprocess.run([scan, "-p", "build"], capture_output=True, text=True, check=False, timeout=60)
    changes = before ^ set(state(folder))
    if result.returncode != 0 or "victim.c:1:21" not in result.stdout or changes:
        failed = True
        print(f"options: {options}\nexit status: {result.returncode}\n{result.stdout}{result.stderr}")
        print("changed files:", *sorted(changes), sep="\n")
sys.exit(failed)

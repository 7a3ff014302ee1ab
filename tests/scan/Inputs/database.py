"""Writes build/compile_commands.json.

database.py OPTIONS FILE...         one command for each source, in this order
database.py --command FILE WORD...  one command for one source: WORD...
"""

import json
import os
import shlex
import sys


def write(commands):
    entries = [{"directory": os.getcwd(), **command} for command in commands]
    with open("build/compile_commands.json", "w", encoding="utf-8") as file:
        json.dump(entries, file, indent=1)


def command(options, source):
    compiler = "cc" if source.endswith(".c") else "c++"
    return {"file": source, "command": f"{compiler} {options} -c {shlex.quote(source)} -o x.o"}


if __name__ == "__main__":
    if sys.argv[1] == "--command":
        write([{"file": sys.argv[2], "arguments": sys.argv[3:]}])
    else:
        write(command(sys.argv[1], source) for source in sys.argv[2:])

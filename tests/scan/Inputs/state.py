"""state.py FOLDER: prints name, type, size, inode, time of change and a checksum of every file below the folder.

A folder `notes` directly in it is left out.
"""

import hashlib
import os
import stat
import sys


def entry(path):
    status = os.lstat(path)
    content = ""
    if stat.S_ISREG(status.st_mode):
        with open(path, "rb") as file:
            content = hashlib.sha256(file.read()).hexdigest()
    kind = stat.filemode(status.st_mode)
    return f"{path} {kind} {status.st_size} {status.st_ino} {status.st_mtime_ns} {content}"


def state(folder):
    lines = []
    for parent, folders, files in os.walk(folder):
        if parent == folder and "notes" in folders:
            folders.remove("notes")
        lines += [entry(os.path.join(parent, name)) for name in folders + files]
    return sorted(lines)


if __name__ == "__main__":
    print("\n".join(state(sys.argv[1])))

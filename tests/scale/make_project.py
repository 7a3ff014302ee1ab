#!/usr/bin/env python3
"""Makes a large project out of a few objects: many objects with reports, and their sources.

    make_project.py FOLDER COUNT SOURCE=OBJECT...

Each SOURCE was compiled to OBJECT with the plugin's argument `embed`. The names of its functions end with `_STEM`, where
STEM is the name of the source without its extension. The copies differ in the names of the file and of the functions,
so all of their loops are different loops. Objects are in FOLDER/build, with a hundred in each folder; the sources are in
FOLDER/src.
"""
import multiprocessing
import os
import re
import struct
import sys
import zlib

OBJECTS_PER_FOLDER = 100
RECORD_HEADER = "<8sIIQQ"  # plugin-common/embedded_format.md


def section_of(elf, name):
    """The contents of a section of a 64-bit little-endian ELF file."""
    table, = struct.unpack_from("<Q", elf, 40)
    count, names = struct.unpack_from("<HH", elf, 60)
    headers = [struct.unpack_from("<IIQQQQ", elf, table + 64 * i) for i in range(count)]
    strings = headers[names][4]
    for header in headers:
        start = strings + header[0]
        if elf[start:elf.index(b"\0", start)] == name:
            return elf[header[4]:header[4] + header[5]]
    raise SystemExit("the object has no section " + name.decode())


def object_with(section):
    """An object of x86-64 whose only content is a section `.osaca`."""
    names = b"\0.osaca\0.shstrtab\0"
    table = (64 + len(section) + len(names) + 7) // 8 * 8
    identity = b"\x7fELF\2\1\1" + bytes(9)
    header = identity + struct.pack("<HHIQQQIHHHHHH", 1, 62, 1, 0, 0, table, 0, 64, 0, 0, 64, 3, 2)
    excluded = 0x80000000
    rows = [struct.pack("<IIQQQQIIQQ", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
            struct.pack("<IIQQQQIIQQ", 1, 1, excluded, 0, 64, len(section), 0, 0, 1, 0),
            struct.pack("<IIQQQQIIQQ", 8, 3, 0, 0, 64 + len(section), len(names), 0, 0, 1, 0)]
    padding = bytes(table - 64 - len(section) - len(names))
    return header + section + names + padding + b"".join(rows)


class Unit:
    def __init__(self, source, path):
        self.stem, self.extension = os.path.splitext(os.path.basename(source))
        with open(source, encoding="utf-8") as file:
            self.text = file.read()
        with open(path, "rb") as file:
            record = section_of(file.read(), b".osaca")
        size = struct.unpack_from(RECORD_HEADER, record)[3]
        self.report = zlib.decompress(record[32:32 + size]).decode()
        self.function = re.compile(r"(?<=_)%s\b" % self.stem)
        self.file = re.compile(r"\b%s(?=\.)" % self.stem)

    def write_copy(self, folder, number):
        new = "%s%05d" % (self.stem, number)
        report = self.function.sub(new, self.file.sub("src/" + new, self.report)).encode()
        packed = zlib.compress(report, 3)
        record = struct.pack(RECORD_HEADER, b"OSACA\r\n\x1a", 1, 1, len(packed), len(report)) + packed
        below = "%03d" % (number // OBJECTS_PER_FOLDER)
        os.makedirs(os.path.join(folder, "build", below), exist_ok=True)
        with open(os.path.join(folder, "build", below, new + ".o"), "wb") as file:
            file.write(object_with(record))
        with open(os.path.join(folder, "src", new + self.extension), "w", encoding="utf-8") as file:
            file.write(self.function.sub(new, self.text))


def main():
    folder, count = sys.argv[1], int(sys.argv[2])
    units = [Unit(*argument.split("=", 1)) for argument in sys.argv[3:]]
    os.makedirs(os.path.join(folder, "src"), exist_ok=True)
    with multiprocessing.Pool() as pool:
        pool.starmap(write_one, [(units[i % len(units)], folder, i) for i in range(count)], chunksize=50)


def write_one(unit, folder, number):
    unit.write_copy(folder, number)


if __name__ == "__main__":
    main()

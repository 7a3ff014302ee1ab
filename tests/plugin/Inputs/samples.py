#!/usr/bin/env python3
"""Writes samples of a program as `perf script` prints them, so that the results are known.

samples.py instructions PROGRAM SAMPLES SHARES FUNCTION:PERIOD...
    one sample for each instruction of the functions, at two load addresses, and one of the kernel. SHARES has a line
    "FUNCTION: SHARE" for each function: the share of samples in its last loop, from binutils' disassembly
samples.py entries PROGRAM SAMPLES FUNCTION:PERIOD...
    one sample at the first instruction of each function, with the frame of an inlined function before its own frame
"""

import os
import re
import subprocess
import sys

BASES = 0x555500000000, 0x7F1200000000
KERNEL = 5


def address_of(program, function):
    for line in subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout.splitlines():
        words = line.split()
        if words[-1] == function:
            return int(words[0], 16)
    sys.exit(f"{program} has no function {function}")


def disassembly(program, function):
    """(address, mnemonic, operands) of each instruction."""
    command = ["objdump", "-d", "--no-show-raw-insn", program]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    body = re.search(rf"^[0-9a-f]+ <{function}>:\n(.*?)(\n\n|\Z)", text, re.M | re.S).group(1)
    for line in body.splitlines():
        address, _, instruction = line.partition(":")
        words = instruction.split()
        if words:
            yield int(address, 16), words[0], words[1:]


def last_loop(code):
    """The addresses from the target of the last conditional jump backwards to this jump."""
    loop = range(0)
    for address, mnemonic, operands in code:
        if mnemonic.startswith("j") and mnemonic != "jmp" and operands:
            target = int(operands[0], 16)
            if code[0][0] <= target <= address:
                loop = range(target, address + 1)
    return loop


def instructions(program, samples, shares, *functions):
    path = os.path.abspath(program)
    total, in_loop = KERNEL, {}
    with open(samples, "w", encoding="utf-8") as out:
        for function, period in (name.split(":") for name in functions):
            code = list(disassembly(program, function))
            loop = last_loop(code)
            for address, _, _ in code:
                for base in BASES:
                    symbol = f"{function}+0x{address - code[0][0]:x}"
                    out.write(f"prog 17 1.0: {period} cpu-clock:u: {base + address:x} {symbol} ({path})\n")
            weight = int(period) * len(BASES)
            total += weight * len(code)
            in_loop[function] = weight * sum(address in loop for address, _, _ in code)
        out.write(f"prog 17 1.0: {KERNEL} cpu-clock:u: ffffffff81000000 clear_page+0x7 ([kernel.kallsyms])\n")
    with open(shares, "w", encoding="utf-8") as out:
        for function, weight in sorted(in_loop.items()):
            if weight / total <= 0.02:
                sys.exit(f"{function}: the loop has only {weight} of {total} samples")
            out.write(f"{function}: {weight / total:.8f}\n")


def entries(program, samples, *functions):
    path = os.path.abspath(program)
    with open(samples, "w", encoding="utf-8") as out:
        for function, period in (name.split(":") for name in functions):
            address = address_of(program, function)
            out.write(f"joint 17 1.0: {period} cpu-clock:u:\n")
            out.write(f"\t{address:x} helper+0x3 (inlined)\n\t{address:x} {function}+0x0 ({path})\n\n")


{"instructions": instructions, "entries": entries}[sys.argv[1]](*sys.argv[2:])

#!/usr/bin/env python3
"""Chains through single operands on cores that only LLVM describes: `osaca` against llvm-mca, which reads the same figures.

    llvm_chains.py OSACA LLVM_MCA ISA:CPU ...      e.g. aarch64:cortex-a510 x86_64:btver2 riscv64:sifive-p450

Each chain passes its value on from an instruction's result to one of its operands, or through two instructions, so that nothing but the
latency between the two counts: the largest of our bounds, for cores that execute in order, too. The cycles must be the same within 2 %."""
import json
import subprocess
import sys

CHAINS = {
    "aarch64": ["add x0, x0, x1", "add x0, x1, x0", "add x0, x1, x0, lsl #3", "sub w0, w0, #1", "madd x0, x0, x1, x2",
                "madd x0, x1, x2, x0", "mul x0, x0, x1", "eor x0, x0, x1, ror #7", "lsl x0, x0, x1", "ubfx x0, x0, #3, #9",
                "csel x0, x0, x1, eq", "ldr x0, [x0]", "ldr x0, [x1, x0, lsl #3]", "fadd d0, d0, d1", "fmul d0, d0, d1",
                "fmadd d0, d0, d1, d2", "fmadd d0, d1, d2, d0", "fmla v0.2d, v1.2d, v2.2d", "fmla v0.2d, v0.2d, v2.2d",
                "mla v0.4s, v1.4s, v2.4s", "add v0.4s, v0.4s, v1.4s", "smlal v0.4s, v1.4h, v2.4h", "sabal v0.8h, v1.8b, v2.8b",
                "add x0, x0, x1\nmadd x0, x0, x2, x3", "fmul v0.2d, v0.2d, v1.2d\nfmla v0.2d, v2.2d, v3.2d",
                "mul x0, x0, x1\nadd x0, x0, x2"],
    "x86_64": ["addq %rax, %rax", "addq %rcx, %rax", "leaq (%rax,%rcx), %rax", "imulq %rcx, %rax", "shlq $3, %rax", "popcntq %rax, %rax",
               "addsd %xmm1, %xmm0", "mulsd %xmm1, %xmm0", "movq (%rax), %rax", "paddd %xmm1, %xmm0", "pmulld %xmm1, %xmm0",
               "pshufd $27, %xmm0, %xmm0", "addq %rcx, %rax\nimulq %rdx, %rax", "mulps %xmm1, %xmm0\naddps %xmm2, %xmm0"],
    "riscv64": ["add a0, a0, a1", "mul a0, a0, a1", "slli a0, a0, 3", "ld a0, 0(a0)", "fadd.d fa0, fa0, fa1", "fmul.d fa0, fa0, fa1",
                "fmadd.d fa0, fa1, fa2, fa0", "fmadd.d fa0, fa0, fa1, fa2", "add a0, a0, a1\nmul a0, a0, a2", "mul a0, a0, a1\nadd a0, a0, a2"],
}
ATTRIBUTES = {"aarch64": "", "x86_64": "", "riscv64": "+m,+f,+d"}
COMMENTS = {"aarch64": "//", "x86_64": "#", "riscv64": "#"}
COPIES = 8  # what a copy begins with, another ends with: the last one of an iteration leads to the first one of the next


def program(isa):
    mark = COMMENTS[isa] + " LLVM-MCA-"
    return "".join(f"{mark}BEGIN c{n}\n" + (chain + "\n") * COPIES + f"{mark}END c{n}\n" for n, chain in enumerate(CHAINS[isa]))


def by_llvm_mca(mca, isa, cpu):
    command = [mca, f"-mtriple={isa}-linux-gnu", f"-mcpu={cpu}", "-iterations=400", "-json", "-instruction-info=0", "-resource-pressure=0",
               "-skip-unsupported-instructions=any"]
    if ATTRIBUTES[isa]:
        command.append("-mattr=" + ATTRIBUTES[isa])
    run = subprocess.run(command, input=program(isa), capture_output=True, text=True, check=False)
    if run.returncode != 0:
        return None
    found = {}
    for region in json.loads(run.stdout)["CodeRegions"]:
        view = region["SummaryView"]
        if view["Instructions"] == view["Iterations"] * COPIES * (1 + CHAINS[isa][int(region["Name"][1:])].count("\n")):
            found[region["Name"]] = view["TotalCycles"] / view["Iterations"]
    return found


def by_osaca(osaca, isa, cpu):
    run = subprocess.run([osaca, "--arch", cpu, "--format", "json", "-"], input=program(isa), capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        sys.exit(f"{cpu}: {run.stderr.strip()[-300:]}")
    report = json.loads(run.stdout)
    return {kernel["name"]: max(kernel["bounds"].values()) for kernel in report["kernels"]
            if all(finding["rule"] != "osaca-unknown-instruction" for finding in kernel["findings"])}


def main():
    osaca, mca = sys.argv[1:3]
    wanted = sys.argv[3:]
    wrong = compared = 0
    for isa in CHAINS:
        for cpu in [name.split(":")[1] for name in wanted if name.split(":")[0] == isa]:
            theirs = by_llvm_mca(mca, isa, cpu)
            if theirs is None:
                print(f"{cpu}: llvm-mca has no figures")
                continue
            ours = by_osaca(osaca, isa, cpu)
            for number, chain in enumerate(CHAINS[isa]):
                name = f"c{number}"
                if name not in theirs or name not in ours:
                    continue
                compared += 1
                if abs(ours[name] - theirs[name]) > 0.02 * theirs[name] + 0.05:
                    wrong += 1
                    print(f"{cpu}: {chain!r}: {ours[name] / COPIES:.2f} cycles, llvm-mca {theirs[name] / COPIES:.2f}")
    print(f"{compared} chains, {wrong} differ")
    return 1 if wrong or compared == 0 else 0


if __name__ == "__main__":
    sys.exit(main())

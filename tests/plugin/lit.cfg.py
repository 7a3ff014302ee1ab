# The tests of a plugin in its compiler; each compiler with a plugin has a suite of its own in the build folder.
#
# %cc, %cxx, %fc            the compilers, without the plugin
# %{capture_cc}, _cxx, _fc  with the plugin, and a stand-in for the driver that keeps the capture in %t/capture.json
#                           and answers one note per annotation (fake_driver.sh)
# %{osaca_cc}, _cxx, _fc    with the plugin and the real driver
# %{show}                   prints a capture one fact a line (show_capture.py)
# %{show_report}            prints facts of a report, one a line (Inputs/show_report.py)
# %{folder}                 makes %t, and works there; %{files} does so with the parts of the test file
# %{said}                   what the compiler calls a message of the plugin: note (GCC) or remark (Clang)
# %{arch}                   a core for the compiler's target
# %{lto_ar}                 the archiver for objects with intermediate code (GCC)
# %{plugin}, %{plugins}     this compiler's plugin, and the folder with the plugins of all compilers
# %{loader}                 loads the plugin for the compiler that it runs in
# %{llvm_mca}               the names of all llvm-mca that are installed
#
# Features: gcc or clang; gcc-12 and the like; x86_64, aarch64 or riscv64; cxx, fortran, ada, lto; since-N for each N up
# to the compiler's version ("clang && since-18"); links and runs (programs can be linked, and be run here); llvm-mca,
# ccache, distcc (they are installed); gate (there is no time for all sets of options).

import os
import platform
import re
import shutil
import subprocess
import sys

import suite
from suite import quoted

suite.set_up(config, config.identity, [".c", ".cc", ".f90", ".test"])
config.excludes += ["sources"]


def answer(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


family, version = config.identity.split("-")[:2]
target = answer(config.compiler, "-dumpmachine").split("-")[0]
config.available_features |= {family, f"{family}-{version}", target}
compilers = {"cc": config.compiler}
if config.cxx:
    config.available_features.add("cxx")
    compilers["cxx"] = config.cxx
config.available_features |= {f"since-{number}" for number in range(11, int(version) + 1)}
if family == "gcc":
    # GCC answers with the bare name if the program is not installed.
    programs = {"fortran": "f951", "ada": "gnat1", "lto": "lto1"}
    for feature, program in programs.items():
        if answer(config.compiler, f"-print-prog-name={program}") != program:
            config.available_features.add(feature)
if "fortran" in config.available_features:
    compilers["fc"] = config.compiler
if target == platform.machine():
    config.available_features.add("runs")
empty_main = "int main(void) { return 0; }"
link = [config.compiler, "-x", "c", "-", "-o", os.devnull]
if subprocess.run(link, input=empty_main, text=True, capture_output=True, check=False).returncode == 0:
    config.available_features.add("links")
for program in ("ccache", "distcc"):
    if shutil.which(program):
        config.available_features.add(program)
# Settings of the person who runs the tests must not change the results.
config.environment = {key: value for key, value in config.environment.items() if not key.startswith(("CCACHE_", "DISTCC_"))}
llvm_mca = [name for name in ["llvm-mca"] + [f"llvm-mca-{number}" for number in range(14, 30)] if shutil.which(name)]
if llvm_mca:
    config.available_features.add("llvm-mca")
# Where there is no time for all sets of options, every third is tried.
if lit_config.params.get("shift") == "gate":
    config.available_features.add("gate")

plugin = f"-fplugin={quoted(config.plugin)} -fplugin-arg-osaca-driver="
fake = quoted(os.path.join(config.test_source_root, "fake_driver.sh"))
for name, compiler in compilers.items():
    compiler = quoted(compiler)
    config.substitutions.append((f"%{name}\\b", compiler))
    config.substitutions.append((f"%{{capture_{name}}}", f'env OSACA_FAKE_OUT="%t" {compiler} {plugin}{fake}'))
    config.substitutions.append((f"%{{osaca_{name}}}", f"{compiler} {plugin}{quoted(config.driver)}"))
config.substitutions += [
    ("%{show}", f"{quoted(sys.executable)} {quoted(os.path.join(config.test_source_root, 'show_capture.py'))}"),
    ("%{show_report}", f"{quoted(sys.executable)} {quoted(config.test_source_root)}/Inputs/show_report.py"),
    ("%{python}", quoted(sys.executable)),
    ("%{arch}", {"x86_64": "zen4", "aarch64": "neoverse-v2", "riscv64": "sifive-p670"}.get(target, "unknown")),
    ("%{lto_ar}", quoted(re.sub(r"gcc(-[0-9]*)?$", r"gcc-ar\1", config.compiler))),
    ("%{llvm_mca}", " ".join(llvm_mca)),
    ("%{said}", "remark" if family == "clang" else "note"),
    ("%{sources}", quoted(os.path.join(config.test_source_root, "sources"))),
    ("%{plugin}", quoted(config.plugin)),
    ("%{plugins}", quoted(os.path.dirname(os.path.dirname(config.plugin)))),
    ("%{loader}", quoted(config.loader)),
    ("%{osaca}", quoted(config.driver)),
    ("%{fake_driver}", fake),
    ("%{identity}", config.identity),
    ("%{family}", family),
    ("%{version}", version),
    ("%{target}", target),
]

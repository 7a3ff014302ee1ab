# `osaca scan` on small projects. Each test works in %t/project, whose compile commands are in the folder build.
#
# %{project}                    works in %t/project, which has the parts of the test file and the empty folder build
# %{empty_project}              the same for a test file without parts
# %{database} OPTIONS FILE...   writes compile commands with these options for the sources (Inputs/database.py)
# %{command} FILE WORD...       writes one compile command for a source
# %{scan}                       the program osaca-scan
# %{osaca}                      the driver, which runs osaca-scan for `osaca scan`
# %{round_trip}                 annotates sources, checks them, and removes the annotations again (Inputs/round_trip.py)
# %{state}                      prints names, types, sizes, times and contents of all files below %t (Inputs/state.py)
# %{writes_nothing}             scans with options that let a compiler write files (Inputs/writes_nothing.py)
# %{every_option}               prints compile commands with every option of Clang (every_option.cpp)
#
# Features: git and patch (the programs), unprivileged (file permissions apply to this user).

import os
import shutil
import sys

import suite
from suite import quoted

suite.set_up(config, "scan", [".test"])
config.available_features |= {tool for tool in ("git", "patch") if shutil.which(tool)}
if os.geteuid() != 0:
    config.available_features.add("unprivileged")

# The build folder may be part of a working copy. The root of a test's project is the project itself: it looks like a
# working copy to osaca-scan, and git does not look for one above it.
config.environment["GIT_CEILING_DIRECTORIES"] = os.path.realpath(config.test_exec_root)
go_there = 'mkdir -p "%t/project/build" "%t/project/.git" && cd "%t/project"'


def helper(name, *arguments):
    script = os.path.join(config.test_source_root, "Inputs", name)
    return " ".join(quoted(word) for word in (sys.executable, "-B", script, *arguments))


compilers = [compiler for compiler in (config.compiler, config.clang) if os.path.exists(compiler)]
with_compilers = [f"--compiler={compiler}" for compiler in compilers]
config.substitutions += [
    ("%{project}", f'rm -rf "%t" && mkdir "%t" && split-file "%s" "%t/project" && {go_there}'),
    ("%{empty_project}", f'rm -rf "%t" && {go_there}'),
    ("%{scan}", quoted(config.scan)),
    ("%{osaca}", quoted(config.driver)),
    ("%{every_option}", quoted(config.every_option)),
    ("%{database}", helper("database.py")),
    ("%{command}", helper("database.py", "--command")),
    ("%{round_trip}", helper("round_trip.py", *with_compilers, config.scan)),
    ("%{state}", helper("state.py") + ' "%t"'),
    ("%{writes_nothing}", helper("writes_nothing.py", config.scan) + ' "%t"'),
]

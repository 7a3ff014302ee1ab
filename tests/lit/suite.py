"""What all suites of lit tests share: the shell, the tools on PATH, and the environment.

A suite is a folder of `.test` files or of sources with RUN lines. CMake writes its `lit.site.cfg.py` into the build folder
(tests/lit/lit_suites.cmake): it says where things are, and loads the suite's own `lit.cfg.py`, which calls set_up().
"""

import os
from shlex import quote as quoted

import lit.formats

# What the settings of the person who runs the tests must not change.
UNSET = {"NO_COLOR", "COLUMNS", "CLICOLOR_FORCE"}


def set_up(config, name, suffixes):
    config.name = name
    config.suffixes = suffixes
    config.excludes = ["Inputs"]
    config.test_format = lit.formats.ShTest(execute_external=True)
    # A substitution may contain others.
    config.recursiveExpansionLimit = 5
    config.environment = {key: value for key, value in os.environ.items() if key not in UNSET}
    config.environment["PATH"] = os.pathsep.join([config.osaca_tools, config.llvm_tools, os.environ["PATH"]])
    config.environment["FILECHECK_OPTS"] = "--allow-unused-prefixes --dump-input-filter=error"
    config.substitutions.append(("%{exits}", quoted(os.path.join(config.lit_folder, "exits"))))
    config.substitutions.append(("%{folder}", 'rm -rf "%t" && mkdir -p "%t" && cd "%t"'))
    # The parts of a test file ("#--- NAME") as files of an empty folder, in which the next RUN lines work.
    config.substitutions.append(("%{files}", 'rm -rf "%t" && split-file "%s" "%t" && cd "%t"'))

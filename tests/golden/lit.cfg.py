# What the program `osaca` prints for a command and its input.
#
# %{files}            works in an empty folder with the parts of the test file
# %{folder}           works in an empty folder
# %{exits} N COMMAND  the command has exit status N
# %{json} FILE PATH   prints values of a JSON file, one a line (Inputs/json_values.py)
#
# `CHECK-NOT: {{.+}}` before the first CHECK line means that this is the first line of the output.
#
# Features: x86_64, aarch64 or riscv64 (of this machine).

import os
import platform
import sys

import suite
from suite import quoted

suite.set_up(config, "golden", [".test"])
config.available_features.add(platform.machine())
json_values = os.path.join(config.test_source_root, "Inputs", "json_values.py")
config.substitutions.append(("%{json}", f"{quoted(sys.executable)} {quoted(json_values)}"))

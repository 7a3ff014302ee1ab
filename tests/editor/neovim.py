# Neovim, without a window, in the project: neovim.lua is what it does.
import argparse
import os
import pathlib
import subprocess
import sys

from project import Project


def main():
    parser = argparse.ArgumentParser()
    for name in ("--osaca", "--compiler", "--plugin", "--neovim"):
        parser.add_argument(name, required=True)
    tools = parser.parse_args()
    project = Project(tools)
    project.compile()
    home = project.root.parent
    environment = {**os.environ, "OSACA_TEST_DRIVER": tools.osaca, "HOME": str(home), "XDG_CONFIG_HOME": str(home), "XDG_STATE_HOME": str(home),
                   "XDG_DATA_HOME": str(home), "XDG_CACHE_HOME": str(home)}
    script = pathlib.Path(__file__).with_name("neovim.lua").resolve()
    ran = subprocess.run([tools.neovim, "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", f"luafile {script}"], cwd=project.root,
                         env=environment, timeout=100, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print(ran.stdout)
    project.close()
    return 0 if ran.returncode == 0 and "good" in ran.stdout else 1


sys.exit(main())

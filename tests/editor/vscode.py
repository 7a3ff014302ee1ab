# VS Code's protocol library, in the project: vscode.js is what it does.
import argparse
import pathlib
import subprocess
import sys

from project import Project

parser = argparse.ArgumentParser()
for name in ("--osaca", "--compiler", "--plugin", "--package"):
    parser.add_argument(name, required=True)
tools = parser.parse_args()
project = Project(tools)
project.compile()
script = pathlib.Path(__file__).with_name("vscode.js").resolve()
status = subprocess.run(["node", script, tools.package, tools.osaca, project.root], timeout=100).returncode
project.close()
sys.exit(status)

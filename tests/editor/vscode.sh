#!/bin/sh
# vscode.sh ARGUMENTS OF vscode.py...: VS Code's protocol library as the client; it is fetched once.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../formats/packages.sh"
command -v node >/dev/null || skip "no node here"
npm_package vscode-languageserver-protocol 3.17.5
exec python3 -B "$here/vscode.py" "$@" --package "$package_dir"

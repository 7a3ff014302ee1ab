#!/bin/sh
# junit.sh FOLDER: the counts of the .xml files there against their contents.
set -eu
here=$(dirname "$0")
for file in "$1"/*.xml; do
  python3 "$here/junit.py" "$file"
done

#!/bin/sh
# markdown.sh FOLDER: the .md files there as an independent reader of GitHub's Markdown shows them.
set -eu
here=$(dirname "$0")
folder=$1
. "$here/packages.sh"

command -v cmark-gfm >/dev/null || skip "no cmark-gfm here (Debian: cmark-gfm)"
for file in "$folder"/*.md; do
  cmark-gfm -e table -e strikethrough -e autolink --unsafe "$file" > "$file.html"
done
python3 "$here/markdown.py" "$folder"

#!/bin/sh
# Runs clang-tidy (.clang-tidy has the list of checks) on the sources that changed in git.
#
#   tests/tidy.sh [--all | --since REVISION]
#
# REVISION is HEAD of two days ago by default. A changed header is checked with the source of its name. The compile commands
# are those of the preset `apart`, which has to be built before: some sources include headers that the build writes.
set -u
cd "$(dirname "$0")/.." || exit 2
since=$(git rev-list -1 --before='2 days ago' HEAD)
case ${1:-} in
--all) since= ;;
--since) since=${2:?--since needs a revision} ;;
'') ;;
*) sed -n '4s/^# *//p' "$0"; exit 2 ;;
esac
command -v clang-tidy-22 >/dev/null || { echo "clang-tidy-22 is not installed"; exit 2; }
[ -f build/apart/compile_commands.json ] || { echo "run this first: cmake --preset apart && cmake --build --preset apart"; exit 2; }
if [ -n "$since" ]; then
  changed=$(git diff --name-only --diff-filter=d "$since" -- '*.cpp' '*.h')
else
  changed=$(git ls-files -- '*.cpp' '*.h')
fi
# The sources with a compile command, each once.
echo "$changed" | sed 's/\.h$/.cpp/' | sort -u | while read -r source; do
  ! grep -qF "\"file\": \"$PWD/$source\"" build/apart/compile_commands.json || echo "$source"
done >build/apart/tidy-sources
echo "$(wc -l <build/apart/tidy-sources) sources"
xargs -r -P "$(nproc)" -n 4 clang-tidy-22 -p build/apart --quiet <build/apart/tidy-sources

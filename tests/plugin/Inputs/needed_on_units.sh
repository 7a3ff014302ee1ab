#!/bin/sh
# needed_on_units.sh ROOT CXX COMMAND...: CXX is the compiler, and COMMAND compiles with the plugin.
here=$(dirname "$0")
root=$1 cxx=$2
shift 2

# Adds a pragma before the loop in the middle of those that begin a line where a statement may begin.
annotate() {
  awk '
    { lines[NR] = $0 }
    $0 ~ /^[ ]+(for|while) \(/ && before ~ /[;{}]$/ { loops[++count] = NR }
    /[^ ]/ { before = $0 }
    END {
      for (line = 1; line <= NR; ++line) {
        if (count && line == loops[int(count / 2) + 1]) print "#pragma osaca analyze"
        print lines[line]
      }
    }' "$1"
}

compared=0
with_code=0
for source in plugin-common/arguments.cpp plugin-common/json_writer.cpp plugin-common/loop_fate.cpp \
  plugin-common/loop_requests.cpp plugin-common/capture.cpp plugin-common/driver_client.cpp \
  analyzer/base/text.cpp analyzer/container/elf.cpp analyzer/container/archive.cpp; do
  [ -e "$root/$source" ] || continue
  annotate "$root/$source" >unit.cpp
  for options in -O2 "-O3 -g"; do
    options="$options -w -std=c++20 -I$root/plugin-common -I$root/analyzer -I$root/analyzer/base \
      -I$root/analyzer/include -I$(dirname "$root/$source")"
    # The library of an older compiler may lack what the source uses.
    # shellcheck disable=SC2086
    "$cxx" $options -c unit.cpp -o o.o 2>messages || continue
    # shellcheck disable=SC2086
    sh "$here/whole_unit.sh" unit.cpp "$@" $options || { echo "unit.cpp is made of $source"; exit 1; }
    compared=$((compared + 1))
    [ ! -s whole.code ] || with_code=$((with_code + 1))
  done
done
echo "$compared compared, $with_code of them with code of the loop"
[ "$compared" -ge 6 ] && [ "$with_code" -ge 4 ]

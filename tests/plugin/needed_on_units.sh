#!/bin/sh
# As needed.sh, on units that nobody wrote for it: some of this project's own sources, each with a pragma at the loop in
# its middle. What Clang's plugin leaves out of its second run must not show in the code of the loop, nor in what
# became of it.
. "$(dirname "$0")/lib.sh"

case $("$compiler" --version) in *clang*) ;; *) echo "only Clang's plugin generates code twice"; exit 0 ;; esac
[ -n "$cxx" ] || { echo "there is no C++ compiler"; exit 0; }
root=$(cd "$here/../.." && pwd)

# A pragma before the loop in the middle of those that begin a line where a statement may begin.
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

compare() { # source, options...
  source=$1
  shift
  set -- "$@" -w -std=c++20 -I"$root/plugin-common" -I"$root/analyzer" -I"$root/analyzer/base" -I"$root/analyzer/include" \
    -I"$(dirname "$root/$source")" -c "$work/unit.cpp" -o "$work/o.o"
  annotate "$root/$source" >"$work/unit.cpp"
  "$cxx" "$@" 2>/dev/null || return # an older compiler's library may lack what it uses
  for mode in needed whole; do
    rm -f "$work/capture.json"
    whole=
    [ $mode = needed ] || whole=-fplugin-arg-osaca-whole_unit
    with_plugin "$cxx" "$@" $whole 2>"$work/err" || fail "$source does not compile with the plugin"
    [ -e "$work/capture.json" ] || { fail "$source: nothing was asked for"; return; }
    code >"$work/$mode"
    annotations >"$work/$mode.annotations"
  done
  compared=$((compared + 1))
  [ ! -s "$work/whole" ] || with_code=$((with_code + 1))
  diff "$work/needed.annotations" "$work/whole.annotations" || fail "$source: what became of the loop"
  diff "$work/needed" "$work/whole" >"$work/diff" ||
    fail "$source: the code differs: $(grep '^[<>]' "$work/diff" | cut -c1-60)"
}

compared=0
with_code=0
for source in plugin-common/arguments.cpp plugin-common/json_writer.cpp plugin-common/loop_fate.cpp \
  plugin-common/loop_requests.cpp plugin-common/capture.cpp plugin-common/driver_client.cpp \
  analyzer/base/text.cpp analyzer/container/elf.cpp analyzer/container/archive.cpp; do
  [ -e "$root/$source" ] || continue
  compare "$source" -O2
  compare "$source" -O3 -g
done
echo "$compared compared, $with_code of them with code of the loop"
[ "$compared" -ge 6 ] && [ "$with_code" -ge 4 ] || fail "too little was compared"
finish

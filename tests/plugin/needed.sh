#!/bin/sh
# Clang's plugin generates only what the annotated loops need a second time: the captured code must be the one that
# generating the whole unit gives, but for the numbers in labels.
. "$(dirname "$0")/lib.sh"

case $("$compiler" --version) in *clang*) ;; *) echo "only Clang's plugin generates code twice"; exit 0 ;; esac

for source in needed.cc decoder.c placement.cc placement.c vanish.c reductions.c; do
  tool=$(tool_for $source)
  [ -n "$tool" ] && [ -e "$here/sources/$source" ] || continue
  for options in -O0 -O1 -O2 "-O3 -march=x86-64-v3" "-O2 -g -fopenmp"; do
    is_turn || continue
    rm -f "$work/capture.json"
    with_plugin "$tool" $options -c "$here/sources/$source" -o "$work/o.o" 2>"$work/err" || fail "$source does not compile"
    code >"$work/needed"
    annotations >"$work/needed.annotations"
    with_plugin "$tool" $options -fplugin-arg-osaca-whole_unit -c "$here/sources/$source" -o "$work/o.o" 2>"$work/err" ||
      fail "$source does not compile"
    code >"$work/whole"
    annotations >"$work/whole.annotations"
    [ -s "$work/needed" ] || fail "$source $options: nothing was captured"
    diff "$work/needed.annotations" "$work/whole.annotations" || fail "$source $options: what became of the loops"
    diff "$work/needed" "$work/whole" >"$work/diff" ||
      fail "$source $options: the code differs: $(grep '^[<>]' "$work/diff" | cut -c1-60)"
  done
done
finish

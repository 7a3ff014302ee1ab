#!/bin/sh
# How likely branches are taken, held against what Clang's own code generator says of each block of its code (-pgo-analysis-map).
. "$(dirname "$0")/lib.sh"
oracle="-fbasic-block-address-map -mllvm -pgo-analysis-map=br-prob"
echo 'int f(int *a, int n) { int s = 0; for (int i = 0; i < n; ++i) s += a[i] > 3 ? i : a[i]; return s; }' >"$work/probe.c"
"$compiler" -O1 $oracle -S "$work/probe.c" -o "$work/probe.s" 2>"$work/err" || { echo "left out: $(head -1 "$work/err")"; exit 0; }

for options in "-O2" "-O2 -fno-unroll-loops" "-O3" "-O1"; do
  with_plugin "$compiler" $options -fplugin-arg-osaca-all -c "$here/sources/branches.c" -o "$work/o.o" 2>"$work/err" ||
    fail "$options: $(cat "$work/err")"
  "$compiler" $options -Wno-unknown-pragmas $oracle -S "$here/sources/branches.c" -o "$work/all.s"
  python3 "$here/compare_branches.py" "$work/capture.json" "$work/all.s" >"$work/told" 2>&1 || fail "$options: $(cat "$work/told")"
done
finish

#!/bin/sh
# Every annotated loop is accounted for: what is said about those that are gone.
. "$(dirname "$0")/lib.sh"

file=$here/sources/vanish.c
with_plugin "$compiler" -O3 -c "$file" -o "$work/o.o" 2>"$work/err" || fail "does not compile"
annotations >"$work/actual"
sed -n 's/.*EXPECT \(.*\) \*\/$/\1/p' "$file" >"$work/expected"
[ "$(wc -l <"$work/actual")" = "$(wc -l <"$work/expected")" ] || fail "not one entry per pragma"
n=0
while read -r status reason; do
  n=$((n + 1))
  line=$(sed -n "${n}p" "$work/actual")
  case $line in *" $status "*"$reason"*) ;; *) fail "expected '$status $reason', got '$line'" ;; esac
done <"$work/expected"
grep -q '"name":"caller"' "$work/capture.json" || fail "the inlined copies are not in their caller"
[ "$(grep -o '"annotation":4,' "$work/capture.json" | wc -l)" -ge 2 ] || fail "two inlined copies expected"

# At -O0 everything that is emitted still loops.
with_plugin "$compiler" -O0 -c "$file" -o "$work/o.o" 2>"$work/err" || fail "does not compile at -O0"
[ "$(annotations | grep -c ' found ')" = 5 ] || fail "at -O0: $(annotations)"

# function= takes that function's innermost loops alone; all takes every one.
with_plugin "$compiler" -O1 -fplugin-arg-osaca-function=plain -c "$here/sources/plain.c" -o "$work/o.o" 2>"$work/err"
grep -q '"kind":"function","status":"found"' "$work/capture.json" || fail "function= did not find the loop"
with_plugin "$compiler" -O1 -fplugin-arg-osaca-all -c "$here/sources/plain.c" -o "$work/o.o" 2>"$work/err"
grep -q '"kind":"all","status":"found"' "$work/capture.json" || fail "all did not find the loop"
rm -f "$work/calls"
with_plugin "$compiler" -O1 -fplugin-arg-osaca-function=nobody -c "$here/sources/plain.c" -o "$work/o.o" 2>"$work/err"
grep -q "no function .*nobody" "$work/err" || fail "nothing said about a function that is not there"
finish

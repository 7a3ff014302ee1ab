#!/bin/sh
# The plugin loads into its compiler with every symbol found, says nothing about a file without a pragma, and leaves the
# object as it is.
. "$(dirname "$0")/lib.sh"

"$compiler" -O2 -c "$here/sources/plain.c" -o "$work/without.o"
# Bound at once, what is missing cannot hide behind a path that this file does not take.
LD_BIND_NOW=1 with_plugin "$compiler" -O2 -c "$here/sources/plain.c" -o "$work/with.o" 2>"$work/err" ||
  fail "does not load: $(cat "$work/err")"
[ ! -s "$work/err" ] || fail "says something: $(cat "$work/err")"
cmp "$work/with.o" "$work/without.o" || fail "the object differs"
finish

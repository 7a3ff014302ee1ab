#!/bin/sh
# The object with the plugin is byte for byte the object without it, and without a pragma nothing is started.
. "$(dirname "$0")/lib.sh"

try() { # source, options...
  source=$1
  shift
  tool=$(tool_for "$source")
  [ -n "$tool" ] || return 0
  mkdir -p "$work/d"
  # The same names in the same folder: they get into the object.
  (cd "$work/d" && cp "$here/sources/$source" "$here/sources/placement.inc" . && "$tool" -w -frandom-seed=x "$@" -c "$source" -o o.o) 2>"$work/err" ||
    { echo "left out: $source $*"; return 0; }
  mv "$work/d/o.o" "$work/without.o"
  for extra in "" -fplugin-arg-osaca-all; do
    (cd "$work/d" && with_plugin "$tool" -w -frandom-seed=x "$@" $extra -c "$source" -o o.o) 2>"$work/err" ||
      fail "$source $* $extra: $(head -1 "$work/err")"
    cmp "$work/d/o.o" "$work/without.o" || fail "$source $* $extra: the object differs"
  done
  rm -rf "$work/d"
}

sources="placement.c placement.cc vanish.c plain.c"
! has_fortran || sources="$sources placement.f90 placement.f placement_cpp.F90"
for source in $sources; do
  for options in "-O0" "-O1" "-O2" "-O3" "-O0 -g" "-O2 -g" "-O3 -g3 -pipe" "-O2 -flto" "-O2 -flto -ffat-lto-objects -g" \
    "-O2 -save-temps=obj" "-O3 -fopenmp -g" "-Os -ffunction-sections" "-O2 -grecord-gcc-switches -frecord-gcc-switches"; do
    # Clang 14 to 16 copy their options before a plugin can take ours out of the record (docs/use/compilers.md).
    case $options:$("$compiler" --version | head -1) in *record*:*"clang version 1"[456].*) continue ;; esac
    is_turn || continue
    try $source $options
  done
done

# Modes in which no code is written are as if the plugin were not there.
modes() { # source, modes...
  source=$1
  shift
  for mode in "$@"; do
    "$compiler" $mode "$here/sources/$source" >"$work/without" 2>&1
    rm -f "$work/calls"
    with_plugin "$compiler" $mode "$here/sources/$source" >"$work/with" 2>&1 || fail "$source $mode fails"
    grep -v 'osaca:' "$work/with" | cmp - "$work/without" || fail "$source $mode: the output differs"
  done
  with_plugin "$compiler" -O2 -S -o - "$here/sources/$source" 2>/dev/null >"$work/with"
  "$compiler" -O2 -S -o - "$here/sources/$source" 2>/dev/null | cmp - "$work/with" || fail "$source -S -o -: the output differs"
}
modes placement.c -E -M -fsyntax-only
! has_fortran || modes placement_cpp.F90 -E -fsyntax-only

rm -f "$work/calls"
with_plugin "$compiler" -O2 -c "$here/sources/plain.c" -o "$work/o.o" >"$work/err" 2>&1
[ ! -s "$work/err" ] || fail "output without a pragma"
[ ! -e "$work/calls" ] || fail "a process was started without a pragma"
with_plugin "$compiler" -O2 -c "$here/sources/vanish.c" -o "$work/o.o" 2>/dev/null
[ "$(wc -l <"$work/calls")" = 1 ] || fail "not exactly one process per unit"

# With -flto there is nothing to see yet, which is said once.
with_plugin "$compiler" -O2 -flto -c "$here/sources/vanish.c" -o "$work/o.o" 2>"$work/err"
[ "$(grep -c 'osaca: with .-flto' "$work/err")" = 1 ] || fail "-flto is not explained once"
finish

#!/bin/sh
# The plugin loads into each of this GCC's compilers, not only those of C and C++, and changes nothing in any of them. What is
# not installed is left out.
. "$(dirname "$0")/lib.sh"

# Whether GCC has that program (it answers with the bare name if not).
has() { [ "$("$compiler" -print-prog-name="$1")" != "$1" ]; }

# All symbols are bound at once: what one of the compilers lacks would show. (Ada wants its object named after the source.)
compiles_the_same() { # what it says, NAME, NAME's suffix, options...
  says=$1 name=$2 source=$2$3
  shift 3
  "$compiler" "$@" -c "$source" -o "without/$name.o" || fail "$source: does not compile without the plugin"
  with_plugin "$compiler" "$@" -c "$source" -o "with/$name.o" 2>err || fail "$source: does not compile: $(cat err)"
  cmp "with/$name.o" "without/$name.o" || fail "$source: the object differs"
  said "$source" "$says"
}

said() { # file, one message or none
  if [ -z "$2" ]; then [ ! -s err ]; else [ "$(grep -c "$2" err)" = 1 ] && [ "$(wc -l <err)" = 1 ]; fi || fail "$1: says $(cat err)"
}

cd "$work" || exit 1
mkdir with without
if has f951; then
  printf 'subroutine add(a, b)\n  real :: a(:), b(:)\n  a = a + b\nend subroutine\n' >add.f90
  compiles_the_same "" add .f90 -O2
fi
if has gnat1; then
  printf 'procedure P is\nbegin\n   null;\nend P;\n' >p.adb
  compiles_the_same "note: osaca: .*Ada" p .adb -O2
fi
if has lto1; then
  printf 'int main(int n, char **v) { int s = 0; for (int i = 0; i < n; i++) s += *v[i]; return s; }\n' >main.c
  "$compiler" -O2 -flto -c main.c -o main.o
  link="-O2 -flto -nostdlib -r -flinker-output=nolto-rel main.o"
  # shellcheck disable=SC2086
  "$compiler" $link -o without/all.o || fail "does not link without the plugin"
  with_plugin "$compiler" $link -o with/all.o 2>err || fail "does not link: $(cat err)"
  cmp with/all.o without/all.o || fail "what is linked differs"
  said main.o ""
fi
finish

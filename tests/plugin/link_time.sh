#!/bin/sh
# -flto: annotated loops are found when the program is linked, whatever its parts; objects and program are those of a build without
# the plugin.
. "$(dirname "$0")/lib.sh"
cd "$work" || exit 1

# The same pragmas as at compile time, in one process. A template that is not used, and a pragma outside of all functions, are in no
# program; two loops that one macro makes cannot be told apart there.
for source in placement.c placement.cc; do
  tool=$(tool_for $source)
  [ -n "$tool" ] || continue
  rm -f capture.json calls
  with_plugin "$tool" -w -fopenmp -O2 -flto -flto-partition=one -shared -fPIC "$here/sources/$source" -o p.so 2>err ||
    fail "$source is not linked: $(cat err)"
  [ "$(wc -l <calls)" = 1 ] || fail "$source: the driver was not asked once, but $(wc -l <calls) times"
  grep -n 'EXPECT' "$here/sources/$source" | sed -n 's/^\([0-9]*\):.*EXPECT \([a-z_]*\) +\([0-9]*\).*/\1 \2 \3/p' |
    while read -r line status offset; do echo "$((line + offset)) $status"; done |
    case $source in *.c) grep -v '^36 not_a_loop$\|^85 found$' ;; *) grep -v ' vanished$' ;; esac | sort -n >expected
  case $source in *.c) echo "85 found" >>expected ;; esac
  sort -n expected -o expected
  annotations | cut -d' ' -f1,2 | sort -n >actual
  diff expected actual || fail "$source: line and status of each pragma at the link"
done

# Units that are inlined into each other, and what no program has.
cat >main.c <<'X'
#include "both.h"
static double data[4000];
int main(int argc, char **argv) {
#pragma osaca analyze
  for (int i = 0; i < 4000; i++)
    data[i] = data[i] * argc + 2;
  return sum(data, argc * 1000) > other(data, argc * 100);
}
X
cat >both.h <<'X'
double other(const double *a, int n);
static inline double sum(const double *a, int n) {
  double s = 0;
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
X
cat >other.c <<'X'
#include "both.h"
static int unused(int n) {
#pragma osaca analyze
  while (n & 3)
    n ^= n >> 1;
  return n;
}
double other(const double *a, int n) {
  double s = 1;
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    s *= a[i];
  return s + sum(a, n);
}
X
archiver=$(echo "$compiler" | sed 's/gcc\(-[0-9]*\)\{0,1\}$/gcc-ar\1/')

build() { # with_plugin or nothing, options...: program and objects in the folder
  with=$1
  shift
  for unit in main other; do
    $with "$compiler" "$@" -frandom-seed=x -c $unit.c -o $unit.o 2>>"$work/err" || fail "$* $unit.c is not compiled"
  done
  rm -f libother.a
  "$archiver" rcs libother.a other.o
  $with "$compiler" "$@" main.o libother.a -o program 2>>"$work/err" || fail "$* is not linked: $(cat "$work/err")"
}

for options in "-O3 -flto -flto-partition=one" "-O2 -flto=2 -flto-partition=1to1 -g" "-O3 -flto -flto-partition=none" \
  "-O2 -flto -flto-partition=max -fno-inline" "-O0 -flto=auto" "-O3 -flto -save-temps"; do
  is_turn || continue
  rm -f calls err *.o
  build "" $options
  for file in main.o other.o program; do cp $file plain.$file; done
  build with_plugin $options
  for file in main.o other.o program; do cmp $file plain.$file || fail "$options: $file differs"; done
  grep -q 'osaca: the fake driver' err || fail "$options: nothing is said at the link"
  case $options in
  *none* | *one*)
    [ "$(annotations | sort -n | cut -d' ' -f1,2 | tr '\n' ' ')" = "5 found 5 found 11 found " ] || fail "$options: $(annotations)" ;;
  esac
done

# An error after which the compiler stops at once is heard, in parts and in one process.
for unit in main other; do "$compiler" -O2 -flto -c $unit.c -o $unit.o || fail "$unit.c is not compiled"; done
for parts in "-flto=2 -flto-partition=max" "-flto -flto-partition=none"; do
  # shellcheck disable=SC2086
  (export OSACA_FAKE=error; with_plugin "$compiler" -O2 $parts -Wfatal-errors main.o other.o -o program 2>err) &&
    fail "$parts -Wfatal-errors: an error does not end the link"
  grep -q 'error: osaca: the first of all' err || fail "$parts -Wfatal-errors: the error is not heard: $(cat err)"
done

# When a unit is compiled, one note says what to do; not if the same command links.
with_plugin "$compiler" -O3 -flto -c main.c -o main.o 2>err
[ "$(grep -c "osaca: with '-flto'" err)" = 1 ] || fail "no note about the link: $(cat err)"
with_plugin "$compiler" -O3 -flto main.c other.c -o program 2>err
! grep -q "osaca: with '-flto'" err || fail "a note about a link that follows"

# Objects with code of their own: analysed when they are compiled; once, if the same command links.
rm -f calls
with_plugin "$compiler" -O3 -flto -flto-partition=one -ffat-lto-objects main.c other.c -o program 2>err
[ "$(wc -l <calls)" = 1 ] || fail "fat objects are analysed $(wc -l <calls) times by one command"
rm -f calls
with_plugin "$compiler" -O3 -flto -ffat-lto-objects -c main.c -o main.o 2>err
[ "$(wc -l <calls)" = 1 ] || fail "a fat object by itself is analysed $(wc -l <calls) times"

# Beside an object that is not optimised at the link.
"$compiler" -O3 -c other.c -o other.o && "$compiler" -O3 -flto -c main.c -o main.o
rm -f capture.json
with_plugin "$compiler" -O3 -flto -flto-partition=one main.o other.o -o program 2>err || fail "mixed: $(cat err)"
[ "$(annotations | sort -n | cut -d' ' -f1,2 | tr '\n' ' ')" = "5 found 5 found " ] || fail "mixed: $(annotations)"

# Sources that are gone or not what was compiled.
"$compiler" -O3 -flto -c other.c -o other.o
touch -d '2 hours ago' other.o
with_plugin "$compiler" -O3 -flto main.o other.o -o program 2>err || fail "changed: $(cat err)"
[ "$(grep -c "osaca: .*'other.c' was changed" err)" = 1 ] || fail "a changed source is not told: $(cat err)"
mv other.c gone.c
for parts in one none; do
  with_plugin "$compiler" -O3 -flto -flto-partition=$parts main.o other.o -o program 2>err || fail "gone: $(cat err)"
  [ "$(grep -c "osaca: .*'other.c' cannot be read" err)" = 1 ] || fail "a source that is gone is not told: $(cat err)"
done

# No pragma: nothing is started, nothing is said.
cp "$here/sources/plain.c" plain.c
echo 'int main(void) { return 0; }' >>plain.c
rm -f calls
with_plugin "$compiler" -O2 -flto plain.c -o program >err 2>&1
[ ! -s err ] || fail "without a pragma something is said: $(cat err)"
[ ! -e calls ] || fail "without a pragma the driver is started"
finish

#!/bin/sh
# function=: several names, repeated ones, names of other units, mistyped ones.
. "$(dirname "$0")/lib.sh"

cat >"$work/a.c" <<'END'
double a[100], b[100];
void first(void) { for (int i = 0; i < 100; i++) a[i] += b[i]; }
void second(void) { for (int i = 0; i < 100; i++) a[i] *= b[i]; }
void without(void) { a[0] = b[3]; }
END
asked() { # names...: what is said into $work/said, captured loops into $work/capture.json
  rm -f "$work/capture.json"
  arguments=
  for name; do
    case $name in
    -*) arguments="$arguments $name" ;;
    *) arguments="$arguments -fplugin-arg-osaca-function=$name" ;;
    esac
  done
  with_plugin "$compiler" -O2 $arguments -c "$work/a.c" -o "$work/o.o" 2>"$work/said" || fail "does not compile"
}
names_said() { grep -c 'is defined in this unit\|no loop to analyse' "$work/said"; }
loops() { grep -o '"kind":"function","status":"found"' "$work/capture.json" 2>/dev/null | wc -l; }

asked first second
[ "$(loops)" = 2 ] && [ "$(names_said)" = 0 ] || fail "two names: $(loops) loops; $(cat "$work/said")"
asked first,second
[ "$(loops)" = 2 ] && [ "$(names_said)" = 0 ] || fail "a list: $(loops) loops; $(cat "$work/said")"
asked first first,first
[ "$(loops)" = 1 ] && [ "$(names_said)" = 0 ] || fail "a repeated name: $(loops) loops; $(cat "$work/said")"
asked first compress decompress
[ "$(loops)" = 1 ] && [ "$(names_said)" = 0 ] || fail "names of other units are normal: $(cat "$work/said")"
asked compress decompress compress
[ "$(names_said)" = 1 ] && grep -q "no function 'compress' or 'decompress' is defined in this unit" "$work/said" ||
  fail "none of the names, in one line: $(cat "$work/said")"
asked first secnod secnod
[ "$(names_said)" = 1 ] && grep -q "no function 'secnod' is defined in this unit; did you mean 'second'?" "$work/said" ||
  fail "a mistyped name: $(cat "$work/said")"
asked without
[ "$(names_said)" = 1 ] && grep -q "no loop to analyse in 'without'" "$work/said" ||
  fail "a function without a loop: $(cat "$work/said")"
asked without first
[ "$(loops)" = 1 ] && [ "$(names_said)" = 0 ] || fail "one with, one without a loop: $(cat "$work/said")"
asked -fplugin-arg-osaca-embed compress
[ "$(names_said)" = 0 ] || fail "a unit of a project: $(cat "$work/said")"

if [ -n "$cxx" ]; then
  cat >"$work/b.cc" <<'END'
#include <vector>
namespace sim {
template <typename T> void scale(T *a, int n) { for (int i = 0; i < n; ++i) a[i] *= 2; }
struct Grid { std::vector<double> v; void smooth(); };
void Grid::smooth() { for (double &x : v) x += 1; }
}
template void sim::scale<double>(double *, int);
template <typename T> void halve(T *a, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    a[i] /= 2;
  }
}
template void halve<double>(double *, int);
END
  if [ $family != clang ]; then # Clang makes functions of their own of such loops, with names of their own
    rm -f "$work/capture.json"
    with_plugin "$cxx" -O2 -fopenmp -fplugin-arg-osaca-function=halve -c "$work/b.cc" -o "$work/o.o" 2>"$work/said"
    [ "$(loops)" = 1 ] || fail "an OpenMP loop in a template: $(loops) loops; $(cat "$work/said")"
  fi
  for names in sim::Grid::smooth 'smooth'; do
    rm -f "$work/capture.json"
    with_plugin "$cxx" -O2 -fplugin-arg-osaca-function="$names" -c "$work/b.cc" -o "$work/o.o" 2>"$work/said"
    if [ "$names" = smooth ] || [ $family = clang ]; then
      [ "$(loops)" = 1 ] && [ "$(names_said)" = 0 ] || fail "$names: $(loops) loops; $(cat "$work/said")"
    fi
  done
fi

# `all` and a function's name take an outer loop, too, if most of its instructions are beside the loop in it.
cat >"$work/nests.c" <<'END'
void little(int *restrict a, const int *restrict b, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[j] = (a[j] ^ b[i]) * b[j] + (a[j] >> 3) + (b[j] << 2);
}
void much(int *restrict a, const int *restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = b[i] * b[i + 1] + (b[i + 2] ^ b[i + 3]) * b[i + 4] - (b[i + 5] >> b[i + 6]) * (b[i + 7] | b[i + 8]) + b[i + 9] * 77 +
           (b[i + 10] & b[i + 11]) * b[i + 12];
    while (a[i] & 1)
      a[i] >>= 1;
  }
}
END
for name in little:1 much:2; do
  function=${name%:*}
  sed "/^void/s/^/static /; s/^static void $function/void $function/" "$work/nests.c" >"$work/nest.c" # the other one is dropped
  for way in all function; do
    rm -f "$work/capture.json"
    option=all
    [ $way = all ] || option=function=$function
    with_plugin "$compiler" -O1 -w -fplugin-arg-osaca-$option -c "$work/nest.c" -o "$work/o.o" 2>"$work/said"
    found=$(grep -o "\"kind\":\"$way\",\"status\":\"found\"" "$work/capture.json" 2>/dev/null | wc -l)
    [ "$found" = "${name#*:}" ] || fail "$option in $function: $found loops; $(cat "$work/said")"
  done
done
finish

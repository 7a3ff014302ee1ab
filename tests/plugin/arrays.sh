#!/bin/sh
# The capture names the arrays of memory accesses as the source does, tells how often loops run, and how far apart rows lie.
. "$(dirname "$0")/lib.sh"

cat >"$work/arrays.c" <<'X'
struct grid { double *cells; int n; };
double g[1000], h[1000], m[500][300];
void arguments(double *restrict a, const double *restrict b, const double *restrict c, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    a[i] = b[i] + c[i];
}
void globals(void) {
#pragma osaca analyze
  for (int i = 1; i < 999; i++)
    g[i] = h[i - 1] + h[i + 1];
}
void members(struct grid *p, const struct grid *q, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    p->cells[i] = q->cells[i] * 2;
}
void walk(double *to, double *end, const double *from) {
#pragma osaca analyze
  while (to != end)
    *to++ += *from++;
}
void pointers(double *to, const double *from, int n) {
  const double *above = from - n, *below = &from[n], *other = from;
  if (n > 7)
    other = to + n;
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    to[i] = above[i] + *below++;
  for (int i = 0; i < n; i++)
    to[i] += other[i];
}
void rows(double (*restrict out)[300]) {
  for (int j = 1; j < 499; j++)
#pragma osaca analyze
    for (int i = 1; i < 299; i++)
      out[j][i] = m[j - 1][i] + m[j + 1][i];
}
void again(double by) {
  for (int t = 0; t < 70; t++)
#pragma osaca analyze
    for (int i = 0; i < 1000; i++)
      g[i] = g[i] * by + t;
}
void all(double by) {
  for (int t = 0; t < 70; t++)
    for (int j = 0; j < 500; j++)
#pragma osaca analyze
      for (int i = 0; i < 300; i++)
        m[j][i] = m[j][i] * by + t;
}
void some(double by, const int *which) {
  for (int j = 0; j < 500; j++)
    if (which[j])
#pragma osaca analyze
      for (int i = 0; i < 300; i++)
        m[j][i] *= by;
}
X
cat >"$work/arrays.cc" <<'X'
#include <vector>
double dot(const std::vector<double> &x, const std::vector<double> &y) {
  double sum = 0;
#pragma osaca analyze
  for (std::size_t i = 0; i < x.size(); i++)
    sum += x[i] * y[i];
  return sum;
}
struct field {
  double *data;
  int size;
  void scale(double by);
};
void field::scale(double by) {
#pragma osaca analyze
  for (int i = 0, n = size; i < n; i++)
    data[i] *= by;
}
X

# The names of one function's arrays, sorted.
arrays_of() {
  sed 's/{"name":"/\n&/g' "$work/capture.json" | sed -n "s/^{\"name\":\"[_A-Z0-9]*$1.*\"arrays\":\[\([^]]*\)\].*/\1/p" |
    tr ',' '\n' | tr -d '"' | sort | tr '\n' ' ' | sed 's/ $//'
}
expect() { # options, function, names
  [ "$(arrays_of "$2")" = "$3" ] || fail "$1: arrays of $2 are '$(arrays_of "$2")', not '$3'"
}
# A field of a function's first loop; "" if it is left out.
field_of() {
  sed 's/{"name":"/\n&/g' "$work/capture.json" | sed -n "/^{\"name\":\"$1\"/p" | sed 's/{"annotation"/\n&/g' |
    sed -n "2s/.*\"$2\":\([0-9]*\)[,}].*/\1/p"
}
# Whatever the optimiser does, a name is that of the array or there is none.
for options in "-O1 -fno-tree-vectorize" -O2 -O3; do
  with_plugin "$compiler" $options -c "$work/arrays.c" -o "$work/o.o" 2>"$work/err" || fail "$options: does not compile"
  expect "$options" arguments "a b c"
  expect "$options" globals "g h"
  expect "$options" members "p->cells q->cells"
  expect "$options" walk "from to"
  expect "$options" pointers "from to"
  expect "$options" rows "m out"
  [ "$(field_of globals trip_count)" = 998 ] || fail "$options: trip count '$(field_of globals trip_count)', not 998"
  [ "$(field_of rows trip_count)" = 298 ] || fail "$options: trip count '$(field_of rows trip_count)', not 298"
  # GCC may do two rows at once at -O3; then nothing is said.
  case "$family $options $(field_of rows row_bytes)" in
  *" 2400" | "gcc -O3 ") ;;
  *) fail "$options: rows of '$(field_of rows row_bytes)' bytes, not 2400" ;;
  esac
  # What GCC swaps or runs several times at once at -O3 is not told of.
  case "$family $options $(field_of rows rows)" in
  *" 498" | "gcc -O3 " | "gcc -O1 "*" ") ;;
  *) fail "$options: '$(field_of rows rows)' rows, not 498" ;;
  esac
  case "$family $options $(field_of again row_bytes),$(field_of again rows),$(field_of again sweeps)" in
  *" ,,70" | "gcc -O3 ,,") ;;
  *) fail "$options: of repeated sweeps '$(field_of again row_bytes),$(field_of again rows),$(field_of again sweeps)'" ;;
  esac
  case "$family $options $(field_of all rows),$(field_of all sweeps)" in
  *" 500,70" | "gcc -O3 ,") ;;
  *) fail "$options: of repeated sweeps of rows '$(field_of all rows),$(field_of all sweeps)'" ;;
  esac
  [ -z "$(field_of some rows)$(field_of some sweeps)" ] || fail "$options: rows of which some are left out"
  [ -z "$(field_of arguments trip_count)$(field_of arguments row_bytes)" ] || fail "$options: numbers that nobody can know"
  [ -n "$cxx" ] || continue
  with_plugin "$cxx" $options -c "$work/arrays.cc" -o "$work/o.o" 2>"$work/err" || fail "$options: C++ does not compile"
  expect "$options" dot "x y"
  expect "$options" field "this->data"
done
finish

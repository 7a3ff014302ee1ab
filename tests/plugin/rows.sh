#!/bin/sh
# Rows of one array are told from arrays that are added, by the names that the plugin gives. The fourth argument is the driver.
. "$(dirname "$0")/lib.sh"
driver=$4
case $("$compiler" -dumpmachine) in
x86_64*) ;;
*) echo "made for x86-64 cores"; exit 0 ;;
esac

cat >"$work/rows.c" <<'END'
double g[999][999], h[999][999];
void indexed(double *restrict out, const double *restrict b, int n) {
  for (int j = 1; j < n - 1; j++)
#pragma osaca analyze
    for (int i = 1; i < n - 1; i++)
      out[j * n + i] = b[(j - 1) * n + i] + b[j * n + i] + b[(j + 1) * n + i];
}
void pointers(double *restrict out, const double *restrict b, int n) {
  for (int j = 1; j < n - 1; j++) {
    const double *above = b + (j - 1) * n, *row = b + j * n, *below = b + (j + 1) * n;
#pragma osaca analyze
    for (int i = 1; i < n - 1; i++)
      out[j * n + i] = above[i] + row[i] + below[i];
  }
}
void lists(double **restrict out, double **restrict b, int n) {
  for (int j = 1; j < n - 1; j++)
#pragma osaca analyze
    for (int i = 1; i < n - 1; i++)
      out[j][i] = b[j - 1][i] + b[j][i] + b[j + 1][i];
}
void in_place(int n, double (*a)[n], double by) {
  for (int j = 1; j < n - 1; j++)
#pragma osaca analyze
    for (int i = 1; i < n - 1; i++)
      a[j][i] = by * (a[j - 1][i] + a[j + 1][i] + a[j][i - 1] + a[j][i + 1]);
}
void known(void) {
  for (int j = 1; j < 998; j++)
#pragma osaca analyze
    for (int i = 0; i < 999; i++)
      g[j][i] = h[j + 1][i] - h[j - 1][i];
}
void arrays(double *restrict a, const double *restrict b, const double *restrict c, const double *restrict d, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    a[i] = b[i] + c[i] + d[i];
}
void columns(double *restrict y, const double *restrict m, const double *restrict x, int n) {
  for (int j = 0; j < n; j += 4)
#pragma osaca analyze
    for (int i = 0; i < n; i++)
      y[i] += x[j] * m[j * n + i] + x[j + 1] * m[(j + 1) * n + i] + x[j + 2] * m[(j + 2) * n + i] + x[j + 3] * m[(j + 3) * n + i];
}
END

# The rows of the layer conditions for L1 of a function's loops.
rows_of() {
  awk -v wanted="\"$1\"," '
    $1 == "\"function\":" { is_wanted = $2 == wanted }
    is_wanted && $1 == "\"level\":" { is_first = $2 == "\"L1\"," }
    is_wanted && is_first && $1 == "\"rows\":" { print $2 + 0 }' "$work/r.json" | sort -u | tr '\n' ' '
}
expect() { # options, function, rows
  [ "$(rows_of "$2")" = "$3" ] || fail "$1: rows of $2 are '$(rows_of "$2")', not '$3'"
}

for options in -O1 -O2 "-O3 -mavx2"; do
  "$compiler" $options -fplugin="$plugin" -fplugin-arg-osaca-driver="$driver" -fplugin-arg-osaca-arch=emeraldrapids \
    -fplugin-arg-osaca-report="$work/r.json" -c "$work/rows.c" -o "$work/o.o" 2>"$work/err" || fail "$options: does not compile"
  expect "$options" indexed "3 "
  expect "$options" pointers "3 "
  expect "$options" lists "3 "
  expect "$options" in_place "3 "
  # GCC may do two rows at once at -O3; then the length of a row is not known, and two rows alone do not tell.
  case "$family $options" in "gcc -O3"*) ;; *) expect "$options" known "2 " ;; esac
  expect "$options" arrays ""
  expect "$options" columns ""
done
finish

// Rows of one array share cache lines with each other, several arrays do not. The names of the arrays, which the
// plugin captures, tell rows from arrays: the report has the number of rows that L1 has to hold.
// REQUIRES: x86_64
// DEFINE: %{options} =
// DEFINE: %{compile} = %{osaca_cc} %{options} -fplugin-arg-osaca-arch=emeraldrapids \
// DEFINE:   -fplugin-arg-osaca-report=report.json -c "%s" -o o.o && %{show_report} rows
// DEFINE: %{check} = FileCheck "%s" --match-full-lines
// RUN: %{folder}
// REDEFINE: %{options} = -O1
// RUN: %{compile} | %{check} --check-prefixes=ROWS,KNOWN
// REDEFINE: %{options} = -O2
// RUN: %{compile} | %{check} --check-prefixes=ROWS,KNOWN
//
// At -O3 GCC may process two rows of `known` at once. Then the length of a row is unknown, and two rows alone are
// ambiguous.
// REDEFINE: %{options} = -O3 -mavx2
// RUN: %{compile} | %{check} --check-prefixes=%if gcc %{ROWS%} %else %{ROWS,KNOWN%}
//
// ROWS:       indexed: 3
// ROWS-NEXT:  pointers: 3
// ROWS-NEXT:  lists: 3
// ROWS-NEXT:  in_place: 3
// KNOWN-NEXT: known: 2
// ROWS:       arrays:
// ROWS-NEXT:  columns:

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
      y[i] += x[j] * m[j * n + i] + x[j + 1] * m[(j + 1) * n + i] +
              x[j + 2] * m[(j + 2) * n + i] + x[j + 3] * m[(j + 3) * n + i];
}

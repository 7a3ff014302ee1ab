// The capture names arrays as the source does. It has the trip counts of loops and, of nests, how far apart rows are,
// how many rows there are, and how often all of them are repeated.
// DEFINE: %{options} =
// DEFINE: %{compile} = %{capture_cc} %{options} -c "%s" -o o.o && %{show} arrays >arrays && %{show} nests >nests
// DEFINE: %{check} = FileCheck "%s" --match-full-lines
// RUN: %{folder}
// REDEFINE: %{options} = -O1 -fno-tree-vectorize
// RUN: %{compile}
// RUN: %{check} --input-file=arrays --check-prefix=ARRAYS
// RUN: %{check} --input-file=nests --check-prefixes=NESTS,%if gcc %{SOME%} %else %{ALL%}
// REDEFINE: %{options} = -O2
// RUN: %{compile}
// RUN: %{check} --input-file=arrays --check-prefix=ARRAYS
// RUN: %{check} --input-file=nests --check-prefixes=NESTS,ALL
//
// At -O3 GCC interchanges loops or runs several of their repetitions at once. Then the numbers may be unknown.
// REDEFINE: %{options} = -O3
// RUN: %{compile}
// RUN: %{check} --input-file=arrays --check-prefix=ARRAYS
// RUN: %{check} --input-file=nests --check-prefixes=%if gcc %{GCC-O3%} %else %{NESTS,ALL%}
//
// Whatever the optimiser does, a name is that of the array, or there is none.
// ARRAYS-DAG: arguments: a, b, c
// ARRAYS-DAG: globals: g, h
// ARRAYS-DAG: members: p->cells, q->cells
// ARRAYS-DAG: walk: from, to
// ARRAYS-DAG: pointers: from, to
// ARRAYS-DAG: rows: m, out
//
// `arguments` has an unknown trip count. `some` leaves rows out.
// NESTS-DAG: arguments:
// NESTS-DAG: globals: trip_count=998
// ALL-DAG:   rows: trip_count=298 row_bytes=2400 rows=498
// SOME-DAG:  rows: trip_count=298 row_bytes=2400{{( rows=498)?}}
// NESTS-DAG: again: trip_count=1000 sweeps=70
// NESTS-DAG: all: trip_count=300 row_bytes=2400 rows=500 sweeps=70
// NESTS-DAG: some: trip_count=300 row_bytes=2400
//
// GCC-O3-DAG: arguments:
// GCC-O3-DAG: globals: trip_count=998
// GCC-O3-DAG: rows: trip_count=298{{( row_bytes=2400)?( rows=498)?}}
// GCC-O3-DAG: again: {{trip_count=[0-9]+( sweeps=70)?}}
// GCC-O3-DAG: all: {{trip_count=[0-9]+( row_bytes=[0-9]+)?( rows=500 sweeps=70)?}}
// GCC-O3-DAG: some: {{trip_count=[0-9]+( row_bytes=[0-9]+)?}}

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

// As once.c, with `while (false)`, and in a template.
// REQUIRES: cxx
// RUN: %{folder}
// RUN: %{capture_cxx} -O2 -fplugin-arg-osaca-all -c "%s" -o o.o
// RUN: %{show} annotations | cut -d" " -f1 | sort -nu | FileCheck "%s" --match-full-lines --implicit-check-not="{{.}}"

extern void note(int);
#define RECORD(w, x) do { if (w) { note(x); } } while (false)
#define EACH(a, n) do { for (int i = 0; i < n; i++) a[i] += 1; } while (false)

void set(int *w, int v) {
  RECORD(w[0], v);
  w[1] = v;
// CHECK: [[@LINE+1]]
  do
    note(v);
  while (w[2]);
}
void scale(float *a, int n) {
// CHECK: [[@LINE+1]]
  for (int i = 0; i < n; i++) {
    RECORD(i == 7, i);
    a[i] *= 2;
  }
// CHECK: [[@LINE+2]]
#pragma osaca analyze
  EACH(a, n);
}
template <class T> void twice(T *a, int n) {
  RECORD(n, 1);
  do {
// CHECK: [[@LINE+1]]
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  } while (false);
}
template void twice(double *, int);

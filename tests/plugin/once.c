// `do { ... } while (0)` runs once, as in macros that are meant to be one statement. It is not a loop unless it has a
// pragma.
// RUN: %{folder}
// RUN: %{capture_cc} -O2 -fplugin-arg-osaca-all -c "%s" -o o.o
// RUN: %{show} annotations | cut -d" " -f1 | sort -nu | FileCheck "%s" --match-full-lines --implicit-check-not="{{.}}"

extern void note(int);
#define RECORD(w, x) do { if (w) { note(x); } } while (0)
#define EACH(a, n) do { for (int i = 0; i < n; i++) a[i] += 1; } while (0)

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
// The loop of a macro has the line where the macro is used.
// CHECK: [[@LINE+2]]
#pragma osaca analyze
  EACH(a, n);
}

// A pragma on an outer loop: the machine loops inside it belong to it too, each with its own source line.
// RUN: %{folder}
// RUN: %{capture_cc} -O2 -c "%s" -o o.o
// RUN: %{show} annotations | FileCheck "%s" --check-prefix=FOUND --match-full-lines --implicit-check-not="{{.}}"
// RUN: %{show} lines | FileCheck "%s" --check-prefix=LINE --match-full-lines --implicit-check-not="{{.}}"
//
// The last function is not captured.
// RUN: %{show} json | FileCheck "%s" --check-prefix=JSON
// JSON-NOT: "name": "flat"

// The loop of a function before the first pragma is known by the place of its code only, so either line is right.
// LINE: {{14|15}}: 0
static inline void scale(double *row, int n) {
  for (int j = 0; j < n; j++)
    row[j] *= 2;
}
static inline void scale_later(double *row, int n);

void nest(double *a, double *b, int n) {
// FOUND: [[@LINE+3]] pragma found
// LINE: [[@LINE+2]]: 0
#pragma osaca analyze
  for (int i = 0; i < n; i++) {
// LINE: [[@LINE+1]]: 0
    for (int j = 0; j < n; j++)
      b[j] += a[i * n + j] * b[j];
// FOUND: [[@LINE+3]] pragma found
// LINE: [[@LINE+2]]: 1
#pragma osaca analyze
    for (int k = 0; k < n; k++)
      a[k] -= b[i];
    scale(a + i * n, n);
    scale_later(a + i * n, n);
  }
}

static inline void scale_later(double *row, int n) {
// LINE: [[@LINE+1]]: 0
  for (int j = 0; j < n; j++)
    row[j] *= 3;
}

void flat(double *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] += 1;
}

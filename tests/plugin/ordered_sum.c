// GCC compares in vectors, but adds in the order of the source. The loop is a vector body, so it is not called scalar.
// REQUIRES: gcc-12, x86_64
// RUN: %{folder}
// RUN: %{osaca_cc} -O3 -mavx2 -fplugin-arg-osaca-arch=zen4 -c "%s" -o o.o 2>messages
// RUN: FileCheck "%s" --input-file=messages --implicit-check-not=osaca-scalar-code
// CHECK: ordered_sum.c:12:3: note: osaca: vector body: {{.*}} bound by a loop-carried dependency
// CHECK: what to try: {{.*}}-ffast-math

double positive(const double *a, const double *b, int n) {
  double sum = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    sum += a[i] > 0 ? b[i] : 0;
  return sum;
}

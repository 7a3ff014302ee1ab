// Clang passes the attributes of all statements to the plugin. The attribute means the same as the pragma.
// REQUIRES: clang
// RUN: %{folder}
// RUN: %{capture_cxx} -std=c++17 -O2 -Werror -c "%s" -o o.o
// RUN: %{show} annotations | FileCheck "%s" --match-full-lines --implicit-check-not="{{.}}"
// RUN: %cxx -std=c++17 -O2 -w -c "%s" -o without.o && cmp o.o without.o
#include <numeric>

// CHECK: [[@LINE+2]] pragma found
double in_return(const double *a, const double *b, int n) {
  [[osaca::analyze("expect(cycles <= 1000)")]] return std::inner_product(a, a + n, b, 0.0);
}

// CHECK: [[@LINE+2]] pragma found
void of_loop(double *a, int n) {
  [[osaca::analyze]] for (int i = 0; i < n; ++i) a[i] /= 3;
}

// CHECK: [[@LINE+2]] pragma found
void of_block(double *a, int n) {
  [[osaca::analyze]] { a[0] = 1; for (int i = 0; i < n; ++i) a[i] /= 3; }
}

// CHECK: [[@LINE+1]] pragma vanished it is in no function of this unit, and defines none
[[osaca::analyze]] void only_declared(double *a, int n);

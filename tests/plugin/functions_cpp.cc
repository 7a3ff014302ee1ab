// The plugin's argument `function` with the names of C++ functions.
// REQUIRES: cxx
// RUN: %{folder}
// DEFINE: %{compile} = rm -f capture.json && %{capture_cxx} -O2 -c "%s" -o o.o 2>messages
// DEFINE: %{found} = %{show} annotations | FileCheck "%s" --match-full-lines --implicit-check-not="function found"
// DEFINE: %{quiet} = FileCheck "%s" --check-prefix=QUIET --allow-empty --input-file=messages
// QUIET-NOT: {{is defined in this unit|no loop to analyse}}

// A member function by its short name; in Clang also by its qualified name, which in GCC does not break the compile.
// RUN: %{compile} -fplugin-arg-osaca-function=smooth && %{quiet} && %{found} --check-prefix=SMOOTH
// RUN: %{compile} -fplugin-arg-osaca-function=sim::Grid::smooth
// RUN: %if clang %{ %{quiet} && %{found} --check-prefix=SMOOTH %}

// An OpenMP loop in a template. (Clang makes a separate function, with its own name, of such a loop.)
// RUN: %if gcc %{ %{compile} -fopenmp -fplugin-arg-osaca-function=halve && %{found} --check-prefix=HALVE %}

#include <vector>
namespace sim {
template <typename T> void scale(T *a, int n) { for (int i = 0; i < n; ++i) a[i] *= 2; }
struct Grid { std::vector<double> v; void smooth(); };
void Grid::smooth() {
// SMOOTH: [[@LINE+1]] function found
  for (double &x : v) x += 1;
}
}
template void sim::scale<double>(double *, int);
template <typename T> void halve(T *a, int n) {
#pragma omp parallel for
// HALVE: [[@LINE+1]] function found
  for (int i = 0; i < n; ++i) {
    a[i] /= 2;
  }
}
template void halve<double>(double *, int);

// The capture names the arrays of standard containers, and of members.
// REQUIRES: cxx
// DEFINE: %{check} = %{show} arrays | FileCheck "%s" --match-full-lines
// RUN: %{folder}
// RUN: %{capture_cxx} -O1 -fno-tree-vectorize -c "%s" -o o.o && %{check}
// RUN: %{capture_cxx} -O2 -c "%s" -o o.o && %{check}
// RUN: %{capture_cxx} -O3 -c "%s" -o o.o && %{check}
// CHECK-DAG: _Z3dot{{[^:]*}}: x, y
// CHECK-DAG: _ZN5field{{[^:]*}}: this->data

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

// GCC does not show the loops of coroutines to plugins. The report says so, and other loops of the file are analysed.
// REQUIRES: gcc, cxx
// RUN: %{folder}
// RUN: %{capture_cxx} -std=c++20 -O2 -c "%s" -o o.o
// RUN: %{show} annotations | FileCheck "%s"

#include <coroutine>
struct Sums {
  struct promise_type {
    double value;
    Sums get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(double sum) { value = sum; return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};
Sums sums(const double *a, int n) {
  double s = 0;
// CHECK: {{.*}}it is in a coroutine
#pragma osaca analyze
  for (int i = 0; i < n; i++) s += a[i];
  co_yield s;
}
double plain(const double *a, int n) {
  double s = 0;
// CHECK: [[@LINE+2]] pragma found
#pragma osaca analyze
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}

// Clang's plugin generates code a second time, and then only what the annotated loops need. The captured code must be
// the one that generating the whole unit gives, except for the numbers in labels.
//
// In this file the code of the loops depends on other functions of the unit: on how often a static function is called,
// with what arguments, on the values that a static variable ever holds, on what can be inlined. This must hold also if
// a part of the unit is left out.
// REQUIRES: clang
// RUN: %{folder}
// RUN: %if gate %{ export every_third=1 %}
// DEFINE: %{source} = "%s"
// DEFINE: %{compiler} = %{capture_cxx}
// DEFINE: %{compare} = for options in -O0 -O1 -O2 "-O3 -march=x86-64-v3" "-O2 -g -fopenmp"; do \
// DEFINE:   sh "%S/Inputs/whole_unit.sh" %{source} %{compiler} $options && test -s needed.code || exit 1; done
// RUN: %if cxx %{ %{compare} %}
// REDEFINE: %{source} = %{sources}/placement.cc
// RUN: %if cxx %{ %{compare} %}
// REDEFINE: %{compiler} = %{capture_cc}
// REDEFINE: %{source} = "%S/Inputs/decoder.c"
// RUN: %{compare}
// REDEFINE: %{source} = %{sources}/placement.c
// RUN: %{compare}
// REDEFINE: %{source} = "%S/vanish.c"
// RUN: %{compare}
// REDEFINE: %{source} = %{sources}/reductions.c
// RUN: %{compare}

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

static int table_size = 8; // never written: the optimiser may take it for a constant
static int written = 8;
static double scale_of(double x, int kind) { return kind == 1 ? x * 2 : x / (kind + x); } // always called with 1
static double used_once(double x) { return (x * x + 3) / (x - 7) + x * x * x; }
static double used_often(double x) { return x * x * x * x + x * x * 17 + 4 * x - x / 3; }

void set_written(int value) { written = value; }

void constants(double *a) {
#pragma osaca analyze
  for (int i = 0; i < table_size * 1000; ++i)
    a[i] = scale_of(a[i], 1);
#pragma osaca analyze
  for (int i = 0; i < written * 1000; ++i)
    a[i] = scale_of(a[i] + 1, 1);
}

void calls(double *a, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    a[i] = used_once(a[i]) + used_often(a[i]);
}
double elsewhere(double x) { return used_often(x) + used_often(x + 1) + used_often(x + 2) + scale_of(x, 1); }

static inline void inlined(float *a, int n, float k) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    a[i] = a[i] * k + 1;
}
void caller_of_four(float *a) { inlined(a, 4, 2); }
void caller_of_many(float *a, int n) { inlined(a, n, 3); }
void caller_of_caller(float *a, int n) {
  std::string unrelated(n, 'x');
  caller_of_many(a, static_cast<int>(unrelated.size()));
}

struct Shape {
  virtual ~Shape() = default;
  virtual double area(double x) const { return x; }
};
struct Square final : Shape {
  double area(double x) const override { return x * x; }
};
double devirtualised(const double *a, int n) {
  Square square;
  const Shape *shape = &square;
  double sum = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    sum += shape->area(a[i]);
  return sum;
}

template <class T> T total(const std::vector<T> &v) {
  T sum = 0;
#pragma osaca analyze
  for (const T &x : v)
    sum += x ^ 5;
  return sum;
}
int totals(const std::vector<int> &a, const std::vector<short> &b) { return total(a) + total(b); }

// Functions that loops call are captured as well.
__attribute__((noinline)) static double seldom(double x) { return used_often(x) / (x + 1) + scale_of(x, 1); }
__attribute__((noinline)) double often(double x, bool is_rare) { return is_rare ? seldom(x) : x * 3; }
void calls_functions(double *a, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    a[i] = often(a[i], a[i] > 7) + written;
}

// Nothing to do with any of the loops.
std::string words(std::vector<std::string> v) {
  std::sort(v.begin(), v.end());
  return std::accumulate(v.begin(), v.end(), std::string());
}

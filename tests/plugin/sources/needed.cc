// Annotated loops whose code depends on other functions of the unit: on how often a static function is called, with
// what, on what a static variable ever holds, on what can be inlined. Whoever leaves a part of the unit out must see it.
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

// Nothing to do with any of the loops.
std::string words(std::vector<std::string> v) {
  std::sort(v.begin(), v.end());
  return std::accumulate(v.begin(), v.end(), std::string());
}

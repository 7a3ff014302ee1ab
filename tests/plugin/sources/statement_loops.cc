// Statements with known loops (../statements_counted.test). Each loop of the object comes from an annotated statement.
#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>
#include <valarray>
#include <vector>

void chained(double *a, int n) {
#pragma osaca analyze
  std::partial_sum(a, a + n, a);
}

const int *found(const int *a, int n, int k) {
#pragma osaca analyze
  return std::find_if(a, a + n, [k](int x) { return x % 7 == k; });
}

int sorted(std::vector<int> &v) {
#pragma osaca analyze
  std::sort(v.begin(), v.end());
  return v[0];
}

int *merged(const int *a, const int *b, int n, int *c) {
#pragma osaca analyze
  return std::set_intersection(a, a + n, b, b + n, c);
}

void in_place(std::valarray<double> &a, const std::valarray<double> &b) {
#pragma osaca analyze
  a *= b;
}

double by_function_object(const double *a, int n) {
#pragma osaca analyze
  std::function<double(int)> product = [a](int m) {
    double result = 1;
    for (int i = 0; i < m; ++i)
      result *= a[i];
    return result;
  };
  return product(n);
}

struct Shape {
  virtual ~Shape() = default;
  virtual double area(const double *a, int n) const = 0;
};
struct Squares final : Shape {
  double area(const double *a, int n) const override {
    double sum = 0;
    for (int i = 0; i < n; ++i)
      sum += a[i] * a[i];
    return sum;
  }
};
double devirtualised(const double *a, int n) {
  Squares squares;
#pragma osaca analyze
  double area = static_cast<const Shape &>(squares).area(a, n);
  return area;
}

template <bool is_fast> double chosen(const double *a, int n) {
  double sum = 0;
#pragma osaca analyze
  if constexpr (is_fast) {
    for (int i = 0; i < n; ++i)
      sum += a[i];
  } else {
    for (int i = 0; i < n; ++i)
      sum += a[i] / 3;
  }
  return sum;
}
template double chosen<true>(const double *, int);
template double chosen<false>(const double *, int);

double switched(const double *a, int n, int kind) {
  double sum = 1;
#pragma osaca analyze
  switch (kind) {
  case 0:
    for (int i = 0; i < n; ++i)
      sum += a[i];
    break;
  case 1:
    for (int i = 0; i < n; ++i)
      sum *= a[i];
    break;
  default: sum = 0;
  }
  return sum;
}

double after_label(const double *a, int n) {
  int i = 0;
  double sum = 0;
#pragma osaca analyze
again : {
  if (i < n) {
    sum = sum / 3 + a[i++];
    goto again;
  }
}
  return sum;
}

static inline std::pair<double, double> both(const double *a, int n) {
  double sum = 0;
  double product = 1;
  for (int i = 0; i < n; ++i) {
    sum += a[i];
    product *= a[i];
  }
  return {sum, product};
}
double bound_structure(const double *a, int n) {
#pragma osaca analyze
  const auto [sum, product] = both(a, n);
  return sum / product;
}

// All loops of a macro have the same place.
#define BOTH(a, n, s)                                                                                                  \
  do {                                                                                                                 \
    for (int i = 0; i < n; ++i)                                                                                        \
      s += a[i];                                                                                                       \
    for (int i = 0; i < n; ++i)                                                                                        \
      s *= a[i];                                                                                                       \
  } while (0)
double macro_with_loops(const double *a, int n) {
  double sum = 1;
#pragma osaca analyze
  BOTH(a, n, sum);
  return sum;
}

#define PEELED(first, last, end, c, a, f)                                                                              \
  for (int i = 0; i < first; ++i)                                                                                      \
    c[i] = f(a[i]);                                                                                                    \
  for (int i = first; i < last; ++i)                                                                                   \
    c[i] = f(a[i]) * 2;                                                                                                \
  for (int i = last; i < end; ++i)                                                                                     \
    c[i] = f(a[i])
template <class Function>
inline void peeled(int first, int last, int end, float *c, const float *a, Function function) {
  if (first > 7) {
    PEELED(first, last, end, c, a, function);
  } else {
    PEELED(first, last, end, c, a, function);
  }
}
void macro_in_callee(int first, int last, int end, float *c, const float *a) {
#pragma osaca analyze
  peeled(first, last, end, c, a, [](float x) { return x * x + 1; });
}

double on_one_way(const double *a, int n) {
#pragma osaca analyze
  return n > 10 ? std::accumulate(a, a + n, 0.0) : std::accumulate(a, a + n, 1.0, std::multiplies<double>());
}

double of_initialiser(const double *a, int n) {
  double largest = 0;
#pragma osaca analyze
  if (auto most = std::max_element(a, a + n); most != a + n)
    largest = *most;
  return largest;
}

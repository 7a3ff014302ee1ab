// As placement.c, for what only C++ has.
#include <vector>

template <class T> T sum(const T *a, int n) {
  T s = 0;
// EXPECT found +2
#pragma osaca analyze
  for (int i = 0; i < n; ++i) s += a[i] * s;
  return s;
}
double both(const double *a, const float *b, int n) { return sum(a, n) + sum(b, n); }

template <class T> T never(const T *a, int n) {
  T s = 0;
// EXPECT vanished +2
#pragma osaca analyze
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}

double range(const std::vector<double> &v) {
  double s = 0;
// EXPECT found +2
#pragma osaca analyze
  for (double x : v) s += x * s;
  return s;
}

void lambda(double *a, int n) {
  auto f = [=](double k) {
// EXPECT found +2
#pragma osaca analyze
    for (int i = 0; i < n; i++) a[i] *= k;
  };
  f(3);
  f(4);
  for (int i = 0; i < n; i++) a[i] += 1;
}

void pragma_before_lambda(double *a, int n) {
// EXPECT found +2
#pragma osaca analyze
  auto f = [=] { for (int i = 0; i < n; i++) a[i] *= 3; };
  f();
}

struct Item { double x; void add(double k); };
inline void Item::add(double k) { x += k; }
void inlined_body(std::vector<Item> &v) {
// EXPECT found +2
#pragma osaca analyze
  for (auto &i : v) i.add(3);
}

template <class T> struct Box {
  T v[1000];
  T used(int n) {
    T s = 0;
// EXPECT found +2
#pragma osaca analyze
    for (int i = 0; i < n; ++i) s += v[i] * s;
    return s;
  }
  T unused(int n) {
    T s = 0;
// EXPECT vanished +2
#pragma osaca analyze
    for (int i = 0; i < n; ++i) s += v[i];
    return s;
  }
};
float use_box(Box<float> &b, int n) { return b.used(n); }

auto generic = [](auto *p, int n) {
// EXPECT found +3
#pragma osaca analyze
#pragma GCC ivdep
  for (int i = 0; i < n; i++) p[i] += 1;
};
void use_generic(int *p, short *q, int n) { generic(p, n); generic(q, n); }

struct Made {
  Made(int *p, int n) {
// EXPECT found +2
#pragma osaca analyze
    do { p[--n] ^= n; } while (n > 0);
  }
};
void make(int *p, int n) { Made made(p, n); }

template <class T> void range_in_template(std::vector<T> &v) {
// EXPECT found +2
#pragma osaca analyze
  for (auto &x : v) x = x * x;
}
template void range_in_template(std::vector<double> &);

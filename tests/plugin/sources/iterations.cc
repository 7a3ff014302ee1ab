// The same for what C++ adds: iterators, templates, lambdas, functions that are inlined.
#include <algorithm>
#include <numeric>
#include <vector>

template <class T> static void add(std::vector<T> &a, T by) {
#pragma osaca analyze
  for (T &x : a)
    x += by;
}
extern "C" void add_double(std::vector<double> &a) { add(a, 1.0); }
extern "C" void add_short(std::vector<short> &a) { add<short>(a, 3); }
extern "C" void add_both(std::vector<double> &a, std::vector<short> &b) {
  add(a, 1.0);
  add<short>(b, 3);
}
static inline double square(double x) { return x * x; }
extern "C" double squares(const std::vector<double> &a) {
  double sum = 0;
  const auto add = [&sum](double x) { sum += square(x); };
#pragma osaca analyze
  for (std::size_t i = 0; i < a.size(); ++i)
    add(a[i]);
  return sum;
}
struct Point {
  float x, y, z;
};
extern "C" void move(std::vector<Point> &points) {
#pragma osaca analyze
  for (Point &p : points) {
    p.x += 1;
    p.y -= 2;
    p.z *= 3;
  }
}

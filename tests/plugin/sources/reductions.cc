// As reductions.c, with the loops of the C++ library around and inside.
#include <algorithm>
#include <numeric>
#include <vector>
#define ANALYZE _Pragma("osaca analyze")

int count(const std::vector<int> &v) {
  int c = 0;
  ANALYZE
  for (int x : v) if (x > 5) c++;
  return c;
}
long sum_negative(const std::vector<int> &v) {
  long c = 0;
  ANALYZE
  for (auto it = v.begin(); it != v.end(); ++it) if (*it < 0) c += *it;
  return c;
}
double largest(const std::vector<double> &v) {
  double c = v[0];
  ANALYZE
  for (std::size_t i = 0; i < v.size(); i++) c = std::max(c, v[i]);
  return c;
}
struct Vector {
  double x, y, z;
  Vector operator*(double k) const { return {x * k, y * k, z * k}; }
  double norm() const { return x * x + y * y + z * z; }
};
double largest_norm(const std::vector<Vector> &v) {
  double m = 0;
  ANALYZE
  for (const Vector &e : v) {
    const double n = (e * 2).norm();
    if (n > m) m = n;
  }
  return m;
}
int around_count_if(const std::vector<int> &v, int n) {
  int s = 0;
  ANALYZE
  for (int k = 0; k < n; k++) s += std::count_if(v.begin(), v.end(), [k](int x) { return x > k; });
  return s;
}
int around_accumulate(const std::vector<int> &v, int n) {
  int s = 0;
  ANALYZE
  for (int k = 0; k < n; k++) s += std::accumulate(v.begin(), v.end(), k);
  return s;
}

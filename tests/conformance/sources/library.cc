// Loops over the C++ library's containers, and ones that go on inside its algorithms.
#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

double over_vector(const std::vector<double> &v) {
  double s = 0;
  // EXPECT found in=over_vector; unlocated
#pragma osaca analyze
  for (double x : v)
    s = s * 0.5 + x;
  return s;
}

int over_map(const std::map<std::string, int> &m) {
  int s = 0;
  // EXPECT found in=over_map
#pragma osaca analyze
  for (const auto &[name, value] : m)
    s = s * 3 + value + static_cast<int>(name.size());
  return s;
}

std::vector<int> growing(int n) {
  std::vector<int> v;
  // EXPECT found in=growing; unlocated
  // EXPECT[gcc-16,riscv64,-O2] vanished reason=several entries
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    v.push_back(i * 5);
  return v;
}

int around_algorithm(const std::vector<int> &v, int n) {
  int s = 0;
  // EXPECT found in=around_algorithm; unlocated
  // EXPECT[-O0] found
#pragma osaca analyze
  for (int k = 0; k < n; k++)
    s = s * 7 + std::accumulate(v.begin(), v.end(), k, [](int a, int b) { return a * 9 + b; });
  return s;
}

void with_iterators(std::vector<double> &v) {
  // EXPECT found in=with_iterators; unlocated
#pragma osaca analyze
  for (auto it = v.begin() + 1; it != v.end(); ++it)
    *it = *(it - 1) * 0.5;
}

void by_index(std::vector<double> &v) {
  // EXPECT found in=by_index; unlocated
#pragma osaca analyze
  for (std::size_t i = 1; i < v.size(); i++)
    v[i] = v[i - 1] * 0.25;
}

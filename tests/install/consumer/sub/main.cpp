#include <vector>

extern "C" double total(const double *values, int count);

template <class T> T dot(const std::vector<T> &a, const std::vector<T> &b) {
  T sum{};
#pragma osaca analyze
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

int main(int argc, char **) {
  std::vector<double> a(100, argc), b(100, 2.0);
  return dot(a, b) == 200.0 * argc && total(a.data(), 100) == 100.0 * argc ? 0 : 1;
}

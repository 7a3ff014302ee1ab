static inline double gain(double x) { return x * (0.5 * x + 0.5); }

double total(const double *a, int n) {
  double sum = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    sum += gain(a[i]);
  return sum;
}

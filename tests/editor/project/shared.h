static inline double sum_of(const double *a, int n) {
  double sum = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    sum += a[i];
  return sum;
}

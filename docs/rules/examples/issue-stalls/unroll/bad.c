void add_scaled(double *restrict a, const double *restrict b, const double *restrict c, double factor, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    a[i] = b[i] + factor * c[i];
}

void triad(double *restrict a, const double *restrict b, const double *restrict c, double s, int n) {
#pragma osaca analyze data(L3)
  for (int i = 0; i < n; ++i)
    a[i] = b[i] + s * c[i];
}

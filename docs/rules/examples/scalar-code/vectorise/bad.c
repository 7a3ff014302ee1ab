void triad(double *a, const double *b, const double *c, double factor, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    a[i] = b[i] + factor * c[i];
}

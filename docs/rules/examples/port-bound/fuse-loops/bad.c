void shares(double *restrict sum, double *restrict difference, const double *a, const double *b, const double *c, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    sum[i] = a[i] + b[i] + c[i];
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    difference[i] = a[i] - b[i] - c[i];
}

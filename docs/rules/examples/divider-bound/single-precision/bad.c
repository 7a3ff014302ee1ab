void ratios(double *out, const double *a, const double *b, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    out[i] = a[i] / b[i];
}

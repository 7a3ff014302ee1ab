void shares(double *out, const double *a, const double *b, double whole, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    out[i] = whole / a[i] / b[i];
}

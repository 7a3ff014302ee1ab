void running_total(double *restrict total, double *restrict after, const double *restrict a, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i) {
    *total += a[i];
    after[i] = 2 * a[i];
  }
}

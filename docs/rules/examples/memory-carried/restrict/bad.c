void running_total(double *total, double *after, const double *a, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i) {
    *total += a[i];
    after[i] = 2 * a[i]; /* may overwrite *total */
  }
}

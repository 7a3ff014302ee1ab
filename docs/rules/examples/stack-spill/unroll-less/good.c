double total(const double *a, int n) {
  double sum = 0;
#pragma osaca analyze
#pragma clang loop vectorize_width(2) interleave_count(8)
  for (int i = 0; i < n; ++i)
    sum += a[i];
  return sum;
}

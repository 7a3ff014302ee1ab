double dot(const double *a, const double *b, int n) {
  double sum = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    sum += a[i] * b[i];
  return sum;
}

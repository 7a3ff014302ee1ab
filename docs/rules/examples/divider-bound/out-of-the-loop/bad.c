double mean(const double *a, double weight, int n) {
  double sum = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    sum += a[i] / weight;
  return sum;
}

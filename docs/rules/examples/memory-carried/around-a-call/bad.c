double gain(double x);

double total(const double *a, int n) {
  double sum = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    sum += gain(a[i]);
  return sum;
}

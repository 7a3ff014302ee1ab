// One array read.
double sum(const double *a, long n) {
  double total = 0;
  for (long i = 0; i < n; ++i)
    total += a[i];
  return total;
}

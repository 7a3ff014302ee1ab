enum { chains = 32 };

double total(const double *a, int n) {
  double sums[chains] = {0};
  int i = 0;
#pragma osaca analyze
  for (; i + chains <= n; i += chains)
    for (int k = 0; k < chains; ++k)
      sums[k] += a[i + k];
  double sum = 0;
  for (; i < n; ++i)
    sum += a[i];
  for (int k = 0; k < chains; ++k)
    sum += sums[k];
  return sum;
}

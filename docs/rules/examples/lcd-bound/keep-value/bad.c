int largest(const double *a, int n) {
  int best = 0;
#pragma osaca analyze
  for (int i = 1; i < n; ++i)
    if (a[i] > a[best])
      best = i;
  return best;
}

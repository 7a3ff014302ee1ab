int largest(const double *a, int n) {
  int best = 0;
  double most = a[0];
#pragma osaca analyze
  for (int i = 1; i < n; ++i)
    if (a[i] > most) {
      most = a[i];
      best = i;
    }
  return best;
}

double largest(const double *a, int n) {
  double most = a[0];
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    most = most < a[i] ? a[i] : most;
  return most;
}

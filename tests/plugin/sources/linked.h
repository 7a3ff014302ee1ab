/* Loops and parts of loops that come from a header. */
static inline double cubic(double x) {
  double y = x * x;
  y = y * x + 1;
  return y / 3 + x;
}

static inline int counted(const int *a, int n) {
  int count = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    count += a[i] > 7 ? a[i] : 1;
  return count;
}

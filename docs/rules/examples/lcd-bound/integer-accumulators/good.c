unsigned long product(const unsigned long *a, int n) {
  unsigned long result0 = 1, result1 = 1, result2 = 1, result3 = 1;
  int i = 0;
#pragma osaca analyze
  for (; i + 3 < n; i += 4) {
    result0 *= a[i];
    result1 *= a[i + 1];
    result2 *= a[i + 2];
    result3 *= a[i + 3];
  }
  for (; i < n; ++i)
    result0 *= a[i];
  return (result0 * result1) * (result2 * result3);
}

unsigned long product(const unsigned long *a, int n) {
  unsigned long result = 1;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    result *= a[i];
  return result;
}

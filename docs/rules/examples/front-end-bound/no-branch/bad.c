void limit_all(int *a, int limit, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    if (a[i] > limit)
      a[i] = limit;
}

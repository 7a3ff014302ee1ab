int first_above(const float *a, float limit, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    if (a[i] > limit)
      return i;
  return -1;
}

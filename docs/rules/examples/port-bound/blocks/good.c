enum { block = 64 };

int first_above(const float *a, float limit, int n) {
  int i = 0;
#pragma osaca analyze
  for (; i + block <= n; i += block) {
    int found = 0;
    for (int k = 0; k < block; ++k)
      found |= a[i + k] > limit;
    if (found)
      break;
  }
  for (; i < n; ++i)
    if (a[i] > limit)
      return i;
  return -1;
}

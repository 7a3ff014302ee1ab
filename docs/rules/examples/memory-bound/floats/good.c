void triad(float *restrict a, const float *restrict b, const float *restrict c, float s, int n) {
#pragma osaca analyze data(L3)
  for (int i = 0; i < n; ++i)
    a[i] = b[i] + s * c[i];
}

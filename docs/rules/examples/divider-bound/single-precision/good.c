void ratios(float *out, const float *a, const float *b, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    out[i] = a[i] / b[i];
}

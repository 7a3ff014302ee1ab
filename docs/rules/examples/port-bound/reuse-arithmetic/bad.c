static float weight(float x) {
  return 1 + x * (2 + x * (3 + x * (4 + x * (5 + x * 6))));
}

void between(float *restrict out, float *restrict weights, const float *x, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    out[i] = weight(x[i + 1]) - weight(x[i]);
}

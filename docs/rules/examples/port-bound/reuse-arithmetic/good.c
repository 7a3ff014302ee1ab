static float weight(float x) {
  return 1 + x * (2 + x * (3 + x * (4 + x * (5 + x * 6))));
}

void between(float *restrict out, float *restrict weights, const float *x, int n) {
#pragma osaca analyze
  for (int i = 0; i < n + 1; ++i)
    weights[i] = weight(x[i]);
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    out[i] = weights[i + 1] - weights[i];
}

void polynomial(float *restrict out, const float *x, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    out[i] = 1 + x[i] * (2 + x[i] * (3 + x[i] * (4 + x[i] * (5 + x[i] * (6 + x[i] * (7 + x[i] * 8))))));
}

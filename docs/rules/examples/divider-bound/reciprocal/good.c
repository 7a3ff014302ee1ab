void scale(double *out, const double *in, double divisor, int n) {
  const double factor = 1 / divisor;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    out[i] = in[i] * factor;
}

void scale(double *restrict out, const double *restrict in, double factor, int n) {
#pragma osaca analyze data(MEM)
  for (int i = 0; i < n; ++i)
    out[i] = factor * in[i];
}

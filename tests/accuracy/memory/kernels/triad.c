// Two arrays read, a third one written.
void triad(double *restrict out, const double *restrict x, const double *restrict y, double factor, long n) {
  for (long i = 0; i < n; ++i)
    out[i] = x[i] + factor * y[i];
}

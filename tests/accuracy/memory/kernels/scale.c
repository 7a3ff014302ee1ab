// One array read, one written.
void scale(double *restrict out, const double *restrict in, double factor, long n) {
  for (long i = 0; i < n; ++i)
    out[i] = factor * in[i];
}

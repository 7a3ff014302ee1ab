void smooth(double *out, const double *in, int n) {
  double level = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i) {
    level = 0.75 * level + 0.25 * in[i]; /* 0.25 * in[i] is not part of the chain */
    out[i] = level;
  }
}

void smooth(double *out, const double *in, int n) {
  double level = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i) {
    level = level + 0.25 * (in[i] - level);
    out[i] = level;
  }
}

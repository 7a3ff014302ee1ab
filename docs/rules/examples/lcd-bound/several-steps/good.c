void smooth(double *out, const double *in, int n) {
  double level = 0;
  int i = 0;
#pragma osaca analyze
  for (; i + 1 < n; i += 2) {
    const double next = 0.25 * in[i];
    out[i] = 0.75 * level + next;
    level = 0.75 * 0.75 * level + (0.75 * next + 0.25 * in[i + 1]);
    out[i + 1] = level;
  }
  for (; i < n; ++i)
    out[i] = level = 0.75 * level + 0.25 * in[i];
}
